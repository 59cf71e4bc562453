//! Where a side settles: mines with rings of bases around them.
//!
//! A base two steps from a mine creates its troops between the two. Newborn troops act in the round of their birth, so that they climb
//! the stack on the mine at once; and whoever comes within two steps of a base is captured by a troop that was not there before.

use skirmish_core::grid::{Cell, KING_STEPS};
use skirmish_core::seat::Seat;
use skirmish_games::utti::Utti;

/// A mine and where its bases stand.
#[derive(Clone, Debug)]
pub struct Camp {
    pub mine: Cell,
    /// Where its bases are to stand, the first to be built first.
    pub sites: Vec<Cell>,
}

impl Camp {
    fn new(game: &Utti, mine: Cell, from: Cell, taken: &[Cell]) -> Self {
        let ring = KING_STEPS.map(|(dx, dy)| mine.shifted((2 * dx, 2 * dy)));
        let is_fit = |&site: &Cell| is_on_board(game, site) && !game.has_mine(site) && !taken.contains(&site);
        let mut sites: Vec<Cell> = ring.into_iter().filter(is_fit).collect();
        sites.sort_by_key(|site| (site.distance_squared(from), *site));
        Self { mine, sites }
    }

    /// The sites without a base.
    pub fn open_sites(&self, game: &Utti) -> impl Iterator<Item = Cell> {
        self.sites.iter().copied().filter(|&site| !game.has_base(site))
    }
}

/// The camps of a side in the order in which they are settled.
#[derive(Clone, Debug, Default)]
pub struct Camps {
    pub list: Vec<Camp>,
}

impl Camps {
    /// Plans camps around the seat's first base, as many as have room for so many bases.
    pub fn plan(game: &Utti, seat: Seat, bases: usize) -> Self {
        let home = first_base(game, seat);
        let rival = first_base(game, seat.other());
        let mut mines: Vec<Cell> = game.mines().collect();
        let mut camps = Self::default();
        let mut taken = vec![home, rival];
        let mut room = 0;
        while room < bases && !mines.is_empty() {
            let cost = |mine: &Cell| {
                let near = camps.list.iter().map(|camp| camp.mine.king_distance(*mine)).min();
                let from_home = mine.king_distance(home);
                let danger = (from_home - mine.king_distance(rival)).max(-20);
                (2 * near.unwrap_or(from_home) + from_home + danger, mine.distance_squared(home), *mine)
            };
            let Some(index) = (0..mines.len()).min_by_key(|&index| cost(&mines[index])) else { break };
            let mine = mines.swap_remove(index);
            let from = camps.list.last().map_or(home, |camp| camp.mine);
            let camp = Camp::new(game, mine, from, &taken);
            taken.extend(&camp.sites);
            room += camp.sites.len();
            camps.list.push(camp);
        }
        camps
    }

    /// Those that are settled or being settled: all up to the first with an open site.
    pub fn begun<'a>(&'a self, game: &'a Utti) -> &'a [Camp] {
        let full = self.list.iter().take_while(|camp| camp.open_sites(game).next().is_none()).count();
        &self.list[..(full + 1).min(self.list.len())]
    }
}

/// Where the seat's first base stands.
fn first_base(game: &Utti, seat: Seat) -> Cell {
    game.units(seat).find(|unit| !unit.is_troop()).map_or(Cell::default(), |base| base.cell)
}

/// Whether there is such a cell.
pub fn is_on_board(game: &Utti, cell: Cell) -> bool {
    let size = game.size() as i16;
    (0..size).contains(&cell.x) && (0..size).contains(&cell.y)
}
