//! The last steps before a program runs: limits, locks, then `execve`.

use std::ffi::CString;
use std::fs;
use std::os::fd::OwnedFd;
use std::path::{Path, PathBuf};

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

use super::fence::{DEVICES, Fence};
use super::{SCRATCH_FOLDER, Setup, Spec, processes, sys};
use crate::root::Content;
use crate::toolchain::SYSTEM_FOLDERS;

/// How much more a process may map than its jail may use, where a control group counts what is used: runtimes reserve
/// generously.
const MAP_FACTOR: u64 = 4;
/// Locked memory, message queues and pending signals cost kernel memory: a little is enough for anyone.
const LOCKED_BYTES: u64 = 64 * 1024;
const PENDING_SIGNALS: u64 = 256;
/// The largest stack that a program may ask for.
const STACK_BYTES_MAX: u64 = 256 << 20;
/// If the machine as a whole runs out of memory, a program goes before anything of the host's.
const OOM_SCORE: &str = "800";

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
    // Best effort: without it the kernel's choice is a little less good. The file is ours only while we are dumpable.
    let _ = prctl::set_dumpable(true).map(|()| fs::write("/proc/self/oom_score_adj", OOM_SCORE));
    umask(Mode::from_bits_truncate(0o077));
    // Best effort: most disks' schedulers do not heed it.
    let _ = sys::lower_io_priority();
    pin(spec.limits.core).map_err(failed("sched_setaffinity"))?;
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
        fence(spec, setup).close().map_err(|error| format!("landlock: {error}"))?;
    }
    let filter = if spec.root.is_workshop { &setup.build_filter } else { &setup.play_filter };
    if let Some(filter) = filter {
        seccompiler::apply_filter(filter).map_err(|error| format!("seccomp: {error}"))?;
    }
    Ok(())
}

fn pin(core: Option<u16>) -> nix::Result<()> {
    let Some(core) = core else { return Ok(()) };
    let mut cores = CpuSet::new();
    cores.set(core.into())?;
    sched_setaffinity(Pid::from_raw(0), &cores)
}

fn set_limits(spec: &Spec, setup: &Setup, outer_user: Option<Uid>) -> nix::Result<()> {
    let limits = &spec.limits;
    let mapped = if setup.counts_memory { limits.memory_bytes * MAP_FACTOR } else { limits.memory_bytes };
    // Without namespaces the kernel counts all processes of the user, so what already runs comes on top.
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
        (Resource::RLIMIT_CPU, cpu),
    ] {
        // What the host was given itself cannot be exceeded.
        let value = value.min(getrlimit(resource)?.1);
        setrlimit(resource, value, value)?;
    }
    // A program may ask for a larger stack than the usual one, but the stack is no way around the limit on data.
    let (usual, most) = getrlimit(Resource::RLIMIT_STACK)?;
    let most = most.min(STACK_BYTES_MAX);
    setrlimit(Resource::RLIMIT_STACK, usual.min(most), most)
}

/// Leave the host's user behind, where no namespace did that.
fn become_user(user: Uid) -> nix::Result<()> {
    let group = Gid::from_raw(user.as_raw());
    setgroups(&[])?;
    setresgid(group, group, group)?;
    setresuid(user, user, user)
}

/// With a private root the fence only repeats what the mounts say; without one it is all there is.
fn fence(spec: &Spec, setup: &Setup) -> Fence {
    if setup.has_namespaces {
        return Fence {
            readable: vec!["/".into()],
            writable: vec![SCRATCH_FOLDER.into()],
            devices: vec!["/dev".into()],
        };
    }
    let system = SYSTEM_FOLDERS.iter().chain(&["/etc/alternatives", "/etc/ld.so.cache", "/etc/localtime"]);
    let system = system.map(PathBuf::from).chain(setup.toolchains.iter().cloned());
    let mut readable: Vec<PathBuf> = system.chain(spec.trees.iter().map(|tree| tree.from.clone())).collect();
    if let Content::File(path) = &spec.root.content {
        readable.push(path.clone());
    }
    Fence { readable, writable: Vec::new(), devices: DEVICES.iter().map(PathBuf::from).collect() }
}

/// Execute the program, as its words and its own first line say: all of them are read here for the first time.
fn execute(spec: &Spec) -> String {
    let text = |text: &str| CString::new(text).ok();
    let words = words(spec);
    let Some(env) = spec.env.iter().map(|variable| text(variable)).collect::<Option<Vec<_>>>() else {
        return "its environment holds a zero byte".into();
    };
    let Some(args) = words.iter().map(|word| text(word)).collect::<Option<Vec<_>>>() else {
        return "an argument holds a zero byte".into();
    };
    let program = words[0].as_str();
    let mut last = Errno::ENOENT;
    for place in places(program, &spec.search_path) {
        let Some(path) = text(&place) else { continue };
        let Err(error) = execve(&path, &args, &env);
        // As a shell does: what may not be executed is passed over, and told if there is nothing else.
        if program.contains('/') || Path::new(&place).is_file() {
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

/// The words of the command: the interpreter goes before the program, unless the program's first line names another.
fn words(spec: &Spec) -> Vec<String> {
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
fn places(program: &str, search_path: &str) -> Vec<String> {
    match program.contains('/') {
        true => vec![program.to_owned()],
        false => search_path.split(':').map(|folder| format!("{folder}/{program}")).collect(),
    }
}
