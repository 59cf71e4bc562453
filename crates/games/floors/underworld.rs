//! The floor of Underworld: the rules for two seats on 12x12 with the default numbers and one policy, and nothing else. What
//! the bench measures the rules against, and a second implementation that the tests compare them with.
//!
//! The policy is that of the rule page's example program: every warrior is sent somewhere, every barracks trains, one farm is
//! wanted anywhere.

use skirmish_core::answer::Answers;
use skirmish_core::game::{Decision, Game};
use skirmish_core::grid::Direction;
use skirmish_core::news::News;
use skirmish_core::rng::{Rng, Seed};
use skirmish_core::seat::{Seat, SeatCount};
use skirmish_games::underworld::{Action, Building, Command, Config, Kind, Underworld};

/// Plays the same matches by the rules and by the floor, one for each seed, and fails where they differ.
pub fn compare(seeds: std::ops::Range<u64>) {
    let start = started();
    let (tight, mut answers) = (Floor::of(&start), Answers::new());
    for seed in seeds {
        let ours = play(&mut start.clone(), &mut answers, &mut Rng::new(Seed(seed)));
        let floor = tight.clone().play(&mut Rng::new(Seed(seed)));
        assert_eq!(ours, floor, "seed {seed}: rules and floor play another match");
    }
}

/// Turns of one playout; after them most of the board is busy.
const TURNS: u32 = 300;

/// What a playout came to: money and objects of both, and how much there was to do.
#[derive(Debug, Default, PartialEq)]
pub struct Played {
    money: [i64; 2],
    hp: [i64; 2],
    /// Turns played.
    pub turns: u64,
    /// Commands given.
    pub orders: u64,
}

/// A match of the default config after its handshake.
pub fn started() -> Underworld {
    let mut game =
        Underworld::start(&Config::default(), SeatCount::TWO, Seed(7)).expect("the default starts");
    let mut answers = Answers::new();
    game.seats().iter().for_each(|seat| answers.act(seat, Action::Hello));
    game.step(&answers, &mut News::silent());
    game
}

/// One playout with the rules as they are.
pub fn play(game: &mut Underworld, answers: &mut Answers<Action>, rng: &mut Rng) -> Played {
    let mut played = Played::default();
    let mut news = News::silent();
    while matches!(game.decision(), Decision::Ask(_)) && played.turns < u64::from(TURNS) {
        for seat in game.seats().iter() {
            let commands = answers.act_in_place(seat).restart();
            game.cells_of(seat, Kind::Warrior).for_each(|cell| {
                let heading = Some(Direction::ALL[(rng.bits() >> 62) as usize]);
                commands.push(Command::Move { x: cell.x as u8, y: cell.y as u8, heading });
            });
            game.cells_of(seat, Kind::Barracks).for_each(|cell| {
                let heading = Some(Direction::ALL[(rng.bits() >> 62) as usize]);
                commands.push(Command::Spawn { x: cell.x as u8, y: cell.y as u8, heading });
            });
            let (x, y) = (rng.below(12) as u8, rng.below(12) as u8);
            commands.push(Command::Build { x, y, building: Building::Farm });
            played.orders += commands.len() as u64;
        }
        game.step(answers, &mut news);
        played.turns += 1;
    }
    for seat in game.seats().iter() {
        played.money[seat.index()] = game.money(seat);
    }
    for object in game.objects() {
        if let Some(Seat(seat)) = object.owner {
            played.hp[usize::from(seat)] += i64::from(object.hp);
        }
    }
    played
}

const STRIDE: usize = 16;
const SPOTS: usize = STRIDE * 16;
/// Two empty rows above and below, two empty columns to the left and right.
const EDGE: usize = 2;
const STEPS: [usize; 4] = [STRIDE.wrapping_neg(), 1, STRIDE, 1usize.wrapping_neg()];
const SHARES: [i16; 13] = [0, 100, 50, 33, 25, 20, 17, 14, 13, 11, 10, 9, 8];
const FREE: u8 = 0;
const WARRIOR: u8 = 1;
const BARRACKS: u8 = 2;
const FARM: u8 = 3;
const CASTLE: u8 = 4;
const WALL: u8 = 5;

/// One match for two seats on 12x12 with the default numbers.
#[derive(Clone)]
pub struct Floor {
    kind: [u8; SPOTS],
    hp: [i16; SPOTS],
    own: [[u16; 16]; 2],
    warriors: [u16; 16],
    barracks: [u16; 16],
    money: [i64; 2],
    farms: [i64; 2],
    castles: [bool; 2],
    bound: [u8; SPOTS],
    from: [u8; SPOTS],
    wanted: [u8; SPOTS],
    wounds: [i16; SPOTS],
}

