//! A bot that its owner deleted.

use crate::{Stored, Writing, key_of, skeleton_of};

impl Writing {
    /// Takes away all of a bot but its number and its results: its name, sources, artefacts, logs and what it printed. The
    /// blobs are removed as soon as nothing else names them.
    pub async fn delete_bot(&mut self, bot_id: i64, now_ms: i64) -> Stored<()> {
        let sql = "INSERT INTO unreferenced (hash) SELECT source_hash FROM version WHERE bot_id = $1 AND source_hash <> '' \
                   UNION SELECT artefact_hash FROM version WHERE bot_id = $1 AND artefact_hash IS NOT NULL \
                   UNION SELECT log_hash FROM version WHERE bot_id = $1 AND log_hash IS NOT NULL \
                   UNION SELECT stderr_hash FROM seating WHERE bot_id = $1 AND stderr_hash IS NOT NULL \
                   ON CONFLICT DO NOTHING";
        self.query(sql).bind(bot_id).execute().await?;
        let sql = "UPDATE version SET source_hash = '', log_hash = NULL, artefact_hash = NULL, source_bytes = 0, \
                   artefact_bytes = 0, log_bytes = 0, state = 'refused', why = 'its bot was deleted' WHERE bot_id = $1";
        self.query(sql).bind(bot_id).execute().await?;
        let sql = "UPDATE seating SET stderr_hash = NULL WHERE bot_id = $1 AND stderr_hash IS NOT NULL";
        self.query(sql).bind(bot_id).execute().await?;
        let sql = "UPDATE bot SET name = $2, name_key = $3, name_skeleton = $4, is_active = FALSE, deleted_ms = $5 \
                   WHERE id = $1";
        let name = format!("deleted-{bot_id}");
        let query = self.query(sql).bind(bot_id).bind(&name).bind(key_of(&name)).bind(skeleton_of(&name));
        query.bind(now_ms).execute().await
    }
}
