//! Workers: who plays and builds.

use sqlx::AssertSqlSafe;

use crate::{Store, StoreFuture, Stored, Writing, from_row};

/// A worker, as it introduced itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Worker {
    /// Its number.
    pub id: i64,
    /// The token it came with.
    pub token_id: i64,
    /// What it calls itself; one token may have several workers.
    pub name: String,
    /// How well it holds programs.
    pub tier: String,
    /// How many matches it plays at once.
    pub cores: i64,
    /// The languages it has, divided by blanks.
    pub languages: String,
    /// When it came.
    pub first_seen_ms: i64,
    /// When it was last heard.
    pub last_seen_ms: i64,
    /// Why it is not believed: nothing of it counts that nobody else confirms.
    pub flagged_why: Option<String>,
    /// Whether it is the server's own: what it says is true.
    pub is_own: bool,
}

from_row!(Worker {
    id,
    token_id,
    name,
    tier,
    cores,
    languages,
    first_seen_ms,
    last_seen_ms,
    flagged_why,
    is_own
});

/// What must be known of a worker to give it work.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Readiness {
    /// Its number.
    pub id: i64,
    /// How many matches it plays at once.
    pub cores: i64,
    /// The languages it has, divided by blanks.
    pub languages: String,
    /// When it was last heard.
    pub last_seen_ms: i64,
    /// How many matches it holds.
    pub held_matches: i64,
    /// How many builds it holds.
    pub held_builds: i64,
}

from_row!(Readiness { id, cores, languages, last_seen_ms, held_matches, held_builds });

/// How a worker introduces itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Introduction<'a> {
    /// What it calls itself.
    pub name: &'a str,
    /// How well it holds programs.
    pub tier: &'a str,
    /// How many matches it plays at once.
    pub cores: i64,
    /// The languages it has, divided by blanks.
    pub languages: &'a str,
}

macro_rules! workers {
    ($where:literal) => {
        concat!(
            "SELECT id, token_id, name, tier, cores, languages, first_seen_ms, last_seen_ms, flagged_why, ",
            "EXISTS (SELECT 1 FROM token JOIN users ON users.id = token.user_id ",
            "WHERE token.id = worker.token_id AND users.is_house) AS is_own FROM worker ",
            $where
        )
    };
}

/// All workers, those heard last first.
const ALL_WORKERS: &str = workers!("ORDER BY last_seen_ms DESC, id LIMIT 1000");

impl Store {
    /// The worker of this number.
    pub fn worker(&self, id: i64) -> StoreFuture<'_, Option<Worker>> {
        let sql = workers!("WHERE id = $1");
        self.query(sql).bind(id).fetch_optional()
    }

    /// What must be known of these workers to give them work.
    pub fn readiness(&self, workers: &[i64]) -> StoreFuture<'_, Vec<Readiness>> {
        let sql = format!(
            "{} SELECT id, cores, languages, last_seen_ms, \
             (SELECT COUNT(job.match_id) FROM job WHERE job.worker_id = worker.id AND job.state = 'leased') \
             AS held_matches, \
             (SELECT COUNT(job.version_id) FROM job WHERE job.worker_id = worker.id AND job.state = 'leased') \
             AS held_builds FROM worker \
             WHERE id IN (SELECT what FROM given)",
            self.dialect().given()
        );
        let list = self.dialect().numbered(workers);
        self.query(AssertSqlSafe(sql)).bind(list).fetch_all()
    }

    /// The workers that are not believed.
    pub fn flagged_workers(&self) -> StoreFuture<'_, Vec<Worker>> {
        let sql = workers!("WHERE flagged_why IS NOT NULL ORDER BY id");
        self.query(sql).fetch_all()
    }

    /// All workers, those heard last first.
    pub fn workers(&self) -> StoreFuture<'_, Vec<Worker>> {
        self.query(ALL_WORKERS).fetch_all()
    }
}

impl Writing {
    /// A worker introduces itself, for the first time or again; gives its number.
    pub async fn greet_worker(&mut self, token_id: i64, who: &Introduction<'_>, now_ms: i64) -> Stored<i64> {
        let sql = "UPDATE worker SET tier = $3, cores = $4, languages = $5, last_seen_ms = $6 \
                   WHERE token_id = $1 AND name = $2 RETURNING id";
        let known: Option<i64> = self
            .query(sql)
            .bind(token_id)
            .bind(who.name)
            .bind(who.tier)
            .bind(who.cores)
            .bind(who.languages)
            .bind(now_ms)
            .fetch_optional()
            .await?;
        if let Some(id) = known {
            return Ok(id);
        }
        let id = self.next("worker").await?;
        let sql = "INSERT INTO worker (id, token_id, name, tier, cores, languages, first_seen_ms, last_seen_ms) \
                   VALUES ($1, $2, $3, $4, $5, $6, $7, $7)";
        self.query(sql)
            .bind(id)
            .bind(token_id)
            .bind(who.name)
            .bind(who.tier)
            .bind(who.cores)
            .bind(who.languages)
            .bind(now_ms)
            .execute()
            .await?;
        Ok(id)
    }

    /// The worker of this number, as this transaction sees it.
    pub fn worker(&mut self, id: i64) -> StoreFuture<'_, Option<Worker>> {
        let sql = workers!("WHERE id = $1");
        self.query(sql).bind(id).fetch_optional()
    }

    /// All workers, those heard last first, as this transaction sees them.
    pub fn workers(&mut self) -> StoreFuture<'_, Vec<Worker>> {
        self.query(ALL_WORKERS).fetch_all()
    }

    /// Some workers were heard.
    pub fn hear_workers(&mut self, workers: &[i64], now_ms: i64) -> StoreFuture<'_, ()> {
        let sql = format!(
            "{} UPDATE worker SET last_seen_ms = $2 WHERE last_seen_ms < $2 AND id IN (SELECT what FROM given)",
            self.dialect().given()
        );
        let list = self.dialect().numbered(workers);
        self.query(AssertSqlSafe(sql)).bind(list).bind(now_ms).execute()
    }

    /// A worker was heard.
    pub fn hear_worker(&mut self, id: i64, now_ms: i64) -> StoreFuture<'_, ()> {
        let sql = "UPDATE worker SET last_seen_ms = $2 WHERE id = $1 AND last_seen_ms < $2";
        self.query(sql).bind(id).bind(now_ms).execute()
    }

    /// Flags a worker with the reason, or (none) trusts it again.
    pub fn flag_worker(&mut self, id: i64, why: Option<&str>) -> StoreFuture<'_, ()> {
        let sql = "UPDATE worker SET flagged_why = $2 WHERE id = $1";
        self.query(sql).bind(id).bind(why).execute()
    }
}
