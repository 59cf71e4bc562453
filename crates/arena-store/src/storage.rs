//! What is kept on the disk: which blobs something names, how much an account keeps, and what is old enough to go.

use crate::query::from_row;
use crate::{Store, StoreFuture, Stored, VersionState, Writing};

/// What whoever names blobs locks on PostgreSQL for others of its kind to share, and whoever removes blobs for itself.
const BLOBS: i64 = 0x626c_6f62;

/// A match whose replay is there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KeptReplay {
    /// The match.
    pub match_id: i64,
    /// When it ended.
    pub ended_ms: i64,
}

from_row!(KeptReplay { match_id, ended_ms });

/// How many bytes the files of a version take on the disk.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct BuildSizes {
    /// What was built.
    pub artefact_bytes: i64,
    /// The build's log.
    pub log_bytes: i64,
}

impl Store {
    /// Some of the blobs that are to be removed unless something names them.
    pub fn unreferenced_blobs(&self, most: i64) -> StoreFuture<'_, Vec<String>> {
        let sql = "SELECT hash FROM unreferenced ORDER BY hash LIMIT $1";
        self.query(sql).bind(most).fetch_all()
    }

    /// How many bytes an account's versions take on the disk.
    pub fn stored_by(&self, user_id: i64) -> StoreFuture<'_, i64> {
        self.query(STORED_BY).bind(user_id).fetch_one()
    }

    /// Matches whose replays are there, the oldest first: those that ended before, and after a match that was looked at.
    pub fn replays_between(
        &self,
        after: &KeptReplay,
        before_ms: i64,
        most: i64,
    ) -> StoreFuture<'_, Vec<KeptReplay>> {
        let sql = "SELECT id AS match_id, ended_ms FROM match WHERE replay_hash IS NOT NULL \
                   AND (ended_ms, id) > ($1, $2) AND ended_ms < $3 ORDER BY ended_ms, id LIMIT $4";
        self.query(sql).bind(after.ended_ms).bind(after.match_id).bind(before_ms).bind(most).fetch_all()
    }

    /// Versions after that one that were not built or not let play, were uploaded before, and whose logs are there.
    pub fn failed_logs(&self, after_id: i64, before_ms: i64, most: i64) -> StoreFuture<'_, Vec<i64>> {
        let sql = "SELECT id FROM version WHERE log_hash IS NOT NULL AND id > $1 AND created_ms < $2 \
                   AND state IN ('failed', 'refused') ORDER BY id LIMIT $3";
        self.query(sql).bind(after_id).bind(before_ms).bind(most).fetch_all()
    }
}

/// How many bytes the versions of an account take.
const STORED_BY: &str = "SELECT CAST(COALESCE(SUM(version.source_bytes + version.artefact_bytes + version.log_bytes), 0) AS BIGINT) \
    FROM bot JOIN version ON version.bot_id = bot.id WHERE bot.user_id = $1";

impl Writing {
    /// From here to the end of this transaction no blob is removed, so that one that is there now can be named: the
    /// first lock of a transaction. On a file there is one writer, and removing is writing.
    pub async fn hold_blobs(&mut self) -> Stored<()> {
        if let Self::Postgres(_) = self {
            let sql = "SELECT COUNT(pg_advisory_xact_lock_shared($1))";
            self.query(sql).bind(BLOBS).fetch_one::<i64>().await?;
        }
        Ok(())
    }

    /// From here to the end of this transaction nobody is about to name a blob: what nothing names can be removed.
    pub async fn hold_off_naming(&mut self) -> Stored<()> {
        if let Self::Postgres(_) = self {
            let sql = "SELECT COUNT(pg_advisory_xact_lock($1))";
            self.query(sql).bind(BLOBS).fetch_one::<i64>().await?;
        }
        Ok(())
    }

