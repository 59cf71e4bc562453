//! Covert channels between seats: two programs that must not communicate play a real match, one sends a message, the other
//! receives it. Prints the bits per turn; a channel that is not listed as open must not carry more than chance.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

#[allow(dead_code, reason = "the attacks use more of it")]
#[path = "../attacks/drill.rs"]
mod drill;

use std::fs;
use std::io::Write as _;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Arc;
use std::time::Duration;

use skirmish_core::rng::Seed;
use skirmish_core::seat::SeatCount;
use skirmish_programs::{Program, jail_options};
use skirmish_referee::launch::{Jailed, Launch, NoStart, Order, Started};
use skirmish_referee::{AnyPlayer, Core, Match, Nobody, Options, play};
use skirmish_sandbox::{Limits, Sandbox, Tier};

/// Bits of a message, and turns before it for the receiver's calibration.
const BITS: u32 = 39;
const LEARNING: u32 = 12;
/// Matches per channel; `SKIRMISH_CHANNEL_MATCHES` overrides it.
const MATCHES: u32 = 2;
/// Standard deviations above half of the bits from which a channel counts as open.
const SURE: f64 = 4.5;
/// Set in the child process that runs as an unprivileged user.
const IS_USER: &str = "SKIRMISH_TEST_AS_USER";
/// The size of a file that both seats can read, and that is not in the page cache when a match begins.
const SHARED_BYTES: usize = 64 << 20;

/// Channels that are known to be open, where, and why.
const OPEN: &[(&str, &[Where], &str)] = &[
    ("pipe_inodes", Where::ALL, "the kernel numbers pipes of all the machine by one counter"),
    ("socket_inodes", Where::ALL, "the same counter"),
    ("proc_inodes", Where::ALL, "the same counter"),
    (
        "eventfd_ids",
        Where::ALL,
        "the kernel numbers them by what is free on the machine, and shows it in /proc",
    ),
    ("memfd_inodes", &[Where::Full], "a counter of all the machine; refused where memory is not counted"),
    ("proc_links", Where::ALL, "the folder of processes counts those of all the machine as its links"),
    ("sysinfo_threads", Where::ALL, "runtimes ask how much memory there is, and are told this, too"),
    ("sysinfo_memory", Where::ALL, "runtimes ask how much memory there is"),
    ("pipe_count", &[Where::User], "all jails of an ordinary user are that user outside"),
    ("page_cache_timing", Where::ALL, "timing"),
    ("busy_core", Where::ALL, "timing"),
    ("cache_timing", Where::ALL, "timing"),
];

/// The isolation tier, and the user that runs it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Where {
    Full,
    Namespaces,
    /// An unprivileged user, at the best tier available.
    User,
}

impl Where {
    const ALL: &'static [Self] = &[Self::Full, Self::Namespaces, Self::User];

    fn tier(self) -> Tier {
        match self {
            Self::Full | Self::User => Tier::Full,
            Self::Namespaces => Tier::Namespaces,
        }
    }
}

#[test]
fn seats_do_not_speak_at_full_tier() {
    listen(Where::Full);
}

#[test]
fn seats_do_not_speak_at_namespaces_tier() {
    listen(Where::Namespaces);
}

#[test]
fn seats_of_an_ordinary_user_do_not_speak() {
    if !nix::unistd::Uid::effective().is_root() {
        return listen(Where::User);
    }
    // The same test again, as an unprivileged user.
    let mut again = Command::new("setpriv");
    again.args(["--reuid=65534", "--regid=65534", "--clear-groups"]).arg(std::env::current_exe().unwrap());
    again.args(["--exact", "seats_of_an_ordinary_user_do_not_speak", "--nocapture"]).env(IS_USER, "1");
    let done = again.output().expect("setpriv is there");
    let told = String::from_utf8_lossy(&done.stdout).into_owned();
    println!("{told}");
    assert!(done.status.success(), "{told}\n{}", String::from_utf8_lossy(&done.stderr));
    assert!(told.contains("1 passed"), "{told}");
}

