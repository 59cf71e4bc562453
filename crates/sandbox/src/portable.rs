//! Systems other than Linux: plain processes, which can be killed and waited for, and nothing more.

use std::path::{Path, PathBuf};
use std::process::{Child, ChildStderr, ChildStdin, ChildStdout, Command as Process, Stdio};
use std::time::{Duration, Instant};

use crate::{
    Build, BuildPlan, Caps, Command, Ending, Error, Layer, Limits, Look, Report, Root, Tier, Trust, Usage,
    toolchain,
};

/// How often an ending is looked for.
const TICK: Duration = Duration::from_millis(2);

/// How to start a warden.
#[derive(Debug, Clone)]
pub struct Options {
    /// Do not go above this tier; this system has only the lowest.
    pub at_most: Tier,
    /// Whose programs are to be run; strangers' are refused, because nothing holds them here.
    pub trust: Trust,
    /// How many jails to keep ready; none is needed here.
    pub spares: usize,
    /// The binary to start as the helper; none is needed here.
    pub helper: Option<PathBuf>,
}

impl Default for Options {
    fn default() -> Self {
        Self { at_most: Tier::Bare, trust: Trust::Own, spares: 0, helper: None }
    }
}

/// To be called first in `main`; there is no helper on this system.
pub fn serve_if_helper() {}

/// What the threads of a process are doing: not known on this system.
pub fn look_at_tree(_root: u32, _closely: bool) -> Option<Look> {
    None
}

/// How long the calling thread waited: not known on this system.
pub fn waited_here() -> Option<Duration> {
    None
}

/// Starts programs as plain processes.
#[derive(Clone)]
pub struct Warden {
    report: Report,
}

impl Warden {
    /// Nothing needs to be started.
    pub fn start(options: &Options) -> Result<Self, Error> {
        let layer = Layer::off("namespaces", "this system has none", "run strangers' programs on Linux");
        let report = Report { tier: Tier::Bare, layers: vec![layer] };
        report.admit(options.trust)?;
        Ok(Self { report })
    }

    /// What this machine can isolate.
    pub fn report(&self) -> &Report {
        &self.report
    }

    /// The tier of every jail.
    pub fn tier(&self) -> Tier {
        self.report.tier
    }

    /// Start a program. The limits cannot be enforced here, but by the caller's clock.
    pub fn spawn(&self, _limits: &Limits, root: &Root, command: &Command) -> Result<Jail, Error> {
        let located = toolchain::locate(root, command)?;
        let folder = root.on_host(Path::new("")).unwrap_or_else(std::env::temp_dir);
        let mut process = Process::new(&located.program);
        process.args(&command.args).current_dir(folder).env_clear().envs(command.env.iter().cloned());
        process.envs(std::env::vars_os().filter(|(name, _)| name == "PATH" || name == "SystemRoot"));
        let started = process.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn();
        let failed =
            |error: std::io::Error| Error::Start { program: command.program.clone(), why: error.to_string() };
        let mut child = started.map_err(failed)?;
        let (stdin, stdout, stderr) = (child.stdin.take(), child.stdout.take(), child.stderr.take());
        Ok(Jail { stdin, stdout, stderr, child, ending: None })
    }

    /// There is no build jail here.
    pub fn build(&self, _plan: &BuildPlan) -> Result<Build, Error> {
        Err(Error::Tier { what: "building a stranger's program", needs: Tier::Namespaces })
    }
}

/// One running program. Dropping it kills the program.
pub struct Jail {
    /// What the program reads.
    pub stdin: Option<ChildStdin>,
    /// What the program writes.
    pub stdout: Option<ChildStdout>,
    /// What the program complains about.
    pub stderr: Option<ChildStderr>,
    child: Child,
    ending: Option<Ending>,
}

impl Jail {
    /// Start a program.
    pub fn spawn(limits: &Limits, root: &Root, command: &Command) -> Result<Self, Error> {
        Warden::start(&Options::default())?.spawn(limits, root, command)
    }

    /// How strongly the program is held.
    pub fn tier(&self) -> Tier {
        Tier::Bare
    }

    /// The program's process number.
    pub fn pid(&self) -> u32 {
        self.child.id()
    }

    /// CPU time so far: not known here.
    pub fn cpu(&self) -> Option<Duration> {
        None
    }

    /// CPU time of what it started: not known here.
    pub fn others_cpu(&mut self) -> Option<Duration> {
        None
    }

    /// What its threads are doing: not known here.
    pub fn look(&mut self, _closely: bool) -> Option<Look> {
        None
    }

    /// What was used so far: not known here.
    pub fn usage(&mut self) -> Result<Usage, Error> {
        Ok(Usage::default())
    }

    /// Programs cannot be frozen here.
    pub fn freeze(&mut self) -> Result<(), Error> {
        Err(Error::Tier { what: "freezing a program", needs: Tier::Landlock })
    }

    /// Nothing is ever frozen here.
    pub fn thaw(&mut self) -> Result<(), Error> {
        Ok(())
    }

    /// How the program ended, if it has.
    pub fn ending(&mut self) -> Option<Ending> {
        self.wait(Duration::ZERO)
    }

    /// Wait for the program to end; `None` when it still runs after `patience`.
    pub fn wait(&mut self, patience: Duration) -> Option<Ending> {
        let end = Instant::now() + patience;
        while self.ending.is_none() {
            match self.child.try_wait() {
                Ok(Some(status)) => self.ending = Some(status.code().map_or(Ending::Killed, Ending::Exited)),
                Ok(None) if Instant::now() < end => std::thread::sleep(TICK),
                Ok(None) | Err(_) => break,
            }
        }
        self.ending
    }

    /// Kill the program.
    pub fn kill(&mut self) -> Result<Usage, Error> {
        if self.ending().is_none() {
            self.child.kill().and_then(|()| self.child.wait()).map_err(Error::helper("killing a program"))?;
            self.ending = Some(Ending::Killed);
        }
        Ok(Usage::default())
    }

    /// There is no build jail here.
    pub fn collect(&mut self, _from: &Path, _to: &Path, _caps: &Caps) -> Result<(), Error> {
        Err(Error::Tier { what: "taking out what was built", needs: Tier::Namespaces })
    }
}

impl Drop for Jail {
    fn drop(&mut self) {
        let _ = self.kill();
    }
}
