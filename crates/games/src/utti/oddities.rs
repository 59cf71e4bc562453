//! Odd but playable configs, for those who try out bots: the extremes of the rules.

use skirmish_core::info::Preset;

pub(crate) const ODDITIES: &[Preset] = &[
    Preset { name: "one-round", about: "The match is over after a single round.", set: r#"{"rounds": 1}"# },
    Preset {
        name: "smallest",
        about: "A board of 3 x 3 with two units a side: most moves lead off the board or into somebody.",
        set: r#"{"size": 3, "rounds": 30, "max_units": 2, "mine_share": 200, "mine_clear": 0, "mine_reach": 3, "base_offset": null,
                 "along_low": null, "along_high": null}"#,
    },
    Preset {
        name: "largest",
        about: "A board of 200 x 200, half of it mines: the longest hello there is.",
        set: r#"{"size": 200, "rounds": 3, "mine_share": 500, "mine_clear": 6, "mine_reach": 12, "base_offset": null, "along_low": null,
                 "along_high": null}"#,
    },
    Preset {
        name: "penniless",
        about: "No gold, and mines that yield none: a base can never create a troop.",
        set: r#"{"start_gold": 0, "mine_yield": 0, "rounds": 40}"#,
    },
    Preset {
        name: "free-troops",
        about: "Troops cost nothing and the board is small: it fills up at once, and most orders have no room.",
        set: r#"{"size": 12, "rounds": 25, "troop_cost": 0, "max_units": 500, "mine_share": 40, "mine_clear": 1, "mine_reach": 4,
                 "base_offset": 4, "along_low": null, "along_high": null}"#,
    },
    Preset {
        name: "tall-troops",
        about: "Troops are born 100 high and become bases at height 1: large numbers, many bases.",
        set: r#"{"size": 20, "rounds": 25, "troop_height": 100, "base_height": 1, "mine_share": 40, "mine_clear": 1, "mine_reach": 6,
                 "base_offset": 5, "along_low": null, "along_high": null, "start_gold": 1000000}"#,
    },
    Preset {
        name: "face-to-face",
        about: "The two bases stand side by side in a corner, with no mine anywhere.",
        set: r#"{"size": 5, "rounds": 40, "map": ["01...", ".....", ".....", ".....", "....."], "fair": false}"#,
    },
];
