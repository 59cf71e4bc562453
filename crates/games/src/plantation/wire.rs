//! The text protocol: what a program reads and writes.

use skirmish_core::seat::Seat;
use skirmish_core::wire::{ClockFace, Garbled, Page, Wire, number};

use super::action::{Command, Verb};
use super::event::{Event, Response};
use super::state::Plantation;

impl Wire for Plantation {
    fn greet(&self, seat: Seat, page: &mut Page) {
        page.text("plantation").and(self.ground.rows() as i64).and(self.ground.cols() as i64);
        page.text(if seat == Seat::FIRST { " +" } else { " -" });
        page.and(self.rules.turns).and(self.rules.moves_per_turn).end_line();
    }

    fn tell(&self, seat: Seat, event: &Event, page: &mut Page) {
        match event {
            Event::Answered { command, response, .. } => self.tell_response(command.as_ref(), response, page),
            Event::Ended { sums, .. } => {
                let size = |seat: Seat| i64::from(sums[seat.index()]).abs();
                page.text("end").and(size(seat)).and(size(seat.other()));
            }
        }
        page.end_line();
    }

    fn ask(&self, seat: Seat, clock: ClockFace, page: &mut Page) {
        // Without a limit the time is endless; a program gets the largest number that fits any language's `int`.
        let left_ms = clock.left_ms.min(i32::MAX as u64) as i64;
        page.text("turn").and(self.turn).text(" moves").and(self.moves_left);
        page.text(" time").and(left_ms).end_line();
        let own = self.sides[seat.index()].scores(self.ground.cells());
        for row in own.chunks(self.ground.cols()) {
            let mut scores = row.iter();
            scores.by_ref().take(1).for_each(|&score| {
                page.number(score);
            });
            scores.for_each(|&score| {
                page.and(score);
            });
            page.end_line();
        }
    }

    fn read(&self, _seat: Seat, frame: &[u8], command: &mut Command) -> Result<(), Garbled> {
        *command = Command::default();
        // Rule: brackets and commas, as the seed prints them, are as good as blanks.
        let is_blank = |byte: &u8| byte.is_ascii_whitespace() || matches!(byte, b'[' | b']' | b',');
        let mut words = frame.split(is_blank).filter(|word| !word.is_empty());
        let Some(verb) = words.next().and_then(Verb::named) else {
            return Err(Garbled::expected("fertilise, plant, scout, colonise, spray or bomb first", frame));
        };
        command.verb = verb;
        // Rule: a word that is no integer ends the list of numbers.
        for number in words.map_while(number).take(Command::MOST_NUMBERS) {
            command.push(number.clamp(i64::from(i32::MIN), i64::from(i32::MAX)) as i32);
        }
        Ok(())
    }

    fn write(&self, command: &Command, page: &mut Page) {
        page.text(command.verb.word());
        command.numbers().iter().for_each(|&number| {
            page.and(number);
        });
    }
}

impl Plantation {
    fn tell_response(&self, command: Option<&Command>, response: &Response, page: &mut Page) {
        match *response {
            Response::Error => page.text("error"),
            Response::Done => page.text("OK"),
            Response::Occupied(score) => page.text("occupied").and(score),
            Response::Sprayed(tiles) => page.text("OK").and(tiles),
            Response::Bombed(levels) => page.text("OK").and(levels),
            Response::Scouted(scores) => {
                self.tell_scores(command.and_then(Command::target), &scores, page);
                page
            }
        };
    }

    /// Rule: nine scores row by row; in the original's variant only those on the board.
    fn tell_scores(&self, target: Option<(i32, i32)>, scores: &[i16; 9], page: &mut Page) {
        let mut is_shown = [!self.rules.scout_clipped; 9];
        if let Some(target) = target.and_then(|target| self.ground.target(target)) {
            self.ground
                .shown(target)
                .into_iter()
                .zip(&mut is_shown)
                .for_each(|(is_on, shown)| *shown |= is_on);
        }
        let mut before = "OK ";
        for (score, _) in scores.iter().zip(is_shown).filter(|(_, is_shown)| *is_shown) {
            page.text(before).number(*score);
            before = ",";
        }
    }
}
