//! What a jail does for its caller, at every tier this machine has.

mod common;

use std::fs;
use std::io::{BufRead, Write};
use std::os::unix::fs::PermissionsExt;
use std::os::unix::net::UnixDatagram;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use common::{programs, read_all, read_some, sandbox, sandboxes};
use skirmish_sandbox::{Command, Ending, Limits, Root, Sandbox, SandboxOptions, Tier, Trust};

const PATIENCE: Duration = Duration::from_secs(10);

fn sh(script: &str) -> Command {
    Command::new("/bin/sh").arg("-c").arg(script)
}

/// Run a shell script in a jail, with nothing of its own, and return what it printed until it ended.
fn shell(sandbox: &Sandbox, script: &str) -> String {
    let command = Command::new("/bin/sh").arg("-c").arg(script);
    let mut jail = sandbox.spawn(&Limits::play(), &Root::bare(), &command).expect("the shell starts");
    let output = read_all(&mut jail, Duration::from_secs(5));
    jail.kill().expect("the jail ends");
    output
}

#[test]
fn report_says_what_this_machine_can_isolate() {
    let sandbox = sandbox(Tier::Full);
    let text = sandbox.report().to_string();
    assert!(text.starts_with(&format!("tier {}", sandbox.tier())), "{text}");
    assert!(text.contains("seccomp") && text.contains("cgroup-memory"), "{text}");
    println!("{text}");
}

#[test]
fn program_answers_through_its_pipes() {
    for sandbox in sandboxes() {
        let mut jail = sandbox.spawn(&Limits::play(), &Root::bare(), &Command::new("cat")).unwrap();
        let stdin = jail.stdin.take().unwrap();
        fs::File::from(stdin).write_all(b"ping\n").unwrap();
        assert_eq!(read_all(&mut jail, PATIENCE), "ping\n", "{}", sandbox.tier());
        assert_eq!(jail.wait(PATIENCE), Some(Ending::Exited(0)), "{}", sandbox.tier());
    }
}

#[test]
fn endings_are_told_apart() {
    for sandbox in sandboxes() {
        let ending = |script: &str| {
            let mut jail = sandbox.spawn(&Limits::play(), &Root::bare(), &sh(script)).unwrap();
            let ending = jail.wait(PATIENCE);
            jail.kill().unwrap();
            assert_eq!(jail.ending(), ending);
            ending
        };
        assert_eq!(ending("exit 3"), Some(Ending::Exited(3)), "{}", sandbox.tier());
        assert_eq!(ending("kill -9 $$"), Some(Ending::Signalled(9)), "{}", sandbox.tier());
        let mut jail = sandbox.spawn(&Limits::play(), &Root::bare(), &sh("sleep 5")).unwrap();
        assert_eq!(jail.wait(Duration::from_millis(20)), None);
        jail.kill().unwrap();
        assert_eq!(jail.ending(), Some(Ending::Killed), "{}", sandbox.tier());
    }
}

#[test]
fn program_that_cannot_start_says_why() {
    let place = tempfile::tempdir().unwrap();
    fs::set_permissions(place.path(), fs::Permissions::from_mode(0o755)).unwrap();
    fs::write(place.path().join("plain"), "text").unwrap();
    let root = Root::of_folder(place.path()).unwrap();
    for sandbox in sandboxes() {
        let error = |name: &str| {
            sandbox.spawn(&Limits::play(), &root, &Command::new(name)).err().unwrap().to_string()
        };
        assert!(error("./plain").contains("chmod +x"), "{}", error("./plain"));
        assert!(error("./missing").contains("./missing"));
        assert!(error("no-such-program").contains("search path"));
    }
}

