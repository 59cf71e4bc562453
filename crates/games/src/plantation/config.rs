//! Every number of the rules, and what they may be.

use serde::{Deserialize, Serialize};
use skirmish_core::config::{BadConfig, ensure_in};
use skirmish_core::info::Preset;

use super::action::Verb;
use super::map;

/// The longest side of a board.
pub const MAX_SIDE: usize = 20;
/// The most cells of a board.
pub(super) const MAX_CELLS: usize = MAX_SIDE * MAX_SIDE;
/// The most turns each player can have.
pub const MAX_TURNS: u16 = 1000;
/// The most moves in a turn, and the most a command can cost.
pub const MAX_MOVES: u16 = 20;
/// The most that a single number of the rules can add to or take from a tile.
pub const MAX_LEVELS: u16 = 1000;
/// No tile can ever grow beyond this.
pub const MAX_SCORE: u32 = 32_000;
/// Bytes in one answer.
pub(super) const LINE_BYTES: usize = 1024;

/// The config of a match. The defaults are the rules of the seed.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Config {
    /// Rows of the board.
    pub rows: u16,
    /// Columns of the board.
    pub cols: u16,
    /// Turns each player has.
    pub turns: u16,
    /// Moves in a turn.
    pub moves_per_turn: u16,
    /// Tiles each side starts with, in its outer column.
    pub start_tiles: u16,
    /// The score of a start tile.
    pub start_score: u16,
    /// What `fertilise` costs, in moves.
    pub fertilise_cost: u16,
    /// What `plant` costs, in moves.
    pub plant_cost: u16,
    /// What `scout` costs, in moves.
    pub scout_cost: u16,
    /// What `colonise` costs, in moves.
    pub colonise_cost: u16,
    /// What `spray` costs, in moves.
    pub spray_cost: u16,
    /// What `bomb` costs, in moves.
    pub bomb_cost: u16,
    /// What a line without a command costs, in moves.
    pub garbled_cost: u16,
    /// The score of a tile just planted or colonised.
    pub plant_score: u16,
    /// What `fertilise` adds to a tile.
    pub fertilise_gain: u16,
    /// The least score of a tile that may pay for a colonisation.
    pub colonise_source: u16,
    /// What that tile loses.
    pub colonise_price: u16,
    /// What `spray` takes from each enemy tile it reaches.
    pub spray_damage: u16,
    /// The most that `bomb` takes from an enemy tile.
    pub bomb_damage: u16,
    /// Who begins a turn changes, so that neither is early more often than the other.
    pub balanced_order: bool,
    /// `plant` on an enemy tile answers `occupied` wherever it is, not only beside an own tile.
    pub occupied_first: bool,
    /// `scout` leaves cells off the board out instead of answering 0 for them.
    pub scout_clipped: bool,
    /// Minus starts in the same rows as Plus.
    pub mirrored: bool,
    /// The rows Plus starts in, instead of random ones.
    pub plus_rows: Vec<u16>,
    /// The rows Minus starts in, instead of random ones.
    pub minus_rows: Vec<u16>,
    /// The whole board at the start, rows of signed scores, instead of start tiles.
    pub board: Vec<Vec<i16>>,
    /// Refuse a given start that is not the same for both sides.
    pub fair: bool,
}

impl Default for Config {
    fn default() -> Self {
        Self {
            rows: 11,
            cols: 11,
            turns: 100,
            moves_per_turn: 3,
            start_tiles: 3,
            start_score: 1,
            fertilise_cost: 1,
            plant_cost: 1,
            scout_cost: 1,
            colonise_cost: 2,
            spray_cost: 2,
            bomb_cost: 2,
            garbled_cost: 1,
            plant_score: 1,
            fertilise_gain: 1,
            colonise_source: 2,
            colonise_price: 1,
            spray_damage: 1,
            bomb_damage: 4,
            balanced_order: false,
            occupied_first: false,
            scout_clipped: false,
            mirrored: false,
            plus_rows: Vec::new(),
            minus_rows: Vec::new(),
            board: Vec::new(),
            fair: true,
        }
    }
}

/// The named partial configs.
pub(super) const PRESETS: &[Preset] = &[
    Preset {
        name: "original",
        about: "The public original to the letter: `occupied` before adjacency, scouting leaves off-board cells out.",
        set: r#"{"occupied_first": true, "scout_clipped": true, "bomb_damage": 4, "fair": false}"#,
    },
    Preset {
        name: "bomb3",
        about: "A bomb takes at most 3 levels, as the original's command list says.",
        set: r#"{"bomb_damage": 3}"#,
    },
    Preset {
        name: "mirrored",
        about: "Both sides start in the same random rows.",
        set: r#"{"mirrored": true}"#,
    },
    Preset {
        name: "fair",
        about: "Who begins a turn changes in a balanced order, so that neither side has the better place in it.",
        set: r#"{"balanced_order": true}"#,
    },
];

