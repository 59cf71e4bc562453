//! Utti with the board turned and the seats swapped.

use std::sync::Arc;

use skirmish_core::grid::{Cell, Symmetry};
use skirmish_core::law::Mirror;
use skirmish_core::seat::Seat;

use super::action::{Action, Order};
use super::state::{Side, Slot, Unit, Utti, bit, cell_of};

impl Mirror for Utti {
    fn mirror(&self) -> Self {
        let mut turned = Self {
            rules: Arc::clone(&self.rules),
            mine_bits: self.turned_bits(&self.mine_bits).into(),
            standing: vec![Slot::NONE; self.standing.len()],
            base_bits: self.turned_bits(&self.base_bits),
            sides: [self.turned_side(Seat::SECOND), self.turned_side(Seat::FIRST)],
            first: self.first.other(),
            to_move: self.to_move.other(),
            ..*self
        };
        for (at, slot) in self.standing.iter().enumerate() {
            if let Some((seat, index)) = slot.get() {
                turned.standing[self.turned_place(at)] = Slot::new(seat.other(), index);
            }
        }
        turned
    }

    fn mirror_action(&self, action: &Action) -> Action {
        match action {
            Action::Ready { batch } => Action::Ready { batch: *batch },
            Action::One(order) => Action::One(self.turned_order(order)),
            Action::Many(orders) => {
                Action::Many(orders.iter().map(|order| self.turned_order(order)).collect())
            }
        }
    }
}

impl Utti {
    /// Where a cell comes to lie, also one that is off the board.
    fn turned_cell(&self, cell: Cell) -> Cell {
        let last = self.size() as i16 - 1;
        match self.rules.swap {
            Symmetry::Rows => Cell::new(cell.x, last.saturating_sub(cell.y)),
            _ => Cell::new(last.saturating_sub(cell.x), cell.y),
        }
    }

    fn turned_place(&self, at: usize) -> usize {
        self.place(self.turned_cell(cell_of(at, self.size())))
    }

    fn turned_bits(&self, bits: &[u64]) -> Vec<u64> {
        let mut turned = vec![0; bits.len()];
        for at in (0..self.standing.len()).filter(|&at| bit(bits, at)) {
            let to = self.turned_place(at);
            turned[to / 64] |= 1 << (to % 64);
        }
        turned
    }

    fn turned_order(&self, order: &Order) -> Order {
        Order::new(order.kind, self.turned_cell(order.at))
    }

    /// Even ids become odd, and odd even.
    fn turned_unit(&self, unit: &Unit) -> Unit {
        let cell = self.turned_cell(unit.cell);
        Unit { id: unit.id ^ 1, cell, at: self.place(cell) as u16, ..*unit }
    }

    /// A side's units and orders on the turned board, as the other seat's.
    fn turned_side(&self, seat: Seat) -> Side {
        let side = self.side(seat);
        Side {
            units: side.units.iter().map(|unit| self.turned_unit(unit)).collect(),
            plan: side.plan.iter().map(|order| self.turned_order(order)).collect(),
            next_id: side.next_id ^ 1,
            ..*side
        }
    }
}
