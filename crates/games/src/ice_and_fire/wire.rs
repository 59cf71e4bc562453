//! The wire of the contest, to the byte.

use skirmish_core::seat::Seat;
use skirmish_core::wire::{ClockFace, Garbled, Page, Wire};

use super::action::{Action, Building, Number, Part};
use super::board::{Cells, headquarters, side};
use super::config::{AREA, SIDE};
use super::event::Event;
use super::state::IceAndFire;

/// What every part of a line can be.
const PARTS: &str =
    "`MOVE id x y`, `TRAIN level x y`, `BUILD MINE x y`, `BUILD TOWER x y`, `MSG text` or `WAIT`";

impl Wire for IceAndFire {
    /// Nothing is told: what a player must know stands in its next block.
    fn tell(&self, _seat: Seat, _event: &Event, _page: &mut Page) {}

    fn ask(&self, seat: Seat, _clock: ClockFace, page: &mut Page) {
        if self.played < 2 {
            self.write_mine_spots(page);
        }
        for seat in [seat, seat.other()] {
            page.number(self.gold[side(seat)]).end_line();
            page.number(self.income[side(seat)]).end_line();
        }
        self.write_cells(seat, page);
        self.write_buildings(seat, page);
        self.write_units(seat, page);
    }

    fn read(&self, _seat: Seat, frame: &[u8], action: &mut Action) -> Result<(), Garbled> {
        action.clear();
        if frame.is_empty() {
            return Err(Garbled("the line is empty; to do nothing, answer `WAIT`".into()));
        }
        // Rule: empty parts at the end are dropped, so `;` alone is an answer.
        let Some(last) = frame.iter().rposition(|&byte| byte != b';') else { return Ok(()) };
        for part in frame[..=last].split(|&byte| byte == b';') {
            read_part(trim(part), action).ok_or_else(|| Garbled::expected(PARTS, part))?;
        }
        Ok(())
    }

    fn write(&self, action: &Action, page: &mut Page) {
        if action.parts().is_empty() {
            page.text(";");
        }
        for (i, part) in action.parts().iter().enumerate() {
            if i > 0 {
                page.text(";");
            }
            write_part(part, action, page);
        }
    }
}

impl IceAndFire {
    fn write_mine_spots(&self, page: &mut Page) {
        page.number(self.ground.spots.count() as i64).end_line();
        for at in self.ground.spots.iter() {
            write_cell(at, page);
            page.end_line();
        }
    }

    fn write_cells(&self, seat: Seat, page: &mut Page) {
        let (mine, theirs) = (side(seat), side(seat.other()));
        for y in 0..SIDE {
            let mut row = [b'.'; SIDE];
            for (x, mark) in row.iter_mut().enumerate() {
                let at = y * SIDE + x;
                *mark = if !self.ground.land.has(at) {
                    b'#'
                } else if self.owned[mine].has(at) {
                    if self.active[mine].has(at) { b'O' } else { b'o' }
                } else if self.owned[theirs].has(at) {
                    if self.active[theirs].has(at) { b'X' } else { b'x' }
                } else {
                    b'.'
                };
            }
            page.line(std::str::from_utf8(&row).unwrap_or_default());
        }
    }

    /// Own buildings first, then by type, x and y.
    fn write_buildings(&self, seat: Seat, page: &mut Page) {
        page.number((2 + self.mines.count() + self.towers.count()) as i64).end_line();
        for (owner, seat) in [seat, seat.other()].into_iter().enumerate() {
            let owned = &self.owned[side(seat)];
            let mut headquarters_alone = Cells::EMPTY;
            headquarters_alone.insert(headquarters(seat));
            let kinds = [headquarters_alone, self.mines.and(owned), self.towers.and(owned)];
            for (kind, cells) in kinds.iter().enumerate() {
                for at in by_column(cells) {
                    page.number(owner as i64).and(kind as i64).text(" ");
                    write_cell(at, page);
                    page.end_line();
                }
            }
        }
    }

