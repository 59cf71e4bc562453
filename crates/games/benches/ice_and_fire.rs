//! Random playouts of A Code of Ice and Fire, bare: what a turn costs, beside a hand-tight program for the same policy
//! that knows only the default rules, no ids, no lines and no refusals. Both must reach the same end.
//!
//! `cargo bench -p skirmish-games --bench ice_and_fire`. A turn is one player's; about a dozen orders each.

use std::hint::black_box;
use std::time::Instant;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use skirmish_core::answer::Answers;
use skirmish_core::bits::Bits;
use skirmish_core::game::{Decision, Game};
use skirmish_core::grid::Cell;
use skirmish_core::news::News;
use skirmish_core::rng::{Rng, Seed};
use skirmish_core::seat::SeatCount;
use skirmish_core::wire::Wire;
use skirmish_games::ice_and_fire::{Action, Building, Config, IceAndFire, Level, Part};

type Cells = Bits<3>;
const STEPS: [(i16, i16); 4] = [(0, -1), (1, 0), (0, 1), (-1, 0)];

/// What a playout came to: turns, orders tried, final gold and territory of both.
#[derive(Debug, Default, PartialEq, Eq, Clone, Copy)]
struct Tally {
    turns: u64,
    orders: u64,
    gold: [i32; 2],
    cells: [usize; 2],
}

/// The policy: every unit takes a step by chance, then gold is spent by chance.
fn choose(state: &IceAndFire, rng: &mut Rng, action: &mut Action) {
    let seat = state.to_move();
    action.clear();
    for at in state.army(seat) {
        let (dx, dy) = STEPS[rng.below(4) as usize];
        let to = Cell::new(at.x + dx, at.y + dy);
        if let (true, Some((id, _))) = (state.is_land(to), state.unit(at)) {
            action.move_unit(id, to);
        }
    }
    let reach = state.reach(seat);
    let count = reach.count() as u32;
    for _ in 0..(state.gold(seat) / 10).clamp(1, 6) {
        let at = reach.nth(rng.below(count) as usize).expect("there is that many");
        let at = Cell::new((at % 12) as i16, (at / 12) as i16);
        match rng.below(16) {
            0 => action.build(Building::Tower, at),
            1..4 => action.build(Building::Mine, at),
            4 => action.train(Level::ALL[2], at),
            5 | 6 => action.train(Level::ALL[1], at),
            _ => action.train(Level::ALL[0], at),
        };
    }
}

fn playout(start: &IceAndFire, seed: u64, answers: &mut Answers<Action>) -> Tally {
    let mut state = start.clone();
    let mut rng = Rng::new(Seed(seed));
    let mut news = News::silent();
    let mut tally = Tally::default();
    while let Decision::Ask(_) = state.decision() {
        let action = answers.act_in_place(state.to_move());
        choose(&state, &mut rng, action);
        tally.orders += action.parts().len() as u64;
        tally.turns += 1;
        state.step(answers, &mut news);
    }
    for seat in state.seats().iter() {
        tally.gold[seat.index()] = state.gold(seat);
        tally.cells[seat.index()] = state.territory(seat).count();
    }
    tally
}

/// The floor: the default rules alone, every unit known by its cell.
mod floor {
    use super::{Cells, STEPS, Tally};
    use skirmish_core::rng::{Rng, Seed};

    const COST: [i32; 4] = [0, 10, 20, 30];
    const UPKEEP: [i32; 4] = [0, 1, 4, 20];
    const OFF: u8 = 191;

    pub struct Tables {
        beside: [[u8; 4]; 144],
        near: [Cells; 144],
        around: [[u8; 8]; 144],
        splits: [bool; 256],
        left: Cells,
        right: Cells,
    }

