//! Programs written for the originals play unmodified.

mod common;

use std::path::Path;
use std::sync::Arc;

use common::{interpreter, outcome, patient};
use skirmish_bots::of_game;
use skirmish_core::answer::Answer;
use skirmish_core::clock::Clock;
use skirmish_core::config::Wishes;
use skirmish_core::rng::Seed;
use skirmish_core::seat::{Seat, SeatCount};
use skirmish_games::find;
use skirmish_programs::Program;
use skirmish_referee::{HouseBot, Match, Nobody, Record, play};

fn against_house(file: &str, game: &str, wishes: &Wishes) -> Record {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/bots").join(file);
    let mut program = Program::of_file(&path).expect(file);
    program.command[0] = interpreter().to_string();
    let entry = find(game).expect(game);
    let config = (entry.configure)(wishes).expect("a config");
    let table = (entry.open)(&config, SeatCount::TWO, Seed(5)).expect("it can be played");
    let house = of_game(game).next().expect("the house plays every game");
    let players = vec![Arc::new(program), HouseBot::shared(house)];
    let game = Match::new(table, Seed(5), players).with_clock(Clock::per_turn(30_000, 30_000, 30_000));
    let record = play(&game, &patient(), &mut Nobody).expect("a record");
    record.replay.verify(entry).expect("what was played can be verified");
    record
}

#[test]
fn the_example_of_underworld() {
    let wishes = Wishes::none().with("max_turns", "40");
    let record = against_house("underworld_example.py", "underworld", &wishes);
    assert_eq!(record.fault_counts, [0, 0], "{:?}", record.incidents);
    let orders = record.replay.answers.iter().filter(|answered| answered.seat == Seat(0));
    let spoken =
        orders.filter(|answered| matches!(&answered.answer, Answer::Frame(frame) if !frame.is_empty()));
    assert!(spoken.count() > 2, "{:?}", record.replay.answers);
}

#[test]
fn a_program_of_the_ice_and_fire_contest() {
    let record = against_house("ice_and_fire_starter.py", "ice-and-fire", &Wishes::none());
    assert_eq!(record.fault_counts, [0, 0], "{:?}", record.incidents);
    assert!(outcome(&record).faults.iter().all(Option::is_none));
    let mumbled = record.stderr[0].entries();
    assert!(mumbled.len() > 3 && mumbled[1].1.starts_with(b"turn "), "{mumbled:?}");
}
