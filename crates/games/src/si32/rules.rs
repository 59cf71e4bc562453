//! The state of a match, and what is asked of whom. How a turn is played stands in `turn`, how a match ends in `ending`.

use skirmish_core::answer::{Answers, Fault, Reply};
use skirmish_core::config::{BadConfig, ensure_seats};
use skirmish_core::game::{Ask, Budget, Decision, Framing, Game};
use skirmish_core::grid::Cell;
use skirmish_core::info::Info;
use skirmish_core::law::{Audit, Broken};
use skirmish_core::news::{Audience, News};
use skirmish_core::rng::Seed;
use skirmish_core::seat::{Seat, SeatCount};

use super::config::Config;
use super::ending::Ending;
use super::event::Event;
use super::info::INFO;
use super::map;
use super::orders::{Orders, Reason};
use super::turn::Desk;

/// One match of Si32.
///
/// Tiles are numbered row by row. On a board of `area` tiles, the half turn takes tile `t` to `area - 1 - t`.
#[derive(Debug, PartialEq)]
pub struct Si32 {
    pub(crate) numbers: Numbers,
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
    pub(crate) desk: Desk,
}

/// The numbers of the config, in the types that the rules count in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Numbers {
    pub width: u16,
    pub height: u16,
    pub turns: u32,
    pub start_units: i32,
    pub building_cost: i32,
    pub unit_work: u16,
    pub max_workers: i32,
    pub defence: i32,
    pub settle_by: u32,
    pub alone_turns: u32,
    pub missed_turns: u32,
}

impl Numbers {
    /// The number of a cell's tile, if it is on the board.
    #[inline]
    pub fn tile(&self, cell: Cell) -> Option<usize> {
        // In whole registers: on pairs of small numbers, compilers take to slower vector code.
        let (x, y) = (i32::from(cell.x) as u32, i32::from(cell.y) as u32);
        let (width, height) = (u32::from(self.width), u32::from(self.height));
        if x < width && y < height { Some((y * width + x) as usize) } else { None }
    }

    /// The cell of a tile.
    #[inline]
    pub fn cell(&self, tile: usize) -> Cell {
        let (tile, width) = (tile as u32, u32::from(self.width));
        Cell::new((tile % width) as i16, (tile / width) as i16)
    }
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
        self.numbers.width.into()
    }

    /// How many rows the board has.
    #[inline]
    pub fn height(&self) -> usize {
        self.numbers.height.into()
    }

    /// The turn that is played next, counted from 1.
    pub fn turn(&self) -> u32 {
        self.turn
    }

    /// How many turns are played.
    pub fn turns(&self) -> u32 {
        self.numbers.turns
    }

    /// What a player has.
    #[inline]
    pub fn side(&self, seat: Seat) -> &Side {
        &self.sides[seat.index() & 1]
    }

    /// Whether the cell is on the board.
    #[inline]
    pub fn has(&self, cell: Cell) -> bool {
        (cell.x as u16) < self.numbers.width && (cell.y as u16) < self.numbers.height
    }

    /// A player's units on a cell of the board.
    pub fn units_at(&self, seat: Seat, cell: Cell) -> i32 {
        self.numbers.tile(cell).map_or(0, |tile| (self.units[tile] * sign(seat)).max(0))
    }

    /// A player's units, tile by tile, row by row.
    pub fn stacks(&self, seat: Seat) -> impl Iterator<Item = (Cell, i32)> {
        let (width, sign) = (self.numbers.width as i16, sign(seat));
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
        self.numbers.tile(cell).map_or(0, |tile| self.resource[tile].into())
    }

    /// Whose building covers a cell.
    #[inline]
    pub fn owner_at(&self, cell: Cell) -> Option<Seat> {
        self.ground[self.numbers.tile(cell)?].owner()
    }

    /// The building that covers a cell.
    pub fn building_at(&self, cell: Cell) -> Option<Building> {
        let ground = self.ground[self.numbers.tile(cell)?];
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
        let (width, height) = (self.numbers.width as i16, self.numbers.height as i16);
        (0..height).flat_map(move |y| (0..width).map(move |x| Cell::new(x, y)))
    }

    /// What a building costs.
    pub fn building_cost(&self) -> i32 {
        self.numbers.building_cost
    }

    /// How many workers count in one building.
    pub fn max_workers(&self) -> i32 {
        self.numbers.max_workers
    }

    /// How many attackers bring down a building without workers.
    pub fn defence(&self) -> i32 {
        self.numbers.defence
    }

    #[inline]
    pub(crate) fn tile(&self, cell: Cell) -> usize {
        cell.y as usize * self.width() + cell.x as usize
    }

    #[inline]
    pub(crate) fn cell(&self, tile: usize) -> Cell {
        self.numbers.cell(tile)
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

impl Game for Si32 {
    type Config = Config;
    type Action = Orders;
    type Event = Event;
    const INFO: &'static Info = &INFO;

    fn start(config: &Config, seats: SeatCount, seed: Seed) -> Result<Self, BadConfig> {
        ensure_seats(Self::INFO, seats)?;
        config.validate()?;
        let map = map::make(config, seed);
        let numbers = numbers_of(config);
        let area = map.resource.len();
        let words = area.div_ceil(64);
        let mut state = Self {
            numbers,
            style: map.style,
            turn: 1,
            units: vec![0; area],
            ground: vec![Ground::OPEN; area],
            progress: vec![0; area],
            sites: vec![0; words],
            changed: vec![0; words],
            sides: [Side::default(), Side::default()],
            ending: None,
            endowment: 0,
            desk: Desk::default(),
            resource: map.resource,
        };
        for seat in seats.iter() {
            let start = state.tile(map.starts[seat.index()]);
            state.units[start] = sign(seat) * numbers.start_units;
            let side = &mut state.sides[seat.index()];
            side.units = numbers.start_units;
            side.purse = config.start_resource as i32;
        }
        state.endowment = state.resource_in_play();
        Ok(state)
    }

    fn read_map(text: &str, config: &mut Config) -> Result<(), BadConfig> {
        let given = map::read(text)?;
        (config.width, config.height) = given.size();
        config.map = Some(given);
        config.validate()
    }

    fn map_style(&self) -> &'static str {
        self.style
    }

    fn seats(&self) -> SeatCount {
        SeatCount::TWO
    }

    fn decision(&self) -> Decision {
        if let Some(ending) = &self.ending {
            return Decision::Over(ending.outcome().with_scores(|seat| self.score(seat)));
        }
        let budget = if self.turn == 1 { Budget::First } else { Budget::Turn };
        Decision::Ask(Ask { seats: SeatCount::TWO.all(), framing: Framing::Until("end"), budget, weight: 1 })
    }

    fn step(&mut self, answers: &Answers<Orders>, news: &mut News<Event>) {
        if self.ending.is_some() {
            return;
        }
        self.forget_last_turn();
        if !self.count_missed_answers(answers, news) {
            self.play_turn(answers, news);
            self.check_victory();
        }
        match &self.ending {
            None => self.turn += 1,
            Some(ending) => ending.announce(news),
        }
    }

    fn score(&self, seat: Seat) -> i64 {
        self.side(seat).produced.into()
    }

    fn redact(&self, _seat: Seat, out: &mut Self) {
        // Both players see everything.
        out.clone_from(self);
    }
}

