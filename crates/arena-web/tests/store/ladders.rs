//! Matchmaking, ratings and their proof, on the database.

use std::collections::{BTreeMap, BTreeSet};

use skirmish_arena_service::ladder;
use skirmish_arena_service::queue::{self, Verdict, Work};
use skirmish_arena_store::MatchState;

use crate::common::Database;
use crate::common::world::{World, match_of};

pub async fn the_house_plays_from_the_first_minute_and_rests_when_it_is_known(database: Database) {
    let world = World::new(&database, |_| {}).await;
    assert_eq!(ladder::schedule(&world.arena).await.expect("scheduled"), 0, "nobody is there");
    let count = ladder::install_house(&world.arena).await.expect("installed");
    assert_eq!(ladder::install_house(&world.arena).await.expect("installed"), count, "again changes nothing");
    let table = ladder::standing(&world.arena, "plantation").await.expect("a table");
    assert_eq!(table.len(), count);
    let mut names: Vec<&str> = table.iter().map(|line| line.bot.as_str()).collect();
    names.sort_unstable();
    assert_eq!(names, ["easy", "medium", "random"], "the levels that compute little");
    assert!(table.iter().all(|line| line.is_house && line.owner == "house" && line.matches == 0));
    let worker = world.worker("w", 1).await;
    assert_eq!(world.play_rounds(worker, 4).await, 16);
    ladder::fit_ratings(&world.arena).await.expect("fitted");
    let table = ladder::standing(&world.arena, "plantation").await.expect("a table");
    assert_eq!(table.iter().map(|line| line.matches).sum::<i64>(), 32);
    assert!(table.iter().all(|line| line.matches == line.won + line.drawn + line.lost + line.faults));
    assert!(table.is_sorted_by(|one, other| one.rating >= other.rating));
    let mean = table.iter().map(|line| line.rating).sum::<f64>() / table.len() as f64;
    assert!((mean - 1500.0).abs() < 1e-6 && table.iter().all(|line| line.error > 0.0), "{table:?}");
    world.settle_house("plantation").await;
    assert_eq!(ladder::schedule(&world.arena).await.expect("scheduled"), 0, "an idle site idles");
    let user = world.user("u").await;
    world.bot(user, "plantation", "newcomer").await;
    // A ladder that was calm is looked at once a second.
    world.clock.advance(1_000);
    assert_eq!(ladder::schedule(&world.arena).await.expect("scheduled"), 4);
}

pub async fn a_house_bot_of_an_old_name_keeps_its_results_under_the_new_one(database: Database) {
    let world = World::with_house(&database, |_| {}).await;
    let easy = world.arena.store.bot_named("plantation", "easy").await.expect("read").expect("a house bot");
    let mut tx = world.arena.store.write().await.expect("writing");
    tx.rename_bot(easy.id, "greedy").await.expect("as it was called once");
    tx.commit().await.expect("written");
    let before = ladder::standing(&world.arena, "plantation").await.expect("a table").len();
    ladder::install_house(&world.arena).await.expect("installed");
    let named = world.arena.store.bot_named("plantation", "easy").await.expect("read").expect("renamed");
    assert_eq!(named.id, easy.id);
    assert_eq!(ladder::standing(&world.arena, "plantation").await.expect("a table").len(), before);
}

pub async fn every_active_bot_gets_games(database: Database) {
    let world = World::with_house(&database, |_| {}).await;
    let worker = world.worker("w", 1).await;
    let mut bots = Vec::new();
    for number in 0..6 {
        let user = world.user(&format!("user{number}")).await;
        bots.push(world.bot(user, "plantation", &format!("bot{number}")).await);
    }
    let mut tx = world.arena.store.write().await.expect("writing");
    tx.set_bot_active(bots[0].0, false).await.expect("it rests");
    tx.set_bot_disabled(bots[1].0, Some("it cheats")).await.expect("it may not play");
    tx.commit().await.expect("committed");
    world.play_rounds(worker, 10).await;
    let table = ladder::standing(&world.arena, "plantation").await.expect("a table");
    assert!(table.iter().all(|line| line.matches >= 4), "{table:?}");
    let playing: BTreeSet<i64> = table.iter().map(|line| line.bot_id).collect();
    assert!(!playing.contains(&bots[0].0) && !playing.contains(&bots[1].0));
    let mut seeds = BTreeSet::new();
    let mut seats: BTreeMap<i64, [i64; 2]> = BTreeMap::new();
    for played in world.arena.store.matches_of_game("plantation", i64::MAX, 100).await.expect("matches") {
        seeds.insert(played.seed.clone());
        for seat in world.arena.store.seatings(played.id).await.expect("seats") {
            seats.entry(seat.bot_id).or_default()[seat.seat as usize] += 1;
        }
    }
    assert_eq!(seeds.len(), 40, "every match has a fresh map");
    for (bot, [first, second]) in seats {
        assert!((first - second).abs() <= 4, "bot {bot} sat {first} times first and {second} times second");
    }
}

