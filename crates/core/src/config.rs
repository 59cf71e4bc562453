//! A match's config: the game's defaults, then presets, then what a person gave, each overriding the last.

use serde_json::{Map, Value};

use crate::game::Game;
use crate::info::Info;
use crate::seat::SeatCount;

/// A config that cannot be played with: what, where and what would be right.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BadConfig {
    /// A field whose value is out of range, or not of its kind.
    #[error("config `{field}` is {value}: it must be {want}")]
    Field {
        /// Its name.
        field: String,
        /// What it is.
        value: String,
        /// What it may be.
        want: String,
    },
    /// A field that the game does not have.
    #[error("{game} has no config `{field}`: it has {known}")]
    UnknownField {
        /// The game's name.
        game: &'static str,
        /// The name that it does not know.
        field: String,
        /// Those that it knows.
        known: String,
    },
    /// A preset that the game does not have.
    #[error("{game} has no preset `{preset}`: it has {known}")]
    UnknownPreset {
        /// The game's name.
        game: &'static str,
        /// The name that it does not know.
        preset: String,
        /// Those that it knows.
        known: String,
    },
    /// More or fewer players than the game is for.
    #[error("{game} is for {want} players, not {got}")]
    Seats {
        /// The game's name.
        game: &'static str,
        /// How many can play: `exactly 2`.
        want: String,
        /// How many there are.
        got: usize,
    },
    /// A line of the map, counted from 1.
    #[error("map, line {line}: {what}")]
    MapLine {
        /// Which line.
        line: usize,
        /// What is wrong with it.
        what: String,
    },
    /// The map as a whole; the sentence says what, where and what would be right.
    #[error("{0}")]
    Map(String),
    /// The config as a whole; the sentence says what, where and what would be right.
    #[error("{0}")]
    Whole(String),
}

impl BadConfig {
    /// A field whose value is out of range.
    pub fn field(field: &str, value: impl std::fmt::Display, want: impl std::fmt::Display) -> Self {
        Self::Field { field: field.to_string(), value: value.to_string(), want: want.to_string() }
    }

    /// Something wrong with the map, by line (counted from 1).
    pub fn map_line(line: usize, what: impl std::fmt::Display) -> Self {
        Self::MapLine { line, what: what.to_string() }
    }

    /// More or fewer players than the game is for.
    pub fn seats(info: &Info, got: SeatCount) -> Self {
        let (low, high) = (info.seats.start(), info.seats.end());
        let want = if low == high { format!("exactly {low}") } else { format!("{low} to {high}") };
        Self::Seats { game: info.name, want, got: got.get() }
    }
}

/// Checks that a number lies in a range, both ends included.
pub fn ensure_in<T: PartialOrd + std::fmt::Display>(
    name: &str,
    value: T,
    low: T,
    high: T,
) -> Result<(), BadConfig> {
    if value >= low && value <= high {
        return Ok(());
    }
    Err(BadConfig::field(name, value, format!("from {low} to {high}")))
}

/// Checks that the game is for so many players.
pub fn ensure_seats(info: &Info, seats: SeatCount) -> Result<(), BadConfig> {
    if info.seats.contains(&(seats.get() as u8)) { Ok(()) } else { Err(BadConfig::seats(info, seats)) }
}

/// What a person asked for, in order of weight.
#[derive(Clone, Debug, Default)]
pub struct Wishes {
    /// Presets by name, applied in order.
    pub presets: Vec<String>,
    /// Whole objects of fields, as a config file gives them, applied next.
    pub files: Vec<Map<String, Value>>,
    /// Single fields, `key=value`, applied next.
    pub fields: Vec<(String, String)>,
    /// The text of a map file, applied last.
    pub map: Option<String>,
}

impl Wishes {
    /// Just the defaults.
    pub fn none() -> Self {
        Self::default()
    }

    /// Just this preset.
    pub fn preset(name: &str) -> Self {
        Self { presets: vec![name.to_string()], ..Self::default() }
    }

    /// The same, with one field more.
    #[must_use]
    pub fn with(mut self, key: &str, value: &str) -> Self {
        self.fields.push((key.to_string(), value.to_string()));
        self
    }
}

/// The config that the wishes amount to.
pub fn configure<G: Game>(wishes: &Wishes) -> Result<G::Config, BadConfig> {
    let mut merged = to_object(&G::Config::default());
    let known: Vec<String> = merged.keys().cloned().collect();
    for name in &wishes.presets {
        for (key, value) in preset::<G>(name)? {
            merged.insert(key, value);
        }
    }
    for file in &wishes.files {
        for (key, value) in file {
            ensure_known::<G>(key, &known)?;
            merged.insert(key.clone(), value.clone());
        }
    }
    for (key, text) in &wishes.fields {
        ensure_known::<G>(key, &known)?;
        merged.insert(key.clone(), value_like(&merged[key], text));
    }
    let mut config = from_object::<G>(merged)?;
    if let Some(map) = &wishes.map {
        G::read_map(map, &mut config)?;
    }
    Ok(config)
}

