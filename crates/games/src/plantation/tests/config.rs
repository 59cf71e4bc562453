//! Configs; one test per thing that can be wrong.

use super::*;

/// The error that the config gives, or nothing.
pub(super) fn error_of(change: impl FnOnce(&mut Config)) -> String {
    let mut config = Config::default();
    change(&mut config);
    let started = Plantation::start(&config, SeatCount::TWO, Seed(1));
    started.err().map(|error| error.to_string()).unwrap_or_default()
}

#[track_caller]
pub(super) fn refuses(change: impl FnOnce(&mut Config), words: &str) {
    let error = error_of(change);
    assert!(error.contains(words), "`{error}` should contain `{words}`");
}

#[test]
fn the_defaults_are_the_seeds_numbers() {
    let config = Config::default();
    assert_eq!((config.rows, config.cols, config.turns, config.moves_per_turn), (11, 11, 100, 3));
    assert_eq!((config.start_tiles, config.start_score, config.bomb_damage), (3, 1, 4));
    assert_eq!(error_of(|_| ()), "");
}

#[test]
fn every_preset_gives_a_playable_config() {
    for preset in Plantation::INFO.presets {
        let config = configure::<Plantation>(&Wishes::preset(preset.name)).expect(preset.name);
        config.validate().expect(preset.name);
    }
}

#[test]
fn sizes_out_of_range_are_refused() {
    refuses(|config| config.rows = 0, "config `rows` is 0: it must be from 1 to 20");
    refuses(|config| config.rows = 21, "config `rows` is 21");
    refuses(|config| config.cols = 1, "config `cols` is 1: it must be from 2 to 20");
    refuses(|config| config.cols = 21, "config `cols` is 21");
    refuses(|config| config.turns = 0, "config `turns` is 0");
    refuses(|config| config.turns = 1001, "config `turns` is 1001");
    refuses(|config| config.moves_per_turn = 0, "config `moves_per_turn` is 0");
    refuses(|config| config.moves_per_turn = 21, "config `moves_per_turn` is 21");
}

#[test]
fn more_start_tiles_than_rows_are_refused() {
    refuses(|config| config.start_tiles = 12, "config `start_tiles` is 12: it must be from 0 to 11");
}

#[test]
fn a_command_that_costs_nothing_is_refused() {
    refuses(|config| config.fertilise_cost = 0, "config `fertilise_cost` is 0: it must be from 1 to 20");
    refuses(|config| config.plant_cost = 0, "config `plant_cost` is 0");
    refuses(|config| config.scout_cost = 0, "config `scout_cost` is 0");
    refuses(|config| config.colonise_cost = 0, "config `colonise_cost` is 0");
    refuses(|config| config.spray_cost = 0, "config `spray_cost` is 0");
    refuses(|config| config.bomb_cost = 21, "config `bomb_cost` is 21");
    refuses(|config| config.garbled_cost = 0, "config `garbled_cost` is 0");
}

#[test]
fn levels_out_of_range_are_refused() {
    refuses(|config| config.start_score = 0, "config `start_score` is 0: it must be from 1 to 1000");
    refuses(|config| config.plant_score = 0, "config `plant_score` is 0");
    refuses(|config| config.fertilise_gain = 0, "config `fertilise_gain` is 0");
    refuses(|config| config.colonise_source = 0, "config `colonise_source` is 0");
    refuses(|config| config.spray_damage = 0, "config `spray_damage` is 0");
    refuses(|config| config.bomb_damage = 1001, "config `bomb_damage` is 1001");
}

#[test]
fn a_colonisation_that_would_eat_its_source_is_refused() {
    refuses(
        |config| config.colonise_price = 2,
        "config `colonise_price` is 2: it must be below `colonise_source` (2)",
    );
}

#[test]
fn a_tile_that_could_outgrow_its_score_is_refused() {
    refuses(|config| config.fertilise_gain = 104, "config `fertilise_gain` is 104: it must be at most 103");
    assert_eq!(error_of(|config| config.fertilise_gain = 103), "");
}

#[test]
fn only_two_can_play() {
    let three = SeatCount::new(3).expect("three");
    let error = Plantation::start(&Config::default(), three, Seed(1)).expect_err("three").to_string();
    assert_eq!(error, "plantation is for exactly 2 players, not 3");
}

#[test]
fn the_largest_board_can_be_played() {
    let mut field = Field::start(&Config {
        rows: 20,
        cols: 20,
        plus_rows: vec![19],
        minus_rows: vec![19],
        ..Config::default()
    });
    assert_eq!(field.say("plant 19 1"), "OK");
    assert_eq!(field.pass().say("scout 19 19"), "OK 0,0,0,0,-1,0,0,0,0");
}
