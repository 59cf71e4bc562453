//! How a learner plays: command after command, each of them a kind, a cell and perhaps a direction.
//!
//! The draft remembers what the commands so far ask for, so that later ones do not get in their way: money is set
//! aside, a cell is wanted once, and a warrior may follow another only after that one was told to go.

use skirmish_core::grid::{Cell, Direction};
use skirmish_core::learn::{Head, Learn, Mask, Push, Step};
use skirmish_core::seat::{Seat, SeatSet};

use super::action::{Action, Building, Command, Heading};
use super::board::{Kind, Spot, bits};
use super::event::{Event, Exit, Why};
use super::state::{Phase, Status, Underworld};

/// The most commands in one draft.
pub const MAX_DRAFTED: usize = 256;

/// The choices under the head `kind`.
const END: u32 = 0;
const MOVE: u32 = 1;
const SPAWN: u32 = 2;
const BARRACKS: u32 = 3;
const FARM: u32 = 4;
const KINDS: &[&str] =
    &["end the turn", "move a warrior", "spawn a warrior", "build barracks", "build a farm"];

const KIND_HEAD: usize = 0;
const CELL_HEAD: usize = 1;
const DIRECTION_HEAD: usize = 2;

/// A coordinate that no board has.
const NOWHERE: u8 = u8::MAX;

/// An answer in the making.
#[derive(Clone, Debug, Default)]
pub struct Draft {
    commands: Vec<Command>,
    stage: Stage,
    /// What is left of the money after everything asked for.
    budget: i64,
    /// By row: own warriors without a command.
    idle: Vec<u64>,
    /// By row: own barracks without a command.
    ready: Vec<u64>,
    /// By row: cells that something may still be sent to.
    open: Vec<u64>,
    /// By row: cells near enough to own buildings.
    reach: Vec<u64>,
}

#[derive(Clone, Copy, Debug, Default)]
enum Stage {
    #[default]
    Kind,
    Cell(u32),
    Direction(u32, u8, u8),
}

impl Learn for Underworld {
    type Draft = Draft;

    fn heads(&self) -> Vec<Head> {
        vec![
            Head::words("kind", KINDS),
            Head::cells("cell", self.width() * self.height()),
            Head::steps("direction", Step::FOUR),
        ]
    }

    fn draft(&self, seat: Seat, draft: &mut Draft) {
        draft.commands.clear();
        draft.stage = Stage::Kind;
        draft.budget = self.money(seat) + self.income(seat);
        for rows in [&mut draft.idle, &mut draft.ready, &mut draft.open, &mut draft.reach] {
            rows.clear();
            rows.resize(self.height(), 0);
        }
        let abandoned = self.abandoned();
        let own = self.board.of_seat(seat);
        let (warriors, barracks) = (self.board.of_kind(Kind::Warrior), self.board.of_kind(Kind::Barracks));
        for y in 0..self.height() {
            draft.idle[y] = own[y] & warriors[y];
            draft.ready[y] = own[y] & barracks[y];
            // Somebody else's warrior may go away, so its cell is open.
            let others = warriors[y] & !own[y];
            let leaving = abandoned.iter().fold(others, |rest, lost| rest & !self.board.of_seat(lost)[y]);
            draft.open[y] = self.board.full_row() & (!self.board.occupied(y) | leaving);
            self.rules.build_reach.spread(own[y] & !warriors[y], y, &mut draft.reach);
        }
    }

    fn head(&self, draft: &Draft) -> usize {
        match draft.stage {
            Stage::Kind => KIND_HEAD,
            Stage::Cell(_) => CELL_HEAD,
            Stage::Direction(..) => DIRECTION_HEAD,
        }
    }

    fn place(&self, _seat: Seat, draft: &Draft) -> Option<Cell> {
        match draft.stage {
            Stage::Direction(_, x, y) => Some(Cell::new(x.into(), y.into())),
            Stage::Kind | Stage::Cell(_) => None,
        }
    }

    fn mask(&self, seat: Seat, draft: &Draft, mut mask: Mask<'_>) {
        match draft.stage {
            Stage::Kind => {
                mask.allow(END as usize);
                if draft.commands.len() < MAX_DRAFTED && self.may_command(seat) {
                    self.mask_kinds(draft, &mut mask);
                }
            }
            Stage::Cell(kind) => {
                for y in 0..self.height() {
                    for x in bits(self.candidates(draft, kind, y)) {
                        mask.allow(y * self.width() + x);
                    }
                }
                // Only after a choice that the mask did not allow; what follows is refused anyway.
                if mask.is_empty() {
                    mask.allow(0);
                }
            }
            Stage::Direction(_, x, y) => {
                for (choice, direction) in Direction::ALL.into_iter().enumerate() {
                    let to = self.open_beside(draft, x, y, Some(direction));
                    mask.allow_if(choice, to.is_some());
                }
                if mask.is_empty() {
                    mask.allow(0);
                }
            }
        }
    }

    fn ending(&self, draft: &Draft) -> Option<u32> {
        matches!(draft.stage, Stage::Kind).then_some(END)
    }

    fn push(&self, _seat: Seat, draft: &mut Draft, choice: u32) -> Push {
        match draft.stage {
            Stage::Kind if (MOVE..=FARM).contains(&choice) && draft.commands.len() < MAX_DRAFTED => {
                draft.stage = Stage::Cell(choice);
            }
            Stage::Kind => return Push::Done,
            Stage::Cell(kind) => self.push_cell(draft, kind, choice),
            Stage::Direction(kind, x, y) => {
                let heading = Direction::ALL.get(choice as usize).copied();
                self.push_direction(draft, kind, (x, y), heading);
                draft.stage = Stage::Kind;
            }
        }
        Push::More
    }

