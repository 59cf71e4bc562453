//! A person at a seat: shown what the seat may see, answering by a channel.

use std::io::{self, BufRead, Write};
use std::sync::mpsc::{Receiver, Sender, TryRecvError, channel};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use skirmish_core::answer::Cost;
use skirmish_core::game::{Budget, Framing};
use skirmish_core::learn::Drafting;
use skirmish_core::seat::Seat;
use skirmish_core::wire::Page;

use super::{Context, Player, Poll, Question, Seated, Seating};
use crate::explain::{Cause, Lateness};
use crate::stop::Stop;

/// What a person is shown when asked.
pub struct Prompt {
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
    pub framing: Framing,
    /// Which allowance of time it draws on.
    pub budget: Budget,
    /// An answer to be made choice by choice, for those who do not type one.
    pub draft: Box<dyn Drafting>,
    /// Milliseconds there are; `None` without a clock.
    pub left_ms: Option<u64>,
}

/// A person who plays. The other end of it is a [`PersonEnd`].
#[derive(Debug)]
pub struct Person {
    name: String,
    /// One match has a person at a time.
    channel: Mutex<Channel>,
}

#[derive(Debug)]
struct Channel {
    shown: Sender<Prompt>,
    said: Receiver<Vec<u8>>,
}

/// The person's side: a terminal's, or a web page's.
#[derive(Debug)]
pub struct PersonEnd {
    /// What is shown; ends when the match does.
    pub shown: Receiver<Prompt>,
    /// Where answers go, without what ends them.
    pub said: Sender<Vec<u8>>,
}

impl Person {
    /// A person of that name, and the side on which it is shown the match and answers.
    pub fn new(name: impl Into<String>) -> (Self, PersonEnd) {
        let (show, shown) = channel();
        let (say, said) = channel();
        let channel = Mutex::new(Channel { shown: show, said });
        (Self { name: name.into(), channel }, PersonEnd { shown, said: say })
    }
}

impl Player for Person {
    fn name(&self) -> &str {
        &self.name
    }

    fn is_repeatable(&self) -> bool {
        false
    }

    fn begin<'a>(&'a self, _place: &Seating<'a>) -> Result<Box<dyn Seated + 'a>, Stop> {
        let channel = self.channel.lock().unwrap_or_else(PoisonError::into_inner);
        Ok(Box::new(SeatedPerson { channel, asked: None }))
    }
}

struct SeatedPerson<'a> {
    channel: MutexGuard<'a, Channel>,
    asked: Option<Asked>,
}

/// A question that the person has not answered yet.
struct Asked {
    seat: Seat,
    since: Instant,
    allowed: Option<Duration>,
    framing: Framing,
}

impl Channel {
    /// Shows; what was said before counts no more.
    fn show(&self, shown: Prompt) {
        while self.said.try_recv().is_ok() {}
        // A person who left is noticed when the answer is waited for.
        let _ = self.shown.send(shown);
    }
}

impl Seated for SeatedPerson<'_> {
    fn ask(&mut self, mut question: Question<'_>, context: &mut Context<'_>) -> Result<(), Stop> {
        let mut page = Page::new();
        question.page(&mut page);
        context.watch.sent(question.seat, page.as_bytes());
        self.channel.show(shown(&question, context.decision, &page));
        self.asked = Some(Asked {
            seat: question.seat,
            since: Instant::now(),
            allowed: question.allowed(),
            framing: question.ask.framing,
        });
        Ok(())
    }

    fn poll(&mut self, _now: Instant, context: &mut Context<'_>) -> Result<Poll, Stop> {
        let Some(asked) = &self.asked else { return Ok(Poll::Pending) };
        let took = asked.since.elapsed();
        let said = match (self.channel.said.try_recv(), asked.allowed) {
            (Ok(answer), _) => Ok(answer),
            (Err(TryRecvError::Disconnected), _) => Err(Cause::Nobody("the person has left")),
            (Err(TryRecvError::Empty), Some(allowed)) if took >= allowed => {
                Err(Cause::Late(Lateness::silent(allowed, 0, asked.framing)))
            }
            (Err(TryRecvError::Empty), _) => return Ok(Poll::Pending),
        };
        if let Ok(answer) = &said {
            context.watch.answered(asked.seat, answer);
        }
        self.asked = None;
        Ok(Poll::Ready(said, Cost { wall_us: took.as_micros() as u64, ..Cost::default() }))
    }

    fn wake(&mut self, now: Instant) -> Option<Instant> {
        /// A channel cannot be waited for beside descriptors: it is looked at so often.
        const SLICE: Duration = Duration::from_millis(10);
        Some(now + SLICE)
    }
}

fn shown(question: &Question<'_>, decision: u64, page: &Page) -> Prompt {
    let (table, eye) = (&*question.table, Some(question.seat));
    Prompt {
        seat: question.seat,
        decision,
        board: table.text(eye, false),
        status: table.status(eye),
        page: page.as_str().to_string(),
        framing: question.ask.framing,
        budget: question.ask.budget,
        draft: table.drafting(question.seat),
        left_ms: question.grant.time_us.map(|us| us / 1000),
    }
}

impl PersonEnd {
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
fn prompt(shown: &Prompt, input: &mut impl BufRead, output: &mut impl Write) -> io::Result<Option<Vec<u8>>> {
    let mut answer = String::new();
    if let Framing::Until(word) = shown.framing {
        writeln!(output, "(end your answer with a line `{word}`)")?;
    }
    loop {
        write!(output, "seat {}> ", shown.seat)?;
        output.flush()?;
        let mut line = String::new();
        if input.read_line(&mut line)? == 0 {
            return Ok(None);
        }
        match shown.framing {
            Framing::Line => return Ok(Some(line.trim_end_matches(['\n', '\r']).into())),
            Framing::Until(word) if line.trim() == word => return Ok(Some(answer.into())),
            Framing::Until(_) => answer.push_str(&line),
        }
    }
}

#[cfg(test)]
mod tests {
    use skirmish_core::config::Wishes;
    use skirmish_core::rng::Seed;
    use skirmish_core::seat::SeatCount;

    use super::*;

    fn shown(framing: Framing) -> Prompt {
        let entry = &skirmish_games::GAMES[0];
        let config = (entry.configure)(&Wishes::none()).expect("the defaults are a config");
        let table =
            (entry.open)(&config, SeatCount::new(2).expect("two may play"), Seed(1)).expect("it starts");
        Prompt {
            seat: Seat(0),
            decision: 0,
            board: "..".into(),
            status: "turn 0 of 9".into(),
            page: "go\n".into(),
            framing,
            budget: Budget::Turn,
            draft: table.drafting(Seat(0)),
            left_ms: None,
        }
    }

    #[test]
    fn a_terminal_collects_whole_answers() {
        for (framing, typed, expected) in [
            (Framing::Line, "MOVE 1 2\r\n", &b"MOVE 1 2"[..]),
            (Framing::Until("end"), "a\nb\n end\n", b"a\nb\n"),
        ] {
            let (person, end) = Person::new("somebody");
            let Channel { shown: show, said } = person.channel.into_inner().expect("nobody holds it");
            show.send(shown(framing)).expect("the other end is there");
            drop(show);
            let mut output = Vec::new();
            end.run(typed.as_bytes(), &mut output).expect("memory does not fail");
            assert_eq!(said.recv().expect("an answer was sent"), expected);
            assert!(String::from_utf8_lossy(&output).contains("seat 0> "));
        }
    }
}
