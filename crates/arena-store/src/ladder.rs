//! Ratings, their course, meetings, and what the matchmaker remembers.

use std::ops::RangeInclusive;

use sqlx::AssertSqlSafe;

use crate::{Store, StoreFuture, Stored, Writing, from_row};

/// The most points of a rating's course that one question gives.
pub const MOST_POINTS: i64 = 1_000;

/// How many rows one statement writes.
const CHUNK: usize = 1_000;

/// A version's rating and record.
#[derive(Clone, Debug, PartialEq)]
pub struct Rated {
    /// The game.
    pub game: String,
    /// The version.
    pub version_id: i64,
    /// Its bot.
    pub bot_id: i64,
    /// The best guess of its strength.
    pub mu: f64,
    /// The standard deviation of the guess.
    pub sigma: f64,
    /// How many rated matches it played.
    pub games: i64,
    /// Won alone.
    pub wins: i64,
    /// Shared the first place.
    pub draws: i64,
    /// Neither, without a fault.
    pub losses: i64,
    /// Lost by a fault.
    pub faults: i64,
    /// The result that it stands after.
    pub last_seq: i64,
}

from_row!(Rated { game, version_id, bot_id, mu, sigma, games, wins, draws, losses, faults, last_seq });

/// A rating after a result.
#[derive(Clone, Debug, PartialEq)]
pub struct RatingPoint {
    /// The version.
    pub version_id: i64,
    /// The result.
    pub result_seq: i64,
    /// The best guess of its strength.
    pub mu: f64,
    /// The standard deviation of the guess.
    pub sigma: f64,
}

from_row!(RatingPoint { version_id, result_seq, mu, sigma });

/// How a version did against another.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Meeting {
    /// The version.
    pub version_id: i64,
    /// The other.
    pub other_id: i64,
    /// How often they met.
    pub games: i64,
    /// How often it was placed before the other.
    pub better: i64,
    /// How often they were placed alike.
    pub level: i64,
    /// How often it was placed behind the other.
    pub worse: i64,
}

from_row!(Meeting { version_id, other_id, games, better, level, worse });

/// A meeting with the other's names, for a page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Opponent {
    /// The other bot.
    pub bot_id: i64,
    /// What it is called.
    pub bot: String,
    /// Which of its versions.
    pub number: i64,
    /// How often they met.
    pub games: i64,
    /// How often it was beaten.
    pub better: i64,
    /// How often they were placed alike.
    pub level: i64,
    /// How often it was the better one.
    pub worse: i64,
}

from_row!(Opponent { bot_id, bot, number, games, better, level, worse });

/// A seat of a rated result, as ratings are folded from it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ResultSeat {
    /// The result's place in the order.
    pub result_seq: i64,
    /// The match.
    pub match_id: i64,
    /// The game.
    pub game: String,
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

from_row!(ResultSeat { result_seq, match_id, game, seat, bot_id, version_id, place, fault });

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
    /// The rating, if it played.
    pub mu: Option<f64>,
    /// Its deviation.
    pub sigma: Option<f64>,
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
    mu,
    sigma,
    games,
    wins,
    draws,
    losses,
    faults,
    last_turn,
    recent,
    seats
});

const RATED: &str = "SELECT game, version_id, bot_id, mu, sigma, games, wins, draws, losses, faults, last_seq \
                     FROM rating WHERE version_id = $1";

macro_rules! results {
    ($where:literal) => {
        concat!(
            "SELECT match.result_seq, match.id AS match_id, match.game, seating.seat, seating.bot_id, ",
            "seating.version_id, seating.place, seating.fault FROM match ",
            "JOIN seating ON seating.match_id = match.id WHERE match.is_void = $1 AND ",
            $where,
            " ORDER BY match.result_seq, seating.seat"
        )
    };
}

