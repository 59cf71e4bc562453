//! Blobs that nothing names are removed: those that were listed when the last row that named them went, at once; those
//! that no row ever named, once they are old enough that nobody is about to name them.

use std::time::Duration;

use skirmish_arena_store::Stored;

use crate::account::Refused;
use crate::arena::{Arena, off_async};
use crate::blobs::{BadBlob, Blobs};

/// Blobs that are looked at in one transaction.
const MOST_AT_ONCE: usize = 100;
/// How long a blob may be there before something names it. A worker leaves what it made and reports it within minutes.
pub const UNNAMED_FOR: Duration = Duration::from_secs(24 * 60 * 60);

/// Removes blobs of the list that nothing names any more; how many were taken off the list.
pub async fn collect_listed(arena: &Arena) -> Stored<usize> {
    let listed = arena.store.unreferenced_blobs(MOST_AT_ONCE as i64).await?;
    if listed.is_empty() {
        return Ok(0);
    }
    let mut tx = arena.store.write().await?;
    tx.hold_off_naming().await?;
    let (mut done, mut unnamed) = (Vec::new(), Vec::new());
    for hash in listed {
        if tx.is_named(&hash).await? { done.push(hash) } else { unnamed.push(hash) }
    }
    done.extend(remove(arena, unnamed, |blobs, hash| blobs.remove(hash)).await);
    for hash in &done {
        tx.unlist(hash).await?;
    }
    tx.commit().await?;
    Ok(done.len())
}

/// Removes blobs of one folder that are so old and that no row names, as a crash or a worker that went away leaves them; how many.
pub async fn collect_old(arena: &Arena, folder: usize, age: Duration) -> Result<usize, Refused> {
    let blobs = arena.blobs.clone();
    let old = off_async(move || blobs.old_in(folder, age)).await?;
    let old = old.map_err(|error| Refused::from(BadBlob::Io("in a folder".to_owned(), error)))?;
    let mut count = 0;
    for some in old.chunks(MOST_AT_ONCE) {
        let mut tx = arena.store.write().await?;
        tx.hold_off_naming().await?;
        let mut unnamed = Vec::new();
        for hash in some {
            if !tx.is_named(hash).await? {
                unnamed.push(hash.clone());
            }
        }
        // One that was kept again since the folder was read stays.
        count += remove(arena, unnamed, move |blobs, hash| blobs.remove_old(hash, age).map(drop)).await.len();
        tx.commit().await?;
    }
    Ok(count)
}

/// Those that are gone.
async fn remove(
    arena: &Arena,
    hashes: Vec<String>,
    remove: impl Fn(&Blobs, &str) -> Result<(), BadBlob> + Send + 'static,
) -> Vec<String> {
    let blobs = arena.blobs.clone();
    let is_gone = move |hash: &String| match remove(&blobs, hash) {
        // What has no such name was never there.
        Ok(()) | Err(BadBlob::Name(_)) => true,
        Err(error) => {
            tracing::warn!(%error, "a blob cannot be removed yet");
            false
        }
    };
    off_async(move || hashes.into_iter().filter(is_gone).collect()).await.unwrap_or_default()
}
