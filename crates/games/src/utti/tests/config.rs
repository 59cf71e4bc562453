//! What a config must satisfy.

use skirmish_core::config::{Wishes, configure};

use super::*;

#[test]
fn the_defaults_are_those_of_the_rules() {
    let config = Config::default();
    assert_eq!((config.size, config.rounds, config.max_units), (100, 500, 100));
    assert_eq!((config.start_gold, config.troop_cost, config.mine_yield), (100, 10, 2));
    assert_eq!((config.troop_height, config.base_height), (1, 20));
    assert_eq!((config.height_points, config.base_points), (5, 100));
    assert_eq!((config.mine_share, config.mine_clear, config.mine_reach), (10, 6, 12));
    assert_eq!((config.offset(), config.along()), (30, (25, 74)));
    assert!(config.fair);
}

#[test]
fn every_number_out_of_range_is_named() {
    let cases = [
        ("size", "2", "config `size` is 2: it must be from 3 to 200"),
        ("size", "201", "config `size` is 201: it must be from 3 to 200"),
        ("rounds", "0", "config `rounds` is 0: it must be from 1 to 10000"),
        ("start_gold", "-1", "config `start_gold` is -1: it must be from 0 to 1000000"),
        ("troop_cost", "-1", "config `troop_cost` is -1: it must be from 0 to 1000000"),
        ("troop_height", "0", "config `troop_height` is 0: it must be from 1 to 100"),
        ("base_height", "0", "config `base_height` is 0: it must be from 1 to 10000"),
        ("mine_yield", "1001", "config `mine_yield` is 1001: it must be from 0 to 1000"),
        ("max_units", "1", "config `max_units` is 1: it must be from 2 to 500"),
        ("max_units", "501", "config `max_units` is 501: it must be from 2 to 500"),
        ("height_points", "-5", "config `height_points` is -5: it must be from 0 to 1000000"),
        ("base_points", "-5", "config `base_points` is -5: it must be from 0 to 1000000"),
        ("mine_share", "0", "config `mine_share` is 0: it must be from 1 to 500"),
        ("mine_clear", "-1", "config `mine_clear` is -1: it must be from 0 to 200"),
        (
            "mine_reach",
            "6",
            "config `mine_reach` is 6: it must be above `mine_clear`, which is 6, and at most 200, so that a mine fits",
        ),
        ("base_offset", "51", "config `base_offset` is 51: it must be from 1 to 50, half of `size`"),
        ("base_offset", "0", "config `base_offset` is 0: it must be from 1 to 50, half of `size`"),
        ("along_high", "100", "config `along_high` is 100: it must be below `size`, which is 100"),
        ("along_low", "75", "config `along_low` is 75: it must be at most `along_high`, which is 74"),
    ];
    for (key, value, sentence) in cases {
        let config = configure::<Utti>(&Wishes::none().with(key, value)).unwrap();
        assert_eq!(Utti::start(&config, SeatCount::TWO, Seed(1)).unwrap_err().to_string(), sentence);
    }
}

#[test]
fn a_map_of_another_size_is_refused() {
    let config = Config { map: Some(vec!["0.1".into(); 3]), ..Config::default() };
    let error = Utti::start(&config, SeatCount::TWO, Seed(1)).unwrap_err().to_string();
    assert_eq!(
        error,
        "config `map` is 3 lines long: it must be 100 lines, as `size` says; a map file sets `size` itself"
    );
}

#[test]
fn unknown_fields_and_styles_are_refused() {
    let unknown = configure::<Utti>(&Wishes::none().with("speed", "3")).unwrap_err().to_string();
    assert!(unknown.starts_with("utti has no config `speed`"), "{unknown}");
    let style = configure::<Utti>(&Wishes::none().with("style", "spiral")).unwrap_err().to_string();
    assert!(style.starts_with("config `style` is \"spiral\": it must be "), "{style}");
    assert!(configure::<Utti>(&Wishes::none().with("style", "veins").with("symmetry", "both")).is_ok());
}

#[test]
fn utti_is_for_two() {
    let three = SeatCount::new(3).unwrap();
    let error = Utti::start(&Config::default(), three, Seed(1)).unwrap_err().to_string();
    assert_eq!(error, "utti is for exactly 2 players, not 3");
}

#[test]
fn presets_and_the_largest_board_start() {
    for preset in INFO.presets {
        let config = configure::<Utti>(&Wishes::preset(preset.name)).unwrap();
        (0..20).for_each(|seed| drop(Utti::start(&config, SeatCount::TWO, Seed(seed)).unwrap()));
    }
    let largest = Config { size: MAX_SIZE, max_units: MAX_UNITS, ..Config::default() };
    assert!(Utti::start(&largest, SeatCount::TWO, Seed(1)).is_ok());
}

#[test]
fn the_rule_page_names_every_setting_and_preset() {
    let fields = serde_json::to_value(Config::default()).unwrap();
    for key in fields.as_object().unwrap().keys() {
        assert!(INFO.rules.contains(&format!("`{key}`")), "`{key}` is not in the rule page");
    }
    for preset in INFO.presets {
        assert!(
            INFO.rules.contains(&format!("`{}`", preset.name)),
            "`{}` is not in the rule page",
            preset.name
        );
    }
    for kind in OrderKind::ALL {
        assert!(INFO.rules.contains(kind.word()), "{} is not in the rule page", kind.word());
    }
}
