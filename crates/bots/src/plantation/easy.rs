//! A gardener with a spy glass, who looks around every turn.

use skirmish_core::bot::Bot;
use skirmish_core::grid::Cell;
use skirmish_core::rng::{Rng, Seed};
use skirmish_core::seat::Seat;
use skirmish_games::plantation::{Command, Event, Plantation, Verb};

use super::board::{best, cells, index, is_own, is_their_half, square};
use super::growth::grow;

/// Takes whatever promises most per move: an attack on what it knows of, a look at where it has not looked for long,
/// and otherwise a level more of its own.
#[derive(Debug)]
pub struct Easy {
    rng: Rng,
    /// The turn in which each cell was last looked at; 0 is never.
    looked: Vec<usize>,
}

/// A cell that was not looked at for so many turns is as interesting as it gets.
const STALE_TURNS: usize = 12;
/// Own tiles are fertilised up to this height before new ones are planted: small enough to be a poor target.
const LOW: i16 = 3;

impl Easy {
    /// A player whose moves depend on nothing but the seed and what it sees.
    pub fn new(seed: Seed) -> Self {
        Self { rng: Rng::new(seed), looked: Vec::new() }
    }

    /// The bomb or spray that takes most levels, if that is more than the same moves would grow.
    fn attack(&mut self, seen: &Plantation, seat: Seat) -> Option<Command> {
        let known = |cell: Cell| if is_own(seen, seat, cell) { 0 } else { seen.at(cell).abs() };
        let bombed = |cell: Cell| known(cell).min(seen.bomb_damage());
        let sprayed = |cell: Cell| {
            let reached = |cell: Cell| known(cell).min(1);
            reached(cell) + cell.orthogonal().map(reached).iter().sum::<i16>()
        };
        let bomb = best(&mut self.rng, cells(seen), bombed).map(|(cell, lost)| (Verb::Bomb, cell, lost));
        let spray = best(&mut self.rng, cells(seen), sprayed).map(|(cell, lost)| (Verb::Spray, cell, lost));
        let profit = |verb: Verb, lost: i16| lost - seen.cost(verb) as i16;
        let attacks = [spray, bomb].into_iter().flatten();
        let (verb, cell, _) = attacks
            .filter(|&(verb, _, lost)| profit(verb, lost) > 0 && seen.cost(verb) <= seen.moves_left())
            .max_by_key(|&(verb, _, lost)| profit(verb, lost))?;
        Some(Command::at(verb, cell))
    }

    /// A look at the 3x3 cells that are most out of date, the enemy's half first, while there are moves left to use it.
    fn look(&mut self, seen: &Plantation, seat: Seat) -> Option<Command> {
        if seen.moves_left() < seen.cost(Verb::Scout) + seen.cost(Verb::Bomb) {
            return None;
        }
        self.looked.resize(seen.rows() * seen.cols(), 0);
        let looked = &self.looked;
        let interest = |cell: Cell| -> i16 {
            let age = (seen.turn() - looked[index(seen, cell)]).min(STALE_TURNS) as i16;
            let is_their_half = is_their_half(seen, seat, cell);
            if is_own(seen, seat, cell) { 0 } else { age * if is_their_half { 2 } else { 1 } }
        };
        let around = |cell: Cell| square(seen, cell).map(interest).sum();
        let (centre, _) = best(&mut self.rng, cells(seen), around)?;
        for cell in square(seen, centre) {
            self.looked[index(seen, cell)] = seen.turn();
        }
        Some(Command::at(Verb::Scout, centre))
    }

    /// A level more: on a tile that is still low, or on new ground away from the other tiles, or on any tile.
    fn grow(&mut self, seen: &Plantation, seat: Seat) -> Command {
        let neighbours =
            |cell: Cell| cell.orthogonal().iter().filter(|&&near| is_own(seen, seat, near)).count();
        grow(&mut self.rng, seen, seat, LOW, |cell| -(neighbours(cell) as i16))
    }
}

impl Bot<Plantation> for Easy {
    fn act(&mut self, seen: &Plantation, seat: Seat, _heard: &[Event]) -> Command {
        let needed = self.attack(seen, seat).or_else(|| self.look(seen, seat));
        needed.unwrap_or_else(|| self.grow(seen, seat))
    }
}
