//! What the API answers, as JSON. The command line reads the same types.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::states::{Lane, MatchKind, MatchState, Scope, VersionState};

/// Why a request was not done.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Problem {
    /// A sentence for whoever asked.
    pub error: String,
}

/// The games that are played here.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Games {
    /// By name.
    pub games: Vec<Game>,
}

/// A game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Game {
    /// Its name in addresses and commands.
    pub name: String,
    /// Its name for people.
    pub title: String,
    /// The version of its rules.
    pub version: u32,
    /// The fewest players.
    pub least_seats: u8,
    /// The most players.
    pub most_seats: u8,
    /// Whether players do not see everything.
    pub has_secrets: bool,
}

/// The languages that the host knows.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Languages {
    /// By name.
    pub languages: Vec<Language>,
}

/// A language.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Language {
    /// Its name in commands.
    pub name: String,
    /// Its name for people.
    pub title: String,
    /// The command that builds, where the host has its own.
    pub build: Option<String>,
    /// The command that plays, where the host has its own.
    pub run: Option<String>,
    /// Whether bots in it can be submitted now: a worker that is here has it.
    pub is_offered: bool,
}

/// A part of a game's ladder.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct Ladder {
    /// The game.
    pub game: String,
    /// How many bots are on it.
    pub bots: u32,
    /// The best first.
    pub standings: Vec<Standing>,
    /// Why results that come now are unconfirmed, as a sentence; none if they are not. Every match says of itself whether
    /// it is confirmed.
    pub unconfirmed_why: Option<String>,
    /// What `after` is for the next part; none if this is the last.
    pub next: Option<i64>,
}

/// One line of the table.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct Standing {
    /// The place, from 1.
    pub place: u32,
    /// The bot.
    pub bot_id: i64,
    /// What it is called.
    pub bot: String,
    /// Whose it is.
    pub user_id: i64,
    /// What the owner is called.
    pub owner: String,
    /// Whether it belongs to the house.
    pub is_house: bool,
    /// The version that plays.
    pub version_id: i64,
    /// Its number among the bot's.
    pub number: i64,
    /// What it is written in.
    pub language: String,
    /// Its rating in Elo; the house bots' mean is 1500.
    pub rating: f64,
    /// Relative to the mean of the ladder, the strength is within this of the rating, with 95 % confidence.
    pub error: f64,
    /// How many rated matches it played.
    pub matches: i64,
    /// Those of them in which it alone was first.
    pub won: i64,
    /// In which it shared the first place.
    pub drawn: i64,
    /// In which it was behind, without a fault.
    pub lost: i64,
    /// Which it lost by a fault.
    pub faults: i64,
}

/// Some bots.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Bots {
    /// The bots.
    pub bots: Vec<Bot>,
}

/// A bot.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Bot {
    /// Its number.
    pub id: i64,
    /// The game it plays.
    pub game: String,
    /// Its name.
    pub name: String,
    /// Whose it is.
    pub owner: String,
    /// Whether its owner lets it play.
    pub is_active: bool,
    /// Why the host does not let it play.
    pub disabled_why: Option<String>,
    /// Why the arena lets it rest: it failed again and again, and its owner has not woken it since.
    pub rested_why: Option<String>,
    /// The version that plays.
    pub version_id: Option<i64>,
    /// When it was made, in milliseconds since 1970.
    pub created_ms: i64,
}

/// Where a bot stands.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct BotStatus {
    /// The bot.
    pub bot: Bot,
    /// Its newest version.
    pub newest: Option<Version>,
    /// Its place, rating and record; none if it does not play.
    pub standing: Option<Standing>,
    /// How many bots are on the ladder.
    pub bots: u32,
    /// What of it waits in the queue or is being done.
    pub queue: Vec<Place>,
}

/// A bot's versions.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Versions {
    /// The newest first.
    pub versions: Vec<Version>,
}

/// A version of a bot.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Version {
    /// Its number in the arena.
    pub id: i64,
    /// The bot.
    pub bot_id: i64,
    /// Its number among the bot's, from 1.
    pub number: i64,
    /// What it is written in.
    pub language: String,
    /// How far it has come.
    pub state: VersionState,
    /// Why it came no further; for its owner.
    pub why: Option<String>,
    /// When it was submitted, in milliseconds since 1970.
    pub created_ms: i64,
}

