//! The wire.

use skirmish_core::answer::Answer;
use skirmish_core::grid::Direction;
use skirmish_core::table::{PlayerSide, Table};
use skirmish_core::wire::{ClockFace, Page};

use super::super::{Command, Corner, MAX_LINES, Reason};
use super::*;

fn page(game: &Si32, seat: u8) -> String {
    let mut page = Page::new();
    game.ask(Seat(seat), ClockFace { left_ms: 200 }, &mut page);
    page.as_str().to_string()
}

fn read(text: &str) -> Orders {
    orders(&position("a1 b1"), text)
}

fn written(orders: &Orders) -> String {
    let mut page = Page::new();
    position("a1 b1").write(orders, &mut page);
    page.as_str().to_string()
}

#[test]
fn the_hello_names_the_board_the_seat_and_the_turns() {
    let mut page = Page::new();
    position("a1:3 .:20 \n . b1:4").greet(Seat(1), &mut page);
    assert_eq!(page.as_str(), "si32 2 2 1 300\n3 20\n0 4\n");
}

#[test]
fn a_page_shows_the_board_as_the_seat_sees_it() {
    let mut game = position("Aa7:9 . Bb2:5 . \n . . . .");
    (game.sides[0].purse, game.sides[0].produced, game.sides[0].lost) = (42, 10, 3);
    settle(&mut game);
    play(&mut game, "mine 0 0 1; build 0 0 6; fly; mine 0 0 1", "build 2 0 1; mine 2 0 1");
    let common = "r 0 0 8\nr 2 0 4\n";
    let expected = format!(
        "turn 2\nresource 43 101\nproduced 11 2\n{common}u 0 0 0 8\nu 2 0 1 2\nb 0 0 0 1\nb 2 0 1 1\n\
         bad 3 command\nbad 4 no-units\nend\n"
    );
    assert_eq!(page(&game, 0), expected);
    let expected = format!(
        "turn 2\nresource 101 43\nproduced 2 11\n{common}u 0 0 1 8\nu 2 0 0 2\nb 0 0 1 1\nb 2 0 0 1\nend\n"
    );
    assert_eq!(page(&game, 1), expected);
}

#[test]
fn the_first_page_repeats_no_resources() {
    let game = Si32::start(&Config::default(), SeatCount::TWO, Seed(3)).expect("starts");
    assert_eq!(page(&game, 0), "turn 1\nresource 100 100\nproduced 0 0\nu 5 5 0 1\nu 14 14 1 1\nend\n");
}

#[test]
fn the_end_is_told_to_both() {
    let mut game = position("a5 b3");
    game.turn = 300;
    let mut table = skirmish_core::table::Board::new(Config::default(), game);
    table.answer(Seat(0), &Answer::Frame(b"".to_vec())).expect("read");
    table.answer(Seat(1), &Answer::Frame(b"".to_vec())).expect("read");
    table.step();
    for (seat, expected) in [(0, "over 5 3\nend\n"), (1, "over 3 5\nend\n")] {
        let mut page = Page::new();
        table.tell(Seat(seat), &mut page);
        assert_eq!(page.as_str(), expected);
    }
}

#[test]
fn the_three_commands_are_read() {
    let expected = [
        Command::Move { at: cell(1, 2), way: Direction::West, units: 3 },
        Command::Build { at: cell(4, 5), corner: Corner::NorthWest, units: 6 },
        Command::Build { at: cell(4, 5), corner: Corner::SouthEast, units: 6 },
        Command::Mine { at: cell(7, 8), units: 9 },
    ];
    let text = "move 1 2 W 3;build 4 5 NW 6;build 4 5 6;mine 7 8 9";
    assert_eq!(read(text), expected.into_iter().collect());
    assert_eq!(read("  move\t1 2  W 3 \r").commands().next(), Some(expected[0]));
}

