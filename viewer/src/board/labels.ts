// What is written over a piece: its amount, a bar, the seat's sign.

import type { Look } from "../film/art.ts";
import type { Item } from "../film/frame.ts";
import { short, type Digits } from "./glyphs.ts";
import type { Sprites } from "./sprites.ts";

/** Plates on cells narrower than this would hide the pieces. */
const LEAST_CORNERED = 28;
const PLATE = "#14161ad9";
const WHITE = "#ffffff";

/** Draws labels. */
export class Labels {
  constructor(private readonly digits: Digits) {}

  /** Everything that a look wants to be written over its item. */
  draw(
    ctx: CanvasRenderingContext2D,
    sprites: Sprites,
    look: Look,
    item: Item,
    left: number,
    top: number,
    cell: number,
  ): void {
    const box = cell * look.span;
    const { label } = look;
    const amount = Math.abs(item.value);
    if (look.badge) this.badge(ctx, sprites, item.seat, left, top, cell);
    if (label.kind === "number" && amount >= label.from) this.middle(ctx, sprites, item, left, top, box);
    if (label.kind === "corner" && amount >= label.from && cell >= LEAST_CORNERED)
      this.corner(ctx, item, left, top, box);
    if (label.kind === "health" && amount < label.max)
      bar(ctx, amount / label.max, left, top, box, cell, true);
    if (label.kind === "progress") bar(ctx, amount / label.max, left, top, box, cell, false);
  }

  private badge(
    ctx: CanvasRenderingContext2D,
    sprites: Sprites,
    seat: number,
    left: number,
    top: number,
    cell: number,
  ): void {
    const bitmap = sprites.badge(seat, cell * 0.4);
    if (bitmap) ctx.drawImage(bitmap, Math.round(left), Math.round(top));
  }

  private middle(
    ctx: CanvasRenderingContext2D,
    sprites: Sprites,
    item: Item,
    left: number,
    top: number,
    box: number,
  ): void {
    const text = short(item.value);
    const height = this.fitting(text, box * 0.36, box * 0.72);
    const halo = sprites.palette.shades[item.seat] ?? PLATE;
    this.digits.draw(ctx, text, left + box / 2, top + box / 2, height, WHITE, halo);
  }

  private corner(ctx: CanvasRenderingContext2D, item: Item, left: number, top: number, box: number): void {
    const text = short(item.value);
    const height = this.fitting(text, Math.max(7, box * 0.24), box * 0.8);
    const pad = height * 0.32;
    const [width, high] = [this.digits.width(text, height) + 2 * pad, height + 1.6 * pad];
    const [x, y] = [left + box - width - box * 0.02, top + box - high - box * 0.02];
    ctx.fillStyle = PLATE;
    ctx.beginPath();
    ctx.roundRect(Math.round(x), Math.round(y), Math.round(width), Math.round(high), high * 0.3);
    ctx.fill();
    this.digits.draw(ctx, text, x + width / 2, y + high / 2, height, WHITE, null);
  }

  /** The height at which a text is no wider than it may be. */
  private fitting(text: string, height: number, most: number): number {
    const width = this.digits.width(text, height);
    return width <= most ? height : Math.max(6, (height * most) / width);
  }
}

/** A bar along the bottom. Its length tells, its colour only helps. */
function bar(
  ctx: CanvasRenderingContext2D,
  share: number,
  left: number,
  top: number,
  box: number,
  cell: number,
  isHealth: boolean,
): void {
  const height = Math.max(2, Math.round(cell * 0.1));
  const [x, width] = [Math.round(left + box * 0.1), Math.round(box * 0.8)];
  const y = Math.round(top + box - height - Math.max(2, box * 0.05));
  const full = Math.max(0, Math.min(1, share));
  ctx.fillStyle = PLATE;
  ctx.fillRect(x - 1, y - 1, width + 2, height + 2);
  ctx.fillStyle = isHealth ? (full > 0.5 ? "#58c26b" : full > 0.25 ? "#eab22e" : "#ef6a55") : "#e8c34a";
  ctx.fillRect(x, y, Math.max(1, Math.round(width * full)), height);
}
