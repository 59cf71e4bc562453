//! The helper: one small process per sandbox, which forks jails ahead of time, reaps them and removes their control
//! groups.

use std::collections::{BTreeMap, VecDeque};
use std::fs::{self, File};
use std::io;
use std::os::fd::{AsFd, OwnedFd};
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use nix::errno::Errno;
use nix::poll::{PollFd, PollFlags, PollTimeout, poll};
use nix::sys::eventfd::EventFd;
use nix::sys::prctl;
use nix::sys::signal::{SigSet, Signal, kill};
use nix::sys::signalfd::{SfdFlags, SignalFd};
use nix::unistd::{Gid, Pid, Uid};

use super::cgroup::{self, Cgroups, JailCgroup};
use super::filter::Protections;
use super::message::{
    self, HelperConfig, HelperReady, HelperRequest, InitEvent, InitRequest, ReapReply, TakeReply,
};
use super::mounts::INNER_ID;
use super::{Setup, Spec, filter, idmap, init, landlock, processes, sys};
use crate::{Layer, Limits, Priority, Report, Root, Tier};

/// The hidden argument that makes a binary the helper.
pub const HELPER_ARG: &str = "--skirmish-sandbox-helper";
/// How long no request may come before used jails are replaced. Moving a process into a control group takes the
/// kernel's `cgroup_threadgroup_rwsem` for writing, which blocks every `fork` and `execve` of the machine for some
/// milliseconds: programs that just start should not wait for that.
const REFILL_MS: u16 = 30;
/// How soon to try again to remove the control group of a jail that was killed.
const CLEANUP_POLL_MS: u16 = 1;
/// How long a trial jail may take to start, and to end.
const TRIAL_MAX: Duration = Duration::from_secs(5);
/// How long the last jails may take to end when the parent has closed its socket.
const SHUTDOWN_MAX: Duration = Duration::from_secs(1);
/// User ids that are not in use: above all ranges that distributions and systemd allocate.
const FIRST_OUTER_USER: u32 = 0x7000_0000;
const OUTER_USERS: u64 = 0x1_0000;
/// The user `nobody`, where those ids are not mapped, as in a container with few users.
const NOBODY: u32 = 65_534;

/// Whether this binary calls [`serve_if_helper`], and so may be re-executed as the helper.
pub static CAN_BE_HELPER: AtomicBool = AtomicBool::new(false);

/// To be called first in `main`: if this process was started as a sandbox's helper, it is one, and never returns.
pub fn serve_if_helper() {
    CAN_BE_HELPER.store(true, Ordering::Relaxed);
    if std::env::args().nth(1).as_deref() == Some(HELPER_ARG) {
        sys::leave(if serve().is_ok() { 0 } else { 1 })
    }
}

fn serve() -> io::Result<()> {
    let parent_socket = sys::own_standard_input();
    sys::close_rest()?;
    sys::reset_signals()?;
    prctl::set_child_subreaper(true)?;
    let Some((config, _)) = message::receive::<HelperConfig>(&parent_socket)? else { return Ok(()) };
    let mut helper = Helper::new(config)?;
    message::send(&parent_socket, &HelperReady { report: helper.report.clone() }, &[])?;
    let outcome = helper.serve(&parent_socket);
    helper.shut_down();
    outcome
}

struct Helper {
    report: Report,
    setup: Setup,
    cgroups: Cgroups,
    children: SignalFd,
    jails: BTreeMap<u64, JailEntry>,
    /// The limits of the last request: spare jails get them ahead of time.
    usual_limits: Limits,
    /// Jails that are not handed over yet, oldest first.
    spares: VecDeque<u64>,
    spares_wanted: usize,
    next_number: u64,
}

/// What the helper knows of a jail.
struct JailEntry {
    pid: Pid,
    pidfd: OwnedFd,
    /// The user outside, where it is not the helper's own.
    outer_user: Option<Uid>,
    /// The parent's end of the socket to the init process, until it is handed over.
    socket: Option<OwnedFd>,
    group: Option<JailCgroup>,
    /// The limits that were set on the control group ahead of time.
    limits: Option<Limits>,
    /// Readable when the control group is out of memory (version 1).
    oom_event: Option<EventFd>,
    is_out_of_memory: bool,
    /// Set when the init process has been reaped.
    init_reaped: Option<sys::Reaped>,
    /// Set when no process is left and the control group is removed.
    final_usage: Option<ReapReply>,
    waiter: ReapWaiter,
}

