// What happened: in this turn, or everything that mattered in the whole match.

import type { Film } from "../film/film.ts";
import type { Mark } from "../film/frame.ts";
import { badge, fill, h } from "../page/dom.ts";
import type { Names } from "../page/names.ts";
import { capital, counted } from "../page/words.ts";
import { peakWords } from "../page/timeline.ts";

/** Rows shown at once. */
const MOST_ROWS = 80;

interface Row {
  position: number;
  seat: number;
  weight: number;
  words: string;
  cell: number;
}

/** The list of events. */
export class Events {
  readonly root = h("section", { class: "part events", "aria-label": "Events" });
  private isWhole = false;
  private shown = "";
  private again: () => void = () => undefined;
  private readonly title = h("h2", {}, "Events");
  private readonly list = h("ol", {});
  private readonly note = h("p", { class: "faint" });
  private readonly turnButton: HTMLButtonElement;
  private readonly wholeButton: HTMLButtonElement;

  constructor(private readonly onJump: (position: number, cell: number) => void) {
    this.turnButton = h(
      "button",
      { type: "button", "aria-pressed": "true", onclick: () => this.choose(false) },
      "This turn",
    );
    this.wholeButton = h(
      "button",
      { type: "button", "aria-pressed": "false", onclick: () => this.choose(true) },
      "Whole match",
    );
    const choice = h(
      "div",
      { class: "choice", role: "group", "aria-label": "Which events" },
      this.turnButton,
      this.wholeButton,
    );
    fill(this.root, h("div", { class: "head" }, this.title, choice), this.list, this.note);
  }

  /** Lists what belongs to a position. */
  show(film: Film, names: Names, position: number): void {
    this.again = () => this.show(film, names, position);
    const index = film.blockAt(position >= film.end ? Math.max(film.begin, film.end - 1) : position);
    const block = film.blocks[index];
    if (!block) return;
    const where = this.isWhole ? "whole" : position;
    const key = `${film.header.eye}|${film.end}|${where}`;
    if (key === this.shown) return;
    this.shown = key;
    const { unit } = film.header.game;
    this.turnButton.textContent = `This ${unit}`;
    const rows = this.isWhole ? wholeRows(film, names) : turnRows(film, index, block.decision, position);
    const shown = rows.slice(0, MOST_ROWS);
    fill(this.list, ...shown.map(row => this.row(film, names, row, position)));
    const left = rows.length - shown.length;
    this.note.textContent =
      rows.length === 0 ? `Nothing to tell.` : left > 0 ? `${counted(left, "more event")}.` : "";
  }

  private choose(isWhole: boolean): void {
    this.isWhole = isWhole;
    this.turnButton.setAttribute("aria-pressed", String(!isWhole));
    this.wholeButton.setAttribute("aria-pressed", String(isWhole));
    this.again();
  }

  private row(film: Film, names: Names, row: Row, position: number): HTMLElement {
    const isAhead = !this.isWhole && row.position > position;
    const when = this.isWhole ? `${film.blocks[film.blockAt(row.position - 1)]?.now ?? 0}` : "";
    return h(
      "li",
      { class: `weight-${row.weight}${isAhead ? " ahead" : ""}` },
      h(
        "button",
        { type: "button", onclick: () => this.onJump(row.position, row.cell) },
        when !== "" && h("span", { class: "when" }, when),
        row.seat >= 0 ? badge(row.seat, names.seat(row.seat)) : h("span", { class: "nobody" }),
        h("span", { class: "words" }, capital(row.words)),
      ),
    );
  }
}

function turnRows(film: Film, index: number, first: number, position: number): Row[] {
  const rows = film
    .turn(index)
    .flatMap((step, offset) => step.marks.map(mark => rowOf(mark, first + offset + 1)));
  if (rows.length <= MOST_ROWS) return rows;
  // Too many to read: those around where we are.
  const here = rows.findIndex(row => row.position >= position);
  const from = Math.max(
    0,
    Math.min(rows.length - MOST_ROWS, (here < 0 ? rows.length : here) - MOST_ROWS / 2),
  );
  return [...rows.slice(from), ...rows.slice(0, from)];
}

const rowOf = (mark: Mark, position: number): Row => ({
  position,
  seat: mark.seat,
  weight: mark.weight,
  words: mark.says,
  cell: mark.to,
});

function wholeRows(film: Film, names: Names): Row[] {
  const rows: Row[] = [];
  for (const block of film.blocks) {
    for (const peak of block.peaks) {
      if (rows.length > 4 * MOST_ROWS) return heaviestFirst(rows);
      const position = peak.decision + 1;
      for (const words of peakWords(film, names, peak)) {
        rows.push({ position, seat: peak.seat, weight: peak.kind, words, cell: -1 });
      }
    }
  }
  return heaviestFirst(rows);
}

/** If there are too many, those that matter least are left out. */
function heaviestFirst(rows: Row[]): Row[] {
  if (rows.length <= MOST_ROWS) return rows;
  const least = rows.filter(row => row.weight >= 2).length > 0 ? 2 : 1;
  const heavy = rows.filter(row => row.weight >= least);
  return heavy.length >= 10 ? heavy : rows;
}
