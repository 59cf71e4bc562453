//! One test per sentence of the rules, on positions drawn as text.

mod commands;
mod config;
mod laws;
mod learn;
mod map;
mod match_course;
mod rule_page;
mod secrets;
mod view;
mod wire;

use proptest::prelude::*;
use skirmish_core::answer::{Answers, Fault};
use skirmish_core::config::{Wishes, configure};
use skirmish_core::game::{Decision, Game};
use skirmish_core::law::Audit;
use skirmish_core::news::News;
use skirmish_core::outcome::Outcome;
use skirmish_core::rng::Seed;
use skirmish_core::seat::{Seat, SeatCount};
use skirmish_core::wire::{Page, Wire};

use super::{Command, Config, Event, Plantation, Verb};

const PLUS: Seat = Seat::FIRST;
const MINUS: Seat = Seat::SECOND;

/// A match on a drawn board, played by lines of text.
#[derive(Clone)]
struct Field {
    state: Plantation,
    news: News<Event>,
}

/// A match on a drawn board (the map format of the rule page) under the default rules.
fn field(drawing: &str) -> Field {
    field_with(Wishes::none(), drawing)
}

/// The same under other rules.
fn field_with(wishes: Wishes, drawing: &str) -> Field {
    let wishes = Wishes { map: Some(drawing.to_string()), ..wishes }.with("fair", "false");
    let config = configure::<Plantation>(&wishes).expect("the drawing is a map");
    Field::start(&config)
}

impl Field {
    fn start(config: &Config) -> Self {
        let state = Plantation::start(config, SeatCount::TWO, Seed(7)).expect("a valid config");
        Self { state, news: News::new() }
    }

    /// The seat to move answers this line; what it is told.
    fn say(&mut self, line: &str) -> String {
        let seat = self.state.to_move();
        let mut answers = Answers::new();
        if self.state.read(seat, line.as_bytes(), answers.act_in_place(seat)).is_err() {
            answers.fault(seat, Fault::Garbled);
        }
        self.play(&answers);
        self.heard(seat).lines().next().unwrap_or_default().to_string()
    }

    /// The seat to move does something else than answering.
    fn fault(&mut self, fault: Fault) {
        let mut answers = Answers::new();
        answers.fault(self.state.to_move(), fault);
        self.play(&answers);
    }

    fn play(&mut self, answers: &Answers<Command>) {
        self.news.clear();
        self.state.step(answers, &mut self.news);
        self.state.audit().expect("the laws hold");
    }

    /// Everything the seat is told of the last step.
    fn heard(&self, seat: Seat) -> String {
        let mut page = Page::new();
        self.news.heard_by(Some(seat)).for_each(|event| self.state.tell(seat, event, &mut page));
        page.as_str().to_string()
    }

    /// The seat to move wastes what is left of its turn.
    fn pass(&mut self) -> &mut Self {
        let seat = self.state.to_move();
        while self.state.to_move() == seat && matches!(self.state.decision(), Decision::Ask(_)) {
            self.say("pass");
        }
        self
    }

    fn seen_by(&self, seat: Seat) -> Plantation {
        let mut seen = self.state.clone();
        self.state.redact(seat, &mut seen);
        seen
    }

    fn standing(&self) -> Outcome {
        match self.state.decision() {
            Decision::Over(standing) => standing,
            Decision::Ask(_) => panic!("the match is not over"),
        }
    }
}

/// The board as a map draws it.
fn drawn(state: &Plantation) -> String {
    let cells = state.ground.cells();
    let (plus, minus) = (state.sides[0].scores(cells), state.sides[1].scores(cells));
    let scores: Vec<i16> = plus.iter().zip(minus).map(|(plus, minus)| plus + minus).collect();
    let word = |&score: &i16| if score == 0 { ".".to_string() } else { format!("{score:+}") };
    let line = |row: &[i16]| row.iter().map(word).collect::<Vec<_>>().join(" ");
    scores.chunks(state.cols()).map(line).collect::<Vec<_>>().join("\n")
}

/// Plus says the lines on the drawn board, is told the replies, and the board becomes `after`.
#[track_caller]
fn check(before: &str, said: &[(&str, &str)], after: &str) {
    check_with(Wishes::none(), before, said, after);
}

#[track_caller]
fn check_with(wishes: Wishes, before: &str, said: &[(&str, &str)], after: &str) {
    let mut field = field_with(wishes, before);
    for (line, reply) in said {
        assert_eq!(field.say(line), *reply, "reply to `{line}`");
    }
    let expected: Vec<String> =
        after.lines().map(|line| line.split_whitespace().collect::<Vec<_>>().join(" ")).collect();
    let expected: Vec<&str> = expected.iter().map(String::as_str).filter(|line| !line.is_empty()).collect();
    assert_eq!(drawn(&field.state).lines().collect::<Vec<_>>(), expected);
}

/// A number that is often on the board, often near it, and sometimes absurd.
fn some_number() -> impl Strategy<Value = i32> {
    prop_oneof![8 => 0..6i32, 2 => -2..9i32, 1 => any::<i32>()]
}

fn some_command() -> impl Strategy<Value = Command> {
    let numbers = prop_oneof![
        6 => prop::collection::vec(some_number(), 4),
        1 => prop::collection::vec(some_number(), 0..6),
    ];
    (0..Verb::ALL.len(), numbers).prop_map(|(verb, numbers)| Command::new(Verb::ALL[verb], &numbers))
}

/// What may come from a seat: mostly commands, sometimes a fault or nothing.
#[derive(Clone, Debug)]
enum Said {
    Act(Command),
    Fault(Fault),
    Nothing,
}

fn something_said() -> impl Strategy<Value = Said> {
    prop_oneof![
        40 => some_command().prop_map(Said::Act),
        3 => Just(Said::Fault(Fault::Garbled)),
        1 => Just(Said::Nothing),
    ]
}

fn answers(seat: Seat, said: &Said) -> Answers<Command> {
    let mut answers = Answers::new();
    match said {
        Said::Act(command) => answers.act(seat, *command),
        Said::Fault(fault) => answers.fault(seat, *fault),
        Said::Nothing => {}
    }
    answers
}

/// Small boards, on which the sides soon meet, under various rules.
fn some_config() -> impl Strategy<Value = Config> {
    let board = (1..6u16, 2..6u16).prop_flat_map(|(rows, cols)| {
        let row = prop::collection::vec(-4..=4i16, usize::from(cols));
        prop::collection::vec(row, usize::from(rows))
    });
    let rules = (1..5u16, 1..4u16, 1..3u16, any::<[bool; 3]>());
    (board, rules).prop_map(
        |(
            board,
            (moves_per_turn, bomb_damage, spray_damage, [balanced_order, occupied_first, scout_clipped]),
        )| Config {
            rows: board.len() as u16,
            cols: board[0].len() as u16,
            turns: 8,
            moves_per_turn,
            bomb_damage,
            spray_damage,
            balanced_order,
            occupied_first,
            scout_clipped,
            board,
            fair: false,
            ..Config::default()
        },
    )
}
