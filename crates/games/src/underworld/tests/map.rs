//! Generated and given maps.

use skirmish_core::config::{Wishes, configure};
use skirmish_core::game::Game;
use skirmish_core::grid::Cell;
use skirmish_core::law::{Audit, Mirror};
use skirmish_core::rng::Seed;
use skirmish_core::seat::SeatCount;

use super::config::{on_map, refused};
use super::{count, given};
use crate::underworld::map::{TURNS, ensure_fair, seats_under};
use crate::underworld::{Config, GivenMap, Kind, MapObject, Style, Underworld};

fn seats(count: usize) -> SeatCount {
    SeatCount::new(count).expect("few seats")
}

fn generated(players: usize, seed: u64) -> Underworld {
    Underworld::start(&Config::default(), seats(players), Seed(seed)).expect("the default starts")
}

fn castles(game: &Underworld) -> Vec<Cell> {
    let castles = game.objects().filter(|object| object.kind == Kind::Castle);
    castles.map(|castle| castle.cell).collect()
}

#[test]
fn the_size_follows_the_number_of_seats() {
    for (players, size) in [(2, 12), (3, 16), (4, 16), (5, 24), (6, 24), (7, 24), (8, 24)] {
        let game = generated(players, 3);
        assert_eq!((game.width(), game.height()), (size, size), "{players} seats");
        assert_eq!(castles(&game).len(), players);
    }
}

#[test]
fn maps_for_two_four_and_eight_treat_all_seats_alike() {
    for players in [2, 4, 8] {
        for seed in 0..100 {
            let game = generated(players, seed);
            ensure_fair(&game.board, players).unwrap_or_else(|error| panic!("{players}, {seed}: {error}"));
            assert_eq!(game.mirror().board.pieces().count(), game.board.pieces().count());
            assert_eq!(
                game.mirror(),
                game,
                "a half turn lays seat 0 on seat 1, {players} seats, seed {seed}"
            );
        }
    }
}

#[test]
fn four_seats_have_a_group_of_four_and_eight_one_of_eight() {
    for (players, least) in [(2, 2), (4, 4), (8, 8)] {
        for seed in 0..50 {
            let game = generated(players, seed);
            let fitting = TURNS.iter().filter(|turn| seats_under(&game.board, turn).is_some()).count();
            assert!(fitting >= least, "{players} seats, seed {seed}: {fitting} turns fit");
        }
    }
}

#[test]
fn everybody_has_a_castle_one_from_the_edge_with_a_barracks_beside_it() {
    for players in 2..=8 {
        for seed in 0..40 {
            let game = generated(players, seed);
            let last = game.width() as i16 - 2;
            for seat in game.seats().iter() {
                let castle = game.cells_of(seat, Kind::Castle).next().expect("a castle");
                let barracks = game.cells_of(seat, Kind::Barracks).next().expect("a barracks");
                let is_inside = [castle.x, castle.y].iter().all(|&at| at >= 1 && at <= last);
                let is_near = [castle.x, castle.y].iter().any(|&at| at == 1 || at == last);
                assert!(is_inside && is_near, "{castle:?}");
                assert_eq!(castle.distance_squared(barracks), 1);
                assert_eq!(game.money(seat), 3000);
            }
        }
    }
}

#[test]
fn at_most_a_tenth_is_walls_and_every_castle_can_be_reached() {
    for players in 2..=8 {
        for seed in 0..40 {
            let game = generated(players, seed);
            let walls = game.objects().filter(|object| object.kind == Kind::Wall).count();
            assert!(walls * 10 <= game.width() * game.height(), "{walls} walls");
            let reached = flood(&game, castles(&game)[0]);
            assert!(castles(&game).iter().all(|castle| reached.contains(castle)));
            assert_eq!(reached.len() + walls, game.width() * game.height(), "no pockets");
        }
    }
}

#[test]
fn no_wall_is_nearer_to_a_castle_than_three_cells() {
    for (players, seed) in (2..=8).flat_map(|players| (0..40).map(move |seed| (players, seed))) {
        let game = generated(players, seed);
        let castles = castles(&game);
        let mut walls = game.objects().filter(|object| object.kind == Kind::Wall);
        assert!(
            walls.all(|wall| castles.iter().all(|castle| castle.king_distance(wall.cell) >= 3)),
            "seed {seed}"
        );
    }
}

fn flood(game: &Underworld, from: Cell) -> std::collections::BTreeSet<Cell> {
    let is_open = |cell: Cell| {
        let (width, height) = (game.width() as i16, game.height() as i16);
        let on_board = cell.x >= 0 && cell.y >= 0 && cell.x < width && cell.y < height;
        on_board && game.object(cell).is_none_or(|object| object.kind != Kind::Wall)
    };
    let mut reached = std::collections::BTreeSet::from([from]);
    let mut queue = vec![from];
    while let Some(cell) = queue.pop() {
        for next in cell.orthogonal().into_iter().filter(|&next| is_open(next)) {
            if reached.insert(next) {
                queue.push(next);
            }
        }
    }
    reached
}

