//! Matches and who sat where.

use sqlx::AssertSqlSafe;

use crate::counts::parts;
use crate::{MatchKind, MatchState, Store, StoreFuture, Stored, Writing, from_row};

/// The most matches that one question gives.
pub const MOST_MATCHES: i64 = 100;

/// A match.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Match {
    /// Its number.
    pub id: i64,
    /// The game.
    pub game: String,
    /// Why it is played.
    pub kind: MatchKind,
    /// How far it has come.
    pub state: MatchState,
    /// The preset; empty for the game's own config.
    pub preset: String,
    /// How many play.
    pub seats: i64,
    /// The seed, in decimal digits.
    pub seed: String,
    /// Whose challenge or trial it is.
    pub requested_by: Option<i64>,
    /// The match that this one plays again.
    pub second_of: Option<i64>,
    /// Who plays or played it.
    pub worker_id: Option<i64>,
    /// The blob of its packed replay.
    pub replay_hash: Option<String>,
    /// When its replay was removed, because it was old.
    pub replay_removed_ms: Option<i64>,
    /// How many decisions it had.
    pub turns: Option<i64>,
    /// What ended it.
    pub ending: Option<String>,
    /// Why it was set aside, doubted or withdrawn.
    pub why: Option<String>,
    /// Whether two workers disagree about it.
    pub is_doubted: bool,
    /// Whether the host took it out of the rating.
    pub is_void: bool,
    /// Whether a second worker came to the same result, or the server's own one played it.
    pub is_confirmed: bool,
    /// Its place in the order in which results were rated.
    pub result_seq: Option<i64>,
    /// When it was made.
    pub created_ms: i64,
    /// When it was last begun.
    pub started_ms: Option<i64>,
    /// When its result came.
    pub ended_ms: Option<i64>,
}

from_row!(Match {
    id,
    game,
    kind,
    state,
    preset,
    seats,
    seed,
    requested_by,
    second_of,
    worker_id,
    replay_hash,
    replay_removed_ms,
    turns,
    ending,
    why,
    is_doubted,
    is_void,
    is_confirmed,
    result_seq,
    created_ms,
    started_ms,
    ended_ms
});

/// Who sat at a seat, and how it went.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Seating {
    /// The match.
    pub match_id: i64,
    /// The seat, from 0.
    pub seat: i64,
    /// The bot.
    pub bot_id: i64,
    /// Its version.
    pub version_id: i64,
    /// What it was called when the match was made, as the replay has it.
    pub name: String,
    /// Its place; 1 is best.
    pub place: Option<i64>,
    /// Its score.
    pub score: Option<i64>,
    /// The fault that cost it the match: late, gone, garbled, flooded.
    pub fault: Option<String>,
    /// The same for people.
    pub fault_sentence: Option<String>,
    /// The blob of what it printed on stderr.
    pub stderr_hash: Option<String>,
}

from_row!(Seating {
    match_id,
    seat,
    bot_id,
    version_id,
    name,
    place,
    score,
    fault,
    fault_sentence,
    stderr_hash
});

/// A seat as the queue needs it: who sits there, and what plays.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SeatedVersion {
    /// The seat, from 0.
    pub seat: i64,
    /// The bot.
    pub bot_id: i64,
    /// Its version.
    pub version_id: i64,
    /// What the replay calls it.
    pub name: String,
    /// What it is written in.
    pub language: String,
    /// The blob of what was built; none for a house bot.
    pub artefact_hash: Option<String>,
    /// Whether it answered the same when a match was played again.
    pub is_repeatable: Option<bool>,
}

from_row!(SeatedVersion { seat, bot_id, version_id, name, language, artefact_hash, is_repeatable });

/// A seat of a match as the worker that plays it must know it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SeatWork {
    /// The match.
    pub match_id: i64,
    /// The game.
    pub game: String,
    /// The preset; empty for the game's own config.
    pub preset: String,
    /// The seed, in decimal digits.
    pub seed: String,
    /// The version at the seat.
    pub version_id: i64,
    /// What the replay calls it.
    pub name: String,
    /// What it is written in.
    pub language: String,
    /// The blob of what was built; none for a house bot.
    pub artefact_hash: Option<String>,
}

from_row!(SeatWork { match_id, game, preset, seed, version_id, name, language, artefact_hash });

