//! The floor of Si32: a hand-tight program for nothing but the default config and one policy. What the bench measures the
//! rules against, and a second implementation that the tests compare them with.
//!
//! The policy: of every stack of units, some stay and work or mine, the others go somewhere.

use skirmish_core::answer::Answers;
use skirmish_core::game::{Decision, Game};
use skirmish_core::grid::Direction;
use skirmish_core::news::News;
use skirmish_core::rng::{Rng, Seed};
use skirmish_core::seat::{Seat, SeatCount};
use skirmish_games::si32::{Command, Config, Corner, Orders, Si32};

/// A match of the default config at its start.
pub fn started(seed: u64) -> Si32 {
    Si32::start(&Config::default(), SeatCount::TWO, Seed(seed)).expect("the default config starts")
}

/// Plays the same matches by the rules and by the floor, one for each seed, and fails where they differ.
pub fn compare(seeds: std::ops::Range<u64>) {
    let mut answers = Answers::new();
    for seed in seeds {
        let start = started(seed);
        let (turns, _, produced) = bare(&start, &mut start.clone(), &mut answers, seed);
        let mut floor = Floor::new(&start);
        let floor = (floor.play(seed), floor.produced);
        assert_eq!(floor, (turns, produced), "seed {seed}: rules and floor play another match");
    }
}

/// What the units of a stack are told.
struct Split {
    /// How many work, if they stand on an own building; otherwise how many mine.
    stay: i32,
    /// How many move, and in which of the four directions.
    go: i32,
    direction: usize,
}

/// Half of a stack stays, half goes; a single unit stays three times out of four.
fn split(rng: &mut Rng, units: i32) -> Split {
    let bits = rng.bits();
    let stay = if units == 1 { i32::from(bits >> 62 != 0) } else { (units + 1) / 2 };
    Split { stay, go: units - stay, direction: (bits & 3) as usize }
}

fn choose(game: &Si32, seat: Seat, rng: &mut Rng, orders: &mut Orders) {
    orders.clear();
    let mut purse = game.side(seat).purse;
    for (at, units) in game.stacks(seat) {
        let Split { stay, go, direction } = split(rng, units);
        if stay > 0 {
            let owner = game.owner_at(at);
            if owner == Some(seat) || (owner.is_none() && purse >= game.building_cost()) {
                purse -= if owner.is_none() { game.building_cost() } else { 0 };
                orders.push(Command::Build { at, corner: Corner::ALL[direction], units: stay });
            } else if game.resource_at(at) > 0 {
                orders.push(Command::Mine { at, units: stay });
            }
        }
        if go > 0 {
            orders.push(Command::Move { at, way: Direction::ALL[direction], units: go });
        }
    }
}

/// Plays a random match by the rules; how many turns and commands it had, and what was produced.
pub fn bare(
    start: &Si32,
    state: &mut Si32,
    answers: &mut Answers<Orders>,
    seed: u64,
) -> (u64, u64, [i32; 2]) {
    state.clone_from(start);
    let (mut rng, mut news) = (Rng::new(Seed(seed)), News::silent());
    let (mut turns, mut commands) = (0, 0);
    while let Decision::Ask(_) = state.decision() {
        for seat in SeatCount::TWO.iter() {
            let orders = answers.act_in_place(seat);
            choose(state, seat, &mut rng, orders);
            commands += orders.commands().size_hint().1.unwrap_or(0) as u64;
        }
        state.step(answers, &mut news);
        turns += 1;
    }
    (turns, commands, [state.side(Seat(0)).produced, state.side(Seat(1)).produced])
}

const SIDE: usize = 20;
const AREA: usize = SIDE * SIDE;
const STEP: [isize; 4] = [-(SIDE as isize), 1, SIDE as isize, -1];

/// One match on 20x20: each stack's commands are carried out as they are chosen, nothing is reported.
#[derive(Clone)]
pub struct Floor {
    units: [i32; AREA],
    resource: [i16; AREA],
    /// 0, or 8 + 4 x owner + part of the building.
    ground: [u8; AREA],
    progress: [u8; AREA],
    sites: Vec<u16>,
    alive: [i32; 2],
    purse: [i32; 2],
    buildings: [i32; 2],
    built: [bool; 2],
    alone: [i32; 2],
    pub produced: [i32; 2],
    turn: u32,
    leaving: [i32; AREA * 4],
    flows: Vec<(u16, u16)>,
    stays: Vec<(u16, u8, u8, i32)>,
    workers: [i32; AREA],
    crews: Vec<(u16, u16)>,
    claims: Vec<(u16, u8)>,
    claimed: [u8; AREA],
}

