//! The board as people see it.

use skirmish_core::answer::Fault;
use skirmish_core::view::{TextCanvas, View};

use super::super::action::Building;
use super::super::event::{Event, Fall, Refusal};
use super::*;

#[test]
fn the_text_board_shows_units_and_buildings_on_their_ground() {
    let mut canvas = TextCanvas::new(IceAndFire::INFO);
    draw(&["r1.#..*....B", "tm........XB"]).draw(&mut canvas);
    let board = canvas.board(false);
    let rows: Vec<Vec<&str>> =
        board.lines().skip(2).take(2).map(|row| row.split_whitespace().skip(1).collect()).collect();
    assert_eq!(rows[0].join(" "), "RH R1 . ## . . * . . . . B", "{board}");
    assert_eq!(rows[1].join(" "), "Rt Rm . . . . . . . . B1 B", "{board}");
}

#[test]
fn every_event_is_a_sentence() {
    let state = draw(&["r1.........B"]);
    let cell = at(1, 0);
    let events = [
        (
            Event::Moved { seat: RED, id: 1, from: at(0, 0), to: cell },
            "Red moves unit 1 from (0, 0) to (1, 0)",
        ),
        (
            Event::Trained { seat: BLUE, id: 4, level: Level::ALL[1], at: cell },
            "Blue trains unit 4 of level 2 at (1, 0)",
        ),
        (Event::Built { seat: RED, building: Building::Mine, at: cell }, "Red builds a mine at (1, 0)"),
        (
            Event::Fell { seat: RED, id: 2, at: cell, why: Fall::Beaten },
            "Red's unit 2 at (1, 0) is destroyed",
        ),
        (
            Event::Fell { seat: RED, id: 2, at: cell, why: Fall::CutOff },
            "Red's unit 2 at (1, 0) was cut off and is lost",
        ),
        (
            Event::Fell { seat: RED, id: 2, at: cell, why: Fall::Unpaid },
            "Red's unit 2 at (1, 0) is unpaid and is lost",
        ),
        (
            Event::Razed { seat: BLUE, building: Building::Tower, at: cell },
            "Blue's tower at (1, 0) is destroyed",
        ),
        (Event::Captured { by: RED }, "Red captures the headquarters of Blue"),
        (Event::Waited { seat: RED }, "Red waits"),
        (Event::Said { seat: RED, text: "hi\u{1b}".into() }, "Red says: hi\\x1b"),
        (
            Event::Refused { seat: RED, order: 3, at: Some(cell), why: Refusal::TooDear },
            "Red's order 3 is refused: there is too little gold",
        ),
        (Event::Forfeited { seat: BLUE, fault: Fault::Late }, "Blue answers too late and loses"),
    ];
    for (event, says) in events {
        assert_eq!(state.mark(&event).says, says);
    }
}
