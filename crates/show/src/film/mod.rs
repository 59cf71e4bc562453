//! Films: recordings of matches for viewers. `crates/show/FILM.md` has the format; [`film()`] writes, [`FilmReader`] reads.

pub mod bytes;
mod change;
mod header;
pub mod limits;
mod make;
mod phrases;
mod read;

pub use make::{Film, Filming, StderrPart, film};
pub use read::{Block, FilmAnswer, FilmReader, Moment, Peak};

/// Why a film cannot be read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BadFilm {
    /// It is not a film.
    #[error("this is not a film: {0}")]
    Foreign(String),
    /// It has another format version.
    #[error("the film is of format {0}, this program reads format {ours}", ours = limits::FORMAT)]
    Format(u64),
    /// It is truncated.
    #[error("the film is cut off")]
    CutOff,
    /// It exceeds a limit.
    #[error("the film has {count} {what}; at most {most} are allowed")]
    TooMany {
        /// What there is too much of.
        what: &'static str,
        /// How many there are.
        count: u64,
        /// How many are allowed.
        most: usize,
    },
    /// It is malformed.
    #[error("the film is damaged: it has {0}")]
    Nonsense(&'static str),
}
