//! What a build may take of the CPU, and for how long, and what it leaves behind, at every tier that holds strangers.

mod common;

use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use common::{read_all, read_some, sandboxes};
use skirmish_sandbox::{Build, BuildPlan, BuildTime, Caps, Command, Ending, Limits, Priority, Root, Sandbox};
use tempfile::TempDir;

const PATIENCE: Duration = Duration::from_secs(60);
/// No limit that a test could meet.
const ENDLESS: Duration = Duration::from_secs(3600);
const UNLIMITED: BuildTime = BuildTime { cpu: ENDLESS, idle: ENDLESS, wall: ENDLESS };

/// Prints nice value and scheduling policy of a process that it starts, then what became of trying to raise them.
const PRIORITY: &str = "
import os, subprocess, sys
if len(sys.argv) == 1:
    subprocess.run([sys.executable, sys.argv[0], 'child'])
    sys.exit()
print(os.nice(0), os.sched_getscheduler(0), flush=True)
def attempt(name, act):
    try: print(name, act())
    except OSError as refused: print(name, 'refused')
attempt('nice', lambda: os.setpriority(os.PRIO_PROCESS, 0, 0))
attempt('policy', lambda: os.sched_setscheduler(0, os.SCHED_OTHER, os.sched_param(0)))
attempt('autogroup', lambda: open('/proc/self/autogroup', 'w').write('0'))
print(os.nice(0), os.sched_getscheduler(0))
";
const SCHED_OTHER: i32 = 0;
const SCHED_BATCH: i32 = 3;

fn strangers() -> impl Iterator<Item = Sandbox> {
    sandboxes().into_iter().filter(|sandbox| sandbox.tier().holds_strangers())
}

fn sh(script: &str) -> Command {
    Command::new("/bin/sh").arg("-c").arg(script)
}

/// A folder with this file.
fn folder(name: &str, text: &str) -> TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    fs::write(folder.path().join(name), text).expect("written");
    folder
}

/// Builds by a shell script, which is to leave `bot`.
fn build(sandbox: &Sandbox, script: &str, time: BuildTime, interrupt: &AtomicBool) -> Build {
    let (source, target) = (folder("build.sh", script), tempfile::tempdir().expect("a folder"));
    let plan = BuildPlan {
        // What is limited is the same at any priority, and a busy machine runs tests sooner at this one.
        limits: Limits { priority: Priority::Normal, ..Limits::build() },
        time,
        root: Root::of_folder(source.path()).expect("a root"),
        command: Command::new("/bin/sh").arg("build.sh"),
        artefact: "bot".into(),
        to: target.path().join("bot"),
        caps: Caps::default(),
    };
    sandbox.build(&plan, interrupt).expect("the jail works")
}

#[test]
fn everything_in_a_build_has_the_lowest_priority_and_cannot_raise_it() {
    let source = folder("priority.py", PRIORITY);
    let root = Root::of_folder(source.path()).unwrap();
    let python = Command::new("python3").arg("priority.py");
    for sandbox in strangers() {
        let tier = sandbox.tier();
        let mut built = sandbox.spawn(&Limits::build(), &root.clone().with_writable_copy(), &python).unwrap();
        let lowest = format!("19 {SCHED_BATCH}");
        let said = read_all(&mut built, PATIENCE);
        let expected = format!("{lowest}\nnice refused\npolicy refused\nautogroup refused\n{lowest}\n");
        assert_eq!(said, expected, "{tier}");
        let mut played = sandbox.spawn(&Limits::play(), &root, &python).unwrap();
        let said = read_all(&mut played, PATIENCE);
        assert!(said.starts_with(&format!("0 {SCHED_OTHER}\n")), "{tier}: {said}");
    }
}

