//! Raids in Utti: a few low troops that go for a stack or a base of the enemy.
//!
//! The lowest captures the tallest, and a base under a troop creates nothing: ten gold can undo what took a hundred rounds. A base
//! creates a troop beside whoever comes near; but the raider acts before the newborn does, and captures it.

use skirmish_core::grid::Cell;
use skirmish_core::seat::Seat;
use skirmish_games::utti::{Order, OrderKind, Unit, Utti};

use super::front::{Threats, step};
use super::settler::tallest_enemy_beside;

/// No taller troop joins a raid: it would be missed elsewhere.
const MOST_HEIGHT: u32 = 2;
/// Troops join that are not farther from the goal than the nearest base by more steps than this.
const DETOUR: i16 = 8;
/// A base must have this many rounds left to be worth the height that it takes.
const BASE_ROUNDS: u32 = 20;

/// What a raid is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Goal {
    /// To capture whoever stands there.
    Stack(Cell),
    /// To stand on the base there.
    Base(Cell),
}

impl Goal {
    /// Where it is.
    pub fn cell(self) -> Cell {
        match self {
            Self::Stack(cell) | Self::Base(cell) => cell,
        }
    }
}

/// A raid.
#[derive(Clone, Debug)]
pub struct Raid {
    pub goal: Goal,
    /// How many troops join it.
    size: usize,
    /// How many have joined it.
    joined: usize,
    /// Those who live.
    members: Vec<u32>,
    /// How far the side's nearest base is from the goal.
    from_base: i16,
}

impl Raid {
    pub fn new(goal: Goal, size: usize) -> Self {
        Self { goal, size, joined: 0, members: Vec::new(), from_base: 0 }
    }

    /// Looks at the raid once a round; false if it is over.
    pub fn look(&mut self, seen: &Utti, seat: Seat) -> bool {
        self.members.retain(|&id| seen.units(seat).any(|unit| unit.id == id));
        self.from_base = steps_from_base(seen, seat, self.goal.cell());
        self.joined < self.size || !self.members.is_empty()
    }

    /// The ids of its troops.
    pub fn members(&self) -> &[u32] {
        &self.members
    }

    /// Whether the troop is in it.
    pub fn has(&self, unit: &Unit) -> bool {
        self.members.contains(&unit.id)
    }

    /// Takes the troop in if it fits; false otherwise.
    pub fn join(&mut self, seen: &Utti, unit: &Unit) -> bool {
        let is_fit = self.joined < self.size
            && unit.height <= MOST_HEIGHT
            && !seen.is_on_mine(unit)
            && unit.cell.king_distance(self.goal.cell()) <= self.from_base + DETOUR;
        if is_fit {
            self.joined += 1;
            self.members.push(unit.id);
        }
        is_fit
    }

    /// What one of its troops does; none if it does as if it were in no raid.
    pub fn order(&self, seen: &Utti, unit: &Unit) -> Option<Order> {
        let config = seen.config();
        if let Some(enemy) = tallest_enemy_beside(seen, unit) {
            return Some(Order::new(OrderKind::Capture, enemy));
        }
        if self.goal == Goal::Base(unit.cell) {
            return Some(Order::new(OrderKind::Idle, unit.cell));
        }
        if unit.height >= config.base_height {
            // A base cannot be captured.
            let is_in_danger = Threats::around(seen, unit).on(seen, unit, unit.cell) > 0;
            let is_worth_it = seen.round() + BASE_ROUNDS < config.rounds && !seen.has_base(unit.cell);
            return (is_in_danger && is_worth_it).then_some(Order::new(OrderKind::CreateBase, unit.cell));
        }
        if seen.is_on_mine(unit) && unit.height > MOST_HEIGHT {
            return Some(Order::new(OrderKind::Mine, unit.cell));
        }
        step(seen, unit, self.aim(seen, unit)?, true)
    }

    /// Where the troop goes: to the goal, or to the next enemy if there is nothing to be done there.
    fn aim(&self, seen: &Utti, unit: &Unit) -> Option<Cell> {
        let cell = self.goal.cell();
        let there = seen.troop_at(cell).map(Unit::seat);
        let is_open = match self.goal {
            Goal::Stack(_) => there == Some(unit.seat().other()),
            Goal::Base(_) => there != Some(unit.seat()),
        };
        if is_open {
            return Some(cell);
        }
        let enemies = seen.units(unit.seat().other()).filter(|other| other.is_troop());
        let steps = |enemy: &&Unit| (enemy.cell.king_distance(unit.cell), enemy.cell);
        enemies.min_by_key(steps).map(|enemy| enemy.cell)
    }
}

/// How far the seat's nearest base is from a cell.
pub fn steps_from_base(seen: &Utti, seat: Seat, cell: Cell) -> i16 {
    let bases = seen.units(seat).filter(|unit| !unit.is_troop());
    bases.map(|base| base.cell.king_distance(cell)).min().unwrap_or(i16::MAX / 2)
}