#[test]
fn whole_tree_dies_with_its_jail() {
    for sandbox in sandboxes() {
        let script = "(setsid sleep 30 & setsid sh -c 'sleep 30 & sleep 30' &) ; echo up; sleep 30";
        let mut jail = sandbox.spawn(&Limits::play(), &Root::bare(), &sh(script)).unwrap();
        let stdout = jail.stdout.take().unwrap();
        assert_eq!(read_some(&stdout, Instant::now() + PATIENCE).as_deref(), Some(&b"up\n"[..]));
        std::thread::sleep(Duration::from_millis(20));
        jail.kill().unwrap();
        // The pipe's last writer is gone when it says end of file.
        assert_eq!(read_some(&stdout, Instant::now() + Duration::from_secs(1)), None, "{}", sandbox.tier());
        assert!(!has_ended_late(&stdout), "something still holds the pipe at {}", sandbox.tier());
    }
}

fn has_ended_late(stdout: &std::os::fd::OwnedFd) -> bool {
    nix::unistd::read(stdout, &mut [0; 1]) != Ok(0)
}

#[test]
fn program_that_ends_takes_its_leftovers_with_it() {
    for sandbox in sandboxes() {
        let mut jail =
            sandbox.spawn(&Limits::play(), &Root::bare(), &sh("setsid sleep 30 & exit 0")).unwrap();
        let stdout = jail.stdout.take().unwrap();
        assert_eq!(jail.wait(PATIENCE), Some(Ending::Exited(0)));
        assert_eq!(nix::unistd::read(&stdout, &mut [0; 1]), Ok(0), "{}", sandbox.tier());
    }
}

#[test]
fn frozen_program_does_nothing() {
    for sandbox in sandboxes() {
        let tier = sandbox.tier();
        let mut jail = sandbox.spawn(&Limits::play(), &Root::bare(), &sh("while :; do :; done")).unwrap();
        std::thread::sleep(Duration::from_millis(20));
        jail.freeze().unwrap();
        std::thread::sleep(Duration::from_millis(10));
        let before = jail.cpu().unwrap();
        std::thread::sleep(Duration::from_millis(60));
        let frozen = jail.cpu().unwrap();
        assert!(frozen - before < Duration::from_millis(10), "{tier}: ran {:?}", frozen - before);
        jail.thaw().unwrap();
        let end = Instant::now() + PATIENCE;
        while jail.cpu().unwrap() - frozen < Duration::from_millis(5) {
            assert!(Instant::now() < end, "{tier}: it never went on");
            std::thread::sleep(Duration::from_millis(5));
        }
        jail.freeze().unwrap();
        let last = jail.cpu().unwrap();
        let usage = jail.kill().unwrap();
        assert!(usage.cpu >= last, "{tier}: {usage:?} after {last:?}");
    }
}

#[test]
fn usage_counts_the_whole_tree() {
    for sandbox in sandboxes() {
        let script = "i=0; while [ $i -lt 200000 ]; do i=$((i+1)); done";
        let script = format!("sh -c '{script}'; echo; sleep 9");
        let mut jail = sandbox.spawn(&Limits::play(), &Root::bare(), &sh(&script)).unwrap();
        let stdout = jail.stdout.take().unwrap();
        read_some(&stdout, Instant::now() + PATIENCE);
        let (own, tree) = (jail.cpu().unwrap(), jail.usage().unwrap());
        assert!(tree.cpu > own + Duration::from_millis(10), "{}: {own:?} {tree:?}", sandbox.tier());
        let last = jail.kill().unwrap();
        assert!(last.memory_peak_bytes > 100_000, "{}: {last:?}", sandbox.tier());
    }
}

