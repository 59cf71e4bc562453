// How a game looks, as the film's header says it. The Rust side is `crates/core/src/art`.

/** The colour in pictures that stands for a darker one of the seat. */
export const SHADE = "#123456";
/** The colour in pictures that stands for a lighter one of the seat. */
export const TINT = "#654321";
/** What the colours that stand for the theme's paints begin with; one hexadecimal digit follows. */
export const PAINT = /#a0000([0-9a-f])(?![0-9a-f])/gi;
/** The width of a cell in pixels below which a plainer picture is shown. */
export const FAR_BELOW = 24;

export interface Palette {
  background: string;
  panel: string;
  ink: string;
  faint: string;
  line: string;
  line_percent: number;
  paints: string[];
  seats: string[];
  shades: string[];
  tints: string[];
}

export interface Sprite {
  seat: number | null;
  from: number;
  svg: string;
  far: string | null;
}

export type Label =
  | { kind: "none" }
  | { kind: "number"; from: number }
  | { kind: "corner"; from: number }
  | { kind: "health"; max: number }
  | { kind: "progress"; max: number };

export interface Look {
  layer: number;
  sprites: Sprite[];
  label: Label;
  span: number;
  size: { least: number; most: number; full: number };
  motion: "glide" | "pop" | "fade";
  ground: boolean;
  badge: boolean;
}

export interface Art {
  light: Palette;
  dark: Palette;
  tiles: string[];
  badges: string[];
  looks: Look[];
}

/** The picture for a value of a seat: its own or else anybody's, with the largest `from` that the value reaches. */
export function spriteOf(look: Look, seat: number, value: number): Sprite | null {
  const size = Math.abs(value);
  let best: Sprite | null = null;
  for (const sprite of look.sprites) {
    if (sprite.from > size || (sprite.seat !== null && sprite.seat !== seat)) continue;
    const own = sprite.seat !== null;
    const bestOwn = best !== null && best.seat !== null;
    if (!best || (own && !bestOwn) || (own === bestOwn && sprite.from >= best.from)) best = sprite;
  }
  return best;
}

/** How large a picture is, as a share of its cells. */
export function scaleOf(look: Look, value: number): number {
  const { least, most, full } = look.size;
  const size = Math.abs(value);
  if (size >= full || full <= 1) return most / 100;
  const grown = Math.sqrt((Math.max(1, size) - 1) / (full - 1));
  return (least + (most - least) * grown) / 100;
}

/** Which of `count` ground tiles a cell shows; the same arithmetic as in Rust. */
export function tileOf(x: number, y: number, count: number): number {
  let mixed = (Math.imul(x, 0x9e3779b1) ^ Math.imul(y, 0x85ebca77)) >>> 0;
  mixed = Math.imul(mixed ^ (mixed >>> 15), 0x2c1b3c6d) >>> 0;
  return ((mixed ^ (mixed >>> 13)) >>> 0) % Math.max(1, count);
}
