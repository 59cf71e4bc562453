//! What a config must satisfy.

use skirmish_core::game::Game;
use skirmish_core::rng::Seed;
use skirmish_core::seat::SeatCount;

use super::given;
use crate::underworld::{Config, GivenMap, Style, Underworld};

pub(super) fn refused(config: Config, seats: usize) -> String {
    let seats = SeatCount::new(seats).expect("few seats");
    Underworld::start(&config, seats, Seed(1)).expect_err("a bad config").to_string()
}

pub(super) fn on_map(map: GivenMap) -> Config {
    Config { map: Some(map), ..Config::default() }
}

#[test]
fn every_number_out_of_range_is_refused_by_name() {
    let base = Config::default;
    for (name, config) in [
        ("money", Config { money: -1, ..base() }),
        ("money", Config { money: i64::MAX, ..base() }),
        ("warrior_hp", Config { warrior_hp: 0, ..base() }),
        ("warrior_cost", Config { warrior_cost: 0, ..base() }),
        ("warrior_damage", Config { warrior_damage: -1, ..base() }),
        ("warrior_range", Config { warrior_range: 0, ..base() }),
        ("warrior_range", Config { warrior_range: 9, ..base() }),
        ("barracks_hp", Config { barracks_hp: 0, ..base() }),
        ("barracks_cost", Config { barracks_cost: 1_000_001, ..base() }),
        ("farm_hp", Config { farm_hp: i32::MAX, ..base() }),
        ("farm_cost", Config { farm_cost: 0, ..base() }),
        ("farm_income", Config { farm_income: -5, ..base() }),
        ("castle_hp", Config { castle_hp: 0, ..base() }),
        ("build_distance", Config { build_distance: 0, ..base() }),
        ("max_turns", Config { max_turns: 0, ..base() }),
        ("max_turns", Config { max_turns: u32::MAX, ..base() }),
        ("vision", Config { vision: Some(0), ..base() }),
        ("vision", Config { vision: Some(32), ..base() }),
        ("wall_percent", Config { wall_percent: 11, ..base() }),
        ("size", Config { size: Some(7), ..base() }),
        ("size", Config { size: Some(65), ..base() }),
    ] {
        let sentence = refused(config, 2);
        assert!(sentence.contains(&format!("`{name}`")) && sentence.contains("must be"), "{sentence}");
    }
}

#[test]
fn a_larger_board_has_fewer_turns_at_most() {
    let config = |size, max_turns| Config { size: Some(size), max_turns, ..Config::default() };
    let start = |config: &Config| Underworld::start(config, SeatCount::TWO, Seed(1)).map(|_| ());
    assert_eq!(start(&config(25, 100_000)), Ok(()));
    assert_eq!(start(&config(64, 15_625)), Ok(()));
    let sentence = refused(config(64, 15_626), 2);
    assert_eq!(
        sentence,
        "config `max_turns` is 15626: it must be at most 15625 on a board of 64 by 64 cells"
    );
}

#[test]
fn a_map_leaves_no_choice_of_size_or_style() {
    let map = given("C0 . .\n. . .\n. . C1");
    let sentence = refused(Config { size: Some(12), ..on_map(map.clone()) }, 2);
    assert!(sentence.contains("`size`") && sentence.contains("left out"), "{sentence}");
    let sentence = refused(Config { style: Some(Style::Ring), ..on_map(map) }, 2);
    assert!(sentence.contains("`style`") && sentence.contains("left out"), "{sentence}");
}

#[test]
fn a_size_too_small_for_its_seats_is_refused() {
    assert!(refused(Config { size: Some(19), ..Config::default() }, 8).contains("from 20 to 64"));
}

#[test]
fn one_player_is_too_few() {
    assert!(refused(Config::default(), 1).contains("2 to 8"));
}

#[test]
fn unknown_fields_are_refused() {
    assert!(serde_json::from_str::<Config>(r#"{"warior_hp": 5}"#).is_err());
}