/// Whether the parent waits for the end of a jail.
enum ReapWaiter {
    /// It has neither sent `Reap` nor `Forget` yet.
    NotAsked,
    /// `Reap` was sent; the reply goes to this socket.
    Waiting(OwnedFd),
    /// No reply is wanted.
    Detached,
}

impl Helper {
    fn new(config: HelperConfig) -> io::Result<Self> {
        let mut mask = SigSet::empty();
        mask.add(Signal::SIGCHLD);
        mask.thread_block()?;
        let children = SignalFd::with_flags(&mask, SfdFlags::SFD_CLOEXEC | SfdFlags::SFD_NONBLOCK)?;
        let mut helper = Self {
            report: Report { tier: Tier::Bare, layers: Vec::new() },
            setup: setup(Tier::Bare, &Cgroups::default(), &config.toolchains)?,
            cgroups: Cgroups::default(),
            children,
            jails: BTreeMap::new(),
            usual_limits: of_group(&Limits::play()),
            spares: VecDeque::new(),
            spares_wanted: config.spares,
            next_number: 0,
        };
        helper.probe(config.at_most)?;
        for _ in 0..helper.spares_wanted {
            let spare = helper.create_jail()?;
            helper.spares.push_back(spare);
        }
        Ok(helper)
    }

    /// Find the strongest tier that works, by trying each as a whole.
    fn probe(&mut self, at_most: Tier) -> io::Result<()> {
        let groups = self.probe_groups(at_most);
        let namespaces = self.probe_tier("namespaces", Tier::Namespaces, at_most)?;
        let calls = self.probe_tier("seccomp", Tier::Landlock, at_most)?;
        let landlock = match (sys::landlock_version(), at_most) {
            (_, Tier::Bare) => Layer::not_asked("landlock", at_most),
            (0, _) => Layer::off("landlock", "the kernel does not offer it", "boot with `lsm=landlock,…`"),
            (version, _) => {
                Layer::on("landlock", format!("fences files a second time (interface {version})"))
            }
        };
        let tier = match (namespaces.is_on, calls.is_on && landlock.is_on) {
            (true, true) if self.cgroups.limits_memory_and_pids() => Tier::Full,
            (true, _) => Tier::Namespaces,
            (false, true) => Tier::Landlock,
            (false, false) => Tier::Bare,
        };
        self.setup = setup(tier, &self.cgroups, &self.setup.toolchains)?;
        self.report =
            Report { tier, layers: [namespaces, calls, landlock].into_iter().chain(groups).collect() };
        Ok(())
    }

    /// Find control groups, and try to move a process into one.
    fn probe_groups(&mut self, at_most: Tier) -> Vec<Layer> {
        if at_most < Tier::Full {
            return cgroup::LAYERS.iter().map(|name| Layer::not_asked(name, at_most)).collect();
        }
        self.cgroups = Cgroups::find();
        match try_group(&self.cgroups) {
            Ok(()) => self.cgroups.layers(),
            Err(error) => {
                self.cgroups = Cgroups::default();
                let off = |name: &&str| {
                    Layer::off(name, format!("no process can be moved there: {error}"), cgroup::ADVICE)
                };
                cgroup::LAYERS.iter().map(off).collect()
            }
        }
    }

    fn probe_tier(&mut self, name: &str, tier: Tier, at_most: Tier) -> io::Result<Layer> {
        if tier > at_most {
            return Ok(Layer::not_asked(name, at_most));
        }
        self.setup = setup(tier, &self.cgroups, &self.setup.toolchains)?;
        Ok(match self.try_jail() {
            Ok(()) if tier == Tier::Namespaces => Layer::on(
                name,
                "give a root, processes, network and users of its own; tried with a whole jail",
            ),
            Ok(()) => {
                Layer::on(name, "refuses system calls that reach out of a jail; tried with a whole jail")
            }
            Err(why) => Layer::off(name, why, advice(tier)),
        })
    }