impl Floor {
    /// The match at its start.
    pub fn new(game: &Si32) -> Self {
        let mut units = [0; AREA];
        let mut resource = [0; AREA];
        for (tile, cell) in game.cells().enumerate() {
            units[tile] = game.units_at(Seat(0), cell) - game.units_at(Seat(1), cell);
            resource[tile] = game.resource_at(cell) as i16;
        }
        Self {
            units,
            resource,
            ground: [0; AREA],
            progress: [0; AREA],
            sites: Vec::new(),
            alive: [1; 2],
            purse: [100; 2],
            buildings: [0; 2],
            built: [false; 2],
            alone: [0; 2],
            produced: [0; 2],
            turn: 1,
            leaving: [0; AREA * 4],
            flows: Vec::new(),
            stays: Vec::new(),
            workers: [0; AREA],
            crews: Vec::new(),
            claims: Vec::new(),
            claimed: [0; AREA],
        }
    }

    /// Plays to the end; how many turns there were.
    pub fn play(&mut self, seed: u64) -> u64 {
        let mut rng = Rng::new(Seed(seed));
        loop {
            self.command(&mut rng);
            let fought = self.march();
            if fought {
                for (tile, seat, _, units) in &mut self.stays {
                    let here = self.units[usize::from(*tile)] * (1 - 2 * i32::from(*seat));
                    *units = (*units).min(here.max(0));
                }
            }
            self.besiege();
            self.build();
            self.mine();
            if self.is_over() {
                return self.turn.into();
            }
            self.turn += 1;
        }
    }

    fn command(&mut self, rng: &mut Rng) {
        for seat in 0..2u8 {
            let sign = 1 - 2 * i32::from(seat);
            let mut purse = self.purse[usize::from(seat)];
            for tile in 0..AREA {
                let units = self.units[tile] * sign;
                if units <= 0 {
                    continue;
                }
                let Split { stay, go, direction } = split(rng, units);
                let ground = self.ground[tile];
                if stay > 0 {
                    if ground >> 2 == 2 | seat || (ground == 0 && purse >= 100) {
                        purse -= if ground == 0 { 100 } else { 0 };
                        self.stays.push((tile as u16, seat, direction as u8, stay));
                    } else if self.resource[tile] > 0 {
                        self.stays.push((tile as u16, seat, 9, stay));
                    }
                }
                let (x, y) = (tile % SIDE, tile / SIDE);
                if go == 0 || [y == 0, x == SIDE - 1, y == SIDE - 1, x == 0][direction] {
                    continue;
                }
                let units = go;
                let next = (tile as isize + STEP[direction]) as usize;
                self.units[tile] -= units * sign;
                self.leaving[tile * 4 + direction] = units * sign;
                self.flows.push(((tile * 4 + direction) as u16, (next * 4 + (direction ^ 2)) as u16));
            }
        }
    }

    fn march(&mut self) -> bool {
        for &(out, back) in &self.flows {
            let (out, back) = (usize::from(out), usize::from(back));
            if self.leaving[out] > 0 && self.leaving[back] < 0 {
                let lost = self.leaving[out].min(-self.leaving[back]);
                self.leaving[out] -= lost;
                self.leaving[back] += lost;
                self.alive[0] -= lost;
                self.alive[1] -= lost;
            }
        }
        let mut fought = false;
        for (out, back) in self.flows.drain(..) {
            let units = std::mem::take(&mut self.leaving[usize::from(out)]);
            let there = self.units[usize::from(back / 4)];
            self.units[usize::from(back / 4)] = there + units;
            if (there < 0 && units > 0) || (there > 0 && units < 0) {
                let lost = there.abs().min(units.abs());
                self.alive[0] -= lost;
                self.alive[1] -= lost;
                fought = true;
            }
        }
        fought
    }

    fn besiege(&mut self) {
        let mut index = 0;
        while index < self.sites.len() {
            let site = usize::from(self.sites[index]);
            let tiles = [site, site + 1, site + SIDE, site + SIDE + 1];
            let owner = self.ground[site] >> 2 & 1;
            let sign = 2 * i32::from(owner) - 1;
            let enemies: i32 = tiles.iter().map(|&tile| (self.units[tile] * sign).max(0)).sum();
            let inside =
                |stay: &&(u16, u8, u8, i32)| stay.1 == owner && stay.2 < 9 && tiles.contains(&stay.0.into());
            index += 1;
            if enemies < 10 {
                continue;
            }
            let mut price = 10 + self.stays.iter().filter(inside).map(|stay| stay.3).sum::<i32>().min(10);
            if enemies < price {
                continue;
            }
            index -= 1;
            self.sites.swap_remove(index);
            self.progress[site] = 0;
            self.buildings[usize::from(owner)] -= 1;
            self.alive[usize::from(1 - owner)] -= price;
            for i in 0..4 {
                let tile = tiles[if owner == 1 { i } else { 3 - i }];
                self.ground[tile] = 0;
                let lost = (self.units[tile] * sign).clamp(0, price);
                self.units[tile] -= lost * sign;
                price -= lost;
                for stay in self.stays.iter_mut().filter(|stay| usize::from(stay.0) == tile) {
                    let here = self.units[tile] * (1 - 2 * i32::from(stay.1));
                    stay.3 = stay.3.min(here.max(0));
                }
            }
        }
    }

