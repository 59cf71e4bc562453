//! A match from its beginning, or from the middle of another, to its end.

use skirmish_core::answer::{Answer, Answered};
use skirmish_core::clock::{Clock, Timer};
use skirmish_core::game::{Ask, Decision};
use skirmish_core::info::Info;
use skirmish_core::replay::{Ending, PlayerInfo, Replay};
use skirmish_core::rng::Seed;
use skirmish_core::seat::Seat;
use skirmish_core::table::Table;

use crate::explain::Cause;
use crate::observe::{Observer, Progress};
use crate::options::{Core, Options};
use crate::player::{AnyPlayer, Player};
use crate::record::Record;
use crate::seats::Seats;
use crate::stop::Stop;
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
    pub players: Vec<AnyPlayer>,
}

impl Match {
    /// A match with the game's own clock.
    pub fn new(table: Box<dyn Table>, seed: Seed, players: Vec<AnyPlayer>) -> Self {
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
pub fn play(played: &Match, options: &Options, watch: &mut dyn Observer) -> Result<Record, Trouble> {
    check_players(&*played.table, &played.players)?;
    play_from(played.table.info(), played.seed, &played.players, options, watch, &|seats, watch| {
        let mut table = played.table.fork();
        let listed = list(&played.players);
        let replay = Replay::begin(&*table, played.seed, listed, played.clock, options.launch.tier());
        seats.greet(&mut *table, watch)?;
        let timers = vec![Timer::new(played.clock); played.players.len()];
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
pub(crate) type Lead<'a> = dyn Fn(&mut Seats<'_>, &mut dyn Observer) -> Result<Course, Stop> + 'a;

pub(crate) fn check_players(table: &dyn Table, players: &[AnyPlayer]) -> Result<(), Trouble> {
    let seats = table.seats().get();
    if players.len() == seats {
        return Ok(());
    }
    Err(Trouble::Players { game: table.info().name, seats, players: players.len() })
}

/// How a replay names the players.
pub(crate) fn list(players: &[AnyPlayer]) -> Vec<PlayerInfo> {
    let info = |player: &AnyPlayer| PlayerInfo {
        hash: player.hash().map(str::to_string),
        ..PlayerInfo::named(player.name())
    };
    players.iter().map(info).collect()
}

/// Plays from where `lead` leads, again if the machine was too busy, but not for ever.
pub(crate) fn play_from(
    info: &'static Info,
    seed: Seed,
    players: &[AnyPlayer],
    options: &Options,
    watch: &mut dyn Observer,
    lead: &Lead<'_>,
) -> Result<Record, Trouble> {
    let _pinned = pin(options)?;
    let mut voids = Vec::new();
    loop {
        let attempt = voids.len() as u32 + 1;
        watch.started(attempt);
        let why = match attempt_once(info, seed, players, options, watch, lead) {
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
    players: &[AnyPlayer],
    options: &Options,
    watch: &mut dyn Observer,
    lead: &Lead<'_>,
) -> Result<Record, Stop> {
    let seated: Vec<Option<&dyn Player>> = players.iter().map(|player| Some(&**player)).collect();
    let mut seats = Seats::new(info, seed, &seated, options)?;
    let mut course = lead(&mut seats, watch)?;
    let ended = play_on(&mut course, &mut seats, watch);
    course.replay.ending = match ended {
        Ok(ending) => {
            seats.close(&mut *course.table, watch)?;
            ending
        }
        Err(Stop::Interrupted) => Ending::Incomplete("interrupted".to_string()),
        Err(stop) => return Err(stop),
    };
    Ok(into_record(course, seats, watch))
}

/// Plays decision after decision until the match is over.
fn play_on(course: &mut Course, seats: &mut Seats<'_>, watch: &mut dyn Observer) -> Result<Ending, Stop> {
    watch.begun(course.progress());
    loop {
        let ask = match course.table.decision() {
            Decision::Over(outcome) => return Ok(Ending::over(&*course.table, outcome)),
            Decision::Ask(ask) => ask,
        };
        seats.decision = course.decisions;
        let Course { table, timers, .. } = course;
        let mut grant = |seat: Seat| timers[seat.index()].grant(&ask);
        for reply in seats.ask(&mut **table, &ask, &mut grant, watch)? {
            let answered = seats.answered(reply, &*course.table, &ask, watch);
            take(course, seats, &ask, answered, watch);
        }
        course.table.step();
        course.decisions += 1;
        course.replay.checkpoint(course.decisions, &*course.table);
        seats.retire(&mut *course.table, watch)?;
        watch.stepped(course.progress());
    }
}

/// Gives an answer to the clock, the table and the replay.
fn take(
    course: &mut Course,
    seats: &mut Seats<'_>,
    ask: &Ask,
    mut answered: Answered,
    watch: &mut dyn Observer,
) {
    let seat = answered.seat;
    course.timers[seat.index()].charge(ask, &answered.cost);
    if let Err(garbled) = course.table.answer(seat, &answered.answer) {
        seats.explain(&*course.table, ask, seat, &Cause::Garbled(garbled.0), watch);
        if let Answer::Frame(frame) = answered.answer {
            answered.answer = Answer::Garbled(frame);
        }
    }
    course.replay.answers.push(answered);
}

fn into_record(course: Course, mut seats: Seats<'_>, watch: &mut dyn Observer) -> Record {
    let mut record = Record {
        replay: course.replay,
        decisions: course.decisions,
        incidents: std::mem::take(&mut seats.incidents),
        fault_counts: Vec::new(),
        cpu_us: Vec::new(),
        stderr: Vec::new(),
        conduct: Vec::new(),
        voids: Vec::new(),
    };
    let tallies = seats.end_all(watch);
    for (player, tally) in record.replay.header.players.iter_mut().zip(tallies) {
        player.stderr = tally.stderr.fingerprint();
        record.fault_counts.push(tally.faults);
        record.cpu_us.push(tally.remains.cpu_us);
        record.stderr.push(tally.stderr);
        record.conduct.push(tally.remains.conduct);
    }
    record.replay.notes.append(&mut seats.notes);
    record
}
