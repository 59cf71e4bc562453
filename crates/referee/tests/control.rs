//! What the referee does when it is not about a bot's answers: starvation, interruption, people, pondering, cores.

mod common;

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::time::Duration;

use common::{Rules, command, one, options, outcome, patient, python, run, said, table};
use skirmish_core::clock::Clock;
use skirmish_core::replay::{Ending, Replay};
use skirmish_core::rng::Seed;
use skirmish_core::seat::Seat;
use skirmish_referee::launch::{Exit, Launch, NoStart, Order, Plain, Process, Started};
use skirmish_referee::{Core, Incident, Match, Nobody, Observer, Options, Person, Progress, Trouble, play};

/// Starts a bot that never answers so many times, and then the one that was meant.
struct FirstSilent {
    silent_starts: AtomicU32,
}

impl Launch for FirstSilent {
    fn tier(&self) -> &str {
        "test"
    }

    fn start(&self, order: &Order<'_>) -> Result<Started, NoStart> {
        let silent = ["sh", "-c", "read line; read line"].map(str::to_string);
        let left =
            self.silent_starts.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |n| n.checked_sub(1));
        let command = if left.is_ok() { &silent[..] } else { order.command };
        let started = Plain.start(&Order { command, ..*order })?;
        Ok(Started { process: Box::new(Unseen(started.process)), ..started })
    }
}

/// A program whose threads cannot be looked at, so that nobody knows whether it got the machine.
struct Unseen(Box<dyn Process>);

impl Process for Unseen {
    fn pid(&self) -> u32 {
        self.0.pid()
    }

    fn cpu_ns(&self) -> Option<u64> {
        None
    }

    fn freeze(&mut self) -> bool {
        self.0.freeze()
    }

    fn thaw(&mut self) {
        self.0.thaw();
    }

    fn exit(&mut self) -> Option<Exit> {
        self.0.exit()
    }

    fn end(&mut self) {
        self.0.end();
    }
}

/// Every late answer counts as starvation, as if the referee always woke too late.
fn starving(silent_starts: u32) -> Options {
    let launch = Arc::new(FirstSilent { silent_starts: AtomicU32::new(silent_starts) });
    Options { launch, starved_after: Duration::ZERO, grace: Duration::ZERO, ..options() }
}

#[test]
fn a_starved_attempt_is_void_and_played_again() {
    let clock = Clock::per_turn(1000, 1000, 30_000);
    let record =
        run(Rules::default(), clock, [command(&["cat"]), one()], &starving(2)).expect("third time lucky");
    assert_eq!(said(&record, Seat(0)), ["0", "2", "4"]);
    assert_eq!(record.fault_counts, [0, 0]);
    assert_eq!(record.voids.len(), 2);
    assert!(
        record.replay.notes[0].contains("attempt 1 was void: the machine was busy"),
        "{:?}",
        record.replay.notes
    );
    assert_eq!(record.replay.header.tier, "test");
    assert_eq!(Replay::read(record.replay.write().as_bytes()), Ok(record.replay));
}

#[test]
fn starvation_ends_in_an_error_that_costs_nobody_anything() {
    let clock = Clock::per_turn(1000, 50, 50);
    let error = run(Rules::default(), clock, [command(&["cat"]), one()], &starving(99)).expect_err("never");
    assert!(matches!(error, Trouble::Starved { attempts: 3, .. }), "{error}");
    assert!(error.to_string().contains("run fewer matches at once"), "{error}");
}

/// Sets the flag after so many decisions.
struct Stopper {
    after: u64,
    flag: Arc<AtomicBool>,
}

impl Observer for Stopper {
    fn stepped(&mut self, progress: Progress<'_>) {
        if progress.decisions == self.after {
            self.flag.store(true, Ordering::Relaxed);
        }
    }
}

#[test]
fn an_interrupted_match_is_an_incomplete_replay_that_can_be_read() {
    let flag = Arc::new(AtomicBool::new(false));
    let options = Options { interrupt: Some(flag.clone()), ..options() };
    let game = Match::new(table(Rules::default(), Seed(0)), Seed(0), vec![command(&["cat"]), one()]);
    let record = play(&game, &options, &mut Stopper { after: 3, flag }).expect("a record");
    assert_eq!(record.replay.ending, Ending::Incomplete("interrupted".into()));
    assert_eq!((record.decisions, record.replay.answers.len()), (3, 3));
    let read = Replay::read(record.replay.write().as_bytes()).expect("readable");
    assert_eq!(read.verify(&common::SUMS).expect("as far as it goes").outcome, None);
}

#[test]
fn a_bot_that_never_answers_can_be_interrupted_without_a_clock() {
    let flag = Arc::new(AtomicBool::new(false));
    let options = Options { interrupt: Some(flag.clone()), ..options() };
    let interrupter = std::thread::spawn(move || flag.store(true, Ordering::Relaxed));
    let record =
        run(Rules::default(), Clock::NONE, [python("ask(); ask()"), one()], &options).expect("a record");
    interrupter.join().expect("it only sets a flag");
    assert_eq!(record.replay.ending, Ending::Incomplete("interrupted".into()));
}

