//! Replays that can be entered again: scripted, redriven, branched, verified.

mod common;

use std::time::Duration;

use common::{Rules, SUMS, one, options, patient, python, run, said, table};
use skirmish_bots::of_game;
use skirmish_core::answer::Answer;
use skirmish_core::clock::Clock;
use skirmish_core::config::Wishes;
use skirmish_core::replay::Replay;
use skirmish_core::rng::{Rng, Seed};
use skirmish_core::seat::{Seat, SeatCount};
use skirmish_core::table::Entry;
use skirmish_games::GAMES;
use skirmish_referee::{
    AnyPlayer, HouseBot, Match, Nobody, Record, Recording, Redrive, Trouble, branch, play, redrive,
};

/// Remembers everything it was told, and answers with it.
const STATEFUL: &str = "
total = 0
for line in sys.stdin:
    words = line.split()
    if words[0] == 'sums': os.write(1, b'0\\n')
    if words[0] == 'said': total = total * 3 + int(words[1]) + int(words[2])
    if words[0].isdigit(): os.write(1, b'%d\\nend\\n' % (total % 1000))
";

fn stateful_rules() -> Rules {
    Rules { turns: 12, until: true, ..Rules::default() }
}

fn stateful_players() -> Vec<AnyPlayer> {
    vec![python(STATEFUL), python(STATEFUL)]
}

fn stateful_match() -> Replay {
    stateful_match_of(stateful_rules())
}

fn stateful_match_of(rules: Rules) -> Replay {
    let players = [python(STATEFUL), python(STATEFUL)];
    run(rules, Clock::NONE, players, &options()).expect("a record").replay
}

fn wish(seat: u8) -> Redrive {
    Redrive { seat: Seat(seat), until: None, patience: Duration::from_secs(60) }
}

fn frames(replay: &Replay) -> Vec<(Seat, &Answer)> {
    replay.answers.iter().map(|answered| (answered.seat, &answered.answer)).collect()
}

#[test]
fn a_scripted_match_is_the_same_to_the_last_byte() {
    let replay = stateful_match();
    let game = Match::new(table(stateful_rules(), Seed(0)), Seed(0), Recording::of_all(&replay))
        .with_clock(Clock::NONE);
    let mut again = play(&game, &options(), &mut Nobody).expect("a record").replay;
    again.header.players.clone_from(&replay.header.players);
    assert_eq!(again.write(), replay.write());
}

#[test]
fn the_same_bot_redriven_says_the_same() {
    let replay = stateful_match();
    for seat in 0..2 {
        let driven = redrive(&replay, &SUMS, &*python(STATEFUL), wish(seat), &patient(), &mut Nobody)
            .expect("the replay can be driven");
        assert_eq!((driven.asked, driven.decisions, driven.differences.len()), (12, 24, 0));
    }
}

#[test]
fn another_bot_redriven_differs_where_it_differs() {
    let replay = stateful_match();
    let changed = STATEFUL.replace("% 1000)", "% 1000 + (words[0] in ('10', '14')))");
    let driven = redrive(&replay, &SUMS, &*python(&changed), wish(0), &patient(), &mut Nobody)
        .expect("it can be driven");
    let decisions: Vec<u64> = driven.differences.iter().map(|differs| differs.decision).collect();
    assert_eq!(decisions, [10, 14], "the match goes on as recorded, so later answers are the same again");
    let until = Redrive { until: Some(12), ..wish(0) };
    let driven = redrive(&replay, &SUMS, &*python(&changed), until, &patient(), &mut Nobody)
        .expect("it can be driven");
    assert_eq!((driven.asked, driven.differences.len()), (6, 1));
}

#[test]
fn a_bot_that_fails_when_redriven_is_explained() {
    let replay = stateful_match();
    let crash = "ask(); os.write(1, b'0\\nend\\n'); raise ValueError('no idea')";
    let driven =
        redrive(&replay, &SUMS, &*python(crash), wish(0), &patient(), &mut Nobody).expect("it can be driven");
    assert_eq!(driven.differences.len(), 11);
    let told = driven.incidents[0].to_string();
    assert!(told.contains("on turn 2") && told.contains("ValueError: no idea"), "{told}");
    assert!(matches!(driven.differences[0].now, Answer::Fault(..)));
}

#[test]
fn stateful_programs_branched_anywhere_play_the_same_game() {
    let shapes = [
        (stateful_rules(), 24),
        (Rules { hello: true, ..stateful_rules() }, 25),
        (Rules { hello: true, together: true, ..stateful_rules() }, 13),
        (Rules { retires_after: 5, ..stateful_rules() }, 14),
    ];
    for (rules, end) in shapes {
        branch_everywhere(&stateful_match_of(rules), end);
    }
}

