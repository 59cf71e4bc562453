//! Who stands where: units by cell and by id, without a list to search or to grow.

use super::action::Level;
use super::config::AREA;

/// How many ids have a place of their own among the hints.
const HINTS: usize = 256;

/// A unit as the board knows it: its id and level in one word, 0 for nobody.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Unit(u32);

impl Unit {
    const NOBODY: Self = Self(0);

    #[inline]
    pub(crate) fn id(self) -> u32 {
        self.0 >> 2
    }

    #[inline]
    pub(crate) fn level(self) -> Option<Level> {
        Level::new(self.0 & 3)
    }
}

/// All units of both players.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Roster {
    at: [Unit; AREA],
    /// The cell last taken by a unit whose id has this remainder. Nearly always right; checked before it is believed.
    hints: [u8; HINTS],
    /// The id that the next unit gets.
    next: u32,
}

impl Roster {
    /// Nobody yet; the first unit gets id 1.
    pub(crate) fn new() -> Self {
        Self { at: [Unit::NOBODY; AREA], hints: [0; HINTS], next: 1 }
    }

    /// The unit at the cell, if there is one: id and level.
    #[inline]
    pub(crate) fn at(&self, at: usize) -> Option<(u32, Level)> {
        let unit = self.at[at];
        Some((unit.id(), unit.level()?))
    }

    /// The level of the unit at the cell; 0 if there is none.
    #[inline]
    pub(crate) fn level_at(&self, at: usize) -> u8 {
        (self.at[at].0 & 3) as u8
    }

    /// The cell of the unit with that id, if it lives.
    #[inline]
    pub(crate) fn find(&self, id: u32) -> Option<usize> {
        if id == 0 || id >= self.next {
            return None;
        }
        let hint = usize::from(self.hints[id as usize % HINTS]);
        if self.at[hint].id() == id {
            return Some(hint);
        }
        self.at.iter().position(|unit| unit.id() == id)
    }

    /// A new unit enters the board; its id.
    #[inline]
    pub(crate) fn enlist(&mut self, level: Level, at: usize) -> u32 {
        let id = self.next;
        self.next += 1;
        self.put(Unit(id << 2 | u32::from(level.get())), at);
        id
    }

    /// The unit at one cell goes to another, which nobody stands on.
    #[inline]
    pub(crate) fn walk(&mut self, from: usize, to: usize) {
        let unit = self.at[from];
        self.at[from] = Unit::NOBODY;
        self.put(unit, to);
    }

    /// The unit at the cell leaves the board.
    #[inline]
    pub(crate) fn remove(&mut self, at: usize) {
        self.at[at] = Unit::NOBODY;
    }

    /// The id that the next unit gets.
    pub(crate) fn next_id(&self) -> u32 {
        self.next
    }

    /// The same units on a board that was turned.
    pub(crate) fn turned(&self, turn: impl Fn(usize) -> usize) -> Self {
        let mut turned = self.clone();
        for (at, &unit) in self.at.iter().enumerate() {
            turned.at[turn(at)] = unit;
        }
        for hint in &mut turned.hints {
            *hint = turn(usize::from(*hint)) as u8;
        }
        turned
    }

    #[inline]
    fn put(&mut self, unit: Unit, at: usize) {
        self.at[at] = unit;
        self.hints[unit.id() as usize % HINTS] = at as u8;
    }
}
