//! A tiny game for tests: seats say numbers, the sums are the scores.
#![allow(dead_code)]

use serde::{Deserialize, Serialize};
use serde_json::Value;
use skirmish_bots::{HousePlayer, OtherGame};
use skirmish_core::answer::Answer;
use skirmish_core::answer::{Answers, Fault, Reply};
use skirmish_core::ask_limit::AskLimit;
use skirmish_core::clock::Clock;
use skirmish_core::config::BadConfig;
use skirmish_core::game::{Ask, Budget, Decision, Framing, Game};
use skirmish_core::info::{Caps, Info, TextStyle};
use skirmish_core::learn::{Head, Learn, Mask, Push};
use skirmish_core::news::{Audience, News};
use skirmish_core::outcome::{Outcome, Ranking};
use skirmish_core::replay::Ending;
use skirmish_core::rng::Seed;
use skirmish_core::seat::{Seat, SeatCount, SeatSet};
use skirmish_core::table::{Board, Entry, Table};
use skirmish_core::view::{Canvas, Mark, View, Weight};
use skirmish_core::wire::{ClockFace, Garbled, Page, Wire};
use skirmish_core::wire::{lines, number};
use skirmish_programs::{Origin, Program};
use skirmish_referee::{AnyPlayer, Core, HouseBot, Match, Nobody, Options, Record, Trouble, play};
use std::sync::Arc;

/// Who says the larger numbers wins.
#[derive(Clone, Debug, PartialEq)]
pub struct Sums {
    config: Rules,
    turn: u32,
    greeted: bool,
    sums: [i64; 2],
    lost: Option<(Seat, Fault)>,
}

/// The numbers of the game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Rules {
    /// Answers of each seat.
    pub turns: u32,
    /// Whether it begins with a handshake.
    pub hello: bool,
    /// Whether an answer is many lines.
    pub until: bool,
    /// Whether both are asked at once.
    pub together: bool,
    /// Whether a fault costs the match.
    pub strict: bool,
    /// How many bytes a page has at least.
    pub page_bytes: usize,
    /// Seat 1 retires after that many turns.
    pub retires_after: u32,
}

impl Default for Rules {
    fn default() -> Self {
        Self {
            turns: 3,
            hello: false,
            until: false,
            together: false,
            strict: false,
            page_bytes: 0,
            retires_after: u32::MAX,
        }
    }
}

/// What happens in the game.
#[derive(Clone, Debug, PartialEq)]
pub enum Event {
    /// A seat said a number.
    Said(Seat, i64),
    /// It is over for a seat.
    Over,
}

static INFO: Info = Info {
    name: "sums",
    title: "Sums",
    about: "Who says the larger numbers wins.",
    version: 1,
    reworded: &[],
    seats: 2..=2,
    seat_names: &[],
    clock: Clock::per_turn(10_000, 10_000, 10_000),
    caps: Caps { line_bytes: 100, lines: 5, bytes: 200 },
    has_secrets: false,
    unit: "turn",
    layers: &[],
    gauges: &["sum"],
    text: TextStyle { cell: 1, empty: ".", ruled: false },
    art: &skirmish_core::art::BARE,
    presets: &[],
    oddities: &[],
    rules: "",
};

impl Game for Sums {
    type Config = Rules;
    type Action = i64;
    type Event = Event;
    const INFO: &'static Info = &INFO;

    fn start(config: &Rules, _seats: SeatCount, seed: Seed) -> Result<Self, BadConfig> {
        Ok(Self {
            config: config.clone(),
            turn: 0,
            greeted: !config.hello,
            sums: [seed.0 as i64 % 7; 2],
            lost: None,
        })
    }

    fn read_map(_text: &str, _config: &mut Rules) -> Result<(), BadConfig> {
        Err(BadConfig::Whole("sums has no maps".into()))
    }

