//! Blobs that are to be removed, as soon as it is sure that nothing names them.

use crate::{Store, StoreFuture, Stored, Writing};

impl Store {
    /// Some of the blobs that are to be removed.
    pub fn doomed_blobs(&self, most: i64) -> StoreFuture<'_, Vec<String>> {
        let sql = "SELECT hash FROM doomed ORDER BY hash LIMIT $1";
        self.query(sql).bind(most).fetch_all()
    }
}

impl Writing {
    /// A blob is to be removed, if nothing else names it.
    pub fn doom_blob(&mut self, hash: &str) -> StoreFuture<'_, ()> {
        let sql = "INSERT INTO doomed (hash) VALUES ($1) ON CONFLICT DO NOTHING";
        self.query(sql).bind(hash).execute()
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
        let taken = self.query(sql).bind(hash).changed().await?;
        Ok(taken > 0)
    }

    /// Whether a version, a seat or a match names this blob.
    pub fn is_named(&mut self, hash: &str) -> StoreFuture<'_, bool> {
        let sql = "SELECT EXISTS (SELECT 1 FROM version WHERE source_hash = $1) \
                   OR EXISTS (SELECT 1 FROM version WHERE artefact_hash = $1) \
                   OR EXISTS (SELECT 1 FROM version WHERE log_hash = $1) \
                   OR EXISTS (SELECT 1 FROM seating WHERE stderr_hash = $1) \
                   OR EXISTS (SELECT 1 FROM match WHERE replay_hash = $1)";
        self.query(sql).bind(hash).fetch_one()
    }
}
