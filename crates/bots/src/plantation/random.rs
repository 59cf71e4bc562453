//! The seed's two random players.

use skirmish_core::bot::Bot;
use skirmish_core::grid::Cell;
use skirmish_core::rng::{Rng, Seed};
use skirmish_core::seat::Seat;
use skirmish_games::plantation::{Command, Event, Plantation, Verb};

/// Makes any move at all, possible or not, as the seed's player of this name does.
#[derive(Debug)]
pub struct RandomPlayerDumb {
    rng: Rng,
}

impl RandomPlayerDumb {
    /// A player whose moves depend on nothing but the seed.
    pub fn new(seed: Seed) -> Self {
        Self { rng: Rng::new(seed) }
    }
}

impl Bot<Plantation> for RandomPlayerDumb {
    fn act(&mut self, seen: &Plantation, _seat: Seat, _heard: &[Event]) -> Command {
        let mut anywhere = || {
            Cell::new(self.rng.below(seen.cols() as u32) as i16, self.rng.below(seen.rows() as u32) as i16)
        };
        let (target, source) = (anywhere(), anywhere());
        match self.rng.pick(&Verb::ALL) {
            Some(Verb::Colonise) | None => Command::colonise(target, source),
            Some(&verb) => Command::at(verb, target),
        }
    }
}

/// Chooses among the moves it can see to be possible, by weight, as the seed's player of this name does.
#[derive(Debug)]
pub struct RandomPlayer {
    rng: Rng,
}

/// How often [`RandomPlayer`] makes a move, compared with the others that are possible.
/// Silent: the seed names no weights. We choose mostly growth, some scouting, and now and then an attack.
const WEIGHTS: [(Verb, u32); 6] = [
    (Verb::Fertilise, 6),
    (Verb::Plant, 6),
    (Verb::Scout, 1),
    (Verb::Colonise, 1),
    (Verb::Spray, 2),
    (Verb::Bomb, 2),
];

impl RandomPlayer {
    /// A player whose moves depend on nothing but the seed and what it sees.
    pub fn new(seed: Seed) -> Self {
        Self { rng: Rng::new(seed) }
    }

    fn is_possible(seen: &Plantation, seat: Seat, verb: Verb) -> bool {
        let has_source = verb != Verb::Colonise || !seen.sources(seat).is_empty();
        has_source && seen.cost(verb) <= seen.moves_left() && !seen.targets(seat, verb).is_empty()
    }

    fn verb(&mut self, seen: &Plantation, seat: Seat) -> Verb {
        let weight =
            |&(verb, weight): &(Verb, u32)| if Self::is_possible(seen, seat, verb) { weight } else { 0 };
        let mut ticket = self.rng.below(WEIGHTS.iter().map(weight).sum());
        for entry in &WEIGHTS {
            if ticket < weight(entry) {
                return entry.0;
            }
            ticket -= weight(entry);
        }
        Verb::Scout
    }
}

impl Bot<Plantation> for RandomPlayer {
    fn act(&mut self, seen: &Plantation, seat: Seat, _heard: &[Event]) -> Command {
        let verb = self.verb(seen, seat);
        let (targets, sources) = (seen.targets(seat, verb), seen.sources(seat));
        let target = targets.nth(self.rng.below(targets.count() as u32) as usize).unwrap_or(0);
        if verb != Verb::Colonise {
            return Command::at(verb, seen.cell(target));
        }
        let source = sources.nth(self.rng.below(sources.count() as u32) as usize).unwrap_or(0);
        Command::colonise(seen.cell(target), seen.cell(source))
    }
}
