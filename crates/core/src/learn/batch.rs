//! Many matches of one game side by side, for training: the types are erased once per batch, not once per step.
//!
//! One row is one match. Each row asks one seat for one choice at a time (see [`Learn`]); seats that decide
//! together are asked one after another with the same observation, which none of them can tell.

use crate::answer::Answers;
use crate::config::BadConfig;
use crate::game::{Decision, Game};
use crate::learn::{Head, Learn, Mask, Push};
use crate::news::News;
use crate::outcome::Outcome;
use crate::rng::Seed;
use crate::seat::{Seat, SeatCount, SeatSet};
use crate::view::{PlaneCanvas, ProgressCanvas, Shape, View};

/// Many matches of one game, stepped together. A match that ends is replaced by a new one at once.
pub trait Batch: Send {
    /// How many matches.
    fn count(&self) -> usize;
    /// How many seats each has.
    fn seats(&self) -> SeatCount;
    /// The size of one observation.
    fn shape(&self) -> Shape;
    /// The heads under which choices are made.
    fn heads(&self) -> &[Head];
    /// Words of one mask.
    fn mask_words(&self) -> usize;
    /// Writes every row as it stands.
    fn observe(&mut self, rows: &mut Rows<'_>);
    /// Makes one choice in every match and writes what is new. Planes and numbers of a row are written only when
    /// they change, so pass the same memory every time.
    fn step(&mut self, choices: &[u32], rows: &mut Rows<'_>);
}

/// A learner's memory: one row per match, rows back to back.
#[derive(Debug)]
pub struct Rows<'a> {
    /// [`Shape::cells`] values a row.
    pub planes: &'a mut [i16],
    /// [`Shape::numbers`] a row.
    pub numbers: &'a mut [i32],
    /// [`Batch::mask_words`] a row.
    pub masks: &'a mut [u64],
    /// Whose choice it is.
    pub seats: &'a mut [u8],
    /// Under which head.
    pub heads: &'a mut [u8],
    /// The cell that the choice is about ([`Learn::place`]), counted row by row; -1 where there is none.
    pub places: &'a mut [i32],
    /// What each seat got in this step: 1 for a win, -1 for a loss, 0 otherwise; seats back to back.
    pub rewards: &'a mut [i8],
    /// Whether a match ended in this step (the row shows the next one's start).
    pub over: &'a mut [bool],
}

/// The batch of one game.
pub(crate) struct Rollouts<G: Game + View + Learn> {
    config: G::Config,
    seats: SeatCount,
    seed: Seed,
    shape: Shape,
    heads: Vec<Head>,
    mask_words: usize,
    /// A match that is known to start.
    first: G,
    lanes: Vec<Lane<G>>,
}

/// One match of a batch.
struct Lane<G: Game + Learn> {
    state: G,
    /// The state as the asked seat may know it; only kept up where there are secrets.
    seen: G,
    answers: Answers<G::Action>,
    draft: G::Draft,
    waiting: SeatSet,
    asked: Seat,
    episode: u64,
}

impl<G: Game + View + Learn> Rollouts<G> {
    pub(crate) fn new(
        config: G::Config,
        seats: SeatCount,
        seed: Seed,
        count: usize,
    ) -> Result<Self, BadConfig> {
        let first = G::start(&config, seats, seed)?;
        let mut canvas = ProgressCanvas::default();
        first.draw(&mut canvas);
        let heads = first.heads();
        let choices = heads.iter().map(|head| head.size).max().unwrap_or(1);
        let mut lanes = Vec::with_capacity(count);
        for lane in 0..count as u64 {
            lanes.push(Lane::new(G::start(&config, seats, seed.child(lane))?));
        }
        Ok(Self {
            shape: Shape::new(G::INFO, seats, canvas.width, canvas.height),
            mask_words: Mask::words(choices),
            config,
            seats,
            seed,
            heads,
            first,
            lanes,
        })
    }

    fn write(&mut self, row: usize, redraw: bool, rows: &mut Rows<'_>) {
        let lane = &mut self.lanes[row];
        let seen = if lane.state.has_secrets() { &lane.seen } else { &lane.state };
        if redraw {
            let (cells, numbers) = (self.shape.cells(), self.shape.numbers);
            let mut canvas = PlaneCanvas::new(
                G::INFO,
                self.seats,
                lane.asked,
                &mut rows.planes[row * cells..(row + 1) * cells],
                &mut rows.numbers[row * numbers..(row + 1) * numbers],
            );
            seen.draw(&mut canvas);
        }
        let words = &mut rows.masks[row * self.mask_words..(row + 1) * self.mask_words];
        seen.mask(lane.asked, &lane.draft, Mask::new(words));
        rows.seats[row] = lane.asked.0;
        rows.heads[row] = seen.head(&lane.draft) as u8;
        let place = seen.place(lane.asked, &lane.draft);
        rows.places[row] =
            place.map_or(-1, |cell| i32::from(cell.y) * self.shape.width as i32 + i32::from(cell.x));
    }

