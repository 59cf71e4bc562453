//! The state of a match: units, cells, and whose turn it is; and how to look at it.

use std::sync::Arc;

use skirmish_core::grid::Cell;
use skirmish_core::seat::Seat;

use super::action::Order;
use super::config::{Config, Rules};

/// One match of Utti.
#[derive(Debug, PartialEq)]
pub struct Utti {
    /// What never changes during a match.
    pub(super) rules: Arc<Rules>,
    /// Rows and columns, here as well because every action needs it.
    pub(super) size: usize,
    /// Which cells are mines, as bits; they never change, either.
    pub(super) mine_bits: Arc<[u64]>,
    /// Which troop stands on a cell, row by row.
    pub(super) standing: Vec<Slot>,
    /// Which cells hold a base, as bits.
    pub(super) base_bits: Vec<u64>,
    /// What each seat has.
    pub(super) sides: [Side; 2],
    /// How many turns have been played; the rule book calls them rounds.
    pub(super) turn: u32,
    /// Who begins this round.
    pub(super) first: Seat,
    /// Whose unit acts next.
    pub(super) to_move: Seat,
    /// Whether the units that began the round are acting, not those born in it.
    pub(super) is_first_pass: bool,
    /// What the match waits for.
    pub(super) phase: Phase,
}

/// What the match waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Phase {
    /// The unit whose turn it is acts.
    Act,
    /// Both seats say whether they are ready, and whether they answer in batches.
    Hello,
    /// The seats that answer in batches send the orders of a round.
    Plan,
    /// Nothing: all rounds are played.
    Played,
    /// Nothing: nobody has a troop, or gold for one.
    Stuck,
}

impl Phase {
    /// Why the match is over, if it is.
    pub(super) const fn ending(self) -> Option<&'static str> {
        match self {
            Self::Act | Self::Hello | Self::Plan => None,
            Self::Played => Some("all rounds are played"),
            Self::Stuck => Some("nobody has a troop or gold for one"),
        }
    }
}

/// One side's units and what they add up to.
#[derive(Debug, Default, PartialEq)]
#[repr(align(128))] // The sides lie a power of two apart, so that finding one takes no multiplication.
pub(super) struct Side {
    /// Ascending by id; units that went this round stay in the list until the round ends.
    ///
    /// A pass is a range of this list, and those born in it follow it: their range is the next pass.
    pub(super) units: Vec<Unit>,
    /// The place of the unit that acts next.
    pub(super) next: usize,
    /// Where the pass ends.
    pub(super) end: usize,
    /// How many in the list are gone.
    pub(super) gone: u32,
    /// The id that the next newborn gets.
    pub(super) next_id: u32,
    pub(super) gold: i64,
    pub(super) troops: u32,
    pub(super) bases: u32,
    /// All troops' heights together.
    pub(super) height: i64,
    /// Whether it answers in batches.
    pub(super) is_batch: bool,
    /// The orders of a batch, in the order of the list, until the first pass is over.
    pub(super) plan: Vec<Order>,
    /// Whether its program has ended.
    pub(super) has_left: bool,
}

impl Side {
    /// Finds the unit that acts next in this pass; false if there is none.
    #[inline]
    pub(super) fn find_next(&mut self) -> bool {
        while self.next < self.end && self.units[self.next].is_gone {
            self.next += 1;
        }
        self.next < self.end
    }
}

/// A troop or a base.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Unit {
    /// Its number, never used twice: even for seat 0, odd for seat 1, rising in the order of birth.
    pub id: u32,
    /// A troop's height; 0 for a base.
    pub height: u32,
    /// Where it is.
    pub cell: Cell,
    /// The number of its cell, row by row: the same once more, because every action needs it.
    pub(super) at: u16,
    /// What it is.
    pub kind: UnitKind,
    /// Whether it was climbed upon, captured, or became a base.
    pub(super) is_gone: bool,
}

/// What a unit is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UnitKind {
    /// It moves, mines, stacks and splits.
    Troop,
    /// It creates troops.
    Base,
}

impl UnitKind {
    /// The letter on the wire.
    pub const fn letter(self) -> &'static str {
        match self {
            Self::Troop => "T",
            Self::Base => "B",
        }
    }

    /// The word in a sentence.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Troop => "troop",
            Self::Base => "base",
        }
    }
}