impl Audit for Si32 {
    const BRIEF: &'static [(&'static str, &'static str)] = &[
        // Cheap buildings and quick work, so that play by chance sees fights and sieges.
        ("width", "8"),
        ("height", "8"),
        ("turns", "60"),
        ("start_units", "12"),
        ("building_cost", "10"),
        ("unit_work", "2"),
        ("defence", "2"),
    ];

    fn audit(&self) -> Result<(), Broken> {
        self.audit_units()?;
        self.audit_resource()?;
        self.audit_buildings()?;
        self.audit_turn()
    }
}

impl Si32 {
    fn forget_last_turn(&mut self) {
        self.changed.fill(0);
        for side in &mut self.sides {
            side.dropped.clear();
        }
    }

    /// Counts answers that did not come; true if that ends the match, at once and without a turn.
    fn count_missed_answers(&mut self, answers: &Answers<Orders>, news: &mut News<Event>) -> bool {
        let mut faults = [None; 2];
        for seat in SeatCount::TWO.iter() {
            let side = &mut self.sides[seat.index()];
            let Reply::Fault(fault, _) = answers.get(seat) else {
                side.missed = 0;
                continue;
            };
            side.missed += 1;
            let in_a_row = side.missed;
            news.say(Audience::All, || Event::Missed { seat, fault, in_a_row });
            if fault == Fault::Gone || in_a_row >= self.numbers.missed_turns {
                faults[seat.index()] = Some(fault);
            }
        }
        self.ending = Ending::by_faults(faults);
        self.ending.is_some()
    }

    /// Resource on the map, in purses, and spent on buildings.
    pub(crate) fn resource_in_play(&self) -> i64 {
        let map: i64 = self.resource.iter().map(|&resource| i64::from(resource)).sum();
        let players = self.sides.iter().map(|side| {
            i64::from(side.purse) + i64::from(side.built) * i64::from(self.numbers.building_cost)
        });
        map + players.sum::<i64>()
    }
}

fn numbers_of(config: &Config) -> Numbers {
    Numbers {
        width: config.width as u16,
        height: config.height as u16,
        turns: config.turns,
        start_units: config.start_units as i32,
        building_cost: config.building_cost as i32,
        unit_work: config.unit_work as u16,
        max_workers: config.max_workers as i32,
        defence: config.defence as i32,
        settle_by: config.settle_by,
        alone_turns: config.alone_turns,
        missed_turns: config.missed_turns,
    }
}

// By hand, so that `clone_from` keeps the memory that is there.
impl Clone for Si32 {
    fn clone(&self) -> Self {
        Self {
            numbers: self.numbers,
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
            desk: Desk::default(),
        }
    }

    fn clone_from(&mut self, other: &Self) {
        (self.numbers, self.style, self.turn) = (other.numbers, other.style, other.turn);
        (self.ending, self.endowment) = (other.ending, other.endowment);
        self.units.clone_from(&other.units);
        self.resource.clone_from(&other.resource);
        self.ground.clone_from(&other.ground);
        self.progress.clone_from(&other.progress);
        self.sites.clone_from(&other.sites);
        self.changed.clone_from(&other.changed);
        self.sides.clone_from(&other.sides);
    }
}

impl Clone for Side {
    fn clone(&self) -> Self {
        Self { dropped: self.dropped.clone(), ..*self }
    }

    fn clone_from(&mut self, other: &Self) {
        let mut dropped = std::mem::take(&mut self.dropped);
        dropped.clone_from(&other.dropped);
        *self = Self { dropped, ..*other };
    }
}
