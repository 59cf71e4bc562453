/**
 * What the arena says and what a bot answers in Utti: everything about text is in this file.
 *
 * `skirmish rules utti` has the whole protocol. This module asks to be asked unit by unit, and keeps the board for
 * you: mines, all units of both sides, and everybody's gold.
 */

import { createInterface } from "node:readline";

const lines = createInterface({ input: process.stdin })[Symbol.asyncIterator]();

/** @typedef {{ row: number, col: number }} Cell */

/**
 * A troop or a base.
 * @typedef {object} Unit
 * @property {number} id
 * @property {boolean} isOwn yours, not the enemy's
 * @property {boolean} isBase
 * @property {Cell} cell
 * @property {number} height 0 for a base
 */

/** One match as your bot sees it. */
export class Game {
  size = 0; // rows and columns of the board
  seat = 0;
  rounds = 0;
  maxUnits = 0; // the most units a side can have
  troopCost = 0;
  baseHeight = 0; // how high a troop must be to become a base
  /** @type {Cell[]} */
  mines = []; // row by row

  round = 0; // counted from 0
  gold = 0;
  enemyGold = 0;
  /** @type {Map<number, Unit>} */
  units = new Map(); // everybody, by id
  /** @type {Unit} */
  unit; // the one that is to act now
  /** @type {?[number, number]} */
  result = null; // your score and the enemy's, once the match is over

  /** @type {Map<number, Unit>} */
  #troops = new Map(); // by the number of their cell
  /** @type {Set<number>} */
  #mineCells = new Set();

  /** Waits for the match to begin. */
  static async start() {
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
  async readTurn() {
    for (;;) {
      const words = await readWords();
      if (!words) return false;
      if (words[0] === "act") {
        this.unit = this.units.get(Number(words[1]));
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

  /** The up to eight cells around, row by row. @param {Cell} cell @returns {Cell[]} */
  neighbours(cell) {
    const cells = [];
    for (let row = Math.max(cell.row - 1, 0); row <= Math.min(cell.row + 1, this.size - 1); row++) {
      for (let col = Math.max(cell.col - 1, 0); col <= Math.min(cell.col + 1, this.size - 1); col++) {
        if (row !== cell.row || col !== cell.col) cells.push({ row, col });
      }
    }
    return cells;
  }

  /** Steps between two cells: a diagonal step is one step. @param {Cell} one @param {Cell} other */
  distance(one, other) {
    return Math.max(Math.abs(one.row - other.row), Math.abs(one.col - other.col));
  }

  /** Whether there is a mine on the cell. @param {Cell} cell */
  hasMine(cell) {
    return this.#mineCells.has(this.#number(cell));
  }

  /** The troop on a cell, anybody's; undefined if there is none. @param {Cell} cell */
  troopAt(cell) {
    return this.#troops.get(this.#number(cell));
  }

  /** How many troops you have. */
  ownTroops() {
    return [...this.#troops.values()].filter((troop) => troop.isOwn).length;
  }

  // The eight actions. One answers one question.

  /** Does nothing. */
  idle() {
    act("IDLE", this.unit.cell);
  }

  /** A base: puts a troop of height 1 on a cell beside it. @param {Cell} cell */
  createTroop(cell) {
    act("CREATE_TROOP", cell);
  }

  /** A troop on a mine: 2 gold for each unit of its height. */
  mine() {
    act("MINE", this.unit.cell);
  }

  /** A troop: one step to a cell without a troop. @param {Cell} cell */
  move(cell) {
    act("MOVE", cell);
  }

  /**
   * A troop: goes on top of an enemy's troop beside it, however high that is, and adds its height.
   * @param {Cell} cell
   */
  capture(cell) {
    act("CAPTURE", cell);
  }

  /** A troop: goes on top of one of your troops beside it, and adds its height. @param {Cell} cell */
  climb(cell) {
    act("CLIMB", cell);
  }

  /** A troop at least 2 high: its upper half goes to an empty cell beside it. @param {Cell} cell */
  split(cell) {
    act("SPLIT", cell);
  }

  /** A troop that is high enough: leaves a base behind where it stands. */
  createBase() {
    act("CREATE_BASE", this.unit.cell);
  }

  /** One piece of news. @param {string[]} words */
  #hear([kind, ...words]) {
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

  /** @param {string[]} words */
  #add([id, side, kind, row, col, height]) {
    const cell = { row: Number(row), col: Number(col) };
    const unit = { id: Number(id), isOwn: side === "0", isBase: kind === "B", cell, height: Number(height) };
    this.units.set(unit.id, unit);
    if (!unit.isBase) this.#troops.set(this.#number(cell), unit);
  }

  /** Takes a troop off its cell, unless another already stands there. @param {Unit} unit */
  #lift(unit) {
    if (this.troopAt(unit.cell) === unit) this.#troops.delete(this.#number(unit.cell));
  }

  /**
   * A cell's number. For a Map, two cells with the same row and column are two objects; two numbers are one.
   * @param {Cell} cell
   */
  #number(cell) {
    return cell.row * this.size + cell.col;
  }
}

/** The words of the next line; null when there are no more. @returns {Promise<?string[]>} */
async function readWords() {
  const { value, done } = await lines.next();
  return done ? null : value.trim().split(/\s+/);
}

/** The number in a line such as `mines 12`. */
async function readCount() {
  return Number(((await readWords()) ?? [])[1]);
}

/** @param {string} action @param {Cell} cell */
function act(action, cell) {
  say(`${action} ${cell.row} ${cell.col}`);
}

/** @param {string} line */
function say(line) {
  // This goes out at once. There is no buffer to flush, as there is in most languages.
  process.stdout.write(`${line}\n`);
}
