//! House bots against each other: who wins how often from which seat, and which share of the game's clock the slowest answers
//! took.
//!
//! ```text
//! cargo bench -p skirmish-bots --bench levels -- ice-and-fire hard medium 100 [preset] [first seed] [seats]
//! ```
//!
//! With more than two seats one is the first bot's, by turns each of them, and the others are all the rival's. Without arguments,
//! or with a game alone, every level plays the one below it under the default rules and every preset, a hundred matches each; of
//! games that more than two can play, `hard` also sits among as many `medium` as there are seats. It fails if an answer of a
//! house bot took more than half of its clock.

#![allow(clippy::print_stdout, clippy::unwrap_used, reason = "a bench is a program for the terminal")]

use std::process::ExitCode;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use nix::time::ClockId;
use skirmish_bots::{House, LEVELS, find};
use skirmish_core::answer::{Answer, Cost};
use skirmish_core::clock::{Clock, Timer};
use skirmish_core::config::Wishes;
use skirmish_core::game::{Ask, Decision};
use skirmish_core::outcome::Outcome;
use skirmish_core::rng::Seed;
use skirmish_core::seat::{Seat, SeatCount};
use skirmish_core::wire::Page;

const MATCHES: u64 = 100;
/// How many matches `hard` plays among as many as can play: these take long.
const CROWDED_MATCHES: u64 = 32;
/// The largest share of its clock that a house bot may take, in percent.
const MOST_PERCENT: f64 = 50.0;

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).filter(|word| word != "--bench").collect();
    let word = |at: usize| words.get(at).map(String::as_str);
    let number =
        |at: usize, otherwise: u64| word(at).map_or(otherwise, |number| number.parse().expect("a number"));
    let slowest = if let (Some(game), Some(bot), Some(rival)) = (word(0), word(1), word(2)) {
        let preset = word(4).unwrap_or_default();
        let (matches, first, seats) = (number(3, MATCHES), number(5, 0), number(6, 2) as usize);
        Pairing { game, names: [bot, rival], preset, first, seats }.measure(matches)
    } else {
        let games = skirmish_games::GAMES.iter().map(|entry| entry.info.name);
        games.filter(|game| word(0).is_none_or(|only| only == *game)).map(every_level).fold(0.0, f64::max)
    };
    if slowest > MOST_PERCENT {
        println!("an answer took {slowest:.0} % of its clock; half of it is what a house bot may take");
        return ExitCode::FAILURE;
    }
    ExitCode::SUCCESS
}

/// Every level of a game against the one below it, under all presets; the largest share of a clock that an answer took, in percent.
fn every_level(game: &str) -> f64 {
    let info = skirmish_games::find(game).expect("a game of ours").info;
    let presets: Vec<&str> =
        std::iter::once("").chain(info.presets.iter().map(|preset| preset.name)).collect();
    let pairs = || LEVELS.windows(2).filter(|pair| pair.iter().all(|level| find(game, level).is_ok()));
    let mut slowest = 0.0f64;
    for preset in presets {
        for pair in pairs() {
            let names = [pair[1], pair[0]];
            slowest = slowest.max(Pairing { game, names, preset, first: 0, seats: 2 }.measure(MATCHES));
        }
    }
    let seats = usize::from(*info.seats.end());
    if seats > 2 {
        let names = ["hard", "medium"];
        slowest = slowest.max(Pairing { game, names, preset: "", first: 0, seats }.measure(CROWDED_MATCHES));
    }
    slowest
}

/// Who plays whom, and under which rules.
#[derive(Clone, Copy)]
struct Pairing<'a> {
    game: &'a str,
    names: [&'a str; 2],
    /// Empty for the default rules.
    preset: &'a str,
    first: u64,
    seats: usize,
}

/// What came of a row of matches, by the seat of the first bot.
#[derive(Default)]
struct Row {
    won: Vec<u64>,
    drawn: Vec<u64>,
    lost: Vec<u64>,
    /// The sum of the first bot's places.
    places: u64,
    /// By bot.
    times: [Times; 2],
}

/// The CPU time of a bot's answers.
#[derive(Clone, Copy, Default)]
struct Times {
    answers: u32,
    all: Duration,
    slowest: Duration,
    /// The largest share of its clock that an answer took, in percent.
    percent: f64,
}

impl Times {
    fn add(&mut self, more: Self) {
        self.answers += more.answers;
        self.all += more.all;
        self.slowest = self.slowest.max(more.slowest);
        self.percent = self.percent.max(more.percent);
    }
}

/// A seat's clock, and which share of it was taken.
struct Share {
    timer: Timer,
    clock: Clock,
    /// What a chess clock granted so far, and what was taken of it.
    granted_us: u64,
    taken_us: u64,
}

impl Share {
    fn new(clock: Clock) -> Self {
        let granted_us = clock.bank.map_or(0, |bank| bank.start_ms * 1000);
        Self { timer: Timer::new(clock), clock, granted_us, taken_us: 0 }
    }

