// Text in films: a table of phrases with gaps for numbers, since a match says the same things over and over.

import type { Bytes } from "./bytes.ts";
import { BadFilm } from "./limits.ts";

/** What stands for a number in a phrase. */
const GAP = "\u0001";

/** A table of phrases, each already cut at its gaps. */
export class Phrases {
  private readonly cut: string[][];

  constructor(list: readonly string[]) {
    this.cut = list.map(phrase => phrase.split(GAP));
  }

  /** A text of at most `most` bytes. */
  read(bytes: Bytes, most: number): string {
    let text = "";
    for (let left = bytes.count(most, "parts of a text"); left > 0; left--) {
      const place = bytes.number();
      text += place === 0 ? bytes.text(bytes.count(most, "bytes of a text")) : this.filled(place - 1, bytes);
      if (text.length > most)
        throw new BadFilm(`The film is damaged here: a text of more than ${most} bytes.`);
    }
    return text;
  }

  private filled(place: number, bytes: Bytes): string {
    const cut = this.cut[place];
    if (!cut) throw new BadFilm("The film is damaged here: a phrase that is not in its table.");
    let text = cut[0] ?? "";
    for (let gap = 1; gap < cut.length; gap++) text += `${bytes.number()}${cut[gap]}`;
    return text;
  }
}
