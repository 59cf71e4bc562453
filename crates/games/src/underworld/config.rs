//! Every number of the rules.

use serde::{Deserialize, Serialize};
use skirmish_core::config::{BadConfig, ensure_in};
use skirmish_core::info::Preset;
use skirmish_core::seat::SeatCount;

use super::board::{Kind, Reach};
use super::map::{GivenMap, Style};

/// The largest width and height: a row of the board is one word of bits.
pub const MAX_SIZE: usize = 64;
/// The smallest width and height of a given map.
pub const MIN_GIVEN_SIZE: usize = 3;
/// Bytes in one line of an answer.
pub(crate) const LINE_BYTES: usize = 1024;
/// Lines in an answer.
pub(crate) const MAX_LINES: usize = 4096;
/// Bytes in a whole answer.
pub(crate) const ANSWER_BYTES: usize = 2 * 1024 * 1024;
/// The largest hit points, damage, cost and income.
pub const MAX_NUMBER: i32 = 1_000_000;
/// The most money at the start.
pub const MAX_MONEY: i64 = 1_000_000_000;
/// The largest attack range and building distance.
pub const MAX_RANGE: u8 = 8;
/// The most turns.
pub const MAX_TURNS: u32 = 100_000;
/// The most cells times turns of a match: a crowded board takes time for each.
pub const MAX_CELL_TURNS: u64 = 64_000_000;
/// The largest share of walls on a generated map, in percent.
pub const MAX_WALL_PERCENT: u8 = 10;

/// Every number of the rules, and the map if one is given.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Config {
    /// Each player's money at the start.
    pub money: i64,
    /// A new warrior's hit points.
    pub warrior_hp: i32,
    /// The damage a warrior deals in a turn, shared among its targets.
    pub warrior_damage: i32,
    /// How far a warrior hits.
    pub warrior_range: u8,
    /// What a warrior costs.
    pub warrior_cost: i32,
    /// A new barracks' hit points.
    pub barracks_hp: i32,
    /// What a barracks costs.
    pub barracks_cost: i32,
    /// A new farm's hit points.
    pub farm_hp: i32,
    /// What a farm costs.
    pub farm_cost: i32,
    /// What a farm pays in a turn.
    pub farm_income: i32,
    /// A castle's hit points at the start.
    pub castle_hp: i32,
    /// How far from an own building one can build.
    pub build_distance: u8,
    /// After this many turns whoever is left draws.
    pub max_turns: u32,
    /// How far a player sees from its own objects; `None`: everything.
    pub vision: Option<u8>,
    /// Whether the castle of a kicked player must still fall before another wins.
    pub kicked_castles_stand: bool,
    /// Whether one turn more than `max_turns` is played.
    pub extra_turn: bool,
    /// The side of a generated map; `None`: 12, 16 or 24, by the number of seats.
    pub size: Option<u8>,
    /// The style of a generated map; `None`: chosen by the seed.
    pub style: Option<Style>,
    /// The largest share of walls on a generated map, in percent.
    pub wall_percent: u8,
    /// A given map instead of a generated one.
    pub map: Option<GivenMap>,
    /// Whether a given map must treat all its seats alike.
    pub fair: bool,
}

impl Default for Config {
    fn default() -> Self {
        Self {
            money: 3000,
            warrior_hp: 500,
            warrior_damage: 100,
            warrior_range: 2,
            warrior_cost: 500,
            barracks_hp: 1500,
            barracks_cost: 1500,
            farm_hp: 1000,
            farm_cost: 1000,
            farm_income: 50,
            castle_hp: 10_000,
            build_distance: 2,
            max_turns: 1000,
            vision: None,
            kicked_castles_stand: false,
            extra_turn: false,
            size: None,
            style: None,
            wall_percent: 10,
            map: None,
            fair: true,
        }
    }
}

/// The named partial configs.
pub(crate) const PRESETS: &[Preset] = &[
    Preset {
        name: "classic",
        about: "The original's map for up to four: 10x10, castles in the corners, a block of walls in the middle.",
        set: r##"{"map": {"sizex": 10, "sizey": 10, "objects": [
            {"x": 0, "y": 0, "type": "C", "owner": 0}, {"x": 0, "y": 1, "type": "B", "owner": 0},
            {"x": 9, "y": 9, "type": "C", "owner": 1}, {"x": 9, "y": 8, "type": "B", "owner": 1},
            {"x": 0, "y": 9, "type": "C", "owner": 2}, {"x": 1, "y": 9, "type": "B", "owner": 2},
            {"x": 9, "y": 0, "type": "C", "owner": 3}, {"x": 8, "y": 0, "type": "B", "owner": 3},
            {"x": 4, "y": 4, "type": "#", "owner": -1}, {"x": 5, "y": 4, "type": "#", "owner": -1},
            {"x": 4, "y": 5, "type": "#", "owner": -1}, {"x": 5, "y": 5, "type": "#", "owner": -1}]}}"##,
    },
    Preset {
        name: "original",
        about: "The original's end of the game: a kicked player's castle must still fall, and one turn more is played.",
        set: r#"{"kicked_castles_stand": true, "extra_turn": true}"#,
    },
    Preset {
        name: "fog",
        about: "Everybody sees only what is within distance 3 of its own objects.",
        set: r#"{"vision": 3}"#,
    },
];

