//! The board: what stands on every cell, and the same again as rows of bits.
//!
//! A row of bits is one machine word, so questions about a neighbourhood ("which enemies are in range?") are a few
//! word operations instead of a walk over cells.

use skirmish_core::{Broken, Cell, MAX_SEATS, Seat, ensure_law};

/// The largest width and height: a row of the board is one word of bits.
pub const MAX_SIZE: usize = 64;

/// What can stand on a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Kind {
    /// Moves and fights.
    Warrior,
    /// Trains warriors.
    Barracks,
    /// Losing it loses the game.
    Castle,
    /// Pays every turn.
    Farm,
    /// Belongs to nobody and stays for ever.
    Wall,
}

impl Kind {
    /// All of them, in the order of the drawing's layers.
    pub const ALL: [Self; 5] = [Self::Warrior, Self::Barracks, Self::Castle, Self::Farm, Self::Wall];

    /// The letter on the wire.
    pub const fn letter(self) -> &'static str {
        match self {
            Self::Warrior => "W",
            Self::Barracks => "B",
            Self::Castle => "C",
            Self::Farm => "F",
            Self::Wall => "#",
        }
    }

    /// The kind that the letter stands for.
    pub fn from_letter(letter: &[u8]) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.letter().as_bytes() == letter)
    }

    /// The word in sentences.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Warrior => "warrior",
            Self::Barracks => "barracks",
            Self::Castle => "castle",
            Self::Farm => "farm",
            Self::Wall => "wall",
        }
    }
}

/// An object with its place, as a player is told of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Object {
    /// Where it stands.
    pub cell: Cell,
    /// What it is.
    pub kind: Kind,
    /// Whose it is; nobody's if it is a wall.
    pub owner: Option<Seat>,
    /// Its hit points; -1 for a wall.
    pub hp: i32,
}

/// The hit points shown for a wall, which has none.
pub(crate) const WALL_HP: i32 = -1;

/// What a cell holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Piece {
    pub(crate) kind: Kind,
    /// Meaningless for a wall, and then seat 0.
    pub(crate) owner: Seat,
    pub(crate) hp: i32,
    /// What tells it apart when it moves: when and where it was made. 0 if the eye may not know.
    pub(crate) id: u32,
}

impl Piece {
    pub(crate) const WALL: Self = Self { kind: Kind::Wall, owner: Seat::FIRST, hp: WALL_HP, id: 0 };

    /// A new object. One cell gets at most one object a turn, so turn and cell name it for ever.
    pub(crate) fn new(kind: Kind, owner: Seat, hp: i32, turn: u32, at: Cell) -> Self {
        Self { kind, owner, hp, id: (turn + 1) << 12 | (at.y as u32) << 6 | at.x as u32 }
    }

    /// The same object on the board turned by a half turn.
    pub(crate) fn turned(self, owner: Seat, turn_cell: impl Fn(Cell) -> Cell) -> Self {
        if self.id == 0 {
            return Self { owner, ..self };
        }
        let born = turn_cell(Cell::new((self.id & 63) as i16, (self.id >> 6 & 63) as i16));
        let id = self.id & !0xfff | (born.y as u32) << 6 | born.x as u32;
        Self { owner, id, ..self }
    }

    /// Whether it was made in that turn.
    pub(crate) fn is_of_turn(&self, turn: u32) -> bool {
        self.id >> 12 == turn + 1
    }

    pub(crate) fn is_wall(&self) -> bool {
        self.kind == Kind::Wall
    }
}

/// A cell's place in the board's memory.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Spot(pub(crate) u16);

impl Spot {
    #[inline]
    pub(crate) fn index(self) -> usize {
        usize::from(self.0)
    }
}

/// Planes of bits: one per kind, then one per seat.
const KINDS: usize = Kind::ALL.len();
const PLANES: usize = KINDS + MAX_SEATS;

