//! Plays the trials of a check, one after another.

use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use skirmish_core::answer::{Answered, Fault};
use skirmish_core::seat::Seat;
use skirmish_core::table::Table;
use skirmish_referee::launch::Plain;
use skirmish_referee::{AnyPlayer, Match, Nobody, Observer, Options, Record, Trouble, branch, play};

use super::Check;
use super::opponent::Opponent;
use super::report::Report;
use super::summary::Summary;
use super::trial::{Trial, TrialKind, trials};

/// Observer of a check: of each trial, and of the match played in it.
pub trait CheckObserver: Observer {
    /// A trial begins: its number, counted from 1, and how many there are.
    fn begins(&mut self, _number: usize, _of: usize, _trial: &Trial) {}
}

impl CheckObserver for Nobody {}

/// After this many trials without a single answer, the rest is not played.
const MOST_UNANSWERED: usize = 3;

/// Checks a bot. What the bot does wrong is in the report; an error is a failure of the referee or the machine.
pub fn run(check: &Check<'_>, watch: &mut dyn CheckObserver) -> Result<Report, Trouble> {
    let trials = trials(check);
    let mut summary = Summary::new(check, trials.len());
    for (index, trial) in trials.iter().enumerate() {
        watch.begins(index + 1, trials.len(), trial);
        let mut played = play_trial(check, trial, summary.grace, watch);
        if is_held_up(&played, trial.seat) && !trial.is_buffered && !is_interrupted(check) {
            let again = play_trial(check, trial, summary.grace, watch);
            if matches!(again, Ok(Some(_))) && !is_held_up(&again, trial.seat) {
                let what = format!("match {} ({})", index + 1, trial.what);
                let why = "it was late and had hardly computed, but not when this was played again";
                summary.report.voids.push(format!("{what}: {why}"));
                played = again;
            }
        }
        match played {
            Ok(None) => {}
            Ok(Some((record, from))) if !is_interrupted(check) => {
                summary.add(index + 1, trial, record, from)?;
            }
            Err(Trouble::Starved { why, .. }) if !is_interrupted(check) => {
                summary.report.voids.push(format!(
                    "match {} ({}): the machine was too busy: {why}",
                    index + 1,
                    trial.what
                ));
            }
            Ok(Some(_)) | Err(Trouble::Interrupted | Trouble::Starved { .. }) => {
                summary.report.is_interrupted = true;
                break;
            }
            Err(trouble) => return Err(trouble),
        }
        if summary.unanswered >= MOST_UNANSWERED && summary.unanswered == summary.report.played {
            summary.report.stopped =
                Some(format!("it gave no answer in its first {MOST_UNANSWERED} matches"));
            break;
        }
    }
    if !summary.report.is_interrupted {
        summary.ask_again()?;
    }
    Ok(summary.finish())
}

/// Whether the bot was late but used less than half of the time as CPU time: the machine may have been busy.
fn is_held_up(played: &Result<Option<(Record, u64)>, Trouble>, seat: Seat) -> bool {
    let Ok(Some((record, _))) = played else { return false };
    let is_idle = |answered: &Answered| answered.cost.cpu_us < answered.cost.wall_us / 2;
    let is_late = |answered: &&Answered| answered.answer.fault() == Some(Fault::Late);
    record.replay.answers.iter().filter(|answered| answered.seat == seat).filter(is_late).any(is_idle)
}

fn is_interrupted(check: &Check<'_>) -> bool {
    check.options.interrupt.as_ref().is_some_and(|flag| flag.load(Ordering::Relaxed))
}

