//! Movement: warriors go all at once, and whoever is in conflict stays.

use skirmish_core::answer::Answers;
use skirmish_core::grid::Direction;
use skirmish_core::news::{Audience, News};
use skirmish_core::seat::Seat;

use super::action::{Action, Command, Heading};
use super::board::{Kind, Spot};
use super::event::{Event, Exit, Why};
use super::scratch::{Claim, Plan};
use super::state::{Status, Underworld};

impl Underworld {
    /// Writes down what everybody in play wants, judged by the board as everybody saw it.
    pub(crate) fn take_orders(&mut self, answers: &Answers<Action>, news: &mut News<Event>) {
        for seat in self.in_play().iter() {
            let Some(action) = answers.get(seat).action() else { continue };
            for &command in action.commands() {
                if let Err(why) = self.take_order(seat, command) {
                    news.say(Audience::Crowd, || Event::Failed { seat, command, why });
                }
            }
        }
    }

    #[inline]
    fn take_order(&mut self, seat: Seat, command: Command) -> Result<(), Why> {
        match command {
            Command::Move { x, y, heading } => self.order_move(seat, (x, y), heading),
            Command::Spawn { x, y, heading } => self.order_spawn(seat, (x, y), heading),
            Command::Build { x, y, building } => self.order_build(seat, (x, y), building),
        }
    }

    fn order_move(&mut self, seat: Seat, at: (u8, u8), heading: Heading) -> Result<(), Why> {
        let from = self.unordered(seat, at, Kind::Warrior)?;
        // Rule: a step off the board is as if never said, a later order of the same warrior counts.
        let to = self.board.step(from, heading).ok_or(Why::OffBoard)?;
        let plan = &mut self.scratch.plans[from.index()];
        (plan.is_ordered, plan.to) = (true, to);
        // Rule: with an unknown direction the warrior stays, and its own cell counts as wanted.
        let wanted = &mut self.scratch.plans[to.index()];
        wanted.wanted += 1;
        wanted.from = from;
        self.scratch.movers.push(from);
        Ok(())
    }

    /// The seat's warrior or barracks at that place, if it has no order yet.
    #[inline]
    pub(super) fn unordered(&self, seat: Seat, (x, y): (u8, u8), kind: Kind) -> Result<Spot, Why> {
        let spot = self.board.spot(usize::from(x), usize::from(y)).ok_or(Why::OffBoard)?;
        if !self.board.holds(spot, kind, seat) {
            return Err(Why::NotThere);
        }
        if self.scratch.plans[spot.index()].is_ordered { Err(Why::Again) } else { Ok(spot) }
    }

    pub(crate) fn move_warriors(&mut self, news: &mut News<Event>) {
        self.stop_the_blocked();
        self.stop_the_followers();
        if !news.is_silent() {
            self.report_moves(news);
        }
        self.carry_out_moves();
    }

    /// Rule: whoever is bound for a cell that another is bound for too, or whose occupant does not go, stays;
    /// and so do two who would change places.
    fn stop_the_blocked(&mut self) {
        let scratch = &mut self.scratch;
        for &from in &scratch.movers {
            let to = scratch.plans[from.index()].to;
            let ahead = scratch.plans[to.index()];
            let is_blocked = ahead.wanted > 1
                || !self.board.is_free(to) && (!is_leaving(ahead, to) || ahead.to == from)
                || to == from;
            if is_blocked {
                scratch.plans[from.index()].is_stuck = true;
                scratch.stuck.push(from);
            }
        }
    }

    /// Rule: a chain moves only if its head can. (A ring of three or more has no head that could be stopped.)
    fn stop_the_followers(&mut self) {
        let scratch = &mut self.scratch;
        while let Some(spot) = scratch.stuck.pop() {
            let plan = scratch.plans[spot.index()];
            // Where several are bound for one cell, all of them are stuck already.
            if plan.wanted == 1 {
                let behind = &mut scratch.plans[plan.from.index()];
                if !behind.is_stuck {
                    behind.is_stuck = true;
                    scratch.stuck.push(plan.from);
                }
            }
        }
    }

