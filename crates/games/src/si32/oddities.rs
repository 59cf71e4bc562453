//! Odd but playable configs, for those who try out bots: the extremes of the rules.

use skirmish_core::info::Preset;

pub(crate) const ODDITIES: &[Preset] = &[
    Preset { name: "one-turn", about: "The match is over after a single turn.", set: r#"{"turns": 1}"# },
    Preset {
        name: "smallest",
        about: "A board of 8 x 8: the sides meet within a few turns.",
        set: r#"{"width": 8, "height": 8, "turns": 60, "map": null}"#,
    },
    Preset {
        name: "largest",
        about: "A board of 64 x 64: the longest greeting there is.",
        set: r#"{"width": 64, "height": 64, "turns": 12, "map": null}"#,
    },
    Preset {
        name: "barren",
        about: "No resource on the board or in the purse: nothing can be mined or built.",
        set: r#"{"resource_max": 0, "start_resource": 0, "start_reserve": 0, "turns": 60, "map": null}"#,
    },
    Preset {
        name: "hordes",
        about: "1000 units a side at the start, and buildings that are free: long answers, long pages.",
        set: r#"{"width": 12, "height": 12, "start_units": 1000, "building_cost": 0, "turns": 30, "map": null}"#,
    },
    Preset {
        name: "strip",
        about: "A board of 64 x 8, far from one side to the other.",
        set: r#"{"width": 64, "height": 8, "turns": 25, "map": null}"#,
    },
    Preset {
        name: "cheap-work",
        about: "Every bit of work is a unit, and buildings fall to a single attacker.",
        set: r#"{"width": 10, "height": 10, "unit_work": 1, "defence": 1, "start_resource": 1000000, "turns": 40, "map": null}"#,
    },
    Preset {
        name: "last-chance",
        about: "The only player with buildings wins from the first turn, one who is alone at once.",
        set: r#"{"width": 8, "height": 8, "settle_by": 1, "alone_turns": 0, "turns": 40, "map": null}"#,
    },
];
