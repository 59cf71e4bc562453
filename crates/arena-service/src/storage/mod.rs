//! What is kept on the disk: how much an account and the site may keep, how long replays and logs stay, and the removal of
//! blobs that nothing names.
//!
//! A blob is there before a row names it. Whoever is about to name one holds off removal ([`Writing::hold_blobs`]), looks
//! whether it is there, and commits; whoever removes holds off naming and looks whether it is named. So a row never names
//! a blob that is gone, whoever is quicker.
//!
//! [`Writing::hold_blobs`]: skirmish_arena_store::Writing::hold_blobs

mod collect;
mod quota;
mod retention;

use std::sync::Arc;
use std::time::Duration;

use tokio::sync::watch;
use tracing::{error, info};

use crate::account::Refused;
use crate::arena::Arena;
use crate::blobs::FOLDERS;

pub use collect::{UNNAMED_FOR, collect_listed, collect_old};
pub use quota::{check_account, check_site};
pub use retention::{Seen, remove_old_files};

/// How long to wait between steps once everything was looked at.
const PAUSE: Duration = Duration::from_secs(10);

/// Removes what is old or not named, in small steps, until it is told to stop. First it finds out how much there is.
pub async fn keep_within_limits(arena: Arc<Arena>, mut stopped: watch::Receiver<bool>) {
    let (mut folder, mut seen) = (0, Seen::default());
    loop {
        if let Err(refused) = step(&arena, folder, &mut seen).await {
            // A database or a disk that is away comes back.
            error!(why = refused.cause(), "old files could not be removed");
        } else {
            folder = (folder + 1) % FOLDERS;
        }
        let pause = if arena.blobs.stored_bytes().is_some() { PAUSE } else { Duration::ZERO };
        if tokio::time::timeout(pause, stopped.wait_for(|is_stopped| *is_stopped)).await.is_ok() {
            return;
        }
    }
}

async fn step(arena: &Arena, folder: usize, seen: &mut Seen) -> Result<(), Refused> {
    let collected = collect_old(arena, folder, UNNAMED_FOR).await?;
    if arena.blobs.stored_bytes().is_none() {
        return Ok(());
    }
    let removed = remove_old_files(arena, seen).await?;
    if collected + removed > 0 {
        info!(blobs = collected, replays_and_logs = removed, "what was old was removed");
    }
    Ok(())
}
