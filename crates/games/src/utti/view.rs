//! How Utti shows itself.

use skirmish_core::answer::Fault;
use skirmish_core::game::Game;
use skirmish_core::grid::Cell;
use skirmish_core::info::{Ink, Layer};
use skirmish_core::seat::Seat;
use skirmish_core::view::{Canvas, Mark, View, Weight};

use super::action::{Order, OrderKind, Refusal};
use super::event::Event;
use super::state::{Unit, Utti};

pub(super) const MINE: usize = 0;
pub(super) const BASE: usize = 1;
pub(super) const TROOP: usize = 2;
const WAITING: usize = 3;
const ACTING: usize = 4;

/// A troop's height as a letter: `a` is 1, `b` is 2, `z` is 26 or more; small for seat 0, capital for seat 1.
const HEIGHTS: &[&str] = &["abcdefghijklmnopqrstuvwxyz", "ABCDEFGHIJKLMNOPQRSTUVWXYZ"];

/// What is drawn, from the ground up.
pub(super) const LAYERS: &[Layer] = &[
    Layer::common("mine", 1, Ink::Mark("$")),
    Layer::per_seat("base", 1, Ink::Ground(&["0", "1"])),
    Layer::per_seat("troop height", 50, Ink::Scale(HEIGHTS)),
    // 1: the troop there still acts this round; 2: the base does; 3: both.
    Layer::common("waiting", 3, Ink::None),
    // 1: the troop there acts now; 2: the base does.
    Layer::common("acting", 2, Ink::None),
];

/// Numbers shown per seat.
pub(super) const GAUGES: &[&str] = &["score", "gold", "height", "troops", "bases"];

impl View for Utti {
    fn draw<C: Canvas>(&self, canvas: &mut C) {
        canvas.size(self.size(), self.size());
        canvas.progress(self.round(), self.config().rounds);
        for seat in [Seat::FIRST, Seat::SECOND] {
            let side = self.side(seat);
            let gauges =
                [self.score(seat), side.gold, side.height, i64::from(side.troops), i64::from(side.bases)];
            for (gauge, value) in gauges.into_iter().enumerate() {
                canvas.gauge(gauge, seat, value);
            }
        }
        canvas.bits(MINE, None, &self.mine_bits);
        self.draw_units(canvas);
        if canvas.wants(WAITING) {
            self.draw_waiting(canvas);
        }
        if let Some(unit) = self.acting() {
            canvas.put(ACTING, None, usize::from(unit.at), which(unit));
        }
    }

    fn mark(&self, event: &Event) -> Mark {
        match event {
            Event::Ready { seat, batch, fault } => mark_ready(*seat, *batch, *fault),
            Event::Round { number } => Mark::new(Weight::Small, None, format!("round {number} begins")),
            Event::Gold { gold } => {
                Mark::new(Weight::Small, None, format!("seat 0 has {} gold, seat 1 has {}", gold[0], gold[1]))
            }
            Event::Created { base, troop } => {
                let says = format!("{} creates {} at {}", named(base), short(troop), spot(troop.cell));
                Mark::new(Weight::Small, base.seat(), says).between(base.cell, troop.cell)
            }
            Event::Mined { troop, gold } => {
                let says = format!("{} mines {gold} gold at {}", named(troop), spot(troop.cell));
                Mark::new(Weight::Small, troop.seat(), says).at(troop.cell)
            }
            Event::Moved { id, from, to } => {
                let seat = seat_of(*id);
                let says = format!("seat {seat}'s troop {id} moves from {} to {}", spot(*from), spot(*to));
                Mark::new(Weight::Small, seat, says).between(*from, *to)
            }
            Event::Stacked { stack, from, below } => mark_stack(stack, *from, below),
            Event::Split { troop, newborn } => mark_split(troop, newborn),
            Event::Based { troop, base } => mark_base(troop, base),
            Event::Failed { id, order, why, .. } => mark_failure(*id, order, *why),
            Event::Missed { id, fault } => mark_miss(*id, *fault),
            Event::Over { scores } => {
                let says = format!("the match is over, {} to {}", scores[0], scores[1]);
                Mark::new(Weight::Decisive, None, says)
            }
        }
    }
}

impl Utti {
    fn draw_units<C: Canvas>(&self, canvas: &mut C) {
        for seat in [Seat::FIRST, Seat::SECOND] {
            for unit in self.units(seat) {
                let at = usize::from(unit.at);
                let (layer, value) = match unit.is_troop() {
                    true => (TROOP, unit.height.min(i16::MAX as u32) as i16),
                    false => (BASE, 1),
                };
                // An id of 0 would mean that nothing tells it apart.
                canvas.piece(layer, Some(seat), at, value, unit.id + 1);
            }
        }
    }

