//! A jailed bot that thinks outside its turns is frozen between them from then on, whichever way it thinks, by each way
//! to freeze that this machine has.
#![cfg(target_os = "linux")]
#![allow(clippy::unwrap_used, reason = "a test may panic")]

#[allow(dead_code, reason = "the attacks use more of it")]
#[path = "attacks/drill.rs"]
mod drill;

use std::fs;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use skirmish_core::{Clock, SeatCount, Seed};
use skirmish_referee::launch::Jailed;
use skirmish_referee::{Match, Nobody, Options, Player, Program, Record, play};
use skirmish_sandbox::{Limits, Tier, Warden};
use tempfile::TempDir;

const TURNS: u32 = 9;
/// In how many gaps between turns a bot may think before it is caught.
const FREE_GAPS: usize = 4;

/// Says how far the count is when it is asked and before it answers. `count()` is told by what comes before this.
const ANSWERS: &str = "
for line in sys.stdin:
    os.write(2, b'asked %d\\n' % count())
    os.write(2, b'said %d\\n' % count())
    print('ok', flush=True)
";

const IN_A_THREAD: &str = "
import os, sys, threading
sys.setswitchinterval(0.0002)
total = 0
def think():
    global total
    while True: total += 1
def count(): return total
threading.Thread(target=think, daemon=True).start()
";

const IN_ANOTHER_PROCESS: &str = "
import mmap, os, struct, sys
file = open('/tmp/count', 'wb+')
file.write(bytes(4096))
file.flush()
page = mmap.mmap(file.fileno(), 4096)
def count(): return struct.unpack('q', page[:8])[0]
if os.fork() == 0:
    os.close(0)
    total = 0
    while True:
        total += 1
        page[:8] = struct.pack('q', total)
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

/// Gives the other one time to think in.
const SLOW: &str = "
import sys
for line in sys.stdin:
    for _ in range(2000000): pass
    print('ok', flush=True)
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
    let [thinker, slow] = [("thinker.py", thinker), ("slow.py", SLOW)].map(|(name, code)| {
        let path = place.path().join(name);
        fs::write(&path, code).unwrap();
        path
    });
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
            let options = Options { launch, ponder, starved_after: Duration::MAX, ..Options::default() };
            let players = [&thinker, &slow].map(|file| Player::Program(Program::of_file(file).unwrap()));
            let table = drill::table(SeatCount::new(2).unwrap(), TURNS);
            let game = Match::new(table, Seed(0), players.into()).with_clock(Clock::NONE);
            judge(&play(&game, &options, &mut Nobody).unwrap(), tier, ponder);
        }
    }
}

fn judge(record: &Record, tier: Tier, ponder: bool) {
    let notes = &record.replay.notes;
    assert_eq!(record.fault_counts, [0, 0], "{tier}: it answers in its turns: {:?}", record.incidents);
    let is_noted = notes.iter().any(|note| note.contains("seat 0") && note.contains("frozen"));
    assert_eq!((is_noted, notes.len()), (!ponder, usize::from(!ponder)), "{tier}: {notes:?}");
    let gaps = thought_between_turns(record);
    let free = *gaps[..FREE_GAPS].iter().max().unwrap();
    let mut late = gaps[FREE_GAPS..].to_vec();
    late.sort();
    let late = late[late.len() / 2];
    assert!(free > 0, "{tier}: it did think: {gaps:?}");
    assert_eq!(late * 3 < free, !ponder, "{tier}, ponder {ponder}: it thought on between turns: {gaps:?}");
}

/// How far the bot counted from each answer to the next question.
fn thought_between_turns(record: &Record) -> Vec<u64> {
    let words = record.noise[0].last_lines(2 * TURNS as usize);
    let numbers: Vec<u64> = words.iter().filter_map(|line| line.split_once(' ')?.1.parse().ok()).collect();
    assert_eq!(numbers.len(), 2 * TURNS as usize, "{words:?}");
    numbers[1..].chunks_exact(2).map(|pair| pair[1] - pair[0]).collect()
}
