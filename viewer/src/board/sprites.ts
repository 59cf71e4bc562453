// The game's pictures, coloured for each seat and kept as bitmaps of the size in which they are drawn.

import { FAR_BELOW, PAINT, SHADE, TINT, spriteOf, type Art, type Look, type Palette } from "../film/art.ts";

/** Bitmaps kept; beyond it all are made anew. */
const MOST_BITMAPS = 1500;
/** The largest bitmap's side in pixels. */
const MOST_SIDE = 2048;
/** The side of a picture, in its own units. */
const SIDE = 64;

type Bitmap = HTMLCanvasElement;

/** All pictures of a game in one theme. */
export class Sprites {
  private readonly images = new Map<string, HTMLImageElement | null>();
  private bitmaps = new Map<string, Map<number, Bitmap | null>>();
  private bitmapCount = 0;

  private constructor(
    private readonly art: Art,
    readonly palette: Palette,
    private readonly seats: number,
  ) {}

  /** Loads every picture that this many seats can need. A picture that is not one is left out. */
  static async load(art: Art, palette: Palette, seats: number): Promise<Sprites> {
    const sprites = new Sprites(art, palette, seats);
    const wanted = [...sprites.needed()];
    await Promise.all(wanted.map(([svg, seat]) => sprites.loadImage(svg, seat)));
    return sprites;
  }

  /** The bitmap of a layer's item. */
  ofItem(look: Look, seat: number, value: number, cell: number, px: number): Bitmap | null {
    const sprite = spriteOf(look, seat, value);
    if (!sprite) return null;
    return this.bitmap(cell < FAR_BELOW && sprite.far ? sprite.far : sprite.svg, seat, px);
  }

  /** The bitmap of a ground tile. */
  tile(index: number, px: number): Bitmap | null {
    return this.bitmap(this.art.tiles[index] ?? "", -1, px);
  }

  /** The bitmap of a seat's sign. */
  badge(seat: number, px: number): Bitmap | null {
    return this.bitmap(this.art.badges[seat] ?? "", seat, px);
  }

  /** An address under which a picture can be shown outside the canvas. */
  address(svg: string, seat: number): string {
    return `data:image/svg+xml,${encodeURIComponent(this.coloured(svg, seat))}`;
  }

  private *needed(): Generator<[string, number]> {
    for (const tile of this.art.tiles) yield [tile, -1];
    for (let seat = 0; seat < this.seats; seat++) yield [this.art.badges[seat] ?? "", seat];
    for (const look of this.art.looks) {
      for (const sprite of look.sprites) {
        const seats = sprite.seat === null ? [-1, ...Array(this.seats).keys()] : [sprite.seat];
        for (const seat of seats) {
          yield [sprite.svg, seat];
          if (sprite.far) yield [sprite.far, seat];
        }
      }
    }
  }

  private async loadImage(svg: string, seat: number): Promise<void> {
    const text = this.coloured(svg, seat);
    if (this.images.has(text) || !svg) return;
    const image = new Image();
    this.images.set(text, image);
    image.src = `data:image/svg+xml,${encodeURIComponent(text)}`;
    await image.decode().catch(() => this.images.set(text, null));
  }

  private bitmap(svg: string, seat: number, px: number): Bitmap | null {
    const side = Math.min(MOST_SIDE, Math.max(1, Math.round(px)));
    // Numbers as keys: joining texts for each piece of each frame would cost more than drawing it.
    const key = (seat + 1) * (MOST_SIDE + 1) + side;
    const known = this.bitmaps.get(svg)?.get(key);
    if (known !== undefined) return known;
    if (++this.bitmapCount > MOST_BITMAPS) {
      this.bitmaps = new Map();
      this.bitmapCount = 1;
    }
    const made = this.paint(svg, seat, side);
    const sizes = this.bitmaps.get(svg) ?? new Map<number, Bitmap | null>();
    this.bitmaps.set(svg, sizes.set(key, made));
    return made;
  }

  private paint(svg: string, seat: number, side: number): Bitmap | null {
    const image = this.images.get(this.coloured(svg, seat));
    if (!image) return null;
    const canvas = document.createElement("canvas");
    canvas.width = canvas.height = side;
    canvas.getContext("2d")?.drawImage(image, 0, 0, side, side);
    return canvas;
  }

  private coloured(svg: string, seat: number): string {
    const { palette } = this;
    return svg
      .replaceAll("currentColor", palette.seats[seat] ?? palette.faint)
      .replaceAll(SHADE, palette.shades[seat] ?? palette.faint)
      .replaceAll(TINT, palette.tints[seat] ?? palette.faint)
      .replace(PAINT, (_, digit: string) => palette.paints[parseInt(digit, 16)] ?? palette.faint)
      .replace("<svg ", `<svg width="${SIDE}" height="${SIDE}" `);
  }
}