fn branch_everywhere(replay: &Replay, end: u64) {
    for decisions in [0, 1, 2, 7, end - 1, end] {
        let record = branch(replay, &SUMS, decisions, &stateful_players(), &patient(), &mut Nobody)
            .expect("the replay can be branched");
        assert_eq!(frames(&record.replay), frames(replay), "from {decisions}");
        assert_eq!(record.replay.ending, replay.ending, "from {decisions}");
        let parent = record.replay.header.parent.as_ref().expect("a branch names its parent");
        assert_eq!((parent.sum, parent.decisions), (replay.sum(), decisions));
        record.replay.verify(&SUMS).expect("a branch is a replay");
        assert_eq!(Replay::read(record.replay.write().as_bytes()), Ok(record.replay));
    }
}

#[test]
fn a_branch_with_another_bot_shares_the_beginning() {
    let replay = stateful_match();
    let other = "
for line in sys.stdin:
    if line[0].isdigit(): os.write(1, b'7\\nend\\n')
";
    let players = [python(STATEFUL), python(other)];
    let record = branch(&replay, &SUMS, 10, &players, &patient(), &mut Nobody).expect("it can be branched");
    assert_eq!(frames(&record.replay)[..10], frames(&replay)[..10]);
    assert_eq!(said(&record, Seat(1))[5..], ["7\n"; 7]);
    record.replay.verify(&SUMS).expect("a branch is a replay");
}

#[test]
fn there_is_no_branch_beyond_the_end() {
    let replay = stateful_match();
    let error =
        branch(&replay, &SUMS, 99, &stateful_players(), &patient(), &mut Nobody).expect_err("too far");
    assert_eq!(error.to_string(), "the replay has no decision 99: it has 24");
    let error = redrive(&replay, &SUMS, &*one(), wish(5), &patient(), &mut Nobody).expect_err("too many");
    assert!(matches!(error, Trouble::Beyond { what: "seat", .. }), "{error}");
}

/// The first of the house.
fn house_of(entry: &Entry) -> AnyPlayer {
    HouseBot::shared(of_game(entry.info.name).next().expect("every game has one"))
}

/// A match of a game between its first house bots.
fn house_match(entry: &Entry, seed: Seed) -> (Record, Vec<AnyPlayer>) {
    let config = (entry.configure)(&Wishes::none()).expect("defaults are fine");
    let seats = SeatCount::new(usize::from(*entry.info.seats.start())).expect("a game can be played");
    let players = || seats.iter().map(|_| house_of(entry)).collect::<Vec<_>>();
    let open = (entry.open)(&config, seats, seed).expect("defaults can be played");
    let game = Match::new(open, seed, players());
    (play(&game, &patient(), &mut Nobody).expect("a record"), players())
}

#[test]
fn every_game_can_be_verified_scripted_and_branched_anywhere() {
    let mut rng = Rng::new(Seed(3));
    for entry in GAMES {
        let name = entry.info.name;
        let (record, players) = house_match(entry, Seed(11));
        let replay = record.replay;
        assert_eq!(record.fault_counts.iter().sum::<u64>(), 0, "{name}: {:?}", record.incidents);
        assert_eq!(replay.verify(entry).expect(name).decisions, record.decisions, "{name}");

        let seats = replay.seats().expect("as many as were seated");
        let open = (entry.open)(&replay.header.config, seats, replay.header.seed).expect("the stored config");
        let game = Match::new(open, replay.header.seed, Recording::of_all(&replay));
        let again = play(&game, &patient(), &mut Nobody).expect("a record").replay;
        assert_eq!(again.write(), replay.write(), "{name}, scripted");

        for _ in 0..3 {
            let decisions = u64::from(rng.below(record.decisions as u32 + 1));
            let other = branch(&replay, entry, decisions, &players, &patient(), &mut Nobody).expect(name);
            assert_eq!(frames(&other.replay), frames(&replay), "{name}, from {decisions}");
            assert_eq!(other.replay.ending, replay.ending, "{name}, from {decisions}");
        }
    }
}

#[test]
fn verify_catches_one_flipped_bit_anywhere() {
    let replay = stateful_match();
    let text = replay.write().into_bytes();
    for at in 0..text.len() {
        for bit in 0..8 {
            let mut flipped = text.clone();
            flipped[at] ^= 1 << bit;
            let caught = match Replay::read(&flipped) {
                Err(_) => true,
                Ok(read) => read.verify(&SUMS).is_err(),
            };
            assert!(caught, "bit {bit} of byte {at}");
        }
    }
}