/// A match to be made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MatchDraft<'a> {
    /// The game.
    pub game: &'a str,
    /// Why it is played.
    pub kind: MatchKind,
    /// The preset; empty for the game's own config.
    pub preset: &'a str,
    /// The seed.
    pub seed: u64,
    /// Who plays, by seat: bot, version, name.
    pub seats: &'a [(i64, i64, String)],
    /// Whose challenge or trial it is.
    pub requested_by: Option<i64>,
    /// The match that this one plays again.
    pub second_of: Option<i64>,
}

/// How it went at a seat.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SeatResult {
    /// The place; 1 is best.
    pub place: i64,
    /// The score.
    pub score: i64,
    /// The fault that cost the seat the match.
    pub fault: Option<&'static str>,
    /// The same for people.
    pub fault_sentence: Option<String>,
    /// The blob of what it printed on stderr.
    pub stderr_hash: Option<String>,
}

/// How a match went.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MatchResult {
    /// The blob of its packed replay.
    pub replay_hash: String,
    /// How many decisions it had.
    pub turns: i64,
    /// What ended it.
    pub ending: String,
    /// By seat.
    pub seats: Vec<SeatResult>,
}

macro_rules! matches {
    ($where:literal) => {
        concat!(
            "SELECT id, game, kind, state, preset, seats, seed, requested_by, second_of, worker_id, replay_hash, ",
            "replay_removed_ms, turns, ending, why, is_doubted, is_void, is_confirmed, result_seq, created_ms, ",
            "started_ms, ended_ms FROM match ",
            $where
        )
    };
}

macro_rules! seatings {
    ($where:literal) => {
        concat!(
            "SELECT match_id, seat, bot_id, version_id, name, place, score, fault, fault_sentence, stderr_hash ",
            "FROM seating ",
            $where
        )
    };
}

const SEATED: &str = "SELECT seating.seat, seating.bot_id, seating.version_id, seating.name, version.language, \
                      version.artefact_hash, version.is_repeatable FROM seating \
                      JOIN version ON version.id = seating.version_id \
                      WHERE seating.match_id = $1 ORDER BY seating.seat";

