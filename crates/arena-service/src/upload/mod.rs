//! Uploads: what somebody sends becomes a clean tree of files, in a language that is known, kept by what is in it,
//! and a version of a bot that waits to be built.

pub mod language;
mod receive;
mod submit;
#[cfg(test)]
mod tests;

pub use skirmish_arena_protocol::upload::{BadUpload, File, Limits, MANIFEST, Tree};

use crate::account::Refused;

pub use receive::{spool, unpack, unpack_kept};
pub use submit::{Submission, Submitted, submit};

impl From<BadUpload> for Refused {
    fn from(bad: BadUpload) -> Self {
        match bad {
            BadUpload::TooLarge(_) | BadUpload::TooMany(_) => Self::TooLarge(bad.to_string()),
            BadUpload::Unread(why) => {
                Self::Away { told: "The arena's disk does not answer, or is full.", why }
            }
            bad => Self::Bad(bad.to_string()),
        }
    }
}
