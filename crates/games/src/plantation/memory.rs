//! What a seat remembers of the enemy's tiles.
//!
//! The memory is made of nothing but the seat's own commands and what it was told about them, so it cannot give
//! anything away. It holds the score last told, less the seat's own attacks since; 0 means that no tile is known.
//! It may be out of date: the enemy fertilises, plants and colonises unseen.

use skirmish_core::{Rng, Seat};

use super::board::{Ground, Side, Target, sign};
use super::rules::Plantation;

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

    /// The seat was told the score there, be it its own, the enemy's or none.
    #[inline]
    pub(super) fn scouted(&mut self, seat: Seat, at: usize, score: i16) {
        let enemy = if score * sign(seat) > 0 { 0 } else { score };
        if self.0.score(at) != enemy {
            self.0.set(at, enemy);
        }
    }

    /// The seat was told how many tiles its spray reached, but not which: those known of are taken to be among them.
    /// If it reached none, nobody was there, whatever was told before.
    #[inline]
    pub(super) fn sprayed(&mut self, target: Target, reached: u8, damage: i16, ground: &Ground) {
        let levels = if reached == 0 { i16::MAX } else { damage };
        ground.cross(target, |at| {
            self.0.lower(at, levels);
        });
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
    // What the enemy in turn knows of the seat's tiles is anybody's guess.
    for at in 0..cells {
        let score = if rng.chance(1, 2) { seen.sides[own].score(at) } else { 0 };
        seen.told[enemy].0.set(at, score);
    }
    if seen.asked != seat {
        seen.moves_left = rng.between(1, i32::from(seen.rules.moves_per_turn)) as u16;
    }
}
