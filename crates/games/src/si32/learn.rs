//! How learners play: a turn is drafted command by command (kind, tile, direction, amount) until they end it.

use skirmish_core::grid::{Cell, Direction};
use skirmish_core::learn::{Head, Learn, Mask, Push, Step};
use skirmish_core::seat::Seat;

use super::action::{Command, Corner, Orders};
use super::config::Rules;
use super::event::Event;
use super::state::{Si32, members, sign};

/// The most commands in one draft; after them, only ending it is left.
pub const DRAFT_COMMANDS: usize = 256;

/// Heads by their place in the list of heads.
mod head {
    pub const KIND: usize = 0;
    pub const TILE: usize = 1;
    pub const WAY: usize = 2;
    pub const CORNER: usize = 3;
    pub const AMOUNT: usize = 4;
}

/// What a command does, by its choice under the first head.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Move,
    Build,
    Mine,
}

const KINDS: [Kind; 3] = [Kind::Move, Kind::Build, Kind::Mine];
/// The choice that ends the draft.
const END: usize = KINDS.len();
/// The shares of a tile's free units that a command can be for, the first meaning a single unit.
const AMOUNTS: usize = 4;

/// What has been chosen of the command in the making.
#[derive(Clone, Copy, Debug, Default)]
enum Stage {
    #[default]
    Kind,
    Tile(Kind),
    Way(usize),
    Corner(usize),
    /// Everything but the number of units.
    Amount(Command),
}

/// A turn in the making, with what its commands take away from others.
///
/// Counts by tile are 0 but where there are commands, so that beginning anew costs little.
#[derive(Clone, Debug, Default)]
pub struct Draft {
    /// Columns and rows of the board it was made for.
    size: (u16, u16),
    orders: Orders,
    stage: Stage,
    purse: i32,
    /// Units that have a command, by tile.
    used: Vec<i32>,
    /// Of them, those that mine, by tile.
    miners: Vec<i32>,
    /// And those that work, by tile.
    workers: Vec<i32>,
    /// Tiles that are to be built on.
    claimed: Vec<u64>,
    /// Tiles on which each kind of command makes sense.
    sensible: [Vec<u64>; KINDS.len()],
}

impl Draft {
    /// Forgets everything, and makes room for the board.
    fn clear(&mut self, board: &Rules) {
        let size = (board.width, board.height);
        if self.size == size {
            for tile in self.orders.commands().filter_map(|command| board.tile(command.at())) {
                (self.used[tile], self.miners[tile], self.workers[tile]) = (0, 0, 0);
            }
        } else {
            self.size = size;
            let area = usize::from(size.0) * usize::from(size.1);
            for counts in [&mut self.used, &mut self.miners, &mut self.workers] {
                *counts = vec![0; area];
            }
            for tiles in [&mut self.claimed].into_iter().chain(&mut self.sensible) {
                *tiles = vec![0; area.div_ceil(64)];
            }
        }
        self.orders.clear();
        self.stage = Stage::Kind;
        self.claimed.fill(0);
    }
}

impl Learn for Si32 {
    type Draft = Draft;

    fn heads(&self) -> Vec<Head> {
        vec![
            Head::words("kind", &["move", "build", "mine", "end the turn"]),
            Head::cells("tile", self.units.len()),
            Head::steps("way", Step::FOUR),
            Head::steps("corner", Step::DIAGONAL),
            Head::words("amount", &["one", "a quarter", "half", "all"]),
        ]
    }

    fn draft(&self, seat: Seat, draft: &mut Draft) {
        draft.clear(&self.rules);
        draft.purse = self.side(seat).purse;
        draft.sensible.iter_mut().for_each(|tiles| tiles.fill(0));
        for (word, units) in self.units.chunks(64).enumerate() {
            for tile in members(&[own_tiles(units, seat)]) {
                self.judge(seat, word * 64 + tile, draft);
            }
        }
    }

    fn head(&self, draft: &Draft) -> usize {
        match draft.stage {
            Stage::Kind => head::KIND,
            Stage::Tile(_) => head::TILE,
            Stage::Way(_) => head::WAY,
            Stage::Corner(_) => head::CORNER,
            Stage::Amount(_) => head::AMOUNT,
        }
    }

