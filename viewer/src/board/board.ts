// The board on its canvas: ground, pieces, what happens, and what a person points at.

import { scaleOf, type Art, type Look } from "../film/art.ts";
import type { Frame, Item, Mark, Plane } from "../film/frame.ts";
import type { Glyphs } from "../film/header.ts";
import { Camera } from "./camera.ts";
import { Effects } from "./effects.ts";
import { Digits } from "./glyphs.ts";
import { Ground, groundLooks, windowOf, type Window } from "./ground.ts";
import { Labels } from "./labels.ts";
import { Motion, type Pose } from "./motion.ts";
import type { Sprites } from "./sprites.ts";

/** Numbers on cells narrower than this could not be read. */
const LEAST_LABELLED = 14;
/** Numbers beside the board are drawn where a cell has at least this many pixels. */
const LEAST_RULED = 5;

/** Cells that a person can choose among, and where the keyboard's cursor is. */
export interface Pointing {
  hover: number;
  cursor: number;
  /** Cells that can be chosen now. */
  open: ReadonlySet<number>;
  /** Cells already chosen in this draft. */
  chosen: readonly number[];
}

/** One canvas, one game. */
export class Board {
  readonly camera = new Camera();
  readonly pointing: Pointing = { hover: -1, cursor: -1, open: new Set(), chosen: [] };
  private readonly ctx: CanvasRenderingContext2D;
  private readonly motion = new Motion();
  private readonly effects = new Effects();
  private readonly digits: Digits;
  private readonly labels: Labels;
  private readonly ground = new Ground();
  private readonly under = document.createElement("canvas");
  private readonly onGround: Look[];
  private readonly pieces: Look[];
  private underKey = "";
  private underPlanes: (Plane | undefined)[] = [];
  private frame: Frame | null = null;
  private order = new WeakMap<Plane, Item[]>();
  private ratio = 1;
  private isDirty = true;

  constructor(
    readonly canvas: HTMLCanvasElement,
    private readonly art: Art,
    glyphs: Glyphs,
    private sprites: Sprites,
  ) {
    this.digits = new Digits(glyphs);
    this.labels = new Labels(this.digits);
    const ctx = canvas.getContext("2d", { alpha: false });
    if (!ctx) throw new Error("this browser cannot draw on a canvas");
    this.ctx = ctx;
    this.onGround = groundLooks(art);
    this.pieces = art.looks.filter(look => !look.ground);
  }

  /** Changes the theme. */
  dress(sprites: Sprites): void {
    this.sprites = sprites;
    this.underKey = "";
    this.isDirty = true;
  }

  /** Fits the canvas to its box on the page. */
  resize(width: number, height: number, ratio: number): void {
    const [w, h] = [Math.max(1, Math.round(width * ratio)), Math.max(1, Math.round(height * ratio))];
    if (this.canvas.width !== w || this.canvas.height !== h) [this.canvas.width, this.canvas.height] = [w, h];
    this.ratio = ratio;
    this.camera.resize(w, h, ratio, this.frame?.width ?? 1, this.frame?.height ?? 1);
    this.touch();
  }

  /** Something about the picture changed. */
  touch(): void {
    this.isDirty = true;
  }

  /** Shows a frame; `length` milliseconds of motion lead to it, 0 for none. */
  show(frame: Frame, marks: readonly Mark[], now: number, length: number): void {
    const before = this.frame;
    this.frame = frame;
    if (!before || before.width !== frame.width || before.height !== frame.height) {
      this.camera.resize(this.canvas.width, this.canvas.height, this.ratio, frame.width, frame.height);
    }
    if (before && length > 0) {
      this.motion.begin(this.art.looks, before, frame, marks, now, length);
    } else {
      this.motion.clear();
    }
    this.effects.begin(marks, now, length);
    this.isDirty = true;
  }

  /** Draws if anything changed or moves. Says whether it drew. */
  draw(now: number): boolean {
    const { frame } = this;
    if (!frame || !(this.isDirty || this.motion.isMoving || this.effects.isMoving(now))) return false;
    this.isDirty = false;
    const seen = windowOf(this.camera, frame, this.canvas.width, this.canvas.height);
    this.drawUnder(frame, seen, now);
    this.ctx.drawImage(this.under, 0, 0);
    for (const look of this.pieces) this.drawLayer(this.ctx, look, frame, seen, now);
    this.drawLabels(frame, seen, now);
    this.effects.draw(this.ctx, this.camera, frame, this.sprites.palette, now);
    this.drawPointing(frame);
    this.motion.sweep(now);
    // The ground keeps the last moment of what moved on it, so it is drawn once more at rest.
    if (!this.motion.isMoving) this.underKey = this.underKey.replace(/^moving.*/, "");
    return true;
  }

  private drawUnder(frame: Frame, seen: Window, now: number): void {
    const { camera, canvas, under } = this;
    const planes = this.onGround.map(look => frame.planes[look.layer]);
    const key = `${camera.cell},${camera.x},${camera.y},${canvas.width},${canvas.height}`;
    const isSame = key === this.underKey && planes.every((plane, index) => plane === this.underPlanes[index]);
    if (isSame) return;
    if (under.width !== canvas.width || under.height !== canvas.height) {
      [under.width, under.height] = [canvas.width, canvas.height];
    }
    const ctx = under.getContext("2d", { alpha: false });
    if (!ctx) return;
    ctx.fillStyle = this.sprites.palette.background;
    ctx.fillRect(0, 0, under.width, under.height);
    this.ground.drawTiles(ctx, this.art, this.sprites, camera, frame, seen);
    for (const look of this.onGround) this.drawLayer(ctx, look, frame, seen, now);
    this.ground.drawLines(ctx, this.sprites, camera, frame, seen);
    this.drawRulers(ctx, seen);
    this.underKey = this.motion.isMoving && this.onGround.length ? `moving ${key}` : key;
    this.underPlanes = planes;
  }

