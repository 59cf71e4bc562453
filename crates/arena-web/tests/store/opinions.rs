//! Whether workers are believed: second opinions, forgeries, and what becomes of them.

use std::sync::Arc;

use skirmish_arena_service::ladder;
use skirmish_arena_service::queue::{self, Leased, LeasedBot, Verdict, Work};
use skirmish_arena_service::settings::Settings;
use skirmish_arena_store::{Lane, Match, MatchKind, MatchState, Worker};
use skirmish_core::answer::Fault;
use skirmish_core::rng::Seed;

use crate::building::failing_at_once;
use crate::common::Database;
use crate::common::world::{World, match_of, replay_of};

/// An arena in which this share of matches is played again, with a program called snake that plays the known house bots.
async fn with_snake(database: &Database, share: f64) -> World {
    let world = World::with_house(database, |settings| settings.ladder.second_opinions = share).await;
    world.settle_house("plantation").await;
    let user = world.user("u").await;
    world.bot(user, "plantation", "snake").await;
    world
}

async fn match_by(world: &World, id: i64) -> Match {
    world.arena.store.match_of(id).await.expect("answered").expect("the match")
}

async fn worker(world: &World, id: i64) -> Worker {
    world.arena.store.worker(id).await.expect("answered").expect("the worker")
}

/// A match of the program that this worker leased.
async fn leased_by(world: &World, worker: i64) -> Leased {
    ladder::schedule(&world.arena).await.expect("scheduled");
    let leased = world.lease_one(worker).await.expect("a job");
    assert!(
        matches!(&leased.work, Work::Match { seats, .. } if seats.iter().any(|seat| seat.name == "snake"))
    );
    leased
}

/// A worker plays the next match that it gets honestly.
async fn play_next(world: &World, worker: i64) {
    ladder::schedule(&world.arena).await.expect("scheduled");
    let leased = world.lease_one(worker).await.expect("a job");
    assert_eq!(world.report(worker, &world.played(&leased)).await, Verdict::Accepted);
}

/// The same, played honestly.
async fn played_by(world: &World, worker: i64) -> Leased {
    let leased = leased_by(world, worker).await;
    assert_eq!(world.report(worker, &world.played(&leased)).await, Verdict::Accepted);
    leased
}

/// A match as if the program in it had failed at once: a replay that is right in itself.
fn with_failing_snake(leased: &Leased, fault: Fault) -> skirmish_core::replay::Replay {
    let Work::Match { seats, .. } = &leased.work else { panic!("a build") };
    let seat = seats.iter().position(|seat| seat.name == "snake").expect("its seat");
    failing_at_once(&leased.work, seat, fault)
}

/// The next second opinion that this worker is asked for; it plays what comes before.
async fn asked_again(world: &World, worker: i64) -> Leased {
    for _ in 0..100 {
        let leased = world.lease_one(worker).await.expect("a job");
        if match_by(world, match_of(&leased)).await.kind == MatchKind::Second {
            return leased;
        }
        assert_eq!(world.report(worker, &world.played(&leased)).await, Verdict::Accepted);
        ladder::schedule(&world.arena).await.expect("scheduled");
    }
    panic!("nobody asks for a second opinion");
}

/// A second opinion that this worker gives honestly; of which match.
async fn confirms(world: &World, worker: i64) -> i64 {
    let second = asked_again(world, worker).await;
    let of = match_by(world, match_of(&second)).await.second_of.expect("a second opinion");
    assert_eq!(world.report(worker, &world.played(&second)).await, Verdict::Accepted);
    of
}

pub async fn two_workers_that_agree_are_believed(database: Database) {
    let world = with_snake(&database, 1.0).await;
    let (one, other) = (world.worker("one", 1).await, world.worker("other", 1).await);
    let first = played_by(&world, one).await;
    assert_eq!(match_by(&world, match_of(&first)).await.result_seq, None, "not before the second opinion");
    let own = leased_by(&world, one).await;
    assert!(match_by(&world, match_of(&own)).await.kind == MatchKind::Rated, "its own match is not for it");
    let second = world.lease_one(other).await.expect("the second opinion");
    let again = match_by(&world, match_of(&second)).await;
    assert!(again.kind == MatchKind::Second && again.second_of == Some(match_of(&first)));
    assert_eq!(world.report(other, &world.played(&second)).await, Verdict::Accepted);
    let rated = match_by(&world, match_of(&first)).await;
    assert_eq!((rated.result_seq, rated.is_doubted, rated.is_confirmed), (Some(1), false, true));
    assert_eq!(match_by(&world, again.id).await.result_seq, None, "the second is not rated as well");
    for id in [one, other] {
        assert_eq!(worker(&world, id).await.flagged_why, None);
    }
    for seat in world.arena.store.seatings(rated.id).await.expect("seats") {
        let version = world.arena.store.version(seat.version_id).await.expect("answered").expect("it");
        assert_eq!(version.is_repeatable, Some(true));
    }
}