    fn place(&self, _seat: Seat, draft: &Draft) -> Option<Cell> {
        match draft.stage {
            Stage::Kind | Stage::Tile(_) => None,
            Stage::Way(tile) | Stage::Corner(tile) => Some(self.cell(tile)),
            Stage::Amount(command) => Some(command.at()),
        }
    }

    fn mask(&self, seat: Seat, draft: &Draft, mut mask: Mask<'_>) {
        match draft.stage {
            Stage::Kind => {
                let is_full = draft.orders.lines().len() >= DRAFT_COMMANDS;
                for kind in KINDS {
                    let makes_sense = draft.sensible[kind as usize].iter().any(|&word| word != 0);
                    mask.allow_if(kind as usize, makes_sense && !is_full);
                }
                mask.allow(END);
            }
            Stage::Tile(kind) => mask.allow_bits(&draft.sensible[kind as usize]),
            Stage::Way(tile) => {
                for way in Direction::ALL {
                    mask.allow_if(way as usize, self.has(self.cell(tile).step(way)));
                }
            }
            Stage::Corner(tile) => {
                for corner in Corner::ALL {
                    mask.allow_if(corner as usize, self.can_place(seat, tile, corner, draft));
                }
            }
            Stage::Amount(command) => {
                let free = self.free_units(seat, command.at(), draft);
                mask.allow(0);
                // A share is allowed where no smaller choice means the same number of units.
                for choice in 1..AMOUNTS {
                    mask.allow_if(choice, share(free, choice) > 1);
                }
            }
        }
        if mask.is_empty() {
            // Only after a choice that was not allowed: whatever comes now, the rules refuse it.
            mask.allow(0);
        }
    }

    fn ending(&self, draft: &Draft) -> Option<u32> {
        matches!(draft.stage, Stage::Kind).then_some(END as u32)
    }

    fn push(&self, seat: Seat, draft: &mut Draft, choice: u32) -> Push {
        let choice = choice as usize;
        draft.stage = match draft.stage {
            Stage::Kind => match KINDS.get(choice) {
                Some(&kind) if draft.orders.lines().len() < DRAFT_COMMANDS => Stage::Tile(kind),
                _ => return Push::Done,
            },
            Stage::Tile(kind) => self.choose_tile(seat, kind, choice, draft),
            Stage::Way(tile) => {
                let way = Direction::ALL[choice % Direction::ALL.len()];
                Stage::Amount(Command::Move { at: self.cell(tile), way, units: 0 })
            }
            Stage::Corner(tile) => {
                self.place(seat, tile, Corner::ALL[choice % Corner::ALL.len()], draft);
                Stage::Kind
            }
            Stage::Amount(command) => {
                let free = self.free_units(seat, command.at(), draft);
                self.give(seat, command, share(free, choice.min(AMOUNTS - 1)), draft);
                Stage::Kind
            }
        };
        Push::More
    }

    fn decode(&self, _seat: Seat, draft: &Draft, action: &mut Orders) {
        action.clone_from(&draft.orders);
    }

    fn is_refusal(&self, event: &Event, seat: Seat) -> bool {
        matches!(event, Event::Dropped { seat: whose, foreseeable: true, .. } if *whose == seat)
    }
}

/// The tiles with units of the seat, among at most 64.
fn own_tiles(units: &[i32], seat: Seat) -> u64 {
    let is_own = units.iter().map(|&units| u64::from(units * sign(seat) > 0));
    is_own.enumerate().fold(0, |tiles, (i, bit)| tiles | bit << i)
}

/// How many of the free units a choice means: one, a quarter, half, or all of them.
fn share(free: i32, choice: usize) -> i32 {
    match choice {
        0 => 1,
        1 => free / 4,
        2 => free / 2,
        _ => free,
    }
}

impl Si32 {
    fn choose_tile(&self, seat: Seat, kind: Kind, tile: usize, draft: &Draft) -> Stage {
        // A tile that does not exist leads to a command that the rules drop, as does one without units.
        let at = if tile < self.units.len() { self.cell(tile) } else { Cell::new(-1, -1) };
        if kind == Kind::Mine || !self.has(at) {
            return Stage::Amount(Command::Mine { at, units: 0 });
        }
        if kind == Kind::Move {
            return Stage::Way(tile);
        }
        // Workers need no direction, and a builder comes alone.
        if self.ground[tile].owner() == Some(seat) || self.free_units(seat, at, draft) == 0 {
            return Stage::Amount(Command::Build { at, corner: Corner::SouthEast, units: 0 });
        }
        Stage::Corner(tile)
    }

