//! A jailed bot that ponders (computes outside its turns) is frozen between them from then on: however it computes, and by
//! each mechanism of freezing that this machine has.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

#[allow(dead_code, reason = "the attacks use more of it")]
#[path = "attacks/drill.rs"]
mod drill;

use std::collections::BTreeSet;
use std::fs;
use std::path::PathBuf;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use nix::time::{ClockId, clock_gettime};
use skirmish_bots::{HousePlayer, OtherGame};
use skirmish_core::clock::Clock;
use skirmish_core::rng::Seed;
use skirmish_core::seat::{Seat, SeatCount};
use skirmish_core::table::Table;
use skirmish_core::wire::Page;
use skirmish_programs::{Program, jail_options};
use skirmish_referee::launch::Jailed;
use skirmish_referee::{AnyPlayer, HouseBot, Match, Nobody, Options, Record, play};
use skirmish_sandbox::{Limits, Sandbox, Tier};
use tempfile::TempDir;

const TURNS: u32 = 7;
/// In how many gaps between turns a bot may compute before it is frozen.
const FREE_GAPS: usize = 4;
/// CPU time between two turns from which a bot counts as pondering, in ticks of 10 ms.
const THOUGHT_TICKS: u64 = 15;
/// Processes started between two turns from which a bot counts as pondering.
const THOUGHT_BIRTHS: usize = 30;
/// A bot without CPU time while its opponent computes this long is at rest.
const REST_NS: u64 = 100_000_000;
/// The timeout for either; reached on no machine, however busy.
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

/// Computes in short-lived children that are never reaped, so that their CPU time is added to no parent.
const IN_CHILDREN_THAT_NOBODY_WAITS_FOR: &str = "
import os, signal, sys, time
signal.signal(signal.SIGCHLD, signal.SIG_IGN)
if os.fork() == 0:
    os.close(0)
    while True:
        if os.fork() == 0:
            while time.process_time() < 0.005: pass
            os._exit(0)
        try: os.wait()
        except ChildProcessError: pass
";

/// Has the kernel send SIGCONT, which resumes a stopped process, by a timer or by signal-driven I/O on a pipe.
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

/// Has SIGCONT sent by the exit of a process: to an orphaned process group, as a parent-death signal, as the exit signal of
/// a clone. A process with much memory takes so long to exit that the others are frozen meanwhile.
const WAKING_BY_A_DEATH: &str = "
import ctypes, mmap, os, signal, sys, time
libc = ctypes.CDLL(None)
PR_SET_PDEATHSIG, SYS_CLONE = 1, 56 if os.uname().machine == 'x86_64' else 220
signal.signal(signal.SIGHUP, signal.SIG_IGN)
def think():
    while time.process_time() < 0.5: pass
def swell():
    much = mmap.mmap(-1, 100 << 20, mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS)
    much.madvise(mmap.MADV_NOHUGEPAGE)
    for page in range(0, len(much), 4096): much[page] = 1
    return much
def die(go, ready):
    much = swell()
    os.write(ready, b'x')
    os.read(go, 1)
    os._exit(0)
def thinks_below(go, ready):
    if os.fork() == 0:
        os.setpgid(0, 0)
        libc.prctl(PR_SET_PDEATHSIG, signal.SIGCONT)
        think()
    die(go, ready)
def thinks_above(go, ready):
    born = libc.syscall(SYS_CLONE, int(signal.SIGCONT), 0, 0, 0, 0)
    if born < 0: born = os.fork()
    if born == 0: die(go, ready)
    os.write(ready, b'x')
    think()
for number, line in enumerate(sys.stdin):
    (go, tell_go), (ready, tell_ready) = os.pipe(), os.pipe()
    if os.fork() == 0:
        os.close(0)
        (thinks_below, thinks_above)[number % 2](go, tell_ready)
    os.read(ready, 1)
    if number % 2: os.read(ready, 1)
    os.write(tell_go, b'x')
    time.sleep(0.003)
    print('ok', flush=True)
    for end in (go, tell_go, ready, tell_ready): os.close(end)
";

#[test]
fn one_that_thinks_in_children_that_nobody_waits_for_is_frozen_between_its_turns() {
    check(&[IN_CHILDREN_THAT_NOBODY_WAITS_FOR, ANSWERS].concat());
}