    fn decode(&self, _seat: Seat, draft: &Draft, action: &mut Action) {
        if self.phase == Phase::Handshake {
            *action = Action::Hello;
        } else {
            action.restart().extend_from_slice(&draft.commands);
        }
    }

    fn is_refusal(&self, event: &Event, seat: Seat) -> bool {
        // In the fog a seat does not know who has lost its castle.
        let is_visible =
            |why: Why| why.is_visible() && (why != Why::Abandoned || self.rules.vision.is_none());
        match *event {
            Event::Failed { seat: whose, why, .. } => whose == seat && is_visible(why),
            Event::Unserved { seat: whose, why, .. } => whose == Some(seat) && is_visible(why),
            _ => false,
        }
    }
}

impl Underworld {
    fn may_command(&self, seat: Seat) -> bool {
        self.phase == Phase::Play && self.status[seat.index()].is_in_play()
    }

    /// The seats whose warriors are known to stand still for ever.
    fn abandoned(&self) -> SeatSet {
        let is_lost = |seat: &Seat| matches!(self.status[seat.index()], Status::Out(Exit::CastleFell, _));
        let lost = self.rules.seats.iter().filter(is_lost).collect();
        if self.rules.vision.is_none() { lost } else { SeatSet::NONE }
    }

    /// Allows the kinds that some cell makes sense for.
    fn mask_kinds(&self, draft: &Draft, mask: &mut Mask<'_>) {
        let (mut movers, mut trainers, mut sites) = (0, 0, 0);
        for y in 0..self.height() {
            let beside = beside_open(draft, y);
            movers |= draft.idle[y] & beside;
            trainers |= draft.ready[y] & beside;
            sites |= draft.reach[y] & draft.open[y];
        }
        let affords = |kind: Kind| draft.budget >= self.rules.config.cost(kind);
        mask.allow_if(MOVE as usize, movers != 0);
        mask.allow_if(SPAWN as usize, trainers != 0 && affords(Kind::Warrior));
        mask.allow_if(BARRACKS as usize, sites != 0 && affords(Kind::Barracks));
        mask.allow_if(FARM as usize, sites != 0 && affords(Kind::Farm));
    }

    /// The cells of one row that a command of that kind makes sense for.
    #[inline]
    fn candidates(&self, draft: &Draft, kind: u32, y: usize) -> u64 {
        let affords = |kind: Kind| draft.budget >= self.rules.config.cost(kind);
        match kind {
            MOVE => draft.idle[y] & beside_open(draft, y),
            SPAWN if affords(Kind::Warrior) => draft.ready[y] & beside_open(draft, y),
            BARRACKS if affords(Kind::Barracks) => draft.reach[y] & draft.open[y],
            FARM if affords(Kind::Farm) => draft.reach[y] & draft.open[y],
            _ => 0,
        }
    }

    /// The open cell beside a cell on that side.
    fn open_beside(&self, draft: &Draft, x: u8, y: u8, heading: Heading) -> Option<Spot> {
        let from = self.board.spot(usize::from(x), usize::from(y))?;
        let to = self.board.step(from, heading)?;
        (draft.open[self.board.row(to)] >> self.board.column(to) & 1 == 1).then_some(to)
    }

    fn push_cell(&self, draft: &mut Draft, kind: u32, choice: u32) {
        let (column, row) = (choice as usize % self.width(), choice as usize / self.width());
        let is_on_board = row < self.height();
        let (x, y) = if is_on_board { (column as u8, row as u8) } else { (NOWHERE, NOWHERE) };
        let building = match kind {
            BARRACKS => Building::Barracks,
            FARM => Building::Farm,
            _ => {
                draft.stage = Stage::Direction(kind, x, y);
                return;
            }
        };
        draft.stage = Stage::Kind;
        if is_on_board && self.candidates(draft, kind, row) >> column & 1 == 1 {
            draft.open[row] &= !(1 << column);
            draft.budget -= self.rules.config.cost(building.kind());
        }
        draft.commands.push(Command::Build { x, y, building });
    }

    fn push_direction(&self, draft: &mut Draft, kind: u32, (x, y): (u8, u8), heading: Heading) {
        let is_move = kind == MOVE;
        let command =
            if is_move { Command::Move { x, y, heading } } else { Command::Spawn { x, y, heading } };
        draft.commands.push(command);
        let Some(to) = self.open_beside(draft, x, y, heading) else { return };
        let (row, bit) = (usize::from(y), 1 << x);
        if self.candidates(draft, kind, row) & bit == 0 {
            return;
        }
        draft.open[self.board.row(to)] &= !(1 << self.board.column(to));
        if is_move {
            draft.idle[row] &= !bit;
            draft.open[row] |= bit;
        } else {
            draft.ready[row] &= !bit;
            draft.budget -= self.rules.config.cost(Kind::Warrior);
        }
    }
}

/// The cells of one row that have an open cell beside them.
#[inline]
fn beside_open(draft: &Draft, y: usize) -> u64 {
    let open = draft.open[y];
    let above = if y > 0 { draft.open[y - 1] } else { 0 };
    let below = draft.open.get(y + 1).copied().unwrap_or(0);
    open << 1 | open >> 1 | above | below
}
