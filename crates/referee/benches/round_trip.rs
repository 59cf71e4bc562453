//! Round trips of the whole referee (clock, framing, CPU time, rules, record) against a bare poll-and-read echo between
//! the same programs on the same core, in one run. Prints both and their ratio.
//!
//! `cargo bench -p skirmish-referee --bench round_trip`

#[path = "../tests/common/mod.rs"]
mod common;

use std::io::{BufRead, Write};
use std::os::fd::AsFd;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::time::{Duration, Instant};

use common::{Rules, table};
use nix::poll::{PollFd, PollFlags, PollTimeout, poll};
use nix::sched::{CpuSet, sched_getcpu, sched_setaffinity};
use nix::unistd::Pid;
use skirmish_core::{Clock, Seed};
use skirmish_referee::{Core, Match, Nobody, Options, Origin, Player, Program, play};

/// (wall, CPU of this process) in microseconds per turn. On a busy machine the second says more.
type Cost = (f64, f64);

/// Turns of each seat in one run.
const TURNS: u32 = 3_000;
const RUNS: usize = 61;
const PAGE_BYTES: usize = 60;

fn main() {
    if std::env::args().any(|argument| argument == "--echo") {
        return echo();
    }
    pin();
    let mut floor = Vec::new();
    let mut referee = Vec::new();
    for _ in 0..RUNS {
        floor.push(bare_echo());
        referee.push(whole_referee());
    }
    let (floor_best, floor_median, floor_cpu) = report("bare echo", &floor);
    let (best, median, cpu) = report("referee", &referee);
    println!(
        "ratio      best {:.2}, median {:.2} (aim: at most 1.5, and at most 5 µs a turn); our own share {:.2} µs of CPU",
        best / floor_best,
        median / floor_median,
        cpu - floor_cpu
    );
    a_match_from_start_to_end();
}

/// The bot: says what it reads.
fn echo() {
    let (mut input, mut output) = (std::io::stdin().lock(), std::io::stdout().lock());
    let mut line = Vec::new();
    while input.read_until(b'\n', &mut line).is_ok_and(|count| count > 0) {
        if output.write_all(&line).and_then(|()| output.flush()).is_err() {
            return;
        }
        line.clear();
    }
}

/// Referee, bots and floor share the core that this began on.
fn pin() {
    let mut one = CpuSet::new();
    one.set(sched_getcpu().expect("a core")).expect("its number fits");
    sched_setaffinity(Pid::from_raw(0), &one).expect("a core of our own");
}

/// Microseconds per round trip of nothing but write, poll, read, by turns with two programs.
fn bare_echo() -> Cost {
    let mut bots = [start(), start()];
    let page = format!("{:<1$}\n", 12345, PAGE_BYTES + 4);
    let mut answer = [0; 4096];
    let mut round_trip = |(_, stdin, stdout): &mut (Child, ChildStdin, ChildStdout)| {
        stdin.write_all(page.as_bytes()).expect("the echo reads");
        let mut fds = [PollFd::new(stdout.as_fd(), PollFlags::POLLIN)];
        poll(&mut fds, PollTimeout::from(1000u16)).expect("poll");
        let count = nix::unistd::read(stdout.as_fd(), &mut answer).expect("read");
        assert_eq!(count, page.len());
    };
    for bot in &mut bots {
        round_trip(bot);
    }
    let from = now();
    for turn in 0..2 * TURNS as usize {
        round_trip(&mut bots[turn % 2]);
    }
    let to = now();
    for (mut child, stdin, _) in bots {
        drop(stdin);
        child.wait().expect("the echo ends with its input");
    }
    per_turn(from, to)
}

fn start() -> (Child, ChildStdin, ChildStdout) {
    let mut child = Command::new(std::env::current_exe().expect("this program"))
        .arg("--echo")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("this program starts again");
    let (stdin, stdout) = (child.stdin.take().expect("piped"), child.stdout.take().expect("piped"));
    (child, stdin, stdout)
}

fn bot() -> Player {
    let this = std::env::current_exe().expect("this program").display().to_string();
    Player::Program(Program {
        name: "echo".into(),
        hash: None,
        command: vec![this, "--echo".into()],
        origin: Origin::Command,
        build: None,
        language: None,
    })
}

/// Microseconds per turn of a whole match, its start and its end taken off.
fn whole_referee() -> Cost {
    let options = Options { core: Core::Here, ..Options::default() };
    let mut watch = Stopwatch::default();
    let rules = Rules { turns: TURNS + 1, page_bytes: PAGE_BYTES, ..Rules::default() };
    let game = Match::new(table(rules, Seed(0)), Seed(0), vec![bot(), bot()])
        .with_clock(Clock::bank(5000, 60_000, 100, None));
    let record = play(&game, &options, &mut watch).expect("a record");
    assert_eq!(record.fault_counts, [0, 0], "{:?}", record.incidents);
    let (from, to) = (watch.from.expect("it began"), watch.to.expect("it ended"));
    per_turn(from, to)
}

/// Begins when both have answered once.
#[derive(Default)]
struct Stopwatch {
    from: Option<(Instant, Duration)>,
    to: Option<(Instant, Duration)>,
}

impl skirmish_referee::Observer for Stopwatch {
    fn stepped(&mut self, progress: skirmish_referee::Progress<'_>) {
        if progress.decisions == 2 {
            self.from = Some(now());
        } else if progress.decisions == 2 + 2 * u64::from(TURNS) {
            self.to = Some(now());
        }
    }
}

/// Matches of two turns: what starting and ending two programs costs.
fn a_match_from_start_to_end() {
    const MATCHES: u32 = 300;
    let options = Options { core: Core::Here, ..Options::default() };
    let rules = Rules { turns: 1, ..Rules::default() };
    let game = Match::new(table(rules, Seed(0)), Seed(0), vec![bot(), bot()]);
    let begin = Instant::now();
    for _ in 0..MATCHES {
        play(&game, &options, &mut Nobody).expect("a record");
    }
    let each: Duration = begin.elapsed() / MATCHES;
    let begin = Instant::now();
    for _ in 0..MATCHES {
        for (mut child, stdin, _) in [start(), start()] {
            drop(stdin);
            child.wait().expect("the echo ends with its input");
        }
    }
    let floor: Duration = begin.elapsed() / MATCHES;
    println!(
        "a match of two answers: {} µs; starting and ending two programs: {} µs",
        each.as_micros(),
        floor.as_micros()
    );
}

/// Reads both clocks.
fn now() -> (Instant, Duration) {
    let cpu = nix::time::ClockId::CLOCK_PROCESS_CPUTIME_ID.now().expect("a clock of our own");
    (Instant::now(), cpu.into())
}

fn per_turn(from: (Instant, Duration), to: (Instant, Duration)) -> Cost {
    let us = |took: Duration| took.as_secs_f64() * 1e6 / f64::from(2 * TURNS);
    (us(to.0 - from.0), us(to.1 - from.1))
}

fn report(what: &str, costs: &[Cost]) -> (f64, f64, f64) {
    let sorted = |pick: fn(&Cost) -> f64| {
        let mut us: Vec<f64> = costs.iter().map(pick).collect();
        us.sort_by(f64::total_cmp);
        us
    };
    let (wall, cpu) = (sorted(|cost| cost.0), sorted(|cost| cost.1));
    let (best, median, cpu) = (wall[0], wall[wall.len() / 2], cpu[0]);
    println!(
        "{what:10} best {best:.2} µs ({:.0}k/s), median {median:.2} µs, CPU at best {cpu:.2} µs",
        1000.0 / best
    );
    (best, median, cpu)
}
