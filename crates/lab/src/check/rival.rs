//! Opponents in a check: house bots, and those that nobody would play like.

use std::time::Duration;

use skirmish_bots::{House, HousePlayer};
use skirmish_core::replay::{Answered, Said};
use skirmish_core::{Budget, Decision, Entry, Fault, Heard, Page, Quirk, Rng, Seat, Seed, Spar, Table};
use skirmish_referee::{Native, Player, Script};

/// Somebody to play against.
#[derive(Clone, Copy, Debug)]
pub enum Rival {
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

impl Rival {
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
    pub(super) fn player(self, entry: &Entry, table: &dyn Table, seat: Seat) -> Player {
        let scripted = |answers| Player::Scripted(Script { name: self.name(), answers });
        match self {
            Self::House(house) => Player::house(house),
            Self::Quirk(quirk) => {
                let spar = entry.probe.spar;
                Player::House(Native::new(self.name(), move |seed| {
                    Box::new(Sparring { spar, quirk, rng: Rng::new(seed) })
                }))
            }
            Self::Slow(house) => Player::House(Native::new(self.name(), move |seed| {
                Box::new(Slow { player: (house.seat)(seed), pauses: PAUSES })
            })),
            Self::Late => scripted(late(entry, table, seat)),
            Self::Gone => scripted(Vec::new()),
        }
    }
}

/// A native player with a quirk.
struct Sparring {
    spar: Spar,
    quirk: Quirk,
    rng: Rng,
}

impl HousePlayer for Sparring {
    fn answer(&mut self, table: &mut dyn Table, seat: Seat, page: &mut Page) {
        (self.spar)(table, seat, self.quirk, &mut self.rng, page);
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
    fn answer(&mut self, table: &mut dyn Table, seat: Seat, page: &mut Page) {
        if self.pauses > 0 {
            self.pauses -= 1;
            std::thread::sleep(PAUSE);
        }
        self.player.answer(table, seat, page);
    }
}

/// A polite handshake, and then nothing in time.
fn late(entry: &Entry, table: &dyn Table, seat: Seat) -> Vec<Answered> {
    let answered = |said| Answered { seat, wall_us: 0, cpu_us: 0, said };
    let mut answers: Vec<Answered> =
        greetings(entry, table, seat).into_iter().map(|frame| answered(Said::Frame(frame))).collect();
    let missed = answered(Said::Fault(Fault::Late, "it never answers in time".to_string()));
    answers.extend(std::iter::repeat_n(missed, MOST_MISSED));
    answers
}

/// What a seat says in the handshake.
fn greetings(entry: &Entry, table: &dyn Table, seat: Seat) -> Vec<Vec<u8>> {
    let mut table = table.fork();
    let (mut said, mut page, mut rng) = (Vec::new(), Page::new(), Rng::new(Seed(0)));
    for _ in 0..MOST_HELLOS {
        let Decision::Ask(ask) = table.decision() else { break };
        if ask.budget != Budget::Hello {
            break;
        }
        for asked in ask.seats.iter() {
            page.clear();
            (entry.probe.spar)(&mut *table, asked, Quirk::Idle, &mut rng, &mut page);
            // A greeting that is not understood is part of the rules like any other answer.
            let _ = table.answer(asked, Heard::Frame(page.as_bytes()));
            if asked == seat {
                said.push(page.as_bytes().to_vec());
            }
        }
        table.step();
    }
    said
}
