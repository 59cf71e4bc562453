//! The contracts and the vocabulary of Skirmish.
//!
//! A match is a pure function of (game, version, config, seats, seed, answers). A [`Game`] says what the rules are,
//! [`Wire`] how it talks to programs, [`View`] how it shows itself, [`Learn`] how learners play it. [`Table`] and
//! [`Batch`] are the same things with the types erased, so that nothing outside the games has to know them.
//!
//! Invariants: no I/O, no clock, no thread, no float, no hash-map order, no global, no unsafe.

pub mod art;
mod batch;
mod bits;
mod bot;
mod canvas;
mod clock;
pub mod config;
mod drafting;
mod entry;
mod game;
mod grid;
mod info;
pub mod learn;
mod probe;
pub mod replay;
mod rng;
mod seat;
pub mod shown;
mod table;
mod view;
pub mod wire;

pub use art::Art;
pub use batch::{Batch, Rows};
pub use bits::Bits;
pub use bot::{Bot, RandomBot};
pub use canvas::{
    Digest, DigestCanvas, FrameCanvas, GistCanvas, Item, Picture, PictureChange, PlaneCanvas, Shape, Spot,
    TextCanvas,
};
pub use clock::{BadClock, Bank, Clock, Timer};
pub use config::{BadConfig, Wishes, ensure_in};
pub use drafting::{Drafting, Pencil, Question};
pub use entry::{Configure, Conform, Difference, Entry, Open, OpenBatch};
pub use game::{
    Answers, Ask, Audience, Broken, Budget, Decision, Fault, Frame, Game, Mirror, News, Reply, Standing,
};
pub use grid::{Cell, Grid, Symmetry};
pub use info::{Caps, Info, Ink, Layer, Preset, TextStyle};
pub use learn::{Choices, Head, Learn, Mask, Push, Step};
pub use probe::{PassedOver, Probe, Quirk, Refusals, Spar};
pub use rng::{Rng, Seed};
pub use seat::{MAX_SEATS, Seat, SeatCount, SeatSet};
pub use table::{Board, Heard, Table};
pub use view::{Canvas, Mark, View, Weight};
pub use wire::{ClockFace, Garbled, Page, Wire};