    /// Build a jail with the present setup and do everything but start a program.
    fn try_jail(&mut self) -> Result<(), String> {
        let number = self.create_jail().map_err(|error| match error.raw_os_error() {
            Some(libc::ENOSPC | libc::EUSERS) => "no more user namespaces may be made".to_string(),
            Some(libc::EPERM | libc::EACCES) => format!("not permitted ({error})"),
            _ => error.to_string(),
        })?;
        let tried = self.jails.get(&number).and_then(|jail| jail.socket.as_ref()).map_or(Ok(()), try_start);
        if let Some(jail) = self.jails.get_mut(&number) {
            jail.waiter = ReapWaiter::Detached;
            let _ = sys::signal_by_fd(jail.pidfd.as_fd(), Signal::SIGKILL);
        }
        let end = Instant::now() + TRIAL_MAX;
        while self.jails.contains_key(&number) && Instant::now() < end {
            std::thread::sleep(Duration::from_micros(200));
            self.reap();
        }
        tried
    }

    fn serve(&mut self, parent_socket: &OwnedFd) -> io::Result<()> {
        loop {
            let is_cleaning_up =
                self.jails.values().any(|jail| jail.init_reaped.is_some() && jail.final_usage.is_none());
            let timeout = match (is_cleaning_up, self.spares.len() < self.spares_wanted) {
                (true, _) => PollTimeout::from(CLEANUP_POLL_MS),
                (false, true) => PollTimeout::from(REFILL_MS),
                (false, false) => PollTimeout::NONE,
            };
            let oom_events = self.jails.values().filter_map(|jail| jail.oom_event.as_ref()).map(AsFd::as_fd);
            let fds = [parent_socket.as_fd(), self.children.as_fd()].into_iter().chain(oom_events);
            let mut ready: Vec<_> = fds.map(|fd| PollFd::new(fd, PollFlags::POLLIN)).collect();
            let count = match poll(&mut ready, timeout) {
                Err(Errno::EINTR) => continue,
                other => other?,
            };
            let has_request = ready[0].any().unwrap_or(true);
            self.jails.values_mut().for_each(JailEntry::handle_oom_event);
            self.reap();
            if has_request {
                match message::receive::<HelperRequest>(parent_socket)? {
                    Some((request, fds)) => self.answer(request, fds)?,
                    None => return Ok(()),
                }
            } else if count == 0 && !is_cleaning_up && self.spares.len() < self.spares_wanted {
                // A failure (ENOMEM, EAGAIN) may be temporary: the next quiet moment tries again.
                let spare = self.create_jail().ok();
                self.spares.extend(spare);
            }
        }
    }

    fn answer(&mut self, request: HelperRequest, fds: Vec<OwnedFd>) -> io::Result<()> {
        let mut fds = fds.into_iter();
        let reply = fds.next();
        match request {
            HelperRequest::Take(limits) => {
                let Some(reply) = reply else { return Ok(()) };
                if let Err(error) = self.hand_over(&limits, &fds.collect::<Vec<_>>(), &reply) {
                    // Fails only if the parent has closed the reply socket.
                    let _ = message::send(reply, &TakeReply::Refused(error.to_string()), &[]);
                }
            }
            HelperRequest::Reap(number) => {
                if let (Some(jail), Some(reply)) = (self.jails.get_mut(&number), reply) {
                    jail.waiter = ReapWaiter::Waiting(reply);
                }
            }
            HelperRequest::Forget(number) => {
                if let Some(jail) = self.jails.get_mut(&number) {
                    jail.waiter = ReapWaiter::Detached;
                }
            }
        }
        self.reap();
        Ok(())
    }

