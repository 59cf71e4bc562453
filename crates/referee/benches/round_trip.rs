//! Round trips of the whole referee (clock, framing, CPU time, rules, record) against a bare poll-and-read echo between
//! the same programs on the same core, in one run, and the same with both in jails. Prints all and their ratios.
//!
//! `cargo bench -p skirmish-referee --bench round_trip`

#[path = "../tests/common/mod.rs"]
mod common;

use std::io::{BufRead, Write};
use std::os::fd::AsFd;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::Arc;
use std::time::{Duration, Instant};

use common::{Rules, table};
use nix::poll::{PollFd, PollFlags, PollTimeout, poll};
use nix::sched::{CpuSet, sched_getcpu, sched_setaffinity};
use nix::unistd::Pid;
use skirmish_core::clock::Clock;
use skirmish_core::config::Wishes;
use skirmish_core::rng::Seed;
use skirmish_core::seat::SeatCount;
use skirmish_programs::{Origin, Program};
use skirmish_referee::launch::Jailed;
use skirmish_referee::{AnyPlayer, Core, Match, Nobody, Observer, Options, Progress, play};
use skirmish_sandbox::Limits;

/// Turns of each seat in one run.
const TURNS: u32 = 3_000;
const RUNS: usize = 40;
/// Round trips that are timed together. So few that on a busy machine many of them are not disturbed.
const LAP: u64 = 50;
const PAGE_BYTES: usize = 60;

fn main() {
    skirmish_sandbox::serve_if_helper();
    let is_told = |word: &str| std::env::args().any(|argument| argument == word);
    if is_told("--echo") {
        return echo();
    }
    if is_told("--utti") {
        return utti();
    }
    pin();
    let (mut floor, mut referee, mut jail) = (Laps::default(), Laps::default(), Laps::default());
    let free = Options { core: Core::Here, ..Options::default() };
    let jailed = Jailed::new(Limits::play()).expect("jails of the strongest tier");
    let held = Options { launch: Arc::new(jailed), ..free.clone() };
    for _ in 0..RUNS {
        bare_echo(&mut floor);
        whole_referee(&mut referee, &free);
        whole_referee(&mut jail, &held);
    }
    let (floor_quiet, floor_median) = floor.report("bare echo");
    let (quiet, median) = referee.report("referee");
    println!(
        "ratio      undisturbed {:.2}, median {:.2} (aim: at most 1.5, and at most 5 µs a turn)",
        quiet / floor_quiet,
        median / floor_median,
    );
    let (jail_quiet, jail_median) = jail.report("jailed");
    println!(
        "ratio      undisturbed {:.2}, median {:.2}, jailed against `--no-jail` (aim: at most 1.2)",
        jail_quiet / quiet,
        jail_median / median,
    );
    a_match_from_start_to_end();
    a_whole_match_of_utti(floor_quiet);
}

/// Times of round trips, lap by lap.
#[derive(Default)]
struct Laps {
    trips: u64,
    begun: Option<Instant>,
    us: Vec<f64>,
}

impl Laps {
    /// A round trip is over.
    fn trip(&mut self) {
        self.trips += 1;
        if !self.trips.is_multiple_of(LAP) {
            return;
        }
        let now = Instant::now();
        if let Some(begun) = self.begun.replace(now) {
            self.us.push((now - begun).as_secs_f64() * 1e6 / LAP as f64);
        }
    }

    /// What comes next is another run.
    fn pause(&mut self) {
        (self.trips, self.begun) = (0, None);
    }

    /// Prints and returns what a round trip takes undisturbed (one lap in twenty is faster) and in the middle.
    fn report(mut self, what: &str) -> (f64, f64) {
        self.us.sort_by(f64::total_cmp);
        let (quiet, median) = (self.us[self.us.len() / 20], self.us[self.us.len() / 2]);
        println!("{what:10} undisturbed {quiet:.2} µs ({:.0}k/s), median {median:.2} µs", 1000.0 / quiet);
        (quiet, median)
    }
}

