//! What bots are told, and how their answers are read.

use skirmish_core::answer::Answer;
use skirmish_core::table::{Board, PlayerSide, Table};

use super::*;

/// A table at a drawn position, spoken to as programs are.
struct Talk {
    table: Board<Utti>,
}

impl Talk {
    fn new(rows: &[&str], hellos: [&str; 2]) -> Self {
        let state = drawn(rows, |_| {});
        let mut talk = Self { table: Board::new(state.config().clone(), state) };
        talk.hear(ZERO);
        talk.hear(ONE);
        talk.table.answer(ZERO, &Answer::Frame(hellos[0].as_bytes().to_vec())).unwrap();
        talk.table.answer(ONE, &Answer::Frame(hellos[1].as_bytes().to_vec())).unwrap();
        talk.table.step();
        talk
    }

    fn hear(&mut self, seat: Seat) -> String {
        let mut page = Page::new();
        self.table.ask(seat, ClockFace::default(), &mut page);
        page.as_str().to_string()
    }

    /// The asked seat is told what it is told, and says this.
    fn say(&mut self, line: &str) -> String {
        let seat = self.table.state().acting().expect("a unit is asked about").seat();
        let page = self.hear(seat);
        self.table.answer(seat, &Answer::Frame(line.as_bytes().to_vec())).unwrap();
        self.table.step();
        page
    }

    fn tell(&mut self, seat: Seat) -> String {
        let mut page = Page::new();
        self.table.tell(seat, &mut page);
        page.as_str().to_string()
    }
}

#[test]
fn the_hello_tells_the_board_the_mines_and_the_units() {
    let state = drawn(&["0.$1", "c...", "...B", "...."], |_| {});
    let scene = Scene { state, heard: Vec::new() };
    let common = "utti 4 SEAT 500 100 10 20\nmines 1\n0 2\nunits 4\n";
    let zero = "0 0 B 0 0 0\n2 0 T 1 0 3\n1 1 B 0 3 0\n3 1 T 2 3 2\nend\n";
    let one = "1 0 B 0 3 0\n3 0 T 2 3 2\n0 1 B 0 0 0\n2 1 T 1 0 3\nend\n";
    assert_eq!(scene.page(ZERO), common.replace("SEAT", "0") + zero);
    assert_eq!(scene.page(ONE), common.replace("SEAT", "1") + one);
}

#[test]
fn the_last_line_of_an_ask_is_enough_to_play() {
    let mut scene = Scene::new(&["0..1", "c...", "...B", "...."]);
    assert_eq!(scene.page(ZERO), "act 0 B 0 0 0 100\n");
    scene.wait_for(1, 0);
    assert_eq!(scene.page(ZERO), "act 2 T 1 0 3 100\n");
}

#[test]
fn the_first_ask_tells_the_round_and_the_gold() {
    let mut talk = Talk::new(&["0..1", "....", "....", "...."], ["ready", "ready"]);
    assert_eq!(talk.hear(ZERO), "round 0\ngold 100 100\nact 0 B 0 0 0 100\n");
}

#[test]
fn news_since_the_last_ask_come_in_order() {
    let mut talk = Talk::new(&["0..1", "....", "....", "...."], ["ready", "ready"]);
    talk.say("CREATE_TROOP 1 0");
    let page = talk.say("CREATE_TROOP 1 3");
    assert_eq!(page, "round 0\ngold 100 100\nborn 2 1 T 1 0 1\ngold 100 90\nact 1 B 0 3 0 100\n");
    let page = talk.say("MOVE 1 1");
    assert_eq!(page, "born 2 0 T 1 0 1\ngold 90 100\nborn 3 1 T 1 3 1\ngold 90 90\nact 2 T 1 0 1 90\n");
    let page = talk.say("IDLE 0 0");
    assert_eq!(page, "born 3 0 T 1 3 1\ngold 90 90\nmoved 2 1 1\nact 3 T 1 3 1 90\n");
    assert_eq!(talk.hear(ONE), "round 1\nact 1 B 0 3 0 90\n");
}

#[test]
fn a_capture_and_a_climb_tell_who_is_gone_where_the_stack_is_and_how_high() {
    for (row, order, below) in [("aC..", "CAPTURE 1 1", 3), ("ac..", "CLIMB 1 1", 4)] {
        let mut talk = Talk::new(&["0..1", row, "....", "...."], ["ready", "ready"]);
        talk.say("IDLE 0 0");
        talk.say("IDLE 0 0");
        talk.say(order);
        let page = talk.hear(ONE);
        assert_eq!(page, format!("gone {below}\nmoved 2 1 1\nheight 2 4\nround 1\nact 1 B 0 3 0 100\n"));
    }
}

