//! Utti over text: the hello, the news, the asks, and how answers are read.

use skirmish_core::grid::Cell;
use skirmish_core::seat::Seat;
use skirmish_core::wire::{ClockFace, Garbled, Page, Wire, number, words};

use super::action::{Action, Order, OrderKind};
use super::event::Event;
use super::state::{Phase, Unit, Utti};

const READY: &str = "`ready` or `ready batch`";
const ORDER: &str = "an action like `MOVE 3 4` or `(MOVE, (3, 4))`";

impl Wire for Utti {
    fn tell(&self, seat: Seat, event: &Event, page: &mut Page) {
        match event {
            Event::Round { number } => page.text("round").and(*number).end_line(),
            Event::Gold { gold } => {
                page.text("gold").and(gold[seat.index() & 1]).and(gold[seat.other().index() & 1]).end_line();
            }
            Event::Created { troop, .. } => tell_born(seat, troop, page),
            Event::Moved { id, to, .. } => tell_moved(*id, *to, page),
            Event::Stacked { stack, below, .. } => {
                tell_gone(below.id, page);
                tell_moved(stack.id, stack.cell, page);
                tell_height(stack, page);
            }
            Event::Split { troop, newborn } => {
                tell_moved(troop.id, troop.cell, page);
                tell_height(troop, page);
                tell_born(seat, newborn, page);
            }
            Event::Based { troop, base } => {
                match troop.height {
                    0 => tell_gone(troop.id, page),
                    _ => tell_height(troop, page),
                }
                tell_born(seat, base, page);
            }
            Event::Over { scores } => {
                let (own, other) = (scores[seat.index() & 1], scores[seat.other().index() & 1]);
                page.text("over").and(own).and(other).end_line();
            }
            // What these change is told by `gold`, or nothing changed.
            Event::Ready { .. } | Event::Mined { .. } | Event::Failed { .. } | Event::Missed { .. } => {}
        }
    }

    fn ask(&self, seat: Seat, _clock: ClockFace, page: &mut Page) {
        if self.phase == Phase::Hello {
            self.hello(seat, page);
        } else if let Some(units) = self.planning(seat) {
            page.text("acts").and(units.len() as i64).end_line();
            units.iter().for_each(|unit| unit_line(seat, unit, page));
            page.line("end");
        } else if let Some(unit) = self.acting() {
            page.text("act").and(unit.id).text(" ").text(unit.kind.letter());
            page.and(unit.cell.y).and(unit.cell.x).and(unit.height).and(self.gold(seat)).end_line();
        }
    }

    fn read(&self, seat: Seat, frame: &[u8], action: &mut Action) -> Result<(), Garbled> {
        if self.phase == Phase::Hello {
            return read_ready(frame, action);
        }
        if let Some(units) = self.planning(seat) {
            return read_many(frame, units.len(), action);
        }
        *action = Action::default();
        *action = Action::One(read_order(frame).ok_or_else(|| Garbled::expected(ORDER, frame))?);
        Ok(())
    }

    fn write(&self, action: &Action, page: &mut Page) {
        match action {
            Action::Ready { batch: false } => drop(page.text("ready")),
            Action::Ready { batch: true } => drop(page.text("ready batch")),
            Action::One(order) => write_order(order, page),
            Action::Many(orders) => {
                for (n, order) in orders.iter().enumerate() {
                    page.text(if n == 0 { "" } else { "; " });
                    write_order(order, page);
                }
            }
        }
    }
}

impl Utti {
    /// Everything that a bot needs to begin with.
    fn hello(&self, seat: Seat, page: &mut Page) {
        let config = self.config();
        page.text("utti").and(config.size as i64).and(seat.0).and(config.rounds).and(config.max_units);
        page.and(config.troop_cost).and(config.base_height).end_line();
        page.text("mines").and(self.mines().count() as i64).end_line();
        for cell in self.mines() {
            page.number(cell.y).and(cell.x).end_line();
        }
        let units = || self.units(seat).chain(self.units(seat.other()));
        page.text("units").and(units().count() as i64).end_line();
        units().for_each(|unit| unit_line(seat, unit, page));
        page.line("end");
    }
}

