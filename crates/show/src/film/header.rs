//! A film's header, one line of JSON: everything that does not change during the match, and the index of blocks.

use serde::Serialize;
use serde_json::{Value, json};
use skirmish_core::info::Info;
use skirmish_core::replay::{Ending, Header, Replay};
use skirmish_core::seat::Seat;

use super::limits::{FORMAT, MOST_NAME_BYTES, MOST_NOTES, MOST_SENTENCE_BYTES, MOST_STDERR_BYTES};
use super::make::Filming;
use crate::text::cut;

/// An entry of the index of blocks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BlockEntry {
    /// The offset of the block in the body, in bytes.
    pub offset: usize,
    /// The number of its first decision.
    pub decision: u64,
    /// The number of decisions in it.
    pub steps: u64,
    /// The turn, in the game's unit.
    pub now: u32,
    /// Whether it is a key block: it begins with a whole picture (keyframe).
    pub is_key: bool,
}

impl Serialize for BlockEntry {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        (self.offset, self.decision, self.steps, self.now, u8::from(self.is_key)).serialize(serializer)
    }
}

/// Fields of the header that are known when the film is finished.
pub struct Facts<'a> {
    /// Columns and rows.
    pub size: (usize, usize),
    /// The last possible turn; 0 if it is not known.
    pub of: u32,
    /// The index of blocks.
    pub places: &'a [BlockEntry],
    /// The phrase table.
    pub phrases: &'a [String],
    /// Seats whose view differs from the spectator's, and for which another film can be made.
    pub eyes: Vec<Seat>,
    /// Whether the match has secrets.
    pub has_secrets: bool,
    /// The number of decisions.
    pub steps: u64,
    /// What is missing from the film, in a sentence.
    pub problem: Option<String>,
}

/// The header of a film.
pub fn header(replay: &Replay, info: &Info, filming: &Filming<'_>, facts: &Facts<'_>) -> Value {
    let mut header = json!({
        "film": FORMAT,
        "game": game(info),
        "match": contest(replay, filming.eye.is_some() && facts.has_secrets),
        "board": { "width": facts.size.0, "height": facts.size.1 },
        "of": facts.of,
        "eye": filming.eye,
        "eyes": facts.eyes,
        "live": filming.is_live,
        "from": facts.places.first().map_or(0, |place| place.decision),
        "counts": { "blocks": facts.places.len(), "steps": facts.steps },
        "problem": facts.problem,
        "glyphs": crate::font::digits(),
        "phrases": facts.phrases,
        "blocks": facts.places,
    });
    if filming.take > 0 {
        header["take"] = filming.take.into();
    }
    if !filming.stderr.is_empty() {
        header["stderr"] = stderr(filming);
    }
    header
}

fn game(info: &Info) -> Value {
    let layers: Vec<Value> = info
        .layers
        .iter()
        .map(|layer| json!({ "name": layer.name, "per_seat": layer.per_seat, "max": layer.max }))
        .collect();
    json!({
        "name": info.name,
        "title": info.title,
        "about": info.about,
        "version": info.version,
        "unit": info.unit,
        "seat_names": info.seat_names,
        "gauges": info.gauges,
        "layers": layers,
        "art": info.art,
    })
}

/// Players, config and result. Seed, config and map would reveal secrets, so a seat's film of such a match lacks them.
fn contest(replay: &Replay, has_secrets: bool) -> Value {
    let Header { config, seed, map, players, clock, tier, .. } = &replay.header;
    let players: Vec<Value> =
        players.iter().map(|player| json!({ "name": cut(&player.name, MOST_NAME_BYTES) })).collect();
    let notes: Vec<String> =
        replay.notes.iter().take(MOST_NOTES).map(|note| cut(note, MOST_SENTENCE_BYTES)).collect();
    let (result, incomplete) = match &replay.ending {
        Ending::Over { outcome, .. } => {
            let faults: Vec<Option<&str>> =
                outcome.faults.iter().map(|fault| fault.map(skirmish_core::answer::Fault::word)).collect();
            let result = json!({
                "places": outcome.places,
                "scores": outcome.scores,
                "faults": faults,
                "why": cut(&outcome.why, MOST_SENTENCE_BYTES),
            });
            (result, None)
        }
        Ending::Incomplete(why) => (Value::Null, Some(cut(why, MOST_SENTENCE_BYTES))),
    };
    json!({
        "players": players,
        "config": if has_secrets { &Value::Null } else { config },
        "seed": if has_secrets { None } else { Some(seed.to_string()) },
        "map": if has_secrets { None } else { Some(map) },
        "clock": clock.to_string(),
        "tier": tier,
        "notes": notes,
        "result": result,
        "incomplete": incomplete,
    })
}

/// The bots' stderr: by seat, (decision, text) in order, truncated to a limit for all seats together.
fn stderr(filming: &Filming<'_>) -> Value {
    let mut left = MOST_STDERR_BYTES;
    let seats = filming.stderr.iter().map(|(seat, parts)| {
        let parts: Vec<(u64, String)> = parts
            .iter()
            .map_while(|(decision, bytes)| {
                let text = String::from_utf8_lossy(bytes);
                left = left.checked_sub(text.len())?;
                Some((*decision, text.into_owned()))
            })
            .collect();
        json!({ "seat": seat, "parts": parts })
    });
    Value::Array(seats.collect())
}
