//! `skirmish submit`: submits the bot in this folder, and waits until it plays.

use std::path::{Path, PathBuf};
use std::thread::sleep;
use std::time::{Duration, Instant};

use serde_json::json;
use skirmish_arena_client::{self as client, Client, Packed};
use skirmish_arena_protocol::answers::{Bot, Match, Matches, Me, Submitted, Version};
use skirmish_arena_protocol::states::{Lane, MatchKind, VersionState};
use skirmish_programs::{BadBot, Program};

use super::credentials::{ServerArgs, client_with_token};
use super::login::no_answer;
use crate::failure::{CommandResult, Failure};
use crate::terminal;
use skirmish_core::shown::shown_line;

/// The interval of polling the arena.
const PAUSE: Duration = Duration::from_millis(400);
/// The most lines of a build's log that are printed.
const MOST_LINES: usize = 200;

#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct SubmitArgs {
    /// The bot: a folder with skirmish.toml, or a source file
    #[arg(default_value = ".")]
    pub bot: PathBuf,
    /// The game [default: the one in skirmish.toml]
    #[arg(long)]
    pub game: Option<String>,
    /// What it is called there [default: the name in skirmish.toml, or the folder's]
    #[arg(long)]
    pub name: Option<String>,
    /// The language [default: found out]
    #[arg(long = "lang", value_name = "LANGUAGE")]
    pub language: Option<String>,
    #[command(flatten)]
    pub server: ServerArgs,
    /// Do not wait for the build and the trial
    #[arg(long)]
    pub no_wait: bool,
    /// How many seconds to wait
    #[arg(long, value_name = "SECONDS", default_value = "900", value_parser = clap::value_parser!(u64).range(1..=86_400))]
    pub wait: u64,
    /// Print JSON for scripts
    #[arg(long)]
    pub json: bool,
}

const EXAMPLES: &str = "\
Examples:
  skirmish submit                                   the bot in this folder
  skirmish submit ./bot.py --game utti --name rook  one file";

/// Submits, and follows the version until it plays or cannot.
pub fn run(args: &SubmitArgs) -> CommandResult {
    let submission = Submission::of(args)?;
    let client = client_with_token(&args.server)?;
    let Submission { game, name, packed, .. } = &submission;
    // The limit is asked for first: a server that gets too large a body closes the connection and cannot say why.
    let me: Me = client.get("/api/v1/me").map_err(no_answer(&client))?;
    if packed.bytes.len() as u64 > me.upload_bytes {
        return Err(Failure::input(format!(
            "{} has {} bytes as it is sent: {} takes at most {}; leave out what the bot does not need",
            args.bot.display(),
            packed.bytes.len(),
            client.server(),
            me.upload_bytes
        )));
    }
    let mut query = vec![("game", game.as_str()), ("bot", name), ("file", &packed.name)];
    if let Some(language) = &submission.language {
        query.push(("language", language));
    }
    let submitted: Submitted =
        client.post_bytes("/api/v1/submissions", &query, &packed.bytes).map_err(no_answer(&client))?;
    let mut following =
        Following { client: &client, submitted: &submitted, is_silent: args.json, shown: false };
    following.say(&format!(
        "{} ({game}, {}): version {} was submitted, {} file{}, {} KiB",
        terminal::plain(&submitted.bot),
        terminal::plain(&submitted.version.language),
        submitted.version.number,
        packed.files,
        if packed.files == 1 { "" } else { "s" },
        packed.bytes.len().div_ceil(1024)
    ));
    let version = match args.no_wait {
        true => submitted.version.clone(),
        false => following.follow(Duration::from_secs(args.wait))?,
    };
    let log = following.log(&version)?;
    if args.json {
        let text = json!({ "bot_id": submitted.bot_id, "bot": submitted.bot, "game": game, "version": version, "log": log });
        println!("{}", terminal::json(&text));
    }
    following.verdict(&version, log.as_deref(), args.no_wait)
}

/// What is submitted.
struct Submission {
    game: String,
    name: String,
    language: Option<String>,
    packed: Packed,
}

impl Submission {
    fn of(args: &SubmitArgs) -> Result<Self, Failure> {
        let path = &args.bot;
        std::fs::metadata(path)
            .map_err(|error| Failure::input(format!("cannot read {}: {error}", path.display())))?;
        let program = match path.is_dir() {
            true => match Program::of_folder(path) {
                Ok(program) => Some(program),
                // Without a skirmish.toml the arena detects the language, and the game comes from --game.
                Err(BadBot::NoManifest(_)) if args.game.is_some() => None,
                Err(bad) => return Err(Failure::input(bad)),
            },
            false => None,
        };
        let said = program.as_ref().and_then(|program| program.game.clone());
        let game = args.game.clone().or(said).ok_or_else(|| {
            Failure::input(format!(
                "which game does {} play? say it by --game, or in its skirmish.toml",
                path.display()
            ))
        })?;
        let game = crate::commands::game(&game).map(|entry| entry.info.name.to_owned())?;
        let name = args.name.clone().or_else(|| program.as_ref().map(|program| program.name.clone()));
        let name = name
            .or_else(|| stem(path))
            .ok_or_else(|| Failure::input("what is the bot called? say it by --name"))?;
        let language =
            args.language.clone().or_else(|| program.as_ref().and_then(|program| program.language.clone()));
        let is_built = program.is_some_and(|program| program.build.is_some());
        let packed = client::pack(path, is_built).map_err(Failure::input)?;
        Ok(Self { game, name, language, packed })
    }
}

fn stem(path: &Path) -> Option<String> {
    let path = path.canonicalize().ok()?;
    let name = if path.is_dir() { path.file_name() } else { path.file_stem() };
    Some(name?.to_string_lossy().into_owned())
}