impl Unit {
    /// Whose it is. A unit never changes sides: a captured one is gone.
    #[inline]
    pub const fn seat(&self) -> Seat {
        Seat((self.id & 1) as u8)
    }

    /// Whether it is a troop.
    #[inline]
    pub const fn is_troop(&self) -> bool {
        matches!(self.kind, UnitKind::Troop)
    }
}

/// Which troop stands on a cell: a seat and the place in its list of units; or none.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Slot(u16);

impl Slot {
    /// No troop.
    pub(super) const NONE: Self = Self(u16::MAX);

    #[inline]
    pub(super) const fn new(seat: Seat, index: usize) -> Self {
        Self((index as u16) << 1 | (seat.0 & 1) as u16)
    }

    #[inline]
    pub(super) fn is_none(self) -> bool {
        self == Self::NONE
    }

    /// The troop's seat and place, if there is one.
    #[inline]
    pub(super) fn get(self) -> Option<(Seat, usize)> {
        (!self.is_none()).then_some((Seat((self.0 & 1) as u8), usize::from(self.0 >> 1)))
    }
}

impl Utti {
    /// Rows and columns of the board.
    #[inline]
    pub fn size(&self) -> usize {
        self.size
    }

    /// Every number of the rules.
    #[inline]
    pub fn config(&self) -> &Config {
        &self.rules.config
    }

    /// How many rounds have been played; the round at hand has this number.
    #[inline]
    pub fn round(&self) -> u32 {
        self.turn
    }

    /// The seat's gold.
    #[inline]
    pub fn gold(&self, seat: Seat) -> i64 {
        self.side(seat).gold
    }

    /// How many troops and bases the seat has.
    #[inline]
    pub fn unit_count(&self, seat: Seat) -> u32 {
        let side = self.side(seat);
        side.troops + side.bases
    }

    /// How many bases the seat has.
    #[inline]
    pub fn base_count(&self, seat: Seat) -> u32 {
        self.side(seat).bases
    }

    /// The seat's living units, ascending by id.
    pub fn units(&self, seat: Seat) -> impl Iterator<Item = &Unit> {
        self.side(seat).units.iter().filter(|unit| !unit.is_gone)
    }

    /// The unit that has to be given an order now; none while the match waits for something else.
    pub fn acting(&self) -> Option<&Unit> {
        let side = self.side(self.to_move);
        if self.phase == Phase::Act { side.units.get(side.next) } else { None }
    }

    /// Whether the unit has yet to act in this round.
    pub fn is_waiting(&self, unit: &Unit) -> bool {
        let side = self.side(unit.seat());
        side.units.binary_search_by_key(&unit.id, |other| other.id).is_ok_and(|index| index >= side.next)
    }

    /// The units a batch is asked for, if the seat is asked for one now.
    pub fn planning(&self, seat: Seat) -> Option<&[Unit]> {
        let side = self.side(seat);
        (self.phase == Phase::Plan && side.is_batch).then_some(&side.units)
    }

    /// The troop on a cell, if there is one.
    #[inline]
    pub fn troop_at(&self, cell: Cell) -> Option<&Unit> {
        let (seat, index) = self.standing[self.index(cell)?].get()?;
        self.side(seat).units.get(index)
    }

    /// Whether there is a mine on a cell.
    #[inline]
    pub fn has_mine(&self, cell: Cell) -> bool {
        self.index(cell).is_some_and(|at| bit(&self.mine_bits, at))
    }

    /// Whether there is a base on a cell, anyone's.
    #[inline]
    pub fn has_base(&self, cell: Cell) -> bool {
        self.index(cell).is_some_and(|at| bit(&self.base_bits, at))
    }

    /// Whether a unit is on a mine.
    #[inline]
    pub fn is_on_mine(&self, unit: &Unit) -> bool {
        bit(&self.mine_bits, usize::from(unit.at))
    }

    /// Every mine, row by row.
    pub fn mines(&self) -> impl Iterator<Item = Cell> {
        let size = self.size();
        (0..size * size).filter(|&at| bit(&self.mine_bits, at)).map(move |at| cell_of(at, size))
    }

    /// The cell's number, row by row, if it is on the board.
    #[inline]
    pub(super) fn index(&self, cell: Cell) -> Option<usize> {
        index(self.size, cell)
    }

