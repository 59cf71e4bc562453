/** Lines in, lines out: how a bot talks, whichever game it plays. What the lines mean is said in protocol.ts. */

import { createInterface } from "node:readline";

const lines = createInterface({ input: process.stdin })[Symbol.asyncIterator]();

/** One line of the arena, taken apart. Places are counted from 0; words after those that you know are left alone. */
export class Line {
  readonly isEnd: boolean; // there are no more lines: the match is over
  readonly words: string[];

  constructor(text?: string) {
    this.isEnd = text === undefined;
    this.words = text?.match(/\S+/g) ?? [];
  }

  /** The word at that place, empty if there is none. */
  word(place: number): string {
    return this.words[place] ?? "";
  }

  /** The number at that place, 0 if there is none. */
  number(place: number): number {
    return Number(this.word(place)) || 0;
  }

  /** So many numbers, from that place on. */
  numbers(first: number, count: number): number[] {
    return Array.from({ length: count }, (_, i) => this.number(first + i));
  }
}

/** Waits for the next line. */
export async function readLine(): Promise<Line> {
  const { value, done } = await lines.next();
  return new Line(done ? undefined : value);
}

/** Sends an answer. */
export function say(...answer: string[]): void {
  // This goes out at once. There is no buffer to flush, as there is in most languages.
  process.stdout.write(`${answer.join("\n")}\n`);
}
