//! The queue: jobs, who holds them, and until when.

use sqlx::AssertSqlSafe;

use crate::{Store, StoreFuture, Stored, Writing, from_row};

/// What a job is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum JobKind {
    /// A version's build.
    Build,
    /// A match.
    Match,
}

impl JobKind {
    /// The word in the database.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Build => "build",
            Self::Match => "match",
        }
    }
}

/// A job.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Job {
    /// Its number.
    pub id: i64,
    /// A [`JobKind::word`].
    pub kind: String,
    /// The version or the match.
    pub ref_id: i64,
    /// queued, leased, done or poison.
    pub state: String,
    /// Smaller comes first.
    pub priority: i64,
    /// How often it was leased and not given back in good order.
    pub attempts: i64,
    /// Nobody gets it before.
    pub not_before_ms: i64,
    /// The newest lease.
    pub fence: i64,
    /// Who has or had it.
    pub worker_id: Option<i64>,
    /// Who may not have it.
    pub not_worker_id: Option<i64>,
    /// The languages that a worker must have, divided by blanks.
    pub needs: String,
    /// When the lease ends.
    pub lease_until_ms: Option<i64>,
    /// What went wrong last.
    pub why: Option<String>,
    /// When it was made.
    pub created_ms: i64,
}

from_row!(Job {
    id,
    kind,
    ref_id,
    state,
    priority,
    attempts,
    not_before_ms,
    fence,
    worker_id,
    not_worker_id,
    needs,
    lease_until_ms,
    why,
    created_ms
});

/// A job to be made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct JobDraft<'a> {
    /// What it is about.
    pub kind: JobKind,
    /// The version or the match.
    pub ref_id: i64,
    /// Smaller comes first.
    pub priority: i64,
    /// Who may not have it.
    pub not_worker_id: Option<i64>,
    /// The languages that a worker must have.
    pub needs: &'a [String],
}

/// A job that waits, as whoever gives it out needs it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Waiting {
    /// Its number.
    pub id: i64,
    /// A [`JobKind::word`].
    pub kind: String,
    /// The version or the match.
    pub ref_id: i64,
    /// Smaller comes first.
    pub priority: i64,
    /// Nobody gets it before.
    pub not_before_ms: i64,
    /// Who may not have it.
    pub not_worker_id: Option<i64>,
    /// The languages that a worker must have, divided by blanks.
    pub needs: String,
}

from_row!(Waiting { id, kind, ref_id, priority, not_before_ms, not_worker_id, needs });

/// A job that was just given to a worker.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Claim {
    /// Its number.
    pub id: i64,
    /// The new lease.
    pub fence: i64,
}

from_row!(Claim { id, fence });

/// Somebody's job in the queue, and how many come before it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct QueuedJob {
    /// Its number.
    pub id: i64,
    /// A [`JobKind::word`].
    pub kind: String,
    /// The version or the match.
    pub ref_id: i64,
    /// Smaller comes first.
    pub priority: i64,
    /// queued or leased.
    pub state: String,
}

from_row!(QueuedJob { id, kind, ref_id, priority, state });

macro_rules! columns {
    () => {
        "id, kind, ref_id, state, priority, attempts, not_before_ms, fence, worker_id, not_worker_id, needs, \
         lease_until_ms, why, created_ms"
    };
}

macro_rules! jobs {
    ($where:literal) => {
        concat!("SELECT ", columns!(), " FROM job ", $where)
    };
}

/// The next jobs of the queue. Each database locks in its own way: SQLite has one writer, PostgreSQL skips what others
/// are about to take.
macro_rules! waiting {
    ($lock:literal) => {
        concat!(
            "SELECT id, kind, ref_id, priority, not_before_ms, not_worker_id, needs FROM job ",
            "WHERE state = 'queued' AND (priority, id) > ($1, $2) AND not_before_ms <= $3 ",
            "ORDER BY priority, id LIMIT $4 ",
            $lock
        )
    };
}

