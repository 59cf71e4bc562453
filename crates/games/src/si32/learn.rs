//! How learners play: a turn is drafted command by command (kind, tile, direction, amount) until they end it.

use skirmish_core::{Cell, Head, Learn, Mask, Push, Seat};

use super::Si32;
use super::orders::{Command, Corner, Orders, Way};
use super::rules::{Event, members, sign};

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

/// A turn in the making, with what its commands leave to others.
#[derive(Clone, Debug, Default)]
pub struct Draft {
    orders: Orders,
    stage: Stage,
    purse: i32,
    /// Own units without a command, by tile.
    free: Vec<i32>,
    /// Resource that nobody is told to mine, by tile.
    left: Vec<i16>,
    /// Workers told so far, by top-left tile of their building.
    workers: Vec<i32>,
    /// Tiles that cannot be built on: covered, claimed, or under an enemy.
    blocked: Vec<u64>,
    /// Tiles on which each kind of command makes sense.
    sensible: [Vec<u64>; KINDS.len()],
}

impl Learn for Si32 {
    type Draft = Draft;

    fn heads(&self) -> Vec<Head> {
        vec![
            Head { name: "kind", size: KINDS.len() + 1 },
            Head { name: "tile", size: self.units.len() },
            Head { name: "way", size: Way::ALL.len() },
            Head { name: "corner", size: Corner::ALL.len() },
            Head { name: "amount", size: AMOUNTS },
        ]
    }

