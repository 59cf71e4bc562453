//! The result of a match, from the rules through the record to the ratings.

use std::borrow::Cow;

use serde::{Deserialize, Serialize};

use crate::answer::Fault;
use crate::seat::{Seat, SeatCount};

/// How a match ended: each seat's place and score, the fault that cost a seat the match, and why it ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Outcome {
    /// By seat: its place; 1 is best, equal places are shared.
    pub places: Vec<u8>,
    /// By seat: its score, as the game counts it.
    pub scores: Vec<i64>,
    /// By seat: the fault that put it where it is.
    pub faults: Vec<Option<Fault>>,
    /// What ended the match, as a short sentence without a full stop.
    pub why: Cow<'static, str>,
}

impl Outcome {
    /// Whether it can be the result of a match of so many: one of everything for each, and places that a ranking gives.
    pub fn is_of(&self, seats: usize) -> bool {
        let better = |place: u8| self.places.iter().filter(|other| **other < place).count();
        [self.places.len(), self.scores.len(), self.faults.len()] == [seats; 3]
            && self.places.iter().all(|&place| usize::from(place) == better(place) + 1)
    }
}

/// Who came where, and why, before scores are counted: the rules rank, [`Ranking::with_scores`] makes it an [`Outcome`].
#[derive(Clone, Debug, PartialEq, Eq)]
#[must_use]
pub struct Ranking {
    places: Vec<u8>,
    faults: Vec<Option<Fault>>,
    why: &'static str,
}

impl Ranking {
    /// Ranks the seats by a key, larger is better, equal keys share a place.
    pub fn by<K: Ord>(seats: SeatCount, why: &'static str, key: impl Fn(Seat) -> K) -> Self {
        let place = |seat: Seat| seats.iter().filter(|&rival| key(rival) > key(seat)).count() as u8 + 1;
        Self { places: seats.iter().map(place).collect(), faults: vec![None; seats.get()], why }
    }

    /// One seat wins, the others share second place.
    pub fn won(seats: SeatCount, winner: Seat, why: &'static str) -> Self {
        Self::by(seats, why, |seat| seat == winner)
    }

    /// Everybody shares first place.
    pub fn draw(seats: SeatCount, why: &'static str) -> Self {
        Self::by(seats, why, |_| 0)
    }

    /// The seat's place; 1 is best.
    pub fn place(&self, seat: Seat) -> u8 {
        self.places[seat.index()]
    }

    /// The same ranking, with the fault that put a seat where it is.
    pub fn with_fault(mut self, seat: Seat, fault: Option<Fault>) -> Self {
        self.faults[seat.index()] = fault;
        self
    }

    /// The outcome, with each seat's score as the game counts it.
    pub fn with_scores(self, score: impl Fn(Seat) -> i64) -> Outcome {
        let Self { places, faults, why } = self;
        let scores = (0..places.len() as u8).map(|seat| score(Seat(seat))).collect();
        Outcome { places, scores, faults, why: Cow::Borrowed(why) }
    }
}

impl Outcome {
    /// The same outcome after seats forfeited the match (by seat: the fault for which). They share a place behind all
    /// who did not.
    #[must_use]
    pub fn with_forfeits(mut self, forfeits: &[Option<Fault>]) -> Self {
        let forfeit = |seat: usize| forfeits.get(seat).copied().flatten();
        let count = self.places.len();
        // A place that no game gives, so that all who forfeited share it.
        let key = |seat: usize| if forfeit(seat).is_some() { u8::MAX } else { self.places[seat] };
        let place = |seat: usize| (0..count).filter(|&rival| key(rival) < key(seat)).count() as u8 + 1;
        let places = (0..count).map(place).collect();
        self.places = places;
        for (seat, fault) in self.faults.iter_mut().enumerate() {
            *fault = forfeit(seat).or(*fault);
        }
        self
    }

    /// How many seats are ranked.
    pub fn seats(&self) -> usize {
        self.places.len()
    }

    /// The seat's place; 1 is best. A seat that does not exist is behind everybody.
    pub fn place(&self, seat: Seat) -> u8 {
        self.places.get(seat.index()).copied().unwrap_or(u8::MAX)
    }

    /// The fault that cost the seat the match, if one did.
    pub fn fault(&self, seat: Seat) -> Option<Fault> {
        self.faults.get(seat.index()).copied().flatten()
    }

    /// The seat that alone is first.
    pub fn winner(&self) -> Option<Seat> {
        let mut first = (0..self.places.len() as u8).map(Seat).filter(|&seat| self.place(seat) == 1);
        let winner = first.next()?;
        first.next().is_none().then_some(winner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_keys_share_a_place() {
        let four = SeatCount::new(4).expect("four seats");
        let outcome = Ranking::by(four, "test", |seat| [5, 9, 9, 1][seat.index()]).with_scores(|_| 0);
        assert_eq!(outcome.places, [3, 1, 1, 4]);
        assert_eq!(outcome.winner(), None);
        assert_eq!(Ranking::won(four, Seat(2), "test").with_scores(|_| 0).winner(), Some(Seat(2)));
    }
    #[test]
    fn whoever_forfeits_is_behind_all_who_did_not() {
        let four = SeatCount::new(4).expect("four seats");
        let outcome = Ranking::by(four, "test", |seat| [9, 5, 9, 1][seat.index()]).with_scores(|_| 0);
        let check = |forfeits: &[Option<Fault>], places: [u8; 4]| {
            let settled = outcome.clone().with_forfeits(forfeits);
            assert_eq!((&settled.places[..], &settled.faults[..forfeits.len()]), (&places[..], forfeits));
        };
        let late = Some(Fault::Late);
        check(&[], [1, 3, 1, 4]);
        check(&[late, None, None, None], [4, 2, 1, 3]);
        check(&[late, None, late, None], [3, 1, 3, 2]);
        check(&[late; 4], [1, 1, 1, 1]);
    }

    #[test]
    fn a_forfeit_explains_better_than_the_fault_that_the_rules_saw() {
        let gone = Ranking::won(SeatCount::TWO, Seat(1), "test").with_fault(Seat(0), Some(Fault::Gone));
        let settled = gone.with_scores(|_| 0).with_forfeits(&[Some(Fault::Late), None]);
        assert_eq!((settled.places, settled.faults), (vec![2, 1], vec![Some(Fault::Late), None]));
    }
}