impl Store {
    /// What workers must know of these matches, by match and seat.
    pub fn match_work(&self, matches: &[i64]) -> StoreFuture<'_, Vec<SeatWork>> {
        let sql = format!(
            "{} SELECT match.id AS match_id, match.game, match.preset, match.seed, seating.version_id, seating.name, \
             version.language, version.artefact_hash FROM given JOIN match ON match.id = given.what \
             JOIN seating ON seating.match_id = match.id JOIN version ON version.id = seating.version_id \
             ORDER BY match.id, seating.seat",
            self.dialect().given()
        );
        let list = self.dialect().numbered(matches);
        self.query(AssertSqlSafe(sql)).bind(list).fetch_all()
    }

    /// The match of this number.
    pub fn match_of(&self, id: i64) -> StoreFuture<'_, Option<Match>> {
        let sql = matches!("WHERE id = $1");
        self.query(sql).bind(id).fetch_optional()
    }

    /// Who sat where in a match.
    pub fn seatings(&self, match_id: i64) -> StoreFuture<'_, Vec<Seating>> {
        let sql = seatings!("WHERE match_id = $1 ORDER BY seat");
        self.query(sql).bind(match_id).fetch_all()
    }

    /// Who sat where in a match, and what plays there.
    pub fn seated_versions(&self, match_id: i64) -> StoreFuture<'_, Vec<SeatedVersion>> {
        self.query(SEATED).bind(match_id).fetch_all()
    }

    /// What other workers made of a match that they played again, the oldest first.
    pub fn opinions_about(&self, match_id: i64) -> StoreFuture<'_, Vec<Match>> {
        let sql = matches!("WHERE second_of = $1 AND state = 'done' ORDER BY id");
        self.query(sql).bind(match_id).fetch_all()
    }

    /// Results of a worker that count although nobody confirmed them, the oldest first.
    pub fn unconfirmed_results_of(&self, worker_id: i64, most: i64) -> StoreFuture<'_, Vec<Match>> {
        let sql = matches!(
            "WHERE worker_id = $1 AND is_confirmed = $2 AND is_void = $2 AND result_seq IS NOT NULL ORDER BY id LIMIT $3"
        );
        self.query(sql).bind(worker_id).bind(false).bind(most).fetch_all()
    }

    /// The newest matches of a game before this number (`i64::MAX` for the very newest), the newest first.
    pub fn matches_of_game(&self, game: &str, before: i64, most: i64) -> StoreFuture<'_, Vec<Match>> {
        let sql = matches!("WHERE game = $1 AND id < $2 ORDER BY id DESC LIMIT $3");
        let most = most.clamp(0, MOST_MATCHES);
        self.query(sql).bind(game).bind(before).bind(most).fetch_all()
    }

    /// The newest matches of a bot before this number, the newest first.
    pub fn matches_of_bot(&self, bot_id: i64, before: i64, most: i64) -> StoreFuture<'_, Vec<Match>> {
        let sql = matches!(
            "WHERE id IN (SELECT DISTINCT match_id FROM seating WHERE bot_id = $1 AND match_id < $2 \
             ORDER BY match_id DESC LIMIT $3) ORDER BY id DESC"
        );
        let most = most.clamp(0, MOST_MATCHES);
        self.query(sql).bind(bot_id).bind(before).bind(most).fetch_all()
    }

    /// Who sat where in these matches (at most [`MOST_MATCHES`] from the first number to the last), by match and seat:
    /// one question for a whole page of matches.
    pub fn seatings_of_bot(&self, bot_id: i64, before: i64, most: i64) -> StoreFuture<'_, Vec<Seating>> {
        let sql = seatings!(
            "WHERE match_id IN (SELECT DISTINCT match_id FROM seating WHERE bot_id = $1 AND match_id < $2 \
             ORDER BY match_id DESC LIMIT $3) ORDER BY match_id DESC, seat"
        );
        let most = most.clamp(0, MOST_MATCHES);
        self.query(sql).bind(bot_id).bind(before).bind(most).fetch_all()
    }

    /// Who sat where in the newest matches of a game before this number, by match and seat.
    pub fn seatings_of_game(&self, game: &str, before: i64, most: i64) -> StoreFuture<'_, Vec<Seating>> {
        let sql = seatings!(
            "WHERE match_id IN (SELECT id FROM match WHERE game = $1 AND id < $2 ORDER BY id DESC LIMIT $3) \
             ORDER BY match_id DESC, seat"
        );
        let most = most.clamp(0, MOST_MATCHES);
        self.query(sql).bind(game).bind(before).bind(most).fetch_all()
    }

    /// The matches that workers play now, the newest first.
    pub fn running_matches(&self, most: i64) -> StoreFuture<'_, Vec<Match>> {
        let sql = matches!("WHERE state = 'running' ORDER BY id DESC LIMIT $1");
        self.query(sql).bind(most.clamp(0, MOST_MATCHES)).fetch_all()
    }

    /// The matches that ended last and have a replay, the last first.
    pub fn ended_matches(&self, most: i64) -> StoreFuture<'_, Vec<Match>> {
        let sql = matches!(
            "WHERE replay_hash IS NOT NULL AND ended_ms <= $1 ORDER BY ended_ms DESC, id DESC LIMIT $2"
        );
        self.query(sql).bind(i64::MAX).bind(most.clamp(0, MOST_MATCHES)).fetch_all()
    }

    /// The matches that were set aside, the newest first.
    pub fn poison_matches(&self, most: i64) -> StoreFuture<'_, Vec<Match>> {
        let sql = matches!("WHERE state = 'poison' ORDER BY id DESC LIMIT $1");
        self.query(sql).bind(most.clamp(0, MOST_MATCHES)).fetch_all()
    }

    /// How many rated matches of a game wait.
    pub fn waiting_matches(&self, game: &str) -> StoreFuture<'_, i64> {
        let sql = "SELECT COUNT(*) FROM match WHERE state = 'queued' AND game = $1 AND kind = 'rated'";
        self.query(sql).bind(game).fetch_one()
    }

    /// When the newest rated match of a game was made.
    pub fn newest_rated_ms(&self, game: &str) -> StoreFuture<'_, Option<i64>> {
        let sql = "SELECT created_ms FROM match WHERE game = $1 AND kind = 'rated' ORDER BY id DESC LIMIT 1";
        self.query(sql).bind(game).fetch_optional()
    }

    /// How long the newest finished matches of a game took, in milliseconds.
    pub fn recent_durations(&self, game: &str, most: i64) -> StoreFuture<'_, Vec<i64>> {
        let sql = "SELECT ended_ms - started_ms FROM match WHERE state = 'done' AND game = $1 AND kind = 'rated' \
                   AND started_ms IS NOT NULL AND ended_ms IS NOT NULL ORDER BY id DESC LIMIT $2";
        let most = most.clamp(0, MOST_MATCHES);
        self.query(sql).bind(game).bind(most).fetch_all()
    }
}

