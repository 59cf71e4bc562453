//! A person at a seat: shown what the seat may see, answering by a channel.

use std::io::{self, BufRead, Write};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::time::Duration;

use skirmish_core::{Budget, Drafting, Frame, Seat};

/// What a person is shown when asked.
pub struct Shown {
    /// The seat.
    pub seat: Seat,
    /// The decision, counted from 0.
    pub decision: u64,
    /// The board as text, as the seat sees it.
    pub board: String,
    /// One line about how the match stands.
    pub status: String,
    /// What a program would read.
    pub page: String,
    /// How the answer ends.
    pub frame: Frame,
    /// Which allowance of time it draws on.
    pub budget: Budget,
    /// An answer to be made choice by choice, for those who do not type one.
    pub draft: Box<dyn Drafting>,
    /// Milliseconds there are; `None` without a clock.
    pub left_ms: Option<u64>,
}

/// The referee's end of the line to a person.
#[derive(Debug)]
pub struct Line {
    shown: Sender<Shown>,
    said: Receiver<Vec<u8>>,
}

/// The person's end of the line: a terminal's, or a web page's.
#[derive(Debug)]
pub struct Desk {
    /// What is shown; ends when the match does.
    pub shown: Receiver<Shown>,
    /// Where answers go, without what ends them.
    pub said: Sender<Vec<u8>>,
}

/// A line between a referee and a person.
pub fn line() -> (Line, Desk) {
    let (show, shown) = channel();
    let (say, said) = channel();
    (Line { shown: show, said }, Desk { shown, said: say })
}

/// What came of waiting for a person.
pub(crate) enum Waited {
    Said(Vec<u8>),
    NotYet,
    Left,
}

impl Line {
    /// Shows; what was said before counts no more.
    pub(crate) fn show(&self, shown: Shown) {
        while self.said.try_recv().is_ok() {}
        // A person who left is noticed when the answer is waited for.
        let _ = self.shown.send(shown);
    }

    pub(crate) fn wait(&self, most: Duration) -> Waited {
        match self.said.recv_timeout(most) {
            Ok(said) => Waited::Said(said),
            Err(RecvTimeoutError::Timeout) => Waited::NotYet,
            Err(RecvTimeoutError::Disconnected) => Waited::Left,
        }
    }
}

impl Desk {
    /// Plays on a terminal until the match ends or the input does: shows the board, prompts, sends lines.
    pub fn run(self, mut input: impl BufRead, mut output: impl Write) -> io::Result<()> {
        while let Ok(shown) = self.shown.recv() {
            write!(output, "{}\n{}\n{}", shown.board, shown.status, shown.page)?;
            let Some(answer) = prompt(&shown, &mut input, &mut output)? else { return Ok(()) };
            if self.said.send(answer).is_err() {
                return Ok(());
            }
        }
        Ok(())
    }
}

/// Asks until the answer is whole; `None` at the end of the input.
fn prompt(shown: &Shown, input: &mut impl BufRead, output: &mut impl Write) -> io::Result<Option<Vec<u8>>> {
    let mut answer = String::new();
    if let Frame::Until(word) = shown.frame {
        writeln!(output, "(end your answer with a line `{word}`)")?;
    }
    loop {
        write!(output, "seat {}> ", shown.seat)?;
        output.flush()?;
        let mut line = String::new();
        if input.read_line(&mut line)? == 0 {
            return Ok(None);
        }
        match shown.frame {
            Frame::Line => return Ok(Some(line.trim_end_matches(['\n', '\r']).into())),
            Frame::Until(word) if line.trim() == word => return Ok(Some(answer.into())),
            Frame::Until(_) => answer.push_str(&line),
        }
    }
}

#[cfg(test)]
mod tests {
    use skirmish_core::{SeatCount, Seed, Wishes};

    use super::*;

    fn shown(frame: Frame) -> Shown {
        let entry = &skirmish_games::GAMES[0];
        let config = (entry.configure)(&Wishes::none()).expect("the defaults are a config");
        let table =
            (entry.open)(&config, SeatCount::new(2).expect("two may play"), Seed(1)).expect("it starts");
        Shown {
            seat: Seat(0),
            decision: 0,
            board: "..".into(),
            status: "turn 0 of 9".into(),
            page: "go\n".into(),
            frame,
            budget: Budget::Turn,
            draft: table.drafting(Seat(0)),
            left_ms: None,
        }
    }

    #[test]
    fn a_terminal_collects_whole_answers() {
        for (frame, typed, expected) in [
            (Frame::Line, "MOVE 1 2\r\n", &b"MOVE 1 2"[..]),
            (Frame::Until("end"), "a\nb\n end\n", b"a\nb\n"),
        ] {
            let (line, desk) = line();
            line.show(shown(frame));
            let Line { shown: show, said } = line;
            drop(show);
            let mut output = Vec::new();
            desk.run(typed.as_bytes(), &mut output).expect("memory does not fail");
            assert_eq!(said.recv().expect("an answer was sent"), expected);
            assert!(String::from_utf8_lossy(&output).contains("seat 0> "));
        }
    }
}
