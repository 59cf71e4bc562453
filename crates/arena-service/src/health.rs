//! What does not work in a running arena, for whoever watches it.

use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};

/// A part of the arena that can fail while the rest goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Part {
    /// What keeps the queue full and takes leases back.
    Queue,
    /// The worker inside the server.
    Worker,
}

/// What does not work at the moment.
#[derive(Debug, Default)]
pub struct Health {
    failing: Mutex<BTreeMap<Part, &'static str>>,
}

impl Health {
    /// A part does not work, in a few words for whoever watches.
    pub fn fail(&self, part: Part, how: &'static str) {
        self.failing.lock().unwrap_or_else(PoisonError::into_inner).insert(part, how);
    }

    /// A part works, or works again.
    pub fn recover(&self, part: Part) {
        self.failing.lock().unwrap_or_else(PoisonError::into_inner).remove(&part);
    }

    /// What does not work, in words; none if all does.
    #[must_use]
    pub fn told(&self) -> Option<String> {
        let failing = self.failing.lock().unwrap_or_else(PoisonError::into_inner);
        let words: Vec<&str> = failing.values().copied().collect();
        (!words.is_empty()).then(|| words.join("; "))
    }
}
