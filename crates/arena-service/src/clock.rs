//! The one place of the arena that reads the time.

use std::fs::{File, Metadata};
use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

/// Tells the time: the system's, or one that a test sets.
#[derive(Clone, Debug, Default)]
pub struct Clock(Option<Arc<AtomicI64>>);

impl Clock {
    /// The system's time.
    #[must_use]
    pub fn system() -> Self {
        Self(None)
    }

    /// A time that stands still until it is [moved](Clock::advance).
    #[must_use]
    pub fn standing(ms: i64) -> Self {
        Self(Some(Arc::new(AtomicI64::new(ms))))
    }

    /// Milliseconds since 1970.
    #[must_use]
    pub fn now_ms(&self) -> i64 {
        match &self.0 {
            Some(ms) => ms.load(Ordering::SeqCst),
            None => {
                let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
                i64::try_from(since.as_millis()).unwrap_or(i64::MAX)
            }
        }
    }

    /// Moves a standing clock on; the system's goes its own way.
    pub fn advance(&self, ms: i64) {
        if let Some(now) = &self.0 {
            now.fetch_add(ms, Ordering::SeqCst);
        }
    }
}

/// How long ago a file was written, or [touched](touch), by the system's time; none if that lies ahead.
#[must_use]
pub fn age_of(file: &Metadata) -> Option<Duration> {
    SystemTime::now().duration_since(file.modified().ok()?).ok()
}

/// Makes a file look as if it was written just now.
pub fn touch(file: &File) -> io::Result<()> {
    file.set_modified(SystemTime::now())
}