/// Everything that stands somewhere.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Board {
    width: usize,
    height: usize,
    /// The stride is a power of two, so that a spot's column and row cost no division.
    shift: u32,
    cells: Vec<Option<Piece>>,
    rows: Vec<u64>,
    farms: [u16; MAX_SEATS],
    castles: [Option<Spot>; MAX_SEATS],
}

impl Clone for Board {
    fn clone(&self) -> Self {
        Self {
            width: self.width,
            height: self.height,
            shift: self.shift,
            cells: self.cells.clone(),
            rows: self.rows.clone(),
            farms: self.farms,
            castles: self.castles,
        }
    }

    /// Copies into the memory that is there.
    fn clone_from(&mut self, source: &Self) {
        (self.width, self.height, self.shift) = (source.width, source.height, source.shift);
        self.cells.clone_from(&source.cells);
        self.rows.clone_from(&source.rows);
        (self.farms, self.castles) = (source.farms, source.castles);
    }
}

impl Board {
    pub(crate) fn new(width: usize, height: usize) -> Self {
        let shift = width.next_power_of_two().trailing_zeros();
        Self {
            width,
            height,
            shift,
            cells: vec![None; height << shift],
            rows: vec![0; height * PLANES],
            farms: [0; MAX_SEATS],
            castles: [None; MAX_SEATS],
        }
    }

    pub(crate) fn width(&self) -> usize {
        self.width
    }

    pub(crate) fn height(&self) -> usize {
        self.height
    }

    /// How many spots there are, those beyond the right edge included.
    pub(crate) fn spots(&self) -> usize {
        self.cells.len()
    }

    /// The spot of a column and row, if they are on the board.
    #[inline]
    pub(crate) fn spot(&self, x: usize, y: usize) -> Option<Spot> {
        (x < self.width && y < self.height).then(|| self.at(x, y))
    }

    /// The spot of a column and row that are on the board.
    #[inline]
    pub(crate) fn at(&self, x: usize, y: usize) -> Spot {
        Spot((y << self.shift | x) as u16)
    }

    #[inline]
    pub(crate) fn column(&self, spot: Spot) -> usize {
        spot.index() & ((1 << self.shift) - 1)
    }

    #[inline]
    pub(crate) fn row(&self, spot: Spot) -> usize {
        spot.index() >> self.shift
    }

    pub(crate) fn cell(&self, spot: Spot) -> Cell {
        Cell::new(self.column(spot) as i16, self.row(spot) as i16)
    }

    /// The neighbour one step away in a direction given as (dx, dy); `None` off the board.
    #[inline]
    pub(crate) fn step(&self, from: Spot, (dx, dy): (isize, isize)) -> Option<Spot> {
        // A step over the left or top edge wraps to a huge number, which is off the board as well.
        self.spot(self.column(from).wrapping_add_signed(dx), self.row(from).wrapping_add_signed(dy))
    }

    #[inline]
    pub(crate) fn get(&self, spot: Spot) -> Option<Piece> {
        self.cells[spot.index()]
    }

    #[inline]
    pub(crate) fn is_free(&self, spot: Spot) -> bool {
        self.cells[spot.index()].is_none()
    }

    #[inline]
    pub(crate) fn farms(&self, seat: Seat) -> i64 {
        i64::from(self.farms[seat.index()])
    }

    #[inline]
    pub(crate) fn castle(&self, seat: Seat) -> Option<Spot> {
        self.castles[seat.index()]
    }

    /// Every row of one kind's objects.
    #[inline]
    pub(crate) fn of_kind(&self, kind: Kind) -> &[u64] {
        &self.rows[kind as usize * self.height..][..self.height]
    }

    /// Every row of one seat's objects.
    #[inline]
    pub(crate) fn of_seat(&self, seat: Seat) -> &[u64] {
        &self.rows[(KINDS + seat.index()) * self.height..][..self.height]
    }

    /// The row of everything that stands there, walls included.
    #[inline]
    pub(crate) fn occupied(&self, y: usize) -> u64 {
        Kind::ALL.iter().fold(0, |row, &kind| row | self.of_kind(kind)[y])
    }

