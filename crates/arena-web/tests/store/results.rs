//! What a worker says must be what was asked for.

use skirmish_arena_service::ladder::{self, ChallengeError};
use skirmish_arena_service::queue::{self, Done, Report, Room, Verdict, Work};
use skirmish_arena_store::{JobState, MatchKind};
use skirmish_core::answer::Answer;
use skirmish_core::answer::Fault;
use skirmish_core::clock::Clock;
use skirmish_core::replay::{Ending, Parent, Replay};
use skirmish_core::rng::Seed;
use skirmish_core::seat::Seat;

use crate::common::Database;
use crate::common::world::{World, match_of, replay_of};

/// What is said about a lie, and what a worker changed in the replay.
type Lie = (&'static str, fn(&mut Replay));

pub async fn a_replay_of_something_else_is_refused(database: Database) {
    let world = World::with_house(&database, |settings| settings.queue.attempts = 1_000).await;
    let worker = world.worker("w", 1).await;
    ladder::schedule(&world.arena).await.expect("scheduled");
    let lies: &[Lie] = &[
        ("the replay's game is \"utti\": it must be \"plantation\"", |replay| {
            replay.header.game = "utti".into()
        }),
        ("the replay's version is 99", |replay| replay.header.version = 99),
        ("the replay's config is", |replay| replay.header.config["turns"] = 3.into()),
        ("the replay's seed is Seed(7)", |replay| replay.header.seed = Seed(7)),
        ("the replay's clock is", |replay| replay.header.clock = Clock::NONE),
        ("the replay's player at seat 1 is \"x\"", |replay| replay.header.players[1].name = "x".into()),
        ("the replay's program at seat 0 is Some(\"x\")", |replay| {
            replay.header.players[0].hash = Some("x".into())
        }),
        ("the replay's log of seat 0 is", |replay| replay.header.players[0].stderr = Some("x".into())),
        ("is not understood", |replay| replay.header.players.truncate(1)),
        ("the replay's origin", |replay| replay.header.parent = Some(Parent { sum: 1, decisions: 1 })),
        ("the result is not the recorded one", |replay| {
            let Ending::Over { outcome, .. } = &mut replay.ending else { panic!("it ended") };
            outcome.places.reverse();
            outcome.scores[0] += 1;
        }),
        ("decision", |replay| replay.answers.truncate(replay.answers.len() / 2)),
        ("the match was not played to its end", |replay| {
            replay.answers.truncate(10);
            replay.checkpoints.clear();
            replay.ending = Ending::Incomplete("no more".into());
        }),
        ("decision", |replay| {
            for answered in replay.answers.iter_mut().filter(|answered| answered.seat == Seat::FIRST) {
                answered.answer = Answer::Fault(Fault::Gone, String::new());
            }
        }),
    ];
    for (sentence, lie) in lies {
        world.clock.advance(3_600_000);
        let leased = world.lease_one(worker).await.expect("a job");
        let mut replay = replay_of(&leased.work);
        lie(&mut replay);
        let verdict = world.report(worker, &world.report_of(&leased, &replay)).await;
        let Verdict::Refused { why } = verdict else { panic!("{sentence}: {verdict:?}") };
        assert!(why.contains(sentence), "{why} is not {sentence}");
        let job = world.arena.store.job(leased.job).await.expect("answered").expect("the job");
        assert_eq!((job.state, job.why.as_deref()), (JobState::Queued, Some(why.as_str())));
        let asked = world.arena.store.match_of(match_of(&leased)).await.expect("answered").expect("it");
        assert_eq!(asked.result_seq, None);
    }
    for bytes in [b"rubbish".as_slice(), b"", &[0x28, 0xb5, 0x2f, 0xfd, 1, 2, 3]] {
        world.clock.advance(3_600_000);
        let leased = world.lease_one(worker).await.expect("a job");
        let report = Report {
            job: leased.job,
            fence: leased.fence,
            cpu_ms: 0,
            done: Done::Played {
                replay_hash: world.arena.blobs.keep(bytes).expect("kept"),
                stderr_hashes: vec![None, None],
            },
        };
        assert!(matches!(world.report(worker, &report).await, Verdict::Refused { .. }));
    }
    assert!(ladder::verify(&world.arena).await.expect("compared").results == 0);
}

pub async fn challenges_are_played_and_not_rated(database: Database) {
    let world = World::with_house(&database, |settings| settings.quota.challenges_an_hour = 2).await;
    let worker = world.worker("w", 1).await;
    let (mine, other) = (world.user("mine").await, world.user("other").await);
    let (my_bot, my_version) = world.bot(mine, "plantation", "mine").await;
    let (their_bot, _) = world.bot(other, "plantation", "theirs").await;
    let (elsewhere, _) = world.bot(other, "utti", "elsewhere").await;
    let challenge = async |bot: i64, against: i64| ladder::challenge(&world.arena, mine, bot, against).await;
    assert!(matches!(challenge(their_bot, my_bot).await, Err(ChallengeError::NotYours(_))));
    assert!(matches!(challenge(my_bot, my_bot).await, Err(ChallengeError::Itself)));
    assert!(matches!(challenge(my_bot, elsewhere).await, Err(ChallengeError::OtherGame(..))));
    assert!(matches!(challenge(my_bot, 999).await, Err(ChallengeError::NoBot)));
    let mut tx = world.arena.store.write().await.expect("writing");
    tx.set_bot_active(their_bot, false).await.expect("it rests");
    tx.commit().await.expect("committed");
    assert!(matches!(challenge(my_bot, their_bot).await, Err(ChallengeError::Resting(_))));
    let mut tx = world.arena.store.write().await.expect("writing");
    tx.set_bot_active(their_bot, true).await.expect("it plays");
    tx.commit().await.expect("committed");
    let id = challenge(my_bot, their_bot).await.expect("challenged");
    challenge(my_bot, their_bot).await.expect("challenged again");
    assert!(matches!(challenge(my_bot, their_bot).await, Err(ChallengeError::TooMany(2))));
    world.clock.advance(3_600_001);
    challenge(my_bot, their_bot).await.expect("after an hour");
    let leased = world.lease_one(worker).await.expect("the challenge");
    let Work::Match { match_id, .. } = &leased.work else { panic!("a build") };
    assert_eq!(*match_id, id);
    assert_eq!(world.report(worker, &world.played(&leased)).await, Verdict::Accepted);
    let played = world.arena.store.match_of(id).await.expect("answered").expect("the match");
    assert!(
        played.kind == MatchKind::Challenge && played.result_seq.is_none() && played.replay_hash.is_some()
    );
    assert_eq!(world.arena.store.rated(my_version).await.expect("answered"), None);
}

pub async fn one_report_that_cannot_be_kept_holds_up_no_other(database: Database) {
    let world = World::with_house(&database, |settings| settings.queue.attempts = 9).await;
    let worker = world.worker("w", 1).await;
    ladder::schedule(&world.arena).await.expect("scheduled");
    let leased = queue::lease(&world.arena, worker, Room::of_each(4)).await.expect("leased");
    let report =
        |at: usize, done: Done| Report { job: leased[at].job, fence: leased[at].fence, cpu_ms: 0, done };
    let odd = format!("no\0 disk\u{7}{}", "!".repeat(5_000));
    let nul = Done::Played { replay_hash: "\0".to_owned(), stderr_hashes: vec![Some("\0".to_owned()); 2] };
    let built = Done::Built { artefact_hash: "\0".to_owned(), log_hash: "\0".to_owned() };
    let reports =
        [report(0, Done::Trouble { why: odd }), report(1, nul), report(2, built), world.played(&leased[3])];
    let verdicts = queue::report_all(&world.arena, worker, &reports).await.expect("all are taken");
    assert_eq!(verdicts[0], Verdict::Accepted);
    assert!(matches!(verdicts[1..3], [Verdict::Refused { .. }, Verdict::Refused { .. }]), "{verdicts:?}");
    assert_eq!(verdicts[3], Verdict::Accepted);
    let job = world.arena.store.job(leased[0].job).await.expect("answered").expect("the job");
    let why = job.why.expect("a reason");
    assert!(why.starts_with("no") && why.contains("disk") && why.len() == 2_000, "{why}");
    assert!(!why.chars().any(char::is_control), "{why:?}");
}

pub async fn results_that_come_together_are_rated_in_their_order(database: Database) {
    let games = ["plantation".to_owned(), "utti".to_owned()];
    let world = World::with_house(&database, |settings| {
        settings.site.games = games.to_vec();
        settings.queue.batch = 8;
    })
    .await;
    let worker = world.worker("w", 1).await;
    ladder::schedule(&world.arena).await.expect("scheduled");
    let leased = queue::lease(&world.arena, worker, Room::of_each(8)).await.expect("leased");
    let mut reports: Vec<Report> = leased.iter().map(|leased| world.played(leased)).collect();
    reports.reverse();
    // One comes twice in the same breath, and of another an older lease is reported before it.
    reports.push(reports[0].clone());
    let mut older = reports[1].clone();
    older.fence -= 1;
    reports.insert(0, older);
    let verdicts = queue::report_all(&world.arena, worker, &reports).await.expect("taken");
    assert!(verdicts[1..9].iter().all(|verdict| *verdict == Verdict::Accepted), "{verdicts:?}");
    assert_eq!([&verdicts[0], &verdicts[9]], [&Verdict::Late; 2]);
    for game in &games {
        let mut seqs = Vec::new();
        for leased in leased.iter().rev() {
            let played = world.arena.store.match_of(match_of(leased)).await.expect("answered").expect("it");
            assert!(played.replay_hash.is_some());
            if played.game == *game {
                seqs.push(played.result_seq.expect("rated"));
            }
        }
        assert!(seqs.len() > 1, "{game}");
        assert!(seqs.windows(2).all(|pair| pair[0] + 1 == pair[1]), "{seqs:?}");
    }
    let proof = ladder::verify(&world.arena).await.expect("compared");
    assert_eq!((proof.results, proof.differences), (8, Vec::new()));
    let again = queue::report_all(&world.arena, worker, &reports).await.expect("taken");
    assert!(again.iter().all(|verdict| *verdict == Verdict::Late), "{again:?}");
}

pub async fn what_is_wrong_with_one_of_many_results_is_its_own_trouble(database: Database) {
    let world = World::with_house(&database, |settings| settings.queue.batch = 8).await;
    let worker = world.worker("w", 1).await;
    ladder::schedule(&world.arena).await.expect("scheduled");
    let leased = queue::lease(&world.arena, worker, Room::of_each(4)).await.expect("leased");
    let mut reports: Vec<Report> = leased.iter().map(|leased| world.played(leased)).collect();
    // One names what was not uploaded, and another is somebody else's by now.
    let Done::Played { stderr_hashes, .. } = &mut reports[1].done else { panic!("it was played") };
    stderr_hashes[0] = Some("7".repeat(64));
    reports[2].fence += 1;
    let verdicts = queue::report_all(&world.arena, worker, &reports).await.expect("taken");
    assert_eq!([&verdicts[0], &verdicts[3]], [&Verdict::Accepted; 2]);
    assert!(matches!(&verdicts[1], Verdict::Refused { .. }), "{verdicts:?}");
    assert_eq!(verdicts[2], Verdict::Late);
    let proof = ladder::verify(&world.arena).await.expect("compared");
    assert_eq!((proof.results, proof.differences), (2, Vec::new()));
}