/// The same match as if house bots had played otherwise: a replay that is right in itself.
fn with_other_house(leased: &Leased) -> skirmish_core::replay::Replay {
    let mut work = leased.work.clone();
    let Work::Match { seats, .. } = &mut work else { panic!("a build") };
    for seat in seats {
        if let LeasedBot::House(name) = &mut seat.bot {
            *name = if name == "RandomPlayer" { "random" } else { "RandomPlayer" }.to_owned();
        }
    }
    replay_of(&work)
}

pub async fn nothing_forged_about_a_house_bot_is_rated_even_if_nobody_else_is_there(database: Database) {
    let world = with_snake(&database, 0.02).await;
    let forger = world.worker("forger", 1).await;
    let honest = played_by(&world, forger).await;
    let rated = match_by(&world, match_of(&honest)).await;
    assert!(rated.result_seq.is_some() && !rated.is_confirmed, "it counts, and nobody confirmed it");
    let table = ladder::table(&world.arena, "plantation").await.expect("a table");
    assert!(table.unconfirmed_why().is_some_and(|why| why.starts_with("Results are unconfirmed")));
    let leased = leased_by(&world, forger).await;
    let Work::Match { seats, .. } = &leased.work else { panic!("a build") };
    let house = seats.iter().position(|seat| seat.language == "house").expect("a house bot");
    // A machine that is too slow is no forger.
    let late = world.report_of(&leased, &failing_at_once(&leased.work, house, Fault::Late));
    let refused = world.report(forger, &late).await;
    assert!(matches!(&refused, Verdict::Refused { why } if why.contains("too slow")), "{refused:?}");
    assert_eq!(worker(&world, forger).await.flagged_why, None);
    for way in ["another answer", "gone"] {
        world.clock.advance(60_000);
        let leased = leased_by(&world, forger).await;
        let Work::Match { seats, .. } = &leased.work else { panic!("a build") };
        let house = seats.iter().position(|seat| seat.language == "house").expect("a house bot");
        let replay = match way {
            "gone" => failing_at_once(&leased.work, house, Fault::Gone),
            _ => with_other_house(&leased),
        };
        let refused = world.report(forger, &world.report_of(&leased, &replay)).await;
        assert!(matches!(&refused, Verdict::Refused { why } if why.contains("house:")), "{way}: {refused:?}");
        assert_eq!(match_by(&world, match_of(&leased)).await.result_seq, None);
        let why = worker(&world, forger).await.flagged_why.expect("a flag");
        assert!(why.contains("house:"), "{why}");
    }
    // What counted of it before is taken back, and nothing counts again that nobody confirms.
    queue::sweep(&world.arena).await.expect("swept");
    ladder::fit_ratings(&world.arena).await.expect("fitted");
    let taken = match_by(&world, match_of(&honest)).await;
    assert!(taken.is_void && taken.why.is_some_and(|why| why.contains("forger")));
    let proof = ladder::verify(&world.arena).await.expect("compared");
    assert_eq!((proof.results, proof.differences), (0, Vec::new()));
    let again = played_by(&world, forger).await;
    assert_eq!(match_by(&world, match_of(&again)).await.result_seq, None);
    world.clock.advance(16 * 60_000);
    queue::sweep(&world.arena).await.expect("swept");
    let alone = match_by(&world, match_of(&again)).await;
    assert!(alone.result_seq.is_none() && alone.is_doubted, "{alone:?}");
}

pub async fn a_forger_beside_honest_workers_is_found_and_nothing_of_it_stays(database: Database) {
    let share = Settings::default().ladder.second_opinions;
    let block = queue::results_in_block(share) as usize;
    assert_eq!(block, 50, "as WORKERS.md says");
    let world = with_snake(&database, share).await;
    let forger = world.worker("forger", 1).await;
    let honest = [world.worker("one", 1).await, world.worker("other", 1).await];
    let mut forged = Vec::new();
    for round in 0.. {
        assert!(round < 200, "it is never found");
        if worker(&world, forger).await.flagged_why.is_some() {
            break;
        }
        let leased = leased_by(&world, forger).await;
        if match_by(&world, match_of(&leased)).await.kind == MatchKind::Rated {
            forged.push(match_of(&leased));
        }
        // No fault, which would let the bot rest after some.
        let report = world.report_of(&leased, &with_other_dice(&leased.work, 0x5555));
        assert_eq!(world.report(forger, &report).await, Verdict::Accepted);
        while !world.arena.store.stale_jobs(Lane::Second, i64::MAX, 1).await.expect("answered").is_empty() {
            for worker in honest {
                play_next(&world, worker).await;
            }
        }
    }
    // All of its results are forged from the first one on, and one of its first block was played again.
    assert!(forged.len() <= block, "{} results", forged.len());
    for worker_id in honest {
        assert_eq!(worker(&world, worker_id).await.flagged_why, None);
    }
    // The honest ones play on, and nothing forged is left.
    for _ in 0..5 {
        queue::sweep(&world.arena).await.expect("swept");
        for worker in honest {
            play_next(&world, worker).await;
        }
    }
    ladder::fit_ratings(&world.arena).await.expect("fitted");
    for id in forged {
        let one = match_by(&world, id).await;
        assert!(one.result_seq.is_none() || one.is_void, "{one:?}");
    }
    let proof = ladder::verify(&world.arena).await.expect("compared");
    assert!(proof.results > 0 && proof.differences.is_empty(), "{proof:?}");
}

