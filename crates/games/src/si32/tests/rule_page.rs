//! What the rule page says in numbers, and in an order.

use skirmish_core::clock::Clock;
use skirmish_core::info::Caps;

use super::*;

#[test]
fn the_clock_and_the_limits_of_an_answer_are_those_of_the_rule_page() {
    assert_eq!(Si32::INFO.clock, Clock::per_turn(1000, 1000, 200));
    assert_eq!(Si32::INFO.caps, Caps { line_bytes: 256, lines: 4096, bytes: 262_144 });
}

#[test]
fn the_defaults_and_presets_are_those_of_the_rule_page() {
    let config = serde_json::to_value(Config::default()).expect("a config is JSON");
    let (_, section) = Si32::INFO.rules.split_once("## Config\n").expect("a list of defaults");
    let said =
        section.lines().skip_while(|line| !line.starts_with("- ")).take_while(|line| line.starts_with("- "));
    let words: Vec<&str> = said.flat_map(str::split_whitespace).collect();
    let mut compared = 0;
    for (key, value) in config.as_object().expect("an object").iter().filter(|(_, value)| value.is_number()) {
        let at =
            words.iter().position(|word| *word == format!("`{key}`")).unwrap_or_else(|| panic!("`{key}`"));
        assert_eq!(words[at + 1].trim_end_matches(','), value.to_string(), "`{key}`");
        compared += 1;
    }
    assert_eq!(compared, 14);
}

#[test]
fn the_reasons_of_a_new_building_come_in_the_order_of_the_rule_page() {
    // Each position has the reason and all that are named after it, as far as they can meet.
    check_dropped("B. . . \n . . a1", "build 2 1 NE 1", "1 edge");
    check_dropped("B. . b1 \n . . a1", "build 2 1 NW 1", "1 covered");
    let mut game = position("a1 . . \n . b1 a1");
    play(&mut game, "build 2 1 NW 1; build 0 0 SE 1", "");
    assert_eq!(dropped(&game, 0), "1 occupied; 2 occupied");
    let mut game = position("a1 a1 . \n . . .");
    play(&mut game, "build 0 0 SE 1; build 1 0 SE 1", "");
    assert_eq!(dropped(&game, 0), "2 overlap", "the money is gone, too");
}