impl Config {
    /// Whether every number is one that a match can be played with.
    pub fn validate(&self) -> Result<(), BadConfig> {
        ensure_in("money", self.money, 0, MAX_MONEY)?;
        let positive = [
            ("warrior_hp", self.warrior_hp),
            ("warrior_cost", self.warrior_cost),
            ("barracks_hp", self.barracks_hp),
            ("barracks_cost", self.barracks_cost),
            ("farm_hp", self.farm_hp),
            ("farm_cost", self.farm_cost),
            ("castle_hp", self.castle_hp),
        ];
        for (name, value) in positive {
            ensure_in(name, value, 1, MAX_NUMBER)?;
        }
        ensure_in("warrior_damage", self.warrior_damage, 0, MAX_NUMBER)?;
        ensure_in("farm_income", self.farm_income, 0, MAX_NUMBER)?;
        ensure_in("warrior_range", self.warrior_range, 1, MAX_RANGE)?;
        ensure_in("build_distance", self.build_distance, 1, MAX_RANGE)?;
        ensure_in("max_turns", self.max_turns, 1, MAX_TURNS)?;
        ensure_in("wall_percent", self.wall_percent, 0, MAX_WALL_PERCENT)?;
        if let Some(vision) = self.vision {
            ensure_in("vision", vision, 1, Reach::MAX)?;
        }
        if self.map.is_some() {
            if let Some(size) = self.size {
                return Err(BadConfig::field("size", size, "left out when a map is given"));
            }
            if let Some(style) = self.style {
                return Err(BadConfig::field("style", style.name(), "left out when a map is given"));
            }
        }
        Ok(())
    }

    /// Refuses a match on a board of that size which would take too much work.
    pub(crate) fn ensure_playable(&self, width: usize, height: usize) -> Result<(), BadConfig> {
        let most = MAX_CELL_TURNS / (width * height) as u64;
        if u64::from(self.max_turns) <= most {
            return Ok(());
        }
        let want = format!("at most {most} on a board of {width} by {height} cells");
        Err(BadConfig::field("max_turns", self.max_turns, want))
    }

    /// A new object's hit points.
    pub fn full_hp(&self, kind: Kind) -> i32 {
        match kind {
            Kind::Warrior => self.warrior_hp,
            Kind::Barracks => self.barracks_hp,
            Kind::Castle => self.castle_hp,
            Kind::Farm => self.farm_hp,
            Kind::Wall => super::board::WALL_HP,
        }
    }

    /// What an object costs; nothing where it cannot be bought.
    pub fn cost(&self, kind: Kind) -> i64 {
        match kind {
            Kind::Warrior => i64::from(self.warrior_cost),
            Kind::Barracks => i64::from(self.barracks_cost),
            Kind::Farm => i64::from(self.farm_cost),
            Kind::Castle | Kind::Wall => 0,
        }
    }

    /// How many turns are played at most.
    pub fn last_turn(&self) -> u32 {
        self.max_turns + u32::from(self.extra_turn)
    }
}

/// What the rules need while a match runs, and what never changes in it.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Rules {
    /// The numbers; a given map is not kept, the board was made from it.
    pub(crate) config: Config,
    pub(crate) seats: SeatCount,
    pub(crate) style: &'static str,
    pub(crate) range: Reach,
    pub(crate) build_reach: Reach,
    pub(crate) vision: Option<Reach>,
    /// The damage that each of that many targets gets.
    pub(crate) shares: Vec<i32>,
}

impl Rules {
    pub(crate) fn new(config: &Config, seats: SeatCount, style: &'static str) -> Self {
        // Rule: the damage is divided by the number of targets and rounded half up.
        let share = |targets: i32| (2 * config.warrior_damage + targets) / (2 * targets);
        let most = (2 * i32::from(config.warrior_range) + 1).pow(2);
        Self {
            config: Config { map: None, ..config.clone() },
            seats,
            style,
            range: Reach::new(config.warrior_range),
            build_reach: Reach::new(config.build_distance),
            vision: config.vision.map(Reach::new),
            shares: std::iter::once(0).chain((1..=most).map(share)).collect(),
        }
    }
}
