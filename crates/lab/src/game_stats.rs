//! How healthy a game is, by matches of one bot against itself: what a seat is worth, how many matches are drawn, how long
//! they last, and how often the lead changes.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};

use serde::Serialize;
use serde_json::Value;
use skirmish_core::outcome::Outcome;
use skirmish_core::replay::{Mismatch, Playback, Replay};
use skirmish_core::rng::Seed;
use skirmish_core::seat::{Seat, SeatCount};
use skirmish_core::table::{Entry, Table};
use skirmish_league::score::{Score, WinDrawLoss};
use skirmish_referee::{AnyPlayer, Match, Nobody, Options, Trouble, play};

use crate::error::Error;

/// What is measured.
pub struct Question<'a> {
    /// The game.
    pub entry: &'static Entry,
    /// The complete config.
    pub config: Value,
    /// Seats per match.
    pub seats: SeatCount,
    /// The bot that sits everywhere. It plays without a clock.
    pub bot: AnyPlayer,
    /// The seed of the first match.
    pub seed: Seed,
    /// How many matches are played.
    pub matches: u64,
    /// How many at once.
    pub jobs: usize,
    /// Set to end early.
    pub stop: &'a AtomicBool,
}

/// What came of it.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct GameStats {
    /// The game.
    pub game: &'static str,
    /// The bot.
    pub bot: String,
    /// The matches.
    pub matches: u64,
    /// By seat: how those who sat there did.
    pub by_seat: Vec<SeatStats>,
    /// The share of matches in which several shared the first place.
    pub drawn: f64,
    /// How long matches lasted, in the game's unit.
    pub length: Spread,
    /// How often somebody else took the lead by score.
    pub lead_changes: Spread,
    /// The share of a match after which the winner's lead was never lost, in percent.
    pub decided_at: Spread,
}

/// How those at one seat did.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct SeatStats {
    /// What the game calls the seat.
    pub name: String,
    /// Matches that it won alone.
    pub won: u64,
    /// Matches in which it shared the first place.
    pub shared: u64,
    /// Its mean score against each other seat, from 0 to 1, and the bounds of the 95 % interval.
    pub score: [f64; 3],
}

/// Some numbers: the tenth, fiftieth and ninetieth percentile.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Spread {
    /// A tenth is not above.
    pub p10: u64,
    /// Half is not above.
    pub p50: u64,
    /// Nine tenths are not above.
    pub p90: u64,
}

impl Spread {
    fn of(mut numbers: Vec<u64>) -> Self {
        numbers.sort_unstable();
        let at = |percent: usize| {
            numbers.get((numbers.len().saturating_sub(1)) * percent / 100).copied().unwrap_or(0)
        };
        Self { p10: at(10), p50: at(50), p90: at(90) }
    }
}

/// What one match shows.
struct Played {
    outcome: Outcome,
    length: u64,
    lead_changes: u64,
    decided_at: u64,
}

/// Plays the matches; `finished` hears how many are over. Which threads play them changes nothing.
pub fn measure(question: &Question<'_>, finished: &(dyn Fn(u64) + Sync)) -> Result<GameStats, Error> {
    let (next, done) = (AtomicU64::new(0), AtomicU64::new(0));
    let played: Mutex<Vec<Option<Played>>> = Mutex::new((0..question.matches).map(|_| None).collect());
    let failed: Mutex<Option<Error>> = Mutex::new(None);
    let work = || {
        loop {
            let number = next.fetch_add(1, Ordering::Relaxed);
            if number >= question.matches || question.stop.load(Ordering::Relaxed) || has_failed(&failed) {
                return;
            }
            match one(question, number) {
                Ok(one) => played.lock().unwrap_or_else(PoisonError::into_inner)[number as usize] = Some(one),
                Err(error) => *failed.lock().unwrap_or_else(PoisonError::into_inner) = Some(error),
            }
            finished(done.fetch_add(1, Ordering::Relaxed) + 1);
        }
    };
    std::thread::scope(|scope| {
        for _ in 0..question.jobs.max(1) {
            scope.spawn(work);
        }
    });
    match failed.into_inner().unwrap_or_else(PoisonError::into_inner) {
        Some(error) => Err(error),
        None => {
            let played = played.into_inner().unwrap_or_else(PoisonError::into_inner);
            Ok(summed(question, &played.into_iter().flatten().collect::<Vec<_>>()))
        }
    }
}

