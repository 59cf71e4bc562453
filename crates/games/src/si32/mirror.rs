//! The half turn of the board, which swaps the seats.

use skirmish_core::grid::Cell;
use skirmish_core::law::Mirror;

use super::action::{Command, Orders};
use super::ending::Ending;
use super::state::{Ground, Si32, members};

impl Mirror for Si32 {
    fn mirror(&self) -> Self {
        let mut turned = self.clone();
        turned.units.reverse();
        turned.units.iter_mut().for_each(|units| *units = -*units);
        turned.resource.reverse();
        turned.ground.reverse();
        turned.ground.iter_mut().for_each(|ground| *ground = mirror_ground(*ground));
        self.mirror_sites(&mut turned);
        turned.changed.fill(0);
        for tile in self.changed_tiles() {
            let image = self.units.len() - 1 - tile;
            turned.changed[image / 64] |= 1 << (image % 64);
        }
        turned.sides.swap(0, 1);
        turned.ending = self.ending.map(mirror_ending);
        turned
    }

    fn mirror_action(&self, action: &Orders) -> Orders {
        let turn = |at: Cell| self.mirror_cell(at);
        action.map(|command| match command {
            Command::Move { at, way, units } => Command::Move { at: turn(at), way: way.opposite(), units },
            Command::Build { at, corner, units } => {
                Command::Build { at: turn(at), corner: corner.opposite(), units }
            }
            Command::Mine { at, units } => Command::Mine { at: turn(at), units },
        })
    }
}

impl Si32 {
    /// Wraps around far off the board, where a command may point: what is off the board stays off it.
    fn mirror_cell(&self, cell: Cell) -> Cell {
        let (right, bottom) = (self.rules.width as i16 - 1, self.rules.height as i16 - 1);
        Cell::new(right.wrapping_sub(cell.x), bottom.wrapping_sub(cell.y))
    }

    /// A building's top-left tile is the image of its bottom-right one.
    fn mirror_sites(&self, turned: &mut Self) {
        turned.sites.fill(0);
        turned.progress.fill(0);
        for site in members(&self.sites) {
            let image = self.units.len() - 1 - self.tiles_of(site)[3];
            turned.sites[image / 64] |= 1 << (image % 64);
            turned.progress[image] = self.progress[site];
        }
    }
}

fn mirror_ground(ground: Ground) -> Ground {
    match ground.owner() {
        Some(owner) => Ground::part(owner.other(), 3 - ground.place()),
        None => ground,
    }
}

fn mirror_ending(ending: Ending) -> Ending {
    let [first, second] = ending.faults;
    Ending { winner: ending.winner.map(|seat| seat.other()), why: ending.why, faults: [second, first] }
}
