//! The isolation layers in force, each verified with a harmless program before the attacks that depend on it.

use std::fs::File;
use std::io::{ErrorKind, Read};
use std::thread;
use std::time::{Duration, Instant};

use skirmish_sandbox::{Command, Limits, Root, Sandbox};

use super::limits;

/// The timeout of a probe.
const PATIENCE: Duration = Duration::from_secs(5);

/// The names of the layers in force, as attacks name them.
pub fn up(sandbox: &Sandbox) -> Vec<&'static str> {
    let is_private = sandbox.tier().holds_strangers();
    let mut layers = Vec::new();
    if filters_calls(sandbox) {
        layers.push("calls");
    }
    if is_private && limits_processes(sandbox) {
        layers.push("pids");
    }
    if is_private && limits_memory(sandbox) {
        layers.push("memory");
    }
    let seen = shell(sandbox, &Limits::play(), "ls -d /proc/[0-9]* | wc -l");
    if is_private && seen.trim().parse().is_ok_and(|seen: usize| seen <= 4) {
        layers.push("processes");
    }
    if is_private && shell(sandbox, &Limits::play(), "wc -l < /proc/self/net/dev").trim() == "3" {
        layers.push("network");
    }
    // Of all that is there, a jail has only what GHC reads.
    let private = "cat /etc/shadow 2>/dev/null; \
                   find /home /var -mindepth 1 ! -path /var/lib ! -path '/var/lib/ghc*' -print -quit 2>/dev/null";
    if shell(sandbox, &Limits::play(), private).is_empty() {
        layers.push("files");
    }
    println!("{:10} layers up: {}", sandbox.tier().name(), layers.join(", "));
    layers
}

/// Whether seccomp filters system calls: without it `setarch` may change the personality of its own process.
fn filters_calls(sandbox: &Sandbox) -> bool {
    let script = "command -v setarch >/dev/null && ! setarch -R true 2>/dev/null && setarch --version >/dev/null && echo no";
    shell(sandbox, &limits(), script).trim() == "no"
}

/// Whether processes are limited: three more than allowed must not all start; they exit after a second.
fn limits_processes(sandbox: &Sandbox) -> bool {
    let many = limits().processes + 3;
    let script = format!("i=0; while [ $i -lt {many} ]; do sleep 1 & i=$((i+1)); done; echo all");
    !shell(sandbox, &limits(), &script).contains("all")
}

fn limits_memory(sandbox: &Sandbox) -> bool {
    let bytes = limits().memory_bytes + (32 << 20);
    let script = format!("head -c {bytes} /dev/zero | tail -c {bytes} | wc -c");
    shell(sandbox, &limits(), &script).trim() != bytes.to_string()
}

/// The stdout of a script in a jail, until it closes it or the timeout.
fn shell(sandbox: &Sandbox, limits: &Limits, script: &str) -> String {
    let command = Command::new("/bin/sh").arg("-c").arg(script);
    let mut jail = sandbox.spawn(limits, &Root::bare(), &command).unwrap();
    let mut output = File::from(jail.stdout.take().unwrap());
    let end = Instant::now() + PATIENCE;
    let (mut text, mut chunk) = (Vec::new(), [0; 4096]);
    while Instant::now() < end {
        match output.read(&mut chunk) {
            Ok(0) => break,
            Ok(count) => text.extend(&chunk[..count]),
            Err(error) if error.kind() == ErrorKind::WouldBlock => thread::sleep(Duration::from_millis(2)),
            Err(error) => panic!("{error}"),
        }
    }
    jail.kill().unwrap();
    String::from_utf8_lossy(&text).into_owned()
}