    /// Which units still act this round, those born in it included.
    fn draw_waiting<C: Canvas>(&self, canvas: &mut C) {
        if self.phase.ending().is_some() {
            return;
        }
        for side in &self.sides {
            for unit in side.units[side.next..].iter().filter(|unit| !unit.is_gone) {
                let at = usize::from(unit.at);
                let other = if unit.is_troop() {
                    2 * i16::from(self.base_is_waiting(unit.cell))
                } else {
                    i16::from(self.troop_is_waiting(unit.cell))
                };
                canvas.put(WAITING, None, at, which(unit) + other);
            }
        }
    }

    fn troop_is_waiting(&self, cell: Cell) -> bool {
        let Some((seat, index)) = self.standing[self.place(cell)].get() else { return false };
        index >= self.side(seat).next
    }

    fn base_is_waiting(&self, cell: Cell) -> bool {
        // Bases under troops are rare, so a search among the waiting is cheap enough.
        self.has_base(cell)
            && self
                .sides
                .iter()
                .any(|side| side.units[side.next..].iter().any(|unit| !unit.is_troop() && unit.cell == cell))
    }
}

/// 1 for a troop, 2 for a base.
fn which(unit: &Unit) -> i16 {
    if unit.is_troop() { 1 } else { 2 }
}

fn mark_stack(stack: &Unit, from: Cell, below: &Unit) -> Mark {
    /// From this height on, a capture may decide the match.
    const TALL: u32 = 20;
    let is_capture = stack.seat() != below.seat();
    let (does, weight) = match (is_capture, below.height >= TALL) {
        (true, true) => ("captures", Weight::Decisive),
        (true, false) => ("captures", Weight::Notable),
        (false, _) => ("climbs", Weight::Small),
    };
    let (who, whom) = (named(stack), if is_capture { named(below) } else { short(below) });
    let says = format!("{who} {does} {whom} at {} and is {} high", spot(stack.cell), stack.height);
    Mark::new(weight, stack.seat(), says).between(from, stack.cell)
}

fn mark_split(troop: &Unit, newborn: &Unit) -> Mark {
    let goes = format!("height {} goes to {}", troop.height, spot(troop.cell));
    let stays = format!("height {} stays as {}", newborn.height, short(newborn));
    let says = format!("{} splits: {goes}, {stays}", named(troop));
    Mark::new(Weight::Small, troop.seat(), says).between(newborn.cell, troop.cell)
}

fn mark_base(troop: &Unit, base: &Unit) -> Mark {
    let left = match troop.height {
        0 => "and is gone".to_string(),
        height => format!("and keeps height {height}"),
    };
    let says = format!("{} becomes {} at {} {left}", named(troop), short(base), spot(base.cell));
    Mark::new(Weight::Notable, troop.seat(), says).at(base.cell)
}

fn mark_ready(seat: Seat, batch: bool, fault: Option<Fault>) -> Mark {
    let how = if batch { "and answers in batches" } else { "and answers unit by unit" };
    let why = fault.map_or(String::new(), |fault| format!(" (its hello was {})", fault.word()));
    Mark::new(Weight::Small, seat, format!("seat {seat} is ready {how}{why}"))
}

fn mark_failure(id: u32, order: &Order, why: Refusal) -> Mark {
    let seat = seat_of(id);
    let what = match order.kind {
        OrderKind::Idle | OrderKind::Mine => order.kind.word().to_string(),
        kind => format!("{} {}", kind.word(), spot(order.at)),
    };
    Mark::new(Weight::Small, seat, format!("seat {seat}'s unit {id} fails to {what}: {}", why.words()))
}

fn mark_miss(id: u32, fault: Option<Fault>) -> Mark {
    let seat = seat_of(id);
    let why = fault.map_or("missing or of the wrong kind", Fault::word);
    Mark::new(Weight::Small, seat, format!("seat {seat}'s unit {id} does nothing: its answer was {why}"))
}

/// `seat 0's troop 12`.
fn named(unit: &Unit) -> String {
    format!("seat {}'s {}", unit.seat(), short(unit))
}

/// `troop 12`.
fn short(unit: &Unit) -> String {
    format!("{} {}", unit.kind.word(), unit.id)
}

/// `(row, column)`, as on the wire.
fn spot(cell: Cell) -> String {
    format!("({}, {})", cell.y, cell.x)
}

fn seat_of(id: u32) -> Seat {
    Seat((id & 1) as u8)
}