fn bits(mut row: u16, mut act: impl FnMut(usize)) {
    while row != 0 {
        act(row.trailing_zeros() as usize);
        row &= row - 1;
    }
}

impl Floor {
    /// The match at its start.
    pub fn of(game: &Underworld) -> Self {
        let mut floor = Self {
            kind: [WALL; SPOTS],
            hp: [0; SPOTS],
            own: [[0; 16]; 2],
            warriors: [0; 16],
            barracks: [0; 16],
            money: [Seat::FIRST, Seat::SECOND].map(|seat| game.money(seat)),
            farms: [0; 2],
            castles: [true; 2],
            bound: [0; SPOTS],
            from: [0; SPOTS],
            wanted: [0; SPOTS],
            wounds: [0; SPOTS],
        };
        for y in 0..12 {
            for x in 0..12 {
                floor.kind[(y + EDGE) * STRIDE + x + EDGE] = FREE;
            }
        }
        for object in game.objects() {
            let spot = (object.cell.y as usize + EDGE) * STRIDE + object.cell.x as usize + EDGE;
            match (object.kind, object.owner) {
                (Kind::Castle, Some(seat)) => floor.put(spot, seat.index(), CASTLE, object.hp as i16),
                (Kind::Barracks, Some(seat)) => floor.put(spot, seat.index(), BARRACKS, object.hp as i16),
                _ => floor.kind[spot] = WALL,
            }
        }
        floor
    }

    #[inline]
    fn put(&mut self, spot: usize, seat: usize, kind: u8, hp: i16) {
        (self.kind[spot], self.hp[spot]) = (kind, hp);
        let (y, bit) = (spot / STRIDE, 1 << (spot % STRIDE));
        self.own[seat][y] |= bit;
        match kind {
            WARRIOR => self.warriors[y] |= bit,
            BARRACKS => self.barracks[y] |= bit,
            FARM => self.farms[seat] += 1,
            _ => {}
        }
    }

    pub fn play(&mut self, rng: &mut Rng) -> Played {
        let mut played = Played::default();
        let (mut movers, mut stuck, mut lifted) = ([0u8; 256], [0u8; 256], [(0u8, 0u8, 0i16); 256]);
        while self.castles == [true; 2] && played.turns < u64::from(TURNS) {
            let (mut moving, mut spawns, mut builds) = (0, [(0usize, 0usize); 64], [None; 2]);
            let mut trained = 0;
            for (seat, build) in builds.iter_mut().enumerate() {
                self.money[seat] += 50 * self.farms[seat];
                for y in EDGE..EDGE + 12 {
                    bits(self.own[seat][y] & self.warriors[y], |x| {
                        let from = y * STRIDE + x;
                        let to = from.wrapping_add(STEPS[(rng.bits() >> 62) as usize]);
                        played.orders += 1;
                        // Beyond the edge counts as a wall here: it comes to the same.
                        (self.bound[from], self.from[to]) = (to as u8, from as u8);
                        self.wanted[to] += 1;
                        movers[moving] = from as u8;
                        moving += 1;
                    });
                }
                for y in EDGE..EDGE + 12 {
                    bits(self.own[seat][y] & self.barracks[y], |x| {
                        let to = (y * STRIDE + x).wrapping_add(STEPS[(rng.bits() >> 62) as usize]);
                        played.orders += 1;
                        spawns[trained] = (to, seat);
                        trained += 1;
                    });
                }
                let (x, y) = (rng.below(12) as usize + EDGE, rng.below(12) as usize + EDGE);
                played.orders += 1;
                *build = self.near(seat, x, y).then_some(y * STRIDE + x);
            }
            self.walk(&movers[..moving], &mut stuck, &mut lifted);
            self.battle();
            // One barracks each, so the policy meets no conflicts between requests but these.
            let clash = trained == 2 && spawns[0].0 == spawns[1].0 && spawns[0].1 != spawns[1].1;
            for &(to, seat) in &spawns[..if clash { 0 } else { trained }] {
                if self.kind[to] == FREE && self.money[seat] >= 500 {
                    self.money[seat] -= 500;
                    self.put(to, seat, WARRIOR, 500);
                }
            }
            if builds[0] != builds[1] {
                for (seat, &to) in builds.iter().enumerate() {
                    if let Some(to) = to.filter(|&to| self.kind[to] == FREE && self.money[seat] >= 1000) {
                        self.money[seat] -= 1000;
                        self.put(to, seat, FARM, 1000);
                    }
                }
            }
            played.turns += 1;
        }
        self.sum_up(&mut played);
        played
    }

