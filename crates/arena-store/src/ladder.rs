//! Ladders: who plays on them, the order of their results, and what the matchmaker remembers.

use sqlx::AssertSqlSafe;

use crate::{Snapshot, Store, StoreFuture, Stored, Writing, from_row};

/// How many numbers of results a game takes at once. They are unique over all games, and a game that has some left
/// waits for no other.
const BLOCK: i64 = 1_000;

/// A game's ladder.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ladder {
    /// The game.
    pub game: String,
    /// The newest result.
    pub last_seq: i64,
    /// Numbers of results up to here are this game's.
    pub block_end: i64,
    /// How often its counts changed.
    pub changes: i64,
    /// The changes that its ratings know.
    pub fitted: i64,
}

from_row!(Ladder { game, last_seq, block_end, changes, fitted });

/// A seat of a rated result.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ResultSeat {
    /// The result's place in the order.
    pub result_seq: i64,
    /// The match.
    pub match_id: i64,
    /// The seat, from 0.
    pub seat: i64,
    /// The bot.
    pub bot_id: i64,
    /// Its version.
    pub version_id: i64,
    /// Its place; 1 is best.
    pub place: i64,
    /// The fault that cost it the match.
    pub fault: Option<String>,
}

from_row!(ResultSeat { result_seq, match_id, seat, bot_id, version_id, place, fault });

/// A bot that may play rated matches now.
#[derive(Clone, Debug, PartialEq)]
pub struct Player {
    /// The bot.
    pub bot_id: i64,
    /// What it is called.
    pub name: String,
    /// Whose it is.
    pub user_id: i64,
    /// What the owner is called.
    pub owner: String,
    /// Whether it belongs to the house.
    pub is_house: bool,
    /// The version that plays.
    pub version_id: i64,
    /// Its number among the bot's.
    pub number: i64,
    /// What it is written in.
    pub language: String,
    /// The rating in Elo; none until the first one is fitted.
    pub rating: Option<f64>,
    /// The strength is within this of it, with 95 % confidence.
    pub error: Option<f64>,
    /// As long as it has no rating: that of the bot's last version before it.
    pub older_rating: Option<f64>,
    /// And its error.
    pub older_error: Option<f64>,
    /// How many rated matches it played.
    pub games: Option<i64>,
    /// Won alone.
    pub wins: Option<i64>,
    /// Shared the first place.
    pub draws: Option<i64>,
    /// Neither, without a fault.
    pub losses: Option<i64>,
    /// Lost by a fault.
    pub faults: Option<i64>,
    /// The game's turn that it was last part of.
    pub last_turn: i64,
    /// The bots that it met last, the newest last, divided by blanks.
    pub recent: String,
    /// How often it sat at which seat, divided by blanks.
    pub seats: String,
}

from_row!(Player {
    bot_id,
    name,
    user_id,
    owner,
    is_house,
    version_id,
    number,
    language,
    rating,
    error,
    older_rating,
    older_error,
    games,
    wins,
    draws,
    losses,
    faults,
    last_turn,
    recent,
    seats
});

macro_rules! older {
    ($what:literal) => {
        concat!(
            "CASE WHEN rating.version_id IS NULL THEN (SELECT before.",
            $what,
            " FROM version AS older JOIN rating AS before ON before.version_id = older.id ",
            "WHERE older.bot_id = bot.id AND older.number < version.number AND older.is_disqualified = $3 ",
            "ORDER BY older.number DESC LIMIT 1) END"
        )
    };
}

macro_rules! players {
    ($which:literal) => {
        concat!(
            "SELECT bot.id AS bot_id, bot.name, bot.user_id, users.name AS owner, users.is_house, ",
            "version.id AS version_id, version.number, version.language, rating.value AS rating, rating.error, ",
            older!("value"),
            " AS older_rating, ",
            older!("error"),
            " AS older_error, ",
            "record.games, record.wins, record.draws, record.losses, record.faults, waiting.last_turn, ",
            "waiting.recent, waiting.seats FROM bot JOIN users ON users.id = bot.user_id ",
            "JOIN version ON version.id = bot.version_id JOIN waiting ON waiting.bot_id = bot.id ",
            "LEFT JOIN record ON record.version_id = version.id LEFT JOIN rating ON rating.version_id = version.id WHERE ",
            $which,
            " AND bot.is_active = $2 AND bot.disabled_why IS NULL ",
            "AND users.is_banned = $3 AND version.state = 'ready' AND version.is_disqualified = $3 ORDER BY bot.id"
        )
    };
}

