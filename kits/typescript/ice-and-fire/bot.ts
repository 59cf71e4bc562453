/**
 * A first bot for A Code of Ice and Fire: take land with every step, and walk towards the enemy's headquarters.
 *
 * Run it:  skirmish play ice-and-fire . house:random
 */

import { type Cell, Game, SIZE, type Unit, UNIT_COST, UNIT_UPKEEP } from "./protocol";

// More steps than there are on any board.
const FAR = 10_000;

async function main(): Promise<void> {
  const game = new Game();

  // Every turn we get the whole map, and answer with one line of orders.
  while (await game.readTurn()) {
    const steps = stepsToEnemy(game);
    const taken = game.grid(false); // cells that an order of this turn already goes to
    moveUnits(game, steps, taken);
    trainUnits(game, steps, taken);
    game.endTurn();
  }
}

/** Lesson 1: every new cell earns 1 gold a turn, so a step on land that is not ours comes before any other. */
function moveUnits(game: Game, steps: number[][], taken: boolean[][]): void {
  // The foremost unit chooses first. A cell on which one of ours stands is not free before the next turn.
  const stepsOf = (unit: Unit) => steps[unit.cell.y][unit.cell.x];
  const units = game.units.filter((unit) => unit.isOwn).sort((one, other) => stepsOf(one) - stepsOf(other));
  for (const unit of units) {
    let best: Cell | null = null;
    for (const near of game.neighbours(unit.cell)) {
      if (taken[near.y][near.x] || unit.level < game.levelToEnter(near)) continue;
      if (!best || worth(game, near, steps) < worth(game, best, steps)) best = near;
    }
    if (best) {
      taken[best.y][best.x] = true;
      game.move(unit, best);
    }
  }
}

/**
 * Lesson 2: a new unit may appear on a cell beside our land, and takes it at once. So we train at the border.
 *
 * Lesson 3: units cost gold every turn. When the income falls below zero and the gold is gone, all of them die.
 */
function trainUnits(game: Game, steps: number[][], taken: boolean[][]): void {
  let { gold, income } = game;
  const cells = border(game).sort((one, other) => steps[one.y][one.x] - steps[other.y][other.x]);
  for (const cell of cells) {
    const level = game.levelToEnter(cell);
    if (taken[cell.y][cell.x] || level > 3) continue;
    // The cell it takes earns 1, its upkeep is due every turn.
    const newIncome = income + 1 - UNIT_UPKEEP[level];
    if (gold >= UNIT_COST[level] && (newIncome >= 0 || game.isSame(cell, game.enemyHeadquarters))) {
      gold -= UNIT_COST[level];
      income = newIncome;
      taken[cell.y][cell.x] = true;
      game.train(level, cell);
    }
  }
}

/** The lower the better: the enemy's headquarters, then new land, then what is nearer to the headquarters. */
function worth(game: Game, cell: Cell, steps: number[][]): number {
  if (game.isSame(cell, game.enemyHeadquarters)) return -1;
  return steps[cell.y][cell.x] + (game.at(cell) === "O" ? FAR : 0);
}

/** The cells beside our territory that are not part of it, row by row. */
function border(game: Game): Cell[] {
  const cells: Cell[] = [];
  for (let y = 0; y < SIZE; y++) {
    for (let x = 0; x < SIZE; x++) {
      const isOpen = ".oXx".includes(game.at({ x, y }));
      if (isOpen && game.neighbours({ x, y }).some((near) => game.at(near) === "O")) cells.push({ x, y });
    }
  }
  return cells;
}

/**
 * For every cell, how many steps it is to the enemy's headquarters, around void cells.
 *
 * One flood: it starts at 0 on the headquarters and grows by one step at a time.
 */
function stepsToEnemy(game: Game): number[][] {
  const goal = game.enemyHeadquarters;
  const steps = game.grid(FAR);
  steps[goal.y][goal.x] = 0;
  const queue = [goal];
  for (const cell of queue) { // the list grows while we walk along it
    for (const near of game.neighbours(cell)) {
      if (steps[near.y][near.x] === FAR) {
        steps[near.y][near.x] = steps[cell.y][cell.x] + 1;
        queue.push(near);
      }
    }
  }
  return steps;
}

// Three ideas to try next:
// 1. Build mines. `buildMine` on a spot of ours costs 20 and earns 4 a turn: it pays for itself in five turns.
// 2. Build towers. Beside the headquarters they keep everybody out who is not of level 3.
// 3. Cut off. Cells without a path to their headquarters are lost, and units on them die: a level 3 unit that breaks
//    through at a narrow place can take half of the enemy's army.

await main();
