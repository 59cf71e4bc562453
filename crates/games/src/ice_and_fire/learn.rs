//! How learners play: order by order, each tried out on a copy of the match, until they end the turn.

use skirmish_core::grid::{Cell, Direction};
use skirmish_core::learn::{Head, Learn, Mask, Push, Step};
use skirmish_core::seat::Seat;

use super::action::{Action, Building, Level, Number, Part};
use super::board::{Cells, beside, cell, headquarters, side, spread};
use super::config::AREA;
use super::event::Event;
use super::state::IceAndFire;

/// The most orders in one answer of a learner: one for every cell.
pub const MAX_ORDERS: usize = AREA;

/// What an order can be, by its number under the head `kind`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    End,
    Move,
    Train(Level),
    Build(Building),
}

const KINDS: [Kind; 7] = [
    Kind::End,
    Kind::Move,
    Kind::Train(Level::ALL[0]),
    Kind::Train(Level::ALL[1]),
    Kind::Train(Level::ALL[2]),
    Kind::Build(Building::Mine),
    Kind::Build(Building::Tower),
];

/// The kinds in words.
const KIND_WORDS: &[&str] = &[
    "end the turn",
    "move",
    "train level 1",
    "train level 2",
    "train level 3",
    "build a mine",
    "build a tower",
];

/// The heads: what to do, where (for a move: with which unit), and in which direction a unit goes.
const KIND: usize = 0;
const CELL: usize = 1;
const DIRECTION: usize = 2;

/// An answer in the making, and the match as its orders leave it.
#[derive(Clone, Debug, Default)]
pub struct Draft {
    action: Action,
    /// The match after the orders so far; `None` before the first draft.
    scratch: Option<IceAndFire>,
    next: Next,
}

/// Which choice comes next.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Next {
    #[default]
    Kind,
    Cell(Kind),
    /// Where the unit at this place goes.
    Direction(usize),
}

impl Learn for IceAndFire {
    type Draft = Draft;

    fn heads(&self) -> Vec<Head> {
        vec![Head::words("kind", KIND_WORDS), Head::cells("cell", AREA), Head::steps("direction", Step::FOUR)]
    }

    fn draft(&self, _seat: Seat, draft: &mut Draft) {
        draft.action.clear();
        draft.next = Next::Kind;
        match &mut draft.scratch {
            Some(scratch) => scratch.clone_from(self),
            empty => *empty = Some(self.clone()),
        }
    }

    fn head(&self, draft: &Draft) -> usize {
        match draft.next {
            Next::Kind => KIND,
            Next::Cell(_) => CELL,
            Next::Direction(_) => DIRECTION,
        }
    }

    fn place(&self, _seat: Seat, draft: &Draft) -> Option<Cell> {
        match draft.next {
            Next::Direction(from) => Some(cell(from)),
            Next::Kind | Next::Cell(_) => None,
        }
    }

    fn mask(&self, seat: Seat, draft: &Draft, mut mask: Mask<'_>) {
        let state = draft.scratch.as_ref().unwrap_or(self);
        match draft.next {
            Next::Kind => {
                mask.allow(0);
                if draft.action.parts().len() < MAX_ORDERS && state.ending.is_none() {
                    for (i, &kind) in KINDS.iter().enumerate().skip(1) {
                        mask.allow_if(i, !state.choices(seat, kind).is_empty());
                    }
                }
            }
            Next::Cell(kind) => mask.allow_bits(&state.choices(seat, kind).0),
            Next::Direction(from) => {
                let Some((_, level)) = state.roster.at(from) else { return mask.allow(0) };
                for (i, to) in beside(from).into_iter().enumerate() {
                    mask.allow_if(i, state.ground.land.has(to) && state.can_enter(seat, level, to));
                }
            }
        }
    }

    fn ending(&self, draft: &Draft) -> Option<u32> {
        (draft.next == Next::Kind).then_some(0)
    }

    fn push(&self, seat: Seat, draft: &mut Draft, choice: u32) -> Push {
        let choice = choice as usize;
        match draft.next {
            Next::Kind => match KINDS.get(choice) {
                Some(Kind::End) => return Push::Done,
                Some(&kind) => draft.next = Next::Cell(kind),
                None => return draft.order(NONSENSE),
            },
            Next::Cell(Kind::Move) if choice < AREA => draft.next = Next::Direction(choice),
            Next::Cell(Kind::Train(level)) if choice < AREA => {
                return draft.order(Part::train(level, cell(choice)));
            }
            Next::Cell(Kind::Build(building)) if choice < AREA => {
                return draft.order(Part::build(building, cell(choice)));
            }
            Next::Cell(_) => return draft.order(NONSENSE),
            Next::Direction(from) => {
                let state = draft.scratch.as_ref().unwrap_or(self);
                return draft.order(state.step_part(seat, from, choice));
            }
        }
        Push::More
    }