#[test]
fn a_builds_group_or_else_its_session_has_a_small_weight() {
    let script = "cat /proc/self/autogroup; setsid true 2>/dev/null && echo a session; echo up; sleep 60";
    let shell = Command::new("/bin/sh").arg("-c").arg(script);
    let source = folder("bot", "");
    let root = Root::of_folder(source.path()).unwrap();
    for sandbox in strangers() {
        let tier = sandbox.tier();
        for (limits, is_lowest) in [(Limits::build(), true), (Limits::play(), false)] {
            let root = if is_lowest { root.clone().with_writable_copy() } else { root.clone() };
            let jail = sandbox.spawn(&limits, &root, &shell).unwrap();
            let mut said = String::new();
            let end = Instant::now() + PATIENCE;
            while !said.contains("up\n") {
                said += &String::from_utf8(read_some(jail.stdout.as_ref().unwrap(), end).unwrap()).unwrap();
            }
            let group = cpu_group(jail.pid());
            if sandbox.report().has("cgroup-cpu") {
                let read = |file| fs::read_to_string(format!("{group}/{file}"));
                let weight = read("cpu.shares").or_else(|_| read("cpu.weight")).unwrap();
                let expected = if is_lowest { ["51\n", "5\n"] } else { ["1024\n", "100\n"] };
                assert!(expected.contains(&weight.as_str()), "{tier}: {weight}");
            } else {
                assert_eq!(said.contains("a session"), !is_lowest, "{tier}: {said}");
                assert_eq!(
                    said.contains("nice 19\n"),
                    is_lowest && said.contains("/autogroup"),
                    "{tier}: {said}"
                );
            }
        }
    }
}

/// The folder of a process's control group that weighs CPU time.
fn cpu_group(pid: u32) -> String {
    let groups = fs::read_to_string(format!("/proc/{pid}/cgroup")).expect("its groups");
    let path = |controller: &str| {
        groups.lines().find_map(|line| line.split_once(controller).map(|(_, path)| path.to_owned()))
    };
    match path(":cpu:").or_else(|| path(":cpu,cpuacct:")) {
        Some(path) => format!("/sys/fs/cgroup/cpu{path}"),
        None => format!("/sys/fs/cgroup{}", path("0::").unwrap_or_default()),
    }
}

#[test]
fn a_build_has_so_much_cpu_time_with_all_its_processes() {
    // None of the processes uses as much by itself.
    const FAMILY: &str = "
echo bot > bot
while :; do
    python3 -c 'import time\nwhile time.process_time() < 0.1: pass' &
    python3 -c 'import time\nwhile time.process_time() < 0.1: pass'
done
";
    let time = BuildTime { cpu: Duration::from_millis(500), ..UNLIMITED };
    for sandbox in strangers() {
        let built = build(&sandbox, FAMILY, time, &AtomicBool::new(false));
        assert_eq!(built.refused.as_deref(), Some("the build used 0.5 s of CPU time"), "{}", sandbox.tier());
        assert!(built.usage.cpu >= time.cpu, "{}: {:?}", sandbox.tier(), built.usage);
    }
}

#[test]
fn a_build_that_sleeps_is_ended_and_one_that_computes_is_not_taken_for_it() {
    let idle = BuildTime { idle: Duration::from_millis(500), ..UNLIMITED };
    let busy = BuildTime { cpu: Duration::from_secs(1), ..idle };
    for sandbox in strangers() {
        let tier = sandbox.tier();
        let slept = build(&sandbox, "echo bot > bot; sleep 3600", idle, &AtomicBool::new(false));
        assert_eq!(slept.refused.as_deref(), Some("the build computed nothing for 0.5 s"), "{tier}");
        let computed = build(&sandbox, "while :; do :; done", busy, &AtomicBool::new(false));
        assert_eq!(computed.refused.as_deref(), Some("the build used 1 s of CPU time"), "{tier}");
        let wall = BuildTime { wall: Duration::from_millis(500), ..UNLIMITED };
        let late = build(&sandbox, "while :; do :; done", wall, &AtomicBool::new(false)).refused.unwrap();
        assert!(late.starts_with("the build did not end within 0.5 s, "), "{tier}: {late}");
    }
}

