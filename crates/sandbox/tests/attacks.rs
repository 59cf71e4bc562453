//! Every attack, at every tier of this machine that contains it.
#![cfg(target_os = "linux")]
#![allow(clippy::unwrap_used, reason = "a test may panic")]

#[path = "attacks/battery.rs"]
mod battery;
mod common;
#[path = "attacks/driver.rs"]
mod driver;
#[path = "attacks/host.rs"]
mod host;

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::time::Duration;

use battery::Attack;
use common::{shell, warden};
use driver::{Player, Verdict, play};
use host::Host;
use skirmish_sandbox::{BuildPlan, Caps, Command, Limits, Root, Tier, Warden};
use tempfile::TempDir;

/// How long a build may take.
const BUILD: Duration = Duration::from_secs(4);
/// How late a verdict may come: this machine may be busy.
const OVERRUN: Duration = Duration::from_millis(500);
/// How much the referee's memory may grow, whatever a program does.
const GROWTH_BYTES_MAX: u64 = 8 << 20;

#[test]
fn attacks_fail_at_full_tier() {
    run_all(Tier::Full);
}

#[test]
fn attacks_fail_at_namespaces_tier() {
    run_all(Tier::Namespaces);
}

#[test]
fn attacks_fail_at_landlock_tier() {
    run_all(Tier::Landlock);
}

fn limits() -> Limits {
    Limits {
        memory_bytes: 192 << 20,
        processes: 40,
        scratch_bytes: 16 << 20,
        scratch_files: 2000,
        file_bytes: 32 << 20,
        ..Limits::play()
    }
}

/// All attacks at one tier; a machine that does not have it has nothing to show.
fn run_all(tier: Tier) {
    let host = Host::prepare();
    let warden = warden(tier);
    if warden.tier() != tier {
        println!("this machine has no tier `{tier}`");
        return;
    }
    let kitchen = Kitchen::new();
    let layers = layers_up(&warden);
    let mut failures = Vec::new();
    for attack in battery::players().into_iter().chain(battery::builders()) {
        if let Some(missing) = attack.needs.iter().find(|need| !layers.contains(&need.as_str())) {
            println!("{tier:10} {:36} not started: nothing here contains it ({missing})", attack.name);
            continue;
        }
        let Some(program) = kitchen.cook(&attack) else {
            println!("{tier:10} {:36} not started: there is no compiler", attack.name);
            continue;
        };
        let before = host.look();
        let outcome = match attack.verdict {
            Verdict::BuildRefused => build(&warden, &attack, &host),
            _ => fight(&warden, &attack, &program, &host),
        };
        let outcome = outcome.and_then(|()| host.compare(&warden, &before, GROWTH_BYTES_MAX));
        println!(
            "{tier:10} {:36} {}",
            attack.name,
            outcome.as_ref().map_or_else(String::as_str, |()| "held")
        );
        failures.extend(outcome.err().map(|why| format!("{}: {why}", attack.name)));
    }
    assert!(failures.is_empty(), "at tier {tier}:\n{}", failures.join("\n"));
}

/// The layers that are up, each tried with something harmless just before the attacks that lean on it.
fn layers_up(warden: &Warden) -> Vec<&'static str> {
    let is_private = warden.tier().holds_strangers();
    let mut layers = vec!["calls"];
    // Three more than allowed must not all start; they are gone after a second.
    let many = limits().processes + 3;
    let script = format!("i=0; while [ $i -lt {many} ]; do sleep 1 & i=$((i+1)); done; echo all");
    let limit = limited_shell(warden, &script);
    if is_private && !limit.contains("all") {
        layers.push("pids");
    }
    let bytes = limits().memory_bytes + (32 << 20);
    if is_private
        && limited_shell(warden, &format!("head -c {bytes} /dev/zero | tail -c {bytes} | wc -c")).trim()
            != bytes.to_string()
    {
        layers.push("memory");
    }
    if is_private
        && shell(warden, "ls -d /proc/[0-9]* | wc -l").trim().parse().is_ok_and(|seen: usize| seen <= 4)
    {
        layers.push("processes");
    }
    if is_private && shell(warden, "wc -l < /proc/self/net/dev").trim() == "3" {
        layers.push("network");
    }
    if shell(warden, "cat /etc/shadow 2>/dev/null; ls /root /home 2>/dev/null").is_empty() {
        layers.push("files");
    }
    println!("{:10} layers up: {}", warden.tier().name(), layers.join(", "));
    layers
}

