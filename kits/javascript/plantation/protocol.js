/**
 * What the arena says and what a bot answers in Plantation.
 *
 * This file knows the words of the game, `lines.js` reads and prints lines.
 * `skirmish rules plantation` has the whole protocol. Scores are turned so that yours are positive and the enemy's
 * negative, whichever side you play.
 */

import { Line, readLine, say } from "./lines.js";

/** @typedef {{ row: number, col: number }} Tile */

/**
 * What came of the last command.
 * @typedef {object} Reply
 * @property {string} kind "OK", "occupied" or "error"
 * @property {number[]} numbers scores are signed: yours positive, the enemy's negative
 */

/** One match as your bot sees it. */
export class Game {
  rows = 0;
  cols = 0;
  sign = 1; // 1 if you are Plus, -1 if you are Minus; this module has already taken it out of all scores
  turns = 0;
  movesPerTurn = 0;

  turn = 0; // counted from 1
  moves = 0; // moves left in this turn
  timeMs = 0; // milliseconds left for the match
  /** @type {number[][]} */
  board = []; // your scores, `board[row][col]`; 0 is a tile that is not yours
  /** @type {?Reply} */
  reply = null; // to your last command; null before the first
  /** @type {?[number, number]} */
  result = null; // your sum and the enemy's, once the match is over

  /** Waits for the match to begin. */
  static async start() {
    const game = new Game();
    const hello = await readLine();
    [game.rows, game.cols] = hello.numbers(1, 2);
    game.sign = hello.word(3) === "-" ? -1 : 1;
    [game.turns, game.movesPerTurn] = hello.numbers(4, 2);
    game.board = game.grid(0);
    return game;
  }

  /** Waits until a command is wanted. False when the match is over. */
  async readTurn() {
    for (;;) {
      const line = await readLine();
      if (line.isEnd) return false;
      if (line.word(0) === "turn") {
        [this.turn, this.moves, this.timeMs] = [line.number(1), line.number(3), line.number(5)];
        await this.#readBoard();
        return true;
      }
      if (line.word(0) === "end") {
        this.result = [line.number(1), line.number(2)];
        return false;
      }
      this.reply = this.#readReply(line);
    }
  }

  /** Your tiles, row by row. @returns {Tile[]} */
  tiles() {
    const all = this.board.flatMap((scores, row) => scores.map((score, col) => ({ row, col, score })));
    return all.filter(({ score }) => score > 0).map(({ row, col }) => ({ row, col }));
  }

  /** The tiles above, below, left and right that are on the board. @param {Tile} tile @returns {Tile[]} */
  neighbours({ row, col }) {
    const around = [
      { row: row - 1, col },
      { row: row + 1, col },
      { row, col: col - 1 },
      { row, col: col + 1 },
    ];
    return around.filter(({ row, col }) => row >= 0 && row < this.rows && col >= 0 && col < this.cols);
  }

  /** A board of your own, `grid[row][col]`, with the same value on every tile. @template T @param {T} value */
  grid(value) {
    return Array.from({ length: this.rows }, () => Array(this.cols).fill(value));
  }

  // The six commands. One answers one request.

  /** 1 move: one of your tiles grows by 1. @param {Tile} tile */
  fertilise({ row, col }) {
    say(`fertilise ${row} ${col}`);
  }

  /** 1 move: takes an empty tile beside one of yours. @param {Tile} tile */
  plant({ row, col }) {
    say(`plant ${row} ${col}`);
  }

  /** 1 move: the next reply has the nine scores around the tile. @param {Tile} tile */
  scout({ row, col }) {
    say(`scout ${row} ${col}`);
  }

  /**
   * 2 moves: takes an empty tile anywhere; the source, a tile of yours with 2 or more, loses 1.
   * @param {Tile} target @param {Tile} source
   */
  colonise(target, source) {
    say(`colonise ${target.row} ${target.col} ${source.row} ${source.col}`);
  }

  /** 2 moves: the enemy's tiles here and beside it lose 1 each. @param {Tile} tile */
  spray({ row, col }) {
    say(`spray ${row} ${col}`);
  }

  /** 2 moves: the enemy's tile here loses up to 4. @param {Tile} tile */
  bomb({ row, col }) {
    say(`bomb ${row} ${col}`);
  }

  async #readBoard() {
    for (let row = 0; row < this.rows; row++) {
      this.board[row] = this.#signed((await readLine()).numbers(0, this.cols));
    }
  }

  /** @param {Line} line @returns {Reply} */
  #readReply(line) {
    const scores = new Line(line.word(1).replaceAll(",", " "));
    const numbers = scores.numbers(0, scores.words.length);
    const kind = line.word(0);
    // Scores have a sign; the single number after OK counts tiles or levels and has none.
    const areScores = kind === "occupied" || numbers.length > 1;
    return { kind, numbers: areScores ? this.#signed(numbers) : numbers };
  }

  /** @param {number[]} scores */
  #signed(scores) {
    return scores.map((score) => this.sign * score);
  }
}
