//! The state of a match, and what can be asked of it.

use skirmish_core::answer::Fault;
use skirmish_core::bits::Bits;
use skirmish_core::grid::Cell;
use skirmish_core::seat::Seat;

use super::action::{Building, Level};
use super::board::{Cells, cell, headquarters, index, side, spread};
use super::config::{Rules, SIDE};
use super::map::Ground;
use super::roster::Roster;

/// A match of A Code of Ice and Fire. Seat 0 is red, at (0, 0); seat 1 is blue, at (11, 11).
///
/// Whoever owns a cell owns the unit or building on it. Both territories and incomes are always up to date; a state
/// holds no pointer, so a clone is one copy of about a kilobyte.
#[derive(Clone, Debug, PartialEq)]
pub struct IceAndFire {
    pub(crate) rules: Rules,
    pub(crate) ground: Ground,
    /// Cells by owner.
    pub(crate) owned: [Cells; 2],
    /// Those of them that are connected with the owner's headquarters.
    pub(crate) active: [Cells; 2],
    /// Units by level.
    pub(crate) units: [Cells; 3],
    pub(crate) mines: Cells,
    pub(crate) towers: Cells,
    /// Units that cannot act any more in this turn.
    pub(crate) tired: Cells,
    pub(crate) roster: Roster,
    pub(crate) gold: [i32; 2],
    /// Income as last announced: a wipe-out does not change it.
    pub(crate) income: [i32; 2],
    /// Income as it would be announced now.
    pub(crate) worth: [i32; 2],
    /// Turns played by both players together.
    pub(crate) played: u32,
    /// Whose turn it is.
    pub(crate) to_move: Seat,
    pub(crate) ending: Option<Ending>,
}

/// How a match ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// A seat took the other's headquarters.
    Captured {
        /// Who.
        by: Seat,
    },
    /// All turns were played.
    TurnLimit,
    /// A seat lost by a fault.
    Forfeit {
        /// Who.
        seat: Seat,
        /// What it did instead of answering.
        fault: Fault,
    },
}

/// What a native bot may ask.
impl IceAndFire {
    /// How the match ended, if it did.
    pub fn ending(&self) -> Option<Ending> {
        self.ending
    }

    /// Whose turn it is.
    pub fn to_move(&self) -> Seat {
        self.to_move
    }

    /// The turn that is being played, counted from 1.
    pub fn turn(&self) -> u32 {
        (self.played / 2 + 1).min(self.rules.turns)
    }

    /// How many turns the player whose turn it is still has, this one included.
    pub fn turns_left(&self) -> u32 {
        self.rules.turns - self.played / 2
    }

    /// Whether a unit of the seat and that level could enter the cell from beside it.
    pub fn can_be_entered(&self, seat: Seat, level: Level, at: Cell) -> bool {
        on_board(at).is_some_and(|at| self.ground.land.has(at) && self.can_enter(seat, level, at))
    }

    /// The seat's gold.
    pub fn gold(&self, seat: Seat) -> i32 {
        self.gold[side(seat)]
    }

    /// The seat's income if its turn began now.
    pub fn income(&self, seat: Seat) -> i32 {
        self.worth[side(seat)]
    }

    /// Rule: military power is the price of all units and the gold.
    pub fn power(&self, seat: Seat) -> i32 {
        let owned = &self.owned[side(seat)];
        let army = self.units.iter().zip(&self.rules.unit_cost);
        self.gold(seat) + army.map(|(units, cost)| units.and(owned).count() as i32 * cost).sum::<i32>()
    }

    /// Who owns the cell.
    pub fn owner(&self, at: Cell) -> Option<Seat> {
        let at = on_board(at)?;
        [Seat::FIRST, Seat::SECOND].into_iter().find(|&seat| self.owned[side(seat)].has(at))
    }

    /// Whether the cell is owned and connected with its owner's headquarters.
    pub fn is_active(&self, at: Cell) -> bool {
        on_board(at).is_some_and(|at| self.active.iter().any(|active| active.has(at)))
    }

    /// Whether the cell can be walked on.
    pub fn is_land(&self, at: Cell) -> bool {
        on_board(at).is_some_and(|at| self.ground.land.has(at))
    }

    /// Whether a mine can be built on the cell.
    pub fn is_mine_spot(&self, at: Cell) -> bool {
        on_board(at).is_some_and(|at| self.ground.spots.has(at))
    }

    /// The building on the cell that is no headquarters.
    pub fn building(&self, at: Cell) -> Option<Building> {
        let at = on_board(at)?;
        match (self.mines.has(at), self.towers.has(at)) {
            (true, _) => Some(Building::Mine),
            (_, true) => Some(Building::Tower),
            _ => None,
        }
    }

    /// The unit on the cell: id and level.
    pub fn unit(&self, at: Cell) -> Option<(u32, Level)> {
        self.roster.at(on_board(at)?)
    }

    /// The seat's active cells; cell (x, y) is bit `12 y + x`.
    pub fn territory(&self, seat: Seat) -> Bits<3> {
        self.active[side(seat)]
    }

    /// The cells where the seat can train: its active ones and all land beside them.
    pub fn reach(&self, seat: Seat) -> Bits<3> {
        let active = &self.active[side(seat)];
        active.or(&spread(active)).and(&self.ground.land)
    }

    /// All land.
    pub fn land(&self) -> Bits<3> {
        self.ground.land
    }

    /// The land beside these cells.
    pub fn beside(&self, cells: &Bits<3>) -> Bits<3> {
        spread(cells).and(&self.ground.land)
    }

    /// The cells of the seat's units of that level, active or not.
    pub fn units(&self, seat: Seat, level: Level) -> Bits<3> {
        self.units[level.index()].and(&self.owned[side(seat)])
    }

    /// The cells of the seat's buildings of that kind, active or not.
    pub fn buildings(&self, seat: Seat, building: Building) -> Bits<3> {
        let all = match building {
            Building::Mine => &self.mines,
            Building::Tower => &self.towers,
        };
        all.and(&self.owned[side(seat)])
    }

    /// The cells of all units of the seat, row by row.
    pub fn army(&self, seat: Seat) -> impl Iterator<Item = Cell> + use<> {
        let [one, two, three] = &self.units;
        one.or(two).or(three).and(&self.owned[side(seat)]).iter().map(cell)
    }

    /// The cell of the seat's headquarters.
    pub fn headquarters(&self, seat: Seat) -> Cell {
        cell(headquarters(seat))
    }

    /// What a unit of that level costs.
    pub fn unit_cost(&self, level: Level) -> i32 {
        self.rules.unit_cost[level.index()]
    }

    /// What a unit of that level takes out of the income.
    pub fn unit_upkeep(&self, level: Level) -> i32 {
        self.rules.unit_upkeep[level.index()]
    }

    /// The highest level that can be trained.
    pub fn max_level(&self) -> u8 {
        self.rules.max_level
    }

    /// What the building would cost the seat now.
    pub fn building_cost(&self, building: Building, seat: Seat) -> i32 {
        match building {
            Building::Tower => self.rules.tower_cost,
            Building::Mine => {
                let mines = self.mines.and(&self.owned[side(seat)]).count() as i32;
                self.rules.mine_cost + mines * self.rules.mine_cost_step
            }
        }
    }
}

/// The cell's place, if it is on the board.
pub(crate) fn on_board(at: Cell) -> Option<usize> {
    let side = SIDE as i16;
    ((0..side).contains(&at.x) && (0..side).contains(&at.y)).then(|| index(at))
}
