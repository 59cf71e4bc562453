//! An answer made choice by choice by somebody who does not know the game's types: a person at a page.

use crate::grid::Cell;
use crate::learn::allowed;
use crate::learn::{Head, Learn, Mask, Push};
use crate::seat::Seat;
use crate::wire::{Page, Wire};

/// An answer in the making, its types erased.
pub trait Drafting: Send {
    /// Every head of the match.
    fn heads(&self) -> Vec<Head>;
    /// What is to be chosen next; `None` once the answer is finished.
    fn question(&self) -> Option<NextChoice>;
    /// Makes a choice. False, and nothing changes, if it is not among those allowed.
    fn choose(&mut self, choice: u32) -> bool;
    /// Ends the answer as it is; false if it cannot end here.
    fn end(&mut self) -> bool;
    /// Whether the answer is finished, or can end here.
    fn can_end(&self) -> bool;
    /// Takes the last choice back; false if there is none.
    fn undo(&mut self) -> bool;
    /// The choices made so far, the oldest first: under which head, and which.
    fn made(&self) -> &[(usize, u32)];
    /// The answer so far as the wire has it, without what ends a frame.
    fn answer(&self) -> String;
}

/// What is to be chosen next.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NextChoice {
    /// The head, by its place in [`Drafting::heads`].
    pub head: usize,
    /// The place that the choice is about.
    pub place: Option<Cell>,
    /// The choices that make sense, in ascending order.
    pub allowed: Vec<u32>,
}

/// The answer of one seat to one decision, in the making.
pub struct Pencil<G: Learn> {
    /// The match as the seat may know it.
    seen: G,
    seat: Seat,
    heads: Vec<Head>,
    draft: G::Draft,
    made: Vec<(usize, u32)>,
    is_done: bool,
}

impl<G: Learn> Pencil<G> {
    /// Begins an answer; `seen` is the match as the seat may know it.
    pub fn new(seen: G, seat: Seat) -> Self {
        let heads = seen.heads();
        let mut pencil =
            Self { seen, seat, heads, draft: G::Draft::default(), made: Vec::new(), is_done: false };
        pencil.seen.draft(seat, &mut pencil.draft);
        pencil
    }

    fn push(&mut self, choice: u32) {
        self.made.push((self.seen.head(&self.draft), choice));
        self.is_done = self.seen.push(self.seat, &mut self.draft, choice) == Push::Done;
    }
}

impl<G: Learn + Wire> Drafting for Pencil<G> {
    fn heads(&self) -> Vec<Head> {
        self.heads.clone()
    }

    fn question(&self) -> Option<NextChoice> {
        if self.is_done {
            return None;
        }
        let head = self.seen.head(&self.draft);
        let mut words = vec![0; Mask::words(self.heads[head].size)];
        self.seen.mask(self.seat, &self.draft, Mask::new(&mut words));
        let place = self.seen.place(self.seat, &self.draft);
        Some(NextChoice { head, place, allowed: allowed(&words).collect() })
    }

    fn choose(&mut self, choice: u32) -> bool {
        let is_allowed = self.question().is_some_and(|question| question.allowed.contains(&choice));
        if is_allowed {
            self.push(choice);
        }
        is_allowed
    }

    fn end(&mut self) -> bool {
        if let Some(ending) = self.seen.ending(&self.draft).filter(|_| !self.is_done) {
            self.push(ending);
        }
        self.is_done
    }

    fn can_end(&self) -> bool {
        self.is_done || self.seen.ending(&self.draft).is_some()
    }

    fn undo(&mut self) -> bool {
        if self.made.pop().is_none() {
            return false;
        }
        self.seen.draft(self.seat, &mut self.draft);
        self.is_done = false;
        for (_, choice) in std::mem::take(&mut self.made) {
            self.push(choice);
        }
        true
    }

    fn made(&self) -> &[(usize, u32)] {
        &self.made
    }

    fn answer(&self) -> String {
        let mut action = G::Action::default();
        self.seen.decode(self.seat, &self.draft, &mut action);
        let mut page = Page::new();
        self.seen.write(&action, &mut page);
        page.as_str().to_string()
    }
}
