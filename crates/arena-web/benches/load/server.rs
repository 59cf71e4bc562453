//! The server under load: this program once more, as a process of its own.

use std::io::{BufRead as _, BufReader, Write as _};
use std::net::SocketAddr;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use skirmish_arena_service::settings::Settings;
use skirmish_arena_web::serve::{Hosting, serve};

use crate::common::Database;

/// Says that this process is the server: the folder and the database, if it is no file, follow.
pub const ARGUMENT: &str = "--server";
/// Ticks of the clock by which Linux counts CPU time.
const TICKS_A_SECOND: f64 = 100.0;

/// Hosts until it is told to stop, by the host's usual settings but for what one address may do: here all come from one.
pub fn host() {
    let mut words = std::env::args().skip_while(|word| word != ARGUMENT).skip(1);
    let data = words.next().expect("a folder").into();
    let mut settings = Settings::default();
    settings.connections.most_from_one = settings.connections.most;
    settings.quota.upload_bytes = 8 << 20;
    settings.quota.builds_an_hour = 1_000;
    settings.quota.challenges_an_hour = 1_000;
    let listen = "127.0.0.1:0".parse().expect("an address");
    let hosting = Hosting { data, database: words.next(), listen, settings, own_worker: None };
    let ready = |ready: &skirmish_arena_web::serve::Ready| {
        println!("{}", ready.address);
        std::io::stdout().flush().expect("somebody listens");
    };
    serve(hosting, &ready).expect("it is hosted");
}

/// A server that runs.
pub struct Hosted {
    child: Child,
    /// Where requests come in.
    pub address: SocketAddr,
}

impl Hosted {
    /// Starts one on a database that is there.
    pub fn start(database: &Database, data: &Path) -> Self {
        // It ends with this program, also if that is killed.
        let mut command = Command::new("setpriv");
        command.args(["--pdeathsig", "TERM", "--"]).arg(std::env::current_exe().expect("this program"));
        command.arg(ARGUMENT).arg(data).stdin(Stdio::null()).stdout(Stdio::piped());
        if let Database::Server(address) = database {
            command.arg(address);
        }
        let mut child = command.spawn().expect("a server");
        let mut line = String::new();
        BufReader::new(child.stdout.take().expect("piped"))
            .read_line(&mut line)
            .expect("it says where it is");
        Self { child, address: line.trim().parse().expect("an address") }
    }

    /// What it has in memory.
    pub fn memory_kib(&self) -> u64 {
        self.status("VmRSS")
    }

    /// The most that it had since that was forgotten.
    pub fn peak_kib(&self) -> u64 {
        self.status("VmHWM")
    }

    /// The most is what it has now.
    pub fn forget_peak(&self) {
        std::fs::write(format!("/proc/{}/clear_refs", self.child.id()), "5").expect("it is ours");
    }

    fn status(&self, what: &str) -> u64 {
        let text = std::fs::read_to_string(format!("/proc/{}/status", self.child.id())).expect("it runs");
        let line = text.lines().find(|line| line.starts_with(what)).expect("Linux tells");
        line.split_whitespace().nth(1).and_then(|word| word.parse().ok()).expect("a number")
    }

    /// The CPU time that it took.
    pub fn cpu(&self) -> Duration {
        let text = std::fs::read_to_string(format!("/proc/{}/stat", self.child.id())).expect("it runs");
        let (_, after_name) = text.rsplit_once(')').expect("a name in brackets");
        let ticks: f64 =
            after_name.split_whitespace().skip(11).take(2).filter_map(|word| word.parse::<f64>().ok()).sum();
        Duration::from_secs_f64(ticks / TICKS_A_SECOND)
    }

    /// Tells it to stop, and waits.
    pub fn stop(mut self) {
        let _ = Command::new("kill").arg(self.child.id().to_string()).status();
        self.child.wait().expect("it ends");
    }
}
