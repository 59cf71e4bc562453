//! The parent's side: starts the helper, takes jails from it, and starts programs in them.

use std::io;
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Stdio};
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use nix::fcntl::{FcntlArg, OFlag, fcntl};
use nix::unistd::{Uid, pipe2};
use serde::de::DeserializeOwned;

use super::helper_process::{CAN_BE_HELPER, HELPER_ARG};
use super::jail::{Jail, Pipes};
use super::message::{
    self, HelperConfig, HelperReady, HelperRequest, InitEvent, InitRequest, ReapReply, TakeReply,
};
use super::new_root::open_resolved;
use super::{Bind, Spec, delegation, mounts};
use crate::command::check_program;
use crate::root::Content;
use crate::toolchain::{Located, Toolchains};
use crate::{Command, Error, Limits, Priority, Report, Root, Tier, Trust};

/// How long the helper may take to find out what the machine can do.
const PROBE_TIMEOUT: Duration = Duration::from_secs(20);
/// How long the helper or a jail's init process may take to reply.
const REPLY_TIMEOUT: Duration = Duration::from_secs(10);
/// This binary, even if its file has been replaced since it was started.
const THIS_BINARY: &str = "/proc/self/exe";

/// How to start a sandbox.
#[derive(Debug, Clone)]
pub struct SandboxOptions {
    /// The highest tier to use, even if the machine has a higher one.
    pub at_most: Tier,
    /// Whose programs are to be run; strangers' are refused where they cannot be held.
    pub trust: Trust,
    /// How many spare jails to keep: as many as are started at one time.
    pub spares: usize,
    /// Names of programs that may be used from outside the system's folders: languages' and the operator's own. They are
    /// looked for on the operator's search path; nothing that a program's author wrote may be among them.
    pub programs: Vec<String>,
    /// The binary to start as the helper. By default this one, whose `main` must call [`serve_if_helper`] first.
    ///
    /// [`serve_if_helper`]: crate::serve_if_helper
    pub helper: Option<PathBuf>,
}

impl Default for SandboxOptions {
    fn default() -> Self {
        Self { at_most: Tier::Full, trust: Trust::Own, spares: 2, programs: Vec::new(), helper: None }
    }
}

/// Starts jails, all of the same tier. Cheap to clone; dropping the last clone ends the helper and every jail.
#[derive(Clone)]
pub struct Sandbox(Arc<Inner>);

struct Inner {
    socket: Option<OwnedFd>,
    helper: Child,
    report: Report,
    /// Whose programs the jails hold, and so what those may name.
    trust: Trust,
    /// The operator's list, found before any program is known.
    toolchains: Toolchains,
}

impl Sandbox {
    /// Start a helper at the strongest tier this machine has, if that is enough for whose programs are to be run.
    pub fn start(options: &SandboxOptions) -> Result<Self, Error> {
        let doing = "starting";
        let binary = match &options.helper {
            Some(helper) => helper.clone(),
            None if CAN_BE_HELPER.load(Ordering::Relaxed) => THIS_BINARY.into(),
            None => {
                let why = "`main` does not call `skirmish_sandbox::serve_if_helper`";
                return Err(Error::Helper { doing, source: io::Error::other(why) });
            }
        };
        let (socket, helper_stdin) = message::pair().map_err(Error::helper(doing))?;
        // No `pre_exec`: it would make the standard library use `fork` instead of `posix_spawn`, which is slow in a
        // process with much memory.
        let helper = delegation::command(&binary, options.at_most)
            .arg(HELPER_ARG)
            .process_group(0)
            .stdin(helper_stdin)
            .stdout(Stdio::null())
            .spawn()
            .map_err(Error::helper(doing))?;
        let toolchains = Toolchains::find(options.programs.iter().map(String::as_str));
        let config = HelperConfig {
            at_most: options.at_most,
            spares: options.spares,
            toolchains: toolchains.needs.clone(),
        };
        let ready = message::send(&socket, &config, &[])
            .and_then(|()| receive_within::<HelperReady>(&socket, PROBE_TIMEOUT));
        let (ready, _) = ready.map_err(Error::helper("probing this machine"))?;
        let inner =
            Inner { socket: Some(socket), helper, report: ready.report, trust: options.trust, toolchains };
        inner.report.admit(options.trust)?;
        Ok(Self(Arc::new(inner)))
    }

    /// What this machine can isolate.
    pub fn report(&self) -> &Report {
        &self.0.report
    }