/// Some matches.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Matches {
    /// The newest first.
    pub matches: Vec<Match>,
    /// What `before` is for older ones; none if there are none.
    pub next: Option<i64>,
}

/// A match.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Match {
    /// Its number.
    pub id: i64,
    /// The game.
    pub game: String,
    /// Why it is played.
    pub kind: MatchKind,
    /// How far it has come.
    pub state: MatchState,
    /// The preset; empty for the game's own rules.
    pub preset: String,
    /// The seed.
    pub seed: String,
    /// Who plays.
    pub seats: Vec<Seat>,
    /// How many decisions it had.
    pub turns: Option<i64>,
    /// What ended it.
    pub ending: Option<String>,
    /// Why it was given up, withdrawn or doubted.
    pub why: Option<String>,
    /// Whether two workers disagree about it.
    pub is_doubted: bool,
    /// Whether the host took it out of the rating.
    pub is_void: bool,
    /// Whether the arena's own worker played it, or a second worker came to the same result.
    pub is_confirmed: bool,
    /// Its place in the order in which results were rated.
    pub result_seq: Option<i64>,
    /// When it was made, in milliseconds since 1970.
    pub created_ms: i64,
    /// When its result came.
    pub ended_ms: Option<i64>,
}

/// Who sat where, and how it went.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Seat {
    /// The bot.
    pub bot_id: i64,
    /// Its version.
    pub version_id: i64,
    /// What it was called then.
    pub name: String,
    /// Its place; 1 is best.
    pub place: Option<i64>,
    /// Its score.
    pub score: Option<i64>,
    /// What cost it the match: `late`, `gone`, `garbled`, `flooded`.
    pub fault: Option<String>,
    /// The same for people.
    pub fault_sentence: Option<String>,
}

/// Whoever asks.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Me {
    /// Its name.
    pub name: String,
    /// Whether it is an admin.
    pub is_admin: bool,
    /// Its bots.
    pub bots: Vec<Bot>,
    /// What of it waits in the queue.
    pub queue: Vec<Place>,
    /// The largest upload in bytes, as it is sent.
    pub upload_bytes: u64,
    /// The token by which they ask.
    pub token: MyToken,
}

/// The token that came with a request.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct MyToken {
    /// What its owner calls it.
    pub label: String,
    /// What it is good for.
    pub scopes: Vec<Scope>,
    /// When it was made, in milliseconds since 1970.
    pub created_ms: i64,
    /// When it ends.
    pub expires_ms: i64,
}

/// One of a user's jobs in the queue.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Place {
    /// What it is, and with which others it takes turns.
    pub lane: Lane,
    /// The version if it is a build, the match otherwise.
    pub id: i64,
    /// How many come before it; none if a worker has it.
    pub ahead: Option<i64>,
    /// When it may begin, in milliseconds from now.
    pub wait_ms: i64,
}

/// A request for a token.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct LogIn {
    /// The account's name.
    pub name: String,
    /// Its password.
    pub password: String,
    /// What the token is for, as its owner will see it in a list.
    pub label: String,
    /// What it is to be good for: `submit` and `read` unless said; `admin`, or `worker` alone, for admins.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(min_items = 1)]
    pub scopes: Option<Vec<Scope>>,
    /// After how many days it ends, if not after as many as the host says.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(minimum = 1)]
    pub days: Option<u32>,
}

/// A token, which is told once.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct NewToken {
    /// What goes behind `Authorization: Bearer`.
    pub token: String,
    /// The account's name.
    pub name: String,
    /// What it is good for.
    pub scopes: Vec<Scope>,
    /// When it ends, in milliseconds since 1970.
    pub expires_ms: i64,
}

/// Another name for a bot.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Rename {
    /// The name.
    pub name: String,
}

/// A version that waits for its build.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Submitted {
    /// The bot.
    pub bot_id: i64,
    /// Its name.
    pub bot: String,
    /// The version.
    pub version: Version,
}

/// A request for a match.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Challenge {
    /// A bot of one's own.
    pub bot_id: i64,
    /// Another one of the same game.
    pub other_id: i64,
}

/// A match that waits.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Challenged {
    /// The match.
    pub match_id: i64,
}

/// How the server is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Health {
    /// `ok`, or what does not work.
    pub status: String,
    /// The program's version.
    pub version: String,
    /// How many jobs wait.
    pub queued_jobs: i64,
}

/// Nothing to say.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Nothing {}
