//! Every statement of the store is heard on its way to the database, and its plan looked at: no table that grows may be
//! read from end to end. The texts in the store's files are looked for among what was heard, so that none is forgotten.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::sync::{Mutex, Once};

use serde_json::Value;
use skirmish_arena_service::ladder;
use skirmish_arena_service::queue::{self, Done, Report, Room, Verdict};
use skirmish_arena_store::{
    BuildSizes, KeptReplay, NewToken, NewUser, Scope, Session, Store, Subject, VersionState,
};
use sqlx::sqlite::SqliteRow;
use sqlx::{AssertSqlSafe, Row as _};
use tracing::field::{Field, Visit};
use tracing::{Event, Metadata, Subscriber, span};

use crate::common::Database;
use crate::common::world::{START_MS, World, held};
use crate::upgrade;

/// Tables that stay small, and what is no table: reading them whole is the quickest way.
const SMALL: &[&str] = &[
    "worker",
    "counter",
    "given",
    "json_each",
    "ladder",
    "next",
    "met",
    "ended",
    "first_in_lane",
    "claimed",
    "free",
];
/// Indexes of a few rows only, which are read whole.
const PARTIAL: &str = "USING INDEX bot_disabled";
/// Rows of the tables that grow.
const ROWS: i64 = 2_000;

pub async fn every_question_is_answered_by_an_index(database: Database) {
    listen();
    // What is there already is brought up to date by statements, too.
    upgrade::first_release(&database).await;
    ask_everything(&database).await;
    database.look().await.close().await;
    let statements = HEARD.lock().expect("nobody panicked").clone();
    upgrade::open_beside(&database).await.expect("the same tables").close().await;
    let statements: BTreeSet<String> =
        statements.union(&HEARD.lock().expect("nobody panicked")).cloned().collect();
    let store = database.open().await;
    fill(&store).await;
    // What was counted is known to those who come later.
    store.close().await;
    let store = database.open().await;
    let is_file = matches!(store, Store::Sqlite { .. });
    let mut slow = Vec::new();
    for sql in statements.iter().filter(|sql| is_question(sql)) {
        // The other database's own text, heard when tests share a process.
        if sql.contains("UNNEST") && is_file || sql.contains("json_each") && !is_file {
            continue;
        }
        let scanned = match &store {
            Store::Sqlite { .. } => scanned_in_file(&store, reading_part(sql)).await,
            Store::Postgres(_) => scanned_on_server(&store, sql).await,
        };
        let grown: Vec<&String> = scanned.iter().filter(|table| !SMALL.contains(&table.as_str())).collect();
        if !grown.is_empty() {
            slow.push(format!("{grown:?} would be read from end to end by {sql}"));
        }
    }
    assert!(slow.is_empty(), "{slow:#?}");
    let heard: Vec<String> = statements.iter().map(|sql| in_one_line(sql)).collect();
    let mut unheard = texts_of_the_store();
    // Each database's own texts.
    let is_other = |text: &str| match is_file {
        true => text.contains("pg_") || text.contains("UNNEST"),
        false => text.contains("json_each"),
    };
    let is_known = |text: &String| heard.iter().any(|sql| sql.contains(text)) || is_other(text);
    unheard.retain(|text| !is_known(text));
    assert!(unheard.is_empty(), "nothing here asks {unheard:#?}");
}

/// What reads or changes some rows. Proofs and recomputations read all there is, which has no plan to look at.
fn is_question(sql: &str) -> bool {
    let is_ours = ["SELECT", "UPDATE", "DELETE", "WITH", "INSERT"].iter().any(|verb| sql.starts_with(verb));
    let reads = ["WHERE", "LIMIT", "JOIN"].iter().any(|word| sql.contains(word));
    let is_plain_insert = sql.starts_with("INSERT") && !sql.contains("SELECT");
    is_ours && reads && !is_plain_insert && !sql.contains("_sqlx") && !sql.contains("pg_")
}

/// Of a text that adds rows, what reads them; a file's plan would list foreign keys that are never followed.
fn reading_part(sql: &str) -> &str {
    match sql.find("SELECT") {
        Some(at) if sql.starts_with("INSERT") => sql[at..].trim_end_matches("ON CONFLICT DO NOTHING"),
        _ => sql,
    }
}

