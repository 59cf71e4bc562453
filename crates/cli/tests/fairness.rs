//! On a busy machine bots are not charged for time in which others had their core, and they cannot fake it.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

#[allow(dead_code, reason = "the attacks use more of it")]
#[path = "attacks/drill.rs"]
mod drill;

use std::path::{Path, PathBuf};
use std::process::{Child, Command};
use std::sync::Arc;

use nix::sched::{CpuSet, sched_getaffinity, sched_setaffinity};
use nix::unistd::Pid;
use skirmish_core::clock::Clock;
use skirmish_core::rng::Seed;
use skirmish_core::seat::{Seat, SeatCount};
use skirmish_programs::{Program, jail_options};
use skirmish_referee::launch::Jailed;
use skirmish_referee::{Core, Match, Nobody, Options, Record, play};
use skirmish_sandbox::{Limits, Sandbox, Tier};
use tempfile::TempDir;

/// The time limit of an answer, as in most games.
const TURN_MS: u64 = 50;
/// Less than a time slice of the scheduler, so that a busy core alone makes everybody late.
const SHORT_MS: u64 = 2;
const HANDSHAKE_MS: u64 = 15_000;
const LOOPS: usize = 6;

const HONEST: &str = r#"
#include <stdio.h>
int main(void) {
    char line[65536];
    while (fgets(line, sizeof line, stdin)) {
        puts("ok");
        fflush(stdout);
    }
}
"#;

/// Computes in all seats' turns, with many threads.
const DISTURBS: &str = r#"
#include <pthread.h>
#include <stdio.h>
#include <unistd.h>
static void *spin(void *unused) {
    for (volatile unsigned long i = 0;; i++) {
    }
    return unused;
}
int main(void) {
    char line[65536];
    alarm(20);
    for (int i = 0; i < 30; i++) {
        pthread_t thread;
        pthread_create(&thread, NULL, spin, NULL);
    }
    while (fgets(line, sizeof line, stdin)) {
        puts("ok");
        fflush(stdout);
    }
}
"#;

/// The case of the issue: both tiers, two seats, five thousand turns.
#[test]
fn twenty_thousand_answers_beside_six_busy_loops_and_none_is_late() {
    let compiler = Compiler::new();
    let honest = compiler.compile("honest", HONEST);
    let _loops = Loops::start(LOOPS, None);
    for tier in [Tier::Full, Tier::Namespaces] {
        let Some(options) = options(tier) else { continue };
        check_honest(&play_on(&options, &honest, &honest, 5000, TURN_MS), 5000);
    }
}

/// Harder: the loops run on the core of the match, and the time limit is shorter than their time slice.
#[test]
fn a_core_that_others_keep_busy_makes_nobody_late() {
    let compiler = Compiler::new();
    let honest = compiler.compile("honest", HONEST);
    let core = cores()[0];
    let _loops = Loops::start(LOOPS, Some(core));
    for tier in [Tier::Full, Tier::Namespaces] {
        let Some(options) = options(tier) else { continue };
        let options = Options { core: Core::Number(core), ..options };
        check_honest(&play_on(&options, &honest, &honest, 250, SHORT_MS), 250);
    }
}

/// Programs that try to make a lost match void, on a busy core, which they need for that.
#[test]
fn nobody_makes_a_match_void_that_it_is_about_to_lose() {
    let compiler = Compiler::new();
    let honest = compiler.compile("honest", HONEST);
    let core = cores()[0];
    for attack in ["gives_its_core_away", "goes_last", "crowds_its_core", "hides_who_computes"] {
        let source = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("../../attacks/late/{attack}.c"));
        let hostile = compiler.compile(attack, &std::fs::read_to_string(source).unwrap());
        for tier in [Tier::Full, Tier::Namespaces] {
            let Some(options) = options(tier) else { continue };
            let options = Options { core: Core::Number(core), ..options };
            for loops in [0, 2] {
                let _loops = Loops::start(loops, Some(core));
                let record = play_on(&options, &hostile, &honest, 5, TURN_MS);
                let told =
                    format!("{attack}, {tier}, {loops} loops: {:?} {:?}", record.voids, record.incidents);
                assert!(record.voids.is_empty(), "{told}");
                assert_eq!(record.fault_counts, [1, 0], "{told}");
                assert!(record.incidents[0].sentence.contains("did not answer on turn 1"), "{told}");
                println!("{told}: {:?}", record.conduct[0].denied_us);
            }
        }
    }
}