#[test]
fn the_seed_chooses_among_all_styles() {
    let mut names: Vec<&str> = (0..100).map(|seed| generated(2, seed).map_style()).collect();
    names.sort_unstable();
    names.dedup();
    assert_eq!(names, ["boulders", "gates", "meadow", "ridges", "ring"]);
}

#[test]
fn a_style_can_be_chosen_and_looks_its_own_way() {
    for players in [2, 4, 8] {
        for style in Style::ALL {
            let config = Config { style: Some(style), ..Config::default() };
            let walls = |seed| {
                let game = Underworld::start(&config, seats(players), Seed(seed)).expect("a style");
                assert_eq!(game.map_style(), style.name());
                game.objects().filter(|object| object.kind == Kind::Wall).count()
            };
            assert!((0..20).map(walls).sum::<usize>() > 20, "{} has walls for {players}", style.name());
        }
    }
}

#[test]
fn the_same_seed_gives_the_same_map() {
    assert_eq!(generated(4, 9), generated(4, 9));
    assert_ne!(generated(4, 9), generated(4, 10));
}

#[test]
fn on_larger_maps_the_seed_deals_the_places() {
    let homes = (0..40).map(|seed| castles_of(&generated(3, seed), 0));
    let quadrants: std::collections::BTreeSet<(bool, bool)> = homes.map(|at| (at.x < 8, at.y < 8)).collect();
    assert_eq!(quadrants.len(), 4);
}

fn castles_of(game: &Underworld, seat: u8) -> Cell {
    game.cells_of(skirmish_core::seat::Seat(seat), Kind::Castle).next().expect("a castle")
}

#[test]
fn sizes_up_to_the_largest_board_work() {
    for (players, size) in [(2, 8), (2, 64), (4, 12), (4, 64), (8, 20), (8, 64)] {
        let config = Config { size: Some(size), ..Config::default() };
        for seed in 0..10 {
            let game = Underworld::start(&config, seats(players), Seed(seed)).expect("a size in range");
            ensure_fair(&game.board, players).expect("symmetric");
            game.audit().expect("sound");
        }
    }
}

const CLASSIC_FILE: &str = r##"{"sizex": 4, "sizey": 3, "money": 700, "maxTurns": 9, "comment": "of the original",
    "objects": [{"x": 0, "y": 0, "type": "C", "owner": 0}, {"x": 3, "y": 2, "type": "C", "owner": 1},
                {"x": 1, "y": 1, "type": "#", "owner": -1}, {"x": 2, "y": 1, "type": "#", "owner": -1}]}"##;

#[test]
fn the_originals_json_is_read() {
    let mut wishes = Wishes::none();
    wishes.map = Some(CLASSIC_FILE.to_string());
    let config = configure::<Underworld>(&wishes).expect("a map file");
    assert_eq!((config.money, config.max_turns), (700, 9));
    let game = Underworld::start(&config, seats(2), Seed(0)).expect("a sound map");
    assert_eq!(super::drawn(&game), "C0 . . .\n. ## ## .\n. . . C1");
    assert_eq!(game.map_style(), "given");
}

#[test]
fn a_config_with_a_map_reads_back_whole() {
    let config = Config { map: Some(given("C0 . .\n. . .\n. . C1")), ..Config::default() };
    let stored = serde_json::to_value(&config).expect("JSON");
    assert_eq!(serde_json::from_value::<Config>(stored).expect("a config"), config);
}

#[test]
fn classic_is_the_originals_map_for_up_to_four() {
    let config = configure::<Underworld>(&Wishes::preset("classic")).expect("a preset");
    for players in 2..=4 {
        let game = Underworld::start(&config, seats(players), Seed(0)).expect("classic starts");
        assert_eq!((game.width(), game.height(), castles(&game).len()), (10, 10, players));
        assert!((0..players).all(|seat| count(&game, seat as u8, Kind::Barracks) == 1));
    }
    assert!(Underworld::start(&config, seats(5), Seed(0)).is_err());
}

#[test]
fn original_and_fog_set_what_they_say() {
    let original = configure::<Underworld>(&Wishes::preset("original")).expect("a preset");
    assert!(original.kicked_castles_stand && original.extra_turn && original.last_turn() == 1001);
    let fog = configure::<Underworld>(&Wishes::preset("fog")).expect("a preset");
    assert_eq!(fog.vision, Some(3));
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
