//! A gardener who stays low, attacks what it knows of, and looks only when it knows of nothing worth a bomb.

use skirmish_core::bot::Bot;
use skirmish_core::grid::Cell;
use skirmish_core::rng::{Rng, Seed};
use skirmish_core::seat::Seat;
use skirmish_games::plantation::{Command, Event, Plantation, Verb};

use super::belief::cross;
use super::board::{best, cells, index, is_own, is_their_half, square};
use super::growth::grow;

/// Attacks what it remembers, looks where it has not looked for long, and grows low and wide.
#[derive(Debug)]
pub struct Medium {
    rng: Rng,
    /// The turn in which each cell was last looked at; 0 is never.
    looked: Vec<usize>,
    /// The turn of the last look.
    last_look: usize,
}

/// A cell that was not looked at for so many turns is as interesting as it gets.
const STALE_TURNS: usize = 20;
/// Without anything to attack, it looks in every so many turns.
const LOOK_EVERY: usize = 2;
/// Own tiles are fertilised up to this height before new ones are planted.
const LOW: i16 = 2;

impl Medium {
    /// A player whose moves depend on nothing but the seed and what it sees.
    pub fn new(seed: Seed) -> Self {
        Self { rng: Rng::new(seed), looked: Vec::new(), last_look: 0 }
    }

    /// The bomb or spray that takes most levels, if that is more than the same moves would grow.
    fn attack(&mut self, seen: &Plantation, seat: Seat) -> Option<Command> {
        let known = |cell: Cell| if is_own(seen, seat, cell) { 0 } else { seen.at(cell).abs() };
        let bombed = |cell: Cell| known(cell).min(seen.bomb_damage());
        let sprayed = |cell: Cell| cross(seen, cell).map(|near| known(near).min(1)).sum::<i16>();
        let bomb = best(&mut self.rng, cells(seen), bombed).map(|(cell, lost)| (Verb::Bomb, cell, lost));
        let spray = best(&mut self.rng, cells(seen), sprayed).map(|(cell, lost)| (Verb::Spray, cell, lost));
        let profit = |verb: Verb, lost: i16| lost - seen.cost(verb) as i16;
        let (verb, cell, _) = [bomb, spray]
            .into_iter()
            .flatten()
            .filter(|&(verb, _, lost)| profit(verb, lost) > 0 && seen.cost(verb) <= seen.moves_left())
            .max_by_key(|&(verb, _, lost)| profit(verb, lost))?;
        Some(Command::at(verb, cell))
    }

    /// A look at what is most out of date and nearest to what is known of the enemy.
    fn look(&mut self, seen: &Plantation, seat: Seat) -> Option<Command> {
        let is_late = seen.turn() + 1 >= seen.turns();
        if is_late || seen.turn() < self.last_look + LOOK_EVERY || seen.moves_left() < seen.cost(Verb::Scout)
        {
            return None;
        }
        self.looked.resize(seen.rows() * seen.cols(), 0);
        let looked = &self.looked;
        let known = |cell: Cell| i16::from(seen.at(cell) != 0 && !is_own(seen, seat, cell));
        let interest = |cell: Cell| -> i16 {
            let age = (seen.turn() - looked[index(seen, cell)]).min(STALE_TURNS) as i16;
            let is_their_half = is_their_half(seen, seat, cell);
            let enemies: i16 = square(seen, cell).map(known).sum();
            if is_own(seen, seat, cell) { 0 } else { age * (1 + enemies + i16::from(is_their_half)) }
        };
        let around = |cell: Cell| square(seen, cell).map(interest).sum();
        let (centre, _) = best(&mut self.rng, cells(seen), around)?;
        for cell in square(seen, centre) {
            self.looked[index(seen, cell)] = seen.turn();
        }
        self.last_look = seen.turn();
        Some(Command::at(Verb::Scout, centre))
    }

    /// A level more: where tiles are low and few lie together.
    fn grow(&mut self, seen: &Plantation, seat: Seat) -> Command {
        let crowd = |cell: Cell| cross(seen, cell).filter(|&near| is_own(seen, seat, near)).count() as i16;
        let lonely = |cell: Cell| -cross(seen, cell).map(crowd).max().unwrap_or(0);
        grow(&mut self.rng, seen, seat, LOW, lonely)
    }
}

impl Bot<Plantation> for Medium {
    fn act(&mut self, seen: &Plantation, seat: Seat, _heard: &[Event]) -> Command {
        let needed = self.attack(seen, seat).or_else(|| self.look(seen, seat));
        needed.unwrap_or_else(|| self.grow(seen, seat))
    }
}
