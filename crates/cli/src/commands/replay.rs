//! `skirmish replay`: checking a replay, looking into it, and going on from it.

use std::fmt::Write as _;
use std::io::{Write as _, stdout};
use std::path::PathBuf;
use std::time::Duration;

use serde_json::json;
use skirmish_core::replay::{Answered, Playback, Replay, Said};
use skirmish_core::wire::lines;
use skirmish_core::{Decision, Entry, Page, Seat};
use skirmish_referee::{Player, Redrive, Redriven, Script, Shelf, branch, redrive, shelf};

use super::play::{options, tell, trouble};
use crate::args::{BranchArgs, RedriveArgs, ReplayCommand, ShowArgs, VerifyArgs};
use crate::failure::{Done, Failure};
use crate::moment::Moment;
use crate::terminal::{bold, has_colour, plain};
use crate::watching::Watching;
use crate::{result, seating};

/// Does what was asked of the replay.
pub fn run(command: &ReplayCommand) -> Done {
    match command {
        ReplayCommand::Verify(args) => verify(args),
        ReplayCommand::Show(args) => show(args),
        ReplayCommand::Redrive(args) => redrive_bot(args),
        ReplayCommand::Branch(args) => branch_off(args),
    }
}

/// A replay that was found and whose game is known.
struct Found {
    path: PathBuf,
    replay: Replay,
    entry: &'static Entry,
}

fn find(name: &str, folder: &PathBuf) -> Result<Found, Failure> {
    let path = Shelf::new(folder).find(name).map_err(Failure::input)?;
    let replay = shelf::read(&path).map_err(Failure::input)?;
    let entry = super::game(&replay.header.game)?;
    Ok(Found { path, replay, entry })
}

impl Found {
    fn seat(&self, number: u8) -> Result<Seat, Failure> {
        let seats = self.replay.header.players.len();
        if usize::from(number) < seats {
            return Ok(Seat(number));
        }
        Err(Failure::input(format!(
            "there is no seat {number}: the match has seats 0 to {}",
            seats.saturating_sub(1)
        )))
    }

    fn playback(&self) -> Result<Playback<'_>, Failure> {
        Playback::new(&self.replay, self.entry).map_err(Failure::input)
    }

    /// After how many decisions the moment is there.
    fn decisions_at(&self, moment: Moment) -> Result<u64, Failure> {
        let mut playback = self.playback()?;
        playback.deafen();
        if moment.reach(&mut playback).map_err(Failure::input)? {
            return Ok(playback.decisions());
        }
        let (unit, (last, _)) = (self.entry.info.unit, playback.table().progress());
        let decisions = playback.decisions();
        Err(Failure::input(format!(
            "the match does not get that far: it ends on {unit} {last}, after {decisions} decisions"
        )))
    }
}

fn verify(args: &VerifyArgs) -> Done {
    for name in &args.replays {
        let found = find(name, &args.folder)?;
        let path = found.path.display();
        let verified = found
            .replay
            .verify(found.entry)
            .map_err(|mismatch| Failure::input(format!("{path} does not verify: {mismatch}")))?;
        if args.json {
            let over = verified.outcome.is_some();
            println!(
                "{}",
                json!({ "replay": path.to_string(), "decisions": verified.decisions, "complete": over })
            );
        } else {
            let how = if verified.outcome.is_some() {
                "to the recorded result"
            } else {
                "as far as it goes (it is incomplete)"
            };
            println!("{path} verifies: {} decisions lead {how}", verified.decisions);
        }
    }
    Ok(())
}

fn show(args: &ShowArgs) -> Done {
    let found = find(&args.replay, &args.folder)?;
    let eye = args.seat.map(|seat| found.seat(seat)).transpose()?;
    let text = match args.turn {
        Some(moment) => show_turn(&found, moment, eye)?,
        None => show_end(&found, eye)?,
    };
    let _ = stdout().write_all(text.as_bytes());
    Ok(())
}

fn show_end(found: &Found, eye: Option<Seat>) -> Result<String, Failure> {
    let colour = has_colour();
    let mut playback = found.playback()?;
    playback.advance_to(u64::MAX).map_err(Failure::input)?;
    let mut out = result::position(playback.table(), eye, colour);
    out.push_str(&result::standing(&found.replay, found.entry, colour));
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
    let faults = found.replay.answers.iter().filter_map(|answered| match &answered.said {
        Said::Fault(_, why) => Some(plain(why)),
        Said::Frame(_) => None,
    });
    const MOST_FAULTS: usize = 20;
    for why in faults.take(MOST_FAULTS) {
        let _ = writeln!(out, "{why}.");
    }
    for note in &found.replay.notes {
        let _ = writeln!(out, "{}", plain(note));
    }
    let _ =
        writeln!(out, "a turn in detail: skirmish replay show {} --turn 1 --seat 0", found.path.display());
    Ok(out)
}

/// The position at a turn, and every decision until the next: what was read, answered, mumbled, and what happened.
fn show_turn(found: &Found, moment: Moment, eye: Option<Seat>) -> Result<String, Failure> {
    const MOST_DECISIONS: usize = 500;
    let colour = has_colour();
    let mut playback = found.playback()?;
    playback.advance_to(found.decisions_at(moment)?).map_err(Failure::input)?;
    let turn = playback.table().progress();
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
            mumbled(&mut out, found, answered.seat, decision);
        }
        if !playback.step().map_err(Failure::input)? {
            break;
        }
        for mark in playback.table().marks(eye) {
            let _ = writeln!(out, "  {}", plain(&mark.says));
        }
        let is_turn = matches!(moment, Moment::Turn(_));
        if !is_turn || playback.table().progress() != turn {
            break;
        }
    }
    Ok(out)
}

