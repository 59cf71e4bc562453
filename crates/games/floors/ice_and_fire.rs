//! The floor of A Code of Ice and Fire: a hand-tight program for one policy that knows only the default rules, no ids, no
//! lines and no refusals. What the bench measures the rules against, and a second implementation that the tests compare
//! them with.

use skirmish_core::answer::Answers;
use skirmish_core::bits::Bits;
use skirmish_core::game::{Decision, Game};
use skirmish_core::grid::Cell;
use skirmish_core::news::News;
use skirmish_core::rng::{Rng, Seed};
use skirmish_core::seat::SeatCount;
use skirmish_games::ice_and_fire::{Action, Building, Config, IceAndFire, Level};

type Cells = Bits<3>;
/// Up, right, down, left.
pub const STEPS: [(i16, i16); 4] = [(0, -1), (1, 0), (0, 1), (-1, 0)];

/// What a playout came to: turns, orders tried, final gold and territory of both.
#[derive(Debug, Default, PartialEq, Eq, Clone, Copy)]
pub struct Tally {
    /// Turns of both players.
    pub turns: u64,
    /// Orders tried.
    pub orders: u64,
    gold: [i32; 2],
    cells: [usize; 2],
}

/// The starts of both programs on the same map.
pub fn started(seed: u64) -> (IceAndFire, Floor) {
    let state =
        IceAndFire::start(&Config::default(), SeatCount::TWO, Seed(seed)).expect("the defaults start");
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
    (state, Floor::new(land, spots))
}

/// Plays the same matches by the rules and by the floor, one for each seed, and fails where they differ.
pub fn compare(seeds: std::ops::Range<u64>) {
    let (tables, mut answers) = (Tables::new(), Answers::new());
    for seed in seeds {
        let (state, floor) = started(seed);
        let (ours, floor) = (playout(&state, seed, &mut answers), floor.playout(&tables, seed));
        assert_eq!(ours, floor, "seed {seed}: rules and floor play another match");
    }
}

/// The policy: every unit takes a step by chance, then gold is spent by chance.
pub fn choose(state: &IceAndFire, rng: &mut Rng, action: &mut Action) {
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

/// A playout by the rules.
pub fn playout(start: &IceAndFire, seed: u64, answers: &mut Answers<Action>) -> Tally {
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

const COST: [i32; 4] = [0, 10, 20, 30];
const UPKEEP: [i32; 4] = [0, 1, 4, 20];
const OFF: u8 = 191;

/// What the floor looks up instead of reckoning it.
pub struct Tables {
    beside: [[u8; 4]; 144],
    near: [Cells; 144],
    around: [[u8; 8]; 144],
    splits: [bool; 256],
    left: Cells,
    right: Cells,
}

impl Tables {
    /// All tables.
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
            tables.beside[at].iter().filter(|&&near| near != OFF).for_each(|&near| set.insert(near.into()));
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

    /// The cells of `within` that can be reached from the start.
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

/// One match: every unit is known by its cell.
#[derive(Clone)]
pub struct Floor {
    land: Cells,
    spots: Cells,
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
    /// The match at its start on that land.
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
                let ring = t.around[at]
                    .iter()
                    .enumerate()
                    .fold(0, |ring, (i, &near)| ring | usize::from(self.active[foe].has(near.into())) << i);
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

    /// The same choices as [`choose`], played as they are made.
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
            let cost = if kind == 0 { 15 } else { 20 + 4 * self.mines.and(&self.owned[me]).count() as i32 };
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
