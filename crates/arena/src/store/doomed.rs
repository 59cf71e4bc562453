//! Blobs that are to be removed, as soon as it is sure that nothing names them.

use super::{Store, Stored, Writing, both, done};

impl Store {
    /// Some of the blobs that are to be removed.
    pub async fn doomed_blobs(&self, most: i64) -> Stored<Vec<String>> {
        let sql = "SELECT hash FROM doomed ORDER BY hash LIMIT $1";
        Ok(both!(self, on => sqlx::query_scalar(sql).bind(most).fetch_all(on)))
    }
}

impl Writing {
    /// A blob is to be removed, if nothing else names it.
    pub async fn doom_blob(&mut self, hash: &str) -> Stored<()> {
        let sql = "INSERT INTO doomed (hash) VALUES ($1) ON CONFLICT DO NOTHING";
        done!(self, tx on => sqlx::query(sql).bind(hash).execute(on));
        Ok(())
    }

    /// The sources, artefacts and logs of a user's versions, and what the user's bots printed, are to be removed.
    pub async fn doom_blobs_of(&mut self, user_id: i64) -> Stored<()> {
        let sql = "INSERT INTO doomed (hash) SELECT version.source_hash FROM version \
                   JOIN bot ON bot.id = version.bot_id WHERE bot.user_id = $1 AND version.source_hash <> '' \
                   UNION SELECT version.artefact_hash FROM version JOIN bot ON bot.id = version.bot_id \
                   WHERE bot.user_id = $1 AND version.artefact_hash IS NOT NULL \
                   UNION SELECT version.log_hash FROM version JOIN bot ON bot.id = version.bot_id \
                   WHERE bot.user_id = $1 AND version.log_hash IS NOT NULL \
                   UNION SELECT seating.stderr_hash FROM seating JOIN bot ON bot.id = seating.bot_id \
                   WHERE bot.user_id = $1 AND seating.stderr_hash IS NOT NULL ON CONFLICT DO NOTHING";
        done!(self, tx on => sqlx::query(sql).bind(user_id).execute(on));
        Ok(())
    }

    /// A blob is needed again. If somebody is about to remove it, this waits until that is done: whoever names a blob
    /// makes sure afterwards that it is there.
    pub async fn spare_blob(&mut self, hash: &str) -> Stored<()> {
        self.take_doomed(hash).await?;
        Ok(())
    }

    /// Takes a blob off the list; false if it is not on it. Whoever wants to spare it waits until this transaction ends.
    pub async fn take_doomed(&mut self, hash: &str) -> Stored<bool> {
        let sql = "DELETE FROM doomed WHERE hash = $1";
        let taken = done!(self, tx on => sqlx::query(sql).bind(hash).execute(on));
        Ok(taken > 0)
    }

    /// Whether a version, a seat or a match names this blob.
    pub async fn is_named(&mut self, hash: &str) -> Stored<bool> {
        let sql = "SELECT EXISTS (SELECT 1 FROM version WHERE source_hash = $1) \
                   OR EXISTS (SELECT 1 FROM version WHERE artefact_hash = $1) \
                   OR EXISTS (SELECT 1 FROM version WHERE log_hash = $1) \
                   OR EXISTS (SELECT 1 FROM seating WHERE stderr_hash = $1) \
                   OR EXISTS (SELECT 1 FROM match WHERE replay_hash = $1)";
        Ok(both!(self, tx on => sqlx::query_scalar(sql).bind(hash).fetch_one(on)))
    }
}
