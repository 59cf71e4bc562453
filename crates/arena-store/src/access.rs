//! Which blobs a worker may read: those that its jobs are about.

use crate::{Store, Stored};

impl Store {
    /// Whether a job that the worker holds needs this blob: the source to build, or an artefact that plays.
    pub async fn is_needed_by(&self, worker_id: i64, hash: &str) -> Stored<bool> {
        let sql = "SELECT COUNT(*) FROM job JOIN version ON version.id = job.version_id \
                   WHERE job.state = 'leased' AND job.worker_id = $1 AND version.source_hash = $2";
        let builds: i64 = self.query(sql).bind(worker_id).bind(hash).fetch_one().await?;
        if builds > 0 {
            return Ok(true);
        }
        let sql = "SELECT COUNT(*) FROM job JOIN seating ON seating.match_id = job.match_id \
                   JOIN version ON version.id = seating.version_id \
                   WHERE job.state = 'leased' AND job.worker_id = $1 AND version.artefact_hash = $2";
        let matches: i64 = self.query(sql).bind(worker_id).bind(hash).fetch_one().await?;
        Ok(matches > 0)
    }
}
