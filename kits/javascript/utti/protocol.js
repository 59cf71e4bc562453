/**
 * What the arena says and what a bot answers in Utti.
 *
 * This file knows the words of the game, `lines.js` reads and prints lines.
 * `skirmish rules utti` has the whole protocol. This module asks to be asked unit by unit, and keeps the board for
 * you: mines, all units of both sides, and everybody's gold.
 */

import { readLine, say } from "./lines.js";

/** @typedef {import("./lines.js").Line} Line */

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
    const hello = await readLine();
    [game.size, game.seat, game.rounds] = hello.numbers(1, 3);
    [game.maxUnits, game.troopCost, game.baseHeight] = hello.numbers(4, 3);
    for (let count = (await readLine()).number(1); count > 0; count--) {
      const [row, col] = (await readLine()).numbers(0, 2);
      game.mines.push({ row, col });
    }
    game.#mineCells = new Set(game.mines.map((mine) => game.#number(mine)));
    for (let count = (await readLine()).number(1); count > 0; count--) {
      game.#add(await readLine(), 0);
    }
    await readLine(); // end
    say("ready");
    return game;
  }

  /** Waits until one of your units, `unit`, is to act. False when the match is over. */
  async readTurn() {
    for (;;) {
      const line = await readLine();
      if (line.isEnd) return false;
      const unit = this.units.get(line.number(1));
      if (line.word(0) === "act" && unit) {
        this.unit = unit;
        this.gold = line.number(6);
        return true;
      }
      if (line.word(0) === "over") {
        this.result = [line.number(1), line.number(2)];
        return false;
      }
      this.#hear(line);
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

  /** One piece of news. @param {Line} line */
  #hear(line) {
    const kind = line.word(0);
    const [first, second, third] = line.numbers(1, 3);
    const unit = this.units.get(first);
    if (kind === "round") {
      this.round = first;
    } else if (kind === "gold") {
      [this.gold, this.enemyGold] = [first, second];
    } else if (kind === "born") {
      this.#add(line, 1);
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

  /**
   * A new unit, told by the words from that place on.
   * @param {Line} line @param {number} from
   */
  #add(line, from) {
    const [id, owner, , row, col, height] = line.numbers(from, 6);
    const unit = { id, isOwn: owner === 0, isBase: line.word(from + 2) === "B", cell: { row, col }, height };
    this.units.set(id, unit);
    if (!unit.isBase) this.#troops.set(this.#number(unit.cell), unit);
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

/** @param {string} action @param {Cell} cell */
function act(action, cell) {
  say(`${action} ${cell.row} ${cell.col}`);
}
