//! Answers that were given before, given again in their order.

use std::sync::Arc;
use std::time::Instant;

use skirmish_core::answer::{Answer, Answered, Cost};
use skirmish_core::replay::Replay;
use skirmish_core::seat::Seat;

use super::{AnyPlayer, Context, Player, Poll, Question, Seated, Seating};
use crate::explain::Cause;
use crate::stop::Stop;

/// The answers of one seat, in order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Recording {
    /// The name shown.
    pub name: String,
    /// The answers.
    pub answers: Vec<Answered>,
}

impl Recording {
    /// What a seat answered in a replay.
    pub fn of(replay: &Replay, seat: Seat) -> Self {
        let name =
            replay.header.players.get(seat.index()).map_or(String::new(), |player| player.name.clone());
        let answers = replay.answers.iter().filter(|answered| answered.seat == seat).cloned().collect();
        Self { name, answers }
    }

    /// Every seat of a replay as it was played.
    pub fn of_all(replay: &Replay) -> Vec<AnyPlayer> {
        let seats = 0..replay.header.players.len();
        seats.map(|seat| -> AnyPlayer { Arc::new(Self::of(replay, Seat(seat as u8))) }).collect()
    }
}

impl Player for Recording {
    fn name(&self) -> &str {
        &self.name
    }

    fn is_repeatable(&self) -> bool {
        false
    }

    fn begin<'a>(&'a self, _place: &Seating<'a>) -> Result<Box<dyn Seated + 'a>, Stop> {
        Ok(Box::new(self.answers.iter()))
    }
}

impl Seated for std::slice::Iter<'_, Answered> {
    fn ask(&mut self, _question: Question<'_>, _context: &mut Context<'_>) -> Result<(), Stop> {
        Ok(())
    }

    fn poll(&mut self, _now: Instant, context: &mut Context<'_>) -> Result<Poll, Stop> {
        let Some(answered) = self.next() else {
            let cause = Cause::Nobody("its recorded answers are used up");
            return Ok(Poll::Ready(Err(cause), Cost::default()));
        };
        let said = match &answered.answer {
            Answer::Frame(frame) | Answer::Garbled(frame) => {
                context.watch.answered(answered.seat, frame);
                Ok(frame.clone())
            }
            Answer::Fault(fault, why) | Answer::Forfeit(fault, why) => Err(Cause::Recorded {
                fault: *fault,
                why: why.clone(),
                is_forfeit: answered.answer.is_forfeit(),
            }),
        };
        Ok(Poll::Ready(said, answered.cost))
    }
}
