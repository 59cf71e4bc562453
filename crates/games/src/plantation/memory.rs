//! What a seat remembers of the enemy's tiles.
//!
//! The memory is made of nothing but the seat's own commands and what it was told about them, so it cannot give
//! anything away. It holds the score last told, less the seat's own attacks since; 0 means that no tile is known.
//! It may be out of date: the enemy fertilises, plants and colonises unseen.

use skirmish_core::rng::Rng;
use skirmish_core::seat::Seat;

use super::board::{Ground, Target};
use super::side::{Side, sign};
use super::state::Plantation;

/// The enemy's tiles as a seat remembers them.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Memory(pub(super) Side);

impl Memory {
    /// The seat took the cell: it is the enemy's no more.
    #[inline]
    pub(super) fn settled(&mut self, at: usize) {
        if self.0.has(at) {
            self.0.set(at, 0);
        }
    }

    /// The seat was told the enemy's score there.
    #[inline]
    pub(super) fn occupied(&mut self, at: usize, score: i16) {
        self.0.set(at, score);
    }

    /// The seat was told the scores around the target: nothing but this part of the enemy's tiles is looked at.
    #[inline]
    pub(super) fn scouted(&mut self, enemy: &Side, target: Target, ground: &Ground) {
        self.0.copy_around(enemy, target, ground);
    }

    /// The seat was told how many tiles its spray reached, but not which: those known of are taken to be among them.
    /// If it reached none, nobody was there, whatever was told before. This is by how much they are lowered.
    #[inline]
    pub(super) fn sprayed_levels(reached: usize, damage: i16) -> i16 {
        if reached == 0 { i16::MAX } else { damage }
    }

    /// The seat was told how many levels its bomb took. If it could have taken more, nothing is left.
    #[inline]
    pub(super) fn bombed(&mut self, at: usize, lost: i16, damage: i16) {
        self.0.lower(at, if lost < damage { i16::MAX } else { damage });
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
    // The seat does not know, either, what the enemy was told of its own tiles.
    for at in 0..cells {
        let score = if rng.chance(1, 2) { seen.sides[own].score(at) } else { 0 };
        seen.told[enemy].0.set(at, score);
    }
    if seen.to_move != seat {
        seen.moves_left = rng.between(1, i32::from(seen.rules.moves_per_turn)) as u16;
    }
}
