//! A version of a bot, for its owner: how far it is, what the build said, what is in it.

use std::io::Read;
use std::sync::Arc;

use askama::Template;
use axum::extract::State;
use axum::http::header::{CONTENT_DISPOSITION, CONTENT_TYPE};
use axum::response::{IntoResponse as _, Redirect, Response};
use skirmish_arena_service::account::{BotVersion, Caller, Owned, Refused, log_of};
use skirmish_arena_service::arena::{Arena, off_async};
use skirmish_arena_service::bots;
use skirmish_arena_service::queue;
use skirmish_arena_service::upload;
use skirmish_arena_store::{Bot, Lane, MatchKind, Version, VersionState};

use super::bot::{Nothing, to_bot};
use super::frame::{Frame, page as made};
use super::list::{Line, lines};
use super::words;
use crate::request::{Posted, Refusal};
use crate::transfer::blob_body;

/// Characters of a log that a page shows.
const MOST_LOG_CHARS: usize = 100_000;
/// Characters of a source file that a page shows.
const MOST_FILE_CHARS: usize = 200_000;
/// Bytes of one file or log that are looked at for that, and of all files of a page together.
const MOST_HEAD_BYTES: u64 = 1 << 20;
const MOST_SHOWN_BYTES: u64 = 4 << 20;
/// Matches among which a trial is looked for.
const MOST_MATCHES: i64 = 50;

#[derive(Template)]
#[template(path = "version.html")]
struct VersionPage {
    frame: Frame,
    bot: Bot,
    version: Version,
    title: &'static str,
    steps: Vec<Step>,
    when: String,
    log: Option<String>,
    files: Vec<ShownFile>,
    trials: Vec<Line>,
    waits: Option<String>,
    is_playing: bool,
    /// That the log was removed, if so.
    removed: Option<String>,
    /// How much its files take, if they may be removed.
    removable: Option<String>,
}

/// A step on the way onto the ladder.
struct Step {
    name: &'static str,
    /// `done`, `now`, `bad` or `later`.
    how: &'static str,
}

struct ShownFile {
    path: String,
    text: Option<String>,
    bytes: u64,
}

/// The page of a version.
pub async fn page(
    owned: Owned<BotVersion>,
    State(arena): State<Arc<Arena>>,
    caller: Caller,
) -> Result<Response, Refusal> {
    let BotVersion { bot, version } = owned.into_inner();
    let id = version.id;
    let info = skirmish_games::find(&bot.game).ok_or(Refused::Missing("game"))?.info;
    let (log, files) = read(&arena, &version).await?;
    let matches = arena.store.matches_of_bot(bot.id, i64::MAX, MOST_MATCHES).await?;
    let seatings = arena.store.seatings_of_bot(bot.id, i64::MAX, MOST_MATCHES).await?;
    let is_mine =
        |match_id: i64| seatings.iter().any(|seat| seat.match_id == match_id && seat.version_id == id);
    let trials: Vec<_> =
        matches.into_iter().filter(|found| found.kind == MatchKind::Trial && is_mine(found.id)).collect();
    let now_ms = arena.clock.now_ms();
    let is_waiting = version.state.is_open();
    let about = trials.iter().filter(|_| is_waiting).map(|found| format!("&match={}", found.id)).next_back();
    let events = format!("version={id}{}", about.unwrap_or_default());
    made(&VersionPage {
        frame: Frame::new(&arena, &caller, format!("{}, version {}", bot.name, version.number))
            .with_events(events)
            .waiting(is_waiting),
        title: info.title,
        steps: steps(&bot, &version),
        when: words::ago(now_ms, version.created_ms),
        log,
        files,
        trials: lines(&trials, &seatings, now_ms),
        waits: waits(&arena, &bot, id).await?,
        is_playing: bot.version_id == Some(id),
        removed: version
            .log_removed_ms
            .and_then(|_| log_of(&version).err())
            .map(|removed| removed.to_string()),
        removable: removable(&bot, &version),
        bot,
        version,
    })
}

fn removable(bot: &Bot, version: &Version) -> Option<String> {
    let is_over = !matches!(version.state, VersionState::Queued | VersionState::Built);
    let goes = is_over && bot.version_id != Some(version.id) && !version.source_hash.is_empty();
    let bytes = version.source_bytes + version.artefact_bytes + version.log_bytes;
    goes.then(|| skirmish_arena_protocol::upload::size(bytes.unsigned_abs()))
}

fn steps(bot: &Bot, version: &Version) -> Vec<Step> {
    let hows = match version.state {
        VersionState::Queued => ["done", "now", "later", "later"],
        VersionState::Failed | VersionState::Superseded => ["done", "bad", "later", "later"],
        VersionState::Built => ["done", "done", "now", "later"],
        VersionState::Refused if version.artefact_hash.is_none() => ["done", "bad", "later", "later"],
        VersionState::Refused => ["done", "done", "bad", "later"],
        _ if bot.version_id == Some(version.id) && bot.is_active => ["done", "done", "done", "done"],
        _ => ["done", "done", "done", "later"],
    };
    let names = ["submitted", "built", "tried against the house", "plays on the ladder"];
    names.into_iter().zip(hows).map(|(name, how)| Step { name, how }).collect()
}

