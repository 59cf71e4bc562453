//! Starts, queries and stops the processes of an arena.

use std::fs;
use std::io::{BufRead as _, BufReader};
use std::path::PathBuf;
use std::process::{Child, Command, Output, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;
use serde_json::Value;
use skirmish_arena_client::Client;
use tempfile::TempDir;

use crate::Database;

/// The timeout of every wait; far more than anything takes.
const PATIENCE: Duration = Duration::from_secs(120);
const PAUSE: Duration = Duration::from_millis(20);

/// The folder of one arena, with its database and settings.
pub struct Place {
    pub folder: TempDir,
    pub database: Database,
}

impl Place {
    /// A folder for an arena with these settings.
    pub fn new(database: Database, settings: &str) -> Self {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("arena.toml"), settings).unwrap();
        Self { folder, database }
    }

    pub fn data(&self) -> PathBuf {
        self.folder.path().join("data")
    }

    /// Replaces the settings, from the next start on.
    pub fn settle(&self, settings: &str) {
        fs::write(self.folder.path().join("arena.toml"), settings).unwrap();
    }

    /// `skirmish` with these arguments, in this arena's folder.
    pub fn command(&self, words: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_skirmish"));
        command.args(words).current_dir(self.folder.path()).stdin(Stdio::null());
        command.env("XDG_CONFIG_HOME", self.folder.path().join("config"));
        command
            .env_remove("SKIRMISH_SERVER")
            .env_remove("SKIRMISH_TOKEN")
            .env_remove("SKIRMISH_WORKER_TOKEN");
        command
    }

    /// The arguments for the data folder and the database.
    pub fn data_words(&self) -> Vec<String> {
        let mut words = vec!["--data".to_owned(), self.data().display().to_string()];
        if let Database::Server(address) = &self.database {
            words.extend(["--database".to_owned(), address.clone()]);
        }
        words
    }

    /// Starts a server at that port (0 for any), with a worker inside that plays `matches` at once.
    pub fn serve(&self, port: u16, matches: usize) -> Server {
        let until = Instant::now() + PATIENCE;
        loop {
            // The port of a server that was just killed may still be in use for a moment.
            match self.try_serve(port, matches) {
                Some(server) => return server,
                None => assert!(Instant::now() < until, "the server does not start"),
            }
            sleep(PAUSE);
        }
    }

    fn try_serve(&self, port: u16, matches: usize) -> Option<Server> {
        let log =
            fs::OpenOptions::new().create(true).append(true).open(self.folder.path().join("log")).unwrap();
        let mut command = self.command(&["serve", "--config", "arena.toml", "--unsafe-local"]);
        command.args(self.data_words()).args(["--matches", &matches.to_string()]);
        command.args(["--listen", &format!("127.0.0.1:{port}")]);
        let mut child = command.stdout(Stdio::piped()).stderr(log).spawn().unwrap();
        let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
        let Some(Ok(first)) = lines.next() else {
            child.wait().unwrap();
            return None;
        };
        let address = first.rsplit(' ').next().unwrap().to_owned();
        let told = lines.take_while(|line| line.as_ref().is_ok_and(|line| !line.contains("Ctrl-C")));
        let told = told.map(Result::unwrap).collect();
        Some(Server { process: Process(child), client: Client::new(&address, None).unwrap(), told })
    }

    /// Starts a separate worker.
    pub fn worker(&self, server: &Server, token: &str, name: &str) -> Process {
        let log =
            fs::OpenOptions::new().create(true).append(true).open(self.folder.path().join("log")).unwrap();
        let mut command = self.command(&["worker", "--unsafe-local", "--matches", "1", "--name", name]);
        command.args(["--server", server.client.server(), "--folder"]).arg(self.folder.path().join(name));
        command.env("SKIRMISH_WORKER_TOKEN", token);
        Process(command.stdout(Stdio::null()).stderr(log).spawn().unwrap())
    }

    /// The logs of the processes, for the message of a failed test.
    pub fn log(&self) -> String {
        fs::read_to_string(self.folder.path().join("log")).unwrap_or_default()
    }
}

/// A running server.
pub struct Server {
    pub process: Process,
    pub client: Client,
    /// The lines that it printed after its address.
    pub told: Vec<String>,
}

impl Server {
    pub fn port(&self) -> u16 {
        self.client.server().rsplit(':').next().unwrap().parse().unwrap()
    }

    /// The newest matches of the game.
    pub fn matches(&self, game: &str) -> Option<Vec<Value>> {
        let page: Value = self.client.get(&format!("/api/v1/matches?game={game}&limit=100")).ok()?;
        page["matches"].as_array().cloned()
    }
}

/// A process that is killed on drop.
pub struct Process(pub Child);

impl Process {
    /// SIGKILL.
    pub fn kill(&mut self) {
        self.0.kill().unwrap();
        self.0.wait().unwrap();
    }

    /// SIGTERM, and waits for a clean exit.
    pub fn stop(&mut self) {
        let pid = Pid::from_raw(i32::try_from(self.0.id()).unwrap());
        kill(pid, Signal::SIGTERM).unwrap();
        let status = self.0.wait().unwrap();
        // SIGTERM before the handler is installed just ends the process.
        let is_early = std::os::unix::process::ExitStatusExt::signal(&status) == Some(Signal::SIGTERM as i32);
        assert!(status.success() || is_early, "it did not stop in good order: {status}");
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// Polls until there is a value.
pub fn wait_for<T>(what: &str, place: &Place, mut ask: impl FnMut() -> Option<T>) -> T {
    let until = Instant::now() + PATIENCE;
    loop {
        if let Some(answer) = ask() {
            return answer;
        }
        assert!(Instant::now() < until, "waited in vain for {what}\n{}", place.log());
        sleep(PAUSE);
    }
}

/// The stdout of a command; asserts that it succeeded.
pub fn done(output: &Output) -> String {
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{}\n{stderr}", output.status);
    String::from_utf8(output.stdout.clone()).unwrap()
}
