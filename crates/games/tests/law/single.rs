//! One match played by a learner's choices through `Learn` and `Game::step` alone: what a lane of a batch must equal.

use skirmish_core::answer::Answers;
use skirmish_core::game::Decision;
use skirmish_core::learn::{Mask, Push};
use skirmish_core::news::News;
use skirmish_core::outcome::Outcome;
use skirmish_core::seat::{Seat, SeatCount};
use skirmish_core::view::{PlaneCanvas, ProgressCanvas, Shape};

use super::Whole;

/// What a learner is shown before a choice.
#[derive(Debug, PartialEq)]
pub struct Row {
    pub planes: Vec<i16>,
    pub numbers: Vec<i32>,
    pub mask: Vec<u64>,
    pub seat: u8,
    pub head: u8,
    pub place: i32,
}

/// A match and the answer in the making.
pub struct Single<G: Whole> {
    state: G,
    /// Who is still asked in this decision, the first of them now.
    asked: Vec<Seat>,
    answers: Answers<G::Action>,
    /// The state as the asked seat may know it.
    seen: G,
    draft: G::Draft,
}

impl<G: Whole> Single<G> {
    /// The match at its first choice.
    pub fn new(state: G) -> Self {
        let seen = state.clone();
        let draft = G::Draft::default();
        let mut single = Self { state, asked: Vec::new(), answers: Answers::new(), seen, draft };
        assert_eq!(single.find_next(), None, "a match that begins is not over");
        single
    }

    /// Makes a choice; the outcome if the match is over then.
    pub fn choose(&mut self, choice: u32) -> Option<Outcome> {
        let seat = self.asked[0];
        if self.seen.push(seat, &mut self.draft, choice) == Push::More {
            return None;
        }
        let mut action = G::Action::default();
        self.seen.decode(seat, &self.draft, &mut action);
        self.answer(seat, action);
        self.find_next()
    }

    /// What the asked seat is shown now.
    pub fn row(&self) -> Row {
        let (seat, seats) = (self.asked[0], self.state.seats());
        let shape = shape(&self.state, seats);
        let (mut planes, mut numbers) = (vec![0; shape.cells()], vec![0; shape.numbers]);
        self.seen.draw(&mut PlaneCanvas::new(G::INFO, seats, seat, &mut planes, &mut numbers));
        let widest = self.seen.heads().iter().map(|head| head.size).max().unwrap();
        let mut mask = vec![0; Mask::words(widest)];
        self.seen.mask(seat, &self.draft, Mask::new(&mut mask));
        let place = self.seen.place(seat, &self.draft);
        Row {
            planes,
            numbers,
            mask,
            seat: seat.0,
            head: self.seen.head(&self.draft) as u8,
            place: place.map_or(-1, |cell| i32::from(cell.y) * shape.width as i32 + i32::from(cell.x)),
        }
    }

    /// Goes on until a seat has to choose; the outcome if the match is over before.
    fn find_next(&mut self) -> Option<Outcome> {
        loop {
            if self.asked.is_empty() {
                match self.state.decision() {
                    Decision::Over(outcome) => return Some(outcome),
                    Decision::Ask(ask) => self.asked = ask.seats.iter().collect(),
                }
            }
            let seat = self.asked[0];
            match self.state.handshake_reply(seat) {
                Some(reply) => self.answer(seat, reply),
                None => {
                    self.state.redact(seat, &mut self.seen);
                    self.draft = G::Draft::default();
                    self.seen.draft(seat, &mut self.draft);
                    return None;
                }
            }
        }
    }

    /// Takes the asked seat's answer, and plays the decision once it was the last.
    fn answer(&mut self, seat: Seat, action: G::Action) {
        self.answers.act(seat, action);
        self.asked.remove(0);
        if self.asked.is_empty() {
            self.state.step(&self.answers, &mut News::new());
            self.answers = Answers::new();
        }
    }
}

/// What each seat is rewarded with: 1 for the only first place, 0 for a shared one, -1 for any other.
pub fn rewards(outcome: &Outcome, seats: SeatCount) -> Vec<i8> {
    let firsts = seats.iter().filter(|&seat| outcome.place(seat) == 1).count();
    let reward = |seat| match outcome.place(seat) {
        1 if firsts == 1 => 1,
        1 => 0,
        _ => -1,
    };
    seats.iter().map(reward).collect()
}

/// The size of an observation of the match.
pub fn shape<G: Whole>(state: &G, seats: SeatCount) -> Shape {
    let mut canvas = ProgressCanvas::default();
    state.draw(&mut canvas);
    Shape::new(G::INFO, seats, canvas.width, canvas.height)
}
