//! Whoever plays the workers' matches: this program once more, as a process that takes what everybody else leaves of the
//! CPU. Workers are on other machines; here they must not compete with what is measured.
//!
//! By threads with nice values they would: where Linux groups processes by session, as it does by default, nice values count
//! only within a group, and the database's processes are groups of their own.

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::{Mutex, PoisonError};

use skirmish_arena_protocol::jobs::Work;
use skirmish_referee::store;

use crate::common::world::replay_of;

/// Says that this process plays.
pub const ARGUMENT: &str = "--player";
/// Where Linux keeps the nice value of a process's group, if it groups by session.
const GROUP_PRIORITY: &str = "/proc/self/autogroup";

/// Plays what comes on standard input, a line each, until there is no more.
pub fn play_all() {
    if std::path::Path::new(GROUP_PRIORITY).exists() {
        std::fs::write(GROUP_PRIORITY, "19").expect("a process may step back");
    }
    for line in std::io::stdin().lines() {
        let work = serde_json::from_str(&line.expect("a line")).expect("work");
        let replay = replay_of(&work);
        let packed = store::pack(&replay).expect("packed");
        let mut out = std::io::stdout().lock();
        writeln!(out, "{}", packed.len()).expect("somebody listens");
        out.write_all(&packed).and_then(|()| out.flush()).expect("somebody listens");
    }
}

/// The process, which plays one match at a time.
pub struct Player(Mutex<Pipes>);

struct Pipes {
    child: Child,
    works: ChildStdin,
    replays: BufReader<ChildStdout>,
}

impl Player {
    /// Starts it. It ends with this program, also if that is killed.
    pub fn start() -> Self {
        let mut command = Command::new("setsid");
        command.args(["nice", "-n", "19", "setpriv", "--pdeathsig", "KILL", "--"]);
        command.arg(std::env::current_exe().expect("this program")).arg(ARGUMENT);
        let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().expect("a player");
        let works = child.stdin.take().expect("piped");
        let replays = BufReader::new(child.stdout.take().expect("piped"));
        Self(Mutex::new(Pipes { child, works, replays }))
    }

    /// Plays a match; gives its replay, packed.
    pub fn play(&self, work: &Work) -> Vec<u8> {
        let mut pipes = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let work = serde_json::to_string(work).expect("JSON");
        writeln!(pipes.works, "{work}").expect("it listens");
        let mut length = String::new();
        pipes.replays.read_line(&mut length).expect("it answers");
        let mut packed = vec![0; length.trim().parse().expect("a length")];
        pipes.replays.read_exact(&mut packed).expect("it answers");
        packed
    }
}

impl Drop for Player {
    fn drop(&mut self) {
        let pipes = self.0.get_mut().unwrap_or_else(PoisonError::into_inner);
        let _ = pipes.child.kill();
        let _ = pipes.child.wait();
    }
}
