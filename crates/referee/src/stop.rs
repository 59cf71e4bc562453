//! Why an attempt at a match ends early.

use crate::trouble::Trouble;
use crate::void::Void;

/// Why an attempt ends early.
#[derive(Debug)]
pub enum Stop {
    /// Somebody wants it to end.
    Interrupted,
    /// The machine was too busy for the attempt to count.
    Void(Void),
    /// It cannot go on.
    Trouble(Trouble),
}

impl<T: Into<Trouble>> From<T> for Stop {
    fn from(trouble: T) -> Self {
        Self::Trouble(trouble.into())
    }
}
