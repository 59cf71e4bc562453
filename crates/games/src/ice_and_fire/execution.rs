//! The orders of a line: looked at as a whole, then carried out one after another.

use skirmish_core::answer::Fault;
use skirmish_core::grid::Cell;
use skirmish_core::news::{Audience, News};
use skirmish_core::seat::Seat;

use super::action::{Action, Building, Level, Number, Part};
use super::board::{Cells, are_beside, beside, cell, headquarters, side, spread, touches};
use super::config::SIDE;
use super::event::{Event, Fall, Refusal};
use super::state::{Ending, IceAndFire};

/// An order whose numbers make sense: the cell is on land, the level exists, the unit is the player's.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Order {
    Move { from: usize, to: usize },
    Train { level: Level, at: usize },
    Build { building: Building, at: usize },
}

impl IceAndFire {
    /// Carries out one order of the player whose turn it is, as if it stood alone in a line; for plans.
    pub fn try_order(&mut self, part: &Part) -> Result<(), Refusal> {
        if self.ending.is_some() {
            return Err(Refusal::NotReached);
        }
        self.carry_out(part, &mut News::silent())
    }

    /// Carries out a whole line of the player whose turn it is.
    pub(crate) fn obey(&mut self, action: &Action, news: &mut News<Event>) {
        if !news.is_silent() {
            return self.obey_aloud(action, news);
        }
        for part in action.parts() {
            // Nobody listens, so nobody hears what is refused.
            let _ = self.carry_out(part, news);
            if self.ending.is_some() {
                return;
            }
        }
    }

    /// Rule: numbers and ids are looked at when the line is read, before anything of it is done. What that refuses would
    /// not be done later either: it only changes the reason given.
    fn obey_aloud(&mut self, action: &Action, news: &mut News<Event>) {
        let refused = self.refusals(action);
        for (i, (part, refused)) in action.parts().iter().zip(refused).enumerate() {
            let done = match (refused, self.ending) {
                (Some(why), _) => Err(why),
                (None, Some(_)) => Err(Refusal::NotReached),
                (None, None) => self.carry_out(part, news),
            };
            self.report(i, part, action, done, news);
        }
    }

    /// Rule: a line that cannot be read does nothing at all, and its player loses at once, as after any fault.
    pub(crate) fn forfeit(&mut self, fault: Fault, read: &Action, news: &mut News<Event>) {
        let seat = self.to_move;
        if fault == Fault::Garbled && !news.is_silent() {
            for (i, (part, why)) in read.parts().iter().zip(self.refusals(read)).enumerate() {
                let done = if is_order(part) { Err(why.unwrap_or(Refusal::NotReached)) } else { Ok(()) };
                self.report(i, part, read, done, news);
            }
        }
        news.say(Audience::All, || Event::Forfeited { seat, fault });
        self.ending = Some(Ending::Forfeit { seat, fault });
    }

    /// Carries out one part of a line for the player whose turn it is; says why if that cannot be.
    #[inline]
    fn carry_out(&mut self, part: &Part, news: &mut News<Event>) -> Result<(), Refusal> {
        if !is_order(part) {
            return Ok(());
        }
        let seat = self.to_move;
        match self.understand(seat, part)? {
            Order::Move { from, to } => self.move_unit(seat, from, to, news)?,
            Order::Train { level, at } => self.train(seat, level, at, news)?,
            Order::Build { building, at } => self.build(seat, building, at, news)?,
        }
        // Rule: both incomes are announced anew after everything that is done.
        self.income = self.worth;
        Ok(())
    }

    /// What would be refused when the line is read.
    fn refusals(&self, action: &Action) -> Vec<Option<Refusal>> {
        let refusal = |part| if is_order(part) { self.understand(self.to_move, part).err() } else { None };
        action.parts().iter().map(refusal).collect()
    }

    /// The order that a part amounts to, as far as its numbers go.
    #[inline(always)] // Half of the time of an order is spent between here and its first effect.
    fn understand(&self, seat: Seat, part: &Part) -> Result<Order, Refusal> {
        match *part {
            Part::Move { id, x, y } => {
                let id = id.value().ok_or(Refusal::NoSuchCell)?;
                let to = self.land_at(x, y)?;
                let from = self.roster.find(id).ok_or(Refusal::NoSuchUnit)?;
                if !self.owned[side(seat)].has(from) {
                    return Err(Refusal::NotYours);
                }
                Ok(Order::Move { from, to })
            }
            Part::Train { level, x, y } => {
                let level = level.value().ok_or(Refusal::NoSuchCell)?;
                let at = self.land_at(x, y)?;
                let level = Level::new(level).filter(|level| level.get() <= self.rules.max_level);
                Ok(Order::Train { level: level.ok_or(Refusal::NoSuchLevel)?, at })
            }
            Part::Build { building, x, y } => Ok(Order::Build { building, at: self.land_at(x, y)? }),
            Part::Wait | Part::Message(_) => Err(Refusal::NotReached),
        }
    }

