//! What the rule page says in numbers.

use skirmish_core::clock::Clock;
use skirmish_core::config::{Wishes, configure};
use skirmish_core::info::Caps;

use super::*;

#[test]
fn the_clock_and_the_longest_line_are_those_of_the_rule_page() {
    assert_eq!(INFO.clock, Clock::bank(1_000, 20_000, 60, Some(5_000)).with_late_max(Some(3)));
    assert_eq!(INFO.caps, Caps::line(16_384));
}

#[test]
fn the_presets_are_those_of_the_rule_page() {
    let preset = |name| configure::<Utti>(&Wishes::preset(name)).unwrap();
    let (small, tiny) = (preset("small"), preset("tiny"));
    assert_eq!((small.size, small.rounds, small.max_units), (40, 200, 40));
    assert_eq!((tiny.size, tiny.rounds, tiny.max_units, tiny.base_height), (16, 60, 20, 6));
    assert_eq!(preset("crowded"), Config { max_units: 500, ..Config::default() });
    assert_eq!(INFO.presets.len(), 3);
}

#[test]
fn on_a_board_of_another_size_the_bases_keep_their_proportion() {
    let config = Config { size: 40, symmetry: Some(Axis::Columns), ..Config::default() };
    assert_eq!((config.offset(), config.along()), (12, (10, 29)));
    for seed in 0..60 {
        let state = Utti::start(&config, SeatCount::TWO, Seed(seed)).unwrap();
        let mut bases: Vec<Cell> = [ZERO, ONE].map(|seat| state.units(seat).next().unwrap().cell).to_vec();
        bases.sort_by_key(|cell| cell.x);
        assert_eq!((bases[0].x, bases[1].x), (8, 31));
        assert!((10..=29).contains(&bases[0].y) && bases[0].y == bases[1].y, "{bases:?}");
    }
    // Given ones are as they are given.
    let given = Config { base_offset: Some(5), along_low: Some(1), along_high: Some(2), ..config };
    assert_eq!((given.offset(), given.along()), (5, (1, 2)));
}
