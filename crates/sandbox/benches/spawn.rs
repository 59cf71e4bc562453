//! What a jail costs: the time from its start to the first answer, and each turn after that, against a plain process.
//!
//! The program is `cat`, native and trivial. Jailed and plain starts alternate in one run, so that whatever else the
//! machine does meets both.

use std::fs::File;
use std::io::Write;
use std::os::fd::{AsFd, OwnedFd};
use std::process::{Child, Command as Process, Stdio};
use std::time::{Duration, Instant};

use nix::poll::{PollFd, PollFlags, PollTimeout, poll};
use nix::sched::{CpuSet, sched_setaffinity};
use nix::unistd::Pid;
use skirmish_sandbox::{Command, Jail, Limits, Root, Sandbox, SandboxOptions, Tier};

const STARTS: usize = 100;
const SLICES: usize = 1000;
const TURNS: usize = 100;
const BALLAST_BYTES: usize = 1 << 30;
const LINE: &[u8; 64] = b"a line of sixty-four bytes, as a small game might send a turn..\n";

fn main() {
    skirmish_sandbox::serve_if_helper();
    for at_most in [Tier::Full, Tier::Namespaces, Tier::Landlock] {
        let sandbox = Sandbox::start(&SandboxOptions { at_most, ..SandboxOptions::default() })
            .expect("a sandbox starts");
        if sandbox.tier() == at_most {
            starts(&sandbox, "small parent");
            turns(&sandbox);
        }
    }
    let ballast = vec![1u8; BALLAST_BYTES];
    let sandbox = Sandbox::start(&SandboxOptions::default()).expect("a sandbox starts");
    starts(&sandbox, "1 GiB resident in the parent");
    std::hint::black_box(&ballast);
}

/// Spawn to first answer.
fn starts(sandbox: &Sandbox, what: &str) {
    let (mut plain, mut jailed, mut teardown) = (Vec::new(), Vec::new(), Vec::new());
    for _ in 0..STARTS {
        let begin = Instant::now();
        let mut bot = Bot::plain(&["cat"]);
        bot.turn();
        plain.push(begin.elapsed());
        drop(bot);

        let begin = Instant::now();
        let mut bot = Bot::jailed(sandbox, None);
        bot.turn();
        jailed.push(begin.elapsed());
        let begin = Instant::now();
        drop(bot);
        teardown.push(begin.elapsed());
        // As between matches: time to replace the jail that was used.
        std::thread::sleep(Duration::from_millis(50));
    }
    let best = |times: &[Duration]| times.iter().min().copied().unwrap_or_default();
    println!(
        "start, {what}, {}: best plain {:.2?}, jailed {:.2?}",
        sandbox.tier(),
        best(&plain),
        best(&jailed)
    );
    let (plain, jailed, teardown) = (median(plain), median(jailed), median(teardown));
    let more = jailed.as_secs_f64() * 1e3 - plain.as_secs_f64() * 1e3;
    println!(
        "start, {what}, {}: plain {plain:.2?}, jailed {jailed:.2?}, {more:+.2} ms; end {teardown:.2?}",
        sandbox.tier()
    );
}

/// A turn's round trip, with both sides on one core, beside two kinds of plain process: one that shares our session,
/// and one in a session of its own, as `--no-jail` starts bots. Linux schedules each session as a group
/// (`kernel.sched_autogroup_enabled`), and switching between groups costs more than all of the jail.
///
/// All three live all the while and are asked in short slices by turns, so that whatever else the machine does meets
/// all of them.
fn turns(sandbox: &Sandbox) {
    let mut core = CpuSet::new();
    core.set(0).expect("there is a first core");
    let before = nix::sched::sched_getaffinity(Pid::from_raw(0)).expect("affinity can be read");
    sched_setaffinity(Pid::from_raw(0), &core).expect("affinity can be set");
    let mut bots = [Bot::plain(&["cat"]), Bot::plain(&["setsid", "cat"]), Bot::jailed(sandbox, Some(0))];
    let mut times = [const { Vec::new() }; 3];
    for _ in 0..SLICES {
        for (bot, times) in bots.iter_mut().zip(&mut times) {
            times.push(slice(bot));
        }
    }
    drop(bots);
    sched_setaffinity(Pid::from_raw(0), &before).expect("affinity can be set");
    let [near, apart, jailed] = times.map(quiet);
    let ratio = |plain: Duration| jailed.as_secs_f64() / plain.as_secs_f64();
    println!(
        "turn, one core, {}: jailed {jailed:.2?}, plain in its own session {apart:.2?} ({:.2} x), in ours {near:.2?} ({:.2} x)",
        sandbox.tier(),
        ratio(apart),
        ratio(near)
    );
}

/// The quarter of the slices in which the machine did little else ends here.
fn quiet(mut times: Vec<Duration>) -> Duration {
    times.sort();
    times[times.len() / 4]
}

fn slice(bot: &mut Bot) -> Duration {
    bot.turn();
    let begin = Instant::now();
    (0..TURNS).for_each(|_| bot.turn());
    begin.elapsed() / TURNS as u32
}

fn median(mut times: Vec<Duration>) -> Duration {
    times.sort();
    times[times.len() / 2]
}

/// A program that echoes lines.
struct Bot {
    input: File,
    output: OwnedFd,
    kind: Kind,
}

enum Kind {
    Plain(Child),
    Jailed(Box<Jail>),
}

impl Bot {
    fn plain(words: &[&str]) -> Self {
        let mut child = Process::new(words[0])
            .args(&words[1..])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("cat starts");
        let input = OwnedFd::from(child.stdin.take().expect("a pipe")).into();
        let output = OwnedFd::from(child.stdout.take().expect("a pipe"));
        Self { input, output, kind: Kind::Plain(child) }
    }

    fn jailed(sandbox: &Sandbox, core: Option<u16>) -> Self {
        let limits = Limits { core, ..Limits::play() };
        let mut jail = sandbox.spawn(&limits, &Root::bare(), &Command::new("/bin/cat")).expect("cat starts");
        let input = jail.stdin.take().expect("a pipe").into();
        let output = jail.stdout.take().expect("a pipe");
        Self { input, output, kind: Kind::Jailed(Box::new(jail)) }
    }

    fn turn(&mut self) {
        self.input.write_all(LINE).expect("the bot reads");
        let mut answer = [0; 64];
        let mut length = 0;
        while length < LINE.len() {
            poll(&mut [PollFd::new(self.output.as_fd(), PollFlags::POLLIN)], PollTimeout::MAX)
                .expect("poll works");
            length += nix::unistd::read(&self.output, &mut answer[length..]).expect("the bot answers");
        }
        assert_eq!(&answer, LINE);
    }
}

impl Drop for Bot {
    fn drop(&mut self) {
        match &mut self.kind {
            Kind::Plain(child) => {
                let _ = child.kill();
                let _ = child.wait();
            }
            Kind::Jailed(jail) => drop(jail.kill().expect("the jail ends")),
        }
    }
}