const LADDERS: &str = "SELECT game, last_seq, block_end, changes, fitted FROM ladder ORDER BY game";

impl Store {
    /// The bots that may play rated matches of a game now, by number.
    pub fn players(&self, game: &str) -> StoreFuture<'_, Vec<Player>> {
        let sql = players!("bot.game = $1");
        self.query(sql).bind(game).bind(true).bind(false).fetch_all()
    }

    /// The bot of this number, if it may play now.
    pub fn player(&self, bot_id: i64) -> StoreFuture<'_, Option<Player>> {
        let sql = players!("bot.id = $1");
        self.query(sql).bind(bot_id).bind(true).bind(false).fetch_optional()
    }

    /// By bot: how many rated matches of a game are made and not over yet.
    pub fn pending_matches(&self, game: &str) -> StoreFuture<'_, Vec<(i64, i64)>> {
        let sql = "SELECT seating.bot_id, COUNT(*) FROM match JOIN seating ON seating.match_id = match.id \
                   WHERE match.state IN ('queued', 'running') AND match.game = $1 AND match.kind = 'rated' \
                   GROUP BY seating.bot_id";
        self.query(sql).bind(game).fetch_all()
    }

    /// The game's turn: how many rated matches of it were made.
    pub async fn turn_of(&self, game: &str) -> Stored<i64> {
        let sql = "SELECT last FROM counter WHERE name = $1";
        let last: Option<i64> = self.query(sql).bind(turn_counter(game)).fetch_optional().await?;
        Ok(last.unwrap_or(0))
    }

    /// The ladders that there are, by game.
    pub fn ladders(&self) -> StoreFuture<'_, Vec<Ladder>> {
        self.query(LADDERS).fetch_all()
    }
}

impl Snapshot {
    /// The ladders that there are, by game.
    pub fn ladders(&mut self) -> StoreFuture<'_, Vec<Ladder>> {
        self.query(LADDERS).fetch_all()
    }

    /// The seats of the next rated results of a game after this one, in order.
    pub fn results_after(&mut self, game: &str, seq: i64, most: i64) -> StoreFuture<'_, Vec<ResultSeat>> {
        self.query(RESULTS).bind(game).bind(seq).bind(false).bind(most).fetch_all()
    }
}

const RESULTS: &str = "SELECT next.result_seq, next.id AS match_id, seating.seat, seating.bot_id, seating.version_id, \
                       seating.place, seating.fault FROM (SELECT id, result_seq FROM match WHERE game = $1 \
                       AND result_seq > $2 AND is_void = $3 ORDER BY result_seq LIMIT $4) AS next \
                       JOIN seating ON seating.match_id = next.id ORDER BY next.result_seq, seating.seat";

