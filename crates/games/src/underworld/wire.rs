//! The text protocol, as the original's programs speak it.

use skirmish_core::grid::Direction;
use skirmish_core::seat::Seat;
use skirmish_core::wire::{ClockFace, Garbled, Page, Wire, lines, number, words};

use super::action::{Action, Building, Command, END, letter};
use super::board::Kind;
use super::config::MAX_SIZE;
use super::event::Event;
use super::state::{Phase, Underworld};

/// The question of the handshake.
const QUESTION: &str = "Who are you?";
/// The only right answer.
const PASSWORD: &str = "crayfish";
/// What a player hears who has won or lost.
const GOOD_GAME: &str = "gg";
/// The owner shown for what belongs to nobody.
const NOBODY: i64 = -1;

impl Wire for Underworld {
    fn tell(&self, seat: Seat, event: &Event, page: &mut Page) {
        if matches!(event, Event::Out { seat: out, .. } if *out == seat) {
            page.line(GOOD_GAME);
            page.line(END);
        }
    }

    fn ask(&self, seat: Seat, _clock: ClockFace, page: &mut Page) {
        if self.phase == Phase::Handshake {
            return page.line(QUESTION);
        }
        if self.turn == 0 {
            page.number(self.width() as i64).and(self.height() as i64);
            page.and(self.rules.seats.get() as i64).and(seat.0).end_line();
        }
        page.text("money").and(self.money[seat.index()]).end_line();
        // Rule: objects are sent sorted by y, then x.
        for (spot, piece) in self.board.pieces() {
            let owner = if piece.is_wall() { NOBODY } else { i64::from(piece.owner.0) };
            page.number(self.board.column(spot) as i64).and(self.board.row(spot) as i64).and(owner);
            page.text(" ").text(piece.kind.letter()).and(piece.hp).end_line();
        }
        page.line(END);
    }

    fn read(&self, _seat: Seat, frame: &[u8], action: &mut Action) -> Result<(), Garbled> {
        if self.phase == Phase::Handshake {
            return read_handshake(frame, action);
        }
        let commands = action.restart();
        // Rule: a bad line is passed over, the rest of the answer counts.
        commands.extend(lines(frame).filter_map(read_command));
        Ok(())
    }

    fn write(&self, action: &Action, page: &mut Page) {
        match action {
            Action::Hello => page.line(PASSWORD),
            Action::Turn(commands) => commands.iter().for_each(|&command| write_command(command, page)),
        }
    }
}

fn read_handshake(frame: &[u8], action: &mut Action) -> Result<(), Garbled> {
    action.restart();
    if frame.trim_ascii() != PASSWORD.as_bytes() {
        return Err(Garbled::expected("`crayfish` in answer to the handshake", frame));
    }
    *action = Action::Hello;
    Ok(())
}

/// The command on a line, if it is one. More words than needed are passed over.
fn read_command(line: &[u8]) -> Option<Command> {
    let mut words = words(line);
    let verb = words.next()?;
    let (x, y) = (coordinate(words.next()?)?, coordinate(words.next()?)?);
    let last = words.next()?;
    match verb {
        b"move" => Some(Command::Move { x, y, heading: Direction::from_letter(last) }),
        b"spawn" => Some(Command::Spawn { x, y, heading: Direction::from_letter(last) }),
        b"build" => Building::from_letter(last).map(|building| Command::Build { x, y, building }),
        _ => None,
    }
}

/// A whole number that some board has as a coordinate.
fn coordinate(word: &[u8]) -> Option<u8> {
    number(word).filter(|n| (0..MAX_SIZE as i64).contains(n)).map(|n| n as u8)
}

fn write_command(command: Command, page: &mut Page) {
    let (verb, x, y, last) = match command {
        Command::Move { x, y, heading } => ("move", x, y, letter(heading)),
        Command::Spawn { x, y, heading } => ("spawn", x, y, letter(heading)),
        Command::Build { x, y, building } => ("build", x, y, Kind::letter(building.kind())),
    };
    page.text(verb).and(x).and(y).text(" ").text(last).end_line();
}