#[test]
fn usage_counts_children_that_nobody_waits_for() {
    // The parent ignores that they end, so the kernel forgets what they used.
    const SCRIPT: &str = "
import os, signal, time
signal.signal(signal.SIGCHLD, signal.SIG_IGN)
for _ in range(120):
    if os.fork() == 0:
        while time.process_time() < 0.005: pass
        os._exit(0)
    try: os.wait()
    except ChildProcessError: pass
print(flush=True)
time.sleep(9)
";
    for sandbox in sandboxes().into_iter().filter(|sandbox| sandbox.tier().holds_strangers()) {
        let others = |script: &str| {
            let command = Command::new("/usr/bin/python3").arg("-c").arg(script);
            let mut jail = sandbox.spawn(&Limits::play(), &Root::bare(), &command).unwrap();
            read_some(jail.stdout.as_ref().unwrap(), Instant::now() + PATIENCE * 6);
            jail.others_cpu().unwrap()
        };
        let (lost, waited) = (others(SCRIPT), others(&SCRIPT.replace("SIG_IGN", "SIG_DFL")));
        println!("{}: {lost:?}, and {waited:?} where somebody waits", sandbox.tier());
        assert!(lost > Duration::from_millis(200), "{}: {lost:?} of 600 ms", sandbox.tier());
    }
}

#[test]
fn memory_that_is_used_up_is_told_as_that() {
    // One process alone; a child, whose parent only sees that it failed; several that are small; and nothing but page
    // tables, which belong to no program.
    const ALONE: &str = "python3 -c \"x = [b'x' * (1 << 20) + bytes([i]) for i in range(200)]\"";
    const CHILD: &str = "head -c 300000000 /dev/zero | tail -c 300000000 | wc -c; exit 7";
    const FAMILY: &str = "python3 -c \"
import os, time
children = [os.fork() for _ in range(1)] + [os.fork() for _ in range(2)]
x = b'x' * (24 << 20)
time.sleep(9)\"";
    const TABLES: &str = "python3 -c \"
import mmap
x = mmap.mmap(-1, 1 << 37, mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS | 0x4000, mmap.PROT_READ)
x.madvise(mmap.MADV_NOHUGEPAGE)
for at in range(0, 1 << 37, 1 << 21): x[at]\"";
    let limits = Limits { memory_bytes: 64 << 20, ..Limits::play() };
    for sandbox in sandboxes().into_iter().filter(|sandbox| sandbox.tier().holds_strangers()) {
        for script in [ALONE, CHILD, FAMILY, TABLES] {
            for round in 0..5 {
                let mut jail = sandbox.spawn(&limits, &Root::bare(), &sh(script)).unwrap();
                let ending = jail.wait(PATIENCE * 3);
                let tier = sandbox.tier();
                assert_eq!(ending, Some(Ending::OutOfMemory), "{tier}, round {round}: {script}");
                jail.kill().unwrap();
                assert_eq!(jail.ending(), ending, "{tier}: {script}");
            }
        }
    }
}

#[test]
fn failing_with_memory_left_is_told_as_failing() {
    let script = "python3 -c \"x = b'x' * (20 << 20); raise SystemExit(3)\"";
    let limits = Limits { memory_bytes: 64 << 20, ..Limits::play() };
    for sandbox in sandboxes().into_iter().filter(|sandbox| sandbox.tier().holds_strangers()) {
        let mut jail = sandbox.spawn(&limits, &Root::bare(), &sh(script)).unwrap();
        assert_eq!(jail.wait(PATIENCE), Some(Ending::Exited(3)), "{}", sandbox.tier());
    }
}

#[test]
fn disks_are_used_last_and_slowly() {
    for sandbox in sandboxes() {
        let tier = sandbox.tier();
        if !tier.holds_strangers() {
            continue;
        }
        let jail = sandbox.spawn(&Limits::play(), &Root::bare(), &sh("sleep 9")).unwrap();
        let seen = std::process::Command::new("ionice").args(["-p", &jail.pid().to_string()]).output();
        assert_eq!(String::from_utf8_lossy(&seen.expect("ionice").stdout), "best-effort: prio 7\n", "{tier}");
        if !sandbox.report().has("cgroup-io") {
            continue;
        }
        let limits = Limits { io_bytes_per_second: 12_345_678, ..Limits::play() };
        let _jails = [limits, Limits::play()]
            .map(|limits| sandbox.spawn(&limits, &Root::bare(), &sh("sleep 9")).unwrap());
        let script = format!(
            "cat $(find /sys/fs/cgroup -path '*/skirmish-{}-*' '(' -name io.max -o -name '*.read_bps_device' ')')",
            sandbox.helper_pid()
        );
        let found = std::process::Command::new("sh").args(["-c", &script]).output().expect("a shell");
        let found = String::from_utf8_lossy(&found.stdout).into_owned();
        for bytes in [12_345_678, Limits::play().io_bytes_per_second] {
            assert!(found.contains(&bytes.to_string()), "{tier}: {found}");
        }
    }
}

