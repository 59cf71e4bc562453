//! The last steps before a program runs: resource limits, Landlock, seccomp, then `execve`.

use std::ffi::CString;
use std::fs;
use std::io;
use std::os::fd::{AsFd, OwnedFd};
use std::path::{Path, PathBuf};
use std::time::Duration;

use nix::errno::Errno;
use nix::sched::{CpuSet, sched_setaffinity};
use nix::sys::prctl;
use nix::sys::resource::{Resource, getrlimit, setrlimit};
use nix::sys::signal::{SigSet, Signal};
use nix::sys::stat::{Mode, umask};
use nix::unistd::{
    Gid, Pid, Uid, chdir, dup2_stderr, dup2_stdin, dup2_stdout, execve, setgroups, setresgid, setresuid,
    setsid,
};
use skirmish_files::Shebang;

use super::landlock::{DEVICES, LandlockRules};
use super::{SCRATCH_FOLDER, Setup, Spec, processes, sys};
use crate::Priority;
use crate::root::Content;
use crate::toolchain::SYSTEM_FOLDERS;

/// `RLIMIT_DATA` as a multiple of the memory limit, where a control group counts what is used: runtimes reserve more
/// address space than they touch.
const MAP_FACTOR: u64 = 4;
/// `RLIMIT_MEMLOCK` and `RLIMIT_MSGQUEUE`: like pending signals these cost kernel memory, and programs need little.
const LOCKED_BYTES: u64 = 64 * 1024;
const PENDING_SIGNALS: u64 = 256;
/// The largest stack that a program may ask for.
const STACK_BYTES_MAX: u64 = 256 << 20;
/// If the machine as a whole runs out of memory, a program goes before anything of the host's.
const OOM_SCORE: &str = "800";

/// The share of a session's processes together, where the kernel shares the CPU among sessions (autogroups).
const AUTOGROUP: &str = "/proc/self/autogroup";
/// The last nice value.
const AUTOGROUP_LAST: &str = "19";
/// How often it is written: for all unprivileged processes of the machine the kernel takes one in a tenth of a second.
const AUTOGROUP_TRIES: u32 = 100;
const AUTOGROUP_PAUSE: Duration = Duration::from_millis(20);

/// Turn this process into the program. Returns only what went wrong; `None` after a trial.
pub fn run(spec: &Spec, setup: &Setup, outer_user: Option<Uid>, stdio: &[OwnedFd]) -> Option<String> {
    prepare(spec, setup, outer_user, stdio).err().or_else(|| {
        if spec.is_trial {
            return None;
        }
        Some(execute(spec))
    })
}

fn prepare(spec: &Spec, setup: &Setup, outer_user: Option<Uid>, stdio: &[OwnedFd]) -> Result<(), String> {
    let failed = |what: &'static str| move |error: nix::Error| format!("{what}: {error}");
    let [input, output, error] = stdio else { return Err("three descriptors are needed".into()) };
    setsid().map_err(failed("setsid"))?;
    dup2_stdin(input)
        .and_then(|()| dup2_stdout(output))
        .and_then(|()| dup2_stderr(error))
        .map_err(failed("dup2"))?;
    sys::close_rest_on_exec().map_err(|error| format!("close_range: {error}"))?;
    // Best effort. The files in /proc/self are owned by root while the process is not dumpable.
    let _ = prctl::set_dumpable(true).map(|()| fs::write("/proc/self/oom_score_adj", OOM_SCORE));
    umask(Mode::from_bits_truncate(0o077));
    // Best effort: most I/O schedulers ignore it.
    let _ = sys::lower_io_priority();
    if spec.limits.priority == Priority::Background {
        lower_priority().map_err(|error| format!("cannot lower its priority: {error}"))?;
    }
    if setup.has_namespaces {
        // The program could undo by `/proc/self` what was just set there.
        protect_proc().map_err(|error| format!("cannot make /proc read-only: {error}"))?;
    }
    pin_to_core(spec.limits.core).map_err(failed("sched_setaffinity"))?;
    set_limits(spec, setup, outer_user).map_err(failed("setrlimit"))?;
    if let (false, Some(user)) = (setup.has_namespaces, outer_user) {
        become_user(user).map_err(failed("setresuid"))?;
    }
    prctl::set_pdeathsig(Signal::SIGKILL).map_err(failed("prctl"))?;
    let folder = spec.folder(setup.has_namespaces);
    chdir(&folder).map_err(|error| format!("cannot enter {}: {error}", folder.display()))?;
    prctl::set_no_new_privs().map_err(failed("no_new_privs"))?;
    if !setup.has_namespaces {
        sys::bound_capabilities();
    }
    sys::drop_capabilities().map_err(|error| format!("capset: {error}"))?;
    SigSet::empty().thread_set_mask().map_err(failed("sigprocmask"))?;
    if setup.has_landlock {
        landlock_rules(spec, setup).restrict_self().map_err(|error| format!("landlock: {error}"))?;
    }
    let filter = if spec.root.has_writable_copy { &setup.build_filter } else { &setup.play_filter };
    if let Some(filter) = filter {
        seccompiler::apply_filter(filter).map_err(|error| format!("seccomp: {error}"))?;
    }
    Ok(())
}