    fn map_style(&self) -> &'static str {
        "none"
    }

    fn seats(&self) -> SeatCount {
        SeatCount::TWO
    }

    fn ask_limit(&self) -> AskLimit {
        AskLimit { hellos: u64::from(self.config.hello), ..AskLimit::one_per_turn(self.config.turns.into()) }
    }

    fn decision(&self) -> Decision {
        let seats = SeatCount::TWO;
        if let Some((seat, fault)) = self.lost {
            return Decision::Over(
                Ranking::won(seats, seat.other(), "a fault")
                    .with_fault(seat, Some(fault))
                    .with_scores(|seat| self.score(seat)),
            );
        }
        if self.turn >= self.all_turns() {
            let score = |seat| self.score(seat);
            return Decision::Over(Ranking::by(seats, "all turns played", score).with_scores(score));
        }
        let framing = if self.config.until && self.greeted { Framing::Until("end") } else { Framing::Line };
        let (asked, budget) = match (self.greeted, self.config.together) {
            (false, _) => (seats.all(), Budget::Hello),
            (true, true) => (seats.all(), if self.turn == 0 { Budget::First } else { Budget::Turn }),
            (true, false) => (
                SeatSet::only(Seat((self.turn % 2) as u8)),
                if self.turn < 2 { Budget::First } else { Budget::Turn },
            ),
        };
        Decision::Ask(Ask { seats: asked.minus(self.retired()), framing, budget, weight: 1 })
    }

    fn step(&mut self, answers: &Answers<i64>, news: &mut News<Event>) {
        for seat in SeatCount::TWO.iter() {
            match answers.get(seat) {
                Reply::Silent => {}
                Reply::Act(&number) => {
                    self.sums[seat.index()] = self.sums[seat.index()].wrapping_add(number);
                    news.say(Audience::All, || Event::Said(seat, number));
                }
                Reply::Fault(fault, _) if self.config.strict => self.lost = Some((seat, fault)),
                Reply::Fault(..) => {}
            }
        }
        if !self.greeted {
            self.greeted = true;
            return;
        }
        self.turn += 1;
        if self.turn == self.config.retires_after {
            news.say(Audience::Only(SeatSet::only(Seat(1))), || Event::Over);
        }
        while self.retired().has(Seat((self.turn % 2) as u8)) && !self.config.together {
            self.turn += 1;
        }
        if matches!(self.decision(), Decision::Over(_)) {
            news.say(Audience::All, || Event::Over);
        }
    }

    fn score(&self, seat: Seat) -> i64 {
        self.sums[seat.index()]
    }

    fn redact(&self, _seat: Seat, out: &mut Self) {
        out.clone_from(self);
    }

    fn retired(&self) -> SeatSet {
        if self.turn >= self.config.retires_after { SeatSet::only(Seat(1)) } else { SeatSet::NONE }
    }
}

impl Sums {
    fn all_turns(&self) -> u32 {
        if self.config.together { self.config.turns } else { 2 * self.config.turns }
    }
}

impl Wire for Sums {
    fn greet(&self, seat: Seat, page: &mut Page) {
        if self.config.hello {
            page.text("sums").and(seat.0).end_line();
        }
    }

    fn tell(&self, _seat: Seat, event: &Event, page: &mut Page) {
        if !self.config.until {
            return;
        }
        match event {
            Event::Said(seat, number) => page.text("said").and(seat.0).and(*number).end_line(),
            Event::Over => page.line("over"),
        }
    }

    fn ask(&self, _seat: Seat, clock: ClockFace, page: &mut Page) {
        if !self.greeted {
            return;
        }
        page.number(self.turn);
        if self.config.until {
            page.and(clock.left_ms.min(99_999) as i64);
        }
        for _ in 0..self.config.page_bytes {
            page.text(" ");
        }
        page.end_line();
    }

    fn read(&self, _seat: Seat, frame: &[u8], action: &mut i64) -> Result<(), Garbled> {
        *action = 0;
        for line in lines(frame) {
            let word = line.trim_ascii();
            *action = action.wrapping_add(number(word).ok_or_else(|| Garbled::expected("a number", word))?);
        }
        Ok(())
    }

    fn write(&self, action: &i64, page: &mut Page) {
        page.number(*action);
    }
}

impl Learn for Sums {
    type Draft = i64;

    fn heads(&self) -> Vec<Head> {
        vec![Head::words("number", &["0", "1", "2"])]
    }

    fn draft(&self, _seat: Seat, draft: &mut i64) {
        *draft = 0;
    }

    fn head(&self, _draft: &i64) -> usize {
        0
    }

    fn mask(&self, _seat: Seat, _draft: &i64, mut mask: Mask<'_>) {
        mask.allow_bits(&[0b111]);
    }

    fn push(&self, _seat: Seat, draft: &mut i64, choice: u32) -> Push {
        *draft = choice.into();
        Push::Done
    }

    fn decode(&self, _seat: Seat, draft: &i64, action: &mut i64) {
        *action = *draft;
    }

    fn is_refusal(&self, _event: &Event, _seat: Seat) -> bool {
        false
    }
}