    /// Send a spare jail to the parent, and `sources` cloned as mounts for it.
    fn hand_over(&mut self, limits: &Limits, sources: &[OwnedFd], reply: &OwnedFd) -> io::Result<()> {
        let number = match self.spares.pop_front() {
            Some(number) => number,
            None => self.create_jail()?,
        };
        let Some(jail) = self.jails.get_mut(&number) else { return Err(io::ErrorKind::NotFound.into()) };
        let Some(socket) = jail.socket.take() else { return Err(io::ErrorKind::NotFound.into()) };
        if let Some(group) = jail.group.as_ref().filter(|_| jail.limits.as_ref() != Some(&of_group(limits))) {
            group.set_limits(limits)?;
        }
        self.usual_limits = of_group(limits);
        let mounted = |source| idmap::mount_for(source, jail.outer_user);
        let binds = sources.iter().map(mounted).collect::<io::Result<Vec<_>>>()?;
        let fds = [socket.as_fd(), jail.pidfd.as_fd()].into_iter().chain(binds.iter().map(AsFd::as_fd));
        message::send(reply, &TakeReply::Jail { number, group: jail.group.clone() }, &fds.collect::<Vec<_>>())
    }

    /// Fork the init process of a new jail, which waits for requests.
    fn create_jail(&mut self) -> io::Result<u64> {
        let number = self.next_number;
        self.next_number += 1;
        let outer_user = outer_user(number);
        let group = match self.setup.play_filter.is_none() {
            true => None,
            false => self.cgroups.create(number)?,
        };
        let (socket, init_socket) = message::pair()?;
        let flags = if self.setup.has_namespaces { NAMESPACES } else { 0 };
        let (pid, pidfd) = match sys::fork_into(flags)? {
            sys::Side::Parent(pid, pidfd) => (pid, pidfd),
            sys::Side::Child => init::run(init_socket, &self.setup, outer_user),
        };
        let entry = JailEntry {
            pid,
            pidfd,
            outer_user,
            socket: Some(socket),
            oom_event: group.as_ref().and_then(JailCgroup::oom_eventfd),
            // A failure is ignored here: `hand_over` sets the limits again, and reports it.
            limits: group
                .as_ref()
                .and_then(|group| group.set_limits(&self.usual_limits).ok())
                .map(|()| self.usual_limits.clone()),
            group,
            is_out_of_memory: false,
            init_reaped: None,
            final_usage: None,
            waiter: ReapWaiter::NotAsked,
        };
        let ready = entry.group.as_ref().map_or(Ok(()), |group| group.add_process(pid)).and_then(|()| {
            match self.setup.has_namespaces {
                true => map_user(pid, outer_user).and_then(|()| entry.send(&InitRequest::PrepareRoot)),
                false => Ok(()),
            }
        });
        let entry = self.jails.entry(number).insert_entry(entry).into_mut();
        if ready.is_err() {
            entry.waiter = ReapWaiter::Detached;
            entry.kill();
        }
        ready.map(|()| number)
    }

    /// Reap ended init processes, clean up after them, and reply to those who wait.
    fn reap(&mut self) {
        while let Ok(Some(_)) = self.children.read_signal() {}
        let mut has_ended = false;
        while let Ok(Some(reaped)) = sys::reap_any() {
            has_ended = true;
            if let Some(jail) = self.jails.values_mut().find(|jail| jail.pid == reaped.pid) {
                jail.init_reaped = Some(reaped);
            }
        }
        if has_ended && !self.setup.has_namespaces {
            self.kill_orphans();
        }
        for jail in self.jails.values_mut() {
            jail.clean_up();
        }
        self.jails.retain(|_, jail| !jail.report_end());
        self.spares.retain(|number| self.jails.get(number).is_some_and(|jail| jail.init_reaped.is_none()));
    }

    /// Without a pid namespace, processes that outlive their jail's init process are reparented to us, the subreaper.
    fn kill_orphans(&self) {
        let is_jail = |pid| self.jails.values().any(|jail| jail.pid == pid);
        let orphans = processes::all().filter(|seen| seen.parent == Pid::this() && !is_jail(seen.pid));
        for orphan in orphans {
            let _ = kill(orphan.pid, Signal::SIGKILL);
        }
    }

    /// The parent has closed its socket: kill every jail and wait for their end.
    fn shut_down(&mut self) {
        let end = Instant::now() + SHUTDOWN_MAX;
        for jail in self.jails.values_mut() {
            jail.waiter = ReapWaiter::Detached;
            jail.socket = None;
            jail.kill();
        }
        while !self.jails.is_empty() && Instant::now() < end {
            self.reap();
            std::thread::sleep(Duration::from_micros(500));
        }
    }
}

