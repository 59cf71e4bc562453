//! The board as people see it.

use skirmish_core::answer::Fault;
use skirmish_core::game::Game;
use skirmish_core::grid::{Cell, Direction};
use skirmish_core::seat::Seat;
use skirmish_core::view::{TextCanvas, View};

use super::{draw, drawn, lines};
use crate::underworld::{Command, Event, Exit, Kind, Underworld, Why};

const BOARD: &str = "
    C0 B0 .  ##
    F0 W0 .  W1
    .  .  B1 C1";

#[test]
fn the_text_board_is_letters_and_owners() {
    let game = draw(BOARD);
    let mut canvas = TextCanvas::new(Underworld::INFO);
    game.draw(&mut canvas);
    let board = canvas.board(false);
    let rows: Vec<String> = lines(&board)
        .skip(1)
        .map(|row| row.split_whitespace().skip(1).collect::<Vec<_>>().join(" "))
        .collect();
    assert_eq!(rows.join("\n"), drawn(&game), "{board}");
    let status = canvas.status();
    assert!(status.contains("seat 0: money 3000 farms 1 warriors 1 castle 10000"), "{status}");
}

#[test]
fn every_event_has_a_sentence() {
    let (seat, at) = (Seat(0), Cell::new(1, 2));
    let command = Command::Move { x: 1, y: 2, heading: Some(Direction::East) };
    for (event, says) in [
        (Event::Moved { seat, from: at, to: Cell::new(2, 2) }, "seat 0's warrior goes from (1, 2) to (2, 2)"),
        (
            Event::Hit { seat, kind: Kind::Farm, at, damage: 50 },
            "seat 0's farm at (1, 2) loses 50 hit points",
        ),
        (Event::Fell { seat, kind: Kind::Castle, at }, "seat 0's castle at (1, 2) falls"),
        (Event::Made { seat, kind: Kind::Warrior, at }, "seat 0 gets a warrior at (1, 2)"),
        (
            Event::Failed { seat, command, why: Why::Swap },
            "seat 0's move 1 2 E has no effect: two warriors would change places",
        ),
        (
            Event::Unserved { seat: None, at, why: Why::Contested },
            "every request for (1, 2) fails: somebody else wants the cell too",
        ),
        (Event::Out { seat, how: Exit::Kicked(Fault::Late) }, "seat 0 is kicked"),
    ] {
        let told = draw(BOARD).mark(&event).says;
        assert!(told.starts_with(says), "{told}");
    }
}
