//! A match with its types erased: all that a referee, a replay, a viewer or an arena needs to hold.

use std::any::Any;

use serde_json::Value;

use crate::{
    Answers, Broken, ClockFace, Decision, Digest, DigestCanvas, Drafting, Fault, FrameCanvas, Game, Garbled,
    GistCanvas, Info, Learn, Mark, News, Page, Pencil, Picture, Seat, SeatCount, SeatSet, TextCanvas, View,
    Wire,
};

/// One running match of any game.
pub trait Table: Send {
    /// The game's constant facts.
    fn info(&self) -> &'static Info;
    /// The whole config, as a replay stores it.
    fn config(&self) -> Value;
    /// The map's style.
    fn map_style(&self) -> &'static str;
    /// How many play.
    fn seats(&self) -> SeatCount;
    /// Who is asked now, or how it ended.
    fn decision(&self) -> Decision;
    /// Adds what a seat is sent first of all.
    fn greet(&mut self, seat: Seat, page: &mut Page);
    /// Adds what the seat has heard since it was last asked, and the request.
    fn ask(&mut self, seat: Seat, clock: ClockFace, page: &mut Page);
    /// Takes a seat's answer, to be played with the next [`Table::step`]. Says why if it cannot be read.
    fn answer(&mut self, seat: Seat, heard: Heard<'_>) -> Result<(), Garbled>;
    /// Plays the decision with the answers taken.
    fn step(&mut self);
    /// Adds what the seat has heard since it was last asked; for seats that retire and at the end.
    fn farewell(&mut self, seat: Seat, page: &mut Page);
    /// Stops collecting what the seat hears: its pages will not be asked for.
    fn deafen(&mut self, seat: Seat);
    /// Begins an answer of the seat to the decision at hand, to be made choice by choice.
    fn drafting(&self, seat: Seat) -> Box<dyn Drafting>;
    /// The seat's score, as spectators see it.
    fn score(&self, seat: Seat) -> i64;
    /// The seat's score, as another seat (`None`: a spectator) can know it.
    fn score_seen(&self, eye: Option<Seat>, seat: Seat) -> i64;
    /// Whether seats may not see everything in this match.
    fn has_secrets(&self) -> bool;
    /// Seats that are asked no more.
    fn retired(&self) -> SeatSet;
    /// How far the match is, in the game's unit; and how far it can go.
    fn progress(&self) -> (u32, u32);
    /// The board as text, as the seat (`None`: a spectator) sees it.
    fn text(&self, eye: Option<Seat>, colour: bool) -> String;
    /// One line about how the match stands, as the seat (`None`: a spectator) sees it.
    fn status(&self, eye: Option<Seat>) -> String;
    /// The board for the viewer.
    fn picture(&self, eye: Option<Seat>) -> Picture;
    /// The same with only some layers, those whose bits are set, and its items as they were drawn, not in order.
    fn picture_of(&self, eye: Option<Seat>, layers: u64) -> Picture;
    /// What happened in the last step, as the seat (`None`: a spectator) heard it.
    fn marks(&self, eye: Option<Seat>) -> Vec<Mark>;
    /// A fingerprint of everything a spectator can see.
    fn digest(&self) -> Digest;
    /// The laws of the game, recomputed.
    fn audit(&self) -> Result<(), Broken>;
    /// A second table in the same state.
    fn fork(&self) -> Box<dyn Table>;
    /// For native bots, which know their game's type.
    fn as_any_mut(&mut self) -> &mut dyn Any;
}

/// What came from a seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Heard<'a> {
    /// A whole frame, without what ended it.
    Frame(&'a [u8]),
    /// Something else.
    Fault(Fault),
}

/// The table of one game.
#[derive(Debug)]
pub struct Board<G: Game> {
    config: G::Config,
    state: G,
    answers: Answers<G::Action>,
    news: News<G::Event>,
    ears: Vec<Ear<G::Event>>,
    scratch: G,
}

/// How a seat is told what happens.
#[derive(Clone, Debug)]
enum Ear<E> {
    /// As text, for its next page.
    Text(Page),
    /// As events, for a native bot.
    Events(Vec<E>),
    /// Not at all: nobody will ask.
    Deaf,
}

impl<G: Game> Clone for Board<G> {
    fn clone(&self) -> Self {
        Self {
            config: self.config.clone(),
            state: self.state.clone(),
            answers: self.answers.clone(),
            news: self.news.clone(),
            ears: self.ears.clone(),
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
            ears: vec![Ear::Text(Page::new()); seats],
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
        match std::mem::replace(&mut self.ears[seat.index()], Ear::Events(Vec::new())) {
            Ear::Events(events) => events,
            Ear::Text(_) | Ear::Deaf => Vec::new(),
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

    /// Turns the step's events into text for the seats that hear them.
    fn deliver(&mut self) {
        if self.news.items().is_empty() {
            return;
        }
        let secret = self.state.has_secrets();
        for seat in self.state.seats().iter() {
            let mut heard = self.news.heard_by(Some(seat)).peekable();
            if heard.peek().is_none() {
                continue;
            }
            match &mut self.ears[seat.index()] {
                Ear::Deaf => {}
                Ear::Events(events) => events.extend(heard.cloned()),
                Ear::Text(page) => {
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

    fn config(&self) -> Value {
        serde_json::to_value(&self.config).unwrap_or(Value::Null)
    }

    fn map_style(&self) -> &'static str {
        self.state.map_style()
    }

    fn seats(&self) -> SeatCount {
        self.state.seats()
    }

    fn decision(&self) -> Decision {
        self.state.decision()
    }

    fn greet(&mut self, seat: Seat, page: &mut Page) {
        self.seen(seat).greet(seat, page);
    }

    fn ask(&mut self, seat: Seat, clock: ClockFace, page: &mut Page) {
        self.farewell(seat, page);
        self.seen(seat).ask(seat, clock, page);
    }

    fn answer(&mut self, seat: Seat, heard: Heard<'_>) -> Result<(), Garbled> {
        match heard {
            Heard::Fault(fault) => {
                *self.answers.act_in_place(seat) = G::Action::default();
                self.answers.fault(seat, fault);
                Ok(())
            }
            Heard::Frame(frame) => {
                let read = self.state.read(seat, frame, self.answers.act_in_place(seat));
                if read.is_err() {
                    self.answers.fault(seat, Fault::Garbled);
                }
                read
            }
        }
    }

    fn step(&mut self) {
        self.news.clear();
        self.state.step(&self.answers, &mut self.news);
        self.answers.clear();
        self.deliver();
    }

    fn farewell(&mut self, seat: Seat, page: &mut Page) {
        if let Ear::Text(told) = &mut self.ears[seat.index()] {
            page.append(told);
            told.clear();
        }
    }

    fn deafen(&mut self, seat: Seat) {
        self.ears[seat.index()] = Ear::Deaf;
    }

    fn drafting(&self, seat: Seat) -> Box<dyn Drafting> {
        self.look(Some(seat), |seen| -> Box<dyn Drafting> { Box::new(Pencil::new(seen.clone(), seat)) })
    }

    fn score(&self, seat: Seat) -> i64 {
        self.state.score(seat)
    }

    fn score_seen(&self, eye: Option<Seat>, seat: Seat) -> i64 {
        self.look(eye, |seen| seen.score(seat))
    }

    fn has_secrets(&self) -> bool {
        self.state.has_secrets()
    }

    fn retired(&self) -> SeatSet {
        self.state.retired()
    }

    fn progress(&self) -> (u32, u32) {
        let mut gist = GistCanvas::default();
        self.state.draw(&mut gist);
        (gist.now, gist.of)
    }

    fn text(&self, eye: Option<Seat>, colour: bool) -> String {
        self.canvas(eye).board(colour)
    }

    fn status(&self, eye: Option<Seat>) -> String {
        self.canvas(eye).status()
    }

    fn picture(&self, eye: Option<Seat>) -> Picture {
        let mut canvas = FrameCanvas::default();
        self.look(eye, |seen| seen.draw(&mut canvas));
        canvas.finish()
    }

    fn picture_of(&self, eye: Option<Seat>, layers: u64) -> Picture {
        let mut canvas = FrameCanvas::of_layers(layers);
        self.look(eye, |seen| seen.draw(&mut canvas));
        canvas.finish_as_drawn()
    }

    fn marks(&self, eye: Option<Seat>) -> Vec<Mark> {
        self.look(eye, |seen| self.news.heard_by(eye).map(|event| seen.mark(event)).collect())
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

    fn audit(&self) -> Result<(), Broken> {
        self.state.audit()
    }

    fn fork(&self) -> Box<dyn Table> {
        Box::new(self.clone())
    }

    fn as_any_mut(&mut self) -> &mut dyn Any {
        self
    }
}