    /// Everybody who moves is lifted before anybody is put down, so chains and rings need no order.
    fn carry_out_moves(&mut self) {
        let scratch = &mut self.scratch;
        for &from in &scratch.movers {
            let plan = scratch.plans[from.index()];
            if !plan.is_stuck {
                scratch.lifted.push((plan.to, self.board.lift(from)));
            }
        }
        for (to, warrior) in scratch.lifted.drain(..) {
            self.board.drop(to, warrior);
        }
    }

    fn report_moves(&self, news: &mut News<Event>) {
        for &from in &self.scratch.movers {
            let Some(piece) = self.board.get(from) else { continue };
            let (seat, plan) = (piece.owner, self.scratch.plans[from.index()]);
            let (here, to) = (self.board.cell(from), self.board.cell(plan.to));
            news.say(Audience::Crowd, || match self.why_stuck(seat, from) {
                None => Event::Moved { seat, from: here, to },
                Some(why) => {
                    let heading = Direction::ALL.into_iter().find(|&direction| here.step(direction) == to);
                    let (x, y) = (here.x as u8, here.y as u8);
                    Event::Failed { seat, command: Command::Move { x, y, heading }, why }
                }
            });
        }
    }

    /// The reason why the seat's warrior stays; the plainest one if there are several.
    fn why_stuck(&self, seat: Seat, from: Spot) -> Option<Why> {
        let plans = &self.scratch.plans;
        let plan = plans[from.index()];
        if !plan.is_stuck {
            return None;
        }
        let (to, ahead) = (plan.to, plans[plan.to.index()]);
        if to == from {
            return Some(Why::NoDirection);
        }
        let is_own_rival = |&other: &Spot| {
            let own = self.board.get(other).is_some_and(|piece| piece.owner == seat);
            other != from && own && plans[other.index()].to == to
        };
        Some(match self.board.get(to) {
            Some(piece) if piece.kind != Kind::Warrior => Why::Solid,
            Some(piece) if !ahead.is_ordered => self.why_standing(seat, piece.owner),
            _ if self.scratch.movers.iter().any(is_own_rival) => Why::OwnRivals,
            _ if ahead.wanted > 1 => Why::Contested,
            Some(piece) if ahead.to == from => {
                if piece.owner == seat {
                    Why::OwnRivals
                } else {
                    Why::Swap
                }
            }
            Some(piece) if piece.owner == seat => Why::OwnStuck,
            _ => Why::OtherStands,
        })
    }

    /// What it means that a warrior of that owner stands in the way without an order.
    pub(super) fn why_standing(&self, seat: Seat, owner: Seat) -> Why {
        match self.status[owner.index()] {
            _ if owner == seat => Why::OwnStands,
            Status::Out(Exit::CastleFell, _) => Why::Abandoned,
            _ => Why::OtherStands,
        }
    }

    /// Wipes everything that was planned in this turn.
    pub(crate) fn forget_orders(&mut self) {
        let scratch = &mut self.scratch;
        for &from in &scratch.movers {
            let to = scratch.plans[from.index()].to;
            scratch.plans[to.index()].wanted = 0;
            scratch.plans[to.index()].from = Spot::default();
        }
        for list in [&mut scratch.movers, &mut scratch.trainers] {
            for spot in list.drain(..) {
                scratch.plans[spot.index()] = Plan::default();
            }
        }
        for spot in scratch.spawns.drain(..) {
            scratch.spawn_claims[spot.index()] = Claim::None;
        }
        for spot in scratch.builds.drain(..) {
            scratch.build_claims[spot.index()] = Claim::None;
        }
    }
}

/// Whether the warrior on a spot has an order to go elsewhere.
fn is_leaving(plan: Plan, spot: Spot) -> bool {
    plan.is_ordered && plan.to != spot
}
