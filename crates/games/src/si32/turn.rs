//! The phases of a turn: moves, sieges, building, work, mining.

use skirmish_core::grid::{Cell, Direction};
use skirmish_core::news::{Audience, News};
use skirmish_core::seat::{Seat, SeatSet};

use super::action::{Command, Corner, Line, Orders, Reason};
use super::config::Rules;
use super::event::Event;
use super::state::{Dropped, Ground, Si32, Side, sign};

/// Memory for one turn, used again in the next. Everything by tile is 0 between turns.
#[derive(Debug, Default)]
pub(crate) struct Scratch {
    /// Units that leave a tile, by tile and way, counted as on the board: seat 0's up, seat 1's down.
    leaving: Vec<i32>,
    /// The places in `leaving` that are used.
    flows: Vec<Flow>,
    /// What the units that stay are told to do, in order of lines, seat 0's first.
    orders: Vec<Order>,
    /// Where armies met on a tile, and how many each lost.
    fights: Vec<(u16, i32)>,
    /// Buildings in which somebody works.
    crews: Vec<Crew>,
    /// A building's place in `crews`, counted from 1, by top-left tile.
    crew_of: Vec<u16>,
    /// Buildings that somebody is about to make.
    claims: Vec<Claim>,
    /// Who is about to build on a tile.
    claimed: Vec<SeatSet>,
    /// Whose building fell this turn, so that what they see at the asking is no longer so.
    shaken: SeatSet,
}

// It holds nothing that outlives a turn, so it makes no difference between states.
impl PartialEq for Scratch {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

/// Units on their way: places in `leaving`, of the way out and of the way back.
#[derive(Clone, Copy, Debug)]
struct Flow {
    out: u16,
    back: u16,
}

/// What some units that stay on their tile do.
#[derive(Clone, Copy, Debug)]
struct Order {
    tile: u16,
    line: u16,
    seat: Seat,
    task: Task,
    units: i32,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Task {
    Build(Corner),
    Mine,
}

/// Those who work in a building this turn.
#[derive(Clone, Copy, Debug)]
struct Crew {
    site: u16,
    /// Where what they produce appears: the tile of the first order that counted.
    tile: u16,
    seat: Seat,
    workers: i32,
}

/// A building that somebody is about to make.
#[derive(Clone, Copy, Debug)]
struct Claim {
    site: u16,
    line: u16,
    seat: Seat,
}

impl Si32 {
    /// Serves a seat's commands in order while the units of their tiles last.
    pub(super) fn take_orders(
        &mut self,
        seat: Seat,
        orders: &Orders,
        scratch: &mut Scratch,
        news: &mut News<Event>,
    ) {
        let mut roll_call = RollCall {
            seat,
            rules: &self.rules,
            units: &mut self.units,
            leaving: &mut scratch.leaving,
            flows: &mut scratch.flows,
            orders: &mut scratch.orders,
        };
        for (line, command) in (1..).zip(orders.lines()) {
            let served = match *command {
                Line::Blank => continue,
                Line::Bad(misread) => Err(Reason::Misread(misread)),
                Line::Command(command) => roll_call.serve(line, command),
            };
            if let Err(reason) = served {
                self.sides[seat.index()].drop_line(Dropped { line, reason }, seat, scratch.shaken, news);
            }
        }
    }

    /// Rule: units that march into each other's tile meet on the way.
    pub(super) fn collide(&mut self, scratch: &mut Scratch, news: &mut News<Event>) {
        let leaving = &mut scratch.leaving[..];
        for flow in &scratch.flows {
            let (out, back) = (usize::from(flow.out), usize::from(flow.back));
            // Every pair is looked at once, from seat 0's side; its flows come first.
            if leaving[out] < 0 {
                break;
            }
            if leaving[back] >= 0 {
                continue;
            }
            let units = leaving[out].min(-leaving[back]);
            leaving[out] -= units;
            leaving[back] += units;
            self.sides.iter_mut().for_each(|side| side.lose(units));
            let (from, to) = (out / 4, back / 4);
            news.say(Audience::All, || Event::Clashed { from: self.cell(from), to: self.cell(to), units });
        }
    }

    /// Rule: then everybody arrives, and on each tile the armies are subtracted from each other.
    pub(super) fn arrive(&mut self, scratch: &mut Scratch, news: &mut News<Event>) {
        if !news.is_silent() {
            self.report_moves(scratch, news);
        }
        let (board, leaving) = (&mut self.units[..], &mut scratch.leaving[..]);
        for flow in scratch.flows.drain(..) {
            let units = std::mem::take(&mut leaving[usize::from(flow.out)]);
            let tile = usize::from(flow.back / 4);
            let there = board[tile];
            board[tile] = there + units;
            // Who comes first does not matter: whatever the order, the smaller army's number is lost on both sides.
            if (there < 0 && units > 0) || (there > 0 && units < 0) {
                let lost = there.abs().min(units.abs());
                self.sides.iter_mut().for_each(|side| side.lose(lost));
                scratch.fights.push((tile as u16, lost));
            }
        }
        if !news.is_silent() {
            self.report_fights(scratch, news);
        }
    }