impl Config {
    /// Whether a match can be played with it; if not, why not.
    pub fn validate(&self) -> Result<(), BadConfig> {
        self.validate_sizes()?;
        self.validate_costs()?;
        self.validate_levels()?;
        map::validate(self)
    }

    fn validate_sizes(&self) -> Result<(), BadConfig> {
        ensure_in("rows", self.rows, 1, MAX_SIDE as u16)?;
        ensure_in("cols", self.cols, 2, MAX_SIDE as u16)?;
        ensure_in("turns", self.turns, 1, MAX_TURNS)?;
        ensure_in("moves_per_turn", self.moves_per_turn, 1, MAX_MOVES)
    }

    fn validate_costs(&self) -> Result<(), BadConfig> {
        // Rule: every command costs something, so a turn always ends.
        ensure_in("fertilise_cost", self.fertilise_cost, 1, MAX_MOVES)?;
        ensure_in("plant_cost", self.plant_cost, 1, MAX_MOVES)?;
        ensure_in("scout_cost", self.scout_cost, 1, MAX_MOVES)?;
        ensure_in("colonise_cost", self.colonise_cost, 1, MAX_MOVES)?;
        ensure_in("spray_cost", self.spray_cost, 1, MAX_MOVES)?;
        ensure_in("bomb_cost", self.bomb_cost, 1, MAX_MOVES)?;
        ensure_in("garbled_cost", self.garbled_cost, 1, MAX_MOVES)
    }

    fn validate_levels(&self) -> Result<(), BadConfig> {
        ensure_in("start_score", self.start_score, 1, MAX_LEVELS)?;
        ensure_in("plant_score", self.plant_score, 1, MAX_LEVELS)?;
        ensure_in("fertilise_gain", self.fertilise_gain, 1, MAX_LEVELS)?;
        ensure_in("colonise_source", self.colonise_source, 1, MAX_LEVELS)?;
        ensure_in("spray_damage", self.spray_damage, 1, MAX_LEVELS)?;
        ensure_in("bomb_damage", self.bomb_damage, 1, MAX_LEVELS)?;
        if self.colonise_price >= self.colonise_source {
            let want =
                format!("below `colonise_source` ({}), so that the source stays", self.colonise_source);
            return Err(BadConfig::field("colonise_price", self.colonise_price, want));
        }
        // A tile that is fertilised with every move of the match must still be a score.
        let most_moves = u32::from(self.turns) * u32::from(self.moves_per_turn);
        let growth = most_moves / u32::from(self.fertilise_cost) * u32::from(self.fertilise_gain);
        if growth + u32::from(MAX_LEVELS) > MAX_SCORE {
            let most = (MAX_SCORE - u32::from(MAX_LEVELS)) * u32::from(self.fertilise_cost) / most_moves;
            return Err(BadConfig::field(
                "fertilise_gain",
                self.fertilise_gain,
                format!("at most {most} with that many moves: no tile may pass {}", MAX_SCORE),
            ));
        }
        Ok(())
    }
}

/// What the rules need of a config while a match runs.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Rules {
    pub(super) turns: u16,
    pub(super) moves_per_turn: u16,
    /// In the order of [`Verb::ALL`].
    costs: [u16; Verb::ALL.len()],
    pub(super) garbled_cost: u16,
    pub(super) balanced_order: bool,
    pub(super) plant_score: i16,
    pub(super) fertilise_gain: i16,
    pub(super) colonise_price: i16,
    pub(super) spray_damage: i16,
    pub(super) bomb_damage: i16,
    pub(super) occupied_first: bool,
    pub(super) scout_clipped: bool,
}

impl Rules {
    pub(super) fn new(config: &Config) -> Self {
        Self {
            turns: config.turns,
            moves_per_turn: config.moves_per_turn,
            costs: [
                config.fertilise_cost,
                config.plant_cost,
                config.scout_cost,
                config.colonise_cost,
                config.spray_cost,
                config.bomb_cost,
            ],
            garbled_cost: config.garbled_cost,
            balanced_order: config.balanced_order,
            plant_score: config.plant_score as i16,
            fertilise_gain: config.fertilise_gain as i16,
            colonise_price: config.colonise_price as i16,
            spray_damage: config.spray_damage as i16,
            bomb_damage: config.bomb_damage as i16,
            occupied_first: config.occupied_first,
            scout_clipped: config.scout_clipped,
        }
    }

    /// What a verb costs, in moves.
    #[inline]
    pub(super) fn cost(&self, verb: Verb) -> u16 {
        self.costs[verb as usize]
    }
}
