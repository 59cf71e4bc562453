// What happened, drawn over the board: rings and arrows that fade, and stay while the match is paused.

import type { Palette } from "../film/art.ts";
import type { Frame, Mark } from "../film/frame.ts";
import type { Camera } from "./camera.ts";

/** Marks drawn at once; of more, only those that matter. */
const MOST_DRAWN = 48;
/** How long a mark is seen, in milliseconds, by weight. */
const LENGTH = [350, 800, 1400];
/** How much of a mark remains when it has faded. */
const REST = [0.22, 0.5, 0.8];

/** The marks of the latest steps. */
export class Effects {
  private marks: { mark: Mark; start: number }[] = [];
  private latest = 0;
  private isStill = true;

  /** New marks; earlier ones stay until they have faded. Without motion only these are shown, at rest. */
  begin(marks: readonly Mark[], now: number, length: number): void {
    this.isStill = length <= 0;
    const fading = this.isStill ? [] : this.marks.filter(({ mark, start }) => now - start < lengthOf(mark));
    this.latest = now;
    const placed = marks.filter(mark => mark.to >= 0);
    const few = placed.length <= MOST_DRAWN ? placed : placed.filter(mark => mark.weight > 0);
    this.marks = [...fading, ...few.slice(-MOST_DRAWN).map(mark => ({ mark, start: now }))].slice(
      -2 * MOST_DRAWN,
    );
  }

  /** Whether a mark is still fading. */
  isMoving(now: number): boolean {
    return !this.isStill && this.marks.some(({ mark, start }) => now - start < lengthOf(mark));
  }

  /** Draws them all. */
  draw(ctx: CanvasRenderingContext2D, camera: Camera, frame: Frame, palette: Palette, now: number): void {
    ctx.save();
    ctx.lineCap = "round";
    for (const { mark, start } of this.marks) {
      const done = this.isStill ? 1 : Math.max(0, Math.min(1, (now - start) / lengthOf(mark)));
      // Of what has faded, only the latest stays.
      if (done >= 1 && start !== this.latest) continue;
      const colour = palette.tints[mark.seat] ?? palette.ink;
      const edge = palette.shades[mark.seat] ?? palette.background;
      const alpha = 1 - (1 - (REST[mark.weight] ?? 0.3)) * done;
      drawMark(ctx, camera, frame, mark, colour, edge, done, alpha);
    }
    ctx.restore();
  }
}

const lengthOf = (mark: Mark): number => LENGTH[mark.weight] ?? 350;

function drawMark(
  ctx: CanvasRenderingContext2D,
  camera: Camera,
  frame: Frame,
  mark: Mark,
  colour: string,
  edge: string,
  done: number,
  alpha: number,
): void {
  const { cell } = camera;
  const middle = (at: number): [number, number] => [
    camera.x + ((at % frame.width) + 0.5) * cell,
    camera.y + (Math.floor(at / frame.width) + 0.5) * cell,
  ];
  const [x, y] = middle(mark.to);
  const thick = Math.max(1.2, cell * (mark.weight ? 0.07 : 0.045));
  const strokes: [string, number][] = [
    [edge, thick * 2.1],
    [colour, thick],
  ];
  ctx.globalAlpha = alpha;
  for (const [stroke, width] of strokes) {
    ctx.strokeStyle = stroke;
    ctx.lineWidth = width;
    ctx.beginPath();
    if (mark.from >= 0 && mark.from !== mark.to) arrow(ctx, middle(mark.from), [x, y], cell);
    else corners(ctx, x, y, cell, mark.weight, done);
    ctx.stroke();
  }
}

/** A line that leaves both ends free, with a head. */
function arrow(
  ctx: CanvasRenderingContext2D,
  from: [number, number],
  to: [number, number],
  cell: number,
): void {
  const [dx, dy] = [to[0] - from[0], to[1] - from[1]];
  const length = Math.hypot(dx, dy) || 1;
  const [ux, uy] = [dx / length, dy / length];
  const gap = Math.min(cell * 0.4, length * 0.3);
  const [x1, y1] = [from[0] + ux * gap * 0.4, from[1] + uy * gap * 0.4];
  const [x2, y2] = [to[0] - ux * gap, to[1] - uy * gap];
  const head = cell * 0.17;
  ctx.moveTo(x1, y1);
  ctx.lineTo(x2, y2);
  ctx.moveTo(x2 - ux * head - uy * head, y2 - uy * head + ux * head);
  ctx.lineTo(x2, y2);
  ctx.lineTo(x2 - ux * head + uy * head, y2 - uy * head - ux * head);
}

/** Four corners around a cell, which close in on it. */
function corners(
  ctx: CanvasRenderingContext2D,
  x: number,
  y: number,
  cell: number,
  weight: number,
  done: number,
): void {
  const half = cell * (0.47 + (weight * 0.12 + 0.1) * (1 - done));
  const arm = cell * 0.2;
  for (const [sx, sy] of [
    [-1, -1],
    [1, -1],
    [1, 1],
    [-1, 1],
  ] as const) {
    ctx.moveTo(x + sx * half, y + sy * (half - arm));
    ctx.lineTo(x + sx * half, y + sy * half);
    ctx.lineTo(x + sx * (half - arm), y + sy * half);
  }
}
