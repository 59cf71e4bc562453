//! Text in and out.

use skirmish_core::answer::Answer;
use skirmish_core::table::{Board, PlayerSide, Table};
use skirmish_core::wire::ClockFace;

use super::*;

fn page(write: impl FnOnce(&mut Page)) -> String {
    let mut page = Page::new();
    write(&mut page);
    page.as_str().to_string()
}

#[test]
fn the_hello_says_size_sign_turns_and_moves() {
    let field = field("+1 . . -1\n. . . .");
    assert_eq!(page(|page| field.state.greet(PLUS, page)), "plantation 2 4 + 100 3\n");
    assert_eq!(page(|page| field.state.greet(MINUS, page)), "plantation 2 4 - 100 3\n");
}

#[test]
fn an_ask_says_turn_moves_time_and_own_signed_scores() {
    let mut field = field("+1 . . -1\n+12 . . -3");
    field.say("scout 0 0");
    let clock = ClockFace { left_ms: 9876 };
    let asked = page(|page| field.seen_by(PLUS).ask(PLUS, clock, page));
    assert_eq!(asked, "turn 1 moves 2 time 9876\n1 0 0 0\n12 0 0 0\n");
    field.pass();
    let asked = page(|page| field.seen_by(MINUS).ask(MINUS, clock, page));
    assert_eq!(asked, "turn 1 moves 3 time 9876\n0 0 0 -1\n0 0 0 -3\n");
}

#[test]
fn endless_time_fits_an_int() {
    let field = field("+1 -1");
    let asked = page(|page| field.state.ask(PLUS, ClockFace { left_ms: u64::MAX }, page));
    assert!(asked.starts_with("turn 1 moves 3 time 2147483647\n"), "{asked}");
}

#[test]
fn the_end_says_the_own_sum_first_without_signs() {
    let state = field("+1 -1").state;
    let event = Event::Ended { sums: [162, -173], fault: None };
    assert_eq!(page(|page| state.tell(PLUS, &event, page)), "end 162 173\n");
    assert_eq!(page(|page| state.tell(MINUS, &event, page)), "end 173 162\n");
}

/// The command that a line reads as, written again.
fn read(line: &[u8]) -> Option<String> {
    let state = field("+1 -1").state;
    let mut command = Command::new(Verb::Bomb, &[9, 9, 9, 9]);
    state.read(PLUS, line, &mut command).ok()?;
    Some(page(|page| state.write(&command, page)))
}

#[test]
fn commands_are_read_with_blanks_brackets_and_commas() {
    let cases: [(&str, &str); 12] = [
        ("plant 3 4", "plant 3 4"),
        ("plant [3, 4]", "plant 3 4"),
        ("plant[3,4]", "plant 3 4"),
        ("  colonise\t1 2  3 4 \r", "colonise 1 2 3 4"),
        ("scout -1 +2", "scout -1 2"),
        ("spray 1 2 3 4 5 6", "spray 1 2 3 4"),
        ("bomb 1 x 2", "bomb 1"),
        ("bomb 1.5 2", "bomb"),
        ("fertilise", "fertilise"),
        ("plant 99999999999999999999 -99999999999999999999", "plant 2147483647 -2147483648"),
        ("plant 007 4", "plant 7 4"),
        ("plant 3 4 please", "plant 3 4"),
    ];
    for (line, command) in cases {
        assert_eq!(read(line.as_bytes()).as_deref(), Some(command), "{line:?}");
    }
}

#[test]
fn a_line_without_a_command_says_what_was_expected() {
    let state = field("+1 -1").state;
    let mut command = Command::default();
    let error = state.read(PLUS, b"plnat 3 4", &mut command).expect_err("no command").to_string();
    assert!(error.contains("plant") && error.contains("plnat 3 4"), "{error}");
}

#[test]
fn capitals_are_no_commands() {
    for line in ["Plant 3 4", "PLANT 3 4", "planT 3 4"] {
        assert_eq!(read(line.as_bytes()), None, "{line}");
    }
}

#[test]
fn extra_numbers_are_ignored() {
    check("+1 .", &[("plant 0 1 7 7 7", "OK")], "+1 +1");
}

proptest! {
    #[test]
    fn reading_never_fails_badly(line in prop::collection::vec(any::<u8>(), 0..64)) {
        let _ = read(&line);
    }

    #[test]
    fn reading_undoes_writing(command in some_command()) {
        let state = field("+1 -1").state;
        let mut page = Page::new();
        state.write(&command, &mut page);
        let mut again = Command::new(Verb::Bomb, &[1, 2, 3]);
        state.read(PLUS, page.as_bytes(), &mut again).expect("it was written by us");
        prop_assert_eq!(again, command);
    }
}

/// The code block of the rule page that begins with this.
fn block_of_the_rule_page(start: &str) -> &'static str {
    let page = Plantation::INFO.rules;
    let from = page.find(start).expect("the block is there");
    &page[from..from + page[from..].find("```").expect("the block ends")]
}

#[test]
fn the_rule_pages_exchange_is_what_happens() {
    let config =
        Config { rows: 3, cols: 4, turns: 1, plus_rows: vec![1], minus_rows: vec![1], ..Config::default() };
    let state = Plantation::start(&config, SeatCount::TWO, Seed(1)).expect("the example's config");
    let mut table = Board::new(config, state);
    let mut sent = Page::new();
    table.greet(PLUS, &mut sent);
    let block = block_of_the_rule_page("< plantation");
    let times: Vec<u64> =
        block.lines().filter_map(|line| line.split(" time ").nth(1)?.parse().ok()).collect();
    let mut answers = block.lines().filter_map(|line| line.strip_prefix("> "));
    let mut exchange = String::new();
    let quote = |page: &Page| page.as_str().lines().map(|line| format!("< {line}\n")).collect::<String>();
    for left_ms in times {
        table.ask(PLUS, ClockFace { left_ms }, &mut sent);
        exchange += &quote(&sent);
        sent.clear();
        let answer = answers.next().expect("an answer to every request");
        exchange += &format!("> {answer}\n");
        table.answer(PLUS, &Answer::Frame(answer.as_bytes().to_vec())).expect("a command");
        table.step();
    }
    while let Decision::Ask(_) = table.decision() {
        table.answer(MINUS, &Answer::Frame(b"scout 0 0".to_vec())).expect("a command");
        table.step();
    }
    table.tell(PLUS, &mut sent);
    exchange += &quote(&sent);
    assert_eq!(exchange, block);
}

#[test]
fn the_rule_pages_map_can_be_read() {
    let mut config = Config::default();
    Plantation::read_map(block_of_the_rule_page("# two gardens"), &mut config).expect("a map");
    assert_eq!((config.rows, config.cols), (3, 4));
}

#[test]
fn the_rule_page_names_every_config_key_preset_and_command() {
    let page = Plantation::INFO.rules;
    let config = serde_json::to_value(Config::default()).expect("a config is JSON");
    let keys = config.as_object().expect("an object").keys().map(String::as_str);
    let presets = Plantation::INFO.presets.iter().map(|preset| preset.name);
    for word in keys.chain(presets).chain(Verb::ALL.map(Verb::word)) {
        assert!(
            page.contains(&format!("`{word}`")) || page.contains(&format!("`{word} =")),
            "`{word}` is missing"
        );
    }
}