    impl Tables {
        pub fn new() -> Self {
            let ring = [(0, -1), (1, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1)];
            let near = |at: usize, (dx, dy): (i16, i16)| {
                let (x, y) = ((at % 12) as i16 + dx, (at / 12) as i16 + dy);
                if (0..12).contains(&x) && (0..12).contains(&y) { (y * 12 + x) as u8 } else { OFF }
            };
            let has = |ring: usize, i: usize| ring >> (i % 8) & 1 == 1;
            let runs = |ring: usize| {
                (0..8).step_by(2).filter(move |&i| has(ring, i) && !(has(ring, i + 7) && has(ring, i + 6)))
            };
            let mut tables = Self {
                beside: std::array::from_fn(|at| STEPS.map(|step| near(at, step))),
                near: [Cells::EMPTY; 144],
                around: std::array::from_fn(|at| ring.map(|step| near(at, step))),
                splits: std::array::from_fn(|ring| runs(ring).count() > 1),
                left: Cells::EMPTY,
                right: Cells::EMPTY,
            };
            for (at, set) in tables.near.iter_mut().enumerate() {
                tables.beside[at]
                    .iter()
                    .filter(|&&near| near != OFF)
                    .for_each(|&near| set.insert(near.into()));
            }
            for row in 0..12 {
                tables.left.insert(row * 12);
                tables.right.insert(row * 12 + 11);
            }
            tables
        }

        fn touches(&self, set: &Cells, at: usize) -> bool {
            let near = &self.near[at].0;
            (near[0] & set.0[0]) | (near[1] & set.0[1]) | (near[2] & set.0[2]) != 0
        }

        fn spread(&self, set: &Cells) -> Cells {
            let rows = set.up(12).or(&set.down(12));
            rows.or(&set.minus(&self.right).up(1)).or(&set.minus(&self.left).down(1))
        }

        pub fn flood(&self, start: usize, within: &Cells) -> Cells {
            let mut reached = Cells::EMPTY;
            reached.insert(start);
            loop {
                let next = reached.or(&self.spread(&reached).and(within));
                if next == reached {
                    return reached;
                }
                reached = next;
            }
        }
    }

    #[derive(Clone)]
    pub struct Floor {
        pub land: Cells,
        pub spots: Cells,
        owned: [Cells; 2],
        active: [Cells; 2],
        units: Cells,
        mines: Cells,
        towers: Cells,
        tired: Cells,
        level: [u8; 144],
        gold: [i32; 2],
        worth: [i32; 2],
    }

    impl Floor {
        pub fn new(land: Cells, spots: Cells) -> Self {
            let set = |cells: &[usize]| {
                let mut set = Cells::EMPTY;
                cells.iter().for_each(|&at| set.insert(at));
                set
            };
            let owned = [set(&[0]), set(&[131, 143])];
            let none = Cells::EMPTY;
            Self {
                land,
                spots,
                owned,
                active: owned,
                units: none,
                mines: none,
                towers: none,
                tired: none,
                level: [0; 144],
                gold: [20; 2],
                worth: [1, 2],
            }
        }

        fn earns(&self, cells: &Cells) -> i32 {
            cells.count() as i32 + 4 * self.mines.and(cells).count() as i32
        }

        fn kill(&mut self, me: usize, dead: Cells) {
            for at in dead.iter() {
                self.worth[me] += UPKEEP[self.level[at] as usize];
                self.level[at] = 0;
            }
            self.units = self.units.minus(&dead);
        }

        fn begin(&mut self, me: usize) {
            self.kill(me, self.units.and(&self.owned[me]).minus(&self.active[me]));
            self.gold[me] += self.worth[me];
            if self.gold[me] < 0 {
                self.gold[me] = 0;
                self.kill(me, self.units.and(&self.owned[me]));
            }
            self.tired = Cells::EMPTY;
        }

        fn can_enter(&self, t: &Tables, me: usize, level: u8, at: usize) -> bool {
            if self.owned[me].has(at) {
                return self.level[at] == 0 && !self.built(at);
            }
            if level == 3 || !self.owned[1 - me].has(at) {
                return true;
            }
            let active = &self.active[1 - me];
            let guarded = self.towers.has(at) || active.has(at) && t.touches(&self.towers.and(active), at);
            !guarded && level > self.level[at]
        }

