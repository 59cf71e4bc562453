//! What the enemy probably has: told exactly once, and grown since by as much as its moves allow.

use skirmish_core::grid::Cell;
use skirmish_core::rng::Rng;
use skirmish_core::seat::Seat;
use skirmish_games::plantation::{Command, Event, Plantation, Response, Verb};

use super::board::{cells, index, is_own, square};

/// One level, in the units of a belief.
pub(super) const LEVEL: i32 = 1000;
/// Tiles that a side begins with.
const START_TILES: i32 = 3;
/// A tile nobody has seen is taken to be as high as the known ones are on average, and at least this.
const LOWEST_TILE: i32 = LEVEL + LEVEL / 2;
/// The share of the enemy's free moves that is taken to be growth, in percent: the rest are looks.
const GROWTH_PERCENT: i32 = 80;

/// The enemy's tiles and the own ones' losses, as far as can be known.
#[derive(Clone, Debug)]
pub(super) struct Belief {
    /// Levels of the enemy by cell that were told and not taken since. Only attacks lower a tile, so they are still there.
    known: Vec<i32>,
    /// Levels that the enemy is expected to have besides.
    more: Vec<i32>,
    /// The own scores after the last command.
    own: Vec<i16>,
    /// Whether the enemy ever hit near there.
    was_hit: Vec<bool>,
    /// How many turns of the enemy are taken in.
    enemy_turns: usize,
}

impl Belief {
    /// What is known before the first move: the enemy has three tiles somewhere in its column.
    pub(super) fn new(seen: &Plantation, seat: Seat) -> Self {
        let area = seen.rows() * seen.cols();
        let column = if seat == Seat::FIRST { seen.cols() as i16 - 1 } else { 0 };
        let start = START_TILES * LEVEL / seen.rows() as i32;
        let more = cells(seen).map(|cell| if cell.x == column { start } else { 0 }).collect();
        let own = own(seen, seat);
        Self { known: vec![0; area], more, own, was_hit: vec![false; area], enemy_turns: 0 }
    }

    /// Takes in what was told since the last call, and what the enemy did in between.
    pub(super) fn hear(&mut self, seen: &Plantation, seat: Seat, heard: &[Event]) {
        for event in heard {
            if let Event::Answered { seat: who, command: Some(command), response } = event
                && *who == seat
            {
                self.learn(seen, command, response);
            }
        }
        for cell in cells(seen) {
            let is_theirs = seen.at(cell) != 0 && !is_own(seen, seat, cell);
            self.known[index(seen, cell)] =
                if is_theirs { LEVEL * i32::from(seen.at(cell).abs()) } else { 0 };
        }
        let turns = seen.turns_had(seat.other()) - self.enemy_turns;
        if turns > 0 {
            self.enemy_turns += turns;
            let attacks = self.feel(seen, seat);
            self.grow(seen, seat, turns, attacks);
        }
        self.own = own(seen, seat);
    }

    /// What an answer says about levels that are not known: those that are, the match remembers for us.
    fn learn(&mut self, seen: &Plantation, command: &Command, response: &Response) {
        let &[row, col, ..] = command.numbers() else { return };
        let target = Cell::new(col as i16, row as i16);
        if !seen.has(target) {
            return;
        }
        let at = index(seen, target);
        match *response {
            Response::Error => {}
            Response::Done => {
                self.own[at] = if command.verb == Verb::Fertilise { self.own[at] + 1 } else { 1 };
                self.more[at] = 0;
            }
            Response::Occupied(_) => self.more[at] = 0,
            Response::Scouted(_) => {
                square(seen, target).for_each(|cell| self.more[index(seen, cell)] = 0);
            }
            Response::Sprayed(reached) => self.sprayed(seen, target, i32::from(reached)),
            Response::Bombed(lost) if lost < seen.bomb_damage() => self.more[at] = 0,
            Response::Bombed(lost) => {
                let unknown = (i32::from(lost) * LEVEL - self.known[at]).max(0);
                self.more[at] = (self.more[at] - unknown).max(if unknown > 0 { LEVEL / 2 } else { 0 });
            }
        }
    }

    /// More tiles than were known of were reached, or nothing else is there.
    fn sprayed(&mut self, seen: &Plantation, target: Cell, reached: i32) {
        let (known, unknown): (Vec<usize>, Vec<usize>) =
            cross(seen, target).map(|cell| index(seen, cell)).partition(|&at| self.known[at] > 0);
        let others = (reached - known.len() as i32).max(0);
        let expected: i32 = unknown.iter().map(|&at| self.more[at]).sum();
        for at in unknown {
            let share = i64::from(self.more[at]) * i64::from(others * LEVEL) / i64::from(expected.max(1));
            // Each that was there has lost a level.
            self.more[at] = (share as i32).min(LEVEL) * (LOWEST_TILE - LEVEL) / LEVEL;
        }
    }

