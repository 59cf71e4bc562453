//! How learners play Utti: a kind of order, then a direction; in a batch, for one unit after another.

use skirmish_core::grid::{Cell, KING_STEPS};
use skirmish_core::learn::{Head, Learn, Mask, Push, Step};
use skirmish_core::seat::Seat;

use super::action::{Action, Order, OrderKind};
use super::event::Event;
use super::state::{Phase, Unit, Utti, bit};

const KIND: usize = 0;
const TARGET: usize = 1;

/// An answer in the making.
#[derive(Clone, Debug, Default)]
pub struct Draft {
    /// The finished orders: of one unit, or of those of a batch so far.
    orders: Vec<Order>,
    /// The kind chosen for the unit at hand, once it is.
    kind: Option<OrderKind>,
}

impl Learn for Utti {
    type Draft = Draft;

    fn heads(&self) -> Vec<Head> {
        vec![Head::words("kind", OrderKind::WORDS), Head::steps("target", Step::EIGHT)]
    }

    fn draft(&self, _seat: Seat, draft: &mut Draft) {
        draft.orders.clear();
        draft.kind = None;
    }

    fn head(&self, draft: &Draft) -> usize {
        if draft.kind.is_some() { TARGET } else { KIND }
    }

    fn place(&self, seat: Seat, draft: &Draft) -> Option<Cell> {
        self.drafted(seat, draft).map(|unit| unit.cell)
    }

    fn mask(&self, seat: Seat, draft: &Draft, mut mask: Mask<'_>) {
        let Some(unit) = self.drafted(seat, draft) else { return mask.allow(OrderKind::Idle as usize) };
        let choices = Choices::of(self, seat, unit);
        match draft.kind {
            None => mask.allow_bits(&[u64::from(choices.kinds())]),
            Some(kind) => mask.allow_bits(&[u64::from(choices.targets(kind))]),
        }
        if mask.is_empty() {
            // Only after a kind that was not allowed: every direction is refused, so any will do.
            mask.allow(0);
        }
    }

    fn push(&self, seat: Seat, draft: &mut Draft, choice: u32) -> Push {
        let cell = self.drafted(seat, draft).map_or(Cell::default(), |unit| unit.cell);
        let order = match draft.kind.take() {
            None => match OrderKind::ALL.get(choice as usize) {
                Some(&kind) if kind.has_target() => {
                    draft.kind = Some(kind);
                    return Push::More;
                }
                Some(&kind) => Order::new(kind, cell),
                // No such kind: a move to where the unit stands, which is refused.
                None => Order::new(OrderKind::Move, cell),
            },
            // No such direction: the unit's own cell, which is refused, too.
            Some(kind) => {
                Order::new(kind, KING_STEPS.get(choice as usize).map_or(cell, |&by| cell.shifted(by)))
            }
        };
        draft.orders.push(order);
        match self.planning(seat) {
            Some(units) if draft.orders.len() < units.len() => Push::More,
            _ => Push::Done,
        }
    }

    fn decode(&self, seat: Seat, draft: &Draft, action: &mut Action) {
        if self.phase == Phase::Hello {
            *action = Action::Ready { batch: false };
        } else if self.planning(seat).is_none() {
            *action = Action::One(draft.orders.first().copied().unwrap_or_default());
        } else if let Action::Many(orders) = action {
            orders.clone_from(&draft.orders);
        } else {
            *action = Action::Many(draft.orders.clone());
        }
    }

    fn is_refusal(&self, event: &Event, seat: Seat) -> bool {
        // In a batch, others act between the ask and the unit's turn: what fails then could not be seen.
        matches!(event, Event::Failed { id, is_stored: false, .. } if id & 1 == u32::from(seat.0))
    }
}

impl Utti {
    /// The unit that the next choice is for; none before the match and for a seat that is not asked.
    fn drafted(&self, seat: Seat, draft: &Draft) -> Option<&Unit> {
        match self.planning(seat) {
            Some(units) => units.get(draft.orders.len()),
            None => self.acting().filter(|unit| unit.seat() == seat),
        }
    }
}

/// What a unit can do: for each kind of target, the directions in which there is one, as bits.
struct Choices {
    create: u8,
    step: u8,
    enemies: u8,
    friends: u8,
    split: u8,
    can_mine: bool,
    can_create_base: bool,
}

impl Choices {
    /// Looks at the unit and its eight neighbours once.
    fn of(state: &Utti, seat: Seat, unit: &Unit) -> Self {
        let (mut free, mut bare, mut enemies, mut friends) = (0, 0, 0, 0);
        for (n, &by) in KING_STEPS.iter().enumerate() {
            let Some(at) = state.index(unit.cell.shifted(by)) else { continue };
            match state.standing[at].get() {
                Some((other, _)) if other == seat => friends |= 1 << n,
                Some(_) => enemies |= 1 << n,
                None => {
                    free |= 1 << n;
                    bare |= u8::from(!bit(&state.base_bits, at)) << n;
                }
            }
        }
        let config = state.config();
        let here = usize::from(unit.at);
        let has_room = state.unit_count(seat) < config.max_units;
        let if_so = |claim: bool, directions: u8| if claim { directions } else { 0 };
        if !unit.is_troop() {
            let is_able = state.standing[here].is_none() && state.gold(seat) >= config.troop_cost && has_room;
            return Self { create: if_so(is_able, free), ..Self::NOTHING };
        }
        Self {
            create: 0,
            step: free,
            enemies,
            friends,
            split: if_so(unit.height > 1 && has_room, bare),
            can_mine: state.is_on_mine(unit),
            can_create_base: !bit(&state.base_bits, here)
                && (unit.height == config.base_height || (unit.height > config.base_height && has_room)),
        }
    }

    const NOTHING: Self = Self {
        create: 0,
        step: 0,
        enemies: 0,
        friends: 0,
        split: 0,
        can_mine: false,
        can_create_base: false,
    };

    /// The directions in which an order of this kind succeeds.
    fn targets(&self, kind: OrderKind) -> u8 {
        match kind {
            OrderKind::CreateTroop => self.create,
            OrderKind::Move => self.step,
            OrderKind::Capture => self.enemies,
            OrderKind::Climb => self.friends,
            OrderKind::Split => self.split,
            OrderKind::Idle | OrderKind::Mine | OrderKind::CreateBase => 0,
        }
    }

    /// The kinds that can succeed, as bits in the order of [`OrderKind::ALL`].
    fn kinds(&self) -> u8 {
        let mut kinds = 1 << OrderKind::Idle as u8;
        kinds |= u8::from(self.can_mine) << OrderKind::Mine as u8;
        kinds |= u8::from(self.can_create_base) << OrderKind::CreateBase as u8;
        for kind in OrderKind::ALL {
            kinds |= u8::from(self.targets(kind) != 0) << kind as u8;
        }
        kinds
    }
}
