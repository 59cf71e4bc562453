//! Second opinions.

use skirmish_arena::ladder;
use skirmish_arena::queue::{self, Leased, LeasedBot, Verdict, Work};
use skirmish_arena::store::{Match, MatchKind, Worker};
use skirmish_core::rng::Seed;
use std::sync::Arc;

use crate::common::Database;
use crate::common::world::{World, match_of, replay_of};

/// An arena in which every match is played again.
async fn doubtful(database: &Database) -> (World, i64, i64) {
    let world = World::with_house(database, |settings| settings.ladder.second_opinions = 1.0).await;
    let (one, other) = (world.worker("one", 1).await, world.worker("other", 1).await);
    (world, one, other)
}

async fn match_by(world: &World, id: i64) -> Match {
    world.arena.store.match_of(id).await.expect("answered").expect("the match")
}

async fn worker(world: &World, id: i64) -> Worker {
    world.arena.store.worker(id).await.expect("answered").expect("the worker")
}

/// The first worker plays a match; gives it.
async fn played_by(world: &World, one: i64) -> Leased {
    ladder::schedule(&world.arena).await.expect("scheduled");
    let leased = world.lease_one(one).await.expect("a job");
    assert_eq!(world.report(one, &world.played(&leased)).await, Verdict::Accepted);
    leased
}

pub async fn two_workers_that_agree_are_believed(database: Database) {
    let (world, one, other) = doubtful(&database).await;
    let first = played_by(&world, one).await;
    assert_eq!(match_by(&world, match_of(&first)).await.result_seq, None, "not before the second opinion");
    let own = world.lease_one(one).await.expect("another job");
    assert!(match_by(&world, match_of(&own)).await.kind == MatchKind::Rated, "its own match is not for it");
    let second = world.lease_one(other).await.expect("the second opinion");
    let again = match_by(&world, match_of(&second)).await;
    assert!(again.kind == MatchKind::Second && again.second_of == Some(match_of(&first)));
    assert_eq!(world.report(other, &world.played(&second)).await, Verdict::Accepted);
    let rated = match_by(&world, match_of(&first)).await;
    assert_eq!((rated.result_seq, rated.is_doubted), (Some(1), false));
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
fn forged(leased: &Leased) -> skirmish_core::replay::Replay {
    let mut work = leased.work.clone();
    let Work::Match { seats, .. } = &mut work else { panic!("a build") };
    for seat in seats {
        if let LeasedBot::House(name) = &mut seat.bot {
            *name = if name == "RandomPlayer" { "random" } else { "RandomPlayer" }.to_owned();
        }
    }
    replay_of(&work)
}

pub async fn a_disagreement_flags_both_and_the_match_is_not_rated(database: Database) {
    let (world, one, other) = doubtful(&database).await;
    let first = played_by(&world, one).await;
    let second = world.lease_one(other).await.expect("the second opinion");
    let report = world.report_of(&second, &forged(&second));
    assert_eq!(world.report(other, &report).await, Verdict::Accepted);
    let doubted = match_by(&world, match_of(&first)).await;
    assert!(doubted.is_doubted && doubted.result_seq.is_none(), "{doubted:?}");
    assert!(doubted.why.as_deref().is_some_and(|why| why.contains("differently")), "{doubted:?}");
    for id in [one, other] {
        let why = worker(&world, id).await.flagged_why.expect("a flag");
        assert!(why.contains(&format!("matches {} and {}", doubted.id, match_of(&second))), "{why}");
    }
    assert_eq!(ladder::verify(&world.arena).await.expect("compared").results, 0);
}

pub async fn a_bot_that_plays_by_chance_is_no_disagreement(database: Database) {
    let (world, one, other) = doubtful(&database).await;
    world.settle_house("plantation").await;
    let user = world.user("u").await;
    let (_, version) = world.bot(user, "plantation", "dice").await;
    let first = played_by(&world, one).await;
    let second = world.lease_one(other).await.expect("the second opinion");
    // The program plays by chance, this time with other dice.
    let Work::Match { seats, .. } = &second.work else { panic!("a build") };
    let dice = seats.iter().position(|seat| seat.version_id == version).expect("the newcomer plays first");
    let replay = with_other_dice(&second.work, dice);
    assert_ne!(replay.answers, replay_of(&first.work).answers);
    assert_eq!(world.report(other, &world.report_of(&second, &replay)).await, Verdict::Accepted);
    let rated = match_by(&world, match_of(&first)).await;
    assert_eq!((rated.result_seq, rated.is_doubted), (Some(1), false), "{rated:?}");
    let version = world.arena.store.version(version).await.expect("answered").expect("it");
    assert_eq!(version.is_repeatable, Some(false));
    assert_eq!(worker(&world, one).await.flagged_why, None);
}

/// A match in which the program at one seat is another: a bot whose answers follow from other chances.
fn with_other_dice(work: &Work, seat: usize) -> skirmish_core::replay::Replay {
    use skirmish_core::config::Wishes;
    use skirmish_core::seat::SeatCount;
    use skirmish_referee::{HouseBot, Match, Nobody, Options, play};
    let Work::Match { game, seed, seats, .. } = work else { panic!("a build") };
    let entry = skirmish_games::find(game).expect("the game");
    let config = (entry.configure)(&Wishes::none()).expect("a config");
    let seed: Seed = seed.parse().expect("a seed");
    let table = (entry.open)(&config, SeatCount::new(seats.len()).expect("seats"), seed).expect("a table");
    let house = |name: &str| skirmish_bots::of_game(game).find(|house| house.name == name).expect("it");
    let players = seats.iter().enumerate().map(|(at, leased)| match &leased.bot {
        LeasedBot::House(name) => HouseBot::shared(house(name)),
        LeasedBot::Artefact(_) => {
            assert_eq!(at, seat);
            let random = house("random").seat;
            Arc::new(HouseBot::new("dice", move |seed: Seed| random(Seed(seed.0 ^ 0x5555))))
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
    let world = World::with_house(&database, |settings| settings.ladder.second_opinions = 1.0).await;
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
