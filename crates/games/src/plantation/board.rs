//! The board: its ground, which never changes, and what a side holds on it.

use skirmish_core::{Bits, Broken, Cell, Seat, ensure_law};

/// The longest side of a board.
pub const MAX_SIDE: usize = 20;
/// The most cells of a board.
pub(super) const MAX_CELLS: usize = MAX_SIDE * MAX_SIDE;
const WORDS: usize = MAX_CELLS.div_ceil(64);
/// Boards of up to two words, the default among them, are worked on as such.
const SMALL_WORDS: usize = 2;
const SMALL_CELLS: usize = SMALL_WORDS * 64;

/// A set of cells, numbered row by row.
pub(super) type Set = Bits<WORDS>;

/// The ground: how large the board is, and which cells lie beside which.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Ground {
    rows: u16,
    cols: u16,
    all: Set,
    not_first_column: Set,
    not_last_column: Set,
}

impl Ground {
    /// The ground of a board of at most [`MAX_SIDE`] rows and columns.
    pub(super) fn new(rows: u16, cols: u16) -> Self {
        let (width, cells) = (usize::from(cols), usize::from(rows) * usize::from(cols));
        let mut ground = Self {
            rows,
            cols,
            all: Set::below(cells),
            not_first_column: Set::below(cells),
            not_last_column: Set::below(cells),
        };
        for row in 0..usize::from(rows) {
            ground.not_first_column.remove(row * width);
            ground.not_last_column.remove(row * width + width - 1);
        }
        ground
    }

    #[inline]
    pub(super) fn rows(&self) -> usize {
        usize::from(self.rows)
    }

    #[inline]
    pub(super) fn cols(&self) -> usize {
        usize::from(self.cols)
    }

    #[inline]
    pub(super) fn cells(&self) -> usize {
        self.rows() * self.cols()
    }

    /// Every cell.
    #[inline]
    pub(super) fn all(&self) -> &Set {
        &self.all
    }

    /// Whether two boards have the same size, and so the same ground.
    #[inline]
    pub(super) fn same_size(&self, other: &Self) -> bool {
        (self.rows, self.cols) == (other.rows, other.cols)
    }

    /// Whether the row and column are on the board.
    #[inline]
    pub(super) fn has(&self, row: i32, col: i32) -> bool {
        (row as u32) < u32::from(self.rows) && (col as u32) < u32::from(self.cols)
    }

    /// The number of a cell, if it is on the board.
    #[inline]
    pub(super) fn index(&self, (row, col): (i32, i32)) -> Option<usize> {
        self.has(row, col).then(|| row as usize * self.cols() + col as usize)
    }

    /// The cell of that number.
    pub(super) fn cell(&self, at: usize) -> Cell {
        Cell::new((at % self.cols()) as i16, (at / self.cols()) as i16)
    }

    /// Every cell that has an orthogonal neighbour in the set.
    #[inline]
    pub(super) fn beside(&self, set: &Set) -> Set {
        if self.cells() <= SMALL_CELLS {
            self.beside_in::<SMALL_WORDS>(set)
        } else {
            self.beside_in::<WORDS>(set)
        }
    }

    #[inline]
    fn beside_in<const W: usize>(&self, set: &Set) -> Set {
        let first = |wide: &Set| -> Bits<W> { Bits(std::array::from_fn(|w| wide.0[w])) };
        let (set, cols) = (first(set), u32::from(self.cols));
        let near = set
            .up(cols)
            .or(&set.down(cols))
            .or(&set.and(&first(&self.not_last_column)).up(1))
            .or(&set.and(&first(&self.not_first_column)).down(1))
            .and(&first(&self.all));
        let mut wide = Set::EMPTY;
        wide.0[..W].copy_from_slice(&near.0);
        wide
    }

    /// Calls `each` for the target and its orthogonal neighbours, as far as they are on the board.
    #[inline]
    pub(super) fn cross(&self, (row, col): (i32, i32), mut each: impl FnMut(usize)) {
        for (row, col) in [(row, col), (row - 1, col), (row + 1, col), (row, col - 1), (row, col + 1)] {
            if let Some(at) = self.index((row, col)) {
                each(at);
            }
        }
    }

