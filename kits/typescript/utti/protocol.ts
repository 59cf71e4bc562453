/**
 * What the arena says and what a bot answers in Utti: everything about text is in this file.
 *
 * `skirmish rules utti` has the whole protocol. This module asks to be asked unit by unit, and keeps the board for
 * you: mines, all units of both sides, and everybody's gold.
 */

import { createInterface } from "node:readline";

const lines = createInterface({ input: process.stdin })[Symbol.asyncIterator]();

export interface Cell {
  row: number;
  col: number;
}

/** A troop or a base. */
export interface Unit {
  id: number;
  isOwn: boolean; // yours, not the enemy's
  isBase: boolean;
  cell: Cell;
  height: number; // 0 for a base
}

/** One match as your bot sees it. */
export class Game {
  size = 0; // rows and columns of the board
  seat = 0;
  rounds = 0;
  maxUnits = 0; // the most units a side can have
  troopCost = 0;
  baseHeight = 0; // how high a troop must be to become a base
  mines: Cell[] = []; // row by row

  round = 0; // counted from 0
  gold = 0;
  enemyGold = 0;
  units = new Map<number, Unit>(); // everybody, by id
  unit!: Unit; // the one that is to act now
  result: [number, number] | null = null; // your score and the enemy's, once the match is over

  #troops = new Map<number, Unit>(); // by the number of their cell
  #mineCells = new Set<number>();

  /** Waits for the match to begin. */
  static async start(): Promise<Game> {
    const game = new Game();
    const hello = (await readWords()) ?? [];
    [game.size, game.seat, game.rounds, game.maxUnits, game.troopCost, game.baseHeight] = hello.slice(1).map(Number);
    for (let count = await readCount(); count > 0; count--) {
      const [row, col] = ((await readWords()) ?? []).map(Number);
      game.mines.push({ row, col });
    }
    game.#mineCells = new Set(game.mines.map((mine) => game.#number(mine)));
    for (let count = await readCount(); count > 0; count--) {
      game.#add((await readWords()) ?? []);
    }
    await readWords(); // end
    say("ready");
    return game;
  }

  /** Waits until one of your units, `unit`, is to act. False when the match is over. */
  async readTurn(): Promise<boolean> {
    for (;;) {
      const words = await readWords();
      if (!words) return false;
      if (words[0] === "act") {
        this.unit = this.units.get(Number(words[1])) ?? this.unit;
        this.gold = Number(words[6]);
        return true;
      }
      if (words[0] === "over") {
        this.result = [Number(words[1]), Number(words[2])];
        return false;
      }
      this.#hear(words);
    }
  }

  /** The up to eight cells around, row by row. */
  neighbours(cell: Cell): Cell[] {
    const cells: Cell[] = [];
    for (let row = Math.max(cell.row - 1, 0); row <= Math.min(cell.row + 1, this.size - 1); row++) {
      for (let col = Math.max(cell.col - 1, 0); col <= Math.min(cell.col + 1, this.size - 1); col++) {
        if (row !== cell.row || col !== cell.col) cells.push({ row, col });
      }
    }
    return cells;
  }

  /** Steps between two cells: a diagonal step is one step. */
  distance(one: Cell, other: Cell): number {
    return Math.max(Math.abs(one.row - other.row), Math.abs(one.col - other.col));
  }

  /** Whether there is a mine on the cell. */
  hasMine(cell: Cell): boolean {
    return this.#mineCells.has(this.#number(cell));
  }

  /** The troop on a cell, anybody's; undefined if there is none. */
  troopAt(cell: Cell): Unit | undefined {
    return this.#troops.get(this.#number(cell));
  }

  /** How many troops you have. */
  ownTroops(): number {
    return [...this.#troops.values()].filter((troop) => troop.isOwn).length;
  }

  // The eight actions. One answers one question.

  /** Does nothing. */
  idle(): void {
    act("IDLE", this.unit.cell);
  }

  /** A base: puts a troop of height 1 on a cell beside it. */
  createTroop(cell: Cell): void {
    act("CREATE_TROOP", cell);
  }

  /** A troop on a mine: 2 gold for each unit of its height. */
  mine(): void {
    act("MINE", this.unit.cell);
  }

  /** A troop: one step to a cell without a troop. */
  move(cell: Cell): void {
    act("MOVE", cell);
  }

  /** A troop: goes on top of an enemy's troop beside it, however high that is, and adds its height. */
  capture(cell: Cell): void {
    act("CAPTURE", cell);
  }

  /** A troop: goes on top of one of your troops beside it, and adds its height. */
  climb(cell: Cell): void {
    act("CLIMB", cell);
  }

  /** A troop at least 2 high: its upper half goes to an empty cell beside it. */
  split(cell: Cell): void {
    act("SPLIT", cell);
  }

  /** A troop that is high enough: leaves a base behind where it stands. */
  createBase(): void {
    act("CREATE_BASE", this.unit.cell);
  }

  /** One piece of news. */
  #hear([kind, ...words]: string[]): void {
    const [first, second, third] = words.map(Number);
    const unit = this.units.get(first);
    if (kind === "round") {
      this.round = first;
    } else if (kind === "gold") {
      [this.gold, this.enemyGold] = [first, second];
    } else if (kind === "born") {
      this.#add(words);
    } else if (kind === "moved" && unit) {
      this.#lift(unit);
      unit.cell = { row: second, col: third };
      this.#troops.set(this.#number(unit.cell), unit);
    } else if (kind === "height" && unit) {
      unit.height = second;
    } else if (kind === "gone" && unit) {
      this.#lift(unit);
      this.units.delete(unit.id);
    }
  }

  #add([id, side, kind, row, col, height]: string[]): void {
    const cell = { row: Number(row), col: Number(col) };
    const unit: Unit = { id: Number(id), isOwn: side === "0", isBase: kind === "B", cell, height: Number(height) };
    this.units.set(unit.id, unit);
    if (!unit.isBase) this.#troops.set(this.#number(cell), unit);
  }

  /** Takes a troop off its cell, unless another already stands there. */
  #lift(unit: Unit): void {
    if (this.troopAt(unit.cell) === unit) this.#troops.delete(this.#number(unit.cell));
  }

  /** A cell's number. For a Map, two cells with the same row and column are two objects; two numbers are one. */
  #number(cell: Cell): number {
    return cell.row * this.size + cell.col;
  }
}

/** The words of the next line; null when there are no more. */
async function readWords(): Promise<string[] | null> {
  const { value, done } = await lines.next();
  return done ? null : value.trim().split(/\s+/);
}

/** The number in a line such as `mines 12`. */
async function readCount(): Promise<number> {
  return Number(((await readWords()) ?? [])[1]);
}

function act(action: string, cell: Cell): void {
  say(`${action} ${cell.row} ${cell.col}`);
}

function say(line: string): void {
  // This goes out at once. There is no buffer to flush, as there is in most languages.
  process.stdout.write(`${line}\n`);
}
