//! A dataset as JSON Lines: one line for the match, then one for every answer. `crates/show/DATASET.md` has the fields.

use std::io::Write;

use serde_json::{Map, Value, json};
use skirmish_core::answer::Fault;
use skirmish_core::answer::{Answer, Answered};
use skirmish_core::game::Decision;
use skirmish_core::outcome::Outcome;
use skirmish_core::replay::Playback;
use skirmish_core::seat::Seat;
use skirmish_core::wire::Page;

use super::timeline::Turns;
use super::{BadExport, ExportRequest, Exported, OnProgress};
use crate::snapshot::{Snapshot, Snapshots};

/// The most bytes of a page or an answer in a line; the rest is truncated, and the line says how much.
const MOST_TEXT_BYTES: usize = 1 << 20;
/// The format version, raised when a field changes its meaning.
const FORMAT: u32 = 1;

/// Writes the match as a dataset.
pub fn export(
    job: &ExportRequest<'_>,
    out: &mut dyn Write,
    progress: OnProgress<'_>,
) -> Result<Exported, BadExport> {
    let mut playback = Playback::new(job.replay, job.entry).map_err(BadExport::Replay)?;
    let seats: Vec<Seat> = playback.table().seats().iter().collect();
    let writes = |seat: Seat| job.eye.is_none_or(|eye| eye == seat);
    line(out, &opening(job, &mut playback, &seats))?;
    let turns = job.turns.unwrap_or(Turns { first: 0, last: u32::MAX });
    let outcome = job.replay.ending.outcome();
    let total = job.replay.answers.len();
    let mut exported = Exported { count: 0, problem: job.problem.clone() };
    while let Decision::Ask(ask) = playback.table().decision() {
        progress(playback.position().min(total), total);
        let answers = playback.upcoming();
        let now = playback.table().progress().0;
        let is_wanted = (turns.first..=turns.last).contains(&now);
        let mut asked: Vec<(Seat, Page, Snapshot)> = Vec::new();
        for seat in ask.seats.iter().filter(|&seat| is_wanted && writes(seat)) {
            let mut page = Page::new();
            playback.page(seat, &mut page);
            asked.push((seat, page, Snapshots::new(job.entry.info, Some(seat)).take(playback.table())));
        }
        let decision = playback.decisions();
        match playback.step() {
            Ok(true) => {}
            Ok(false) => break,
            Err(mismatch) => {
                exported.problem = exported.problem.or(Some(mismatch.to_string()));
                break;
            }
        }
        for (seat, page, snapshot) in asked {
            let Some(answered) = answers.iter().find(|answered| answered.seat == seat) else { continue };
            line(out, &answer(job, &playback, decision, answered, &page, &snapshot, outcome))?;
            exported.count += 1;
        }
        if now > turns.last {
            break;
        }
    }
    Ok(exported)
}

/// The first line: facts of the whole match, and the greeting of each seat.
fn opening(job: &ExportRequest<'_>, playback: &mut Playback<'_>, seats: &[Seat]) -> Value {
    let header = &job.replay.header;
    let hides = job.eye.is_some() && playback.table().has_secrets();
    let greetings: Map<String, Value> = seats
        .iter()
        .filter(|&&seat| job.eye.is_none_or(|eye| eye == seat))
        .map(|&seat| {
            let mut page = Page::new();
            playback.table_mut().greet(seat, &mut page);
            (seat.to_string(), Value::String(text(page.as_bytes()).0))
        })
        .collect();
    let players: Vec<&str> = header.players.iter().map(|player| player.name.as_str()).collect();
    json!({
        "kind": "match",
        "format": FORMAT,
        "game": header.game,
        "version": header.version,
        "unit": job.entry.info.unit,
        "config": if hides { &Value::Null } else { &header.config },
        "seed": if hides { None } else { Some(header.seed.to_string()) },
        "clock": header.clock.to_string(),
        "players": players,
        "greetings": greetings,
    })
}

fn answer(
    job: &ExportRequest<'_>,
    playback: &Playback<'_>,
    decision: u64,
    answered: &Answered,
    page: &Page,
    snapshot: &Snapshot,
    outcome: Option<&Outcome>,
) -> Value {
    let seat = answered.seat;
    let garbled = playback.garbled().iter().find(|(one, _)| *one == seat);
    let (said, fault, why) = match (&answered.answer, garbled) {
        (Answer::Frame(frame) | Answer::Garbled(frame), None) => (frame.as_slice(), None, None),
        (Answer::Frame(frame) | Answer::Garbled(frame), Some((_, why))) => {
            (frame.as_slice(), Some(Fault::Garbled), Some(why.to_string()))
        }
        (Answer::Fault(fault, why) | Answer::Forfeit(fault, why), _) => {
            (&[][..], Some(*fault), Some(why.clone()))
        }
    };
    let (page, page_cut) = text(page.as_bytes());
    let (said, said_cut) = text(said);
    let marks: Vec<String> = playback.table().marks(Some(seat)).into_iter().map(|mark| mark.says).collect();
    json!({
        "kind": "answer",
        "decision": decision,
        "now": snapshot.now,
        "of": snapshot.of,
        "seat": seat,
        "page": page,
        "page_cut": page_cut,
        "answer": said,
        "answer_cut": said_cut,
        "fault": fault.map(Fault::word),
        "why": why,
        "wall_us": answered.cost.wall_us,
        "cpu_us": answered.cost.cpu_us,
        "score": snapshot.scores.get(seat.index()),
        "score_after": playback.table().score(Some(seat), seat),
        "gauges": gauges(job, snapshot),
        "happened": marks,
        "place": outcome.and_then(|outcome| outcome.places.get(seat.index())),
        "final_score": outcome.and_then(|outcome| outcome.scores.get(seat.index())),
    })
}

/// The gauges of every seat by name, as the asked seat sees them.
fn gauges(job: &ExportRequest<'_>, snapshot: &Snapshot) -> Value {
    let names = job.entry.info.gauges;
    let of_seat = |values: &[Option<i64>]| -> Value {
        names
            .iter()
            .zip(values)
            .map(|(name, value)| ((*name).to_string(), json!(value)))
            .collect::<Map<_, _>>()
            .into()
    };
    Value::Array(snapshot.gauges.chunks(names.len().max(1)).map(of_seat).collect())
}

/// Bytes as text, and how many of them were truncated.
fn text(bytes: &[u8]) -> (String, usize) {
    let kept = &bytes[..bytes.len().min(MOST_TEXT_BYTES)];
    (String::from_utf8_lossy(kept).into_owned(), bytes.len() - kept.len())
}

fn line(out: &mut dyn Write, value: &Value) -> Result<(), BadExport> {
    writeln!(out, "{value}")?;
    Ok(())
}
