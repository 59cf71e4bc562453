/**
 * A first bot for Utti: a troop for every mine, and whoever comes too near is captured.
 *
 * Run it:  skirmish play utti . house:random
 */

import { type Cell, Game } from "./protocol";

async function main(): Promise<void> {
  const game = await Game.start();

  // We are asked for one unit after another, in every round.
  while (await game.readTurn()) {
    if (game.unit.isBase) {
      actAsBase(game);
    } else {
      actAsTroop(game);
    }
  }
}

/** Lesson 1: a troop costs 10 gold, but counts only 5 points. It pays as soon as it mines for a few rounds. */
function actAsBase(game: Game): void {
  const cell = emptyCellBeside(game, game.unit.cell);
  const hasWork = game.ownTroops() < game.mines.length;
  const hasTime = game.round < Math.floor((game.rounds * 3) / 4);
  if (cell && hasWork && hasTime && game.gold >= game.troopCost) {
    game.createTroop(cell);
  } else {
    game.idle();
  }
}

function actAsTroop(game: Game): void {
  const here = game.unit.cell;

  // Lesson 2: heights do not matter in a capture, only who comes first. So never let a chance go by.
  const prey = enemyBeside(game, here);
  if (prey) {
    game.capture(prey);
    return;
  }

  // Lesson 3: gold is points. A troop on a mine stays there and digs.
  if (game.hasMine(here)) {
    game.mine();
    return;
  }

  const step = stepTowards(game, here, nearestMine(game, here));
  if (step) {
    game.move(step);
  } else {
    game.idle();
  }
}

/** The tallest enemy troop within one step; the first of several. */
function enemyBeside(game: Game, cell: Cell): Cell | null {
  let best: Cell | null = null;
  let tallest = 0;
  for (const near of game.neighbours(cell)) {
    const troop = game.troopAt(near);
    if (troop && !troop.isOwn && troop.height > tallest) {
      best = near;
      tallest = troop.height;
    }
  }
  return best;
}

/** A cell within one step on which no troop stands; the nearest to a mine we do not hold yet. */
function emptyCellBeside(game: Game, cell: Cell): Cell | null {
  return stepTowards(game, cell, nearestMine(game, cell));
}

/** The nearest mine on which none of our troops stands; the first of several, row by row. */
function nearestMine(game: Game, cell: Cell): Cell | null {
  const open = game.mines.filter((mine) => !game.troopAt(mine)?.isOwn);
  return nearest(game, open, cell);
}

/** The cell without a troop beside `cell` that is nearest to the goal; the first of several. */
function stepTowards(game: Game, cell: Cell, goal: Cell | null): Cell | null {
  if (!goal) return null;
  const free = game.neighbours(cell).filter((near) => !game.troopAt(near));
  return nearest(game, free, goal);
}

/** Which of the cells is nearest to the goal; the first of several, null if there are no cells. */
function nearest(game: Game, cells: Cell[], goal: Cell): Cell | null {
  let best: Cell | null = null;
  for (const cell of cells) {
    if (!best || game.distance(cell, goal) < game.distance(best, goal)) best = cell;
  }
  return best;
}

// Three ideas to try next:
// 1. Grow tall. A troop of height 5 digs five times as much. `climb` onto one another on the best mine.
// 2. Make bases. A troop of height 20 can become one (`createBase`): 100 points that nobody can capture.
// 3. Do not be captured. Before a step, look two cells ahead: an enemy that can reach you next will be on top.

await main();