    fn draft(&self, seat: Seat, draft: &mut Draft) {
        let area = self.units.len();
        draft.orders.clear();
        draft.stage = Stage::Kind;
        draft.purse = self.side(seat).purse;
        draft.free.clear();
        draft.free.extend(self.units.iter().map(|&units| (units * sign(seat)).max(0)));
        draft.left.clone_from(&self.resource);
        draft.workers.clear();
        draft.workers.resize(area, 0);
        draft.blocked.clear();
        for (units, ground) in self.units.chunks(64).zip(self.ground.chunks(64)) {
            let is_blocked = units
                .iter()
                .zip(ground)
                .map(|(&units, ground)| u64::from(units * sign(seat) < 0 || !ground.is_open()));
            draft.blocked.push(is_blocked.enumerate().fold(0, |word, (i, bit)| word | bit << i));
        }
        for tiles in &mut draft.sensible {
            tiles.clear();
            tiles.resize(area.div_ceil(64), 0);
        }
        for tile in 0..area {
            if draft.free[tile] > 0 {
                self.judge(seat, tile, draft);
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

    fn mask(&self, _seat: Seat, draft: &Draft, mut mask: Mask<'_>) {
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
                for way in Way::ALL {
                    mask.allow_if(way as usize, self.has(way.step_from(self.cell(tile))));
                }
            }
            Stage::Corner(tile) => {
                for corner in Corner::ALL {
                    mask.allow_if(corner as usize, self.can_place(tile, corner, draft));
                }
            }
            Stage::Amount(command) => {
                let free = self.free_for(command, draft);
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

    fn push(&self, seat: Seat, draft: &mut Draft, choice: u32) -> Push {
        let choice = choice as usize;
        draft.stage = match draft.stage {
            Stage::Kind => match KINDS.get(choice) {
                Some(&kind) if draft.orders.lines().len() < DRAFT_COMMANDS => Stage::Tile(kind),
                _ => return Push::Done,
            },
            Stage::Tile(kind) => self.choose_tile(seat, kind, choice, draft),
            Stage::Way(tile) => {
                let way = Way::ALL[choice % Way::ALL.len()];
                Stage::Amount(Command::Move { at: self.cell(tile), way, units: 0 })
            }
            Stage::Corner(tile) => {
                self.place(seat, tile, Corner::ALL[choice % Corner::ALL.len()], draft);
                Stage::Kind
            }
            Stage::Amount(command) => {
                let free = self.free_for(command, draft);
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
        if self.ground[tile].owner() == Some(seat) || draft.free[tile] == 0 {
            return Stage::Amount(Command::Build { at, corner: Corner::SouthEast, units: 0 });
        }
        Stage::Corner(tile)
    }

    /// The units that are free where the command is to be given.
    fn free_for(&self, command: Command, draft: &Draft) -> i32 {
        let (Command::Move { at, .. } | Command::Build { at, .. } | Command::Mine { at, .. }) = command;
        if self.has(at) { draft.free[self.tile(at)] } else { 0 }
    }

    /// Whether a building can be placed from a tile in that direction, as far as can be seen.
    fn can_place(&self, tile: usize, corner: Corner, draft: &Draft) -> bool {
        let Some(site) = self.site_at(corner.top_left(self.cell(tile))) else { return false };
        draft.purse >= self.numbers.building_cost
            && self.tiles_of(site).iter().all(|&tile| draft.blocked[tile / 64] >> (tile % 64) & 1 == 0)
    }

    /// Adds a command for that many units, and takes away what it uses.
    fn give(&self, seat: Seat, command: Command, units: i32, draft: &mut Draft) {
        let command = match command {
            Command::Move { at, way, .. } => Command::Move { at, way, units },
            Command::Build { at, corner, .. } => Command::Build { at, corner, units },
            Command::Mine { at, .. } => Command::Mine { at, units },
        };
        draft.orders.push(command);
        let (Command::Move { at, .. } | Command::Build { at, .. } | Command::Mine { at, .. }) = command;
        if !self.has(at) {
            return;
        }
        let tile = self.tile(at);
        let used = units.clamp(0, draft.free[tile]);
        draft.free[tile] -= used;
        match command {
            Command::Move { .. } => {}
            Command::Mine { .. } => {
                let left = i32::from(draft.left[tile]);
                draft.left[tile] = (left - used.min(left)) as i16;
            }
            Command::Build { .. } => {
                let site = self.site_of(tile);
                draft.workers[site] += used;
                if self.ground[tile].owner() == Some(seat) {
                    self.tiles_of(site).into_iter().for_each(|tile| self.judge(seat, tile, draft));
                }
            }
        }
        self.judge(seat, tile, draft);
    }

    /// Adds the command to place a building, and takes away its ground and its cost.
    fn place(&self, seat: Seat, tile: usize, corner: Corner, draft: &mut Draft) {
        let is_possible = self.can_place(tile, corner, draft);
        draft.orders.push(Command::Build { at: self.cell(tile), corner, units: 1 });
        draft.free[tile] = (draft.free[tile] - 1).max(0);
        if let Some(site) = self.site_at(corner.top_left(self.cell(tile))).filter(|_| is_possible) {
            draft.purse -= self.numbers.building_cost;
            for tile in self.tiles_of(site) {
                draft.blocked[tile / 64] |= 1 << (tile % 64);
            }
        }
        // The purse has changed for everybody, the ground for those around.
        for word in 0..draft.sensible[Kind::Move as usize].len() {
            for tile in members(&[draft.sensible[Kind::Move as usize][word]]) {
                self.judge(seat, word * 64 + tile, draft);
            }
        }
    }

    /// Finds out which kinds of command make sense on a tile.
    fn judge(&self, seat: Seat, tile: usize, draft: &mut Draft) {
        let is_free = draft.free[tile] > 0;
        let can_build = is_free
            && match self.ground[tile].owner() {
                Some(owner) => owner == seat && draft.workers[self.site_of(tile)] < self.numbers.max_workers,
                None => Corner::ALL.into_iter().any(|corner| self.can_place(tile, corner, draft)),
            };
        let sense = [is_free, can_build, is_free && draft.left[tile] > 0];
        for (tiles, makes_sense) in draft.sensible.iter_mut().zip(sense) {
            let bit = 1 << (tile % 64);
            let word = &mut tiles[tile / 64];
            *word = if makes_sense { *word | bit } else { *word & !bit };
        }
    }
}