/// Plays one trial; returns the record and the first decision that the bot itself answered. `None` if the game refuses
/// the config.
fn play_trial(
    check: &Check<'_>,
    trial: &Trial,
    grace: Duration,
    watch: &mut dyn Observer,
) -> Result<Option<(Record, u64)>, Trouble> {
    let Ok(table) = (check.entry.open)(&trial.config, trial.seats, trial.seed) else { return Ok(None) };
    let options = Options {
        closely: true,
        patience: trial.patience,
        split_writes: trial.split_writes,
        unbuffered: !trial.is_buffered,
        grace,
        ..check.options.clone()
    };
    let seated = players(check, trial, &*table, Some(trial.seat));
    let Some(percent) = trial.from_percent else {
        let played = Match::new(table, trial.seed, seated).with_clock(trial.clock);
        return Ok(Some((play(&played, &options, watch)?, 0)));
    };
    let before = players(check, trial, &*table, None);
    let native = Options { launch: Arc::new(Plain), ..check.options.clone() };
    let lead_in = play(&Match::new(table, trial.seed, before).with_clock(trial.clock), &native, &mut Nobody)?;
    let from = lead_in.decisions * percent / 100;
    Ok(Some((branch(&lead_in.replay, check.entry, from, &seated, &options, watch)?, from)))
}

/// The players by seat: the bot at its own, its opponent at the next. An odd opponent takes one seat only, and house bots
/// the others.
fn players(check: &Check<'_>, trial: &Trial, table: &dyn Table, bot: Option<Seat>) -> Vec<AnyPlayer> {
    let others = skirmish_bots::of_game(check.entry.info.name).next().map_or(trial.opponent, Opponent::House);
    let beside = Seat((trial.seat.0 + 1) % trial.seats.get() as u8);
    let player = |seat: Seat| match seat {
        _ if bot == Some(seat) => check.bot.clone(),
        _ if trial.kind != TrialKind::Opponent || seat == beside => trial.opponent.player(table, seat),
        _ => others.player(table, seat),
    };
    trial.seats.iter().map(player).collect()
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicU32;

    use skirmish_core::clock::Clock;
    use skirmish_core::config::Wishes;
    use skirmish_core::rng::Seed;
    use skirmish_programs::Program;
    use skirmish_referee::ReplayStore;
    use skirmish_referee::launch::{Launch, NoStart, Order, Started};

    use super::super::Code;
    use super::*;

    /// Launches a program that never answers for the first n starts, and then the requested one.
    struct FirstSilent(AtomicU32);

    impl Launch for FirstSilent {
        fn tier(&self) -> &str {
            "test"
        }

        fn start(&self, order: &Order<'_>) -> Result<Started, NoStart> {
            let silent = ["sh", "-c", "while read line; do :; done"].map(str::to_string);
            let is_silent =
                self.0.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |left| left.checked_sub(1));
            let command = if is_silent.is_ok() { &silent[..] } else { order.command };
            Plain.start(&Order { command, ..*order })
        }
    }

    fn checked(silent_starts: u32) -> Report {
        let folder = tempfile::tempdir().expect("a folder");
        let entry = skirmish_games::find("plantation").expect("a game");
        let mut wishes = Wishes::none();
        wishes.fields.push(("turns".to_string(), "1".to_string()));
        let options = Options {
            launch: Arc::new(FirstSilent(AtomicU32::new(silent_starts))),
            starved_after: Duration::MAX,
            ..Options::default()
        };
        let bot = Program::of_command(
            "sh -c 'while read word _; do [ \"$word\" != turn ] || echo scout 0 0; done'",
        );
        let check = Check {
            entry,
            config: (entry.configure)(&wishes).expect("a config"),
            presets: false,
            clock: Clock::per_turn(2000, 2000, 2000),
            seed: Seed(1),
            matches: Some(1),
            bot: Arc::new(bot.expect("a command")),
            bot_words: "bot".to_string(),
            memory_limit_bytes: None,
            options: &options,
            store: &ReplayStore::new(folder.path()),
        };
        run(&check, &mut Nobody).expect("checked")
    }

    #[test]
    fn who_was_late_and_had_hardly_computed_is_asked_once_more() {
        let report = checked(1);
        assert!(report.is_fit, "{:?}", report.problems);
        assert!(report.voids[0].contains("when this was played again"), "{:?}", report.voids);
        let report = checked(2);
        assert_eq!(report.problems[0].kind.code(), Code::Late);
        assert!(report.voids.is_empty() && !report.is_fit, "{:?}", report.voids);
    }
}