macro_rules! players {
    ($which:literal) => {
        concat!(
            "SELECT bot.id AS bot_id, bot.name, bot.user_id, users.name AS owner, users.is_house, ",
            "version.id AS version_id, version.number, version.language, rating.mu, rating.sigma, ",
            "rating.games, rating.wins, rating.draws, rating.losses, rating.faults, waiting.last_turn, ",
            "waiting.recent, waiting.seats FROM bot JOIN users ON users.id = bot.user_id ",
            "JOIN version ON version.id = bot.version_id JOIN waiting ON waiting.bot_id = bot.id ",
            "LEFT JOIN rating ON rating.version_id = version.id WHERE ",
            $which,
            " AND bot.is_active = $2 AND bot.disabled_why IS NULL ",
            "AND users.is_banned = $3 AND version.state = 'ready' ORDER BY bot.id"
        )
    };
}

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

    /// A version's rating and record, if it played.
    pub fn rated(&self, version_id: i64) -> StoreFuture<'_, Option<Rated>> {
        self.query(RATED).bind(version_id).fetch_optional()
    }

    /// The newest points of a version's rating, the oldest first.
    pub async fn points_of(&self, version_id: i64) -> Stored<Vec<RatingPoint>> {
        let sql = "SELECT version_id, result_seq, mu, sigma FROM rating_point WHERE version_id = $1 \
                   ORDER BY result_seq DESC LIMIT $2";
        let mut points: Vec<RatingPoint> =
            self.query(sql).bind(version_id).bind(MOST_POINTS).fetch_all().await?;
        points.reverse();
        Ok(points)
    }

    /// How a version did against each of its opponents, those met most often first.
    pub fn opponents_of(&self, version_id: i64, most: i64) -> StoreFuture<'_, Vec<Opponent>> {
        let sql = "SELECT bot.id AS bot_id, bot.name AS bot, version.number, meeting.games, meeting.better, \
                   meeting.level, meeting.worse FROM meeting JOIN version ON version.id = meeting.other_id \
                   JOIN bot ON bot.id = version.bot_id WHERE meeting.version_id = $1 \
                   ORDER BY meeting.games DESC, meeting.other_id LIMIT $2";
        self.query(sql).bind(version_id).bind(most).fetch_all()
    }
}

