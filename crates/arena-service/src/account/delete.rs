//! The end of an account.

use super::{Caller, Refused, sessions};
use crate::arena::Arena;
use crate::bots;
use crate::queue::{self, Leave};
use crate::storage;

/// Why what somebody who left had in the queue is not done.
const GONE: &str = "its owner left";

/// Deletes an account, once its password is given. Sources, what was built of them, logs and what the bots printed are
/// removed, names are forgotten, what waits in the queue is withdrawn; results stay, because others' ratings follow from
/// them.
pub async fn delete_account(arena: &Arena, caller: &Caller, password: &str) -> Result<(), Refused> {
    let user = sessions::confirm(arena, caller, password).await?;
    let now_ms = arena.clock.now_ms();
    let mut writing = arena.store.write().await?;
    if !writing.hold_user(user.id).await? {
        return Err(Refused::NotLoggedIn);
    }
    let bots = writing.bots_of(user.id).await?;
    let ids: Vec<i64> = bots.iter().map(|bot| bot.id).collect();
    let news = queue::withdraw_bots(&mut writing, &ids, Leave::Gone, GONE).await?;
    for bot in &bots {
        writing.delete_bot(bot.id, now_ms).await?;
    }
    writing.forget_user(user.id, now_ms).await?;
    writing.audit(None, "deleted, as asked,", &format!("account {}", user.id), "", now_ms).await?;
    writing.commit().await?;
    news.into_iter().for_each(|one| arena.tell(one));
    bots.iter().for_each(|bot| bots::tell_ladder(arena, &bot.game));
    // Whatever is not removed now, because something breaks off here, is removed by whoever tends the queue.
    storage::collect_listed(arena).await?;
    Ok(())
}
