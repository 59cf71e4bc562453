//! The recorded games of the originals, played by scripted players through the referee: the recorded results come out.

mod common;

use std::fs::File;
use std::io::Read;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use common::patient;
use flate2::read::GzDecoder;
use serde_json::Value;
use skirmish_core::answer::Fault;
use skirmish_core::answer::{Answer, Answered, Cost};
use skirmish_core::clock::Clock;
use skirmish_core::config::Wishes;
use skirmish_core::outcome::Outcome;
use skirmish_core::replay::Ending;
use skirmish_core::rng::Seed;
use skirmish_core::seat::{Seat, SeatCount};
use skirmish_core::table::Entry;
use skirmish_games::find;
use skirmish_referee::{
    AnyPlayer, Match, Nobody, Observer, Options, Progress, Record, Recording, Redrive, play, redrive,
};

/// A recorded game as players and a config.
struct Recorded {
    wishes: Wishes,
    seats: SeatCount,
    /// Decisions after which the record breaks off; `None` if it goes to the end.
    breaks_off: Option<u64>,
    answers: Vec<(Seat, Answer)>,
}

fn records(file: &str) -> Vec<Value> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../games/tests/records").join(file);
    let mut lines = String::new();
    GzDecoder::new(File::open(path).expect(file)).read_to_string(&mut lines).expect(file);
    lines.lines().map(|line| serde_json::from_str(line).expect("a record is JSON")).collect()
}

fn frame(text: impl Into<String>) -> Answer {
    Answer::Frame(text.into().into_bytes())
}

fn list(value: &Value) -> &[Value] {
    value.as_array().expect("a list")
}

/// Ends the match where its record does.
struct Cut {
    after: Option<u64>,
    flag: Arc<AtomicBool>,
}

impl Observer for Cut {
    fn stepped(&mut self, progress: Progress<'_>) {
        if self.after == Some(progress.decisions) {
            self.flag.store(true, Ordering::Relaxed);
        }
    }
}

fn play_record(entry: &Entry, recorded: &Recorded) -> Record {
    let config = (entry.configure)(&recorded.wishes).expect("the record's config");
    let table = (entry.open)(&config, recorded.seats, Seed(0)).expect("the record's config can be played");
    let script = |seat: Seat| Recording {
        name: format!("seat {seat}"),
        answers: recorded
            .answers
            .iter()
            .filter(|(whose, _)| *whose == seat)
            .map(|(_, said)| Answered { seat, cost: Cost::default(), answer: said.clone() })
            .collect(),
    };
    let players = recorded.seats.iter().map(|seat| -> AnyPlayer { Arc::new(script(seat)) }).collect();
    let flag = Arc::new(AtomicBool::new(false));
    let options = Options { interrupt: Some(flag.clone()), ..patient() };
    let game = Match::new(table, Seed(0), players).with_clock(Clock::NONE);
    play(&game, &options, &mut Cut { after: recorded.breaks_off, flag }).expect("a record")
}

/// Plays every record of a file, hands its result to `compare`, and redrives a few.
fn check(file: &str, game: &str, read: fn(&Value) -> Recorded, compare: fn(&Value, Option<&Outcome>)) {
    const REDRIVEN: usize = 5;
    let entry = find(game).expect(game);
    for (line, record) in records(file).iter().enumerate() {
        let recorded = read(record);
        let played = play_record(entry, &recorded);
        assert_eq!(played.replay.answers.len(), recorded.answers.len(), "{file}, line {}", line + 1);
        match &played.replay.ending {
            Ending::Over { outcome, .. } => compare(record, Some(outcome)),
            Ending::Incomplete(_) => compare(record, None),
        }
        played.replay.verify(entry).expect("what was played can be verified");
        if line >= REDRIVEN {
            continue;
        }
        for (seat, player) in recorded.seats.iter().zip(Recording::of_all(&played.replay)) {
            let wish = Redrive { seat, until: None, patience: Duration::ZERO };
            let driven =
                redrive(&played.replay, entry, &*player, wish, &patient(), &mut Nobody).expect("driven");
            assert_eq!(driven.differences, [], "{file}, line {}", line + 1);
        }
    }
}

fn winner(outcome: &Outcome) -> Value {
    let first: Vec<usize> = (0..outcome.places.len()).filter(|&seat| outcome.places[seat] == 1).collect();
    if let [winner] = first[..] { Value::from(winner) } else { Value::Null }
}

