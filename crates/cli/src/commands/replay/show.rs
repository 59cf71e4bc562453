//! `skirmish replay show`: the end of a match, or one turn in every detail.

use std::fmt::Write as _;

use skirmish_core::answer::{Answer, Answered, Cost};
use skirmish_core::game::{Ask, Decision};
use skirmish_core::replay::Playback;
use skirmish_core::seat::Seat;
use skirmish_core::wire::{Garbled, Page};
use skirmish_referee::explain::grouped;
use skirmish_referee::{Conduct, Part, store};

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
    for seat in found.seats().filter(|&seat| eye.is_none_or(|eye| eye == seat)) {
        besides_answers(&mut out, found, seat);
    }
    let _ = writeln!(
        out,
        "a turn in detail: skirmish replay show {} --turn 1 --seat 0",
        terminal::path(&found.path)
    );
    Ok(out)
}

/// What is known of a seat's program besides its answers, as far as it was kept.
fn besides_answers(out: &mut String, found: &Found, seat: Seat) {
    let Found { path, replay, .. } = found;
    let mut sentences: Vec<String> =
        store::read_conduct(path, replay, seat).map(|conduct| conduct.sentences()).unwrap_or_default();
    if let Some((file, dropped)) = store::find_stderr(path, replay, seat) {
        let more = match dropped {
            0 => String::new(),
            dropped => format!("; {} bytes more were dropped", grouped(dropped)),
        };
        sentences.push(format!("its stderr is in {}{more}", terminal::path(&file)));
    }
    if !sentences.is_empty() {
        let name = plain(&replay.header.players[seat.index()].name);
        let _ = writeln!(out, "seat {seat} ({name}), besides its answers:");
    }
    for sentence in sentences {
        let _ = writeln!(out, "  {}", plain(&sentence));
    }
}

/// The position at a turn, and every decision of it: page, answer, stderr and events.
fn show_turn(found: &Found, moment: Position, eye: Option<Seat>) -> Result<String, Failure> {
    const MOST_DECISIONS: usize = 500;
    let colour = has_colour();
    let mut playback = found.playback()?;
    playback.advance_to(found.decisions_at(moment)?).map_err(Failure::input)?;
    let turn = playback.table().progress();
    let beside: Vec<Beside> = found.seats().map(|seat| Beside::read(found, seat)).collect();
    let mut out = result::position(playback.table(), eye, colour);
    for _ in 0..MOST_DECISIONS {
        let Decision::Ask(ask) = playback.table().decision() else { break };
        let decision = playback.decisions();
        let _ = writeln!(out, "\n{}", bold(&format!("decision {decision}"), colour));
        if let Some(seat) = eye.filter(|&seat| ask.seats.has(seat)) {
            let mut page = Page::new();
            playback.page(seat, &mut page);
            quote(&mut out, "reads ", page.as_bytes());
        }
        let upcoming = playback.upcoming().iter();
        let shown = upcoming.filter(|answered| eye.is_none_or(|seat| seat == answered.seat));
        let shown: Vec<ShownAnswer<'_>> =
            shown.map(|answered| ShownAnswer::new(answered, &ask, &playback)).collect();
        let is_played = playback.step().map_err(Failure::input)?;
        // What was not played belongs to an interrupted match, and nobody tried to read it.
        let garbled = if is_played { playback.garbled() } else { &[] };
        for answer in &shown {
            answer.write(&mut out, garbled);
            beside[answer.answered.seat.index()].write(&mut out, decision);
        }
        if !is_played {
            break;
        }
        let mut happened: Vec<String> =
            playback.table().marks(eye).into_iter().map(|mark| mark.says).collect();
        // Not every game tells what it refused.
        let refused = shown.iter().flat_map(|answer| playback.table().refusals(answer.answered.seat));
        for refused in refused.collect::<Vec<_>>() {
            if !happened.contains(&refused) {
                happened.push(refused);
            }
        }
        for says in happened {
            let _ = writeln!(out, "  {}", plain(&says));
        }
        let is_turn = matches!(moment, Position::Turn(_));
        if !is_turn || playback.table().progress() != turn {
            break;
        }
    }
    out.push_str("\nnot verified: `skirmish replay verify` plays it to its end and compares\n");
    Ok(out)
}

/// An answer, with what is known of it before it is played.
struct ShownAnswer<'a> {
    answered: &'a Answered,
    /// How long it might have taken; `None` if there was no limit.
    granted_us: Option<u64>,
    /// The lines, counted from 0, that mean nothing.
    ignored_lines: Vec<usize>,
}

impl<'a> ShownAnswer<'a> {
    fn new(answered: &'a Answered, ask: &Ask, playback: &Playback<'_>) -> Self {
        let (seat, table) = (answered.seat, playback.table());
        let ignored_lines = answered.answer.frame().map(|frame| table.ignored_lines(seat, frame));
        Self {
            answered,
            granted_us: playback.grant(seat, ask).time_us,
            ignored_lines: ignored_lines.unwrap_or_default(),
        }
    }

    /// `garbled` has the seats of this decision whose answers could not be read, and why.
    fn write(&self, out: &mut String, garbled: &[(Seat, Garbled)]) {
        let Answered { seat, cost: Cost { wall_us, cpu_us, fuel }, answer } = self.answered;
        let granted = self.granted_us.map_or(String::new(), |us| format!(" of {us} µs"));
        let fuel = if *fuel > 0 { format!(", {fuel} units of fuel") } else { String::new() };
        let _ =
            writeln!(out, "  seat {seat} answers after {wall_us} µs{granted} ({cpu_us} µs computing{fuel})");
        match answer {
            Answer::Frame(frame) | Answer::Garbled(frame) => quote(out, "writes", frame),
            Answer::Fault(fault, why) | Answer::Forfeit(fault, why) => {
                let _ = writeln!(out, "    {}: {}", fault.word(), plain(why));
            }
        }
        for (_, why) in garbled.iter().filter(|(garbled, _)| garbled == seat) {
            let _ = writeln!(out, "    could not be read: {}", plain(&why.0));
        }
        for line in &self.ignored_lines {
            let _ = writeln!(out, "    line {} means nothing and is passed over", line + 1);
        }
    }
}

/// What lies beside a replay about one seat.
struct Beside {
    stderr: Vec<Part>,
    conduct: Conduct,
}

impl Beside {
    fn read(found: &Found, seat: Seat) -> Self {
        Self {
            stderr: store::read_stderr(&found.path, &found.replay, seat).unwrap_or_default(),
            conduct: store::read_conduct(&found.path, &found.replay, seat).unwrap_or_default(),
        }
    }

    /// What belongs to that decision.
    fn write(&self, out: &mut String, decision: u64) {
        for (_, bytes) in self.stderr.iter().filter(|(at, _)| *at == decision) {
            quote(out, "stderr", bytes);
        }
        for sentence in self.conduct.sentences_at(decision) {
            let _ = writeln!(out, "    {}", plain(&sentence));
        }
    }
}