    /// The tier of every jail.
    pub fn tier(&self) -> Tier {
        self.0.report.tier
    }

    /// The helper's process number.
    pub fn helper_pid(&self) -> u32 {
        self.0.helper.id()
    }

    /// Start a program. What strangers may not name is refused before anything happens.
    pub fn spawn(&self, limits: &Limits, root: &Root, command: &Command) -> Result<Jail, Error> {
        let refused = |why: String| Error::Start { program: command.program.clone(), why };
        command.programs().try_for_each(|program| check_program(program, self.0.trust)).map_err(refused)?;
        let mut spec = self.spec(limits, root, command)?;
        let (pipes, program_ends) = pipes().map_err(Error::helper("making pipes"))?;
        let doing = "taking a jail";
        let sources = self.open_binds(&mut spec)?;
        let sources: Vec<_> = sources.iter().map(AsFd::as_fd).collect();
        let (mut jail, binds) = match self.ask(&HelperRequest::Take(limits.clone()), &sources, doing)? {
            (TakeReply::Jail { number, group }, fds) => {
                let mut fds = fds.into_iter();
                let (Some(socket), Some(init_pidfd)) = (fds.next(), fds.next()) else {
                    return Err(Error::Helper { doing, source: io::ErrorKind::InvalidData.into() });
                };
                (Jail::new(self.clone(), number, group, socket, init_pidfd, pipes), fds.collect::<Vec<_>>())
            }
            (TakeReply::Refused(why), _) => {
                return Err(Error::Helper { doing, source: io::Error::other(why) });
            }
        };
        let program_file = self.program_file(&spec)?;
        let fds =
            program_ends.iter().chain(&binds).map(AsFd::as_fd).chain(program_file.as_ref().map(AsFd::as_fd));
        let request = InitRequest::Start(Box::new(spec));
        message::send(&jail.init_socket, &request, &fds.collect::<Vec<_>>())
            .map_err(Error::helper("starting a program"))?;
        drop(program_ends);
        let (event, fds) = receive_within::<InitEvent>(&jail.init_socket, REPLY_TIMEOUT)
            .map_err(Error::helper("starting a program"))?;
        match (event, fds.into_iter().next()) {
            (InitEvent::Started, Some(pidfd)) => jail.set_program(pidfd),
            (InitEvent::Failed(why), _) => return Err(refused(why)),
            _ => {
                return Err(Error::Helper {
                    doing: "starting a program",
                    source: io::ErrorKind::InvalidData.into(),
                });
            }
        }
        // Not before: the init process, which has prepared everything, is in the group, too.
        if limits.priority == Priority::Background {
            jail.set_group_priority(Priority::Background).map_err(Error::helper("lowering a priority"))?;
        }
        Ok(jail)
    }

    fn spec(&self, limits: &Limits, root: &Root, command: &Command) -> Result<Spec, Error> {
        let home = if self.tier() >= Tier::Namespaces { super::SCRATCH_FOLDER } else { "/nonexistent" };
        let path = &self.0.toolchains.path;
        let fixed = [("PATH", path.as_str()), ("HOME", home), ("TMPDIR", home), ("LANG", "C.UTF-8")];
        let given = command.env.iter().map(|(name, value)| (name.as_str(), value.as_str()));
        let program = self.locate(&command.program)?;
        let (mut interpreter, mut needs) = (command.interpreter.clone(), program.needs);
        if let Some(first) = interpreter.first_mut() {
            let located = self.locate(first)?;
            needs.extend(located.needs);
            *first = located.program;
        }
        let bot = match &root.content {
            Content::Folder(folder) => Some(Bind { from: folder.clone(), at: super::BOT_FOLDER.into() }),
            Content::Nothing | Content::File(_) => None,
        };
        let needed = needs.into_iter().map(|path| Bind { from: path.clone(), at: path });
        let binds: Vec<Bind> = bot.into_iter().chain(needed).collect();
        if binds.len() > message::BINDS_MAX {
            let why = "it needs too many folders outside the system's".into();
            return Err(Error::Start { program: command.program.clone(), why });
        }
        Ok(Spec {
            limits: limits.clone(),
            root: root.clone(),
            program: program.program,
            args: command.args.clone(),
            env: fixed.into_iter().chain(given).map(|(name, value)| format!("{name}={value}")).collect(),
            interpreter,
            search_path: path.clone(),
            binds,
            has_bind_fds: false,
            is_trial: false,
        })
    }