#[test]
fn plantation() {
    let read = |record: &Value| {
        let mut file = serde_json::Map::new();
        for key in ["rows", "cols", "turns", "moves_per_turn", "bomb_damage"] {
            file.insert(key.to_string(), record[key].clone());
        }
        file.insert("plus_rows".to_string(), record["start"]["plus"].clone());
        file.insert("minus_rows".to_string(), record["start"]["minus"].clone());
        let answer = |command: &Value| {
            let numbers: Vec<String> = list(&command[4]).iter().map(Value::to_string).collect();
            let seat = Seat(u8::from(command[0] == "-"));
            (seat, frame(format!("{} {}", command[3].as_str().expect("a name"), numbers.join(" "))))
        };
        Recorded {
            wishes: Wishes { files: vec![file], ..Wishes::preset("original") },
            seats: SeatCount::TWO,
            breaks_off: None,
            answers: list(&record["commands"]).iter().map(answer).collect(),
        }
    };
    check("plantation.jsonl.gz", "plantation", read, |record, outcome| {
        let outcome = outcome.expect("the record goes to the end");
        assert_eq!(winner(outcome), record["result"]["winner"]);
        let sums = [outcome.scores[0], -outcome.scores[1]];
        assert_eq!(serde_json::json!(sums), record["result"]["sums"]);
    });
}

#[test]
fn ice_and_fire() {
    let read = |record: &Value| {
        let preset = ["bronze", "wood3", "wood2", "wood1"][record["league"].as_u64().unwrap_or(0) as usize];
        let mut rows: Vec<Vec<u8>> =
            list(&record["map"]).iter().map(|row| row.as_str().expect("a row").into()).collect();
        for spot in list(&record["mines"]) {
            let at = |i: usize| spot[i].as_u64().expect("a number") as usize;
            rows[at(1)][at(0)] = b'm';
        }
        let rows: Vec<String> = rows.into_iter().map(|row| String::from_utf8(row).expect("text")).collect();
        let mut file = serde_json::Map::new();
        file.insert("map".to_string(), serde_json::json!(rows));
        let answer = |turn: &Value| {
            let seat = Seat(turn["player"].as_u64().expect("a seat") as u8);
            let gone = || Answer::Fault(Fault::Gone, "no answer was recorded".to_string());
            (seat, turn["output"].as_str().map_or_else(gone, frame))
        };
        Recorded {
            wishes: Wishes { files: vec![file], ..Wishes::preset(preset) },
            seats: SeatCount::TWO,
            breaks_off: None,
            answers: list(&record["turns"]).iter().map(answer).collect(),
        }
    };
    for file in ["ice-and-fire.jsonl.gz", "ice-and-fire-leagues.jsonl.gz"] {
        check(file, "ice-and-fire", read, |record, outcome| {
            let outcome = outcome.expect("the record goes to the end");
            assert_eq!(winner(outcome), record["result"]["winner"]);
            assert_eq!(serde_json::json!(outcome.scores), record["result"]["scores"]);
        });
    }
}

#[test]
fn underworld() {
    let read = |record: &Value| {
        let mut wishes = Wishes::preset("original").with("fair", "false");
        wishes.map = Some(record["setup"].to_string());
        let seats = record["setup"]["players"].as_u64().expect("a number") as usize;
        let seats = SeatCount::new(seats).expect("players");
        let mut answers: Vec<(Seat, Answer)> = seats.iter().map(|seat| (seat, frame("crayfish"))).collect();
        let mut states = vec![Value::from("THINKING"); seats.get()];
        for turn in list(&record["turns"]) {
            let kicked = turn["kicked"].as_array().cloned().unwrap_or_default();
            for seat in seats.iter().filter(|seat| states[seat.index()] == "THINKING") {
                let lines: Vec<&str> =
                    list(&turn["commands"][seat.index()]).iter().filter_map(Value::as_str).collect();
                let late = || Answer::Fault(Fault::Late, "kicked".to_string());
                let is_kicked = kicked.contains(&Value::from(seat.0));
                answers.push((seat, if is_kicked { late() } else { frame(lines.join("\n")) }));
            }
            states = list(&turn["states"]).to_vec();
        }
        let is_decided = !states.contains(&Value::from("THINKING"));
        let decisions = 1 + list(&record["turns"]).len() as u64;
        Recorded { wishes, seats, breaks_off: (!is_decided).then_some(decisions), answers }
    };
    check("underworld.jsonl.gz", "underworld", read, |record, outcome| {
        let won = outcome.map_or(Value::Null, winner);
        assert_eq!(won, record["result"]["winner"]);
    });
}
