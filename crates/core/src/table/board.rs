//! The table of one game.

use std::any::Any;

use serde_json::Value;

use super::{PlayerSide, RecordSide, Table, ViewerSide};
use crate::answer::{Answer, Answers, Fault};
use crate::ask_limit::AskLimit;
use crate::game::{Ask, Decision, Game};
use crate::info::Info;
use crate::learn::{Drafting, Learn, Pencil};
use crate::news::News;
use crate::seat::{Seat, SeatCount, SeatSet};
use crate::view::{Digest, DigestCanvas, Mark, Picture, PictureCanvas, ProgressCanvas, TextCanvas, View};
use crate::wire::{ClockFace, Garbled, Page, Wire};

/// The state of a match of one game, the answers to its decision at hand, and what its seats are still to be told.
#[derive(Debug)]
pub struct Board<G: Game> {
    config: G::Config,
    state: G,
    answers: Answers<G::Action>,
    news: News<G::Event>,
    inboxes: Vec<Inbox<G::Event>>,
    /// By seat: the fault for which it forfeited.
    forfeits: Vec<Option<Fault>>,
    scratch: G,
}

/// How a seat is told what happens.
#[derive(Clone, Debug)]
enum Inbox<E> {
    /// As text, for its next page.
    Text(Page),
    /// As events, for a native bot.
    Events(Vec<E>),
    /// Not at all: nobody will ask.
    Closed,
}

impl<G: Game> Clone for Board<G> {
    fn clone(&self) -> Self {
        Self {
            config: self.config.clone(),
            state: self.state.clone(),
            answers: self.answers.clone(),
            news: self.news.clone(),
            inboxes: self.inboxes.clone(),
            forfeits: self.forfeits.clone(),
            scratch: self.scratch.clone(),
        }
    }
}

impl<G: Wire + View> Board<G> {
    /// A table for a started match.
    pub fn new(config: G::Config, state: G) -> Self {
        let seats = state.seats().get();
        Self {
            scratch: state.clone(),
            config,
            state,
            answers: Answers::new(),
            news: News::new(),
            inboxes: vec![Inbox::Text(Page::new()); seats],
            forfeits: vec![None; seats],
        }
    }

    /// The whole state; for spectators and tests.
    pub fn state(&self) -> &G {
        &self.state
    }

    /// What happened in the last step.
    pub fn news(&self) -> &News<G::Event> {
        &self.news
    }

    /// The state as the seat may know it.
    pub fn seen(&mut self, seat: Seat) -> &G {
        if !self.state.has_secrets() {
            return &self.state;
        }
        self.state.redact(seat, &mut self.scratch);
        &self.scratch
    }

    /// What the seat has heard since this was last called. From the first call on it is told events, not text.
    pub fn heard(&mut self, seat: Seat) -> Vec<G::Event> {
        match std::mem::replace(&mut self.inboxes[seat.index()], Inbox::Events(Vec::new())) {
            Inbox::Events(events) => events,
            Inbox::Text(_) | Inbox::Closed => Vec::new(),
        }
    }

    /// Calls `look` with the state as the seat (`None`: a spectator) may know it.
    fn look<T>(&self, eye: Option<Seat>, look: impl FnOnce(&G) -> T) -> T {
        match eye {
            Some(seat) if self.state.has_secrets() => {
                let mut seen = self.state.clone();
                self.state.redact(seat, &mut seen);
                look(&seen)
            }
            _ => look(&self.state),
        }
    }

    fn canvas(&self, eye: Option<Seat>) -> TextCanvas {
        let mut canvas = TextCanvas::new(G::INFO);
        self.look(eye, |seen| seen.draw(&mut canvas));
        canvas
    }

    /// Plays one decision of the rules.
    fn step_once(&mut self) {
        let told = self.news.items().len();
        self.state.step(&self.answers, &mut self.news);
        self.answers.clear();
        self.deliver(told);
    }

    /// Answers for the seats that forfeited; true if nobody else is asked.
    #[cold]
    fn answer_for_forfeited(&mut self) -> bool {
        let (forfeited, Decision::Ask(ask)) = (self.forfeited_seats(), self.state.decision()) else {
            return false;
        };
        let mut is_anyone_asked = false;
        for seat in ask.seats.iter() {
            if forfeited.has(seat) {
                *self.answers.act_in_place(seat) = G::Action::default();
                self.answers.fault(seat, Fault::Gone);
            } else {
                is_anyone_asked = true;
            }
        }
        !is_anyone_asked
    }

    fn forfeited_seats(&self) -> SeatSet {
        let seats = self.state.seats().iter();
        seats.filter(|seat| self.forfeits[seat.index()].is_some()).collect()
    }

    fn has_forfeits(&self) -> bool {
        self.forfeits.iter().any(Option::is_some)
    }

    /// Turns the events after the first `told` into text for the seats that hear them.
    fn deliver(&mut self, told: usize) {
        if self.news.items().len() == told {
            return;
        }
        let secret = self.state.has_secrets();
        for seat in self.state.seats().iter() {
            let mut heard = self.news.heard_since(told, Some(seat)).peekable();
            if heard.peek().is_none() {
                continue;
            }
            match &mut self.inboxes[seat.index()] {
                Inbox::Closed => {}
                Inbox::Events(events) => events.extend(heard.cloned()),
                Inbox::Text(page) => {
                    if secret {
                        self.state.redact(seat, &mut self.scratch);
                    }
                    let seen = if secret { &self.scratch } else { &self.state };
                    heard.for_each(|event| seen.tell(seat, event, page));
                }
            }
        }
    }
}