/// Take only what others leave of the CPU. The control group, where there is one, gets its weight from the parent.
fn lower_priority() -> io::Result<()> {
    sys::set_nice_value(sys::LAST_NICE)?;
    sys::set_batch_policy()?;
    for _ in 0..AUTOGROUP_TRIES {
        match fs::write(AUTOGROUP, AUTOGROUP_LAST) {
            Err(error) if error.kind() == io::ErrorKind::WouldBlock => std::thread::sleep(AUTOGROUP_PAUSE),
            // Not of this kernel; or, invalid, there is no group but the machine's.
            Err(error) if matches!(error.kind(), io::ErrorKind::NotFound | io::ErrorKind::InvalidInput) => {
                return Ok(());
            }
            written => return written,
        }
    }
    Err(io::ErrorKind::TimedOut.into())
}

/// Make the jail's own `/proc` read-only.
fn protect_proc() -> io::Result<()> {
    let proc = fs::File::open("/proc")?;
    sys::restrict_mount(proc.as_fd(), libc::MOUNT_ATTR_RDONLY, false)
}

fn pin_to_core(core: Option<u16>) -> nix::Result<()> {
    let Some(core) = core else { return Ok(()) };
    let mut cores = CpuSet::new();
    cores.set(core.into())?;
    sched_setaffinity(Pid::from_raw(0), &cores)
}

fn set_limits(spec: &Spec, setup: &Setup, outer_user: Option<Uid>) -> nix::Result<()> {
    let limits = &spec.limits;
    let mapped = if setup.counts_memory { limits.memory_bytes * MAP_FACTOR } else { limits.memory_bytes };
    // Without a user namespace `RLIMIT_NPROC` counts all threads of the user, so those that already run are added.
    let is_shared_user = !setup.has_namespaces && outer_user.is_none();
    let others = if is_shared_user { processes::threads_of(Uid::current()) } else { 0 };
    let cpu = u64::from(limits.cpu_seconds);
    for (resource, value) in [
        (Resource::RLIMIT_DATA, mapped),
        (Resource::RLIMIT_NPROC, others + u64::from(limits.processes) + 1),
        (Resource::RLIMIT_FSIZE, limits.file_bytes),
        (Resource::RLIMIT_NOFILE, limits.open_files.into()),
        (Resource::RLIMIT_CORE, 0),
        (Resource::RLIMIT_MEMLOCK, LOCKED_BYTES),
        (Resource::RLIMIT_MSGQUEUE, LOCKED_BYTES),
        (Resource::RLIMIT_SIGPENDING, PENDING_SIGNALS),
        (Resource::RLIMIT_RTPRIO, 0),
        (Resource::RLIMIT_NICE, 0),
        (Resource::RLIMIT_CPU, cpu),
    ] {
        // A hard limit cannot be raised without CAP_SYS_RESOURCE.
        let value = value.min(getrlimit(resource)?.1);
        setrlimit(resource, value, value)?;
    }
    // The soft limit stays as it is. The hard one is lowered, because the stack does not count in `RLIMIT_DATA`.
    let (usual, most) = getrlimit(Resource::RLIMIT_STACK)?;
    let most = most.min(STACK_BYTES_MAX);
    setrlimit(Resource::RLIMIT_STACK, usual.min(most), most)
}

