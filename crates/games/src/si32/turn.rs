//! One turn: moves, sieges, building, work, mining.

use skirmish_core::{Answers, Audience, News, Reply, Seat, SeatCount, SeatSet};

use super::Si32;
use super::config::MAX_SIDE;
use super::orders::{Command, Corner, Line, Orders, Reason, Way};
use super::rules::{Dropped, Event, Ground, sign};

/// Memory for one turn, used again in the next. Everything by tile is 0 between turns.
#[derive(Debug, Default)]
pub(crate) struct Desk {
    /// Units that leave a tile, by tile and way, counted as on the board: seat 0's up, seat 1's down.
    leaving: Vec<i32>,
    /// The places in `leaving` that are used.
    flows: Vec<Flow>,
    /// What the units that stay are told to do, in order of lines, seat 0's first.
    orders: Vec<Order>,
    /// Units of a tile that are taken by orders.
    taken: Vec<i32>,
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
impl PartialEq for Desk {
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
    /// Plays the turn's phases in order.
    pub(crate) fn play_turn(&mut self, answers: &Answers<Orders>, news: &mut News<Event>) {
        let mut desk = std::mem::take(&mut self.desk);
        desk.prepare(self.units.len());
        for seat in SeatCount::TWO.iter() {
            // A seat that did not answer, or was not asked, gives no commands.
            if let Reply::Act(orders) = answers.get(seat) {
                self.take_orders(seat, orders, &mut desk, news);
            }
        }
        desk.release_taken();
        self.collide(&mut desk, news);
        self.arrive(&mut desk, news);
        self.serve_survivors(&mut desk, news);
        self.resolve_sieges(&mut desk, news);
        self.muster(&mut desk, news);
        self.raise_buildings(&mut desk, news);
        self.produce_units(&mut desk, news);
        self.mine(&mut desk, news);
        for side in &mut self.sides {
            side.dropped.sort_unstable_by_key(|dropped| dropped.line);
        }
        self.desk = desk;
    }

    /// Serves a seat's commands in order while the units of their tiles last. Who is to move leaves the tile.
    fn take_orders(&mut self, seat: Seat, orders: &Orders, desk: &mut Desk, news: &mut News<Event>) {
        for (line, command) in (1..).zip(orders.lines()) {
            let dropped = match *command {
                Line::Blank => continue,
                Line::Bad(misread) => Err(Reason::Misread(misread)),
                Line::Command(command) => self.take_order(seat, line, command, desk),
            };
            if let Err(reason) = dropped {
                self.drop_line(seat, line, reason, desk, news);
            }
        }
    }

    #[inline]
    fn take_order(&mut self, seat: Seat, line: u16, command: Command, desk: &mut Desk) -> Result<(), Reason> {
        match command {
            Command::Move { at, way, units } => {
                if !self.has(at) {
                    return Err(Reason::OffBoard);
                }
                // Rule: a move off the board is dropped first and uses no unit.
                if !self.has(way.step_from(at)) {
                    return Err(Reason::Edge);
                }
                let (tile, next) = (self.tile(at), self.tile(way.step_from(at)));
                let units = units.min(self.free_units(seat, tile, desk)?) * sign(seat);
                let flow = Flow {
                    out: (tile * 4 + way as usize) as u16,
                    back: (next * 4 + way.opposite() as usize) as u16,
                };
                self.units[tile] -= units;
                let leaving = &mut desk.leaving[usize::from(flow.out)];
                if *leaving == 0 {
                    desk.flows.push(flow);
                }
                *leaving += units;
            }
            Command::Build { at, corner, units } => {
                return self.keep_order(seat, line, at, Task::Build(corner), units, desk);
            }
            Command::Mine { at, units } => {
                return self.keep_order(seat, line, at, Task::Mine, units, desk);
            }
        }
        Ok(())
    }

