//! A gardener who believes: it weighs attacks, looks and growth by what the enemy probably has.

use skirmish_core::bot::Bot;
use skirmish_core::grid::Cell;
use skirmish_core::rng::{Rng, Seed};
use skirmish_core::seat::Seat;
use skirmish_games::plantation::{Command, Event, Plantation, Verb};

use super::belief::{Belief, Board, LEVEL, cross};
use super::board::{cells, index, is_own, square};

/// Boards drawn for one answer, unless it is told otherwise.
pub const BUDGET: u32 = 80;
/// Places to look at that are weighed against each other.
const MOST_LOOKS: usize = 8;
/// Attacks in a row for which something seen is worth something.
const ATTACKS_AHEAD: usize = 4;
/// What the next attack of a row is worth compared with the one before, in percent.
const DISCOUNT_PERCENT: i32 = 85;
/// An attack must take so much more than its moves would grow.
const MARGIN: i32 = 500;
/// How much worse ground is that the enemy knows: it hit something near there once.
const KNOWN_GROUND: i16 = 6;
/// How much worse ground is on which the enemy probably has a tile.
const TAKEN_GROUND: i16 = 8;
/// How much worse it is for every level, or tile in one cross, that makes a better target.
const TARGET: i16 = 2;

/// Draws boards that the enemy may have, and makes the move that is worth most on average.
#[derive(Debug)]
pub struct Hard {
    rng: Rng,
    budget: u32,
    belief: Option<Belief>,
}

impl Hard {
    /// A player whose moves depend on nothing but the seed, the budget and what it sees.
    pub fn new(seed: Seed, budget: u32) -> Self {
        Self { rng: Rng::new(seed), budget, belief: None }
    }
}

impl Bot<Plantation> for Hard {
    fn act(&mut self, seen: &Plantation, seat: Seat, heard: &[Event]) -> Command {
        let mut belief = self.belief.take().unwrap_or_else(|| Belief::new(seen, seat));
        belief.hear(seen, seat, heard);
        let mut turn = Turn { seen, seat, belief: &belief, board: belief.board(), rng: &mut self.rng };
        let command = turn.command(self.budget);
        self.belief = Some(belief);
        command
    }
}

/// One answer in the making.
struct Turn<'a> {
    seen: &'a Plantation,
    seat: Seat,
    belief: &'a Belief,
    /// The enemy's tiles as they are believed to be.
    board: Board,
    rng: &'a mut Rng,
}

