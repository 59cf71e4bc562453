//! Odd but playable configs, for those who try out bots: the extremes of the rules.

use skirmish_core::info::Preset;

pub(crate) const ODDITIES: &[Preset] = &[
    Preset { name: "one-turn", about: "Each player has a single turn.", set: r#"{"turns": 1}"# },
    Preset {
        name: "penniless",
        about: "No gold and no income: there is nothing to do but `WAIT`.",
        set: r#"{"start_gold": 0, "cell_income": 0, "turns": 20}"#,
    },
    Preset {
        name: "rich",
        about: "10000 gold at the start: long lists of units, large numbers.",
        set: r#"{"start_gold": 10000, "turns": 30}"#,
    },
    Preset {
        name: "bankrupt",
        about: "Upkeep that nobody can pay: all units die at the beginning of the next turn.",
        set: r#"{"unit_upkeep": [1000, 1000, 1000], "start_gold": 60, "turns": 30}"#,
    },
    Preset {
        name: "no-spots",
        about: "A map without mine spots: the first block begins with 0.",
        set: r#"{"mine_spots_min": 0, "mine_spots_max": 0, "turns": 40, "map": null}"#,
    },
    Preset {
        name: "all-spots",
        about: "40 mine spots, mines and towers that are free.",
        set: r#"{"mine_spots_min": 40, "mine_spots_max": 40, "mine_cost": 0, "mine_cost_step": 0, "tower_cost": 0, "solid_percent": 0, "turns": 30, "map": null}"#,
    },
    Preset {
        name: "corridor",
        about: "Land along the edge only: two ways, one cell wide, between the headquarters.",
        set: r#"{"turns": 40, "map": ["............",
                 ".##########.",
                 ".##########.",
                 ".##########.",
                 ".##########.",
                 ".##########.",
                 ".##########.",
                 ".##########.",
                 ".##########.",
                 ".##########.",
                 ".##########.",
                 "............"]}"#,
    },
    Preset {
        name: "open",
        about: "No void cell at all.",
        set: r#"{"turns": 40, "map": ["............",
                 "............",
                 "............",
                 "............",
                 "............",
                 "............",
                 "............",
                 "............",
                 "............",
                 "............",
                 "............",
                 "............"]}"#,
    },
    Preset {
        name: "free-giants",
        about: "Units of level 3 for nothing and without upkeep, which take whatever they reach.",
        set: r#"{"unit_cost": [0, 0, 0], "unit_upkeep": [0, 0, 0], "turns": 30}"#,
    },
];
