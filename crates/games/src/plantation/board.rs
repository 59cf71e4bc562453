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

/// A set of cells of any board, numbered row by row.
pub type Set = Bits<WORDS>;

/// A set of cells in the shape that suits the board's size: a `u128` where that is enough, otherwise a whole [`Set`].
///
/// Not two words of a [`Set`]: compilers load those as one vector, and wait for a word that was just written.
pub(super) trait Area: Copy {
    fn of(set: &Set) -> Self;
    fn set(self) -> Set;
    fn and(self, other: Self) -> Self;
    fn or(self, other: Self) -> Self;
    fn minus(self, other: Self) -> Self;
    fn up(self, cells: u32) -> Self;
    fn down(self, cells: u32) -> Self;
    fn is_empty(self) -> bool;
}

impl Area for u128 {
    #[inline]
    fn of(set: &Set) -> Self {
        Self::from(set.0[0]) | Self::from(set.0[1]) << 64
    }

    #[inline]
    fn set(self) -> Set {
        let mut set = Set::EMPTY;
        (set.0[0], set.0[1]) = (self as u64, (self >> 64) as u64);
        set
    }

    #[inline]
    fn and(self, other: Self) -> Self {
        self & other
    }

    #[inline]
    fn or(self, other: Self) -> Self {
        self | other
    }

    #[inline]
    fn minus(self, other: Self) -> Self {
        self & !other
    }

    #[inline]
    fn up(self, cells: u32) -> Self {
        self << cells
    }

    #[inline]
    fn down(self, cells: u32) -> Self {
        self >> cells
    }

    #[inline]
    fn is_empty(self) -> bool {
        self == 0
    }
}

impl Area for Set {
    #[inline]
    fn of(set: &Set) -> Self {
        *set
    }

    #[inline]
    fn set(self) -> Set {
        self
    }

    #[inline]
    fn and(self, other: Self) -> Self {
        Bits::and(&self, &other)
    }

    #[inline]
    fn or(self, other: Self) -> Self {
        Bits::or(&self, &other)
    }

    #[inline]
    fn minus(self, other: Self) -> Self {
        Bits::minus(&self, &other)
    }

    #[inline]
    fn up(self, cells: u32) -> Self {
        Bits::up(&self, cells)
    }

    #[inline]
    fn down(self, cells: u32) -> Self {
        Bits::down(&self, cells)
    }

    #[inline]
    fn is_empty(self) -> bool {
        Bits::is_empty(&self)
    }
}

/// A place on the board that a command aims at.
#[derive(Clone, Copy, Debug)]
pub(super) struct Target {
    row: u16,
    col: u16,
    /// The number of its cell.
    pub(super) at: usize,
}

/// The ground: how large the board is, and which cells lie beside which.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Ground {
    rows: u16,
    cols: u16,
    all: Set,
    not_first_column: Set,
    not_last_column: Set,
    /// Multiplying by this and dropping [`RECIPROCAL_BITS`] bits divides a cell's number by `cols`.
    reciprocal: u32,
}

/// Enough for every cell of every board; a test divides them all.
const RECIPROCAL_BITS: u32 = 16;

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
            reciprocal: (1 << RECIPROCAL_BITS) / u32::from(cols) + 1,
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
    #[inline]
    pub(super) fn cell(&self, at: usize) -> Cell {
        let row = (at as u32 * self.reciprocal) >> RECIPROCAL_BITS;
        Cell::new((at as u32 - row * u32::from(self.cols)) as i16, row as i16)
    }

    /// Whether a `u128` holds all cells.
    #[inline]
    pub(super) fn is_small(&self) -> bool {
        self.cells() <= SMALL_CELLS
    }

    /// Every cell that has an orthogonal neighbour in the area.
    #[inline]
    pub(super) fn beside<A: Area>(&self, area: A) -> A {
        let cols = u32::from(self.cols);
        area.up(cols)
            .or(area.down(cols))
            .or(area.and(A::of(&self.not_last_column)).up(1))
            .or(area.and(A::of(&self.not_first_column)).down(1))
            .and(A::of(&self.all))
    }

    /// The target of that row and column, if it is on the board.
    #[inline]
    pub(super) fn target(&self, (row, col): (i32, i32)) -> Option<Target> {
        self.index((row, col)).map(|at| Target { row: row as u16, col: col as u16, at })
    }

    /// Calls `each` for the target and its orthogonal neighbours, as far as they are on the board.
    #[inline]
    pub(super) fn cross(&self, target: Target, mut each: impl FnMut(usize)) {
        let Target { row, col, at } = target;
        each(at);
        if row > 0 {
            each(at - self.cols());
        }
        if row + 1 < self.rows {
            each(at + self.cols());
        }
        if col > 0 {
            each(at - 1);
        }
        if col + 1 < self.cols {
            each(at + 1);
        }
    }

    /// The cells above, below, left and right of the target; the target itself in place of those off the board.
    #[inline]
    pub(super) fn neighbours(&self, target: Target) -> [usize; 4] {
        let Target { row, col, at } = target;
        [
            if row > 0 { at - self.cols() } else { at },
            if row + 1 < self.rows { at + self.cols() } else { at },
            if col > 0 { at - 1 } else { at },
            if col + 1 < self.cols { at + 1 } else { at },
        ]
    }

    /// Calls `each` with a place from 0 to 8, row by row, and the cell there, for the 3x3 cells around the target
    /// that are on the board.
    #[inline]
    pub(super) fn square(&self, target: Target, mut each: impl FnMut(usize, usize)) {
        let (row, col) = (usize::from(target.row), usize::from(target.col));
        for r in row.saturating_sub(1)..(row + 2).min(self.rows()) {
            for c in col.saturating_sub(1)..(col + 2).min(self.cols()) {
                each((r + 1 - row) * 3 + c + 1 - col, r * self.cols() + c);
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
#[derive(Clone, Copy, Debug, PartialEq)]
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

    /// Becomes a copy of another side of a board of the same size.
    #[inline]
    pub(super) fn copy(&mut self, other: &Self, ground: &Ground) {
        // Two sizes known beforehand: the compiler makes straight moves of them.
        if ground.is_small() {
            self.copy_first::<SMALL_WORDS, SMALL_CELLS>(other);
        } else {
            self.copy_first::<WORDS, MAX_CELLS>(other);
        }
    }

    #[inline]
    fn copy_first<const W: usize, const CELLS: usize>(&mut self, other: &Self) {
        self.scores[..CELLS].copy_from_slice(&other.scores[..CELLS]);
        self.tiles.0[..W].copy_from_slice(&other.tiles.0[..W]);
        self.sources.0[..W].copy_from_slice(&other.sources.0[..W]);
        (self.source_score, self.sum) = (other.source_score, other.sum);
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
