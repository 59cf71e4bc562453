//! A match from its beginning, or from the middle of another, to its end.

use std::time::Duration;

use skirmish_core::answer::{Answer, Answered};
use skirmish_core::clock::{Clock, Timer};
use skirmish_core::game::{Ask, Decision};
use skirmish_core::replay::{Ending, PlayerInfo, Replay};
use skirmish_core::rng::Seed;
use skirmish_core::seat::Seat;
use skirmish_core::table::Table;

use crate::explain::Cause;
use crate::observe::{Observer, Progress};
use crate::options::{Core, Options};
use crate::player::denial::most_added;
use crate::player::{AnyPlayer, Player};
use crate::record::Record;
use crate::seats::{MatchFacts, Seats};
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

    /// The longest that the match can last by its clocks; `None` if there is no limit. No bot can exceed it: whoever has
    /// used up its time is late, and the match goes on.
    pub fn budget(&self) -> Option<Duration> {
        self.clock.match_budget(&self.table.ask_limit(), self.table.seats())
    }

    /// The longest that playing it can take, however busy the machine is: each attempt takes its budget, what may be added
    /// for bots that were denied the CPU, and the time that programs have to leave. `None` if there is no limit.
    pub fn longest(&self, options: &Options) -> Option<Duration> {
        let seat = self.clock.seat_budget(&self.table.ask_limit())?;
        let seats = self.table.seats().get() as u32;
        let attempt = seat.saturating_add(most_added(seat)).saturating_mul(seats);
        let attempt = attempt.saturating_add(options.grace);
        Some(attempt.saturating_mul(options.retries.saturating_add(1)))
    }
}

/// Plays a match. What bots do wrong is in the record; an error is our own failure.
pub fn play(played: &Match, options: &Options, watch: &mut dyn Observer) -> Result<Record, Trouble> {
    check_players(&*played.table, &played.players)?;
    let facts = MatchFacts {
        info: played.table.info(),
        seed: played.seed,
        seat_budget: played.clock.seat_budget(&played.table.ask_limit()),
        options,
    };
    play_from(&facts, &played.players, watch, &|seats, watch| {
        let mut table = played.table.fork();
        let listed = list(&played.players);
        let replay = Replay::begin(&*table, played.seed, listed, played.clock, options.launch.tier());
        seats.greet(&mut *table, watch)?;
        let timers = vec![Timer::new(played.clock); played.players.len()];
        Ok(RunningMatch { table, timers, replay, decisions: 0 })
    })
}

/// A match being played: the table, the clocks and what is recorded so far.
pub(crate) struct RunningMatch {
    pub(crate) table: Box<dyn Table>,
    pub(crate) timers: Vec<Timer>,
    pub(crate) replay: Replay,
    pub(crate) decisions: u64,
}

impl RunningMatch {
    fn progress(&self) -> Progress<'_> {
        Progress {
            decisions: self.decisions,
            table: &*self.table,
            timers: &self.timers,
            replay: &self.replay,
        }
    }
}

/// Sets up the position from which seated players begin: the start of a match, or a recorded moment of one.
pub(crate) type Opening<'a> = dyn Fn(&mut Seats<'_>, &mut dyn Observer) -> Result<RunningMatch, Stop> + 'a;

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

/// Plays on from the position that `opening` sets up, again if the machine was too busy, but not for ever.
pub(crate) fn play_from(
    facts: &MatchFacts<'_>,
    players: &[AnyPlayer],
    watch: &mut dyn Observer,
    opening: &Opening<'_>,
) -> Result<Record, Trouble> {
    let options = facts.options;
    let _pinned = pin(options)?;
    let mut voids = Vec::new();
    loop {
        let attempt = voids.len() as u32 + 1;
        watch.started(attempt);
        let why = match attempt_once(facts, players, watch, opening) {
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
    facts: &MatchFacts<'_>,
    players: &[AnyPlayer],
    watch: &mut dyn Observer,
    opening: &Opening<'_>,
) -> Result<Record, Stop> {
    let seated: Vec<Option<&dyn Player>> = players.iter().map(|player| Some(&**player)).collect();
    let mut seats = Seats::new(facts, &seated)?;
    let mut running = opening(&mut seats, watch)?;
    let ended = play_on(&mut running, &mut seats, watch);
    running.replay.ending = match ended {
        Ok(ending) => {
            seats.close(&mut *running.table, watch)?;
            ending
        }
        Err(Stop::Interrupted) => Ending::Incomplete("interrupted".to_string()),
        Err(stop) => return Err(stop),
    };
    Ok(into_record(running, seats, watch))
}

/// Plays decision after decision until the match is over.
fn play_on(
    running: &mut RunningMatch,
    seats: &mut Seats<'_>,
    watch: &mut dyn Observer,
) -> Result<Ending, Stop> {
    watch.begun(running.progress());
    loop {
        let ask = match running.table.decision() {
            Decision::Over(outcome) => return Ok(Ending::over(&*running.table, outcome)),
            Decision::Ask(ask) => ask,
        };
        seats.decision = running.decisions;
        let RunningMatch { table, timers, .. } = running;
        let mut grant = |seat: Seat| timers[seat.index()].grant(&ask);
        for reply in seats.ask(&mut **table, &ask, &mut grant, watch)? {
            let timer = &mut running.timers[reply.seat.index()];
            timer.charge(&ask, &reply.cost, reply.fault());
            let late_too_often = timer.late_too_often();
            let answered = seats.answered(reply, late_too_often, &*running.table, &ask, watch);
            take(running, seats, &ask, answered, watch);
        }
        running.table.step();
        running.decisions += 1;
        running.replay.checkpoint(running.decisions, &*running.table);
        seats.retire(&mut *running.table, watch)?;
        watch.stepped(running.progress());
    }
}

/// Gives an answer to the table and the replay.
fn take(
    running: &mut RunningMatch,
    seats: &mut Seats<'_>,
    ask: &Ask,
    mut answered: Answered,
    watch: &mut dyn Observer,
) {
    let seat = answered.seat;
    if let Err(garbled) = running.table.answer(seat, &answered.answer) {
        seats.explain(&*running.table, ask, seat, &Cause::Garbled(garbled.0), watch);
        if let Answer::Frame(frame) = answered.answer {
            answered.answer = Answer::Garbled(frame);
        }
    }
    running.replay.answers.push(answered);
}

fn into_record(running: RunningMatch, mut seats: Seats<'_>, watch: &mut dyn Observer) -> Record {
    let mut record = Record {
        replay: running.replay,
        decisions: running.decisions,
        incidents: std::mem::take(&mut seats.incidents),
        fault_counts: Vec::new(),
        cpu_us: Vec::new(),
        stderr: Vec::new(),
        conduct: Vec::new(),
        voids: Vec::new(),
    };
    let totals = seats.end_all(watch);
    for (player, total) in record.replay.header.players.iter_mut().zip(totals) {
        player.stderr = total.stderr.fingerprint();
        record.fault_counts.push(total.faults);
        record.cpu_us.push(total.summary.cpu_us);
        record.stderr.push(total.stderr);
        record.conduct.push(total.summary.conduct);
    }
    record.replay.notes.append(&mut seats.notes);
    record
}
