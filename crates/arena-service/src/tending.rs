//! What keeps a running arena going: the queue is kept full and its leases honest, and what nobody needs is collected.

use std::sync::Arc;
use std::time::Duration;

use skirmish_arena_store::{Checkpointer, StoreError};
use tokio::sync::watch;
use tokio::time::MissedTickBehavior;
use tracing::{error, info};

use crate::arena::Arena;
use crate::health::Part;
use crate::{ladder, queue, storage};

/// How often leases are looked at, which run out by the clock, and what nobody needs is collected.
const TICK: Duration = Duration::from_secs(1);
/// How long news is gathered before the queue is looked at.
const GATHER: Duration = Duration::from_millis(20);

/// How often what was written is copied from the log of a database file into the file.
const CHECKPOINT_EVERY: Duration = Duration::from_secs(1);

/// Copies what was written into the database file until it is told to stop, so that no writer has to.
pub async fn keep_checkpointing(arena: Arc<Arena>, mut stopped: watch::Receiver<bool>) {
    let mut checkpointer = None;
    loop {
        match checkpoint(&arena, &mut checkpointer).await {
            Ok(true) => {}
            Ok(false) => return,
            // A disk that is full or away comes back; until then the log grows, and nothing is lost.
            Err(error) => error!(%error, "what was written could not be copied into the database file"),
        }
        tokio::select! {
            _ = stopped.wait_for(|is_stopped| *is_stopped) => break,
            () = tokio::time::sleep(CHECKPOINT_EVERY) => {}
        }
    }
    if let Some(checkpointer) = checkpointer
        && let Err(error) = checkpointer.close().await
    {
        error!(%error, "a connection to the database file did not end in good order");
    }
}

/// False if there is nothing to copy, ever.
async fn checkpoint(arena: &Arena, checkpointer: &mut Option<Checkpointer>) -> Result<bool, StoreError> {
    if checkpointer.is_none() {
        *checkpointer = arena.store.checkpointer().await?;
    }
    let Some(checkpointer) = checkpointer else { return Ok(false) };
    checkpointer.copy().await?;
    Ok(true)
}

/// Keeps tending until it is told to stop.
pub async fn keep_tending(arena: Arc<Arena>, stopped: watch::Receiver<bool>) {
    begin_again(arena, TICK, stopped, tend).await;
}

/// Keeps tending, also after a failure of ours that ends it.
async fn begin_again<F: Future<Output = ()> + Send + 'static>(
    arena: Arc<Arena>,
    pause: Duration,
    mut stopped: watch::Receiver<bool>,
    begin: impl Fn(Arc<Arena>, watch::Receiver<bool>) -> F,
) {
    loop {
        let Err(error) = tokio::spawn(begin(arena.clone(), stopped.clone())).await else { return };
        error!(%error, "tending the queue failed; it begins anew");
        arena.health.fail(Part::Queue, "the queue is not tended");
        if tokio::time::timeout(pause, stopped.wait_for(|is_stopped| *is_stopped)).await.is_ok() {
            return;
        }
    }
}

/// Keeps the queue full when something happened, and every now and then its leases honest.
async fn tend(arena: Arc<Arena>, mut stopped: watch::Receiver<bool>) {
    let mut news = arena.listen();
    let mut ticks = tokio::time::interval(TICK);
    ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
    loop {
        let is_news = tokio::select! {
            _ = stopped.wait_for(|is_stopped| *is_stopped) => return,
            _ = ticks.tick() => false,
            // Missed news is news, too.
            _ = news.recv() => true,
        };
        if is_news {
            tokio::time::sleep(GATHER).await;
            news = news.resubscribe();
        }
        let tended = if is_news { ladder::schedule(&arena).await } else { tend_once(&arena).await };
        match tended {
            Ok(count) => {
                arena.health.recover(Part::Queue);
                if count > 0 || is_news {
                    arena.work.notify_waiters();
                }
            }
            // A database that is away comes back; until then nothing is lost.
            Err(error) => {
                error!(%error, "the queue could not be tended");
                arena.health.fail(Part::Queue, "the queue is not tended");
            }
        }
    }
}

/// How many jobs there are to do that were not before.
async fn tend_once(arena: &Arc<Arena>) -> Result<usize, StoreError> {
    let swept = queue::sweep(arena).await?;
    if swept > 0 {
        info!(jobs = swept, "jobs were taken back from workers that fell silent");
    }
    storage::collect_listed(arena).await?;
    let scheduled = ladder::schedule(arena).await?;
    Ok(swept + scheduled)
}

#[cfg(test)]
mod tests {
    use skirmish_arena_store::Store;

    use super::*;
    use crate::blobs::Blobs;
    use crate::clock::Clock;
    use crate::settings::Settings;

    #[tokio::test]
    async fn tending_that_fails_is_told_and_begins_anew() {
        let folder = tempfile::tempdir().expect("a folder");
        let store = Store::open_file(&folder.path().join("arena.sqlite")).await.expect("a database");
        let blobs = Blobs::open(folder.path().join("blobs")).expect("blobs");
        let arena = Arena::new(store, blobs, Settings::default(), Clock::standing(0));
        let (_stop, stopped) = watch::channel(false);
        let told = Arc::new(std::sync::Mutex::new(Vec::new()));
        let seen = told.clone();
        begin_again(arena, Duration::ZERO, stopped, move |arena, _| {
            let seen = seen.clone();
            async move {
                let mut seen = seen.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
                seen.push(arena.health.told());
                assert!(seen.len() > 1, "the first time it fails");
            }
        })
        .await;
        let told = told.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        assert_eq!(*told, [None, Some("the queue is not tended".to_owned())]);
    }
}