/// The statements in the store's files, as far as they stand there in one piece.
fn texts_of_the_store() -> Vec<String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../arena-store/src");
    let mut texts = Vec::new();
    for file in fs::read_dir(folder).expect("the store's files") {
        let source = fs::read_to_string(file.expect("a file").path()).expect("a source");
        let code: String = source
            .lines()
            .filter(|line| !line.trim_start().starts_with("//"))
            .fold(String::new(), |code, line| code + line + "\n");
        texts.extend(literals(&code).iter().filter_map(|literal| statement_in(literal)));
    }
    assert!(texts.len() > 100, "the store has more statements than {}", texts.len());
    texts
}

/// The first part of a statement that has no places for other texts.
fn statement_in(literal: &str) -> Option<String> {
    let text = in_one_line(literal.trim_start_matches("{} "));
    let whole = text.split(['{', '}']).next().unwrap_or_default().trim().to_owned();
    let begins = ["SELECT ", "UPDATE ", "DELETE ", "INSERT ", "WITH ", "WHERE "];
    begins.iter().any(|verb| whole.starts_with(verb)).then_some(whole)
}

/// The texts between quotation marks.
fn literals(code: &str) -> Vec<String> {
    let mut literals = Vec::new();
    let mut chars = code.chars().peekable();
    while chars.by_ref().any(|c| c == '"') {
        let mut literal = String::new();
        while let Some(c) = chars.next() {
            match c {
                '"' => break,
                '\\' => match chars.next() {
                    Some('\n') => while chars.next_if(|c| c.is_whitespace()).is_some() {},
                    Some(other) => literal.push(other),
                    None => break,
                },
                c => literal.push(c),
            }
        }
        literals.push(literal);
    }
    literals
}

