//! A first bot for Plantation: grow with every move, and never keep much on one tile.
//!
//! Run it:  skirmish play plantation . house:random

mod protocol;

use std::collections::HashSet;

use protocol::{Game, Reply, Tile};

/// How many tiles we want before we make them grow.
const ENOUGH_TILES: usize = 15;

fn main() {
    let mut game = Game::start();
    let mut enemy_tiles: HashSet<Tile> = HashSet::new(); // where the enemy was when we tried to plant
    let mut planted: Option<Tile> = None; // the tile of our last command, if it was `plant`

    // We are asked for one command at a time, three times a turn.
    while game.read_turn() {
        // Lesson 1: the reply to the last command is news. We cannot see the enemy, but we bumped into it.
        if let (Some(tile), Some(Reply::Occupied(_))) = (planted, &game.reply) {
            enemy_tiles.insert(tile);
        }

        // Lesson 2: `plant` and `fertilise` both add 1 to our sum, so growing never wastes a move. A new tile
        // comes first: a bomb takes up to 4 from one tile, so ten small tiles are safer than one big one.
        planted = if game.tiles().len() < ENOUGH_TILES {
            free_tile(&game, &enemy_tiles)
        } else {
            None
        };
        match (planted, smallest_tile(&game)) {
            (Some(tile), _) => game.plant(tile),
            (None, Some(tile)) => game.fertilise(tile),
            // Everything was destroyed. There is always one command that is allowed: looking around.
            (None, None) => game.scout((game.rows / 2, game.cols / 2)),
        }
    }
}

/// The first tile beside ours that is neither ours nor known to be the enemy's.
fn free_tile(game: &Game, enemy_tiles: &HashSet<Tile>) -> Option<Tile> {
    let beside = game
        .tiles()
        .into_iter()
        .flat_map(|tile| game.neighbours(tile));
    beside
        .into_iter()
        .find(|&(row, col)| game.board[row][col] == 0 && !enemy_tiles.contains(&(row, col)))
}

/// Our tile with the lowest score; the first of several.
fn smallest_tile(game: &Game) -> Option<Tile> {
    game.tiles()
        .into_iter()
        .min_by_key(|&(row, col)| game.board[row][col])
}

// Three ideas to try next:
// 1. Strike back. `scout` shows nine tiles; when one of the enemy's has 4 or more, a `bomb` there costs two moves and
//    takes 4, which is better than the 2 that growing gives.
// 2. Remember. Keep a board of everything that `scout`, `Occupied`, `spray` and `bomb` told you, and how old it is.
// 3. Hide. The enemy looks for you where you started. `colonise` some tiles far away, and grow there.