#[test]
fn nobody_makes_a_match_void_by_computing_in_anothers_turn() {
    let compiler = Compiler::new();
    let (honest, hostile) = (compiler.compile("honest", HONEST), compiler.compile("disturbs", DISTURBS));
    for tier in [Tier::Full, Tier::Namespaces] {
        let Some(options) = options(tier) else { continue };
        let record = play_on(&options, &hostile, &honest, 20, TURN_MS);
        assert!(record.voids.is_empty(), "{:?}", record.voids);
        assert_eq!(record.fault_counts[1], 0, "{:?}", record.incidents);
        println!("{tier}: {:?} {:?}", record.incidents, record.replay.notes);
    }
}

fn check_honest(record: &Record, turns: usize) {
    assert_eq!(record.fault_counts, [0, 0], "{:?}", record.incidents);
    let of = |seat| record.replay.answers.iter().filter(|answered| answered.seat == Seat(seat)).count();
    assert_eq!([of(0), of(1)], [turns; 2]);
    let denied_us: u64 = record.conduct.iter().map(|conduct| conduct.denied_us).sum();
    println!("{}: void: {:?}; not charged: {denied_us} µs", record.replay.header.tier, record.voids);
}

fn play_on(options: &Options, one: &Path, other: &Path, turns: u32, turn_ms: u64) -> Record {
    let player = |file: &Path| Arc::new(Program::of_file(file).unwrap());
    let table = drill::brief_table(SeatCount::new(2).unwrap(), turns);
    let clock = Clock::per_turn(HANDSHAKE_MS, HANDSHAKE_MS, turn_ms);
    let game = Match::new(table, Seed(0), vec![player(one), player(other)]).with_clock(clock);
    play(&game, options, &mut Nobody).unwrap()
}

/// Options as for a match of the arena; `None` if the machine does not have the tier.
fn options(tier: Tier) -> Option<Options> {
    let helper = Some(PathBuf::from(env!("CARGO_BIN_EXE_skirmish")));
    let sandbox =
        Sandbox::start(&skirmish_sandbox::SandboxOptions { at_most: tier, helper, ..jail_options() });
    let sandbox = sandbox.unwrap();
    if sandbox.tier() != tier {
        println!("this machine has no tier `{tier}`");
        return None;
    }
    let launch = Arc::new(Jailed::with(sandbox, Limits::play()));
    Some(Options { launch, core: Core::Number(cores()[0]), ..Options::default() })
}

fn cores() -> Vec<usize> {
    let allowed = sched_getaffinity(Pid::from_raw(0)).unwrap();
    (0..CpuSet::count()).filter(|&core| allowed.is_set(core).unwrap()).collect()
}

/// Compiles C sources into a temporary folder.
struct Compiler {
    place: TempDir,
}

impl Compiler {
    fn new() -> Self {
        use std::os::unix::fs::PermissionsExt;
        let place = TempDir::new().unwrap();
        std::fs::set_permissions(place.path(), std::fs::Permissions::from_mode(0o755)).unwrap();
        Self { place }
    }

    fn compile(&self, name: &str, source: &str) -> PathBuf {
        let (program, file) = (self.place.path().join(name), self.place.path().join(format!("{name}.c")));
        std::fs::write(&file, source).unwrap();
        let done = Command::new("cc").args(["-O1", "-pthread", "-o"]).arg(&program).arg(&file).status();
        assert!(done.expect("a C compiler: `cargo xtask setup` installs one").success(), "{name}");
        program
    }
}

/// Busy loops, on one core or on any; killed on drop, or by a limit of two minutes of CPU time.
struct Loops(Vec<Child>);

impl Loops {
    fn start(count: usize, core: Option<usize>) -> Self {
        let before = sched_getaffinity(Pid::from_raw(0)).unwrap();
        if let Some(core) = core {
            let mut one = CpuSet::new();
            one.set(core).unwrap();
            sched_setaffinity(Pid::from_raw(0), &one).unwrap();
        }
        let start =
            |_| Command::new("sh").args(["-c", "ulimit -t 120; while :; do :; done"]).spawn().unwrap();
        let loops = Self((0..count).map(start).collect());
        sched_setaffinity(Pid::from_raw(0), &before).unwrap();
        loops
    }
}

impl Drop for Loops {
    fn drop(&mut self) {
        for child in &mut self.0 {
            child.kill().unwrap();
            child.wait().unwrap();
        }
    }
}
