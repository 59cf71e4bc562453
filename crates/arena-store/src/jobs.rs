//! The queue: jobs, whose turn it is, who holds them, and until when.

use sqlx::AssertSqlSafe;

use crate::query::{FromColumn, Row, Value};
use crate::{JobState, Lane, Store, StoreFuture, Stored, Writing, from_row};

/// What a job is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Subject {
    /// The build of this version.
    Build(i64),
    /// This match.
    Match(i64),
}

impl Subject {
    /// Its columns: the version, the match.
    fn columns(self) -> [Option<i64>; 2] {
        match self {
            Self::Build(version_id) => [Some(version_id), None],
            Self::Match(match_id) => [None, Some(match_id)],
        }
    }
}

/// Whatever it is called, it is two columns of a job.
impl FromColumn for Subject {
    fn from_column(row: &Row, _name: &str) -> Result<Self, sqlx::Error> {
        match Option::<i64>::from_column(row, "version_id")? {
            Some(version_id) => Ok(Self::Build(version_id)),
            None => Ok(Self::Match(i64::from_column(row, "match_id")?)),
        }
    }

    fn from_place(row: &Row, _place: usize) -> Result<Self, sqlx::Error> {
        Self::from_column(row, "")
    }
}

/// Some workers, by number.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct WorkerList(pub Vec<i64>);

impl WorkerList {
    /// Whether it has this one.
    #[must_use]
    pub fn has(&self, worker_id: i64) -> bool {
        self.0.contains(&worker_id)
    }
}

impl FromColumn for WorkerList {
    fn from_column(row: &Row, name: &str) -> Result<Self, sqlx::Error> {
        let text = String::from_column(row, name)?;
        let numbers = text.split_whitespace().map(str::parse).collect::<Result<_, _>>();
        numbers.map(Self).map_err(|error| sqlx::Error::Decode(Box::new(error)))
    }

    fn from_place(row: &Row, place: usize) -> Result<Self, sqlx::Error> {
        let text = String::from_place(row, place)?;
        let numbers = text.split_whitespace().map(str::parse).collect::<Result<_, _>>();
        numbers.map(Self).map_err(|error| sqlx::Error::Decode(Box::new(error)))
    }
}

impl From<&WorkerList> for Value {
    fn from(list: &WorkerList) -> Self {
        let words: Vec<String> = list.0.iter().map(ToString::to_string).collect();
        words.join(" ").into()
    }
}

/// A job.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Job {
    /// Its number.
    pub id: i64,
    /// What it is, and with which others it takes turns.
    pub lane: Lane,
    /// What is built or played.
    pub subject: Subject,
    /// Whose work it is; none for the ladder's.
    pub user_id: Option<i64>,
    /// How far it has come.
    pub state: JobState,
    /// How often it was leased and not given back in good order.
    pub attempts: i64,
    /// How often its worker fell silent.
    pub lost: i64,
    /// Nobody gets it before.
    pub not_before_ms: i64,
    /// The newest lease.
    pub fence: i64,
    /// Who has or had it.
    pub worker_id: Option<i64>,
    /// Who may not have it.
    pub not_workers: WorkerList,
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
    lane,
    subject,
    user_id,
    state,
    attempts,
    lost,
    not_before_ms,
    fence,
    worker_id,
    not_workers,
    needs,
    lease_until_ms,
    why,
    created_ms
});

impl Job {
    /// Whether this worker holds it by this lease.
    #[must_use]
    pub fn is_held(&self, worker_id: i64, fence: i64) -> bool {
        self.state == JobState::Leased && self.fence == fence && self.worker_id == Some(worker_id)
    }
}

/// A job to be made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct JobDraft<'a> {
    /// What it is, and with which others it takes turns.
    pub lane: Lane,
    /// What is built or played.
    pub subject: Subject,
    /// Whose work it is; none for the ladder's.
    pub user_id: Option<i64>,
    /// Whether its account has had its share of the workers: everybody else's comes first.
    pub is_over_budget: bool,
    /// Who may not have it.
    pub not_workers: WorkerList,
    /// The languages that a worker must have.
    pub needs: &'a [String],
}