#[test]
fn program_sees_its_own_files_and_nobody_elses() {
    let place = tempfile::tempdir().unwrap();
    fs::set_permissions(place.path(), fs::Permissions::from_mode(0o755)).unwrap();
    fs::write(place.path().join("bot.sh"), "#!/bin/sh\nls; cat bot.sh neighbour 2>/dev/null | wc -l\n")
        .unwrap();
    fs::set_permissions(place.path().join("bot.sh"), fs::Permissions::from_mode(0o755)).unwrap();
    fs::write(place.path().join("neighbour"), "secret\n").unwrap();
    let run = |sandbox: &Sandbox, root: Root| {
        let mut jail = sandbox.spawn(&Limits::play(), &root, &Command::new("./bot.sh")).unwrap();
        read_all(&mut jail, PATIENCE)
    };
    let (file, folder) = (place.path().join("bot.sh"), place.path());
    for sandbox in sandboxes().into_iter().filter(|sandbox| sandbox.tier().holds_strangers()) {
        assert_eq!(run(&sandbox, Root::of_file(&file).unwrap()), "bot.sh\n2\n", "{}", sandbox.tier());
        assert_eq!(
            run(&sandbox, Root::of_folder(folder).unwrap()),
            "bot.sh\nneighbour\n3\n",
            "{}",
            sandbox.tier()
        );
    }
}

#[test]
fn inside_is_an_ordinary_user_with_nothing_inherited() {
    // SAFETY: no other thread of this test process reads the environment meanwhile; nextest runs one test a process.
    unsafe { std::env::set_var("SKIRMISH_TEST_SECRET", "secret") };
    for sandbox in sandboxes() {
        let tier = sandbox.tier();
        let environment = shell(&sandbox, "env");
        assert!(!environment.contains("SECRET"), "{tier}: {environment}");
        if tier == Tier::Landlock {
            continue;
        }
        let fds = shell(&sandbox, "ls /proc/self/fd");
        assert_eq!(fds.split_whitespace().collect::<Vec<_>>(), ["0", "1", "2", "3"], "{tier}: 3 is ls's own");
        let status = shell(&sandbox, "cat /proc/self/status");
        let field = |name: &str| {
            let line = status.lines().find(|line| line.starts_with(name)).unwrap();
            line.split_whitespace().nth(1).unwrap().to_owned()
        };
        assert_ne!(field("Uid:"), "0", "{tier}");
        assert_eq!(field("NoNewPrivs:"), "1", "{tier}");
        for set in ["CapInh:", "CapPrm:", "CapEff:", "CapAmb:"] {
            assert_eq!(field(set), "0000000000000000", "{tier} {set}");
        }
        if tier.holds_strangers() {
            assert_eq!(field("CapBnd:"), "0000000000000000", "{tier}");
            assert_eq!(field("Seccomp:"), "2", "{tier}");
        }
    }
}

#[test]
fn outside_is_never_root() {
    for sandbox in sandboxes() {
        let jail = sandbox.spawn(&Limits::play(), &Root::bare(), &sh("sleep 5")).unwrap();
        let status = fs::read_to_string(format!("/proc/{}/status", jail.pid())).unwrap();
        let users = status.lines().find(|line| line.starts_with("Uid:")).unwrap();
        assert!(users.split_whitespace().skip(1).all(|user| user != "0"), "{}: {users}", sandbox.tier());
    }
}

