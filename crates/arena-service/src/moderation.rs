//! What admins do with people and workers. Whatever they do is written down, and told after it was committed.

use skirmish_arena_store::{Stored, User};

use crate::account::{Admin, Refused, user_name};
use crate::arena::Arena;
use crate::bots::tell_ladder;
use crate::queue::{self, Leave};

/// Bans a user: their bots leave the ladder, their sessions end.
pub async fn ban(arena: &Arena, admin: &Admin, user: &User, why: &str) -> Result<(), Refused> {
    let mut writing = arena.store.write().await?;
    writing.set_banned(user.id, true).await?;
    let bots = writing.bots_of(user.id).await?;
    let ids: Vec<i64> = bots.iter().map(|bot| bot.id).collect();
    let told = "its owner was banned";
    let news = queue::withdraw_bots(&mut writing, &ids, Leave::Gone, told).await?;
    writing.audit(Some(admin.id), "banned", &user.name, why, arena.clock.now_ms()).await?;
    writing.commit().await?;
    news.into_iter().for_each(|one| arena.tell(one));
    bots.iter().for_each(|bot| tell_ladder(arena, &bot.game));
    Ok(())
}

/// Lets a banned user come in again.
pub async fn unban(arena: &Arena, admin: &Admin, user: &User) -> Result<(), Refused> {
    let mut writing = arena.store.write().await?;
    writing.set_banned(user.id, false).await?;
    writing.audit(Some(admin.id), "unbanned", &user.name, "", arena.clock.now_ms()).await?;
    writing.commit().await?;
    Ok(tell_ladders_of(arena, user.id).await?)
}

/// Gives a user another name.
pub async fn rename(arena: &Arena, admin: &Admin, user: &User, name: &str) -> Result<String, Refused> {
    let name = user_name(name)?;
    let mut writing = arena.store.write().await?;
    if !writing.rename_user(user.id, &name).await? {
        return Err(Refused::Conflict(format!("Somebody else is called “{name}”, or a name looks so.")));
    }
    let detail = format!("now {name}");
    writing.audit(Some(admin.id), "renamed", &user.name, &detail, arena.clock.now_ms()).await?;
    writing.commit().await?;
    tell_ladders_of(arena, user.id).await?;
    Ok(name)
}

/// Makes a user an admin, or an admin a user.
pub async fn set_admin(arena: &Arena, admin: &Admin, user: &User, is_admin: bool) -> Result<(), Refused> {
    let verb = if is_admin { "made an admin of" } else { "made a user of" };
    let mut writing = arena.store.write().await?;
    writing.set_admin(user.id, is_admin).await?;
    writing.audit(Some(admin.id), verb, &user.name, "", arena.clock.now_ms()).await?;
    Ok(writing.commit().await?)
}

/// Trusts a flagged worker again.
pub async fn trust_worker(arena: &Arena, admin: &Admin, worker_id: i64) -> Result<(), Refused> {
    let worker = arena.store.worker(worker_id).await?.ok_or(Refused::Missing("worker"))?;
    let was = worker.flagged_why.unwrap_or_default();
    let mut writing = arena.store.write().await?;
    writing.flag_worker(worker_id, None).await?;
    writing.audit(Some(admin.id), "trusts again worker", &worker.name, &was, arena.clock.now_ms()).await?;
    Ok(writing.commit().await?)
}

/// A user whom this admin may change: not the house, and not oneself, so that there is always an admin.
pub async fn another(arena: &Arena, admin: &Admin, name: &str) -> Result<User, Refused> {
    let user = arena.store.user_by_name(name).await?.ok_or(Refused::Missing("user"))?;
    if user.id == admin.id {
        return Err(Refused::Conflict("You cannot do this to yourself; another admin can.".to_owned()));
    }
    if user.is_house {
        return Err(Refused::Conflict("The house is not a person; disable its bots instead.".to_owned()));
    }
    Ok(user)
}

/// Tells that the ladders that show a user have changed.
async fn tell_ladders_of(arena: &Arena, user_id: i64) -> Stored<()> {
    let bots = arena.store.bots_of(user_id).await?;
    bots.iter().for_each(|bot| tell_ladder(arena, &bot.game));
    Ok(())
}
