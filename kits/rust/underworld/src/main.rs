//! A first bot for Underworld: a few farms, then warriors without end, and all of them march to the nearest castle.
//!
//! Run it:  skirmish play underworld . house:random

mod protocol;

use std::collections::{HashMap, HashSet, VecDeque};

use protocol::{Cell, Game, Kind, BUILD_DISTANCE, FARM_COST, RANGE, STEPS, WARRIOR_COST};

/// How many farms we want before all money goes into warriors.
const ENOUGH_FARMS: usize = 4;
/// More steps than there are on any board.
const FAR: i32 = 10_000;

fn main() {
    let mut game = Game::start();

    // Every turn we get the whole board, and answer with commands for everything we have.
    while game.read_turn() {
        let mut wanted = HashSet::new(); // cells that a command of this turn already asks for
        let money = build_farms(&mut game, &mut wanted);
        spawn_warriors(&mut game, money, &mut wanted);
        march(&mut game, &mut wanted);
        game.end_turn();
    }
}

/// Lesson 1: a farm costs 1000 and pays 50 a turn, so it is worth it early. Returns the money that is left.
fn build_farms(game: &mut Game, wanted: &mut HashSet<Cell>) -> i32 {
    let mut money = game.money;
    let mut farms = game.own(Kind::Farm).len();
    for castle in game.own(Kind::Castle) {
        for cell in cells_around(game, castle.cell, BUILD_DISTANCE) {
            // The cells beside the barracks stay open, as doors for warriors.
            let is_good = game.is_free(cell) && !is_door(game, cell);
            if farms < ENOUGH_FARMS && money >= FARM_COST && is_good {
                farms += 1;
                money -= FARM_COST;
                wanted.insert(cell);
                game.build_farm(cell);
            }
        }
    }
    money
}

/// Lesson 2: each barracks trains one warrior a turn, on a free cell beside it.
fn spawn_warriors(game: &mut Game, mut money: i32, wanted: &mut HashSet<Cell>) {
    for barracks in game.own(Kind::Barracks) {
        let is_good = |cell: Cell| game.is_free(cell) && !wanted.contains(&cell);
        let door = STEPS
            .into_iter()
            .find(|&(_, step)| is_good(neighbour(barracks.cell, step)));
        if let (Some((direction, step)), true) = (door, money >= WARRIOR_COST) {
            money -= WARRIOR_COST;
            wanted.insert(neighbour(barracks.cell, step));
            game.spawn(barracks.cell, direction);
        }
    }
}

/// Lesson 3: warriors hit by themselves whatever is near. They only have to be brought there.
fn march(game: &mut Game, wanted: &mut HashSet<Cell>) {
    let goal = goal_of(game);
    let steps = steps_to(game, goal);
    // Those in front go first; two warriors bound for one cell would both stay.
    let mut warriors = game.own(Kind::Warrior);
    warriors.sort_by_key(|warrior| steps[&warrior.cell]);
    for warrior in warriors {
        if game.is_within(warrior.cell, goal, RANGE) {
            continue; // near enough to hit
        }
        let mut best = None;
        let mut fewest = steps[&warrior.cell];
        for (direction, step) in STEPS {
            let near = neighbour(warrior.cell, step);
            if game.is_free(near) && steps[&near] < fewest && !wanted.contains(&near) {
                (best, fewest) = (Some((direction, near)), steps[&near]);
            }
        }
        if let Some((direction, near)) = best {
            wanted.insert(near);
            game.move_warrior(warrior.cell, direction);
        }
    }
}

/// The enemy castle nearest to ours; if we see none, the place opposite to ours.
fn goal_of(game: &Game) -> Cell {
    let home = game
        .own(Kind::Castle)
        .first()
        .map_or((0, 0), |castle| castle.cell);
    let castles = game
        .enemies(Kind::Castle)
        .into_iter()
        .map(|castle| castle.cell);
    let nearest = castles.min_by_key(|cell| (cell.0 - home.0).abs() + (cell.1 - home.1).abs());
    nearest.unwrap_or((game.width - 1 - home.0, game.height - 1 - home.1))
}

/// For every cell, how many steps it is to the goal, around walls and buildings.
///
/// One flood: it starts at 0 on the goal and grows by one step at a time.
fn steps_to(game: &Game, goal: Cell) -> HashMap<Cell, i32> {
    let all = (0..game.height).flat_map(|y| (0..game.width).map(move |x| (x, y)));
    let mut steps: HashMap<Cell, i32> = all.map(|cell| (cell, FAR)).collect();
    steps.insert(goal, 0);
    let mut queue = VecDeque::from([goal]);
    while let Some(cell) = queue.pop_front() {
        let next = steps[&cell] + 1;
        for (_, step) in STEPS {
            let near = neighbour(cell, step);
            let is_open = game
                .thing_at(near)
                .map_or(true, |thing| thing.kind == Kind::Warrior);
            if steps.get(&near) == Some(&FAR) && is_open {
                steps.insert(near, next);
                queue.push_back(near);
            }
        }
    }
    steps
}

fn neighbour(cell: Cell, step: Cell) -> Cell {
    (cell.0 + step.0, cell.1 + step.1)
}

/// The cells of the board within the distance, row by row.
fn cells_around(game: &Game, (x, y): Cell, distance: i32) -> Vec<Cell> {
    let square = (y - distance..=y + distance)
        .flat_map(|b| (x - distance..=x + distance).map(move |a| (a, b)));
    square
        .filter(|&cell| game.is_on_board(cell) && game.is_within((x, y), cell, distance))
        .collect()
}

/// Whether the cell is beside one of our barracks.
fn is_door(game: &Game, cell: Cell) -> bool {
    game.own(Kind::Barracks)
        .iter()
        .any(|barracks| game.is_within(cell, barracks.cell, 1))
}

// Three ideas to try next:
// 1. Defend. When an enemy's warrior comes near your castle, send yours back to it: three hit harder than one.
// 2. Hit together. A warrior's damage is divided among all it can reach. Wait in front of the enemy until ten are there.
// 3. More barracks. Each trains one warrior a turn; with many farms one is not enough.