    /// The row of everything that belongs to somebody.
    #[inline]
    pub(crate) fn owned(&self, y: usize) -> u64 {
        self.occupied(y) & !self.of_kind(Kind::Wall)[y]
    }

    /// The row of every cell on the board.
    #[inline]
    pub(crate) fn full_row(&self) -> u64 {
        !0 >> (MAX_SIZE - self.width)
    }

    /// Puts an object on a free cell.
    #[inline]
    pub(crate) fn put(&mut self, spot: Spot, piece: Piece) {
        debug_assert!(self.is_free(spot));
        self.cells[spot.index()] = Some(piece);
        self.flip(spot, piece);
        match piece.kind {
            Kind::Farm => self.farms[piece.owner.index()] += 1,
            Kind::Castle => self.castles[piece.owner.index()] = Some(spot),
            _ => {}
        }
    }

    /// Takes away what stands on a cell.
    #[inline]
    pub(crate) fn take(&mut self, spot: Spot) -> Option<Piece> {
        let piece = self.cells[spot.index()].take()?;
        self.flip(spot, piece);
        match piece.kind {
            Kind::Farm => self.farms[piece.owner.index()] -= 1,
            Kind::Castle => self.castles[piece.owner.index()] = None,
            _ => {}
        }
        Some(piece)
    }

    /// Takes hit points from an object; those it has left. The object stays, whatever is left.
    #[inline]
    pub(crate) fn wound(&mut self, spot: Spot, damage: i32) -> Option<Piece> {
        let piece = self.cells[spot.index()].as_mut()?;
        piece.hp -= damage;
        Some(*piece)
    }

    /// Forgets which object this is.
    pub(crate) fn forget_id(&mut self, spot: Spot) {
        if let Some(piece) = &mut self.cells[spot.index()] {
            piece.id = 0;
        }
    }

    /// Everything on the board, sorted by row, then column.
    pub(crate) fn pieces(&self) -> impl Iterator<Item = (Spot, Piece)> {
        (0..self.height).flat_map(move |y| {
            bits(self.occupied(y)).filter_map(move |x| {
                let spot = self.at(x, y);
                self.get(spot).map(|piece| (spot, piece))
            })
        })
    }

    #[inline]
    fn flip(&mut self, spot: Spot, piece: Piece) {
        let (bit, y) = (1 << self.column(spot), self.row(spot));
        self.rows[piece.kind as usize * self.height + y] ^= bit;
        if !piece.is_wall() {
            self.rows[(KINDS + piece.owner.index()) * self.height + y] ^= bit;
        }
    }

    /// Whether the bits, counts and castles say the same as the cells.
    pub(crate) fn audit(&self) -> Result<(), Broken> {
        let mut fresh = Self::new(self.width, self.height);
        for (i, piece) in self.cells.iter().enumerate() {
            let Some(piece) = *piece else { continue };
            let spot = Spot(i as u16);
            ensure_law!(
                self.column(spot) < self.width,
                "an object stands beyond the right edge, at spot {i}"
            );
            let seen = fresh.castle(piece.owner);
            ensure_law!(piece.kind != Kind::Castle || seen.is_none(), "seat {} has two castles", piece.owner);
            fresh.put(spot, piece);
        }
        ensure_law!(fresh.rows == self.rows, "the rows of bits differ from the cells");
        ensure_law!(fresh.farms == self.farms, "farms are miscounted: {:?}", self.farms);
        ensure_law!(fresh.castles == self.castles, "castles are misplaced: {:?}", self.castles);
        Ok(())
    }
}

/// The members of a row, in ascending order.
#[inline]
pub(crate) fn bits(mut row: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        if row == 0 {
            return None;
        }
        let x = row.trailing_zeros() as usize;
        row &= row - 1;
        Some(x)
    })
}

