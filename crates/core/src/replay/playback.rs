//! Playing a replay again: to check it, to look at any turn of it, or to go on from there.

use super::{Ending, Replay};
use crate::answer::{Answer, Answered};
use crate::clock::{Grant, Timer};
use crate::config::BadConfig;
use crate::game::{Ask, Decision};
use crate::outcome::Outcome;
use crate::seat::Seat;
use crate::table::{Entry, Table};
use crate::wire::{Garbled, Page};

/// A replay in which the rules and the record part.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Mismatch {
    /// It is of another version of the rules.
    #[error(
        "the replay is of version {replay} of {game}, this is version {ours}: play it with the program that made it"
    )]
    Version {
        /// The game.
        game: &'static str,
        /// The replay's.
        replay: u32,
        /// This program's.
        ours: u32,
    },
    /// Its match cannot be started.
    #[error("the replay's match cannot be started: {0}")]
    Start(BadConfig),
    /// Its answers do not fit the questions.
    #[error("decision {decision}: {what}")]
    Answers {
        /// Which decision, counted from 0.
        decision: u64,
        /// What does not fit.
        what: String,
    },
    /// The states part.
    #[error("after decision {decision} the state is not the recorded one")]
    State {
        /// After how many decisions.
        decision: u64,
    },
    /// The results part.
    #[error("the result is not the recorded one: recorded {recorded}, played {played}")]
    Outcome {
        /// What the replay says.
        recorded: String,
        /// What comes out.
        played: String,
    },
}

/// What a verified replay amounts to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Verified {
    /// How many decisions it has.
    pub decisions: u64,
    /// Its result; `None` if it is incomplete.
    pub outcome: Option<Outcome>,
}

impl Replay {
    /// Plays the replay again and compares every fingerprint and the result.
    pub fn verify(&self, entry: &Entry) -> Result<Verified, Mismatch> {
        let mut playback = Playback::new(self, entry)?;
        playback.disconnect();
        let mut checkpoints = self.checkpoints.iter().peekable();
        while playback.step()? {
            if let Some(due) = checkpoints.peek().filter(|due| due.decisions == playback.decisions()) {
                if playback.table().digest().0 != due.digest {
                    return Err(Mismatch::State { decision: playback.decisions() });
                }
                checkpoints.next();
            }
        }
        let decisions = playback.decisions();
        if checkpoints.next().is_some() {
            return Err(Mismatch::State { decision: decisions });
        }
        let outcome = match (&self.ending, playback.table().decision()) {
            (Ending::Incomplete(_), Decision::Ask(_)) => None,
            (Ending::Over { outcome: recorded, digest }, Decision::Over(played)) => {
                if !is_same(recorded, &played, entry.info.reworded) {
                    return Err(Mismatch::Outcome { recorded: told(recorded), played: told(&played) });
                }
                if playback.table().digest().0 != *digest {
                    return Err(Mismatch::State { decision: decisions });
                }
                Some(played)
            }
            (Ending::Over { .. }, Decision::Ask(_)) => {
                return Err(Mismatch::Answers {
                    decision: decisions,
                    what: "the answers end too early".into(),
                });
            }
            (Ending::Incomplete(_), Decision::Over(_)) => {
                return Err(Mismatch::Answers {
                    decision: decisions,
                    what: "the match is over, the record not".into(),
                });
            }
        };
        Ok(Verified { decisions, outcome })
    }
}

/// Whether both are one result: the same to the letter, or with a reason that was worded otherwise when it was recorded.
fn is_same(recorded: &Outcome, played: &Outcome, reworded: &[(&str, &str)]) -> bool {
    let is_reworded = reworded.iter().any(|&(was, is)| recorded.why == was && played.why == is);
    recorded == played || is_reworded && *recorded == Outcome { why: recorded.why.clone(), ..played.clone() }
}

fn told(outcome: &Outcome) -> String {
    format!("places {:?}, scores {:?}, {}", outcome.places, outcome.scores, outcome.why)
}

/// A replay being played again, decision by decision, with its clocks.
pub struct Playback<'a> {
    answers: &'a [Answered],
    table: Box<dyn Table>,
    timers: Vec<Timer>,
    decisions: u64,
    next: usize,
    /// Which answers of the last decision could not be read, and why.
    garbled: Vec<(Seat, Garbled)>,
}

impl Clone for Playback<'_> {
    fn clone(&self) -> Self {
        Self {
            answers: self.answers,
            table: self.table.fork(),
            timers: self.timers.clone(),
            decisions: self.decisions,
            next: self.next,
            garbled: self.garbled.clone(),
        }
    }
}

impl<'a> Playback<'a> {
    /// The match before its first decision.
    pub fn new(replay: &'a Replay, entry: &Entry) -> Result<Self, Mismatch> {
        let header = &replay.header;
        if header.version != entry.info.version {
            return Err(Mismatch::Version {
                game: entry.info.name,
                replay: header.version,
                ours: entry.info.version,
            });
        }
        let seats = replay.seats().ok_or_else(|| {
            Mismatch::Start(BadConfig::Whole(format!("it has {} players", header.players.len())))
        })?;
        let table = (entry.open)(&header.config, seats, header.seed).map_err(Mismatch::Start)?;
        let timers = vec![Timer::new(header.clock); seats.get()];
        let answers = &replay.answers;
        Ok(Self { answers, table, timers, decisions: 0, next: 0, garbled: Vec::new() })
    }

    /// Gives up the pages, which makes playing quicker.
    pub fn disconnect(&mut self) {
        self.table.seats().iter().for_each(|seat| self.table.disconnect(seat));
    }

    /// The match as it stands.
    pub fn table(&self) -> &dyn Table {
        &*self.table
    }