    #[inline]
    fn land_at(&self, x: Number, y: Number) -> Result<usize, Refusal> {
        place(x, y).filter(|&at| self.ground.land.has(at)).ok_or(Refusal::NoSuchCell)
    }

    #[inline]
    fn move_unit(
        &mut self,
        seat: Seat,
        from: usize,
        to: usize,
        news: &mut News<Event>,
    ) -> Result<(), Refusal> {
        let Some((id, level)) = self.roster.at(from) else { return Err(Refusal::NoSuchUnit) };
        if self.tired.has(from) {
            return Err(Refusal::CannotAct);
        }
        let to = if !are_beside(from, to) {
            self.step_towards(seat, level, from, to).ok_or(Refusal::Stays)?
        } else if self.can_enter(seat, level, to) {
            to
        } else {
            return Err(Refusal::Blocked);
        };
        news.say(Audience::All, || Event::Moved { seat, id, from: cell(from), to: cell(to) });
        self.conquer(seat, to, news);
        self.roster.walk(from, to);
        self.units[level.index()].remove(from);
        self.units[level.index()].insert(to);
        self.tired.insert(to);
        Ok(())
    }

    #[inline]
    fn train(&mut self, seat: Seat, level: Level, at: usize, news: &mut News<Event>) -> Result<(), Refusal> {
        if !self.is_in_reach(seat, at) {
            return Err(Refusal::OutOfReach);
        }
        let cost = self.rules.unit_cost[level.index()];
        if self.gold[side(seat)] < cost {
            return Err(Refusal::TooDear);
        }
        if !self.can_enter(seat, level, at) {
            return Err(Refusal::Blocked);
        }
        self.gold[side(seat)] -= cost;
        self.worth[side(seat)] -= self.rules.unit_upkeep[level.index()];
        let id = self.roster.next_id();
        news.say(Audience::All, || Event::Trained { seat, id, level, at: cell(at) });
        self.conquer(seat, at, news);
        self.roster.enlist(level, at);
        self.units[level.index()].insert(at);
        // Rule: a unit cannot move in the turn in which it was trained.
        self.tired.insert(at);
        Ok(())
    }

    fn build(
        &mut self,
        seat: Seat,
        building: Building,
        at: usize,
        news: &mut News<Event>,
    ) -> Result<(), Refusal> {
        if !self.is_in_reach(seat, at) {
            return Err(Refusal::OutOfReach);
        }
        let is_allowed = match building {
            Building::Mine => self.rules.mines,
            Building::Tower => self.rules.towers,
        };
        if !is_allowed {
            return Err(Refusal::NotAllowed);
        }
        if self.roster.level_at(at) != 0 || self.is_built_on(at) {
            return Err(Refusal::Blocked);
        }
        if !self.owned[side(seat)].has(at) {
            return Err(Refusal::NotOwned);
        }
        let cost = self.building_cost(building, seat);
        if self.gold[side(seat)] < cost {
            return Err(Refusal::TooDear);
        }
        match (building, self.ground.spots.has(at)) {
            (Building::Mine, false) => return Err(Refusal::NoMineSpot),
            (Building::Tower, true) => return Err(Refusal::OnMineSpot),
            (Building::Mine, true) => {
                self.mines.insert(at);
                self.worth[side(seat)] += self.rules.mine_income;
            }
            (Building::Tower, false) => self.towers.insert(at),
        }
        self.gold[side(seat)] -= cost;
        news.say(Audience::All, || Event::Built { seat, building, at: cell(at) });
        Ok(())
    }

    /// Rule: entering a cell destroys what stood there and takes the cell; taking the headquarters wins.
    #[inline]
    fn conquer(&mut self, seat: Seat, at: usize, news: &mut News<Event>) {
        let foe = seat.other();
        if !self.owned[side(foe)].has(at) {
            return self.take(seat, at);
        }
        self.lose_unit(foe, at, Fall::Beaten, news);
        self.raze(foe, at, news);
        self.take(seat, at);
        if at == headquarters(foe) {
            news.say(Audience::All, || Event::Captured { by: seat });
            self.ending = Some(Ending::Captured { by: seat });
        }
    }