impl View for Sums {
    fn draw<C: Canvas>(&self, canvas: &mut C) {
        canvas.size(1, 1);
        canvas.progress(self.turn, self.all_turns());
        for seat in SeatCount::TWO.iter() {
            canvas.gauge(0, seat, self.sums[seat.index()]);
        }
    }

    fn mark(&self, event: &Event) -> Mark {
        Mark::new(Weight::Small, None, format!("{event:?}"))
    }
}

/// The game as the list of games would have it.
pub static SUMS: Entry = Entry {
    info: &INFO,
    configure: |_| {
        serde_json::to_value(Rules::default()).map_err(|error| BadConfig::Whole(error.to_string()))
    },
    open: |config, _, seed| {
        let rules: Rules =
            serde_json::from_value(config.clone()).map_err(|error| BadConfig::Whole(error.to_string()))?;
        Ok(table(rules, seed))
    },
    batch: |_, _, _, _| Err(BadConfig::Whole("sums is not for learners".into())),
    conform: None,
};

pub fn table(rules: Rules, seed: Seed) -> Box<dyn Table> {
    let state = Sums::start(&rules, SeatCount::TWO, seed).expect("any rules are fine");
    Box::new(Board::new(rules, state))
}

/// A house bot that always says 1.
struct One;

impl HousePlayer for One {
    fn answer(&mut self, _table: &mut dyn Table, _seat: Seat, page: &mut Page) -> Result<(), OtherGame> {
        page.text("1");
        Ok(())
    }
}

pub fn one() -> AnyPlayer {
    Arc::new(HouseBot::new("house:one", |_| Box::new(One)))
}

/// A Python program given by its text. `ask()` reads a line, `say(x)` prints one and flushes.
pub fn python(code: &str) -> AnyPlayer {
    Arc::new(python_program(code))
}

pub fn python_program(code: &str) -> Program {
    const PRELUDE: &str = "import os, sys\n\
        def ask():\n    return sys.stdin.readline()\n\
        def say(x):\n    sys.stdout.write(str(x) + '\\n'); sys.stdout.flush()\n";
    let command = [interpreter(), "-I", "-S", "-c", &format!("{PRELUDE}{code}")].map(str::to_string).to_vec();
    program(command)
}

pub fn interpreter() -> &'static str {
    // A version manager's front door is slow and changes processes; the system's Python is the plain one.
    if std::path::Path::new("/usr/bin/python3").exists() { "/usr/bin/python3" } else { "python3" }
}

pub fn command(words: &[&str]) -> AnyPlayer {
    Arc::new(program(words.iter().map(ToString::to_string).collect()))
}

fn program(command: Vec<String>) -> Program {
    Program {
        name: "bot.py".into(),
        hash: None,
        command,
        flush_words: 0,
        origin: Origin::Command,
        build: None,
        language: None,
        game: None,
    }
}

/// Options under which a test ends soon.
pub fn options() -> Options {
    Options { core: Core::Any, ..Options::default() }
}

/// Options under which a busy machine is no reason to begin again.
pub fn patient() -> Options {
    Options { starved_after: std::time::Duration::from_secs(3600), ..options() }
}

pub fn run(
    rules: Rules,
    clock: Clock,
    players: [AnyPlayer; 2],
    options: &Options,
) -> Result<Record, Trouble> {
    let seed = Seed(0);
    let game = Match::new(table(rules, seed), seed, players.into()).with_clock(clock);
    play(&game, options, &mut Nobody)
}

pub fn outcome(record: &Record) -> &Outcome {
    match &record.replay.ending {
        Ending::Over { outcome, .. } => outcome,
        Ending::Incomplete(why) => panic!("incomplete: {why}"),
    }
}

/// What a seat said, in order: frames as text, faults as `!word`.
pub fn said(record: &Record, seat: Seat) -> Vec<String> {
    let answers = record.replay.answers.iter().filter(|answered| answered.seat == seat);
    answers
        .map(|answered| match &answered.answer {
            Answer::Frame(frame) | Answer::Garbled(frame) => String::from_utf8_lossy(frame).into_owned(),
            Answer::Fault(fault, _) => format!("!{}", fault.word()),
            Answer::Forfeit(fault, _) => format!("!forfeit {}", fault.word()),
        })
        .collect()
}

/// The configuration as a replay stores it.
pub fn stored(rules: &Rules) -> Value {
    serde_json::to_value(rules).expect("numbers and flags")
}
