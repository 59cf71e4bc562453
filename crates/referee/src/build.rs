//! Building a bot before its first match: a person's own in its folder, a stranger's in a jail.

use std::io;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use skirmish_sandbox::{BuildPlan, Caps, Command, Error, Limits, Root, Sandbox};

use crate::launch::{Exit, Launch, NoStart, Order, Started};
use crate::program::{BadBot, Origin, Program};
use crate::stderr::{StderrCaps, StderrLog};
use crate::sys::{self, Flow};

/// Runs the bot's build command in its folder, if it has one. What it printed comes back, or stands in the error.
pub fn build(program: &Program, launch: &dyn Launch, most: Duration) -> Result<Vec<String>, BadBot> {
    let Some(command) = &program.build else { return Ok(Vec::new()) };
    let failed = |how: String, words: Vec<String>| BadBot::Build {
        name: program.name.clone(),
        command: command.join(" "),
        how,
        words: words.join("\n"),
    };
    let order = Order { command, origin: &program.origin, environment: &[] };
    let started = launch.start(&order).map_err(|no| match no {
        NoStart::Bot(why) => failed(why, Vec::new()),
        NoStart::Ours(error) => failed(format!("could not be started: {error}"), Vec::new()),
    })?;
    let ended =
        run(started, most).map_err(|error| failed(format!("could not be followed: {error}"), Vec::new()))?;
    match ended.how {
        None => Ok(ended.words),
        Some(how) => Err(failed(how, ended.words)),
    }
}

/// How large a stranger's folder may be when it is built: sources, what a compiler leaves behind, and the result.
const BUILT: Caps = Caps { bytes: 256 << 20, files: 16_384, depth: 32 };

/// What came of a build in a jail.
#[derive(Debug)]
pub struct HeldBuild {
    /// The program, which lives where the build's result was put; or why there is none.
    pub program: Result<Program, BadBot>,
    /// All that the build printed, up to the sandbox's limit.
    pub log: String,
}

/// Builds a stranger's bot in a jail, on a copy of its folder that is then taken out to `to`, which must not exist yet.
/// The program that comes back lives there. A bot without a build is returned as it is.
pub fn build_held(
    program: &Program,
    sandbox: &Sandbox,
    to: &Path,
    most: Duration,
) -> Result<Program, BadBot> {
    build_held_with_log(program, sandbox, to, most).program
}

/// The same, with all that the build printed.
pub fn build_held_with_log(program: &Program, sandbox: &Sandbox, to: &Path, most: Duration) -> HeldBuild {
    let (Some(words), Origin::Folder(folder)) = (&program.build, &program.origin) else {
        return HeldBuild { program: Ok(program.clone()), log: String::new() };
    };
    let failed = |how: String, log: &str| BadBot::Build {
        name: program.name.clone(),
        command: words.join(" "),
        how,
        words: last_lines(log),
    };
    let plan = Root::of_folder(folder).map(|root| BuildPlan {
        limits: Limits::build(),
        wall: most,
        root,
        command: Command::new(&words[0]).args(&words[1..]),
        artefact: PathBuf::from("."),
        to: to.to_path_buf(),
        caps: BUILT,
    });
    let built = match plan.and_then(|plan| sandbox.build(&plan)) {
        Ok(built) => built,
        Err(error) => {
            let how = match error {
                // The reason without the program's name, which the sentence has already.
                Error::Start { why, .. } => format!("could not be started: {why}"),
                error => format!("could not be held: {error}"),
            };
            return HeldBuild { program: Err(failed(how, "")), log: String::new() };
        }
    };
    let program = match built.refused {
        None => Ok(Program { origin: Origin::Folder(to.to_path_buf()), build: None, ..program.clone() }),
        Some(why) => Err(failed(format!("was refused: {why}"), &built.log)),
    };
    HeldBuild { program, log: built.log }
}

/// The end of a log, as an error shows it.
fn last_lines(log: &str) -> String {
    let lines: Vec<&str> = log.lines().collect();
    lines[lines.len().saturating_sub(WORDS)..].join("\n")
}

/// How many lines of a failed build are shown.
const WORDS: usize = 40;

struct Ended {
    /// What went wrong, if something did.
    how: Option<String>,
    words: Vec<String>,
}

/// Follows a program until it closes its pipes and ends, or its time is over.
fn run(mut started: Started, most: Duration) -> io::Result<Ended> {
    const STEP: Duration = Duration::from_millis(20);
    drop(started.stdin);
    let until = Instant::now() + most;
    let mut stderr_log = StderrLog::new(StderrCaps::default());
    let mut chunk = vec![0; 64 * 1024];
    let mut pipes = vec![started.stdout, started.stderr];
    loop {
        let mut fds: Vec<_> = pipes.iter().map(sys::to_read).collect();
        sys::wait(&mut fds, STEP)?;
        let mut at = 0;
        while at < pipes.len() {
            match sys::read(&pipes[at], &mut chunk)? {
                Flow::Bytes(count) => stderr_log.add(0, &chunk[..count]),
                Flow::Later => {}
                Flow::Closed => {
                    pipes.remove(at);
                    continue;
                }
            }
            at += 1;
        }
        let exit = started.process.exit().filter(|_| pipes.is_empty());
        if exit.is_none() && Instant::now() < until {
            continue;
        }
        started.process.end();
        let how = match exit {
            Some(Exit::Status(0)) => None,
            Some(exit) => Some(exit.to_string()),
            None => Some(format!("did not end within {} s", most.as_secs())),
        };
        return Ok(Ended { how, words: stderr_log.last_lines(WORDS) });
    }
}
