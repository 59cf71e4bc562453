//! A match with its types erased: all that a referee, a replay, a viewer or an arena needs to hold.
//!
//! [`Table`] is split by who uses it: [`PlayerSide`] speaks to those who play, [`ViewerSide`] shows the match,
//! [`RecordSide`] is for replays, [`ProbeSide`] for those who try out bots.

mod board;
mod entry;
mod probe;

use std::any::Any;

use serde_json::Value;

pub use board::Board;
pub use entry::{Configure, Entry, Open, OpenBatch};
pub use probe::{ProbeSide, Quirk};

use crate::answer::Answer;
use crate::ask_limit::AskLimit;
use crate::game::Decision;
use crate::info::Info;
use crate::learn::Drafting;
use crate::seat::{Seat, SeatCount, SeatSet};
use crate::view::{Digest, Mark, Picture};
use crate::wire::{ClockFace, Garbled, Page};

/// One running match of any game.
pub trait Table: PlayerSide + ViewerSide + RecordSide + ProbeSide + Send {
    /// The game's constant facts.
    fn info(&self) -> &'static Info;
    /// How many play.
    fn seats(&self) -> SeatCount;
    /// The most that one seat can be asked.
    fn ask_limit(&self) -> AskLimit;
    /// Who is asked now, or how it ended. Seats that forfeited are not asked.
    fn decision(&self) -> Decision;
    /// Plays the decision with the answers taken, and what only seats are asked that forfeited: for the rules they are
    /// gone.
    fn step(&mut self);
    /// Whether seats may not see everything in this match.
    fn has_secrets(&self) -> bool;
    /// Seats that are asked no more, by the rules or because they forfeited.
    fn retired(&self) -> SeatSet;
    /// Seats that forfeited the match by an [`Answer::Forfeit`].
    fn forfeited(&self) -> SeatSet;
    /// For native bots, which know their game's type.
    fn as_any_mut(&mut self) -> &mut dyn Any;
}

/// The table as those who play use it: pages out, answers in.
pub trait PlayerSide {
    /// Adds what a seat is sent first of all.
    fn greet(&mut self, seat: Seat, page: &mut Page);
    /// Adds what the seat has heard since it was last told, and the request.
    fn ask(&mut self, seat: Seat, clock: ClockFace, page: &mut Page);
    /// Adds what the seat has heard since it was last told; for seats that retire and at the end.
    fn tell(&mut self, seat: Seat, page: &mut Page);
    /// Forgets what the seat has heard since it was last told: nobody will read it.
    fn discard_news(&mut self, seat: Seat);
    /// Stops collecting what the seat hears: its pages will not be asked for.
    fn disconnect(&mut self, seat: Seat);
    /// Takes a seat's answer, to be played with the next [`Table::step`]. Says why if a frame cannot be read.
    fn answer(&mut self, seat: Seat, answer: &Answer) -> Result<(), Garbled>;
    /// Begins an answer of the seat to the decision at hand, to be made choice by choice.
    fn drafting(&self, seat: Seat) -> Box<dyn Drafting>;
}

/// The table as those who watch use it. An eye is the seat that looks; `None` is a spectator, who sees everything.
pub trait ViewerSide {
    /// The seat's score, as far as the eye can know it.
    fn score(&self, eye: Option<Seat>, seat: Seat) -> i64;
    /// How far the match is, in the game's unit; and how far it can go.
    fn progress(&self) -> (u32, u32);
    /// The board as text.
    fn text(&self, eye: Option<Seat>, colour: bool) -> String;
    /// One line about how the match stands.
    fn status(&self, eye: Option<Seat>) -> String;
    /// The board for the viewer.
    fn picture(&self, eye: Option<Seat>) -> Picture;
    /// The same with only some layers, those whose bits are set, and its items as they were drawn, not in order.
    fn picture_of(&self, eye: Option<Seat>, layers: u64) -> Picture;
    /// What happened in the last step, as the eye may know it.
    fn marks(&self, eye: Option<Seat>) -> Vec<Mark>;
}

/// The table as replays use it.
pub trait RecordSide {
    /// The whole config, as a replay stores it.
    fn config(&self) -> Value;
    /// The map's style.
    fn map_style(&self) -> &'static str;
    /// A hash of everything a spectator can see.
    fn digest(&self) -> Digest;
    /// A second table in the same state.
    fn fork(&self) -> Box<dyn Table>;
}
