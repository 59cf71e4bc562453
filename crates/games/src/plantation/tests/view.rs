//! The board as people see it.

use skirmish_core::grid::Cell;
use skirmish_core::view::{TextCanvas, View, Weight};

use super::*;

fn text_of(state: &Plantation) -> TextCanvas {
    let mut canvas = TextCanvas::new(Plantation::INFO);
    state.draw(&mut canvas);
    canvas
}

#[test]
fn the_text_board_is_ruled_and_signed_with_headings() {
    let drawing = "
        . . . . . . . . . .  .
        . . . . . . . . . . -1
        . . . +1 . . . . . . .
        +1 . . . . . . . . . .
        . . . . . . . . . . .
        . . . . . . . . . -1 -12
        . . . . . . . . . . .
        . . . . . . . . . . .
        . . . . . . . . . . .
        +100 . . . . . . . . . .
        . . . . . . . . . -1 -2";
    let expected = "     0    1    2    3    4    5    6    7    8    9    10
   ========================================================
 0 |    |    |    |    |    |    |    |    |    |    |    |
 1 |    |    |    |    |    |    |    |    |    |    | -1 |
 2 |    |    |    | +1 |    |    |    |    |    |    |    |
 3 | +1 |    |    |    |    |    |    |    |    |    |    |
 4 |    |    |    |    |    |    |    |    |    |    |    |
 5 |    |    |    |    |    |    |    |    |    | -1 |-12 |
 6 |    |    |    |    |    |    |    |    |    |    |    |
 7 |    |    |    |    |    |    |    |    |    |    |    |
 8 |    |    |    |    |    |    |    |    |    |    |    |
 9 |+100|    |    |    |    |    |    |    |    |    |    |
10 |    |    |    |    |    |    |    |    |    | -1 | -2 |
   ========================================================
";
    assert_eq!(text_of(&field(drawing).state).board(false), expected);
}

#[test]
fn the_status_line_names_the_sides() {
    let mut field = field("+2 . -1");
    field.say("plant 0 1");
    let status = "turn 1/100 | Plus: sum 3 tiles 2 moves 2 | Minus: sum 1 tiles 1 moves 0";
    assert_eq!(text_of(&field.state).status(), status);
}

/// The sentence about what the line leads to.
fn sentence(line: &str) -> String {
    let mut field = field("+2 . -6\n. . -1\n. -1 -1");
    field.say(line);
    let (_, event) = field.news.items()[0];
    field.state.mark(&event).says
}

#[test]
fn every_event_has_a_sentence() {
    let cases = [
        ("fertilise 0 0", "Plus fertilises (0, 0)"),
        ("fertilise 0 1", "Plus cannot fertilise (0, 1)"),
        ("plant 0 1", "Plus plants (0, 1)"),
        ("colonise 0 1 0 0", "Plus colonises (0, 1) from (0, 0)"),
        ("colonise 0 1", "Plus cannot colonise (0, 1) from nowhere"),
        ("colonise 0 2 0 0", "Plus finds (0, 2) occupied by -6"),
        ("scout 1 1", "Plus scouts around (1, 1) and sees 5 tiles"),
        ("spray 2 2", "Plus sprays (2, 2) and reaches 3 enemy tiles"),
        ("spray 0 1", "Plus sprays (0, 1) and reaches 1 enemy tile"),
        ("bomb 0 2", "Plus bombs (0, 2) and takes 4 levels"),
        ("bomb", "Plus cannot bomb nowhere"),
        ("hello", "Plus says nothing that is a command"),
    ];
    for (line, says) in cases {
        assert_eq!(sentence(line), says);
    }
}

#[test]
fn marks_say_where_and_how_much_it_matters() {
    let mut field = field("+2 . -6");
    let mut mark = |line: &str| {
        field.say(line);
        field.state.mark(&field.news.items()[0].1)
    };
    let bombed = mark("bomb 0 2");
    assert_eq!((bombed.weight, bombed.from, bombed.to), (Weight::Notable, None, Some(Cell::new(2, 0))));
    let off_board = mark("scout 9 99999999");
    assert_eq!((off_board.weight, off_board.from, off_board.to), (Weight::Small, None, None));
    (0..3).for_each(|_| drop(mark("pass")));
    let colonised = mark("colonise 0 1 0 0");
    assert_eq!((colonised.from, colonised.to), (Some(Cell::new(0, 0)), Some(Cell::new(1, 0))));
}

#[test]
fn the_end_is_decisive_and_says_why() {
    let mut field = field_with(Wishes::none().with("turns", "1"), "+2 . -6");
    let lost = {
        let mut field = field.clone();
        field.fault(Fault::Late);
        field.state.mark(&field.news.items()[0].1)
    };
    assert_eq!((lost.weight, lost.says.as_str()), (Weight::Decisive, "Plus runs out of time and loses"));
    field.pass().pass();
    let (_, event) = field.news.items()[1];
    assert_eq!(field.state.mark(&event).says, "The match ends with 2 to 6");
}
