//! Generated and given maps.

use std::collections::BTreeSet;

use skirmish_core::config::{Wishes, configure};
use skirmish_core::grid::Symmetry;

use super::*;

fn start(config: &Config, seed: u64) -> Utti {
    Utti::start(config, SeatCount::TWO, Seed(seed)).unwrap()
}

fn base(state: &Utti, seat: Seat) -> Cell {
    state.units(seat).next().unwrap().cell
}

/// Whether every mine's image is a mine.
fn is_symmetric(state: &Utti, symmetry: Symmetry) -> bool {
    state.mines().all(|mine| state.has_mine(symmetry.of(mine, state.size(), state.size())))
}

/// Every style and symmetry, on boards of even and odd size.
fn kinds() -> Vec<Config> {
    let mut configs = Vec::new();
    for size in [100, 61] {
        for style in Style::ALL {
            for symmetry in Axis::ALL {
                let (style, symmetry) = (Some(style), Some(symmetry));
                configs.push(Config { size, style, symmetry, ..Config::default() });
            }
        }
    }
    configs
}

#[test]
fn the_default_board_is_100_by_100_with_one_mine_in_a_hundred_cells() {
    let state = start(&Config::default(), 1);
    assert_eq!((state.size(), state.mines().count()), (100, 100));
}

#[test]
fn a_small_board_has_a_map_whatever_the_seed() {
    for seed in 0..200 {
        start(&Config { size: 24, ..Config::default() }, seed);
    }
}

#[test]
fn maps_are_symmetric_as_asked_and_the_seats_change_places() {
    for config in kinds() {
        for seed in 0..4 {
            let state = start(&config, seed);
            let (rows, columns) =
                (is_symmetric(&state, Symmetry::Rows), is_symmetric(&state, Symmetry::Columns));
            let swap = match config.symmetry.unwrap() {
                Axis::Rows => Symmetry::Rows,
                Axis::Columns | Axis::Both => Symmetry::Columns,
            };
            let (needs_rows, needs_columns) = match config.symmetry.unwrap() {
                Axis::Rows => (true, false),
                Axis::Columns => (false, true),
                Axis::Both => (true, true),
            };
            assert!(rows >= needs_rows && columns >= needs_columns, "{config:?}");
            assert_eq!(swap.of(base(&state, ZERO), config.size, config.size), base(&state, ONE));
        }
    }
}

#[test]
fn no_mine_is_near_a_base_and_one_is_within_reach() {
    for config in kinds() {
        for seed in 0..4 {
            let state = start(&config, seed);
            for seat in [ZERO, ONE] {
                let nearest = state.mines().map(|mine| mine.king_distance(base(&state, seat))).min().unwrap();
                assert!((7..=12).contains(&nearest), "{nearest} steps, {config:?}");
            }
        }
    }
}

#[test]
fn bases_stand_30_cells_from_the_line_and_25_to_74_along_it() {
    for seed in 0..60 {
        let state = start(&Config { symmetry: Some(Axis::Columns), ..Config::default() }, seed);
        let (one, other) = (base(&state, ZERO), base(&state, ONE));
        let mut across = [one.x, other.x];
        across.sort_unstable();
        assert_eq!(across, [20, 79]);
        assert!((25..=74).contains(&one.y) && one.y == other.y);
    }
}

#[test]
fn every_style_lays_the_same_number_of_mines() {
    for config in kinds().iter().filter(|config| config.size == 100) {
        assert_eq!(start(config, 5).mines().count(), 100, "{config:?}");
    }
}

#[test]
fn styles_symmetries_and_sides_are_chosen_by_the_seed() {
    let styles: BTreeSet<&str> = (0..60).map(|seed| start(&Config::default(), seed).map_style()).collect();
    assert_eq!(styles.len(), Style::ALL.len());
    let kinds: BTreeSet<(bool, bool)> = (0..60)
        .map(|seed| start(&Config::default(), seed))
        .map(|state| (is_symmetric(&state, Symmetry::Rows), is_symmetric(&state, Symmetry::Columns)))
        .collect();
    assert_eq!(kinds.len(), 3, "rows, columns, both");
    let lefts = (0..60).filter(|&seed| {
        let state = start(&Config { symmetry: Some(Axis::Both), ..Config::default() }, seed);
        base(&state, ZERO).x < base(&state, ONE).x
    });
    assert!((15..45).contains(&lefts.count()));
}