impl JailEntry {
    /// Kill all of a jail that is out of memory, not just the process that the kernel has chosen.
    fn handle_oom_event(&mut self) {
        if self.oom_event.as_ref().is_some_and(|oom_event| oom_event.read().is_ok()) {
            self.oom_event = None;
            // Removing a control group signals the eventfd, too, but then init was reaped before.
            self.is_out_of_memory = self.init_reaped.is_none();
            self.kill();
        }
    }

    fn send(&self, request: &InitRequest) -> io::Result<()> {
        self.socket.as_ref().map_or(Ok(()), |socket| message::send(socket, request, &[]))
    }

    fn kill(&self) {
        if let Some(group) = &self.group {
            group.kill();
            let _ = group.freeze(false);
        }
        let _ = sys::signal_by_fd(self.pidfd.as_fd(), Signal::SIGKILL);
    }

    /// Once init is reaped: note what was used, and remove the control group as soon as it is empty.
    fn clean_up(&mut self) {
        let (Some(init_reaped), None) = (&self.init_reaped, &self.final_usage) else { return };
        let group = self.group.as_ref();
        let final_usage = ReapReply {
            cpu: group.and_then(JailCgroup::cpu).unwrap_or(init_reaped.cpu),
            memory_peak_bytes: group
                .and_then(JailCgroup::memory_peak_bytes)
                .unwrap_or(init_reaped.resident_peak_bytes),
            out_of_memory: self.is_out_of_memory
                || group.and_then(JailCgroup::is_out_of_memory) == Some(true),
        };
        if group.is_some_and(|group| group.remove().is_err()) {
            let members = group.map(JailCgroup::members).unwrap_or_default();
            for pid in members {
                let _ = kill(pid, Signal::SIGKILL);
            }
            return;
        }
        self.final_usage = Some(final_usage);
    }

    /// Send the reply to `Reap`, if the jail has ended; `true` when this entry can be removed.
    fn report_end(&self) -> bool {
        match (&self.final_usage, &self.waiter) {
            (None, _) | (_, ReapWaiter::NotAsked) => false,
            (Some(_), ReapWaiter::Detached) => true,
            (Some(final_usage), ReapWaiter::Waiting(reply)) => {
                let _ = message::send(reply, final_usage, &[]);
                true
            }
        }
    }
}

/// The namespaces of a jail. `CLONE_NEWCGROUP` follows when init is in its control group, which becomes that
/// namespace's root.
const NAMESPACES: libc::c_int = libc::CLONE_NEWUSER
    | libc::CLONE_NEWNS
    | libc::CLONE_NEWPID
    | libc::CLONE_NEWNET
    | libc::CLONE_NEWIPC
    | libc::CLONE_NEWUTS;

fn setup(tier: Tier, cgroups: &Cgroups, toolchains: &[PathBuf]) -> io::Result<Setup> {
    let counts_memory = cgroups.counts_memory();
    let has_namespaces = tier >= Tier::Namespaces;
    let version = sys::landlock_version();
    let filter = |has_opponents| {
        let protections = Protections {
            memory_is_counted: counts_memory,
            network_is_private: has_namespaces,
            signals_are_confined: has_namespaces || version >= landlock::SCOPES_SIGNALS_ABI,
            has_own_user: outer_user(0).is_some_and(|user| user.as_raw() != NOBODY),
            has_opponents,
            has_cpu_group: cgroups.weighs_cpu(),
            freezes_by_signal: !cgroups.can_freeze(),
        };
        if tier == Tier::Bare { Ok(None) } else { filter::compile(protections).map(Some) }
    };
    Ok(Setup {
        has_namespaces,
        has_landlock: tier != Tier::Bare && version > 0,
        counts_memory,
        toolchains: toolchains.to_vec(),
        counts_cpu: cgroups.counts_cpu(),
        play_filter: filter(true)?,
        build_filter: filter(false)?,
    })
}

