//! What a side holds on the board.

use skirmish_core::ensure_law;
use skirmish_core::law::Broken;
use skirmish_core::seat::Seat;

use super::area::{Area, SMALL_CELLS, SMALL_WORDS, Set, WORDS};
use super::board::{Ground, Target};
use super::config::{MAX_CELLS, MAX_SIDE};

/// The sign of a seat's scores: Plus grows upwards from 0, Minus downwards.
#[inline]
pub(super) const fn sign(seat: Seat) -> i16 {
    1 - 2 * seat.0 as i16
}

/// So many cells before the first and after the last can be looked at: a row and a cell, and up to a round number.
const MARGIN: usize = 32;
const _: () = assert!(MARGIN > MAX_SIDE);

/// The tiles of one side, as they are or as somebody was told they are.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Side {
    /// Signed scores, 0 where the side has no tile; with [`MARGIN`] zeros on both ends.
    scores: [i16; MARGIN + MAX_CELLS + MARGIN],
    tiles: Set,
    /// The tiles that may pay for a colonisation.
    sources: Set,
    source_score: i16,
    sum: i32,
}

impl Side {
    /// A side without tiles; from `source_score` on a tile may pay for a colonisation.
    pub(super) fn new(source_score: i16) -> Self {
        Self {
            scores: [0; MARGIN + MAX_CELLS + MARGIN],
            tiles: Set::EMPTY,
            sources: Set::EMPTY,
            source_score,
            sum: 0,
        }
    }

    /// The signed score at a cell.
    #[inline]
    pub(super) fn score(&self, at: usize) -> i16 {
        self.scores[MARGIN + at]
    }

    /// The signed scores of the first cells.
    #[inline]
    pub(super) fn scores(&self, cells: usize) -> &[i16] {
        &self.scores[MARGIN..MARGIN + cells]
    }

    /// Where the side has tiles.
    #[inline]
    pub(super) fn tiles(&self) -> &Set {
        &self.tiles
    }

    /// Where the side has tiles that may pay for a colonisation.
    #[inline]
    pub(super) fn sources(&self) -> &Set {
        &self.sources
    }

    /// The signed sum of the scores.
    #[inline]
    pub(super) fn sum(&self) -> i32 {
        self.sum
    }

    /// Whether the side has a tile there.
    #[inline]
    pub(super) fn has(&self, at: usize) -> bool {
        self.score(at) != 0
    }

    /// Whether the side has a tile there that may pay for a colonisation.
    #[inline]
    pub(super) fn has_source(&self, at: usize) -> bool {
        self.score(at).abs() >= self.source_score
    }

    /// Whether the side has a tile above, below, left or right of the target. All four are read unconditionally:
    /// branches on them would be mispredicted.
    #[inline]
    pub(super) fn is_beside(&self, target: Target, ground: &Ground) -> bool {
        let [left, _, right] = ground.columns_around(target);
        let (here, cols) = (MARGIN + target.at, ground.cols());
        let upright = self.scores[here - cols] | self.scores[here + cols];
        upright | self.scores[here - 1] & left | self.scores[here + 1] & right != 0
    }

    /// The signed scores of the 3x3 cells around the target, row by row, 0 off the board.
    pub(super) fn around(&self, target: Target, ground: &Ground) -> [i16; 9] {
        let columns = ground.columns_around(target);
        let first = MARGIN + target.at - 1 - ground.cols();
        let mut scores = [0; 9];
        for row in 0..3 {
            let from = first + row * ground.cols();
            for (col, score) in self.scores[from..from + 3].iter().enumerate() {
                scores[row * 3 + col] = score & columns[col];
            }
        }
        scores
    }

    /// Becomes like another side in the 3x3 cells around the target.
    #[inline]
    pub(super) fn copy_around(&mut self, other: &Self, target: Target, ground: &Ground) {
        // Branch-free: what the cells hold is unpredictable.
        let columns = ground.columns_around(target);
        let first = MARGIN + target.at - 1 - ground.cols();
        for row in 0..3 {
            let from = first + row * ground.cols();
            let scores = &mut self.scores[from..from + 3];
            for (col, (score, new)) in scores.iter_mut().zip(&other.scores[from..from + 3]).enumerate() {
                let change = (new - *score) & columns[col];
                *score += change;
                self.sum += i32::from(change);
            }
        }
        if ground.is_small() {
            self.copy_sets(other, ground.square::<u128>(target));
        } else {
            self.copy_sets(other, ground.square::<Set>(target));
        }
    }

    /// Becomes like another side in an area, as far as the sets go.
    #[inline]
    fn copy_sets<A: Area>(&mut self, other: &Self, area: A) {
        let mix = |old: &Set, new: &Set| A::of(old).minus(area).or(A::of(new).and(area));
        mix(&self.tiles, &other.tiles).put(&mut self.tiles);
        mix(&self.sources, &other.sources).put(&mut self.sources);
    }