        fn built(&self, at: usize) -> bool {
            self.mines.has(at) || self.towers.has(at) || at == 0 || at == 143
        }

        /// Takes the cell; true if that was the headquarters.
        fn conquer(&mut self, t: &Tables, me: usize, at: usize) -> bool {
            let foe = 1 - me;
            if self.owned[me].has(at) {
                return false;
            }
            if self.owned[foe].has(at) {
                self.worth[foe] += UPKEEP[self.level[at] as usize];
                self.towers.remove(at);
                self.owned[foe].remove(at);
                if self.active[foe].has(at) {
                    self.active[foe].remove(at);
                    self.worth[foe] -= if self.mines.has(at) { 5 } else { 1 };
                    let ring = t.around[at].iter().enumerate().fold(0, |ring, (i, &near)| {
                        ring | usize::from(self.active[foe].has(near.into())) << i
                    });
                    let home = foe * 143;
                    if at == home {
                        self.active[foe] = Cells::EMPTY;
                    } else if t.splits[ring] {
                        let kept = t.flood(home, &self.active[foe]);
                        self.worth[foe] -= self.earns(&self.active[foe].minus(&kept));
                        self.active[foe] = kept;
                    }
                }
                self.mines.remove(at);
            }
            let cut_off = self.owned[me].minus(&self.active[me]);
            self.owned[me].insert(at);
            if t.touches(&cut_off, at) {
                let joined = t.flood(at, &cut_off);
                self.worth[me] += self.earns(&joined);
                self.active[me] = self.active[me].or(&joined);
            } else {
                self.active[me].insert(at);
                self.worth[me] += 1;
            }
            at == foe * 143
        }

        /// The same choices as [`super::choose`], played as they are made.
        pub fn playout(mut self, t: &Tables, seed: u64) -> Tally {
            let mut rng = Rng::new(Seed(seed));
            let mut tally = Tally::default();
            'game: for turn in 0..200 {
                let me = turn % 2;
                self.begin(me);
                tally.turns += 1;
                let (reach, gold) =
                    (self.active[me].or(&t.spread(&self.active[me])).and(&self.land), self.gold[me]);
                let mut over = false;
                for from in self.units.and(&self.owned[me]).iter() {
                    let to = usize::from(t.beside[from][rng.below(4) as usize]);
                    if self.land.has(to) {
                        tally.orders += 1;
                        over |= !over && self.walk(t, me, from, to);
                    }
                }
                let count = reach.count() as u32;
                for _ in 0..(gold / 10).clamp(1, 6) {
                    let at = reach.nth(rng.below(count) as usize).expect("there is that many");
                    let kind = rng.below(16);
                    tally.orders += 1;
                    over |= !over && self.spend(t, me, at, kind);
                }
                if over {
                    break 'game;
                }
            }
            tally.gold = self.gold;
            tally.cells = self.active.map(|active| active.count());
            tally
        }

        fn walk(&mut self, t: &Tables, me: usize, from: usize, to: usize) -> bool {
            let level = self.level[from];
            if self.tired.has(from) || !self.can_enter(t, me, level, to) {
                return false;
            }
            let over = self.conquer(t, me, to);
            self.level[from] = 0;
            self.level[to] = level;
            self.units.remove(from);
            self.units.insert(to);
            self.tired.insert(to);
            over
        }

