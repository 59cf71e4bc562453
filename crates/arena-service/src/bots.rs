//! What can be done with a bot: pages, the API and so the command line call these, with a proof that whoever asks may.
//! What changed is told after it was committed.

use skirmish_arena_store::{Bot, VersionState, Writing};

use crate::account::{Admin, BotVersion, Owned, Refused, bot_name};
use crate::arena::{Arena, News};
use crate::ladder;
use crate::queue::{self, Leave};
use crate::storage;

/// The owner lets the bot rest: it keeps its rating, and plays no rated matches.
pub async fn rest(arena: &Arena, bot: &Owned<Bot>) -> Result<(), Refused> {
    let mut writing = arena.store.write().await?;
    writing.set_bot_active(bot.id, false).await?;
    let told = "its owner lets it rest";
    let news = queue::withdraw_bots(&mut writing, &[bot.id], Leave::Rest, told).await?;
    audit(arena, &mut writing, bot, "let rest", "").await?;
    writing.commit().await?;
    tell(arena, &bot.game, news);
    Ok(())
}

/// The owner lets the bot play again, if not too many of theirs do.
pub async fn wake(arena: &Arena, bot: &Owned<Bot>) -> Result<(), Refused> {
    let most = arena.settings.quota.active_bots;
    let mut writing = arena.store.write().await?;
    writing.hold_user(bot.user_id).await?;
    // As it is now, not as it was when the request came.
    let is_active = writing.bot(bot.id).await?.is_some_and(|bot| bot.is_active);
    if !is_active && writing.active_bots(bot.user_id, &bot.game).await? >= i64::from(most) {
        return Err(Refused::Conflict(format!(
            "{most} of your bots play this game already, which is all you may. Let one of them rest first."
        )));
    }
    writing.set_bot_active(bot.id, true).await?;
    audit(arena, &mut writing, bot, "woke", "").await?;
    writing.commit().await?;
    tell(arena, &bot.game, Vec::new());
    Ok(())
}

/// The owner lets this version of the bot play in place of another.
pub async fn choose(arena: &Arena, chosen: &Owned<BotVersion>) -> Result<(), Refused> {
    let BotVersion { bot, version } = &**chosen;
    if version.is_disqualified {
        return Err(Refused::Conflict("This version was disqualified: hand in another one.".to_owned()));
    }
    if version.state != VersionState::Ready {
        return Err(Refused::Conflict(
            "This version cannot play: it was not built, or failed its trial.".to_owned(),
        ));
    }
    let mut writing = arena.store.write().await?;
    writing.play_version(bot.id, version.id).await?;
    audit_as(arena, &mut writing, chosen, bot, "chose a version of", &format!("version {}", version.number))
        .await?;
    writing.commit().await?;
    tell(arena, &bot.game, vec![News::Version(version.id)]);
    Ok(())
}

/// Removes the files of a version that does not play any more, so that they count no longer; its results stay.
pub async fn remove_files(arena: &Arena, of: &Owned<BotVersion>) -> Result<(), Refused> {
    let BotVersion { bot, version } = &**of;
    let mut writing = arena.store.write().await?;
    if !writing.remove_files(version.id).await? {
        return Err(Refused::Conflict(
            "This version plays, or is about to. Let another one play first, and wait until its matches are over."
                .to_owned(),
        ));
    }
    audit_as(arena, &mut writing, of, bot, "removed the files of", &format!("version {}", version.number))
        .await?;
    writing.commit().await?;
    storage::collect_listed(arena).await?;
    tell(arena, &bot.game, vec![News::Version(version.id)]);
    Ok(())
}

/// Gives the bot another name; matches that were played keep the old one.
pub async fn rename(arena: &Arena, bot: &Owned<Bot>, name: &str) -> Result<String, Refused> {
    let name = bot_name(name)?;
    let taken = || {
        Refused::Conflict(format!(
            "Another bot is called “{name}”, or its name looks so. Choose another one."
        ))
    };
    let mut writing = arena.store.write().await?;
    if writing.is_bot_like(&bot.game, &name, bot.id).await? {
        return Err(taken());
    }
    let renamed = writing.rename_bot(bot.id, &name).await;
    renamed.map_err(|error| if error.is_duplicate() { taken() } else { error.into() })?;
    audit(arena, &mut writing, bot, "renamed", &format!("now {name}")).await?;
    writing.commit().await?;
    tell(arena, &bot.game, Vec::new());
    Ok(name)
}

