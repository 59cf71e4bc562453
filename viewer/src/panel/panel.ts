// Everything beside the board.

import type { Film } from "../film/film.ts";
import type { Frame } from "../film/frame.ts";
import type { Sprites } from "../board/sprites.ts";
import { fill } from "../page/dom.ts";
import type { Names } from "../page/names.ts";
import { Answers } from "./answers.ts";
import { Curves, sameAsScore } from "./curves.ts";
import { Events } from "./events.ts";
import { Facts } from "./facts.ts";
import { Legend } from "./legend.ts";
import { Seats } from "./seats.ts";

/** What a click in the panel leads to. */
export interface Choosing {
  toBlock(index: number): void;
  toPosition(position: number): void;
  toEvent(position: number, cell: number): void;
}

/** Lists follow a movement after so many milliseconds, and are renewed no more often: the board must not wait for them. */
const LISTS_AFTER_MS = { paused: 90, playing: 400 };

/** The panel's parts, kept in step with the board. */
export class Panel {
  private readonly seats = new Seats();
  private readonly curves: Curves;
  private readonly answers: Answers;
  private readonly events: Events;
  private readonly legend = new Legend();
  private readonly facts = new Facts();
  private film: Film | null = null;
  private names: Names | null = null;
  private listing: ReturnType<typeof setTimeout> | null = null;
  private at = 0;

  constructor(root: HTMLElement, human: HTMLElement, choosing: Choosing) {
    this.curves = new Curves(block => choosing.toBlock(block));
    this.answers = new Answers(position => choosing.toPosition(position));
    this.events = new Events((position, cell) => choosing.toEvent(position, cell));
    const parts = [this.seats, this.curves, this.answers, this.events, this.legend, this.facts];
    fill(root, human, ...parts.map(part => part.root));
  }

  /** Builds everything for a film and a theme. */
  build(film: Film, names: Names, sprites: Sprites): void {
    [this.film, this.names] = [film, names];
    const hidden = sameAsScore(film);
    this.seats.build(film, names, hidden);
    this.curves.build(film, names, sprites.palette, hidden);
    this.legend.build(film, names, sprites);
    this.facts.build(film);
  }

  /** Shows a position: numbers and curves at once, lists a moment later. */
  show(frame: Frame, isPlaying: boolean): void {
    const { film } = this;
    if (!film) return;
    this.at = frame.at;
    this.seats.show(frame);
    this.curves.show(film.blockAt(frame.at));
    this.listing ??= setTimeout(
      () => this.list(),
      isPlaying ? LISTS_AFTER_MS.playing : LISTS_AFTER_MS.paused,
    );
  }

  private list(): void {
    this.listing = null;
    const { film, names } = this;
    if (!film || !names) return;
    this.answers.show(film, names, this.at);
    this.events.show(film, names, this.at);
  }
}