    fn decode(&self, _seat: Seat, draft: &Draft, action: &mut Action) {
        action.clone_from(&draft.action);
    }

    fn is_refusal(&self, event: &Event, seat: Seat) -> bool {
        matches!(event, Event::Refused { seat: whose, .. } if *whose == seat)
    }
}

/// An order that every match refuses.
const NONSENSE: Part = Part::Move { id: Number::HUGE, x: Number::HUGE, y: Number::HUGE };

impl Draft {
    /// Adds an order and tries it out.
    fn order(&mut self, part: Part) -> Push {
        self.next = Next::Kind;
        self.action.push(part);
        let Some(scratch) = &mut self.scratch else { return Push::Done };
        // What the mask does not allow may be refused; it stays in the answer all the same.
        let _ = scratch.try_order(&part);
        let is_over = scratch.ending.is_some() || self.action.parts().len() >= MAX_ORDERS;
        if is_over { Push::Done } else { Push::More }
    }
}

impl IceAndFire {
    /// The cells with which an order of that kind can be carried out now.
    fn choices(&self, seat: Seat, kind: Kind) -> Cells {
        match kind {
            Kind::End => Cells::EMPTY,
            Kind::Move => self.movable(seat),
            Kind::Train(level) => self.trainable(seat, level),
            Kind::Build(building) => self.buildable(seat, building),
        }
    }

    fn movable(&self, seat: Seat) -> Cells {
        let own = self.owned[side(seat)].minus(&self.tired);
        let mut movable = Cells::EMPTY;
        for level in Level::ALL {
            let rested = self.units[level.index()].and(&own);
            if !rested.is_empty() {
                movable = movable.or(&rested.and(&spread(&self.enterable(seat, level))));
            }
        }
        movable
    }

    fn trainable(&self, seat: Seat, level: Level) -> Cells {
        if level.get() > self.rules.max_level || self.gold(seat) < self.unit_cost(level) {
            return Cells::EMPTY;
        }
        let active = &self.active[side(seat)];
        active.or(&spread(active)).and(&self.enterable(seat, level))
    }

    fn buildable(&self, seat: Seat, building: Building) -> Cells {
        let (is_allowed, spots) = match building {
            Building::Mine => (self.rules.mines, self.ground.spots),
            Building::Tower => (self.rules.towers, self.ground.land.minus(&self.ground.spots)),
        };
        if !is_allowed || self.gold(seat) < self.building_cost(building, seat) {
            return Cells::EMPTY;
        }
        self.active[side(seat)].and(&spots).minus(&self.occupied())
    }

    /// Every cell that [`IceAndFire::can_enter`] allows.
    fn enterable(&self, seat: Seat, level: Level) -> Cells {
        let (own, theirs) = (&self.owned[side(seat)], &self.owned[side(seat.other())]);
        let mut open = self.ground.land.minus(&own.and(&self.occupied()));
        if level.get() < self.rules.breach_level {
            open = open.minus(&self.guarded(seat.other()));
        }
        if level.get() < self.rules.max_level {
            for stronger in &self.units[level.index()..] {
                open = open.minus(&stronger.and(theirs));
            }
        }
        open
    }

    /// Where a unit or a building stands.
    fn occupied(&self) -> Cells {
        let [one, two, three] = &self.units;
        let mut occupied = one.or(two).or(three).or(&self.mines).or(&self.towers);
        occupied.insert(headquarters(Seat::FIRST));
        occupied.insert(headquarters(Seat::SECOND));
        occupied
    }

    /// The order that moves the unit at a place one step in a direction.
    fn step_part(&self, seat: Seat, from: usize, direction: usize) -> Part {
        let unit = self.roster.at(from).filter(|_| self.owned[side(seat)].has(from));
        let (Some((id, _)), Some(&direction)) = (unit, Direction::ALL.get(direction)) else {
            return NONSENSE;
        };
        Part::move_unit(id, cell(from).step(direction))
    }
}