pub async fn two_workers_that_disagree_are_both_doubted_unless_one_is_the_servers(database: Database) {
    let world = with_snake(&database, 1.0).await;
    let (one, other) = (world.worker("one", 1).await, world.worker("other", 1).await);
    let leased = leased_by(&world, one).await;
    let report = world.report_of(&leased, &with_failing_snake(&leased, Fault::Gone));
    assert_eq!(world.report(one, &report).await, Verdict::Accepted);
    assert_eq!(confirms(&world, other).await, match_of(&leased));
    assert_eq!(worker(&world, one).await.flagged_why, None, "the bot may play by chance");
    assert_eq!(confirms(&world, other).await, match_of(&leased), "so it is played once more");
    let doubted = match_by(&world, match_of(&leased)).await;
    assert!(doubted.is_doubted && doubted.result_seq.is_none(), "{doubted:?}");
    for id in [one, other] {
        let why = worker(&world, id).await.flagged_why.expect("a flag");
        assert!(why.starts_with(&format!("matches {} and ", doubted.id)), "{why}");
    }
    let own = world.own_worker().await;
    let mut tx = world.arena.store.write().await.expect("writing");
    tx.flag_worker(one, None).await.expect("trusted again");
    tx.flag_worker(other, None).await.expect("trusted again");
    tx.commit().await.expect("committed");
    let leased = leased_by(&world, one).await;
    let report = world.report_of(&leased, &with_failing_snake(&leased, Fault::Gone));
    assert_eq!(world.report(one, &report).await, Verdict::Accepted);
    while !match_by(&world, match_of(&leased)).await.is_doubted {
        for worker in [own, other] {
            play_next(&world, worker).await;
        }
    }
    assert_eq!(worker(&world, other).await.flagged_why, None);
    assert!(worker(&world, one).await.flagged_why.is_some());
    assert_eq!(worker(&world, own).await.flagged_why, None);
    let rated = loop {
        let played = played_by(&world, own).await;
        let found = match_by(&world, match_of(&played)).await;
        if found.kind == MatchKind::Rated {
            break found;
        }
    };
    assert!(
        rated.result_seq.is_some() && rated.is_confirmed,
        "what the server's own worker plays is certain"
    );
}

pub async fn a_bot_that_plays_by_chance_is_no_disagreement(database: Database) {
    let world = with_snake(&database, 1.0).await;
    let (one, other) = (world.worker("one", 1).await, world.worker("other", 1).await);
    let first = played_by(&world, one).await;
    // The program plays by chance, each time with other dice.
    for dice in [0x5555, 0x3333] {
        let second = asked_again(&world, other).await;
        let replay = with_other_dice(&second.work, dice);
        assert_ne!(replay.answers, replay_of(&first.work).answers);
        assert_eq!(world.report(other, &world.report_of(&second, &replay)).await, Verdict::Accepted);
    }
    let rated = match_by(&world, match_of(&first)).await;
    assert_eq!(
        (rated.result_seq, rated.is_doubted, rated.is_confirmed),
        (Some(1), false, false),
        "{rated:?}"
    );
    let Work::Match { seats, .. } = &first.work else { panic!("a build") };
    let snake = seats.iter().find(|seat| seat.name == "snake").expect("its seat").version_id;
    let version = world.arena.store.version(snake).await.expect("answered").expect("it");
    assert_eq!(version.is_repeatable, Some(false));
    assert_eq!(worker(&world, one).await.flagged_why, None);
}