    /// A blob is to be removed, if nothing else names it.
    pub fn list_unreferenced(&mut self, hash: &str) -> StoreFuture<'_, ()> {
        let sql = "INSERT INTO unreferenced (hash) VALUES ($1) ON CONFLICT DO NOTHING";
        self.query(sql).bind(hash).execute()
    }

    /// Takes a blob off the list.
    pub fn unlist(&mut self, hash: &str) -> StoreFuture<'_, ()> {
        let sql = "DELETE FROM unreferenced WHERE hash = $1";
        self.query(sql).bind(hash).execute()
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

    /// How many bytes an account's versions take on the disk, as this transaction sees it.
    pub fn stored_by(&mut self, user_id: i64) -> StoreFuture<'_, i64> {
        self.query(STORED_BY).bind(user_id).fetch_one()
    }

    /// Notes how many bytes a version's source takes.
    pub fn note_source_bytes(&mut self, version_id: i64, bytes: i64) -> StoreFuture<'_, ()> {
        let sql = "UPDATE version SET source_bytes = $2 WHERE id = $1";
        self.query(sql).bind(version_id).bind(bytes).execute()
    }

    /// Notes how many bytes the files take that a version's build left.
    pub fn note_build_bytes(&mut self, version_id: i64, sizes: BuildSizes) -> StoreFuture<'_, ()> {
        let sql = "UPDATE version SET artefact_bytes = $2, log_bytes = $3 WHERE id = $1";
        self.query(sql).bind(version_id).bind(sizes.artefact_bytes).bind(sizes.log_bytes).execute()
    }

    /// Removes the replay of a match, and what its bots printed, unless it is one of the last so many matches of a bot that
    /// plays in it, or somebody plays it again at the moment; whether it did.
    pub async fn remove_replay(&mut self, match_id: i64, last_matches: i64, now_ms: i64) -> Stored<bool> {
        let sql = "SELECT replay_hash FROM match WHERE id = $1 AND replay_hash IS NOT NULL AND NOT EXISTS ( \
                   SELECT 1 FROM match again WHERE again.second_of = $1 AND again.state IN ('queued', 'running'))";
        let Some(replay) = self.query(sql).bind(match_id).fetch_optional::<String>().await? else {
            return Ok(false);
        };
        let seatings = self.seatings(match_id).await?;
        for seating in &seatings {
            let sql = "SELECT match_id FROM seating WHERE bot_id = $1 AND match_id > $2 \
                       ORDER BY match_id LIMIT 1 OFFSET $3";
            let later: Option<i64> = match last_matches {
                0 => Some(0),
                most => {
                    self.query(sql)
                        .bind(seating.bot_id)
                        .bind(match_id)
                        .bind(most - 1)
                        .fetch_optional()
                        .await?
                }
            };
            if later.is_none() {
                return Ok(false);
            }
        }
        let sql = "UPDATE match SET replay_hash = NULL, replay_removed_ms = $2 WHERE id = $1";
        self.query(sql).bind(match_id).bind(now_ms).execute().await?;
        let sql = "UPDATE seating SET stderr_hash = NULL WHERE match_id = $1";
        self.query(sql).bind(match_id).execute().await?;
        for hash in seatings.into_iter().filter_map(|seating| seating.stderr_hash).chain([replay]) {
            self.list_unreferenced(&hash).await?;
        }
        Ok(true)
    }

    /// Removes a build's log.
    pub async fn remove_log(&mut self, version_id: i64, now_ms: i64) -> Stored<()> {
        let log = self.version(version_id).await?.and_then(|version| version.log_hash);
        let sql = "UPDATE version SET log_hash = NULL, log_bytes = 0, log_removed_ms = $2 WHERE id = $1";
        self.query(sql).bind(version_id).bind(now_ms).execute().await?;
        match log {
            Some(hash) => self.list_unreferenced(&hash).await,
            None => Ok(()),
        }
    }

    /// Removes the files of a version that does not play and has nothing to play any more; false if it does or has.
    pub async fn remove_files(&mut self, version_id: i64) -> Stored<bool> {
        let Some(version) = self.version(version_id).await? else { return Ok(false) };
        let plays = self.bot(version.bot_id).await?.is_none_or(|bot| bot.version_id == Some(version_id));
        let waits = matches!(version.state, VersionState::Queued | VersionState::Built);
        let sql = "SELECT COUNT(*) FROM match JOIN seating ON seating.match_id = match.id \
                   WHERE match.state IN ('queued', 'running') AND seating.version_id = $1";
        let open: i64 = self.query(sql).bind(version_id).fetch_one().await?;
        if plays || waits || open > 0 {
            return Ok(false);
        }
        let sql = "UPDATE version SET source_hash = '', artefact_hash = NULL, log_hash = NULL, source_bytes = 0, \
                   artefact_bytes = 0, log_bytes = 0, state = 'refused', why = 'its files were removed' WHERE id = $1";
        self.query(sql).bind(version_id).execute().await?;
        let hashes = [Some(version.source_hash), version.artefact_hash, version.log_hash];
        for hash in hashes.into_iter().flatten().filter(|hash| !hash.is_empty()) {
            self.list_unreferenced(&hash).await?;
        }
        Ok(true)
    }
}
