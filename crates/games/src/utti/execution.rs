//! Carrying out orders: what each does, and when it fails.

use skirmish_core::answer::Fault;
use skirmish_core::grid::Cell;
use skirmish_core::news::{Audience, News};
use skirmish_core::seat::{Seat, SeatSet};

use super::action::{Order, OrderKind, Refusal};
use super::event::Event;
use super::state::{Slot, Unit, UnitKind, Utti, bit, index};

/// The unit whose turn it is: whose, and its place in its side's list. The unit itself is not copied, because most
/// orders need only a field or two of it.
#[derive(Clone, Copy)]
struct Actor {
    seat: Seat,
    index: usize,
}

impl Utti {
    /// The seat's next unit does what it is told.
    ///
    /// Rule: an action that fails does nothing and uses the unit's turn.
    #[inline]
    pub(super) fn act(&mut self, seat: Seat, order: &Order, is_stored: bool, news: &mut News<Event>) {
        let side = self.side_mut(seat);
        let index = side.next;
        side.next += 1;
        if let Err(why) = self.carry_out(Actor { seat, index }, order, news) {
            let order = *order;
            let id = self.side(seat).units[index].id;
            news.say(Audience::Only(SeatSet::only(seat)), || Event::Failed { id, order, why, is_stored });
        }
    }

    /// The seat's next unit does nothing, because no order came.
    ///
    /// Rule: a missed or unreadable answer uses the unit's turn.
    pub(super) fn miss(&mut self, seat: Seat, fault: Option<Fault>, news: &mut News<Event>) {
        let side = self.side_mut(seat);
        let id = side.units[side.next].id;
        side.next += 1;
        news.say(Audience::Only(SeatSet::only(seat)), || Event::Missed { id, fault });
    }

    #[inline]
    fn carry_out(&mut self, actor: Actor, order: &Order, news: &mut News<Event>) -> Result<(), Refusal> {
        match order.kind {
            OrderKind::Idle => Ok(()),
            OrderKind::Mine => self.mine(actor, news),
            OrderKind::Move => self.move_troop(actor, order.at, news),
            OrderKind::CreateTroop => self.create_troop(actor, order.at, news),
            OrderKind::Capture => self.stack(actor, order.at, actor.seat.other(), news),
            OrderKind::Climb => self.stack(actor, order.at, actor.seat, news),
            OrderKind::Split => self.split(actor, order.at, news),
            OrderKind::CreateBase => self.create_base(actor, order.at, news),
        }
    }

    #[inline]
    fn unit(&self, actor: Actor) -> &Unit {
        &self.side(actor.seat).units[actor.index]
    }

    /// The unit that acts, if it is a troop.
    #[inline]
    fn troop(&self, actor: Actor) -> Result<&Unit, Refusal> {
        let unit = self.unit(actor);
        if unit.is_troop() { Ok(unit) } else { Err(Refusal::NotATroop) }
    }

    /// Rule: a base creates a troop on an adjacent cell without a troop, for gold, unless a troop stands on the base.
    fn create_troop(&mut self, actor: Actor, at: Cell, news: &mut News<Event>) -> Result<(), Refusal> {
        let base = *self.unit(actor);
        if base.is_troop() {
            return Err(Refusal::NotABase);
        }
        if !self.standing[usize::from(base.at)].is_none() {
            return Err(Refusal::Covered);
        }
        let to = neighbour(self.size, &base, at)?;
        self.ensure_no_troop(to)?;
        let (cost, height) = (self.config().troop_cost, self.config().troop_height);
        if self.gold(actor.seat) < cost {
            return Err(Refusal::TooPoor);
        }
        self.ensure_room(actor.seat)?;
        self.side_mut(actor.seat).gold -= cost;
        let troop = self.bear(actor.seat, UnitKind::Troop, at, height);
        news.say(Audience::All, || Event::Created { base, troop });
        Ok(())
    }

    /// Rule: a troop on a mine takes gold for each unit of its height, at once.
    #[inline]
    fn mine(&mut self, actor: Actor, news: &mut News<Event>) -> Result<(), Refusal> {
        let troop = self.troop(actor)?;
        if !self.is_on_mine(troop) {
            return Err(Refusal::NoMine);
        }
        let gold = i64::from(troop.height) * self.config().mine_yield;
        self.side_mut(actor.seat).gold += gold;
        news.say(Audience::All, || Event::Mined { troop: *self.unit(actor), gold });
        Ok(())
    }

    /// Rule: a troop moves to an adjacent cell without a troop; a base there does not matter.
    #[inline]
    fn move_troop(&mut self, actor: Actor, at: Cell, news: &mut News<Event>) -> Result<(), Refusal> {
        // The most frequent order: the troop is looked up once, and nothing is copied.
        let troop = &mut self.sides[actor.seat.index() & 1].units[actor.index];
        if !troop.is_troop() {
            return Err(Refusal::NotATroop);
        }
        let (to, from) = (neighbour(self.size, troop, at)?, troop.cell);
        if !self.standing[to].is_none() {
            return Err(Refusal::Occupied);
        }
        self.standing[usize::from(troop.at)] = Slot::NONE;
        self.standing[to] = Slot::new(actor.seat, actor.index);
        (troop.cell, troop.at) = (at, to as u16);
        let id = troop.id;
        news.say(Audience::All, || Event::Moved { id, from, to: at });
        Ok(())
    }