        fn spend(&mut self, t: &Tables, me: usize, at: usize, kind: u32) -> bool {
            if kind < 4 {
                let free = self.owned[me].has(at) && self.level[at] == 0 && !self.built(at);
                let is_spot = self.spots.has(at);
                let cost =
                    if kind == 0 { 15 } else { 20 + 4 * self.mines.and(&self.owned[me]).count() as i32 };
                if free && is_spot == (kind > 0) && self.gold[me] >= cost {
                    self.gold[me] -= cost;
                    if kind == 0 {
                        self.towers.insert(at);
                    } else {
                        self.mines.insert(at);
                        self.worth[me] += 4;
                    }
                }
                return false;
            }
            let level = match kind {
                4 => 3,
                5 | 6 => 2,
                _ => 1,
            };
            let cost = COST[level as usize];
            if self.gold[me] < cost || !self.can_enter(t, me, level, at) {
                return false;
            }
            self.gold[me] -= cost;
            self.worth[me] -= UPKEEP[level as usize];
            let over = self.conquer(t, me, at);
            self.level[at] = level;
            self.units.insert(at);
            self.tired.insert(at);
            over
        }
    }
}

/// The starts of both programs, for the same maps.
fn starts() -> Vec<(IceAndFire, floor::Floor)> {
    (0..64)
        .map(|seed| {
            let state = IceAndFire::start(&Config::default(), SeatCount::TWO, Seed(seed)).expect("it starts");
            let (mut land, mut spots) = (Cells::EMPTY, Cells::EMPTY);
            for at in 0..144 {
                let cell = Cell::new((at % 12) as i16, (at / 12) as i16);
                if state.is_land(cell) {
                    land.insert(at);
                }
                if state.is_mine_spot(cell) {
                    spots.insert(at);
                }
            }
            (state, floor::Floor::new(land, spots))
        })
        .collect()
}

fn add(sum: &mut Tally, one: Tally) {
    sum.turns += one.turns;
    sum.orders += one.orders;
}

/// Times both programs in turn and prints what a turn and an order cost.
fn summary(starts: &[(IceAndFire, floor::Floor)]) {
    let tables = floor::Tables::new();
    let mut answers = Answers::new();
    let mut sum = Tally::default();
    for (i, (state, floor)) in starts.iter().enumerate() {
        let ours = playout(state, i as u64, &mut answers);
        assert_eq!(ours, floor.clone().playout(&tables, i as u64), "both programs play the same game");
        add(&mut sum, ours);
    }
    // Eight games at a time, all of them in every round, so that no branch predictor learns one by heart; of each
    // eight the best time, since whatever else the machine does can only add to it.
    let mut fastest = [[u128::MAX; 2]; 8];
    for _ in 0..60 {
        for (eight, fastest) in fastest.iter_mut().enumerate() {
            let games = || (8 * eight..8 * eight + 8).map(|i| (&starts[i], i as u64));
            let begin = Instant::now();
            for ((state, _), seed) in games() {
                black_box(playout(state, seed, &mut answers));
            }
            fastest[0] = fastest[0].min(begin.elapsed().as_nanos());
            let begin = Instant::now();
            for ((_, floor), seed) in games() {
                black_box(floor.clone().playout(&tables, seed));
            }
            fastest[1] = fastest[1].min(begin.elapsed().as_nanos());
        }
    }
    let best = [0, 1].map(|program| fastest.iter().map(|fastest| fastest[program]).sum::<u128>() as f64);
    let (turns, orders) = (sum.turns as f64, sum.orders as f64);
    println!(
        "{} games, {:.1} turns each, {:.1} orders a turn",
        starts.len(),
        turns / starts.len() as f64,
        orders / turns
    );
    println!("engine: {:.0} ns a turn, {:.1} ns an order", best[0] / turns, best[0] / orders);
    println!("floor:  {:.0} ns a turn, {:.1} ns an order", best[1] / turns, best[1] / orders);
    println!("ratio:  {:.2}", best[0] / best[1]);
}

