//! A database as it is after years: users, their bots in every game, and very many matches.
#![allow(dead_code, unreachable_pub)]

use std::time::{Duration, SystemTime, UNIX_EPOCH};

use skirmish_arena_store::Store;
use sqlx::AssertSqlSafe;

/// Numbers below this are the house's; those of users, bots and versions made here come after it.
pub const FIRST: i64 = 1_000;

/// Between two matches.
const EVERY_MS: i64 = 6_000;

/// How much there is.
#[derive(Clone, Debug)]
pub struct Filling<'a> {
    /// The games; matches and bots are dealt out among them in turn.
    pub games: &'a [&'a str],
    /// Users, with one bot and more each.
    pub users: i64,
    /// Bots, in all games together.
    pub bots: i64,
    /// More bots, which came just now and have not played.
    pub newcomers: i64,
    /// Matches, in all games together.
    pub matches: i64,
    /// How far the matches are: `queued` or `done`.
    pub state: &'a str,
}

/// Runs one statement on whichever database it is.
pub async fn run(store: &Store, sql: String) {
    match store {
        Store::Sqlite { writing, .. } => {
            sqlx::raw_sql(AssertSqlSafe(sql)).execute(writing).await.expect("it runs");
        }
        Store::Postgres(pool) => {
            sqlx::raw_sql(AssertSqlSafe(sql)).execute(pool).await.expect("it runs");
        }
    }
}

fn numbers(most: i64) -> String {
    format!(
        "WITH RECURSIVE n(i) AS (SELECT CAST(1 AS BIGINT) UNION ALL SELECT i + 1 FROM n WHERE i < {most})"
    )
}

/// Fills the tables. Bot `FIRST + i` plays game `(i - 1) % games` and is user `FIRST + 1 + (i - 1) % users`'s.
pub async fn fill(store: &Store, filling: &Filling<'_>) {
    add_bots(store, filling).await;
    add_matches(store, filling).await;
    run(store, "ANALYZE".to_owned()).await;
}

/// Counts as results leave them, and ratings as if they had been fitted to them.
pub async fn add_ratings(store: &Store) {
    for sql in [
        "INSERT INTO record (version_id, games, wins, draws, losses, faults) \
         SELECT version_id, COUNT(*), SUM(CASE WHEN place = 1 THEN 1 ELSE 0 END), 0, \
         SUM(CASE WHEN place = 1 THEN 0 ELSE 1 END), 0 FROM seating GROUP BY version_id",
        "INSERT INTO rating (version_id, value, error, point_games) \
         SELECT version_id, 1500.0 + version_id % 1000, 90.0, games FROM record",
        "INSERT INTO rating_point (version_id, games, value, error) \
         SELECT version_id, games, 1500.0 + version_id % 1000, 60.0 FROM record",
        "INSERT INTO meeting (game, version_id, other_id, seats, better, level, worse) \
         SELECT match.game, seating.version_id, other.version_id, 2, \
         SUM(CASE WHEN seating.place < other.place THEN 1 ELSE 0 END), 0, \
         SUM(CASE WHEN seating.place > other.place THEN 1 ELSE 0 END) FROM match \
         JOIN seating ON seating.match_id = match.id \
         JOIN seating AS other ON other.match_id = seating.match_id AND other.seat <> seating.seat \
         GROUP BY match.game, seating.version_id, other.version_id",
    ] {
        run(store, sql.to_owned()).await;
    }
    // The house has played for long, too: against all others, with results that are none of these matches'.
    let house = format!(
        "FROM version JOIN bot ON bot.id = version.bot_id JOIN bot AS other ON other.game = bot.game AND other.id > {FIRST} \
         WHERE version.id < {FIRST}"
    );
    for sql in [
        format!(
            "INSERT INTO meeting (game, version_id, other_id, seats, better, level, worse) \
                 SELECT bot.game, version.id, other.version_id, 2, 1, 0, 1 {house}"
        ),
        format!(
            "INSERT INTO meeting (game, version_id, other_id, seats, better, level, worse) \
                 SELECT bot.game, other.version_id, version.id, 2, 1, 0, 1 {house}"
        ),
        format!(
            "INSERT INTO record (version_id, games, wins, draws, losses, faults) \
                 SELECT version.id, 2 * COUNT(*), COUNT(*), 0, COUNT(*), 0 {house} GROUP BY version.id"
        ),
        format!(
            "INSERT INTO rating (version_id, value, error, point_games) \
                 SELECT version_id, 1500.0, 30.0, games FROM record WHERE version_id < {FIRST}"
        ),
    ] {
        run(store, sql).await;
    }
}