pub async fn a_bot_that_is_late_on_one_machine_only_is_held_against_nobody(database: Database) {
    let world = with_snake(&database, 1.0).await;
    let (slow, other) = (world.worker("slow", 1).await, world.worker("other", 1).await);
    let leased = leased_by(&world, slow).await;
    let report = world.report_of(&leased, &with_failing_snake(&leased, Fault::Late));
    assert_eq!(world.report(slow, &report).await, Verdict::Accepted);
    for _ in 0..2 {
        assert_eq!(confirms(&world, other).await, match_of(&leased));
    }
    let late = match_by(&world, match_of(&leased)).await;
    assert!(late.result_seq.is_none() && late.is_doubted, "{late:?}");
    assert!(late.why.as_deref().is_some_and(|why| why.contains("in time on one machine")), "{late:?}");
    for id in [slow, other] {
        assert_eq!(worker(&world, id).await.flagged_why, None);
    }
    let bot = world.arena.store.seatings(late.id).await.expect("seats");
    let bot = bot.iter().find(|seat| seat.name == "snake").expect("its seat").bot_id;
    let waiting = world.arena.store.matches_of_bot(bot, i64::MAX, 9).await.expect("matches");
    assert!(waiting.iter().any(|one| one.state == MatchState::Queued), "it is played again");
}

/// A match in which the program at one seat is another: a bot whose answers follow from other chances.
fn with_other_dice(work: &Work, dice: u64) -> skirmish_core::replay::Replay {
    use skirmish_core::config::Wishes;
    use skirmish_core::seat::SeatCount;
    use skirmish_referee::{HouseBot, Match, Nobody, Options, play};
    let Work::Match { game, seed, seats, .. } = work else { panic!("a build") };
    let entry = skirmish_games::find(game).expect("the game");
    let config = (entry.configure)(&Wishes::none()).expect("a config");
    let seed: Seed = seed.parse().expect("a seed");
    let table = (entry.open)(&config, SeatCount::new(seats.len()).expect("seats"), seed).expect("a table");
    let house = |name: &str| skirmish_bots::find(game, name).expect("it");
    let players = seats.iter().map(|leased| match &leased.bot {
        LeasedBot::House(name) => HouseBot::shared(&house(name)),
        LeasedBot::Artefact(_) => {
            let random = house("random");
            Arc::new(HouseBot::new("dice", move |seed: Seed| random.seat(Seed(seed.0 ^ dice))))
        }
    });
    let game = Match::new(table, seed, players.collect());
    let mut replay = play(&game, &Options::default(), &mut Nobody).expect("played").replay;
    for (listed, leased) in replay.header.players.iter_mut().zip(seats) {
        listed.name.clone_from(&leased.name);
        if let LeasedBot::Artefact(hash) = &leased.bot {
            listed.hash = Some(hash.clone());
        }
    }
    replay
}

pub async fn without_a_second_worker_the_first_counts_alone(database: Database) {
    let world = with_snake(&database, 1.0).await;
    let one = world.worker("one", 1).await;
    let first = played_by(&world, one).await;
    assert_eq!(match_by(&world, match_of(&first)).await.result_seq, Some(1), "nobody else is there");
    // Another comes and goes: who waits for it waits a while, not for ever.
    world.worker("other", 1).await;
    let waiting = played_by(&world, one).await;
    assert_eq!(match_by(&world, match_of(&waiting)).await.result_seq, None);
    world.clock.advance(16 * 60_000);
    assert_eq!(queue::sweep(&world.arena).await.expect("swept"), 1);
    assert_eq!(match_by(&world, match_of(&waiting)).await.result_seq, Some(2));
}

pub async fn a_bot_that_rests_because_of_a_forgers_word_plays_again(database: Database) {
    let world = with_snake(&database, 0.000_001).await;
    let forger = world.worker("forger", 1).await;
    let snake = world.arena.store.bot_named("plantation", "snake").await.expect("answered").expect("it").id;
    let rested = async || world.arena.store.bot(snake).await.expect("answered").expect("a bot").rested_why;
    while rested().await.is_none() {
        let leased = leased_by(&world, forger).await;
        let report = world.report_of(&leased, &with_failing_snake(&leased, Fault::Gone));
        assert_eq!(world.report(forger, &report).await, Verdict::Accepted);
    }
    let mut tx = world.arena.store.write().await.expect("writing");
    tx.flag_worker(forger, Some("it forged")).await.expect("flagged");
    tx.commit().await.expect("committed");
    queue::sweep(&world.arena).await.expect("swept");
    assert_eq!(rested().await, None);
    // One more fault does not let it rest again: those that were taken back do not count.
    let honest = world.own_worker().await;
    let leased = leased_by(&world, honest).await;
    let report = world.report_of(&leased, &with_failing_snake(&leased, Fault::Gone));
    assert_eq!(world.report(honest, &report).await, Verdict::Accepted);
    assert_eq!(rested().await, None);
}
