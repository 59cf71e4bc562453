//! The result of a match as text and as JSON.

use std::fmt::Write as _;
use std::path::Path;

use serde_json::{Value, json};
use skirmish_core::outcome::Outcome;
use skirmish_core::replay::{Ending, Playback, Replay};
use skirmish_core::seat::Seat;
use skirmish_core::shown::shown_line;
use skirmish_core::table::{Entry, Table};
use skirmish_lab::report::grid::{Align, columns_of};
use skirmish_referee::Record;

use crate::failure::Failure;
use crate::terminal::{bold, ours, plain};

/// The final position, the places, the faults, and why the match ended.
pub fn as_text(record: &Record, entry: &Entry, colour: bool) -> Result<String, Failure> {
    let (mut out, refused) = board(&record.replay, entry, colour)?;
    out.push_str(&standing(&record.replay, entry, colour));
    for (seat, refused) in refused.iter().enumerate() {
        let Some(first) = &refused.first else { continue };
        let name = plain(&record.replay.header.players[seat].name);
        let orders =
            if refused.count == 1 { "1 order".to_string() } else { format!("{} orders", refused.count) };
        let when = format!("{} {}", entry.info.unit, refused.turn);
        let _ = writeln!(
            out,
            "The rules refused {orders} of seat {seat} ({name}), first on {when}: {}.",
            plain(first)
        );
    }
    for incident in &record.incidents {
        let _ = writeln!(out, "{}.", plain(&incident.sentence));
        for line in &incident.stderr {
            let _ = writeln!(out, "    | {}", shown_line(line));
        }
        if let Some(advice) = &incident.advice {
            let _ = writeln!(out, "    {}", plain(advice));
        }
    }
    for (seat, &count) in record.fault_counts.iter().enumerate() {
        let described =
            record.incidents.iter().filter(|incident| incident.seat.index() == seat).count() as u64;
        if count > described {
            let more = match count - described {
                1 => "one more fault like these".to_string(),
                more => format!("{more} more faults like these"),
            };
            let _ = writeln!(out, "seat {seat} had {more}");
        }
    }
    for note in &record.replay.notes {
        let _ = writeln!(out, "{}", plain(note));
    }
    Ok(out)
}

/// Orders of a seat that the rules refused.
#[derive(Clone, Debug, Default)]
struct Refused {
    count: u64,
    /// The first of them, in words.
    first: Option<String>,
    /// When that was.
    turn: u32,
}

/// The final position of the replay, and what the rules refused on the way, by seat.
fn board(replay: &Replay, entry: &Entry, colour: bool) -> Result<(String, Vec<Refused>), Failure> {
    let mut playback = Playback::new(replay, entry).map_err(Failure::input)?;
    playback.disconnect();
    let refused = refusals(&mut playback)?;
    Ok((position(playback.table(), None, colour), refused))
}

/// Plays to the end, and gives what the rules refused, by seat.
fn refusals(playback: &mut Playback<'_>) -> Result<Vec<Refused>, Failure> {
    let seats = playback.table().seats();
    let mut refused = vec![Refused::default(); seats.get()];
    loop {
        let (turn, _) = playback.table().progress();
        if !playback.step().map_err(Failure::input)? {
            return Ok(refused);
        }
        for seat in seats.iter() {
            let orders = playback.table().refusals(seat);
            let known = &mut refused[seat.index()];
            known.count += orders.len() as u64;
            if let (None, Some(first)) = (&known.first, orders.into_iter().next()) {
                (known.first, known.turn) = (Some(first), turn);
            }
        }
    }
}

/// A position: the board and a status line.
pub fn position(table: &dyn Table, eye: Option<Seat>, colour: bool) -> String {
    format!("{}{}\n", ours(&table.text(eye, colour)), table.status(eye))
}

/// The table of places.
pub fn standing(replay: &Replay, entry: &Entry, colour: bool) -> String {
    let header = &replay.header;
    let mut out =
        format!("\n{}, seed {}, map {}\n", bold(entry.info.title, colour), header.seed, plain(&header.map));
    let outcome = match &replay.ending {
        Ending::Incomplete(why) => {
            let _ = writeln!(out, "The match was not finished ({}); nothing was rated.", plain(why));
            return out;
        }
        Ending::Over { outcome, .. } => outcome,
    };
    let mut seats: Vec<usize> = (0..header.players.len()).collect();
    seats.sort_by_key(|&seat| outcome.places[seat]);
    let names: Vec<String> = header.players.iter().map(|player| plain(&player.name)).collect();
    let widest = names.iter().map(|name| columns_of(name)).max().unwrap_or(0);
    for seat in seats {
        let place = format!("{}.", outcome.places[seat]);
        let role = entry.info.seat_name(Seat(seat as u8));
        let fault = outcome.faults[seat].map(|fault| format!("  lost: {}", fault.word())).unwrap_or_default();
        let _ = writeln!(
            out,
            "  {place} {}  ({role})  score {}{fault}",
            Align::Left.padded(&names[seat], widest),
            outcome.scores[seat]
        );
    }
    let _ = writeln!(out, "{}: {}.", verdict(outcome, &names), plain(&outcome.why));
    out
}

fn verdict(outcome: &Outcome, names: &[String]) -> String {
    let first: Vec<usize> = (0..names.len()).filter(|&seat| outcome.places[seat] == 1).collect();
    match first.as_slice() {
        [winner] => format!("{} (seat {winner}) wins", names[*winner]),
        _ => "A draw".to_string(),
    }
}

/// The match as a line of JSON for scripts.
pub fn as_json(record: &Record, entry: &Entry, saved: &Path) -> Result<Value, Failure> {
    let replay = &record.replay;
    let mut playback = Playback::new(replay, entry).map_err(Failure::input)?;
    playback.disconnect();
    let refused = refusals(&mut playback)?;
    let outcome = match &replay.ending {
        Ending::Over { outcome, .. } => Some(outcome),
        Ending::Incomplete(_) => None,
    };
    let players: Vec<Value> = replay
        .header
        .players
        .iter()
        .enumerate()
        .map(|(seat, player)| {
            json!({
                "seat": seat,
                "name": player.name,
                "hash": player.hash,
                "place": outcome.map(|outcome| outcome.places[seat]),
                "score": outcome.map(|outcome| outcome.scores[seat]),
                "fault": outcome.and_then(|outcome| outcome.faults[seat]).map(|fault| fault.word()),
                "faults": record.fault_counts[seat],
                "refused_orders": refused[seat].count,
                "first_refused": refused[seat].first,
                "cpu_us": record.cpu_us[seat],
            })
        })
        .collect();
    let incidents: Vec<Value> = record
        .incidents
        .iter()
        .map(|incident| {
            json!({
                "decision": incident.decision, "seat": incident.seat.0, "fault": incident.fault.word(),
                "sentence": incident.sentence, "advice": incident.advice, "stderr": incident.stderr,
            })
        })
        .collect();
    Ok(json!({
        "game": replay.header.game,
        "seed": replay.header.seed.0,
        "map": replay.header.map,
        "complete": outcome.is_some(),
        "why": outcome.map(|outcome| outcome.why.as_ref()),
        "decisions": record.decisions,
        "players": players,
        "incidents": incidents,
        "notes": replay.notes,
        "replay": saved.display().to_string(),
    }))
}
