// Who plays, and every number beside the board.

import type { Film } from "../film/film.ts";
import type { Frame } from "../film/frame.ts";
import { badge, fill, h, say } from "../page/dom.ts";
import type { Names } from "../page/names.ts";
import { capital, clock, grouped, ordinal } from "../page/words.ts";

/** One card per seat. */
export class Seats {
  readonly root = h("section", { class: "part seats", "aria-label": "Seats" });
  private scores: HTMLElement[] = [];
  private gauges: (HTMLElement | undefined)[][] = [];
  private clocks: HTMLElement[] = [];

  /** Builds the cards of a film. */
  build(film: Film, names: Names, hidden: ReadonlySet<number>): void {
    const { game, match } = film.header;
    [this.scores, this.gauges, this.clocks] = [[], [], []];
    const cards = match.players.map((_, seat) => {
      const score = h("strong", { class: "score", "data-score": seat });
      const time = h("span", { class: "clock", "data-clock": seat, title: "Time left" });
      const gauges = game.gauges.map((name, gauge) => {
        if (hidden.has(gauge)) return undefined;
        return { name, value: h("dd", { "data-gauge": `${seat}-${gauge}` }) };
      });
      this.scores.push(score);
      this.clocks.push(time);
      this.gauges.push(gauges.map(each => each?.value));
      const rows = gauges.filter(each => each !== undefined);
      return h(
        "article",
        { class: "seat" },
        h(
          "header",
          {},
          badge(seat, ""),
          h(
            "div",
            { class: "who" },
            h("h2", { title: names.player(seat) }, names.player(seat)),
            subtitle(film, names, seat),
          ),
          score,
        ),
        h(
          "div",
          { class: "numbers" },
          h("dl", {}, ...rows.map(({ name, value }) => h("div", {}, h("dt", {}, name), value))),
          time,
        ),
      );
    });
    fill(this.root, ...cards);
  }

  /** Shows a frame's numbers. */
  show(frame: Frame): void {
    this.scores.forEach((element, seat) => say(element, number(frame.scores[seat])));
    this.gauges.forEach((row, seat) =>
      row.forEach((element, gauge) => element && say(element, number(frame.gauges[seat]?.[gauge]))),
    );
    this.clocks.forEach((element, seat) => {
      const left = frame.clocks[seat];
      say(element, left === null || left === undefined ? "" : clock(left));
    });
  }
}

const number = (value: number | null | undefined): string =>
  value === null || value === undefined ? "?" : grouped(value);

/** The seat's name and how it ended. */
function subtitle(film: Film, names: Names, seat: number): HTMLElement {
  const { result } = film.header.match;
  const place = result?.places[seat];
  const parts: (Node | string)[] = [capital(names.seat(seat))];
  if (result && place !== undefined) {
    const best = result.places.filter(each => each === place).length > 1 ? "draw" : ordinal(place);
    parts.push(" · ", h("span", { class: place === 1 ? "won" : "" }, best));
  }
  const fault = result?.faults[seat];
  if (fault) parts.push(" · ", h("span", { class: "fault" }, fault));
  return h("p", {}, ...parts);
}
