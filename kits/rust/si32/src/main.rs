//! A first bot for Si32: fill the buildings with workers, send everybody else to mine, build with what they bring.
//!
//! Run it:  skirmish play si32 . house:random

mod protocol;

use std::collections::{HashMap, VecDeque};

use protocol::{Game, Tile, BUILDING_COST, CORNERS, MAX_WORKERS, STEPS};

/// More steps than there are on any board.
const FAR: i32 = 10_000;

fn main() {
    let mut game = Game::start();

    // Every turn we get the whole map, and answer with commands for all our units.
    while game.read_turn() {
        play_turn(&mut game);
        game.end_turn();
    }
}

fn play_turn(game: &mut Game) {
    let mut budget = game.resource;
    let steps = steps_to_resource(game);
    let own_buildings = game.buildings.iter().filter(|building| building.is_own);
    let mut room: HashMap<Tile, i32> = own_buildings
        .map(|building| (building.tile, MAX_WORKERS))
        .collect();
    for army in game.armies.clone() {
        if !army.is_own {
            continue;
        }
        let mut units = army.units;

        // Lesson 1: workers make units, five turns of work each, but only ten of them count in a building.
        let room_here = game
            .building_at(army.tile)
            .and_then(|building| room.get_mut(&building.tile));
        if let Some(room) = room_here {
            let workers = units.min(*room);
            *room -= workers;
            units -= workers;
            if workers > 0 {
                game.work(army.tile, workers);
            }
        }

        // Lesson 2: one building makes two units a turn at most. As soon as we can pay, there is another one.
        if units > 0 && budget >= BUILDING_COST {
            if let Some(corner) = free_corner(game, army.tile) {
                budget -= BUILDING_COST;
                units -= 1;
                game.build(army.tile, corner);
            }
        }

        // Lesson 3: whoever is left over brings resource, from here or from the nearest tile that has some to spare.
        let miners = units.min(game.resource_at(army.tile));
        units -= miners;
        if miners > 0 {
            game.mine(army.tile, miners);
        }
        if units > 0 {
            if let Some(direction) = best_step(&steps, army.tile) {
                game.move_units(army.tile, direction, units);
            }
        }
    }
}

/// A corner towards which a building fits on this tile: on the board, no building, no enemy.
fn free_corner(game: &Game, (x, y): Tile) -> Option<&'static str> {
    let fits = |&&(_, (dx, dy)): &&(&str, Tile)| {
        [(x, y), (x + dx, y), (x, y + dy), (x + dx, y + dy)]
            .into_iter()
            .all(|tile| is_free(game, tile))
    };
    CORNERS.iter().find(fits).map(|&(corner, _)| corner)
}

fn is_free(game: &Game, tile: Tile) -> bool {
    let has_enemy = game.army_at(tile).map_or(false, |army| !army.is_own);
    game.is_on_board(tile) && game.building_at(tile).is_none() && !has_enemy
}

/// For every tile, how many steps it is to the nearest one that has more resource than we have units there.
///
/// One flood from all these tiles at once: it starts at 0 on each and grows by one step at a time.
fn steps_to_resource(game: &Game) -> HashMap<Tile, i32> {
    let mut steps = HashMap::new();
    let mut queue = VecDeque::new();
    for tile in (0..game.height).flat_map(|y| (0..game.width).map(move |x| (x, y))) {
        let has_more = game.resource_at(tile) > game.army_at(tile).map_or(0, |army| army.units);
        steps.insert(tile, if has_more { 0 } else { FAR });
        if has_more {
            queue.push_back(tile);
        }
    }
    while let Some((x, y)) = queue.pop_front() {
        let next = steps[&(x, y)] + 1;
        for (_, (dx, dy)) in STEPS {
            let near = (x + dx, y + dy);
            if steps.get(&near) == Some(&FAR) {
                steps.insert(near, next);
                queue.push_back(near);
            }
        }
    }
    steps
}

/// The direction in which resource is nearest; the first of several. `None` if there is no resource left.
fn best_step(steps: &HashMap<Tile, i32>, (x, y): Tile) -> Option<&'static str> {
    let mut best = None;
    let mut fewest = FAR;
    for (direction, (dx, dy)) in STEPS {
        if let Some(&count) = steps.get(&(x + dx, y + dy)) {
            if count < fewest {
                (best, fewest) = (Some(direction), count);
            }
        }
    }
    best
}

// Three ideas to try next:
// 1. Spread out. All who are left over on a tile walk to the same place. Give each a tile of its own.
// 2. Attack. As many units as an enemy's building has workers, and ten more, bring it down.
// 3. Defend. Count the enemies near your buildings (`armies`), and keep as many at home.