    fn build(&mut self) {
        for index in 0..self.stays.len() {
            let (tile, seat, corner, units) = self.stays[index];
            if corner == 9 || units == 0 {
                continue;
            }
            let (at, ground) = (usize::from(tile), self.ground[usize::from(tile)]);
            if ground != 0 {
                if ground >> 2 & 1 == seat {
                    let part = usize::from(ground & 3);
                    let site = at - (part & 1) - (part >> 1) * SIDE;
                    if self.workers[site] == 0 {
                        self.crews.push((site as u16, tile));
                    }
                    self.workers[site] = (self.workers[site] + units).min(10);
                }
                continue;
            }
            let (x, y) = (at % SIDE, at / SIDE);
            let (left, up) = (usize::from(corner >= 2), usize::from(corner == 0 || corner == 3));
            if self.purse[usize::from(seat)] < 100
                || (x < left || y < up || x - left > SIDE - 2 || y - up > SIDE - 2)
            {
                continue;
            }
            let site = at - left - up * SIDE;
            let sign = 1 - 2 * i32::from(seat);
            let tiles = [site, site + 1, site + SIDE, site + SIDE + 1];
            let bad = |&tile: &usize| {
                self.ground[tile] != 0 || self.units[tile] * sign < 0 || self.claimed[tile] >> seat & 1 == 1
            };
            if tiles.iter().any(bad) {
                continue;
            }
            self.purse[usize::from(seat)] -= 100;
            tiles.iter().for_each(|&tile| self.claimed[tile] |= 1 << seat);
            self.claims.push((site as u16, seat));
        }
        self.raise();
        for (site, tile) in self.crews.drain(..) {
            let (site, tile) = (usize::from(site), usize::from(tile));
            let progress = self.progress[site] + std::mem::take(&mut self.workers[site]) as u8;
            let owner = usize::from(self.ground[site] >> 2 & 1);
            let made = i32::from(progress / 5);
            self.progress[site] = progress % 5;
            self.units[tile] += made * (1 - 2 * owner as i32);
            self.alive[owner] += made;
            self.produced[owner] += made;
        }
    }

    fn raise(&mut self) {
        for index in 0..self.claims.len() {
            let (site, seat) = (usize::from(self.claims[index].0), self.claims[index].1);
            let tiles = [site, site + 1, site + SIDE, site + SIDE + 1];
            if tiles.iter().any(|&tile| self.claimed[tile] >> (1 - seat) & 1 == 1) {
                self.purse[usize::from(seat)] += 100;
                continue;
            }
            for (part, tile) in (0..).zip(tiles) {
                self.ground[tile] = 8 | seat << 2 | part;
            }
            self.sites.push(site as u16);
            self.buildings[usize::from(seat)] += 1;
            self.built[usize::from(seat)] = true;
        }
        for (site, _) in self.claims.drain(..) {
            let site = usize::from(site);
            for tile in [site, site + 1, site + SIDE, site + SIDE + 1] {
                self.claimed[tile] = 0;
            }
        }
    }

    fn mine(&mut self) {
        for (tile, seat, task, units) in self.stays.drain(..) {
            if task == 9 {
                let there = &mut self.resource[usize::from(tile)];
                let taken = units.min(i32::from(*there));
                *there -= taken as i16;
                self.purse[usize::from(seat)] += taken;
            }
        }
    }

    fn is_over(&mut self) -> bool {
        let settled = (self.built[0] && self.built[1]) || self.turn >= 50;
        for seat in 0..2 {
            let is_alone = self.alive[seat] > 0 && self.alive[1 - seat] == 0;
            self.alone[seat] = if is_alone { self.alone[seat] + 1 } else { 0 };
        }
        self.turn == 300
            || self.alive == [0; 2]
            || (settled && (self.buildings[0] > 0) != (self.buildings[1] > 0))
            || self.alone.iter().any(|&turns| turns > 10)
    }
}
