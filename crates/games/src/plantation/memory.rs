//! What a seat remembers of the enemy's tiles.
//!
//! The memory is made of nothing but the seat's own commands and what it was told about them, so it cannot give
//! anything away. It holds the score last told, less the seat's own attacks since; 0 means that no tile is known.
//! It may be out of date: the enemy fertilises, plants and colonises unseen.

use skirmish_core::{Rng, Seat};

use super::board::{Ground, Side, sign};
use super::command::{Command, Response, Verb};
use super::rules::{Plantation, Rules};

/// Takes in what the seat was told about its command. `told` are the enemy's tiles as the seat knows them.
#[inline]
pub(super) fn remember(
    told: &mut Side,
    seat: Seat,
    command: &Command,
    response: &Response,
    ground: &Ground,
    rules: &Rules,
) {
    let Some(target) = command.target() else { return };
    let Some(at) = ground.index(target) else { return };
    match *response {
        Response::Error => {}
        Response::Done if command.verb == Verb::Fertilise => {}
        // The tile is the seat's own now.
        Response::Done => forget(told, at),
        Response::Occupied(score) => told.set(at, score),
        Response::Scouted(scores) => ground.square(target, |place, near| {
            let is_own = scores[place].signum() == sign(seat);
            let score = if is_own { 0 } else { scores[place] };
            if told.score(near) != score {
                told.set(near, score);
            }
        }),
        // Nobody was there, whatever was told before.
        Response::Sprayed(0) => ground.cross(target, |near| forget(told, near)),
        // Which tiles were reached is not told: those known of are taken to be among them.
        Response::Sprayed(_) => ground.cross(target, |near| {
            told.lower(near, rules.spray_damage);
        }),
        // The bomb would have done more: nothing is left.
        Response::Bombed(lost) if lost < rules.bomb_damage => forget(told, at),
        Response::Bombed(lost) => {
            told.lower(at, lost);
        }
    }
}

#[inline]
fn forget(told: &mut Side, at: usize) {
    if told.has(at) {
        told.set(at, 0);
    }
}

/// Draws by chance what a seat cannot know, into a state redacted for it: the enemy has what is remembered, and has
/// put a part of its past moves into levels that were never seen.
pub(super) fn imagine(seen: &mut Plantation, seat: Seat, rng: &mut Rng) {
    let (cells, turns_played) = (seen.ground.cells(), u32::from(seen.turn));
    let [own, enemy] = if seat == Seat::FIRST { [0, 1] } else { [1, 0] };
    let unseen_levels = rng.below(turns_played * u32::from(seen.rules.moves_per_turn) + 1);
    for _ in 0..unseen_levels {
        let at = rng.below(cells as u32) as usize;
        if !seen.sides[own].has(at) {
            let score = seen.sides[enemy].score(at);
            seen.sides[enemy].set(at, score + sign(seat.other()));
        }
    }
    // What the enemy in turn knows of the seat's tiles is anybody's guess.
    for at in 0..cells {
        let score = if rng.chance(1, 2) { seen.sides[own].score(at) } else { 0 };
        seen.told[enemy].set(at, score);
    }
    if seen.asked != seat {
        seen.moves_left = rng.between(1, i32::from(seen.rules.moves_per_turn)) as u16;
    }
}
