// One decision in a film: the answers, the clocks, what changed on the board, numbers, and what happened.

import type { Bytes } from "./bytes.ts";
import { keyOf, type Item, type Mark } from "./frame.ts";
import {
  BadFilm,
  MOST_ANSWER_BYTES,
  MOST_ITEMS,
  MOST_LAYERS,
  MOST_MARKS,
  MOST_SEATS,
  MOST_SENTENCE_BYTES,
} from "./limits.ts";
import type { Phrases } from "./phrases.ts";

/** What a seat said, as recorded. */
export interface Answer {
  readonly seat: number;
  readonly text: string;
  /** Bytes that were left out of the text. */
  readonly cut: number;
  readonly wallMicros: number;
  readonly cpuMicros: number;
  readonly fault: { readonly kind: string; readonly why: string } | null;
}

/** The part of a decision that is read, not drawn. */
export interface Step {
  readonly answers: readonly Answer[];
  readonly marks: readonly Mark[];
}

/** What a decision does to a frame in the making. */
export interface Sink {
  clock(seat: number, millis: number): void;
  gone(layer: number, key: number): void;
  /** Moves an item on by so many cells and changes its value by so much. */
  changed(layer: number, key: number, cells: number, more: number): void;
  put(item: Item): void;
  /** A number changes by so much, or is no longer shown. */
  number(slot: number, more: number | null): void;
}

/** In the order of `Fault::ALL` in Rust. */
const FAULTS = ["late", "gone", "garbled", "flooded"];
const GONE = 0;
const CHANGED = 1;
const NEW = 2;
const HAS_ID = 4;
const LAYER_SHIFT = 3;
const TENTH_MILLIS = 100;
const damaged = (what: string): never => {
  throw new BadFilm(`The film is damaged here: ${what}.`);
};

/** Reads one decision; the sink, if any, gets what changes the picture. */
export function readStep(bytes: Bytes, phrases: Phrases, cells: number, sink: Sink | null): Step {
  const answers = readAnswers(bytes, phrases);
  readClocks(bytes, sink);
  readChanges(bytes, cells, sink);
  readNumbers(bytes, sink);
  return { answers, marks: readMarks(bytes, phrases, cells) };
}

function readAnswers(bytes: Bytes, phrases: Phrases): Answer[] {
  const answers: Answer[] = [];
  for (let left = bytes.count(MOST_SEATS, "answers"); left > 0; left--) {
    const head = bytes.byte();
    const seat = readSeat(head >> 4);
    const wallMicros = bytes.number();
    const cpuMicros = bytes.number();
    const cut = bytes.number();
    // Three bytes at most for each that is not text.
    const text = phrases.read(bytes, 3 * MOST_ANSWER_BYTES);
    const kind = head & 15;
    const fault =
      kind === 0
        ? null
        : { kind: FAULTS[kind - 1] ?? "fault", why: phrases.read(bytes, 3 * MOST_SENTENCE_BYTES) };
    answers.push({ seat, text, cut, wallMicros, cpuMicros, fault });
  }
  return answers;
}

function readClocks(bytes: Bytes, sink: Sink | null): void {
  for (let left = bytes.count(MOST_SEATS, "clocks"); left > 0; left--) {
    const seat = bytes.byte();
    const tenths = bytes.number();
    sink?.clock(seat, tenths * TENTH_MILLIS);
  }
}

function readChanges(bytes: Bytes, cells: number, sink: Sink | null): void {
  for (let left = bytes.count(2 * MOST_ITEMS, "changes"); left > 0; left--) {
    const head = bytes.count(MOST_LAYERS << LAYER_SHIFT, "kinds of change");
    const layer = head >> LAYER_SHIFT;
    const hasId = (head & HAS_ID) !== 0;
    let [id, seat, at] = [0, -1, 0];
    if (hasId) {
      id = bytes.count(0xffff_ffff, "as an id");
    } else {
      seat = readSeat(bytes.byte());
      at = onBoard(bytes.number(), cells);
    }
    switch (head & 3) {
      case GONE:
        sink?.gone(layer, keyOf(id, seat, at));
        break;
      case CHANGED: {
        const moved = hasId ? bytes.signed() : 0;
        const more = bytes.signed();
        sink?.changed(layer, keyOf(id, seat, at), moved, more);
        break;
      }
      case NEW: {
        if (hasId) {
          seat = readSeat(bytes.byte());
          at = onBoard(bytes.number(), cells);
        }
        const value = bytes.signed();
        sink?.put({ layer, at, seat, value, id });
        break;
      }
      default:
        damaged("an unknown kind of change");
    }
  }
}

function readNumbers(bytes: Bytes, sink: Sink | null): void {
  for (let left = bytes.count(MOST_SEATS * (MOST_LAYERS + 1), "numbers"); left > 0; left--) {
    const slot = bytes.number();
    const more = readSlot(bytes);
    sink?.number(slot, more);
  }
}

/** A number that is shown, or null for one that is not. */
export function readSlot(bytes: Bytes): number | null {
  const folded = bytes.number() - 1;
  if (folded < 0) return null;
  return folded % 2 === 0 ? folded / 2 : -(folded + 1) / 2;
}

function readMarks(bytes: Bytes, phrases: Phrases, cells: number): Mark[] {
  const marks: Mark[] = [];
  for (let left = bytes.count(MOST_MARKS, "marks"); left > 0; left--) {
    const head = bytes.byte();
    const from = head & 4 ? onBoard(bytes.number(), cells) : -1;
    const to = head & 8 ? onBoard(bytes.signed() + Math.max(0, from), cells) : -1;
    const says = phrases.read(bytes, 3 * MOST_SENTENCE_BYTES);
    marks.push({ weight: head & 3, seat: readSeat(head >> 4), from, to, says });
  }
  return marks;
}

/** A whole picture: groups of one layer and seat, each with its cells in order. */
export function readWhole(bytes: Bytes, cells: number, put: (item: Item) => void): void {
  let total = 0;
  for (let groups = bytes.count(MOST_LAYERS * 16, "groups of items"); groups > 0; groups--) {
    const layer = bytes.byte();
    if (layer >= MOST_LAYERS) damaged("a layer that no game has");
    const seat = readSeat(bytes.byte());
    let at = 0;
    for (let left = bytes.count(MOST_ITEMS, "items"); left > 0; left--) {
      at = onBoard(at + bytes.number(), cells);
      const value = bytes.signed();
      put({ layer, at, seat, value, id: bytes.count(0xffff_ffff, "as an id") });
      if (++total > MOST_ITEMS) damaged(`more than ${MOST_ITEMS} items`);
    }
  }
}

function readSeat(byte: number): number {
  if (byte > MOST_SEATS) damaged("a seat that no match has");
  return byte - 1;
}

function onBoard(at: number, cells: number): number {
  if (!(at >= 0 && at < cells)) damaged("something that is not on the board");
  return at;
}