    /// Calls `each` with a place from 0 to 8, row by row, and the cell there, for the 3x3 cells around the target
    /// that are on the board.
    #[inline]
    pub(super) fn square(&self, (row, col): (i32, i32), mut each: impl FnMut(usize, usize)) {
        for place in 0..9 {
            let near = (row + place as i32 / 3 - 1, col + place as i32 % 3 - 1);
            if let Some(at) = self.index(near) {
                each(place, at);
            }
        }
    }
}

/// The sign of a seat's scores: Plus grows upwards from 0, Minus downwards.
#[inline]
pub(super) const fn sign(seat: Seat) -> i16 {
    1 - 2 * seat.0 as i16
}

/// The tiles of one side, as they are or as somebody was told they are.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Side {
    /// Signed scores, 0 where the side has no tile.
    scores: [i16; MAX_CELLS],
    tiles: Set,
    /// The tiles that may pay for a colonisation.
    sources: Set,
    source_score: i16,
    sum: i32,
}

impl Side {
    /// A side without tiles; from `source_score` on a tile may pay for a colonisation.
    pub(super) fn new(source_score: i16) -> Self {
        Self { scores: [0; MAX_CELLS], tiles: Set::EMPTY, sources: Set::EMPTY, source_score, sum: 0 }
    }

    /// The signed score at a cell.
    #[inline]
    pub(super) fn score(&self, at: usize) -> i16 {
        self.scores[at]
    }

    /// The signed scores of the first cells.
    #[inline]
    pub(super) fn scores(&self, cells: usize) -> &[i16] {
        &self.scores[..cells]
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
        self.tiles.has(at)
    }

    /// Changes the signed score at a cell; 0 takes the tile away.
    #[inline]
    pub(super) fn set(&mut self, at: usize, score: i16) {
        self.sum += i32::from(score) - i32::from(self.scores[at]);
        self.scores[at] = score;
        let (word, bit) = (at / 64, at % 64);
        let put =
            |set: &mut Set, claim: bool| set.0[word] = set.0[word] & !(1 << bit) | u64::from(claim) << bit;
        put(&mut self.tiles, score != 0);
        put(&mut self.sources, score.abs() >= self.source_score);
    }

    /// Brings the score at a cell nearer to 0 by up to `levels`; how many it was.
    #[inline]
    pub(super) fn lower(&mut self, at: usize, levels: i16) -> i16 {
        let score = self.scores[at];
        let lost = score.abs().min(levels);
        if lost > 0 {
            self.set(at, score - lost * score.signum());
        }
        lost
    }

    /// Becomes a copy of another side of a board with that many cells.
    #[inline]
    pub(super) fn copy(&mut self, other: &Self, cells: usize) {
        // Two sizes known beforehand: the compiler makes straight moves of them.
        if cells <= SMALL_CELLS {
            self.scores[..SMALL_CELLS].copy_from_slice(&other.scores[..SMALL_CELLS]);
        } else {
            self.scores = other.scores;
        }
        (self.tiles, self.sources) = (other.tiles, other.sources);
        (self.source_score, self.sum) = (other.source_score, other.sum);
    }

    /// Loses every tile of a board with that many cells.
    #[inline]
    pub(super) fn clear(&mut self, cells: usize) {
        if cells <= SMALL_CELLS {
            self.scores[..SMALL_CELLS].fill(0);
        } else {
            self.scores.fill(0);
        }
        (self.tiles, self.sources, self.sum) = (Set::EMPTY, Set::EMPTY, 0);
    }

    /// The side seen in a mirror that turns left to right: signs change too.
    pub(super) fn mirrored(&self, ground: &Ground) -> Self {
        let mut turned = Self::new(self.source_score);
        for at in self.tiles.iter() {
            let cell = ground.cell(at);
            let image = (i32::from(cell.y), ground.cols() as i32 - 1 - i32::from(cell.x));
            if let Some(image) = ground.index(image) {
                turned.set(image, -self.scores[at]);
            }
        }
        turned
    }

    /// Recomputes the sets and the sum the slow way; `seat` is whose tiles they are.
    pub(super) fn audit(&self, name: &str, seat: Seat, ground: &Ground) -> Result<(), Broken> {
        let cells = ground.cells();
        let mut sum = 0;
        for (at, &score) in self.scores.iter().enumerate() {
            let cell = (at / ground.cols(), at % ground.cols());
            ensure_law!(at < cells || score == 0, "{name}: score {score} off the board, at cell {at}");
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
