//! The crate's error: parameters out of range.

/// A parameter or a result that is refused; the message says what would be right.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum Refusal {
    /// The two hypotheses of a test are not in order, or not numbers of a sensible size.
    #[error(
        "a test between {elo0} and {elo1} Elo makes no sense: the first must be below the second, both from -1000 to 1000"
    )]
    Hypotheses {
        /// The null hypothesis.
        elo0: f64,
        /// The alternative hypothesis.
        elo1: f64,
    },
    /// An error rate is not a small probability.
    #[error("an error rate of {0} makes no sense: it must be from 0.0001 to 0.4999")]
    ErrorRate(f64),
    /// The margin of a duel is not a sensible number of Elo.
    #[error("a margin of {0} Elo makes no sense: it must be from 1 to 400")]
    Margin(f64),
    /// The seats of a match are not a number the format can fill.
    #[error("{format} cannot fill matches of {seats} seats: it must be from {least} to {most}")]
    Seats {
        /// The format's name, see `Format::name`.
        format: &'static str,
        /// The seats asked for.
        seats: u32,
        /// The fewest seats of this format.
        least: u32,
        /// The most seats of this format.
        most: u32,
    },
    /// There are too few or too many entrants.
    #[error("{format} with {entrants} entrants is not possible: it must be from {least} to {most}")]
    Entrants {
        /// The format's name, see `Format::name`.
        format: &'static str,
        /// The number of entrants.
        entrants: u32,
        /// The fewest entrants of this format.
        least: u32,
        /// The most entrants of this format.
        most: u32,
    },
    /// A number of a schedule (rounds, maps, challengers, groups) is out of its range.
    #[error("{what} is {value}: it must be from {least} to {most}")]
    Range {
        /// The parameter, in words.
        what: &'static str,
        /// Its value.
        value: u64,
        /// Its least value.
        least: u64,
        /// Its greatest value.
        most: u64,
    },
    /// A result does not belong to the schedule.
    #[error("the result of match {number} has {places} places, but {seats} seats were played")]
    Places {
        /// The match's number.
        number: u64,
        /// How many places the result has.
        places: usize,
        /// How many seats the match has.
        seats: usize,
    },
}
