//! The state of a match, and what can be asked of it.

use skirmish_core::grid::Cell;
use skirmish_core::seat::Seat;

use super::action::Reason;
use super::config::Rules;
use super::ending::Ending;
use super::turn::Scratch;

/// One match of Si32.
///
/// Tiles are numbered row by row. On a board of `area` tiles, the half turn takes tile `t` to `area - 1 - t`.
#[derive(Debug, PartialEq)]
pub struct Si32 {
    pub(crate) rules: Rules,
    pub(crate) style: &'static str,
    /// The turn that is played next, counted from 1; the last one played once the match is over.
    pub(crate) turn: u32,
    /// Units by tile: seat 0's count up, seat 1's count down. So two armies that meet are simply added.
    pub(crate) units: Vec<i32>,
    /// Resource by tile.
    pub(crate) resource: Vec<i16>,
    /// What covers a tile.
    pub(crate) ground: Vec<Ground>,
    /// A building's progress, at its top-left tile; 0 elsewhere.
    pub(crate) progress: Vec<u16>,
    /// The top-left tiles of all buildings, as bits.
    pub(crate) sites: Vec<u64>,
    /// The tiles whose resource changed in the last turn, as bits.
    pub(crate) changed: Vec<u64>,
    pub(crate) sides: [Side; 2],
    pub(crate) ending: Option<Ending>,
    /// All resource there ever was: on the map and in both purses. It is only moved and spent, never made.
    pub(crate) endowment: i64,
    /// Memory used again in every turn; no part of the state.
    pub(crate) scratch: Scratch,
}

/// What one player has.
#[derive(Debug, Default, PartialEq)]
pub struct Side {
    /// Resource to spend.
    pub purse: i32,
    /// Units produced so far; the score.
    pub produced: i32,
    /// Units on the board.
    pub units: i32,
    /// Units lost so far.
    pub lost: i32,
    /// Buildings that stand.
    pub buildings: u32,
    /// Buildings ever made.
    pub built: u32,
    /// For how many turns in a row nobody else has had units.
    pub alone: u32,
    /// For how many turns in a row no answer has come.
    pub missed: u32,
    /// The lines of the last answer that did nothing, in order.
    pub dropped: Vec<Dropped>,
}

/// A line that did nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Dropped {
    /// Its number, counted from 1.
    pub line: u16,
    /// Why.
    pub reason: Reason,
}

/// What covers a tile: nothing, or one of the four parts of somebody's building.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Ground(u8);

impl Ground {
    pub const OPEN: Self = Self(0);
    const COVERED: u8 = 8;

    /// A part of a building: 0 and 1 are its upper tiles from left to right, 2 and 3 the lower ones.
    pub const fn part(owner: Seat, part: u8) -> Self {
        Self(Self::COVERED | owner.0 << 2 | part)
    }

    #[inline]
    pub const fn is_open(self) -> bool {
        self.0 == 0
    }

    /// Whose building it is.
    #[inline]
    pub const fn owner(self) -> Option<Seat> {
        if self.is_open() { None } else { Some(Seat(self.0 >> 2 & 1)) }
    }

    /// Which part of the building it is.
    #[inline]
    pub const fn place(self) -> u8 {
        self.0 & 3
    }
}

/// A building on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Building {
    /// Whose it is.
    pub owner: Seat,
    /// The first of its four tiles.
    pub top_left: Cell,
    /// How far its next unit is.
    pub progress: u16,
}

impl Si32 {
    /// How many columns the board has.
    #[inline]
    pub fn width(&self) -> usize {
        self.rules.width.into()
    }

    /// How many rows the board has.
    #[inline]
    pub fn height(&self) -> usize {
        self.rules.height.into()
    }

    /// The turn that is played next, counted from 1.
    pub fn turn(&self) -> u32 {
        self.turn
    }

    /// How many turns are played.
    pub fn turns(&self) -> u32 {
        self.rules.turns
    }

    /// What a player has.
    #[inline]
    pub fn side(&self, seat: Seat) -> &Side {
        &self.sides[seat.index() & 1]
    }

    /// Whether the cell is on the board.
    #[inline]
    pub fn has(&self, cell: Cell) -> bool {
        (cell.x as u16) < self.rules.width && (cell.y as u16) < self.rules.height
    }

    /// A player's units on a cell of the board.
    pub fn units_at(&self, seat: Seat, cell: Cell) -> i32 {
        self.rules.tile(cell).map_or(0, |tile| (self.units[tile] * sign(seat)).max(0))
    }

    /// A player's units, tile by tile, row by row.
    pub fn stacks(&self, seat: Seat) -> impl Iterator<Item = (Cell, i32)> {
        let (width, sign) = (self.rules.width as i16, sign(seat));
        let (mut x, mut y) = (-1, 0);
        self.units.iter().filter_map(move |&units| {
            x += 1;
            if x == width {
                (x, y) = (0, y + 1);
            }
            (units * sign > 0).then_some((Cell::new(x, y), units * sign))
        })
    }

    /// The resource on a cell of the board.
    pub fn resource_at(&self, cell: Cell) -> i32 {
        self.rules.tile(cell).map_or(0, |tile| self.resource[tile].into())
    }

    /// Whose building covers a cell.
    #[inline]
    pub fn owner_at(&self, cell: Cell) -> Option<Seat> {
        self.ground[self.rules.tile(cell)?].owner()
    }

