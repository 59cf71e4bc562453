//! Who owns what, and what of it is active: kept up cell by cell instead of being searched anew.

use skirmish_core::seat::Seat;

use super::board::{Cells, flood, headquarters, may_disconnect, side, touches};
use super::state::IceAndFire;

impl IceAndFire {
    /// The cell becomes the seat's, if it is not yet.
    #[inline]
    pub(crate) fn take(&mut self, seat: Seat, at: usize) {
        if self.owned[side(seat)].has(at) {
            return;
        }
        if self.owned[side(seat.other())].has(at) {
            self.give_up(seat.other(), at);
        }
        self.gain(seat, at);
    }

    /// A cell that nobody owns becomes the seat's: its headquarters, or a cell beside an active one, so it is active too.
    #[inline]
    pub(crate) fn gain(&mut self, seat: Seat, at: usize) {
        let mine = side(seat);
        let cut_off = self.owned[mine].minus(&self.active[mine]);
        self.owned[mine].insert(at);
        if touches(&cut_off, at) {
            // Rule: cells that were cut off are active again as soon as a path of owned cells leads to them.
            let joined = flood(at, &self.owned[mine].minus(&self.active[mine]));
            self.active[mine] = self.active[mine].or(&joined);
            self.worth[mine] += self.earnings(&joined);
        } else {
            self.active[mine].insert(at);
            self.worth[mine] += self.rules.cell_income;
        }
    }

    /// The seat loses a cell with nothing left on it.
    #[inline]
    fn give_up(&mut self, seat: Seat, at: usize) {
        let mine = side(seat);
        self.owned[mine].remove(at);
        if !self.active[mine].has(at) {
            return;
        }
        self.active[mine].remove(at);
        self.worth[mine] -= self.rules.cell_income;
        if at == headquarters(seat) || may_disconnect(&self.active[mine], at) {
            let kept = flood(headquarters(seat), &self.active[mine]);
            let lost = self.active[mine].minus(&kept);
            self.active[mine] = kept;
            self.worth[mine] -= self.earnings(&lost);
        }
    }

    /// What active cells and the mines on them bring in.
    fn earnings(&self, cells: &Cells) -> i32 {
        let mines = self.mines.and(cells);
        cells.count() as i32 * self.rules.cell_income + mines.count() as i32 * self.rules.mine_income
    }
}
