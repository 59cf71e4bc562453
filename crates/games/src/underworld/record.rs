//! Recorded games of the original, played again and compared to the last number.

use serde::Deserialize;
use serde_json::Value;
use skirmish_core::answer::{Answers, Fault};
use skirmish_core::config;
use skirmish_core::config::Wishes;
use skirmish_core::game::Game;
use skirmish_core::law::Difference;
use skirmish_core::news::News;
use skirmish_core::rng::Seed;
use skirmish_core::seat::{Seat, SeatCount};
use skirmish_core::wire::Wire;

use super::action::Action;
use super::event::Exit;
use super::state::{Status, Underworld};

#[derive(Deserialize)]
struct Record {
    setup: Value,
    turns: Vec<Turn>,
    #[serde(rename = "result")]
    outcome: Outcome,
}

#[derive(Deserialize)]
struct Turn {
    commands: Vec<Vec<String>>,
    #[serde(default)]
    kicked: Vec<u8>,
    money: Vec<i64>,
    objects: Vec<Recorded>,
    states: Vec<String>,
}

#[derive(Deserialize)]
struct Outcome {
    states: Vec<String>,
    winner: Option<u8>,
    turns: u64,
    survivors: Vec<i8>,
}

/// x, y, owner, type, hit points.
type Recorded = (i16, i16, i8, String, i32);

/// Replays a recorded game under the preset `original` and compares money, objects and states after every turn.
pub fn conform(record: &Value) -> Result<u64, Difference> {
    let record: Record = Deserialize::deserialize(record)
        .map_err(|error: serde_json::Error| Difference::unreadable(0, error.to_string()))?;
    let mut game = start(&record.setup)?;
    let mut answers = Answers::new();
    for (i, turn) in record.turns.iter().enumerate() {
        let step = i as u64 + 1;
        answer(&game, turn, &mut answers);
        game.step(&answers, &mut News::silent());
        Difference::check(step, "money", &turn.money, &money(&game))?;
        Difference::check(step, "objects", &turn.objects, &objects(&game))?;
        Difference::check(step, "states", &turn.states, &states(&game))?;
    }
    compare_outcome(&record.outcome, &game)?;
    Ok(record.turns.len() as u64)
}

/// The match after the handshake.
fn start(setup: &Value) -> Result<Underworld, Difference> {
    let unreadable = |error: String| Difference::unreadable(0, error);
    let seats = setup["players"].as_u64().and_then(|players| SeatCount::new(players as usize));
    let seats = seats.ok_or_else(|| unreadable("setup.players".into()))?;
    let mut wishes = Wishes::preset("original").with("fair", "false");
    wishes.map = Some(setup.to_string());
    let config = config::configure::<Underworld>(&wishes).map_err(|error| unreadable(error.to_string()))?;
    let mut game =
        Underworld::start(&config, seats, Seed(0)).map_err(|error| unreadable(error.to_string()))?;
    let mut answers = Answers::new();
    seats.iter().for_each(|seat| answers.act(seat, Action::Hello));
    game.step(&answers, &mut News::silent());
    Ok(game)
}

/// The turn's answers, through the wire as they came.
fn answer(game: &Underworld, turn: &Turn, answers: &mut Answers<Action>) {
    answers.clear();
    for (seat, lines) in turn.commands.iter().enumerate() {
        let seat = Seat(seat as u8);
        let read = game.read(seat, lines.join("\n").as_bytes(), answers.act_in_place(seat));
        if read.is_err() || turn.kicked.contains(&seat.0) {
            answers.fault(seat, Fault::Late);
        }
    }
}

fn money(game: &Underworld) -> Vec<i64> {
    game.seats().iter().map(|seat| game.money(seat)).collect()
}

fn objects(game: &Underworld) -> Vec<Recorded> {
    let mut objects: Vec<Recorded> = game
        .objects()
        .map(|object| {
            let owner = object.owner.map_or(-1, |seat| seat.0 as i8);
            (object.cell.x, object.cell.y, owner, object.kind.letter().to_string(), object.hp)
        })
        .collect();
    objects.sort();
    objects
}

fn states(game: &Underworld) -> Vec<String> {
    let word = |seat: Seat| match game.status[seat.index()] {
        Status::InPlay => "THINKING",
        Status::Out(Exit::Won, _) => "WON",
        Status::Out(Exit::CastleFell, _) => "LOST",
        // The original ends its last turn by kicking whoever is left.
        Status::Out(Exit::Kicked(_) | Exit::TimeUp, _) => "KICKED",
    };
    game.seats().iter().map(|seat| word(seat).to_string()).collect()
}

fn compare_outcome(outcome: &Outcome, game: &Underworld) -> Result<(), Difference> {
    let step = outcome.turns;
    let winner =
        game.seats().iter().find(|seat| matches!(game.status[seat.index()], Status::Out(Exit::Won, _)));
    let mut survivors: Vec<i8> =
        objects(game).iter().map(|object| object.2).filter(|&owner| owner >= 0).collect();
    survivors.sort_unstable();
    survivors.dedup();
    Difference::check(step, "turns", &outcome.turns, &u64::from(game.turn()))?;
    Difference::check(step, "final states", &outcome.states, &states(game))?;
    Difference::check(step, "winner", &outcome.winner, &winner.map(|seat| seat.0))?;
    Difference::check(step, "survivors", &outcome.survivors, &survivors)
}
