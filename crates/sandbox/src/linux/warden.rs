//! The parent's side of the helper.

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

use super::helper::{IS_PREPARED, ROLE};
use super::jail::{Jail, Pipes};
use super::message::{self, Buried, Hello, Notice, Order, Orders, Request, Taken};
use super::stage::open_resolved;
use super::{Spec, Tree, delegation, mounts};
use crate::command::check_program;
use crate::root::Content;
use crate::toolchain::{Located, Toolchains};
use crate::{Command, Error, Limits, Report, Root, Tier, Trust};

/// How long the helper may take to find out what the machine can do.
const HELLO: Duration = Duration::from_secs(20);
/// How long the helper or a jail's first process may take to answer.
const ANSWER: Duration = Duration::from_secs(10);
/// This binary, as the kernel knows it, also if its file has been replaced meanwhile.
const THIS_BINARY: &str = "/proc/self/exe";

/// How to start a warden.
#[derive(Debug, Clone)]
pub struct Options {
    /// Do not go above this tier, even if the machine can.
    pub at_most: Tier,
    /// Whose programs are to be run; strangers' are refused where they cannot be held.
    pub trust: Trust,
    /// How many jails to keep ready: as many as are started at one time.
    pub spares: usize,
    /// Names of programs that may be used from outside the system's folders: languages' and the operator's own. They are
    /// looked for on the operator's search path; nothing that a program's author wrote may be among them.
    pub programs: Vec<String>,
    /// The binary to start as the helper. By default this one, whose `main` must call [`serve_if_helper`] first.
    ///
    /// [`serve_if_helper`]: crate::serve_if_helper
    pub helper: Option<PathBuf>,
}

impl Default for Options {
    fn default() -> Self {
        Self { at_most: Tier::Full, trust: Trust::Own, spares: 2, programs: Vec::new(), helper: None }
    }
}

/// Starts jails, all of the same tier. Cheap to clone; the last clone to go ends the helper and every jail.
#[derive(Clone)]
pub struct Warden(Arc<Inner>);

struct Inner {
    line: Option<OwnedFd>,
    helper: Child,
    report: Report,
    /// Whose programs the jails hold, and so what those may name.
    trust: Trust,
    /// The operator's list, found before any program is known.
    toolchains: Toolchains,
}

