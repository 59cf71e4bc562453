//! Attacks that play: a real match in jails against an honest program, judged by its record.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use skirmish_core::outcome::Outcome;
use skirmish_core::replay::Ending;
use skirmish_core::rng::Seed;
use skirmish_core::seat::{Seat, SeatCount};
use skirmish_programs::{Origin, Program};
use skirmish_referee::launch::{Jailed, Launch, NoStart, Order, Started};
use skirmish_referee::{AnyPlayer, Core, Match, Nobody, Options, Record, StderrCaps, play};
use skirmish_sandbox::Sandbox;

use super::battery::{Attack, honest};
use super::host::{Host, cores};
use super::{drill, limits};

/// The tolerance of a deadline: this machine may be busy.
const OVERRUN: Duration = Duration::from_millis(500);
/// The most honest matches that are played in parallel to a hostile one.
const BESIDE_MAX: usize = 1000;
/// The most bytes of stderr that are kept of a turn; only floods print more.
const COMPLAINT_BYTES_MAX: usize = 64 * 1024;

/// Plays matches of attacks against an honest program.
pub struct HostileMatches {
    options: Options,
    /// Options of honest matches on another core, if there is one, in parallel to a hostile one.
    beside: Options,
    honest: PathBuf,
    python: &'static str,
}

impl HostileMatches {
    pub fn of(sandbox: Sandbox, host: &Host) -> Self {
        // Without a private root, a toolchain in a private home folder is not accessible.
        let python = if sandbox.tier().holds_strangers() { "python3" } else { "/usr/bin/python3" };
        let honest = honest();
        let launch = Baited {
            jailed: Jailed::with(sandbox, limits()),
            bait: host.bait(),
            honest: honest.clone(),
            secret: host.secret(),
        };
        let cores = cores();
        let options = Options {
            core: Core::Number(cores[0]),
            launch: Arc::new(launch),
            // The honest program computes while it is attacked.
            together: true,
            retries: 0,
            starved_after: OVERRUN,
            stderr: StderrCaps { per_decision: COMPLAINT_BYTES_MAX, total: 4 * COMPLAINT_BYTES_MAX },
            ..Options::default()
        };
        let beside = Options { core: Core::Number(cores[1 % cores.len()]), ..options.clone() };
        Self { options, beside, honest, python }
    }

    /// Plays the attack at the first seats and an honest program at the last one, and judges the record.
    pub fn play_and_judge(&self, attack: &Attack, program: &Path, host: &Host) -> Result<(), String> {
        let mut players: Vec<_> = (0..attack.seats).map(|_| self.player(program)).collect();
        players.push(self.player(&self.honest));
        let seats = SeatCount::new(players.len()).unwrap();
        let game = Match::new(drill::table(seats, drill::TURNS), Seed(0), players);
        let is_over = AtomicBool::new(false);
        let (record, beside) = thread::scope(|scope| {
            let beside = scope.spawn(|| self.play_beside(&is_over));
            let record = play(&game, &self.options, &mut Nobody).map_err(|trouble| trouble.to_string());
            is_over.store(true, Ordering::Relaxed);
            (record, beside.join().unwrap())
        });
        let record = record?;
        beside?;
        check_hostile(attack, &record)?;
        check_honest(Seat(attack.seats as u8), &record)?;
        check_clock(&record)?;
        check_words(&record, host)
    }

    /// Plays honest matches until the hostile one is over: none may have a fault, and none may be void.
    fn play_beside(&self, is_over: &AtomicBool) -> Result<(), String> {
        let suffered = |what: String| format!("an honest match beside it suffered: {what}");
        for _ in 0..BESIDE_MAX {
            let players = vec![self.player(&self.honest), self.player(&self.honest)];
            let table = drill::table(SeatCount::new(2).unwrap(), drill::TURNS);
            let game = Match::new(table, Seed(0), players);
            let record = play(&game, &self.beside, &mut Nobody);
            let record = record.map_err(|trouble| suffered(trouble.to_string()))?;
            let standing = outcome(&record).map_err(suffered)?;
            if record.fault_counts != [0, 0] || standing.places != [1, 1] || !record.voids.is_empty() {
                return Err(suffered(format!("{standing:?}, {:?}, {:?}", record.incidents, record.voids)));
            }
            if is_over.load(Ordering::Relaxed) {
                break;
            }
        }
        Ok(())
    }

    fn player(&self, path: &Path) -> AnyPlayer {
        let mut program = Program::find(&path.display().to_string()).unwrap();
        if program.command[0] == "python3" {
            program.command[0] = self.python.into();
        }
        Arc::new(program)
    }
}