impl Store {
    /// The job of this number.
    pub fn job(&self, id: i64) -> StoreFuture<'_, Option<Job>> {
        let sql = jobs!("WHERE id = $1");
        self.query(sql).bind(id).fetch_optional()
    }

    /// The job of a version's build or of a match.
    pub fn job_of(&self, kind: JobKind, ref_id: i64) -> StoreFuture<'_, Option<Job>> {
        let sql = jobs!("WHERE kind = $1 AND ref_id = $2");
        self.query(sql).bind(kind.word()).bind(ref_id).fetch_optional()
    }

    /// Jobs whose leases ended, the oldest first.
    pub fn expired_jobs(&self, now_ms: i64, most: i64) -> StoreFuture<'_, Vec<Job>> {
        let sql = jobs!("WHERE state = 'leased' AND lease_until_ms < $1 ORDER BY lease_until_ms LIMIT $2");
        self.query(sql).bind(now_ms).bind(most).fetch_all()
    }

    /// Second opinions that nobody took since then: they wait for a worker that may never come.
    pub fn stale_seconds(&self, priority: i64, before_ms: i64, most: i64) -> StoreFuture<'_, Vec<Job>> {
        let sql = jobs!("WHERE state = 'queued' AND priority = $1 AND created_ms < $2 ORDER BY id LIMIT $3");
        self.query(sql).bind(priority).bind(before_ms).bind(most).fetch_all()
    }

    /// What the jobs that wait need, each combination of languages once.
    pub fn queued_needs(&self) -> StoreFuture<'_, Vec<String>> {
        let sql = "SELECT DISTINCT needs FROM job WHERE state = 'queued'";
        self.query(sql).fetch_all()
    }

    /// Jobs that wait for a worker with exactly these languages, and were made before then.
    pub fn jobs_needing(&self, needs: &str, before_ms: i64, most: i64) -> StoreFuture<'_, Vec<Job>> {
        let sql = jobs!("WHERE state = 'queued' AND needs = $1 AND created_ms < $2 ORDER BY id LIMIT $3");
        self.query(sql).bind(needs).bind(before_ms).bind(most).fetch_all()
    }

    /// How many jobs wait.
    pub fn queued_jobs(&self) -> StoreFuture<'_, i64> {
        let sql = "SELECT COUNT(*) FROM job WHERE state = 'queued'";
        self.query(sql).fetch_one()
    }

    /// How many jobs wait or are held by a worker.
    pub fn open_jobs(&self) -> StoreFuture<'_, i64> {
        let sql = "SELECT COUNT(*) FROM job WHERE state IN ('queued', 'leased')";
        self.query(sql).fetch_one()
    }

    /// How many jobs come before this one.
    pub fn jobs_before(&self, priority: i64, id: i64) -> StoreFuture<'_, i64> {
        let sql = "SELECT COUNT(*) FROM job WHERE state = 'queued' AND (priority < $1 OR (priority = $1 AND id < $2))";
        self.query(sql).bind(priority).bind(id).fetch_one()
    }

    /// The builds and matches of a user's bots that wait or run, in the order of the queue.
    pub fn jobs_of_user(&self, user_id: i64, most: i64) -> StoreFuture<'_, Vec<QueuedJob>> {
        let sql = "SELECT job.id, job.kind, job.ref_id, job.priority, job.state FROM job \
                   WHERE job.state IN ('queued', 'leased') AND ( \
                   (job.kind = 'build' AND EXISTS (SELECT 1 FROM version JOIN bot ON bot.id = version.bot_id \
                    WHERE version.id = job.ref_id AND bot.user_id = $1)) OR \
                   (job.kind = 'match' AND EXISTS (SELECT 1 FROM seating JOIN bot ON bot.id = seating.bot_id \
                    WHERE seating.match_id = job.ref_id AND bot.user_id = $1))) \
                   ORDER BY job.priority, job.id LIMIT $2";
        self.query(sql).bind(user_id).bind(most).fetch_all()
    }
}

impl Store {
    /// The builds and matches of a bot that wait or run, in the order of the queue.
    pub fn jobs_of_bot(&self, bot_id: i64, most: i64) -> StoreFuture<'_, Vec<QueuedJob>> {
        let sql = "SELECT job.id, job.kind, job.ref_id, job.priority, job.state FROM job \
                   WHERE job.state IN ('queued', 'leased') AND ( \
                   (job.kind = 'build' AND EXISTS (SELECT 1 FROM version \
                    WHERE version.id = job.ref_id AND version.bot_id = $1)) OR \
                   (job.kind = 'match' AND EXISTS (SELECT 1 FROM seating \
                    WHERE seating.match_id = job.ref_id AND seating.bot_id = $1))) \
                   ORDER BY job.priority, job.id LIMIT $2";
        self.query(sql).bind(bot_id).bind(most).fetch_all()
    }
}

impl Writing {
    /// Adds a job.
    pub async fn add_job(&mut self, draft: &JobDraft<'_>, now_ms: i64) -> Stored<i64> {
        let id = self.next("job").await?;
        let mut needs: Vec<&str> = draft.needs.iter().map(String::as_str).collect();
        needs.sort_unstable();
        needs.dedup();
        let sql = "INSERT INTO job (id, kind, ref_id, state, priority, attempts, not_before_ms, fence, \
                   not_worker_id, needs, created_ms) VALUES ($1, $2, $3, 'queued', $4, 0, 0, 0, $5, $6, $7)";
        self.query(sql)
            .bind(id)
            .bind(draft.kind.word())
            .bind(draft.ref_id)
            .bind(draft.priority)
            .bind(draft.not_worker_id)
            .bind(needs.join(" "))
            .bind(now_ms)
            .execute()
            .await?;
        Ok(id)
    }