#[test]
fn root_is_read_only_and_scratch_is_small() {
    for sandbox in sandboxes().into_iter().filter(|sandbox| sandbox.tier().holds_strangers()) {
        let output = shell(
            &sandbox,
            "for d in / /bot /usr /etc /dev /proc; do touch $d/x 2>/dev/null && echo $d; done",
        );
        assert_eq!(output, "", "{}", sandbox.tier());
        let script = "head -c 100000000 /dev/zero > /tmp/full 2>/dev/null; wc -c < /tmp/full";
        let written: u64 = shell(&sandbox, script).trim().parse().unwrap();
        assert!(written <= Limits::play().scratch_bytes, "{}: {written}", sandbox.tier());
    }
}

#[test]
fn python_runs_also_behind_a_shim() {
    let place = tempfile::tempdir().unwrap();
    let file = place.path().join("bot.py");
    fs::write(&file, "import json, threading\nprint(json.dumps(input()))\n").unwrap();
    let root = Root::of_file(&file).unwrap();
    for sandbox in sandboxes().into_iter().filter(|sandbox| sandbox.tier().holds_strangers()) {
        let mut jail = sandbox.spawn(&Limits::play(), &root, &Command::new("python3").arg("bot.py")).unwrap();
        fs::File::from(jail.stdin.take().unwrap()).write_all(b"hello\n").unwrap();
        assert_eq!(read_all(&mut jail, PATIENCE), "\"hello\"\n", "{}", sandbox.tier());
    }
}

/// A pair's end can be turned to any socket that has a name, if datagrams go through it.
#[test]
fn pair_of_sockets_reaches_no_socket_of_the_host() {
    let place = tempfile::tempdir().unwrap();
    fs::set_permissions(place.path(), fs::Permissions::from_mode(0o755)).unwrap();
    let name = place.path().join("host");
    let host = UnixDatagram::bind(&name).unwrap();
    host.set_nonblocking(true).unwrap();
    fs::set_permissions(&name, fs::Permissions::from_mode(0o777)).unwrap();
    let script = "use Socket; socketpair(my $one, my $other, AF_UNIX, SOCK_DGRAM, PF_UNSPEC) or die; \
        my $host = pack_sockaddr_un($ARGV[0]); \
        send($one, 'sent', 0, $host); connect($one, $host) and send($one, 'connected', 0); \
        send($other, 'told', 0); recv($one, my $heard, 9, MSG_DONTWAIT); print \"done: $heard\\n\";";
    for sandbox in sandboxes().into_iter().filter(|sandbox| sandbox.tier() != Tier::Bare) {
        let perl = Command::new("/usr/bin/perl").arg("-e").arg(script).arg(name.to_str().unwrap());
        let mut jail = sandbox.spawn(&Limits::play(), &Root::bare(), &perl).unwrap();
        assert_eq!(read_all(&mut jail, PATIENCE), "done: told\n", "{}", sandbox.tier());
        let mut heard = [0; 16];
        let reached = host.recv(&mut heard).map(|bytes| heard[..bytes].to_vec());
        assert!(reached.is_err(), "tier {}: {reached:?}", sandbox.tier());
    }
}

#[test]
fn folder_that_only_its_owner_may_read_plays_and_stays_read_only() {
    let place = tempfile::tempdir().unwrap();
    let only_owner = |path: &Path, mode| fs::set_permissions(path, fs::Permissions::from_mode(mode)).unwrap();
    fs::create_dir(place.path().join("deep")).unwrap();
    for file in ["bot.sh", "deep/words"] {
        fs::write(place.path().join(file), "cat deep/words; echo x > mine; echo y > deep/words; id -u")
            .unwrap();
        only_owner(&place.path().join(file), 0o600);
    }
    only_owner(&place.path().join("deep"), 0o700);
    only_owner(place.path(), 0o700);
    let root = Root::of_folder(place.path()).unwrap();
    for sandbox in sandboxes().into_iter().filter(|sandbox| sandbox.tier().holds_strangers()) {
        let run = Command::new("sh").arg("bot.sh");
        let mut jail = sandbox.spawn(&Limits::play(), &root, &run).unwrap();
        let said = read_all(&mut jail, PATIENCE);
        assert!(said.starts_with("cat deep") && said.contains("Read-only"), "{}: {said}", sandbox.tier());
        let mut built = sandbox.spawn(&Limits::build(), &root.clone().with_writable_copy(), &run).unwrap();
        let said = read_all(&mut built, PATIENCE);
        assert!(said.starts_with("cat deep") && said.ends_with("1000\n"), "{}: {said}", sandbox.tier());
    }
    assert!(!place.path().join("mine").exists());
}

