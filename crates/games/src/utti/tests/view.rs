//! The board as people see it.

use skirmish_core::view::{TextCanvas, View};

use super::*;

#[test]
fn the_board_as_text_shows_heights_as_letters() {
    // Without the numbers of rows and columns.
    let shown = |state: &Utti| -> Vec<String> {
        let mut canvas = TextCanvas::new(&INFO);
        state.draw(&mut canvas);
        let board = canvas.board(false);
        board.lines().skip(1).filter_map(|line| line.split_whitespace().nth(1)).map(String::from).collect()
    };
    let drawing = ["a.bZ0", "..$..", ".....", "..$..", "1B..A"];
    let scene = Scene::new(&drawing);
    assert_eq!(shown(&scene.state), drawing);
    // More than 26 is a `z`, too.
    let mut scene = Scene::new(&["..z..", "..a..", "0.$.1", ".....", "....."]);
    scene.wait_for(1, 2).say("CLIMB 0 2");
    assert_eq!(scene.state.troop_at(Cell::new(2, 0)).map(|troop| troop.height), Some(27));
    assert_eq!(shown(&scene.state)[0], "..z..");
}