/// A job that waits, as whoever gives it out needs it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Waiting {
    /// Its number.
    pub id: i64,
    /// With which others it takes turns.
    pub lane: Lane,
    /// What is built or played.
    pub subject: Subject,
    /// Whether its account has had its share.
    pub is_over_budget: bool,
    /// The smaller, the earlier.
    pub turn: i64,
    /// Nobody gets it before.
    pub not_before_ms: i64,
    /// Who may not have it.
    pub not_workers: WorkerList,
    /// The languages that a worker must have, divided by blanks.
    pub needs: String,
}

from_row!(Waiting { id, lane, subject, is_over_budget, turn, not_before_ms, not_workers, needs });

/// A job that was just given to a worker.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Claim {
    /// Its number.
    pub id: i64,
    /// The new lease.
    pub fence: i64,
}

from_row!(Claim { id, fence });

/// Somebody's job in the queue.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct QueuedJob {
    /// Its number.
    pub id: i64,
    /// With which others it takes turns.
    pub lane: Lane,
    /// What is built or played.
    pub subject: Subject,
    /// Whether its account has had its share.
    pub is_over_budget: bool,
    /// The smaller, the earlier.
    pub turn: i64,
    /// Queued or leased.
    pub state: JobState,
}

from_row!(QueuedJob { id, lane, subject, is_over_budget, turn, state });

/// Where a job is in its lane: whether its account has had its share, its turn, its number.
pub type PlaceInLane = (bool, i64, i64);

/// Before every job of a lane.
pub const LANE_START: PlaceInLane = (false, i64::MIN, i64::MIN);

impl Waiting {
    /// Where it is in its lane.
    #[must_use]
    pub fn place(&self) -> PlaceInLane {
        (self.is_over_budget, self.turn, self.id)
    }
}

impl QueuedJob {
    /// Where it is in its lane.
    #[must_use]
    pub fn place(&self) -> PlaceInLane {
        (self.is_over_budget, self.turn, self.id)
    }
}

macro_rules! columns {
    () => {
        "id, lane, version_id, match_id, user_id, state, attempts, lost, not_before_ms, fence, worker_id, \
         not_workers, needs, lease_until_ms, why, created_ms"
    };
}

macro_rules! jobs {
    ($where:literal) => {
        concat!("SELECT ", columns!(), " FROM job ", $where)
    };
}

