/**
 * What the arena says and what a bot answers in A Code of Ice and Fire.
 *
 * This file knows the words of the game, `lines.js` reads and prints lines.
 * `skirmish rules ice-and-fire` has the whole protocol. You give any number of orders a turn, then `endTurn`.
 */

import { readLine, say } from "./lines.js";

/** @typedef {{ x: number, y: number }} Cell x grows to the right, y downwards */

export const SIZE = 12;
export const HEADQUARTERS = 0;
export const MINE = 1;
export const TOWER = 2;
export const UNIT_COST = [0, 10, 20, 30]; // by level
export const UNIT_UPKEEP = [0, 1, 4, 20];
export const TOWER_COST = 15;

/**
 * A headquarters, a mine or a tower: `kind` is HEADQUARTERS, MINE or TOWER.
 * @typedef {{ isOwn: boolean, kind: number, cell: Cell }} Building
 */

/**
 * A soldier of level 1, 2 or 3.
 * @typedef {{ isOwn: boolean, id: number, level: number, cell: Cell }} Unit
 */

/** One match as your bot sees it. */
export class Game {
  /** @type {Cell[]} */
  mineSpots = [];

  turn = 0; // counted from 1
  gold = 0;
  income = 0;
  enemyGold = 0;
  enemyIncome = 0;
  // For each cell, map[y][x]: `#` void, `.` neutral, `O` yours, `o` yours but cut off, `X` the enemy's, `x` the
  // enemy's but cut off.
  /** @type {string[]} */
  map = [];
  /** @type {Building[]} */
  buildings = [];
  /** @type {Unit[]} */
  units = [];
  ownHeadquarters = { x: 0, y: 0 };
  enemyHeadquarters = { x: 0, y: 0 };

  /** @type {string[]} */
  #orders = [];

  /** Waits for your next turn. False when the match is over. */
  async readTurn() {
    let line = await readLine();
    this.turn += 1;
    if (this.turn === 1) {
      for (let count = line.number(0); count > 0; count--) {
        const [x, y] = (await readLine()).numbers(0, 2);
        this.mineSpots.push({ x, y });
      }
      line = await readLine();
    }
    this.gold = line.number(0);
    this.income = (await readLine()).number(0);
    this.enemyGold = (await readLine()).number(0);
    this.enemyIncome = (await readLine()).number(0);
    this.map = [];
    for (let y = 0; y < SIZE; y++) this.map.push((await readLine()).word(0));
    this.buildings = [];
    for (let count = (await readLine()).number(0); count > 0; count--) {
      const [owner, kind, x, y] = (await readLine()).numbers(0, 4);
      this.#addBuilding({ isOwn: owner === 0, kind, cell: { x, y } });
    }
    this.units = [];
    line = await readLine();
    for (let count = line.number(0); count > 0; count--) {
      line = await readLine();
      const [owner, id, level, x, y] = line.numbers(0, 5);
      this.units.push({ isOwn: owner === 0, id, level, cell: { x, y } });
    }
    // After the end every line is one more end, so it is enough to look at the last.
    return !line.isEnd;
  }

  /** @param {Building} building */
  #addBuilding(building) {
    this.buildings.push(building);
    if (building.kind === HEADQUARTERS && building.isOwn) {
      this.ownHeadquarters = building.cell;
    } else if (building.kind === HEADQUARTERS) {
      this.enemyHeadquarters = building.cell;
    }
  }

  /** What the map shows on a cell; void beyond the board. @param {Cell} cell */
  at({ x, y }) {
    return this.map[y]?.[x] ?? "#";
  }

  /** The cells above, to the right, below and to the left that are not void. @param {Cell} cell @returns {Cell[]} */
  neighbours({ x, y }) {
    const around = [
      { x, y: y - 1 },
      { x: x + 1, y },
      { x, y: y + 1 },
      { x: x - 1, y },
    ];
    return around.filter((near) => this.at(near) !== "#");
  }

  /**
   * Whether the two are the same cell; `===` would ask whether they are the same object.
   * @param {Cell} one @param {Cell} other
   */
  isSame(one, other) {
    return one.x === other.x && one.y === other.y;
  }

  /** The unit on a cell; undefined if there is none. @param {Cell} cell */
  unitAt(cell) {
    return this.units.find((unit) => this.isSame(unit.cell, cell));
  }

  /** The building on a cell; undefined if there is none. @param {Cell} cell */
  buildingAt(cell) {
    return this.buildings.find((building) => this.isSame(building.cell, cell));
  }

  /** Whether an enemy tower keeps units below level 3 out of the cell. @param {Cell} cell */
  isGuarded(cell) {
    const isTower = (building) => building?.kind === TOWER && !building.isOwn;
    if (isTower(this.buildingAt(cell))) return true;
    if (this.at(cell) !== "X") return false;
    return this.neighbours(cell).some((near) => this.at(near) === "X" && isTower(this.buildingAt(near)));
  }

  /** The lowest level that can enter the cell; 4 if something of yours stands there. @param {Cell} cell */
  levelToEnter(cell) {
    const unit = this.unitAt(cell);
    if (this.buildingAt(cell)?.isOwn || unit?.isOwn) return 4;
    if (this.isGuarded(cell)) return 3;
    return unit ? Math.min(unit.level + 1, 3) : 1;
  }

  /** A board of your own, `grid[y][x]`, with the same value on every cell. @template T @param {T} value */
  grid(value) {
    return Array.from({ length: SIZE }, () => Array(SIZE).fill(value));
  }

  // The orders of a turn.

  /** A unit goes one step towards a cell. @param {Unit} unit @param {Cell} cell */
  move(unit, { x, y }) {
    this.#orders.push(`MOVE ${unit.id} ${x} ${y}`);
  }

  /** A new unit, on your territory or on a cell beside it, which it takes. @param {number} level @param {Cell} cell */
  train(level, { x, y }) {
    this.#orders.push(`TRAIN ${level} ${x} ${y}`);
  }

  /** A mine on a mine spot of yours. @param {Cell} cell */
  buildMine({ x, y }) {
    this.#orders.push(`BUILD MINE ${x} ${y}`);
  }

  /** A tower on a cell of yours that is no mine spot. @param {Cell} cell */
  buildTower({ x, y }) {
    this.#orders.push(`BUILD TOWER ${x} ${y}`);
  }

  /** A text for those who watch. @param {string} text */
  message(text) {
    this.#orders.push(`MSG ${text.replaceAll(";", ",")}`);
  }

  /** Sends the orders of this turn. */
  endTurn() {
    say(this.#orders.join(";") || "WAIT");
    this.#orders = [];
  }
}
