//! Ratings and their course: what was fitted to the counts of a ladder.

use sqlx::AssertSqlSafe;

use crate::counts::{parts, places};
use crate::{Snapshot, Store, StoreFuture, Stored, Writing, from_row};

/// A version's rating and record.
#[derive(Clone, Debug, PartialEq)]
pub struct Rated {
    /// The rating in Elo; none until the first one is fitted.
    pub rating: Option<f64>,
    /// The strength is within this of it, with 95 % confidence.
    pub error: Option<f64>,
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
}

from_row!(Rated { rating, error, games, wins, draws, losses, faults });

/// A version that is rated: it played, and was not disqualified.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RatedVersion {
    /// The version.
    pub version_id: i64,
    /// Its bot.
    pub bot_id: i64,
    /// Whether it belongs to the house.
    pub is_house: bool,
    /// How many rated matches it played.
    pub games: i64,
    /// Its games at the newest point of its course; 0 if it has none.
    pub point_games: i64,
}

from_row!(RatedVersion { version_id, bot_id, is_house, games, point_games });

/// A rating as it is kept.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rating {
    /// The version.
    pub version_id: i64,
    /// The rating in Elo.
    pub value: f64,
    /// The strength is within this of it, with 95 % confidence.
    pub error: f64,
    /// Its games at the newest point of its course.
    pub point_games: i64,
}

from_row!(Rating { version_id, value, error, point_games });

/// A point of a bot's rating, whichever of its versions played.
#[derive(Clone, Debug, PartialEq)]
pub struct CoursePoint {
    /// The version's number among the bot's.
    pub number: i64,
    /// After how many games of that version.
    pub games: i64,
    /// The rating in Elo.
    pub value: f64,
    /// The strength is within this of it, with 95 % confidence.
    pub error: f64,
}

from_row!(CoursePoint { number, games, value, error });

impl Store {
    /// A version's rating and record, if it played and was not disqualified.
    pub fn rated(&self, version_id: i64) -> StoreFuture<'_, Option<Rated>> {
        let sql = "SELECT rating.value AS rating, rating.error, record.games, record.wins, record.draws, record.losses, \
                   record.faults FROM version JOIN record ON record.version_id = version.id \
                   LEFT JOIN rating ON rating.version_id = version.id \
                   WHERE version.id = $1 AND version.is_disqualified = $2 AND record.games > 0";
        self.query(sql).bind(version_id).bind(false).fetch_optional()
    }

    /// The newest points of a bot's rating, the oldest first.
    pub async fn course_of(&self, bot_id: i64, most: i64) -> Stored<Vec<CoursePoint>> {
        let sql = "SELECT version.number, rating_point.games, rating_point.value, rating_point.error FROM version \
                   JOIN rating_point ON rating_point.version_id = version.id \
                   WHERE version.bot_id = $1 AND version.is_disqualified = $3 \
                   ORDER BY version.number DESC, rating_point.games DESC LIMIT $2";
        let mut points: Vec<CoursePoint> =
            self.query(sql).bind(bot_id).bind(most).bind(false).fetch_all().await?;
        points.reverse();
        Ok(points)
    }
}

impl Snapshot {
    /// The versions of a game that are rated: those of each bot together, the oldest first.
    pub fn rated_versions(&mut self, game: &str) -> StoreFuture<'_, Vec<RatedVersion>> {
        let sql = "SELECT version.id AS version_id, bot.id AS bot_id, users.is_house, \
                   record.games, COALESCE(rating.point_games, 0) AS point_games \
                   FROM bot JOIN users ON users.id = bot.user_id JOIN version ON version.bot_id = bot.id \
                   JOIN record ON record.version_id = version.id LEFT JOIN rating ON rating.version_id = version.id \
                   WHERE bot.game = $1 AND version.is_disqualified = $2 AND record.games > 0 \
                   ORDER BY bot.id, version.number";
        self.query(sql).bind(game).bind(false).fetch_all()
    }

    /// The versions of a game that have a rating, and none of the results that are rated.
    pub fn wrongly_rated(&mut self, game: &str) -> StoreFuture<'_, Vec<i64>> {
        let sql = "SELECT rating.version_id FROM bot JOIN version ON version.bot_id = bot.id \
                   JOIN rating ON rating.version_id = version.id LEFT JOIN record ON record.version_id = version.id \
                   WHERE bot.game = $1 AND (version.is_disqualified <> $2 OR COALESCE(record.games, 0) = 0)";
        self.query(sql).bind(game).bind(false).fetch_all()
    }

    /// The ratings of a game's versions that are kept, by version.
    pub fn ratings(&mut self, game: &str) -> StoreFuture<'_, Vec<Rating>> {
        let sql = "SELECT rating.version_id, rating.value, rating.error, rating.point_games FROM bot \
                   JOIN version ON version.bot_id = bot.id JOIN rating ON rating.version_id = version.id \
                   WHERE bot.game = $1 ORDER BY rating.version_id";
        self.query(sql).bind(game).fetch_all()
    }
}

impl Writing {
    /// Begins, or goes on, to write the ratings that these changes of a ladder make; false if somebody does that for newer
    /// ones: whoever is late writes nothing any more.
    pub async fn write_ratings_of(&mut self, game: &str, changes: i64) -> Stored<bool> {
        let sql = "UPDATE ladder SET fitting = $2 WHERE game = $1 AND fitting <= $2";
        Ok(self.query(sql).bind(game).bind(changes).changed().await? > 0)
    }

    /// All ratings of a ladder are those that these changes make.
    pub fn set_fitted(&mut self, game: &str, changes: i64) -> StoreFuture<'_, ()> {
        let sql = "UPDATE ladder SET fitted = $2 WHERE game = $1";
        self.query(sql).bind(game).bind(changes).execute()
    }

    /// Writes ratings; each version once. Those that are as before are left alone.
    pub async fn put_ratings(&mut self, ratings: &[Rating]) -> Stored<()> {
        for ratings in parts(ratings) {
            let sql = format!(
                "INSERT INTO rating (version_id, value, error, point_games) VALUES {} \
                 ON CONFLICT (version_id) DO UPDATE SET value = excluded.value, error = excluded.error, \
                 point_games = excluded.point_games WHERE rating.value <> excluded.value \
                 OR rating.error <> excluded.error OR rating.point_games <> excluded.point_games",
                places(ratings.len(), 4)
            );
            let mut insert = self.query(AssertSqlSafe(sql));
            for it in ratings {
                insert = insert.bind(it.version_id).bind(it.value).bind(it.error).bind(it.point_games);
            }
            insert.execute().await?;
        }
        Ok(())
    }

    /// Adds these ratings to the courses of their versions, unless they are there.
    pub async fn add_points(&mut self, ratings: &[Rating]) -> Stored<()> {
        for ratings in parts(ratings) {
            let sql = format!(
                "INSERT INTO rating_point (version_id, games, value, error) VALUES {} ON CONFLICT DO NOTHING",
                places(ratings.len(), 4)
            );
            let mut insert = self.query(AssertSqlSafe(sql));
            for it in ratings {
                insert = insert.bind(it.version_id).bind(it.point_games).bind(it.value).bind(it.error);
            }
            insert.execute().await?;
        }
        Ok(())
    }

    /// Removes the ratings of these versions.
    pub fn remove_ratings(&mut self, versions: &[i64]) -> StoreFuture<'_, ()> {
        let sql = format!(
            "{} DELETE FROM rating WHERE version_id IN (SELECT what FROM given)",
            self.dialect().given()
        );
        let list = self.dialect().numbered(versions);
        self.query(AssertSqlSafe(sql)).bind(list).execute()
    }
}
