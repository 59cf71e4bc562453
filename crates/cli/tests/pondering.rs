//! A jailed bot that thinks outside its turns is frozen between them from then on, whichever way it thinks, by each way
//! to freeze that this machine has.
#![cfg(target_os = "linux")]
#![allow(clippy::unwrap_used, reason = "a test may panic")]

#[allow(dead_code, reason = "the attacks use more of it")]
#[path = "attacks/drill.rs"]
mod drill;

use std::fs;
use std::path::PathBuf;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use nix::time::{ClockId, clock_gettime};
use skirmish_bots::HousePlayer;
use skirmish_core::{Clock, Page, Seat, SeatCount, Seed, Table};
use skirmish_referee::launch::Jailed;
use skirmish_referee::{Match, Native, Nobody, Options, Player, Program, Record, play};
use skirmish_sandbox::{Limits, Tier, Warden};
use tempfile::TempDir;

const TURNS: u32 = 7;
/// In how many gaps between turns a bot may think before it is caught.
const FREE_GAPS: usize = 4;
/// A bot that computed so much between two turns did think; a tick is 10 ms.
const THOUGHT_TICKS: u64 = 15;
/// A bot that does not compute at all while its opponent computes so long is at rest.
const REST_NS: u64 = 100_000_000;
/// One of both shows long before this, however busy the machine is.
const PATIENCE: Duration = Duration::from_secs(60);

const ANSWERS: &str = "
for line in sys.stdin: print('ok', flush=True)
";

const IN_A_THREAD: &str = "
import sys, threading
sys.setswitchinterval(0.0002)
def think():
    while True: pass
threading.Thread(target=think, daemon=True).start()
";

const IN_ANOTHER_PROCESS: &str = "
import os, sys
if os.fork() == 0:
    os.close(0)
    while True: pass
";

/// Whoever is stopped is let go on by SIGCONT, which the kernel itself would send by a timer, or on news of a pipe.
const WAKING_ITSELF: &str = "
import ctypes, fcntl, signal
signal.signal(signal.SIGCONT, lambda *_: None)
libc = ctypes.CDLL(None)
event = (ctypes.c_int * 16)(0, 0, signal.SIGCONT, 0)
timer, often = ctypes.c_void_p(), (ctypes.c_long * 4)(0, 1000000, 0, 1000000)
if libc.timer_create(1, event, ctypes.byref(timer)) == 0: libc.timer_settime(timer, 0, often, None)
try: fcntl.fcntl(0, 10, signal.SIGCONT)
except OSError: pass
";

#[test]
fn one_that_thinks_in_a_thread_is_frozen_between_its_turns() {
    check(&[IN_A_THREAD, ANSWERS].concat());
}

#[test]
fn one_that_thinks_in_another_process_is_frozen_between_its_turns() {
    check(&[IN_ANOTHER_PROCESS, ANSWERS].concat());
}

#[test]
fn one_that_wakes_itself_stays_frozen() {
    check(&[IN_A_THREAD, WAKING_ITSELF, ANSWERS].concat());
}

/// Plays it at each tier with a private root: one freezes by a control group where there is one, the other by stopping.
fn check(thinker: &str) {
    let place = TempDir::new().unwrap();
    // The name is its own, because it is found by it.
    let name = format!("thinker{}.py", place.path().file_name().unwrap().to_string_lossy());
    let file = place.path().join(&name);
    fs::write(&file, thinker).unwrap();
    for tier in [Tier::Full, Tier::Namespaces] {
        let helper = Some(PathBuf::from(env!("CARGO_BIN_EXE_skirmish")));
        let options = skirmish_sandbox::Options { at_most: tier, helper, ..Default::default() };
        let warden = Warden::start(&options).unwrap();
        if warden.tier() != tier {
            println!("this machine has no tier `{tier}`");
            continue;
        }
        for ponder in [false, true] {
            let launch = Arc::new(Jailed::with(warden.clone(), Limits::play()));
            // The opponent is asked when the thinker has answered, and frozen if it is to be.
            let options = Options {
                launch,
                ponder,
                together: false,
                starved_after: Duration::MAX,
                ..Options::default()
            };
            let gaps = Arc::new(Mutex::new(Vec::new()));
            let opponent = Opponent { thinker: name.clone(), can_rest: !ponder, gaps: gaps.clone() };
            let opponent = Native::new("opponent", move |_| Box::new(opponent.clone()));
            let players = [Player::Program(Program::of_file(&file).unwrap()), Player::House(opponent)];
            let table = drill::table(SeatCount::new(2).unwrap(), TURNS);
            let game = Match::new(table, Seed(0), players.into()).with_clock(Clock::NONE);
            let record = play(&game, &options, &mut Nobody).unwrap();
            judge(&record, &gaps.lock().unwrap(), tier, ponder);
        }
    }
}

