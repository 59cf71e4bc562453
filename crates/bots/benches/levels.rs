//! House bots against each other: who wins how often from which seat, and how much CPU time the slowest answer took.
//!
//! ```text
//! cargo bench -p skirmish-bots --bench levels -- ice-and-fire hard medium 100 [preset] [first seed]
//! ```
//!
//! Without arguments, every level of every game plays the one below it, a hundred matches each.

#![allow(clippy::print_stdout, clippy::unwrap_used, reason = "a bench is a program for the terminal")]

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use nix::time::ClockId;
use skirmish_bots::{House, LEVELS, find};
use skirmish_core::answer::Answer;
use skirmish_core::config::Wishes;
use skirmish_core::game::Decision;
use skirmish_core::rng::Seed;
use skirmish_core::seat::{Seat, SeatCount};
use skirmish_core::wire::Page;

const MATCHES: u64 = 100;

fn main() {
    let words: Vec<String> = std::env::args().skip(1).filter(|word| word != "--bench").collect();
    let word = |at: usize| words.get(at).map(String::as_str);
    if let (Some(game), Some(bot), Some(rival)) = (word(0), word(1), word(2)) {
        let matches = word(3).map_or(MATCHES, |matches| matches.parse().expect("a number of matches"));
        let first = word(5).map_or(0, |seed| seed.parse().expect("a seed"));
        return measure(game, [bot, rival], matches, word(4).unwrap_or_default(), first);
    }
    for entry in
        skirmish_games::GAMES.iter().filter(|entry| word(0).is_none_or(|game| game == entry.info.name))
    {
        for pair in LEVELS.windows(2) {
            if find(entry.info.name, pair[1]).is_ok() {
                measure(entry.info.name, [pair[1], pair[0]], MATCHES, "", 0);
            }
        }
    }
}

/// What came of a row of matches, by the seat of the first bot.
#[derive(Default)]
struct Row {
    won: [u64; 2],
    drawn: [u64; 2],
    lost: [u64; 2],
    /// By bot.
    times: [Times; 2],
}

/// The CPU time of a bot's answers.
#[derive(Clone, Copy, Default)]
struct Times {
    answers: u32,
    all: Duration,
    slowest: Duration,
}

impl Times {
    fn add(&mut self, more: Self) {
        self.answers += more.answers;
        self.all += more.all;
        self.slowest = self.slowest.max(more.slowest);
    }
}

/// Plays each seed twice, the seats exchanged, and prints a line.
fn measure(game: &str, names: [&str; 2], matches: u64, preset: &str, first: u64) {
    let houses = names.map(|name| find(game, name).unwrap_or_else(|bad| panic!("{bad}")));
    let (next, row) = (AtomicU64::new(0), Mutex::new(Row::default()));
    std::thread::scope(|scope| {
        for _ in 0..std::thread::available_parallelism().map_or(1, usize::from) {
            scope.spawn(|| {
                loop {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    if number >= matches {
                        break;
                    }
                    play(&houses, number, preset, first, &row);
                }
            });
        }
    });
    let row = row.into_inner().unwrap();
    let sum = |by_seat: [u64; 2]| by_seat[0] + by_seat[1];
    print!("{game:<13} {:>16} - {:<16}", names[0], names[1]);
    print!(" {:>3} won {:>3} drawn {:>3} lost", sum(row.won), sum(row.drawn), sum(row.lost));
    print!("   as first {}-{}-{}", row.won[0], row.drawn[0], row.lost[0]);
    print!("   as second {}-{}-{}", row.won[1], row.drawn[1], row.lost[1]);
    for (name, times) in names.iter().zip(row.times) {
        let [mean, most] =
            [times.all / times.answers.max(1), times.slowest].map(|time| time.as_secs_f64() * 1e3);
        print!("   {name} {mean:.2} ms, at most {most:.1}");
    }
    println!();
}

fn play(houses: &[House; 2], number: u64, preset: &str, first: u64, row: &Mutex<Row>) {
    let entry = skirmish_games::find(houses[0].game).expect("house bots play games of ours");
    let wishes = if preset.is_empty() { Wishes::none() } else { Wishes::preset(preset) };
    let config = (entry.configure)(&wishes).expect("a preset of this game");
    let seed = Seed(first + number / 2);
    let mut table = (entry.open)(&config, SeatCount::TWO, seed).expect("it starts");
    let turned = (number % 2) as usize;
    let mut players = [0, 1].map(|seat| houses[seat ^ turned].seat(seed.child(seat as u64)));
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
            times[seat.index() ^ turned].add(Times { answers: 1, all: took, slowest: took });
            table.answer(seat, &Answer::Frame(page.as_bytes().to_vec())).expect("it can be read");
        }
        table.step();
    };
    let mut row = row.lock().unwrap_or_else(PoisonError::into_inner);
    match standing.winner() {
        Some(Seat(seat)) if usize::from(seat) == turned => row.won[turned] += 1,
        Some(_) => row.lost[turned] += 1,
        None => row.drawn[turned] += 1,
    }
    for (sum, of_match) in row.times.iter_mut().zip(times) {
        sum.add(of_match);
    }
}

/// CPU time of this thread: what others do on the machine does not count.
fn cpu_time() -> Duration {
    ClockId::CLOCK_THREAD_CPUTIME_ID.now().expect("every thread has this clock").into()
}
