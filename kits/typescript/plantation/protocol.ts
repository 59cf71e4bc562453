/**
 * What the arena says and what a bot answers in Plantation.
 *
 * This file knows the words of the game, `lines.ts` reads and prints lines.
 * `skirmish rules plantation` has the whole protocol. Scores are turned so that yours are positive and the enemy's
 * negative, whichever side you play.
 */

import { Line, readLine, say } from "./lines";

export interface Tile {
  row: number;
  col: number;
}

/** What came of the last command. */
export interface Reply {
  kind: "OK" | "occupied" | "error";
  numbers: number[]; // scores are signed: yours positive, the enemy's negative
}

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
  board: number[][] = []; // your scores, `board[row][col]`; 0 is a tile that is not yours
  reply: Reply | null = null; // to your last command; null before the first
  result: [number, number] | null = null; // your sum and the enemy's, once the match is over

  /** Waits for the match to begin. */
  static async start(): Promise<Game> {
    const game = new Game();
    const hello = await readLine();
    [game.rows, game.cols] = hello.numbers(1, 2);
    game.sign = hello.word(3) === "-" ? -1 : 1;
    [game.turns, game.movesPerTurn] = hello.numbers(4, 2);
    game.board = game.grid(0);
    return game;
  }

  /** Waits until a command is wanted. False when the match is over. */
  async readTurn(): Promise<boolean> {
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

  /** Your tiles, row by row. */
  tiles(): Tile[] {
    const all = this.board.flatMap((scores, row) => scores.map((score, col) => ({ row, col, score })));
    return all.filter(({ score }) => score > 0).map(({ row, col }) => ({ row, col }));
  }

  /** The tiles above, below, left and right that are on the board. */
  neighbours({ row, col }: Tile): Tile[] {
    const around = [
      { row: row - 1, col },
      { row: row + 1, col },
      { row, col: col - 1 },
      { row, col: col + 1 },
    ];
    return around.filter(({ row, col }) => row >= 0 && row < this.rows && col >= 0 && col < this.cols);
  }

  /** A board of your own, `grid[row][col]`, with the same value on every tile. */
  grid<T>(value: T): T[][] {
    return Array.from({ length: this.rows }, () => Array<T>(this.cols).fill(value));
  }

  // The six commands. One answers one request.

  /** 1 move: one of your tiles grows by 1. */
  fertilise({ row, col }: Tile): void {
    say(`fertilise ${row} ${col}`);
  }

  /** 1 move: takes an empty tile beside one of yours. */
  plant({ row, col }: Tile): void {
    say(`plant ${row} ${col}`);
  }

  /** 1 move: the next reply has the nine scores around the tile. */
  scout({ row, col }: Tile): void {
    say(`scout ${row} ${col}`);
  }

  /** 2 moves: takes an empty tile anywhere; the source, a tile of yours with 2 or more, loses 1. */
  colonise(target: Tile, source: Tile): void {
    say(`colonise ${target.row} ${target.col} ${source.row} ${source.col}`);
  }

  /** 2 moves: the enemy's tiles here and beside it lose 1 each. */
  spray({ row, col }: Tile): void {
    say(`spray ${row} ${col}`);
  }

  /** 2 moves: the enemy's tile here loses up to 4. */
  bomb({ row, col }: Tile): void {
    say(`bomb ${row} ${col}`);
  }

  async #readBoard(): Promise<void> {
    for (let row = 0; row < this.rows; row++) {
      this.board[row] = this.#signed((await readLine()).numbers(0, this.cols));
    }
  }

  #readReply(line: Line): Reply {
    const scores = new Line(line.word(1).replaceAll(",", " "));
    const numbers = scores.numbers(0, scores.words.length);
    const kind = line.word(0) as Reply["kind"];
    // Scores have a sign; the single number after OK counts tiles or levels and has none.
    const areScores = kind === "occupied" || numbers.length > 1;
    return { kind, numbers: areScores ? this.#signed(numbers) : numbers };
  }

  #signed(scores: number[]): number[] {
    return scores.map((score) => this.sign * score);
  }
}