fn judge(record: &Record, gaps: &[Gap], tier: Tier, ponder: bool) {
    let notes = &record.replay.notes;
    assert_eq!(record.fault_counts, [0, 0], "{tier}: it answers in its turns: {:?}", record.incidents);
    let is_noted = notes.iter().any(|note| note.contains("seat 0") && note.contains("frozen"));
    assert_eq!((is_noted, notes.len()), (!ponder, usize::from(!ponder)), "{tier}: {notes:?}");
    let free = gaps.iter().take_while(|&&gap| gap == Gap::Thought).count();
    let rested = gaps[free..].iter().filter(|&&gap| gap == Gap::Rested).count();
    let all = TURNS as usize;
    let at_most = if ponder { all } else { FREE_GAPS };
    assert!(free >= 1 && free <= at_most, "{tier}, ponder {ponder}: it is caught soon: {gaps:?}");
    let expected = if ponder { 0 } else { all - free };
    assert_eq!(rested, expected, "{tier}, ponder {ponder}: from then on it rests: {gaps:?}");
}

/// What the thinker did between one of its turns and the next.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Gap {
    Thought,
    Rested,
    /// Neither showed.
    Unclear,
}

/// Says `ok` once it is clear what the thinker does meanwhile.
#[derive(Clone)]
struct Opponent {
    thinker: String,
    /// Whether a thinker at rest is looked for at all: one that is free to think will, sooner or later.
    can_rest: bool,
    gaps: Arc<Mutex<Vec<Gap>>>,
}

impl HousePlayer for Opponent {
    fn answer(&mut self, _table: &mut dyn Table, _seat: Seat, page: &mut Page) {
        self.gaps.lock().unwrap().push(self.watch());
        page.text("ok");
    }
}

impl Opponent {
    fn watch(&self) -> Gap {
        let until = Instant::now() + PATIENCE;
        let before = cpu_ticks_of(&self.thinker);
        let (mut now, mut since) = (before, own_cpu_ns());
        while Instant::now() < until {
            let next = cpu_ticks_of(&self.thinker);
            if next != now {
                (now, since) = (next, own_cpu_ns());
            }
            if now.saturating_sub(before) >= THOUGHT_TICKS {
                return Gap::Thought;
            }
            if self.can_rest && own_cpu_ns() - since >= REST_NS {
                return Gap::Rested;
            }
        }
        Gap::Unclear
    }
}

/// How long the processes with that word in their command line have computed, in ticks of the system's clock.
fn cpu_ticks_of(word: &str) -> u64 {
    let processes = fs::read_dir("/proc").unwrap().flatten().map(|entry| entry.path());
    let ours = processes.filter(|process| {
        let line = fs::read(process.join("cmdline")).unwrap_or_default();
        String::from_utf8_lossy(&line).contains(word)
    });
    ours.filter_map(|process| ticks(&fs::read_to_string(process.join("stat")).ok()?)).sum()
}

/// Its time in its own code and in the system's, of what the kernel tells about a process.
fn ticks(stat: &str) -> Option<u64> {
    const OWN: usize = 12;
    let behind_its_name = stat.rsplit_once(')')?.1;
    let mut times = behind_its_name.split(' ').skip(OWN).map(str::parse::<u64>);
    Some(times.next()?.ok()? + times.next()?.ok()?)
}

fn own_cpu_ns() -> u64 {
    let time = clock_gettime(ClockId::CLOCK_THREAD_CPUTIME_ID).unwrap();
    Duration::from(time).as_nanos() as u64
}
