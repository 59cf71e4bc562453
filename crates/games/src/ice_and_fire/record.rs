//! Recorded games of the original: the same answers must lead to the same blocks, verdicts and results.

use serde_json::Value;
use skirmish_core::answer::{Answers, Fault};
use skirmish_core::config::{Wishes, configure};
use skirmish_core::game::{Decision, Game};
use skirmish_core::law::Difference;
use skirmish_core::news::News;
use skirmish_core::rng::Seed;
use skirmish_core::seat::{Seat, SeatCount};
use skirmish_core::wire::{ClockFace, Page, Wire};

use super::event::Event;
use super::state::{Ending, IceAndFire};

/// Replays a recorded game and compares everything in it; how many turns it has.
pub fn conform(record: &Value) -> Result<u64, Difference> {
    let mut state = start(record)?;
    let turns = record["turns"].as_array().ok_or_else(|| Difference::unreadable(0, "turns"))?;
    let mut step = 0;
    for turn in turns {
        step += 1;
        play(&mut state, turn, step)?;
    }
    check_result(&state, &record["result"], step)?;
    Ok(step)
}

fn start(record: &Value) -> Result<IceAndFire, Difference> {
    let preset = match record["league"].as_u64() {
        None => "bronze",
        Some(1) => "wood3",
        Some(2) => "wood2",
        Some(3) => "wood1",
        Some(_) => return Err(Difference::unreadable(0, "league")),
    };
    let unplayable = |error| Difference::unreadable(0, format!("start ({error})"));
    let mut config = configure::<IceAndFire>(&Wishes::preset(preset)).map_err(unplayable)?;
    config.fair = false; // A record's map is taken as it was.
    config.map = Some(map_rows(record).ok_or_else(|| Difference::unreadable(0, "map"))?);
    IceAndFire::start(&config, SeatCount::TWO, Seed(0)).map_err(unplayable)
}

/// The record's map with its mine spots marked.
fn map_rows(record: &Value) -> Option<Vec<String>> {
    let mut rows: Vec<Vec<u8>> = Vec::new();
    for row in record["map"].as_array()? {
        rows.push(row.as_str()?.as_bytes().to_vec());
    }
    for spot in record["mines"].as_array()? {
        let (x, y) = (spot[0].as_u64()? as usize, spot[1].as_u64()? as usize);
        *rows.get_mut(y)?.get_mut(x)? = b'm';
    }
    rows.into_iter().map(|row| String::from_utf8(row).ok()).collect()
}

fn play(state: &mut IceAndFire, turn: &Value, step: u64) -> Result<(), Difference> {
    let seat = state.to_move();
    Difference::check(step, "is anybody asked", &true, &matches!(state.decision(), Decision::Ask(_)))?;
    Difference::check(step, "player", &turn["player"], &Value::from(seat.0))?;
    let mut page = Page::new();
    state.ask(seat, ClockFace::default(), &mut page);
    Difference::check(step, "input", &joined(&turn["input"]), &page.as_str().to_string())?;

    let mut answers = Answers::new();
    match turn["output"].as_str() {
        None => answers.fault(seat, Fault::Gone),
        Some(line) => {
            if state.read(seat, line.as_bytes(), answers.act_in_place(seat)).is_err() {
                answers.fault(seat, Fault::Garbled);
            }
        }
    }
    let mut news = News::new();
    state.step(&answers, &mut news);
    let got = verdicts(&news, seat);
    Difference::check(step, "verdicts", &turn["verdicts"].as_str().unwrap_or_default(), &got.as_str())
}

/// One letter for every part of the seat's line.
pub(crate) fn verdicts(news: &News<Event>, seat: Seat) -> String {
    news.heard_by(None).filter_map(|event| verdict(event, seat)).collect()
}

/// The letter of a part of the seat's line.
fn verdict(event: &Event, seat: Seat) -> Option<char> {
    match *event {
        Event::Moved { .. } | Event::Trained { .. } | Event::Built { .. } => Some('.'),
        Event::Waited { .. } => Some('w'),
        Event::Said { .. } => Some('g'),
        Event::Refused { why, .. } => Some(why.letter()),
        Event::Forfeited { seat: whose, fault: Fault::Garbled } if whose == seat => Some('!'),
        _ => None,
    }
}

fn check_result(state: &IceAndFire, result: &Value, step: u64) -> Result<(), Difference> {
    let Decision::Over(standing) = state.decision() else {
        return Err(Difference::unreadable(step, "the end: the match goes on"));
    };
    let scores: Vec<i64> = state.seats().iter().map(|seat| state.score(seat)).collect();
    let winner = standing.winner().map_or(Value::Null, |seat| Value::from(seat.0));
    let reason = match state.ending() {
        Some(Ending::Captured { .. }) => "hq-capture",
        Some(Ending::TurnLimit) => "turn-limit",
        Some(Ending::Forfeit { fault: Fault::Garbled, .. }) => "unrecognised-command",
        Some(Ending::Forfeit { .. }) | None => "timeout",
    };
    Difference::check(step, "scores", &result["scores"], &Value::from(scores))?;
    Difference::check(step, "winner", &result["winner"], &winner)?;
    Difference::check(step, "reason", &result["reason"], &Value::from(reason))
}

fn joined(lines: &Value) -> String {
    let lines = lines.as_array().map(Vec::as_slice).unwrap_or_default();
    lines.iter().map(|line| format!("{}\n", line.as_str().unwrap_or_default())).collect()
}
