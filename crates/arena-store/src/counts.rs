//! What results add up to: the record of each version, and how each two did against each other. Whoever changes them holds
//! the ladder.

use std::ops::RangeInclusive;

use sqlx::AssertSqlSafe;

use crate::{Snapshot, Store, StoreFuture, Stored, Writing, from_row};

/// How many rows one statement writes.
const MOST_ROWS: usize = 256;

/// What a version did in its rated matches, or what is added to that.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Record {
    /// The version.
    pub version_id: i64,
    /// How many it played.
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

from_row!(Record { version_id, games, wins, draws, losses, faults });

/// How a version did against another in matches of so many seats, or what is added to that.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Meeting {
    /// The version.
    pub version_id: i64,
    /// The other.
    pub other_id: i64,
    /// The seats of these matches.
    pub seats: i64,
    /// How often it was placed before the other.
    pub better: i64,
    /// How often they were placed alike.
    pub level: i64,
    /// How often it was placed behind the other.
    pub worse: i64,
}

/// All meetings of a version in one text: a hundred thousand rows would take a hundred times the memory.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MeetingsOf {
    /// The version.
    pub version_id: i64,
    meetings: String,
}

from_row!(MeetingsOf { version_id, meetings });

impl MeetingsOf {
    /// As the text has them: five numbers each.
    pub fn list(&self) -> impl Iterator<Item = Meeting> {
        let mut numbers = self.meetings.split(' ').map(|word| word.parse().unwrap_or(0));
        let version_id = self.version_id;
        std::iter::from_fn(move || {
            let mut next = || numbers.next();
            let (other_id, seats) = (next()?, next()?);
            Some(Meeting { version_id, other_id, seats, better: next()?, level: next()?, worse: next()? })
        })
    }
}

macro_rules! meetings {
    ($side:literal) => {
        concat!(
            "SELECT version_id, string_agg(other_id || ' ' || seats || ' ' || better || ' ' || level || ' ' || worse, ' ') ",
            "AS meetings FROM meeting WHERE game = $1 AND version_id BETWEEN $2 AND $3 AND ",
            $side,
            " GROUP BY version_id ORDER BY version_id"
        )
    };
}

/// How a version did against another, with the other's names, for a page.
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

impl Store {
    /// How a version of this game did against each of its opponents, those met most often first.
    pub fn opponents_of(&self, game: &str, version_id: i64, most: i64) -> StoreFuture<'_, Vec<Opponent>> {
        let sql = "SELECT bot.id AS bot_id, bot.name AS bot, version.number, met.games, met.better, met.level, met.worse \
                   FROM (SELECT other_id, CAST(SUM(better + level + worse) AS BIGINT) AS games, \
                   CAST(SUM(better) AS BIGINT) AS better, CAST(SUM(level) AS BIGINT) AS level, \
                   CAST(SUM(worse) AS BIGINT) AS worse FROM meeting WHERE game = $1 AND version_id = $2 \
                   GROUP BY other_id HAVING SUM(better + level + worse) > 0 \
                   ORDER BY games DESC, other_id LIMIT $3) AS met \
                   JOIN version ON version.id = met.other_id JOIN bot ON bot.id = version.bot_id \
                   ORDER BY met.games DESC, met.other_id";
        self.query(sql).bind(game).bind(version_id).bind(most).fetch_all()
    }
}

impl Snapshot {
    /// The records of all versions of a game, by version.
    pub fn records(&mut self, game: &str) -> StoreFuture<'_, Vec<Record>> {
        let sql = "SELECT record.version_id, record.games, record.wins, record.draws, record.losses, record.faults \
                   FROM bot JOIN version ON version.bot_id = bot.id JOIN record ON record.version_id = version.id \
                   WHERE bot.game = $1 ORDER BY record.version_id";
        self.query(sql).bind(game).fetch_all()
    }

    /// The meetings of a game's versions of these numbers with versions of larger numbers, by version.
    pub fn meetings(
        &mut self,
        game: &str,
        versions: &RangeInclusive<i64>,
    ) -> StoreFuture<'_, Vec<MeetingsOf>> {
        let sql = meetings!("version_id < other_id");
        self.query(sql).bind(game).bind(*versions.start()).bind(*versions.end()).fetch_all()
    }

    /// The same with versions of smaller numbers.
    pub fn meetings_back(
        &mut self,
        game: &str,
        versions: &RangeInclusive<i64>,
    ) -> StoreFuture<'_, Vec<MeetingsOf>> {
        let sql = meetings!("version_id > other_id");
        self.query(sql).bind(game).bind(*versions.start()).bind(*versions.end()).fetch_all()
    }
}

impl Writing {
    /// Adds to records; each version once.
    pub async fn add_records(&mut self, records: &[Record]) -> Stored<()> {
        for records in parts(records) {
            let sql = format!(
                "INSERT INTO record (version_id, games, wins, draws, losses, faults) VALUES {} \
                 ON CONFLICT (version_id) DO UPDATE SET games = record.games + excluded.games, \
                 wins = record.wins + excluded.wins, draws = record.draws + excluded.draws, \
                 losses = record.losses + excluded.losses, faults = record.faults + excluded.faults",
                places(records.len(), 6)
            );
            let mut insert = self.query(AssertSqlSafe(sql));
            for it in records {
                insert = insert.bind(it.version_id).bind(it.games).bind(it.wins).bind(it.draws);
                insert = insert.bind(it.losses).bind(it.faults);
            }
            insert.execute().await?;
        }
        Ok(())
    }

    /// Adds to how versions of a game did against each other; each pair once for each number of seats.
    pub async fn add_meetings(&mut self, game: &str, meetings: &[Meeting]) -> Stored<()> {
        for meetings in parts(meetings) {
            let sql = format!(
                "INSERT INTO meeting (game, version_id, other_id, seats, better, level, worse) VALUES {} \
                 ON CONFLICT (game, version_id, other_id, seats) DO UPDATE SET \
                 better = meeting.better + excluded.better, level = meeting.level + excluded.level, \
                 worse = meeting.worse + excluded.worse",
                places(meetings.len(), 7)
            );
            let mut insert = self.query(AssertSqlSafe(sql));
            for met in meetings {
                insert = insert.bind(game).bind(met.version_id).bind(met.other_id).bind(met.seats);
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
pub(crate) fn places(rows: usize, columns: usize) -> String {
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
