// What seats are called.

import type { Header } from "../film/header.ts";

/** Names of the seats of one match. */
export class Names {
  constructor(private readonly header: Header) {}

  /** The seat's name in this game: `Red`, or `seat 0`. */
  seat(seat: number): string {
    return this.header.game.seat_names[seat] ?? `seat ${seat}`;
  }

  /** The player's name as it was given, which is text from outside. */
  player(seat: number): string {
    return this.header.match.players[seat]?.name || this.seat(seat);
  }

  /** Both, for where there is room. */
  full(seat: number): string {
    return `${this.seat(seat)} (${this.player(seat)})`;
  }

  /** How the match ended, in a sentence. */
  ending(): string {
    const { result, incomplete, players } = this.header.match;
    if (!result)
      return this.header.live ? "The match is being played." : (incomplete ?? "The match has no result.");
    const best = Math.min(...result.places);
    const winners = players.map((_, seat) => seat).filter(seat => result.places[seat] === best);
    const why = result.why ? `: ${result.why}` : "";
    if (winners.length === 1 && winners[0] !== undefined) return `${this.full(winners[0])} wins${why}`;
    return `A draw${why}`;
  }
}
