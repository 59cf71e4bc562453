//! An answer in Underworld in the making: what has been ordered, and what is left to spend.

use skirmish_core::grid::{Cell, Direction, Grid, KING_STEPS};
use skirmish_games::underworld::{Building, Command, Kind};

use super::look::{FAR, Look};

/// The answer in the making.
pub struct Plan {
    pub commands: Vec<Command>,
    pub budget: i64,
    /// Cells that nothing stands on after the commands so far.
    is_open: Grid<bool>,
}

impl Plan {
    pub fn new(look: &Look<'_>) -> Self {
        let mut is_open = Grid::new(look.game.width(), look.game.height(), true);
        look.game.objects().for_each(|object| is_open[object.cell] = false);
        // Farms pay before anything is bought.
        let budget = look.game.money(look.seat) + look.game.income(look.seat);
        Self { commands: Vec::new(), budget, is_open }
    }

    pub fn is_open(&self, cell: Cell) -> bool {
        self.is_open[cell]
    }

    pub fn go(&mut self, from: Cell, direction: Direction, to: Cell) {
        let heading = Some(direction);
        self.commands.push(Command::Move { x: from.x as u8, y: from.y as u8, heading });
        self.is_open[from] = true;
        self.is_open[to] = false;
    }

    /// Lets every barracks train towards the enemy while the money lasts.
    pub fn train(&mut self, look: &Look<'_>, way: &Grid<u16>) {
        for at in look.game.cells_of(look.seat, Kind::Barracks) {
            if self.budget < look.cost(Kind::Warrior) {
                return;
            }
            let sides = Direction::ALL
                .into_iter()
                .filter_map(|direction| Some((look.step(at, direction)?, direction)));
            let open = sides.filter(|&(to, _)| self.is_open(to));
            if let Some((to, direction)) = open.min_by_key(|&(to, _)| way[to]) {
                let heading = Some(direction);
                self.commands.push(Command::Spawn { x: at.x as u8, y: at.y as u8, heading });
                self.is_open[to] = false;
                self.budget -= look.cost(Kind::Warrior);
            }
        }
    }

    /// Builds farms behind the lines and barracks in front, where they block nobody; false if that cannot be.
    pub fn build(&mut self, look: &Look<'_>, way: &Grid<u16>, building: Building) -> bool {
        let kind = building.kind();
        if self.budget < look.cost(kind) {
            return false;
        }
        let reach = i32::from(look.config().build_distance).pow(2);
        let barracks: Vec<Cell> = look.game.cells_of(look.seat, Kind::Barracks).collect();
        let site = self.is_open.cells().filter(|&cell| {
            let is_near = look.buildings.iter().any(|own| own.distance_squared(cell) <= reach);
            let is_exit = barracks.iter().any(|own| own.distance_squared(cell) <= 1);
            self.is_open[cell] && way[cell] != FAR && is_near && !is_exit && !cuts_off(look, cell)
        });
        let site = match building {
            Building::Farm => site.max_by_key(|&cell| way[cell]),
            Building::Barracks => site.filter(|&cell| !look.is_fighting(cell)).min_by_key(|&cell| way[cell]),
        };
        let Some(cell) = site else { return false };
        self.commands.push(Command::Build { x: cell.x as u8, y: cell.y as u8, building });
        self.is_open[cell] = false;
        self.budget -= look.cost(kind);
        true
    }
}

/// Whether something built there could wall in what lies behind: the free cells around it would fall apart.
fn cuts_off(look: &Look<'_>, cell: Cell) -> bool {
    let is_free = |i: usize| {
        let near = cell.shifted(KING_STEPS[i % KING_STEPS.len()]);
        look.is_solid.get(near) == Some(&false)
    };
    // Going around the cell, every change from solid to free begins another stretch of free cells.
    (0..KING_STEPS.len()).filter(|&i| !is_free(i) && is_free(i + 1)).count() > 1
}
