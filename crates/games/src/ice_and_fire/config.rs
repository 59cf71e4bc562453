//! Every number of the rules, and what a match may set them to.

use serde::{Deserialize, Serialize};
use skirmish_core::config::{BadConfig, ensure_in};
use skirmish_core::info::Preset;

/// Cells in a row and in a column. The wire of the contest knows no other size, so this is no setting.
pub const SIDE: usize = 12;
/// Cells on the board.
pub const AREA: usize = SIDE * SIDE;
/// Bytes in one answer.
pub(crate) const LINE_BYTES: usize = 65_536;
/// The longest match, in turns of each player.
pub const MAX_TURNS: u32 = 1000;
/// The highest price of anything, and the most gold to begin with.
pub const MAX_GOLD: i32 = 10_000;
/// The highest income or upkeep of one thing.
pub const MAX_INCOME: i32 = 1000;
/// The most mine spots on a generated map.
pub const MAX_MINE_SPOTS: u32 = 40;
/// The most rounds of smoothing when a map is generated.
pub const MAX_SMOOTHING_ROUNDS: u32 = 20;

/// The numbers of a match; the defaults are the contest's full rules.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Config {
    /// Turns that each player has.
    pub turns: u32,
    /// Gold that each player begins with.
    pub start_gold: i32,
    /// Whether blue, who moves second, begins with the cell (11, 10) besides its headquarters.
    pub head_start: bool,
    /// Income of an active cell.
    pub cell_income: i32,
    /// Income of a mine on an active cell, besides the cell's own.
    pub mine_income: i32,
    /// Price of a unit of level 1, 2, 3.
    pub unit_cost: [i32; 3],
    /// Upkeep of a unit of level 1, 2, 3.
    pub unit_upkeep: [i32; 3],
    /// The highest level that can be trained; units of it destroy any unit.
    pub max_level: u8,
    /// The lowest level that may enter cells guarded by a tower and destroy towers.
    pub breach_level: u8,
    /// Whether mines can be built, and spots for them are generated.
    pub mines: bool,
    /// Whether towers can be built.
    pub towers: bool,
    /// Price of a player's first mine.
    pub mine_cost: i32,
    /// What each mine a player has adds to the price of the next.
    pub mine_cost_step: i32,
    /// Price of a tower.
    pub tower_cost: i32,
    /// The fewest mine spots of a generated map.
    pub mine_spots_min: u32,
    /// The most mine spots of a generated map.
    pub mine_spots_max: u32,
    /// How many of 100 cells begin solid when a map is generated.
    pub solid_percent: u32,
    /// How often a generated map is smoothed.
    pub smoothing_rounds: u32,
    /// How many of the nine cells around must be solid for a cell to become so.
    pub smoothing_threshold: u32,
    /// A given map: 12 rows of 12 characters, `#` void, `.` land, `m` land with a mine spot.
    pub map: Option<Vec<String>>,
    /// Whether a given map must look the same from both corners.
    pub fair: bool,
}

impl Default for Config {
    fn default() -> Self {
        Self {
            turns: 100,
            start_gold: 20,
            head_start: true,
            cell_income: 1,
            mine_income: 4,
            unit_cost: [10, 20, 30],
            unit_upkeep: [1, 4, 20],
            max_level: 3,
            breach_level: 3,
            mines: true,
            towers: true,
            mine_cost: 20,
            mine_cost_step: 4,
            tower_cost: 15,
            mine_spots_min: 8,
            mine_spots_max: 20,
            solid_percent: 55,
            smoothing_rounds: 3,
            smoothing_threshold: 6,
            map: None,
            fair: true,
        }
    }
}

