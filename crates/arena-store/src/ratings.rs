//! Ratings, their course, and meetings: what follows from results. All of it belongs to a generation of its ladder.

use std::ops::RangeInclusive;

use sqlx::AssertSqlSafe;

use crate::{Snapshot, Store, StoreFuture, Stored, Writing, from_row};

/// The most points of a rating's course that one question gives.
pub const MOST_POINTS: i64 = 1_000;

/// How many rows one statement writes.
const MOST_ROWS: usize = 256;

/// A version's rating and record.
#[derive(Clone, Debug, PartialEq)]
pub struct Rated {
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

from_row!(Rated { version_id, bot_id, mu, sigma, games, wins, draws, losses, faults, last_seq });

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

macro_rules! rated {
    ($where:literal) => {
        concat!(
            "SELECT rating.version_id, rating.bot_id, rating.mu, rating.sigma, rating.games, rating.wins, rating.draws, ",
            "rating.losses, rating.faults, rating.last_seq FROM ",
            $where
        )
    };
}

/// The generation that counts for the version of the first parameter.
macro_rules! live {
    () => {
        "(SELECT ladder.generation FROM version JOIN bot ON bot.id = version.bot_id \
          JOIN ladder ON ladder.game = bot.game WHERE version.id = $1)"
    };
}

impl Store {
    /// A version's rating and record, if it played.
    pub fn rated(&self, version_id: i64) -> StoreFuture<'_, Option<Rated>> {
        let sql = concat!(rated!("rating WHERE version_id = $1 AND generation = "), live!());
        self.query(sql).bind(version_id).fetch_optional()
    }

    /// The newest points of a version's rating, the oldest first.
    pub async fn points_of(&self, version_id: i64) -> Stored<Vec<RatingPoint>> {
        let sql = concat!(
            "SELECT version_id, result_seq, mu, sigma FROM rating_point WHERE version_id = $1 AND generation = ",
            live!(),
            " ORDER BY result_seq DESC LIMIT $2"
        );
        let mut points: Vec<RatingPoint> =
            self.query(sql).bind(version_id).bind(MOST_POINTS).fetch_all().await?;
        points.reverse();
        Ok(points)
    }

    /// How a version did against each of its opponents, those met most often first.
    pub fn opponents_of(&self, version_id: i64, most: i64) -> StoreFuture<'_, Vec<Opponent>> {
        let sql = concat!(
            "SELECT bot.id AS bot_id, bot.name AS bot, version.number, meeting.games, meeting.better, \
             meeting.level, meeting.worse FROM meeting JOIN version ON version.id = meeting.other_id \
             JOIN bot ON bot.id = version.bot_id WHERE meeting.version_id = $1 AND meeting.generation = ",
            live!(),
            " ORDER BY meeting.games DESC, meeting.other_id LIMIT $2"
        );
        self.query(sql).bind(version_id).bind(most).fetch_all()
    }
}

impl Snapshot {
    /// All ratings of a generation, by version.
    pub fn all_rated(&mut self, generation: i64) -> StoreFuture<'_, Vec<Rated>> {
        let sql = rated!("rating WHERE generation = $1 ORDER BY version_id");
        self.query(sql).bind(generation).fetch_all()
    }

    /// All meetings of a generation, by version and other.
    pub fn all_meetings(&mut self, generation: i64) -> StoreFuture<'_, Vec<Meeting>> {
        let sql = "SELECT version_id, other_id, games, better, level, worse FROM meeting WHERE generation = $1 \
                   ORDER BY version_id, other_id";
        self.query(sql).bind(generation).fetch_all()
    }

    /// The points that these results made of ratings.
    pub fn points_between(
        &mut self,
        generation: i64,
        seqs: RangeInclusive<i64>,
    ) -> StoreFuture<'_, Vec<RatingPoint>> {
        let sql = "SELECT version_id, result_seq, mu, sigma FROM rating_point \
                   WHERE generation = $1 AND result_seq BETWEEN $2 AND $3";
        self.query(sql).bind(generation).bind(*seqs.start()).bind(*seqs.end()).fetch_all()
    }
}

