//! The board as people see it.

use skirmish_core::view::{TextCanvas, View, Weight};

use super::*;

#[test]
fn the_text_board_shows_units_over_buildings_over_resource() {
    let game = position("Aa3 . .:7 b12 \n . . . .");
    let mut canvas = TextCanvas::new(Si32::INFO);
    game.draw(&mut canvas);
    let board = canvas.board(false);
    let rows: Vec<Vec<&str>> =
        board.lines().skip(1).map(|row| row.split_whitespace().skip(1).collect()).collect();
    assert_eq!(rows, [vec!["a3", "[]", "7", "b12"], vec!["[]", "[]", ".", "."]], "{board}");
}

/// The sentences of a turn, with how much each matters.
fn told(before: &str, first: &str, second: &str) -> Vec<(Weight, String)> {
    let mut game = position(before);
    let events = play(&mut game, first, second);
    events.iter().map(|event| game.mark(event)).map(|mark| (mark.weight, mark.says)).collect()
}

#[test]
fn what_happens_is_told_in_sentences() {
    let small = |says: &str| (Weight::Small, says.to_string());
    let notable = |says: &str| (Weight::Notable, says.to_string());
    assert_eq!(
        told("a3:2 . b1", "move 0 0 E 2; mine 0 0 1", ""),
        [small("Seat 0 moves 2 from (0, 0) E"), small("Seat 0 mines 1 on (0, 0)"),]
    );
    assert_eq!(
        told("a3 b1", "move 0 0 E 3", "move 1 0 W 1"),
        [
            notable("Armies clash between (0, 0) and (1, 0): each loses 1"),
            small("Seat 0 moves 2 from (0, 0) E"),
        ]
    );
    assert_eq!(told("a1 b1", "mine 0 0 1", "")[0], small("Seat 0: line 1 does nothing: empty"));
}