/// The leagues of the contest, and the public referee as it was left.
pub(crate) static PRESETS: &[Preset] = &[
    Preset {
        name: "bronze",
        about: "The contest's full rules; the default.",
        set: r#"{"max_level": 3, "mines": true, "towers": true, "mine_cost": 20, "mine_cost_step": 4}"#,
    },
    Preset {
        name: "wood1",
        about: "The third league: mines are new. Towers can be built as well, an oversight of the original.",
        set: r#"{"max_level": 3, "mines": true, "towers": true}"#,
    },
    Preset {
        name: "wood2",
        about: "The second league: all levels, no buildings.",
        set: r#"{"max_level": 3, "mines": false, "towers": false}"#,
    },
    Preset {
        name: "wood3",
        about: "The first league: level 1 only, which destroys its like; no buildings.",
        set: r#"{"max_level": 1, "mines": false, "towers": false}"#,
    },
    Preset {
        name: "referee-2020",
        about: "The public referee at its last commit: every mine costs 15.",
        set: r#"{"mine_cost": 15, "mine_cost_step": 0}"#,
    },
];

impl Config {
    /// Checks every number; the map is checked when it is read.
    pub(crate) fn validate(&self) -> Result<(), BadConfig> {
        ensure_in("turns", self.turns, 1, MAX_TURNS)?;
        ensure_in("start_gold", self.start_gold, 0, MAX_GOLD)?;
        ensure_in("cell_income", self.cell_income, 0, MAX_INCOME)?;
        ensure_in("mine_income", self.mine_income, 0, MAX_INCOME)?;
        for (&cost, &upkeep) in self.unit_cost.iter().zip(&self.unit_upkeep) {
            ensure_in("unit_cost", cost, 0, MAX_GOLD)?;
            ensure_in("unit_upkeep", upkeep, 0, MAX_INCOME)?;
        }
        ensure_in("max_level", self.max_level, 1, 3)?;
        ensure_in("breach_level", self.breach_level, 1, 3)?;
        ensure_in("mine_cost", self.mine_cost, 0, MAX_GOLD)?;
        ensure_in("mine_cost_step", self.mine_cost_step, 0, MAX_GOLD)?;
        ensure_in("tower_cost", self.tower_cost, 0, MAX_GOLD)?;
        self.validate_generator()
    }

    fn validate_generator(&self) -> Result<(), BadConfig> {
        ensure_in("mine_spots_max", self.mine_spots_max, 0, MAX_MINE_SPOTS)?;
        ensure_in("mine_spots_min", self.mine_spots_min, 0, self.mine_spots_max)?;
        for (name, spots) in
            [("mine_spots_min", self.mine_spots_min), ("mine_spots_max", self.mine_spots_max)]
        {
            if spots % 2 != 0 {
                return Err(BadConfig::field(name, spots, "even, because every spot has its image"));
            }
        }
        ensure_in("solid_percent", self.solid_percent, 0, 100)?;
        ensure_in("smoothing_rounds", self.smoothing_rounds, 0, MAX_SMOOTHING_ROUNDS)?;
        ensure_in("smoothing_threshold", self.smoothing_threshold, 0, 10)
    }
}

/// What the rules need of a config while a match runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Rules {
    pub(crate) turns: u32,
    pub(crate) cell_income: i32,
    pub(crate) mine_income: i32,
    pub(crate) unit_cost: [i32; 3],
    pub(crate) unit_upkeep: [i32; 3],
    pub(crate) mine_cost: i32,
    pub(crate) mine_cost_step: i32,
    pub(crate) tower_cost: i32,
    pub(crate) max_level: u8,
    pub(crate) breach_level: u8,
    pub(crate) mines: bool,
    pub(crate) towers: bool,
}

impl From<&Config> for Rules {
    fn from(config: &Config) -> Self {
        Self {
            turns: config.turns,
            cell_income: config.cell_income,
            mine_income: config.mine_income,
            unit_cost: config.unit_cost,
            unit_upkeep: config.unit_upkeep,
            mine_cost: config.mine_cost,
            mine_cost_step: config.mine_cost_step,
            tower_cost: config.tower_cost,
            max_level: config.max_level,
            breach_level: config.breach_level,
            mines: config.mines,
            towers: config.towers,
        }
    }
}