/// The first matches that wait in a lane of them, for a statement about all lanes.
macro_rules! first_in_lane {
    ($lane:literal) => {
        concat!(
            "SELECT * FROM (SELECT id, lane, version_id, match_id, is_over_budget, turn, not_before_ms, not_workers, ",
            "needs FROM job WHERE state = 'queued' AND lane = ",
            $lane,
            " AND not_before_ms <= $1 ORDER BY is_over_budget, turn, id LIMIT $2) AS first_in_lane"
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
    pub fn job_of(&self, subject: Subject) -> StoreFuture<'_, Option<Job>> {
        match subject {
            Subject::Build(version_id) => {
                self.query(jobs!("WHERE version_id = $1")).bind(version_id).fetch_optional()
            }
            Subject::Match(match_id) => {
                self.query(jobs!("WHERE match_id = $1")).bind(match_id).fetch_optional()
            }
        }
    }

    /// The next jobs of a lane after this place in it.
    pub fn waiting_jobs(
        &self,
        lane: Lane,
        (is_over_budget, turn, id): PlaceInLane,
        now_ms: i64,
        most: i64,
    ) -> StoreFuture<'_, Vec<Waiting>> {
        let sql = "SELECT id, lane, version_id, match_id, is_over_budget, turn, not_before_ms, not_workers, needs \
                   FROM job WHERE state = 'queued' AND lane = $1 AND (is_over_budget, turn, id) > ($2, $3, $4) \
                   AND not_before_ms <= $5 ORDER BY is_over_budget, turn, id LIMIT $6";
        let query = self.query(sql).bind(lane).bind(is_over_budget).bind(turn).bind(id);
        query.bind(now_ms).bind(most).fetch_all()
    }

    /// The first so many jobs of every lane of matches.
    pub fn first_in_lanes(&self, now_ms: i64, most: i64) -> StoreFuture<'_, Vec<Waiting>> {
        let sql = concat!(
            first_in_lane!("'trial'"),
            " UNION ALL ",
            first_in_lane!("'challenge'"),
            " UNION ALL ",
            first_in_lane!("'second'"),
            " UNION ALL ",
            first_in_lane!("'rated'")
        );
        self.query(sql).bind(now_ms).bind(most).fetch_all()
    }

    /// Gives jobs to workers, each job to the worker beside it, and the matches among them begin; those that nobody else
    /// was given meanwhile. All or nothing, and nobody misses it if the database's machine fails within the next second.
    /// PostgreSQL does it in one round trip, and passes over what somebody else is about to change: waiting for several jobs
    /// in any order, it could wait in a circle. `CAST`, here and below: by the index of states SQLite would read the list anew
    /// for every job in that state.
    pub fn claim_jobs(
        &self,
        given: &[(i64, i64)],
        now_ms: i64,
        until_ms: i64,
    ) -> StoreFuture<'_, Vec<Claim>> {
        let (list, with_given) = (self.dialect().listed(given), self.dialect().given());
        let claim = "UPDATE job SET state = 'leased', fence = fence + 1, attempts = attempts + 1, \
                     worker_id = given.worker, lease_until_ms = $2 FROM given \
                     WHERE job.id = given.what AND CAST(job.state AS TEXT) = 'queued'";
        let begin = "UPDATE match SET state = 'running', started_ms = $3";
        Box::pin(async move {
            if let Self::Postgres(_) = self {
                let sql = format!(
                    "{with_given}, free AS (SELECT id FROM job WHERE id IN (SELECT what FROM given) \
                     AND state = 'queued' FOR UPDATE SKIP LOCKED), \
                     claimed AS ({claim} AND job.id IN (SELECT id FROM free) \
                     RETURNING job.id, job.fence, job.match_id, job.worker_id), \
                     begun AS ({begin}, worker_id = claimed.worker_id FROM claimed WHERE match.id = claimed.match_id) \
                     SELECT id, fence, set_config('synchronous_commit', 'off', true) FROM claimed"
                );
                return self
                    .query(AssertSqlSafe(sql))
                    .bind(list)
                    .bind(until_ms)
                    .bind(now_ms)
                    .fetch_all()
                    .await;
            }
            let mut tx = self.write().await?;
            let sql = format!("{with_given} {claim} RETURNING job.id, job.fence");
            let claims = tx.query(AssertSqlSafe(sql)).bind(&list).bind(until_ms).fetch_all().await?;
            let sql = format!(
                "{with_given} {begin}, worker_id = given.worker FROM given JOIN job ON job.id = given.what \
                 WHERE match.id = job.match_id AND job.worker_id = given.worker AND CAST(job.state AS TEXT) = 'leased'"
            );
            tx.query(AssertSqlSafe(sql)).bind(list).bind(until_ms).bind(now_ms).execute().await?;
            tx.commit().await?;
            Ok(claims)
        })
    }

    /// Jobs whose leases ended, the oldest first.
    pub fn expired_jobs(&self, now_ms: i64, most: i64) -> StoreFuture<'_, Vec<Job>> {
        let sql = jobs!("WHERE state = 'leased' AND lease_until_ms < $1 ORDER BY lease_until_ms LIMIT $2");
        self.query(sql).bind(now_ms).bind(most).fetch_all()
    }

    /// The jobs that workers have.
    pub fn held_jobs(&self) -> StoreFuture<'_, Vec<i64>> {
        self.query("SELECT id FROM job WHERE state = 'leased'").fetch_all()
    }

    /// Whether something waits that people asked for: a trial of what they submitted, or a challenge.
    pub fn strangers_wait(&self) -> StoreFuture<'_, bool> {
        let sql = "SELECT EXISTS (SELECT 1 FROM job WHERE state = 'queued' AND lane = 'trial') \
                   OR EXISTS (SELECT 1 FROM job WHERE state = 'queued' AND lane = 'challenge')";
        self.query(sql).fetch_one()
    }

    /// Jobs of a lane that nobody took since then.
    pub fn stale_jobs(&self, lane: Lane, before_ms: i64, most: i64) -> StoreFuture<'_, Vec<Job>> {
        let sql = jobs!("WHERE state = 'queued' AND lane = $1 AND created_ms < $2 ORDER BY id LIMIT $3");
        self.query(sql).bind(lane).bind(before_ms).bind(most).fetch_all()
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

    /// How many jobs of its lane come before this one.
    pub fn jobs_before(&self, lane: Lane, (is_over_budget, turn, id): PlaceInLane) -> StoreFuture<'_, i64> {
        let sql = "SELECT COUNT(*) FROM job WHERE state = 'queued' AND lane = $1 \
                   AND (is_over_budget, turn, id) < ($2, $3, $4)";
        self.query(sql).bind(lane).bind(is_over_budget).bind(turn).bind(id).fetch_one()
    }

    /// The builds and matches of a user's bots that wait or run, in the order in which they were made.
    pub fn jobs_of_user(&self, user_id: i64, most: i64) -> StoreFuture<'_, Vec<QueuedJob>> {
        let sql = "SELECT job.id, job.lane, job.version_id, job.match_id, job.is_over_budget, job.turn, job.state \
                   FROM job \
                   WHERE job.state IN ('queued', 'leased') AND ( \
                   EXISTS (SELECT 1 FROM version JOIN bot ON bot.id = version.bot_id \
                    WHERE version.id = job.version_id AND bot.user_id = $1) OR \
                   EXISTS (SELECT 1 FROM seating JOIN bot ON bot.id = seating.bot_id \
                    WHERE seating.match_id = job.match_id AND bot.user_id = $1)) \
                   ORDER BY job.id LIMIT $2";
        self.query(sql).bind(user_id).bind(most).fetch_all()
    }

    /// The same for one bot.
    pub fn jobs_of_bot(&self, bot_id: i64, most: i64) -> StoreFuture<'_, Vec<QueuedJob>> {
        let sql = "SELECT job.id, job.lane, job.version_id, job.match_id, job.is_over_budget, job.turn, job.state \
                   FROM job WHERE job.state IN ('queued', 'leased') AND ( \
                   EXISTS (SELECT 1 FROM version WHERE version.id = job.version_id AND version.bot_id = $1) OR \
                   EXISTS (SELECT 1 FROM seating WHERE seating.match_id = job.match_id AND seating.bot_id = $1)) \
                   ORDER BY job.id LIMIT $2";
        self.query(sql).bind(bot_id).bind(most).fetch_all()
    }
}

