//! What a results file is about: its first line.

use serde::{Deserialize, Serialize};
use serde_json::Value;

/// What is played, by whom, and in which order; two equal headings have the same matches.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Heading {
    /// The version of this program.
    pub skirmish: String,
    /// The version of the file's format.
    pub format: u32,
    /// `duel`, `round-robin`, …: how matches are chosen.
    pub kind: String,
    /// The numbers of that kind: maps, rounds, challengers.
    #[serde(alias = "plan")]
    pub schedule: Value,
    /// The game.
    pub game: String,
    /// The version of its rules.
    pub version: u32,
    /// The whole config.
    pub config: Value,
    /// The time control.
    pub clock: String,
    /// How many sit at a table.
    pub seats: usize,
    /// How programs are held.
    pub jail: String,
    /// Whether bots may think outside their turns.
    pub ponder: bool,
    /// What the matches' seeds grow from.
    pub seed: u64,
    /// Who takes part.
    pub bots: Vec<ListedBot>,
}

/// A bot in a heading.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ListedBot {
    /// Its name.
    pub name: String,
    /// Its program's fingerprint.
    pub hash: Option<String>,
}

impl Heading {
    /// The format that this version writes.
    pub const FORMAT: u32 = 2;

    /// What is different in a file of the same format with the other heading, in words; `None` if nothing is.
    pub fn difference(&self, there: &Self) -> Option<String> {
        let words = |what: &str, there: &str, here: &str| Some(format!("its {what} is {there}, not {here}"));
        let number = |what: &str, there: u64, here: u64| words(what, &there.to_string(), &here.to_string());
        if self.skirmish != there.skirmish {
            return words("program version", &there.skirmish, &self.skirmish);
        }
        if self.kind != there.kind {
            return words("kind", &there.kind, &self.kind);
        }
        if self.game != there.game {
            return words("game", &there.game, &self.game);
        }
        if self.version != there.version {
            return number("version of the rules", there.version.into(), self.version.into());
        }
        if self.seats != there.seats {
            return number("number of seats", there.seats as u64, self.seats as u64);
        }
        if self.bots.len() != there.bots.len() {
            return number("number of bots", there.bots.len() as u64, self.bots.len() as u64);
        }
        if let Some(words) = self.other_bot(there) {
            return Some(words);
        }
        if let Some(words) = other_field("schedule", &self.schedule, &there.schedule) {
            return Some(words);
        }
        if let Some(words) = other_field("config", &self.config, &there.config) {
            return Some(words);
        }
        if self.clock != there.clock {
            return words("clock", &there.clock, &self.clock);
        }
        if self.jail != there.jail {
            return words("jail", &there.jail, &self.jail);
        }
        if self.ponder != there.ponder {
            return words("pondering", &there.ponder.to_string(), &self.ponder.to_string());
        }
        (self.seed != there.seed).then(|| number("seed", there.seed, self.seed)).flatten()
    }

    fn other_bot(&self, there: &Self) -> Option<String> {
        let mut both = there.bots.iter().zip(&self.bots).enumerate();
        let (at, (there, here)) = both.find(|(_, (there, here))| there != here)?;
        let nth = at + 1;
        Some(if there.name == here.name {
            format!("its bot {nth} `{}` was another program then: it has changed since", there.name)
        } else {
            format!("its bot {nth} is `{}`, not `{}`", there.name, here.name)
        })
    }
}

/// The first field of two objects that differs.
fn other_field(what: &str, here: &Value, there: &Value) -> Option<String> {
    if here == there {
        return None;
    }
    let (Value::Object(mine), Value::Object(theirs)) = (here, there) else {
        return Some(format!("its {what} is {}, not {}", brief(there), brief(here)));
    };
    let mut keys: Vec<&String> = mine.keys().chain(theirs.keys()).collect();
    keys.sort();
    let key = keys.into_iter().find(|key| mine.get(*key) != theirs.get(*key))?;
    let shown = |side: Option<&Value>| side.map_or("not given".to_string(), brief);
    Some(format!("its {key} is {}, not {}", shown(theirs.get(key)), shown(mine.get(key))))
}

/// A value, short enough for a sentence.
fn brief(value: &Value) -> String {
    const LONGEST: usize = 60;
    let text = value.to_string();
    if text.chars().count() <= LONGEST {
        return text;
    }
    text.chars().take(LONGEST).chain("…".chars()).collect()
}
