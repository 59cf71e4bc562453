// The game's pictures, coloured for each seat and kept as bitmaps of the size in which they are drawn.

import type { Frame } from "../film/frame.ts";
import { FAR_BELOW, PAINT, SHADE, TINT, spriteOf, type Art, type Look, type Palette } from "../film/art.ts";

/** Bitmaps kept; beyond it all are made anew. */
const MOST_BITMAPS = 1500;
/** The largest bitmap's side in pixels. */
const MOST_SIDE = 2048;
/** The side of a picture, in its own units. */
const SIDE = 64;
/** Pictures lie this far apart on a sheet, so that none shows at another's edge. */
const PITCH = SIDE + 8;

type Bitmap = HTMLCanvasElement;

/** Where a picture is: the image that holds it, and its corner there. */
interface Place {
  image: HTMLImageElement;
  x: number;
  y: number;
}

/** All pictures of a game in one theme. */
export class Sprites {
  /** By the coloured text of the picture. */
  private readonly places = new Map<string, Place>();
  private bitmaps = new Map<string, Map<number, Bitmap | null>>();
  private bitmapCount = 0;

  private constructor(
    private readonly art: Art,
    readonly palette: Palette,
    private readonly seats: number,
  ) {}

  /**
   * Loads every picture that this many seats can need, or only those of one frame, which is quicker; the others come
   * with `complete`. A picture that is not one is left out.
   */
  static async load(art: Art, palette: Palette, seats: number, first: Frame | null = null): Promise<Sprites> {
    const sprites = new Sprites(art, palette, seats);
    await sprites.add(first ? sprites.neededBy(first) : sprites.needed());
    return sprites;
  }

  /** Loads what is not there yet. */
  async complete(): Promise<void> {
    await this.add(this.needed());
    for (const sizes of this.bitmaps.values()) {
      for (const [key, bitmap] of sizes) if (!bitmap) sizes.delete(key);
    }
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

  private async add(wanted: Iterable<[string, number]>): Promise<void> {
    const texts = new Set<string>();
    for (const [svg, seat] of wanted) {
      const text = svg && this.coloured(svg, seat);
      if (text && !this.places.has(text)) texts.add(text);
    }
    if (texts.size > 0 && !(await this.loadSheet([...texts])))
      await Promise.all([...texts].map(text => this.loadSheet([text])));
  }

  private *neededBy(frame: Frame): Generator<[string, number]> {
    yield* this.neededAlways();
    for (const look of this.art.looks) {
      for (const { seat, value } of frame.planes[look.layer]?.values() ?? []) {
        const sprite = spriteOf(look, seat, value);
        if (!sprite) continue;
        yield [sprite.svg, seat];
        if (sprite.far) yield [sprite.far, seat];
      }
    }
  }

  private *neededAlways(): Generator<[string, number]> {
    for (const tile of this.art.tiles) yield [tile, -1];
    for (let seat = 0; seat < this.seats; seat++) yield [this.art.badges[seat] ?? "", seat];
  }

  private *needed(): Generator<[string, number]> {
    yield* this.neededAlways();
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

  /** Loads pictures as one sheet: an image for each would take ten times as long. False if one of them is not one. */
  private async loadSheet(texts: readonly string[]): Promise<boolean> {
    const columns = Math.ceil(Math.sqrt(texts.length));
    const image = new Image();
    const corner = (index: number): [number, number] => [
      (index % columns) * PITCH,
      Math.floor(index / columns) * PITCH,
    ];
    const parts = texts.map((text, index) => {
      const [x, y] = corner(index);
      return text.replace("<svg ", `<svg x="${x}" y="${y}" `);
    });
    const side = columns * PITCH;
    const sheet = `<svg xmlns="http://www.w3.org/2000/svg" width="${side}" height="${side}">${parts.join("")}</svg>`;
    image.src = `data:image/svg+xml,${encodeURIComponent(sheet)}`;
    try {
      await image.decode();
    } catch {
      return false;
    }
    texts.forEach((text, index) => {
      const [x, y] = corner(index);
      this.places.set(text, { image, x, y });
    });
    return true;
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
    const place = this.places.get(this.coloured(svg, seat));
    if (!place) return null;
    const canvas = document.createElement("canvas");
    canvas.width = canvas.height = side;
    canvas.getContext("2d")?.drawImage(place.image, place.x, place.y, SIDE, SIDE, 0, 0, side, side);
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
