//! Odd but playable configs, for those who try out bots: the extremes of the rules.

use skirmish_core::info::Preset;

pub(crate) const ODDITIES: &[Preset] = &[
    Preset { name: "one-turn", about: "Each side has a single turn.", set: r#"{"turns": 1}"# },
    Preset {
        name: "smallest",
        about: "One row of two tiles, both taken.",
        set: r#"{"rows": 1, "cols": 2, "start_tiles": 1, "turns": 20, "plus_rows": [], "minus_rows": [], "board": []}"#,
    },
    Preset {
        name: "one-move",
        about: "A turn has a single move: commands that cost two answer `error`.",
        set: r#"{"moves_per_turn": 1, "turns": 30}"#,
    },
    Preset {
        name: "all-too-dear",
        about: "Every command costs more moves than a turn has: nothing can be done.",
        set: r#"{"turns": 20, "fertilise_cost": 9, "plant_cost": 9, "scout_cost": 9, "colonise_cost": 9, "spray_cost": 9, "bomb_cost": 9}"#,
    },
    Preset {
        name: "largest",
        about: "A field of 20 x 20 with start tiles in every row: the longest pages there are.",
        set: r#"{"rows": 20, "cols": 20, "start_tiles": 20, "turns": 40, "plus_rows": [], "minus_rows": [], "board": []}"#,
    },
    Preset {
        name: "narrow",
        about: "One column a side, so that every start tile touches the enemy.",
        set: r#"{"rows": 20, "cols": 2, "start_tiles": 10, "turns": 30, "plus_rows": [], "minus_rows": [], "board": []}"#,
    },
    Preset {
        name: "nothing-left",
        about: "Plus begins without a single tile, Minus with one.",
        set: r#"{"rows": 5, "cols": 5, "turns": 20, "plus_rows": [], "minus_rows": [], "fair": false, "board": [[0, 0, 0, 0, 0], [0, 0, 0, 0, 0], [0, 0, 0, 0, -1], [0, 0, 0, 0, 0], [0, 0, 0, 0, 0]]}"#,
    },
    Preset {
        name: "about-to-lose",
        about: "Minus holds the whole field but one tile of Plus.",
        set: r#"{"rows": 5, "cols": 5, "turns": 20, "plus_rows": [], "minus_rows": [], "fair": false, "board": [[1, -9, -9, -9, -9], [-9, -9, -9, -9, -9], [-9, -9, -9, -9, -9], [-9, -9, -9, -9, -9], [-9, -9, -9, -9, -9]]}"#,
    },
    Preset {
        name: "full",
        about: "Every tile is taken: there is nowhere to plant.",
        set: r#"{"rows": 6, "cols": 6, "turns": 30, "plus_rows": [], "minus_rows": [], "fair": false,
                 "board": [[1, 2, 3, -4, -5, -6], [2, 3, 4, -5, -6, -7], [3, 4, 5, -6, -7, -8], [4, 5, 6, -7, -8, -9], [5, 6, 7, -8, -9, -10], [6, 7, 8, -9, -10, -11]]}"#,
    },
    Preset {
        name: "large-numbers",
        about: "Start tiles of score 1000, and 20 moves a turn.",
        set: r#"{"start_score": 1000, "moves_per_turn": 20, "turns": 10}"#,
    },
];
