//! The helper: one small process per sandbox, which forks jails ahead of time and buries them.

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

use super::cgroup::{self, Cgroups, Group};
use super::filter::Surroundings;
use super::message::{self, Buried, Hello, Notice, Order, Orders, Request, Taken};
use super::mounts::INNER_ID;
use super::{Setup, Spec, fence, filter, first, owner, processes, sys};
use crate::{Layer, Limits, Report, Root, Tier};

/// The hidden argument by which a binary knows that it is to be the helper.
pub const ROLE: &str = "--skirmish-sandbox-helper";
/// A quiet moment after which used jails are replaced. Moving a process into a group halts every `fork` and `execve` on
/// the machine for some milliseconds, and programs that just start should not meet that.
const REFILL_MS: u16 = 30;
/// How soon to look again at a jail that should be gone.
const BURIAL_MS: u16 = 1;
/// How long a trial may take.
const TRIAL: Duration = Duration::from_secs(5);
/// How long the last jails may take to be gone when the parent has left.
const FAREWELL: Duration = Duration::from_secs(1);
/// Users that belong to nobody: above all ranges that distributions and systemd hand out.
const FIRST_OUTER_USER: u32 = 0x7000_0000;
const OUTER_USERS: u64 = 0x1_0000;
/// Who to be where those do not exist, as in a container with few users.
const NOBODY: u32 = 65_534;

/// Whether this binary calls [`serve_if_helper`], and so may be re-executed as the helper.
pub static IS_PREPARED: AtomicBool = AtomicBool::new(false);

/// To be called first in `main`: if this process was started as a sandbox's helper, it is one, and never returns.
pub fn serve_if_helper() {
    IS_PREPARED.store(true, Ordering::Relaxed);
    if std::env::args().nth(1).as_deref() == Some(ROLE) {
        sys::leave(if serve().is_ok() { 0 } else { 1 })
    }
}

fn serve() -> io::Result<()> {
    let line = sys::own_standard_input();
    sys::close_rest()?;
    sys::reset_signals()?;
    prctl::set_child_subreaper(true)?;
    let Some((orders, _)) = message::receive::<Orders>(&line)? else { return Ok(()) };
    let mut helper = Helper::new(orders)?;
    message::send(&line, &Hello { report: helper.report.clone() }, &[])?;
    let outcome = helper.serve(&line);
    helper.bury_all();
    outcome
}

/// The helper's state.
struct Helper {
    report: Report,
    setup: Setup,
    cgroups: Cgroups,
    children: SignalFd,
    jails: BTreeMap<u64, Held>,
    /// What was asked for last: jails are made ready for the same.
    usual_limits: Limits,
    /// Jails that nobody uses yet, oldest first.
    spares: VecDeque<u64>,
    spares_wanted: usize,
    next: u64,
}

/// A jail as the helper knows it.
struct Held {
    pid: Pid,
    pidfd: OwnedFd,
    /// The user outside, where it is not the helper's own.
    outer_user: Option<Uid>,
    /// The parent's end of the line to the first process, until it is handed over.
    line: Option<OwnedFd>,
    group: Option<Group>,
    /// What the group was limited to ahead of time.
    limits: Option<Limits>,
    /// Rings when its memory is used up.
    alarm: Option<EventFd>,
    is_out_of_memory: bool,
    /// Set when the first process has been reaped.
    ended: Option<sys::Reaped>,
    /// Set when nothing is left.
    buried: Option<Buried>,
    /// Who wants to know that nothing is left.
    mourner: Mourner,
}

enum Mourner {
    NotAsked,
    Waits(OwnedFd),
    Nobody,
}

impl Helper {
    fn new(orders: Orders) -> io::Result<Self> {
        let mut mask = SigSet::empty();
        mask.add(Signal::SIGCHLD);
        mask.thread_block()?;
        let children = SignalFd::with_flags(&mask, SfdFlags::SFD_CLOEXEC | SfdFlags::SFD_NONBLOCK)?;
        let mut helper = Self {
            report: Report { tier: Tier::Bare, layers: Vec::new() },
            setup: setup(Tier::Bare, &Cgroups::default(), &orders.toolchains)?,
            cgroups: Cgroups::default(),
            children,
            jails: BTreeMap::new(),
            usual_limits: of_group(&Limits::play()),
            spares: VecDeque::new(),
            spares_wanted: orders.spares,
            next: 0,
        };
        helper.probe(orders.at_most)?;
        for _ in 0..helper.spares_wanted {
            let spare = helper.make()?;
            helper.spares.push_back(spare);
        }
        Ok(helper)
    }

