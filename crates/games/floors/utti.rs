//! The floor of Utti: the same match in a program for the default board, these numbers and one policy alone. What the
//! bench measures the rules against, and a second implementation that the tests compare them with.

use skirmish_core::answer::Answers;
use skirmish_core::game::{Decision, Game};
use skirmish_core::grid::{Cell, KING_STEPS};
use skirmish_core::news::News;
use skirmish_core::rng::{Rng, Seed};
use skirmish_core::seat::{Seat, SeatCount};
use skirmish_games::utti::{Action, Config, Order, OrderKind, Utti};

/// Rounds of a match.
pub const ROUNDS: u32 = 500;

/// A match of the default config before its hello.
pub fn started(seed: Seed) -> Utti {
    Utti::start(&Config::default(), SeatCount::TWO, seed).expect("the default config starts")
}

/// Plays the same matches by the rules and by the floor, one for each seed, and fails where they differ.
pub fn compare(seeds: std::ops::Range<u64>) {
    for seed in seeds.map(Seed) {
        let start = started(seed);
        let played = bare(&start, &mut start.clone(), seed);
        assert_eq!(
            Match::new(&start).play(ROUNDS, seed),
            played,
            "{seed:?}: rules and floor play another match"
        );
    }
}

/// What a random unit wants: bases create; troops on mines mostly mine; the others mostly walk.
#[inline(always)]
fn wish(is_troop: bool, on_mine: bool, rng: &mut Rng) -> (OrderKind, usize) {
    let chance = rng.bits();
    let direction = (chance >> 60 & 7) as usize;
    let kind = match chance >> 32 & 15 {
        _ if !is_troop => OrderKind::CreateTroop,
        1.. if on_mine => OrderKind::Mine,
        0 => OrderKind::Split,
        1 => OrderKind::Climb,
        2 => OrderKind::Capture,
        3 => OrderKind::CreateBase,
        _ => OrderKind::Move,
    };
    (kind, direction)
}

/// The match by the rules, unit by unit: how many were asked, and both scores.
pub fn bare(start: &Utti, state: &mut Utti, seed: Seed) -> (u64, [i64; 2]) {
    state.clone_from(start);
    let mut rng = Rng::new(seed);
    let (mut answers, mut news) = (Answers::new(), News::silent());
    let mut asked = 0;
    for seat in [Seat::FIRST, Seat::SECOND] {
        answers.act(seat, Action::Ready { batch: false });
    }
    state.step(&answers, &mut news);
    while let Decision::Ask(_) = state.decision() {
        let Some(unit) = state.acting() else { break };
        let (kind, direction) = wish(unit.is_troop(), state.is_on_mine(unit), &mut rng);
        let (dx, dy) = if kind == OrderKind::CreateBase { (0, 0) } else { KING_STEPS[direction] };
        let at = Cell::new(unit.cell.x + dx, unit.cell.y + dy);
        answers.act(unit.seat(), Action::One(Order::new(kind, at)));
        state.step(&answers, &mut news);
        asked += 1;
    }
    (asked, [state.score(Seat::FIRST), state.score(Seat::SECOND)])
}

/// The board has a wall around it, so that no step has to be checked.
const WIDTH: usize = 102;
const WALL: u16 = u16::MAX;
const FREE: u16 = u16::MAX - 1;
const BASE: u32 = 0;
const GONE: u32 = u32::MAX;

#[derive(Clone, Copy)]
struct Unit {
    at: u32,
    /// [`BASE`] for a base, [`GONE`] once it is gone.
    height: u32,
}

#[derive(Clone, Default)]
struct Side {
    units: Vec<Unit>,
    next: usize,
    end: usize,
    alive: u32,
    gold: i64,
}

/// One match.
#[derive(Clone)]
pub struct Match {
    troops: Vec<u16>,
    mines: Vec<bool>,
    bases: Vec<bool>,
    sides: [Side; 2],
    steps: [isize; 8],
}

impl Match {
    /// The match at its start.
    pub fn new(start: &Utti) -> Self {
        let at = |cell: Cell| (cell.y as usize + 1) * WIDTH + cell.x as usize + 1;
        let inside = |at: usize| (1..=100).contains(&(at % WIDTH)) && (1..=100).contains(&(at / WIDTH));
        let troops = (0..WIDTH * WIDTH).map(|at| if inside(at) { FREE } else { WALL }).collect();
        let (mut mines, mut bases) = (vec![false; WIDTH * WIDTH], vec![false; WIDTH * WIDTH]);
        start.mines().for_each(|cell| mines[at(cell)] = true);
        let sides = [Seat::FIRST, Seat::SECOND].map(|seat| {
            let mut side = Side { gold: 100, ..Side::default() };
            for unit in start.units(seat) {
                bases[at(unit.cell)] = true;
                side.units.push(Unit { at: at(unit.cell) as u32, height: BASE });
                side.alive += 1;
            }
            side
        });
        let steps = KING_STEPS.map(|(dx, dy)| dy as isize * WIDTH as isize + dx as isize);
        Self { troops, mines, bases, sides, steps }
    }

