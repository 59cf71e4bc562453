//! A first bot for Utti: a troop for every mine, and whoever comes too near is captured.
//!
//! Run it:  skirmish play utti . house:random

mod protocol;

use protocol::{Cell, Game};

fn main() {
    let mut game = Game::start();

    // We are asked for one unit after another, in every round.
    while game.read_turn() {
        if game.unit.is_base {
            act_as_base(&game);
        } else {
            act_as_troop(&game);
        }
    }
}

/// Lesson 1: a troop costs 10 gold, but counts only 5 points. It pays as soon as it mines for a few rounds.
fn act_as_base(game: &Game) {
    let has_work = game.own_troops() < game.mines.len();
    let has_time = game.round < game.rounds * 3 / 4;
    match empty_cell_beside(game, game.unit.cell) {
        Some(cell) if has_work && has_time && game.gold >= game.troop_cost => {
            game.create_troop(cell)
        }
        _ => game.idle(),
    }
}

fn act_as_troop(game: &Game) {
    let here = game.unit.cell;

    // Lesson 2: heights do not matter in a capture, only who comes first. So never let a chance go by.
    if let Some(prey) = enemy_beside(game, here) {
        return game.capture(prey);
    }

    // Lesson 3: gold is points. A troop on a mine stays there and digs.
    if game.has_mine(here) {
        return game.mine();
    }

    match nearest_mine(game, here).and_then(|mine| step_towards(game, here, mine)) {
        Some(step) => game.move_to(step),
        None => game.idle(),
    }
}

/// The tallest enemy troop within one step; the first of several.
fn enemy_beside(game: &Game, cell: Cell) -> Option<Cell> {
    let mut best = None;
    let mut tallest = 0;
    for near in game.neighbours(cell) {
        if let Some(troop) = game.troop_at(near) {
            if !troop.is_own && troop.height > tallest {
                (best, tallest) = (Some(near), troop.height);
            }
        }
    }
    best
}

/// A cell within one step on which no troop stands; the nearest to a mine we do not hold yet.
fn empty_cell_beside(game: &Game, cell: Cell) -> Option<Cell> {
    nearest_mine(game, cell).and_then(|mine| step_towards(game, cell, mine))
}

/// The nearest mine on which none of our troops stands; the first of several, row by row.
fn nearest_mine(game: &Game, cell: Cell) -> Option<Cell> {
    let is_open = |mine: &Cell| !game.troop_at(*mine).map_or(false, |troop| troop.is_own);
    game.mines
        .iter()
        .copied()
        .filter(is_open)
        .min_by_key(|&mine| game.distance(cell, mine))
}

/// The cell without a troop beside `cell` that is nearest to the goal; the first of several.
fn step_towards(game: &Game, cell: Cell, goal: Cell) -> Option<Cell> {
    let free = game
        .neighbours(cell)
        .into_iter()
        .filter(|&near| game.troop_at(near).is_none());
    free.min_by_key(|&near| game.distance(near, goal))
}

// Three ideas to try next:
// 1. Grow tall. A troop of height 5 digs five times as much. `climb` onto one another on the best mine.
// 2. Make bases. A troop of height 20 can become one (`create_base`): 100 points that nobody can capture.
// 3. Do not be captured. Before a step, look two cells ahead: an enemy that can reach you next will be on top.
