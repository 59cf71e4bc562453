//! A bot that never answers in time does not get past its trial.

use std::sync::Arc;

use skirmish_arena_service::queue::{self, Done, LeasedBot, Report, Verdict, Work};
use skirmish_arena_store::VersionState;
use skirmish_core::answer::{Answer, Answered, Cost, Fault};
use skirmish_core::replay::Replay;
use skirmish_core::seat::Seat;
use skirmish_referee::{AnyPlayer, Recording};

use crate::common::Database;
use crate::common::world::{START_MS, World, match_of, replay_with};

pub async fn a_version_that_never_answers_in_time_fails_its_trial_with_the_reason(database: Database) {
    let world = World::with_house(&database, |_| {}).await;
    let (user, worker) = (world.user("u").await, world.worker("w", 1).await);
    let mut tx = world.arena.store.write().await.expect("writing");
    let bot = tx.add_bot(user, "utti", "loop", START_MS).await.expect("a bot");
    let id = tx.add_version(bot, "python", &"5".repeat(64), START_MS).await.expect("a version");
    queue::enqueue_build(&mut tx, &world.arena.settings, id, START_MS).await.expect("enqueued");
    tx.commit().await.expect("committed");
    let build = world.lease_one(worker).await.expect("a build");
    let artefact_hash = world.arena.blobs.keep(b"artefact").expect("kept");
    let log_hash = world.arena.blobs.keep(b"log").expect("kept");
    let done = Done::Built { artefact_hash, log_hash };
    let report = Report { job: build.job, fence: build.fence, cpu_ms: 0, done };
    assert_eq!(world.report(worker, &report).await, Verdict::Accepted);

    let trial = world.lease_one(worker).await.expect("the trial");
    let replay = with_late_programs(&trial.work);
    assert_eq!(world.report(worker, &world.report_of(&trial, &replay)).await, Verdict::Accepted);
    let refused = world.arena.store.version(id).await.expect("answered").expect("the version");
    assert_eq!(refused.state, VersionState::Refused, "{refused:?}");
    let why = refused.why.unwrap_or_default();
    assert!(why.contains("was late 3 times in a row on round ") && why.ends_with(": it forfeits"), "{why}");
    let seats = world.arena.store.seatings(match_of(&trial)).await.expect("seats");
    let mine = seats.iter().find(|seat| seat.version_id == id).expect("its seat");
    assert_eq!(mine.fault.as_deref(), Some("late"));
}

/// The match as the referee plays it with programs that are late whenever they are asked.
fn with_late_programs(work: &Work) -> Replay {
    replay_with(work, |seat, bot| match bot {
        LeasedBot::House(_) => None,
        LeasedBot::Artefact(_) => Some(never_in_time(seat)),
    })
}

fn never_in_time(seat: Seat) -> AnyPlayer {
    let answer = Answer::Fault(Fault::Late, "it did not answer".to_owned());
    let late = Answered { seat, cost: Cost { wall_us: 1, ..Cost::default() }, answer };
    Arc::new(Recording { name: "late".to_owned(), answers: vec![late; 3] })
}
