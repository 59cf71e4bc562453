//! A first bot for A Code of Ice and Fire: take land with every step, and walk towards the enemy's headquarters.
//!
//! Run it:  skirmish play ice-and-fire . house:random

mod protocol;

use std::collections::{HashMap, HashSet, VecDeque};

use protocol::{Cell, Game, SIZE, UNIT_COST, UNIT_UPKEEP};

/// More steps than there are on any board.
const FAR: i32 = 10_000;

fn main() {
    let mut game = Game::start();

    // Every turn we get the whole map, and answer with one line of orders.
    while game.read_turn() {
        let steps = steps_to_enemy(&game);
        let mut taken = HashSet::new(); // cells that an order of this turn already goes to
        move_units(&mut game, &steps, &mut taken);
        train_units(&mut game, &steps, &mut taken);
        game.end_turn();
    }
}

/// Lesson 1: every new cell earns 1 gold a turn, so a step on land that is not ours comes before any other.
fn move_units(game: &mut Game, steps: &HashMap<Cell, i32>, taken: &mut HashSet<Cell>) {
    // The foremost unit chooses first. A cell on which one of ours stands is not free before the next turn.
    let mut units: Vec<_> = game
        .units
        .iter()
        .copied()
        .filter(|unit| unit.is_own)
        .collect();
    units.sort_by_key(|unit| steps[&unit.cell]);
    for unit in units {
        let can_enter =
            |near: &Cell| !taken.contains(near) && unit.level >= game.level_to_enter(*near);
        let open = game.neighbours(unit.cell).into_iter().filter(can_enter);
        if let Some(best) = open.min_by_key(|&near| worth(game, near, steps)) {
            taken.insert(best);
            game.move_unit(unit, best);
        }
    }
}

/// Lesson 2: a new unit may appear on a cell beside our land, and takes it at once. So we train at the border.
///
/// Lesson 3: units cost gold every turn. When the income falls below zero and the gold is gone, all of them die.
fn train_units(game: &mut Game, steps: &HashMap<Cell, i32>, taken: &mut HashSet<Cell>) {
    let (mut gold, mut income) = (game.gold, game.income);
    let mut cells = border(game);
    cells.sort_by_key(|cell| steps[cell]);
    for cell in cells {
        let level = game.level_to_enter(cell);
        if taken.contains(&cell) || level > 3 {
            continue;
        }
        // The cell it takes earns 1, its upkeep is due every turn.
        let new_income = income + 1 - UNIT_UPKEEP[level];
        if gold >= UNIT_COST[level] && (new_income >= 0 || cell == game.enemy_headquarters) {
            gold -= UNIT_COST[level];
            income = new_income;
            taken.insert(cell);
            game.train(level, cell);
        }
    }
}

/// The lower the better: the enemy's headquarters, then new land, then what is nearer to the headquarters.
fn worth(game: &Game, cell: Cell, steps: &HashMap<Cell, i32>) -> i32 {
    if cell == game.enemy_headquarters {
        return -1;
    }
    steps[&cell] + if game.at(cell) == 'O' { FAR } else { 0 }
}

/// Every cell of the board, row by row.
fn all_cells() -> impl Iterator<Item = Cell> {
    (0..SIZE).flat_map(|y| (0..SIZE).map(move |x| (x, y)))
}

/// The cells beside our territory that are not part of it, row by row.
fn border(game: &Game) -> Vec<Cell> {
    let is_beside = |cell: &Cell| {
        game.neighbours(*cell)
            .into_iter()
            .any(|near| game.at(near) == 'O')
    };
    all_cells()
        .filter(|&cell| ".oXx".contains(game.at(cell)))
        .filter(is_beside)
        .collect()
}

/// For every cell, how many steps it is to the enemy's headquarters, around void cells.
///
/// One flood: it starts at 0 on the headquarters and grows by one step at a time.
fn steps_to_enemy(game: &Game) -> HashMap<Cell, i32> {
    let mut steps: HashMap<Cell, i32> = all_cells().map(|cell| (cell, FAR)).collect();
    steps.insert(game.enemy_headquarters, 0);
    let mut queue = VecDeque::from([game.enemy_headquarters]);
    while let Some(cell) = queue.pop_front() {
        let next = steps[&cell] + 1;
        for near in game.neighbours(cell) {
            if steps[&near] == FAR {
                steps.insert(near, next);
                queue.push_back(near);
            }
        }
    }
    steps
}

// Three ideas to try next:
// 1. Build mines. `build_mine` on a spot of ours costs 20 and earns 4 a turn: it pays for itself in five turns.
// 2. Build towers. Beside the headquarters they keep everybody out who is not of level 3.
// 3. Cut off. Cells without a path to their headquarters are lost, and units on them die: a level 3 unit that breaks
//    through at a narrow place can take half of the enemy's army.
