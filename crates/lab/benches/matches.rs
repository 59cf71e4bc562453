//! Many matches of two trivial programs: matches and turns per second, and where the CPU time goes.
//!
//! `cargo bench -p skirmish-lab --bench matches` (`-- --json` for scripts, `-- --seconds 20` for longer runs)
//!
//! How the shares are measured: `getrusage` before and after, with `RUSAGE_SELF` and with `RUSAGE_CHILDREN` (`Plain`
//! starts bots as children and reaps them; a jail's helper would hide them). The children's time is the bots', their end
//! of the pipes included. This process's kernel time is the pipes' (write, poll, read) and the starting of bots. Its user
//! time is ours (rules, pages, framing, clock, records, results), minus the entry and exit of these system calls, which
//! the kernel accounts as user time: a bare loop of write, poll and read with the same bot measures how much that is per
//! turn. The aim is that ours is at most a tenth.

use std::io::Write;
use std::os::fd::AsFd;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use nix::poll::{PollFd, PollFlags, PollTimeout, poll};
use nix::sys::resource::{Usage, UsageWho, getrusage};
use nix::sys::time::TimeValLike;
use skirmish_core::config::Wishes;
use skirmish_core::rng::Seed;
use skirmish_core::seat::SeatCount;
use skirmish_lab::duel::Test;
use skirmish_lab::heading::ListedBot;
use skirmish_lab::{Contest, Cores, Duel, Ledger, Pool, ReplayPolicy};
use skirmish_programs::{Program, jail_options};
use skirmish_referee::launch::{Jailed, Launch, Plain};
use skirmish_referee::{AnyPlayer, Options};
use skirmish_sandbox::{Limits, Sandbox};

/// The aim: the least percentage of CPU time that is the bots' and the pipes'.
const AIM_PERCENT: f64 = 90.0;
/// What other match runners reach with trivial bots, in turns per second, measured on a comparable machine.
const OTHERS: [(&str, f64); 3] =
    [("fastchess, two at once", 15_900.0), ("cg-brutaltester", 33_000.0), ("kaggle-environments", 240.0)];

fn main() {
    skirmish_sandbox::serve_if_helper();
    let words: Vec<String> = std::env::args().collect();
    let after = |word: &str| words.iter().position(|other| other == word).and_then(|at| words.get(at + 1));
    let seconds = after("--seconds").and_then(|text| text.parse().ok()).unwrap_or(8.0);
    let is_json = words.iter().any(|word| word == "--json");
    let folder = tempfile::tempdir().expect("a folder");
    let bot = compiled(folder.path());
    let call = bare_call(&bot);
    let plain = measure(&bot, Arc::new(Plain), None, seconds);
    let one = measure(&bot, Arc::new(Plain), Some(1), seconds);
    let jailed = jail().map(|jail| measure(&bot, jail, None, seconds));
    if is_json {
        let of = |run: &Run| {
            format!("{{\"matches_per_s\":{:.1},\"turns_per_s\":{:.0}}}", run.matches(), run.turns())
        };
        let jailed = jailed.as_ref().map_or("null".to_string(), of);
        println!("{{\"plain\":{},\"one\":{},\"jailed\":{jailed}}}", of(&plain), of(&one));
        return;
    }
    one.report("one match at once, as they are");
    plain.report("one match on each core, as they are");
    if let Some(jailed) = &jailed {
        jailed.report("one match on each core, jailed");
    }
    plain.shares(call);
    for (name, turns) in OTHERS {
        println!("  {:>6.1} times {name} ({turns:.0} turns/s)", plain.turns() / turns);
    }
}

/// The bot, which prints a fixed command whatever it reads, compiled from C.
fn compiled(folder: &Path) -> PathBuf {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../bench/bots/scout.c");
    let program = folder.join("scout");
    let built = Command::new("cc").arg("-O2").arg("-o").arg(&program).arg(source).status();
    assert!(built.is_ok_and(|status| status.success()), "a C compiler is needed: install `cc`");
    program
}

/// User time of one turn of a bare loop: write a page, poll, read the answer.
fn bare_call(bot: &Path) -> Duration {
    // Where CPU time is accounted by timer ticks, it takes seconds to separate user from kernel time.
    const TURNS: u32 = 200_000;
    let child = Command::new(bot).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn();
    let mut child = child.expect("the bot starts");
    let (mut stdin, stdout) = (child.stdin.take().expect("piped"), child.stdout.take().expect("piped"));
    stdin.write_all(b"start 11 11\n").expect("the bot reads");
    let page = format!("turn 1 moves 3 time 10000\n{}", "0 0 0 0 0 0 0 0 0 0 0\n".repeat(11));
    let mut answer = [0; 256];
    let before = usage(UsageWho::RUSAGE_SELF);
    for _ in 0..TURNS {
        stdin.write_all(page.as_bytes()).expect("the bot reads");
        let mut fds = [PollFd::new(stdout.as_fd(), PollFlags::POLLIN)];
        poll(&mut fds, PollTimeout::from(1000u16)).expect("poll");
        let count = nix::unistd::read(stdout.as_fd(), &mut answer).expect("read");
        assert_eq!(&answer[..count], b"scout 0 0\n");
    }
    let after = usage(UsageWho::RUSAGE_SELF);
    drop(stdin);
    child.wait().expect("the bot ends with its input");
    (after.0 - before.0) / TURNS
}