    /// The building that covers a cell.
    pub fn building_at(&self, cell: Cell) -> Option<Building> {
        let ground = self.ground[self.rules.tile(cell)?];
        let owner = ground.owner()?;
        let place = i16::from(ground.place());
        let top_left = Cell::new(cell.x - (place & 1), cell.y - (place >> 1));
        Some(Building { owner, top_left, progress: self.progress[self.tile(top_left)] })
    }

    /// All buildings, row by row.
    pub fn buildings(&self) -> impl Iterator<Item = Building> {
        members(&self.sites).filter_map(|site| self.building_at(self.cell(site)))
    }

    /// Every cell of the board, row by row.
    pub fn cells(&self) -> impl Iterator<Item = Cell> + use<> {
        let (width, height) = (self.rules.width as i16, self.rules.height as i16);
        (0..height).flat_map(move |y| (0..width).map(move |x| Cell::new(x, y)))
    }

    /// What a building costs.
    pub fn building_cost(&self) -> i32 {
        self.rules.building_cost
    }

    /// How many workers count in one building.
    pub fn max_workers(&self) -> i32 {
        self.rules.max_workers
    }

    /// How many attackers bring down a building without workers.
    pub fn defence(&self) -> i32 {
        self.rules.defence
    }

    #[inline]
    pub(crate) fn tile(&self, cell: Cell) -> usize {
        cell.y as usize * self.width() + cell.x as usize
    }

    #[inline]
    pub(crate) fn cell(&self, tile: usize) -> Cell {
        self.rules.cell(tile)
    }

    /// The top-left tile of the building that covers a tile.
    #[inline]
    pub(crate) fn site_of(&self, tile: usize) -> usize {
        let place = usize::from(self.ground[tile].place());
        tile - (place & 1) - (place >> 1) * self.width()
    }

    /// The four tiles of a building, row by row.
    #[inline]
    pub(crate) fn tiles_of(&self, site: usize) -> [usize; 4] {
        [site, site + 1, site + self.width(), site + self.width() + 1]
    }

    /// The top-left tile of a building, if all of it is on the board.
    #[inline]
    pub(crate) fn site_at(&self, top_left: Cell) -> Option<usize> {
        let bottom_right = Cell::new(top_left.x.saturating_add(1), top_left.y.saturating_add(1));
        (self.has(top_left) && self.has(bottom_right)).then(|| self.tile(top_left))
    }

    pub(crate) fn changed_tiles(&self) -> impl Iterator<Item = usize> {
        members(&self.changed)
    }

    /// Resource on the map, in purses, and spent on buildings.
    pub(crate) fn resource_in_play(&self) -> i64 {
        let map: i64 = self.resource.iter().map(|&resource| i64::from(resource)).sum();
        let players = self
            .sides
            .iter()
            .map(|side| i64::from(side.purse) + i64::from(side.built) * i64::from(self.rules.building_cost));
        map + players.sum::<i64>()
    }
}

/// What a seat's units are multiplied by.
#[inline]
pub(crate) const fn sign(seat: Seat) -> i32 {
    1 - 2 * seat.0 as i32
}

/// The members of a set of tiles, in ascending order.
pub(crate) fn members(bits: &[u64]) -> impl Iterator<Item = usize> {
    bits.iter().enumerate().flat_map(|(w, &word)| {
        let mut rest = word;
        std::iter::from_fn(move || {
            if rest == 0 {
                return None;
            }
            let i = w * 64 + rest.trailing_zeros() as usize;
            rest &= rest - 1;
            Some(i)
        })
    })
}

// By hand, so that `clone_from` keeps the memory that is there.
impl Clone for Si32 {
    fn clone(&self) -> Self {
        Self {
            rules: self.rules,
            style: self.style,
            turn: self.turn,
            units: self.units.clone(),
            resource: self.resource.clone(),
            ground: self.ground.clone(),
            progress: self.progress.clone(),
            sites: self.sites.clone(),
            changed: self.changed.clone(),
            sides: self.sides.clone(),
            ending: self.ending,
            endowment: self.endowment,
            scratch: Scratch::default(),
        }
    }

    fn clone_from(&mut self, source: &Self) {
        let Self {
            rules,
            style,
            turn,
            units,
            resource,
            ground,
            progress,
            sites,
            changed,
            sides,
            ending,
            endowment,
            scratch: _,
        } = source;
        (self.rules, self.style, self.turn) = (*rules, *style, *turn);
        (self.ending, self.endowment) = (*ending, *endowment);
        self.units.clone_from(units);
        self.resource.clone_from(resource);
        self.ground.clone_from(ground);
        self.progress.clone_from(progress);
        self.sites.clone_from(sites);
        self.changed.clone_from(changed);
        self.sides.clone_from(sides);
    }
}

impl Clone for Side {
    fn clone(&self) -> Self {
        Self { dropped: self.dropped.clone(), ..*self }
    }

    fn clone_from(&mut self, source: &Self) {
        let Self { purse, produced, units, lost, buildings, built, alone, missed, dropped } = source;
        (self.purse, self.produced, self.units, self.lost) = (*purse, *produced, *units, *lost);
        (self.buildings, self.built) = (*buildings, *built);
        (self.alone, self.missed) = (*alone, *missed);
        self.dropped.clone_from(dropped);
    }
}
