//! Generated and given maps.

use super::super::Style;
use super::*;

fn start(config: &Config, seed: u64) -> Si32 {
    Si32::start(config, SeatCount::TWO, Seed(seed)).expect("starts")
}

/// Every style on boards of several shapes.
fn every_map(look: impl Fn(&Si32, &Config)) {
    for style in Style::ALL {
        for (width, height) in [(20, 20), (8, 8), (64, 8), (8, 64), (12, 30), (64, 64)] {
            for seed in 0..5 {
                let config = Config { style: Some(style), width, height, ..Config::default() };
                look(&start(&config, seed), &config);
            }
        }
    }
}

#[test]
fn maps_are_point_symmetric() {
    every_map(|game, _| {
        let mut turned = game.resource.clone();
        turned.reverse();
        assert_eq!(turned, game.resource, "{}", game.map_style());
    });
}

#[test]
fn tiles_have_nothing_to_the_most() {
    every_map(|game, config| {
        let most = config.resource_max as i16;
        assert!(game.resource.iter().all(|resource| (0..=most).contains(resource)));
    });
    for resource_max in [0, 1, 1000] {
        for style in Style::ALL {
            let config = Config { resource_max, style: Some(style), ..Config::default() };
            let most = start(&config, 1).resource.into_iter().max();
            assert!(most <= Some(resource_max as i16));
        }
    }
}

#[test]
fn starts_lie_at_a_quarter_of_the_board() {
    let game = start(&Config::default(), 1);
    assert_eq!((game.units_at(Seat(0), cell(5, 5)), game.units_at(Seat(1), cell(14, 14))), (1, 1));
    assert_eq!((game.sides[0].units, game.sides[1].units), (1, 1));
    every_map(|game, config| {
        let quarter = cell((config.width / 4) as i16, (config.height / 4) as i16);
        assert_eq!(game.units_at(Seat(0), quarter), 1);
    });
}

#[test]
fn each_starts_with_a_hundred_resource_and_no_building() {
    let game = start(&Config::default(), 1);
    assert_eq!((purses(&game), game.buildings().count()), ([100, 100], 0));
}

#[test]
fn there_is_enough_near_every_start() {
    every_map(|game, config| {
        let (x, y) = ((config.width / 4) as i16, (config.height / 4) as i16);
        let near = (-2..=2).flat_map(|dy| (-2..=2).map(move |dx| (dx, dy)));
        let held: i32 = near.map(|(dx, dy)| game.resource_at(cell(x + dx, y + dy))).sum();
        assert!(held >= config.start_reserve as i32, "{held} near the start, {}", game.map_style());
    });
}

#[test]
fn the_seed_chooses_among_all_styles() {
    let styles: std::collections::BTreeSet<_> =
        (0..60).map(|seed| start(&Config::default(), seed).map_style()).collect();
    assert_eq!(styles.len(), Style::ALL.len());
}

#[test]
fn the_same_seed_gives_the_same_map() {
    assert_eq!(start(&Config::default(), 7), start(&Config::default(), 7));
    assert_ne!(start(&Config::default(), 7).resource, start(&Config::default(), 8).resource);
}

#[test]
fn maps_differ_in_what_they_are_named_for() {
    let total = |style| {
        let config = Config { style: Some(style), start_reserve: 0, ..Config::default() };
        start(&config, 1).resource.iter().map(|&resource| i32::from(resource)).sum::<i32>()
    };
    // On 400 tiles: enough for 10 to 60 buildings.
    for style in Style::ALL {
        assert!((1000..6000).contains(&total(style)), "{}: {}", style.word(), total(style));
    }
    let config = Config { style: Some(Style::Centre), ..Config::default() };
    let game = start(&config, 1);
    assert!(game.resource_at(cell(10, 10)) > game.resource_at(cell(0, 0)) + 8);
}

#[track_caller]
fn misread(text: &str, words: &str) {
    let error = Si32::read_map(text, &mut Config::default()).expect_err("refused").to_string();
    assert!(error.contains(words), "{error}");
}

fn rows(width: usize, height: usize) -> String {
    format!("{}\n", vec!["1"; width].join(" ")).repeat(height)
}

#[test]
fn a_given_map_sets_the_size_and_the_starts() {
    let text = format!("# a map\nstarts 0 0 9 7 # far apart\n\n{}", rows(10, 8));
    let mut config = Config::default();
    Si32::read_map(&text, &mut config).expect("read");
    assert_eq!((config.width, config.height), (10, 8));
    let game = start(&config, 1);
    assert_eq!((game.map_style(), game.units_at(Seat(1), cell(9, 7))), ("given", 1));
}

#[test]
fn without_starts_a_given_map_has_the_usual_ones() {
    let mut config = Config::default();
    Si32::read_map(&rows(12, 8), &mut config).expect("read");
    assert_eq!(start(&config, 1).units_at(Seat(0), cell(3, 2)), 1);
}

#[test]
fn a_map_that_cannot_be_read_says_where() {
    misread("", "no rows");
    misread("1 2 x", "line 1: `x`");
    misread("1 2 -3", "line 1: `-3`");
    misread("1 2\n1 2 3", "line 2: 3 tiles: the first row has 2");
    misread("starts 1 2 3\n1 1", "line 1: `starts` needs four numbers");
    misread("starts 1 2 3 4 5\n1 1", "line 1: more than 4");
    misread(&rows(65, 1), "line 1: more than 64");
    misread(&rows(8, 65), "line 65: a map has at most 64 rows");
    misread(&rows(6, 8), "`width` is 6");
    misread(&format!("2{}", &rows(8, 8)[1..]), "not symmetric");
}
