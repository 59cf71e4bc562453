//! Every question that the arena asks is heard on its way to the database, and its plan looked at: no table that grows
//! may be read from end to end.

use std::collections::BTreeSet;
use std::sync::{Mutex, Once};

use skirmish_arena::ladder;
use skirmish_arena::queue::{self, Done, Report, Verdict};
use skirmish_arena::store::{JobKind, Store};
use sqlx::{AssertSqlSafe, Row as _};
use tracing::field::{Field, Visit};
use tracing::{Event, Metadata, Subscriber, span};

use crate::common::Database;
use crate::common::world::{START_MS, World, held};

/// Tables that stay small: reading them whole is the quickest way.
const SMALL: &[&str] = &["worker", "counter"];

pub async fn every_question_is_answered_by_an_index(database: Database) {
    listen();
    ask_everything(&database).await;
    let store = database.open().await;
    let statements = HEARD.lock().expect("nobody panicked").clone();
    let mut looked_at = 0;
    for sql in statements.iter().filter(|sql| is_question(sql)) {
        // The other database's own text, heard when tests share a process.
        if matches!(store, Store::Sqlite { .. }) && sql.contains("SKIP LOCKED") {
            continue;
        }
        let scanned = scanned_tables(&store, sql).await;
        let grown: Vec<&String> = scanned.iter().filter(|table| !SMALL.contains(&table.as_str())).collect();
        assert!(grown.is_empty(), "{grown:?} would be read from end to end by {sql}");
        looked_at += 1;
    }
    assert!(looked_at > 50, "only {looked_at} questions were heard");
}

/// What reads or changes some rows. Proofs and recomputations read all there is, which has no plan to look at.
fn is_question(sql: &str) -> bool {
    let is_ours = ["SELECT", "UPDATE", "DELETE"].iter().any(|verb| sql.starts_with(verb));
    is_ours && sql.contains("WHERE") && !sql.contains("_sqlx") && !sql.contains("pg_")
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
    queue::enqueue_build(&mut tx, version, START_MS).await.expect("enqueued");
    tx.rename_bot(bot, "python").await.expect("renamed");
    tx.commit().await.expect("committed");
    ladder::schedule(arena).await.expect("scheduled");
    queue::place_in_queue(arena, user).await.expect("answered");
    let build = world.lease_one(worker).await.expect("a build");
    let blob = arena.blobs.keep(b"blob").expect("kept");
    let done = Done::Built { artefact_hash: blob.clone(), log_hash: blob };
    let report = Report { job: build.job, fence: build.fence, done };
    assert_eq!(world.report(worker, &report).await, Verdict::Accepted);
    for _ in 0..3 {
        let leased = world.lease_one(worker).await.expect("a match");
        queue::heartbeat(arena, worker, &[held(&leased)]).await.expect("heard");
        assert_eq!(world.report(worker, &world.played(&leased)).await, Verdict::Accepted);
    }
    let leased = world.lease_one(worker).await.expect("a match");
    queue::release(arena, worker, &[held(&leased)]).await.expect("released");
    world.lease_one(worker).await.expect("a match");
    world.clock.advance(20 * 60_000);
    queue::sweep(arena).await.expect("swept");
    ladder::disqualify(arena, bot, "why").await.expect("disqualified");
    ask_for_pages(&world, user, bot, version).await;
}

async fn ask_for_pages(world: &World, user: i64, bot: i64, version: i64) {
    let store = &world.arena.store;
    ladder::standing(&world.arena, "plantation").await.expect("answered");
    store.bot_named("plantation", "x").await.expect("answered");
    store.bots_of(user).await.expect("answered");
    store.versions_of(bot).await.expect("answered");
    store.rated(version).await.expect("answered");
    store.points_of(version).await.expect("answered");
    store.opponents_of(version, 10).await.expect("answered");
    store.matches_of_bot(bot, i64::MAX, 10).await.expect("answered");
    store.seatings_of_bot(bot, i64::MAX, 10).await.expect("answered");
    store.matches_of_game("plantation", i64::MAX, 10).await.expect("answered");
    store.seatings_of_game("plantation", i64::MAX, 10).await.expect("answered");
    store.running_matches(10).await.expect("answered");
    store.poison_matches(10).await.expect("answered");
    store.queued_jobs().await.expect("answered");
    store.job_of(JobKind::Match, 1).await.expect("answered");
    store.workers().await.expect("answered");
}

/// The tables that the statement's plan reads from end to end.
async fn scanned_tables(store: &Store, sql: &str) -> Vec<String> {
    match store {
        Store::Sqlite { reading, .. } => {
            let plan = format!("EXPLAIN QUERY PLAN {sql}");
            let rows = sqlx::query(AssertSqlSafe(plan)).fetch_all(reading).await.expect(sql);
            let details = rows.iter().map(|row| row.get::<String, _>("detail"));
            details.filter_map(|detail| word_after(&detail, "SCAN ")).collect()
        }
        Store::Postgres(pool) => {
            let most = (1..20).rev().find(|n| sql.contains(&format!("${n}"))).unwrap_or(0);
            let nulls = vec!["NULL"; most].join(", ");
            let arguments = if most == 0 { String::new() } else { format!("({nulls})") };
            let mut connection = pool.acquire().await.expect("a connection");
            for setup in [
                "SET enable_seqscan = off".to_owned(),
                "SET plan_cache_mode = force_generic_plan".to_owned(),
                format!("PREPARE looked_at AS {sql}"),
            ] {
                sqlx::raw_sql(AssertSqlSafe(setup)).execute(&mut *connection).await.expect(sql);
            }
            let plan = AssertSqlSafe(format!("EXPLAIN EXECUTE looked_at{arguments}"));
            let rows = sqlx::raw_sql(plan).fetch_all(&mut *connection).await.expect(sql);
            sqlx::raw_sql("DEALLOCATE looked_at").execute(&mut *connection).await.expect("forgotten");
            let lines = rows.iter().map(|row| row.get::<String, _>(0));
            lines.filter_map(|line| word_after(&line, "Seq Scan on ")).collect()
        }
    }
}

fn word_after(line: &str, mark: &str) -> Option<String> {
    let (_, rest) = line.split_once(mark)?;
    Some(rest.split_whitespace().next()?.to_owned())
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