/// Reads a config that was stored whole, as a replay has it.
pub fn from_stored<G: Game>(stored: &Value) -> Result<G::Config, BadConfig> {
    match stored {
        Value::Object(fields) => from_object::<G>(fields.clone()),
        _ => Err(BadConfig::Whole(format!("the config of a {} match must be a JSON object", G::INFO.name))),
    }
}

/// The fields that a preset of the game sets.
fn preset<G: Game>(name: &str) -> Result<Map<String, Value>, BadConfig> {
    let info: &Info = G::INFO;
    let Some(preset) = info.presets.iter().find(|preset| preset.name == name) else {
        let names: Vec<&str> = info.presets.iter().map(|preset| preset.name).collect();
        let (preset, known) = (name.to_string(), listed(&names));
        return Err(BadConfig::UnknownPreset { game: info.name, preset, known });
    };
    Ok(serde_json::from_str(preset.set).expect("presets are valid JSON objects; a test reads them all"))
}

fn to_object<C: serde::Serialize>(config: &C) -> Map<String, Value> {
    match serde_json::to_value(config) {
        Ok(Value::Object(fields)) => fields,
        _ => Map::new(),
    }
}

fn from_object<G: Game>(fields: Map<String, Value>) -> Result<G::Config, BadConfig> {
    // One field at a time on top of the defaults, so that the error names the field.
    let defaults = to_object(&G::Config::default());
    for (key, value) in &fields {
        let read = |value: &Value| {
            let mut probe = defaults.clone();
            probe.insert(key.clone(), value.clone());
            serde_json::from_value::<G::Config>(Value::Object(probe)).map_err(|error| error.to_string())
        };
        if read(value).is_err() {
            let takes = |value: &Value| read(value).map(drop);
            return Err(BadConfig::field(key, value, kind_of(defaults.get(key), takes)));
        }
    }
    serde_json::from_value(Value::Object(fields))
        .map_err(|error| BadConfig::Whole(format!("config: {error}")))
}

/// What a field may be, by what it takes: a library's names of types say nothing to a person.
fn kind_of(usual: Option<&Value>, read: impl Fn(&Value) -> Result<(), String>) -> String {
    let takes = |value: Value| read(&value).is_ok();
    let usual =
        usual.filter(|usual| !usual.is_null()).map_or(String::new(), |usual| format!(", such as {usual}"));
    if takes(true.into()) {
        return "true or false".to_owned();
    }
    if takes(1.into()) {
        return format!("{}{usual}", whole_number(takes));
    }
    match read(&"?".into()) {
        Ok(()) => format!("a text{usual}"),
        // Where only some words are possible, the error has them in backticks, after the one that is not.
        Err(error) if error.contains("`?`") => {
            one_of(&error.split('`').skip(3).step_by(2).collect::<Vec<_>>())
        }
        Err(_) if takes(Value::Array(Vec::new())) => format!("a list{usual}"),
        Err(_) => format!("of another kind{usual}"),
    }
}

/// The whole numbers that a field takes.
fn whole_number(takes: impl Fn(Value) -> bool) -> String {
    let lows = [i64::MIN, i32::MIN.into(), i16::MIN.into(), i8::MIN.into()];
    let low = lows.into_iter().find(|&low| takes(low.into())).unwrap_or(0);
    let highs =
        [i64::MAX, u32::MAX.into(), i32::MAX.into(), u16::MAX.into(), i16::MAX.into(), u8::MAX.into()];
    match highs.into_iter().find(|&high| takes(high.into())) {
        Some(i64::MAX) if low == 0 => "a whole number from 0".to_owned(),
        None | Some(i64::MAX) => "a whole number".to_owned(),
        Some(high) => format!("a whole number from {low} to {high}"),
    }
}

/// `a, b or c`.
fn one_of(words: &[&str]) -> String {
    match words {
        [rest @ .., last] if !rest.is_empty() => format!("{} or {last}", rest.join(", ")),
        _ => words.concat(),
    }
}

fn ensure_known<G: Game>(key: &str, known: &[String]) -> Result<(), BadConfig> {
    if known.iter().any(|name| name == key) {
        return Ok(());
    }
    let names: Vec<&str> = known.iter().map(String::as_str).collect();
    let (field, known) = (key.to_string(), listed(&names));
    Err(BadConfig::UnknownField { game: G::INFO.name, field, known })
}

/// Reads a typed text as JSON where it is JSON; where a text stands already, it stays text.
fn value_like(old: &Value, text: &str) -> Value {
    match old {
        Value::String(_) => Value::String(text.to_string()),
        _ => serde_json::from_str(text).unwrap_or_else(|_| Value::String(text.to_string())),
    }
}

/// `a, b and c`.
pub fn listed(names: &[&str]) -> String {
    match names {
        [] => "none".to_string(),
        [one] => (*one).to_string(),
        [rest @ .., last] => format!("{} and {last}", rest.join(", ")),
    }
}
