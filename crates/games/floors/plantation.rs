//! The floor of Plantation: the tightest program for random playouts of the default config that we could write. It keeps no
//! memory of what a seat was told, tells nobody anything, and takes its commands as numbers. What the bench measures the
//! rules against, and a second implementation that the tests compare them with.

use std::hint::black_box;

use skirmish_core::answer::Answers;
use skirmish_core::game::{Decision, Game};
use skirmish_core::news::News;
use skirmish_core::rng::{Rng, Seed};
use skirmish_core::seat::{Seat, SeatCount};
use skirmish_games::plantation::{Command, Config, Plantation, Set, Verb};

/// Cells of the default board.
pub const CELLS: usize = 121;

/// The same start for the rules and for the floor.
pub fn started() -> (Plantation, Field) {
    let rows = [2, 5, 9];
    let config = Config { plus_rows: rows.to_vec(), minus_rows: rows.to_vec(), ..Config::default() };
    let start = Plantation::start(&config, SeatCount::TWO, Seed(1)).expect("a valid config");
    let rows = rows.map(usize::from);
    (start, Field::new(&rows, &rows))
}

/// Plays the same playouts by the rules and by the floor, one for each seed, and fails where they differ.
pub fn compare(seeds: std::ops::Range<u64>) {
    let (start, tight) = started();
    for seed in seeds {
        let (ours, floor) = (playout(&start, seed), floor_playout(&tight, seed));
        assert_eq!(ours, floor, "seed {seed}: rules and floor play another match");
    }
}

/// What to do and roughly where: the policy that both programs play by. Plants and fertilises twice as often as the
/// rest; the cell is moved on to the next one that makes sense, if there is one.
fn wish(rng: &mut Rng) -> (Verb, usize) {
    use Verb::{Bomb, Colonise, Fertilise, Plant, Scout, Spray};
    static VERBS: [Verb; 8] = [Plant, Plant, Fertilise, Fertilise, Scout, Colonise, Spray, Bomb];
    let bits = rng.bits();
    (VERBS[(bits & 7) as usize], (((bits >> 32) * CELLS as u64) >> 32) as usize)
}

/// The first member from `start` on, going round; `start` if there is none.
fn next(set: u128, start: usize) -> usize {
    let (above, any) = (set >> start, set);
    if above != 0 {
        start + above.trailing_zeros() as usize
    } else if any != 0 {
        any.trailing_zeros() as usize
    } else {
        start
    }
}

fn low(set: &Set) -> u128 {
    u128::from(set.0[0]) | u128::from(set.0[1]) << 64
}

/// The policy's command in a state.
#[inline(always)]
pub fn choose(state: &Plantation, seat: Seat, rng: &mut Rng) -> Command {
    let (verb, near) = wish(rng);
    let at = |at| state.cell(at);
    match verb {
        Verb::Plant => Command::at(verb, at(next(low(&state.targets(seat, Verb::Plant)), near))),
        Verb::Fertilise => Command::at(verb, at(next(low(state.tiles(seat)), near))),
        Verb::Scout | Verb::Spray | Verb::Bomb => Command::at(verb, at(near)),
        Verb::Colonise => {
            let target = next(low(&state.targets(seat, Verb::Colonise)), near);
            Command::colonise(at(target), at(next(low(state.sources(seat)), near)))
        }
    }
}

/// A playout by the rules: how many commands, and by how much Plus is ahead.
pub fn playout(start: &Plantation, seed: u64) -> (u64, i64) {
    let (mut state, mut rng) = (start.clone(), Rng::new(Seed(seed)));
    let (mut answers, mut news, mut commands) = (Answers::new(), News::silent(), 0);
    while let Decision::Ask(ask) = state.decision() {
        let seat = ask.seats.first().expect("somebody is asked");
        answers.act(seat, choose(&state, seat, &mut rng));
        state.step(&answers, &mut news);
        commands += 1;
    }
    (commands, state.score(Seat::FIRST) - state.score(Seat::SECOND))
}

const COLS: usize = 11;
const ALL: u128 = (1 << CELLS) - 1;

const fn column(col: usize) -> u128 {
    let (mut set, mut at) = (0, col);
    while at < CELLS {
        set |= 1 << at;
        at += COLS;
    }
    set
}

