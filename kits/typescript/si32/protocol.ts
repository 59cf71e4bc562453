/**
 * What the arena says and what a bot answers in Si32.
 *
 * This file knows the words of the game, `lines.ts` reads and prints lines.
 * `skirmish rules si32` has the whole protocol. You give any number of commands a turn, then `endTurn`.
 */

import { type Line, readLine, say } from "./lines";

/** x grows to the east, y to the south. */
export interface Tile {
  x: number;
  y: number;
}

export type Direction = "N" | "E" | "S" | "W";
export type Corner = "NE" | "SE" | "SW" | "NW";

/** The directions of a move, with their steps. */
export const STEPS: [Direction, Tile][] = [
  ["N", { x: 0, y: -1 }],
  ["E", { x: 1, y: 0 }],
  ["S", { x: 0, y: 1 }],
  ["W", { x: -1, y: 0 }],
];
/** The corners of a building, seen from the unit that builds it. */
export const CORNERS: [Corner, Tile][] = [
  ["NE", { x: 1, y: -1 }],
  ["SE", { x: 1, y: 1 }],
  ["SW", { x: -1, y: 1 }],
  ["NW", { x: -1, y: -1 }],
];
export const BUILDING_COST = 100;
export const MAX_WORKERS = 10;

/** All units on one tile; they belong to one player. */
export interface Army {
  tile: Tile;
  isOwn: boolean;
  units: number;
}

/** A building covers 2x2 tiles; `tile` is its top-left one. */
export interface Building {
  tile: Tile;
  isOwn: boolean;
  progress: number;
}

/** A line of your last answer that did nothing; lines are counted from 1. */
export interface BadLine {
  line: number;
  reason: string;
}

/** One match as your bot sees it. */
export class Game {
  width = 0;
  height = 0;
  seat = 0;
  turns = 0;
  resources: number[][] = []; // what lies on the tiles: resources[y][x]

  turn = 0; // counted from 1
  resource = 0; // what you can spend
  enemyResource = 0;
  produced = 0; // units you have produced
  enemyProduced = 0;
  armies: Army[] = [];
  buildings: Building[] = [];
  bad: BadLine[] = [];
  result: [number, number] | null = null; // units you and the enemy produced, once the match is over

  #occupied: (Army | undefined)[][] = [];
  #covered: (Building | undefined)[][] = [];
  #commands: string[] = [];

  /** Waits for the match to begin. */
  static async start(): Promise<Game> {
    const game = new Game();
    [game.width, game.height, game.seat, game.turns] = (await readLine()).numbers(1, 4);
    for (let y = 0; y < game.height; y++) {
      game.resources.push((await readLine()).numbers(0, game.width));
    }
    return game;
  }

  /** Waits for the next turn. False when the match is over. */
  async readTurn(): Promise<boolean> {
    [this.armies, this.buildings, this.bad] = [[], [], []];
    this.#occupied = this.grid<Army | undefined>(undefined);
    this.#covered = this.grid<Building | undefined>(undefined);
    for (;;) {
      const line = await readLine();
      if (line.isEnd) return false;
      if (line.word(0) === "end") return this.result === null;
      this.#hear(line);
    }
  }

  /** One line of the turn. */
  #hear(line: Line): void {
    const kind = line.word(0);
    const [first, second, third, fourth] = line.numbers(1, 4);
    const tile = { x: first, y: second };
    if (kind === "turn") {
      this.turn = first;
    } else if (kind === "resource") {
      [this.resource, this.enemyResource] = [first, second];
    } else if (kind === "produced") {
      [this.produced, this.enemyProduced] = [first, second];
    } else if (kind === "r" && this.isOnBoard(tile)) {
      this.resources[second][first] = third;
    } else if (kind === "u" && this.isOnBoard(tile)) {
      const army = { tile, isOwn: third === 0, units: fourth };
      this.armies.push(army);
      this.#occupied[second][first] = army;
    } else if (kind === "b" && this.isOnBoard(tile)) {
      this.#addBuilding({ tile, isOwn: third === 0, progress: fourth });
    } else if (kind === "bad") {
      this.bad.push({ line: first, reason: line.word(2) });
    } else if (kind === "over") {
      this.result = [first, second];
    }
  }

  #addBuilding(building: Building): void {
    this.buildings.push(building);
    const { x, y } = building.tile;
    for (const row of this.#covered.slice(y, y + 2)) row.fill(building, x, x + 2);
  }

  /** The units on the tile; undefined if there are none. */
  armyAt({ x, y }: Tile): Army | undefined {
    return this.#occupied[y]?.[x];
  }

  /** The building that covers the tile; undefined if there is none. */
  buildingAt({ x, y }: Tile): Building | undefined {
    return this.#covered[y]?.[x];
  }

  /** Whether there is such a tile. */
  isOnBoard({ x, y }: Tile): boolean {
    return x >= 0 && x < this.width && y >= 0 && y < this.height;
  }

  /** A board of your own, `grid[y][x]`, with the same value on every tile. */
  grid<T>(value: T): T[][] {
    return Array.from({ length: this.height }, () => Array<T>(this.width).fill(value));
  }

  // The commands of a turn.

  /** Units of a tile go one step: N, E, S or W. */
  move({ x, y }: Tile, direction: Direction, units: number): void {
    this.#commands.push(`move ${x} ${y} ${direction} ${units}`);
  }

  /** One unit places a building that covers the tile and the three towards the corner: NE, SE, SW or NW. */
  build({ x, y }: Tile, corner: Corner): void {
    this.#commands.push(`build ${x} ${y} ${corner} 1`);
  }

  /** Units of a tile work in your building there. */
  work({ x, y }: Tile, units: number): void {
    this.#commands.push(`build ${x} ${y} ${units}`);
  }

  /** Units of a tile take 1 resource each from it. */
  mine({ x, y }: Tile, units: number): void {
    this.#commands.push(`mine ${x} ${y} ${units}`);
  }

  /** Sends the commands of this turn. */
  endTurn(): void {
    say(...this.#commands, "end");
    this.#commands = [];
  }
}
