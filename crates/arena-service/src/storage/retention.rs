//! How long replays, what bots printed, and the logs of failed builds are kept.

use skirmish_arena_store::{KeptReplay, Stored};

use super::collect_listed;
use crate::arena::Arena;

const DAY_MS: i64 = 24 * 60 * 60 * 1000;
/// Replays and logs that are looked at in one step.
const MOST_AT_ONCE: i64 = 50;
/// Where the site is full, replays are kept for at least so many days.
const LEAST_DAYS: u32 = 1;

/// How far replays and logs were looked at; at the end it begins anew.
#[derive(Debug)]
pub struct Seen {
    replay: KeptReplay,
    log: i64,
}

impl Default for Seen {
    fn default() -> Self {
        Self { replay: KeptReplay { match_id: 0, ended_ms: 0 }, log: 0 }
    }
}

/// Removes some replays and logs that are older than the host keeps them; how many.
pub async fn remove_old_files(arena: &Arena, seen: &mut Seen) -> Stored<usize> {
    let removed = replays(arena, seen).await? + logs(arena, seen).await?;
    if removed > 0 {
        collect_listed(arena).await?;
    }
    Ok(removed)
}

async fn replays(arena: &Arena, seen: &mut Seen) -> Stored<usize> {
    let storage = &arena.settings.storage;
    let is_full = arena.blobs.stored_bytes().is_some_and(|stored| stored >= storage.site_bytes);
    let days = match storage.replay_days {
        _ if is_full => LEAST_DAYS,
        0 => return Ok(0),
        days => days,
    };
    let now_ms = arena.clock.now_ms();
    let before_ms = now_ms - i64::from(days) * DAY_MS;
    let found = arena.store.replays_between(&seen.replay, before_ms, MOST_AT_ONCE).await?;
    let Some(last) = found.last() else {
        seen.replay = Seen::default().replay;
        return Ok(0);
    };
    seen.replay = last.clone();
    let mut count = 0;
    let mut tx = arena.store.write().await?;
    for KeptReplay { match_id, .. } in found {
        count += usize::from(tx.remove_replay(match_id, storage.replay_matches.into(), now_ms).await?);
    }
    tx.commit().await?;
    Ok(count)
}

async fn logs(arena: &Arena, seen: &mut Seen) -> Stored<usize> {
    let days = arena.settings.storage.log_days;
    if days == 0 {
        return Ok(0);
    }
    let now_ms = arena.clock.now_ms();
    let found = arena.store.failed_logs(seen.log, now_ms - i64::from(days) * DAY_MS, MOST_AT_ONCE).await?;
    seen.log = found.last().copied().unwrap_or(0);
    if found.is_empty() {
        return Ok(0);
    }
    let mut tx = arena.store.write().await?;
    for version_id in &found {
        tx.remove_log(*version_id, now_ms).await?;
    }
    tx.commit().await?;
    Ok(found.len())
}