/// Launcher that gives hostile programs their targets and the honest one a secret, in the environment.
struct Baited {
    jailed: Jailed,
    bait: Vec<(String, String)>,
    honest: PathBuf,
    secret: (String, String),
}

impl Launch for Baited {
    fn tier(&self) -> &str {
        self.jailed.tier()
    }

    fn start(&self, order: &Order<'_>) -> Result<Started, NoStart> {
        let is_honest = *order.origin == Origin::Script(self.honest.clone());
        let added = if is_honest { std::slice::from_ref(&self.secret) } else { &self.bait };
        let environment = [order.environment, added].concat();
        self.jailed.start(&Order { environment: &environment, ..*order })
    }
}

/// Asserts the expected verdict, and for a fault a sentence that says who and why.
fn check_hostile(attack: &Attack, record: &Record) -> Result<(), String> {
    let incidents = || record.incidents.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n");
    let wanted = attack.verdict.fault();
    let standing = outcome(record)?;
    for seat in (0..attack.seats).map(|seat| Seat(seat as u8)) {
        let fault = standing.faults[seat.index()];
        if fault != wanted {
            let complaints = record.stderr[seat.index()].last_lines(20).join("\n");
            let fault = fault.map_or("fine", |fault| fault.word());
            return Err(format!("the verdict is `{fault}`: {}\n{complaints}", incidents()));
        }
        let name = &record.replay.header.players[seat.index()].name;
        let who = format!("seat {seat} ({name}) ");
        let told = record.incidents.iter().filter(|incident| incident.seat == seat);
        let told: Vec<_> = told.map(|incident| (Some(incident.fault), &incident.sentence)).collect();
        let is_told = match (wanted, &told[..]) {
            (None, []) => true,
            (Some(_), [(fault, sentence)]) => {
                *fault == wanted
                    && sentence.starts_with(&who)
                    && attack.verdict.is_reason(sentence)
                    && sentence.contains(&attack.says)
            }
            _ => false,
        };
        if !is_told || record.fault_counts[seat.index()] != told.len() as u64 {
            return Err(format!("one sentence should name the seat and the reason: {}", incidents()));
        }
    }
    Ok(())
}

/// Asserts that the honest program answered every time and has the first place.
fn check_honest(seat: Seat, record: &Record) -> Result<(), String> {
    let standing = outcome(record)?;
    let (place, score) = (standing.places[seat.index()], standing.scores[seat.index()]);
    let is_blamed = record.fault_counts[seat.index()] > 0 || standing.faults[seat.index()].is_some();
    if is_blamed || place != 1 || score != i64::from(drill::TURNS) {
        return Err(format!("an honest program beside it suffered: {standing:?}, {:?}", record.incidents));
    }
    Ok(())
}

/// Asserts that no program got much more time than it was granted.
fn check_clock(record: &Record) -> Result<(), String> {
    let mut is_first = [true; skirmish_core::seat::MAX_SEATS];
    for answered in &record.replay.answers {
        let is_first = std::mem::take(&mut is_first[answered.seat.index()]);
        let budget_ms = if is_first { drill::FIRST_MS } else { drill::TURN_MS };
        let most = Duration::from_millis(budget_ms) + OVERRUN;
        let wall = Duration::from_micros(answered.cost.wall_us);
        if wall > most {
            return Err(format!("seat {} had {wall:?}, and at most {most:?} are allowed", answered.seat));
        }
    }
    Ok(())
}

/// Asserts that no attack reports success, and that text an author can read reveals nothing of the host.
fn check_words(record: &Record, host: &Host) -> Result<(), String> {
    let complaints = record.stderr.iter().map(|noise| String::from_utf8_lossy(&noise.write()).into_owned());
    let complaints = complaints.collect::<Vec<_>>().join("\n");
    let is_breach = |line: &&str| line.contains("BREACH") || line.contains("Traceback");
    if let Some(breach) = complaints.lines().find(is_breach) {
        return Err(breach.into());
    }
    host.check_secrets(&complaints)?;
    for incident in &record.incidents {
        host.check_secrets(&incident.to_string())?;
    }
    host.check_secrets(&record.replay.write())
}

fn outcome(record: &Record) -> Result<&Outcome, String> {
    match &record.replay.ending {
        Ending::Over { outcome, .. } => Ok(outcome),
        Ending::Incomplete(why) => Err(format!("the match is incomplete: {why}")),
    }
}
