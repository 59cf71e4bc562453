//! How builds and matches get into the queue.

use skirmish_arena_store::{
    HOUSE_LANGUAGE, JobDraft, Lane, MatchDraft, MatchKind, StoreError, Stored, Subject, WorkerList, Writing,
};

use super::budget::is_over_budget;
use super::fresh_seed;
use crate::settings::Settings;

/// A match to be played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewMatch<'a> {
    /// The game.
    pub game: &'a str,
    /// Why it is played.
    pub kind: MatchKind,
    /// The preset; empty for the game's own config.
    pub preset: &'a str,
    /// Who plays, by seat: bot and version.
    pub seats: &'a [(i64, i64)],
    /// Whose challenge or trial it is.
    pub requested_by: Option<i64>,
}

/// The preset that the host wants played; empty for the game's own config.
#[must_use]
pub fn preset_of<'a>(settings: &'a Settings, game: &str) -> &'a str {
    settings.ladder.preset.get(game).map_or("", String::as_str)
}

/// Puts the build of a version into the queue.
pub async fn enqueue_build(
    tx: &mut Writing,
    settings: &Settings,
    version_id: i64,
    now_ms: i64,
) -> Stored<i64> {
    let version = tx.version(version_id).await?.ok_or_else(StoreError::missing)?;
    let bot = tx.bot(version.bot_id).await?.ok_or_else(StoreError::missing)?;
    let draft = JobDraft {
        lane: Lane::Build,
        subject: Subject::Build(version_id),
        user_id: Some(bot.user_id),
        is_over_budget: is_over_budget(tx, settings, bot.user_id, now_ms).await?,
        not_workers: WorkerList::default(),
        needs: &[version.language],
    };
    tx.add_job(&draft, now_ms).await
}

/// Puts a match on a fresh map into the queue, and gives its number.
pub async fn enqueue_match(
    tx: &mut Writing,
    settings: &Settings,
    new: &NewMatch<'_>,
    now_ms: i64,
) -> Stored<i64> {
    enqueue_with_seed(tx, settings, new, fresh_seed(), now_ms).await
}

/// The same on the map of this seed.
pub(crate) async fn enqueue_with_seed(
    tx: &mut Writing,
    settings: &Settings,
    new: &NewMatch<'_>,
    seed: u64,
    now_ms: i64,
) -> Stored<i64> {
    let mut seats = Vec::with_capacity(new.seats.len());
    let mut needs = Vec::new();
    for &(bot_id, version_id) in new.seats {
        let (bot, version) = (tx.bot(bot_id).await?, tx.version(version_id).await?);
        let (Some(bot), Some(version)) = (bot, version) else { return Err(StoreError::missing()) };
        if version.language == HOUSE_LANGUAGE {
            seats.push((bot_id, version_id, format!("house:{}", bot.name)));
        } else {
            needs.push(version.language);
            seats.push((bot_id, version_id, bot.name));
        }
    }
    let draft = MatchDraft {
        game: new.game,
        kind: new.kind,
        preset: new.preset,
        seed,
        seats: &seats,
        requested_by: new.requested_by,
        second_of: None,
    };
    let id = tx.add_match(&draft, now_ms).await?;
    let is_over_budget = match new.requested_by {
        Some(user_id) => is_over_budget(tx, settings, user_id, now_ms).await?,
        None => false,
    };
    let job = JobDraft {
        lane: Lane::of_match(new.kind),
        subject: Subject::Match(id),
        user_id: new.requested_by,
        is_over_budget,
        not_workers: WorkerList::default(),
        needs: &needs,
    };
    tx.add_job(&job, now_ms).await?;
    Ok(id)
}

/// The level of the house bots that a version is tried against: it plays a whole match, and takes next to no time for it.
const TRIAL_LEVEL: &str = "easy";

/// Puts the trial of a version into the queue: a match against an easy house bot of its game.
pub async fn enqueue_trial(
    tx: &mut Writing,
    settings: &Settings,
    version_id: i64,
    now_ms: i64,
) -> Stored<Option<i64>> {
    let Some(version) = tx.version(version_id).await? else { return Ok(None) };
    let Some(bot) = tx.bot(version.bot_id).await? else { return Ok(None) };
    let Some(entry) = skirmish_games::find(&bot.game) else { return Ok(None) };
    let mut seats = vec![(bot.id, version_id)];
    let house = tx.house_bots(&bot.game).await?;
    let level = house.iter().find(|(_, _, name)| name == TRIAL_LEVEL).or(house.first());
    // Where the house has no bot, a version shows against itself that it can play.
    let opponent = level.map_or((bot.id, version_id), |&(bot_id, version_id, _)| (bot_id, version_id));
    seats.resize(usize::from(*entry.info.seats.start()), opponent);
    let new = NewMatch {
        game: &bot.game,
        kind: MatchKind::Trial,
        preset: preset_of(settings, &bot.game),
        seats: &seats,
        requested_by: Some(bot.user_id),
    };
    enqueue_match(tx, settings, &new, now_ms).await.map(Some)
}