impl Writing {
    /// Adds a job. Accounts take turns in its lane: the next one of whoever waits already is a turn later, and whoever
    /// has none there comes in at the turn that is served now.
    pub async fn add_job(&mut self, draft: &JobDraft<'_>, now_ms: i64) -> Stored<i64> {
        let id = self.next("job").await?;
        let mut needs: Vec<&str> = draft.needs.iter().map(String::as_str).collect();
        needs.sort_unstable();
        needs.dedup();
        let turn = self.next_turn_in(draft.lane, draft.user_id).await?;
        let [version_id, match_id] = draft.subject.columns();
        let sql = "INSERT INTO job (id, lane, version_id, match_id, user_id, state, is_over_budget, turn, \
                   attempts, lost, not_before_ms, fence, not_workers, needs, created_ms) \
                   VALUES ($1, $2, $3, $4, $5, 'queued', $6, $7, 0, 0, 0, 0, $8, $9, $10)";
        self.query(sql)
            .bind(id)
            .bind(draft.lane)
            .bind(version_id)
            .bind(match_id)
            .bind(draft.user_id)
            .bind(draft.is_over_budget)
            .bind(turn)
            .bind(&draft.not_workers)
            .bind(needs.join(" "))
            .bind(now_ms)
            .execute()
            .await?;
        Ok(id)
    }