  private drawLayer(
    ctx: CanvasRenderingContext2D,
    look: Look,
    frame: Frame,
    seen: Window,
    now: number,
  ): void {
    const plane = frame.planes[look.layer];
    if (!plane) return;
    this.motion.leaving(look, now, (item, pose) => this.drawItem(ctx, look, item, pose, frame.width));
    const reach = look.span;
    for (const item of this.sorted(plane)) {
      const column = item.at % frame.width;
      const row = (item.at - column) / frame.width;
      const isSeen =
        column >= seen.left - reach &&
        column <= seen.right + 1 &&
        row >= seen.top - reach &&
        row <= seen.bottom + 1;
      const pose = this.motion.pose(item, look, now);
      if (isSeen || pose.dx || pose.dy) this.drawItem(ctx, look, item, pose, frame.width);
    }
  }

  /** Signs, numbers and bars, after all pieces so that none covers them. */
  private drawLabels(frame: Frame, seen: Window, now: number): void {
    const { cell, x, y } = this.camera;
    if (cell < LEAST_LABELLED) return;
    for (const look of this.art.looks) {
      if (!look.badge && look.label.kind === "none") continue;
      for (const item of this.sorted(frame.planes[look.layer] ?? new Map())) {
        const column = item.at % frame.width;
        const row = (item.at - column) / frame.width;
        if (
          column < seen.left - look.span ||
          column > seen.right ||
          row < seen.top - look.span ||
          row > seen.bottom
        )
          continue;
        const pose = this.motion.pose(item, look, now);
        const [left, top] = [x + (column + pose.dx) * cell, y + (row + pose.dy) * cell];
        this.ctx.globalAlpha = pose.alpha;
        this.labels.draw(this.ctx, this.sprites, look, item, left, top, cell);
      }
    }
    this.ctx.globalAlpha = 1;
  }

  /** From top to bottom, so that overlapping pictures overlap alike however the frame came about. */
  private sorted(plane: Plane): Item[] {
    let items = this.order.get(plane);
    if (!items) {
      items = [...plane.values()].sort((a, b) => a.at - b.at || a.seat - b.seat);
      this.order.set(plane, items);
    }
    return items;
  }

  private drawItem(ctx: CanvasRenderingContext2D, look: Look, item: Item, pose: Pose, columns: number): void {
    const { cell, x, y } = this.camera;
    const span = Math.max(1, look.span);
    const box = cell * span;
    const column = item.at % columns;
    const left = x + (column + pose.dx) * cell;
    const top = y + ((item.at - column) / columns + pose.dy) * cell;
    const side = box * scaleOf(look, item.value) * pose.scale;
    if (side <= 0) return;
    const bitmap = this.sprites.ofItem(look, item.seat, item.value, cell, box * scaleOf(look, item.value));
    if (bitmap) {
      ctx.globalAlpha = pose.alpha;
      const inset = (box - side) / 2;
      if (pose.scale === 1) ctx.drawImage(bitmap, Math.round(left + inset), Math.round(top + inset));
      else ctx.drawImage(bitmap, left + inset, top + inset, side, side);
    }
    ctx.globalAlpha = 1;
  }

  /** Column and row numbers beside the board, as many as there is room for. */
  private drawRulers(ctx: CanvasRenderingContext2D, seen: Window): void {
    const { cell, x, y } = this.camera;
    if (cell < LEAST_RULED) return;
    const height = Math.min(9.5 * this.ratio, Math.max(7 * this.ratio, cell * 0.3));
    const every = [1, 2, 5, 10, 20, 50].find(step => step * cell >= this.digits.width("000", height)) ?? 100;
    const { faint, background } = this.sprites.palette;
    const above = Math.max(height * 0.9, y - height * 1.1);
    const beside = Math.max(height * 1.1, x - height * 1.4);
    for (let column = seen.left; column <= seen.right; column++) {
      if (column % every) continue;
      this.digits.draw(ctx, String(column), x + (column + 0.5) * cell, above, height, faint, background);
    }
    for (let row = seen.top; row <= seen.bottom; row++) {
      if (row % every) continue;
      this.digits.draw(ctx, String(row), beside, y + (row + 0.5) * cell, height, faint, background);
    }
  }

  private drawPointing(frame: Frame): void {
    const { open, chosen, hover, cursor } = this.pointing;
    const { ink, background } = this.sprites.palette;
    for (const at of open) this.outline(frame, at, "#ffd23f", 0.2, at === hover ? 0.5 : 0.28);
    for (const at of chosen) this.outline(frame, at, ink, 0.12, 0);
    if (hover >= 0 && !open.has(hover)) this.outline(frame, hover, ink, 0.06, 0);
    if (cursor >= 0) {
      this.outline(frame, cursor, background, 0.2, 0);
      this.outline(frame, cursor, ink, 0.1, 0);
    }
  }

  private outline(frame: Frame, at: number, colour: string, thick: number, tint: number): void {
    const { ctx } = this;
    const { cell, x, y } = this.camera;
    const width = Math.max(1.5 * this.ratio, Math.min(4 * this.ratio, cell * thick));
    const left = x + (at % frame.width) * cell;
    const top = y + Math.floor(at / frame.width) * cell;
    ctx.save();
    if (tint) {
      ctx.globalAlpha = tint;
      ctx.fillStyle = colour;
      ctx.fillRect(left, top, cell, cell);
      ctx.globalAlpha = 1;
    }
    ctx.strokeStyle = colour;
    ctx.lineWidth = width;
    ctx.strokeRect(left + width / 2, top + width / 2, cell - width, cell - width);
    ctx.restore();
  }
}