/// A disc of cells around a cell, by straight-line distance, as rows of bits.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Reach {
    radius: usize,
    /// For each number of rows away, how many columns away the disc still reaches.
    halves: Vec<u32>,
}

impl Reach {
    /// The disc of that radius, at most [`Reach::MAX`]: a span of it must fit a word with room to spare.
    pub(crate) fn new(radius: u8) -> Self {
        let r = u32::from(radius);
        let half = |dy: u32| (0..=r).rev().find(|half| half * half + dy * dy <= r * r).unwrap_or(0);
        Self { radius: usize::from(radius), halves: (0..=r).map(half).collect() }
    }

    pub(crate) const MAX: u8 = 31;

    /// The rows that the disc around a row touches, on a board of that height.
    #[inline]
    pub(crate) fn rows(&self, y: usize, height: usize) -> std::ops::Range<usize> {
        y.saturating_sub(self.radius)..(y + self.radius + 1).min(height)
    }

    /// The disc's cells in one of those rows.
    #[inline]
    pub(crate) fn span(&self, x: usize, y: usize, row: usize) -> u64 {
        let half = self.halves[y.abs_diff(row)] as usize;
        let span = (1u64 << (2 * half + 1)) - 1;
        if x >= half { span << (x - half) } else { span >> (half - x) }
    }

    /// Adds every cell within reach of the row's members to the rows.
    pub(crate) fn spread(&self, row: u64, y: usize, rows: &mut [u64]) {
        if row == 0 {
            return;
        }
        for near in self.rows(y, rows.len()) {
            rows[near] |= widened(row, self.halves[y.abs_diff(near)]);
        }
    }

    /// Whether any of the rows' members lies within reach of a cell.
    #[inline]
    pub(crate) fn touches(&self, x: usize, y: usize, rows: impl Fn(usize) -> u64, height: usize) -> bool {
        self.rows(y, height).any(|row| rows(row) & self.span(x, y, row) != 0)
    }
}

/// The row with every member's neighbours up to `half` columns away.
#[inline]
fn widened(row: u64, half: u32) -> u64 {
    (1..=half).fold(row, |wide, by| wide | row << by | row >> by)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_disc_is_what_the_distance_says() {
        for radius in [0, 1, 2, 3, 8, Reach::MAX] {
            let reach = Reach::new(radius);
            for (x, y) in [(0, 0), (5, 9), (63, 63), (31, 2), (40, 60)] {
                for row in 0..MAX_SIZE {
                    let span = if reach.rows(y, MAX_SIZE).contains(&row) { reach.span(x, y, row) } else { 0 };
                    for column in 0..MAX_SIZE {
                        let (dx, dy) = (x.abs_diff(column), y.abs_diff(row));
                        let near = dx * dx + dy * dy <= usize::from(radius).pow(2);
                        assert_eq!(span >> column & 1 == 1, near, "{radius}: {x},{y} to {column},{row}");
                    }
                }
            }
        }
    }

    #[test]
    fn spreading_is_the_union_of_discs() {
        let reach = Reach::new(2);
        let mut rows = [0; 12];
        reach.spread(1 << 3 | 1 << 9, 4, &mut rows);
        for (row, &spread) in rows.iter().enumerate() {
            let mut want = 0;
            if reach.rows(4, 12).contains(&row) {
                want = reach.span(3, 4, row) | reach.span(9, 4, row);
            }
            assert_eq!(spread, want);
        }
    }

    #[test]
    fn steps_stop_at_every_edge() {
        let board = Board::new(5, 3);
        assert_eq!(board.step(board.at(0, 0), (-1, 0)), None);
        assert_eq!(board.step(board.at(0, 0), (0, -1)), None);
        assert_eq!(board.step(board.at(4, 2), (1, 0)), None);
        assert_eq!(board.step(board.at(4, 2), (0, 1)), None);
        assert_eq!(board.step(board.at(3, 1), (1, 0)), Some(board.at(4, 1)));
    }
}