    #[inline]
    fn keep_order(
        &self,
        seat: Seat,
        line: u16,
        at: skirmish_core::Cell,
        task: Task,
        units: i32,
        desk: &mut Desk,
    ) -> Result<(), Reason> {
        if !self.has(at) {
            return Err(Reason::OffBoard);
        }
        let tile = self.tile(at);
        let units = units.min(self.free_units(seat, tile, desk)?);
        desk.taken[tile] += units;
        desk.orders.push(Order { tile: tile as u16, line, seat, task, units });
        Ok(())
    }

    /// The seat's units on a tile that no earlier command has taken, at least one.
    #[inline]
    fn free_units(&self, seat: Seat, tile: usize, desk: &Desk) -> Result<i32, Reason> {
        let free = self.units[tile] * sign(seat) - desk.taken[tile];
        if free > 0 { Ok(free) } else { Err(Reason::NoUnits) }
    }

    /// Rule: units that march into each other's tile meet on the way.
    fn collide(&mut self, desk: &mut Desk, news: &mut News<Event>) {
        for flow in &desk.flows {
            let (out, back) = (usize::from(flow.out), usize::from(flow.back));
            // Every pair is looked at once, from seat 0's side.
            if desk.leaving[out] <= 0 || desk.leaving[back] >= 0 {
                continue;
            }
            let units = desk.leaving[out].min(-desk.leaving[back]);
            desk.leaving[out] -= units;
            desk.leaving[back] += units;
            self.lose(Seat::FIRST, units);
            self.lose(Seat::SECOND, units);
            let (from, to) = (out / 4, back / 4);
            news.say(Audience::All, || Event::Clashed { from: self.cell(from), to: self.cell(to), units });
        }
    }

    /// Rule: then everybody arrives, and on each tile the armies are subtracted from each other.
    fn arrive(&mut self, desk: &mut Desk, news: &mut News<Event>) {
        for flow in desk.flows.drain(..) {
            let units = std::mem::take(&mut desk.leaving[usize::from(flow.out)]);
            if units == 0 {
                continue;
            }
            news.say(Audience::All, || self.moved(flow, units));
            let tile = usize::from(flow.back / 4);
            let there = self.units[tile];
            self.units[tile] = there + units;
            // Who comes first does not matter: whatever the order, the smaller army's number is lost on both sides.
            if (there ^ units) < 0 && there != 0 {
                let lost = there.abs().min(units.abs());
                self.lose(Seat::FIRST, lost);
                self.lose(Seat::SECOND, lost);
                desk.fights.push((tile as u16, lost));
            }
        }
        if !news.is_silent() {
            self.report_fights(desk, news);
        }
    }

    fn moved(&self, flow: Flow, units: i32) -> Event {
        let seat = if units > 0 { Seat::FIRST } else { Seat::SECOND };
        let from = self.cell(usize::from(flow.out / 4));
        Event::Moved { seat, from, way: Way::ALL[usize::from(flow.out % 4)], units: units.abs() }
    }

    fn report_fights(&self, desk: &mut Desk, news: &mut News<Event>) {
        desk.fights.sort_unstable();
        for fight in desk.fights.chunk_by(|one, next| one.0 == next.0) {
            let at = self.cell(fight[0].0.into());
            let units = fight.iter().map(|(_, lost)| lost).sum();
            news.say(Audience::All, || Event::Fought { at, units });
        }
    }

    /// Rule: the survivors on a tile, whoever they were, carry out its commands in order.
    fn serve_survivors(&mut self, desk: &mut Desk, news: &mut News<Event>) {
        // Without a fight there are at least as many units on a tile as its commands took.
        if !desk.fights.is_empty() {
            desk.fights.clear();
            self.serve(desk, news);
        }
    }