    /// Finds the losses since the last turn; how many attacks they were.
    fn feel(&mut self, seen: &Plantation, seat: Seat) -> usize {
        let now = own(seen, seat);
        let mut felt = (0, 0);
        for cell in cells(seen) {
            let at = index(seen, cell);
            let lost = self.own[at] - now[at];
            if lost > 0 {
                for near in square(seen, cell) {
                    self.was_hit[index(seen, near)] = true;
                }
            }
            felt = (felt.0 + usize::from(lost > 1), felt.1 + usize::from(lost == 1));
        }
        felt.0 + usize::from(felt.1 > 0)
    }

    /// The enemy grows with the moves that it did not attack with: half on the tiles it has, half beside them.
    fn grow(&mut self, seen: &Plantation, seat: Seat, turns: usize, attacks: usize) {
        let moves = turns * seen.moves_per_turn();
        let free = moves.saturating_sub(attacks * seen.cost(Verb::Bomb)) as i32;
        let half = free * LEVEL * GROWTH_PERCENT / 200;
        let tiles: Vec<i32> = self.known.iter().zip(&self.more).map(|(known, more)| known + more).collect();
        let beside = |cell: Cell| -> i32 {
            if is_own(seen, seat, cell) {
                return 0;
            }
            let near = cell.orthogonal().into_iter().filter(|&near| seen.has(near));
            let most = near.map(|near| tiles[index(seen, near)].min(LEVEL)).max().unwrap_or(0);
            most * (2 * LEVEL - tiles[index(seen, cell)].min(2 * LEVEL)) / LEVEL
        };
        let beside: Vec<i32> = cells(seen).map(beside).collect();
        let (all_tiles, all_beside) = (tiles.iter().sum::<i32>().max(1), beside.iter().sum::<i32>().max(1));
        for (at, level) in self.more.iter_mut().enumerate() {
            let more = i64::from(half) * i64::from(tiles[at]) / i64::from(all_tiles)
                + i64::from(half) * i64::from(beside[at]) / i64::from(all_beside);
            *level += more as i32;
        }
    }

    /// The enemy's tiles as far as they are known.
    pub(super) fn board(&self) -> Board {
        let known = || self.known.iter().filter(|known| **known > 0);
        let average = known().sum::<i32>() / (known().count() as i32).max(1);
        Board { known: self.known.clone(), more: self.more.clone(), height: average.max(LOWEST_TILE) }
    }

    /// How much is expected there that is not known.
    pub(super) fn doubt(&self, at: usize) -> i32 {
        self.more[at]
    }

    /// Whether the enemy ever hit something near the cell: then it knows the place.
    pub(super) fn was_hit(&self, at: usize) -> bool {
        self.was_hit[at]
    }
}

/// The enemy's tiles, some for certain and others by chance.
#[derive(Clone, Debug)]
pub(super) struct Board {
    /// Levels that are certain.
    known: Vec<i32>,
    /// Levels expected besides.
    more: Vec<i32>,
    /// How high a tile is that nobody has seen, if it is there.
    height: i32,
}

impl Board {
    /// Makes this board the same as another of its size.
    pub(super) fn copy(&mut self, other: &Self) {
        self.known.copy_from_slice(&other.known);
        self.more.copy_from_slice(&other.more);
    }

    /// How likely a tile is there: [`LEVEL`] is certain.
    pub(super) fn chance(&self, at: usize) -> i32 {
        if self.known[at] > 0 { LEVEL } else { (self.more[at] * LEVEL / self.height).min(LEVEL * 9 / 10) }
    }

    /// How many levels a bomb that can take so many is expected to take.
    pub(super) fn bombed(&self, at: usize, most: i32) -> i32 {
        if self.known[at] > 0 {
            (self.known[at] + self.more[at]).min(most)
        } else {
            self.chance(at) * self.height.min(most) / LEVEL
        }
    }

    /// Takes levels off a tile.
    pub(super) fn lower(&mut self, at: usize, by: i32) {
        let rest = (by - self.known[at]).max(0);
        self.known[at] = (self.known[at] - by).max(0);
        self.more[at] = (self.more[at] - rest).max(0);
    }

    /// Decides by chance what was uncertain in these cells.
    pub(super) fn look(&mut self, around: impl Iterator<Item = usize>, rng: &mut Rng) {
        for at in around {
            if self.known[at] > 0 {
                self.known[at] += self.more[at];
            } else if rng.chance(self.chance(at).max(0) as u32, LEVEL as u32) {
                self.known[at] = self.height;
            }
            self.more[at] = 0;
        }
    }
}

/// The own scores by cell, without sign.
fn own(seen: &Plantation, seat: Seat) -> Vec<i16> {
    cells(seen).map(|cell| if is_own(seen, seat, cell) { seen.at(cell).abs() } else { 0 }).collect()
}

/// The cell and those beside it, as far as they are on the board.
pub(super) fn cross(seen: &Plantation, centre: Cell) -> impl Iterator<Item = Cell> {
    std::iter::once(centre).chain(centre.orthogonal()).filter(|&cell| seen.has(cell))
}