    /// Replaces a finished match by the next of its lane.
    fn restart(&mut self, row: usize) {
        let lane = &mut self.lanes[row];
        lane.episode += 1;
        let seed = self.seed.child(lane.episode * self.lanes.len() as u64 + row as u64);
        // A map that cannot be made from this seed does not leave the lane without a match.
        let state = G::start(&self.config, self.seats, seed).unwrap_or_else(|_| self.first.clone());
        self.lanes[row].begin(state);
    }
}

impl<G: Game + Learn> Lane<G> {
    fn new(state: G) -> Self {
        let mut lane = Self {
            seen: state.clone(),
            state,
            answers: Answers::new(),
            draft: G::Draft::default(),
            waiting: SeatSet::NONE,
            asked: Seat::FIRST,
            episode: 0,
        };
        lane.advance(&mut News::silent());
        lane
    }

    fn begin(&mut self, state: G) {
        self.state = state;
        self.advance(&mut News::silent());
    }

    /// Goes on to the next seat that has to think; the outcome if the match is over.
    fn advance(&mut self, news: &mut News<G::Event>) -> Option<Outcome> {
        loop {
            if self.waiting.is_empty() {
                match self.state.decision() {
                    Decision::Over(outcome) => return Some(outcome),
                    Decision::Ask(ask) => self.waiting = ask.seats,
                }
            }
            while let Some(seat) = self.waiting.first() {
                let Some(reply) = self.state.handshake_reply(seat) else {
                    self.ask(seat);
                    return None;
                };
                self.answers.act(seat, reply);
                self.waiting = self.waiting.without(seat);
            }
            self.play(news);
        }
    }

    fn ask(&mut self, seat: Seat) {
        self.asked = seat;
        if self.state.has_secrets() {
            self.state.redact(seat, &mut self.seen);
            self.seen.draft(seat, &mut self.draft);
        } else {
            self.state.draft(seat, &mut self.draft);
        }
    }

    fn play(&mut self, news: &mut News<G::Event>) {
        self.state.step(&self.answers, news);
        self.answers.clear();
    }

    /// Makes a choice; true if that finished the seat's answer.
    fn choose(&mut self, choice: u32) -> bool {
        let seen = if self.state.has_secrets() { &self.seen } else { &self.state };
        if seen.push(self.asked, &mut self.draft, choice) == Push::More {
            return false;
        }
        seen.decode(self.asked, &self.draft, self.answers.act_in_place(self.asked));
        self.waiting = self.waiting.without(self.asked);
        true
    }
}

impl<G: Game + View + Learn> Batch for Rollouts<G> {
    fn count(&self) -> usize {
        self.lanes.len()
    }

    fn seats(&self) -> SeatCount {
        self.seats
    }

    fn shape(&self) -> Shape {
        self.shape
    }

    fn heads(&self) -> &[Head] {
        &self.heads
    }

    fn mask_words(&self) -> usize {
        self.mask_words
    }

    fn observe(&mut self, rows: &mut Rows<'_>) {
        for row in 0..self.lanes.len() {
            self.write(row, true, rows);
        }
        rows.rewards.fill(0);
        rows.over.fill(false);
    }

    fn step(&mut self, choices: &[u32], rows: &mut Rows<'_>) {
        rows.rewards.fill(0);
        rows.over.fill(false);
        let mut news = News::silent();
        for (row, &choice) in choices.iter().enumerate().take(self.lanes.len()) {
            let lane = &mut self.lanes[row];
            let answered = lane.choose(choice);
            if answered {
                if lane.waiting.is_empty() {
                    lane.play(&mut news);
                }
                if let Some(outcome) = lane.advance(&mut news) {
                    for seat in self.seats.iter() {
                        rows.rewards[row * self.seats.get() + seat.index()] = reward(&outcome, seat);
                    }
                    rows.over[row] = true;
                    self.restart(row);
                }
            }
            self.write(row, answered, rows);
        }
    }
}

/// 1 for the sole first place, 0 for a shared one, -1 for every other.
fn reward(outcome: &Outcome, seat: Seat) -> i8 {
    match outcome.winner() {
        Some(winner) if winner == seat => 1,
        _ if outcome.place(seat) == 1 => 0,
        _ => -1,
    }
}
