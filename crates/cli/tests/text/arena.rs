//! The same texts as uploads: a real arena with a worker, traced from its start to its end.

use std::ffi::OsStr;
use std::fs;
use std::io::{BufRead as _, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;
use skirmish_arena_client::{Client, NoAnswer};
use skirmish_arena_protocol::answers::{LogIn, NewToken, Submitted, Version};

use super::allowed::{Allowed, Whose};
use super::battery::{self, Attack};
use super::place::{Place, Who, everybody};

/// Settings with quotas high enough for all attacks.
const SETTINGS: &str = "site.games = ['plantation']\nladder.queued_matches = 0\n[quota]\nbuilds_an_hour = 100000\nbots = 100000\n";
/// The timeout of every wait; far more than anything takes.
const PATIENCE: Duration = Duration::from_secs(240);
/// The largest file that is sent.
const MOST_BYTES: u64 = 16 << 20;
const PAUSE: Duration = Duration::from_millis(20);

#[test]
fn uploads_decide_nothing_on_the_host() {
    hold(Who::Self_);
}

#[test]
fn uploads_decide_nothing_on_the_host_of_an_ordinary_user() {
    everybody().into_iter().filter(|who| *who == Who::Nobody).for_each(hold);
}

fn hold(who: Who) {
    let arena = Arena::start(who);
    let mut failures = arena.check_texts();
    failures.extend(arena.check_archives());
    failures.extend(arena.check_paths_of_others());
    failures.extend(arena.stop());
    assert!(failures.is_empty(), "as {who:?}:\n{}", failures.join("\n"));
}

/// A running arena.
struct Arena {
    place: Place,
    strace: Child,
    client: Client,
    who: Who,
}

/// The outcome of an upload.
enum Outcome {
    /// It was refused at once, with this sentence.
    Refused(String),
    /// Its final state, and everything that its author can read about it.
    Taken(String),
}

impl Arena {
    fn start(who: Who) -> Self {
        let place = Place::new(&format!("arena-{who:?}"), who);
        fs::write(place.folder.join("arena.toml"), SETTINGS).unwrap();
        let words = ["serve", "--config", "arena.toml", "--listen", "127.0.0.1:0", "--matches", "1"];
        let mut command = place.command(".", &words.map(OsStr::new));
        let log = fs::File::create(place.folder.join("log")).unwrap();
        let mut strace = command.stdout(Stdio::piped()).stderr(log).spawn().unwrap();
        let lines = BufReader::new(strace.stdout.take().unwrap()).lines().map_while(Result::ok);
        let told: Vec<String> = lines.take_while(|line| !line.contains("Ctrl-C")).collect();
        let address = told.first().and_then(|line| line.rsplit(' ').next()).expect("the arena starts");
        let password = told[1].split("its password ").nth(1).unwrap().split(' ').next().unwrap();
        let client = Client::new(address, None).unwrap();
        let wish = LogIn {
            name: "admin".into(),
            password: password.into(),
            label: "text".into(),
            scopes: None,
            days: None,
        };
        let token: NewToken = client.post("/api/v1/tokens", &wish).unwrap();
        let client = Client::new(address, Some(&token.token)).unwrap();
        Self { place, strace, client, who }
    }

    /// Every text that is a folder, packed as `tar` packs it.
    fn check_texts(&self) -> Vec<String> {
        let only = std::env::var("SKIRMISH_ATTACKS").unwrap_or_default();
        let commands = battery::commands().into_iter().filter(|attack| !attack.is_built());
        let attacks = battery::scripts().into_iter().chain(commands);
        let attacks = attacks.filter(|attack| attack.name.contains(&only));
        attacks.enumerate().filter_map(|(number, attack)| self.check_text(number, &attack).err()).collect()
    }

    fn check_text(&self, number: usize, attack: &Attack) -> Result<(), String> {
        let place = attack.make(&format!("arena-{:?}-{number}", self.who), self.who);
        let folder = place.folder.join("bot");
        if !folder.is_dir() {
            return Ok(());
        }
        // An archive with links would be refused because of them, and the text would not be tried.
        if attack.is_of_a_table() {
            remove_links(&folder);
        }
        place.hand_over();
        // Too large for any arena: a client would not send it.
        if let Some(large) = larger_than(&folder, MOST_BYTES) {
            println!("arena      {} not sent: {} is too large", attack.name, large.display());
            return Ok(());
        }
        let tar = Command::new("tar")
            .args(["-cf", "-", "--hard-dereference", "--ignore-failed-read", "-C"])
            .arg(&folder)
            .arg(".")
            .output();
        let outcome = self.upload(&format!("t{number}"), "bot.tar", &tar.unwrap().stdout);
        let shown = match &outcome {
            Outcome::Refused(why) => why,
            Outcome::Taken(shown) => shown,
        };
        println!("arena      {} {}", attack.name, shown.lines().next().unwrap_or_default());
        place.check_canaries(&[shown.as_bytes()]).map_err(|why| format!("{}: {why}", attack.name))
    }

    /// Archives that no honest program makes.
    fn check_archives(&self) -> Vec<String> {
        let place = Place::new(&format!("arena-{:?}-archives", self.who), self.who);
        let folder = place.folder.join("archives");
        fs::create_dir(&folder).unwrap();
        let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../attacks/host-text/archives.py");
        let mut python = Command::new("python3");
        python
            .args(["-W", "ignore"])
            .arg(script.canonicalize().unwrap())
            .current_dir(&folder)
            .envs(place.words());
        let done = python.output().unwrap();
        assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
        let mut failures = Vec::new();
        for (number, entry) in fs::read_dir(&folder).unwrap().enumerate() {
            let path = entry.unwrap().path();
            let name = path.file_name().unwrap().to_string_lossy().replace("%2F", "/");
            let sent_as = name.strip_prefix("held-name-").unwrap_or("bot.bin").to_owned();
            let outcome = self.upload(&format!("a{number}"), &sent_as, &fs::read(&path).unwrap());
            let is_refused = matches!(outcome, Outcome::Refused(_));
            let (Outcome::Refused(shown) | Outcome::Taken(shown)) = outcome;
            println!("arena      archive {name} {}", shown.lines().next().unwrap_or_default());
            if !is_refused && name.starts_with("refused-") {
                failures.push(format!("archive {name}: it was taken: {shown}"));
            }
            failures.extend(
                place.check_canaries(&[shown.as_bytes()]).err().map(|why| format!("archive {name}: {why}")),
            );
        }
        failures
    }

    /// An upload that names files of another on the worker's disk: a bot can find the path in /proc.
    fn check_paths_of_others(&self) -> Vec<String> {
        let attack =
            battery::commands().into_iter().find(|attack| attack.name.ends_with("run = sh play.sh")).unwrap();
        let place = attack.make(&format!("arena-{:?}-first", self.who), self.who);
        remove_links(&place.folder.join("bot"));
        place.hand_over();
        let pack = |place: &Place| {
            Command::new("tar")
                .args(["-cf", "-", "--hard-dereference", "-C"])
                .arg(place.folder.join("bot"))
                .arg(".")
                .output()
                .unwrap()
                .stdout
        };
        let (Outcome::Refused(first) | Outcome::Taken(first)) =
            self.upload("first", "bot.tar", &pack(&place));
        let Some(node) = find(&self.place.folder.join("arena"), "node") else {
            return vec![format!("the first upload lies nowhere, so nothing was tried: {first}")];
        };
        let folder = node.parent().unwrap().display();
        let mut failures = Vec::new();
        for (number, line) in [
            format!("{folder}/node play.js"),
            format!("{folder}/shims/python3 play.sh"),
            format!("{folder}/rustc"),
            format!("env {folder}/node play.js"),
        ]
        .iter()
        .enumerate()
        {
            for (key, rest) in [("run", ""), ("build", "run = \"sh play.sh\"\n")] {
                let manifest = format!("{key} = \"{line}\"\n{rest}");
                fs::write(place.folder.join("bot/skirmish.toml"), manifest).unwrap();
                let outcome = self.upload(&format!("next{number}{key}"), "bot.tar", &pack(&place));
                let (Outcome::Refused(shown) | Outcome::Taken(shown)) = outcome;
                println!("arena      {key} = {line}: {}", shown.lines().next().unwrap_or_default());
                failures.extend(
                    place
                        .check_canaries(&[shown.as_bytes()])
                        .err()
                        .map(|why| format!("{key} = {line}: {why}")),
                );
            }
        }
        failures
    }

    /// Submits a bot and waits for the outcome.
    fn upload(&self, bot: &str, file: &str, bytes: &[u8]) -> Outcome {
        let until = Instant::now() + PATIENCE;
        let query = [("game", "plantation"), ("bot", bot), ("file", file), ("language", "python")];
        let submitted: Submitted = loop {
            match self.client.post_bytes("/api/v1/submissions", &query, bytes) {
                Ok(submitted) => break submitted,
                Err(error) if error.is_passing() && Instant::now() < until => sleep(PAUSE),
                Err(NoAnswer::Refused { why, .. }) => return Outcome::Refused(why),
                Err(error) => panic!("{bot}: {error}\n{}", self.log()),
            }
        };
        let id = submitted.version.id;
        loop {
            let version = self.client.get::<Version>(&format!("/api/v1/versions/{id}"));
            match version {
                Ok(version) if !version.state.is_open() => {
                    let log =
                        self.client.get_bytes(&format!("/api/v1/versions/{id}/log")).unwrap_or_default();
                    let why = version.why.unwrap_or_default();
                    return Outcome::Taken(format!(
                        "{} {why}\n{}",
                        version.state,
                        String::from_utf8_lossy(&log)
                    ));
                }
                Ok(_) => {}
                Err(error) => assert!(error.is_passing(), "{bot}: {error}"),
            }
            assert!(Instant::now() < until, "{bot}: waited in vain\n{}", self.log());
            sleep(PAUSE);
        }
    }

    fn log(&self) -> String {
        fs::read_to_string(self.place.folder.join("log")).unwrap_or_default()
    }

    /// Stops it cleanly, and checks the trace of the whole run.
    fn stop(mut self) -> Vec<String> {
        self.end();
        match self.place.trace(".") {
            Err(why) => vec![why],
            Ok(trace) => {
                println!("arena      {:?} processes on the host and in jails", trace.processes);
                assert!(!trace.jailed.is_empty(), "nothing was played, so nothing was seen\n{}", self.log());
                Allowed::new(&self.place, Whose::Strangers, ".", &[]).violations(&trace)
            }
        }
    }

    /// Sends SIGTERM to the server, a child of `strace`, which exits with it.
    fn end(&mut self) {
        let children = format!("/proc/{0}/task/{0}/children", self.strace.id());
        let server =
            fs::read_to_string(children).ok().and_then(|text| text.split_whitespace().next()?.parse().ok());
        if let Some(server) = server {
            let _ = kill(Pid::from_raw(server), Signal::SIGTERM);
        }
        let _ = self.strace.wait();
    }
}

impl Drop for Arena {
    fn drop(&mut self) {
        self.end();
    }
}

fn remove_links(folder: &Path) {
    for entry in fs::read_dir(folder).unwrap().map(Result::unwrap) {
        match entry.file_type().unwrap() {
            kind if kind.is_symlink() => fs::remove_file(entry.path()).unwrap(),
            kind if kind.is_dir() => remove_links(&entry.path()),
            _ => {}
        }
    }
}

/// A file below the folder with more than `most` bytes.
fn larger_than(folder: &Path, most: u64) -> Option<PathBuf> {
    fs::read_dir(folder).ok()?.flatten().find_map(|entry| match entry.metadata() {
        Ok(found) if found.is_dir() => larger_than(&entry.path(), most),
        Ok(found) if found.is_file() && found.len() > most => Some(entry.path()),
        _ => None,
    })
}

/// A file of that name anywhere below the folder.
fn find(folder: &Path, name: &str) -> Option<PathBuf> {
    fs::read_dir(folder).ok()?.flatten().find_map(|entry| match entry.file_type() {
        Ok(kind) if kind.is_dir() => find(&entry.path(), name),
        Ok(_) if entry.file_name() == name => Some(entry.path()),
        _ => None,
    })
}