    /// Own units first, then by id.
    fn write_units(&self, seat: Seat, page: &mut Page) {
        let [one, two, three] = &self.units;
        let all = one.or(two).or(three);
        page.number(all.count() as i64).end_line();
        for (owner, seat) in [seat, seat.other()].into_iter().enumerate() {
            let mut units = [(0u32, 0u8); AREA];
            let mut count = 0;
            for at in all.and(&self.owned[side(seat)]).iter() {
                units[count] = (self.roster.at(at).map_or(0, |(id, _)| id), at as u8);
                count += 1;
            }
            units[..count].sort_unstable();
            for &(id, at) in &units[..count] {
                page.number(owner as i64).and(id).and(self.roster.level_at(at.into())).text(" ");
                write_cell(at.into(), page);
                page.end_line();
            }
        }
    }
}

/// The members of a set, column by column.
fn by_column(cells: &Cells) -> impl Iterator<Item = usize> {
    let mut order = [0u8; AREA];
    let mut count = 0;
    for at in cells.iter() {
        order[count] = (at % SIDE * SIDE + at / SIDE) as u8;
        count += 1;
    }
    order[..count].sort_unstable();
    order.into_iter().take(count).map(|turned| usize::from(turned) % SIDE * SIDE + usize::from(turned) / SIDE)
}

fn write_cell(at: usize, page: &mut Page) {
    page.number((at % SIDE) as i64).and((at / SIDE) as i64);
}

fn write_part(part: &Part, action: &Action, page: &mut Page) {
    match *part {
        Part::Wait => {
            page.text("WAIT");
        }
        Part::Message(span) => {
            page.text("MSG ").text(action.text(span));
        }
        Part::Move { id, x, y } => write_numbers("MOVE", [id, x, y], page),
        Part::Train { level, x, y } => write_numbers("TRAIN", [level, x, y], page),
        Part::Build { building, x, y } => {
            page.text("BUILD ");
            write_numbers(building.word(), [x, y], page);
        }
    }
}

fn write_numbers<const N: usize>(word: &str, numbers: [Number; N], page: &mut Page) {
    page.text(word);
    for number in numbers {
        page.text(" ");
        match number {
            Number::EMPTY => {}
            number => {
                page.number(number.value().unwrap_or(Number::MAX + 1));
            }
        }
    }
}

/// Adds a trimmed part to the action; `None` if it is not recognised.
fn read_part(part: &[u8], action: &mut Action) -> Option<()> {
    if part == b"WAIT" {
        action.wait();
    } else if let Some(text) = part.strip_prefix(b"MSG ") {
        // The part is trimmed, so there is text. A line end in it can only come from a frame that is no line.
        if text.iter().any(|byte| matches!(byte, b'\n' | b'\r')) {
            return None;
        }
        action.say(&String::from_utf8_lossy(text));
    } else if let Some(rest) = part.strip_prefix(b"MOVE ") {
        let [id, x, y] = read_numbers(rest)?;
        action.push(Part::Move { id, x, y });
    } else if let Some(rest) = part.strip_prefix(b"TRAIN ") {
        let [level, x, y] = read_numbers(rest)?;
        action.push(Part::Train { level, x, y });
    } else if let Some(rest) = part.strip_prefix(b"BUILD MINE ") {
        let [x, y] = read_numbers(rest)?;
        action.push(Part::Build { building: Building::Mine, x, y });
    } else {
        let [x, y] = read_numbers(part.strip_prefix(b"BUILD TOWER ")?)?;
        action.push(Part::Build { building: Building::Tower, x, y });
    }
    Some(())
}

/// Digits, possibly none, with exactly one blank between numbers.
fn read_numbers<const N: usize>(mut rest: &[u8]) -> Option<[Number; N]> {
    let mut numbers = [Number::EMPTY; N];
    for (i, number) in numbers.iter_mut().enumerate() {
        if i > 0 {
            rest = rest.strip_prefix(b" ")?;
        }
        let mut value: Option<u64> = None;
        while let [digit @ b'0'..=b'9', after @ ..] = rest {
            // Once it is huge it stays so, however many digits follow.
            let sum = value.unwrap_or(0) * 10 + u64::from(digit - b'0');
            value = Some(sum.min(u64::from(Number::MAX) + 1));
            rest = after;
        }
        if let Some(value) = value {
            *number = Number::new(value as u32);
        }
    }
    rest.is_empty().then_some(numbers)
}

/// Without blanks, tabs and other bytes that show nothing at both ends.
fn trim(part: &[u8]) -> &[u8] {
    let start = part.iter().position(|&byte| byte > b' ').unwrap_or(part.len());
    let end = part.iter().rposition(|&byte| byte > b' ').map_or(start, |last| last + 1);
    &part[start..end]
}
