// A film that can be entered at any decision. It may grow while its match is played.

import { Bytes } from "./bytes.ts";
import type { Frame, Mark } from "./frame.ts";
import { parseHeader, type Header, type Place } from "./header.ts";
import { BadFilm, MOST_PEAKS } from "./limits.ts";
import { Phrases } from "./phrases.ts";
import { Reader } from "./reader.ts";
import { readSlot, readStep, readWhole, type Answer, type Step } from "./step.ts";
import { unpack } from "./unpack.ts";

/** Something worth a sign on the time line. */
export interface Peak {
  readonly decision: number;
  /** 1 notable, 2 decisive, 3 a fault. */
  readonly kind: number;
  readonly seat: number;
}

/** One unit of progress: how it begins, and where its decisions are. */
export interface Block {
  readonly decision: number;
  steps: number;
  readonly now: number;
  readonly isKey: boolean;
  /** Gauges by seat, then scores. */
  readonly slots: readonly (number | null)[];
  readonly peaks: readonly Peak[];
  readonly reel: Reel;
  /** Where the picture (of a key) or the first decision begins. */
  readonly start: number;
  /** Milliseconds left when it begins, once that is known. */
  clocks: readonly (number | null)[] | null;
}

/** Bytes with the table of phrases that belongs to them. */
interface Reel {
  readonly body: Uint8Array;
  readonly phrases: Phrases;
}

/** Blocks whose decisions are kept once read. */
const MOST_TURNS_KEPT = 24;

/** A film. */
export class Film {
  readonly seats: number;
  readonly cells: number;
  blocks: Block[] = [];
  /** What cannot be shown, in sentences. */
  readonly problems: string[] = [];
  private turns = new Map<Block, Step[]>();
  private reader: Reader | null = null;

  private constructor(public header: Header) {
    this.seats = header.match.players.length;
    this.cells = header.board.width * header.board.height;
  }

  /** Opens a packed film. */
  static async open(packed: Uint8Array): Promise<Film> {
    const { header, body, problem } = await unpack(packed);
    const film = new Film(parseHeader(header));
    if (film.header.problem) film.problems.push(film.header.problem);
    if (problem) film.problems.push(problem);
    film.splice({ body, phrases: new Phrases(film.header.phrases) }, film.header.blocks);
    if (film.blocks.length === 0) {
      throw new BadFilm(`Nothing of this film can be shown. ${problem ?? "It has no pictures."}`);
    }
    // Without its first picture nothing of it can be shown; better to know now.
    film.frame(film.begin);
    return film;
  }

  /** Takes over what a later film of the same match adds. Says whether anything is new. */
  async extend(packed: Uint8Array): Promise<boolean> {
    const { header: line, body } = await unpack(packed);
    const header = parseHeader(line);
    const isSame =
      header.game.name === this.header.game.name &&
      header.board.width === this.header.board.width &&
      header.board.height === this.header.board.height &&
      header.match.players.length === this.seats;
    if (!isSame) throw new BadFilm("What the match sent is not its own film.");
    const [before, wasLive] = [this.end, this.header.live];
    const { stderr } = this.header;
    this.header = { ...header, stderr: header.stderr ?? stderr };
    this.blocks = this.blocks.filter(block => block.decision < header.from);
    this.splice({ body, phrases: new Phrases(header.phrases) }, header.blocks);
    this.turns.clear();
    this.reader = null;
    return this.end !== before || wasLive !== header.live;
  }

  /** How many decisions can be shown. */
  get end(): number {
    const last = this.blocks[this.blocks.length - 1];
    return last ? last.decision + last.steps : 0;
  }

  /** The first decision that can be shown. */
  get begin(): number {
    return this.blocks[0]?.decision ?? 0;
  }

