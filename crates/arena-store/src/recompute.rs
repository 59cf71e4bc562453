//! Ladders that are being made again: how far each is, what is taken out of it, and what is left of older ones.

use sqlx::AssertSqlSafe;

use crate::{Ladder, Snapshot, Store, StoreFuture, Stored, Writing, from_row};

/// A ladder that is being made again.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Recompute {
    /// The game.
    pub game: String,
    /// The generation that is being made.
    pub generation: i64,
    /// Up to which result it is.
    pub folded_seq: i64,
}

from_row!(Recompute { game, generation, folded_seq });

/// A bot whose results are being taken out of the ratings.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Voiding {
    /// The bot.
    pub bot_id: i64,
    /// The game.
    pub game: String,
    /// Results after this one stay.
    pub until_seq: i64,
    /// Up to this match it is done.
    pub after_match_id: i64,
}

from_row!(Voiding { bot_id, game, until_seq, after_match_id });

const VOIDING: &str = "SELECT bot_id, game, until_seq, after_match_id FROM voiding WHERE game = $1 \
                       ORDER BY bot_id LIMIT 1";

const RECOMPUTES: &str = "SELECT game, generation, folded_seq FROM recompute ORDER BY game";

impl Store {
    /// The ladders that are being made again, by game.
    pub fn recomputes(&self) -> StoreFuture<'_, Vec<Recompute>> {
        self.query(RECOMPUTES).fetch_all()
    }

    /// A bot of this game whose results are being taken out, if there is one.
    pub fn voiding(&self, game: &str) -> StoreFuture<'_, Option<Voiding>> {
        self.query(VOIDING).bind(game).fetch_optional()
    }

    /// A generation that nobody needs any more, if there is one.
    pub fn old_generation(&self) -> StoreFuture<'_, Option<i64>> {
        let sql = "SELECT generation FROM old_generation ORDER BY generation LIMIT 1";
        self.query(sql).fetch_optional()
    }
}

impl Snapshot {
    /// The ladders that are being made again, by game.
    pub fn recomputes(&mut self) -> StoreFuture<'_, Vec<Recompute>> {
        self.query(RECOMPUTES).fetch_all()
    }
}

impl Writing {
    /// A ladder will be made again from its first result on. If that is under way, it begins anew: what was folded may
    /// not count any more. Whoever also holds the ladder does so before.
    pub async fn ask_recompute(&mut self, game: &str) -> Stored<()> {
        let known = self.hold_recompute(game).await?;
        if known.as_ref().is_some_and(|known| known.folded_seq == 0) {
            return Ok(());
        }
        if let Some(known) = known {
            self.retire(known.generation).await?;
        }
        let generation = self.next("generation").await?;
        let sql = "INSERT INTO recompute (game, generation, folded_seq) VALUES ($1, $2, 0) \
                   ON CONFLICT (game) DO UPDATE SET generation = excluded.generation, folded_seq = 0";
        self.query(sql).bind(game).bind(generation).execute().await
    }

    /// Whether fewer results than this are left to be folded until a ladder is made again.
    pub async fn is_nearly_made(&mut self, game: &str, most: i64) -> Stored<bool> {
        let sql = "SELECT COUNT(*) FROM (SELECT match.id FROM recompute JOIN match ON match.game = recompute.game \
                   AND match.result_seq > recompute.folded_seq WHERE recompute.game = $1 AND match.is_void = $3 \
                   LIMIT $2) AS next";
        let left: i64 = self.query(sql).bind(game).bind(most).bind(false).fetch_one().await?;
        Ok(left < most)
    }