/// How long the build may still wait.
async fn waits(arena: &Arena, bot: &Bot, version_id: i64) -> Result<Option<String>, Refused> {
    let places = queue::place_in_queue(arena, bot.user_id).await?;
    let place = places.into_iter().find(|place| place.lane == Lane::Build && place.id == version_id);
    Ok(place.map(|place| match place.ahead {
        None => "It is being built right now.".to_owned(),
        Some(0) => "It is the next to be built.".to_owned(),
        Some(ahead) => {
            format!("{} before it: about {}.", words::plural(ahead, "job"), words::lasting(place.wait_ms))
        }
    }))
}

/// The log and the files, as far as they can be shown.
async fn read(arena: &Arena, version: &Version) -> Result<(Option<String>, Vec<ShownFile>), Refused> {
    let blobs = arena.blobs.clone();
    let (log_hash, source_hash) = (version.log_hash.clone(), version.source_hash.clone());
    off_async(move || {
        let log = log_hash.and_then(|hash| Some(shorten(head(blobs.reader(&hash).ok()?), MOST_LOG_CHARS)));
        let tree = if source_hash.is_empty() { None } else { upload::unpack_kept(&blobs, &source_hash).ok() };
        let tree = tree.unwrap_or_default();
        let mut left = MOST_SHOWN_BYTES;
        (log, tree.files().iter().map(|file| shown(file, &mut left)).collect())
    })
    .await
}

/// A file as far as there is room for it.
fn shown(file: &upload::File, left: &mut u64) -> ShownFile {
    let bytes = file.content.len();
    let head = if bytes <= *left { head(file.content.reader()) } else { Vec::new() };
    let is_text = bytes <= *left && is_text(&head);
    if is_text {
        *left -= bytes.min(MOST_HEAD_BYTES);
    }
    ShownFile { path: file.path.clone(), text: is_text.then(|| shorten(head, MOST_FILE_CHARS)), bytes }
}

/// Whether it is UTF-8, but for a character that was cut at the end.
fn is_text(head: &[u8]) -> bool {
    std::str::from_utf8(head).map_or_else(|error| error.error_len().is_none(), |_| true)
}

/// As much as a page shows at most.
fn head(from: impl Read) -> Vec<u8> {
    let mut bytes = Vec::new();
    // What cannot be read is not shown.
    let _ = from.take(MOST_HEAD_BYTES).read_to_end(&mut bytes);
    bytes
}

fn shorten(bytes: Vec<u8>, most: usize) -> String {
    let text = String::from_utf8_lossy(&bytes);
    match text.char_indices().nth(most) {
        Some((end, _)) => format!("{}\n… (the rest is left out)", &text[..end]),
        None => text.into_owned(),
    }
}

/// The source, as it was submitted.
pub async fn source(owned: Owned<BotVersion>, State(arena): State<Arc<Arena>>) -> Result<Response, Refusal> {
    let BotVersion { bot, version } = &*owned;
    if version.source_hash.is_empty() {
        return Err(Refused::Missing("source").into());
    }
    let bytes = blob_body(&arena, &version.source_hash).await?;
    let name = format!("attachment; filename=\"bot-{}-version-{}.tar\"", bot.id, version.number);
    let headers = [(CONTENT_TYPE, "application/x-tar".to_owned()), (CONTENT_DISPOSITION, name)];
    Ok((headers, bytes).into_response())
}

/// What the build printed.
pub async fn log(owned: Owned<BotVersion>, State(arena): State<Arc<Arena>>) -> Result<Response, Refusal> {
    let bytes = blob_body(&arena, &log_of(&owned.version)?).await?;
    Ok(([(CONTENT_TYPE, "text/plain; charset=utf-8")], bytes).into_response())
}

/// Removes the files of a version that does not play any more, so that they count no longer; its results stay.
pub async fn remove_files(
    owned: Owned<BotVersion>,
    State(arena): State<Arc<Arena>>,
    _: Posted<Nothing>,
) -> Result<Response, Refusal> {
    bots::remove_files(&arena, &owned).await?;
    Ok(Redirect::to(&format!("/versions/{}", owned.version.id)).into_response())
}

/// The owner lets this version play in place of another.
pub async fn play(
    owned: Owned<BotVersion>,
    State(arena): State<Arc<Arena>>,
    _: Posted<Nothing>,
) -> Result<Response, Refusal> {
    bots::choose(&arena, &owned).await?;
    Ok(to_bot(owned.bot.id))
}