    /// Find the strongest tier that works, by trying each as a whole.
    fn probe(&mut self, at_most: Tier) -> io::Result<()> {
        let groups = self.probe_groups(at_most);
        let namespaces = self.probe_tier("namespaces", Tier::Namespaces, at_most)?;
        let calls = self.probe_tier("seccomp", Tier::Landlock, at_most)?;
        let fence = match (sys::landlock_version(), at_most) {
            (_, Tier::Bare) => Layer::not_asked("landlock", at_most),
            (0, _) => Layer::off("landlock", "the kernel does not offer it", "boot with `lsm=landlock,…`"),
            (version, _) => {
                Layer::on("landlock", format!("fences files a second time (interface {version})"))
            }
        };
        let tier = match (namespaces.is_on, calls.is_on && fence.is_on) {
            (true, true) if self.cgroups.contain_bombs() => Tier::Full,
            (true, _) => Tier::Namespaces,
            (false, true) => Tier::Landlock,
            (false, false) => Tier::Bare,
        };
        self.setup = setup(tier, &self.cgroups, &self.setup.toolchains)?;
        self.report = Report { tier, layers: [namespaces, calls, fence].into_iter().chain(groups).collect() };
        Ok(())
    }

    /// Find control groups, and see whether a process can be moved into one.
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
        Ok(match self.try_out() {
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
    fn try_out(&mut self) -> Result<(), String> {
        let number = self.make().map_err(|error| match error.raw_os_error() {
            Some(libc::ENOSPC | libc::EUSERS) => "no more user namespaces may be made".to_string(),
            Some(libc::EPERM | libc::EACCES) => format!("not permitted ({error})"),
            _ => error.to_string(),
        })?;
        let tried = self.jails.get(&number).and_then(|jail| jail.line.as_ref()).map_or(Ok(()), try_line);
        if let Some(jail) = self.jails.get_mut(&number) {
            jail.mourner = Mourner::Nobody;
            let _ = sys::signal_by_fd(jail.pidfd.as_fd(), Signal::SIGKILL);
        }
        let end = Instant::now() + TRIAL;
        while self.jails.contains_key(&number) && Instant::now() < end {
            std::thread::sleep(Duration::from_micros(200));
            self.reap();
        }
        tried
    }

    fn serve(&mut self, line: &OwnedFd) -> io::Result<()> {
        loop {
            let is_burying = self.jails.values().any(|jail| jail.ended.is_some() && jail.buried.is_none());
            let timeout = match (is_burying, self.spares.len() < self.spares_wanted) {
                (true, _) => PollTimeout::from(BURIAL_MS),
                (false, true) => PollTimeout::from(REFILL_MS),
                (false, false) => PollTimeout::NONE,
            };
            let alarms = self.jails.values().filter_map(|jail| jail.alarm.as_ref()).map(AsFd::as_fd);
            let fds = [line.as_fd(), self.children.as_fd()].into_iter().chain(alarms);
            let mut ready: Vec<_> = fds.map(|fd| PollFd::new(fd, PollFlags::POLLIN)).collect();
            let count = match poll(&mut ready, timeout) {
                Err(Errno::EINTR) => continue,
                other => other?,
            };
            let has_request = ready[0].any().unwrap_or(true);
            self.jails.values_mut().for_each(Held::heed_alarm);
            self.reap();
            if has_request {
                match message::receive::<Request>(line)? {
                    Some((request, fds)) => self.answer(request, fds)?,
                    None => return Ok(()),
                }
            } else if count == 0 && !is_burying && self.spares.len() < self.spares_wanted {
                // A machine that is out of something now may have it again in a moment: this comes round.
                let spare = self.make().ok();
                self.spares.extend(spare);
            }
        }
    }

    fn answer(&mut self, request: Request, fds: Vec<OwnedFd>) -> io::Result<()> {
        let mut fds = fds.into_iter();
        let reply = fds.next();
        match request {
            Request::Take(limits) => {
                let Some(reply) = reply else { return Ok(()) };
                if let Err(error) = self.hand_over(&limits, &fds.collect::<Vec<_>>(), &reply) {
                    // If the parent does not listen any more, it does not need to know either.
                    let _ = message::send(reply, &Taken::Not(error.to_string()), &[]);
                }
            }
            Request::Bury(number) => {
                if let (Some(jail), Some(reply)) = (self.jails.get_mut(&number), reply) {
                    jail.mourner = Mourner::Waits(reply);
                }
            }
            Request::Forget(number) => {
                if let Some(jail) = self.jails.get_mut(&number) {
                    jail.mourner = Mourner::Nobody;
                }
            }
        }
        self.reap();
        Ok(())
    }

    /// Give a ready jail to the parent, with those places of the host's files as mounts for it.
    fn hand_over(&mut self, limits: &Limits, places: &[OwnedFd], reply: &OwnedFd) -> io::Result<()> {
        let number = match self.spares.pop_front() {
            Some(number) => number,
            None => self.make()?,
        };
        let Some(jail) = self.jails.get_mut(&number) else { return Err(io::ErrorKind::NotFound.into()) };
        let Some(line) = jail.line.take() else { return Err(io::ErrorKind::NotFound.into()) };
        if let Some(group) = jail.group.as_ref().filter(|_| jail.limits.as_ref() != Some(&of_group(limits))) {
            group.limit(limits)?;
        }
        self.usual_limits = of_group(limits);
        let shown_to = |place| owner::show_to(place, jail.outer_user);
        let trees = places.iter().map(shown_to).collect::<io::Result<Vec<_>>>()?;
        let fds = [line.as_fd(), jail.pidfd.as_fd()].into_iter().chain(trees.iter().map(AsFd::as_fd));
        message::send(reply, &Taken::Jail { number, group: jail.group.clone() }, &fds.collect::<Vec<_>>())
    }

    /// Fork a jail that waits to be used.
    fn make(&mut self) -> io::Result<u64> {
        let number = self.next;
        self.next += 1;
        let outer_user = outer_user(number);
        let group = match self.setup.play_filter.is_none() {
            true => None,
            false => self.cgroups.create(number)?,
        };
        let (line, far_line) = message::pair()?;
        let flags = if self.setup.has_namespaces { NAMESPACES } else { 0 };
        let (pid, pidfd) = match sys::fork_into(flags)? {
            sys::Side::Parent(pid, pidfd) => (pid, pidfd),
            sys::Side::Child => first::run(far_line, &self.setup, outer_user),
        };
        let held = Held {
            pid,
            pidfd,
            outer_user,
            line: Some(line),
            alarm: group.as_ref().and_then(Group::memory_alarm),
            // Where that fails now it is tried, and told, when the jail is used.
            limits: group
                .as_ref()
                .and_then(|group| group.limit(&self.usual_limits).ok())
                .map(|()| self.usual_limits.clone()),
            group,
            is_out_of_memory: false,
            ended: None,
            buried: None,
            mourner: Mourner::NotAsked,
        };
        let ready = held.group.as_ref().map_or(Ok(()), |group| group.adopt(pid)).and_then(|()| {
            match self.setup.has_namespaces {
                true => map_user(pid, outer_user).and_then(|()| held.order(&Order::Prepare)),
                false => Ok(()),
            }
        });
        let held = self.jails.entry(number).insert_entry(held).into_mut();
        if ready.is_err() {
            held.mourner = Mourner::Nobody;
            held.kill();
        }
        ready.map(|()| number)
    }

    /// See who has ended, and finish what can be finished.
    fn reap(&mut self) {
        while let Ok(Some(_)) = self.children.read_signal() {}
        let mut has_ended = false;
        while let Ok(Some(reaped)) = sys::reap_any() {
            has_ended = true;
            if let Some(jail) = self.jails.values_mut().find(|jail| jail.pid == reaped.pid) {
                jail.ended = Some(reaped);
            }
        }
        if has_ended && !self.setup.has_namespaces {
            self.kill_strays();
        }
        for jail in self.jails.values_mut() {
            jail.bury();
        }
        self.jails.retain(|_, jail| !jail.is_settled());
        self.spares.retain(|number| self.jails.get(number).is_some_and(|jail| jail.ended.is_none()));
    }

    /// Without namespaces, what outlives its jail's first process becomes our child.
    fn kill_strays(&self) {
        let is_jail = |pid| self.jails.values().any(|jail| jail.pid == pid);
        let strays = processes::all().filter(|seen| seen.parent == Pid::this() && !is_jail(seen.pid));
        for stray in strays {
            let _ = kill(stray.pid, Signal::SIGKILL);
        }
    }

    /// The parent has gone: nothing of ours stays.
    fn bury_all(&mut self) {
        let end = Instant::now() + FAREWELL;
        for jail in self.jails.values_mut() {
            jail.mourner = Mourner::Nobody;
            jail.line = None;
            jail.kill();
        }
        while !self.jails.is_empty() && Instant::now() < end {
            self.reap();
            std::thread::sleep(Duration::from_micros(500));
        }
    }
}

impl Held {
    /// End a jail whose memory is used up, all of it at once.
    fn heed_alarm(&mut self) {
        if self.alarm.as_ref().is_some_and(|alarm| alarm.read().is_ok()) {
            self.alarm = None;
            // Removing a group rings as well, but then there is nothing left to kill.
            self.is_out_of_memory = self.ended.is_none();
            self.kill();
        }
    }

    /// Tell the first process something before anybody else does.
    fn order(&self, order: &Order) -> io::Result<()> {
        self.line.as_ref().map_or(Ok(()), |line| message::send(line, order, &[]))
    }

    fn kill(&self) {
        if let Some(group) = &self.group {
            group.kill();
            let _ = group.freeze(false);
        }
        let _ = sys::signal_by_fd(self.pidfd.as_fd(), Signal::SIGKILL);
    }

    /// Once the first process has ended: note what was used, and remove the groups as soon as they are empty.
    fn bury(&mut self) {
        let (Some(ended), None) = (&self.ended, &self.buried) else { return };
        let group = self.group.as_ref();
        let buried = Buried {
            cpu: group.and_then(Group::cpu).unwrap_or(ended.cpu),
            memory_peak_bytes: group.and_then(Group::memory_peak_bytes).unwrap_or(ended.resident_peak_bytes),
            out_of_memory: self.is_out_of_memory || group.and_then(Group::is_out_of_memory) == Some(true),
        };
        if group.is_some_and(|group| group.remove().is_err()) {
            let members = group.map(Group::members).unwrap_or_default();
            for pid in members {
                let _ = kill(pid, Signal::SIGKILL);
            }
            return;
        }
        self.buried = Some(buried);
    }

    /// Tell who waits; `true` when the jail can be forgotten.
    fn is_settled(&self) -> bool {
        match (&self.buried, &self.mourner) {
            (None, _) | (_, Mourner::NotAsked) => false,
            (Some(_), Mourner::Nobody) => true,
            (Some(buried), Mourner::Waits(reply)) => {
                let _ = message::send(reply, buried, &[]);
                true
            }
        }
    }
}

/// What a jail does not share with the host. Its control group's namespace follows when it is in its group.
const NAMESPACES: libc::c_int = libc::CLONE_NEWUSER
    | libc::CLONE_NEWNS
    | libc::CLONE_NEWPID
    | libc::CLONE_NEWNET
    | libc::CLONE_NEWIPC
    | libc::CLONE_NEWUTS;

fn setup(tier: Tier, cgroups: &Cgroups, toolchains: &[PathBuf]) -> io::Result<Setup> {
    let counts_memory = cgroups.count_memory();
    let has_namespaces = tier >= Tier::Namespaces;
    let version = sys::landlock_version();
    let filter = |has_opponents| {
        let around = Surroundings {
            memory_is_counted: counts_memory,
            network_is_private: has_namespaces,
            signals_are_confined: has_namespaces || version >= fence::CONFINES_SIGNALS,
            has_own_user: outer_user(0).is_some_and(|user| user.as_raw() != NOBODY),
            has_opponents,
            freezes_by_signal: !cgroups.freeze(),
        };
        if tier == Tier::Bare { Ok(None) } else { filter::compile(around).map(Some) }
    };
    Ok(Setup {
        has_namespaces,
        has_landlock: tier != Tier::Bare && version > 0,
        counts_memory,
        toolchains: toolchains.to_vec(),
        counts_cpu: cgroups.count_cpu(),
        play_filter: filter(true)?,
        build_filter: filter(false)?,
    })
}

/// What of the limits a control group knows: not the core.
fn of_group(limits: &Limits) -> Limits {
    Limits { core: None, ..limits.clone() }
}

/// Move a process that does nothing into a group, and clean up after it.
fn try_group(cgroups: &Cgroups) -> io::Result<()> {
    let Some(group) = cgroups.create(u64::MAX)? else { return Ok(()) };
    let (pid, pidfd) = match sys::fork_into(0)? {
        sys::Side::Parent(pid, pidfd) => (pid, pidfd),
        sys::Side::Child => {
            std::thread::sleep(TRIAL);
            sys::leave(0)
        }
    };
    let moved = group.adopt(pid);
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

fn try_line(line: &OwnedFd) -> Result<(), String> {
    let null = File::options().read(true).write(true).open("/dev/null").map_err(|error| error.to_string())?;
    let spec = Spec {
        limits: Limits::play(),
        root: Root::bare(),
        program: String::new(),
        args: Vec::new(),
        env: Vec::new(),
        interpreter: Vec::new(),
        search_path: String::new(),
        trees: Vec::new(),
        trees_come_along: false,
        is_trial: true,
    };
    let stdio = [null.as_fd(), null.as_fd(), null.as_fd()];
    let tried = message::send(line, &Order::Start(Box::new(spec)), &stdio)
        .and_then(|()| message::is_readable_within(line, TRIAL))
        .and_then(|_| message::receive::<Notice>(line));
    match tried {
        Ok(Some((Notice::Started, _))) => Ok(()),
        Ok(Some((Notice::Failed(why), _))) => Err(why),
        Ok(_) => Err("the trial jail died".into()),
        Err(error) => Err(error.to_string()),
    }
}

/// As root, every jail has a user of its own outside, too: two programs share nothing, not even a quota.
///
/// `None` for ordinary users, and where not even nobody exists: in a container whose root is the only user, and an
/// ordinary one outside.
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

/// Map the one user and group inside to an ordinary one outside; never to root, which maps nothing.
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