    #[inline]
    fn raze(&mut self, owner: Seat, at: usize, news: &mut News<Event>) {
        let building = if self.mines.has(at) {
            self.mines.remove(at);
            if self.active[side(owner)].has(at) {
                self.worth[side(owner)] -= self.rules.mine_income;
            }
            Building::Mine
        } else if self.towers.has(at) {
            self.towers.remove(at);
            Building::Tower
        } else {
            return;
        };
        news.say(Audience::All, || Event::Razed { seat: owner, building, at: cell(at) });
    }

    /// Rule: the neighbour strictly nearer by walking distance that can be entered; ties by up, right, down, left for
    /// red, and by down, left, up, right for blue, so that half a turn of the board changes nothing.
    fn step_towards(&self, seat: Seat, level: Level, from: usize, to: usize) -> Option<usize> {
        let near = beside(from);
        let turn = 2 * side(seat);
        let mut seen = Cells::EMPTY;
        let mut wave = Cells::EMPTY;
        wave.insert(to);
        if from == to {
            return None;
        }
        // Breadth-first search from the target: its frontier first meets those neighbours that are one step nearer.
        while !wave.is_empty() {
            if touches(&wave, from) {
                let mut steps = (0..4).map(|i| near[(i + turn) % 4]);
                return steps.find(|&step| wave.has(step) && self.can_enter(seat, level, step));
            }
            seen = seen.or(&wave);
            wave = spread(&wave).and(&self.ground.land).minus(&seen);
        }
        None
    }

    fn report(
        &self,
        i: usize,
        part: &Part,
        action: &Action,
        done: Result<(), Refusal>,
        news: &mut News<Event>,
    ) {
        let seat = self.to_move;
        match (part, done) {
            (Part::Wait, _) => news.say(Audience::Crowd, || Event::Waited { seat }),
            (Part::Message(span), _) => {
                news.say(Audience::Crowd, || Event::Said { seat, text: action.text(*span).to_string() });
            }
            (_, Ok(())) => {}
            (_, Err(why)) => news.say(Audience::Crowd, || Event::Refused {
                seat,
                order: i as u32 + 1,
                at: target(part),
                why,
            }),
        }
    }
}

/// Where units can go and things can be built.
impl IceAndFire {
    /// Rule: in reach is an active cell of the seat, or one beside such a cell.
    #[inline]
    pub(crate) fn is_in_reach(&self, seat: Seat, at: usize) -> bool {
        let active = &self.active[side(seat)];
        active.has(at) || touches(active, at)
    }

    /// Whether a unit of the seat and that level could enter the cell from beside it.
    #[inline]
    pub(crate) fn can_enter(&self, seat: Seat, level: Level, at: usize) -> bool {
        let foe = seat.other();
        if self.owned[side(seat)].has(at) {
            return self.roster.level_at(at) == 0 && !self.is_built_on(at);
        }
        if !self.owned[side(foe)].has(at) {
            return true;
        }
        let defender = self.roster.level_at(at);
        (level.get() >= self.rules.breach_level || !self.is_guarded(foe, at))
            && (level.get() > defender || level.get() == self.rules.max_level)
    }

    /// Rule: a tower guards its own cell always, and active cells beside it as long as its own is active.
    #[inline]
    pub(crate) fn is_guarded(&self, owner: Seat, at: usize) -> bool {
        let active = &self.active[side(owner)];
        self.towers.has(at) || (active.has(at) && touches(&self.towers.and(active), at))
    }

    /// Whether a building stands on the cell, headquarters included.
    #[inline]
    pub(crate) fn is_built_on(&self, at: usize) -> bool {
        self.mines.has(at)
            || self.towers.has(at)
            || at == headquarters(Seat::FIRST)
            || at == headquarters(Seat::SECOND)
    }
}

fn is_order(part: &Part) -> bool {
    !matches!(part, Part::Wait | Part::Message(_))
}

/// The place of a pair of numbers, if it is on the board.
#[inline]
fn place(x: Number, y: Number) -> Option<usize> {
    let (x, y) = (x.value()? as usize, y.value()? as usize);
    (x < SIDE && y < SIDE).then_some(y * SIDE + x)
}

/// Where a part is aimed, if that is a cell.
fn target(part: &Part) -> Option<Cell> {
    match *part {
        Part::Wait | Part::Message(_) => None,
        Part::Move { x, y, .. } | Part::Train { x, y, .. } | Part::Build { x, y, .. } => {
            place(x, y).map(cell)
        }
    }
}
