//! The first line of a results file: which schedule its results belong to.

use serde::{Deserialize, Serialize};
use serde_json::Value;
use skirmish_referee::AnyPlayer;

/// Everything that determines the matches of a schedule: equal headings mean the same matches.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Heading {
    /// The version of `skirmish` that wrote the file, and behind a `+` the fingerprint of its rules and house bots.
    pub skirmish: String,
    /// The version of the file format, see [`Heading::FORMAT`].
    pub format: u32,
    /// The kind of schedule: `duel`, `round-robin`, `gauntlet`, `swiss` or `knockout`.
    pub kind: String,
    /// The parameters of that kind: maps, rounds, challengers.
    #[serde(alias = "plan")]
    pub schedule: Value,
    /// The game's name.
    pub game: String,
    /// The version of the game's rules.
    pub version: u32,
    /// The complete config, defaults filled in.
    pub config: Value,
    /// The time control, as `Clock` prints it.
    pub clock: String,
    /// Seats per match.
    pub seats: usize,
    /// The isolation tier.
    pub jail: String,
    /// Whether bots may run outside their turns (pondering).
    pub ponder: bool,
    /// The seed from which the seed of each match is derived.
    pub seed: u64,
    /// The bots; results refer to them by index.
    pub bots: Vec<ListedBot>,
}

/// A bot in a heading.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ListedBot {
    /// The name in reports, distinct within the contest.
    pub name: String,
    /// The fingerprint of all that it can read, and of a house bot that of its sources; `None` where nobody knows what that
    /// is.
    pub hash: Option<String>,
    /// What it is made of, in words: its files, and the versions of what runs it; or which house bot it is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub made_of: Option<String>,
}

impl ListedBot {
    /// A bot of which nothing is known but what it says itself.
    pub fn of(bot: &AnyPlayer) -> Self {
        Self { name: bot.name().to_string(), hash: bot.hash().map(str::to_string), made_of: None }
    }
}

impl Heading {
    /// The file format that this version reads and writes.
    pub const FORMAT: u32 = 2;

    /// The first difference from the heading of a file of the same format, in words; `None` if they are equal.
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
        if there.name != here.name {
            return Some(format!("its bot {nth} is `{}`, not `{}`", there.name, here.name));
        }
        Some(match (&there.made_of, &here.made_of) {
            (Some(then), Some(now)) if there.hash == here.hash => {
                format!("its bot {nth} `{}` was {then} then, and is {now} now", there.name)
            }
            _ => format!("its bot {nth} `{}` was another program then: it has changed since", there.name),
        })
    }
}

/// The first field in which two JSON objects differ, in words.
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

/// A value truncated to fit into a sentence.
fn brief(value: &Value) -> String {
    const LONGEST: usize = 60;
    let text = value.to_string();
    if text.chars().count() <= LONGEST {
        return text;
    }
    text.chars().take(LONGEST).chain("…".chars()).collect()
}
