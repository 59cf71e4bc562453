//! `skirmish replay redrive`: sends a bot the recorded pages of a seat and compares its answers.

use std::fmt::Write as _;
use std::time::Duration;

use serde_json::json;
use skirmish_core::answer::Answer;
use skirmish_core::seat::Seat;
use skirmish_referee::{Redrive, Redriven, redrive};

use super::{find, quote};
use crate::args::RedriveArgs;
use crate::commands::play::{isolation, options, trouble};
use crate::failure::CommandResult;
use crate::players;
use crate::progress::MatchProgress;
use crate::terminal::{self, plain};

/// Redrives the bot and prints where its answers differ.
pub fn run(args: &RedriveArgs) -> CommandResult {
    let found = find(&args.replay, &args.running.replays)?;
    let seat = found.seat(args.seat)?;
    let isolation = isolation(&args.running, std::slice::from_ref(&args.bot))?;
    let options = options(&args.running, &isolation)?;
    let until = args.until.map(|moment| found.decisions_at(moment)).transpose()?;
    let player = players::player(found.entry, &args.bot, args.running.debug == Some(args.seat), &isolation)?;
    let patience =
        if args.running.debug.is_some() { Duration::from_secs(24 * 3600) } else { Duration::from_secs(5) };
    let wish = Redrive { seat, until, patience };
    let mut progress = MatchProgress::new(args.running.verbose, args.json || args.running.debug.is_some());
    let driven = redrive(&found.replay, found.entry, &*player, wish, &options, &mut progress);
    progress.finish();
    let driven = driven.map_err(trouble)?;
    let text = if args.json { redriven_json(&driven) } else { redriven_text(&driven, seat) };
    let _ = terminal::out(&text);
    Ok(())
}

fn redriven_text(driven: &Redriven, seat: Seat) -> String {
    const MOST: usize = 20;
    let mut out = String::new();
    for differs in driven.differences.iter().take(MOST) {
        let _ = writeln!(out, "decision {} ({})", differs.decision, plain(&differs.status));
        write_answer(&mut out, "then", &differs.recorded);
        write_answer(&mut out, "now ", &differs.now);
    }
    if driven.differences.len() > MOST {
        let _ = writeln!(out, "… and {} more", driven.differences.len() - MOST);
    }
    for incident in &driven.incidents {
        let _ = writeln!(out, "{}", plain(&incident.sentence));
    }
    let _ = writeln!(
        out,
        "seat {seat} was asked {} times and answered differently {} times",
        driven.asked,
        driven.differences.len()
    );
    out
}

fn write_answer(out: &mut String, when: &str, answer: &Answer) {
    match answer {
        Answer::Frame(frame) | Answer::Garbled(frame) => quote(out, when, frame),
        Answer::Fault(fault, why) | Answer::Forfeit(fault, why) => {
            let _ = writeln!(out, "    {when} ({}: {})", fault.word(), plain(why));
        }
    }
}

fn redriven_json(driven: &Redriven) -> String {
    let text = |answer: &Answer| match answer {
        Answer::Frame(frame) | Answer::Garbled(frame) => json!({ "answer": String::from_utf8_lossy(frame) }),
        Answer::Fault(fault, why) | Answer::Forfeit(fault, why) => {
            json!({ "fault": fault.word(), "why": why })
        }
    };
    let differences: Vec<_> = driven
        .differences
        .iter()
        .map(|differs| json!({ "decision": differs.decision, "then": text(&differs.recorded), "now": text(&differs.now) }))
        .collect();
    let line = json!({ "asked": driven.asked, "decisions": driven.decisions, "differences": differences });
    format!("{}\n", terminal::json(&line))
}
