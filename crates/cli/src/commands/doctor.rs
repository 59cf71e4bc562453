//! `skirmish doctor`: what this machine can isolate.

use anyhow::Context as _;
use skirmish_programs::jail_options;
use skirmish_sandbox::{Sandbox, SandboxOptions};

use crate::args::DoctorArgs;
use crate::failure::CommandResult;

/// Tries every layer and says what is in force, what is not, and what to do about it.
pub fn run(args: &DoctorArgs) -> CommandResult {
    let defaults = jail_options();
    let options = SandboxOptions { at_most: args.at_most.unwrap_or(defaults.at_most), ..defaults };
    let sandbox = Sandbox::start(&options).context("cannot find out what this machine isolates")?;
    let report = sandbox.report();
    if args.json {
        println!("{}", crate::terminal::json(report));
        return Ok(());
    }
    print!("{report}");
    let tier = report.tier;
    if tier.holds_strangers() {
        println!(
            "Strangers' bots can be held here: `skirmish play … --strangers` builds and plays them in jails."
        );
    } else {
        println!(
            "Strangers' bots cannot be held here: they need `namespaces`. Your own run with what is on."
        );
    }
    Ok(())
}
