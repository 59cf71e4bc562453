//! Configs, starts and maps; one test per thing that can be wrong.

use skirmish_core::grid::Cell;

use super::*;

/// The error that the config gives, or nothing.
fn error_of(change: impl FnOnce(&mut Config)) -> String {
    let mut config = Config::default();
    change(&mut config);
    let started = Plantation::start(&config, SeatCount::TWO, Seed(1));
    started.err().map(|error| error.to_string()).unwrap_or_default()
}

#[track_caller]
fn refuses(change: impl FnOnce(&mut Config), words: &str) {
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
fn start_rows_off_the_board_or_twice_are_refused() {
    refuses(|config| config.plus_rows = vec![11], "config `plus_rows` is [11]: it must be rows below 11");
    refuses(
        |config| config.minus_rows = vec![4, 4],
        "config `minus_rows` is [4, 4]: it must be a list of different rows",
    );
}

#[test]
fn start_rows_of_one_side_only_are_refused() {
    refuses(|config| config.plus_rows = vec![1], "config `minus_rows` is empty");
    refuses(|config| config.minus_rows = vec![1], "config `plus_rows` is empty");
}

#[test]
fn different_start_rows_are_refused_unless_not_fair() {
    let set = |config: &mut Config| {
        config.plus_rows = vec![1, 2];
        config.minus_rows = vec![2, 3];
    };
    refuses(set, "row 3 is a start row of one side only");
    let unfair = |config: &mut Config| {
        set(config);
        config.fair = false;
    };
    assert_eq!(error_of(unfair), "");
}

#[test]
fn a_board_of_another_size_is_refused() {
    let board = |rows: usize, cols: usize| vec![vec![0; cols]; rows];
    refuses(
        |config| config.board = board(10, 11),
        "config `board` is 10 rows high: it must be 11 as `rows` says",
    );
    refuses(|config| config.board = board(11, 9), "config `board` is 9 cells wide in row 0: it must be 11");
}

#[test]
fn a_board_and_start_rows_together_are_refused() {
    let change = |config: &mut Config| {
        config.board = vec![vec![0; 11]; 11];
        config.plus_rows = vec![1];
    };
    refuses(change, "config `plus_rows` is [1]: it must be left out when `board` is given");
}

#[test]
fn a_board_with_huge_scores_is_refused() {
    let change = |config: &mut Config| {
        config.board = vec![vec![0; 11]; 11];
        config.board[2][5] = i16::MIN;
    };
    refuses(change, "config `board` is -32768 in row 2: it must be from -1000 to 1000");
}

#[test]
fn a_board_that_is_not_symmetric_is_refused_unless_not_fair() {
    let change = |config: &mut Config| {
        config.board = vec![vec![0; 11]; 11];
        config.board[3][0] = 2;
    };
    refuses(change, "board, row 3: 2 in column 0 needs -2 in column 10");
    let unfair = |config: &mut Config| {
        change(config);
        config.fair = false;
    };
    assert_eq!(error_of(unfair), "");
}

#[test]
fn only_two_can_play() {
    let three = SeatCount::new(3).expect("three");
    let error = Plantation::start(&Config::default(), three, Seed(1)).expect_err("three").to_string();
    assert_eq!(error, "plantation is for exactly 2 players, not 3");
}

/// What reading a map gives: the board as drawn, or the error.
fn read_map(text: &str) -> Result<String, String> {
    let mut config = Config::default();
    Plantation::read_map(text, &mut config).map_err(|error| error.to_string())?;
    Ok(drawn(&Field::start(&config).state))
}

#[test]
fn a_map_is_rows_of_scores_with_comments() {
    let text = "# a small field\n\n +2 . 0 -2  # the first row\n . 1 -1 .\n";
    assert_eq!(read_map(text), Ok("+2 . . -2\n. +1 -1 .".to_string()));
}

#[test]
fn a_map_that_is_wrong_says_where() {
    let cases = [
        ("", "the map is empty"),
        ("# nothing", "the map is empty"),
        ("+1 x -1", "map, line 1: `x` is no score"),
        ("+1 99999 -1", "map, line 1: `99999` is no score"),
        ("+1 . -1\n. .", "map, line 2: 2 cells, the first row has 3"),
        ("+1 . -2", "board, row 0: 1 in column 0 needs -1 in column 2"),
        ("+1", "config `cols` is 1"),
    ];
    for (text, words) in cases {
        let error = read_map(text).expect_err(text);
        assert!(error.contains(words), "`{error}` should contain `{words}`");
    }
    let wide = ". ".repeat(21);
    assert!(read_map(&wide).expect_err("wide").contains("map, line 1: 21 cells: a board has at most 20"));
    let high = ". .\n".repeat(21);
    assert!(read_map(&high).expect_err("high").contains("map, line 21: a board has at most 20 rows"));
}

fn tiles(state: &Plantation, seat: Seat) -> Vec<Cell> {
    state.tiles(seat).iter().map(|at| state.cell(at)).collect()
}

#[test]
fn each_side_starts_with_three_random_tiles_of_one_in_its_outer_column() {
    let mut starts = std::collections::BTreeSet::new();
    for seed in 0..50 {
        let state = Plantation::start(&Config::default(), SeatCount::TWO, Seed(seed)).expect("the defaults");
        let [plus, minus] = [PLUS, MINUS].map(|seat| tiles(&state, seat));
        assert_eq!((plus.len(), minus.len()), (3, 3));
        assert!(plus.iter().all(|&cell| cell.x == 0 && state.at(cell) == 1));
        assert!(minus.iter().all(|&cell| cell.x == 10 && state.at(cell) == -1));
        assert_eq!(state.map_style(), "random rows");
        starts.insert(drawn(&state));
    }
    assert!(starts.len() > 45, "starts hardly differ: {}", starts.len());
}

#[test]
fn the_same_seed_gives_the_same_start() {
    let start =
        |seed| Plantation::start(&Config::default(), SeatCount::TWO, Seed(seed)).expect("the defaults");
    assert_eq!(start(3), start(3));
}

#[test]
fn mirrored_starts_are_the_same_for_both() {
    let config = configure::<Plantation>(&Wishes::preset("mirrored")).expect("a preset");
    for seed in 0..20 {
        let state = Plantation::start(&config, SeatCount::TWO, Seed(seed)).expect("a preset");
        let rows = |seat| tiles(&state, seat).iter().map(|cell| cell.y).collect::<Vec<_>>();
        assert_eq!(rows(PLUS), rows(MINUS));
        assert_eq!(state.map_style(), "mirrored rows");
    }
}

#[test]
fn given_starts_are_named_so() {
    assert_eq!(field("+1 -1").state.map_style(), "given");
    let config = Config { plus_rows: vec![3], minus_rows: vec![3], ..Config::default() };
    assert_eq!(Field::start(&config).state.map_style(), "given");
}

#[test]
fn cells_are_numbered_row_by_row_on_boards_of_every_size() {
    for (rows, cols) in (1..=20u16).flat_map(|rows| (2..=20u16).map(move |cols| (rows, cols))) {
        let state = Field::start(&Config { rows, cols, start_tiles: 1, ..Config::default() }).state;
        for at in 0..usize::from(rows * cols) {
            let (row, col) = (at / usize::from(cols), at % usize::from(cols));
            assert_eq!(state.cell(at), Cell::new(col as i16, row as i16), "{rows}x{cols}");
        }
    }
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
