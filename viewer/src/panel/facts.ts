// How the match was set up.

import type { Film } from "../film/film.ts";
import { fill, h } from "../page/dom.ts";

/** Seed, clock, isolation and notes. */
export class Facts {
  readonly root = h("details", { class: "part facts" });

  build(film: Film): void {
    const { game, match } = film.header;
    const rows: [string, string | null][] = [
      ["Game", `${game.title}, version ${game.version}`],
      ["Seed", match.seed],
      ["Clock", match.clock],
      ["Isolation", match.tier],
    ];
    const known = rows.filter((row): row is [string, string] => row[1] !== null && row[1] !== "");
    fill(
      this.root,
      h("summary", {}, "This match"),
      h("p", { class: "faint" }, game.about),
      h("dl", {}, ...known.map(([name, value]) => h("div", {}, h("dt", {}, name), h("dd", {}, value)))),
      match.notes.length > 0 && h("ul", { class: "notes" }, ...match.notes.map(note => h("li", {}, note))),
    );
  }
}
