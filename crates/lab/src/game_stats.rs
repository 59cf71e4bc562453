//! How healthy a game is, by matches of one bot against itself: what a seat is worth, how many matches are drawn, how long
//! they last, and how often the lead changes.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};

use serde_json::Value;
use skirmish_bots::{GameHealth, SeatHealth, Spread};
use skirmish_core::clock::Clock;
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
    /// The presets that the config was made of.
    pub presets: Vec<String>,
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

/// What one match shows.
struct Played {
    outcome: Outcome,
    length: u64,
    lead_changes: u64,
    decided_at: u64,
}

/// Plays the matches; `finished` hears how many are over. Which threads play them changes nothing.
pub fn measure(question: &Question<'_>, finished: &(dyn Fn(u64) + Sync)) -> Result<GameHealth, Error> {
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
    let record =
        play(&match_of(question, number, seed)?, &Options::default(), &mut Nobody).map_err(failed)?;
    let outcome = record.replay.ending.outcome().cloned().ok_or_else(|| failed(Trouble::Interrupted))?;
    let (length, leaders) = leaders(&record.replay, question.entry).map_err(|bad| failed(bad.into()))?;
    let changes = leaders.windows(2).filter(|pair| pair[0] != pair[1]).count() as u64;
    let last = leaders.last().copied();
    let kept = leaders.iter().rev().take_while(|leader| Some(**leader) == last).count();
    let decided_at = 100 * (leaders.len() - kept) as u64 / leaders.len().max(1) as u64;
    Ok(Played { outcome, length, lead_changes: changes, decided_at })
}

/// The match of that number. Nothing but the rules decides it: there is no clock.
fn match_of(question: &Question<'_>, number: u64, seed: Seed) -> Result<Match, Error> {
    let table = (question.entry.open)(&question.config, question.seats, seed)
        .map_err(|bad| Error::Table { number, bad })?;
    let players = vec![question.bot.clone(); question.seats.get()];
    Ok(Match::new(table, seed, players).with_clock(Clock::NONE))
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

fn summed(question: &Question<'_>, played: &[Played]) -> GameHealth {
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
        SeatHealth {
            name: question.entry.info.seat_name(seat),
            won: first().filter(|one| firsts(one) == 1).count() as u64,
            shared: first().filter(|one| firsts(one) > 1).count() as u64,
            score: [score.value, score.low, score.high],
        }
    };
    let spread = |number: &dyn Fn(&Played) -> u64| Spread::of(played.iter().map(number).collect());
    GameHealth {
        game: question.entry.info.name.to_owned(),
        presets: question.presets.clone(),
        bot: question.bot.name().to_string(),
        seed: question.seed.0,
        matches: played.len() as u64,
        by_seat: question.seats.iter().map(seat).collect(),
        drawn: played.iter().filter(|one| firsts(one) > 1).count() as f64 / played.len().max(1) as f64,
        length: spread(&|one| one.length),
        lead_changes: spread(&|one| one.lead_changes),
        decided_at: spread(&|one| one.decided_at),
        first: played.iter().take(GameHealth::FIRST).map(|one| one.outcome.clone()).collect(),
    }
}

#[cfg(test)]
mod tests {
    use skirmish_core::config::Wishes;
    use skirmish_referee::HouseBot;

    use super::*;

    #[test]
    fn nobody_can_be_late_in_what_is_measured() {
        let entry = skirmish_games::find("si32").expect("a game of ours");
        let house = skirmish_bots::find("si32", "hard").expect("a level");
        let question = Question {
            entry,
            presets: Vec::new(),
            config: (entry.configure)(&Wishes::none()).expect("the default rules"),
            seats: SeatCount::TWO,
            bot: HouseBot::shared(&house),
            seed: Seed(1),
            matches: 1,
            jobs: 1,
            stop: &AtomicBool::new(false),
        };
        let played = match_of(&question, 0, Seed(1)).expect("it starts");
        assert_eq!(played.clock, Clock::NONE);
    }
}
