//! The end of an account.

use super::{Refused, sign};
use crate::arena::Arena;
use crate::queue::{self, Leave};
use crate::storage;
use crate::store::User;

/// Why what somebody who left had in the queue is not done.
const GONE: &str = "its owner left";

/// Deletes an account, once its password is given. Sources, what was built of them, logs and what the bots printed are
/// removed, names are forgotten, what waits in the queue is withdrawn; results stay, because others' ratings follow from
/// them.
pub async fn delete(arena: &Arena, user: &User, password: &str) -> Result<(), Refused> {
    sign::confirm(arena, user, password).await?;
    let now_ms = arena.clock.now_ms();
    let mut writing = arena.store.write().await?;
    if !writing.hold_user(user.id).await? {
        return Err(Refused::Stranger);
    }
    let bots = writing.bots_of(user.id).await?;
    let ids: Vec<i64> = bots.iter().map(|bot| bot.id).collect();
    for bot in &bots {
        writing.rename_bot(bot.id, &format!("deleted-{}", bot.id)).await?;
        writing.set_bot_active(bot.id, false).await?;
    }
    let news = queue::withdraw_bots(&mut writing, &ids, Leave::Gone, GONE).await?;
    writing.list_unreferenced_of(user.id).await?;
    writing.forget_blobs_of(user.id).await?;
    writing.forget_user(user.id, now_ms).await?;
    writing.audit(None, "deleted, as asked,", &format!("account {}", user.id), "", now_ms).await?;
    writing.commit().await?;
    news.into_iter().for_each(|one| arena.tell(one));
    // Whatever is not removed now is removed by whoever tends the queue.
    storage::collect_listed(arena).await?;
    Ok(())
}
