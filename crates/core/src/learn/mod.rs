//! How a learner plays: an answer is built one small choice after another, never out of a flat product.
//!
//! A choice is made under a head (kind, target, source, …); a mask says which choices make sense there.
//! A turn's command list is built the same way, command by command, until the learner ends it.

mod batch;
mod drafting;

pub(crate) use batch::Rollouts;
pub use batch::{Batch, Rows};
pub use drafting::{Drafting, NextChoice, Pencil};

use crate::game::Game;
use crate::grid::{Cell, Direction, KING_STEPS};
use crate::seat::Seat;

/// A game that learners can play. Called on the state as the seat may know it.
pub trait Learn: Game {
    /// An answer in the making. Where commands act in order, it carries the state they lead to.
    type Draft: Default + Clone + Send;

    /// Every head of this match; their order is the order of [`Learn::head`]'s numbers.
    fn heads(&self) -> Vec<Head>;

    /// Begins an answer in memory that may hold an old one.
    fn draft(&self, seat: Seat, draft: &mut Self::Draft);

    /// Under which head the next choice is made.
    fn head(&self, draft: &Self::Draft) -> usize;

    /// The place that the next choice is about: whom it is for, or where a step begins.
    fn place(&self, _seat: Seat, _draft: &Self::Draft) -> Option<Cell> {
        None
    }

    /// Allows the choices that make sense now. The mask comes empty; at least one choice is always allowed.
    fn mask(&self, seat: Seat, draft: &Self::Draft, mask: Mask<'_>);

    /// The choice that ends the answer as it is now, for answers that are lists of commands.
    fn ending(&self, _draft: &Self::Draft) -> Option<u32> {
        None
    }

    /// Makes a choice. Total: a choice that the mask does not allow leads to an answer that the rules refuse.
    fn push(&self, seat: Seat, draft: &mut Self::Draft, choice: u32) -> Push;

    /// The finished answer, into memory that may hold an old one.
    fn decode(&self, seat: Seat, draft: &Self::Draft, action: &mut Self::Action);

    /// Whether the event says that the seat's action was refused for a reason the seat could see when asked.
    fn is_refusal(&self, event: &Self::Event, seat: Seat) -> bool;
}

/// A kind of choice.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Head {
    /// What is chosen: `kind`, `target`.
    pub name: &'static str,
    /// How many choices there are.
    pub size: usize,
    /// What they mean to a person.
    pub choices: Choices,
}

/// What the choices under a head mean.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Choices {
    /// Cells, counted row by row.
    Cells,
    /// These words.
    Words(&'static [&'static str]),
    /// Steps from the place at hand ([`Learn::place`]).
    Steps(&'static [Step]),
}

/// A step that can be chosen: its word, and where it leads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Step {
    /// Its word: `N`.
    pub word: &'static str,
    /// Columns to the right.
    pub dx: i16,
    /// Rows down.
    pub dy: i16,
}

impl Step {
    /// A step of that word, so many columns to the right and rows down.
    pub const fn new(word: &'static str, dx: i16, dy: i16) -> Self {
        Self { word, dx, dy }
    }

    /// A step in that direction.
    pub const fn to(direction: Direction) -> Self {
        let (dx, dy) = direction.delta();
        Self::new(direction.letter(), dx, dy)
    }

    /// The four directions, clockwise from above.
    pub const FOUR: &'static [Self] = &[
        Self::to(Direction::North),
        Self::to(Direction::East),
        Self::to(Direction::South),
        Self::to(Direction::West),
    ];

    /// The diagonal directions, clockwise from the upper right.
    pub const DIAGONAL: &'static [Self] =
        &[Self::new("NE", 1, -1), Self::new("SE", 1, 1), Self::new("SW", -1, 1), Self::new("NW", -1, -1)];

    /// All eight directions, clockwise from above.
    pub const EIGHT: &'static [Self] = &{
        let words = ["N", "NE", "E", "SE", "S", "SW", "W", "NW"];
        let mut steps = [Self::new("", 0, 0); 8];
        let mut i = 0;
        while i < steps.len() {
            steps[i] = Self::new(words[i], KING_STEPS[i].0, KING_STEPS[i].1);
            i += 1;
        }
        steps
    };
}

impl Head {
    /// A choice among that many cells.
    pub const fn cells(name: &'static str, size: usize) -> Self {
        Self { name, size, choices: Choices::Cells }
    }

    /// A choice among these words.
    pub const fn words(name: &'static str, words: &'static [&'static str]) -> Self {
        Self { name, size: words.len(), choices: Choices::Words(words) }
    }

    /// A choice among these steps.
    pub const fn steps(name: &'static str, steps: &'static [Step]) -> Self {
        Self { name, size: steps.len(), choices: Choices::Steps(steps) }
    }
}

/// Whether an answer is finished.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Push {
    /// Another choice is needed.
    More,
    /// It is finished.
    Done,
}

/// Which choices are allowed, as bits in a learner's memory.
#[derive(Debug)]
pub struct Mask<'a>(&'a mut [u64]);

impl<'a> Mask<'a> {
    /// An empty mask over this memory, wiped first.
    pub fn new(words: &'a mut [u64]) -> Self {
        words.fill(0);
        Self(words)
    }

    /// Words needed for that many choices.
    pub const fn words(choices: usize) -> usize {
        choices.div_ceil(64)
    }

    /// Allows one choice.
    #[inline]
    pub fn allow(&mut self, choice: usize) {
        self.0[choice / 64] |= 1 << (choice % 64);
    }

    /// Allows one choice if the claim holds.
    #[inline]
    pub fn allow_if(&mut self, choice: usize, claim: bool) {
        self.0[choice / 64] |= u64::from(claim) << (choice % 64);
    }

    /// Allows a set of choices given as bits.
    #[inline]
    pub fn allow_bits(&mut self, bits: &[u64]) {
        for (word, &more) in self.0.iter_mut().zip(bits) {
            *word |= more;
        }
    }

    /// Whether nothing is allowed yet.
    pub fn is_empty(&self) -> bool {
        self.0.iter().all(|&word| word == 0)
    }
}

/// The allowed choices of a finished mask, in ascending order.
pub fn allowed(words: &[u64]) -> impl Iterator<Item = u32> {
    words
        .iter()
        .enumerate()
        .flat_map(|(w, &word)| (0..64).filter(move |i| word >> i & 1 == 1).map(move |i| w as u32 * 64 + i))
}

/// The `n`-th allowed choice of a finished mask, counted from 0.
pub fn nth_allowed(words: &[u64], mut n: u32) -> Option<u32> {
    for (w, &word) in words.iter().enumerate() {
        let here = word.count_ones();
        if n < here {
            let mut rest = word;
            for _ in 0..n {
                rest &= rest - 1;
            }
            return Some(w as u32 * 64 + rest.trailing_zeros());
        }
        n -= here;
    }
    None
}

/// How many choices a finished mask allows.
pub fn count_allowed(words: &[u64]) -> u32 {
    words.iter().map(|word| word.count_ones()).sum()
}