#[test]
fn one_that_is_woken_by_a_death_stays_frozen() {
    check(&[IN_A_THREAD, WAKING_BY_A_DEATH].concat());
}

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

/// Plays it at each tier with a private root: one freezes with a cgroup, the other with SIGSTOP.
fn check(thinker: &str) {
    let place = TempDir::new().unwrap();
    // A unique name, by which its processes are found.
    let name = format!("thinker{}.py", place.path().file_name().unwrap().to_string_lossy());
    let file = place.path().join(&name);
    fs::write(&file, thinker).unwrap();
    for tier in [Tier::Full, Tier::Namespaces] {
        let helper = Some(PathBuf::from(env!("CARGO_BIN_EXE_skirmish")));
        let options = skirmish_sandbox::SandboxOptions { at_most: tier, helper, ..jail_options() };
        let sandbox = Sandbox::start(&options).unwrap();
        if sandbox.tier() != tier {
            println!("this machine has no tier `{tier}`");
            continue;
        }
        for ponder in [false, true] {
            let launch = Arc::new(Jailed::with(sandbox.clone(), Limits::play()));
            // The opponent is asked after the thinker has answered, when that is already frozen if it is going to be.
            let options = Options {
                launch,
                ponder,
                together: false,
                starved_after: Duration::MAX,
                ..Options::default()
            };
            let gaps = Arc::new(Mutex::new(Vec::new()));
            let opponent = Opponent { thinker: name.clone(), can_rest: !ponder, gaps: gaps.clone() };
            let opponent = HouseBot::new("opponent", move |_| Box::new(opponent.clone()));
            let players: Vec<AnyPlayer> =
                vec![Arc::new(Program::of_file(&file).unwrap()), Arc::new(opponent)];
            let table = drill::table(SeatCount::new(2).unwrap(), TURNS);
            let game = Match::new(table, Seed(0), players).with_clock(Clock::NONE);
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

/// What the thinker did between two of its turns.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Gap {
    Thought,
    Rested,
    /// Neither could be established.
    Unclear,
}

/// The opponent: answers `ok` as soon as it has established what the thinker does meanwhile.
#[derive(Clone)]
struct Opponent {
    thinker: String,
    /// Whether rest is a possible finding: a thinker that is not frozen computes sooner or later.
    can_rest: bool,
    gaps: Arc<Mutex<Vec<Gap>>>,
}

impl HousePlayer for Opponent {
    fn answer(&mut self, _table: &mut dyn Table, _seat: Seat, page: &mut Page) -> Result<(), OtherGame> {
        self.gaps.lock().unwrap().push(self.watch());
        page.text("ok");
        Ok(())
    }
}

impl Opponent {
    fn watch(&self) -> Gap {
        let until = Instant::now() + PATIENCE;
        let mut known = BTreeSet::new();
        let before = cpu_ticks_of(&self.thinker, &mut known);
        let (old, mut now, mut since) = (known.len(), (before, known.len()), own_cpu_ns());
        while Instant::now() < until {
            let ticks = cpu_ticks_of(&self.thinker, &mut known);
            let next = (ticks, known.len());
            if next != now {
                (now, since) = (next, own_cpu_ns());
            }
            if ticks.saturating_sub(before) >= THOUGHT_TICKS || known.len() - old >= THOUGHT_BIRTHS {
                return Gap::Thought;
            }
            if self.can_rest && own_cpu_ns() - since >= REST_NS {
                return Gap::Rested;
            }
        }
        Gap::Unclear
    }
}

/// CPU time of the processes with that word in their command line, in clock ticks. Adds new ones to `known`.
fn cpu_ticks_of(word: &str, known: &mut BTreeSet<PathBuf>) -> u64 {
    let processes = fs::read_dir("/proc").unwrap().flatten().map(|entry| entry.path());
    let ours = processes.filter(|process| {
        let line = fs::read(process.join("cmdline")).unwrap_or_default();
        String::from_utf8_lossy(&line).contains(word)
    });
    let ours: Vec<_> = ours.collect();
    known.extend(ours.iter().cloned());
    ours.iter().filter_map(|process| ticks(&fs::read_to_string(process.join("stat")).ok()?)).sum()
}

/// User plus system time from `/proc/<pid>/stat`.
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