impl Turn<'_> {
    fn command(&mut self, budget: u32) -> Command {
        let moves = self.seen.moves_left();
        let can_pay = |verb| self.seen.cost(verb) <= moves;
        let attack = self.attack(&self.board);
        let attack = attack.filter(|&(gain, verb, _)| can_pay(verb) && gain > self.price(verb) + MARGIN);
        // A look before an attack, if there are moves for both; otherwise the attack goes first.
        let has_time =
            attack.is_none_or(|(_, verb, _)| self.seen.cost(verb) + self.seen.cost(Verb::Scout) <= moves);
        if has_time
            && can_pay(Verb::Scout)
            && let Some(centre) = self.look(budget)
        {
            return Command::at(Verb::Scout, centre);
        }
        match attack {
            Some((_, verb, cell)) => Command::at(verb, cell),
            None => self.grow(),
        }
    }

    /// What the moves that a command costs would grow.
    fn price(&self, verb: Verb) -> i32 {
        self.seen.cost(verb) as i32 * LEVEL
    }

    /// The best attack on a board, and how many levels it is expected to take.
    fn attack(&self, board: &Board) -> Option<(i32, Verb, Cell)> {
        let most = i32::from(self.seen.bomb_damage()) * LEVEL;
        let bombs =
            cells(self.seen).map(|cell| (board.bombed(index(self.seen, cell), most), Verb::Bomb, cell));
        let sprays = cells(self.seen).map(|cell| {
            let near = cross(self.seen, cell).map(|near| board.chance(index(self.seen, near)));
            (near.sum(), Verb::Spray, cell)
        });
        bombs.chain(sprays).max_by_key(|&(gain, verb, _)| gain - self.price(verb))
    }

    /// What a row of attacks on a board is worth beyond the growth that it costs.
    fn prospects(&self, board: &mut Board) -> i32 {
        let turns = self.seen.turns() - self.seen.turn();
        let (mut sum, mut weight) = (0, 100);
        for _ in 0..ATTACKS_AHEAD.min(turns) {
            let Some((gain, verb, cell)) = self.attack(board) else { break };
            let profit = gain - self.price(verb);
            if profit <= 0 {
                break;
            }
            sum += profit * weight / 100;
            weight = weight * DISCOUNT_PERCENT / 100;
            let (reach, by) = if verb == Verb::Bomb { (1, gain) } else { (5, LEVEL) };
            for near in cross(self.seen, cell).take(reach) {
                board.lower(index(self.seen, near), by);
            }
        }
        sum
    }

    /// The look that is worth most on boards that the enemy may have, if it is worth its price.
    fn look(&mut self, budget: u32) -> Option<Cell> {
        let (seen, belief) = (self.seen, self.belief);
        let doubt =
            |cell: Cell| -> i32 { square(seen, cell).map(|near| belief.doubt(index(seen, near))).sum() };
        let mut looks: Vec<(i32, Cell)> = cells(seen).map(|cell| (doubt(cell), cell)).collect();
        looks.sort_by_key(|&(doubt, _)| std::cmp::Reverse(doubt));
        looks.truncate(MOST_LOOKS.min(budget as usize));
        let mut board = self.board.clone();
        let now = self.prospects(&mut board);
        let draws = (budget / MOST_LOOKS as u32).max(1);
        let mut most: Option<(i32, Cell)> = None;
        for (_, centre) in looks {
            let mut sum = 0;
            for _ in 0..draws {
                board.copy(&self.board);
                board.look(square(seen, centre).map(|near| index(seen, near)), self.rng);
                sum += self.prospects(&mut board);
            }
            let worth = sum / draws as i32 - now;
            if most.is_none_or(|(best, _)| worth > best) {
                most = Some((worth, centre));
            }
        }
        most.filter(|&(worth, _)| worth > self.price(Verb::Scout)).map(|(_, centre)| centre)
    }

    /// A level more where it is least likely to be hit: low, away from the other tiles, and where the enemy has not been.
    fn grow(&mut self) -> Command {
        let (seen, seat) = (self.seen, self.seat);
        let plants = seen.targets(seat, Verb::Plant);
        let plants = plants.iter().map(|at| (self.exposure_of_new(at), Verb::Plant, at));
        let own = seen.targets(seat, Verb::Fertilise);
        let own = own.iter().map(|at| (self.exposure_of_higher(at), Verb::Fertilise, at));
        let options: Vec<_> =
            plants.chain(own).filter(|option| seen.cost(option.1) <= seen.moves_left()).collect();
        let least = options.iter().map(|option| option.0).min();
        let equals: Vec<_> = options.into_iter().filter(|option| Some(option.0) == least).collect();
        match self.rng.pick(&equals) {
            Some(&(_, verb, at)) => Command::at(verb, seen.cell(at)),
            // Without a tile there is nothing to grow: looking is always allowed.
            None => Command::at(Verb::Scout, seen.cell(0)),
        }
    }

    /// How good a target a new tile makes: by the most tiles that one spray could reach.
    fn exposure_of_new(&self, at: usize) -> i16 {
        let is_ours = |cell: &Cell| is_own(self.seen, self.seat, *cell);
        let reached = |centre: Cell| cross(self.seen, centre).filter(is_ours).count() as i16 + 1;
        let most = cross(self.seen, self.seen.cell(at)).map(reached).max().unwrap_or(1);
        let is_taken = self.board.chance(at) > LEVEL / 3;
        TARGET * (most - 2).max(0) + self.exposure_of_ground(at) + if is_taken { TAKEN_GROUND } else { 0 }
    }

    /// How good a target a tile makes with a level more: by what one bomb could take.
    fn exposure_of_higher(&self, at: usize) -> i16 {
        TARGET * (self.seen.at(self.seen.cell(at)).abs() - 1) + self.exposure_of_ground(at)
    }

    fn exposure_of_ground(&self, at: usize) -> i16 {
        if self.belief.was_hit(at) { KNOWN_GROUND } else { 0 }
    }
}
