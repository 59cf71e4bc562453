// The ground under all pieces, kept as one bitmap until something of it changes.

import { tileOf, type Art, type Look } from "../film/art.ts";
import type { Frame } from "../film/frame.ts";
import type { Camera } from "./camera.ts";
import type { Sprites } from "./sprites.ts";

/** The largest bitmap of bare tiles, in pixels per side; larger boards draw the tiles that are in sight. */
const MOST_SIDE = 1800;
/** Lines between cells narrower than this would only make them grey. */
const LEAST_LINED = 12;

/** Which cells are in sight: first and last column, first and last row. */
export interface Window {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

/** The cells of a board that a canvas of this size shows. */
export function windowOf(camera: Camera, frame: Frame, width: number, height: number): Window {
  const clamp = (value: number, most: number): number => Math.max(0, Math.min(most - 1, Math.floor(value)));
  return {
    left: clamp(-camera.x / camera.cell, frame.width),
    right: clamp((width - camera.x) / camera.cell, frame.width),
    top: clamp(-camera.y / camera.cell, frame.height),
    bottom: clamp((height - camera.y) / camera.cell, frame.height),
  };
}

/** Draws bare tiles and the lines between cells. */
export class Ground {
  private tiles: { canvas: HTMLCanvasElement; cell: number; sprites: Sprites } | null = null;

  /** The tiles of the cells in sight. */
  drawTiles(
    ctx: CanvasRenderingContext2D,
    art: Art,
    sprites: Sprites,
    camera: Camera,
    frame: Frame,
    seen: Window,
  ): void {
    const { cell } = camera;
    const [width, height] = [frame.width * cell, frame.height * cell];
    if (width > MOST_SIDE || height > MOST_SIDE) {
      paintTiles(ctx, art, sprites, cell, frame.width, camera.x, camera.y, seen);
      return;
    }
    if (this.tiles?.cell !== cell || this.tiles.sprites !== sprites || this.tiles.canvas.width !== width) {
      const canvas = document.createElement("canvas");
      [canvas.width, canvas.height] = [width, height];
      composeTiles(canvas, art, sprites, cell, frame.width, frame.height);
      this.tiles = { canvas, cell, sprites };
    }
    ctx.drawImage(this.tiles.canvas, camera.x, camera.y);
  }

  /** The lines between cells, and around the board. */
  drawLines(
    ctx: CanvasRenderingContext2D,
    sprites: Sprites,
    camera: Camera,
    frame: Frame,
    seen: Window,
  ): void {
    const { cell, x, y } = camera;
    const { line, line_percent } = sprites.palette;
    ctx.save();
    ctx.fillStyle = line;
    ctx.globalAlpha = line_percent / 100;
    const [width, height] = [frame.width * cell, frame.height * cell];
    if (cell >= LEAST_LINED) {
      const thick = Math.max(1, Math.round(cell / 48));
      for (let column = seen.left; column <= seen.right + 1; column++) {
        ctx.fillRect(x + column * cell, y, thick, height);
      }
      for (let row = seen.top; row <= seen.bottom + 1; row++) ctx.fillRect(x, y + row * cell, width, thick);
    }
    ctx.globalAlpha = Math.min(1, (line_percent + 20) / 100);
    const edge = Math.max(1, Math.round(cell / 24));
    ctx.fillRect(x - edge, y - edge, width + 2 * edge, edge);
    ctx.fillRect(x - edge, y + height, width + 2 * edge, edge);
    ctx.fillRect(x - edge, y, edge, height);
    ctx.fillRect(x + width, y, edge, height);
    ctx.restore();
  }
}

/** Whether these looks lie on the ground. */
export const groundLooks = (art: Art): Look[] => art.looks.filter(look => look.ground);

function paintTiles(
  ctx: CanvasRenderingContext2D,
  art: Art,
  sprites: Sprites,
  cell: number,
  columns: number,
  x: number,
  y: number,
  seen: Window,
): void {
  const bitmaps = art.tiles.map((_, index) => sprites.tile(index, cell));
  if (!bitmaps.length) return;
  for (let row = seen.top; row <= seen.bottom; row++) {
    for (let column = seen.left; column <= seen.right && column < columns; column++) {
      const bitmap = bitmaps[tileOf(column, row, bitmaps.length)];
      if (bitmap) ctx.drawImage(bitmap, x + column * cell, y + row * cell);
    }
  }
}

/** All tiles of a board, pixel by pixel: thousands of small pictures drawn one by one would take many times as long. */
function composeTiles(
  canvas: HTMLCanvasElement,
  art: Art,
  sprites: Sprites,
  cell: number,
  columns: number,
  rows: number,
): void {
  const ctx = canvas.getContext("2d");
  const tiles = art.tiles.map((_, index) => pixelsOf(sprites, index, cell));
  if (!ctx || tiles.length === 0) return;
  const picture = ctx.createImageData(canvas.width, canvas.height);
  const pixels = new Uint32Array(picture.data.buffer);
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      const tile = tiles[tileOf(column, row, tiles.length)];
      if (!tile) continue;
      let to = row * cell * canvas.width + column * cell;
      for (let from = 0; from < tile.length; from += cell) {
        for (let x = 0; x < cell; x++) pixels[to + x] = tile[from + x] ?? 0;
        to += canvas.width;
      }
    }
  }
  ctx.putImageData(picture, 0, 0);
}

/** A tile's pixels, on the colour that is around the board. */
function pixelsOf(sprites: Sprites, index: number, cell: number): Uint32Array {
  const canvas = document.createElement("canvas");
  canvas.width = canvas.height = cell;
  const ctx = canvas.getContext("2d", { willReadFrequently: true });
  const bitmap = sprites.tile(index, cell);
  if (!ctx) return new Uint32Array(cell * cell);
  ctx.fillStyle = sprites.palette.background;
  ctx.fillRect(0, 0, cell, cell);
  if (bitmap) ctx.drawImage(bitmap, 0, 0);
  return new Uint32Array(ctx.getImageData(0, 0, cell, cell).data.buffer);
}