impl Writing {
    /// The match of this number, as this transaction sees it.
    pub fn match_of(&mut self, id: i64) -> StoreFuture<'_, Option<Match>> {
        let sql = matches!("WHERE id = $1");
        self.query(sql).bind(id).fetch_optional()
    }

    /// Who sat where in a match, as this transaction sees it.
    pub fn seatings(&mut self, match_id: i64) -> StoreFuture<'_, Vec<Seating>> {
        let sql = seatings!("WHERE match_id = $1 ORDER BY seat");
        self.query(sql).bind(match_id).fetch_all()
    }

    /// Who sat where in a match, and what plays there.
    pub fn seated_versions(&mut self, match_id: i64) -> StoreFuture<'_, Vec<SeatedVersion>> {
        self.query(SEATED).bind(match_id).fetch_all()
    }

    /// How many challenges a user asked for since then, as this transaction sees it.
    pub fn challenges_since(&mut self, user_id: i64, since_ms: i64) -> StoreFuture<'_, i64> {
        let sql =
            "SELECT COUNT(*) FROM match WHERE requested_by = $1 AND created_ms >= $2 AND kind = 'challenge'";
        self.query(sql).bind(user_id).bind(since_ms).fetch_one()
    }

    /// Adds a match with its seats; whoever adds it enqueues it.
    pub async fn add_match(&mut self, draft: &MatchDraft<'_>, now_ms: i64) -> Stored<i64> {
        let id = self.next("match").await?;
        let sql = "INSERT INTO match (id, game, kind, state, preset, seats, seed, requested_by, second_of, \
                   is_doubted, is_void, created_ms) VALUES ($1, $2, $3, 'queued', $4, $5, $6, $7, $8, $9, $9, $10)";
        self.query(sql)
            .bind(id)
            .bind(draft.game)
            .bind(draft.kind)
            .bind(draft.preset)
            .bind(draft.seats.len() as i64)
            .bind(draft.seed.to_string())
            .bind(draft.requested_by)
            .bind(draft.second_of)
            .bind(false)
            .bind(now_ms)
            .execute()
            .await?;
        let sql =
            "INSERT INTO seating (match_id, seat, bot_id, version_id, name) VALUES ($1, $2, $3, $4, $5)";
        for (seat, (bot_id, version_id, name)) in draft.seats.iter().enumerate() {
            self.query(sql)
                .bind(id)
                .bind(seat as i64)
                .bind(bot_id)
                .bind(version_id)
                .bind(name)
                .execute()
                .await?;
        }
        Ok(id)
    }

    /// A match goes back, is set aside or withdrawn.
    pub fn set_match_state(&mut self, id: i64, state: MatchState, why: Option<&str>) -> StoreFuture<'_, ()> {
        let sql = "UPDATE match SET state = $2, why = $3 WHERE id = $1";
        self.query(sql).bind(id).bind(state).bind(why).execute()
    }

    /// Writes down how matches went.
    pub async fn end_matches(&mut self, ended: &[(i64, &MatchResult)], now_ms: i64) -> Stored<()> {
        for ended in parts(ended) {
            let sql = format!(
                "WITH ended (id, replay_hash, turns, ending) AS (VALUES {}) UPDATE match SET state = 'done', \
                 replay_hash = ended.replay_hash, turns = ended.turns, ending = ended.ending, ended_ms = $1, why = NULL \
                 FROM ended WHERE match.id = ended.id",
                typed_places(2, ended.len(), &["BIGINT", "TEXT", "BIGINT", "TEXT"])
            );
            let mut update = self.query(AssertSqlSafe(sql)).bind(now_ms);
            for (id, result) in ended {
                update = update.bind(id).bind(&result.replay_hash).bind(result.turns).bind(&result.ending);
            }
            update.execute().await?;
        }
        let seats: Vec<(i64, usize, &SeatResult)> = ended
            .iter()
            .flat_map(|(id, result)| result.seats.iter().enumerate().map(|(seat, at)| (*id, seat, at)))
            .collect();
        for seats in parts(&seats) {
            let sql = format!(
                "WITH ended (match_id, seat, place, score, fault, fault_sentence, stderr_hash) AS (VALUES {}) \
                 UPDATE seating SET place = ended.place, score = ended.score, fault = ended.fault, \
                 fault_sentence = ended.fault_sentence, stderr_hash = ended.stderr_hash FROM ended \
                 WHERE seating.match_id = ended.match_id AND seating.seat = ended.seat",
                typed_places(
                    1,
                    seats.len(),
                    &["BIGINT", "BIGINT", "BIGINT", "BIGINT", "TEXT", "TEXT", "TEXT"]
                )
            );
            let mut update = self.query(AssertSqlSafe(sql));
            for (id, seat, at) in seats {
                update = update.bind(id).bind(*seat as i64).bind(at.place).bind(at.score).bind(at.fault);
                update = update.bind(&at.fault_sentence).bind(&at.stderr_hash);
            }
            update.execute().await?;
        }
        Ok(())
    }

    /// Whether the host does not let a bot of this match play: it is disabled, or its owner banned.
    pub async fn has_disabled_bot(&mut self, match_id: i64) -> Stored<bool> {
        let sql = "SELECT COUNT(*) FROM seating JOIN bot ON bot.id = seating.bot_id \
                   JOIN users ON users.id = bot.user_id \
                   WHERE seating.match_id = $1 AND (bot.disabled_why IS NOT NULL OR users.is_banned = $2)";
        let count: i64 = self.query(sql).bind(match_id).bind(true).fetch_one().await?;
        Ok(count > 0)
    }

    /// Whether another worker played a match again, as this transaction sees it.
    pub async fn has_opinion(&mut self, match_id: i64) -> Stored<bool> {
        let sql = "SELECT COUNT(*) FROM match WHERE second_of = $1 AND state = 'done'";
        let count: i64 = self.query(sql).bind(match_id).fetch_one().await?;
        Ok(count > 0)
    }

    /// A result is certain.
    pub fn confirm_match(&mut self, id: i64) -> StoreFuture<'_, ()> {
        let sql = "UPDATE match SET is_confirmed = $2 WHERE id = $1";
        self.query(sql).bind(id).bind(true).execute()
    }

    /// Takes a result out of the rating, and says why; false if it is not in it.
    pub async fn void_match(&mut self, id: i64, why: &str) -> Stored<bool> {
        let sql = "UPDATE match SET is_void = $2, why = $3 \
                   WHERE id = $1 AND is_void <> $2 AND result_seq IS NOT NULL AND is_confirmed <> $2";
        Ok(self.query(sql).bind(id).bind(true).bind(why).changed().await? > 0)
    }

    /// Two workers disagree about a match.
    pub fn doubt_match(&mut self, id: i64, why: &str) -> StoreFuture<'_, ()> {
        let sql = "UPDATE match SET is_doubted = $2, why = $3 WHERE id = $1";
        self.query(sql).bind(id).bind(true).bind(why).execute()
    }

    /// The matches of a bot that wait or are played. A bot has played many more than are open in the whole queue: these
    /// are looked through.
    pub fn open_matches_of(&mut self, bot_id: i64) -> StoreFuture<'_, Vec<i64>> {
        let sql = "SELECT id FROM match WHERE state IN ('queued', 'running') AND EXISTS (SELECT 1 FROM seating \
                   WHERE seating.match_id = match.id AND seating.bot_id = $1) ORDER BY id";
        self.query(sql).bind(bot_id).fetch_all()
    }
}

/// The places of the parameters of many rows, counted from there, each with its type, which PostgreSQL would not know:
/// `(CAST($2 AS BIGINT), CAST($3 AS TEXT)), …`.
fn typed_places(first: usize, rows: usize, types: &[&str]) -> String {
    let row = |row: usize| {
        let place = |(column, kind): (usize, &&str)| {
            format!("CAST(${} AS {kind})", row * types.len() + column + first)
        };
        format!("({})", types.iter().enumerate().map(place).collect::<Vec<_>>().join(", "))
    };
    (0..rows).map(row).collect::<Vec<_>>().join(", ")
}