const fn beside(set: u128) -> u128 {
    (set << COLS | set >> COLS | (set & !column(COLS - 1)) << 1 | (set & !column(0)) >> 1) & ALL
}

const fn crosses() -> [u128; CELLS] {
    let (mut crosses, mut at) = ([0; CELLS], 0);
    while at < CELLS {
        crosses[at] = beside(1 << at) | 1 << at;
        at += 1;
    }
    crosses
}

static CROSS: [u128; CELLS] = crosses();

/// The board: two words a side.
#[derive(Clone)]
pub struct Field {
    score: [[i16; 128]; 2],
    tiles: [u128; 2],
    sources: [u128; 2],
    sums: [i32; 2],
}

impl Field {
    /// The board at the start, with tiles in these rows of the outer columns.
    pub fn new(plus: &[usize], minus: &[usize]) -> Self {
        let mut field = Self { score: [[0; 128]; 2], tiles: [0; 2], sources: [0; 2], sums: [0; 2] };
        plus.iter().for_each(|row| field.set(0, row * COLS, 1));
        minus.iter().for_each(|row| field.set(1, row * COLS + COLS - 1, 1));
        field
    }

    #[inline(always)]
    fn set(&mut self, side: usize, at: usize, score: i16) {
        self.sums[side] += i32::from(score) - i32::from(self.score[side][at]);
        self.score[side][at] = score;
        let bit = 1u128 << at;
        self.tiles[side] = self.tiles[side] & !bit | u128::from(score > 0) << at;
        self.sources[side] = self.sources[side] & !bit | u128::from(score > 1) << at;
    }

    #[inline(always)]
    fn command(&mut self, side: usize, left: u32, rng: &mut Rng) -> u32 {
        let (verb, near) = wish(rng);
        let (own, enemy, foe) = (self.tiles[side], self.tiles[1 - side], 1 - side);
        let has = |set: u128, at: usize| set >> at & 1 == 1;
        match verb {
            Verb::Fertilise => {
                let at = next(own, near);
                if has(own, at) {
                    self.set(side, at, self.score[side][at] + 1);
                }
                1
            }
            Verb::Plant => {
                let at = next(beside(own) & !own & !enemy, near);
                if has(beside(own) & !own & !enemy, at) {
                    self.set(side, at, 1);
                }
                1
            }
            Verb::Scout => {
                let (row, col) = (near / COLS, near % COLS);
                let mut scores = [0; 9];
                for (place, score) in scores.iter_mut().enumerate() {
                    let (row, col) = (row + place / 3, col + place % 3);
                    if (1..=COLS).contains(&row) && (1..=COLS).contains(&col) {
                        let at = (row - 1) * COLS + col - 1;
                        *score = self.score[0][at] - self.score[1][at];
                    }
                }
                black_box(&scores);
                1
            }
            _ if left < 2 => left,
            Verb::Colonise => {
                let (at, source) = (next(ALL & !own & !enemy, near), next(self.sources[side], near));
                if has(self.sources[side], source) && !has(own | enemy, at) {
                    self.set(side, source, self.score[side][source] - 1);
                    self.set(side, at, 1);
                }
                2
            }
            Verb::Spray => {
                let mut reached = CROSS[near] & enemy;
                while reached != 0 {
                    let at = reached.trailing_zeros() as usize;
                    self.set(foe, at, self.score[foe][at] - 1);
                    reached &= reached - 1;
                }
                2
            }
            Verb::Bomb => {
                if has(enemy, near) {
                    self.set(foe, near, (self.score[foe][near] - 4).max(0));
                }
                2
            }
        }
    }
}

/// A playout by the floor: how many commands, and by how much Plus is ahead.
pub fn floor_playout(start: &Field, seed: u64) -> (u64, i64) {
    let (mut field, mut rng, mut commands) = (start.clone(), Rng::new(Seed(seed)), 0);
    for _ in 0..100 {
        for side in 0..2 {
            let mut left = 3;
            while left > 0 {
                left -= field.command(side, left, &mut rng);
                commands += 1;
            }
        }
    }
    (commands, i64::from(field.sums[0] - field.sums[1]))
}