    /// The number of a cell on which a unit stands.
    #[inline]
    pub(super) fn place(&self, cell: Cell) -> usize {
        cell.y as usize * self.size() + cell.x as usize
    }

    #[inline]
    pub(super) fn side(&self, seat: Seat) -> &Side {
        &self.sides[seat.index() & 1]
    }

    #[inline]
    pub(super) fn side_mut(&mut self, seat: Seat) -> &mut Side {
        &mut self.sides[seat.index() & 1]
    }

    /// Gives birth to a unit. It acts in the next pass.
    pub(super) fn bear(&mut self, seat: Seat, kind: UnitKind, cell: Cell, height: u32) -> Unit {
        let at = self.place(cell);
        let side = self.side_mut(seat);
        let unit = Unit { id: side.next_id, height, cell, at: at as u16, kind, is_gone: false };
        side.next_id += 2;
        let slot = Slot::new(seat, side.units.len());
        side.units.push(unit);
        match kind {
            UnitKind::Troop => {
                side.troops += 1;
                side.height += i64::from(height);
                self.standing[at] = slot;
            }
            UnitKind::Base => {
                side.bases += 1;
                self.base_bits[at / 64] |= 1 << (at % 64);
            }
        }
        unit
    }

    /// Takes the units that are gone out of the lists, so that the lists are as short as they can be.
    pub(super) fn forget_the_gone(&mut self) {
        for seat in [Seat::FIRST, Seat::SECOND] {
            let side = &mut self.sides[seat.index()];
            if side.gone == 0 {
                continue;
            }
            side.gone = 0;
            side.units.retain(|unit| !unit.is_gone);
            for (index, unit) in side.units.iter().enumerate().filter(|(_, unit)| unit.is_troop()) {
                self.standing[usize::from(unit.at)] = Slot::new(seat, index);
            }
        }
    }
}

/// The cell's number, row by row, if it is on a board of that size.
#[inline]
pub(super) fn index(size: usize, cell: Cell) -> Option<usize> {
    let (x, y) = (cell.x as u16 as usize, cell.y as u16 as usize);
    (x < size && y < size).then_some(y * size + x)
}

/// Whether the bit is set.
#[inline]
pub(super) fn bit(bits: &[u64], at: usize) -> bool {
    bits[at / 64] >> (at % 64) & 1 == 1
}

/// The cell with that number.
pub(super) fn cell_of(at: usize, size: usize) -> Cell {
    Cell::new((at % size) as i16, (at / size) as i16)
}

// By hand, because a derived `clone_from` throws the memory away that it could use again.
impl Clone for Utti {
    fn clone(&self) -> Self {
        Self {
            rules: Arc::clone(&self.rules),
            mine_bits: Arc::clone(&self.mine_bits),
            standing: self.standing.clone(),
            base_bits: self.base_bits.clone(),
            sides: self.sides.clone(),
            ..*self
        }
    }

    fn clone_from(&mut self, source: &Self) {
        let Self {
            rules,
            size,
            mine_bits,
            standing,
            base_bits,
            sides,
            turn,
            first,
            to_move,
            is_first_pass,
            phase,
        } = source;
        if !Arc::ptr_eq(&self.rules, rules) {
            self.rules = Arc::clone(rules);
        }
        if !Arc::ptr_eq(&self.mine_bits, mine_bits) {
            self.mine_bits = Arc::clone(mine_bits);
        }
        self.size = *size;
        self.standing.clone_from(standing);
        self.base_bits.clone_from(base_bits);
        self.sides.clone_from(sides);
        (self.turn, self.first, self.to_move) = (*turn, *first, *to_move);
        (self.is_first_pass, self.phase) = (*is_first_pass, *phase);
    }
}

impl Clone for Side {
    fn clone(&self) -> Self {
        Self { units: self.units.clone(), plan: self.plan.clone(), ..*self }
    }

    fn clone_from(&mut self, source: &Self) {
        let Self { units, next, end, gone, next_id, gold, troops, bases, height, is_batch, plan, has_left } =
            source;
        self.units.clone_from(units);
        self.plan.clone_from(plan);
        (self.next, self.end, self.gone, self.next_id) = (*next, *end, *gone, *next_id);
        (self.gold, self.troops, self.bases, self.height) = (*gold, *troops, *bases, *height);
        (self.is_batch, self.has_left) = (*is_batch, *has_left);
    }
}
