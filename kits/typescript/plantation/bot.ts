/**
 * A first bot for Plantation: grow with every move, and never keep much on one tile.
 *
 * Run it:  skirmish play plantation . house:random
 */

import { Game, type Tile } from "./protocol";

// How many tiles we want before we make them grow.
const ENOUGH_TILES = 15;

async function main(): Promise<void> {
  const game = await Game.start();
  const isEnemys = game.grid(false); // where the enemy was when we tried to plant
  let planted: Tile | null = null; // the tile of our last command, if it was `plant`

  // We are asked for one command at a time, three times a turn.
  while (await game.readTurn()) {
    // Lesson 1: the reply to the last command is news. We cannot see the enemy, but we bumped into it.
    if (planted && game.reply?.kind === "occupied") {
      isEnemys[planted.row][planted.col] = true;
    }

    // Lesson 2: `plant` and `fertilise` both add 1 to our sum, so growing never wastes a move. A new tile
    // comes first: a bomb takes up to 4 from one tile, so ten small tiles are safer than one big one.
    const tiles = game.tiles();
    planted = tiles.length < ENOUGH_TILES ? freeTile(game, isEnemys) : null;
    if (planted) {
      game.plant(planted);
    } else if (tiles.length > 0) {
      game.fertilise(smallestTile(game));
    } else {
      // Everything was destroyed. There is always one command that is allowed: looking around.
      game.scout({ row: Math.floor(game.rows / 2), col: Math.floor(game.cols / 2) });
    }
  }
}

/** The first tile beside ours that is neither ours nor known to be the enemy's. */
function freeTile(game: Game, isEnemys: boolean[][]): Tile | null {
  const beside = game.tiles().flatMap((tile) => game.neighbours(tile));
  return beside.find(({ row, col }) => game.board[row][col] === 0 && !isEnemys[row][col]) ?? null;
}

/** Our tile with the lowest score; the first of several. */
function smallestTile(game: Game): Tile {
  const score = ({ row, col }: Tile) => game.board[row][col];
  return game.tiles().reduce((best, tile) => (score(tile) < score(best) ? tile : best));
}

// Three ideas to try next:
// 1. Strike back. `scout` shows nine tiles; when one of the enemy's has 4 or more, a `bomb` there costs two moves and
//    takes 4, which is better than the 2 that growing gives.
// 2. Remember. Keep a `grid` of everything that `scout`, `occupied`, `spray` and `bomb` told you, and how old it is.
// 3. Hide. The enemy looks for you where you started. `colonise` some tiles far away, and grow there.

await main();