    /// The share that the answer took, in percent: of its own time, or of all that a chess clock has given until now.
    fn percent(&mut self, ask: &Ask, took: Duration) -> f64 {
        let before = self.timer.bank_us();
        let grant = self.timer.grant(ask);
        let increment = self.timer.bank_us().zip(before).map_or(0, |(now, before)| now - before);
        let wall_us = took.as_micros() as u64;
        self.timer.charge(ask, &Cost { wall_us, ..Cost::default() }, None);
        self.granted_us += increment;
        self.taken_us += wall_us;
        let (taken, of) = match self.clock.bank {
            Some(_) => (self.taken_us, Some(self.granted_us)),
            None => (wall_us, grant.time_us),
        };
        of.map_or(0.0, |of| 100.0 * taken as f64 / of.max(1) as f64)
    }
}

impl Pairing<'_> {
    /// Plays each seed from every seat, prints a line, and says which share of its clock the slowest answer of any bot took.
    fn measure(self, matches: u64) -> f64 {
        let houses = self.names.map(|name| find(self.game, name).unwrap_or_else(|bad| panic!("{bad}")));
        let by_seat = || vec![0; self.seats];
        let empty = Row { won: by_seat(), drawn: by_seat(), lost: by_seat(), ..Row::default() };
        let (next, row) = (AtomicU64::new(0), Mutex::new(empty));
        std::thread::scope(|scope| {
            for _ in 0..std::thread::available_parallelism().map_or(1, usize::from) {
                scope.spawn(|| {
                    loop {
                        let number = next.fetch_add(1, Ordering::Relaxed);
                        if number >= matches {
                            break;
                        }
                        self.play(&houses, number, &row);
                    }
                });
            }
        });
        self.print(&row.into_inner().unwrap(), matches)
    }

    fn print(self, row: &Row, matches: u64) -> f64 {
        let Self { game, names, preset, seats, .. } = self;
        let sum = |by_seat: &[u64]| by_seat.iter().sum::<u64>();
        print!("{game:<13}{preset:<13}{:>12} - {:<8}", names[0], names[1]);
        print!("{:>4} won {:>3} drawn {:>3} lost", sum(&row.won), sum(&row.drawn), sum(&row.lost));
        if seats == 2 {
            print!("   as first {}-{}-{}", row.won[0], row.drawn[0], row.lost[0]);
            print!("   as second {}-{}-{}", row.won[1], row.drawn[1], row.lost[1]);
        } else {
            let mean = row.places as f64 / matches.max(1) as f64;
            print!("   {} among {}: place {mean:.2} on average", names[0], seats);
        }
        for (name, times) in names.iter().zip(row.times) {
            let [mean, most] =
                [times.all / times.answers.max(1), times.slowest].map(|time| time.as_secs_f64() * 1e3);
            print!("   {name} {mean:.2} ms, at most {most:.1} and {:.0} % of the clock", times.percent);
        }
        println!();
        row.times.iter().map(|times| times.percent).fold(0.0, f64::max)
    }

    fn play(self, houses: &[House; 2], number: u64, row: &Mutex<Row>) {
        let entry = skirmish_games::find(self.game).expect("house bots play games of ours");
        let wishes = if self.preset.is_empty() { Wishes::none() } else { Wishes::preset(self.preset) };
        let config = (entry.configure)(&wishes).expect("a preset of this game");
        let seed = Seed(self.first + number / self.seats as u64);
        let count = SeatCount::new(self.seats).expect("one to eight");
        let mut table = (entry.open)(&config, count, seed).expect("it starts");
        let own = (number % self.seats as u64) as usize;
        let bot = |seat: usize| usize::from(seat != own);
        let mut players: Vec<_> =
            (0..self.seats).map(|seat| houses[bot(seat)].seat(seed.child(seat as u64))).collect();
        let mut shares: Vec<Share> = (0..self.seats).map(|_| Share::new(entry.info.clock)).collect();
        let mut page = Page::new();
        let mut times = [Times::default(); 2];
        let standing = loop {
            let ask = match table.decision() {
                Decision::Over(standing) => break standing,
                Decision::Ask(ask) => ask,
            };
            for seat in ask.seats.iter() {
                page.clear();
                let since = cpu_time();
                players[seat.index()].answer(&mut *table, seat, &mut page).expect("a bot of this game");
                let took = cpu_time() - since;
                let percent = shares[seat.index()].percent(&ask, took);
                times[bot(seat.index())].add(Times { answers: 1, all: took, slowest: took, percent });
                table.answer(seat, &Answer::Frame(page.as_bytes().to_vec())).expect("it can be read");
            }
            table.step();
        };
        let mut row = row.lock().unwrap_or_else(PoisonError::into_inner);
        row.add(&standing, own, times);
    }
}

impl Row {
    fn add(&mut self, standing: &Outcome, own: usize, times: [Times; 2]) {
        match standing.winner() {
            Some(Seat(seat)) if usize::from(seat) == own => self.won[own] += 1,
            Some(_) => self.lost[own] += 1,
            None => self.drawn[own] += 1,
        }
        self.places += u64::from(standing.places[own]);
        for (sum, of_match) in self.times.iter_mut().zip(times) {
            sum.add(of_match);
        }
    }
}

/// CPU time of this thread: what others do on the machine does not count.
fn cpu_time() -> Duration {
    ClockId::CLOCK_THREAD_CPUTIME_ID.now().expect("every thread has this clock").into()
}
