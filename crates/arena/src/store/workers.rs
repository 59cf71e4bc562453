//! Workers: who plays and builds.

use sqlx::{AssertSqlSafe, FromRow};

use super::{Store, Stored, Writing, both, done};

/// A worker, as it introduced itself.
#[derive(Clone, Debug, PartialEq, Eq, FromRow)]
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
    /// Why its results are doubted: each of its matches is played again by another.
    pub flagged_why: Option<String>,
}

/// What must be known of a worker to give it work.
#[derive(Clone, Debug, PartialEq, Eq, FromRow)]
pub struct Readiness {
    /// Its number.
    pub id: i64,
    /// How many matches it plays at once.
    pub cores: i64,
    /// The languages it has, divided by blanks.
    pub languages: String,
    /// When it was last heard.
    pub last_seen_ms: i64,
    /// How many jobs it holds.
    pub held: i64,
}

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
            "SELECT id, token_id, name, tier, cores, languages, first_seen_ms, last_seen_ms, flagged_why FROM worker ",
            $where
        )
    };
}

impl Store {
    /// The worker of this number.
    pub async fn worker(&self, id: i64) -> Stored<Option<Worker>> {
        let sql = workers!("WHERE id = $1");
        Ok(both!(self, on => sqlx::query_as(sql).bind(id).fetch_optional(on)))
    }

    /// All workers, those heard last first.
    pub async fn workers(&self) -> Stored<Vec<Worker>> {
        let sql = workers!("ORDER BY last_seen_ms DESC, id LIMIT 1000");
        Ok(both!(self, on => sqlx::query_as(sql).fetch_all(on)))
    }
}

impl Writing {
    /// A worker introduces itself, for the first time or again; gives its number.
    pub async fn greet_worker(&mut self, token_id: i64, who: &Introduction<'_>, now_ms: i64) -> Stored<i64> {
        let sql = "UPDATE worker SET tier = $3, cores = $4, languages = $5, last_seen_ms = $6 \
                   WHERE token_id = $1 AND name = $2 RETURNING id";
        let known: Option<i64> = both!(self, tx on => sqlx::query_scalar(sql).bind(token_id).bind(who.name)
            .bind(who.tier).bind(who.cores).bind(who.languages).bind(now_ms).fetch_optional(on));
        if let Some(id) = known {
            return Ok(id);
        }
        let id = self.next("worker").await?;
        let sql = "INSERT INTO worker (id, token_id, name, tier, cores, languages, first_seen_ms, last_seen_ms) \
                   VALUES ($1, $2, $3, $4, $5, $6, $7, $7)";
        done!(self, tx on => sqlx::query(sql).bind(id).bind(token_id).bind(who.name).bind(who.tier)
            .bind(who.cores).bind(who.languages).bind(now_ms).execute(on));
        Ok(id)
    }

    /// The worker of this number, as this transaction sees it.
    pub async fn worker(&mut self, id: i64) -> Stored<Option<Worker>> {
        let sql = workers!("WHERE id = $1");
        Ok(both!(self, tx on => sqlx::query_as(sql).bind(id).fetch_optional(on)))
    }

    /// What must be known of these workers to give them work.
    pub async fn readiness(&mut self, workers: &[i64]) -> Stored<Vec<Readiness>> {
        let sql = format!(
            "{} SELECT id, cores, languages, last_seen_ms, (SELECT COUNT(*) FROM job \
             WHERE job.worker_id = worker.id AND job.state = 'leased') AS held FROM worker \
             WHERE id IN (SELECT what FROM given)",
            self.given()
        );
        let list = self.numbered(workers);
        Ok(both!(self, tx on => sqlx::query_as(AssertSqlSafe(sql)).bind(list).fetch_all(on)))
    }

    /// Some workers were heard.
    pub async fn hear_workers(&mut self, workers: &[i64], now_ms: i64) -> Stored<()> {
        let sql = format!(
            "{} UPDATE worker SET last_seen_ms = $2 WHERE last_seen_ms < $2 AND id IN (SELECT what FROM given)",
            self.given()
        );
        let list = self.numbered(workers);
        done!(self, tx on => sqlx::query(AssertSqlSafe(sql)).bind(list).bind(now_ms).execute(on));
        Ok(())
    }

    /// A worker was heard.
    pub async fn hear_worker(&mut self, id: i64, now_ms: i64) -> Stored<()> {
        let sql = "UPDATE worker SET last_seen_ms = $2 WHERE id = $1 AND last_seen_ms < $2";
        done!(self, tx on => sqlx::query(sql).bind(id).bind(now_ms).execute(on));
        Ok(())
    }

    /// The languages of each worker other than this one that was heard since then and has no flag.
    pub async fn others_alive(&mut self, id: i64, since_ms: i64) -> Stored<Vec<String>> {
        let sql =
            "SELECT languages FROM worker WHERE id <> $1 AND last_seen_ms >= $2 AND flagged_why IS NULL";
        Ok(both!(self, tx on => sqlx::query_scalar(sql).bind(id).bind(since_ms).fetch_all(on)))
    }

    /// Flags a worker with the reason, or (none) trusts it again.
    pub async fn flag_worker(&mut self, id: i64, why: Option<&str>) -> Stored<()> {
        let sql = "UPDATE worker SET flagged_why = $2 WHERE id = $1";
        done!(self, tx on => sqlx::query(sql).bind(id).bind(why).execute(on));
        Ok(())
    }
}
