// Digits as strokes, so that numbers on pieces need no font and look the same everywhere.

/** Strokes in a box of 6 x 10. */
const STROKES: Record<string, string> = {
  "0": "M3 1C1.4 1 1 3 1 5s.4 4 2 4 2-2 2-4-.4-4-2-4Z",
  "1": "M1.3 2.7 3.4 1V9",
  "2": "M1 3C1 1.8 1.8 1 3 1s2 .8 2 2C5 5 1 6.6 1 9h4.1",
  "3": "M1 1h4L2.8 4.3C4.3 4.3 5 5.4 5 6.6 5 8.1 4.2 9 3 9 1.9 9 1.1 8.4.9 7.4",
  "4": "M4 9V1L.8 6.6H5.3",
  "5": "M4.8 1H1.5L1.2 4.7C1.7 4.2 2.3 4 3 4c1.3 0 2.1 1 2.1 2.5S4.2 9 2.9 9C1.9 9 1.2 8.5.9 7.6",
  "6": "M4.6 1.8C4.2 1.3 3.7 1 3.1 1 1.7 1 1 2.8 1 5.6 1 8 1.8 9 3 9s2-1 2-2.4S4.2 4.2 3 4.2 1 5.2 1 6.4",
  "7": "M.9 1H5L2.6 9",
  "8": "M3 4.8C1.9 4.8 1.2 4 1.2 2.9S1.9 1 3 1s1.8.8 1.8 1.9S4.1 4.8 3 4.8C1.7 4.8.9 5.7.9 6.9S1.7 9 3 9s2.1-.9 2.1-2.1S4.3 4.8 3 4.8Z",
  "9": "M1.4 8.2C1.8 8.7 2.3 9 2.9 9 4.3 9 5 7.2 5 4.4 5 2 4.2 1 3 1S1 2 1 3.4 1.8 5.8 3 5.8 5 4.8 5 3.6",
  "-": "M1.2 5H4.8",
  "+": "M3 3V7M1 5H5",
  k: "M1.2 1V9M4.8 3.8 1.2 6.6M2.6 5.6 5 9",
};
const WIDTH = 6;
const HEIGHT = 10;
/** Pictures of numbers kept; beyond it all are made anew. */
const MOST_KEPT = 800;

const paths = new Map<string, Path2D>();
const kept = new Map<string, HTMLCanvasElement>();

/** A number as it is written on a piece: short, and with its sign where the layer asks for one. */
export function short(value: number, signed = false): string {
  const size = Math.abs(value);
  const text = size < 10_000 ? String(size) : `${Math.round(size / 1000)}k`;
  if (value < 0) return `-${text}`;
  return signed ? `+${text}` : text;
}

/** How wide a text is at this height. */
export const textWidth = (text: string, height: number): number => (text.length * WIDTH * height) / HEIGHT;

/** Draws a number with its middle at (x, y), with a halo that keeps it readable on any ground. */
export function drawNumber(
  ctx: CanvasRenderingContext2D,
  text: string,
  x: number,
  y: number,
  height: number,
  ink: string,
  halo: string,
): void {
  const px = Math.max(5, Math.round(height));
  const key = `${text}|${px}|${ink}|${halo}`;
  let picture = kept.get(key);
  if (!picture) {
    if (kept.size >= MOST_KEPT) kept.clear();
    picture = paint(text, px, ink, halo);
    kept.set(key, picture);
  }
  ctx.drawImage(picture, Math.round(x - picture.width / 2), Math.round(y - picture.height / 2));
}

function paint(text: string, px: number, ink: string, halo: string): HTMLCanvasElement {
  const scale = px / HEIGHT;
  const canvas = document.createElement("canvas");
  const margin = Math.ceil(px * 0.2) + 1;
  canvas.width = Math.ceil(text.length * WIDTH * scale) + 2 * margin;
  canvas.height = px + 2 * margin;
  const ctx = canvas.getContext("2d");
  if (!ctx) return canvas;
  ctx.lineCap = "round";
  ctx.lineJoin = "round";
  for (const [colour, width] of [
    [halo, 4.2],
    [ink, 1.75],
  ] as const) {
    ctx.strokeStyle = colour;
    ctx.lineWidth = width;
    [...text].forEach((sign, index) => {
      ctx.setTransform(scale, 0, 0, scale, margin + index * WIDTH * scale, margin);
      ctx.stroke(strokesOf(sign));
    });
  }
  return canvas;
}

function strokesOf(sign: string): Path2D {
  let path = paths.get(sign);
  if (!path) {
    path = new Path2D(STROKES[sign] ?? "");
    paths.set(sign, path);
  }
  return path;
}
