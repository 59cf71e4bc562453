//! Configs that are refused, one test per sentence.

use skirmish_core::config::{Wishes, configure};

use super::super::{GivenMap, Style};
use super::*;

#[track_caller]
fn refused(change: impl FnOnce(&mut Config), words: &str) {
    let mut config = Config::default();
    change(&mut config);
    let error = Si32::start(&config, SeatCount::TWO, Seed(1)).expect_err("refused").to_string();
    assert!(error.contains(words), "{error}");
}

fn flat(width: usize, height: usize) -> GivenMap {
    GivenMap { rows: vec![vec![5; width]; height], starts: None }
}

#[test]
fn every_number_has_its_range() {
    refused(|c| c.width = 6, "`width` is 6: it must be from 8 to 64");
    refused(|c| c.height = 66, "`height` is 66: it must be from 8 to 64");
    refused(|c| c.width = 21, "`width` is 21: it must be even");
    refused(|c| c.height = 21, "`height` is 21: it must be even");
    refused(|c| c.turns = 0, "`turns` is 0: it must be from 1 to 1000");
    refused(|c| c.start_units = 0, "`start_units` is 0: it must be from 1");
    refused(|c| c.start_resource = 2_000_000, "`start_resource`");
    refused(|c| c.building_cost = 2_000_000, "`building_cost`");
    refused(|c| c.unit_work = 0, "`unit_work` is 0: it must be from 1");
    refused(|c| c.max_workers = 1001, "`max_workers` is 1001: it must be from 1 to 1000");
    refused(|c| c.defence = 0, "`defence` is 0: it must be from 1");
    refused(|c| c.settle_by = 0, "`settle_by`");
    refused(|c| c.alone_turns = 1001, "`alone_turns`");
    refused(|c| c.missed_turns = 0, "`missed_turns`");
    refused(|c| c.resource_max = 1001, "`resource_max`");
    refused(|c| c.start_reserve = 1_000_001, "`start_reserve`");
}

#[test]
fn a_given_map_has_the_size_that_the_config_says() {
    refused(|c| c.map = Some(flat(20, 18)), "it must be 20 rows, as `height` says");
    refused(|c| c.map = Some(flat(18, 20)), "it must be 20 tiles wide, as `width` says");
}

#[test]
fn a_given_map_has_no_more_on_a_tile_than_a_tile_can_hold() {
    let mut map = flat(20, 20);
    map.rows[3][4] = 1001;
    refused(|c| c.map = Some(map), "1001 on a tile of row 3");
}

#[test]
fn starts_lie_on_the_board_and_apart() {
    let mut map = flat(20, 20);
    map.starts = Some([cell(0, 0), cell(20, 19)]);
    refused(|c| c.map = Some(map.clone()), "on the board");
    map.starts = Some([cell(3, 3), cell(3, 3)]);
    refused(|c| c.map = Some(map), "two different tiles");
}

#[test]
fn an_unfair_map_is_refused_unless_the_config_says_so() {
    let mut map = flat(20, 20);
    map.rows[0][0] = 9;
    refused(|c| c.map = Some(map.clone()), "(0, 0) has 9, but (19, 19) has 5");
    let config = Config { map: Some(map), fair: false, ..Config::default() };
    assert!(Si32::start(&config, SeatCount::TWO, Seed(1)).is_ok());

    let mut map = flat(20, 20);
    map.starts = Some([cell(0, 0), cell(1, 1)]);
    refused(|c| c.map = Some(map), "opposite each other");
}

#[test]
fn only_two_can_play() {
    let three = SeatCount::new(3).expect("three");
    let error = Si32::start(&Config::default(), three, Seed(1)).expect_err("refused").to_string();
    assert!(error.contains("exactly 2 players"), "{error}");
}

#[test]
fn unknown_keys_and_styles_are_refused() {
    let error = configure::<Si32>(&Wishes::none().with("colour", "1")).expect_err("refused").to_string();
    assert!(error.contains("no config `colour`"), "{error}");
    let error = configure::<Si32>(&Wishes::none().with("style", "desert")).expect_err("refused").to_string();
    assert!(error.contains("desert") && error.contains("patches"), "{error}");
}

#[test]
fn a_style_can_be_wished_for() {
    for style in Style::ALL {
        let config = configure::<Si32>(&Wishes::none().with("style", style.word())).expect("configured");
        let game = Si32::start(&config, SeatCount::TWO, Seed(9)).expect("starts");
        assert_eq!(game.map_style(), style.word());
    }
}

#[test]
fn configs_read_back_as_written() {
    let config = Config { map: Some(flat(20, 20)), style: Some(Style::Ridges), ..Config::default() };
    let stored = serde_json::to_value(&config).expect("JSON");
    assert_eq!(serde_json::from_value::<Config>(stored).expect("reads back"), config);
}

#[test]
fn presets_change_what_they_say() {
    let preset = |name| configure::<Si32>(&Wishes::preset(name)).expect("a preset");
    assert_eq!((preset("small").width, preset("small").turns), (12, 150));
    assert_eq!((preset("large").width, preset("large").turns), (32, 500));
    assert_eq!(preset("rich").resource_max, 50);
    assert_eq!(preset("proportional").max_workers, 1000);
}