/// Tries every channel.
fn listen(place: Where) {
    let helper = Some(PathBuf::from(env!("CARGO_BIN_EXE_skirmish")));
    let options = skirmish_sandbox::SandboxOptions { at_most: place.tier(), helper, ..jail_options() };
    let sandbox = Sandbox::start(&options).unwrap();
    if !sandbox.tier().holds_strangers() || (place != Where::User && sandbox.tier() != place.tier()) {
        println!("this machine has no tier `{}`", place.tier());
        return;
    }
    let room = Room::new();
    let only = std::env::var("SKIRMISH_ATTACKS").unwrap_or_default();
    let mut failures = Vec::new();
    for channel in channels().into_iter().filter(|channel| channel.contains(&only)) {
        let outcome = room.try_channel(&sandbox, &channel);
        let why = OPEN.iter().find(|(name, places, _)| *name == channel && places.contains(&place));
        let verdict = match (outcome.is_open(), why) {
            (false, None) => "closed".to_owned(),
            (false, Some((_, _, why))) => format!("not heard ({why})"),
            (true, Some((_, _, why))) => format!("open: {why}"),
            (true, None) => "OPEN, and listed as closed".to_owned(),
        };
        let Outcome { right, sent, refused } = &outcome;
        let bits = outcome.bits_a_turn();
        println!(
            "| {channel} | {} {place:?} | {right} of {sent} | {bits:.2} | {verdict}{} |",
            sandbox.tier(),
            refused.as_ref().map_or(String::new(), |refused| format!(" ({refused})"))
        );
        if outcome.is_open() && why.is_none() {
            failures.push(format!("{channel}: {right} of {sent} bits came through"));
        }
    }
    assert!(failures.is_empty(), "{place:?}:\n{}", failures.join("\n"));
}

/// The channels: every module beside the program that uses them.
fn channels() -> Vec<String> {
    let files = fs::read_dir(folder()).unwrap().map(|entry| entry.unwrap().path());
    let modules = files.filter(|path| path.extension().is_some_and(|ending| ending == "py"));
    let mut names: Vec<String> =
        modules.map(|path| path.file_stem().unwrap().to_string_lossy().into_owned()).collect();
    names.retain(|name| name != "talk");
    names.sort();
    assert!(
        OPEN.iter().all(|(name, _, _)| names.iter().any(|known| known == name)),
        "a channel is listed that is not there"
    );
    names
}

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../attacks/channels")
}

/// The bits that were received in all matches.
struct Outcome {
    right: u32,
    sent: u32,
    /// The first refused system call, if any.
    refused: Option<String>,
}

impl Outcome {
    /// Half of the bits are right by chance; all wrong is a channel, too, just inverted.
    fn is_open(&self) -> bool {
        let (right, sent) = (f64::from(self.right), f64::from(self.sent));
        (right - sent / 2.0).abs() > SURE * (sent / 4.0).sqrt()
    }

    /// The capacity of a binary symmetric channel with this error rate, per turn.
    fn bits_a_turn(&self) -> f64 {
        if !self.is_open() {
            return 0.0;
        }
        let share = (f64::from(self.right) / f64::from(self.sent)).clamp(1e-9, 1.0 - 1e-9);
        1.0 + share * share.log2() + (1.0 - share) * (1.0 - share).log2()
    }
}

/// A copy of the programs, with a shared file on a disk.
struct Room {
    folder: PathBuf,
}

