//! Every number of the rules, and the map if one is given.

use serde::{Deserialize, Serialize};
use skirmish_core::config::{BadConfig, ensure_in};
use skirmish_core::grid::Cell;
use skirmish_core::info::Preset;

use super::map::{self, GivenMap, Style};

/// The shortest side of a board.
pub const MIN_SIDE: u32 = 8;
/// The longest side of a board.
pub const MAX_SIDE: u32 = 64;
/// The longest match.
pub const MAX_TURNS: u32 = 1000;
/// The most resource a tile can hold.
pub const MAX_RESOURCE: u32 = 1000;
/// The most resource a player can start with, and the most a building can cost.
pub const MAX_PURSE: u32 = 1_000_000;
/// The most units a player can start with, workers that can count, defence, and progress a unit can take.
/// With the longest match and the largest board, the units of a match still fit an `i32`.
pub const MAX_COUNT: u32 = 1000;

/// The most lines an answer can have; what comes after them is not read.
pub const MAX_LINES: usize = 4096;
/// Bytes in one line of an answer.
pub(crate) const LINE_BYTES: usize = 256;
/// Bytes in a whole answer.
pub(crate) const ANSWER_BYTES: usize = MAX_LINES * 64;

const _: () = assert!(MAX_SIDE * MAX_SIDE * 4 <= u16::MAX as u32 + 1, "tiles and ways fit their type");

/// Every number of the rules. The defaults are the rules as they are meant.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Config {
    /// Columns of the board; even.
    pub width: u32,
    /// Rows of the board; even.
    pub height: u32,
    /// How many turns are played.
    pub turns: u32,
    /// Units of each player at the start.
    pub start_units: u32,
    /// Resource in each player's purse at the start.
    pub start_resource: u32,
    /// What a building costs.
    pub building_cost: u32,
    /// How much progress makes a unit.
    pub unit_work: u32,
    /// How many workers count in one building.
    pub max_workers: u32,
    /// How many attackers it takes, besides one for every worker, to bring a building down.
    pub defence: u32,
    /// The turn from which the only player with buildings wins, even if the other never had one.
    pub settle_by: u32,
    /// The only player with units wins after more than this many turns in a row.
    pub alone_turns: u32,
    /// How many answers in a row a player has to miss to lose.
    pub missed_turns: u32,
    /// The most resource on a tile of a generated map.
    pub resource_max: u32,
    /// The least resource that a generated map has in the 5x5 tiles around each start, as far as they can hold it.
    pub start_reserve: u32,
    /// The style of a generated map; left to the seed if not given.
    pub style: Option<Style>,
    /// Whether a given map has to be symmetric.
    pub fair: bool,
    /// A map to play on instead of a generated one.
    pub map: Option<GivenMap>,
}

impl Default for Config {
    fn default() -> Self {
        Self {
            width: 20,
            height: 20,
            turns: 300,
            start_units: 1,
            start_resource: 100,
            building_cost: 100,
            unit_work: 5,
            max_workers: 10,
            defence: 10,
            settle_by: 50,
            alone_turns: 10,
            missed_turns: 3,
            resource_max: 20,
            start_reserve: 150,
            style: None,
            fair: true,
            map: None,
        }
    }
}

/// The named partial configs.
pub(crate) const PRESETS: &[Preset] = &[
    Preset {
        name: "small",
        about: "A board of 12x12 for 150 turns.",
        set: r#"{"width": 12, "height": 12, "turns": 150}"#,
    },
    Preset {
        name: "large",
        about: "A board of 32x32 for 500 turns.",
        set: r#"{"width": 32, "height": 32, "turns": 500}"#,
    },
    Preset {
        name: "rich",
        about: "Up to 50 resource on a tile, so that there is always enough.",
        set: r#"{"resource_max": 50}"#,
    },
    Preset {
        name: "proportional",
        about: "Up to 1000 workers count in a building, so that production grows with every worker.",
        set: r#"{"max_workers": 1000}"#,
    },
];

impl Config {
    /// Says what is wrong with the first number that no match can be played with.
    pub fn validate(&self) -> Result<(), BadConfig> {
        for (name, side) in [("width", self.width), ("height", self.height)] {
            ensure_in(name, side, MIN_SIDE, MAX_SIDE)?;
            if side % 2 != 0 {
                return Err(BadConfig::field(name, side, "even"));
            }
        }
        ensure_in("turns", self.turns, 1, MAX_TURNS)?;
        ensure_in("start_units", self.start_units, 1, MAX_COUNT)?;
        ensure_in("start_resource", self.start_resource, 0, MAX_PURSE)?;
        ensure_in("building_cost", self.building_cost, 0, MAX_PURSE)?;
        ensure_in("unit_work", self.unit_work, 1, MAX_COUNT)?;
        ensure_in("max_workers", self.max_workers, 1, MAX_COUNT)?;
        ensure_in("defence", self.defence, 1, MAX_COUNT)?;
        ensure_in("settle_by", self.settle_by, 1, MAX_TURNS)?;
        ensure_in("alone_turns", self.alone_turns, 0, MAX_TURNS)?;
        ensure_in("missed_turns", self.missed_turns, 1, MAX_TURNS)?;
        ensure_in("resource_max", self.resource_max, 0, MAX_RESOURCE)?;
        ensure_in("start_reserve", self.start_reserve, 0, MAX_PURSE)?;
        match &self.map {
            Some(given) => map::validate(given, self),
            None => Ok(()),
        }
    }
}

/// What the rules need of a config while a match runs, in the types that they count in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Rules {
    pub width: u16,
    pub height: u16,
    pub turns: u32,
    pub start_units: i32,
    pub building_cost: i32,
    pub unit_work: u16,
    pub max_workers: i32,
    pub defence: i32,
    pub settle_by: u32,
    pub alone_turns: u32,
    pub missed_turns: u32,
}

impl Rules {
    /// The numbers of a config that was checked.
    pub fn new(config: &Config) -> Self {
        Self {
            width: config.width as u16,
            height: config.height as u16,
            turns: config.turns,
            start_units: config.start_units as i32,
            building_cost: config.building_cost as i32,
            unit_work: config.unit_work as u16,
            max_workers: config.max_workers as i32,
            defence: config.defence as i32,
            settle_by: config.settle_by,
            alone_turns: config.alone_turns,
            missed_turns: config.missed_turns,
        }
    }

    /// The number of a cell's tile, if it is on the board.
    #[inline]
    pub fn tile(&self, cell: Cell) -> Option<usize> {
        // As `u32`: comparing pairs of `i16`, the compiler chooses vector instructions, which are slower here.
        let (x, y) = (i32::from(cell.x) as u32, i32::from(cell.y) as u32);
        let (width, height) = (u32::from(self.width), u32::from(self.height));
        if x < width && y < height { Some((y * width + x) as usize) } else { None }
    }

    /// The cell of a tile.
    #[inline]
    pub fn cell(&self, tile: usize) -> Cell {
        let (tile, width) = (tile as u32, u32::from(self.width));
        Cell::new((tile % width) as i16, (tile / width) as i16)
    }
}
