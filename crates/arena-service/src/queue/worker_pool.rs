//! The workers that are here, and which languages they have between them.

use std::collections::BTreeSet;

use skirmish_arena_store::{Stored, Worker, Writing};

use super::lease::lease_ms;
use crate::arena::Arena;

/// A worker that was heard within so many leases is here.
const ALIVE_LEASES: i64 = 2;

/// The workers that there are, and which of them are here now.
#[derive(Clone, Debug)]
pub struct WorkerPool {
    workers: Vec<KnownWorker>,
    since_ms: i64,
    alive_ms: i64,
}

#[derive(Clone, Debug)]
struct KnownWorker {
    id: i64,
    is_own: bool,
    is_believed: bool,
    languages: BTreeSet<String>,
    cores: i64,
    last_seen_ms: i64,
}

/// Whether these languages are all that are needed, which are divided by blanks.
pub(super) fn has_all(languages: &BTreeSet<String>, needs: &str) -> bool {
    needs.split_whitespace().all(|need| languages.contains(need))
}

impl WorkerPool {
    /// All workers that were ever heard.
    pub async fn of(arena: &Arena) -> Stored<Self> {
        Ok(Self::new(arena, arena.store.workers().await?))
    }

    /// The same, as this transaction sees them.
    pub(super) async fn in_transaction(arena: &Arena, tx: &mut Writing) -> Stored<Self> {
        Ok(Self::new(arena, tx.workers().await?))
    }

    fn new(arena: &Arena, workers: Vec<Worker>) -> Self {
        let workers = workers.into_iter().map(|worker| KnownWorker {
            id: worker.id,
            is_own: worker.is_own,
            is_believed: worker.flagged_why.is_none(),
            languages: worker.languages.split_whitespace().map(str::to_owned).collect(),
            cores: worker.cores,
            last_seen_ms: worker.last_seen_ms,
        });
        let alive_ms = ALIVE_LEASES * lease_ms(arena);
        let since_ms = arena.clock.now_ms().saturating_sub(alive_ms);
        Self { workers: workers.collect(), since_ms, alive_ms }
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

    /// Whether somebody who is here could confirm what these workers say: another one, who is believed and has all of
    /// these languages, which are divided by blanks.
    pub(super) fn has_other(&self, than: &[i64], needs: &str) -> bool {
        let mut others = self.here().filter(|worker| worker.is_believed && !than.contains(&worker.id));
        others.any(|worker| has_all(&worker.languages, needs))
    }

    /// Those of these languages in which a worker that is not the server's own plays, and no other plays some of its
    /// matches again: nobody is asked to, or nobody can. Where nobody is here, as it was when somebody was.
    pub(super) fn unconfirmed<'a>(
        &self,
        languages: &BTreeSet<&'a str>,
        is_sampled: bool,
    ) -> BTreeSet<&'a str> {
        let then = self.when_last_here();
        let mut unconfirmed = BTreeSet::new();
        for worker in then.here().filter(|worker| worker.is_believed && !worker.is_own) {
            let is_played = |name: &&str| worker.languages.contains(*name);
            let played: Vec<&str> = languages.iter().copied().filter(is_played).collect();
            let has_other = |needs: &str| is_sampled && then.has_other(&[worker.id], needs);
            if has_other(&played.join(" ")) {
                continue;
            }
            let alone: Vec<&str> = played.iter().copied().filter(|name| !has_other(name)).collect();
            // Others may have each of them, but nobody has all, which matches between them need.
            unconfirmed.extend(if alone.is_empty() { played } else { alone });
        }
        unconfirmed
    }

    /// The same workers when the last of them was here.
    fn when_last_here(&self) -> Self {
        let newest_ms = self.workers.iter().map(|worker| worker.last_seen_ms).max().unwrap_or(i64::MAX);
        let since_ms = self.since_ms.min(newest_ms.saturating_sub(self.alive_ms));
        Self { since_ms, ..self.clone() }
    }
}
