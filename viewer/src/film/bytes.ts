// Bytes being read: numbers of seven bits at a time, the lowest first; signs fold into the lowest bit.

import { BadFilm } from "./limits.ts";

const decoder = new TextDecoder("utf-8");

/** A place in bytes. Reading past the end is refused in words. */
export class Bytes {
  constructor(
    private readonly all: Uint8Array,
    public at = 0,
  ) {}

  get isEmpty(): boolean {
    return this.at >= this.all.length;
  }

  byte(): number {
    const byte = this.all[this.at];
    if (byte === undefined) throw new BadFilm("The film is cut off here.");
    this.at++;
    return byte;
  }

  /** A number; beyond 53 bits it is only near. */
  number(): number {
    let [number, unit] = [0, 1];
    for (let count = 0; count < 10; count++) {
      const byte = this.byte();
      number += (byte & 0x7f) * unit;
      if (byte < 0x80) return number;
      unit *= 128;
    }
    throw new BadFilm("The film is damaged here: a number never ends.");
  }

  signed(): number {
    const folded = this.number();
    return folded % 2 === 0 ? folded / 2 : -(folded + 1) / 2;
  }

  /** A count that may not exceed `most`. */
  count(most: number, what: string): number {
    const count = this.number();
    if (count > most) throw new BadFilm(`The film is damaged here: ${count} ${what}, the most is ${most}.`);
    return count;
  }

  text(length: number): string {
    const end = this.at + length;
    if (end > this.all.length) throw new BadFilm("The film is cut off here.");
    const text = decoder.decode(this.all.subarray(this.at, end));
    this.at = end;
    return text;
  }

  skip(length: number): void {
    if (this.at + length > this.all.length) throw new BadFilm("The film is cut off here.");
    this.at += length;
  }
}
