//! The contracts and the vocabulary of Skirmish.
//!
//! A match is a pure function of (game, version, config, seats, seed, answers). A [`Game`](game::Game) says what the rules
//! are, [`Wire`](wire::Wire) how it talks to programs, [`View`](view::View) how it shows itself,
//! [`Learn`](learn::Learn) how learners play it, [`Audit`](law::Audit) how it is tested. [`Table`](table::Table) and
//! [`Batch`](learn::Batch) are the same things with the types erased, so that nothing outside the games has to know them.
//!
//! Invariants: no I/O, no clock, no thread, no float, no hash-map order, no global, no unsafe.

pub mod answer;
pub mod art;
pub mod ask_limit;
pub mod bits;
pub mod bot;
pub mod clock;
pub mod config;
pub mod game;
pub mod grid;
pub mod info;
pub mod law;
pub mod learn;
pub mod news;
pub mod outcome;
pub mod replay;
pub mod rng;
pub mod seat;
pub mod shown;
pub mod table;
pub mod view;
pub mod wire;
