// Follows a match that is being played: asks for what is new until it is over.

import type { Film } from "./film/film.ts";
import { BadFilm } from "./film/limits.ts";
import type { Source } from "./source.ts";

/** How often we ask, in milliseconds. */
const EVERY_MS = 400;
/** Failures in a row after which we stop asking. */
const MOST_FAILURES = 25;

/** What following leads to. */
export interface Following {
  grew(film: Film): void;
  lost(why: string): void;
}

/** Asks for more of a live film. One question at a time. */
export class Live {
  private timer: ReturnType<typeof setTimeout> | null = null;
  private failures = 0;

  constructor(
    private readonly source: Source,
    private readonly following: Following,
  ) {}

  /** Follows this film, and no other from now on. */
  follow(film: Film): void {
    this.stop();
    if (film.header.live && this.source.isServed)
      this.timer = setTimeout(() => void this.ask(film), EVERY_MS);
  }

  stop(): void {
    if (this.timer !== null) clearTimeout(this.timer);
    this.timer = null;
  }

  private async ask(film: Film): Promise<void> {
    const mine = this.timer;
    try {
      // The last turn may have grown, so it is asked for again from its beginning.
      const blocks = film.blocks.filter(block => block.steps > 0);
      const from = blocks[blocks.length - 1]?.decision ?? 0;
      const packed = await this.source.film(film.header.eye, { from, take: film.header.take ?? 0 });
      if (this.timer !== mine) return;
      const grew = await film.extend(packed);
      this.failures = 0;
      if (grew) this.following.grew(film);
    } catch (error) {
      if (!(error instanceof BadFilm)) throw error;
      if (++this.failures >= MOST_FAILURES) return this.following.lost(error.message);
    }
    if (this.timer === mine) this.follow(film);
  }
}