    /// The next jobs of the queue after this one (its priority and number), which nobody else can take before this
    /// transaction ends.
    pub fn waiting_jobs(
        &mut self,
        (priority, id): (i64, i64),
        now_ms: i64,
        most: i64,
    ) -> StoreFuture<'_, Vec<Waiting>> {
        let sql = match self {
            Self::Sqlite(_) => waiting!(""),
            Self::Postgres(_) => waiting!("FOR UPDATE SKIP LOCKED"),
        };
        self.query(sql).bind(priority).bind(id).bind(now_ms).bind(most).fetch_all()
    }

    /// Gives jobs to workers, each job to the worker beside it, all in one statement.
    pub fn claim_jobs(&mut self, given: &[(i64, i64)], until_ms: i64) -> StoreFuture<'_, Vec<Claim>> {
        let sql = format!(
            "{} UPDATE job SET state = 'leased', fence = fence + 1, attempts = attempts + 1, \
             worker_id = given.worker, lease_until_ms = $2 FROM given \
             WHERE job.id = given.what AND job.state = 'queued' RETURNING id, fence",
            self.given()
        );
        let list = self.listed(given);
        self.query(AssertSqlSafe(sql)).bind(list).bind(until_ms).fetch_all()
    }

    /// Prolongs a lease; false if it is the worker's no more.
    pub async fn prolong_job(&mut self, id: i64, fence: i64, worker_id: i64, until_ms: i64) -> Stored<bool> {
        let sql = "UPDATE job SET lease_until_ms = $4 \
                   WHERE id = $1 AND fence = $2 AND worker_id = $3 AND state = 'leased' RETURNING id";
        let found: Option<i64> =
            self.query(sql).bind(id).bind(fence).bind(worker_id).bind(until_ms).fetch_optional().await?;
        Ok(found.is_some())
    }

    /// Ends a job that this worker holds with this fence; none if it does not. From here to the commit nobody else
    /// can end it: this is what makes a result count once.
    pub fn finish_job(&mut self, id: i64, fence: i64, worker_id: i64) -> StoreFuture<'_, Option<Job>> {
        let sql = concat!(
            "UPDATE job SET state = 'done', lease_until_ms = NULL, why = NULL ",
            "WHERE id = $1 AND fence = $2 AND worker_id = $3 AND state = 'leased' RETURNING ",
            columns!()
        );
        self.query(sql).bind(id).bind(fence).bind(worker_id).fetch_optional()
    }

    /// Takes a job from a worker whose lease of this fence ended; none if it did not.
    pub fn expire_job(&mut self, id: i64, fence: i64, now_ms: i64) -> StoreFuture<'_, Option<Job>> {
        let sql = concat!(
            "UPDATE job SET state = 'done', lease_until_ms = NULL ",
            "WHERE id = $1 AND fence = $2 AND state = 'leased' AND lease_until_ms < $3 RETURNING ",
            columns!()
        );
        self.query(sql).bind(id).bind(fence).bind(now_ms).fetch_optional()
    }

    /// Puts a finished job back: not before then, not to that worker, with as many attempts as given.
    pub fn requeue_job(
        &mut self,
        id: i64,
        attempts: i64,
        not_before_ms: i64,
        not_worker_id: Option<i64>,
        why: Option<&str>,
    ) -> StoreFuture<'_, ()> {
        let sql = "UPDATE job SET state = 'queued', attempts = $2, not_before_ms = $3, not_worker_id = $4, \
                   why = $5, lease_until_ms = NULL WHERE id = $1";
        self.query(sql).bind(id).bind(attempts).bind(not_before_ms).bind(not_worker_id).bind(why).execute()
    }

    /// Sets a job aside for good, with its reason.
    pub fn poison_job(&mut self, id: i64, why: &str) -> StoreFuture<'_, ()> {
        let sql = "UPDATE job SET state = 'poison', why = $2, lease_until_ms = NULL WHERE id = $1";
        self.query(sql).bind(id).bind(why).execute()
    }

    /// Takes a job that nobody holds out of the queue; false if somebody does, or it is over.
    pub async fn withdraw_job(&mut self, kind: JobKind, ref_id: i64, why: &str) -> Stored<bool> {
        let sql = "UPDATE job SET state = 'done', why = $3 \
                   WHERE kind = $1 AND ref_id = $2 AND state = 'queued' RETURNING id";
        let found: Option<i64> =
            self.query(sql).bind(kind.word()).bind(ref_id).bind(why).fetch_optional().await?;
        Ok(found.is_some())
    }
}
