//! Odd but playable configs, for those who try out bots: the extremes of the rules.

use skirmish_core::info::Preset;

pub(crate) const ODDITIES: &[Preset] = &[
    Preset { name: "one-turn", about: "The match is over after a single turn.", set: r#"{"max_turns": 1}"# },
    Preset {
        name: "penniless",
        about: "No money and farms that pay nothing: nothing can be built, nobody spawned.",
        set: r#"{"money": 0, "farm_income": 0, "max_turns": 30}"#,
    },
    Preset {
        name: "rich",
        about: "A thousand million in money, everything for 1: the longest pages there are.",
        set: r#"{"money": 1000000000, "warrior_cost": 1, "farm_cost": 1, "barracks_cost": 1, "max_turns": 40}"#,
    },
    Preset {
        name: "glass",
        about: "Castles of a single hit point: the first blow takes a player out.",
        set: r#"{"castle_hp": 1, "warrior_range": 8, "max_turns": 60}"#,
    },
    Preset {
        name: "harmless",
        about: "Warriors that deal no damage: the match ends by turns alone.",
        set: r#"{"warrior_damage": 0, "max_turns": 40}"#,
    },
    Preset {
        name: "dense-fog",
        about: "Everybody sees only what is beside its own objects.",
        set: r#"{"vision": 1, "max_turns": 60}"#,
    },
    Preset {
        name: "castles-alone",
        about: "A board of 3 x 3 with two castles and no money: there is nothing to do.",
        set: r#"{"map": {"sizex": 3, "sizey": 3, "objects": [{"x": 0, "y": 0, "type": "C", "owner": 0}, {"x": 2, "y": 2, "type": "C", "owner": 1}]},
                 "size": null, "style": null, "money": 0, "max_turns": 20}"#,
    },
    Preset {
        name: "walled-in",
        about: "Castles with walls all around and nothing else: there is nowhere to build.",
        set: r##"{"map": {"sizex": 5, "sizey": 5, "objects": [{"x": 0, "y": 0, "type": "C", "owner": 0}, {"x": 1, "y": 0, "type": "#", "owner": -1},
                 {"x": 0, "y": 1, "type": "#", "owner": -1}, {"x": 4, "y": 4, "type": "C", "owner": 1}, {"x": 3, "y": 4, "type": "#", "owner": -1},
                 {"x": 4, "y": 3, "type": "#", "owner": -1}]}, "size": null, "style": null, "build_distance": 1, "max_turns": 20}"##,
    },
    Preset {
        name: "giants",
        about: "Hit points of a million, and blows as hard.",
        set: r#"{"warrior_hp": 1000000, "castle_hp": 1000000, "farm_hp": 1000000, "barracks_hp": 1000000, "warrior_damage": 1000000, "max_turns": 60}"#,
    },
];
