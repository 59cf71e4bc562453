//! Generated and given maps.

use proptest::prelude::*;
use skirmish_core::config::BadConfig;
use skirmish_core::rng::Seed;
use skirmish_core::seat::SeatCount;

use super::super::map::{ground, image, is_one_region};
use super::*;

const FAIR: [&str; 12] = [
    ".m....######",
    ".......#####",
    "........####",
    "#........###",
    "##..m.....##",
    "###........#",
    "#........###",
    "##.....m..##",
    "###........#",
    "####........",
    "#####.......",
    "######....m.",
];

pub(super) fn start(config: &Config) -> Result<IceAndFire, BadConfig> {
    IceAndFire::start(config, SeatCount::TWO, Seed(0))
}

#[track_caller]
pub(super) fn check_refused(config: &Config, words: &str) {
    let error = start(config).expect_err("refused").to_string();
    assert!(error.contains(words), "{error}");
}

fn given(change: impl Fn(&mut Vec<String>)) -> Config {
    let mut rows: Vec<String> = FAIR.iter().map(|row| row.to_string()).collect();
    for y in 0..12 {
        // Point symmetry from the upper half.
        if y >= 6 {
            rows[y] = rows[11 - y].chars().rev().collect();
        }
    }
    change(&mut rows);
    Config { map: Some(rows), ..Config::default() }
}

proptest! {
    #[test]
    fn generated_maps_follow_the_expert_rules(seed in any::<u64>()) {
        let ground = ground(&Config::default(), Seed(seed)).unwrap();
        let spots = ground.spots.count();
        prop_assert!((8..=20).contains(&spots) && spots.is_multiple_of(2), "{} spots", spots);
        prop_assert!(ground.spots.has(1) && ground.spots.has(142), "beside both headquarters");
        prop_assert!(!ground.spots.has(0) && !ground.spots.has(143));
        prop_assert!(ground.spots.minus(&ground.land).is_empty());
        prop_assert!(is_one_region(&ground.land));
        for at in 0..AREA {
            prop_assert_eq!(ground.land.has(at), ground.land.has(image(at)));
            prop_assert_eq!(ground.spots.has(at), ground.spots.has(image(at)));
            let (x, y) = (at % 12, at / 12);
            prop_assert!(ground.land.has(at) || !(x < 3 && y < 3));
        }
    }

    #[test]
    fn any_generator_setting_gives_a_playable_map(
        seed in any::<u64>(), solid in 0u32..=100, rounds in 0u32..6, threshold in 0u32..=10, spots in 0u32..=20,
    ) {
        let config = Config {
            solid_percent: solid,
            smoothing_rounds: rounds,
            smoothing_threshold: threshold,
            mine_spots_min: 2 * spots,
            mine_spots_max: 40,
            ..Config::default()
        };
        let ground = ground(&config, Seed(seed)).unwrap();
        prop_assert!(is_one_region(&ground.land));
        prop_assert!(ground.spots.count() <= 40);
    }
}

#[test]
fn leagues_without_mines_have_no_spots() {
    let config = Config { mines: false, ..Config::default() };
    assert!(ground(&config, Seed(3)).unwrap().spots.is_empty());
}

#[test]
fn every_number_of_spots_occurs_and_odd_wishes_are_rounded_up() {
    let mut counts = [0; 21];
    for seed in 0..1300 {
        counts[ground(&Config::default(), Seed(seed)).unwrap().spots.count()] += 1;
    }
    // One wish of 13 gives 8; two each give 10 to 20.
    assert!((60..150).contains(&counts[8]), "{counts:?}");
    assert!((10..=20).step_by(2).all(|n| (140..270).contains(&counts[n])), "{counts:?}");
}

#[test]
fn a_given_map_is_played() {
    let state = start(&given(|_| ())).unwrap();
    assert_eq!(state.map_style(), "given");
    assert!(state.is_mine_spot(at(1, 0)) && state.is_mine_spot(at(10, 11)) && !state.is_land(at(11, 0)));
}