    /// Cuts every order down to the units that are left for it. Doing it again changes nothing.
    fn serve(&mut self, desk: &mut Desk, news: &mut News<Event>) {
        for index in 0..desk.orders.len() {
            let order = &mut desk.orders[index];
            let taken = &mut desk.taken[usize::from(order.tile)];
            let left = self.units[usize::from(order.tile)] * sign(order.seat) - *taken;
            let served = order.units.min(left.max(0));
            *taken += served;
            let is_lost = served == 0 && order.units > 0;
            order.units = served;
            if is_lost {
                let Order { seat, line, .. } = *order;
                self.drop_line(seat, line, Reason::Lost, desk, news);
            }
        }
        desk.release_taken();
    }

    /// Rule: a building falls to as many enemies on its tiles as it has workers that count and defence.
    fn resolve_sieges(&mut self, desk: &mut Desk, news: &mut News<Event>) {
        desk.shaken = SeatSet::NONE;
        for word in 0..self.sites.len() {
            let mut rest = self.sites[word];
            while rest != 0 {
                let site = word * 64 + rest.trailing_zeros() as usize;
                rest &= rest - 1;
                self.besiege(site, desk, news);
            }
        }
        if !desk.shaken.is_empty() {
            self.serve(desk, news);
        }
    }

    #[inline]
    fn besiege(&mut self, site: usize, desk: &mut Desk, news: &mut News<Event>) {
        let Some(owner) = self.ground[site].owner() else { return };
        let tiles = self.tiles_of(site);
        let attacker = owner.other();
        let attackers: i32 = tiles.iter().map(|&tile| (self.units[tile] * sign(attacker)).max(0)).sum();
        if attackers < self.numbers.defence {
            return;
        }
        let price = self.numbers.defence + self.workers_in(site, desk);
        if attackers < price {
            return;
        }
        self.fell(site, owner, price);
        desk.shaken = desk.shaken.with(owner);
        news.say(Audience::All, || Event::Fell { owner, at: self.cell(site), price });
    }

    /// How many of those told to work in a building count.
    fn workers_in(&self, site: usize, desk: &Desk) -> i32 {
        let tiles = self.tiles_of(site);
        let is_inside = |order: &&Order| tiles.contains(&usize::from(order.tile)) && order.task != Task::Mine;
        let owner = self.ground[site].owner();
        let workers: i32 = desk
            .orders
            .iter()
            .filter(is_inside)
            .filter(|order| owner == Some(order.seat))
            .map(|order| order.units)
            .sum();
        workers.min(self.numbers.max_workers)
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
        self.lose(attacker, price);
    }

    /// Judges every build order by the ground it stands on: to work in an own building, or to make one.
    fn muster(&mut self, desk: &mut Desk, news: &mut News<Event>) {
        for index in 0..desk.orders.len() {
            let order = desk.orders[index];
            let Task::Build(corner) = order.task else { continue };
            if order.units == 0 {
                continue;
            }
            let judged = match self.ground[usize::from(order.tile)].owner() {
                Some(owner) if owner == order.seat => self.join_crew(order, desk),
                Some(_) => Err(Reason::Hostile),
                None => self.claim(order, corner, desk),
            };
            if let Err(reason) = judged {
                self.drop_line(order.seat, order.line, reason, desk, news);
            }
        }
    }

    #[inline]
    fn join_crew(&self, order: Order, desk: &mut Desk) -> Result<(), Reason> {
        let site = self.site_of(order.tile.into());
        let crew_of = &mut desk.crew_of[site];
        if *crew_of == 0 {
            desk.crews.push(Crew { site: site as u16, tile: order.tile, seat: order.seat, workers: 0 });
            *crew_of = desk.crews.len() as u16;
        }
        let crew = &mut desk.crews[usize::from(*crew_of) - 1];
        let places = self.numbers.max_workers - crew.workers;
        crew.workers += order.units.min(places);
        if places > 0 { Ok(()) } else { Err(Reason::Full) }
    }