    /// Rule: a troop goes on top of an adjacent troop, an enemy's to capture it or a friend's to climb it. The stack
    /// stands where the lower one stood, is as high as both, and is the upper one; the lower one is gone.
    fn stack(&mut self, actor: Actor, at: Cell, whose: Seat, news: &mut News<Event>) -> Result<(), Refusal> {
        let troop = *self.troop(actor)?;
        let to = neighbour(self.size, &troop, at)?;
        let Some((_, below)) = self.standing[to].get().filter(|&(seat, _)| seat == whose) else {
            return Err(if whose == actor.seat { Refusal::NoFriend } else { Refusal::NoEnemy });
        };
        let below = self.remove(whose, below);
        let height = troop.height + below.height;
        self.side_mut(actor.seat).height += i64::from(below.height);
        self.relocate(actor, at, to, height);
        news.say(Audience::All, || {
            let stack = Unit { height, cell: at, at: to as u16, ..troop };
            Event::Stacked { stack, from: troop.cell, below }
        });
        Ok(())
    }

    /// Rule: the upper half, rounded down, moves to an adjacent cell with neither troop nor base and keeps the id;
    /// the lower half stays and is born.
    fn split(&mut self, actor: Actor, at: Cell, news: &mut News<Event>) -> Result<(), Refusal> {
        let troop = *self.troop(actor)?;
        let to = neighbour(self.size, &troop, at)?;
        if troop.height < 2 {
            return Err(Refusal::TooLow);
        }
        self.ensure_no_troop(to)?;
        if bit(&self.base_bits, to) {
            return Err(Refusal::OnABase);
        }
        self.ensure_room(actor.seat)?;
        let upper = troop.height / 2;
        let lower = troop.height - upper;
        self.relocate(actor, at, to, upper);
        self.side_mut(actor.seat).height -= i64::from(lower);
        let newborn = self.bear(actor.seat, UnitKind::Troop, troop.cell, lower);
        news.say(Audience::All, || Event::Split {
            troop: Unit { height: upper, cell: at, ..troop },
            newborn,
        });
        Ok(())
    }

    /// Rule: a troop that is high enough, on a cell without a base, leaves a part of its height as a base under it.
    /// What is left over keeps the id and stands on the base; if nothing is, the troop is gone.
    fn create_base(&mut self, actor: Actor, at: Cell, news: &mut News<Event>) -> Result<(), Refusal> {
        let troop = *self.troop(actor)?;
        if at != troop.cell {
            return Err(Refusal::NotItsCell);
        }
        let price = self.config().base_height;
        if troop.height < price {
            return Err(Refusal::TooLow);
        }
        if bit(&self.base_bits, usize::from(troop.at)) {
            return Err(Refusal::OnABase);
        }
        let left = troop.height - price;
        if left == 0 {
            self.remove(actor.seat, actor.index);
            self.standing[usize::from(troop.at)] = Slot::NONE;
        } else {
            self.ensure_room(actor.seat)?;
            let side = self.side_mut(actor.seat);
            side.units[actor.index].height = left;
            side.height -= i64::from(price);
        }
        let base = self.bear(actor.seat, UnitKind::Base, at, 0);
        news.say(Audience::All, || Event::Based { troop: Unit { height: left, ..troop }, base });
        Ok(())
    }

    #[inline]
    fn ensure_no_troop(&self, at: usize) -> Result<(), Refusal> {
        if self.standing[at].is_none() { Ok(()) } else { Err(Refusal::Occupied) }
    }

    /// Rule: a side has at most `max_units` troops and bases.
    fn ensure_room(&self, seat: Seat) -> Result<(), Refusal> {
        if self.unit_count(seat) < self.config().max_units { Ok(()) } else { Err(Refusal::Full) }
    }

    /// Puts the acting troop on another cell with another height. What its side adds up to is the caller's business.
    #[inline]
    fn relocate(&mut self, actor: Actor, cell: Cell, to: usize, height: u32) {
        let unit = &mut self.sides[actor.seat.index() & 1].units[actor.index];
        self.standing[usize::from(unit.at)] = Slot::NONE;
        self.standing[to] = Slot::new(actor.seat, actor.index);
        (unit.cell, unit.at, unit.height) = (cell, to as u16, height);
    }

    /// Takes a troop out of play, not off its cell.
    fn remove(&mut self, seat: Seat, index: usize) -> Unit {
        let side = self.side_mut(seat);
        let unit = side.units[index];
        side.units[index].is_gone = true;
        side.gone += 1;
        side.troops -= 1;
        side.height -= i64::from(unit.height);
        unit
    }
}

/// The number of a cell that must be on the board and one of the eight neighbours.
#[inline]
fn neighbour(size: usize, from: &Unit, to: Cell) -> Result<usize, Refusal> {
    let at = index(size, to).ok_or(Refusal::OffBoard)?;
    let is_near = |from: i16, to: i16| (to - from + 1) as u16 <= 2;
    let is_adjacent = is_near(from.cell.x, to.x) && is_near(from.cell.y, to.y) && at != usize::from(from.at);
    if is_adjacent { Ok(at) } else { Err(Refusal::NotAdjacent) }
}