#[test]
fn a_map_file_is_read() {
    let text = given(|_| ()).map.unwrap().join("\r\n  ") + "\n\n";
    let mut config = Config::default();
    IceAndFire::read_map(&text, &mut config).unwrap();
    assert_eq!(config, given(|_| ()));
    let error = IceAndFire::read_map("...\n...", &mut config).unwrap_err().to_string();
    assert!(error.contains("2 rows") && error.contains("12 rows"), "{error}");
}

#[test]
fn a_map_with_a_missing_row_is_refused() {
    check_refused(&given(|rows| drop(rows.pop())), "11 rows: it must be 12 rows of 12 characters");
}

#[test]
fn a_map_with_a_short_row_is_refused() {
    check_refused(&given(|rows| rows[3].truncate(11)), "map, line 4: it must have 12 characters, not 11");
}

#[test]
fn a_map_with_an_unknown_mark_is_refused() {
    check_refused(
        &given(|rows| rows[2] = "..x.....####".into()),
        "map, line 3: 'x' is none of `#`, `.` and `m`",
    );
}

#[test]
fn a_map_with_a_headquarters_on_void_or_a_spot_is_refused() {
    check_refused(
        &given(|rows| rows[0] = "#m....######".into()),
        "map, line 1: a headquarters stands in this corner",
    );
    check_refused(
        &given(|rows| rows[11] = "######....mm".into()),
        "map, line 12: a headquarters stands in this corner",
    );
}

#[test]
fn a_map_without_blues_second_cell_is_refused() {
    let change = |rows: &mut Vec<String>| rows[10] = "####.......#".into();
    check_refused(&given(change), "map, line 11: blue begins with its last cell");
    let config = Config { head_start: false, fair: false, ..given(change) };
    let state = start(&config).unwrap();
    assert_eq!((state.owner(at(11, 10)), state.income(BLUE)), (None, 1));
}

#[test]
fn a_map_that_is_not_symmetric_is_refused_unless_it_may_be_unfair() {
    let change = |rows: &mut Vec<String>| rows[1] = "......m#####".into();
    check_refused(&given(change), "map, line 2: (6, 1) differs from (5, 10): make the map look the same");
    assert!(start(&Config { fair: false, ..given(change) }).is_ok());
}

#[test]
fn caves_are_smoothed_by_the_nine_cells_around_each() {
    let land = |solid_percent, smoothing_rounds, smoothing_threshold| {
        let config = Config { solid_percent, smoothing_rounds, smoothing_threshold, ..Config::default() };
        ground(&config, Seed(1)).unwrap().land
    };
    // Nothing solid but the first corner, which becomes land again.
    assert_eq!(land(0, 0, 6).count(), AREA);
    // All solid: only the two corners are left, and the bent way between them.
    let corners = land(100, 0, 6);
    assert!(
        corners.count() < 18 + 2 * SIDE * 2
            && corners.has(0)
            && corners.has(AREA - 1)
            && is_one_region(&corners)
    );
    // Beyond the edge is solid: three of the nine cells around one at the edge, five in a corner.
    let is_edge = |at: usize| [at % SIDE, at / SIDE].iter().any(|&n| n == 0 || n == SIDE - 1);
    let in_corner = |at: usize| (at % SIDE < 3 && at / SIDE < 3) || (at % SIDE > 8 && at / SIDE > 8);
    let rim = land(0, 1, 3);
    let far = |at: usize| !in_corner(at) && at % SIDE + at / SIDE > 5 && at % SIDE + at / SIDE < 17;
    assert!((0..AREA).filter(|&at| far(at)).all(|at| rim.has(at) != is_edge(at)));
    let open = land(0, 1, 6);
    assert!((0..AREA).filter(|&at| far(at)).all(|at| open.has(at)));
}
