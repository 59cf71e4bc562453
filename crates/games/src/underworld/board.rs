//! The board: what stands on every cell, and the same again as rows of bits.
//!
//! A row of bits is one machine word, so questions about a neighbourhood ("which enemies are in range?") are a few
//! word operations instead of a walk over cells.

use skirmish_core::ensure_law;
use skirmish_core::grid::{Cell, Direction};
use skirmish_core::law::Broken;
use skirmish_core::seat::{MAX_SEATS, Seat};

use super::config::MAX_SIZE;

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

/// Planes of bits: one per kind, one of everything that belongs to somebody, then one per seat.
const OWNED: usize = Kind::ALL.len();
const FIRST_SEAT: usize = OWNED + 1;
const PLANES: usize = FIRST_SEAT + MAX_SEATS;

/// What a cell holds, in one byte: nothing, or a kind and an owner.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Tag(u8);

impl Tag {
    const FREE: Self = Self(0);

    #[inline]
    const fn new(kind: Kind, owner: Seat) -> Self {
        Self((kind as u8 + 1) << 3 | owner.0)
    }

    #[inline]
    fn kind(self) -> Option<Kind> {
        Kind::ALL.get(usize::from(self.0 >> 3).wrapping_sub(1)).copied()
    }

    #[inline]
    const fn owner(self) -> Seat {
        Seat(self.0 & 7)
    }
}

/// A warrior between two cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Lifted {
    owner: Seat,
    hp: i32,
    id: u32,
}

/// Everything that stands somewhere.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Board {
    width: usize,
    height: usize,
    /// The stride is a power of two, so that a spot's column and row cost no division.
    shift: u32,
    tags: Vec<Tag>,
    /// Hit points and ids, 0 where nothing stands.
    hp: Vec<i32>,
    ids: Vec<u32>,
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
            tags: self.tags.clone(),
            hp: self.hp.clone(),
            ids: self.ids.clone(),
            rows: self.rows.clone(),
            farms: self.farms,
            castles: self.castles,
        }
    }

    /// Copies into the memory that is there.
    fn clone_from(&mut self, source: &Self) {
        let Self { width, height, shift, tags, hp, ids, rows, farms, castles } = source;
        (self.width, self.height, self.shift) = (*width, *height, *shift);
        self.tags.clone_from(tags);
        self.hp.clone_from(hp);
        self.ids.clone_from(ids);
        self.rows.clone_from(rows);
        (self.farms, self.castles) = (*farms, *castles);
    }
}

