//! Every attack, at every tier of this machine that contains it: judged by the referee, or by the build.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

mod battery;
mod builds;
mod compiler;
mod drill;
mod host;
mod layers;
mod matches;

use std::path::{Path, PathBuf};

use battery::Attack;
use compiler::Compiler;
use host::Host;
use matches::HostileMatches;
use skirmish_sandbox::{Limits, Sandbox, SandboxOptions, Tier};

#[test]
fn hostile_players_are_held_at_full_tier() {
    play_all(Tier::Full);
}

#[test]
fn hostile_players_are_held_at_namespaces_tier() {
    play_all(Tier::Namespaces);
}

#[test]
fn hostile_players_are_held_at_landlock_tier() {
    play_all(Tier::Landlock);
}

#[test]
fn hostile_builds_are_refused_at_full_tier() {
    build_all(Tier::Full);
}

#[test]
fn hostile_builds_are_refused_at_namespaces_tier() {
    build_all(Tier::Namespaces);
}

fn play_all(tier: Tier) {
    hold_all(tier, &battery::players(), |sandbox, host| {
        let hostile_matches = HostileMatches::of(sandbox, host);
        move |attack, program, host| hostile_matches.play_and_judge(attack, program, host)
    });
}

fn build_all(tier: Tier) {
    hold_all(tier, &battery::builders(), |sandbox, _| {
        move |attack, _, host| builds::try_to_build(&sandbox, attack, host)
    });
}

/// Smaller limits than strangers get, so that each is reached within seconds.
fn limits() -> Limits {
    Limits {
        memory_bytes: 256 << 20,
        processes: 40,
        scratch_bytes: 16 << 20,
        scratch_files: 2000,
        file_bytes: 32 << 20,
        ..Limits::play()
    }
}

/// Runs all these attacks at one tier; skipped if the machine does not have it.
fn hold_all<Judge>(tier: Tier, attacks: &[Attack], judge_with: impl FnOnce(Sandbox, &Host) -> Judge)
where
    Judge: Fn(&Attack, &Path, &Host) -> Result<(), String>,
{
    let helper = Some(PathBuf::from(env!("CARGO_BIN_EXE_skirmish")));
    let sandbox = Sandbox::start(&SandboxOptions {
        at_most: tier,
        spares: host::SPARES,
        helper,
        ..skirmish_programs::jail_options()
    })
    .unwrap();
    if sandbox.tier() != tier {
        println!("this machine has no tier `{tier}`");
        return;
    }
    let host = Host::prepare(&sandbox);
    let compiler = Compiler::new();
    let layers = layers::up(&sandbox);
    let judge = judge_with(sandbox, &host);
    let mut failures = Vec::new();
    let only = std::env::var("SKIRMISH_ATTACKS").unwrap_or_default();
    for attack in attacks.iter().filter(|attack| attack.name.contains(&only)) {
        if let Some(missing) = attack.needs.iter().find(|need| !layers.contains(&need.as_str())) {
            println!("{tier:10} {:36} not started: nothing here contains it ({missing})", attack.name);
            continue;
        }
        let program = compiler.compile(attack);
        let before = host.snapshot();
        let outcome = judge(attack, &program, &host).and_then(|()| host.compare(&before));
        println!(
            "{tier:10} {:36} {}",
            attack.name,
            outcome.as_ref().map_or_else(String::as_str, |()| "held")
        );
        failures.extend(outcome.err().map(|why| format!("{}: {why}", attack.name)));
    }
    assert!(failures.is_empty(), "at tier {tier}:\n{}", failures.join("\n"));
}
