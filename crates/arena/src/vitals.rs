//! What ails a running arena, for whoever watches it.

use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};

/// A part of the arena that can fail while the rest goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Organ {
    /// What keeps the queue full and takes leases back.
    Queue,
    /// The worker inside the server.
    Worker,
}

/// What does not work at the moment.
#[derive(Debug, Default)]
pub struct Vitals {
    ailing: Mutex<BTreeMap<Organ, &'static str>>,
}

impl Vitals {
    /// A part does not work, in a few words for whoever watches.
    pub fn ail(&self, organ: Organ, how: &'static str) {
        self.ailing.lock().unwrap_or_else(PoisonError::into_inner).insert(organ, how);
    }

    /// A part works, or works again.
    pub fn recover(&self, organ: Organ) {
        self.ailing.lock().unwrap_or_else(PoisonError::into_inner).remove(&organ);
    }

    /// What does not work, in words; none if all does.
    #[must_use]
    pub fn told(&self) -> Option<String> {
        let ailing = self.ailing.lock().unwrap_or_else(PoisonError::into_inner);
        let words: Vec<&str> = ailing.values().copied().collect();
        (!words.is_empty()).then(|| words.join("; "))
    }
}