fn jail() -> Option<Arc<dyn Launch>> {
    let options = skirmish_sandbox::SandboxOptions { spares: 4, ..jail_options() };
    let sandbox = Sandbox::start(&options).ok()?;
    Some(Arc::new(Jailed::with(sandbox, Limits::play())))
}

/// The measurements of one run.
struct Run {
    matches: u64,
    decisions: u64,
    wall: Duration,
    own_user: Duration,
    own_kernel: Duration,
    bots: Duration,
}

fn measure(bot: &Path, launch: Arc<dyn Launch>, jobs: Option<usize>, seconds: f64) -> Run {
    let contest = contest(bot, launch.tier());
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("results.jsonl");
    let heading = contest.heading("duel", Duel::schedule_fields(&[]));
    let book = Ledger::open(&file, &heading).expect("a results file");
    let stop = Arc::new(AtomicBool::new(false));
    let options = Options { launch, ..Options::default() };
    let cores = Cores::new(jobs);
    let replays = ReplayPolicy::faulty(folder.path().join("replays"));
    let pool = Pool { contest: &contest, options, cores, replays, stop: stop.clone() };
    // A test that equal bots never decide: the run ends by time.
    let test = Test::sprt(-0.001, 0.001, 0.0001, 0.0001).expect("a test");
    let mut duel = Duel::new(contest.seats, contest.seed, 10_000_000, test);
    let (own, children, begun) =
        (usage(UsageWho::RUSAGE_SELF), usage(UsageWho::RUSAGE_CHILDREN), Instant::now());
    pool.run(&mut duel, book, &mut |_, _| {
        if begun.elapsed().as_secs_f64() >= seconds {
            stop.store(true, Ordering::Relaxed);
        }
    })
    .expect("matches");
    let wall = begun.elapsed();
    let (own_after, children_after) = (usage(UsageWho::RUSAGE_SELF), usage(UsageWho::RUSAGE_CHILDREN));
    assert!(!Path::new(&folder.path().join("replays")).exists(), "these bots do nothing wrong");
    let tally = duel.tally();
    Run {
        matches: tally.matches,
        decisions: tally.decisions,
        wall,
        own_user: own_after.0 - own.0,
        own_kernel: own_after.1 - own.1,
        bots: children_after.0 + children_after.1 - children.0 - children.1,
    }
}

fn contest(bot: &Path, tier: &str) -> Contest {
    let entry = skirmish_games::find("plantation").expect("it is in the list");
    let config = (entry.configure)(&Wishes::none()).expect("defaults are fine");
    let program = Program::of_file(bot).expect("it is a program");
    let player = |name: &str| -> AnyPlayer { Arc::new(Program { name: name.into(), ..program.clone() }) };
    let bots = ["one", "other"].map(player).to_vec();
    let (clock, seed, jail) = (entry.info.clock, Seed(1), tier.to_string());
    Contest {
        entry,
        config,
        seats: SeatCount::TWO,
        clock,
        seed,
        listed: bots.iter().map(ListedBot::of).collect(),
        bots,
        jail,
        ponder: false,
    }
}

/// User and kernel time.
fn usage(who: UsageWho) -> (Duration, Duration) {
    let usage: Usage = getrusage(who).expect("a process can ask about itself");
    let time =
        |value: nix::sys::time::TimeVal| Duration::from_micros(value.num_microseconds().unsigned_abs());
    (time(usage.user_time()), time(usage.system_time()))
}

impl Run {
    fn matches(&self) -> f64 {
        self.matches as f64 / self.wall.as_secs_f64()
    }

    /// An answer of one bot is a turn, as other runners count them.
    fn turns(&self) -> f64 {
        self.decisions as f64 / self.wall.as_secs_f64()
    }

    fn report(&self, what: &str) {
        println!(
            "{what}: {:.0} matches/s of {} turns, {:.0} turns/s",
            self.matches(),
            self.decisions / self.matches.max(1),
            self.turns()
        );
    }

    fn shares(&self, call: Duration) {
        let all = (self.own_user + self.own_kernel + self.bots).as_secs_f64();
        let percent = |part: Duration| 100.0 * part.as_secs_f64() / all;
        let calls = self.own_user.min(call * self.decisions as u32);
        let ours = self.own_user - calls;
        println!(
            "CPU time: bots {:.1} %, pipes and starts {:.1} % (kernel) + {:.1} % (calls), ours {:.1} %; cores busy {:.2}",
            percent(self.bots),
            percent(self.own_kernel),
            percent(calls),
            percent(ours),
            all / self.wall.as_secs_f64()
        );
        println!(
            "bots and pipes: {:.1} % (aim: at least {AIM_PERCENT} %; {:.1} % if calls were ours); ours per turn: {:.2} µs",
            100.0 - percent(ours),
            100.0 - percent(self.own_user),
            ours.as_secs_f64() * 1e6 / self.decisions.max(1) as f64
        );
    }
}
