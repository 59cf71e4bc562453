//! Blocks and answers as text.

use proptest::prelude::*;
use skirmish_core::rng::Seed;
use skirmish_core::seat::SeatCount;
use skirmish_core::wire::{ClockFace, Page};

use super::super::action::{Action, Building, Number, Part};
use super::*;

fn block(state: &IceAndFire, seat: Seat) -> String {
    let mut page = Page::new();
    state.ask(seat, ClockFace::default(), &mut page);
    page.as_str().to_string()
}

fn read(line: &[u8]) -> Option<Action> {
    let mut action = Action::new();
    draw(&[]).read(RED, line, &mut action).is_ok().then_some(action)
}

fn written(action: &Action) -> String {
    let mut page = Page::new();
    draw(&[]).write(action, &mut page);
    page.as_str().to_string()
}

#[test]
fn a_block_tells_gold_cells_buildings_and_units() {
    let state = draw(&["rmt1...#T..B", "rm3.....Y..B", "..r*.o..BBBB"]);
    let expected = "100\n-5\n100\n13\n\
        OOOO...#X..X\nOOO.....X..X\n..O..o..XXXX\n\
        ...........X\n...........X\n...........X\n...........X\n...........X\n...........X\n...........X\n...........X\n...........X\n\
        6\n0 0 0 0\n0 1 1 0\n0 1 1 1\n0 2 2 0\n1 0 11 11\n1 2 8 0\n\
        3\n0 1 1 3 0\n0 2 3 2 1\n1 3 2 8 1\n";
    assert_eq!(block(&state, RED), expected);
}

#[test]
fn a_block_lists_ones_own_things_first() {
    let state = draw(&["r1.......X.B", "1t.......B.B", "MX.......BBB"]);
    let block = block(&state, BLUE);
    let tail: Vec<&str> = block.lines().skip(16).collect();
    let buildings = ["4", "0 0 11 11", "0 1 0 2", "1 0 0 0", "1 2 1 1"];
    let units = ["4", "0 2 1 9 0", "0 4 1 1 2", "1 1 1 1 0", "1 3 1 0 1"];
    assert_eq!(tail, [buildings, units].concat());
}

#[test]
fn buildings_are_ordered_by_type_then_column_then_row() {
    let state = draw(&["rrmm.......B", "rrtr.......B", "rmrt.......B", "rt.........B"]);
    let block = block(&state, RED);
    let own: Vec<&str> = block.lines().skip(17).take_while(|line| line.starts_with("0 ")).collect();
    assert_eq!(own, ["0 0 0 0", "0 1 1 2", "0 1 2 0", "0 1 3 0", "0 2 1 3", "0 2 2 1", "0 2 3 2"]);
}

#[test]
fn mine_spots_come_with_each_players_first_block_row_by_row() {
    let rows =
        ["..*.........", "*...........", "............", "............", "............", "............"];
    let mut map: Vec<String> = rows.iter().map(|row| row.replace('*', "m")).collect();
    map.extend(
        rows.iter().rev().map(|row| row.chars().rev().map(|c| if c == '*' { 'm' } else { c }).collect()),
    );
    let config = Config { map: Some(map), ..Config::default() };
    let mut state = IceAndFire::start(&config, SeatCount::TWO, Seed(0)).unwrap();
    let spots = "4\n2 0\n0 1\n11 10\n9 11\n";
    assert!(block(&state, RED).starts_with(&format!("{spots}21\n1\n20\n2\n")));
    turn(&mut state, "WAIT");
    assert!(block(&state, BLUE).starts_with(&format!("{spots}22\n2\n21\n1\n")));
    turn(&mut state, "WAIT");
    assert!(block(&state, RED).starts_with("22\n1\n22\n2\nO...."));
}

#[test]
fn lines_that_are_read() {
    for (line, parts) in [
        ("WAIT", 1),
        ("\tWAIT  ", 1),
        ("WAIT\r", 1),
        (";", 0),
        (";;;", 0),
        ("WAIT;", 1),
        ("WAIT;;;", 1),
        (" MOVE 1 2 3 ;TRAIN 3 3 3; BUILD MINE 0 1;MSG Team Fire", 4),
        ("MOVE 1 2 3", 1),
        ("MOVE 001 02 3", 1),
        ("MOVE  3 4", 1),
        ("MOVE   4", 1),
        ("BUILD TOWER  4", 1),
        ("MOVE 99999999999999999999999999999999 1 1", 1),
        ("MSG x", 1),
        ("MSG   x", 1),
        ("MSG MOVE 1 2 3", 1),
        ("MSG Grüße", 1),
    ] {
        assert_eq!(read(line.as_bytes()).map(|action| action.parts().len()), Some(parts), "{line:?}");
    }
}