    /// Changes the signed score at a cell; 0 takes the tile away.
    #[inline]
    pub(super) fn set(&mut self, at: usize, score: i16) {
        let place = &mut self.scores[MARGIN + at];
        self.sum += i32::from(score) - i32::from(*place);
        *place = score;
        let (word, bit) = (at / 64, at % 64);
        let put =
            |set: &mut Set, claim: bool| set.0[word] = set.0[word] & !(1 << bit) | u64::from(claim) << bit;
        put(&mut self.tiles, score != 0);
        put(&mut self.sources, score.abs() >= self.source_score);
    }

    /// Brings the score at a cell farther from 0 by a signed change of its sign; one of 0 becomes a tile.
    #[inline]
    pub(super) fn raise(&mut self, at: usize, change: i16) {
        let place = &mut self.scores[MARGIN + at];
        *place += change;
        self.sum += i32::from(change);
        let is_source = place.abs() >= self.source_score;
        self.tiles.0[at / 64] |= 1 << (at % 64);
        self.sources.0[at / 64] |= u64::from(is_source) << (at % 64);
    }

    /// Brings the score at a cell nearer to 0 by up to `levels`; how many it was.
    #[inline]
    pub(super) fn lower(&mut self, at: usize, levels: i16) -> i16 {
        let place = &mut self.scores[MARGIN + at];
        let lost = place.abs().min(levels);
        // Branch-free: 1, or -1 below 0. Where the score is 0 nothing is lost, so its sign does not matter.
        let change = lost * (*place >> 15 | 1);
        *place -= change;
        self.sum -= i32::from(change);
        let (is_tile, is_source) = (*place != 0, place.abs() >= self.source_score);
        self.tiles.0[at / 64] &= !(u64::from(!is_tile) << (at % 64));
        self.sources.0[at / 64] &= !(u64::from(!is_source) << (at % 64));
        lost
    }

    /// Becomes a copy of another side of a board of the same size.
    #[inline]
    pub(super) fn copy(&mut self, other: &Self, ground: &Ground) {
        // Two sizes known at compile time, so that the copies are unrolled into vector moves.
        if ground.is_small() {
            self.copy_first::<SMALL_WORDS, SMALL_CELLS>(other);
        } else {
            self.copy_first::<WORDS, MAX_CELLS>(other);
        }
    }

    #[inline]
    fn copy_first<const W: usize, const CELLS: usize>(&mut self, other: &Self) {
        let Self { scores, tiles, sources, source_score, sum } = other;
        self.scores[MARGIN..MARGIN + CELLS].copy_from_slice(&scores[MARGIN..MARGIN + CELLS]);
        self.tiles.0[..W].copy_from_slice(&tiles.0[..W]);
        self.sources.0[..W].copy_from_slice(&sources.0[..W]);
        (self.source_score, self.sum) = (*source_score, *sum);
    }

    /// Becomes a side without tiles, of a match like the other side's.
    #[inline]
    pub(super) fn clear(&mut self, other: &Self) {
        if !self.tiles.is_empty() {
            *self = Self::new(other.source_score);
        }
        self.source_score = other.source_score;
    }

    /// How many tiles the side has.
    #[inline]
    pub(super) fn count(&self, ground: &Ground) -> usize {
        if ground.is_small() { u128::of(&self.tiles).count_ones() as usize } else { self.tiles.count() }
    }

    /// The side seen in a mirror that turns left to right: signs change too.
    pub(super) fn mirrored(&self, ground: &Ground) -> Self {
        let mut turned = Self::new(self.source_score);
        for at in self.tiles.iter() {
            let cell = ground.cell(at);
            let image = (i32::from(cell.y), ground.cols() as i32 - 1 - i32::from(cell.x));
            if let Some(image) = ground.index(image) {
                turned.set(image, -self.score(at));
            }
        }
        turned
    }

    /// Recomputes the sets and the sum the slow way; `seat` is whose tiles they are.
    pub(super) fn audit(&self, name: &str, seat: Seat, ground: &Ground) -> Result<(), Broken> {
        let cells = ground.cells();
        let mut sum = 0;
        let off_board = self.scores[..MARGIN].iter().chain(&self.scores[MARGIN + cells..]);
        ensure_law!(off_board.into_iter().all(|&score| score == 0), "{name}: a score off the board");
        for (at, &score) in self.scores[MARGIN..MARGIN + MAX_CELLS].iter().enumerate() {
            let cell = (at / ground.cols(), at % ground.cols());
            ensure_law!(
                score == 0 || score.signum() == sign(seat),
                "{name}: {score} at {cell:?}: wrong sign"
            );
            ensure_law!(self.tiles.has(at) == (score != 0), "{name}: {score} at {cell:?} is not in the set");
            let is_source = score.abs() >= self.source_score;
            ensure_law!(self.sources.has(at) == is_source, "{name}: {score} at {cell:?}: source or not?");
            sum += i32::from(score);
        }
        ensure_law!(self.sum == sum, "{name}: the sum is {sum}, not {}", self.sum);
        Ok(())
    }
}