#[test]
fn every_misread_line_says_why() {
    for (line, reason) in [
        ("fly 1 1 1", "command"),
        ("MOVE 1 1 N 1", "command"),
        ("\u{0}", "command"),
        ("end?", "command"),
        ("move", "words"),
        ("move 0 0 N", "words"),
        ("move 0 0 N 1 1", "words"),
        ("build 0 0", "words"),
        ("mine 0 0", "words"),
        ("mine 0 0 N 1", "words"),
        ("move x 0 N 1", "number"),
        ("mine 0 1.5 1", "number"),
        ("mine 0 0 one", "number"),
        ("build 0 0 SE x", "number"),
        ("move 0 0 NE 1", "direction"),
        ("move 0 0 n 1", "direction"),
        ("build 0 0 N 1", "direction"),
        ("move 0 0 E 0", "amount"),
        ("mine 0 0 -3", "amount"),
        ("build 0 0 0", "amount"),
    ] {
        check_dropped("a1 .", line, &format!("1 {reason}"));
    }
}

#[test]
fn blank_lines_are_skipped_but_counted() {
    check_dropped("a1 .", ";; fly; ;oh", "3 command; 5 command");
}

#[test]
fn every_answer_reads_back_as_written() {
    for text in [
        "",
        "\n\n",
        "\n\nmine 0 0 1\n\n",
        "fly;move;mine x 0 1;move 0 0 Q 1;mine 0 0 0;mine 0 0 1",
        "mine -99999 99999 99999999999",
        "build 1 1 3;build 1 1 NE 3",
    ] {
        let orders = read(text);
        assert_eq!(read(&written(&orders)), orders, "{text:?}");
    }
}

#[test]
fn a_command_for_nobody_is_a_bad_line_wherever_it_comes_from() {
    let orders: Orders = [Command::Mine { at: cell(0, 0), units: 0 }].into_iter().collect();
    assert_eq!(orders, read("mine 0 0 0"));
}

#[test]
fn no_more_lines_are_read_than_an_answer_can_have() {
    let text = "mine 0 0 1\n".repeat(MAX_LINES + 5);
    assert_eq!(read(&text).commands().count(), MAX_LINES);
    let mut orders = read(&text);
    orders.push(Command::Mine { at: cell(0, 0), units: 1 });
    assert_eq!(orders.commands().count(), MAX_LINES);
}

#[test]
fn reasons_have_different_words_without_blanks() {
    let words: std::collections::BTreeSet<_> = Reason::ALL.iter().map(|reason| reason.word()).collect();
    assert_eq!(words.len(), Reason::ALL.len());
    assert!(words.iter().all(|word| !word.contains(' ')));
}

#[test]
fn the_rule_page_explains_every_reason_and_every_key() {
    let page = Si32::INFO.rules;
    for reason in Reason::ALL {
        assert!(page.contains(&format!("`{}`", reason.word())), "`{}` is not explained", reason.word());
    }
    let config = serde_json::to_value(Config::default()).expect("a config is JSON");
    for key in config.as_object().expect("an object").keys() {
        assert!(page.contains(&format!("`{key}`")), "`{key}` is not explained");
    }
    for name in Si32::INFO.presets.iter().map(|preset| preset.name) {
        assert!(page.contains(&format!("`{name}`")), "`{name}` is not explained");
    }
}

#[test]
fn the_exchange_of_the_rule_page_is_what_happens() {
    let example = example_block(1);
    let mut game = example_match();
    let mut said = Page::new();
    game.greet(Seat(0), &mut said);
    let mut text = said.as_str().to_string();
    for answer in ["build 2 2 SE 1", "build 2 2 1\nmine 9 9 1"] {
        text += &page(&game, 0);
        text += &format!("{answer}\nend\n").lines().map(|line| format!("> {line}\n")).collect::<String>();
        play(&mut game, answer, "mine 5 5 1");
    }
    text += &page(&game, 0);
    assert_eq!(text.trim(), example.trim(), "\n{text}");
}

/// The match of the rule page's example: a given map of 8x8.
fn example_match() -> Si32 {
    let map = example_block(0);
    let mut config = Config::default();
    Si32::read_map(map, &mut config).expect("the example map is read");
    Si32::start(&config, SeatCount::TWO, Seed(1)).expect("and played on")
}

/// The rule page's blocks under the heading "Example": a map, and an exchange played on it.
fn example_block(number: usize) -> &'static str {
    let (_, section) = Si32::INFO.rules.split_once("### Example\n").expect("an example");
    section.split("```\n").nth(2 * number + 1).expect("a block")
}