impl Board {
    pub(crate) fn new(width: usize, height: usize) -> Self {
        let shift = width.next_power_of_two().trailing_zeros();
        Self {
            width,
            height,
            shift,
            tags: vec![Tag::FREE; height << shift],
            hp: vec![0; height << shift],
            ids: vec![0; height << shift],
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
        self.tags.len()
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

    /// The neighbour one step away, or the spot itself without a direction; `None` off the board.
    #[inline]
    pub(crate) fn step(&self, from: Spot, direction: Option<Direction>) -> Option<Spot> {
        let (dx, dy) = direction.map_or((0, 0), Direction::delta);
        // A step over the left or top edge wraps to a huge number, which is off the board as well.
        let (x, y) = (self.column(from), self.row(from));
        self.spot(x.wrapping_add_signed(dx.into()), y.wrapping_add_signed(dy.into()))
    }

    #[inline]
    pub(crate) fn get(&self, spot: Spot) -> Option<Piece> {
        let tag = self.tags[spot.index()];
        let (hp, id) = (self.hp[spot.index()], self.ids[spot.index()]);
        tag.kind().map(|kind| Piece { kind, owner: tag.owner(), hp, id })
    }

    /// Whether the seat has an object of that kind there.
    #[inline]
    pub(crate) fn holds(&self, spot: Spot, kind: Kind, owner: Seat) -> bool {
        self.tags[spot.index()] == Tag::new(kind, owner)
    }

    #[inline]
    pub(crate) fn is_free(&self, spot: Spot) -> bool {
        self.tags[spot.index()] == Tag::FREE
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
        &self.rows[(FIRST_SEAT + seat.index()) * self.height..][..self.height]
    }

    /// The row of everything that stands there, walls included.
    #[inline]
    pub(crate) fn occupied(&self, y: usize) -> u64 {
        self.owned()[y] | self.of_kind(Kind::Wall)[y]
    }

    /// Every row of what belongs to somebody.
    #[inline]
    pub(crate) fn owned(&self) -> &[u64] {
        &self.rows[OWNED * self.height..][..self.height]
    }

    /// The row of every cell on the board.
    #[inline]
    pub(crate) fn full_row(&self) -> u64 {
        !0 >> (MAX_SIZE - self.width)
    }

    /// Puts an object on a free cell.
    pub(crate) fn put(&mut self, spot: Spot, piece: Piece) {
        self.set(spot, Tag::new(piece.kind, piece.owner), piece.hp, piece.id);
        self.flip(spot, piece.kind, piece.owner);
        match piece.kind {
            Kind::Farm => self.farms[piece.owner.index()] += 1,
            Kind::Castle => self.castles[piece.owner.index()] = Some(spot),
            _ => {}
        }
    }

    /// Takes away what stands on a cell.
    pub(crate) fn take(&mut self, spot: Spot) -> Option<Piece> {
        let piece = self.get(spot)?;
        self.set(spot, Tag::FREE, 0, 0);
        self.flip(spot, piece.kind, piece.owner);
        match piece.kind {
            Kind::Farm => self.farms[piece.owner.index()] -= 1,
            Kind::Castle => self.castles[piece.owner.index()] = None,
            _ => {}
        }
        Some(piece)
    }

    /// Takes up the warrior on a cell.
    #[inline]
    pub(crate) fn lift(&mut self, spot: Spot) -> Lifted {
        let i = spot.index();
        let lifted = Lifted { owner: self.tags[i].owner(), hp: self.hp[i], id: self.ids[i] };
        self.set(spot, Tag::FREE, 0, 0);
        self.flip(spot, Kind::Warrior, lifted.owner);
        lifted
    }

    /// Puts a warrior down on a free cell.
    #[inline]
    pub(crate) fn drop(&mut self, spot: Spot, lifted: Lifted) {
        self.set(spot, Tag::new(Kind::Warrior, lifted.owner), lifted.hp, lifted.id);
        self.flip(spot, Kind::Warrior, lifted.owner);
    }

    /// Takes hit points from the object on a cell; those it has left. The object stays, whatever is left.
    #[inline]
    pub(crate) fn wound(&mut self, spot: Spot, damage: i32) -> i32 {
        self.hp[spot.index()] -= damage;
        self.hp[spot.index()]
    }

    /// Forgets which object this is.
    pub(crate) fn forget_id(&mut self, spot: Spot) {
        self.ids[spot.index()] = 0;
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
    fn set(&mut self, spot: Spot, tag: Tag, hp: i32, id: u32) {
        let i = spot.index();
        (self.tags[i], self.hp[i], self.ids[i]) = (tag, hp, id);
    }

    #[inline]
    fn flip(&mut self, spot: Spot, kind: Kind, owner: Seat) {
        let (bit, y) = (1 << self.column(spot), self.row(spot));
        self.rows[kind as usize * self.height + y] ^= bit;
        if kind != Kind::Wall {
            self.rows[OWNED * self.height + y] ^= bit;
            self.rows[(FIRST_SEAT + owner.index()) * self.height + y] ^= bit;
        }
    }

    /// Whether the bits, counts and castles say the same as the cells.
    pub(crate) fn audit(&self) -> Result<(), Broken> {
        let mut fresh = Self::new(self.width, self.height);
        for i in 0..self.spots() {
            let spot = Spot(i as u16);
            let Some(piece) = self.get(spot) else { continue };
            ensure_law!(
                self.column(spot) < self.width,
                "an object stands beyond the right edge, at spot {i}"
            );
            let seen = fresh.castle(piece.owner);
            ensure_law!(piece.kind != Kind::Castle || seen.is_none(), "seat {} has two castles", piece.owner);
            fresh.put(spot, piece);
        }
        ensure_law!(fresh.hp == self.hp && fresh.ids == self.ids, "something is left where nothing stands");
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
    /// For each column, the disc's rows from the topmost to the lowest.
    spans: Vec<u64>,
}

impl Reach {
    /// The largest radius: a span of the disc must fit a word with room to spare.
    pub(crate) const MAX: u8 = 31;

    /// The disc of that radius.
    pub(crate) fn new(radius: u8) -> Self {
        let r = u32::from(radius.min(Self::MAX));
        let half = |dy: u32| (0..=r).rev().find(|half| half * half + dy * dy <= r * r).unwrap_or(0);
        let halves: Vec<u32> = (0..=r).map(half).collect();
        let span = |x: u32, half: u32| {
            let span = (1u64 << (2 * half + 1)) - 1;
            if x >= half { span << (x - half) } else { span >> (half - x) }
        };
        let rows = || (0..=r).rev().chain(1..=r);
        let columns = 0..MAX_SIZE as u32;
        let spans = columns.flat_map(|x| rows().map(move |dy| (x, dy)));
        let spans = spans.map(|(x, dy)| span(x, halves[dy as usize])).collect();
        Self { radius: r as usize, spans, halves }
    }

    /// How many rows away the disc reaches.
    #[inline]
    pub(crate) fn radius(&self) -> usize {
        self.radius
    }

    /// The disc's rows around a cell in that column, from the topmost to the lowest.
    #[inline]
    pub(crate) fn spans(&self, x: usize) -> &[u64] {
        let rows = 2 * self.radius + 1;
        &self.spans[x * rows..][..rows]
    }

    /// Adds every cell within reach of the row's members to the rows.
    pub(crate) fn spread(&self, row: u64, y: usize, rows: &mut [u64]) {
        if row == 0 {
            return;
        }
        for near in y.saturating_sub(self.radius)..(y + self.radius + 1).min(rows.len()) {
            rows[near] |= widened(row, self.halves[y.abs_diff(near)]);
        }
    }

    /// Whether any row has a member within reach of a cell.
    #[inline]
    pub(crate) fn touches(&self, x: usize, y: usize, rows: impl Fn(usize) -> u64, height: usize) -> bool {
        // The disc's rows are numbered as if the board began `radius` rows further down.
        let above = self.radius.saturating_sub(y);
        let first = y.saturating_sub(self.radius);
        let spans = self.spans(x)[above..].iter();
        (first..height).zip(spans).any(|(row, span)| rows(row) & span != 0)
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
                let mut spread = [0; MAX_SIZE];
                reach.spread(1 << x, y, &mut spread);
                for (row, &spread) in spread.iter().enumerate() {
                    let span = (row + reach.radius()).checked_sub(y).and_then(|i| reach.spans(x).get(i));
                    assert_eq!(spread, span.copied().unwrap_or(0), "{radius}: {x},{y} in row {row}");
                    for column in 0..MAX_SIZE {
                        let (dx, dy) = (x.abs_diff(column), y.abs_diff(row));
                        let near = dx * dx + dy * dy <= usize::from(radius).pow(2);
                        assert_eq!(spread >> column & 1 == 1, near, "{radius}: {x},{y} to {column},{row}");
                        let only = |at: usize| u64::from(at == row) << column;
                        assert_eq!(reach.touches(x, y, only, MAX_SIZE), near);
                    }
                }
            }
        }
    }

    #[test]
    fn spreading_is_the_union_of_discs() {
        let reach = Reach::new(2);
        let [mut both, mut one, mut other] = [[0; 12]; 3];
        reach.spread(1 << 3 | 1 << 9, 4, &mut both);
        reach.spread(1 << 3, 4, &mut one);
        reach.spread(1 << 9, 4, &mut other);
        assert_eq!(both, std::array::from_fn(|row| one[row] | other[row]));
    }

    #[test]
    fn steps_stop_at_every_edge() {
        let board = Board::new(5, 3);
        assert_eq!(board.step(board.at(0, 0), Some(Direction::West)), None);
        assert_eq!(board.step(board.at(0, 0), Some(Direction::North)), None);
        assert_eq!(board.step(board.at(4, 2), Some(Direction::East)), None);
        assert_eq!(board.step(board.at(4, 2), Some(Direction::South)), None);
        assert_eq!(board.step(board.at(3, 1), Some(Direction::East)), Some(board.at(4, 1)));
    }
}
