//! The parent's side of the helper.

use std::collections::HashMap;
use std::io;
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::os::unix::process::CommandExt;
use std::path::PathBuf;
use std::process::{Child, Stdio};
use std::sync::atomic::Ordering;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use nix::fcntl::{FcntlArg, OFlag, fcntl};
use nix::unistd::pipe2;
use serde::de::DeserializeOwned;

use super::helper::{IS_PREPARED, ROLE};
use super::jail::{Jail, Pipes};
use super::message::{self, Buried, Hello, Notice, Order, Orders, Request, Taken};
use super::{Spec, delegation};
use crate::toolchain::{self, Located};
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
    /// The binary to start as the helper. By default this one, whose `main` must call [`serve_if_helper`] first.
    ///
    /// [`serve_if_helper`]: crate::serve_if_helper
    pub helper: Option<PathBuf>,
}

impl Default for Options {
    fn default() -> Self {
        Self { at_most: Tier::Full, trust: Trust::Own, spares: 2, helper: None }
    }
}

/// Starts jails, all of the same tier. Cheap to clone; the last clone to go ends the helper and every jail.
#[derive(Clone)]
pub struct Warden(Arc<Inner>);

struct Inner {
    line: Option<OwnedFd>,
    helper: Child,
    report: Report,
    /// Where programs were found: asking pyenv takes longer than starting Python.
    located: Mutex<HashMap<(Root, Command), Located>>,
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
        let orders = Orders { at_most: options.at_most, spares: options.spares };
        let hello = message::send(&line, &orders, &[]).and_then(|()| receive::<Hello>(&line, HELLO));
        let (hello, _) = hello.map_err(Error::helper("probing this machine"))?;
        let inner = Inner { line: Some(line), helper, report: hello.report, located: Mutex::default() };
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

    /// Start a program.
    pub fn spawn(&self, limits: &Limits, root: &Root, command: &Command) -> Result<Jail, Error> {
        let located = self.locate(root, command)?;
        let (pipes, far) = pipes().map_err(Error::helper("making pipes"))?;
        let doing = "taking a jail";
        let mut jail = match self.ask(&Request::Take(limits.clone()), doing)? {
            (Taken::Jail { number, group }, fds) => match <[OwnedFd; 2]>::try_from(fds) {
                Ok([line, first]) => Jail::new(self.clone(), number, group, line, first, pipes),
                Err(_) => return Err(Error::Helper { doing, source: io::ErrorKind::InvalidData.into() }),
            },
            (Taken::Not(why), _) => return Err(Error::Helper { doing, source: io::Error::other(why) }),
        };
        let spec = self.spec(limits, root, command, located);
        let stdio = far.each_ref().map(AsFd::as_fd);
        let order = Order::Start(Box::new(spec));
        message::send(&jail.line, &order, &stdio).map_err(Error::helper("starting a program"))?;
        drop(far);
        let (notice, fds) =
            receive::<Notice>(&jail.line, ANSWER).map_err(Error::helper("starting a program"))?;
        match (notice, fds.into_iter().next()) {
            (Notice::Started, Some(pidfd)) => jail.started(pidfd),
            (Notice::Failed(why), _) => return Err(Error::Start { program: command.program.clone(), why }),
            _ => {
                return Err(Error::Helper {
                    doing: "starting a program",
                    source: io::ErrorKind::InvalidData.into(),
                });
            }
        }
        Ok(jail)
    }

    fn spec(&self, limits: &Limits, root: &Root, command: &Command, located: Located) -> Spec {
        let home = if self.tier() >= Tier::Namespaces { super::SCRATCH_FOLDER } else { "/nonexistent" };
        let fixed = [("PATH", located.path.as_str()), ("HOME", home), ("TMPDIR", home), ("LANG", "C.UTF-8")];
        let given = command.env.iter().map(|(name, value)| (name.as_str(), value.as_str()));
        Spec {
            limits: limits.clone(),
            root: root.clone(),
            program: located.program,
            args: command.args.clone(),
            env: fixed.into_iter().chain(given).map(|(name, value)| format!("{name}={value}")).collect(),
            needs: located.needs,
            is_trial: false,
        }
    }

    fn locate(&self, root: &Root, command: &Command) -> Result<Located, Error> {
        let key = (root.clone(), Command::new(command.program()));
        let known = self.0.located.lock().unwrap_or_else(PoisonError::into_inner).get(&key).cloned();
        if let Some(known) = known {
            return Ok(known);
        }
        let located = toolchain::locate(root, command)?;
        let mut cache = self.0.located.lock().unwrap_or_else(PoisonError::into_inner);
        if cache.len() >= LOCATED_MAX {
            cache.clear();
        }
        cache.insert(key, located.clone());
        Ok(located)
    }

    /// Wait until nothing is left of a jail that was told to die.
    pub(super) fn bury(&self, number: u64) -> Result<Buried, Error> {
        Ok(self.ask(&Request::Bury(number), "ending a jail")?.0)
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
        doing: &'static str,
    ) -> Result<(T, Vec<OwnedFd>), Error> {
        let exchange = || {
            let (reply, far_reply) = message::pair()?;
            message::send(self.line(), request, &[far_reply.as_fd()])?;
            drop(far_reply);
            receive(&reply, ANSWER)
        };
        exchange().map_err(Error::helper(doing))
    }

    fn line(&self) -> BorrowedFd<'_> {
        self.0.line.as_ref().expect("the line is there until the last warden is dropped").as_fd()
    }
}

/// The most places of programs that are remembered.
const LOCATED_MAX: usize = 1024;

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
