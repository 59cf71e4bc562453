//! House bots for Plantation: the seed's two random players, and a gardener with a spy glass.

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

/// Takes whatever promises most per move: an attack on what it knows of, a look at where it has not looked for long,
/// and otherwise a level more of its own.
#[derive(Debug)]
pub struct Greedy {
    rng: Rng,
    /// The turn in which each cell was last looked at; 0 is never.
    looked: Vec<usize>,
}

/// A cell that was not looked at for so many turns is as interesting as it gets.
const STALE_TURNS: usize = 12;
/// Own tiles are fertilised up to this height before new ones are planted: small enough to be a poor target.
const LOW: i16 = 3;

impl Greedy {
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
            let is_their_half = (2 * i32::from(cell.x) < seen.cols() as i32) == (seat == Seat::SECOND);
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
        let own = |verb| seen.targets(seat, verb).iter().map(|at| seen.cell(at));
        let low = own(Verb::Fertilise).filter(|&cell| seen.at(cell).abs() < LOW);
        if let Some((cell, _)) = best(&mut self.rng, low, |_| 0) {
            return Command::at(Verb::Fertilise, cell);
        }
        let neighbours =
            |cell: Cell| cell.orthogonal().iter().filter(|&&near| is_own(seen, seat, near)).count();
        let lonely = |cell: Cell| -(neighbours(cell) as i16);
        if let Some((cell, _)) = best(&mut self.rng, own(Verb::Plant), lonely) {
            return Command::at(Verb::Plant, cell);
        }
        match best(&mut self.rng, own(Verb::Fertilise), |cell| -seen.at(cell).abs()) {
            Some((cell, _)) => Command::at(Verb::Fertilise, cell),
            None => Command::at(Verb::Scout, Cell::new(0, 0)),
        }
    }
}

impl Bot<Plantation> for Greedy {
    fn act(&mut self, seen: &Plantation, seat: Seat, _heard: &[Event]) -> Command {
        if let Some(attack) = self.attack(seen, seat) {
            return attack;
        }
        if let Some(look) = self.look(seen, seat) {
            return look;
        }
        self.grow(seen, seat)
    }
}

/// The cell of the highest value and that value; chance decides between equals.
fn best(
    rng: &mut Rng,
    cells: impl Iterator<Item = Cell>,
    value: impl Fn(Cell) -> i16,
) -> Option<(Cell, i16)> {
    let mut best: Option<(Cell, i16)> = None;
    let mut equals = 1;
    for cell in cells {
        let worth = value(cell);
        match best {
            Some((_, most)) if worth < most => {}
            Some((_, most)) if worth == most => {
                equals += 1;
                if rng.chance(1, equals) {
                    best = Some((cell, worth));
                }
            }
            _ => (best, equals) = (Some((cell, worth)), 1),
        }
    }
    best
}

fn is_own(seen: &Plantation, seat: Seat, cell: Cell) -> bool {
    seen.at(cell) != 0 && (seen.at(cell) > 0) == (seat == Seat::FIRST)
}

fn cells(seen: &Plantation) -> impl Iterator<Item = Cell> {
    (0..seen.rows() * seen.cols()).map(|at| seen.cell(at))
}

fn index(seen: &Plantation, cell: Cell) -> usize {
    cell.y as usize * seen.cols() + cell.x as usize
}

/// The 3x3 cells around a cell, as far as they are on the board.
fn square(seen: &Plantation, centre: Cell) -> impl Iterator<Item = Cell> {
    let near = (0..9).map(move |i| Cell::new(centre.x + i % 3 - 1, centre.y + i / 3 - 1));
    near.filter(|&cell| seen.has(cell))
}
