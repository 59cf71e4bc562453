//! A match from its beginning, or from the middle of another, to its end.

use skirmish_core::replay::{Answered, Ending, Outcome, Replay, Said};
use skirmish_core::{Ask, Clock, Decision, Info, Seed, Table, Timer};

use crate::explain::Cause;
use crate::observe::{Observer, Progress};
use crate::options::{Core, Options};
use crate::player::Player;
use crate::record::Record;
use crate::sitting::{Grant, Grants, Reply, Sitting, Stop, Word};
use crate::sys::Pinned;
use crate::trouble::Trouble;

/// A match to be played.
pub struct Match {
    /// The table as it stands before the first decision.
    pub table: Box<dyn Table>,
    /// The seed it was opened with.
    pub seed: Seed,
    /// The time control.
    pub clock: Clock,
    /// Who plays, by seat.
    pub players: Vec<Player>,
}

impl Match {
    /// A match with the game's own clock.
    pub fn new(table: Box<dyn Table>, seed: Seed, players: Vec<Player>) -> Self {
        let clock = table.info().clock;
        Self { table, seed, clock, players }
    }

    /// The same, with another clock.
    #[must_use]
    pub fn with_clock(self, clock: Clock) -> Self {
        Self { clock, ..self }
    }
}

/// Plays a match. What bots do wrong is in the record; an error is our own failure.
pub fn play(game: &Match, options: &Options, watch: &mut dyn Observer) -> Result<Record, Trouble> {
    let players: Vec<&Player> = game.players.iter().collect();
    check_players(&*game.table, &players)?;
    play_from(&*game.table, game.seed, &players, options, watch, &|sitting, watch| {
        let mut table = game.table.fork();
        let listed = players.iter().map(|player| player.listed()).collect();
        let replay = Replay::begin(&*table, game.seed, listed, game.clock, options.launch.tier());
        sitting.greet(&mut *table, watch)?;
        let timers = vec![Timer::new(game.clock); players.len()];
        Ok(Course { table, timers, replay, decisions: 0 })
    })
}

/// How far a match has come.
pub(crate) struct Course {
    pub(crate) table: Box<dyn Table>,
    pub(crate) timers: Vec<Timer>,
    pub(crate) replay: Replay,
    pub(crate) decisions: u64,
}

impl Course {
    fn progress(&self) -> Progress<'_> {
        Progress {
            decisions: self.decisions,
            table: &*self.table,
            timers: &self.timers,
            replay: &self.replay,
        }
    }
}

/// Brings seated players to where the match begins.
pub(crate) type Lead<'a> = dyn Fn(&mut Sitting<'_>, &mut dyn Observer) -> Result<Course, Stop> + 'a;

pub(crate) fn check_players(table: &dyn Table, players: &[&Player]) -> Result<(), Trouble> {
    let seats = table.seats().get();
    if players.len() == seats {
        return Ok(());
    }
    Err(Trouble::Players { game: table.info().name, seats, players: players.len() })
}

/// Plays from where `lead` leads, again if the machine was too busy, but not for ever.
pub(crate) fn play_from(
    table: &dyn Table,
    seed: Seed,
    players: &[&Player],
    options: &Options,
    watch: &mut dyn Observer,
    lead: &Lead<'_>,
) -> Result<Record, Trouble> {
    let _pinned = pin(options)?;
    let mut voids = Vec::new();
    loop {
        let attempt = voids.len() as u32 + 1;
        watch.started(attempt);
        let why = match attempt_once(table.info(), seed, players, options, watch, lead) {
            Ok(mut record) => {
                record.replay.notes.extend(voids.iter().cloned());
                record.voids = voids;
                return Ok(record);
            }
            Err(Stop::Void(why)) => why,
            Err(Stop::Interrupted) => return Err(Trouble::Interrupted),
            Err(Stop::Trouble(trouble)) => return Err(trouble),
        };
        let told = format!("attempt {attempt} was void: the machine was busy, {why}");
        watch.voided(&told);
        voids.push(told);
        if attempt > options.retries {
            return Err(Trouble::Starved { attempts: attempt, why });
        }
    }
}

