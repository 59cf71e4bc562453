// What is on a cell, in words.

import type { Frame } from "../film/frame.ts";
import type { GameFacts } from "../film/header.ts";
import type { Names } from "../page/names.ts";

/** One thing on a cell. */
export interface Thing {
  seat: number;
  words: string;
}

/** The cell's place in words. */
export const placeOf = (frame: Frame, at: number): string =>
  `column ${at % frame.width}, row ${Math.floor(at / frame.width)}`;

/** Everything on a cell, the uppermost first. */
export function thingsAt(frame: Frame, game: GameFacts, names: Names, at: number): Thing[] {
  const things: Thing[] = [];
  const [x, y] = [at % frame.width, Math.floor(at / frame.width)];
  for (const look of [...game.art.looks].reverse()) {
    const layer = game.layers[look.layer];
    for (const item of frame.planes[look.layer]?.values() ?? []) {
      const [column, row] = [item.at % frame.width, Math.floor(item.at / frame.width)];
      const covers = x >= column && x < column + look.span && y >= row && y < row + look.span;
      if (!covers || !layer) continue;
      const value = layer.max > 1 ? ` ${item.value}` : "";
      const owner = item.seat >= 0 ? `, ${names.seat(item.seat)}` : "";
      things.push({ seat: item.seat, words: `${layer.name}${value}${owner}` });
    }
  }
  return things;
}

/** All of it as one sentence. */
export function sentence(frame: Frame, game: GameFacts, names: Names, at: number): string {
  const things = thingsAt(frame, game, names, at).map(thing => thing.words);
  return `${placeOf(frame, at)}: ${things.length ? things.join("; ") : "nothing"}`;
}