fn limited_shell(warden: &Warden, script: &str) -> String {
    let command = Command::new("/bin/sh").arg("-c").arg(script);
    let mut jail = warden.spawn(&limits(), &Root::bare(), &command).unwrap();
    common::read_all(&mut jail, Duration::from_secs(5))
}

/// Play the attack, with an honest program beside it.
fn fight(warden: &Warden, attack: &Attack, program: &Path, host: &Host) -> Result<(), String> {
    let honest = battery::players().into_iter().find(|attack| attack.name == "fine/honest.py").unwrap();
    let mut honest = Player::new(seat(warden, &honest.path, host, 9));
    let mut players: Vec<_> =
        (0..attack.seats).map(|number| Player::new(seat(warden, program, host, number))).collect();
    let mut table: Vec<&mut Player> = players.iter_mut().chain([&mut honest]).collect();
    play(&mut table);
    for player in &mut players {
        player.jail.kill().map_err(|error| error.to_string())?;
        player.hear_out();
        let complaints = String::from_utf8_lossy(&player.complaints).into_owned();
        if player.verdict != attack.verdict {
            let ending = player.jail.ending();
            return Err(format!("the verdict is {:?}, it {ending:?}: {complaints:.2000}", player.verdict));
        }
        if let Some(breach) =
            complaints.lines().find(|line| line.contains("BREACH") || line.contains("Traceback"))
        {
            return Err(breach.into());
        }
        host.check_secrets(&complaints, warden)?;
        if player.overrun > OVERRUN {
            return Err(format!("the verdict came {:?} after the deadline", player.overrun));
        }
    }
    match honest.verdict {
        Verdict::Fine => Ok(()),
        fault => Err(format!("an honest program beside it was {fault:?}")),
    }
}

fn seat(warden: &Warden, program: &Path, host: &Host, number: usize) -> skirmish_sandbox::Jail {
    let name = program.file_name().unwrap().to_string_lossy().into_owned();
    // Without a private root, a toolchain in a private home is out of the program's reach.
    let python = if warden.tier().holds_strangers() { "python3" } else { "/usr/bin/python3" };
    let command = if name.ends_with(".py") {
        Command::new(python).arg(name)
    } else {
        Command::new(format!("./{name}"))
    };
    let command = command.env("SKIRMISH_SEAT", number.to_string());
    let root = Root::of_file(program).unwrap();
    warden.spawn(&limits(), &root, &host.bait(command)).unwrap_or_else(|error| panic!("{error}"))
}

/// Build the attack, and see that nothing comes out.
fn build(warden: &Warden, attack: &Attack, host: &Host) -> Result<(), String> {
    if !warden.tier().holds_strangers() {
        return Ok(());
    }
    let target = TempDir::new().unwrap();
    let plan = BuildPlan {
        limits: Limits { scratch_bytes: 64 << 20, scratch_files: 10_000, file_bytes: 1 << 30, ..limits() },
        wall: BUILD,
        root: Root::of_folder(&attack.path).unwrap(),
        command: host.bait(Command::new("/bin/sh").arg("build.sh")),
        artefact: "bot".into(),
        to: target.path().join("bot"),
        caps: Caps::default(),
    };
    let built = warden.build(&plan).map_err(|error| error.to_string())?;
    host.check_secrets(&built.log, warden)?;
    match (built.refused, plan.to.exists()) {
        (Some(_), false) => Ok(()),
        // A leftover process may lose the race against being killed; then the honest result is what is taken.
        (None, true)
            if attack.name.ends_with("swaps")
                && fs::read_to_string(&plan.to).is_ok_and(|bot| bot == "bot\n") =>
        {
            Ok(())
        }
        (refused, _) => Err(format!("its result was taken: {refused:?}")),
    }
}

/// Makes programs of sources.
struct Kitchen {
    place: TempDir,
}

impl Kitchen {
    fn new() -> Self {
        let place = TempDir::new().unwrap();
        fs::set_permissions(place.path(), fs::Permissions::from_mode(0o755)).unwrap();
        Self { place }
    }

    /// The program to run; `None` if it cannot be compiled here.
    fn cook(&self, attack: &Attack) -> Option<PathBuf> {
        if attack.path.extension().is_none_or(|extension| extension != "c") {
            return Some(attack.path.clone());
        }
        let program = self.place.path().join(attack.name.replace(['/', '.'], "-"));
        let done =
            std::process::Command::new("cc").args(["-O1", "-o"]).arg(&program).arg(&attack.path).output();
        match done {
            Ok(done) if done.status.success() => Some(program),
            Ok(done) => panic!("{}: {}", attack.name, String::from_utf8_lossy(&done.stderr)),
            Err(_) => None,
        }
    }
}