#[test]
fn a_split_tells_both_halves() {
    let mut talk = Talk::new(&["0..1", "e...", "....", "...."], ["ready", "ready"]);
    talk.say("IDLE 0 0");
    talk.say("IDLE 0 0");
    talk.say("SPLIT 1 1");
    assert_eq!(talk.hear(ZERO), "moved 2 1 1\nheight 2 2\nborn 4 0 T 1 0 3\nact 4 T 1 0 3 100\n");
}

#[test]
fn a_new_base_tells_what_is_left_of_the_troop() {
    for (row, left) in [("t...", "gone 2"), ("v...", "height 2 2")] {
        let mut talk = Talk::new(&["0..1", "....", row, "...."], ["ready", "ready"]);
        talk.say("IDLE 0 0");
        talk.say("IDLE 0 0");
        talk.say("CREATE_BASE 2 0");
        assert_eq!(talk.hear(ZERO), format!("{left}\nborn 4 0 B 2 0 0\nact 4 B 2 0 0 100\n"));
    }
}

#[test]
fn a_failed_action_is_not_told() {
    let mut talk = Talk::new(&["0..1", "....", "....", "...."], ["ready", "ready"]);
    talk.say("MOVE 1 1");
    talk.say("MINE 1 1");
    assert_eq!(talk.hear(ONE), "round 1\nact 1 B 0 3 0 100\n");
}

#[test]
fn the_end_tells_both_scores() {
    let mut talk = Talk::new(&["0..1", "a...", "....", "...."], ["ready", "ready"]);
    while talk.table.state().acting().is_some() {
        talk.say("IDLE 0 0");
    }
    assert_eq!(talk.tell(ZERO), "over 205 200\n");
    assert_eq!(talk.tell(ONE), "over 200 205\n");
}

#[test]
fn a_batch_ask_lists_the_units_and_gold_is_told_once() {
    let mut talk = Talk::new(&["0..1", "a..A", "....", "...."], ["ready batch", "ready batch"]);
    assert_eq!(talk.hear(ZERO), "round 0\ngold 100 100\nacts 2\n0 0 B 0 0 0\n2 0 T 1 0 1\nend\n");
    assert_eq!(talk.hear(ONE), "round 0\ngold 100 100\nacts 2\n1 0 B 0 3 0\n3 0 T 1 3 1\nend\n");
    for (seat, line) in [(ZERO, "CREATE_TROOP 0 1; IDLE 0 0"), (ONE, "CREATE_TROOP 0 2; IDLE 0 0")] {
        talk.table.answer(seat, &Answer::Frame(line.as_bytes().to_vec())).unwrap();
    }
    talk.table.step();
    assert_eq!(talk.hear(ZERO), "born 4 0 T 0 1 1\nborn 5 1 T 0 2 1\ngold 90 90\nact 4 T 0 1 1 90\n");
}

#[test]
fn orders_are_read_in_both_spellings() {
    let scene = Scene::new(&["0..1", "....", "....", "...."]);
    let expected = Action::One(Order::new(OrderKind::CreateTroop, Cell::new(4, 3)));
    let spellings = [
        "(CREATE_TROOP, (3, 4))",
        "CREATE_TROOP 3 4",
        "  create_troop\t3   4 \r",
        "('CREATE_TROOP', (3, 4))",
        "(CREATE_TROOP,(3,4))",
        "CREATE_TROOP +3 04",
    ];
    for line in spellings {
        let mut action = Action::default();
        assert_eq!(scene.state.read(ZERO, line.as_bytes(), &mut action), Ok(()), "{line}");
        assert_eq!(action, expected, "{line}");
    }
}

#[test]
fn idle_and_mine_need_their_two_numbers() {
    let scene = Scene::new(&["0..1", "....", "....", "...."]);
    for line in ["IDLE", "MINE", "IDLE 0", "MINE 0", "(IDLE)", "(MINE, (1))"] {
        let error = scene.state.read(ZERO, line.as_bytes(), &mut Action::default()).unwrap_err();
        assert!(error.0.contains("expected an action like `MOVE 3 4`"), "{error}");
    }
    for line in ["IDLE 0 0", "(MINE, (5, 5))"] {
        assert_eq!(scene.state.read(ZERO, line.as_bytes(), &mut Action::default()), Ok(()), "{line}");
    }
}

