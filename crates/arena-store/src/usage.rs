//! What accounts' own work has cost: the CPU time of their builds, trials and challenges, by the hour.

use crate::{Store, StoreFuture, Stored, Writing};

/// What an hour is.
const HOUR_MS: i64 = 3_600_000;

impl Store {
    /// The accounts that have had their share, and have something waiting.
    pub fn over_budget_users(&self) -> StoreFuture<'_, Vec<i64>> {
        let sql = "SELECT DISTINCT user_id FROM job WHERE state = 'queued' AND is_over_budget = $1 \
                   AND user_id IS NOT NULL ORDER BY user_id";
        self.query(sql).bind(true).fetch_all()
    }
}

impl Writing {
    /// Adds what an account's work cost, and gives what it has cost since an hour ago, as far as hours can tell: this
    /// hour's, and of the last one the part that is not over yet.
    pub async fn add_usage(&mut self, user_id: i64, cpu_ms: i64, now_ms: i64) -> Stored<i64> {
        let sql = "INSERT INTO usage (user_id, hour, cpu_ms) VALUES ($1, $2, $3) \
                   ON CONFLICT (user_id, hour) DO UPDATE SET cpu_ms = usage.cpu_ms + excluded.cpu_ms";
        self.query(sql).bind(user_id).bind(now_ms / HOUR_MS).bind(cpu_ms).execute().await?;
        self.usage_of(user_id, now_ms).await
    }

    /// What an account's work has cost since an hour ago, in milliseconds of CPU time.
    pub async fn usage_of(&mut self, user_id: i64, now_ms: i64) -> Stored<i64> {
        let hour = now_ms / HOUR_MS;
        let sql = "SELECT hour, cpu_ms FROM usage WHERE user_id = $1 AND hour >= $2";
        let rows: Vec<(i64, i64)> = self.query(sql).bind(user_id).bind(hour - 1).fetch_all().await?;
        let left_ms = HOUR_MS - now_ms % HOUR_MS;
        let share = |(of, cpu_ms): (i64, i64)| {
            if of == hour {
                cpu_ms
            } else {
                (i128::from(cpu_ms) * i128::from(left_ms) / i128::from(HOUR_MS)) as i64
            }
        };
        Ok(rows.into_iter().map(share).sum())
    }

    /// Forgets what lies further back than anybody asks.
    pub fn forget_usage(&mut self, user_id: i64, now_ms: i64) -> StoreFuture<'_, ()> {
        let sql = "DELETE FROM usage WHERE user_id = $1 AND hour < $2";
        self.query(sql).bind(user_id).bind(now_ms / HOUR_MS - 1).execute()
    }
}
