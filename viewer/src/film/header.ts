// A film's first line: everything that does not change during the match.

import type { Art, Label, Look, Palette, Sprite } from "./art.ts";
import * as limits from "./limits.ts";
import { BadFilm } from "./limits.ts";
import { colour, flag, list, maybe, number, object, text, whole, word } from "./shape.ts";

/** Where a block is, and what it holds. */
export interface Place {
  readonly offset: number;
  /** Its first decision. */
  readonly decision: number;
  /** How many decisions it has. */
  readonly steps: number;
  /** How far the match is, in the game's unit. */
  readonly now: number;
  readonly isKey: boolean;
}

export interface GameFacts {
  name: string;
  title: string;
  about: string;
  version: number;
  unit: string;
  seat_names: string[];
  gauges: string[];
  layers: { name: string; per_seat: boolean; max: number }[];
  art: Art;
}

export interface MatchResult {
  places: number[];
  scores: number[];
  faults: (string | null)[];
  why: string;
}

export interface MatchFacts {
  players: { name: string }[];
  seed: string | null;
  clock: string;
  tier: string | null;
  notes: string[];
  result: MatchResult | null;
  incomplete: string | null;
}

/** Digits as strokes: every sign has a width and a path. */
export interface Glyphs {
  height: number;
  pen: number;
  gap: number;
  signs: Record<string, [number, string]>;
}

export interface Header {
  game: GameFacts;
  glyphs: Glyphs;
  match: MatchFacts;
  board: { width: number; height: number };
  of: number;
  eye: number | null;
  eyes: number[];
  live: boolean;
  /** Which attempt at the match it is. */
  take: number | null;
  from: number;
  problem: string | null;
  phrases: string[];
  blocks: Place[];
  stderr: { seat: number; parts: [number, string][] }[] | null;
}

/** The most characters of a picture. */
const MOST_SVG = 65_536;
const sentence = text(limits.MOST_SENTENCE_BYTES);
const name = text(limits.MOST_NAME_BYTES);
const seat = whole(0, limits.MOST_SEATS - 1);
const colours = list(limits.MOST_SEATS, colour);

const palette = object<Palette>({
  background: colour,
  panel: colour,
  ink: colour,
  faint: colour,
  line: colour,
  line_percent: whole(0, 100),
  paints: list(16, colour),
  seats: colours,
  shades: colours,
  tints: colours,
});

const sprite = object<Sprite>({
  seat: maybe(seat),
  from: whole(-32_768, 32_767),
  svg: text(MOST_SVG),
  far: maybe(text(MOST_SVG)),
});

const value = whole(-32_768, 32_767);

function label(given: unknown, where: string): Label {
  const { kind } = object<{ kind: Label["kind"] }>({
    kind: word("none", "number", "corner", "health", "progress"),
  })(given, where);
  switch (kind) {
    case "none":
      return { kind };
    case "number":
    case "corner":
      return { kind, from: object<{ from: number }>({ from: value })(given, where).from };
    case "health":
    case "progress":
      return { kind, max: Math.max(1, object<{ max: number }>({ max: value })(given, where).max) };
  }
}

const look = object<Look>({
  layer: whole(0, limits.MOST_LAYERS - 1),
  sprites: list(256, sprite),
  label,
  span: whole(1, 16),
  size: object<Look["size"]>({ least: whole(0, 255), most: whole(0, 255), full: value }),
  motion: word("glide", "pop", "fade"),
  ground: flag,
  badge: flag,
});

const game = object<GameFacts>({
  name,
  title: name,
  about: sentence,
  version: whole(0, 0xffff_ffff),
  unit: name,
  seat_names: list(limits.MOST_SEATS, name),
  gauges: list(limits.MOST_LAYERS, name),
  layers: list(limits.MOST_LAYERS, object<GameFacts["layers"][number]>({ name, per_seat: flag, max: value })),
  art: object<Art>({
    light: palette,
    dark: palette,
    tiles: list(64, text(MOST_SVG)),
    badges: list(limits.MOST_SEATS, text(MOST_SVG)),
    looks: list(limits.MOST_LAYERS, look),
  }),
});