pub async fn games_for_many_are_played_by_two_to_eight(database: Database) {
    let world = World::with_house(&database, |settings| {
        settings.site.games = vec!["underworld".to_owned()];
        settings.ladder.queued_matches = 60;
        settings.queue.batch = 100;
    })
    .await;
    for number in 0..9 {
        let user = world.user(&format!("user{number}")).await;
        world.bot(user, "underworld", &format!("bot{number}")).await;
    }
    assert_eq!(ladder::schedule(&world.arena).await.expect("scheduled"), 100);
    let worker = world.worker("w", 1).await;
    let mut counts = BTreeSet::new();
    for _ in 0..100 {
        let leased = world.lease_one(worker).await.expect("a job");
        let Work::Match { seats, .. } = &leased.work else { panic!("a build") };
        let versions: BTreeSet<i64> = seats.iter().map(|seat| seat.version_id).collect();
        assert_eq!(versions.len(), seats.len(), "nobody sits twice");
        if counts.insert(seats.len()) && seats.len() % 3 == 2 {
            assert_eq!(world.report(worker, &world.played(&leased)).await, Verdict::Accepted);
        }
    }
    assert_eq!(counts, (2..=8).collect());
    let proof = ladder::verify(&world.arena).await.expect("compared");
    assert_eq!((proof.results, proof.differences), (3, Vec::new()));
}

pub async fn the_ladder_is_the_same_bytes_when_made_again(database: Database) {
    let world = World::with_house(&database, |_| {}).await;
    let worker = world.worker("w", 1).await;
    let user = world.user("u").await;
    world.bot(user, "plantation", "snake").await;
    world.play_rounds(worker, 6).await;
    ladder::fit_ratings(&world.arena).await.expect("fitted");
    let proof = ladder::verify(&world.arena).await.expect("compared");
    assert_eq!((proof.results, proof.differences.len()), (24, 0), "{proof:?}");
    let before = ladder::standing(&world.arena, "plantation").await.expect("a table");
    assert_eq!(ladder::recompute(&world.arena).await.expect("made again").differences, Vec::<String>::new());
    let after = ladder::standing(&world.arena, "plantation").await.expect("a table");
    assert_eq!(bits(&before), bits(&after));
    let version = before[0].version_id;
    let opponents = world.arena.store.opponents_of("plantation", version, 10).await.expect("answered");
    assert_eq!(opponents.iter().map(|met| met.games).sum::<i64>(), before[0].matches);
}

fn bits(table: &[ladder::Standing]) -> Vec<(i64, u64, u64, i64)> {
    table
        .iter()
        .map(|line| (line.bot_id, line.rating.to_bits(), line.error.to_bits(), line.matches))
        .collect()
}

pub async fn a_disqualified_bot_leaves_no_trace_in_ratings(database: Database) {
    let world = World::with_house(&database, |_| {}).await;
    let worker = world.worker("w", 1).await;
    let user = world.user("u").await;
    let (bot, version) = world.bot(user, "plantation", "cheat").await;
    world.play_rounds(worker, 4).await;
    let games = world.arena.store.rated(version).await.expect("answered").expect("rated").games;
    assert!(games >= 4);
    ladder::schedule(&world.arena).await.expect("scheduled");
    let mut running = world.lease_one(worker).await.expect("a job");
    while !world
        .arena
        .store
        .seatings(match_of(&running))
        .await
        .expect("seats")
        .iter()
        .any(|seat| seat.bot_id == bot)
    {
        assert_eq!(world.report(worker, &world.played(&running)).await, Verdict::Accepted);
        if let Some(next) = world.lease_one(worker).await {
            running = next;
        } else {
            ladder::schedule(&world.arena).await.expect("scheduled");
        }
    }
    ladder::disqualify(&world.arena, bot, "it cheats").await.expect("disqualified");
    let table = ladder::standing(&world.arena, "plantation").await.expect("a table");
    assert!(table.iter().all(|line| line.bot_id != bot), "it is off the ladder at once");
    ladder::fit_ratings(&world.arena).await.expect("fitted");
    assert_eq!(world.arena.store.rated(version).await.expect("answered"), None);
    let table = ladder::standing(&world.arena, "plantation").await.expect("a table");
    assert!(table.iter().all(|line| line.bot_id != bot));
    // Ratings are as if it had never played.
    let mut snapshot = world.arena.store.snapshot().await.expect("a snapshot");
    let ratings = snapshot.ratings("plantation").await.expect("answered");
    assert!(!ratings.is_empty() && ratings.iter().all(|it| it.version_id != version), "{ratings:?}");
    drop(snapshot);
    // What was running when it happened is not played to its end.
    let held = queue::Held { job: running.job, fence: running.fence };
    assert_eq!(queue::heartbeat(&world.arena, worker, &[held]).await.expect("heard"), [running.job]);
    assert_eq!(world.report(worker, &world.played(&running)).await, Verdict::Late);
    let ended = world.arena.store.match_of(match_of(&running)).await.expect("answered").expect("it");
    assert!(ended.state == MatchState::Withdrawn && ended.result_seq.is_none());
    world.play_rounds(worker, 2).await;
    assert_eq!(ladder::verify(&world.arena).await.expect("compared").differences, Vec::<String>::new());
}
