//! `skirmish replay show`: the end of a match, or one turn in every detail.

use std::fmt::Write as _;

use skirmish_core::answer::{Answer, Answered, Cost};
use skirmish_core::game::Decision;
use skirmish_core::seat::Seat;
use skirmish_core::wire::Page;
use skirmish_referee::{Part, store};

use super::{Found, find, quote};
use crate::args::ShowArgs;
use crate::failure::{CommandResult, Failure};
use crate::position::Position;
use crate::result;
use crate::terminal::{self, bold, has_colour, plain};

/// Shows what was asked for.
pub fn run(args: &ShowArgs) -> CommandResult {
    let found = find(&args.replay, &args.folder)?;
    let eye = args.seat.map(|seat| found.seat(seat)).transpose()?;
    let text = match args.turn {
        Some(moment) => show_turn(&found, moment, eye)?,
        None => show_end(&found, eye)?,
    };
    let _ = terminal::out(&text);
    Ok(())
}

fn show_end(found: &Found, eye: Option<Seat>) -> Result<String, Failure> {
    let colour = has_colour();
    let mut playback = found.playback()?;
    playback.disconnect();
    // A mismatch is reported below.
    let _ = playback.advance_to(u64::MAX);
    let mut out = result::position(playback.table(), eye, colour);
    out.push_str(&result::standing(&found.replay, found.entry, colour));
    match found.doubt() {
        None => out.push_str("verified: playing it again leads to this\n"),
        Some(why) => {
            let _ = writeln!(out, "not verified: {why}; the result is what the file says");
        }
    }
    let header = &found.replay.header;
    let _ = writeln!(
        out,
        "{} decisions, clock {}, isolation {}",
        playback.decisions(),
        header.clock,
        plain(&header.tier)
    );
    if let Some(parent) = &header.parent {
        let _ =
            writeln!(out, "branched from replay {:016x} after {} decisions", parent.sum, parent.decisions);
    }
    let faults = found.replay.answers.iter().filter_map(|answered| match &answered.answer {
        Answer::Fault(_, why) | Answer::Forfeit(_, why) => Some(plain(why)),
        Answer::Frame(_) | Answer::Garbled(_) => None,
    });
    const MOST_FAULTS: usize = 20;
    for why in faults.take(MOST_FAULTS) {
        let _ = writeln!(out, "{why}.");
    }
    for note in &found.replay.notes {
        let _ = writeln!(out, "{}", plain(note));
    }
    let _ = writeln!(
        out,
        "a turn in detail: skirmish replay show {} --turn 1 --seat 0",
        terminal::path(&found.path)
    );
    Ok(out)
}

/// The position at a turn, and every decision of it: page, answer, stderr and events.
fn show_turn(found: &Found, moment: Position, eye: Option<Seat>) -> Result<String, Failure> {
    const MOST_DECISIONS: usize = 500;
    let colour = has_colour();
    let mut playback = found.playback()?;
    playback.advance_to(found.decisions_at(moment)?).map_err(Failure::input)?;
    let turn = playback.table().progress();
    let stderr: Vec<Vec<Part>> = (0..found.replay.header.players.len())
        .map(|seat| store::read_stderr(&found.path, &found.replay, Seat(seat as u8)).unwrap_or_default())
        .collect();
    let mut out = result::position(playback.table(), eye, colour);
    for _ in 0..MOST_DECISIONS {
        let Decision::Ask(ask) = playback.table().decision() else { break };
        let _ = writeln!(out, "\n{}", bold(&format!("decision {}", playback.decisions()), colour));
        if let Some(seat) = eye.filter(|&seat| ask.seats.has(seat)) {
            let mut page = Page::new();
            playback.page(seat, &mut page);
            quote(&mut out, "reads ", page.as_bytes());
        }
        let decision = playback.decisions();
        for answered in
            playback.upcoming().iter().filter(|answered| eye.is_none_or(|seat| seat == answered.seat))
        {
            answer(&mut out, answered);
            printed_stderr(&mut out, &stderr[answered.seat.index()], decision);
        }
        if !playback.step().map_err(Failure::input)? {
            break;
        }
        for mark in playback.table().marks(eye) {
            let _ = writeln!(out, "  {}", plain(&mark.says));
        }
        let is_turn = matches!(moment, Position::Turn(_));
        if !is_turn || playback.table().progress() != turn {
            break;
        }
    }
    out.push_str("\nnot verified: `skirmish replay verify` plays it to its end and compares\n");
    Ok(out)
}

fn answer(out: &mut String, answered: &Answered) {
    let Answered { seat, cost: Cost { wall_us, cpu_us, fuel }, answer } = answered;
    let fuel = if *fuel > 0 { format!(", {fuel} units of fuel") } else { String::new() };
    let _ = writeln!(out, "  seat {seat} answers after {wall_us} µs ({cpu_us} µs computing{fuel})");
    match answer {
        Answer::Frame(frame) | Answer::Garbled(frame) => quote(out, "writes", frame),
        Answer::Fault(fault, why) | Answer::Forfeit(fault, why) => {
            let _ = writeln!(out, "    {}: {}", fault.word(), plain(why));
        }
    }
}

fn printed_stderr(out: &mut String, parts: &[Part], decision: u64) {
    for (_, bytes) in parts.iter().filter(|(at, _)| *at == decision) {
        quote(out, "stderr", bytes);
    }
}