/// The limits without those that are set later: the core, which is no matter of the control group (`sched_setaffinity` pins
/// to it), and the priority, which the group gets when the program runs.
fn of_group(limits: &Limits) -> Limits {
    Limits { core: None, priority: Priority::Normal, ..limits.clone() }
}

/// Try to move a sleeping child into a control group.
fn try_group(cgroups: &Cgroups) -> io::Result<()> {
    let Some(group) = cgroups.create(u64::MAX)? else { return Ok(()) };
    let (pid, pidfd) = match sys::fork_into(0)? {
        sys::Side::Parent(pid, pidfd) => (pid, pidfd),
        sys::Side::Child => {
            std::thread::sleep(TRIAL_MAX);
            sys::leave(0)
        }
    };
    let moved = group.add_process(pid);
    sys::signal_by_fd(pidfd.as_fd(), Signal::SIGKILL)?;
    nix::sys::wait::waitpid(pid, None)?;
    group.remove().and(moved)
}

fn advice(tier: Tier) -> &'static str {
    match tier {
        Tier::Namespaces => {
            "allow unprivileged user namespaces: on Ubuntu `sysctl kernel.apparmor_restrict_unprivileged_userns=0` \
             or an AppArmor profile for this program, elsewhere `sysctl user.max_user_namespaces`; needs Linux 5.12"
        }
        _ => "use a kernel with seccomp filters",
    }
}

fn try_start(socket: &OwnedFd) -> Result<(), String> {
    let null = File::options().read(true).write(true).open("/dev/null").map_err(|error| error.to_string())?;
    let spec = Spec {
        limits: Limits::play(),
        root: Root::bare(),
        program: String::new(),
        args: Vec::new(),
        env: Vec::new(),
        interpreter: Vec::new(),
        search_path: String::new(),
        binds: Vec::new(),
        has_bind_fds: false,
        is_trial: true,
    };
    let stdio = [null.as_fd(), null.as_fd(), null.as_fd()];
    let tried = message::send(socket, &InitRequest::Start(Box::new(spec)), &stdio)
        .and_then(|()| message::is_readable_within(socket, TRIAL_MAX))
        .and_then(|_| message::receive::<InitEvent>(socket));
    match tried {
        Ok(Some((InitEvent::Started, _))) => Ok(()),
        Ok(Some((InitEvent::Failed(why), _))) => Err(why),
        Ok(_) => Err("the trial jail died".into()),
        Err(error) => Err(error.to_string()),
    }
}

/// Started by root, every jail has a user of its own in the initial user namespace, too: the kernel's quotas by user
/// are then not shared between jails.
///
/// `None` for ordinary users, and where not even `nobody` is mapped: in a container whose root is the only user.
fn outer_user(number: u64) -> Option<Uid> {
    if !Uid::effective().is_root() {
        return None;
    }
    let map = fs::read_to_string("/proc/self/uid_map").unwrap_or_default();
    let is_known = |user: &u32| {
        map.lines().any(|line| {
            let mut numbers = line.split_whitespace().map(|word| word.parse::<u64>().unwrap_or(0));
            let (first, _, count) =
                (numbers.next().unwrap_or(0), numbers.next(), numbers.next().unwrap_or(0));
            (first..first + count).contains(&u64::from(*user))
        })
    };
    let own = FIRST_OUTER_USER + (number % OUTER_USERS) as u32;
    [own, NOBODY].into_iter().find(is_known).map(Uid::from_raw)
}

/// Write the uid and gid map: [`INNER_ID`] inside is an ordinary user outside. User 0 is not mapped.
fn map_user(pid: Pid, outer_user: Option<Uid>) -> io::Result<()> {
    let (user, group) = match outer_user {
        Some(user) => (user.as_raw(), user.as_raw()),
        None => {
            fs::write(format!("/proc/{pid}/setgroups"), "deny")?;
            (Uid::effective().as_raw(), Gid::effective().as_raw())
        }
    };
    fs::write(format!("/proc/{pid}/uid_map"), format!("{INNER_ID} {user} 1"))?;
    fs::write(format!("/proc/{pid}/gid_map"), format!("{INNER_ID} {group} 1"))
}