    /// What to execute for a word that names a program, and what that needs: by its name from the operator's list, or
    /// by a path that a person may give of their own.
    fn locate(&self, program: &str) -> Result<Located, Error> {
        match Path::new(program) {
            path if path.is_absolute() => self.0.toolchains.by_path(path),
            _ if program.contains('/') => Ok(Located { program: program.into(), needs: Vec::new() }),
            _ => Ok(self.0.toolchains.by_name(program)),
        }
    }

    /// Open the sources of bind mounts that the helper has to clone: as root it can idmap folders that only their owner
    /// may read. Jails of an ordinary user run as that user, and open them by themselves.
    fn open_binds(&self, spec: &mut Spec) -> Result<Vec<OwnedFd>, Error> {
        spec.has_bind_fds = Uid::effective().is_root() && self.tier() >= Tier::Namespaces;
        if !spec.has_bind_fds {
            return Ok(Vec::new());
        }
        let open = |bind: &Bind| {
            let refused =
                |error: nix::Error| Error::Path { path: bind.from.clone(), why: error.desc().into() };
            open_resolved(&bind.from).map_err(refused)
        };
        spec.binds.iter().map(open).collect()
    }

    /// The program's file, opened, if the program is one file and is copied into a private root.
    fn program_file(&self, spec: &Spec) -> Result<Option<OwnedFd>, Error> {
        match &spec.root.content {
            Content::File(path) if self.tier() >= Tier::Namespaces => {
                let refused = |why| Error::Path { path: path.clone(), why };
                Ok(Some(mounts::open_program(path).map_err(refused)?.into()))
            }
            _ => Ok(None),
        }
    }

    /// Wait until all processes of a killed jail are reaped.
    pub(super) fn reap(&self, number: u64) -> Result<ReapReply, Error> {
        Ok(self.ask(&HelperRequest::Reap(number), &[], "ending a jail")?.0)
    }

    /// Let the helper reap a killed jail without a reply.
    pub(super) fn forget(&self, number: u64) {
        // Fails only if the helper has died, and then so have its jails (`PR_SET_PDEATHSIG`).
        let _ = message::send(self.socket(), &HelperRequest::Forget(number), &[]);
    }

    /// Each request carries a socket for its reply, so that threads need no lock.
    fn ask<T: DeserializeOwned>(
        &self,
        request: &HelperRequest,
        fds: &[BorrowedFd],
        doing: &'static str,
    ) -> Result<(T, Vec<OwnedFd>), Error> {
        let exchange = || {
            let (reply, reply_sender) = message::pair()?;
            let fds: Vec<_> = std::iter::once(reply_sender.as_fd()).chain(fds.iter().copied()).collect();
            message::send(self.socket(), request, &fds)?;
            drop(reply_sender);
            receive_within(&reply, REPLY_TIMEOUT)
        };
        exchange().map_err(Error::helper(doing))
    }

    fn socket(&self) -> BorrowedFd<'_> {
        self.0.socket.as_ref().expect("the socket is there until the last sandbox is dropped").as_fd()
    }
}

impl Drop for Inner {
    fn drop(&mut self) {
        // At the end of the stream the helper kills every jail and exits, within a second.
        self.socket = None;
        let _ = self.helper.wait();
    }
}

/// Receive a message; an error after the timeout, or when the peer has closed its end.
fn receive_within<T: DeserializeOwned>(
    socket: &OwnedFd,
    patience: Duration,
) -> io::Result<(T, Vec<OwnedFd>)> {
    if !message::is_readable_within(socket, patience)? {
        return Err(io::ErrorKind::TimedOut.into());
    }
    message::receive(socket)?.ok_or_else(|| io::ErrorKind::BrokenPipe.into())
}

/// Three pipes: our ends, which never block, and the program's.
fn pipes() -> io::Result<(Pipes, [OwnedFd; 3])> {
    let (program_stdin, input) = pipe2(OFlag::O_CLOEXEC)?;
    let (output, program_stdout) = pipe2(OFlag::O_CLOEXEC)?;
    let (error, program_stderr) = pipe2(OFlag::O_CLOEXEC)?;
    for fd in [&input, &output, &error] {
        fcntl(fd, FcntlArg::F_SETFL(OFlag::O_NONBLOCK))?;
    }
    Ok((Pipes { input, output, error }, [program_stdin, program_stdout, program_stderr]))
}
