//! Every number of the rules, the named presets, and what a config must satisfy.

use serde::{Deserialize, Serialize};
use skirmish_core::config::{BadConfig, ensure_in};
use skirmish_core::grid::Symmetry;
use skirmish_core::info::Preset;

use super::map::{Axis, Style};

/// The largest side of a board.
pub const MAX_SIZE: usize = 200;
/// The smallest side of a board.
pub const MIN_SIZE: usize = 3;
/// The most rounds of a match.
pub const MAX_ROUNDS: u32 = 10_000;
/// The most troops and bases a side may be allowed to have.
///
/// A side's list of units grows by the births of one round, at most this many per pass. A newborn that splits is lower
/// than its parent, so the passes of a round are bounded by the logarithm of a height; all of it stays far below the
/// 32,767 places that a cell can name.
pub const MAX_UNITS: u32 = 500;
/// The longest answer: a batch of the most units there can be, written out, with room to spare.
pub(super) const LINE_BYTES: usize = 16 * 1024;
/// The most gold a side may start with, a troop may cost, and points a thing may give.
const MAX_AMOUNT: i64 = 1_000_000;
/// The highest a new troop may be.
const MAX_TROOP_HEIGHT: u32 = 100;
/// The most height a base may take.
const MAX_BASE_HEIGHT: u32 = 10_000;
/// The most gold a unit of height may mine.
const MAX_YIELD: i64 = 1_000;
/// The largest share of mines, in thousandths.
const MAX_SHARE: u32 = 500;

/// Every number of the rules, and the map if it is given.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Config {
    /// Rows and columns of the board.
    pub size: usize,
    /// Rounds of a match.
    pub rounds: u32,
    /// Gold each side starts with.
    pub start_gold: i64,
    /// Gold a troop costs.
    pub troop_cost: i64,
    /// Height of a new troop.
    pub troop_height: u32,
    /// Height that becomes a base.
    pub base_height: u32,
    /// Gold mined per unit of height.
    pub mine_yield: i64,
    /// The most troops and bases of a side.
    pub max_units: u32,
    /// Points per unit of troop height at the end.
    pub height_points: i64,
    /// Points per base at the end.
    pub base_points: i64,
    /// Generated maps: mines, in thousandths of the cells.
    pub mine_share: u32,
    /// Generated maps: no mine within this many steps of a base.
    pub mine_clear: i16,
    /// Generated maps: at least one mine within this many steps of each base.
    pub mine_reach: i16,
    /// Generated maps: how many cells from the line of symmetry a base stands; by default three tenths of `size`.
    pub base_offset: Option<usize>,
    /// Generated maps: the lowest coordinate of a base along the line of symmetry; by default a quarter of `size`.
    pub along_low: Option<usize>,
    /// Generated maps: the highest coordinate of a base along the line of symmetry; by default as far from its end.
    pub along_high: Option<usize>,
    /// Generated maps: the style; chosen by the seed if there is none.
    pub style: Option<Style>,
    /// Generated maps: the symmetry; chosen by the seed if there is none.
    pub symmetry: Option<Axis>,
    /// A given map, line by line, in the format of the rule page.
    pub map: Option<Vec<String>>,
    /// Whether a given map must be symmetric.
    pub fair: bool,
}

impl Default for Config {
    fn default() -> Self {
        Self {
            size: 100,
            rounds: 500,
            start_gold: 100,
            troop_cost: 10,
            troop_height: 1,
            base_height: 20,
            mine_yield: 2,
            max_units: 100,
            height_points: 5,
            base_points: 100,
            mine_share: 10,
            mine_clear: 6,
            mine_reach: 12,
            base_offset: None,
            along_low: None,
            along_high: None,
            style: None,
            symmetry: None,
            map: None,
            fair: true,
        }
    }
}

/// The named partial configs.
pub(crate) const PRESETS: &[Preset] = &[
    Preset {
        name: "small",
        about: "A board of 40 x 40 and 200 rounds, for a first bot.",
        set: r#"{"size": 40, "rounds": 200, "max_units": 40, "mine_share": 20, "mine_clear": 4, "mine_reach": 8}"#,
    },
    Preset {
        name: "tiny",
        about: "A board of 16 x 16 and 60 rounds, where the sides meet at once.",
        set: r#"{"size": 16, "rounds": 60, "max_units": 20, "base_height": 6, "mine_share": 40, "mine_clear": 1,
                 "mine_reach": 4, "base_offset": 5}"#,
    },
    Preset {
        name: "crowded",
        about: "The full board with 500 units a side: close to having no limit.",
        set: r#"{"max_units": 500}"#,
    },
];