    fn report_moves(&self, scratch: &Scratch, news: &mut News<Event>) {
        for flow in &scratch.flows {
            let units = scratch.leaving[usize::from(flow.out)];
            if units == 0 {
                continue;
            }
            let seat = if units > 0 { Seat::FIRST } else { Seat::SECOND };
            let (from, way) =
                (self.cell(usize::from(flow.out / 4)), Direction::ALL[usize::from(flow.out % 4)]);
            news.say(Audience::All, || Event::Moved { seat, from, way, units: units.abs() });
        }
    }

    fn report_fights(&self, scratch: &mut Scratch, news: &mut News<Event>) {
        scratch.fights.sort_unstable();
        for fight in scratch.fights.chunk_by(|one, next| one.0 == next.0) {
            let at = self.cell(fight[0].0.into());
            let units = fight.iter().map(|(_, lost)| lost).sum();
            news.say(Audience::All, || Event::Fought { at, units });
        }
    }

    /// Rule: the survivors on a tile, whoever they were, carry out its commands in order.
    pub(super) fn serve_survivors(&mut self, scratch: &mut Scratch, news: &mut News<Event>) {
        // Without a fight there are at least as many units on a tile as its commands are for.
        if !scratch.fights.is_empty() {
            scratch.fights.clear();
            self.serve(scratch, news);
        }
    }

    /// Cuts every order down to the units that are left for it. Doing it again changes nothing.
    fn serve(&mut self, scratch: &mut Scratch, news: &mut News<Event>) {
        for order in &mut scratch.orders {
            let here = &mut self.units[usize::from(order.tile)];
            let served = order.units.min((*here * sign(order.seat)).max(0));
            let is_lost = served == 0 && order.units > 0;
            *here -= served * sign(order.seat);
            order.units = served;
            if is_lost {
                let dropped = Dropped { line: order.line, reason: Reason::Lost };
                self.sides[order.seat.index()].drop_line(dropped, order.seat, scratch.shaken, news);
            }
        }
        self.step_back(scratch);
    }

    /// Puts those who stay on their tiles, from which they were taken while commands were served.
    pub(super) fn step_back(&mut self, scratch: &Scratch) {
        let units = &mut self.units[..];
        for order in &scratch.orders {
            units[usize::from(order.tile)] += order.units * sign(order.seat);
        }
    }

    /// Rule: a building falls to as many enemies on its tiles as it has workers that count and defence.
    pub(super) fn resolve_sieges(&mut self, scratch: &mut Scratch, news: &mut News<Event>) {
        scratch.shaken = SeatSet::NONE;
        for word in 0..self.sites.len() {
            let mut rest = self.sites[word];
            while rest != 0 {
                let site = word * 64 + rest.trailing_zeros() as usize;
                rest &= rest - 1;
                self.besiege(site, scratch, news);
            }
        }
        if !scratch.shaken.is_empty() {
            self.serve(scratch, news);
        }
    }

    #[inline]
    fn besiege(&mut self, site: usize, scratch: &mut Scratch, news: &mut News<Event>) {
        let Some(owner) = self.ground[site].owner() else { return };
        let tiles = self.tiles_of(site);
        let attacker = owner.other();
        let attackers: i32 = tiles.iter().map(|&tile| (self.units[tile] * sign(attacker)).max(0)).sum();
        if attackers < self.rules.defence {
            return;
        }
        let price = self.rules.defence + self.workers_in(site, scratch);
        if attackers < price {
            return;
        }
        self.fell(site, owner, price);
        scratch.shaken = scratch.shaken.with(owner);
        news.say(Audience::All, || Event::Fell { owner, at: self.cell(site), price });
    }

    /// How many of those told to work in a building count.
    fn workers_in(&self, site: usize, scratch: &Scratch) -> i32 {
        let tiles = self.tiles_of(site);
        let is_inside = |order: &&Order| tiles.contains(&usize::from(order.tile)) && order.task != Task::Mine;
        let owner = self.ground[site].owner();
        let workers: i32 = scratch
            .orders
            .iter()
            .filter(is_inside)
            .filter(|order| owner == Some(order.seat))
            .map(|order| order.units)
            .sum();
        workers.min(self.rules.max_workers)
    }