impl Room {
    fn new() -> Self {
        // Root's folder is not accessible to others; a tmpfs would not do, because its pages are never evicted.
        let parent = match std::env::var_os(IS_USER) {
            Some(_) => PathBuf::from("/var/tmp"),
            None => env!("CARGO_TARGET_TMPDIR").into(),
        };
        let folder = parent.join(format!("channels-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        fs::set_permissions(&folder, fs::Permissions::from_mode(0o755)).unwrap();
        for entry in
            fs::read_dir(self::folder()).unwrap().map(Result::unwrap).filter(|entry| entry.path().is_file())
        {
            fs::copy(entry.path(), folder.join(entry.file_name())).unwrap();
        }
        let mut shared = fs::File::create(folder.join("shared")).unwrap();
        shared.write_all(&vec![b'x'; SHARED_BYTES]).unwrap();
        shared.sync_all().unwrap();
        Self { folder }
    }

    fn try_channel(&self, sandbox: &Sandbox, channel: &str) -> Outcome {
        let matches = std::env::var("SKIRMISH_CHANNEL_MATCHES").ok().and_then(|text| text.parse().ok());
        let mut outcome = Outcome { right: 0, sent: 0, refused: None };
        for number in 0..matches.unwrap_or(MATCHES) {
            let message = message(channel, number);
            let told = self.play(sandbox, channel, &message);
            let heard = told.lines().rev().find_map(|line| line.strip_prefix("HEARD "));
            let heard = heard.unwrap_or_else(|| panic!("{channel}: nobody listened: {told}"));
            assert_eq!(heard.len(), message.len(), "{channel}: the match was cut short");
            outcome.sent += BITS;
            outcome.right +=
                heard.bytes().zip(message.bytes()).filter(|(heard, sent)| heard == sent).count() as u32;
            outcome.refused = told.lines().find_map(|line| line.strip_prefix("REFUSED ")).map(String::from);
        }
        outcome
    }

    /// Plays one match; returns the message that was received.
    fn play(&self, sandbox: &Sandbox, channel: &str, message: &str) -> String {
        let mut program = Program::of_folder(&self.folder).unwrap();
        program.command.push(channel.to_owned());
        // Hashing the program's folder has read the shared file, too.
        self.forget_pages();
        let players: Vec<AnyPlayer> = vec![Arc::new(program.clone()), Arc::new(program)];
        let table = drill::table(SeatCount::new(2).unwrap(), LEARNING + BITS);
        let launch =
            Whispering { jailed: Jailed::with(sandbox.clone(), Limits::play()), message: message.to_owned() };
        // One core for both, as in an arena: the best case for a covert channel.
        let core = Core::Number(a_core());
        let starved_after = Duration::from_secs(60);
        let options = Options { core, launch: Arc::new(launch), starved_after, ..Options::default() };
        let record = play(&Match::new(table, Seed(0), players), &options, &mut Nobody).unwrap();
        record.stderr.iter().map(|noise| String::from_utf8_lossy(&noise.write()).into_owned()).collect()
    }

    /// Evicts the shared file from the page cache.
    fn forget_pages(&self) {
        let name = format!("if={}", self.folder.join("shared").display());
        let done =
            Command::new("dd").args([&name, "iflag=nocache", "count=0", "status=none"]).status().unwrap();
        assert!(done.success());
    }
}

impl Drop for Room {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.folder);
    }
}

/// A core that this process may run on.
fn a_core() -> usize {
    let cores = nix::sched::sched_getaffinity(nix::unistd::Pid::from_raw(0)).unwrap();
    (0..nix::sched::CpuSet::count()).find(|core| cores.is_set(*core).unwrap_or(false)).unwrap()
}

/// Pseudo-random bits derived from the channel's name and the match, unknown to the receiver.
fn message(channel: &str, number: u32) -> String {
    let start = channel
        .bytes()
        .fold(u64::from(number) + 1, |sum, byte| sum.wrapping_mul(31).wrapping_add(byte.into()));
    let mut state = start.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1;
    let mut bit = || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        if state >> 40 & 1 == 1 { '1' } else { '0' }
    };
    (0..BITS).map(|_| bit()).collect()
}

/// Launcher that passes the message to seat 0 only.
struct Whispering {
    jailed: Jailed,
    message: String,
}

impl Launch for Whispering {
    fn tier(&self) -> &str {
        self.jailed.tier()
    }

    fn start(&self, order: &Order<'_>) -> Result<Started, NoStart> {
        let is_sender = order.environment.iter().any(|(name, value)| name == "SKIRMISH_SEAT" && value == "0");
        let added = ("SKIRMISH_MESSAGE".to_owned(), self.message.clone());
        let environment =
            [order.environment, if is_sender { std::slice::from_ref(&added) } else { &[] }].concat();
        self.jailed.start(&Order { environment: &environment, ..*order })
    }
}

#[test]
fn messages_are_about_half_ones() {
    let ones: usize = channels().iter().map(|name| message(name, 0).matches('1').count()).sum();
    let all = channels().len() * BITS as usize;
    assert!((all * 2 / 5..all * 3 / 5).contains(&ones), "{ones} of {all}");
}