/// Deletes the bot for good: its name, sources, logs and what it printed. Its results stay, because others' ratings
/// follow from them.
pub async fn delete(arena: &Arena, bot: &Owned<Bot>) -> Result<(), Refused> {
    let mut writing = arena.store.write().await?;
    let told = "its owner deleted it";
    let news = queue::withdraw_bots(&mut writing, &[bot.id], Leave::Gone, told).await?;
    writing.delete_bot(bot.id, arena.clock.now_ms()).await?;
    audit(arena, &mut writing, bot, "deleted", "").await?;
    writing.commit().await?;
    tell(arena, &bot.game, news);
    // Whatever is not removed now is removed by whoever tends the queue.
    storage::collect_listed(arena).await?;
    Ok(())
}

/// The host does not let a bot play, and says why.
pub async fn disable(arena: &Arena, admin: &Admin, bot_id: i64, why: &str) -> Result<(), Refused> {
    let bot = find(arena, bot_id).await?;
    let mut writing = arena.store.write().await?;
    writing.set_bot_disabled(bot_id, Some(why)).await?;
    let told = "the host disabled the bot";
    let news = queue::withdraw_bots(&mut writing, &[bot_id], Leave::Gone, told).await?;
    writing.audit(Some(admin.id), "disabled", &named(&bot), why, arena.clock.now_ms()).await?;
    writing.commit().await?;
    tell(arena, &bot.game, news);
    Ok(())
}

/// The host lets it play again.
pub async fn enable(arena: &Arena, admin: &Admin, bot_id: i64) -> Result<(), Refused> {
    let bot = find(arena, bot_id).await?;
    let mut writing = arena.store.write().await?;
    writing.set_bot_disabled(bot_id, None).await?;
    writing.audit(Some(admin.id), "enabled", &named(&bot), "", arena.clock.now_ms()).await?;
    writing.commit().await?;
    tell(arena, &bot.game, Vec::new());
    Ok(())
}

/// A bot leaves the ladder at once, and everybody's rating is fitted without its results. If the host lets it play again,
/// its next version counts, and those that it has do not.
pub async fn disqualify(arena: &Arena, admin: &Admin, bot_id: i64, why: &str) -> Result<(), Refused> {
    let bot = find(arena, bot_id).await?;
    let mut writing = arena.store.write().await?;
    let news = ladder::disqualify_in(&mut writing, bot_id, why).await?;
    writing.audit(Some(admin.id), "disqualified", &named(&bot), why, arena.clock.now_ms()).await?;
    writing.commit().await?;
    tell(arena, &bot.game, news);
    Ok(())
}

/// Tells that a game's ladder has changed.
pub fn tell_ladder(arena: &Arena, game: &str) {
    tell(arena, game, Vec::new());
}

fn tell(arena: &Arena, game: &str, news: Vec<News>) {
    news.into_iter().for_each(|one| arena.tell(one));
    if let Some(entry) = skirmish_games::find(game) {
        arena.tell(News::Ladder(entry.info.name));
    }
}

async fn find(arena: &Arena, id: i64) -> Result<Bot, Refused> {
    arena.store.bot(id).await?.ok_or(Refused::Missing("bot"))
}

/// Notes what an admin did with somebody else's bot.
async fn audit(
    arena: &Arena,
    writing: &mut Writing,
    bot: &Owned<Bot>,
    verb: &str,
    detail: &str,
) -> Result<(), Refused> {
    audit_as(arena, writing, bot, bot, verb, detail).await
}

async fn audit_as<T>(
    arena: &Arena,
    writing: &mut Writing,
    owned: &Owned<T>,
    bot: &Bot,
    verb: &str,
    detail: &str,
) -> Result<(), Refused> {
    if let Some(admin) = owned.by_admin() {
        writing.audit(Some(admin.id), verb, &named(bot), detail, arena.clock.now_ms()).await?;
    }
    Ok(())
}

fn named(bot: &Bot) -> String {
    format!("bot {} ({})", bot.id, bot.name)
}
