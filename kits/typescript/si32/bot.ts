/**
 * A first bot for Si32: fill the buildings with workers, send everybody else to mine, build with what they bring.
 *
 * Run it:  skirmish play si32 . house:random
 */

import { BUILDING_COST, CORNERS, Game, MAX_WORKERS, STEPS } from "./protocol";
import type { Building, Corner, Direction, Tile } from "./protocol";

// More steps than there are on any board.
const FAR = 10_000;

async function main(): Promise<void> {
  const game = await Game.start();

  // Every turn we get the whole map, and answer with commands for all our units.
  while (await game.readTurn()) {
    playTurn(game);
    game.endTurn();
  }
}

function playTurn(game: Game): void {
  let budget = game.resource;
  const steps = stepsToResource(game);
  const room = new Map<Building, number>(); // how many more workers count, for each of our buildings
  for (const building of game.buildings) {
    if (building.isOwn) room.set(building, MAX_WORKERS);
  }
  for (const army of game.armies.filter((army) => army.isOwn)) {
    let units = army.units;

    // Lesson 1: workers make units, five turns of work each, but only ten of them count in a building.
    const building = game.buildingAt(army.tile);
    if (building?.isOwn) {
      const roomHere = room.get(building) ?? 0;
      const workers = Math.min(units, roomHere);
      room.set(building, roomHere - workers);
      units -= workers;
      if (workers > 0) game.work(army.tile, workers);
    }

    // Lesson 2: one building makes two units a turn at most. As soon as we can pay, there is another one.
    if (units > 0 && budget >= BUILDING_COST) {
      const corner = freeCorner(game, army.tile);
      if (corner) {
        budget -= BUILDING_COST;
        units -= 1;
        game.build(army.tile, corner);
      }
    }

    // Lesson 3: whoever is left over brings resource, from here or from the nearest tile that has some to spare.
    const miners = Math.min(units, game.resources[army.tile.y][army.tile.x]);
    units -= miners;
    if (miners > 0) game.mine(army.tile, miners);
    const direction = bestStep(game, army.tile, steps);
    if (units > 0 && direction) game.move(army.tile, direction, units);
  }
}

/** A corner towards which a building fits on this tile: on the board, no building, no enemy. */
function freeCorner(game: Game, { x, y }: Tile): Corner | null {
  for (const [corner, step] of CORNERS) {
    const ground = [
      { x, y },
      { x: x + step.x, y },
      { x, y: y + step.y },
      { x: x + step.x, y: y + step.y },
    ];
    if (ground.every((tile) => isFree(game, tile))) return corner;
  }
  return null;
}

function isFree(game: Game, tile: Tile): boolean {
  const army = game.armyAt(tile);
  return game.isOnBoard(tile) && !game.buildingAt(tile) && (!army || army.isOwn);
}

/**
 * For every tile, how many steps it is to the nearest one that has more resource than we have units there.
 *
 * One flood from all these tiles at once: it starts at 0 on each and grows by one step at a time.
 */
function stepsToResource(game: Game): number[][] {
  const steps = game.grid(FAR);
  const queue: Tile[] = [];
  for (let y = 0; y < game.height; y++) {
    for (let x = 0; x < game.width; x++) {
      const units = game.armyAt({ x, y })?.units ?? 0;
      if (game.resources[y][x] > units) {
        steps[y][x] = 0;
        queue.push({ x, y });
      }
    }
  }
  for (const tile of queue) { // the list grows while we walk along it
    for (const [, step] of STEPS) {
      const near = { x: tile.x + step.x, y: tile.y + step.y };
      if (game.isOnBoard(near) && steps[near.y][near.x] === FAR) {
        steps[near.y][near.x] = steps[tile.y][tile.x] + 1;
        queue.push(near);
      }
    }
  }
  return steps;
}

/** The direction in which resource is nearest; the first of several. Null if there is no resource left. */
function bestStep(game: Game, tile: Tile, steps: number[][]): Direction | null {
  let best: Direction | null = null;
  let fewest = FAR;
  for (const [direction, step] of STEPS) {
    const near = { x: tile.x + step.x, y: tile.y + step.y };
    if (game.isOnBoard(near) && steps[near.y][near.x] < fewest) {
      best = direction;
      fewest = steps[near.y][near.x];
    }
  }
  return best;
}

// Three ideas to try next:
// 1. Spread out. All who are left over on a tile walk to the same place. Give each a tile of its own.
// 2. Attack. As many units as an enemy's building has workers, and ten more, bring it down.
// 3. Defend. Count the enemies near your buildings (`armies`), and keep as many at home.

await main();