#[test]
fn a_style_can_be_fixed() {
    for style in Style::ALL {
        let config = Config { style: Some(style), ..Config::default() };
        assert_eq!(start(&config, 3).map_style(), style.name());
    }
}

#[test]
fn the_same_seed_makes_the_same_map() {
    assert_eq!(start(&Config::default(), 9), start(&Config::default(), 9));
    assert_ne!(start(&Config::default(), 9), start(&Config::default(), 10));
}

#[test]
fn a_map_that_has_no_room_for_a_mine_is_refused() {
    let config = Config {
        size: 7,
        mine_clear: 6,
        mine_reach: 7,
        base_offset: Some(1),
        along_low: Some(3),
        along_high: Some(3),
        ..Config::default()
    };
    let error = Utti::start(&config, SeatCount::TWO, Seed(1)).unwrap_err().to_string();
    assert!(error.starts_with("config `mine_clear` is 6: it must be small enough"), "{error}");
}

#[test]
fn a_given_map_is_read() {
    let mut config = Config::default();
    Utti::read_map("# a duel\n0...1\n.....\n\n.$.$.\r\n.....\n.....\n", &mut config).unwrap();
    let state = start(&config, 1);
    assert_eq!((state.size(), state.map_style()), (5, "given"));
    assert_eq!(state.mines().collect::<Vec<_>>(), [Cell::new(1, 2), Cell::new(3, 2)]);
    assert_eq!((base(&state, ZERO), base(&state, ONE)), (Cell::new(0, 0), Cell::new(4, 0)));
    let stored = serde_json::to_value(&config).unwrap();
    assert_eq!(serde_json::from_value::<Config>(stored).unwrap(), config, "a replay stores the map inline");
}

#[test]
fn a_map_file_sets_the_size() {
    let wishes = Wishes { map: Some("0.1\n...\n...\n".to_string()), ..Wishes::none() };
    assert_eq!(configure::<Utti>(&wishes).unwrap().size, 3);
}

#[test]
fn a_given_map_may_be_symmetric_by_rows() {
    let mut config = Config::default();
    Utti::read_map("0.$\n...\n1.$\n", &mut config).unwrap();
    assert_eq!(base(&start(&config, 1), ONE), Cell::new(0, 2));
}

#[test]
fn a_bad_map_is_refused_with_a_sentence() {
    let cases = [
        ("", "the map has 0 lines: it must have from 3 to 200"),
        ("0.1\n...\n..\n", "map, line 3: it has 2 columns, but the map has 3 lines: it must be a square"),
        (
            "0.1\n.x.\n...\n",
            "map, line 2: `x` in column 1: it must be `.`, `$` (a mine), `0` or `1` (a seat's base)",
        ),
        ("0.1\n.0.\n...\n", "map, line 2: a second base of seat 0 in column 1: each seat has one"),
        ("0..\n...\n...\n", "the map has no base of seat 1: write `1` on a cell"),
        ("1..\n...\n...\n", "the map has no base of seat 0: write `0` on a cell"),
        (
            "0.1\n$..\n...\n",
            "map, line 2: column 0 and its mirror image, line 2, column 2, differ: make it symmetric, or set `fair` to false",
        ),
        (
            "0..\n...\n..1\n",
            "the map's bases are not mirror images of each other, left to right or top to bottom: make it symmetric, or set `fair` to false",
        ),
    ];
    for (text, sentence) in cases {
        let error = Utti::read_map(text, &mut Config::default()).unwrap_err();
        assert_eq!(error.to_string(), sentence);
    }
}

#[test]
fn a_map_of_too_many_lines_is_refused() {
    let error = Utti::read_map(&"...\n".repeat(1000), &mut Config::default()).unwrap_err();
    assert_eq!(error.to_string(), "the map has more than 200 lines: it must have from 3 to 200");
}

#[test]
fn an_unfair_map_is_played_if_the_config_says_so() {
    let mut config = Config { fair: false, ..Config::default() };
    Utti::read_map("0..\n$..\n..1\n", &mut config).unwrap();
    assert_eq!(start(&config, 1).mines().count(), 1);
}