impl Warden {
    /// Start a helper at the strongest tier this machine has, if that is enough for whose programs are to be run.
    pub fn start(options: &Options) -> Result<Self, Error> {
        let doing = "starting";
        let binary = match &options.helper {
            Some(helper) => helper.clone(),
            None if IS_PREPARED.load(Ordering::Relaxed) => THIS_BINARY.into(),
            None => {
                let why = "`main` does not call `skirmish_sandbox::serve_if_helper`";
                return Err(Error::Helper { doing, source: io::Error::other(why) });
            }
        };
        let (line, far_line) = message::pair().map_err(Error::helper(doing))?;
        // No `pre_exec` here: with it the standard library would fork, which a big process must not.
        let helper = delegation::command(&binary, options.at_most)
            .arg(ROLE)
            .process_group(0)
            .stdin(far_line)
            .stdout(Stdio::null())
            .spawn()
            .map_err(Error::helper(doing))?;
        let toolchains = Toolchains::find(options.programs.iter().map(String::as_str));
        let orders =
            Orders { at_most: options.at_most, spares: options.spares, toolchains: toolchains.needs.clone() };
        let hello = message::send(&line, &orders, &[]).and_then(|()| receive::<Hello>(&line, HELLO));
        let (hello, _) = hello.map_err(Error::helper("probing this machine"))?;
        let inner =
            Inner { line: Some(line), helper, report: hello.report, trust: options.trust, toolchains };
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
        let (pipes, far) = pipes().map_err(Error::helper("making pipes"))?;
        let doing = "taking a jail";
        let places = self.places(&mut spec)?;
        let places: Vec<_> = places.iter().map(AsFd::as_fd).collect();
        let (mut jail, trees) = match self.ask(&Request::Take(limits.clone()), &places, doing)? {
            (Taken::Jail { number, group }, fds) => {
                let mut fds = fds.into_iter();
                let (Some(line), Some(first)) = (fds.next(), fds.next()) else {
                    return Err(Error::Helper { doing, source: io::ErrorKind::InvalidData.into() });
                };
                (Jail::new(self.clone(), number, group, line, first, pipes), fds.collect::<Vec<_>>())
            }
            (Taken::Not(why), _) => return Err(Error::Helper { doing, source: io::Error::other(why) }),
        };
        let file = self.file(&spec)?;
        let fds = far.iter().chain(&trees).map(AsFd::as_fd).chain(file.as_ref().map(AsFd::as_fd));
        let order = Order::Start(Box::new(spec));
        message::send(&jail.line, &order, &fds.collect::<Vec<_>>())
            .map_err(Error::helper("starting a program"))?;
        drop(far);
        let (notice, fds) =
            receive::<Notice>(&jail.line, ANSWER).map_err(Error::helper("starting a program"))?;
        match (notice, fds.into_iter().next()) {
            (Notice::Started, Some(pidfd)) => jail.started(pidfd),
            (Notice::Failed(why), _) => return Err(refused(why)),
            _ => {
                return Err(Error::Helper {
                    doing: "starting a program",
                    source: io::ErrorKind::InvalidData.into(),
                });
            }
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
            Content::Folder(folder) => Some(Tree { from: folder.clone(), at: super::BOT_FOLDER.into() }),
            Content::Nothing | Content::File(_) => None,
        };
        let needed = needs.into_iter().map(|path| Tree { from: path.clone(), at: path });
        let trees: Vec<Tree> = bot.into_iter().chain(needed).collect();
        if trees.len() > message::TREES_MAX {
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
            trees,
            trees_come_along: false,
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

    /// What the helper has to make ready: as root it can show folders to a jail's user that only their owner may read. An
    /// ordinary user's jails are the user's own, and open them by themselves.
    fn places(&self, spec: &mut Spec) -> Result<Vec<OwnedFd>, Error> {
        spec.trees_come_along = Uid::effective().is_root() && self.tier() >= Tier::Namespaces;
        if !spec.trees_come_along {
            return Ok(Vec::new());
        }
        let open = |tree: &Tree| {
            let refused =
                |error: nix::Error| Error::Path { path: tree.from.clone(), why: error.desc().into() };
            open_resolved(&tree.from).map_err(refused)
        };
        spec.trees.iter().map(open).collect()
    }

    /// The one file that a program consists of, where it is copied in.
    fn file(&self, spec: &Spec) -> Result<Option<OwnedFd>, Error> {
        match &spec.root.content {
            Content::File(path) if self.tier() >= Tier::Namespaces => {
                let refused = |why| Error::Path { path: path.clone(), why };
                Ok(Some(mounts::open_program(path).map_err(refused)?.into()))
            }
            _ => Ok(None),
        }
    }

    /// Wait until nothing is left of a jail that was told to die.
    pub(super) fn bury(&self, number: u64) -> Result<Buried, Error> {
        Ok(self.ask(&Request::Bury(number), &[], "ending a jail")?.0)
    }

    /// Let the helper bury a jail without us.
    pub(super) fn forget(&self, number: u64) {
        // If the helper is gone, so is the jail.
        let _ = message::send(self.line(), &Request::Forget(number), &[]);
    }

    /// Each request brings a socket of its own for the reply, so that threads need no lock.
    fn ask<T: DeserializeOwned>(
        &self,
        request: &Request,
        fds: &[BorrowedFd],
        doing: &'static str,
    ) -> Result<(T, Vec<OwnedFd>), Error> {
        let exchange = || {
            let (reply, far_reply) = message::pair()?;
            let fds: Vec<_> = std::iter::once(far_reply.as_fd()).chain(fds.iter().copied()).collect();
            message::send(self.line(), request, &fds)?;
            drop(far_reply);
            receive(&reply, ANSWER)
        };
        exchange().map_err(Error::helper(doing))
    }

    fn line(&self) -> BorrowedFd<'_> {
        self.0.line.as_ref().expect("the line is there until the last warden is dropped").as_fd()
    }
}

impl Drop for Inner {
    fn drop(&mut self) {
        // Hanging up tells the helper to end every jail and itself, within a second.
        self.line = None;
        let _ = self.helper.wait();
    }
}

/// Receive a message that must come.
fn receive<T: DeserializeOwned>(line: &OwnedFd, patience: Duration) -> io::Result<(T, Vec<OwnedFd>)> {
    if !message::is_readable_within(line, patience)? {
        return Err(io::ErrorKind::TimedOut.into());
    }
    message::receive(line)?.ok_or_else(|| io::ErrorKind::BrokenPipe.into())
}

/// Three pipes: our ends, which never block, and the program's.
fn pipes() -> io::Result<(Pipes, [OwnedFd; 3])> {
    let (far_input, input) = pipe2(OFlag::O_CLOEXEC)?;
    let (output, far_output) = pipe2(OFlag::O_CLOEXEC)?;
    let (error, far_error) = pipe2(OFlag::O_CLOEXEC)?;
    for fd in [&input, &output, &error] {
        fcntl(fd, FcntlArg::F_SETFL(OFlag::O_NONBLOCK))?;
    }
    Ok((Pipes { input, output, error }, [far_input, far_output, far_error]))
}
