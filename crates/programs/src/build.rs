//! Building a stranger's bot: in a jail, on a copy, within a time limit.

use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use skirmish_sandbox::{BuildPlan, BuildTime, Caps, Command, Error, Limits, Root, Sandbox};

use crate::{BadBot, Origin, Program};

/// How large a stranger's folder may be when it is built: sources, what a compiler leaves behind, and the result.
const BUILT: Caps = Caps { bytes: 256 << 20, files: 16_384, depth: 32 };

/// What came of a build in a jail.
#[derive(Debug)]
pub struct HeldBuild {
    /// The program, which lives where the build's result was put; or why there is none.
    pub program: Result<Program, BadBot>,
    /// All that the build printed, up to the sandbox's limit.
    pub log: String,
    /// The CPU time of all its processes.
    pub cpu: Duration,
}

impl HeldBuild {
    /// Nothing was run.
    pub fn without_run(program: Result<Program, BadBot>) -> Self {
        Self { program, log: String::new(), cpu: Duration::ZERO }
    }
}

/// Builds a stranger's bot in a jail, on a copy of its folder that is then taken out to `to`, which must not exist yet.
/// The program that comes back lives there. A bot without a build is returned as it is.
pub fn build_held(program: &Program, sandbox: &Sandbox, to: &Path) -> Result<Program, BadBot> {
    build_held_with_log(program, sandbox, to, &AtomicBool::new(false)).program
}

/// The same, with all that the build printed; the flag ends it early, and then nothing came of it.
pub fn build_held_with_log(
    program: &Program,
    sandbox: &Sandbox,
    to: &Path,
    interrupt: &AtomicBool,
) -> HeldBuild {
    let (Some(words), Origin::Folder(folder)) = (&program.build, &program.origin) else {
        return HeldBuild::without_run(Ok(program.clone()));
    };
    let failed = |how: String, log: &str| BadBot::Build {
        name: program.name.clone(),
        command: words.join(" "),
        how,
        words: last_lines(log),
    };
    let plan = Root::of_folder(folder).map(|root| BuildPlan {
        limits: Limits::build(),
        time: BuildTime::STRANGERS,
        root,
        command: Command::new(&words[0]).args(&words[1..]),
        artefact: PathBuf::from("."),
        to: to.to_path_buf(),
        caps: BUILT,
    });
    let built = match plan.and_then(|plan| sandbox.build(&plan, interrupt)) {
        Ok(built) => built,
        Err(error) => {
            let how = match error {
                // The reason without the program's name, which the sentence has already.
                Error::Start { why, .. } => format!("could not be started: {why}"),
                error => format!("could not be held: {error}"),
            };
            return HeldBuild::without_run(Err(failed(how, "")));
        }
    };
    let program = match built.refused {
        None => Ok(Program { origin: Origin::Folder(to.to_path_buf()), build: None, ..program.clone() }),
        Some(why) => Err(failed(format!("was refused: {why}"), &built.log)),
    };
    HeldBuild { program, log: built.log, cpu: built.usage.cpu }
}

/// The end of a log, as an error shows it.
fn last_lines(log: &str) -> String {
    let lines: Vec<&str> = log.lines().collect();
    lines[lines.len().saturating_sub(BadBot::BUILD_LINES)..].join("\n")
}