async fn add_bots(store: &Store, filling: &Filling<'_>) {
    let Filling { users, bots, newcomers, .. } = filling;
    let each_user = numbers(*users);
    run(
        store,
        format!(
            "{each_user} INSERT INTO users (id, name, name_key, is_admin, is_banned, is_house, created_ms) \
         SELECT {FIRST} + i, 'user' || i, 'user' || i, FALSE, FALSE, FALSE, 0 FROM n"
        ),
    )
    .await;
    let (each, game) = (numbers(bots + newcomers), game_of("i - 1", filling.games));
    for sql in [
        format!(
            "INSERT INTO bot (id, user_id, game, name, name_key, is_active, version_id, created_ms) \
                 SELECT {FIRST} + i, {FIRST} + 1 + (i - 1) % {users}, {game}, 'bot' || i, 'bot' || i, TRUE, \
                 {FIRST} + i, 0 FROM n"
        ),
        format!(
            "INSERT INTO version (id, bot_id, number, language, source_hash, artefact_hash, state, created_ms) \
                 SELECT {FIRST} + i, {FIRST} + i, 1, 'python', '', 'x', 'ready', 0 FROM n"
        ),
        format!(
            "INSERT INTO waiting (bot_id, last_turn, recent, seats) SELECT {FIRST} + i, 0, '', '' FROM n"
        ),
    ] {
        run(store, format!("{each} {sql}")).await;
    }
}

async fn add_matches(store: &Store, filling: &Filling<'_>) {
    let Filling { games, bots, matches, state, .. } = filling;
    let (kinds, each, many) = (games.len() as i64, *bots / games.len() as i64, numbers(*matches));
    let is_done = *state == "done";
    let (seq, replay) = if is_done { ("i", "'0'") } else { ("NULL", "NULL") };
    // The last one is over now, and none is so old that its replay would be removed.
    let created_ms = format!("({} - ({matches} - i) * {EVERY_MS})", now_ms());
    let game = game_of("i", games);
    run(store, format!(
        "{many} INSERT INTO match (id, game, kind, state, preset, seats, seed, is_doubted, is_void, result_seq, \
         replay_hash, turns, ending, created_ms, started_ms, ended_ms) SELECT i, {game}, 'rated', '{state}', '', 2, \
         '' || i, FALSE, FALSE, {seq}, {replay}, 200, 'one is left', {created_ms} - 1500, {created_ms} - 1500, {created_ms} FROM n")).await;
    // Who meets whom and who wins follows from the number, and lower numbers win more often.
    let (turn, lot) = (format!("(i / {kinds})"), format!("(i / {kinds} * 7919)"));
    for (seat, bot) in [
        (0, format!("{lot} % {each}")),
        (1, format!("({lot} + 1 + ({turn} / {each}) % ({each} - 1)) % {each}")),
    ] {
        let place = if seat == 0 { format!("1 + ({turn} % 3) / 2") } else { format!("2 - ({turn} % 3) / 2") };
        let id = format!("{FIRST} + 1 + i % {kinds} + {kinds} * ({bot})");
        run(
            store,
            format!(
                "{many} INSERT INTO seating (match_id, seat, bot_id, version_id, name, place, score) \
             SELECT i, {seat}, {id}, {id}, 'bot', {place}, i FROM n"
            ),
        )
        .await;
    }
    let job = if is_done { "done" } else { "queued" };
    run(store, format!(
        "{many} INSERT INTO job (id, lane, match_id, state, is_over_budget, turn, attempts, lost, not_before_ms, \
         fence, not_workers, needs, created_ms) SELECT i, 'rated', i, '{job}', FALSE, 0, 0, 0, 0, 0, '', 'python', i FROM n")).await;
    let ladders = "INSERT INTO ladder (game, last_seq, block_end, changes, fitting, fitted) SELECT game, \
                   MAX(result_seq), MAX(result_seq), 1, 0, 0 FROM match WHERE result_seq IS NOT NULL GROUP BY game";
    run(store, ladders.to_owned()).await;
    for counter in ["match", "job", "result"] {
        run(store, format!("INSERT INTO counter (name, last) VALUES ('{counter}', {matches})")).await;
    }
}

fn now_ms() -> i64 {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).expect("it is after 1970");
    now.as_millis() as i64
}

/// The game by a number's remainder.
fn game_of(number: &str, games: &[&str]) -> String {
    let count = games.len();
    let whens: String =
        games.iter().enumerate().map(|(at, game)| format!(" WHEN {at} THEN '{game}'")).collect();
    format!("CASE ({number}) % {count}{whens} END")
}

/// The middle and the far end of some times.
pub struct Spread<'a>(pub &'a [Duration]);

impl Spread<'_> {
    /// The time that this share of them is not longer than.
    pub fn at(&self, share: f64) -> Duration {
        let mut times = self.0.to_vec();
        times.sort_unstable();
        times[((times.len() - 1) as f64 * share) as usize]
    }
}

impl std::fmt::Display for Spread<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let ms = |share: f64| self.at(share).as_secs_f64() * 1_000.0;
        write!(f, "p50 {:7.2} ms  p99 {:7.2} ms  max {:7.2} ms", ms(0.5), ms(0.99), ms(1.0))
    }
}
