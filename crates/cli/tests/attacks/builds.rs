//! Hostile builds: nothing that they must not produce leaves the jail.

use std::fs;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use skirmish_sandbox::{BuildPlan, BuildTime, Caps, Command, Limits, Root, Sandbox};
use tempfile::TempDir;

use super::battery::Attack;
use super::host::Host;
use super::limits;

/// The time limits of a build.
const BUILD: BuildTime =
    BuildTime { cpu: Duration::from_secs(2), idle: Duration::from_secs(4), wall: Duration::from_secs(60) };

/// Builds the attack; asserts that no artefact leaves the jail.
pub fn try_to_build(sandbox: &Sandbox, attack: &Attack, host: &Host) -> Result<(), String> {
    let target = TempDir::new().unwrap();
    let command = Command::new("/bin/sh").arg("build.sh");
    let plan = BuildPlan {
        limits: Limits { scratch_bytes: 64 << 20, scratch_files: 10_000, file_bytes: 1 << 30, ..limits() },
        time: BUILD,
        root: Root::of_folder(&attack.path).unwrap(),
        command: host.bait().into_iter().fold(command, |command, (name, value)| command.env(name, value)),
        artefact: "bot".into(),
        to: target.path().join("bot"),
        caps: Caps::default(),
    };
    let built = sandbox.build(&plan, &AtomicBool::new(false)).map_err(|error| error.to_string())?;
    host.check_secrets(&built.log)?;
    match (built.refused, plan.to.exists()) {
        (Some(_), false) => Ok(()),
        // The leftover process may be killed before it changes anything; then the honest artefact is accepted.
        (None, true)
            if attack.name.ends_with("swaps")
                && fs::read_to_string(&plan.to).is_ok_and(|bot| bot == "bot\n") =>
        {
            Ok(())
        }
        (refused, _) => Err(format!("its result was taken: {refused:?}")),
    }
}