fn answer(out: &mut String, answered: &Answered) {
    let Answered { seat, wall_us, cpu_us, said } = answered;
    let _ = writeln!(out, "  seat {seat} answers after {wall_us} µs ({cpu_us} µs computing)");
    match said {
        Said::Frame(frame) => quote(out, "writes", frame),
        Said::Fault(fault, why) => {
            let _ = writeln!(out, "    {}: {}", fault.word(), plain(why));
        }
    }
}

fn mumbled(out: &mut String, found: &Found, seat: Seat, decision: u64) {
    let Some(parts) = shelf::read_stderr(&found.path, &found.replay, seat) else { return };
    for (_, bytes) in parts.iter().filter(|(at, _)| *at == decision) {
        quote(out, "stderr", bytes);
    }
}

fn quote(out: &mut String, what: &str, text: &[u8]) {
    for line in lines(text) {
        let _ = writeln!(out, "    {what} {}", plain(&String::from_utf8_lossy(line)));
    }
}

fn redrive_bot(args: &RedriveArgs) -> Done {
    let found = find(&args.replay, &args.running.replays)?;
    let seat = found.seat(args.seat)?;
    let options = options(&args.running)?;
    let until = args.until.map(|moment| found.decisions_at(moment)).transpose()?;
    let player =
        seating::player(found.entry, &args.bot, args.running.debug == Some(args.seat), &*options.launch)?;
    let patience =
        if args.running.debug.is_some() { Duration::from_secs(24 * 3600) } else { Duration::from_secs(5) };
    let wish = Redrive { seat, until, patience };
    let mut watching = Watching::new(args.running.verbose, args.json);
    let driven = redrive(&found.replay, found.entry, &player, wish, &options, &mut watching);
    watching.finish();
    let driven = driven.map_err(trouble)?;
    let text = if args.json { redriven_json(&driven) } else { redriven_text(&driven, seat) };
    let _ = stdout().write_all(text.as_bytes());
    Ok(())
}

fn redriven_text(driven: &Redriven, seat: Seat) -> String {
    const MOST: usize = 20;
    let mut out = String::new();
    for differs in driven.differences.iter().take(MOST) {
        let _ = writeln!(out, "decision {} ({})", differs.decision, plain(&differs.status));
        said(&mut out, "then", &differs.recorded);
        said(&mut out, "now ", &differs.now);
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

fn said(out: &mut String, when: &str, said: &Said) {
    match said {
        Said::Frame(frame) => quote(out, when, frame),
        Said::Fault(fault, why) => {
            let _ = writeln!(out, "    {when} ({}: {})", fault.word(), plain(why));
        }
    }
}

fn redriven_json(driven: &Redriven) -> String {
    let text = |said: &Said| match said {
        Said::Frame(frame) => json!({ "answer": String::from_utf8_lossy(frame) }),
        Said::Fault(fault, why) => json!({ "fault": fault.word(), "why": why }),
    };
    let differences: Vec<_> = driven
        .differences
        .iter()
        .map(|differs| json!({ "decision": differs.decision, "then": text(&differs.recorded), "now": text(&differs.now) }))
        .collect();
    format!(
        "{}\n",
        json!({ "asked": driven.asked, "decisions": driven.decisions, "differences": differences })
    )
}

fn branch_off(args: &BranchArgs) -> Done {
    let found = find(&args.replay, &args.running.replays)?;
    let options = options(&args.running)?;
    let decisions = found.decisions_at(args.from)?;
    let mut players: Vec<Player> = found
        .replay
        .header
        .players
        .iter()
        .enumerate()
        .map(|(seat, player)| as_recorded(&found, seat, &player.name))
        .collect();
    for given in args.seat.chunks(2) {
        let [number, bot] = given else { continue };
        let number: u8 = number.parse().map_err(|_| {
            Failure::input(format!("--seat {number} {bot}: the first must be a seat's number"))
        })?;
        let seat = found.seat(number)?;
        players[seat.index()] =
            seating::player(found.entry, bot, args.running.debug == Some(number), &*options.launch)?;
    }
    let mut watching = Watching::new(args.running.verbose, args.json);
    let branched = branch(&found.replay, found.entry, decisions, &players, &options, &mut watching);
    watching.finish();
    let record = branched.map_err(trouble)?;
    let mut words = ["skirmish", "replay", "branch", &args.replay, "--from"]
        .iter()
        .map(ToString::to_string)
        .collect::<Vec<_>>();
    words.push(format!("d{decisions}"));
    args.seat
        .chunks(2)
        .for_each(|given| words.extend(std::iter::once("--seat".to_string()).chain(given.iter().cloned())));
    tell(&record, found.entry, &args.running, args.json, &plain(&shell_words::join(words)))
}

/// A seat's player as it was: the house bot of that name, or else its recorded answers.
fn as_recorded(found: &Found, seat: usize, name: &str) -> Player {
    let house = name
        .strip_prefix("house:")
        .and_then(|name| skirmish_bots::of_game(found.entry.info.name).find(|house| house.name == name));
    match house {
        Some(house) => Player::house(house),
        None => Player::Scripted(Script::of(&found.replay, Seat(seat as u8))),
    }
}