fn playouts(c: &mut Criterion) {
    let starts = starts();
    summary(&starts);
    let tables = floor::Tables::new();
    let mut answers = Answers::new();
    let (state, floor) = &starts[0];
    let mut group = c.benchmark_group("ice-and-fire");
    group.sample_size(20);
    group.throughput(Throughput::Elements(playout(state, 0, &mut answers).turns));
    group.bench_function("playout, engine", |b| b.iter(|| playout(black_box(state), 0, &mut answers)));
    group.bench_function("playout, floor", |b| b.iter(|| black_box(floor).clone().playout(&tables, 0)));
    group.throughput(Throughput::Elements(1));
    group.bench_function("start", |b| {
        let mut seed = 0;
        b.iter(|| {
            seed += 1;
            IceAndFire::start(&Config::default(), SeatCount::TWO, Seed(seed))
        });
    });
    text(&mut group, state);
    group.finish();
}

/// What is active after a loss: kept up order by order, flooded with bits, or searched cell by cell.
fn territory(c: &mut Criterion) {
    let (state, order) = capture();
    let tables = floor::Tables::new();
    let loser = state.to_move().other();
    let home = state.headquarters(loser);
    let home = home.y as usize * 12 + home.x as usize;
    let owned = state.territory(loser);
    let mut group = c.benchmark_group("ice-and-fire, territory");
    let mut copy = state.clone();
    group.bench_function("a clone", |b| b.iter(|| copy.clone_from(black_box(&state))));
    group.bench_function("a clone and a capture, both territories kept up", |b| {
        b.iter(|| {
            copy.clone_from(black_box(&state));
            copy.try_order(&order)
        });
    });
    group.bench_function("one flood with bits", |b| b.iter(|| tables.flood(home, black_box(&owned))));
    group.bench_function("one plain search", |b| {
        let mut queue = Vec::with_capacity(144);
        b.iter(|| {
            let mut seen = [false; 144];
            seen[home] = true;
            queue.clear();
            queue.push(home);
            while let Some(at) = queue.pop() {
                for (dx, dy) in STEPS {
                    let (x, y) = ((at % 12) as i16 + dx, (at / 12) as i16 + dy);
                    let near = (y * 12 + x) as usize;
                    if (0..12).contains(&x) && (0..12).contains(&y) && owned.has(near) && !seen[near] {
                        seen[near] = true;
                        queue.push(near);
                    }
                }
            }
            seen
        });
    });
    group.finish();
}

/// A position in which the mover can take a cell of the other, and the order that does.
fn capture() -> (IceAndFire, Part) {
    let (mut answers, mut rng) = (Answers::new(), Rng::new(Seed(1)));
    let mut state = IceAndFire::start(&Config::default(), SeatCount::TWO, Seed(1)).expect("it starts");
    loop {
        choose(&state, &mut rng, answers.act_in_place(state.to_move()));
        state.step(&answers, &mut News::silent());
        let seat = state.to_move();
        for at in state.reach(seat).iter().filter(|_| state.turn() > 30) {
            let at = Cell::new((at % 12) as i16, (at / 12) as i16);
            let order = Part::train(Level::ALL[0], at);
            if state.owner(at) == Some(seat.other()) && state.clone().try_order(&order).is_ok() {
                return (state, order);
            }
        }
    }
}

/// A block written and a line read.
fn text(group: &mut criterion::BenchmarkGroup<'_, criterion::measurement::WallTime>, start: &IceAndFire) {
    let mut state = start.clone();
    let (mut answers, mut rng) = (Answers::new(), Rng::new(Seed(1)));
    for _ in 0..60 {
        choose(&state, &mut rng, answers.act_in_place(state.to_move()));
        state.step(&answers, &mut News::silent());
    }
    let mut page = skirmish_core::wire::Page::new();
    let seat = state.to_move();
    group.bench_function("text out", |b| {
        b.iter(|| {
            page.clear();
            state.ask(seat, skirmish_core::wire::ClockFace::default(), &mut page);
        });
    });
    let mut action = Action::new();
    choose(&state, &mut rng, &mut action);
    let mut line = skirmish_core::wire::Page::new();
    state.write(&action, &mut line);
    group.bench_function("text in", |b| b.iter(|| state.read(seat, line.as_bytes(), &mut action)));
}

criterion_group!(benches, playouts, territory);
criterion_main!(benches);
