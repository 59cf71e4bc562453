//! What the rule page says in numbers.

use skirmish_core::clock::Clock;
use skirmish_core::info::Caps;

use super::*;

#[test]
fn the_clock_and_the_longest_line_are_those_of_the_rule_page() {
    assert_eq!(IceAndFire::INFO.clock, Clock::per_turn(5000, 1000, 50));
    assert_eq!(IceAndFire::INFO.caps, Caps::line(65_536));
}

#[test]
fn the_defaults_are_those_of_the_rule_page() {
    let config = Config::default();
    assert_eq!((config.turns, config.start_gold, config.head_start), (100, 20, true));
    assert_eq!((config.cell_income, config.mine_income), (1, 4));
    assert_eq!((config.unit_cost, config.unit_upkeep), ([10, 20, 30], [1, 4, 20]));
    assert_eq!((config.max_level, config.breach_level, config.mines, config.towers), (3, 3, true, true));
    assert_eq!((config.mine_cost, config.mine_cost_step, config.tower_cost), (20, 4, 15));
    assert_eq!((config.mine_spots_min, config.mine_spots_max), (8, 20));
    assert_eq!((config.solid_percent, config.smoothing_rounds, config.smoothing_threshold), (55, 3, 6));
    assert!(config.map.is_none() && config.fair);
}

#[test]
fn the_rule_page_names_every_setting_and_preset() {
    let page = IceAndFire::INFO.rules;
    let config = serde_json::to_value(Config::default()).expect("a config is JSON");
    let keys = config.as_object().expect("an object").keys().map(String::as_str);
    for word in keys.chain(IceAndFire::INFO.presets.iter().map(|preset| preset.name)) {
        assert!(
            page.contains(&format!("`{word}`")) || page.contains(&format!("`{word} =")),
            "`{word}` is missing"
        );
    }
}