impl Config {
    /// Checks every number; the sentence says which is wrong and what would be right.
    pub fn validate(&self) -> Result<(), BadConfig> {
        ensure_in("size", self.size, MIN_SIZE, MAX_SIZE)?;
        ensure_in("rounds", self.rounds, 1, MAX_ROUNDS)?;
        ensure_in("start_gold", self.start_gold, 0, MAX_AMOUNT)?;
        ensure_in("troop_cost", self.troop_cost, 0, MAX_AMOUNT)?;
        ensure_in("troop_height", self.troop_height, 1, MAX_TROOP_HEIGHT)?;
        ensure_in("base_height", self.base_height, 1, MAX_BASE_HEIGHT)?;
        ensure_in("mine_yield", self.mine_yield, 0, MAX_YIELD)?;
        ensure_in("max_units", self.max_units, 2, MAX_UNITS)?;
        ensure_in("height_points", self.height_points, 0, MAX_AMOUNT)?;
        ensure_in("base_points", self.base_points, 0, MAX_AMOUNT)?;
        match &self.map {
            Some(rows) => ensure_square(self.size, rows),
            None => self.validate_generator(),
        }
    }

    /// The numbers that only matter where the map is generated.
    fn validate_generator(&self) -> Result<(), BadConfig> {
        let far = MAX_SIZE as i16;
        ensure_in("mine_share", self.mine_share, 1, MAX_SHARE)?;
        ensure_in("mine_clear", self.mine_clear, 0, far)?;
        if self.mine_reach <= self.mine_clear || self.mine_reach > far {
            let want = format!(
                "above `mine_clear`, which is {}, and at most {far}, so that a mine fits",
                self.mine_clear
            );
            return Err(BadConfig::field("mine_reach", self.mine_reach, want));
        }
        let half = self.size / 2;
        if !(1..=half).contains(&self.offset()) {
            let want = format!("from 1 to {half}, half of `size`");
            return Err(BadConfig::field("base_offset", self.offset(), want));
        }
        let (low, high) = self.along();
        if high >= self.size {
            let want = format!("below `size`, which is {}", self.size);
            return Err(BadConfig::field("along_high", high, want));
        }
        if low > high {
            return Err(BadConfig::field("along_low", low, format!("at most `along_high`, which is {high}")));
        }
        Ok(())
    }

    /// The most units of a side that act in one round.
    ///
    /// These are the units that the round begins with, bases born in it (bases never go), and troops born in it. A base
    /// creates one troop a round. Of each troop that was there or was created, splitting makes one newborn after
    /// another, each at most half as high, rounded up, as the one before.
    pub(super) fn most_acts_per_round(&self) -> u64 {
        let units = u64::from(self.max_units);
        // Height comes from bases alone, one troop a round, and is captured from the other side.
        let most_height = 2 * u64::from(self.troop_height) * units * u64::from(self.rounds);
        let splits = u64::from(most_height.next_power_of_two().ilog2());
        let (begun_with, bases, created) = (units, units, units);
        begun_with + bases + created + (begun_with + created) * splits
    }

    /// How many cells from the line of symmetry a base stands: 30 on the full board, and in step with smaller ones.
    pub(super) fn offset(&self) -> usize {
        self.base_offset.unwrap_or((self.size * 3 / 10).max(1))
    }

    /// The coordinates between which a base stands along the line of symmetry: 25 to 74 on the full board.
    pub(super) fn along(&self) -> (usize, usize) {
        let low = self.along_low.unwrap_or(self.size / 4);
        (low, self.along_high.unwrap_or(self.size - 1 - self.size / 4))
    }
}

/// A given map must have as many lines and columns as the config says.
fn ensure_square(size: usize, rows: &[String]) -> Result<(), BadConfig> {
    if rows.len() != size {
        let want = format!("{size} lines, as `size` says; a map file sets `size` itself");
        return Err(BadConfig::field("map", format!("{} lines long", rows.len()), want));
    }
    Ok(())
}

/// What the rules need while a match runs, and what never changes in it.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Rules {
    pub(super) config: Config,
    /// What turns the board so that the seats change places.
    pub(super) swap: Symmetry,
    pub(super) style: &'static str,
}
