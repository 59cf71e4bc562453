//! A minimal game for tests: every seat is sent a line and answers `ok`, a few times. A seat with a fault loses.

use skirmish_core::answer::{Answers, Fault, Reply};
use skirmish_core::ask_limit::AskLimit;
use skirmish_core::clock::Clock;
use skirmish_core::config::BadConfig;
use skirmish_core::game::{Ask, Budget, Decision, Framing, Game};
use skirmish_core::info::{Caps, Info, TextStyle};
use skirmish_core::learn::{Head, Learn, Mask, Push};
use skirmish_core::news::News;
use skirmish_core::outcome::Ranking;
use skirmish_core::rng::Seed;
use skirmish_core::seat::{MAX_SEATS, Seat, SeatCount, SeatSet};
use skirmish_core::table::{Board, Table};
use skirmish_core::view::{Canvas, Mark, View, Weight};
use skirmish_core::wire::{ClockFace, Garbled, Page, Wire};

/// The time limit of the first answer: interpreters need time to start, and this machine may be busy.
pub const FIRST_MS: u64 = 15_000;
/// The time limit of every further answer. On a busy machine the referee adds to it, but not so much that attacks end.
pub const TURN_MS: u64 = 1000;
/// The number of turns.
pub const TURNS: u32 = 5;
/// From this turn on, a page is larger than a pipe's buffer.
const LARGE_FROM: u32 = 2;
const LARGE_BYTES: usize = 256 * 1024;

/// A match of the drill.
#[derive(Clone, Debug, PartialEq)]
pub struct Drill {
    seats: SeatCount,
    turn: u32,
    turns: u32,
    /// Whether pages become larger than a pipe's buffer.
    is_large: bool,
    answered: [i64; MAX_SEATS],
    faults: [Option<Fault>; MAX_SEATS],
}

static INFO: Info = Info {
    name: "drill",
    title: "Drill",
    about: "Everybody says ok.",
    version: 1,
    reworded: &[],
    seats: 2..=3,
    seat_names: &[],
    clock: Clock::per_turn(FIRST_MS, FIRST_MS, TURN_MS),
    caps: Caps { line_bytes: 64 * 1024, lines: 1, bytes: 64 * 1024 },
    has_secrets: false,
    unit: "turn",
    layers: &[],
    gauges: &[],
    text: TextStyle { cell: 1, empty: ".", ruled: false },
    art: &skirmish_core::art::BARE,
    presets: &[],
    oddities: &[],
    rules: "",
};

/// A table for that many, and for that many turns.
pub fn table(seats: SeatCount, turns: u32) -> Box<dyn Table> {
    Box::new(Board::new((), Drill { turns, ..Drill::start(&(), seats, Seed(0)).unwrap() }))
}

/// The same, where every page is a short line.
#[allow(dead_code, reason = "`fairness.rs` plays it")]
pub fn brief_table(seats: SeatCount, turns: u32) -> Box<dyn Table> {
    let drill = Drill { turns, is_large: false, ..Drill::start(&(), seats, Seed(0)).unwrap() };
    Box::new(Board::new((), drill))
}

impl Game for Drill {
    type Config = ();
    type Action = ();
    type Event = ();
    const INFO: &'static Info = &INFO;

    fn start(_config: &(), seats: SeatCount, _seed: Seed) -> Result<Self, BadConfig> {
        Ok(Self {
            seats,
            turn: 0,
            turns: TURNS,
            is_large: true,
            answered: [0; MAX_SEATS],
            faults: [None; MAX_SEATS],
        })
    }

    fn read_map(_text: &str, _config: &mut ()) -> Result<(), BadConfig> {
        Err(BadConfig::Map("the drill has no maps".into()))
    }

    fn map_style(&self) -> &'static str {
        "none"
    }

    fn seats(&self) -> SeatCount {
        self.seats
    }

    fn ask_limit(&self) -> AskLimit {
        AskLimit::one_per_turn(self.turns.into())
    }

    fn decision(&self) -> Decision {
        let asked = self.seats.all().minus(self.retired());
        if self.turn == self.turns || asked.is_empty() {
            let ranked = Ranking::by(self.seats, "all turns played", |seat| self.score(seat));
            let faulted = self
                .seats
                .iter()
                .fold(ranked, |ranking, seat| ranking.with_fault(seat, self.faults[seat.index()]));
            return Decision::Over(faulted.with_scores(|seat| self.score(seat)));
        }
        let budget = if self.turn == 0 { Budget::First } else { Budget::Turn };
        Decision::Ask(Ask { seats: asked, framing: Framing::Line, budget, weight: 1 })
    }

    fn step(&mut self, answers: &Answers<()>, _news: &mut News<()>) {
        for seat in self.seats.iter() {
            match answers.get(seat) {
                Reply::Silent => {}
                Reply::Act(()) => self.answered[seat.index()] += 1,
                Reply::Fault(fault, _) => self.faults[seat.index()] = Some(fault),
            }
        }
        self.turn += 1;
    }

    fn score(&self, seat: Seat) -> i64 {
        self.answered[seat.index()]
    }

    fn redact(&self, _seat: Seat, out: &mut Self) {
        out.clone_from(self);
    }

    fn retired(&self) -> SeatSet {
        let is_out = |seat: &Seat| self.faults[seat.index()].is_some();
        let still_in = self.seats.iter().filter(|seat| !is_out(seat));
        still_in.fold(self.seats.all(), |out, seat| out.minus(SeatSet::only(seat)))
    }
}

impl Wire for Drill {
    fn tell(&self, _seat: Seat, _event: &(), _page: &mut Page) {}

    fn ask(&self, _seat: Seat, _clock: ClockFace, page: &mut Page) {
        let bytes = if self.is_large && self.turn >= LARGE_FROM { LARGE_BYTES } else { 16 };
        page.text("turn").and(self.turn).text(" ").text(&"x".repeat(bytes)).end_line();
    }

    fn read(&self, _seat: Seat, frame: &[u8], _action: &mut ()) -> Result<(), Garbled> {
        if frame == b"ok" { Ok(()) } else { Err(Garbled::expected("`ok`", frame)) }
    }

    fn write(&self, _action: &(), page: &mut Page) {
        page.text("ok");
    }
}

impl View for Drill {
    fn draw<C: Canvas>(&self, canvas: &mut C) {
        canvas.size(1, 1);
        canvas.progress(self.turn, self.turns);
    }

    fn mark(&self, _event: &()) -> Mark {
        Mark::new(Weight::Small, None, String::new())
    }
}

impl Learn for Drill {
    type Draft = ();

    fn heads(&self) -> Vec<Head> {
        vec![Head::words("kind", &["ok"])]
    }

    fn draft(&self, _seat: Seat, _draft: &mut ()) {}

    fn head(&self, _draft: &()) -> usize {
        0
    }

    fn mask(&self, _seat: Seat, _draft: &(), mut mask: Mask<'_>) {
        mask.allow(0);
    }

    fn push(&self, _seat: Seat, _draft: &mut (), _choice: u32) -> Push {
        Push::Done
    }

    fn decode(&self, _seat: Seat, _draft: &(), _action: &mut ()) {}

    fn is_refusal(&self, _event: &(), _seat: Seat) -> bool {
        false
    }
}
