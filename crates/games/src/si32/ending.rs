//! How a match ends.

use skirmish_core::answer::Fault;
use skirmish_core::news::{Audience, News};
use skirmish_core::outcome::Ranking;
use skirmish_core::seat::{Seat, SeatCount};

use super::event::Event;
use super::state::Si32;

const ONLY_BUILDINGS: &str = "only one player has buildings";
const ONLY_UNITS: &str = "one player was without units for too long";
const BOTH: &str = "both players met a condition of victory in one turn";
const PRODUCED: &str = "the turns are over: most units produced";
const EXTINCT: &str = "nobody has units: most units produced";
const FAULT: &str = "a player stopped answering";
const FAULTS: &str = "both players stopped answering";

/// How a match ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Ending {
    /// Nobody: a draw.
    pub winner: Option<Seat>,
    pub why: &'static str,
    pub faults: [Option<Fault>; 2],
}

impl Ending {
    fn new(winner: Option<Seat>, why: &'static str) -> Self {
        Self { winner, why, faults: [None; 2] }
    }

    /// The end by faults that cost the match, if there are any.
    pub fn by_faults(faults: [Option<Fault>; 2]) -> Option<Self> {
        let (winner, why) = match faults {
            [None, None] => return None,
            [Some(_), None] => (Some(Seat::SECOND), FAULT),
            [None, Some(_)] => (Some(Seat::FIRST), FAULT),
            // Silent: both stop answering in the same turn. We choose a draw, as for two victories in one turn.
            [Some(_), Some(_)] => (None, FAULTS),
        };
        Some(Self { winner, why, faults })
    }

    pub fn ranking(&self) -> Ranking {
        let ranking = match self.winner {
            Some(winner) => Ranking::won(SeatCount::TWO, winner, self.why),
            None => Ranking::draw(SeatCount::TWO, self.why),
        };
        ranking.with_fault(Seat::FIRST, self.faults[0]).with_fault(Seat::SECOND, self.faults[1])
    }

    pub fn announce(&self, news: &mut News<Event>) {
        let (winner, why) = (self.winner, self.why);
        news.say(Audience::All, || Event::Over { winner, why });
    }
}

impl Si32 {
    /// Ends the match if the turn just played met a condition of victory.
    pub(crate) fn check_victory(&mut self) {
        self.count_turns_alone();
        let met = [self.victory_of(Seat::FIRST), self.victory_of(Seat::SECOND)];
        self.ending = match met {
            [Some(why), None] => Some(Ending::new(Some(Seat::FIRST), why)),
            [None, Some(why)] => Some(Ending::new(Some(Seat::SECOND), why)),
            [Some(_), Some(_)] => Some(Ending::new(None, BOTH)),
            [None, None] if self.sides.iter().all(|side| side.units == 0) => {
                Some(Ending::new(self.most_productive(), EXTINCT))
            }
            [None, None] if self.turn == self.rules.turns => {
                Some(Ending::new(self.most_productive(), PRODUCED))
            }
            [None, None] => None,
        };
    }

    /// Rule: the count restarts when the other has a unit at a turn's end.
    fn count_turns_alone(&mut self) {
        let has_units = [self.sides[0].units > 0, self.sides[1].units > 0];
        for (seat, side) in self.sides.iter_mut().enumerate() {
            let is_alone = has_units[seat] && !has_units[1 - seat];
            side.alone = if is_alone { side.alone + 1 } else { 0 };
        }
    }

    /// The first or the second condition of victory, if the seat meets one.
    fn victory_of(&self, seat: Seat) -> Option<&'static str> {
        let (own, other) = (self.side(seat), self.side(seat.other()));
        let settled = (own.built > 0 && other.built > 0) || self.turn >= self.rules.settle_by;
        if settled && own.buildings > 0 && other.buildings == 0 {
            return Some(ONLY_BUILDINGS);
        }
        (own.alone > self.rules.alone_turns).then_some(ONLY_UNITS)
    }

    /// The third condition: most units produced; of equals, who has more units.
    fn most_productive(&self) -> Option<Seat> {
        let merit = |seat| (self.side(seat).produced, self.side(seat).units);
        match merit(Seat::FIRST).cmp(&merit(Seat::SECOND)) {
            std::cmp::Ordering::Greater => Some(Seat::FIRST),
            std::cmp::Ordering::Less => Some(Seat::SECOND),
            std::cmp::Ordering::Equal => None,
        }
    }
}
