//! Recorded games of the public original, played again.

use serde_json::{Value, json};
use skirmish_core::answer::Answers;
use skirmish_core::config::{Wishes, configure};
use skirmish_core::game::{Decision, Game};
use skirmish_core::law::Difference;
use skirmish_core::news::News;
use skirmish_core::rng::Seed;
use skirmish_core::seat::{Seat, SeatCount};
use skirmish_core::wire::{Page, Wire};

use super::config::Config;
use super::state::Plantation;

/// Plays a recorded game and compares everything recorded; how many commands it has.
pub fn conform(record: &Value) -> Result<u64, Difference> {
    let config = config_of(record)?;
    let mut state = Plantation::start(&config, SeatCount::TWO, Seed(0))
        .map_err(|error| Difference::unreadable(0, format!("start: {error}")))?;
    let commands = list(&record["commands"], 0, "commands")?;
    let mut step = 0;
    for command in commands {
        step += 1;
        play(&mut state, command, step)?;
    }
    compare_result(&state, &record["result"], step)?;
    Ok(step)
}

fn config_of(record: &Value) -> Result<Config, Difference> {
    let mut file = serde_json::Map::new();
    for key in ["rows", "cols", "turns", "moves_per_turn", "bomb_damage"] {
        file.insert(key.to_string(), record[key].clone());
    }
    file.insert("plus_rows".to_string(), record["start"]["plus"].clone());
    file.insert("minus_rows".to_string(), record["start"]["minus"].clone());
    let wishes = Wishes { files: vec![file], ..Wishes::preset("original") };
    configure::<Plantation>(&wishes).map_err(|error| Difference::unreadable(0, format!("config: {error}")))
}

/// Plays one command, which is `[side, turn, moves_left, name, args, reply]`.
fn play(state: &mut Plantation, command: &Value, step: u64) -> Result<(), Difference> {
    let seat = match command[0].as_str() {
        Some("+") => Seat::FIRST,
        Some("-") => Seat::SECOND,
        _ => return Err(Difference::unreadable(step, "side")),
    };
    let Decision::Ask(ask) = state.decision() else {
        return Err(Difference::unreadable(step, "a command after the end"));
    };
    Difference::check(step, "side", &Some(seat), &ask.seats.first())?;
    Difference::check(step, "turn", &command[1], &json!(state.turn()))?;
    Difference::check(step, "moves left", &command[2], &json!(state.moves_left()))?;

    let line = line_of(command, step)?;
    let mut answers = Answers::new();
    state
        .read(seat, line.as_bytes(), answers.act_in_place(seat))
        .map_err(|error| Difference::unreadable(step, format!("command: {error}")))?;
    let mut news = News::new();
    state.step(&answers, &mut news);

    let mut page = Page::new();
    if let Some(event) = news.heard_by(Some(seat)).next() {
        state.tell(seat, event, &mut page);
    }
    let expected = format!("{}\n", command[5].as_str().unwrap_or_default());
    Difference::check(step, &format!("reply to `{line}`"), &expected.as_str(), &page.as_str())
}

/// The command as a program would print it, in the brackets of the rule page.
fn line_of(command: &Value, step: u64) -> Result<String, Difference> {
    let name = command[3].as_str().ok_or_else(|| Difference::unreadable(step, "name"))?;
    let numbers: Vec<String> = list(&command[4], step, "args")?.iter().map(Value::to_string).collect();
    Ok(format!("{name} [{}]", numbers.join(", ")))
}

fn compare_result(state: &Plantation, result: &Value, step: u64) -> Result<(), Difference> {
    let Decision::Over(standing) = state.decision() else {
        return Err(Difference { step, what: "end".into(), expected: "over".into(), got: "not over".into() });
    };
    let cells = state.ground.cells();
    let (plus, minus) = (state.sides[0].scores(cells), state.sides[1].scores(cells));
    let scores: Vec<i16> = plus.iter().zip(minus).map(|(plus, minus)| plus + minus).collect();
    let board: Vec<&[i16]> = scores.chunks(state.cols()).collect();
    Difference::check(step, "board", &result["board"], &json!(board))?;
    let sums = json!([state.score(Seat::FIRST), -state.score(Seat::SECOND)]);
    Difference::check(step, "sums", &result["sums"], &sums)?;
    Difference::check(step, "winner", &result["winner"], &json!(standing.winner()))
}

fn list<'a>(value: &'a Value, step: u64, what: &str) -> Result<&'a Vec<Value>, Difference> {
    value.as_array().ok_or_else(|| Difference::unreadable(step, what))
}
