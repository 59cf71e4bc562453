//! Opponents in a check: house bots, and those that nobody would play like.

use std::sync::Arc;
use std::time::Duration;

use skirmish_bots::{House, HousePlayer, OtherGame};
use skirmish_core::answer::{Answer, Answered, Cost, Fault};
use skirmish_core::game::{Budget, Decision};
use skirmish_core::rng::{Rng, Seed};
use skirmish_core::seat::Seat;
use skirmish_core::table::{Quirk, Table};
use skirmish_core::wire::Page;
use skirmish_referee::{AnyPlayer, HouseBot, Recording};

/// Somebody to play against.
#[derive(Clone, Copy, Debug)]
pub enum Opponent {
    /// A bot of the house.
    House(&'static House),
    /// Somebody with a quirk.
    Quirk(Quirk),
    /// A bot of the house that takes its time, so that others could use it.
    Slow(&'static House),
    /// Somebody who greets and then never answers in time.
    Late,
    /// Somebody who is gone at once.
    Gone,
}

/// How often one who never answers in time does so before it is gone for good.
const MOST_MISSED: usize = 2000;

/// The most questions of a handshake.
const MOST_HELLOS: usize = 8;

impl Opponent {
    /// The name shown.
    pub fn name(self) -> String {
        match self {
            Self::House(house) => format!("house:{}", house.name),
            Self::Quirk(quirk) => quirk.words().0.to_string(),
            Self::Slow(house) => format!("slow-{}", house.name),
            Self::Late => "always-late".to_string(),
            Self::Gone => "gone-at-once".to_string(),
        }
    }

    /// What makes it odd, if anything does.
    pub fn about(self) -> Option<&'static str> {
        match self {
            Self::House(_) => None,
            Self::Quirk(quirk) => Some(quirk.words().1),
            Self::Slow(_) => Some("waits a moment before each of its first answers"),
            Self::Late => Some("greets and then never answers in time"),
            Self::Gone => Some("ends before its first answer"),
        }
    }

    /// Ready for that seat of a match that starts as the table does.
    pub(super) fn player(self, table: &dyn Table, seat: Seat) -> AnyPlayer {
        let recorded = |answers| -> AnyPlayer { Arc::new(Recording { name: self.name(), answers }) };
        match self {
            Self::House(house) => Arc::new(HouseBot::from(house)),
            Self::Quirk(quirk) => Arc::new(HouseBot::new(self.name(), move |seed| {
                Box::new(Quirky { quirk, rng: Rng::new(seed) })
            })),
            Self::Slow(house) => Arc::new(HouseBot::new(self.name(), move |seed| {
                Box::new(Slow { player: (house.seat)(seed), pauses: PAUSES })
            })),
            Self::Late => recorded(late(table, seat)),
            Self::Gone => recorded(Vec::new()),
        }
    }
}

/// A native player with a quirk.
struct Quirky {
    quirk: Quirk,
    rng: Rng,
}

impl HousePlayer for Quirky {
    fn answer(&mut self, table: &mut dyn Table, seat: Seat, page: &mut Page) -> Result<(), OtherGame> {
        table.odd_answer(seat, self.quirk, &mut self.rng, page);
        Ok(())
    }
}

/// How long a slow player waits, and how often: below every game's clock, and enough to be used by others.
const PAUSE: Duration = Duration::from_millis(15);
const PAUSES: u32 = 30;

/// A native player that waits before its first answers.
struct Slow {
    player: Box<dyn HousePlayer>,
    pauses: u32,
}

impl HousePlayer for Slow {
    fn answer(&mut self, table: &mut dyn Table, seat: Seat, page: &mut Page) -> Result<(), OtherGame> {
        if self.pauses > 0 {
            self.pauses -= 1;
            std::thread::sleep(PAUSE);
        }
        self.player.answer(table, seat, page)
    }
}

/// A polite handshake, and then nothing in time.
fn late(table: &dyn Table, seat: Seat) -> Vec<Answered> {
    let answered = |answer| Answered { seat, cost: Cost::default(), answer };
    let mut answers: Vec<Answered> = handshake(table, seat).into_iter().map(answered).collect();
    let missed = answered(Answer::Fault(Fault::Late, "it never answers in time".to_string()));
    answers.extend(std::iter::repeat_n(missed, MOST_MISSED));
    answers
}

/// What a seat answers in the handshake.
fn handshake(table: &dyn Table, seat: Seat) -> Vec<Answer> {
    let mut table = table.fork();
    let (mut answers, mut rng) = (Vec::new(), Rng::new(Seed(0)));
    for _ in 0..MOST_HELLOS {
        let Decision::Ask(ask) = table.decision() else { break };
        if ask.budget != Budget::Hello {
            break;
        }
        for asked in ask.seats.iter() {
            let mut page = Page::new();
            table.odd_answer(asked, Quirk::Idle, &mut rng, &mut page);
            let answer = Answer::Frame(page.as_bytes().to_vec());
            // An answer that cannot be read is an input of the rules like any other.
            let _ = table.answer(asked, &answer);
            if asked == seat {
                answers.push(answer);
            }
        }
        table.step();
    }
    answers
}
