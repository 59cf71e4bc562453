//! What a config must satisfy, and what the presets are.

use skirmish_core::config::{Wishes, configure};
use skirmish_core::rng::Seed;
use skirmish_core::seat::SeatCount;

use super::map::check_refused;
use super::*;

#[test]
fn numbers_out_of_range_are_refused() {
    let base = Config::default;
    for (config, words) in [
        (Config { turns: 0, ..base() }, "`turns` is 0: it must be from 1 to 1000"),
        (Config { turns: 1001, ..base() }, "`turns` is 1001"),
        (Config { start_gold: -1, ..base() }, "`start_gold` is -1: it must be from 0 to 10000"),
        (Config { cell_income: -1, ..base() }, "`cell_income` is -1: it must be from 0 to 1000"),
        (Config { mine_income: 1001, ..base() }, "`mine_income` is 1001"),
        (Config { unit_cost: [10, -20, 30], ..base() }, "`unit_cost` is -20: it must be from 0 to 10000"),
        (Config { unit_upkeep: [1, 4, 1001], ..base() }, "`unit_upkeep` is 1001: it must be from 0 to 1000"),
        (Config { max_level: 4, ..base() }, "`max_level` is 4: it must be from 1 to 3"),
        (Config { breach_level: 0, ..base() }, "`breach_level` is 0: it must be from 1 to 3"),
        (Config { mine_cost: -1, ..base() }, "`mine_cost` is -1"),
        (Config { mine_cost_step: 10_001, ..base() }, "`mine_cost_step` is 10001"),
        (Config { tower_cost: -5, ..base() }, "`tower_cost` is -5"),
        (Config { mine_spots_max: 42, ..base() }, "`mine_spots_max` is 42: it must be from 0 to 40"),
        (Config { mine_spots_min: 22, ..base() }, "`mine_spots_min` is 22: it must be from 0 to 20"),
        (Config { mine_spots_min: 9, ..base() }, "`mine_spots_min` is 9: it must be even"),
        (Config { mine_spots_max: 19, ..base() }, "`mine_spots_max` is 19: it must be even"),
        (Config { solid_percent: 101, ..base() }, "`solid_percent` is 101: it must be from 0 to 100"),
        (Config { smoothing_rounds: 21, ..base() }, "`smoothing_rounds` is 21: it must be from 0 to 20"),
        (
            Config { smoothing_threshold: 11, ..base() },
            "`smoothing_threshold` is 11: it must be from 0 to 10",
        ),
    ] {
        check_refused(&config, words);
    }
}

#[test]
fn two_play_and_no_others() {
    for seats in [1, 3, 8] {
        let error =
            IceAndFire::start(&Config::default(), SeatCount::new(seats).unwrap(), Seed(0)).unwrap_err();
        assert!(error.to_string().contains("exactly 2 players"), "{error}");
    }
}

#[test]
fn presets_are_the_leagues() {
    let preset = |name| {
        let config = configure::<IceAndFire>(&Wishes::preset(name)).unwrap();
        (config.max_level, config.mines, config.towers, config.mine_cost, config.mine_cost_step)
    };
    assert_eq!(preset("bronze"), (3, true, true, 20, 4));
    assert_eq!(preset("wood1"), (3, true, true, 20, 4));
    assert_eq!(preset("wood2"), (3, false, false, 20, 4));
    assert_eq!(preset("wood3"), (1, false, false, 20, 4));
    assert_eq!(preset("referee-2020"), (3, true, true, 15, 0));
    assert_eq!(configure::<IceAndFire>(&Wishes::preset("bronze")), Ok(Config::default()));
}