const contest = object<MatchFacts>({
  players: list(limits.MOST_SEATS, object<{ name: string }>({ name })),
  seed: maybe(name),
  clock: sentence,
  tier: maybe(name),
  notes: list(limits.MOST_NOTES, sentence),
  result: maybe(
    object<MatchResult>({
      places: list(limits.MOST_SEATS, whole(0, limits.MOST_SEATS)),
      scores: list(limits.MOST_SEATS, number),
      faults: list(limits.MOST_SEATS, maybe(sentence)),
      why: sentence,
    }),
  ),
  incomplete: maybe(sentence),
});

const place = (given: unknown, where: string): Place => {
  // By hand: there are tens of thousands of blocks in a long film.
  const isWhole = (each: unknown): boolean =>
    typeof each === "number" && Number.isInteger(each) && each >= 0 && each <= 0xffff_ffff;
  const numbers =
    Array.isArray(given) && given.length === 5 && given.every(isWhole) ? (given as number[]) : [];
  const [offset = 0, decision = 0, steps = 0, now = 0, key = 0] = numbers;
  if (numbers.length !== 5 || steps > limits.MOST_BLOCK_STEPS) {
    throw new BadFilm(`The film's header is not right: ${where} does not say where a block is.`);
  }
  return { offset, decision, steps, now, isKey: key === 1 };
};

const part = (given: unknown, where: string): [number, string] => {
  if (!Array.isArray(given)) throw new BadFilm(`The film's header is not right: ${where} should be a list.`);
  return [
    whole(0, limits.MOST_STEPS)(given[0], `${where}[0]`),
    text(limits.MOST_STDERR_BYTES)(given[1], `${where}[1]`),
  ];
};

const signs = (given: unknown, where: string): Glyphs["signs"] => {
  const entries = Object.entries(object<object>({})(given, where) && (given as object));
  if (entries.length > 64) throw new BadFilm(`The film's header is not right: ${where} has too many signs.`);
  return Object.fromEntries(
    entries.map(([sign, glyph]: [string, unknown]) => {
      const [width, path] = Array.isArray(glyph) ? (glyph as unknown[]) : [];
      return [sign, [number(width, `${where}.${sign}[0]`), text(1024)(path, `${where}.${sign}[1]`)]];
    }),
  );
};

const header = object<Header>({
  game,
  glyphs: object<Glyphs>({ height: number, pen: number, gap: number, signs }),
  match: contest,
  board: object<Header["board"]>({ width: whole(1, limits.MOST_SIDE), height: whole(1, limits.MOST_SIDE) }),
  of: whole(0, 0xffff_ffff),
  eye: maybe(seat),
  eyes: list(limits.MOST_SEATS, seat),
  live: flag,
  take: maybe(whole(0, Number.MAX_SAFE_INTEGER)),
  from: whole(0, limits.MOST_STEPS),
  problem: maybe(sentence),
  phrases: list(limits.MOST_PHRASES, text(limits.MOST_PHRASE_BYTES)),
  blocks: list(limits.MOST_BLOCKS, place),
  stderr: maybe(
    list(
      limits.MOST_SEATS,
      object<{ seat: number; parts: [number, string][] }>({ seat, parts: list(limits.MOST_STEPS, part) }),
    ),
  ),
});

/** Reads the header line. A film of another format is told from something that is no film at all. */
export function parseHeader(line: string): Header {
  let given: unknown;
  try {
    given = JSON.parse(line);
  } catch {
    throw new BadFilm("This is not a film: its first line is not JSON.");
  }
  const format = (given as { film?: unknown } | null)?.film;
  if (format === undefined) throw new BadFilm("This is not a film: its first line has no format number.");
  if (format !== limits.FORMAT) {
    throw new BadFilm(
      `This film has format ${String(format).slice(0, 20)}, this page reads format ${limits.FORMAT}; open it with a newer page.`,
    );
  }
  const read = header(given, "");
  if (read.match.players.length === 0) throw new BadFilm("The film's header is not right: nobody plays.");
  checkOrder(read.blocks);
  return read;
}

function checkOrder(blocks: readonly Place[]): void {
  blocks.forEach((block, index) => {
    const before = blocks[index - 1];
    const isInOrder =
      !before || (block.offset >= before.offset && block.decision === before.decision + before.steps);
    if (!isInOrder) throw new BadFilm(`The film's header is not right: block ${index} is out of order.`);
  });
}
