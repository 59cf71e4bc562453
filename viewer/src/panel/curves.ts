// Score and gauges over time, one small chart each, with a cursor in step with the board.

import type { Film } from "../film/film.ts";
import type { Palette } from "../film/art.ts";
import { fill, h, say, svg } from "../page/dom.ts";
import type { Names } from "../page/names.ts";
import { capital, grouped } from "../page/words.ts";

const WIDTH = 300;
const HEIGHT = 70;
const PAD = 4;
/** Points of a curve; longer matches are thinned out. */
const MOST_POINTS = 300;
/** Lines are told apart without colour, too. */
const DASHES = ["none", "7 3", "2 3", "10 3 2 3", "1 4", "5 2 1 2", "12 4", "3 6"];

interface Chart {
  title: string;
  slots: number[];
  cursor: SVGElement;
  values: HTMLElement;
  box: HTMLElement;
}

/** All charts of a film. */
export class Curves {
  readonly root = h("section", { class: "part curves", "aria-label": "Curves" });
  private charts: Chart[] = [];
  private film: Film | null = null;

  constructor(private readonly onJump: (block: number) => void) {}

  /** Draws the charts; gauges in `hidden` are only the score again. */
  build(film: Film, names: Names, palette: Palette, hidden: ReadonlySet<number>): void {
    this.film = film;
    const { gauges } = film.header.game;
    const seats = [...Array(film.seats).keys()];
    const wanted = [
      { title: "score", slots: seats.map(seat => film.seats * gauges.length + seat) },
      ...gauges
        .map((title, gauge) => ({ title, gauge, slots: seats.map(seat => seat * gauges.length + gauge) }))
        .filter(({ gauge }) => !hidden.has(gauge)),
    ];
    this.charts = wanted.map(({ title, slots }) => this.chart(film, names, palette, title, slots));
    fill(
      this.root,
      h("h2", {}, "Over time"),
      h("div", { class: "charts" }, ...this.charts.map(chart => chart.box)),
    );
  }

  /** Moves the cursors. */
  show(block: number): void {
    const { film } = this;
    if (!film) return;
    const x = PAD + (block / Math.max(1, film.blocks.length - 1)) * (WIDTH - 2 * PAD);
    for (const chart of this.charts) {
      chart.cursor.setAttribute("transform", `translate(${x.toFixed(1)} 0)`);
      const values = chart.slots.map(slot => film.blocks[block]?.slots[slot] ?? null);
      // Of many seats the cards tell more than a crowded line could.
      if (values.length <= 2)
        say(chart.values, values.map(value => (value === null ? "?" : grouped(value))).join(" : "));
    }
  }

  private chart(film: Film, names: Names, palette: Palette, title: string, slots: number[]): Chart {
    const series = slots.map(slot => thinned(film, slot));
    const known = series.flat().flatMap(([, value]) => (value === null ? [] : [value]));
    const [low, high] = [Math.min(0, ...known), Math.max(1, ...known)];
    const y = (value: number): number => HEIGHT - PAD - ((value - low) / (high - low)) * (HEIGHT - 2 * PAD);
    const lines = series.map((points, seat) =>
      svg("path", {
        d: pathOf(points, film.blocks.length, y),
        fill: "none",
        stroke: palette.seats[seat] ?? palette.ink,
        "stroke-width": 2,
        "stroke-dasharray": DASHES[seat] ?? "none",
        "stroke-linejoin": "round",
        "vector-effect": "non-scaling-stroke",
      }),
    );
    const zero = svg("path", {
      d: `M${PAD} ${y(0)}H${WIDTH - PAD}`,
      class: "zero",
      "vector-effect": "non-scaling-stroke",
    });
    const cursor = svg("path", {
      d: `M0 0V${HEIGHT}`,
      class: "cursor",
      "vector-effect": "non-scaling-stroke",
    });
    const picture = svg(
      "svg",
      {
        viewBox: `0 0 ${WIDTH} ${HEIGHT}`,
        preserveAspectRatio: "none",
        role: "img",
        "aria-label": this.words(film, names, title, slots),
      },
      zero,
      ...lines,
      cursor,
    );
    picture.addEventListener("pointerdown", event => this.drag(event as PointerEvent, picture));
    picture.addEventListener("pointermove", event => {
      if ((event as PointerEvent).buttons & 1) this.drag(event as PointerEvent, picture);
    });
    const values = h("span", { class: "values" });
    const box = h("figure", {}, h("figcaption", {}, h("span", {}, capital(title)), values), picture);
    return { title, slots, cursor, values, box };
  }

  private drag(event: PointerEvent, picture: SVGElement): void {
    const box = picture.getBoundingClientRect();
    const share = ((event.clientX - box.left) / box.width) * WIDTH;
    const last = (this.film?.blocks.length ?? 1) - 1;
    this.onJump(Math.round(((share - PAD) / (WIDTH - 2 * PAD)) * last));
  }

  private words(film: Film, names: Names, title: string, slots: number[]): string {
    const last = film.blocks[film.blocks.length - 1];
    const parts = slots.map(
      (slot, seat) => `${names.seat(seat)} ends with ${last?.slots[slot] ?? "an unknown number"}`,
    );
    return `${capital(title)} over time: ${parts.join(", ")}`;
  }
}

/** Gauges that show the score a second time: the same numbers from beginning to end. */
export function sameAsScore(film: Film): Set<number> {
  const { gauges } = film.header.game;
  const scores = film.seats * gauges.length;
  const isSame = (gauge: number): boolean =>
    film.blocks.every(({ slots }) =>
      Array.from({ length: film.seats }).every(
        (_, seat) => slots[seat * gauges.length + gauge] === slots[scores + seat],
      ),
    );
  return new Set(gauges.map((_, gauge) => gauge).filter(isSame));
}

type Point = [number, number | null];

/** A curve's points: all of them, or of each stretch the lowest and the highest. */
function thinned(film: Film, slot: number): Point[] {
  const all = film.blocks.map((block, index): Point => [index, block.slots[slot] ?? null]);
  if (all.length <= MOST_POINTS) return all;
  const size = Math.ceil((2 * all.length) / MOST_POINTS);
  const kept: Point[] = [];
  for (let start = 0; start < all.length; start += size) {
    const stretch = all.slice(start, start + size);
    const worth = (point: Point): number => point[1] ?? 0;
    const low = stretch.reduce((best, point) => (worth(point) < worth(best) ? point : best));
    const high = stretch.reduce((best, point) => (worth(point) > worth(best) ? point : best));
    kept.push(...[low, high].sort((a, b) => a[0] - b[0]));
  }
  const last = all[all.length - 1];
  return last ? [...kept, last] : kept;
}

function pathOf(points: Point[], count: number, y: (value: number) => number): string {
  let [path, isDown] = ["", false];
  for (const [index, value] of points) {
    if (value === null) {
      isDown = false;
      continue;
    }
    const x = PAD + (index / Math.max(1, count - 1)) * (WIDTH - 2 * PAD);
    path += `${isDown ? "L" : "M"}${x.toFixed(1)} ${y(value).toFixed(1)}`;
    isDown = true;
  }
  return path;
}