impl Observer for Laps {
    fn stepped(&mut self, _progress: Progress<'_>) {
        self.trip();
    }
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

/// The simplest bot of Utti that is asked often: bases make troops, troops walk.
fn utti() {
    let mut output = std::io::stdout().lock();
    for line in std::io::stdin().lock().lines().map_while(Result::ok) {
        let words: Vec<&str> = line.split(' ').collect();
        let answer = match words[..] {
            ["end"] => "ready".to_string(),
            ["act", _, kind, row, col, ..] => {
                let (row, col): (i32, i32) = (row.parse().unwrap_or(0), col.parse().unwrap_or(0));
                if kind == "B" {
                    format!("CREATE_TROOP {row} {}", col + 1)
                } else {
                    format!("MOVE {} {col}", row + 1)
                }
            }
            _ => continue,
        };
        if writeln!(output, "{answer}").is_err() {
            return;
        }
    }
}

/// Referee, bots and floor share the core that this began on.
fn pin() {
    let mut one = CpuSet::new();
    one.set(sched_getcpu().expect("a core")).expect("its number fits");
    sched_setaffinity(Pid::from_raw(0), &one).expect("a core of our own");
}

/// Nothing but write, poll, read, by turns with two programs.
fn bare_echo(laps: &mut Laps) {
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
    for turn in 0..2 * TURNS as usize {
        round_trip(&mut bots[turn % 2]);
        laps.trip();
    }
    laps.pause();
    for (mut child, stdin, _) in bots {
        drop(stdin);
        child.wait().expect("the echo ends with its input");
    }
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

fn bot(argument: &str) -> AnyPlayer {
    let this = std::env::current_exe().expect("this program").display().to_string();
    Arc::new(Program {
        name: "echo".into(),
        hash: None,
        command: vec![this, argument.into()],
        flush_words: 0,
        origin: Origin::Command,
        build: None,
        language: None,
        game: None,
    })
}

/// The same programs at a table.
fn whole_referee(laps: &mut Laps, options: &Options) {
    let rules = Rules { turns: TURNS, page_bytes: PAGE_BYTES, ..Rules::default() };
    let game = Match::new(table(rules, Seed(0)), Seed(0), vec![bot("--echo"), bot("--echo")])
        .with_clock(Clock::bank(5000, 60_000, 100, None));
    let record = play(&game, options, laps).expect("a record");
    assert_eq!(record.fault_counts, [0, 0], "{:?}", record.incidents);
    laps.pause();
}

/// Matches of two turns: what starting and ending two programs costs.
fn a_match_from_start_to_end() {
    const MATCHES: u32 = 300;
    let options = Options { core: Core::Here, ..Options::default() };
    let rules = Rules { turns: 1, ..Rules::default() };
    let game = Match::new(table(rules, Seed(0)), Seed(0), vec![bot("--echo"), bot("--echo")]);
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

/// A whole match with two trivial bots, per ask, against the bare echo of the same run; and the memory it took.
fn a_whole_match_of_utti(floor_us: f64) {
    let entry = skirmish_games::find("utti").expect("it is in the list");
    let config = (entry.configure)(&Wishes::none()).expect("defaults are fine");
    let table = (entry.open)(&config, SeatCount::TWO, Seed(1)).expect("defaults can be played");
    let game = Match::new(table, Seed(1), vec![bot("--utti"), bot("--utti")]);
    let options = Options { core: Core::Here, ..Options::default() };
    let before_kib = resident_kib();
    let mut laps = Laps::default();
    let record = play(&game, &options, &mut laps).expect("a record");
    assert_eq!(record.fault_counts, [0, 0], "{:?}", record.incidents);
    let (quiet, _) = laps.report("utti");
    println!(
        "utti       {} asks, each {:.2} of a bare echo; memory grew by {} KiB",
        record.replay.answers.len(),
        quiet / floor_us,
        resident_kib().saturating_sub(before_kib)
    );
}

fn resident_kib() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).unwrap_or_default();
    line.split_whitespace().next().and_then(|word| word.parse().ok()).unwrap_or(0)
}
