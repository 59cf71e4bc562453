//! Si32 as text: pages out, lists of commands in.

use skirmish_core::grid::{Cell, Direction};
use skirmish_core::seat::Seat;
use skirmish_core::wire::{self, ClockFace, Garbled, Page, Wire, lines, words};

use super::action::{Command, Corner, END, Line, Misread, Orders};
use super::config::MAX_LINES;
use super::event::Event;
use super::state::Si32;

/// The most words a command has, and one more to notice too many.
const WORDS: usize = 6;

impl Wire for Si32 {
    fn greet(&self, seat: Seat, page: &mut Page) {
        page.text("si32").and(self.width() as i64).and(self.height() as i64);
        page.and(seat.0).and(self.turns()).end_line();
        for row in self.resource.chunks(self.width()) {
            for (x, &resource) in row.iter().enumerate() {
                page.text(if x == 0 { "" } else { " " }).number(resource);
            }
            page.end_line();
        }
    }

    fn tell(&self, seat: Seat, event: &Event, page: &mut Page) {
        // Everything else that a seat has to know stands in its page.
        if let Event::Over { .. } = event {
            let (own, other) = (self.side(seat).produced, self.side(seat.other()).produced);
            page.text("over").and(own).and(other).end_line();
            page.line(END);
        }
    }

    fn ask(&self, seat: Seat, _clock: ClockFace, page: &mut Page) {
        let (own, other) = (self.side(seat), self.side(seat.other()));
        page.text("turn").and(self.turn()).end_line();
        page.text("resource").and(own.purse).and(other.purse).end_line();
        page.text("produced").and(own.produced).and(other.produced).end_line();
        for tile in self.changed_tiles() {
            self.start_line("r", tile, page).and(self.resource[tile]).end_line();
        }
        for (tile, &units) in self.units.iter().enumerate().filter(|&(_, &units)| units != 0) {
            let enemy = (units < 0) != (seat == Seat::SECOND);
            self.start_line("u", tile, page).and(u8::from(enemy)).and(units.abs()).end_line();
        }
        for building in self.buildings() {
            let tile = self.tile(building.top_left);
            let enemy = building.owner != seat;
            self.start_line("b", tile, page).and(u8::from(enemy)).and(building.progress).end_line();
        }
        for dropped in &own.dropped {
            page.text("bad").and(dropped.line).text(" ").line(dropped.reason.word());
        }
        page.line(END);
    }

    fn read(&self, _seat: Seat, frame: &[u8], action: &mut Orders) -> Result<(), Garbled> {
        action.clear();
        for line in lines(frame).take(MAX_LINES) {
            action.push_line(read_line(line));
        }
        action.drop_trailing_blanks();
        Ok(())
    }

    fn write(&self, action: &Orders, page: &mut Page) {
        for line in action.lines() {
            match line {
                Line::Blank => {}
                Line::Bad(misread) => _ = page.text(example(*misread)),
                Line::Command(command) => write_command(command, page),
            }
            page.end_line();
        }
    }
}

impl Si32 {
    /// `<word> <x> <y>`.
    fn start_line<'a>(&self, word: &str, tile: usize, page: &'a mut Page) -> &'a mut Page {
        let cell = self.cell(tile);
        page.text(word).and(cell.x).and(cell.y)
    }
}

fn read_line(line: &[u8]) -> Line {
    let mut found: [&[u8]; WORDS] = [b""; WORDS];
    let mut count = 0;
    for word in words(line).take(WORDS) {
        found[count] = word;
        count += 1;
    }
    match read_command(&found[..count]) {
        Ok(Some(command)) => Line::Command(command),
        Ok(None) => Line::Blank,
        Err(misread) => Line::Bad(misread),
    }
}

/// Syntax only: whether a command fits the board is for the rules to say.
fn read_command(words: &[&[u8]]) -> Result<Option<Command>, Misread> {
    let command = match *words {
        [] => return Ok(None),
        [b"move", x, y, way, n] => {
            let way = Direction::from_letter(way);
            Command::Move { at: cell(x, y)?, way: way.ok_or(Misread::Direction)?, units: units(n)? }
        }
        [b"build", x, y, corner, n] => {
            let corner = Corner::ALL.into_iter().find(|known| known.word().as_bytes() == corner);
            Command::Build { at: cell(x, y)?, corner: corner.ok_or(Misread::Direction)?, units: units(n)? }
        }
        [b"build", x, y, n] => {
            Command::Build { at: cell(x, y)?, corner: Corner::SouthEast, units: units(n)? }
        }
        [b"mine", x, y, n] => Command::Mine { at: cell(x, y)?, units: units(n)? },
        [b"move" | b"build" | b"mine", ..] => return Err(Misread::Words),
        _ => return Err(Misread::Command),
    };
    Ok(Some(command))
}

/// A cell, on the board or not. What is too far away for a cell is as far away as a cell can be.
fn cell(x: &[u8], y: &[u8]) -> Result<Cell, Misread> {
    let coordinate = |word| {
        let number = wire::number(word).ok_or(Misread::Number)?;
        Ok(number.clamp(i64::from(i16::MIN), i64::from(i16::MAX)) as i16)
    };
    Ok(Cell::new(coordinate(x)?, coordinate(y)?))
}

/// A number of units, at least 1. More than there can be is as many as there can be.
fn units(word: &[u8]) -> Result<i32, Misread> {
    match wire::number(word) {
        None => Err(Misread::Number),
        Some(number) if number < 1 => Err(Misread::Amount),
        Some(number) => Ok(number.min(i64::from(i32::MAX)) as i32),
    }
}

fn write_command(command: &Command, page: &mut Page) {
    let (word, at, direction, units) = match *command {
        Command::Move { at, way, units } => ("move", at, way.letter(), units),
        Command::Build { at, corner, units } => ("build", at, corner.word(), units),
        Command::Mine { at, units } => ("mine", at, "", units),
    };
    page.text(word).and(at.x).and(at.y);
    if !direction.is_empty() {
        page.text(" ").text(direction);
    }
    page.and(units);
}

/// A line that is misread in the same way.
fn example(misread: Misread) -> &'static str {
    match misread {
        Misread::Command => "?",
        Misread::Words => "mine",
        Misread::Number => "mine ? ? 1",
        Misread::Direction => "move 0 0 ? 1",
        Misread::Amount => "mine 0 0 0",
    }
}
