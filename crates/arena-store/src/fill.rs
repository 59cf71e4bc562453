//! What a migration cannot compute in SQL, for rows of an older program: done once, when the tables are brought up to date.

use crate::{Store, Stored, Writing, key_of, skeleton_of};

/// Rows that are filled in one transaction.
const MOST_ROWS: i64 = 500;

impl Store {
    /// Gives names their skeletons.
    pub(crate) async fn fill(&self) -> Stored<()> {
        loop {
            let mut writing = self.write().await?;
            let count = writing.fill_users().await? + writing.fill_bots().await?;
            writing.commit().await?;
            if count == 0 {
                return Ok(());
            }
        }
    }
}

impl Writing {
    async fn fill_users(&mut self) -> Stored<usize> {
        let sql = "SELECT id, name FROM users WHERE name_skeleton IS NULL LIMIT $1";
        let rows: Vec<(i64, String)> = self.query(sql).bind(MOST_ROWS).fetch_all().await?;
        for (id, name) in &rows {
            let skeleton = skeleton_of(name);
            let sql = "SELECT COUNT(*) FROM users WHERE name_skeleton = $1";
            let taken: i64 = self.query(sql).bind(&skeleton).fetch_one().await?;
            let sql = "UPDATE users SET name_skeleton = $2 WHERE id = $1";
            self.query(sql).bind(id).bind(unless(taken, skeleton, *id)).execute().await?;
        }
        Ok(rows.len())
    }

    async fn fill_bots(&mut self) -> Stored<usize> {
        let sql = "SELECT id, game, name FROM bot WHERE name_skeleton IS NULL LIMIT $1";
        let rows: Vec<(i64, String, String)> = self.query(sql).bind(MOST_ROWS).fetch_all().await?;
        for (id, game, name) in &rows {
            let skeleton = skeleton_of(name);
            let sql = "SELECT COUNT(*) FROM bot WHERE name_skeleton = $1 AND game = $2";
            let taken: i64 = self.query(sql).bind(&skeleton).bind(game).fetch_one().await?;
            // The key was the name in lower case; another bot may have the composed form already.
            let sql = "UPDATE bot SET name_skeleton = $2, name_key = CASE WHEN EXISTS (SELECT 1 FROM bot other \
                       WHERE other.game = $3 AND other.name_key = $4) THEN name_key ELSE $4 END WHERE id = $1";
            let skeleton = unless(taken, skeleton, *id);
            self.query(sql).bind(id).bind(skeleton).bind(game).bind(key_of(name)).execute().await?;
        }
        Ok(rows.len())
    }
}

/// A skeleton; or, for a name that looked like another one before that was refused, one that no name can have: names
/// have no line ends. Both keep their names, and whoever would look like either is refused by the first one's.
fn unless(taken: i64, skeleton: String, id: i64) -> String {
    if taken == 0 { skeleton } else { format!("{skeleton}\n{id}") }
}
