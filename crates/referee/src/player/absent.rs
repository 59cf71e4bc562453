//! Nobody: a seat whose answers are not needed, because the match goes on as it was recorded.

use std::time::Instant;

use skirmish_core::answer::Cost;

use super::{Context, Poll, Question, Seated};
use crate::explain::Cause;
use crate::stop::Stop;

pub(crate) struct Absent;

impl Seated for Absent {
    fn ask(&mut self, _question: Question<'_>, _context: &mut Context<'_>) -> Result<(), Stop> {
        Ok(())
    }

    fn poll(&mut self, _now: Instant, _context: &mut Context<'_>) -> Result<Poll, Stop> {
        Ok(Poll::Ready(Err(Cause::Nobody("nobody sits there")), Cost::default()))
    }
}
