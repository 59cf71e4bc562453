//! Pages and answers as text.

use skirmish_core::game::{Budget, Decision, Framing, Game};
use skirmish_core::grid::Direction;
use skirmish_core::info::Caps;
use skirmish_core::seat::Seat;
use skirmish_core::wire::{ClockFace, Page, Wire};

use super::{draw, faults, turn, undealt};
use crate::underworld::{Action, Building, Command, Config, Event, Exit, INFO, Underworld};

const BOARD: &str = "C0 W0 . . . .\n. ## . . . .\n. . . . . C1";

fn page(game: &Underworld, seat: u8) -> String {
    let mut page = Page::new();
    let mut seen = game.clone();
    game.redact(Seat(seat), &mut seen);
    seen.ask(Seat(seat), ClockFace::default(), &mut page);
    page.as_str().to_string()
}

fn read(text: &str) -> Vec<Command> {
    let mut action = Action::Hello;
    draw(BOARD).read(Seat(0), text.as_bytes(), &mut action).expect("turns are always readable");
    action.commands().to_vec()
}

#[test]
fn the_handshake_asks_who_are_you_on_one_line() {
    let game = undealt(BOARD, Config::default());
    assert_eq!(page(&game, 0), "Who are you?\n");
    let Decision::Ask(ask) = game.decision() else { panic!("a handshake") };
    assert_eq!((ask.framing, ask.budget, ask.seats.len()), (Framing::Line, Budget::Hello, 2));
}

#[test]
fn crayfish_is_the_only_right_answer() {
    let game = undealt(BOARD, Config::default());
    let mut action = Action::default();
    for right in ["crayfish", "crayfish\r", "crayfish\n", " crayfish "] {
        assert!(game.read(Seat(0), right.as_bytes(), &mut action).is_ok(), "{right:?}");
        assert_eq!(action, Action::Hello);
    }
    for wrong in ["", "Crayfish", "crayfish!", "cray fish", "lobster", "\u{ff}"] {
        assert!(game.read(Seat(0), wrong.as_bytes(), &mut action).is_err(), "{wrong:?}");
    }
    assert_eq!(game.handshake_reply(Seat(0)), Some(Action::Hello));
    assert_eq!(draw(BOARD).handshake_reply(Seat(0)), None);
}

#[test]
fn the_first_page_begins_with_size_players_and_seat() {
    let game = draw(BOARD);
    assert_eq!(
        page(&game, 1),
        "6 3 2 1\nmoney 3000\n0 0 0 C 10000\n1 0 0 W 500\n1 1 -1 # -1\n5 2 1 C 10000\nend\n"
    );
}

#[test]
fn later_pages_begin_with_money_and_are_sorted_by_row() {
    let mut game = draw(BOARD);
    turn(&mut game, &["move 1 0 E;build 0 1 F"]);
    assert_eq!(
        page(&game, 0),
        "money 2000\n0 0 0 C 10000\n2 0 0 W 500\n0 1 0 F 1000\n1 1 -1 # -1\n5 2 1 C 10000\nend\n"
    );
}

#[test]
fn turns_are_read_until_end_and_the_first_has_its_own_budget() {
    let mut game = draw(BOARD);
    let ask = |game: &Underworld| match game.decision() {
        Decision::Ask(ask) => (ask.framing, ask.budget),
        Decision::Over(_) => panic!("it goes on"),
    };
    assert_eq!(ask(&game), (Framing::Until("end"), Budget::First));
    turn(&mut game, &[]);
    assert_eq!(ask(&game), (Framing::Until("end"), Budget::Turn));
}

#[test]
fn the_three_commands_are_read() {
    assert_eq!(
        read("move 1 2 N\nspawn 3 4 W\nbuild 5 6 B\nbuild 5 6 F\n"),
        [
            Command::Move { x: 1, y: 2, heading: Some(Direction::North) },
            Command::Spawn { x: 3, y: 4, heading: Some(Direction::West) },
            Command::Build { x: 5, y: 6, building: Building::Barracks },
            Command::Build { x: 5, y: 6, building: Building::Farm },
        ]
    );
}

#[test]
fn a_bad_line_is_passed_over_and_the_rest_counts() {
    let good = [Command::Move { x: 1, y: 2, heading: Some(Direction::East) }];
    for bad in [
        "",
        " ",
        "hello",
        "move",
        "move 1",
        "move 1 2",
        "move a b N",
        "move 1.0 2 N",
        "MOVE 1 2 N",
        "jump 1 2 N",
        "build 1 2",
        "build 1 2 C",
        "build 1 2 #",
        "build 1 2 W",
        "move -1 2 N",
        "move 64 2 N",
        "spawn 99999999999999999999 0 N",
        "\u{7f}\u{ff}",
        "end of it",
    ] {
        assert_eq!(read(&format!("{bad}\nmove 1 2 E\n{bad}")), good, "{bad:?}");
    }
}

#[test]
fn extra_words_and_blanks_are_fine() {
    let good = [Command::Move { x: 1, y: 2, heading: Some(Direction::East) }];
    for line in ["  move   1\t2  E  ", "move 1 2 E extra", "move 1 2 E extra extra\r", "move +1 02 E"] {
        assert_eq!(read(line), good, "{line:?}");
    }
}

#[test]
fn whoever_is_out_is_told_gg_and_end() {
    let mut game = draw(BOARD);
    let events = faults(&mut game, &[(0, skirmish_core::answer::Fault::Late)]);
    for seat in [Seat(0), Seat(1)] {
        let mut page = Page::new();
        events.iter().for_each(|event| game.tell(seat, event, &mut page));
        assert_eq!(page.as_str(), "gg\nend\n");
    }
}

#[test]
fn nothing_else_is_told() {
    let game = draw(BOARD);
    let mut page = Page::new();
    game.greet(Seat(0), &mut page);
    game.tell(Seat(0), &Event::Out { seat: Seat(1), how: Exit::Won }, &mut page);
    assert!(page.is_empty());
}

#[test]
fn limits_of_an_answer_are_the_originals() {
    assert_eq!(INFO.caps, Caps { line_bytes: 1024, lines: 4096, bytes: 2 << 20 });
    assert_eq!((INFO.clock.hello_ms, INFO.clock.first_ms, INFO.clock.turn_ms), (5000, 1000, 1000));
}

/// What the seed's example program does with a line, beyond what the handshake needs: it must not stumble.
#[test]
fn every_line_of_a_page_is_money_or_five_words_or_end() {
    let mut game = draw(BOARD);
    for _ in 0..3 {
        let text = page(&game, 0);
        let first = usize::from(game.turn() == 0);
        for line in text.lines().skip(first) {
            let words: Vec<&str> = line.split_whitespace().collect();
            let is_object = words.len() == 5 && words[2].parse::<i32>().is_ok();
            assert!(is_object || words[0] == "money" || line == "end", "{line:?}");
        }
        turn(&mut game, &["move 1 0 E"]);
    }
}

proptest::proptest! {
    #[test]
    fn any_bytes_are_read_without_a_fault(bytes: Vec<u8>) {
        let mut action = Action::default();
        proptest::prop_assert!(draw(BOARD).read(Seat(0), &bytes, &mut action).is_ok());
    }
}
