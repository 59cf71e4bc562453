// A state of the match as it is shown: what stands where, and every number beside the board.

/** One thing on one cell. Never changed once made, so that two frames can share it. */
export interface Item {
  readonly layer: number;
  readonly at: number;
  /** Whose it is; -1 if nobody's. */
  readonly seat: number;
  readonly value: number;
  /** What tells it apart when it moves; 0 if nothing does. */
  readonly id: number;
}

/** Something that happened, for somebody who watches. */
export interface Mark {
  /** 0 happens all the time, 1 is worth a mark on the time line, 2 may decide the match. */
  readonly weight: number;
  readonly seat: number;
  /** The cell where it began; -1 if it has none. */
  readonly from: number;
  readonly to: number;
  readonly says: string;
}

/** The items of one layer by what tells them apart; see [`keyOf`]. */
export type Plane = ReadonlyMap<number, Item>;

/** A state of the match. Planes are shared between frames until they differ. */
export interface Frame {
  /** How many decisions were made. */
  readonly at: number;
  readonly now: number;
  readonly of: number;
  readonly width: number;
  readonly height: number;
  readonly planes: readonly Plane[];
  /** By seat, then by gauge; null where the game shows none. */
  readonly gauges: readonly (readonly (number | null)[])[];
  readonly scores: readonly (number | null)[];
  /** Milliseconds left by seat; null where no clock runs. */
  readonly clocks: readonly (number | null)[];
}

/** What tells an item of a layer apart: its id where it has one, otherwise its cell and its seat. */
export const keyOf = (id: number, seat: number, at: number): number => (id ? id : -(at * 16 + seat + 2));