impl<G: Wire + View + Learn> Table for Board<G> {
    fn info(&self) -> &'static Info {
        G::INFO
    }

    fn seats(&self) -> SeatCount {
        self.state.seats()
    }

    fn ask_limit(&self) -> AskLimit {
        self.state.ask_limit()
    }

    fn decision(&self) -> Decision {
        match self.state.decision() {
            decision if !self.has_forfeits() => decision,
            Decision::Ask(ask) => {
                Decision::Ask(Ask { seats: ask.seats.minus(self.forfeited_seats()), ..ask })
            }
            Decision::Over(outcome) => Decision::Over(outcome.with_forfeits(&self.forfeits)),
        }
    }

    fn step(&mut self) {
        self.news.clear();
        self.step_once();
        if self.has_forfeits() {
            // Ends with the match at the latest, and a match has an end whatever is answered (`Game::ask_limit`).
            while self.answer_for_forfeited() {
                self.step_once();
            }
        }
    }

    fn has_secrets(&self) -> bool {
        self.state.has_secrets()
    }

    fn retired(&self) -> SeatSet {
        if self.has_forfeits() {
            return self.forfeited_seats().iter().fold(self.state.retired(), SeatSet::with);
        }
        self.state.retired()
    }

    fn forfeited(&self) -> SeatSet {
        self.forfeited_seats()
    }

    fn as_any_mut(&mut self) -> &mut dyn Any {
        self
    }
}

impl<G: Wire + View + Learn> PlayerSide for Board<G> {
    fn greet(&mut self, seat: Seat, page: &mut Page) {
        self.seen(seat).greet(seat, page);
    }

    fn ask(&mut self, seat: Seat, clock: ClockFace, page: &mut Page) {
        self.tell(seat, page);
        self.seen(seat).ask(seat, clock, page);
    }

    fn tell(&mut self, seat: Seat, page: &mut Page) {
        if let Inbox::Text(told) = &mut self.inboxes[seat.index()] {
            page.append(told);
            told.clear();
        }
    }

    fn discard_news(&mut self, seat: Seat) {
        if let Inbox::Text(told) = &mut self.inboxes[seat.index()] {
            told.clear();
        }
    }

    fn disconnect(&mut self, seat: Seat) {
        self.inboxes[seat.index()] = Inbox::Closed;
    }

    fn answer(&mut self, seat: Seat, answer: &Answer) -> Result<(), Garbled> {
        match answer {
            Answer::Fault(fault, _) | Answer::Forfeit(fault, _) => {
                if answer.is_forfeit() {
                    self.forfeits[seat.index()] = Some(*fault);
                }
                *self.answers.act_in_place(seat) = G::Action::default();
                self.answers.fault(seat, *fault);
                Ok(())
            }
            Answer::Frame(frame) | Answer::Garbled(frame) => {
                let read = self.state.read(seat, frame, self.answers.act_in_place(seat));
                if read.is_err() {
                    self.answers.fault(seat, Fault::Garbled);
                }
                read
            }
        }
    }

    fn drafting(&self, seat: Seat) -> Box<dyn Drafting> {
        self.look(Some(seat), |seen| -> Box<dyn Drafting> { Box::new(Pencil::new(seen.clone(), seat)) })
    }
}

impl<G: Wire + View + Learn> ViewerSide for Board<G> {
    fn score(&self, eye: Option<Seat>, seat: Seat) -> i64 {
        self.look(eye, |seen| seen.score(seat))
    }

    fn progress(&self) -> (u32, u32) {
        let mut canvas = ProgressCanvas::default();
        self.state.draw(&mut canvas);
        (canvas.now, canvas.of)
    }

    fn text(&self, eye: Option<Seat>, colour: bool) -> String {
        self.canvas(eye).board(colour)
    }

    fn status(&self, eye: Option<Seat>) -> String {
        self.canvas(eye).status()
    }

    fn picture(&self, eye: Option<Seat>) -> Picture {
        let mut canvas = PictureCanvas::default();
        self.look(eye, |seen| seen.draw(&mut canvas));
        canvas.finish()
    }

    fn picture_of(&self, eye: Option<Seat>, layers: u64) -> Picture {
        let mut canvas = PictureCanvas::of_layers(layers);
        self.look(eye, |seen| seen.draw(&mut canvas));
        canvas.finish_as_drawn()
    }

    fn marks(&self, eye: Option<Seat>) -> Vec<Mark> {
        self.look(eye, |seen| self.news.heard_by(eye).map(|event| seen.mark(event)).collect())
    }
}

impl<G: Wire + View + Learn> RecordSide for Board<G> {
    fn config(&self) -> Value {
        serde_json::to_value(&self.config).unwrap_or(Value::Null)
    }

    fn map_style(&self) -> &'static str {
        self.state.map_style()
    }

    fn digest(&self) -> Digest {
        let mut canvas = DigestCanvas::default();
        self.state.draw(&mut canvas);
        let mut digest = canvas.finish();
        for seat in self.state.seats().iter() {
            digest.number(self.state.score(seat) as u64);
        }
        digest
    }

    fn fork(&self) -> Box<dyn Table> {
        Box::new(self.clone())
    }
}
