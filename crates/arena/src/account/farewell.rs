//! Taking all of one's own along, and leaving.

use std::io::{Cursor, Write as _};

use serde_json::json;
use zip::write::SimpleFileOptions;

use super::{Refused, sign};
use crate::arena::Arena;
use crate::blobs::BadBlob;
use crate::queue::{self, Leave};
use crate::store::{Stored, User};
use crate::upload::{Limits, Tree};

/// Bytes of sources in one export; the newest versions come first.
const MOST_BYTES: usize = 64 << 20;
/// Matches of each bot that an export lists.
const MOST_MATCHES: i64 = 100;

/// All that is the user's, as a zip: `account.json`, and the sources of every version.
pub async fn export(arena: &Arena, user: &User) -> Result<Vec<u8>, Refused> {
    let mut bots = Vec::new();
    let mut sources = Vec::new();
    for bot in arena.store.bots_of(user.id).await? {
        let versions = arena.store.versions_of(bot.id).await?;
        let matches = arena.store.seatings_of_bot(bot.id, i64::MAX, MOST_MATCHES).await?;
        let own = matches.iter().filter(|seat| seat.bot_id == bot.id);
        for version in versions.iter().filter(|version| !version.source_hash.is_empty()) {
            sources
                .push((format!("bots/{}/version-{}", bot.id, version.number), version.source_hash.clone()));
        }
        bots.push(json!({
            "id": bot.id, "game": bot.game, "name": bot.name, "is_active": bot.is_active,
            "created_ms": bot.created_ms,
            "versions": versions.iter().map(|version| json!({
                "number": version.number, "language": version.language, "state": version.state, "why": version.why,
                "source": format!("bots/{}/version-{}", bot.id, version.number), "created_ms": version.created_ms,
            })).collect::<Vec<_>>(),
            "recent_matches": own.map(|seat| json!({
                "match": seat.match_id, "seat": seat.seat, "place": seat.place, "score": seat.score,
                "fault": seat.fault,
            })).collect::<Vec<_>>(),
        }));
    }
    let tokens = arena.store.tokens_of(user.id).await?;
    let account = json!({
        "name": user.name, "created_ms": user.created_ms, "is_admin": user.is_admin, "bots": bots,
        "tokens": tokens.iter().map(|token| json!({
            "label": token.label, "created_ms": token.created_ms, "used_ms": token.used_ms,
        })).collect::<Vec<_>>(),
    });
    let blobs = arena.blobs.clone();
    let packed = tokio::task::spawn_blocking(move || pack(&blobs, &account, &sources)).await;
    packed.map_err(|error| Refused::Ours(error.to_string()))?
}

fn pack(
    blobs: &crate::blobs::Blobs,
    account: &serde_json::Value,
    sources: &[(String, String)],
) -> Result<Vec<u8>, Refused> {
    let failed = |error: &dyn std::fmt::Display| Refused::Ours(format!("export: {error}"));
    let mut zip = zip::ZipWriter::new(Cursor::new(Vec::new()));
    let mut add = |path: String, bytes: &[u8]| {
        zip.start_file(path, SimpleFileOptions::default()).map_err(|error| failed(&error))?;
        zip.write_all(bytes).map_err(|error| failed(&error))
    };
    let text = serde_json::to_vec_pretty(account).map_err(|error| failed(&error))?;
    add("account.json".to_owned(), &text)?;
    let mut left = MOST_BYTES;
    for (folder, hash) in sources {
        let Ok(packed) = blobs.read(hash) else { continue };
        let Some(rest) = left.checked_sub(packed.len()) else { break };
        left = rest;
        let tree = Tree::unpack(&packed, &Limits::of_kept_source())?;
        for file in tree.files() {
            add(format!("{folder}/{}", file.path), &file.bytes)?;
        }
    }
    Ok(zip.finish().map_err(|error| failed(&error))?.into_inner())
}

/// Why what somebody who left had in the queue is not done.
const GONE: &str = "its owner left";
/// Blobs that are removed at once.
const MOST_BURIED: i64 = 200;

/// Deletes an account, once its password is given. Sources, what was built of them, logs and what the bots printed are
/// removed, names are forgotten, what waits in the queue is withdrawn; results stay, because others' ratings follow from
/// them.
pub async fn forget(arena: &Arena, user: &User, password: &str) -> Result<(), Refused> {
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
    writing.doom_blobs_of(user.id).await?;
    writing.forget_blobs_of(user.id).await?;
    writing.forget_user(user.id, now_ms).await?;
    writing.audit(None, "deleted, as asked,", &format!("account {}", user.id), "", now_ms).await?;
    writing.commit().await?;
    news.into_iter().for_each(|one| arena.tell(one));
    // Whatever is not removed now, because something breaks off here, is removed by whoever tends the queue.
    bury(arena).await?;
    Ok(())
}

/// Removes some of the blobs that are doomed and that nothing names any more; how many.
pub async fn bury(arena: &Arena) -> Stored<usize> {
    let mut count = 0;
    for hash in arena.store.doomed_blobs(MOST_BURIED).await? {
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