#[test]
fn a_person_plays_by_a_line_and_may_leave() {
    let (ada, end) = Person::new("Ada");
    let person = std::thread::spawn(move || {
        let typed = "5\n6\n";
        let mut seen = Vec::new();
        end.run(typed.as_bytes(), &mut seen).expect("memory does not fail");
        String::from_utf8(seen).expect("text")
    });
    let players = [Arc::new(ada), one()];
    let record = run(Rules::default(), Clock::NONE, players, &options()).expect("a record");
    let seen = person.join().expect("the person has left");
    assert_eq!(said(&record, Seat(0)), ["5", "6", "!gone"]);
    assert!(record.incidents[0].sentence.contains("seat 0 (Ada)"), "{}", record.incidents[0]);
    assert!(record.incidents[0].sentence.contains("the person has left"), "{}", record.incidents[0]);
    assert_eq!(seen.matches("seat 0> ").count(), 3, "{seen}");
}

#[test]
fn a_person_who_waits_too_long_is_late() {
    let (person, end) = Person::new("Ada");
    let players = [Arc::new(person), one()];
    let record = run(Rules::default(), Clock::per_turn(1, 1, 1), players, &patient()).expect("a record");
    assert_eq!(said(&record, Seat(0)), ["!late"; 3]);
    assert_eq!(end.shown.try_iter().count(), 3);
}

#[test]
fn a_bot_that_ponders_is_frozen_between_its_turns() {
    let ponders = "
import threading
def think():
    while True: pass
threading.Thread(target=think, daemon=True).start()
while ask(): say(1)
";
    // The other one is slow, so that there is time to ponder in.
    let slow = "while ask():\n  for _ in range(2000000): pass\n  say(1)";
    let rules = Rules { turns: 12, ..Rules::default() };
    for (ponder, notes) in [(false, 1), (true, 0)] {
        let options = Options { ponder, core: Core::Any, ..patient() };
        let players = [python(ponders), python(slow)];
        let record = run(rules.clone(), Clock::NONE, players, &options).expect("a record");
        assert_eq!(said(&record, Seat(0)), ["1"; 12], "a frozen bot is thawed for its turn");
        assert_eq!(record.replay.notes.len(), notes, "{:?}", record.replay.notes);
    }
}

#[test]
fn a_match_on_one_core_leaves_the_thread_where_it_was() {
    let cores =
        || nix::sched::sched_getaffinity(nix::unistd::Pid::from_raw(0)).expect("the cores we may use");
    let before = cores();
    let shows =
        "import os\nask(); sys.stderr.write(str(len(os.sched_getaffinity(0)))); say(1)\nwhile ask(): say(1)";
    let options = Options { core: Core::Here, ..options() };
    let record = run(Rules::default(), Clock::NONE, [python(shows), one()], &options).expect("a record");
    assert_eq!(record.stderr[0].last_lines(1), ["1"]);
    assert_eq!(cores(), before);
}

/// Everything that goes through the pipes.
#[derive(Default)]
struct Both {
    log: Vec<String>,
}

impl Observer for Both {
    fn sent(&mut self, seat: Seat, text: &[u8]) {
        self.log.push(format!("{seat}< {}", String::from_utf8_lossy(text).trim_end()));
    }
    fn answered(&mut self, seat: Seat, text: &[u8]) {
        self.log.push(format!("{seat}> {}", String::from_utf8_lossy(text)));
    }
    fn printed_stderr(&mut self, seat: Seat, text: &[u8]) {
        self.log.push(format!("{seat}! {}", String::from_utf8_lossy(text).trim_end()));
    }
    fn happened(&mut self, incident: &Incident) {
        self.log.push(incident.fault.word().to_string());
    }
}

#[test]
fn an_observer_sees_both_sides_of_the_pipes() {
    let code = "ask(); sys.stderr.write('hm\\n'); sys.stderr.flush(); say(4)\nask(); say('x')";
    let rules = Rules { turns: 2, hello: false, ..Rules::default() };
    let game = Match::new(table(rules, Seed(0)), Seed(0), vec![python(code), one()]).with_clock(Clock::NONE);
    let mut both = Both::default();
    play(&game, &options(), &mut both).expect("a record");
    let log: Vec<&str> = both.log.iter().map(String::as_str).collect();
    assert_eq!(log, ["0< 0", "0! hm", "0> 4", "1> 1", "0< 2", "0> x", "garbled", "1> 1"]);
}

#[test]
fn the_number_of_players_must_fit() {
    let game = Match::new(table(Rules::default(), Seed(0)), Seed(0), vec![one()]);
    let error = play(&game, &options(), &mut Nobody).expect_err("one player for two seats");
    assert_eq!(error.to_string(), "sums has 2 seats in this match, but there are 1 players; name 2");
    let two = run(Rules::default(), Clock::NONE, [one(), one()], &options()).expect("a record");
    assert_eq!(outcome(&two).scores, [3, 3]);
}
