//! How a match begins: random starts, given rows and boards, map files.

use skirmish_core::grid::Cell;

use super::config::{error_of, refuses};
use super::*;

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