#[test]
fn what_cannot_be_read_is_explained() {
    let single = Scene::new(&["0..1", "....", "....", "...."]);
    let batch = Scene::ready(&["0..1", "a...", "....", "...."], ["ready batch", "ready"], |_| {});
    let hello = Scene { state: drawn(&["0..1", "....", "....", "...."], |_| {}), heard: Vec::new() };
    let cases: [(&Scene, &str, &str); 5] = [
        (&single, "FLY 1 1", "expected an action like `MOVE 3 4` or `(MOVE, (3, 4))`, got `FLY 1 1`"),
        (&hello, "hi", "expected `ready` or `ready batch`, got `hi`"),
        (&batch, "IDLE 0 0", "expected 2 parts split at `;`, one for each unit, got 1"),
        (&batch, "IDLE 0 0;IDLE 0 0;IDLE 0 0", "expected 2 parts split at `;`, one for each unit, got 3"),
        (
            &batch,
            "IDLE 0 0; FLY",
            "part 2 of 2: expected an action like `MOVE 3 4` or `(MOVE, (3, 4))`, got ` FLY`",
        ),
    ];
    for (scene, line, why) in cases {
        let error = scene.state.read(ZERO, line.as_bytes(), &mut Action::default()).unwrap_err();
        assert_eq!(error.0, why);
    }
}

#[test]
fn a_batch_may_end_with_a_semicolon() {
    let batch = Scene::ready(&["0..1", "a...", "....", "...."], ["ready batch", "ready"], |_| {});
    let mut action = Action::default();
    assert_eq!(batch.state.read(ZERO, b"IDLE 0 0; MOVE 1 1;\r", &mut action), Ok(()));
}

#[test]
fn every_action_reads_back_as_written() {
    let hello = Scene { state: drawn(&["0..1", "....", "....", "...."], |_| {}), heard: Vec::new() };
    let single = Scene::new(&["0..1", "....", "....", "...."]);
    let batch = Scene::ready(&["0..1", "abcd", "....", "...."], ["ready batch", "ready"], |_| {});
    let far = [Cell::new(0, 0), Cell::new(-1, 7), Cell::new(i16::MIN, i16::MAX)];
    let orders: Vec<Order> =
        OrderKind::ALL.into_iter().flat_map(|kind| far.map(|at| Order::new(kind, at))).collect();
    let same = |scene: &Scene, action: Action| {
        let (mut page, mut read) = (Page::new(), Action::Many(vec![Order::default(); 9]));
        scene.state.write(&action, &mut page);
        assert_eq!(scene.state.read(ZERO, page.as_bytes(), &mut read), Ok(()), "{page:?}");
        assert_eq!(read, action);
    };
    for ready in [true, false] {
        same(&hello, Action::Ready { batch: ready });
    }
    orders.iter().for_each(|&order| same(&single, Action::One(order)));
    orders.windows(5).for_each(|five| same(&batch, Action::Many(five.to_vec())));
}

#[test]
fn numbers_that_no_board_has_are_read_as_off_the_board() {
    let scene = Scene::new(&["0..1", "....", "....", "...."]);
    let mut action = Action::default();
    scene.state.read(ZERO, b"MOVE 65536 -99999999999999999999", &mut action).unwrap();
    assert_eq!(action, Action::One(Order::new(OrderKind::Move, Cell::new(i16::MIN, i16::MAX))));
}

#[test]
fn the_longest_batch_fits_the_cap() {
    let longest = "(CREATE_TROOP, (199, 199)); ".len() * MAX_UNITS as usize;
    assert!(longest <= INFO.caps.line_bytes, "{longest}");
}

/// The fenced blocks of the rule page, in order.
fn blocks() -> Vec<&'static str> {
    INFO.rules.split("```").skip(1).step_by(2).collect()
}

#[test]
fn the_example_of_the_rule_page_is_true() {
    let example = blocks().into_iter().find(|block| block.contains("> ready")).unwrap();
    let state = drawn(&["0..1", ".$..", "....", "...."], |_| {});
    let mut table = Board::new(state.config().clone(), state);
    let mut ours = example.lines().filter_map(|line| line.strip_prefix("> "));
    let mut theirs = ["ready", "CREATE_TROOP 1 2", "IDLE 0 0"].into_iter();
    let mut heard = String::from("\n");
    while let Decision::Ask(ask) = table.decision() {
        for seat in ask.seats.iter() {
            let mut page = Page::new();
            table.ask(seat, ClockFace::default(), &mut page);
            let line = if seat == ZERO { ours.next() } else { theirs.next() };
            let Some(line) = line else { return assert_eq!(heard, example) };
            if seat == ZERO {
                page.as_str().lines().for_each(|line| heard += &format!("< {line}\n"));
                heard += &format!("> {line}\n");
            }
            table.answer(seat, &Answer::Frame(line.as_bytes().to_vec())).unwrap();
        }
        table.step();
    }
}

#[test]
fn the_map_of_the_rule_page_can_be_played() {
    let map = blocks().into_iter().find(|block| block.contains("# a first duel")).unwrap();
    Utti::read_map(map, &mut Config::default()).unwrap();
}
