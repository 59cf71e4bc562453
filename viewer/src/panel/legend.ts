// What everything on the board and the time line is called.

import type { Film } from "../film/film.ts";
import { spriteOf, type Look } from "../film/art.ts";
import type { Sprites } from "../board/sprites.ts";
import { fill, h, icon } from "../page/dom.ts";
import type { Names } from "../page/names.ts";
import { capital } from "../page/words.ts";

/** Pictures shown of one layer. */
const MOST_PICTURES = 8;

/** The legend, made from the game's layers. */
export class Legend {
  readonly root = h("details", { class: "part legend" });

  /** Makes it for a film and a theme. */
  build(film: Film, names: Names, sprites: Sprites): void {
    const { game } = film.header;
    const rows = [...game.art.looks].reverse().map(look => {
      const layer = game.layers[look.layer];
      if (!layer) return null;
      return h(
        "li",
        {},
        h("span", { class: "pictures" }, ...pictures(film, names, sprites, look, layer.per_seat)),
        capital(layer.name),
      );
    });
    const sign = (path: string, kind: string, words: string): HTMLElement =>
      h("li", {}, h("span", { class: `pictures sign ${kind}` }, icon(path)), words);
    fill(
      this.root,
      h("summary", {}, "Legend"),
      h(
        "ul",
        {},
        ...rows,
        sign("M12 3l7 9-7 9-7-9z", "decisive", "On the time line: it may decide the match"),
        sign("M10 9h4v9h-4z", "notable", "On the time line: notable"),
        sign("M3 5h18L12 20z", "faulty", "On the time line: a fault"),
      ),
    );
  }
}

function pictures(film: Film, names: Names, sprites: Sprites, look: Look, perSeat: boolean): HTMLElement[] {
  const seats = perSeat ? [...Array(film.seats).keys()] : [-1];
  const values = [...new Set(look.sprites.map(sprite => sprite.from))].sort((a, b) => a - b);
  const few = values.length > 3 ? [values[0], values[values.length >> 1], values[values.length - 1]] : values;
  const made: HTMLElement[] = [];
  for (const seat of seats) {
    for (const value of few) {
      const sprite = spriteOf(look, seat, Math.max(1, value ?? 1));
      if (!sprite || made.length >= MOST_PICTURES) continue;
      const words = seat >= 0 ? names.seat(seat) : "";
      const title = few.length > 1 ? `${words} from ${value}`.trim() : words;
      made.push(h("img", { src: sprites.address(sprite.svg, seat), alt: "", title }));
    }
  }
  return made;
}
