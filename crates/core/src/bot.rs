//! Native bots: they get what their seat may know, and answer with an action.

use crate::game::Game;
use crate::learn::{Learn, Mask, Push};
use crate::learn::{count_allowed, nth_allowed};
use crate::rng::{Rng, Seed};
use crate::seat::Seat;

/// A player written in Rust against the game's own types.
pub trait Bot<G: Game>: Send {
    /// Answers the decision that asks the seat. `seen` is redacted; `heard` is what happened since the last call.
    fn act(&mut self, seen: &G, seat: Seat, heard: &[G::Event]) -> G::Action;
}

/// Plays every game by chance: one allowed choice after another, each equally likely.
#[derive(Clone, Debug)]
pub struct RandomBot<G: Learn> {
    rng: Rng,
    draft: G::Draft,
    words: Vec<u64>,
}

impl<G: Learn> RandomBot<G> {
    /// A bot whose choices depend on nothing but the seed and what it sees.
    pub fn new(seed: Seed) -> Self {
        Self { rng: Rng::new(seed), draft: G::Draft::default(), words: Vec::new() }
    }

    /// Writes a random answer into memory that may hold an old one. Allocates nothing after the first call.
    pub fn act_into(&mut self, seen: &G, seat: Seat, action: &mut G::Action) {
        if self.words.is_empty() {
            let choices = seen.heads().iter().map(|head| head.size).max().unwrap_or(1);
            self.words = vec![0; Mask::words(choices)];
        }
        seen.draft(seat, &mut self.draft);
        loop {
            seen.mask(seat, &self.draft, Mask::new(&mut self.words));
            let n = self.rng.below(count_allowed(&self.words));
            let choice = nth_allowed(&self.words, n).unwrap_or(0);
            if seen.push(seat, &mut self.draft, choice) == Push::Done {
                return seen.decode(seat, &self.draft, action);
            }
        }
    }
}

impl<G: Learn> Bot<G> for RandomBot<G> {
    fn act(&mut self, seen: &G, seat: Seat, _heard: &[G::Event]) -> G::Action {
        if let Some(polite) = seen.handshake_reply(seat) {
            return polite;
        }
        let mut action = G::Action::default();
        self.act_into(seen, seat, &mut action);
        action
    }
}