#[test]
fn a_build_that_is_interrupted_ends_with_everything_it_started() {
    for sandbox in strangers() {
        let interrupt = AtomicBool::new(false);
        let built = std::thread::scope(|scope| {
            let building = scope.spawn(|| build(&sandbox, "sleep 3600 & sleep 3600", UNLIMITED, &interrupt));
            interrupt.store(true, Ordering::Relaxed);
            building.join().unwrap()
        });
        assert_eq!(built.refused.as_deref(), Some("the build was interrupted"), "{}", sandbox.tier());
    }
}

#[test]
fn strangers_builds_are_in_the_background_and_matches_are_not() {
    assert_eq!(Limits::build().priority, Priority::Background);
    assert_eq!(Limits::play().priority, Priority::Normal);
    // The limit of one process lies behind that of all, which says what it was.
    assert!(Duration::from_secs(Limits::build().cpu_seconds.into()) > BuildTime::STRANGERS.cpu);
}

#[test]
fn build_leaves_through_a_narrow_door() {
    let (source, target) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    fs::set_permissions(source.path(), fs::Permissions::from_mode(0o755)).unwrap();
    fs::write(source.path().join("bot.txt"), "source").unwrap();
    let root = Root::of_folder(source.path()).unwrap().with_writable_copy();
    for sandbox in strangers() {
        let script = "mkdir out; tr a-z A-Z < bot.txt > out/bot; ln -s /etc/passwd out/link; sleep 30 &";
        let mut jail = sandbox.spawn(&Limits::build(), &root, &sh(script)).unwrap();
        assert_eq!(jail.wait(PATIENCE), Some(Ending::Exited(0)));
        let to = target.path().join(sandbox.tier().name());
        jail.collect(Path::new("out/bot"), &to, &Caps::default()).unwrap();
        assert_eq!(fs::read_to_string(&to).unwrap(), "SOURCE");
        let to = target.path().join("refused");
        let error = jail.collect(Path::new("out"), &to, &Caps::default()).unwrap_err();
        assert!(error.to_string().contains("link"), "{error}");
        assert!(!source.path().join("out").exists());
    }
}

#[test]
fn what_a_build_puts_in_place_of_its_folder_is_not_taken() {
    let (source, target) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let root = Root::of_folder(source.path()).unwrap().with_writable_copy();
    for sandbox in strangers() {
        for (number, other) in
            ["ln -s /etc work", "mkdir work; echo other > work/group", "true"].iter().enumerate()
        {
            let script = format!("echo mine > group; cd /tmp && mv work away && {other}");
            let mut jail = sandbox.spawn(&Limits::build(), &root, &sh(&script)).unwrap();
            assert_eq!(jail.wait(PATIENCE), Some(Ending::Exited(0)), "{script}");
            let to = target.path().join(format!("{}-{number}", sandbox.tier()));
            jail.collect(Path::new("group"), &to, &Caps::default()).unwrap();
            assert_eq!(fs::read_to_string(&to).unwrap(), "mine\n", "{script}");
        }
    }
}

#[test]
fn compiler_behind_a_shim_builds() {
    let (source, target) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    fs::set_permissions(source.path(), fs::Permissions::from_mode(0o755)).unwrap();
    fs::write(source.path().join("bot.rs"), "fn main() { println!(\"built\") }").unwrap();
    for sandbox in strangers() {
        let plan = BuildPlan {
            limits: Limits::build(),
            time: BuildTime::STRANGERS,
            root: Root::of_folder(source.path()).unwrap(),
            command: Command::new("rustc").arg("bot.rs"),
            artefact: "bot".into(),
            to: target.path().join(sandbox.tier().name()),
            caps: Caps::default(),
        };
        let built = sandbox.build(&plan, &AtomicBool::new(false)).unwrap();
        assert_eq!((built.refused, built.log.as_str()), (None, ""), "{}", sandbox.tier());
        let mut jail = sandbox
            .spawn(
                &Limits::play(),
                &Root::of_file(&plan.to).unwrap(),
                &Command::new(format!("./{}", sandbox.tier())),
            )
            .unwrap();
        assert_eq!(read_all(&mut jail, PATIENCE), "built\n");
    }
}