#[test]
fn strangers_words_choose_nothing_of_the_host() {
    let place = tempfile::tempdir().unwrap();
    let marker = place.path().join("marker");
    let trap = format!("#!/bin/sh\necho x > {}\n", marker.display());
    for file in ["python3", "node", "bin/pyenv", "shims/python3", "rustup"] {
        let file = place.path().join(file);
        fs::create_dir_all(file.parent().unwrap()).unwrap();
        fs::write(&file, &trap).unwrap();
        fs::set_permissions(&file, fs::Permissions::from_mode(0o755)).unwrap();
    }
    let own = place.path().display().to_string();
    let root = Root::of_folder(place.path()).unwrap();
    let absolute = ["/shims/python3", "/node", "/python3", "/rustup"].map(|file| format!("{own}{file}"));
    let words =
        ["/proc/../../etc/hostname", "../python3", "/proc/self/root/bin/sh", "/dev/stdin", "//bin/sh"];
    let helper = Some(PathBuf::from(env!("CARGO_BIN_EXE_skirmish-sandbox-helper")));
    for trust in [Trust::Strangers, Trust::Own] {
        let options = SandboxOptions {
            trust,
            spares: 1,
            programs: programs(),
            helper: helper.clone(),
            ..SandboxOptions::default()
        };
        let Ok(sandbox) = Sandbox::start(&options) else { return };
        for word in absolute.iter().map(String::as_str).chain(words) {
            for command in [Command::new(word), Command::new("bot").run_by([word])] {
                let started = sandbox.spawn(&Limits::play(), &root, &command);
                assert!(trust == Trust::Own || started.is_err(), "{word} was started");
                // A shell ends when its input does.
                let _ = started.map(|mut jail| {
                    jail.stdin = None;
                    jail.wait(PATIENCE)
                });
            }
        }
    }
    assert!(!marker.exists(), "the host has executed a file of the bot's");
}

#[test]
fn memory_of_a_device_is_counted_or_not_to_be_had() {
    let script = "import mmap, os\nzeroes = os.open('/dev/zero', os.O_RDWR)\nassert os.read(zeroes, 9) == bytes(9)\n\
                  try: mmap.mmap(zeroes, 1 << 20, flags=mmap.MAP_SHARED); print('mapped')\n\
                  except OSError: print('refused')";
    for sandbox in sandboxes().into_iter().filter(|sandbox| sandbox.tier().holds_strangers()) {
        let python = Command::new("python3").arg("-c").arg(script);
        let mut jail = sandbox.spawn(&Limits::play(), &Root::bare(), &python).unwrap();
        let expected = if sandbox.report().has("cgroup-memory") { "mapped\n" } else { "refused\n" };
        assert_eq!(read_all(&mut jail, PATIENCE), expected, "{}", sandbox.tier());
    }
}

