// Numbers on the board, drawn with the strokes that the film brings: no font is needed, and all draw the same.

import type { Glyphs } from "../film/header.ts";

/** Pictures of numbers kept; beyond it all are made anew. */
const MOST_KEPT = 800;

/** An amount as it is written on a piece. */
export function short(value: number): string {
  const size = Math.abs(value);
  return size < 10_000 ? String(size) : `${Math.floor(size / 1000)}k`;
}

/** Draws numbers. */
export class Digits {
  private readonly paths = new Map<string, Path2D>();
  private readonly kept = new Map<string, HTMLCanvasElement>();

  constructor(private readonly glyphs: Glyphs) {}

  /** How wide a text is at this height. */
  width(text: string, height: number): number {
    const scale = height / this.glyphs.height;
    const signs = [...text].reduce((sum, sign) => sum + this.widthOf(sign), 0);
    return (signs + this.glyphs.gap * (text.length - 1)) * scale;
  }

  /** Draws a number with its middle at (x, y), with a halo that keeps it readable on any ground. */
  draw(
    ctx: CanvasRenderingContext2D,
    text: string,
    x: number,
    y: number,
    height: number,
    ink: string,
    halo: string | null,
  ): void {
    const px = Math.max(5, Math.round(height));
    const key = `${text}|${px}|${ink}|${halo}`;
    let picture = this.kept.get(key);
    if (!picture) {
      if (this.kept.size >= MOST_KEPT) this.kept.clear();
      picture = this.paint(text, px, ink, halo);
      this.kept.set(key, picture);
    }
    ctx.drawImage(picture, Math.round(x - picture.width / 2), Math.round(y - picture.height / 2));
  }

  private widthOf(sign: string): number {
    return this.glyphs.signs[sign]?.[0] ?? 0;
  }

  private paint(text: string, px: number, ink: string, halo: string | null): HTMLCanvasElement {
    const scale = px / this.glyphs.height;
    const canvas = document.createElement("canvas");
    const margin = Math.ceil(px * 0.3) + 1;
    canvas.width = Math.ceil(this.width(text, px)) + 2 * margin;
    canvas.height = px + 2 * margin;
    const ctx = canvas.getContext("2d");
    if (!ctx) return canvas;
    ctx.lineCap = "round";
    ctx.lineJoin = "round";
    const pen = Math.max(this.glyphs.pen, 1.25 / scale);
    if (halo) this.write(ctx, text, scale, margin, halo, pen + 4);
    this.write(ctx, text, scale, margin, ink, pen);
    return canvas;
  }

  private write(
    ctx: CanvasRenderingContext2D,
    text: string,
    scale: number,
    margin: number,
    colour: string,
    pen: number,
  ): void {
    ctx.strokeStyle = colour;
    ctx.lineWidth = pen;
    let x = margin;
    for (const sign of text) {
      ctx.setTransform(scale, 0, 0, scale, x, margin);
      ctx.stroke(this.strokes(sign));
      x += (this.widthOf(sign) + this.glyphs.gap) * scale;
    }
  }

  private strokes(sign: string): Path2D {
    let path = this.paths.get(sign);
    if (!path) {
      path = new Path2D(this.glyphs.signs[sign]?.[1] ?? "");
      this.paths.set(sign, path);
    }
    return path;
  }
}
