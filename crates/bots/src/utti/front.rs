//! Where two sides of Utti meet: who can capture whom, and how a side guards what it has.
//!
//! Whoever comes first captures, so everything hangs on who acts when. A newborn acts in a later pass than those who began the
//! round: it captures who has acted already, and is captured by who has not.

use std::cmp::Reverse;

use skirmish_core::grid::Cell;
use skirmish_core::seat::Seat;
use skirmish_games::utti::{Order, OrderKind, Unit, Utti};

use super::settler::{can_create, neighbours, own_height};

/// An enemy who is this near to a base or a stack is an intruder.
const NEAR: i16 = 5;
/// A base creates a guard if an enemy is this near.
const GUARDED: i16 = 3;
/// How far a troop goes for an intruder.
const REACH: i16 = 4;
/// How far it goes for one that stands on one of the last bases, which create nothing until it is gone.
const LONG_REACH: i16 = 16;
/// With so few bases each of them counts.
const FEW_BASES: usize = 3;

/// What a side has to guard in a round.
#[derive(Clone, Debug, Default)]
pub struct Front {
    /// Where enemies stood near our bases and stacks when the round began.
    intruders: Vec<Cell>,
    /// Those of them who stand on one of our last bases.
    covering: Vec<Cell>,
}

impl Front {
    /// Looks at the whole side once a round.
    pub fn look(&mut self, seen: &Utti, seat: Seat) {
        self.intruders.clear();
        self.covering.clear();
        let own: Vec<&Unit> =
            seen.units(seat).filter(|unit| !unit.is_troop() || seen.is_on_mine(unit)).collect();
        let enemies = seen.units(seat.other()).filter(|unit| unit.is_troop());
        let is_near = |enemy: &Unit| own.iter().any(|unit| unit.cell.king_distance(enemy.cell) <= NEAR);
        self.intruders.extend(enemies.filter(|enemy| is_near(enemy)).map(|enemy| enemy.cell));
        let bases = || own.iter().filter(|unit| !unit.is_troop());
        if !self.intruders.is_empty() && bases().count() <= FEW_BASES {
            let covered = bases().map(|base| base.cell).filter(|cell| self.intruders.contains(cell));
            self.covering.extend(covered);
        }
    }

    /// What a unit does about intruders; none if they are no business of its.
    pub fn order(&self, seen: &Utti, unit: &Unit) -> Option<Order> {
        if self.intruders.is_empty() {
            return None;
        }
        if !unit.is_troop() {
            return create_guard(seen, unit);
        }
        if seen.is_on_mine(unit) {
            return stay_on_mine(seen, unit).or_else(|| self.relieve(seen, unit));
        }
        if has_enemy_beside(seen, unit) {
            // Capturing comes first, and is everybody's order.
            return None;
        }
        self.hunt(seen, unit)
    }

    /// A stack sends half of itself to a covered base if nobody else is near.
    fn relieve(&self, seen: &Utti, unit: &Unit) -> Option<Order> {
        let &covered = self.covering.first()?;
        let troops = || seen.units(unit.seat()).filter(|other| other.is_troop());
        let is_free =
            |other: &&Unit| !seen.is_on_mine(other) && other.cell.king_distance(covered) <= LONG_REACH;
        let steps = unit.cell.king_distance(covered);
        let is_nearest = troops().all(|other| other.cell.king_distance(covered) >= steps);
        if unit.height < 2 || !is_nearest || troops().any(|other| is_free(&other)) {
            return None;
        }
        let doors =
            neighbours(seen, unit.cell).filter(|&cell| seen.troop_at(cell).is_none() && !seen.has_base(cell));
        let door = doors.min_by_key(|cell| cell.distance_squared(covered))?;
        Some(Order::new(OrderKind::Split, door))
    }

    /// A step towards an intruder.
    fn hunt(&self, seen: &Utti, unit: &Unit) -> Option<Order> {
        let reach = |cell: &Cell| if self.covering.contains(cell) { LONG_REACH } else { REACH };
        let is_there = |cell: &Cell| own_height(seen, unit.seat().other(), *cell) > 0;
        let intruders = self.intruders.iter().filter(|cell| is_there(cell));
        let near = intruders.filter(|cell| cell.king_distance(unit.cell) <= reach(cell));
        let &prey = near.min_by_key(|cell| (cell.king_distance(unit.cell), **cell))?;
        step(seen, unit, prey, false)
    }
}

