//! A bot is late only if it had the machine: what the referee does with what it sees of a bot's threads. The looks are
//! made up here; `crates/cli/tests/fairness.rs` has real ones.

mod common;

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, Instant};

use common::{Rules, one, patient, python, run, said};
use skirmish_core::clock::Clock;
use skirmish_core::seat::Seat;
use skirmish_referee::launch::{
    Exit, Launch, NoStart, Order, Plain, Process, Started, Thread, ThreadSnapshot,
};
use skirmish_referee::{Options, Trouble, Void};
use tempfile::TempDir;

/// So long that no machine is too busy to begin to look before it is over.
const TURN_MS: u64 = 300;
/// The looks at one answer: when it takes long, when its time is over, and again.
const LATER_LOOK: u32 = 3;

/// What a made-up program does from its first look on.
#[derive(Clone, Copy)]
enum Doing {
    /// It sleeps.
    Sleeps,
    /// It is ready, and others have the core.
    IsDenied,
    /// Its own threads have the core, and others of its threads wait for them.
    Crowds,
    /// It lets others go first.
    IsHumble,
    /// It gives its core away whenever it gets it.
    GivesAway,
}

/// Starts programs as they are, and makes up what their threads do.
struct Pretends {
    doing: Doing,
    looks: Arc<AtomicU32>,
    /// Made at a look after the time is over.
    file: PathBuf,
}

struct Pretended {
    inner: Box<dyn Process>,
    doing: Doing,
    looks: Arc<AtomicU32>,
    first: Option<Instant>,
    file: PathBuf,
}

impl Launch for Pretends {
    fn tier(&self) -> &str {
        "test"
    }

    fn start(&self, order: &Order<'_>) -> Result<Started, NoStart> {
        let started = Plain.start(order)?;
        let Self { doing, looks, file } = self;
        let (looks, file) = (looks.clone(), file.clone());
        let process = Box::new(Pretended { inner: started.process, doing: *doing, looks, first: None, file });
        Ok(Started { process, ..started })
    }
}

impl Process for Pretended {
    fn pid(&self) -> u32 {
        self.inner.pid()
    }

    fn cpu_ns(&self) -> Option<u64> {
        self.inner.cpu_ns()
    }

    fn thread_snapshot(&mut self, is_detailed: bool) -> Option<ThreadSnapshot> {
        let number = self.looks.fetch_add(1, Ordering::Relaxed) + 1;
        if number == LATER_LOOK {
            std::fs::write(&self.file, "").expect("a folder of our own");
        }
        let at = Instant::now();
        let passed = at - *self.first.get_or_insert(at);
        let zero = Duration::ZERO;
        let (threads, cpu, waited) = match self.doing {
            Doing::Sleeps => (1, zero, zero),
            Doing::IsDenied | Doing::IsHumble | Doing::GivesAway => (1, zero, passed),
            Doing::Crowds => (50, passed / 50, passed - passed / 50),
        };
        let thread = |number| Thread {
            number,
            cpu,
            run_delay: waited,
            timeslices: passed.as_micros() as u64,
            is_ready: !matches!(self.doing, Doing::Sleeps),
            is_low_priority: matches!(self.doing, Doing::IsHumble),
            involuntary_switches: (is_detailed && matches!(self.doing, Doing::GivesAway))
                .then_some(passed.as_micros() as u64),
        };
        let used = cpu * threads;
        let threads = (0..threads as i32).map(thread).collect();
        Some(ThreadSnapshot { at, threads, live_cpu: used, whole_cpu: Some(used), throttled: zero })
    }

    fn freeze(&mut self) -> bool {
        self.inner.freeze()
    }

    fn thaw(&mut self) {
        self.inner.thaw();
    }

    fn exit(&mut self) -> Option<Exit> {
        self.inner.exit()
    }

    fn end(&mut self) {
        self.inner.end();
    }
}

/// A bot that does this, and answers when it has been looked at again after its time was over.
struct Subject {
    options: Options,
    looks: Arc<AtomicU32>,
    folder: TempDir,
}

impl Subject {
    fn of(doing: Doing) -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        let looks = Arc::new(AtomicU32::new(0));
        let launch = Pretends { doing, looks: looks.clone(), file: folder.path().join("looked") };
        Self { options: Options { launch: Arc::new(launch), ..patient() }, looks, folder }
    }

    /// The look that lets the bot answer never comes.
    fn never_answers(&self) {
        self.looks.store(LATER_LOOK, Ordering::Relaxed);
    }

    fn play(&self, options: &Options) -> Result<Vec<String>, Trouble> {
        let file = self.folder.path().join("looked");
        let code = format!("ask()\nwhile not os.path.exists({file:?}): pass\nsay(7)\nask()");
        let rules = Rules { turns: 1, ..Rules::default() };
        let clock = Clock::per_turn(TURN_MS, TURN_MS, TURN_MS);
        let record = run(rules, clock, [python(&code), one()], options)?;
        assert!(record.voids.is_empty(), "{:?}", record.voids);
        Ok(said(&record, Seat(0)))
    }
}

#[test]
fn who_was_ready_and_got_no_cpu_is_waited_for() {
    let subject = Subject::of(Doing::IsDenied);
    let options = Options { denied_most: Duration::from_secs(3600), ..subject.options.clone() };
    assert_eq!(subject.play(&options).expect("a record"), ["7"]);
}

#[test]
fn who_cannot_be_given_its_time_makes_the_match_void_and_the_reason_is_told() {
    let subject = Subject::of(Doing::IsDenied);
    let denied_most = Duration::from_millis(TURN_MS);
    let options = Options { retries: 1, denied_most, ..subject.options.clone() };
    subject.never_answers();
    match subject.play(&options).expect_err("never answered") {
        Trouble::Starved { attempts: 2, why: Void::BotDenied { seat, name, waited_ms, granted_ms } } => {
            assert_eq!((seat, name.as_str(), granted_ms), (Seat(0), "bot.py", TURN_MS));
            assert!(waited_ms > TURN_MS, "{waited_ms}");
        }
        other => panic!("{other}"),
    }
}

#[test]
fn who_sleeps_or_waits_for_itself_is_late_at_once() {
    for doing in [Doing::Sleeps, Doing::Crowds, Doing::IsHumble] {
        let subject = Subject::of(doing);
        assert_eq!(subject.play(&subject.options).expect("a record"), ["!late"]);
        assert_eq!(subject.looks.load(Ordering::Relaxed), 2, "when it takes long, and when its time is over");
    }
}

#[test]
fn nobody_can_make_a_match_void_by_giving_its_core_away() {
    let subject = Subject::of(Doing::GivesAway);
    subject.never_answers();
    assert_eq!(subject.play(&subject.options).expect("a record"), ["!late"]);
}