    /// The match as it stands, to be asked for pages.
    pub fn table_mut(&mut self) -> &mut dyn Table {
        &mut *self.table
    }

    /// The match and every seat's clock, to be played on.
    pub fn into_parts(self) -> (Box<dyn Table>, Vec<Timer>) {
        (self.table, self.timers)
    }

    /// Every seat's clock.
    pub fn timers(&self) -> &[Timer] {
        &self.timers
    }

    /// Which answers of the last decision could not be read, and why.
    pub fn garbled(&self) -> &[(Seat, Garbled)] {
        &self.garbled
    }

    /// How many decisions have been played.
    pub fn decisions(&self) -> u64 {
        self.decisions
    }

    /// The place of the next answer in the replay's list.
    pub fn position(&self) -> usize {
        self.next
    }

    /// The recorded answers to the decision at hand; fewer than asked for at the end of an incomplete replay.
    pub fn upcoming(&self) -> &'a [Answered] {
        let Decision::Ask(ask) = self.table.decision() else { return &[] };
        let rest = &self.answers[self.next..];
        &rest[..rest.len().min(ask.seats.len())]
    }

    /// Adds the page that a seat gets with the decision at hand, with the clock as it stood.
    pub fn page(&mut self, seat: Seat, page: &mut Page) {
        let Decision::Ask(ask) = self.table.decision() else { return };
        let clock = self.grant(seat, &ask).face();
        self.table.ask(seat, clock, page);
    }

    /// What the seat was granted for its answer to the decision at hand.
    pub fn grant(&self, seat: Seat, ask: &Ask) -> Grant {
        let mut timer = self.timers[seat.index()];
        timer.grant(ask)
    }

    /// Plays one decision as recorded; false if there is none left.
    pub fn step(&mut self) -> Result<bool, Mismatch> {
        let upcoming = self.upcoming();
        let Decision::Ask(ask) = self.table.decision() else {
            if self.next < self.answers.len() {
                return Err(self.odd("the match is over, but there are more answers"));
            }
            return Ok(false);
        };
        if upcoming.len() < ask.seats.len() {
            // Answers to a decision that never came to be played belong to an interrupted match.
            return Ok(false);
        }
        self.garbled.clear();
        // Who retired is asked no more: what it would be told is dropped, or it would pile up to the end.
        for seat in self.table.retired().iter() {
            self.table.discard_news(seat);
        }
        for (seat, answered) in ask.seats.iter().zip(upcoming) {
            if answered.seat != seat {
                return Err(self.odd(&format!("seat {seat} was asked, but seat {} answered", answered.seat)));
            }
            // The page that led to this answer is out of date now, whether or not somebody looked at it.
            self.table.discard_news(seat);
            self.take(&ask, answered)?;
        }
        self.table.step();
        self.next += upcoming.len();
        self.decisions += 1;
        Ok(true)
    }

    /// Plays until that many decisions have been played, or until the end.
    pub fn advance_to(&mut self, decisions: u64) -> Result<(), Mismatch> {
        while self.decisions < decisions && self.step()? {}
        Ok(())
    }

    fn take(&mut self, ask: &Ask, answered: &Answered) -> Result<(), Mismatch> {
        let timer = &mut self.timers[answered.seat.index()];
        timer.grant(ask);
        timer.charge(ask, &answered.cost, answered.answer.fault());
        // An answer that cannot be read is an input of the rules like any other.
        match (self.table.answer(answered.seat, &answered.answer), &answered.answer) {
            (Ok(()), Answer::Garbled(_)) => Err(self.odd(&format!(
                "the answer of seat {} is recorded as garbled, but can be read",
                answered.seat
            ))),
            (Ok(()), _) => Ok(()),
            (Err(garbled), _) => {
                self.garbled.push((answered.seat, garbled));
                Ok(())
            }
        }
    }

    fn odd(&self, what: &str) -> Mismatch {
        Mismatch::Answers { decision: self.decisions, what: what.to_string() }
    }
}

/// A replay that can be looked at anywhere: it keeps forks on its way, and seeks from the nearest one.
pub struct Tape<'a> {
    forks: Vec<Playback<'a>>,
    every: u64,
}

impl<'a> Tape<'a> {
    /// A tape at its beginning.
    pub fn new(replay: &'a Replay, entry: &Entry) -> Result<Self, Mismatch> {
        const FORKS: u64 = 64;
        let every = (replay.answers.len() as u64 / FORKS).max(16);
        Ok(Self { forks: vec![Playback::new(replay, entry)?], every })
    }

    /// The match after that many decisions, or at its end if it has fewer.
    pub fn seek(&mut self, decisions: u64) -> Result<Playback<'a>, Mismatch> {
        let nearest = self.forks.partition_point(|fork| fork.decisions <= decisions) - 1;
        let mut playback = self.forks[nearest].clone();
        while playback.decisions < decisions && playback.step()? {
            let furthest = self.forks.last().map_or(0, |fork| fork.decisions);
            if playback.decisions >= furthest + self.every {
                self.forks.push(playback.clone());
            }
        }
        Ok(playback)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(recorded: (u8, &'static str), played: (u8, &'static str), expected: bool) {
        let outcome = |(place, why): (u8, &'static str)| Outcome {
            places: vec![place, 1],
            scores: vec![0, 1],
            faults: vec![None; 2],
            why: why.into(),
        };
        assert_eq!(is_same(&outcome(recorded), &outcome(played), &[("was", "is")]), expected);
    }

    #[test]
    fn a_reason_may_be_worded_as_it_was_and_nothing_else_may_differ() {
        check((2, "is"), (2, "is"), true);
        check((2, "was"), (2, "is"), true);
        check((2, "is"), (2, "was"), false);
        check((2, "lie"), (2, "is"), false);
        check((1, "was"), (2, "is"), false);
    }
}