/// `<id> <0 own|1 enemy> <T|B> <row> <col> <height>`.
fn unit_line(seat: Seat, unit: &Unit, page: &mut Page) {
    page.number(unit.id).and(u8::from(unit.seat() != seat)).text(" ").text(unit.kind.letter());
    page.and(unit.cell.y).and(unit.cell.x).and(unit.height).end_line();
}

fn tell_born(seat: Seat, unit: &Unit, page: &mut Page) {
    page.text("born ");
    unit_line(seat, unit, page);
}

fn tell_moved(id: u32, to: Cell, page: &mut Page) {
    page.text("moved").and(id).and(to.y).and(to.x).end_line();
}

fn tell_height(unit: &Unit, page: &mut Page) {
    page.text("height").and(unit.id).and(unit.height).end_line();
}

fn tell_gone(id: u32, page: &mut Page) {
    page.text("gone").and(id).end_line();
}

fn write_order(order: &Order, page: &mut Page) {
    page.text(order.kind.word()).and(order.at.y).and(order.at.x);
}

fn read_ready(frame: &[u8], action: &mut Action) -> Result<(), Garbled> {
    *action = Action::Ready { batch: false };
    let mut words = words(frame);
    let is =
        |word: Option<&[u8]>, want: &str| word.is_some_and(|word| word.eq_ignore_ascii_case(want.as_bytes()));
    let batch = match (is(words.next(), "ready"), words.next()) {
        (true, None) => false,
        (true, word) if is(word, "batch") && words.next().is_none() => true,
        _ => return Err(Garbled::expected(READY, frame)),
    };
    *action = Action::Ready { batch };
    Ok(())
}

/// Reads `wanted` orders split at `;`. Every part stands for itself: one that cannot be read is an `IDLE`.
fn read_many(frame: &[u8], wanted: usize, action: &mut Action) -> Result<(), Garbled> {
    let mut orders = match std::mem::take(action) {
        Action::Many(orders) => orders,
        _ => Vec::new(),
    };
    orders.clear();
    // A `;` after the last part is allowed.
    let frame = frame.trim_ascii();
    let frame = frame.strip_suffix(b";").unwrap_or(frame);
    let mut parts = frame.split(|&byte| byte == b';');
    let mut wrong = None;
    for (n, part) in parts.by_ref().take(wanted).enumerate() {
        let order = read_order(part);
        if order.is_none() && wrong.is_none() {
            wrong = Some(format!("part {} of {wanted}: {}", n + 1, Garbled::expected(ORDER, part)));
        }
        orders.push(order.unwrap_or_default());
    }
    let (read, surplus) = (orders.len(), parts.count());
    *action = Action::Many(orders);
    if read + surplus != wanted {
        wrong =
            Some(format!("expected {wanted} parts split at `;`, one for each unit, got {}", read + surplus));
    }
    wrong.map_or(Ok(()), |why| Err(Garbled(why)))
}

/// Reads `NAME ROW COL`; brackets, commas and quotes count as blanks, so that `(NAME, (ROW, COL))` is the same.
fn read_order(text: &[u8]) -> Option<Order> {
    let mut words = text
        .split(|byte| byte.is_ascii_whitespace() || matches!(byte, b'(' | b')' | b',' | b'\'' | b'"'))
        .filter(|word| !word.is_empty());
    let name = words.next()?;
    let kind = OrderKind::ALL.into_iter().find(|kind| name.eq_ignore_ascii_case(kind.word().as_bytes()))?;
    // What is too large for a board is too large for a coordinate, too: the nearest that fits is off every board.
    let mut coordinate =
        || Some(number(words.next()?)?.clamp(i64::from(i16::MIN), i64::from(i16::MAX)) as i16);
    let (row, col) = (coordinate()?, coordinate()?);
    words.next().is_none().then_some(Order::new(kind, Cell::new(col, row)))
}