/// A submitted version that is followed until it plays or fails.
struct Following<'a> {
    client: &'a Client,
    submitted: &'a Submitted,
    is_silent: bool,
    shown: bool,
}

impl Following<'_> {
    /// Polls until the version plays or fails.
    fn follow(&mut self, most: Duration) -> Result<Version, Failure> {
        let until = Instant::now() + most;
        let mut last = None;
        loop {
            let asked =
                self.client.get::<Version>(&format!("/api/v1/versions/{}", self.submitted.version.id));
            let version = match asked {
                Ok(version) => version,
                Err(error) if error.is_passing() && Instant::now() < until => {
                    self.show(&format!("waiting for the arena: {error}"));
                    sleep(PAUSE);
                    continue;
                }
                Err(error) => return Err(no_answer(self.client)(error)),
            };
            if version.state == VersionState::Built && last != Some(version.state) {
                self.say("built; now on trial against a bot of the house");
            }
            last = Some(version.state);
            if !version.state.is_open() {
                self.clear();
                return Ok(version);
            }
            if Instant::now() >= until {
                self.clear();
                return Err(Failure::input(format!(
                    "version {} is still {} after {} s; it goes on without you: `skirmish status`",
                    version.number,
                    version.state,
                    most.as_secs()
                )));
            }
            self.show(&self.place(&version));
            sleep(PAUSE);
        }
    }

    /// Its place in the queue, in words.
    fn place(&self, version: &Version) -> String {
        let (lane, doing) = match version.state {
            VersionState::Queued => (Lane::Build, "waiting for the build"),
            _ => (Lane::Trial, "waiting for the trial"),
        };
        let Ok(me) = self.client.get::<Me>("/api/v1/me") else { return doing.to_owned() };
        let is_it = |place: &&skirmish_arena_protocol::answers::Place| {
            place.lane == lane && (lane == Lane::Trial || place.id == version.id)
        };
        match me.queue.iter().find(is_it) {
            Some(place) => match place.ahead {
                None if lane == Lane::Build => "building".to_owned(),
                None => "playing its trial".to_owned(),
                Some(0) => format!("{doing}: it is next"),
                Some(ahead) => {
                    format!("{doing}: {ahead} before it, about {} s", place.wait_ms.div_euclid(1000) + 1)
                }
            },
            None => doing.to_owned(),
        }
    }

    /// The build's log, if the build failed and the log is not empty.
    fn log(&self, version: &Version) -> Result<Option<String>, Failure> {
        if version.state != VersionState::Failed {
            return Ok(None);
        }
        match self.client.get_bytes(&format!("/api/v1/versions/{}/log", version.id)) {
            Ok(bytes) if bytes.is_empty() => Ok(None),
            Ok(bytes) => Ok(Some(String::from_utf8_lossy(&bytes).into_owned())),
            Err(error) if error.status() == Some(404) => Ok(None),
            Err(error) => Err(no_answer(self.client)(error)),
        }
    }

    /// Prints the result and where to look; the exit code is 2 if it failed.
    fn verdict(&self, version: &Version, log: Option<&str>, is_early: bool) -> CommandResult {
        let server = self.client.server();
        let page = format!("{server}/bots/{}", self.submitted.bot_id);
        let why = version.why.as_deref().map(terminal::plain).unwrap_or_default();
        match version.state {
            VersionState::Ready => {
                let bot = self.client.get::<Bot>(&format!("/api/v1/bots/{}", self.submitted.bot_id));
                self.say(&match bot {
                    Ok(bot) if !bot.is_active => format!(
                        "ready, but resting: as many of your bots play this game as may; let it play at {page}"
                    ),
                    _ => format!("ready: it plays on the ladder from now on, see {page}"),
                });
                Ok(())
            }
            VersionState::Failed => {
                for line in log.into_iter().filter(|_| !self.is_silent).flat_map(tail) {
                    eprintln!("  | {}", shown_line(line));
                }
                Err(Failure::input(format!("version {} was not built: {why}", version.number)))
            }
            VersionState::Refused => {
                let trial = self
                    .trial(version)
                    .map(|it| format!("; look at it: skirmish fetch {} && skirmish watch", it.id));
                Err(Failure::input(format!(
                    "version {} failed its trial: {why}{}",
                    version.number,
                    trial.unwrap_or_default()
                )))
            }
            _ if is_early => {
                self.say(&format!("it waits for its build: `skirmish status`, or {page}"));
                Ok(())
            }
            state => Err(Failure::input(format!("version {} is {state}", version.number))),
        }
    }

    fn trial(&self, version: &Version) -> Option<Match> {
        let matches: Matches = self.client.get(&format!("/api/v1/matches?bot={}", version.bot_id)).ok()?;
        let is_it = |it: &Match| {
            it.kind == MatchKind::Trial && it.seats.iter().any(|seat| seat.version_id == version.id)
        };
        matches.matches.into_iter().find(is_it)
    }

    /// Prints a permanent line.
    fn say(&self, text: &str) {
        if !self.is_silent {
            self.wipe();
            println!("{text}");
        }
    }

    /// Shows a line that the next one replaces, if stderr is a terminal.
    fn show(&mut self, text: &str) {
        if !self.is_silent && terminal::is_error_terminal() {
            self.shown = true;
            terminal::overwrite(text);
        }
    }

    fn clear(&mut self) {
        self.wipe();
        self.shown = false;
    }

    fn wipe(&self) {
        if self.shown {
            terminal::overwrite("");
        }
    }
}

/// The last lines of a log.
fn tail(log: &str) -> Vec<&str> {
    let lines: Vec<&str> = log.lines().collect();
    lines[lines.len().saturating_sub(MOST_LINES)..].to_vec()
}