    /// Checks that a building can be made, and holds its cost until the turn ends.
    fn claim(&mut self, order: Order, corner: Corner, desk: &mut Desk) -> Result<(), Reason> {
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
        if tiles.iter().any(|&tile| desk.claimed[tile].has(order.seat)) {
            return Err(Reason::Overlap);
        }
        let side = &mut self.sides[order.seat.index()];
        if side.purse < self.numbers.building_cost {
            return Err(Reason::Resource);
        }
        side.purse -= self.numbers.building_cost;
        for tile in tiles {
            desk.claimed[tile] = desk.claimed[tile].with(order.seat);
        }
        desk.claims.push(Claim { site: site as u16, line: order.line, seat: order.seat });
        Ok(())
    }

    /// Rule: what both players want is built by neither, and nothing is paid for it.
    fn raise_buildings(&mut self, desk: &mut Desk, news: &mut News<Event>) {
        for index in 0..desk.claims.len() {
            let Claim { site, line, seat } = desk.claims[index];
            let tiles = self.tiles_of(site.into());
            if tiles.iter().any(|&tile| desk.claimed[tile].has(seat.other())) {
                self.sides[seat.index()].purse += self.numbers.building_cost;
                self.drop_line(seat, line, Reason::Contested, desk, news);
            } else {
                self.raise(site.into(), seat, news);
            }
        }
        while let Some(claim) = desk.claims.pop() {
            for tile in self.tiles_of(claim.site.into()) {
                desk.claimed[tile] = SeatSet::NONE;
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
    fn produce_units(&mut self, desk: &mut Desk, news: &mut News<Event>) {
        for Crew { site, tile, seat, workers } in desk.crews.drain(..) {
            let (site, tile) = (usize::from(site), usize::from(tile));
            desk.crew_of[site] = 0;
            let (progress, work) =
                (i32::from(self.progress[site]) + workers, i32::from(self.numbers.unit_work));
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
    fn mine(&mut self, desk: &mut Desk, news: &mut News<Event>) {
        for index in 0..desk.orders.len() {
            let Order { tile, line, seat, task, units } = desk.orders[index];
            if task != Task::Mine || units == 0 {
                continue;
            }
            let tile = usize::from(tile);
            let resource = units.min(self.resource[tile].into());
            if resource == 0 {
                self.drop_line(seat, line, Reason::Empty, desk, news);
                continue;
            }
            self.resource[tile] -= resource as i16;
            self.changed[tile / 64] |= 1 << (tile % 64);
            self.sides[seat.index()].purse += resource;
            news.say(Audience::All, || Event::Mined { seat, at: self.cell(tile), resource });
        }
        desk.orders.clear();
    }

    #[inline]
    fn lose(&mut self, seat: Seat, units: i32) {
        let side = &mut self.sides[seat.index()];
        side.units -= units;
        side.lost += units;
    }

    #[cold]
    fn drop_line(&mut self, seat: Seat, line: u16, reason: Reason, desk: &Desk, news: &mut News<Event>) {
        let dropped = Dropped { line, reason };
        self.sides[seat.index()].dropped.push(dropped);
        // Where an own building fell, orders to work became orders to build, which nobody could foresee.
        let foreseeable = !reason.is_surprise() && !desk.shaken.has(seat);
        let audience = Audience::Only(SeatSet::only(seat));
        news.say(audience, || Event::Dropped { seat, dropped, foreseeable });
    }
}

impl Desk {
    /// Makes room for a board of that many tiles.
    fn prepare(&mut self, area: usize) {
        if self.taken.len() != area {
            *self = Self {
                leaving: vec![0; area * 4],
                taken: vec![0; area],
                crew_of: vec![0; area],
                claimed: vec![SeatSet::NONE; area],
                ..Self::default()
            };
        }
        self.shaken = SeatSet::NONE;
    }

    /// Frees the units that orders took, so that they can be counted again.
    fn release_taken(&mut self) {
        for order in &self.orders {
            self.taken[usize::from(order.tile)] = 0;
        }
    }
}

const _: () = assert!(MAX_SIDE * MAX_SIDE * 4 <= u16::MAX as u32 + 1, "tiles and ways fit their type");