/// Become another user, where no user namespace maps one.
fn become_user(user: Uid) -> nix::Result<()> {
    let group = Gid::from_raw(user.as_raw());
    setgroups(&[])?;
    setresgid(group, group, group)?;
    setresuid(user, user, user)
}

/// With a private root the rules only repeat what the mounts say; without one they are the only limit on files.
fn landlock_rules(spec: &Spec, setup: &Setup) -> LandlockRules {
    if setup.has_namespaces {
        return LandlockRules {
            readable: vec!["/".into()],
            writable: vec![SCRATCH_FOLDER.into()],
            devices: vec!["/dev".into()],
        };
    }
    let system = SYSTEM_FOLDERS.iter().chain(&["/etc/alternatives", "/etc/ld.so.cache", "/etc/localtime"]);
    let system = system.map(PathBuf::from).chain(setup.toolchains.iter().cloned());
    let mut readable: Vec<PathBuf> = system.chain(spec.binds.iter().map(|bind| bind.from.clone())).collect();
    if let Content::File(path) = &spec.root.content {
        readable.push(path.clone());
    }
    LandlockRules { readable, writable: Vec::new(), devices: DEVICES.iter().map(PathBuf::from).collect() }
}

/// `execve` the program. Its command and its `#!` line are interpreted here, inside the finished jail, for the first
/// time.
fn execute(spec: &Spec) -> String {
    let text = |text: &str| CString::new(text).ok();
    let argv = argv(spec);
    let Some(env) = spec.env.iter().map(|variable| text(variable)).collect::<Option<Vec<_>>>() else {
        return "its environment holds a zero byte".into();
    };
    let Some(args) = argv.iter().map(|word| text(word)).collect::<Option<Vec<_>>>() else {
        return "an argument holds a zero byte".into();
    };
    let program = argv[0].as_str();
    let mut last = Errno::ENOENT;
    for candidate in candidates(program, &spec.search_path) {
        let Some(path) = text(&candidate) else { continue };
        let Err(error) = execve(&path, &args, &env);
        // As a shell does: a file that cannot be executed is skipped, and its error reported if no other file is found.
        if program.contains('/') || Path::new(&candidate).is_file() {
            last = error;
        }
    }
    match last {
        Errno::ENOENT if program.contains('/') && Path::new(program).exists() => {
            "its interpreter or loader is missing inside; name the interpreter in the command".into()
        }
        Errno::ENOENT if program.contains('/') => "there is no such file inside".into(),
        Errno::ENOENT => format!("there is no program `{program}` on the search path inside; install it"),
        Errno::EACCES => "it is not executable; run `chmod +x` on it, or name its interpreter".into(),
        Errno::ENOEXEC => {
            "it is not a program for this machine; add a `#!` line, or name its interpreter".into()
        }
        error => error.desc().into(),
    }
}

/// The arguments of `execve`: the interpreter goes before the program, unless the program's `#!` line names another
/// one.
fn argv(spec: &Spec) -> Vec<String> {
    let own = std::iter::once(&spec.program).chain(&spec.args).cloned();
    let first_line = || Shebang::read(Path::new(&spec.program));
    let is_script = |by: &String| first_line().is_some_and(|line| line.asks_for_another(by));
    match spec.interpreter.first() {
        None => own.collect(),
        Some(interpreter) if is_script(interpreter) => own.collect(),
        Some(_) => spec.interpreter.iter().cloned().chain(own).collect(),
    }
}

/// Where a program may be: at its path, or in the folders of the search path.
fn candidates(program: &str, search_path: &str) -> Vec<String> {
    match program.contains('/') {
        true => vec![program.to_owned()],
        false => search_path.split(':').map(|folder| format!("{folder}/{program}")).collect(),
    }
}
