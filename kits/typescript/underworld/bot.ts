/**
 * A first bot for Underworld: a few farms, then warriors without end, and all of them march to the nearest castle.
 *
 * Run it:  skirmish play underworld . house:random
 */

import { BARRACKS, BUILD_DISTANCE, CASTLE, COST, FARM, Game, RANGE, STEPS, WARRIOR } from "./protocol";
import type { Cell, Direction, Thing } from "./protocol";

// How many farms we want before all money goes into warriors.
const ENOUGH_FARMS = 4;
// More steps than there are on any board.
const FAR = 10_000;

async function main(): Promise<void> {
  const game = await Game.start();

  // Every turn we get the whole board, and answer with commands for everything we have.
  while (await game.readTurn()) {
    const wanted = game.grid(false); // cells that a command of this turn already asks for
    const money = buildFarms(game, game.money, wanted);
    spawnWarriors(game, money, wanted);
    march(game, wanted);
    game.endTurn();
  }
}

/** Lesson 1: a farm costs 1000 and pays 50 a turn, so it is worth it early. Returns the money that is left. */
function buildFarms(game: Game, money: number, wanted: boolean[][]): number {
  let farms = game.own(FARM).length;
  for (const castle of game.own(CASTLE)) {
    for (const cell of cellsAround(game, castle.cell, BUILD_DISTANCE)) {
      // The cells beside the barracks stay open, as doors for warriors.
      if (farms < ENOUGH_FARMS && money >= COST[FARM] && game.isFree(cell) && !isDoor(game, cell)) {
        farms += 1;
        money -= COST[FARM];
        wanted[cell.y][cell.x] = true;
        game.build(cell, FARM);
      }
    }
  }
  return money;
}

/** Lesson 2: each barracks trains one warrior a turn, on a free cell beside it. */
function spawnWarriors(game: Game, money: number, wanted: boolean[][]): void {
  for (const barracks of game.own(BARRACKS)) {
    for (const [direction, step] of STEPS) {
      const cell = neighbour(barracks.cell, step);
      if (money >= COST[WARRIOR] && game.isFree(cell) && !wanted[cell.y][cell.x]) {
        money -= COST[WARRIOR];
        wanted[cell.y][cell.x] = true;
        game.spawn(barracks.cell, direction);
        break;
      }
    }
  }
}

/** Lesson 3: warriors hit by themselves whatever is near. They only have to be brought there. */
function march(game: Game, wanted: boolean[][]): void {
  const goal = goalOf(game);
  const steps = stepsTo(game, goal);
  // Those in front go first; two warriors bound for one cell would both stay.
  const stepsOf = (warrior: Thing) => steps[warrior.cell.y][warrior.cell.x];
  const warriors = game.own(WARRIOR).sort((one, other) => stepsOf(one) - stepsOf(other));
  for (const warrior of warriors) {
    if (game.isWithin(warrior.cell, goal, RANGE)) continue; // near enough to hit
    let best: { direction: Direction; near: Cell } | null = null;
    let fewest = stepsOf(warrior);
    for (const [direction, step] of STEPS) {
      const near = neighbour(warrior.cell, step);
      if (game.isFree(near) && steps[near.y][near.x] < fewest && !wanted[near.y][near.x]) {
        best = { direction, near };
        fewest = steps[near.y][near.x];
      }
    }
    if (best) {
      wanted[best.near.y][best.near.x] = true;
      game.move(warrior.cell, best.direction);
    }
  }
}

/** The enemy castle nearest to ours; if we see none, the place opposite to ours. */
function goalOf(game: Game): Cell {
  const home = game.own(CASTLE)[0].cell;
  const opposite = { x: game.width - 1 - home.x, y: game.height - 1 - home.y };
  const distance = (cell: Cell) => Math.abs(cell.x - home.x) + Math.abs(cell.y - home.y);
  const [first, ...others] = game.enemies(CASTLE).map((castle) => castle.cell);
  return others.reduce((best, cell) => (distance(cell) < distance(best) ? cell : best), first ?? opposite);
}

/**
 * For every cell, how many steps it is to the goal, around walls and buildings.
 *
 * One flood: it starts at 0 on the goal and grows by one step at a time.
 */
function stepsTo(game: Game, goal: Cell): number[][] {
  const steps = game.grid(FAR);
  steps[goal.y][goal.x] = 0;
  const queue = [goal];
  for (const cell of queue) { // the list grows while we walk along it
    for (const [, step] of STEPS) {
      const near = neighbour(cell, step);
      const isOpen = game.isFree(near) || game.thingAt(near)?.kind === WARRIOR;
      if (isOpen && steps[near.y][near.x] === FAR) {
        steps[near.y][near.x] = steps[cell.y][cell.x] + 1;
        queue.push(near);
      }
    }
  }
  return steps;
}

function neighbour(cell: Cell, step: Cell): Cell {
  return { x: cell.x + step.x, y: cell.y + step.y };
}

/** The cells of the board within the distance, row by row. */
function cellsAround(game: Game, middle: Cell, distance: number): Cell[] {
  const cells: Cell[] = [];
  for (let y = middle.y - distance; y <= middle.y + distance; y++) {
    for (let x = middle.x - distance; x <= middle.x + distance; x++) {
      if (game.isOnBoard({ x, y }) && game.isWithin(middle, { x, y }, distance)) cells.push({ x, y });
    }
  }
  return cells;
}

/** Whether the cell is beside one of our barracks. */
function isDoor(game: Game, cell: Cell): boolean {
  return game.own(BARRACKS).some((barracks) => game.isWithin(cell, barracks.cell, 1));
}

// Three ideas to try next:
// 1. Defend. When an enemy's warrior comes near your castle, send yours back to it: three hit harder than one.
// 2. Hit together. A warrior's damage is divided among all it can reach. Wait in front of the enemy until ten are
//    there.
// 3. More barracks. Each trains one warrior a turn; with many farms one is not enough.

await main();