/// A base creates a troop that captures an enemy near, and is not captured before.
fn create_guard(seen: &Utti, base: &Unit) -> Option<Order> {
    let enemies: Vec<&Unit> =
        around(seen, base.cell, GUARDED).filter(|troop| troop.seat() != base.seat()).collect();
    if enemies.is_empty() || !can_create(seen, base) {
        return None;
    }
    let key = |cell: Cell| {
        let beside = || enemies.iter().filter(move |enemy| enemy.cell.king_distance(cell) == 1);
        let danger = beside().filter(|enemy| seen.is_waiting(enemy)).count();
        let prey = beside().filter(|enemy| !seen.is_waiting(enemy)).map(|enemy| enemy.height).max();
        let nearest = enemies.iter().map(|enemy| enemy.cell.king_distance(cell)).min();
        (danger, Reverse(prey), nearest)
    };
    let free = neighbours(seen, base.cell).filter(|&cell| seen.troop_at(cell).is_none());
    let best = free.min_by_key(|&cell| key(cell))?;
    Some(Order::new(OrderKind::CreateTroop, best))
}

/// A step of a troop towards its prey that is not dearer than it is worth: whoever captures it there is captured by another.
pub fn step(seen: &Utti, unit: &Unit, prey: Cell, may_stay: bool) -> Option<Order> {
    let threats = Threats::around(seen, unit);
    let here = unit.cell.king_distance(prey);
    let key = |cell: Cell| {
        let threats = threats.on(seen, unit, cell);
        let friends = if threats == 0 { 0 } else { friends_beside(seen, unit, cell) };
        (threats.saturating_sub(friends), cell.king_distance(prey), threats, cell.distance_squared(prey))
    };
    let free = neighbours(seen, unit.cell)
        .filter(|cell| seen.troop_at(*cell).is_none() && cell.king_distance(prey) <= here);
    let (worth, best) = free.map(|cell| (key(cell), cell)).min()?;
    if may_stay {
        let stays = key(unit.cell) <= worth;
        return Some(if stays {
            Order::new(OrderKind::Idle, unit.cell)
        } else {
            Order::new(OrderKind::Move, best)
        });
    }
    (worth.0 == 0 && worth.1 < here).then_some(Order::new(OrderKind::Move, best))
}

/// Who could capture a troop before it acts again.
pub struct Threats {
    /// Enemy bases near that will create a troop in this round.
    bases: Vec<Cell>,
}

impl Threats {
    /// The enemies around a unit.
    pub fn around(seen: &Utti, unit: &Unit) -> Self {
        let near = |base: &&Unit| !base.is_troop() && base.cell.king_distance(unit.cell) <= 3;
        let bases = seen.units(unit.seat().other()).filter(near);
        let bases = bases.filter(|base| seen.is_waiting(base) && can_create(seen, base));
        Self { bases: bases.map(|base| base.cell).collect() }
    }

    /// How many there are if it stands on that cell.
    pub fn on(&self, seen: &Utti, unit: &Unit, cell: Cell) -> usize {
        let bases = self.bases.iter().filter(|base| base.king_distance(cell) <= 2 && **base != cell).count();
        let beside = neighbours(seen, cell).filter_map(|near| seen.troop_at(near));
        let enemies = beside.filter(|troop| troop.seat() != unit.seat());
        bases + enemies.filter(|enemy| seen.is_waiting(enemy) || acts_before(seen, enemy, unit)).count()
    }
}

/// Whether the one acts before the other in the next round.
fn acts_before(seen: &Utti, one: &Unit, other: &Unit) -> bool {
    let place = |unit: &Unit| seen.units(unit.seat()).take_while(|before| before.id < unit.id).count();
    // Seat 0 begins even rounds.
    let begins = Seat(((seen.round() + 1) % 2) as u8);
    let (one_at, other_at) = (place(one), place(other));
    one_at < other_at || one_at == other_at && one.seat() == begins
}

/// A stack goes on mining if the only enemy beside it has acted, and is captured by another before it acts again.
fn stay_on_mine(seen: &Utti, unit: &Unit) -> Option<Order> {
    let enemies = || around(seen, unit.cell, 1).filter(|troop| troop.seat() != unit.seat());
    let is_prey = |enemy: &Unit| {
        let mut friends = around(seen, enemy.cell, 1)
            .filter(|troop| troop.seat() == unit.seat() && troop.id != unit.id && seen.is_waiting(troop));
        !seen.is_waiting(enemy) && friends.next().is_some()
    };
    let is_safe = enemies().count() == 1 && enemies().all(is_prey);
    is_safe.then_some(Order::new(OrderKind::Mine, unit.cell))
}

fn has_enemy_beside(seen: &Utti, unit: &Unit) -> bool {
    around(seen, unit.cell, 1).any(|troop| troop.seat() != unit.seat())
}

fn friends_beside(seen: &Utti, unit: &Unit, cell: Cell) -> usize {
    around(seen, cell, 1).filter(|troop| troop.seat() == unit.seat() && troop.id != unit.id).count()
}

/// The troops within so many steps of a cell.
fn around(seen: &Utti, cell: Cell, steps: i16) -> impl Iterator<Item = &Unit> {
    let rows = -steps..=steps;
    rows.flat_map(move |dy| (-steps..=steps).filter_map(move |dx| seen.troop_at(cell.shifted((dx, dy)))))
}
