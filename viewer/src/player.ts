// Where in the film we are, and how fast we go.

import type { Film } from "./film/film.ts";

/** Turns a second. */
export const SPEEDS: readonly number[] = [0.25, 0.5, 1, 2, 4, 8, 16, 32, 64];
/** A match should take about this many seconds unless the person says otherwise. */
const COMFORTABLE_SECONDS = 60;
/** A pause of the page (a hidden tab) is not made up for. */
const LONGEST_TICK_MS = 250;

/** Plays a film: a position in decisions, moved by time or by hand. */
export class Player {
  position = 0;
  isPlaying = false;
  speed = 1;
  /** The block we are in, and how much of it has been played. */
  private exact = 0;

  constructor(
    private film: Film,
    private readonly onMove: (before: number, isPlayed: boolean) => void,
  ) {
    this.position = film.begin;
    this.speed = comfortable(film.blocks.length);
  }

  /** Goes on in another film of the same match, at the same place. */
  change(film: Film): void {
    this.film = film;
    this.jump(Math.min(this.position, film.end));
  }

  /** The block we are in. */
  get block(): number {
    return this.film.blockAt(this.position);
  }

  get isAtEnd(): boolean {
    return this.position >= this.film.end;
  }

  /** Goes to a position. */
  jump(position: number): void {
    const before = this.position;
    this.position = Math.max(this.film.begin, Math.min(this.film.end, Math.round(position)));
    this.settle();
    this.onMove(before, false);
  }

  /** Goes to the beginning of a block. */
  jumpToBlock(index: number): void {
    const last = this.film.blocks.length - 1;
    if (index > last) return this.jump(this.film.end);
    this.jump(this.film.blocks[Math.max(0, index)]?.decision ?? 0);
  }

  /** One turn on or back; back from within a turn leads to its beginning. */
  stepTurn(direction: 1 | -1): void {
    this.isPlaying = false;
    const index = this.block;
    const isInside = this.position > (this.film.blocks[index]?.decision ?? 0);
    this.jumpToBlock(direction === 1 ? index + 1 : isInside ? index : index - 1);
  }

  /** One decision on or back. */
  stepDecision(direction: 1 | -1): void {
    this.isPlaying = false;
    this.jump(this.position + direction);
  }

  /** Plays, or pauses; from the end it begins anew. */
  toggle(): void {
    this.isPlaying = !this.isPlaying;
    if (this.isPlaying && this.isAtEnd && !this.film.header.live) this.jump(this.film.begin);
    else this.settle();
  }

  /** One speed up or down. */
  changeSpeed(direction: 1 | -1): void {
    const index = SPEEDS.indexOf(this.speed);
    this.speed = SPEEDS[Math.max(0, Math.min(SPEEDS.length - 1, index + direction))] ?? this.speed;
  }

  /** How long the decision we are at takes, in milliseconds, at this speed. */
  get stepMillis(): number {
    const steps = Math.max(1, this.film.blocks[this.block]?.steps ?? 1);
    return 1000 / (this.speed * steps);
  }

  /** Time passes. */
  tick(millis: number): void {
    if (!this.isPlaying) return;
    const last = this.film.blocks.length - 1;
    this.exact = Math.min(last + 0.999, this.exact + (Math.min(millis, LONGEST_TICK_MS) / 1000) * this.speed);
    const block = this.film.blocks[Math.floor(this.exact)];
    if (!block) return;
    const position = Math.min(this.film.end, block.decision + Math.floor((this.exact % 1) * block.steps));
    if (position !== this.position) {
      const before = this.position;
      this.position = position;
      this.onMove(before, true);
    }
    if (this.isAtEnd && !this.film.header.live) this.isPlaying = false;
  }

  private settle(): void {
    const index = this.block;
    const block = this.film.blocks[index];
    this.exact = index + (block?.steps ? (this.position - block.decision) / block.steps : 0);
  }
}

/** The speed at which so many turns take about a minute, neither crawling nor rushing. */
function comfortable(turns: number): number {
  const wanted = Math.max(1, Math.min(8, turns / COMFORTABLE_SECONDS));
  return SPEEDS.reduce(
    (best, speed) => (Math.abs(speed - wanted) < Math.abs(best - wanted) ? speed : best),
    1,
  );
}
