//! Films: what a viewer is fed. `crates/show/FILM.md` describes the format; [`film()`] makes one, [`FilmReader`] reads it.

pub mod bytes;
mod change;
mod header;
pub mod limits;
mod make;
mod phrases;
mod read;

pub use make::{Film, Filming, StderrPart, film};
pub use read::{Block, FilmAnswer, FilmReader, Moment, Peak};

/// A film that cannot be read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BadFilm {
    /// It is something else.
    #[error("this is not a film: {0}")]
    Foreign(String),
    /// It is of another format.
    #[error("the film is of format {0}, this program reads format {ours}", ours = limits::FORMAT)]
    Format(u64),
    /// It breaks off.
    #[error("the film is cut off")]
    CutOff,
    /// It is larger than films can be.
    #[error("the film has {count} {what}; at most {most} are allowed")]
    TooMany {
        /// Of what.
        what: &'static str,
        /// How many.
        count: u64,
        /// How many there may be.
        most: usize,
    },
    /// It contradicts itself.
    #[error("the film is damaged: it has {0}")]
    Nonsense(&'static str),
}