    fn near(&self, seat: usize, x: usize, y: usize) -> bool {
        let row = |at: usize| self.own[seat][at] & !self.warriors[at];
        let disc = |half: u32| ((1u16 << (2 * half + 1)) - 1) << (x - half as usize);
        row(y - 2) & disc(0) != 0
            || row(y - 1) & disc(1) != 0
            || row(y) & disc(2) != 0
            || row(y + 1) & disc(1) != 0
            || row(y + 2) & disc(0) != 0
    }

    #[inline]
    fn walk(&mut self, movers: &[u8], stuck: &mut [u8; 256], lifted: &mut [(u8, u8, i16); 256]) {
        let mut waiting = 0;
        for &from in movers {
            let to = usize::from(self.bound[usize::from(from)]);
            let blocked = self.wanted[to] > 1 || self.kind[to] > WARRIOR || self.bound[to] == from;
            if blocked {
                stuck[waiting] = from;
                waiting += 1;
            }
        }
        for &from in &stuck[..waiting] {
            self.bound[usize::from(from)] = 0;
        }
        while waiting > 0 {
            waiting -= 1;
            let at = usize::from(stuck[waiting]);
            let behind = self.from[at];
            if self.wanted[at] == 1 && self.bound[usize::from(behind)] != 0 {
                self.bound[usize::from(behind)] = 0;
                stuck[waiting] = behind;
                waiting += 1;
            }
        }
        let mut up = 0;
        for &from in movers {
            let (spot, to) = (usize::from(from), self.bound[usize::from(from)]);
            if to != 0 {
                let (y, bit) = (spot / STRIDE, 1u16 << (spot % STRIDE));
                let seat = usize::from(self.own[1][y] & bit != 0);
                lifted[up] = (to, seat as u8, self.hp[spot]);
                up += 1;
                self.kind[spot] = FREE;
                self.own[seat][y] &= !bit;
                self.warriors[y] &= !bit;
            }
            self.bound[spot] = 0;
        }
        // Every neighbour of a mover may have been wanted; wiping all is one instruction per vector.
        self.wanted = [0; SPOTS];
        for &(to, seat, hp) in &lifted[..up] {
            self.put(usize::from(to), usize::from(seat), WARRIOR, hp);
        }
    }

    #[inline]
    fn battle(&mut self) {
        let mut wounded = [0u8; 256];
        let mut count = 0;
        for seat in 0..2 {
            let enemies = self.own[1 - seat];
            let wide = |row: u16| row | row << 1 | row >> 1;
            for y in EDGE..EDGE + 12 {
                let middle = enemies[y];
                let danger = enemies[y - 2]
                    | enemies[y + 2]
                    | wide(enemies[y - 1] | enemies[y + 1])
                    | wide(middle)
                    | middle << 2
                    | middle >> 2;
                bits(self.own[seat][y] & self.warriors[y] & danger, |x| {
                    let mut rows = [
                        enemies[y - 2] & 1 << x,
                        enemies[y - 1] & 7 << (x - 1),
                        enemies[y] & 31 << (x - 2),
                        enemies[y + 1] & 7 << (x - 1),
                        enemies[y + 2] & 1 << x,
                    ];
                    let targets: u32 = rows.iter().map(|row| row.count_ones()).sum();
                    for (i, row) in rows.iter_mut().enumerate() {
                        bits(*row, |x| {
                            let spot = (y + i - 2) * STRIDE + x;
                            if self.wounds[spot] == 0 {
                                wounded[count] = spot as u8;
                                count += 1;
                            }
                            self.wounds[spot] += SHARES[targets as usize];
                        });
                    }
                });
            }
        }
        for &spot in &wounded[..count] {
            let spot = usize::from(spot);
            self.hp[spot] -= std::mem::take(&mut self.wounds[spot]);
            if self.hp[spot] <= 0 {
                self.fall(spot);
            }
        }
    }

    fn fall(&mut self, spot: usize) {
        let (y, bit) = (spot / STRIDE, 1u16 << (spot % STRIDE));
        let seat = usize::from(self.own[1][y] & bit != 0);
        self.own[seat][y] &= !bit;
        match std::mem::replace(&mut self.kind[spot], FREE) {
            WARRIOR => self.warriors[y] &= !bit,
            BARRACKS => self.barracks[y] &= !bit,
            FARM => self.farms[seat] -= 1,
            _ => self.castles[seat] = false,
        }
    }

    fn sum_up(&self, played: &mut Played) {
        played.money = self.money;
        for seat in 0..2 {
            for y in 0..16 {
                bits(self.own[seat][y], |x| played.hp[seat] += i64::from(self.hp[y * STRIDE + x]));
            }
        }
    }
}