fn in_one_line(sql: &str) -> String {
    sql.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Rows enough that a database has a reason to use its indexes, as it would in an arena that is in use.
async fn fill(store: &Store) {
    let rows = format!(
        "WITH RECURSIVE n(i) AS (SELECT 100000 UNION ALL SELECT i + 1 FROM n WHERE i < 100000 + {ROWS})"
    );
    for sql in [
        "INSERT INTO users (id, name, name_key, name_skeleton, is_admin, is_banned, is_house, created_ms) \
         SELECT i, 'user' || i, 'user' || i, 'user' || i, FALSE, FALSE, FALSE, i FROM n",
        "INSERT INTO session (token_hash, user_id, csrf, created_ms, expires_ms) SELECT 's' || i, i, '', i, i FROM n",
        "INSERT INTO token (id, user_id, token_hash, label, scopes, created_ms, expires_ms) SELECT i, i, 't' || i, '', 'read', i, i FROM n",
        "INSERT INTO invite (code_hash, made_by, created_ms, expires_ms) SELECT 'i' || i, i, i, i FROM n",
        "INSERT INTO bot (id, user_id, game, name, name_key, name_skeleton, is_active, version_id, created_ms) \
         SELECT i, i, 'game' || (i % 5), 'bot' || i, 'bot' || i, 'bot' || i, TRUE, i, i FROM n",
        "INSERT INTO version (id, bot_id, number, language, source_hash, artefact_hash, log_hash, state, created_ms) \
         SELECT i, i, 1, 'python', 'source' || i, 'artefact' || i, 'log' || i, 'ready', i FROM n",
        "INSERT INTO waiting (bot_id, last_turn, recent, seats) SELECT i, 0, '', '' FROM n",
        "INSERT INTO match (id, game, kind, state, preset, seats, seed, requested_by, second_of, replay_hash, is_doubted, \
         is_void, result_seq, created_ms) SELECT i, 'game' || (i % 5), 'rated', 'done', '', 2, '1', i, i, 'replay' || i, \
         FALSE, FALSE, i, i FROM n",
        "INSERT INTO seating (match_id, seat, bot_id, version_id, name, stderr_hash) SELECT i, 0, i, i, 'bot', 'x' || i FROM n",
        "INSERT INTO job (id, lane, match_id, user_id, state, is_over_budget, turn, attempts, lost, not_before_ms, fence, \
         not_workers, needs, worker_id, lease_until_ms, created_ms) \
         SELECT i, 'rated', i, i, 'done', FALSE, i, 0, 0, 0, 0, '', 'python', i, i, i FROM n",
        "INSERT INTO record (version_id, games, wins, draws, losses, faults) SELECT i, 1, 1, 1, 1, 1 FROM n",
        "INSERT INTO rating (version_id, value, error, point_games) SELECT i, 1, 1, 1 FROM n",
        "INSERT INTO rating_point (version_id, games, value, error) SELECT i, 1, 1, 1 FROM n",
        "INSERT INTO meeting (game, version_id, other_id, seats, better, level, worse) \
         SELECT 'game' || (i % 5), i, i, 2, 1, 1, 1 FROM n",
        "INSERT INTO usage (user_id, hour, cpu_ms) SELECT i, i, i FROM n",
        "INSERT INTO unreferenced (hash) SELECT 'blob' || i FROM n",
        "INSERT INTO audit (id, at_ms, verb, object, detail) SELECT i, i, '', '', '' FROM n",
    ] {
        run(store, format!("{rows} {sql}")).await;
    }
    run(store, "ANALYZE".to_owned()).await;
}

async fn run(store: &Store, sql: String) {
    match store {
        Store::Sqlite { writing, .. } => {
            sqlx::raw_sql(AssertSqlSafe(sql)).execute(writing).await.expect("it runs");
        }
        Store::Postgres(pool) => {
            sqlx::raw_sql(AssertSqlSafe(sql)).execute(pool).await.expect("it runs");
        }
    }
}

/// Goes through all that the queue and the ladder do, and all that pages ask.
async fn ask_everything(database: &Database) {
    let world = World::with_house(database, |settings| settings.ladder.second_opinions = 1.0).await;
    let (arena, store) = (&world.arena, &world.arena.store);
    let user = world.user("u").await;
    let (bot, version) = world.bot(user, "plantation", "snake").await;
    let worker = world.worker("w", 9).await;
    world.worker("v", 9).await;
    let mut tx = store.write().await.expect("writing");
    queue::enqueue_build(&mut tx, &world.arena.settings, version, START_MS).await.expect("enqueued");
    tx.rename_bot(bot, "python").await.expect("renamed");
    tx.commit().await.expect("committed");
    ladder::schedule(arena).await.expect("scheduled");
    queue::place_in_queue(arena, user).await.expect("answered");
    let build = world.lease_one(worker).await.expect("a build");
    let blob = arena.blobs.keep(b"blob").expect("kept");
    let done = Done::Built { artefact_hash: blob.clone(), log_hash: blob };
    let report = Report { job: build.job, fence: build.fence, cpu_ms: 0, done };
    assert_eq!(world.report(worker, &report).await, Verdict::Accepted);
    let together = queue::lease(arena, worker, Room { matches: 2, builds: 0 }).await.expect("leased");
    let reports: Vec<Report> = together.iter().map(|leased| world.played(leased)).collect();
    let verdicts = queue::report_all(arena, worker, &reports).await.expect("taken");
    assert_eq!(verdicts, [Verdict::Accepted, Verdict::Accepted]);
    let leased = world.lease_one(worker).await.expect("a match");
    queue::heartbeat(arena, worker, &[held(&leased)]).await.expect("heard");
    assert_eq!(world.report(worker, &world.played(&leased)).await, Verdict::Accepted);
    let leased = world.lease_one(worker).await.expect("a match");
    queue::release(arena, worker, &[held(&leased)]).await.expect("released");
    world.lease_one(worker).await.expect("a match");
    world.clock.advance(20 * 60_000);
    queue::sweep(arena).await.expect("swept");
    ladder::recompute(arena).await.expect("made again");
    ladder::disqualify(arena, bot, "why").await.expect("disqualified");
    ladder::fit_ratings(arena).await.expect("fitted");
    ladder::verify(arena).await.expect("compared");
    ask_for_pages(&world, user, bot, version).await;
    ask_about_people(&world, user, bot, version).await;
}

async fn ask_for_pages(world: &World, user: i64, bot: i64, version: i64) {
    let store = &world.arena.store;
    ladder::standing(&world.arena, "plantation").await.expect("answered");
    store.bot_named("plantation", "x").await.expect("answered");
    store.bots_of(user).await.expect("answered");
    store.versions_of(bot).await.expect("answered");
    store.newest_version(bot).await.expect("answered");
    store.jobs_of_bot(bot, 9).await.expect("answered");
    store.rated(version).await.expect("answered");
    store.opponents_of("plantation", version, 10).await.expect("answered");
    store.matches_of_bot(bot, i64::MAX, 10).await.expect("answered");
    store.seatings_of_bot(bot, i64::MAX, 10).await.expect("answered");
    store.matches_of_game("plantation", i64::MAX, 10).await.expect("answered");
    store.seatings_of_game("plantation", i64::MAX, 10).await.expect("answered");
    store.running_matches(10).await.expect("answered");
    store.ended_matches(10).await.expect("answered");
    store.held_jobs().await.expect("answered");
    store.strangers_wait().await.expect("answered");
    store.poison_matches(10).await.expect("answered");
    store.queued_jobs().await.expect("answered");
    store.job_of(Subject::Match(1)).await.expect("answered");
    store.workers().await.expect("answered");
}

/// What the functions ask that nothing above needs.
async fn ask_about_people(world: &World, user: i64, bot: i64, version: i64) {
    let store = &world.arena.store;
    let now_ms = world.clock.now_ms();
    let mut tx = store.write().await.expect("writing");
    let new = NewUser { name: "another".to_owned(), ..NewUser::default() };
    let other = tx.add_user(&new, now_ms).await.expect("added").expect("a free name");
    tx.hold_user(other).await.expect("held");
    tx.set_password(other, "hash").await.expect("changed");
    tx.set_admin(other, true).await.expect("changed");
    tx.set_banned(other, false).await.expect("changed");
    assert!(tx.rename_user(other, "somebody").await.expect("changed"));
    let session = Session {
        token_hash: "session".to_owned(),
        user_id: other,
        csrf: String::new(),
        expires_ms: now_ms + 1,
    };
    tx.add_session(&session, now_ms).await.expect("added");
    tx.end_session("nothing").await.expect("ended");
    tx.sweep_sessions(other, now_ms).await.expect("swept");
    let scopes = &[Scope::Read].into_iter().collect();
    let new = NewToken { user_id: other, token_hash: "token", label: "", scopes, expires_ms: now_ms + 1 };
    let token = tx.add_token(&new, now_ms).await.expect("added");
    tx.use_token(token, now_ms).await.expect("used");
    tx.add_invite("code", other, now_ms, now_ms + 1).await.expect("added");
    assert!(tx.use_invite("code", other, now_ms).await.expect("used"));
    tx.audit(Some(other), "did", "something", "", now_ms).await.expect("noted");
    tx.commit().await.expect("committed");
    let found = store.user_by_id(other).await.expect("answered").expect("a user");
    store.user_by_name("somebody").await.expect("answered").expect("the same");
    store.password_hash(other).await.expect("answered").expect("a hash");
    assert!(store.has_admin().await.expect("answered"));
    store.users_from("a", 9).await.expect("answered");
    store.session("session", now_ms).await.expect("answered").expect("a session");
    store.token("token").await.expect("answered").expect("a token");
    store.token_by_id(token).await.expect("answered").expect("the same");
    assert!(store.is_user_like("s0mebody").await.expect("answered"));
    store.tokens_of(other).await.expect("answered");
    store.invites(9).await.expect("answered");
    store.worker_tokens(9).await.expect("answered");
    store.audited(9).await.expect("answered");
    store.builds_since(other, 0).await.expect("answered");
    store.open_jobs().await.expect("answered");
    store.is_needed_by(1, "x").await.expect("answered");
    let _ = store.alone().await.expect("answered");
    let mut tx = store.write().await.expect("writing");
    assert!(tx.revoke_token(&found, token, now_ms).await.expect("revoked"));
    tx.note_repeatable(version, true).await.expect("noted");
    tx.play_if_newer(bot, version).await.expect("noted");
    tx.set_bot_disabled(bot, None).await.expect("enabled");
    tx.active_bots(user, "plantation").await.expect("answered");
    tx.count_bots(user).await.expect("answered");
    tx.builds_since(user, 0).await.expect("answered");
    tx.challenges_since(user, 0).await.expect("answered");
    tx.hear_workers(&[1, 2, 3], now_ms).await.expect("heard");
    tx.set_bot_active(bot, true).await.expect("it plays");
    tx.house_bots("plantation").await.expect("answered");
    tx.rename_house_bot(0, "plantation", "greedy", "easy").await.expect("nobody's");
    tx.flag_worker(1, None).await.expect("trusted");
    tx.worker(1).await.expect("answered");
    tx.poison_job(0, "").await.expect("nobody's");
    tx.doubt_match(0, "").await.expect("nobody's");
    tx.confirm_match(0).await.expect("nobody's");
    tx.void_match(0, "").await.expect("nobody's");
    tx.has_opinion(0).await.expect("answered");
    tx.list_unreferenced("x").await.expect("listed");
    tx.unlist("x").await.expect("unlisted");
    tx.hold_off_naming().await.expect("held");
    tx.stored_by(user).await.expect("answered");
    tx.note_source_bytes(version, 1).await.expect("noted");
    tx.note_build_bytes(version, BuildSizes::default()).await.expect("noted");
    let ended =
        store.replays_between(&KeptReplay { match_id: 0, ended_ms: 0 }, i64::MAX, 9).await.expect("answered");
    assert!(tx.remove_replay(ended[0].match_id, 0, now_ms).await.expect("removed"));
    assert!(!tx.remove_replay(ended[1].match_id, 1000, now_ms).await.expect("looked at"));
    tx.remove_log(version, now_ms).await.expect("removed");
    tx.remove_files(version).await.expect("looked at");
    let spare = tx.add_version(bot, "python", "spare", now_ms).await.expect("a version");
    tx.note_trial(spare, VersionState::Ready, None).await.expect("noted");
    assert!(tx.remove_files(spare).await.expect("removed"));
    tx.is_named("x").await.expect("answered");
    tx.has_left(bot).await.expect("answered");
    tx.queued_versions_of(bot).await.expect("answered");
    tx.withdraw_queued(Subject::Build(0), "").await.expect("nobody's");
    tx.withdraw_job(Subject::Build(0), "").await.expect("nobody's");
    tx.rest_bot(bot, "").await.expect("it rests");
    tx.newest_faults(bot, version, 9).await.expect("answered");
    tx.forget_usage(user, now_ms).await.expect("forgotten");
    tx.bots_of(user).await.expect("answered");
    assert!(tx.is_bot_like("plantation", "pyth0n", 0).await.expect("answered"));
    tx.delete_bot(bot, now_ms).await.expect("deleted");
    tx.forget_user(other, now_ms).await.expect("forgotten");
    tx.commit().await.expect("committed");
    store.unreferenced_blobs(9).await.expect("answered");
    store.stored_by(user).await.expect("answered");
    store.failed_logs(0, i64::MAX, 9).await.expect("answered");
    store.seatings(1).await.expect("answered");
    store.newest_rated_ms("plantation").await.expect("answered");
    store.bot(1).await.expect("answered");
    store.player(bot).await.expect("answered");
    store.queued_needs().await.expect("answered");
    store.jobs_needing("", 0, 9).await.expect("answered");
    let matches = store.matches_before(9, 9).await.expect("answered");
    store.seatings_of_all(&matches).await.expect("answered");
    store.shown_seats(1).await.expect("answered");
    store.course_of(bot, 9).await.expect("answered");
    store.flagged_workers().await.expect("answered");
    store.unconfirmed_results_of(1, 9).await.expect("answered");
    store.opinions_about(1).await.expect("answered");
    store.disabled_bots(9).await.expect("answered");
}

/// The tables that the statement's plan reads from end to end.
async fn scanned_in_file(store: &Store, sql: &str) -> Vec<String> {
    let Store::Sqlite { reading, .. } = store else { panic!("a file") };
    let plan = format!("EXPLAIN QUERY PLAN {sql}");
    let rows = sqlx::query(AssertSqlSafe(plan)).fetch_all(reading).await.expect(sql);
    let details: Vec<String> = rows.iter().map(|row| row.get("detail")).collect();
    let is_in_order = !sql.contains("WHERE") && !details.iter().any(|detail| detail.contains("TEMP B-TREE"));
    // A list that is read once for every row of something else takes the square of its length.
    let is_loop = |row: &&SqliteRow| {
        row.get::<i64, _>("parent") == 0 && !row.get::<String, _>("detail").starts_with("USE")
    };
    let is_list = |row: &SqliteRow| row.get::<String, _>("detail").contains("json_each");
    let is_list_inside = rows.iter().filter(is_loop).skip(1).any(is_list);
    let of = |detail: &String| {
        let (_, rest) = detail.split_once("SCAN ")?;
        // The first few in the order of an index are no scan; neither is what has no table.
        let is_none = rest.contains(PARTIAL)
            || rest.contains("CONSTANT ROW")
            || rest.starts_with('(')
            || (is_in_order && rest.contains("INDEX"));
        (!is_none).then(|| rest.split_whitespace().next().unwrap_or_default().to_owned())
    };
    details.iter().filter_map(of).chain(is_list_inside.then(|| "a list again and again".to_owned())).collect()
}

/// The same on a server. Where a fifth of a table is wanted, reading all of it may be the quickest way: so it is only
/// asked whether there is another.
async fn scanned_on_server(store: &Store, sql: &str) -> Vec<String> {
    let Store::Postgres(pool) = store else { panic!("a server") };
    let most = (1..1_000).rev().find(|n| sql.contains(&format!("${n}"))).unwrap_or(0);
    let nulls = vec!["NULL"; most].join(", ");
    let arguments = if most == 0 { String::new() } else { format!("({nulls})") };
    let mut connection = pool.acquire().await.expect("a connection");
    for setup in [
        "SET enable_seqscan = off; SET enable_hashjoin = off; SET enable_mergejoin = off".to_owned(),
        "SET plan_cache_mode = force_generic_plan".to_owned(),
        format!("PREPARE looked_at AS {sql}"),
    ] {
        sqlx::raw_sql(AssertSqlSafe(setup)).execute(&mut *connection).await.expect(sql);
    }
    let plan = AssertSqlSafe(format!("EXPLAIN (FORMAT JSON) EXECUTE looked_at{arguments}"));
    let rows = sqlx::raw_sql(plan).fetch_all(&mut *connection).await.expect(sql);
    sqlx::raw_sql("DEALLOCATE looked_at").execute(&mut *connection).await.expect("forgotten");
    let text: String = rows.iter().map(|row| row.get_unchecked::<String, _>(0)).collect();
    let plans: Value = serde_json::from_str(&text).expect("a plan");
    let mut scanned = Vec::new();
    look_through(&plans[0]["Plan"], false, &mut scanned);
    scanned
}

/// Notes the tables that this part of a plan reads without a condition on an index; the first few in its order may be.
fn look_through(node: &Value, is_limited: bool, scanned: &mut Vec<String>) {
    let kind = node["Node Type"].as_str().unwrap_or_default();
    let is_scan = matches!(kind, "Seq Scan" | "Index Scan" | "Index Only Scan" | "Bitmap Index Scan");
    if is_scan && node["Index Cond"].is_null() && !(is_limited && kind != "Seq Scan") {
        let name = node["Relation Name"].as_str().or_else(|| node["Index Name"].as_str());
        scanned.extend(name.map(str::to_owned));
    }
    let is_limited =
        kind == "Limit" || (is_limited && matches!(kind, "Nested Loop" | "Subquery Scan" | "LockRows"));
    for below in node["Plans"].as_array().into_iter().flatten() {
        look_through(below, is_limited, scanned);
    }
}

static HEARD: Mutex<BTreeSet<String>> = Mutex::new(BTreeSet::new());

/// From now on keeps every statement that goes to a database.
fn listen() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| tracing::subscriber::set_global_default(Ear).expect("nobody else listens"));
}