    /// How far a ladder is made again, if it is. Nobody else goes on with it before this transaction ends.
    pub fn hold_recompute(&mut self, game: &str) -> StoreFuture<'_, Option<Recompute>> {
        let sql = "UPDATE recompute SET folded_seq = folded_seq WHERE game = $1 \
                   RETURNING game, generation, folded_seq";
        self.query(sql).bind(game).fetch_optional()
    }

    /// A ladder is made again up to this result.
    pub fn set_folded(&mut self, game: &str, seq: i64) -> StoreFuture<'_, ()> {
        let sql = "UPDATE recompute SET folded_seq = $2 WHERE game = $1";
        self.query(sql).bind(game).bind(seq).execute()
    }

    /// Puts what was made again in the place of what counted. The transaction holds both.
    pub async fn switch_generation(&mut self, ladder: &Ladder, made: &Recompute) -> Stored<()> {
        let sql = "UPDATE ladder SET generation = $2 WHERE game = $1";
        self.query(sql).bind(&ladder.game).bind(made.generation).execute().await?;
        let sql = "DELETE FROM recompute WHERE game = $1";
        self.query(sql).bind(&ladder.game).execute().await?;
        self.retire(ladder.generation).await
    }

    fn retire(&mut self, generation: i64) -> StoreFuture<'_, ()> {
        let sql = "INSERT INTO old_generation (generation) VALUES ($1)";
        self.query(sql).bind(generation).execute()
    }

    /// Removes some of the rows of a generation that nobody needs any more; false when none was left and it is forgotten.
    pub async fn sweep_generation(&mut self, generation: i64, most: i64) -> Stored<bool> {
        let mut left = most;
        for sql in [
            "DELETE FROM rating_point WHERE generation = $1 AND (version_id, result_seq) IN (SELECT version_id, result_seq \
             FROM rating_point WHERE generation = $1 ORDER BY version_id, result_seq LIMIT $2)",
            "DELETE FROM meeting WHERE generation = $1 AND (version_id, other_id) IN (SELECT version_id, other_id \
             FROM meeting WHERE generation = $1 ORDER BY version_id, other_id LIMIT $2)",
            "DELETE FROM rating WHERE generation = $1 AND version_id IN (SELECT version_id \
             FROM rating WHERE generation = $1 ORDER BY version_id LIMIT $2)",
        ] {
            left -= self.query(sql).bind(generation).bind(left).changed().await? as i64;
            if left <= 0 {
                return Ok(true);
            }
        }
        let sql = "DELETE FROM old_generation WHERE generation = $1";
        self.query(sql).bind(generation).execute().await?;
        Ok(false)
    }

    /// The results that a bot has up to this one are to be taken out of the ratings.
    pub fn ask_voiding(&mut self, bot_id: i64, game: &str, until_seq: i64) -> StoreFuture<'_, ()> {
        let sql = "INSERT INTO voiding (bot_id, game, until_seq, after_match_id) VALUES ($1, $2, $3, 0) \
                   ON CONFLICT (bot_id) DO UPDATE SET until_seq = excluded.until_seq, after_match_id = 0";
        self.query(sql).bind(bot_id).bind(game).bind(until_seq).execute()
    }

    /// Whether results of a bot of this game are still to be taken out.
    pub async fn is_voiding(&mut self, game: &str) -> Stored<bool> {
        let found: Option<Voiding> = self.query(VOIDING).bind(game).fetch_optional().await?;
        Ok(found.is_some())
    }

    /// Takes some more results of a bot out of the ratings; when there is none left, that is noted. If the same was asked
    /// for once more meanwhile, it begins anew.
    pub async fn void_some(&mut self, voiding: &Voiding, most: i64) -> Stored<()> {
        let sql = "SELECT DISTINCT match_id FROM seating WHERE bot_id = $1 AND match_id > $2 ORDER BY match_id LIMIT $3";
        let next: Vec<i64> =
            self.query(sql).bind(voiding.bot_id).bind(voiding.after_match_id).bind(most).fetch_all().await?;
        let Some(last) = next.last() else {
            let sql = "DELETE FROM voiding WHERE bot_id = $1 AND after_match_id = $2 AND until_seq = $3";
            let query = self.query(sql).bind(voiding.bot_id).bind(voiding.after_match_id);
            return query.bind(voiding.until_seq).execute().await;
        };
        let sql = format!(
            "{} UPDATE match SET is_void = $2 FROM given WHERE match.id = given.what AND match.result_seq + 0 <= $3",
            self.given()
        );
        let list = self.numbered(&next);
        self.query(AssertSqlSafe(sql)).bind(list).bind(true).bind(voiding.until_seq).execute().await?;
        let sql = "UPDATE voiding SET after_match_id = $4 \
                   WHERE bot_id = $1 AND after_match_id = $2 AND until_seq = $3";
        let query = self.query(sql).bind(voiding.bot_id).bind(voiding.after_match_id);
        query.bind(voiding.until_seq).bind(last).execute().await
    }
}
