/**
 * What the arena says and what a bot answers in Underworld.
 *
 * This file knows the words of the game, `lines.ts` reads and prints lines.
 * `skirmish rules underworld` has the whole protocol. You give any number of commands a turn, then `endTurn`.
 */

import { type Line, readLine, say } from "./lines";

/** x counts columns from the west, y rows from the north. */
export interface Cell {
  x: number;
  y: number;
}

export type Direction = "N" | "E" | "S" | "W";

/** The directions, with their steps. */
export const STEPS: [Direction, Cell][] = [
  ["N", { x: 0, y: -1 }],
  ["E", { x: 1, y: 0 }],
  ["S", { x: 0, y: 1 }],
  ["W", { x: -1, y: 0 }],
];
export const WARRIOR = "W";
export const BARRACKS = "B";
export const CASTLE = "C";
export const FARM = "F";
export const WALL = "#";
export type Kind = typeof WARRIOR | typeof BARRACKS | typeof CASTLE | typeof FARM | typeof WALL;
export const COST = { [WARRIOR]: 500, [BARRACKS]: 1500, [FARM]: 1000 };
export const RANGE = 2; // how far a warrior hits
export const BUILD_DISTANCE = 2; // how far from an own building a new one can stand

/** Whatever stands on a cell. */
export interface Thing {
  cell: Cell;
  owner: number; // a seat; -1 for walls
  kind: Kind;
  hitPoints: number; // -1 for walls
}

/** One match as your bot sees it. */
export class Game {
  width = 0;
  height = 0;
  players = 0;
  seat = 0; // yours

  turn = 0; // counted from 1
  money = 0;
  things: Thing[] = []; // everything you see, row by row
  isOver = false;

  #byCell: (Thing | undefined)[][] = [];
  #commands: string[] = [];

  /** Waits for the match to begin. */
  static async start(): Promise<Game> {
    await readLine(); // Who are you?
    say("crayfish");
    return new Game();
  }

  /** Waits for the next turn. False when the match is over. */
  async readTurn(): Promise<boolean> {
    if (this.turn === 0) {
      const line = await readLine();
      if (line.words.length < 4) return false;
      [this.width, this.height, this.players, this.seat] = line.numbers(0, 4);
    }
    this.turn += 1;
    this.things = [];
    this.#byCell = this.grid<Thing | undefined>(undefined);
    for (;;) {
      const line = await readLine();
      if (line.isEnd) return false;
      if (line.word(0) === "end") return !this.isOver;
      this.#hear(line);
    }
  }

  /** One line of the turn. */
  #hear(line: Line): void {
    if (line.word(0) === "gg") {
      this.isOver = true;
    } else if (line.word(0) === "money") {
      this.money = line.number(1);
    } else if (line.words.length >= 5) {
      const [x, y, owner, , hitPoints] = line.numbers(0, 5);
      if (!this.isOnBoard({ x, y })) return;
      const thing = { cell: { x, y }, owner, kind: line.word(3) as Kind, hitPoints };
      this.things.push(thing);
      this.#byCell[y][x] = thing;
    }
  }

  /** Your warriors, barracks, castle or farms, row by row. */
  own(kind: Kind): Thing[] {
    return this.things.filter((thing) => thing.kind === kind && thing.owner === this.seat);
  }

  /** All others' warriors, barracks, castles or farms that you see, row by row. */
  enemies(kind: Kind): Thing[] {
    return this.things.filter((thing) => thing.kind === kind && thing.owner !== this.seat && thing.owner !== -1);
  }

  /** What stands on a cell; undefined if you see nothing. */
  thingAt({ x, y }: Cell): Thing | undefined {
    return this.#byCell[y]?.[x];
  }

  /** Whether there is such a cell. */
  isOnBoard({ x, y }: Cell): boolean {
    return x >= 0 && x < this.width && y >= 0 && y < this.height;
  }

  /** Whether the cell is on the board and you see nothing on it. */
  isFree(cell: Cell): boolean {
    return this.isOnBoard(cell) && !this.thingAt(cell);
  }

  /** Whether two cells are at most so far from each other, as the crow flies. */
  isWithin(one: Cell, other: Cell, distance: number): boolean {
    return (one.x - other.x) ** 2 + (one.y - other.y) ** 2 <= distance ** 2;
  }

  /** A board of your own, `grid[y][x]`, with the same value on every cell. */
  grid<T>(value: T): T[][] {
    return Array.from({ length: this.height }, () => Array<T>(this.width).fill(value));
  }

  // The commands of a turn.

  /** The warrior on the cell goes one step: N, E, S or W. */
  move({ x, y }: Cell, direction: Direction): void {
    this.#commands.push(`move ${x} ${y} ${direction}`);
  }

  /** The barracks on the cell trains a warrior on that side. */
  spawn({ x, y }: Cell, direction: Direction): void {
    this.#commands.push(`spawn ${x} ${y} ${direction}`);
  }

  /** A BARRACKS or a FARM on a free cell near one of your buildings. */
  build({ x, y }: Cell, kind: typeof BARRACKS | typeof FARM): void {
    this.#commands.push(`build ${x} ${y} ${kind}`);
  }

  /** Sends the commands of this turn. */
  endTurn(): void {
    say(...this.#commands, "end");
    this.#commands = [];
  }
}
