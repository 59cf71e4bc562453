//! Uploads: what somebody sends becomes a clean tree of files, in a language that is known, kept by what is in it,
//! and a version of a bot that waits to be built.

pub mod language;
mod submit;
#[cfg(test)]
mod tests;

pub use skirmish_arena_protocol::upload::{BadUpload, File, Limits, MANIFEST, Tree};

use crate::account::Refused;

pub use submit::{Submission, Submitted, submit};

impl From<BadUpload> for Refused {
    fn from(bad: BadUpload) -> Self {
        match bad {
            BadUpload::TooLarge(_) | BadUpload::TooMany(_) => Self::TooLarge(bad.to_string()),
            bad => Self::Bad(bad.to_string()),
        }
    }
}
