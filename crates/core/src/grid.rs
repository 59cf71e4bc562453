//! The board: a cell by its coordinates, a grid of anything, and the ways a board can be symmetric.

use std::ops::{Index, IndexMut};

use serde::{Deserialize, Serialize};

/// A place on the board: `x` grows to the east (a column), `y` to the south (a row).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Cell {
    /// The column.
    pub x: i16,
    /// The row.
    pub y: i16,
}

impl Cell {
    /// The cell at column `x`, row `y`.
    pub const fn new(x: i16, y: i16) -> Self {
        Self { x, y }
    }

    /// The neighbours to the north, east, south and west, on the board or not.
    pub fn orthogonal(self) -> [Self; 4] {
        Direction::ALL.map(|direction| self.step(direction))
    }

    /// The neighbour in that direction, on the board or not. Far off the board it wraps around, and stays off it.
    #[inline]
    pub const fn step(self, direction: Direction) -> Self {
        self.shifted(direction.delta())
    }

    /// The cell so many columns to the right and rows down, on the board or not; it wraps around like [`Cell::step`].
    #[inline]
    pub const fn shifted(self, (dx, dy): (i16, i16)) -> Self {
        Self::new(self.x.wrapping_add(dx), self.y.wrapping_add(dy))
    }

    /// The square of the straight-line distance.
    pub fn distance_squared(self, other: Self) -> i32 {
        let (dx, dy) = (i32::from(self.x) - i32::from(other.x), i32::from(self.y) - i32::from(other.y));
        dx * dx + dy * dy
    }

    /// The number of king's steps.
    pub fn king_distance(self, other: Self) -> i16 {
        (self.x - other.x).abs().max((self.y - other.y).abs())
    }
}

/// One of the four directions of the board.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Direction {
    /// Up: `y` shrinks.
    #[default]
    North,
    /// To the right: `x` grows.
    East,
    /// Down: `y` grows.
    South,
    /// To the left: `x` shrinks.
    West,
}

impl Direction {
    /// All four, clockwise from the north.
    pub const ALL: [Self; 4] = [Self::North, Self::East, Self::South, Self::West];

    /// By how much a step changes `x` and `y`.
    #[inline]
    pub const fn delta(self) -> (i16, i16) {
        match self {
            Self::North => (0, -1),
            Self::East => (1, 0),
            Self::South => (0, 1),
            Self::West => (-1, 0),
        }
    }

    /// Its letter: `N`, `E`, `S`, `W`.
    pub const fn letter(self) -> &'static str {
        match self {
            Self::North => "N",
            Self::East => "E",
            Self::South => "S",
            Self::West => "W",
        }
    }

    /// The direction of that letter.
    pub fn from_letter(letter: &[u8]) -> Option<Self> {
        Self::ALL.into_iter().find(|direction| direction.letter().as_bytes() == letter)
    }

    /// The direction back.
    #[inline]
    #[must_use]
    pub const fn opposite(self) -> Self {
        match self {
            Self::North => Self::South,
            Self::East => Self::West,
            Self::South => Self::North,
            Self::West => Self::East,
        }
    }
}

/// The steps of a chess king: to the eight neighbours, clockwise from the north, as (columns, rows) to go.
pub const KING_STEPS: [(i16, i16); 8] =
    [(0, -1), (1, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1)];

/// How one half of a board follows from the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Symmetry {
    /// Top and bottom are mirror images (the line of symmetry lies flat).
    Rows,
    /// Left and right are mirror images (the line of symmetry stands upright).
    Columns,
    /// A half turn about the middle.
    Point,
}

impl Symmetry {
    /// Where a cell of a board of that size comes to lie.
    pub fn of(self, cell: Cell, width: usize, height: usize) -> Cell {
        let (right, bottom) = (width as i16 - 1 - cell.x, height as i16 - 1 - cell.y);
        match self {
            Self::Rows => Cell::new(cell.x, bottom),
            Self::Columns => Cell::new(right, cell.y),
            Self::Point => Cell::new(right, bottom),
        }
    }
}

/// A board of `T`, row by row.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Grid<T> {
    width: usize,
    height: usize,
    cells: Vec<T>,
}

impl<T: Clone> Grid<T> {
    /// A board filled with one value.
    pub fn new(width: usize, height: usize, value: T) -> Self {
        Self { width, height, cells: vec![value; width * height] }
    }
}

impl<T> Grid<T> {
    /// How many columns.
    pub fn width(&self) -> usize {
        self.width
    }

    /// How many rows.
    pub fn height(&self) -> usize {
        self.height
    }

    /// Whether the cell is on the board.
    #[inline]
    pub fn has(&self, cell: Cell) -> bool {
        (cell.x as u16 as usize) < self.width && (cell.y as u16 as usize) < self.height
    }

    /// What is at the cell, if that is on the board.
    #[inline]
    pub fn get(&self, cell: Cell) -> Option<&T> {
        if self.has(cell) { self.cells.get(self.index(cell)) } else { None }
    }

    /// The cell's place in [`Grid::as_slice`].
    #[inline]
    pub fn index(&self, cell: Cell) -> usize {
        cell.y as usize * self.width + cell.x as usize
    }

    /// Every cell, row by row.
    pub fn cells(&self) -> impl Iterator<Item = Cell> + use<T> {
        let width = self.width;
        (0..width * self.height).map(move |i| Cell::new((i % width) as i16, (i / width) as i16))
    }

    /// Everything on the board, row by row.
    pub fn as_slice(&self) -> &[T] {
        &self.cells
    }
}

impl<T> Index<Cell> for Grid<T> {
    type Output = T;

    #[inline]
    fn index(&self, cell: Cell) -> &T {
        &self.cells[Self::index(self, cell)]
    }
}

impl<T> IndexMut<Cell> for Grid<T> {
    #[inline]
    fn index_mut(&mut self, cell: Cell) -> &mut T {
        let index = Self::index(self, cell);
        &mut self.cells[index]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_symmetry_applied_twice_changes_nothing() {
        for symmetry in [Symmetry::Rows, Symmetry::Columns, Symmetry::Point] {
            for cell in Grid::new(5, 5, ()).cells() {
                assert_eq!(symmetry.of(symmetry.of(cell, 5, 5), 5, 5), cell);
            }
        }
    }

    #[test]
    fn cells_off_the_board_are_none() {
        let grid = Grid::new(3, 2, 'a');
        for cell in [Cell::new(-1, 0), Cell::new(0, -1), Cell::new(3, 0), Cell::new(0, 2)] {
            assert_eq!(grid.get(cell), None);
        }
        assert_eq!(grid.get(Cell::new(2, 1)), Some(&'a'));
    }
}
