//! Submitting: a tree of files becomes the next version of a bot, which waits to be built.

use skirmish_arena_store::{Bot, User, Writing};

use super::{Tree, language};
use crate::account::{Refused, bot_name};
use crate::arena::{Arena, News, off_async};
use crate::blobs::Staged;
use crate::queue;
use crate::storage;

/// What an hour is to a quota.
const HOUR_MS: i64 = 3_600_000;

/// What somebody submits.
#[derive(Clone, Debug)]
pub struct Submission {
    /// The game.
    pub game: String,
    /// The bot's name: a new one, or one of the user's own in this game.
    pub bot: String,
    /// The language, if they say.
    pub language: Option<String>,
    /// The files.
    pub tree: Tree,
}

/// What became of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Submitted {
    /// The bot.
    pub bot_id: i64,
    /// Its new version.
    pub version_id: i64,
}

/// Takes a bot, or a new version of one: checked against the quotas, kept, and put into the queue to be built. If it is
/// refused, nothing of it stays.
pub async fn submit(arena: &Arena, user: &User, submission: Submission) -> Result<Submitted, Refused> {
    let entry = arena.settings.game(&submission.game).ok_or(Refused::Missing("game"))?;
    let game = entry.info.name;
    let name = bot_name(&submission.bot)?;
    let now_ms = arena.clock.now_ms();
    let offered = language::offered(arena).await?;
    let language = match submission.language.as_deref().filter(|named| !named.is_empty()) {
        Some(named) => language::named_here(named, &offered)?,
        None => language::detect(&submission.tree, &arena.settings, &offered)?,
    };
    let tree = language::complete(submission.tree, game, &language, &arena.settings)?;
    let source = pack(arena, tree).await?;
    let bytes = i64::try_from(source.size).unwrap_or(i64::MAX);
    storage::check_site(arena)?;

    let mut writing = arena.store.write().await?;
    // From here on nobody removes the same bytes, which were perhaps somebody's who left.
    writing.hold_blobs().await?;
    // Whoever submits twice at once does so one after the other.
    if !writing.hold_user(user.id).await? {
        return Err(Refused::NotLoggedIn);
    }
    check_builds(arena, writing.builds_since(user.id, now_ms - HOUR_MS).await?)?;
    storage::check_account(&arena.settings, writing.stored_by(user.id).await?, bytes)?;
    let bot_id = match writing.bot_named(game, &name).await? {
        Some(bot) => {
            check_owner(Some(&bot), user, &name)?;
            bot.id
        }
        None => add_bot(arena, &mut writing, user, game, &name).await?,
    };
    let mut news = queue::withdraw_superseded(&mut writing, bot_id).await?;
    let version_id = writing.add_version(bot_id, &language, &source.name, now_ms).await?;
    writing.note_source_bytes(version_id, bytes).await?;
    news.push(News::Version(version_id));
    queue::enqueue_build(&mut writing, &arena.settings, version_id, now_ms).await?;
    off_async(move || source.keep()).await??;
    writing.commit().await?;
    arena.tell_all(news);
    Ok(Submitted { bot_id, version_id })
}

/// Packs the files into a blob that has no name on the disk yet.
async fn pack(arena: &Arena, tree: Tree) -> Result<Staged, Refused> {
    let blobs = arena.blobs.clone();
    let _turn = arena.packing.acquire().await;
    off_async(move || {
        let mut writer = blobs.write()?;
        tree.pack_into(&mut writer).map_err(|error| writer.failed(error))?;
        Ok(writer.finish()?)
    })
    .await?
}

fn check_builds(arena: &Arena, builds: i64) -> Result<(), Refused> {
    let most = arena.settings.quota.builds_an_hour;
    if builds < i64::from(most) {
        return Ok(());
    }
    let what = format!("You submitted {most} versions within an hour, which is all you may.");
    Err(Refused::TooOften { what, wait_seconds: 600 })
}

fn check_owner(bot: Option<&Bot>, user: &User, name: &str) -> Result<(), Refused> {
    match bot {
        Some(bot) if bot.user_id != user.id => Err(Refused::Conflict(format!(
            "A bot of somebody else is called “{name}” already. Choose another name."
        ))),
        Some(Bot { disabled_why: Some(why), .. }) => {
            Err(Refused::Conflict(format!("The host does not let this bot play: {why}")))
        }
        _ => Ok(()),
    }
}

async fn add_bot(
    arena: &Arena,
    writing: &mut Writing,
    user: &User,
    game: &'static str,
    name: &str,
) -> Result<i64, Refused> {
    let quota = &arena.settings.quota;
    if writing.count_bots(user.id).await? >= i64::from(quota.bots) {
        let told =
            format!("You have {} bots, which is all you may. Submit a new version of one.", quota.bots);
        return Err(Refused::Conflict(told));
    }
    if writing.is_bot_like(game, name, 0).await? {
        let told =
            format!("“{name}” looks like the name of a bot that is there already. Choose another name.");
        return Err(Refused::Conflict(told));
    }
    let is_active = writing.active_bots(user.id, game).await? < i64::from(quota.active_bots);
    let bot_id = writing.add_bot(user.id, game, name, arena.clock.now_ms()).await?;
    if !is_active {
        // It is built and tried, and waits until another of the user's bots rests.
        writing.set_bot_active(bot_id, false).await?;
    }
    Ok(bot_id)
}