struct Ear;

impl Subscriber for Ear {
    fn enabled(&self, metadata: &Metadata<'_>) -> bool {
        metadata.target() == "sqlx::query"
    }

    fn new_span(&self, _: &span::Attributes<'_>) -> span::Id {
        span::Id::from_u64(1)
    }

    fn record(&self, _: &span::Id, _: &span::Record<'_>) {}

    fn record_follows_from(&self, _: &span::Id, _: &span::Id) {}

    fn event(&self, event: &Event<'_>) {
        let mut statement = Statement::default();
        event.record(&mut statement);
        let whole = if statement.whole.is_empty() { statement.summary } else { statement.whole };
        HEARD.lock().expect("nobody panicked").insert(whole.trim().to_owned());
    }

    fn enter(&self, _: &span::Id) {}

    fn exit(&self, _: &span::Id) {}
}

#[derive(Default)]
struct Statement {
    summary: String,
    whole: String,
}

impl Visit for Statement {
    fn record_debug(&mut self, field: &Field, value: &dyn std::fmt::Debug) {
        self.record_str(field, &format!("{value:?}"));
    }

    fn record_str(&mut self, field: &Field, value: &str) {
        match field.name() {
            "summary" => self.summary = value.to_owned(),
            "db.statement" => self.whole = value.to_owned(),
            _ => {}
        }
    }
}
