//! The board's ground, which never changes during a match.

use skirmish_core::grid::Cell;

use super::area::{Area, SMALL_CELLS, Set};

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
    cells: u16,
    all: Set,
    not_first_column: Set,
    not_last_column: Set,
    /// Multiplying by this and dropping [`RECIPROCAL_BITS`] bits divides a cell's number by `cols`.
    reciprocal: u32,
}

/// Enough for every cell of every board; a test divides them all.
const RECIPROCAL_BITS: u32 = 16;

impl Ground {
    /// The ground of a board of at most [`MAX_SIDE`](super::config::MAX_SIDE) rows and columns.
    pub(super) fn new(rows: u16, cols: u16) -> Self {
        let (width, cells) = (usize::from(cols), usize::from(rows) * usize::from(cols));
        let mut ground = Self {
            rows,
            cols,
            cells: cells as u16,
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
        usize::from(self.cells)
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

    /// The target and its orthogonal neighbours. May hold numbers past the last cell, where no side has tiles.
    #[inline]
    pub(super) fn cross<A: Area>(&self, target: Target) -> A {
        let (only, cols) = (A::only(target.at), u32::from(self.cols));
        only.up(cols).or(only.down(cols)).or(self.row_of_three(only))
    }

    /// The 3x3 cells around the target. May hold numbers past the last cell, where no side has tiles.
    #[inline]
    pub(super) fn square<A: Area>(&self, target: Target) -> A {
        let (three, cols) = (self.row_of_three(A::only(target.at)), u32::from(self.cols));
        three.up(cols).or(three.down(cols)).or(three)
    }

    /// The cells with those left and right of them.
    #[inline]
    fn row_of_three<A: Area>(&self, area: A) -> A {
        let right = area.and(A::of(&self.not_last_column)).up(1);
        let left = area.and(A::of(&self.not_first_column)).down(1);
        area.or(right).or(left)
    }

    /// Column masks for the cells left of the target, at it, and right of it: all ones on the board, zero off it.
    #[inline]
    pub(super) fn columns_around(&self, target: Target) -> [i16; 3] {
        [-i16::from(target.col > 0), -1, -i16::from(target.col + 1 < self.cols)]
    }

    /// Whether each of the 3x3 places around the target, row by row, is on the board.
    pub(super) fn shown(&self, target: Target) -> [bool; 9] {
        let (row, col) = (i32::from(target.row), i32::from(target.col));
        std::array::from_fn(|place| self.has(row + place as i32 / 3 - 1, col + place as i32 % 3 - 1))
    }
}