#[test]
fn jails_end_when_their_helper_does() {
    let sandbox = sandbox(Tier::Full);
    let jail = sandbox.spawn(&Limits::play(), &Root::bare(), &sh("sleep 30")).unwrap();
    let pid = jail.pid();
    std::mem::forget(jail);
    // Only the helper's death is left to end it: the jail was neither killed nor dropped.
    nix::sys::signal::kill(
        nix::unistd::Pid::from_raw(sandbox.helper_pid() as i32),
        nix::sys::signal::Signal::SIGKILL,
    )
    .unwrap();
    let end = Instant::now() + Duration::from_secs(1);
    while Path::new(&format!("/proc/{pid}/exe")).exists() && Instant::now() < end {
        std::thread::sleep(Duration::from_millis(5));
    }
    assert!(fs::read_link(format!("/proc/{pid}/exe")).is_err(), "process {pid} outlived its helper");
    // What the helper could not tidy up any more, a later one does, once the last process is gone.
    while !groups_of(&sandbox).is_empty() {
        assert!(Instant::now() < end + PATIENCE, "left behind: {}", groups_of(&sandbox));
        drop(common::sandbox(Tier::Full));
    }
}

fn groups_of(sandbox: &Sandbox) -> String {
    let name = format!("skirmish-{}-*", sandbox.helper_pid());
    let found = std::process::Command::new("find")
        .args(["/sys/fs/cgroup", "-name", &name])
        .output()
        .expect("find runs");
    String::from_utf8_lossy(&found.stdout).into_owned()
}

#[test]
fn languages_of_this_machine_run() {
    let programs: [(&str, &str, &[&str]); 3] = [
        (
            "bot.js",
            "require('readline').createInterface({input: process.stdin}).on('line', l => console.log(l))",
            &["node"],
        ),
        (
            "Bot.java",
            "class Bot { public static void main(String[] a) { System.out.println(new java.util.Scanner(System.in).nextLine()); } }",
            &["java", "-Xmx128m"],
        ),
        ("bot.sh", "read line; echo \"$line\"", &["sh"]),
    ];
    let place = tempfile::tempdir().unwrap();
    for sandbox in sandboxes().into_iter().filter(|sandbox| sandbox.tier().holds_strangers()) {
        for (name, text, command) in &programs {
            let file = place.path().join(name);
            fs::write(&file, text).unwrap();
            let command = Command::new(command[0]).args(command[1..].iter().copied()).arg(*name);
            let mut jail = sandbox.spawn(&Limits::play(), &Root::of_file(&file).unwrap(), &command).unwrap();
            fs::File::from(jail.stdin.take().unwrap()).write_all(b"hello\n").unwrap();
            assert_eq!(read_all(&mut jail, PATIENCE * 3), "hello\n", "{name} at {}", sandbox.tier());
        }
    }
}

#[test]
fn jails_end_when_their_parent_is_killed() {
    const ROLE: &str = "SKIRMISH_TEST_PARENT";
    if std::env::var_os(ROLE).is_some() {
        return be_a_parent();
    }
    let mut parent = std::process::Command::new(std::env::current_exe().unwrap())
        .args(["--exact", "jails_end_when_their_parent_is_killed", "--nocapture"])
        .env(ROLE, "1")
        .stdout(std::process::Stdio::piped())
        .spawn()
        .unwrap();
    let mut lines = std::io::BufReader::new(parent.stdout.take().unwrap()).lines().map_while(Result::ok);
    let numbers = lines.find_map(|line| line.strip_prefix("pids ").map(String::from)).unwrap();
    parent.kill().unwrap();
    parent.wait().unwrap();
    let end = Instant::now() + PATIENCE;
    for pid in numbers.split_whitespace() {
        while fs::read_link(format!("/proc/{pid}/exe")).is_ok() {
            assert!(Instant::now() < end, "process {pid} outlived its parent");
            std::thread::sleep(Duration::from_millis(5));
        }
    }
}

/// Start a jail, say which processes that takes, and wait to be killed.
fn be_a_parent() {
    let sandbox = sandbox(Tier::Full);
    let jail = sandbox.spawn(&Limits::play(), &Root::bare(), &sh("sleep 30")).expect("a jail starts");
    println!("pids {} {}", sandbox.helper_pid(), jail.pid());
    std::thread::sleep(PATIENCE);
}