impl Writing {
    /// What is known of these versions, as far as they played.
    pub fn rated_of(&mut self, generation: i64, versions: &[i64]) -> StoreFuture<'_, Vec<Rated>> {
        // `CROSS`: SQLite would rather read the list anew for every rating of the generation.
        let sql = format!(
            "{} {}",
            self.given(),
            rated!("given CROSS JOIN rating WHERE rating.generation = $2 AND rating.version_id = given.what")
        );
        let list = self.numbered(versions);
        self.query(AssertSqlSafe(sql)).bind(list).bind(generation).fetch_all()
    }

    /// Writes ratings and records; each version once.
    pub async fn put_rated(&mut self, generation: i64, rated: &[Rated]) -> Stored<()> {
        for rated in parts(rated) {
            let sql = format!(
                "INSERT INTO rating (generation, version_id, bot_id, mu, sigma, games, wins, draws, losses, faults, \
                 last_seq) VALUES {} \
                 ON CONFLICT (generation, version_id) DO UPDATE SET mu = excluded.mu, sigma = excluded.sigma, \
                 games = excluded.games, wins = excluded.wins, draws = excluded.draws, \
                 losses = excluded.losses, faults = excluded.faults, last_seq = excluded.last_seq",
                places(rated.len(), 11)
            );
            let mut insert = self.query(AssertSqlSafe(sql));
            for rated in rated {
                insert = insert.bind(generation).bind(rated.version_id).bind(rated.bot_id).bind(rated.mu);
                insert = insert.bind(rated.sigma).bind(rated.games).bind(rated.wins).bind(rated.draws);
                insert = insert.bind(rated.losses).bind(rated.faults).bind(rated.last_seq);
            }
            insert.execute().await?;
        }
        Ok(())
    }

    /// Adds points to the courses of ratings.
    pub async fn add_points(&mut self, generation: i64, points: &[RatingPoint]) -> Stored<()> {
        for points in parts(points) {
            let sql = format!(
                "INSERT INTO rating_point (generation, version_id, result_seq, mu, sigma) VALUES {}",
                places(points.len(), 5)
            );
            let mut insert = self.query(AssertSqlSafe(sql));
            for point in points {
                insert = insert.bind(generation).bind(point.version_id).bind(point.result_seq);
                insert = insert.bind(point.mu).bind(point.sigma);
            }
            insert.execute().await?;
        }
        Ok(())
    }

    /// Adds to how versions did against each other; each pair once.
    pub async fn add_meetings(&mut self, generation: i64, meetings: &[Meeting]) -> Stored<()> {
        for meetings in parts(meetings) {
            let sql = format!(
                "INSERT INTO meeting (generation, version_id, other_id, games, better, level, worse) VALUES {} \
                 ON CONFLICT (generation, version_id, other_id) DO UPDATE SET \
                 games = meeting.games + excluded.games, better = meeting.better + excluded.better, \
                 level = meeting.level + excluded.level, worse = meeting.worse + excluded.worse",
                places(meetings.len(), 7)
            );
            let mut insert = self.query(AssertSqlSafe(sql));
            for met in meetings {
                insert = insert.bind(generation).bind(met.version_id).bind(met.other_id).bind(met.games);
                insert = insert.bind(met.better).bind(met.level).bind(met.worse);
            }
            insert.execute().await?;
        }
        Ok(())
    }
}

/// Rows in parts that one statement writes. The numbers of rows are powers of two, so that there are few texts, and a
/// connection keeps all of them prepared.
pub(crate) fn parts<T>(mut rows: &[T]) -> impl Iterator<Item = &[T]> {
    std::iter::from_fn(move || {
        let count = 1 << rows.len().min(MOST_ROWS).checked_ilog2()?;
        let (part, rest) = rows.split_at(count);
        rows = rest;
        Some(part)
    })
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_written_in_few_statements_of_few_texts() {
        let sizes = |rows: usize| parts(&vec![(); rows]).map(<[()]>::len).collect::<Vec<_>>();
        assert_eq!(sizes(0), [] as [usize; 0]);
        assert_eq!(sizes(2), [2]);
        assert_eq!(sizes(601), [256, 256, 64, 16, 8, 1]);
        assert_eq!(places(2, 2), "($1, $2), ($3, $4)");
    }
}