#[test]
fn lines_that_are_not_recognised() {
    for line in [
        "",
        " ",
        "; ",
        "; ;",
        ";WAIT",
        "WAIT;;WAIT",
        "WAIT; ;WAIT",
        "wait",
        "Wait",
        "WAIT 1",
        "HELLO",
        "MSG",
        "MSG ",
        "MSG  ; WAIT",
        "MOVE 1 2",
        "MOVE 1 2 ",
        "MOVE 1 2 3 4",
        "MOVE 1  2 3",
        "MOVE\t1 2 3",
        "move 1 2 3",
        "MOVE -1 2 3",
        "MOVE +1 2 3",
        "MOVE 1 2 3.0",
        "MOVE a b c",
        "TRAIN 1 2",
        "TRAIN  1  2  3",
        "TRAIN 1 2 3 MSG x",
        "BUILD 1 2",
        "BUILD mine 1 2",
        "BUILD HQ 1 2",
        "BUILD MINE 1",
        "BUILD  MINE 1 2",
        "BUILD MINE 1 2 3",
        "MOVE",
        "TRAIN",
        "BUILD",
        "MOVE 1 2 3\nWAIT",
        "MSG a\nb",
    ] {
        assert_eq!(read(line.as_bytes()), None, "{line:?}");
    }
}

#[test]
fn what_was_read_before_an_unrecognised_part_is_kept() {
    let mut action = Action::new();
    let error = draw(&[]).read(RED, b"WAIT; TRAIN 1 2 3; NO; WAIT", &mut action).unwrap_err();
    assert_eq!(action.parts().len(), 2);
    assert!(error.to_string().contains("` NO`") && error.to_string().contains("MOVE id x y"), "{error}");
    let error = draw(&[]).read(RED, b"", &mut action).unwrap_err();
    assert!(action.parts().is_empty() && error.to_string().contains("WAIT"), "{error}");
}

#[test]
fn a_message_that_is_no_utf8_is_shown_as_far_as_it_can_be_read() {
    assert_eq!(read(b"MSG a\xffb").map(|action| written(&action)).as_deref(), Some("MSG a\u{fffd}b"));
}

#[test]
fn answers_are_written_as_bots_write_them() {
    let mut action = Action::new();
    assert_eq!(written(&action), ";");
    action
        .move_unit(1, at(2, 3))
        .train(Level::ALL[2], at(3, 3))
        .build(Building::Mine, at(0, 1))
        .wait()
        .say("Team; Fire\n");
    assert_eq!(written(&action), "MOVE 1 2 3;TRAIN 3 3 3;BUILD MINE 0 1;WAIT;MSG Team  Fire");
}

#[test]
fn what_a_line_cannot_carry_is_not_said() {
    let mut action = Action::new();
    action.say("").say("  ;\n").say("\t").push(Part::Move {
        id: Number::EMPTY,
        x: Number::EMPTY,
        y: Number::EMPTY,
    });
    action.move_unit(u32::MAX, at(-1, 5));
    assert_eq!(action.parts().len(), 2);
    assert_eq!(written(&action), "MOVE   2147483648;MOVE 2147483648 2147483648 5");
}

fn some_number() -> impl Strategy<Value = Number> {
    prop_oneof![
        (0u32..20).prop_map(Number::new),
        any::<u32>().prop_map(Number::new),
        Just(Number::EMPTY),
        Just(Number::HUGE)
    ]
}

fn some_action() -> impl Strategy<Value = Action> {
    let part = prop_oneof![
        Just((Some(Part::Wait), String::new())),
        (some_number(), some_number(), some_number())
            .prop_map(|(id, x, y)| (Some(Part::Move { id, x, y }), String::new())),
        (some_number(), some_number(), some_number())
            .prop_map(|(level, x, y)| (Some(Part::Train { level, x, y }), String::new())),
        (any::<bool>(), some_number(), some_number()).prop_map(|(mine, x, y)| {
            let building = if mine { Building::Mine } else { Building::Tower };
            (Some(Part::Build { building, x, y }), String::new())
        }),
        any::<String>().prop_map(|text| (None, text)),
    ];
    prop::collection::vec(part, 0..12).prop_map(|parts| {
        let mut action = Action::new();
        for (part, text) in parts {
            match part {
                Some(part) => action.push(part),
                None => action.say(&text),
            };
        }
        action
    })
}

proptest! {
    #[test]
    fn every_action_reads_back_as_written(action in some_action()) {
        let line = written(&action);
        prop_assert!(!line.contains('\n'));
        prop_assert_eq!(read(line.as_bytes()), Some(action));
    }

    #[test]
    fn any_bytes_are_read_or_refused(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        if let Some(action) = read(&bytes) {
            prop_assert_eq!(read(written(&action).as_bytes()), Some(action));
        }
    }

    #[test]
    fn nearly_right_lines_are_read_or_refused(line in "[MOVETRAINBUDSGW0-9 ;]{0,40}|(MOVE|TRAIN|BUILD MINE|MSG|WAIT)[ 0-9;]{0,20}") {
        if let Some(action) = read(line.as_bytes()) {
            prop_assert_eq!(read(written(&action).as_bytes()), Some(action));
        }
    }
}

#[test]
fn the_example_of_the_rule_page_is_a_real_exchange() {
    let page = super::super::INFO.rules;
    let fence = |name: &str| {
        let start =
            page.find(&format!("```{name}\n")).unwrap_or_else(|| panic!("no {name}")) + name.len() + 4;
        &page[start..start + page[start..].find("```").unwrap()]
    };
    let mut config = Config::default();
    IceAndFire::read_map(fence("map"), &mut config).unwrap();
    let mut state = IceAndFire::start(&config, SeatCount::TWO, Seed(0)).unwrap();
    assert_eq!(block(&state, RED), fence("block-1"));
    assert_eq!(turn(&mut state, fence("answer-1").trim_end()), "..g");
    assert_eq!(block(&state, BLUE), fence("block-2"));
}