    /// When the next job of an account in a lane has its turn; what is nobody's comes in the order in which it was made.
    async fn next_turn_in(&mut self, lane: Lane, user_id: Option<i64>) -> Stored<i64> {
        let Some(user_id) = user_id else { return Ok(0) };
        let sql = "SELECT turn FROM job WHERE state = 'queued' AND lane = $1 \
                   ORDER BY is_over_budget, turn, id LIMIT 1";
        let served: Option<i64> = self.query(sql).bind(lane).fetch_optional().await?;
        let sql = "SELECT MAX(turn) FROM job WHERE user_id = $2 AND lane = $1 AND state = 'queued'";
        let last: Option<i64> = self.query(sql).bind(lane).bind(user_id).fetch_one().await?;
        Ok(served.unwrap_or(0).max(last.map_or(0, |last| last.saturating_add(1))))
    }

    /// Notes for all that an account has waiting whether it has had its share.
    pub fn set_over_budget(&mut self, user_id: i64, is_over_budget: bool) -> StoreFuture<'_, ()> {
        let sql = "UPDATE job SET is_over_budget = $2 \
                   WHERE user_id = $1 AND state = 'queued' AND is_over_budget <> $2";
        self.query(sql).bind(user_id).bind(is_over_budget).execute()
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

    /// The same for many jobs of a worker, each with its fence; gives those that it did hold.
    pub fn finish_jobs(&mut self, held: &[(i64, i64)], worker_id: i64) -> StoreFuture<'_, Vec<i64>> {
        let sql = format!(
            "{} UPDATE job SET state = 'done', lease_until_ms = NULL, why = NULL FROM given WHERE job.id = given.what \
             AND job.fence = given.worker AND job.worker_id + 0 = $2 AND CAST(job.state AS TEXT) = 'leased' \
             RETURNING job.id",
            self.dialect().given()
        );
        let list = self.dialect().listed(held);
        self.query(AssertSqlSafe(sql)).bind(list).bind(worker_id).fetch_all()
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

    /// Puts a finished job back as given: with its attempts, its pause, whom it is not for, and the reason.
    pub fn requeue_job(&mut self, job: &Job) -> StoreFuture<'_, ()> {
        let sql = "UPDATE job SET state = 'queued', attempts = $2, lost = $3, not_before_ms = $4, \
                   not_workers = $5, why = $6, lease_until_ms = NULL WHERE id = $1";
        self.query(sql)
            .bind(job.id)
            .bind(job.attempts)
            .bind(job.lost)
            .bind(job.not_before_ms)
            .bind(&job.not_workers)
            .bind(&job.why)
            .execute()
    }

    /// Sets a job aside for good, with its reason.
    pub fn poison_job(&mut self, id: i64, why: &str) -> StoreFuture<'_, ()> {
        let sql = "UPDATE job SET state = 'poison', why = $2, lease_until_ms = NULL WHERE id = $1";
        self.query(sql).bind(id).bind(why).execute()
    }

    /// Takes a job that nobody holds out of the queue; false if somebody does, or it is over.
    pub async fn withdraw_queued(&mut self, subject: Subject, why: &str) -> Stored<bool> {
        let (version, played) = (
            "UPDATE job SET state = 'done', why = $2 WHERE version_id = $1 AND state = 'queued' RETURNING id",
            "UPDATE job SET state = 'done', why = $2 WHERE match_id = $1 AND state = 'queued' RETURNING id",
        );
        self.withdraw(subject, [version, played], why).await
    }

    /// The same also from whoever holds it, who hears that by the next heartbeat; false if it is over.
    pub async fn withdraw_job(&mut self, subject: Subject, why: &str) -> Stored<bool> {
        let (version, played) = (
            "UPDATE job SET state = 'done', why = $2, lease_until_ms = NULL \
             WHERE version_id = $1 AND state IN ('queued', 'leased') RETURNING id",
            "UPDATE job SET state = 'done', why = $2, lease_until_ms = NULL \
             WHERE match_id = $1 AND state IN ('queued', 'leased') RETURNING id",
        );
        self.withdraw(subject, [version, played], why).await
    }

    async fn withdraw(&mut self, subject: Subject, sql: [&'static str; 2], why: &str) -> Stored<bool> {
        let (sql, id) = match subject {
            Subject::Build(version_id) => (sql[0], version_id),
            Subject::Match(match_id) => (sql[1], match_id),
        };
        let found: Option<i64> = self.query(sql).bind(id).bind(why).fetch_optional().await?;
        Ok(found.is_some())
    }
}