fn has_failed(failed: &Mutex<Option<Error>>) -> bool {
    failed.lock().unwrap_or_else(PoisonError::into_inner).is_some()
}

fn one(question: &Question<'_>, number: u64) -> Result<Played, Error> {
    let seed = Seed(question.seed.0.wrapping_add(number));
    let failed = |trouble: Trouble| Error::Match { number, trouble };
    let table = (question.entry.open)(&question.config, question.seats, seed)
        .map_err(|bad| Error::Table { number, bad })?;
    let players = vec![question.bot.clone(); question.seats.get()];
    let record = play(&Match::new(table, seed, players), &Options::default(), &mut Nobody).map_err(failed)?;
    let outcome = record.replay.ending.outcome().cloned().ok_or_else(|| failed(Trouble::Interrupted))?;
    let (length, leaders) = leaders(&record.replay, question.entry).map_err(|bad| failed(bad.into()))?;
    let changes = leaders.windows(2).filter(|pair| pair[0] != pair[1]).count() as u64;
    let last = leaders.last().copied();
    let kept = leaders.iter().rev().take_while(|leader| Some(**leader) == last).count();
    let decided_at = 100 * (leaders.len() - kept) as u64 / leaders.len().max(1) as u64;
    Ok(Played { outcome, length, lead_changes: changes, decided_at })
}

/// How long a match was, and who led after each decision at which somebody did.
fn leaders(replay: &Replay, entry: &Entry) -> Result<(u64, Vec<Seat>), Mismatch> {
    let mut playback = Playback::new(replay, entry)?;
    playback.disconnect();
    let mut leaders = Vec::new();
    while playback.step()? {
        leaders.extend(leader(playback.table()));
    }
    Ok((playback.table().progress().0.into(), leaders))
}

/// The seat with the most points, if there is just one.
fn leader(table: &dyn Table) -> Option<Seat> {
    let scores: Vec<(i64, Seat)> = table.seats().iter().map(|seat| (table.score(None, seat), seat)).collect();
    let best = scores.iter().map(|(score, _)| *score).max()?;
    let mut leading = scores.iter().filter(|(score, _)| *score == best);
    let first = leading.next()?.1;
    leading.next().is_none().then_some(first)
}

fn summed(question: &Question<'_>, played: &[Played]) -> GameStats {
    let is_first = |one: &Played, seat: usize| one.outcome.places[seat] == 1;
    let firsts = |one: &Played| (0..question.seats.get()).filter(|&seat| is_first(one, seat)).count();
    let seat = |seat: Seat| {
        let mut record = WinDrawLoss::default();
        for one in played {
            let others = question.seats.iter().filter(|other| *other != seat);
            let place = |seat: Seat| one.outcome.places[seat.index()];
            others.for_each(|other| record.add(Score::by_place(place(seat), place(other))));
        }
        let score = record.score();
        let first = || played.iter().filter(|one| is_first(one, seat.index()));
        SeatStats {
            name: question.entry.info.seat_name(seat),
            won: first().filter(|one| firsts(one) == 1).count() as u64,
            shared: first().filter(|one| firsts(one) > 1).count() as u64,
            score: [score.value, score.low, score.high],
        }
    };
    let spread = |number: &dyn Fn(&Played) -> u64| Spread::of(played.iter().map(number).collect());
    GameStats {
        game: question.entry.info.name,
        bot: question.bot.name().to_string(),
        matches: played.len() as u64,
        by_seat: question.seats.iter().map(seat).collect(),
        drawn: played.iter().filter(|one| firsts(one) > 1).count() as f64 / played.len().max(1) as f64,
        length: spread(&|one| one.length),
        lead_changes: spread(&|one| one.lead_changes),
        decided_at: spread(&|one| one.decided_at),
    }
}