    /// Plays that many rounds; how many units acted, and both scores.
    pub fn play(&mut self, rounds: u32, seed: Seed) -> (u64, [i64; 2]) {
        let mut rng = Rng::new(seed);
        let mut acted = 0;
        for round in 0..rounds {
            self.sides.iter_mut().for_each(|side| (side.next, side.end) = (0, side.units.len()));
            while self.sides.iter().any(|side| side.next < side.end) {
                let mut turn = (round & 1) as usize;
                while let Some(side) = self.find(turn) {
                    let index = self.sides[side].next;
                    self.sides[side].next += 1;
                    self.act(side, index, &mut rng);
                    acted += 1;
                    turn = side ^ 1;
                }
                for side in &mut self.sides {
                    (side.next, side.end) = (side.end, side.units.len());
                }
            }
            self.compact();
        }
        let score = |side: &Side| {
            let of = |unit: &Unit| if unit.height == BASE { 100 } else { 5 * i64::from(unit.height) };
            side.gold + side.units.iter().map(of).sum::<i64>()
        };
        (acted, [score(&self.sides[0]), score(&self.sides[1])])
    }

    #[inline]
    fn find(&mut self, turn: usize) -> Option<usize> {
        for seat in [turn, turn ^ 1] {
            let side = &mut self.sides[seat];
            while side.next < side.end && side.units[side.next].height == GONE {
                side.next += 1;
            }
            if side.next < side.end {
                return Some(seat);
            }
        }
        None
    }

    #[inline]
    fn act(&mut self, seat: usize, index: usize, rng: &mut Rng) {
        let side = &mut self.sides[seat];
        let Unit { at, height } = side.units[index];
        let at = at as usize;
        let (kind, direction) = wish(height != BASE, self.mines[at], rng);
        let to = at.wrapping_add_signed(self.steps[direction]);
        let there = self.troops[to];
        let me = (index << 1 | seat) as u16;
        match kind {
            OrderKind::Move if there == FREE => {
                self.troops[at] = FREE;
                self.troops[to] = me;
                side.units[index].at = to as u32;
            }
            OrderKind::Mine => side.gold += 2 * i64::from(height),
            OrderKind::CreateTroop
                if there == FREE && self.troops[at] == FREE && side.gold >= 10 && side.alive < 100 =>
            {
                side.gold -= 10;
                self.bear(seat, to, 1);
            }
            OrderKind::Climb | OrderKind::Capture if there < FREE => {
                let whose = usize::from(there & 1);
                if (whose == seat) == (kind == OrderKind::Climb) {
                    let below = &mut self.sides[whose].units[usize::from(there >> 1)];
                    let lifted = below.height;
                    below.height = GONE;
                    self.sides[whose].alive -= 1;
                    self.troops[at] = FREE;
                    self.troops[to] = me;
                    self.sides[seat].units[index] = Unit { at: to as u32, height: height + lifted };
                }
            }
            OrderKind::Split if there == FREE && height > 1 && !self.bases[to] && side.alive < 100 => {
                side.units[index] = Unit { at: to as u32, height: height / 2 };
                self.troops[to] = me;
                self.bear(seat, at, height - height / 2);
            }
            OrderKind::CreateBase if height >= 20 && !self.bases[at] => self.create_base(seat, index),
            _ => {}
        }
    }

    fn create_base(&mut self, seat: usize, index: usize) {
        let side = &mut self.sides[seat];
        let Unit { at, height } = side.units[index];
        if height == 20 {
            side.units[index].height = GONE;
            side.alive -= 1;
            self.troops[at as usize] = FREE;
        } else if side.alive < 100 {
            side.units[index].height -= 20;
        } else {
            return;
        }
        self.bases[at as usize] = true;
        side.units.push(Unit { at, height: BASE });
        side.alive += 1;
    }

    fn bear(&mut self, seat: usize, at: usize, height: u32) {
        let side = &mut self.sides[seat];
        self.troops[at] = (side.units.len() << 1 | seat) as u16;
        side.units.push(Unit { at: at as u32, height });
        side.alive += 1;
    }

    fn compact(&mut self) {
        for (seat, side) in self.sides.iter_mut().enumerate() {
            if side.units.len() == side.alive as usize {
                continue;
            }
            side.units.retain(|unit| unit.height != GONE);
            for (index, unit) in side.units.iter().enumerate().filter(|(_, unit)| unit.height != BASE) {
                self.troops[unit.at as usize] = (index << 1 | seat) as u16;
            }
        }
    }
}