pub(crate) fn pin(options: &Options) -> Result<Option<Pinned>, Trouble> {
    Ok(match options.core {
        Core::Any => None,
        Core::Here => Some(Pinned::to(None)?),
        Core::Number(core) => Some(Pinned::to(Some(core))?),
    })
}

fn attempt_once(
    info: &'static Info,
    seed: Seed,
    players: &[&Player],
    options: &Options,
    watch: &mut dyn Observer,
    lead: &Lead<'_>,
) -> Result<Record, Stop> {
    let seated: Vec<Option<&Player>> = players.iter().copied().map(Some).collect();
    let mut sitting = Sitting::new(info, seed, &seated, options)?;
    let mut course = lead(&mut sitting, watch)?;
    let ended = play_on(&mut course, &mut sitting, watch);
    course.replay.ending = match ended {
        Ok(ending) => {
            sitting.close(&mut *course.table, watch)?;
            ending
        }
        Err(Stop::Interrupted) => Ending::Incomplete("interrupted".to_string()),
        Err(stop) => return Err(stop),
    };
    sitting.end_all();
    Ok(into_record(course, sitting))
}

/// Plays decision after decision until the match is over.
fn play_on(course: &mut Course, sitting: &mut Sitting<'_>, watch: &mut dyn Observer) -> Result<Ending, Stop> {
    let mut replies = Vec::new();
    watch.begun(course.progress());
    loop {
        let ask = match course.table.decision() {
            Decision::Over(standing) => return Ok(Ending::Over(Outcome::of(&*course.table, &standing))),
            Decision::Ask(ask) => ask,
        };
        sitting.decision = course.decisions;
        ask_all(course, sitting, &ask, watch)?;
        std::mem::swap(&mut replies, &mut sitting.replies);
        for reply in replies.drain(..) {
            take(course, sitting, &ask, reply, watch);
        }
        course.table.step();
        course.decisions += 1;
        course.replay.mark(course.decisions, &*course.table);
        sitting.retire(&mut *course.table, watch)?;
        watch.stepped(course.progress());
    }
}

/// Asks the seats, each with what its clock grants.
fn ask_all(
    course: &mut Course,
    sitting: &mut Sitting<'_>,
    ask: &Ask,
    watch: &mut dyn Observer,
) -> Result<(), Stop> {
    let mut grants = Grants::default();
    for seat in ask.seats.iter() {
        let timer = &mut course.timers[seat.index()];
        let us = timer.grant(ask);
        let from_bank = us.is_some() && us == timer.bank_us();
        grants[seat.index()] = Grant { us, from_bank, is_banked: timer.bank_us().is_some() };
    }
    sitting.ask(&mut *course.table, ask, &grants, watch)
}

/// Gives an answer to the clock, the table and the replay.
fn take(course: &mut Course, sitting: &mut Sitting<'_>, ask: &Ask, reply: Reply, watch: &mut dyn Observer) {
    let Reply { seat, wall_us, cpu_us, .. } = reply;
    course.timers[seat.index()].charge(ask, wall_us);
    if let Err(garbled) = course.table.answer(seat, reply.heard()) {
        sitting.blame(&*course.table, ask, seat, &Cause::Garbled(garbled.0), watch);
    }
    let said = match reply.word {
        Word::Frame(frame) => Said::Frame(frame),
        Word::Recorded(said) => said,
        Word::Fault(cause) => {
            Said::Fault(cause.fault(), sitting.blame(&*course.table, ask, seat, &cause, watch))
        }
    };
    course.replay.answers.push(Answered { seat, wall_us, cpu_us, said });
}

fn into_record(course: Course, mut sitting: Sitting<'_>) -> Record {
    let mut record = Record {
        replay: course.replay,
        decisions: course.decisions,
        incidents: std::mem::take(&mut sitting.incidents),
        fault_counts: Vec::new(),
        cpu_us: Vec::new(),
        noise: Vec::new(),
        conduct: Vec::new(),
        voids: Vec::new(),
    };
    for (player, tally) in record.replay.header.players.iter_mut().zip(sitting.tally()) {
        player.stderr = tally.noise.fingerprint();
        record.fault_counts.push(tally.faults);
        record.cpu_us.push(tally.cpu_us);
        record.noise.push(tally.noise);
        record.conduct.push(tally.conduct);
    }
    record.replay.notes.append(&mut sitting.notes);
    record
}
