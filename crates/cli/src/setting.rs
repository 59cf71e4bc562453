//! Game, config, seed and clock from the command line's options.

use std::path::Path;

use serde_json::{Map, Value};
use skirmish_core::clock::Clock;
use skirmish_core::config::Wishes;
use skirmish_core::rng::Seed;
use skirmish_core::seat::SeatCount;
use skirmish_core::table::{Entry, Table};

use crate::args::SettingArgs;
use crate::failure::Failure;

/// The most bytes of a config or map file.
const MOST_BYTES: u64 = 4 << 20;

/// Validated settings of a match.
#[derive(Debug)]
pub struct Setting {
    /// The game's entry in `GAMES`.
    pub entry: &'static Entry,
    /// The complete config, defaults filled in.
    pub config: Value,
    /// The number of seats.
    pub seats: SeatCount,
    /// The seed of the first match.
    pub seed: Seed,
    /// The time control.
    pub clock: Clock,
}

impl Setting {
    /// Validates the options; opens a table once to check config and seats.
    pub fn new(game: &str, seats: usize, args: &SettingArgs) -> Result<Self, Failure> {
        let entry = crate::commands::game(game)?;
        let seats = SeatCount::new(seats).ok_or_else(|| {
            Failure::input(format!(
                "{seats} players were given: {game} is for {}",
                crate::commands::players(entry.info)
            ))
        })?;
        let config = (entry.configure)(&wishes(args)?).map_err(Failure::input)?;
        let seed = args.seed.unwrap_or_else(fresh_seed);
        let clock = match &args.clock {
            _ if args.no_clock => Clock::NONE,
            Some(text) => {
                let given: Clock = text.parse().map_err(Failure::input)?;
                given.with_late_max(given.late_max.or(entry.info.clock.late_max))
            }
            None => entry.info.clock,
        };
        let setting = Self { entry, config, seats, seed, clock };
        setting.open(seed)?;
        Ok(setting)
    }

    /// Opens a table for a match with that seed.
    pub fn open(&self, seed: Seed) -> Result<Box<dyn Table>, Failure> {
        (self.entry.open)(&self.config, self.seats, seed).map_err(Failure::input)
    }
}

fn wishes(args: &SettingArgs) -> Result<Wishes, Failure> {
    let mut wishes = Wishes { presets: args.preset.clone(), ..Wishes::none() };
    for config in &args.config {
        match config.split_once('=') {
            Some((key, value)) => wishes.fields.push((key.trim().to_string(), value.trim().to_string())),
            None => add_file(&mut wishes, Path::new(config))?,
        }
    }
    if let Some(path) = &args.map {
        wishes.map = Some(text_of(path)?);
    }
    Ok(wishes)
}

/// Adds a config file: JSON by its extension, else TOML. The field `preset` names a preset, all others are the game's.
fn add_file(wishes: &mut Wishes, path: &Path) -> Result<(), Failure> {
    let text = text_of(path)?;
    let is_json = path.extension().is_some_and(|extension| extension == "json");
    let parsed: Result<Map<String, Value>, String> = if is_json {
        serde_json::from_str(&text).map_err(|error| error.to_string())
    } else {
        toml::from_str(&text).map_err(|error| error.to_string())
    };
    let mut fields = parsed.map_err(|error| {
        Failure::input(format!("{} is no config file: {}", path.display(), error.trim().replace('\n', " ")))
    })?;
    match fields.remove("preset") {
        None => {}
        Some(Value::String(name)) => wishes.presets.push(name),
        Some(other) => {
            return Err(Failure::input(format!(
                "{}: `preset` is {other}: it must be a name",
                path.display()
            )));
        }
    }
    wishes.files.push(fields);
    Ok(())
}

fn text_of(path: &Path) -> Result<String, Failure> {
    skirmish_files::read_text(path, MOST_BYTES)
        .map_err(|error| Failure::input(format!("cannot read {}: {error}", path.display())))
}

/// A random seed, short enough to type.
fn fresh_seed() -> Seed {
    use std::hash::{BuildHasher as _, RandomState};
    Seed(RandomState::new().hash_one(std::process::id()) % 1_000_000)
}
