use skirmish_core::game::Game;
use skirmish_core::rng::Seed;
use skirmish_core::seat::SeatCount;

use super::given;
use crate::underworld::{Config, GivenMap, MapObject, Style, Underworld};

fn refused(config: Config, seats: usize) -> String {
    let seats = SeatCount::new(seats).expect("few seats");
    Underworld::start(&config, seats, Seed(1)).expect_err("a bad config").to_string()
}

fn on_map(map: GivenMap) -> Config {
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
fn an_unfair_map_is_refused_unless_allowed() {
    let map = given("C0 . . .\n. . W1 .\n. . . C1");
    let sentence = refused(on_map(map.clone()), 2);
    assert!(sentence.contains("not symmetric") && sentence.contains("fair=false"), "{sentence}");
    let config = Config { fair: false, ..on_map(map) };
    assert!(Underworld::start(&config, SeatCount::TWO, Seed(1)).is_ok());
}

#[test]
fn a_map_fair_by_any_turn_or_mirror_image_is_taken() {
    for fair in [
        "C0 . . .\n. . . .\n. . . C1",
        "C0 . . C1\n. . . .\n. . . .",
        "C0 . .\n. . .\nC1 . .",
        "C0 B0 . C3\n. . . B3\nB2 . . .\nC2 . B1 C1",
    ] {
        let map = given(fair);
        let players = map.objects.iter().filter(|object| object.kind == "C").count();
        let seats = SeatCount::new(players).expect("few");
        Underworld::start(&on_map(map), seats, Seed(1)).unwrap_or_else(|error| panic!("{fair}\n{error}"));
    }
}

#[test]
fn every_fault_of_a_map_has_its_sentence() {
    let object = |x, y, kind: &str, owner| MapObject { x, y, kind: kind.to_string(), owner };
    let with = |extra: MapObject| {
        let mut map = given("C0 . .\n. . .\n. . C1");
        map.objects.push(extra);
        on_map(map)
    };
    for (config, want) in [
        (with(object(3, 0, "F", 0)), "only 3x3 cells"),
        (with(object(1, 0, "X", 0)), "`X` must be one of"),
        (with(object(0, 0, "F", 0)), "taken by another"),
        (with(object(1, 0, "#", 0)), "must be -1"),
        (with(object(1, 0, "F", -1)), "from 0 to 7"),
        (with(object(1, 0, "F", 8)), "from 0 to 7"),
        (with(object(1, 0, "C", 0)), "second castle"),
        (with(object(1, 0, "F", 3)), "seat 2 has no castle"),
        (on_map(GivenMap { sizex: 2, sizey: 3, objects: vec![] }), "`map.sizex`"),
        (on_map(GivenMap { sizex: 3, sizey: 65, objects: vec![] }), "`map.sizey`"),
        (on_map(GivenMap { sizex: 3, sizey: 3, objects: vec![] }), "for 0 players"),
    ] {
        let sentence = refused(config, 2);
        assert!(sentence.contains(want), "{sentence}");
    }
    assert!(refused(on_map(given("C0 . .\n. . .\n. . C1")), 3).contains("for 2 players, not 3"));
}

#[test]
fn a_broken_map_file_names_the_line() {
    let mut config = Config::default();
    let error = Underworld::read_map("{\n \"sizex\": 5,\n oops }", &mut config).expect_err("no JSON");
    assert!(error.to_string().contains("line 3"), "{error}");
    let error = Underworld::read_map("{\"sizex\": 5}", &mut config).expect_err("half a map");
    assert!(error.to_string().contains("sizey"), "{error}");
    assert_eq!(config, Config::default());
}

#[test]
fn unknown_fields_are_refused() {
    assert!(serde_json::from_str::<Config>(r#"{"warior_hp": 5}"#).is_err());
}
