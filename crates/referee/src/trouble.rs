//! Our own failures. What a bot does wrong is never one of them.

use std::io;

use skirmish_core::replay::Mismatch;

use crate::void::Void;

/// Why there is no record. The match is void and costs nobody anything.
#[derive(Debug, thiserror::Error)]
pub enum Trouble {
    /// The machine was too busy, again and again.
    #[error(
        "the machine was too busy for a fair match: {attempts} attempts were void, the last because {why}; run fewer \
         matches at once, or use a longer clock"
    )]
    Starved {
        /// How often it was tried.
        attempts: u32,
        /// Why the last one did not count.
        why: Void,
    },
    /// There are not as many players as seats.
    #[error("{game} has {seats} seats in this match, but there are {players} players; name {seats}")]
    Players {
        /// The game.
        game: &'static str,
        /// Seats in this match.
        seats: usize,
        /// Players given.
        players: usize,
    },
    /// A program could not be started for a reason that is not its own.
    #[error("{name} could not be started: {error}; too many processes or open files on this machine?")]
    Start {
        /// The bot.
        name: String,
        /// What the system said.
        error: io::Error,
    },
    /// The replay to go on from cannot be played.
    #[error("the replay cannot be played again: {0}")]
    Replay(#[from] Mismatch),
    /// There is no such decision or seat in the replay.
    #[error("the replay has no {what} {number}: it has {have}")]
    Beyond {
        /// `decision` or `seat`.
        what: &'static str,
        /// What was asked for.
        number: u64,
        /// How many there are.
        have: u64,
    },
    /// The match was interrupted where there is nothing to keep.
    #[error("interrupted; nothing was rated")]
    Interrupted,
    /// The system failed us.
    #[error("the system refused: {0}; the match is void")]
    System(#[from] io::Error),
}
