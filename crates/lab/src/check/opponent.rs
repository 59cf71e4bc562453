//! Opponents in a check: house bots, and players with odd behaviour that a bot must survive.

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

/// An opponent of the checked bot.
#[derive(Clone, Copy, Debug)]
pub enum Opponent {
    /// A house bot.
    House(&'static House),
    /// A player with one odd habit.
    Quirk(Quirk),
    /// A house bot that sleeps before its answers, which gives the checked bot time to ponder.
    Slow(&'static House),
    /// Completes the handshake and then never answers in time.
    Late,
    /// Exits before its first answer.
    Gone,
}

/// How many answers [`Opponent::Late`] misses before it counts as gone.
const MOST_MISSED: usize = 2000;

/// The most decisions of a handshake.
const MOST_HELLOS: usize = 8;

impl Opponent {
    /// The name in reports and replays.
    pub fn name(self) -> String {
        match self {
            Self::House(house) => format!("house:{}", house.name),
            Self::Quirk(quirk) => quirk.words().0.to_string(),
            Self::Slow(house) => format!("slow-{}", house.name),
            Self::Late => "always-late".to_string(),
            Self::Gone => "gone-at-once".to_string(),
        }
    }

    /// What is odd about it, in words; `None` for house bots.
    pub fn about(self) -> Option<&'static str> {
        match self {
            Self::House(_) => None,
            Self::Quirk(quirk) => Some(quirk.words().1),
            Self::Slow(_) => Some("waits a moment before each of its first answers"),
            Self::Late => Some("greets and then never answers in time"),
            Self::Gone => Some("ends before its first answer"),
        }
    }

    /// The player for a seat of a match that starts as the table does.
    pub(super) fn player(self, table: &dyn Table, seat: Seat) -> AnyPlayer {
        let recorded = |answers| -> AnyPlayer { Arc::new(Recording { name: self.name(), answers }) };
        match self {
            Self::House(house) => Arc::new(HouseBot::from(house)),
            Self::Quirk(quirk) => Arc::new(HouseBot::new(self.name(), move |seed| {
                Box::new(Quirky { quirk, rng: Rng::new(seed) })
            })),
            Self::Slow(house) => Arc::new(HouseBot::new(self.name(), move |seed| {
                Box::new(Slow { player: house.seat(seed), pauses: PAUSES })
            })),
            Self::Late => recorded(late(table, seat)),
            Self::Gone => recorded(Vec::new()),
        }
    }
}

/// In-process player with one odd habit.
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

/// How long a slow player sleeps: below every game's clock, and long enough to ponder in.
const PAUSE: Duration = Duration::from_millis(15);
/// How many of its answers a slow player sleeps before.
const PAUSES: u32 = 30;

/// In-process player that sleeps before its first answers.
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

/// A correct handshake, then nothing but late answers.
fn late(table: &dyn Table, seat: Seat) -> Vec<Answered> {
    let answered = |answer| Answered { seat, cost: Cost::default(), answer };
    let mut answers: Vec<Answered> = handshake(table, seat).into_iter().map(answered).collect();
    let missed = answered(Answer::Fault(Fault::Late, "it never answers in time".to_string()));
    answers.extend(std::iter::repeat_n(missed, MOST_MISSED));
    answers
}

/// The answers of a seat in the handshake.
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
            // An unreadable answer is an input of the rules like any other.
            let _ = table.answer(asked, &answer);
            if asked == seat {
                answers.push(answer);
            }
        }
        table.step();
    }
    answers
}