    /// The seat's units on a cell that have no command yet.
    fn free_units(&self, seat: Seat, at: Cell, draft: &Draft) -> i32 {
        self.rules.tile(at).map_or(0, |tile| (self.units[tile] * sign(seat)).max(0) - draft.used[tile])
    }

    /// Whether a building can be placed from a tile in that direction, as far as can be seen.
    fn can_place(&self, seat: Seat, tile: usize, corner: Corner, draft: &Draft) -> bool {
        if draft.purse < self.rules.building_cost {
            return false;
        }
        let Some(site) = self.site_at(corner.top_left(self.cell(tile))) else { return false };
        self.tiles_of(site).into_iter().all(|tile| {
            let is_claimed = draft.claimed[tile / 64] >> (tile % 64) & 1 == 1;
            self.ground[tile].is_open() && self.units[tile] * sign(seat) >= 0 && !is_claimed
        })
    }

    /// Whether more workers would count in the building that covers a tile.
    fn has_vacancies(&self, tile: usize, draft: &Draft) -> bool {
        let workers = self.tiles_of(self.site_of(tile)).map(|tile| draft.workers[tile]);
        workers.into_iter().sum::<i32>() < self.rules.max_workers
    }

    /// Adds a command for that many units, and takes away what it uses.
    fn give(&self, seat: Seat, command: Command, units: i32, draft: &mut Draft) {
        let command = command.with_units(units);
        draft.orders.push(command);
        let Some(tile) = self.rules.tile(command.at()) else { return };
        let used = units.clamp(0, self.free_units(seat, command.at(), draft));
        draft.used[tile] += used;
        match command {
            Command::Move { .. } => {}
            Command::Mine { .. } => draft.miners[tile] += used,
            Command::Build { .. } if self.ground[tile].owner() == Some(seat) => {
                draft.workers[tile] += used;
                self.tiles_of(self.site_of(tile)).into_iter().for_each(|tile| self.judge(seat, tile, draft));
            }
            Command::Build { .. } => {}
        }
        self.judge(seat, tile, draft);
    }

    /// Adds the command to place a building, and takes away its ground and its cost.
    fn place(&self, seat: Seat, tile: usize, corner: Corner, draft: &mut Draft) {
        let at = self.cell(tile);
        let is_possible = self.can_place(seat, tile, corner, draft);
        draft.orders.push(Command::Build { at, corner, units: 1 });
        draft.used[tile] += self.free_units(seat, at, draft).min(1);
        if let Some(site) = self.site_at(corner.top_left(at)).filter(|_| is_possible) {
            draft.purse -= self.rules.building_cost;
            for tile in self.tiles_of(site) {
                draft.claimed[tile / 64] |= 1 << (tile % 64);
            }
        }
        // The purse has changed for everybody, the ground for those around.
        for word in 0..draft.claimed.len() {
            for tile in members(&[draft.sensible[Kind::Move as usize][word]]) {
                self.judge(seat, word * 64 + tile, draft);
            }
        }
    }

    /// Finds out which kinds of command make sense on a tile.
    fn judge(&self, seat: Seat, tile: usize, draft: &mut Draft) {
        let is_free = (self.units[tile] * sign(seat)).max(0) > draft.used[tile];
        let can_build = is_free
            && match self.ground[tile].owner() {
                Some(owner) => owner == seat && self.has_vacancies(tile, draft),
                None => Corner::ALL.into_iter().any(|corner| self.can_place(seat, tile, corner, draft)),
            };
        let can_mine = is_free && i32::from(self.resource[tile]) > draft.miners[tile];
        for (tiles, makes_sense) in draft.sensible.iter_mut().zip([is_free, can_build, can_mine]) {
            let bit = 1 << (tile % 64);
            let word = &mut tiles[tile / 64];
            *word = if makes_sense { *word | bit } else { *word & !bit };
        }
    }
}