  /** The place of the block that a position belongs to. */
  blockAt(position: number): number {
    let [low, high] = [0, this.blocks.length - 1];
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((this.blocks[middle]?.decision ?? 0) <= position) low = middle;
      else high = middle - 1;
    }
    return Math.max(0, low);
  }

  /** The block that shows this much progress, or the nearest before it. */
  blockOfTurn(now: number): number {
    let found = 0;
    for (let index = 0; index < this.blocks.length; index++) {
      if ((this.blocks[index]?.now ?? 0) > now) break;
      if (this.blocks[index]?.now !== this.blocks[found]?.now) found = index;
    }
    return found;
  }

  /** The decisions of a block, as far as they can be read. */
  turn(index: number): readonly Step[] {
    const block = this.blocks[index];
    if (!block) return [];
    const known = this.turns.get(block);
    if (known) return known;
    const steps: Step[] = [];
    try {
      const bytes = new Bytes(block.reel.body, block.start);
      if (block.isKey) readWhole(bytes, this.cells, () => undefined);
      while (steps.length < block.steps) steps.push(readStep(bytes, block.reel.phrases, this.cells, null));
    } catch (error) {
      this.cutAt(index, steps.length, error);
    }
    if (this.turns.size >= MOST_TURNS_KEPT) this.turns.delete(this.turns.keys().next().value as Block);
    this.turns.set(block, steps);
    return steps;
  }

  /** One decision. */
  step(decision: number): Step | null {
    const index = this.blockAt(decision);
    return this.turn(index)[decision - (this.blocks[index]?.decision ?? 0)] ?? null;
  }

  /** The marks of the decisions in `[from, to)`, at most so many, the latest. */
  marks(from: number, to: number, most: number): Mark[] {
    const marks: Mark[] = [];
    for (let decision = to - 1; decision >= from && marks.length < most; decision--) {
      marks.unshift(...(this.step(decision)?.marks ?? []));
    }
    return marks.slice(-most);
  }

  /** The state after so many decisions, or the last one before it that can be read. */
  frame(position: number): Frame {
    // Each failure makes the film shorter, so this comes to an end.
    for (;;) {
      const wanted = Math.max(this.begin, Math.min(this.end, position));
      const reader = this.readerFor(wanted);
      if (reader && this.readUntil(reader, wanted)) return reader.frame();
      this.reader = null;
      if (this.blocks.length === 0) throw new BadFilm("Nothing of this film can be shown.");
    }
  }

  /** What bots wrote on stderr for one decision; null where this film has none of that seat. */
  stderr(seat: number, decision: number): string | null {
    const own = this.header.stderr?.find(each => each.seat === seat);
    if (!own) return null;
    return own.parts
      .filter(([at]) => at === decision)
      .map(([, text]) => text)
      .join("");
  }

  /** Reads the film once from its beginning, for clocks and damage; yields after each decision. */
  *survey(): Generator<number> {
    const reader = this.newReader(0);
    if (!reader) return;
    while (reader.position < this.end) {
      const block = this.blocks[reader.block];
      if (block && !block.clocks) block.clocks = reader.frame().clocks;
      if (!this.readUntil(reader, reader.position + 1)) return;
      yield reader.position;
    }
    const last = this.blocks[this.blocks.length - 1];
    if (last && last.steps === 0) last.clocks = reader.frame().clocks;
  }

  /** Ends the film where it can no longer be read. */
  cutAt(index: number, steps: number, error: unknown): void {
    if (!(error instanceof BadFilm)) throw error;
    const block = this.blocks[index];
    if (!block) return;
    block.steps = Math.min(block.steps, steps);
    this.blocks.length = index + 1;
    const where = `${this.header.game.unit} ${block.now}`;
    const problem = `${error.message} Everything up to ${where} can be shown.`;
    if (!this.problems.includes(problem)) this.problems.push(problem);
    this.turns.clear();
  }

  /** The reader that is nearest before a position; null if its picture cannot be read. */
  private readerFor(wanted: number): Reader | null {
    let key = this.blockAt(wanted);
    while (key > 0 && !this.blocks[key]?.isKey) key--;
    const first = this.blocks[key]?.decision ?? 0;
    const isNear = this.reader && this.reader.position <= wanted && this.reader.position >= first;
    if (!isNear) this.reader = this.newReader(key);
    return this.reader;
  }

  /** A reader at a key; a key that cannot be read ends the film before it. */
  private newReader(key: number): Reader | null {
    try {
      return new Reader(this, key);
    } catch (error) {
      if (!(error instanceof BadFilm)) throw error;
      this.blocks.length = key;
      const last = this.blocks[key - 1];
      if (last) this.cutAt(key - 1, last.steps, error);
      return null;
    }
  }

  /** Reads on to a position; false if that cannot be done, after which the film ends earlier. */
  private readUntil(reader: Reader, wanted: number): boolean {
    try {
      while (reader.position < wanted) reader.advance();
      return true;
    } catch (error) {
      this.cutAt(reader.block, reader.position - (this.blocks[reader.block]?.decision ?? 0), error);
      return false;
    }
  }

  /** Adds blocks: their heads are read at once, since the time line and the curves need them. */
  private splice(reel: Reel, places: readonly Place[]): void {
    const slotCount = this.seats * (this.header.game.gauges.length + 1);
    for (const place of places) {
      try {
        const bytes = new Bytes(reel.body, place.offset);
        const isKey = bytes.byte() === 1;
        const slots = Array.from({ length: slotCount }, () => readSlot(bytes));
        const peaks = readPeaks(bytes, place.decision);
        const { decision, steps, now } = place;
        this.blocks.push({ decision, steps, now, isKey, slots, peaks, reel, start: bytes.at, clocks: null });
      } catch (error) {
        if (!(error instanceof BadFilm)) throw error;
        if (this.problems.length === 0) this.problems.push(error.message);
        break;
      }
    }
    this.checkLast();
  }

  /** The last block may be cut off in its middle. */
  private checkLast(): void {
    const last = this.blocks[this.blocks.length - 1];
    if (!last) return;
    if (last.isKey && !isKeyGood(last, this.cells)) {
      this.blocks.pop();
      this.checkLast();
    } else {
      last.steps = countGood(last, this.cells);
    }
  }
}

/** How many decisions of a block can be read. */
function countGood(block: Block, cells: number): number {
  let good = 0;
  try {
    const bytes = new Bytes(block.reel.body, block.start);
    if (block.isKey) readWhole(bytes, cells, () => undefined);
    for (; good < block.steps; good++) readStep(bytes, block.reel.phrases, cells, null);
  } catch (error) {
    if (!(error instanceof BadFilm)) throw error;
  }
  return good;
}

function isKeyGood(block: Block, cells: number): boolean {
  try {
    readWhole(new Bytes(block.reel.body, block.start), cells, () => undefined);
    return true;
  } catch (error) {
    if (!(error instanceof BadFilm)) throw error;
    return false;
  }
}

function readPeaks(bytes: Bytes, first: number): Peak[] {
  const peaks: Peak[] = [];
  for (let left = bytes.count(MOST_PEAKS, "peaks"); left > 0; left--) {
    const decision = first + bytes.number();
    const head = bytes.byte();
    peaks.push({ decision, kind: head & 15, seat: (head >> 4) - 1 });
  }
  return peaks;
}

export type { Answer, Step };