impl Writing {
    /// The seats of these results, in their order.
    pub fn seats_of_results(&mut self, matches: &[i64]) -> StoreFuture<'_, Vec<ResultSeat>> {
        let sql = format!(
            "{} SELECT match.result_seq, match.id AS match_id, seating.seat, seating.bot_id, seating.version_id, \
             seating.place, seating.fault FROM given CROSS JOIN match JOIN seating ON seating.match_id = match.id \
             WHERE match.id = given.what AND match.result_seq IS NOT NULL ORDER BY match.result_seq, seating.seat",
            self.dialect().given()
        );
        let list = self.dialect().numbered(matches);
        self.query(AssertSqlSafe(sql)).bind(list).fetch_all()
    }

    /// The ladder of a game. Nobody else can change its counts before this transaction ends. Whoever needs several holds
    /// them in the order of their games' names.
    pub fn hold_ladder(&mut self, game: &str) -> StoreFuture<'_, Ladder> {
        let sql = "INSERT INTO ladder (game, last_seq, block_end, changes, fitting, fitted) VALUES ($1, 0, 0, 0, 0, 0) \
                   ON CONFLICT (game) DO UPDATE SET last_seq = ladder.last_seq \
                   RETURNING game, last_seq, block_end, changes, fitted";
        self.query(sql).bind(game).fetch_one()
    }

    /// Notes that the counts of a ladder change, or whose of them are rated.
    pub fn change_ladder(&mut self, game: &str) -> StoreFuture<'_, ()> {
        let sql = "UPDATE ladder SET changes = changes + 1 WHERE game = $1";
        self.query(sql).bind(game).execute()
    }

    /// The next places in the order of a ladder's results, and notes that its counts change. Its transaction holds it.
    pub async fn next_results(&mut self, ladder: &mut Ladder, count: usize) -> Stored<Vec<i64>> {
        let mut seqs = Vec::with_capacity(count);
        while seqs.len() < count {
            if ladder.last_seq == ladder.block_end {
                let sql = "INSERT INTO counter (name, last) VALUES ('result', $1) \
                           ON CONFLICT (name) DO UPDATE SET last = counter.last + $1 RETURNING last";
                ladder.block_end = self.query(sql).bind(BLOCK).fetch_one().await?;
                ladder.last_seq = ladder.block_end - BLOCK;
            }
            ladder.last_seq += 1;
            seqs.push(ladder.last_seq);
        }
        ladder.changes += 1;
        let sql = "UPDATE ladder SET last_seq = $2, block_end = $3, changes = changes + 1 WHERE game = $1";
        self.query(sql).bind(&ladder.game).bind(ladder.last_seq).bind(ladder.block_end).execute().await?;
        Ok(seqs)
    }

    /// Those of these matches that may be rated and are not: nobody doubts them, and the host lets all their bots play.
    pub fn rateable(&mut self, matches: &[i64]) -> StoreFuture<'_, Vec<i64>> {
        let sql = format!(
            "{} SELECT match.id FROM given CROSS JOIN match WHERE match.id = given.what AND match.kind = 'rated' \
             AND match.result_seq IS NULL AND match.is_doubted = $2 AND NOT EXISTS (SELECT 1 FROM seating \
             JOIN bot ON bot.id = seating.bot_id JOIN users ON users.id = bot.user_id \
             WHERE seating.match_id = match.id AND (bot.disabled_why IS NOT NULL OR users.is_banned = $3))",
            self.dialect().given()
        );
        let list = self.dialect().numbered(matches);
        self.query(AssertSqlSafe(sql)).bind(list).bind(false).bind(true).fetch_all()
    }

    /// Gives results their places in the order of ratings: match and place.
    pub fn set_result_seqs(&mut self, placed: &[(i64, i64)]) -> StoreFuture<'_, ()> {
        let sql = format!(
            "{} UPDATE match SET result_seq = given.worker FROM given WHERE match.id = given.what",
            self.dialect().given()
        );
        let list = self.dialect().listed(placed);
        self.query(AssertSqlSafe(sql)).bind(list).execute()
    }

    /// The game's turn: how many rated matches of it were made.
    pub async fn turn_of(&mut self, game: &str) -> Stored<i64> {
        let sql = "SELECT last FROM counter WHERE name = $1";
        let last: Option<i64> = self.query(sql).bind(turn_counter(game)).fetch_optional().await?;
        Ok(last.unwrap_or(0))
    }

    /// Begins the game's next turn. Nobody else can before this transaction ends.
    pub async fn next_turn(&mut self, game: &str) -> Stored<i64> {
        self.next(&turn_counter(game)).await
    }

    /// Writes down what the matchmaker remembers of a bot.
    pub fn remember_waiting(
        &mut self,
        bot_id: i64,
        turn: i64,
        recent: &str,
        seats: &str,
    ) -> StoreFuture<'_, ()> {
        let sql = "INSERT INTO waiting (bot_id, last_turn, recent, seats) VALUES ($1, $2, $3, $4) \
                   ON CONFLICT (bot_id) DO UPDATE SET last_turn = excluded.last_turn, \
                   recent = excluded.recent, seats = excluded.seats";
        self.query(sql).bind(bot_id).bind(turn).bind(recent).bind(seats).execute()
    }
}

fn turn_counter(game: &str) -> String {
    format!("turn of {game}")
}
