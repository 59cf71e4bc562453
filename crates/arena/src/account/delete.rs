//! Deleting an account, and the blobs that nothing names any more.

use super::{Caller, Refused, sessions};
use crate::arena::Arena;
use crate::blobs::BadBlob;
use crate::bots;
use crate::queue::{self, Leave};
use crate::store::Stored;

/// Why what somebody who left had in the queue is not done.
const GONE: &str = "its owner left";
/// Blobs that are removed at once.
const MOST_REMOVED: i64 = 200;

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
    remove_doomed_blobs(arena).await?;
    Ok(())
}

/// Removes some of the blobs that are doomed and that nothing names any more; how many.
pub async fn remove_doomed_blobs(arena: &Arena) -> Stored<usize> {
    let mut count = 0;
    for hash in arena.store.doomed_blobs(MOST_REMOVED).await? {
        let mut writing = arena.store.write().await?;
        if !writing.take_doomed(&hash).await? {
            continue;
        }
        // Removed before the commit: until then nobody who needs the same bytes goes on.
        if writing.is_named(&hash).await? || remove(arena, hash).await {
            writing.commit().await?;
            count += 1;
        }
    }
    Ok(count)
}

/// Whether the blob is gone.
async fn remove(arena: &Arena, hash: String) -> bool {
    let blobs = arena.blobs.clone();
    let removing = tokio::task::spawn_blocking(move || match blobs.forget(&hash) {
        // What has no such name was never there.
        Ok(()) | Err(BadBlob::Name(_)) => true,
        Err(error) => {
            tracing::warn!(%error, "a blob cannot be removed yet");
            false
        }
    });
    removing.await.unwrap_or(false)
}
