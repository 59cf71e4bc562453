//! Spawning and building: requests for cells, served in the order given while the money lasts.

use skirmish_core::news::{Audience, News};
use skirmish_core::seat::Seat;

use super::action::{Building, Heading};
use super::board::{Kind, Piece, Spot};
use super::event::{Event, Why};
use super::scratch::Claim;
use super::state::Underworld;

impl Underworld {
    /// Rule: one request per barracks and turn, the first that stays on the board.
    pub(super) fn order_spawn(&mut self, seat: Seat, at: (u8, u8), heading: Heading) -> Result<(), Why> {
        let barracks = self.unordered(seat, at, Kind::Barracks)?;
        // Rule: an unknown direction means the barracks' own cell, which is free only if the barracks falls.
        let target = self.board.step(barracks, heading).ok_or(Why::OffBoard)?;
        let scratch = &mut self.scratch;
        let plan = &mut scratch.plans[barracks.index()];
        (plan.is_ordered, plan.to) = (true, barracks);
        scratch.trainers.push(barracks);
        let claim = &mut scratch.spawn_claims[target.index()];
        if *claim == Claim::None {
            scratch.spawns.push(target);
        }
        *claim = claim.and(seat.0, Kind::Warrior as u8);
        Ok(())
    }

    /// Rule: one builds within some distance of an own building, as they stand at the start of the turn.
    pub(super) fn order_build(
        &mut self,
        seat: Seat,
        (x, y): (u8, u8),
        building: Building,
    ) -> Result<(), Why> {
        let (x, y) = (usize::from(x), usize::from(y));
        let target = self.board.spot(x, y).ok_or(Why::OffBoard)?;
        let (own, warriors) = (self.board.of_seat(seat), self.board.of_kind(Kind::Warrior));
        let buildings = |row: usize| own[row] & !warriors[row];
        if !self.rules.build_reach.touches(x, y, buildings, self.board.height()) {
            return Err(Why::OutOfReach);
        }
        let claim = &mut self.scratch.build_claims[target.index()];
        if *claim == Claim::None {
            self.scratch.builds.push(target);
        }
        *claim = claim.and(seat.0, building.kind() as u8);
        Ok(())
    }

    /// Rule: spawning comes before building, and pays first.
    pub(crate) fn spawn(&mut self, news: &mut News<Event>) {
        for i in 0..self.scratch.spawns.len() {
            let spot = self.scratch.spawns[i];
            self.serve(spot, self.scratch.spawn_claims[spot.index()], news);
        }
    }

    pub(crate) fn build(&mut self, news: &mut News<Event>) {
        for i in 0..self.scratch.builds.len() {
            let spot = self.scratch.builds[i];
            self.serve(spot, self.scratch.build_claims[spot.index()], news);
        }
    }

    /// Rule: a cell is served once, at the place of its first request; two players or two kinds give nothing.
    fn serve(&mut self, spot: Spot, claim: Claim, news: &mut News<Event>) {
        let at = self.board.cell(spot);
        let (seat, kind) = match claim {
            Claim::One(seat, kind) => (Seat(seat), Kind::ALL[usize::from(kind)]),
            Claim::TwoKinds(seat) => {
                let seat = Some(Seat(seat));
                return news.say(Audience::Crowd, || Event::Unserved { seat, at, why: Why::OwnRivals });
            }
            Claim::None | Claim::Contested => {
                return news.say(Audience::Crowd, || Event::Unserved { seat: None, at, why: Why::Contested });
            }
        };
        let cost = self.rules.config.cost(kind);
        if !self.board.is_free(spot) || self.money[seat.index()] < cost {
            let unserved = || Event::Unserved { seat: Some(seat), at, why: self.why_unserved(seat, spot) };
            return news.say(Audience::Crowd, unserved);
        }
        self.money[seat.index()] -= cost;
        let piece = Piece::new(kind, seat, self.rules.config.full_hp(kind), self.turn, at);
        self.board.put(spot, piece);
        news.say(Audience::Crowd, || Event::Made { seat, kind, at });
    }

    /// The reason why the seat's request for a cell cannot be served.
    fn why_unserved(&self, seat: Seat, spot: Spot) -> Why {
        let Some(piece) = self.board.get(spot) else { return Why::Money };
        if piece.kind != Kind::Warrior {
            return Why::Solid;
        }
        let plans = &self.scratch.plans;
        let plan = plans[spot.index()];
        let has_arrived = plan.wanted == 1 && !plans[plan.from.index()].is_stuck;
        let is_new = has_arrived || piece.is_of_turn(self.turn);
        match (is_new, plan.is_ordered) {
            (true, _) if piece.owner == seat => Why::OwnRivals,
            (true, _) => Why::OtherStands,
            (false, true) if piece.owner == seat => Why::OwnStuck,
            (false, true) => Why::OtherStands,
            (false, false) => self.why_standing(seat, piece.owner),
        }
    }
}