    /// Takes a building off the board, and its price from the attackers.
    fn fell(&mut self, site: usize, owner: Seat, price: i32) {
        let attacker = owner.other();
        let mut tiles = self.tiles_of(site);
        for tile in tiles {
            self.ground[tile] = Ground::OPEN;
        }
        self.progress[site] = 0;
        self.sites[site / 64] &= !(1 << (site % 64));
        self.sides[owner.index()].buildings -= 1;
        // Rule: attackers are lost in row order for seat 0, in reverse row order for seat 1.
        if attacker == Seat::SECOND {
            tiles.reverse();
        }
        let mut owed = price;
        for tile in tiles {
            let lost = (self.units[tile] * sign(attacker)).clamp(0, owed);
            self.units[tile] -= lost * sign(attacker);
            owed -= lost;
        }
        self.sides[attacker.index()].lose(price);
    }

    /// Judges every build order by the ground it stands on: to work in an own building, or to make one.
    pub(super) fn muster(&mut self, scratch: &mut Scratch, news: &mut News<Event>) {
        for index in 0..scratch.orders.len() {
            let order = scratch.orders[index];
            let Task::Build(corner) = order.task else { continue };
            if order.units == 0 {
                continue;
            }
            let judged = match self.ground[usize::from(order.tile)].owner() {
                Some(owner) if owner == order.seat => self.join_crew(order, scratch),
                Some(_) => Err(Reason::Hostile),
                None => self.claim(order, corner, scratch),
            };
            if let Err(reason) = judged {
                let dropped = Dropped { line: order.line, reason };
                self.sides[order.seat.index()].drop_line(dropped, order.seat, scratch.shaken, news);
            }
        }
    }

    #[inline]
    fn join_crew(&self, order: Order, scratch: &mut Scratch) -> Result<(), Reason> {
        let site = self.site_of(order.tile.into());
        let crew_of = &mut scratch.crew_of[site];
        if *crew_of == 0 {
            scratch.crews.push(Crew { site: site as u16, tile: order.tile, seat: order.seat, workers: 0 });
            *crew_of = scratch.crews.len() as u16;
        }
        let crew = &mut scratch.crews[usize::from(*crew_of) - 1];
        let places = self.rules.max_workers - crew.workers;
        crew.workers += order.units.min(places);
        if places > 0 { Ok(()) } else { Err(Reason::Full) }
    }

    /// Checks that a building can be made, and holds its cost until the turn ends.
    fn claim(&mut self, order: Order, corner: Corner, scratch: &mut Scratch) -> Result<(), Reason> {
        let top_left = corner.top_left(self.cell(order.tile.into()));
        let site = self.site_at(top_left).ok_or(Reason::Edge)?;
        let tiles = self.tiles_of(site);
        if tiles.iter().any(|&tile| !self.ground[tile].is_open()) {
            return Err(Reason::Covered);
        }
        if tiles.iter().any(|&tile| self.units[tile] * sign(order.seat) < 0) {
            return Err(Reason::Occupied);
        }
        // Rule: the first of a player's own overlapping builds counts.
        if tiles.iter().any(|&tile| scratch.claimed[tile].has(order.seat)) {
            return Err(Reason::Overlap);
        }
        let side = &mut self.sides[order.seat.index()];
        if side.purse < self.rules.building_cost {
            return Err(Reason::Resource);
        }
        side.purse -= self.rules.building_cost;
        for tile in tiles {
            scratch.claimed[tile] = scratch.claimed[tile].with(order.seat);
        }
        scratch.claims.push(Claim { site: site as u16, line: order.line, seat: order.seat });
        Ok(())
    }

    /// Rule: what both players want is built by neither, and nothing is paid for it.
    pub(super) fn raise_buildings(&mut self, scratch: &mut Scratch, news: &mut News<Event>) {
        for index in 0..scratch.claims.len() {
            let Claim { site, line, seat } = scratch.claims[index];
            let tiles = self.tiles_of(site.into());
            if tiles.iter().any(|&tile| scratch.claimed[tile].has(seat.other())) {
                let side = &mut self.sides[seat.index()];
                side.purse += self.rules.building_cost;
                side.drop_line(Dropped { line, reason: Reason::Contested }, seat, scratch.shaken, news);
            } else {
                self.raise(site.into(), seat, news);
            }
        }
        while let Some(claim) = scratch.claims.pop() {
            for tile in self.tiles_of(claim.site.into()) {
                scratch.claimed[tile] = SeatSet::NONE;
            }
        }
    }

    fn raise(&mut self, site: usize, seat: Seat, news: &mut News<Event>) {
        for (part, tile) in (0..).zip(self.tiles_of(site)) {
            self.ground[tile] = Ground::part(seat, part);
        }
        self.sites[site / 64] |= 1 << (site % 64);
        let side = &mut self.sides[seat.index()];
        side.buildings += 1;
        side.built += 1;
        news.say(Audience::All, || Event::Built { seat, at: self.cell(site) });
    }

