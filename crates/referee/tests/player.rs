//! A new kind of player is one file: here one that counts fuel instead of time, as a virtual machine would.

mod common;

use std::sync::Arc;
use std::time::Instant;

use common::{Rules, one, options, run};
use skirmish_core::answer::{Answer, Cost, Fault};
use skirmish_core::replay::Replay;
use skirmish_core::seat::Seat;
use skirmish_core::wire::Page;
use skirmish_referee::explain::Cause;
use skirmish_referee::player::{Context, Poll, Question, Seated, Seating};
use skirmish_referee::{Player, Stop};

/// Answers 3 and burns a little more fuel with every answer.
struct Machine;

struct Running {
    burnt: u64,
    granted: Option<u64>,
}

impl Player for Machine {
    fn name(&self) -> &str {
        "machine"
    }

    fn begin<'a>(&'a self, _place: &Seating<'a>) -> Result<Box<dyn Seated + 'a>, Stop> {
        Ok(Box::new(Running { burnt: 0, granted: None }))
    }
}

impl Seated for Running {
    fn ask(&mut self, mut question: Question<'_>, _context: &mut Context<'_>) -> Result<(), Stop> {
        let mut page = Page::new();
        question.page(&mut page);
        self.granted = question.grant.fuel;
        self.burnt += 100;
        Ok(())
    }

    fn poll(&mut self, _now: Instant, _context: &mut Context<'_>) -> Result<Poll, Stop> {
        let cost = |fuel| Cost { fuel, ..Cost::default() };
        Ok(match self.granted.filter(|&granted| self.burnt > granted) {
            Some(granted) => Poll::Ready(Err(Cause::OutOfFuel(granted)), cost(granted)),
            None => Poll::Ready(Ok(b"3".to_vec()), cost(self.burnt)),
        })
    }
}

#[test]
fn fuel_is_granted_charged_and_kept_in_the_replay() {
    let clock = "fuel 250".parse().expect("a clock");
    let record = run(Rules::default(), clock, [Arc::new(Machine), one()], &options()).expect("a record");
    let own = |seat| record.replay.answers.iter().filter(move |answered| answered.seat == seat);
    let fuel: Vec<u64> = own(Seat(0)).map(|answered| answered.cost.fuel).collect();
    assert_eq!(fuel, [100, 200, 250]);
    assert!(own(Seat(1)).all(|answered| answered.cost.fuel == 0));
    let last = own(Seat(0)).next_back().expect("it was asked");
    assert!(
        matches!(&last.answer, Answer::Fault(Fault::Late, why) if why.contains("250 units of fuel")),
        "{last:?}"
    );
    let text = record.replay.write();
    assert!(text.contains("clock fuel 250\n"), "{text}");
    assert_eq!(Replay::read(text.as_bytes()).as_ref(), Ok(&record.replay));
}