impl Writing {
    /// The seats of rated results after this one, in order, as this transaction sees them.
    pub fn results_after(&mut self, seq: i64, most: i64) -> StoreFuture<'_, Vec<ResultSeat>> {
        let sql = results!("match.result_seq > $2 AND match.result_seq <= $3");
        let last = seq.saturating_add(most);
        self.query(sql).bind(false).bind(seq).bind(last).fetch_all()
    }

    /// The next result's place in the order.
    pub fn next_result(&mut self) -> StoreFuture<'_, i64> {
        self.next("result")
    }

    /// The newest result's place in the order. Nobody else can add one before this transaction ends.
    pub fn hold_results(&mut self) -> StoreFuture<'_, i64> {
        let sql = "INSERT INTO counter (name, last) VALUES ('result', 0) \
                   ON CONFLICT (name) DO UPDATE SET last = counter.last RETURNING last";
        self.query(sql).fetch_one()
    }

    /// A version's rating and record, as this transaction sees it.
    pub fn rated(&mut self, version_id: i64) -> StoreFuture<'_, Option<Rated>> {
        self.query(RATED).bind(version_id).fetch_optional()
    }

    /// Writes a version's rating and record, and the point of its course.
    pub async fn put_rated(&mut self, rated: &Rated) -> Stored<()> {
        self.put_rating(rated).await?;
        let (version_id, result_seq) = (rated.version_id, rated.last_seq);
        self.put_point(&RatingPoint { version_id, result_seq, mu: rated.mu, sigma: rated.sigma }).await
    }

    fn put_rating(&mut self, rated: &Rated) -> StoreFuture<'_, ()> {
        let sql = "INSERT INTO rating (game, version_id, bot_id, mu, sigma, games, wins, draws, losses, faults, \
                   last_seq) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11) \
                   ON CONFLICT (version_id) DO UPDATE SET mu = excluded.mu, sigma = excluded.sigma, \
                   games = excluded.games, wins = excluded.wins, draws = excluded.draws, \
                   losses = excluded.losses, faults = excluded.faults, last_seq = excluded.last_seq";
        self.query(sql)
            .bind(&rated.game)
            .bind(rated.version_id)
            .bind(rated.bot_id)
            .bind(rated.mu)
            .bind(rated.sigma)
            .bind(rated.games)
            .bind(rated.wins)
            .bind(rated.draws)
            .bind(rated.losses)
            .bind(rated.faults)
            .bind(rated.last_seq)
            .execute()
    }

    fn put_point(&mut self, point: &RatingPoint) -> StoreFuture<'_, ()> {
        let sql = "INSERT INTO rating_point (version_id, result_seq, mu, sigma) VALUES ($1, $2, $3, $4)";
        self.query(sql)
            .bind(point.version_id)
            .bind(point.result_seq)
            .bind(point.mu)
            .bind(point.sigma)
            .execute()
    }

    /// All ratings there are, by version.
    pub fn all_rated(&mut self) -> StoreFuture<'_, Vec<Rated>> {
        let sql = "SELECT game, version_id, bot_id, mu, sigma, games, wins, draws, losses, faults, last_seq \
                   FROM rating ORDER BY version_id";
        self.query(sql).fetch_all()
    }

    /// All meetings there are, by version and other.
    pub fn all_meetings(&mut self) -> StoreFuture<'_, Vec<Meeting>> {
        let sql = "SELECT version_id, other_id, games, better, level, worse FROM meeting \
                   ORDER BY version_id, other_id";
        self.query(sql).fetch_all()
    }

    /// The newest result's place in the order; 0 if there is none.
    pub fn last_result(&mut self) -> StoreFuture<'_, i64> {
        let sql = "SELECT COALESCE(MAX(result_seq), 0) FROM match";
        self.query(sql).fetch_one()
    }

    /// The points that these results made of ratings.
    pub fn points_between(&mut self, seqs: RangeInclusive<i64>) -> StoreFuture<'_, Vec<RatingPoint>> {
        let sql =
            "SELECT version_id, result_seq, mu, sigma FROM rating_point WHERE result_seq BETWEEN $1 AND $2";
        self.query(sql).bind(*seqs.start()).bind(*seqs.end()).fetch_all()
    }

    /// Adds points to the courses of a ladder that was cleared: many in one statement, a long ladder has millions.
    pub async fn fill_points(&mut self, points: &[RatingPoint]) -> Stored<()> {
        for points in points.chunks(CHUNK) {
            let sql = format!(
                "INSERT INTO rating_point (version_id, result_seq, mu, sigma) VALUES {}",
                places(points.len(), 4)
            );
            let mut insert = self.query(AssertSqlSafe(sql));
            for point in points {
                insert =
                    insert.bind(point.version_id).bind(point.result_seq).bind(point.mu).bind(point.sigma);
            }
            insert.execute().await?;
        }
        Ok(())
    }

    /// Fills a ladder that was cleared, but for its points.
    pub async fn fill_ladder(&mut self, rated: &[Rated], meetings: &[Meeting]) -> Stored<()> {
        for rated in rated {
            self.put_rating(rated).await?;
        }
        for meetings in meetings.chunks(CHUNK) {
            let sql = format!(
                "INSERT INTO meeting (version_id, other_id, games, better, level, worse) VALUES {}",
                places(meetings.len(), 6)
            );
            let mut insert = self.query(AssertSqlSafe(sql));
            for met in meetings {
                insert = insert.bind(met.version_id).bind(met.other_id).bind(met.games);
                insert = insert.bind(met.better).bind(met.level).bind(met.worse);
            }
            insert.execute().await?;
        }
        Ok(())
    }

    /// Adds to how a version did against another.
    pub fn add_meeting(&mut self, met: &Meeting) -> StoreFuture<'_, ()> {
        let sql = "INSERT INTO meeting (version_id, other_id, games, better, level, worse) \
                   VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT (version_id, other_id) DO UPDATE SET \
                   games = meeting.games + excluded.games, better = meeting.better + excluded.better, \
                   level = meeting.level + excluded.level, worse = meeting.worse + excluded.worse";
        self.query(sql)
            .bind(met.version_id)
            .bind(met.other_id)
            .bind(met.games)
            .bind(met.better)
            .bind(met.level)
            .bind(met.worse)
            .execute()
    }

    /// Forgets all that follows from results, so that it can be made again.
    pub async fn clear_ladder(&mut self) -> Stored<()> {
        self.query("DELETE FROM rating_point").execute().await?;
        self.query("DELETE FROM meeting").execute().await?;
        self.query("DELETE FROM rating").execute().await
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

/// The places of the parameters of many rows: `($1, $2), ($3, $4)`.
fn places(rows: usize, columns: usize) -> String {
    let row = |row: usize| {
        let places: Vec<String> =
            (1..=columns).map(|column| format!("${}", row * columns + column)).collect();
        format!("({})", places.join(", "))
    };
    (0..rows).map(row).collect::<Vec<_>>().join(", ")
}

fn turn_counter(game: &str) -> String {
    format!("turn of {game}")
}
