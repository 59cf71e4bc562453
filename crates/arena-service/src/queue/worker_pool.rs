//! The workers that are here, and which languages they have between them.

use std::collections::BTreeSet;

use skirmish_arena_store::Stored;

use super::lease::lease_ms;
use crate::arena::Arena;

/// A worker that was heard within so many leases is here.
const ALIVE_LEASES: i64 = 2;

/// The workers that there are, and which of them are here now.
#[derive(Clone, Debug)]
pub struct WorkerPool {
    workers: Vec<KnownWorker>,
    since_ms: i64,
}

#[derive(Clone, Debug)]
struct KnownWorker {
    languages: BTreeSet<String>,
    cores: i64,
    last_seen_ms: i64,
}

/// Since when a worker must have been heard to be here.
pub(super) fn alive_since_ms(arena: &Arena) -> i64 {
    arena.clock.now_ms().saturating_sub(ALIVE_LEASES * lease_ms(arena))
}

/// Whether these languages are all that are needed, which are divided by blanks.
pub(super) fn has_all(languages: &BTreeSet<String>, needs: &str) -> bool {
    needs.split_whitespace().all(|need| languages.contains(need))
}

/// The same, where both are divided by blanks.
pub(super) fn offers(languages: &str, needs: &str) -> bool {
    needs.split_whitespace().all(|need| languages.split_whitespace().any(|language| language == need))
}

impl WorkerPool {
    /// All workers that were ever heard.
    pub async fn of(arena: &Arena) -> Stored<Self> {
        let workers = arena.store.workers().await?.into_iter().map(|worker| KnownWorker {
            languages: worker.languages.split_whitespace().map(str::to_owned).collect(),
            cores: worker.cores,
            last_seen_ms: worker.last_seen_ms,
        });
        Ok(Self { workers: workers.collect(), since_ms: alive_since_ms(arena) })
    }

    fn here(&self) -> impl Iterator<Item = &KnownWorker> {
        self.workers.iter().filter(|worker| worker.last_seen_ms >= self.since_ms)
    }

    /// Whether nobody is here. Then nothing is known about languages, and everything waits for whoever comes.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.here().next().is_none()
    }

    /// How many matches are played at once.
    #[must_use]
    pub fn at_once(&self) -> i64 {
        self.here().map(|worker| worker.cores).sum::<i64>().max(1)
    }

    /// All languages of those who are here.
    #[must_use]
    pub fn languages(&self) -> BTreeSet<&str> {
        self.here().flat_map(|worker| worker.languages.iter().map(String::as_str)).collect()
    }

    /// What those who are here have, each for itself, without those who have nothing that another has not: whatever can
    /// be played can be played by one of these.
    #[must_use]
    pub fn sets(&self) -> Vec<&BTreeSet<String>> {
        let mut sets: Vec<&BTreeSet<String>> = self.here().map(|worker| &worker.languages).collect();
        sets.sort_by_key(|set| std::cmp::Reverse(set.len()));
        let mut kept: Vec<&BTreeSet<String>> = Vec::new();
        for set in sets {
            if !kept.iter().any(|larger| set.is_subset(larger)) {
                kept.push(set);
            }
        }
        kept
    }

    /// Whether somebody who is here has all of these languages, which are divided by blanks; or nobody is here at all.
    #[must_use]
    pub fn can(&self, needs: &str) -> bool {
        self.is_empty() || self.here().any(|worker| has_all(&worker.languages, needs))
    }

    /// When somebody who has all of these languages was last heard.
    #[must_use]
    pub fn last_heard_ms(&self, needs: &str) -> Option<i64> {
        let able = self.workers.iter().filter(|worker| has_all(&worker.languages, needs));
        able.map(|worker| worker.last_seen_ms).max()
    }
}