    /// Rule: every worker adds one progress, enough progress makes a unit, and what is over is kept.
    pub(super) fn produce_units(&mut self, scratch: &mut Scratch, news: &mut News<Event>) {
        for Crew { site, tile, seat, workers } in scratch.crews.drain(..) {
            let (site, tile) = (usize::from(site), usize::from(tile));
            scratch.crew_of[site] = 0;
            let (progress, work) =
                (i32::from(self.progress[site]) + workers, i32::from(self.rules.unit_work));
            self.progress[site] = (progress % work) as u16;
            let units = progress / work;
            if units == 0 {
                continue;
            }
            self.units[tile] += units * sign(seat);
            let side = &mut self.sides[seat.index()];
            side.units += units;
            side.produced += units;
            news.say(Audience::All, || Event::Produced { seat, at: self.cell(tile), units });
        }
    }

    /// Rule: each unit takes one resource from its tile while it lasts.
    pub(super) fn mine(&mut self, scratch: &mut Scratch, news: &mut News<Event>) {
        let tiles = &mut self.resource[..];
        for Order { tile, line, seat, task, units } in scratch.orders.drain(..) {
            if task != Task::Mine || units == 0 {
                continue;
            }
            let (tile, side) = (usize::from(tile), &mut self.sides[seat.index()]);
            let resource = units.min(tiles[tile].into());
            if resource == 0 {
                side.drop_line(Dropped { line, reason: Reason::Empty }, seat, scratch.shaken, news);
                continue;
            }
            tiles[tile] -= resource as i16;
            side.purse += resource;
            self.changed[tile / 64] |= 1 << (tile % 64);
            news.say(Audience::All, || Event::Mined { seat, at: self.rules.cell(tile), resource });
        }
    }
}

impl Side {
    #[inline]
    fn lose(&mut self, units: i32) {
        self.units -= units;
        self.lost += units;
    }

    #[cold]
    fn drop_line(&mut self, dropped: Dropped, seat: Seat, shaken: SeatSet, news: &mut News<Event>) {
        self.dropped.push(dropped);
        // Where an own building fell, orders to work became orders to build, which nobody could foresee.
        let foreseeable = !dropped.reason.is_surprise() && !shaken.has(seat);
        let audience = Audience::Only(SeatSet::only(seat));
        news.say(audience, || Event::Dropped { seat, dropped, foreseeable });
    }
}

/// A seat's commands being served. Whoever gets one leaves the tile, also those who are to stay:
/// what is on the board is free for the next command.
struct RollCall<'a> {
    seat: Seat,
    rules: &'a Rules,
    units: &'a mut [i32],
    leaving: &'a mut [i32],
    flows: &'a mut Vec<Flow>,
    orders: &'a mut Vec<Order>,
}

impl RollCall<'_> {
    #[inline]
    fn serve(&mut self, line: u16, command: Command) -> Result<(), Reason> {
        let (at, task, units) = match command {
            Command::Move { at, way, units } => return self.send(at, way, units),
            Command::Build { at, corner, units } => (at, Task::Build(corner), units),
            Command::Mine { at, units } => (at, Task::Mine, units),
        };
        let tile = self.rules.tile(at).ok_or(Reason::OffBoard)?;
        let units = self.take(tile, units)?;
        self.orders.push(Order { tile: tile as u16, line, seat: self.seat, task, units });
        Ok(())
    }

    #[inline]
    fn send(&mut self, at: Cell, way: Direction, units: i32) -> Result<(), Reason> {
        let tile = self.rules.tile(at).ok_or(Reason::OffBoard)?;
        // Rule: a move off the board is dropped first and uses no unit.
        let next = self.rules.tile(at.step(way)).ok_or(Reason::Edge)?;
        let units = self.take(tile, units)?;
        let (out, back) = (tile * 4 + way as usize, next * 4 + way.opposite() as usize);
        let leaving = &mut self.leaving[out];
        if *leaving == 0 {
            self.flows.push(Flow { out: out as u16, back: back as u16 });
        }
        *leaving += units * sign(self.seat);
        Ok(())
    }

    /// Takes as many units as wished for and there, at least one.
    #[inline]
    fn take(&mut self, tile: usize, wished: i32) -> Result<i32, Reason> {
        let here = &mut self.units[tile];
        let units = wished.min(*here * sign(self.seat));
        if units < 1 {
            return Err(Reason::NoUnits);
        }
        *here -= units * sign(self.seat);
        Ok(units)
    }
}

impl Scratch {
    /// Makes room for a board of that many tiles.
    pub(super) fn prepare(&mut self, area: usize) {
        if self.crew_of.len() != area {
            *self = Self {
                leaving: vec![0; area * 4],
                crew_of: vec![0; area],
                claimed: vec![SeatSet::NONE; area],
                ..Self::default()
            };
        }
        self.shaken = SeatSet::NONE;
    }
}
