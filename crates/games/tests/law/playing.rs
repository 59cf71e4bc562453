//! Playing matches badly: answers by chance, with garbage and faults among them.

use skirmish_core::answer::{Answer, Answered, Answers, Cost, Fault};
use skirmish_core::bot::{Bot, RandomBot};
use skirmish_core::config::{Wishes, configure};
use skirmish_core::game::Decision;
use skirmish_core::news::News;
use skirmish_core::rng::{Rng, Seed};
use skirmish_core::seat::{Seat, SeatCount};
use skirmish_core::table::{Board, Entry, PlayerSide};
use skirmish_core::wire::Page;

use super::Whole;

/// How badly the seats play.
#[derive(Clone, Copy)]
pub enum Mess {
    /// Sense alone.
    None,
    /// Now and then garbage or a fault.
    Some,
    /// Often.
    Full,
}

/// The game's entry, as everybody else finds it.
pub fn entry<G: Whole>() -> &'static Entry {
    skirmish_games::find(G::INFO.name).expect("the game stands in GAMES")
}

/// The default config with these fields set.
pub fn config<G: Whole>(fields: &[(&str, &str)]) -> G::Config {
    let wishes = fields.iter().fold(Wishes::none(), |wishes, (key, value)| wishes.with(key, value));
    configure::<G>(&wishes).unwrap()
}

/// The config of a preset.
pub fn with_preset<G: Whole>(name: &str) -> G::Config {
    configure::<G>(&Wishes::preset(name)).unwrap()
}

/// Plays at most that many decisions and shows each: the state after, the state before, the answers.
pub fn play<G: Whole>(
    mut state: G,
    mess: Mess,
    seed: u64,
    most: usize,
    mut show: impl FnMut(&G, &G, &Answers<G::Action>),
) {
    let seats = state.seats();
    let mut picked = Picked::<G>::new(mess, seed, seats);
    let mut answers = Answers::new();
    let mut news = News::new();
    for _ in 0..most {
        let Decision::Ask(ask) = state.decision() else { return };
        answers.clear();
        for seat in ask.seats.iter() {
            picked.fill(&state, seat, &mut answers);
        }
        let before = state.clone();
        news.clear();
        state.step(&answers, &mut news);
        show(&state, &before, &answers);
    }
}

/// Who answers: a random bot for each seat, that sometimes does something else.
pub struct Picked<G: Whole> {
    mess: Mess,
    rng: Rng,
    bots: Vec<RandomBot<G>>,
}

/// What a seat does this time.
enum Pick {
    Sense,
    Garbage(Vec<u8>),
    Fault(Fault),
    Nothing,
}

impl<G: Whole> Picked<G> {
    pub fn new(mess: Mess, seed: u64, seats: SeatCount) -> Self {
        let bots =
            seats.iter().map(|seat| RandomBot::new(Seed(seed).child(100 + u64::from(seat.0)))).collect();
        Self { mess, rng: Rng::new(Seed(seed)), bots }
    }

    fn pick(&mut self, sense: &[u8]) -> Pick {
        let of = match self.mess {
            Mess::None => return Pick::Sense,
            Mess::Some => 400,
            Mess::Full => 100,
        };
        match self.rng.below(of) {
            0..10 => Pick::Garbage((0..self.rng.below(60)).map(|_| self.rng.bits() as u8).collect()),
            10..22 => Pick::Garbage(self.bent(sense)),
            22 if self.rng.chance(1, 3) => Pick::Fault(Fault::ALL[self.rng.below(4) as usize]),
            23 if self.rng.chance(1, 3) => Pick::Nothing,
            _ => Pick::Sense,
        }
    }

    /// A sensible answer with something wrong in it: far more likely to be half understood than noise.
    fn bent(&mut self, sense: &[u8]) -> Vec<u8> {
        let mut bytes = sense.to_vec();
        for _ in 0..=self.rng.below(3) {
            let at = self.rng.below(bytes.len() as u32 + 1) as usize;
            match self.rng.below(4) {
                0 if at < bytes.len() => bytes[at] = b"-9 ;\n0A!"[self.rng.below(8) as usize],
                1 if at < bytes.len() => drop(bytes.remove(at)),
                2 => bytes.truncate(at),
                _ => bytes.insert(at, b"1 ;\n-0N,"[self.rng.below(8) as usize]),
            }
        }
        bytes
    }

    fn sense(&mut self, state: &G, seat: Seat) -> Page {
        let mut seen = state.clone();
        state.redact(seat, &mut seen);
        let action = self.bots[seat.index()].act(&seen, seat, &[]);
        let mut page = Page::new();
        seen.write(&action, &mut page);
        page
    }

    /// Puts the seat's answer among the answers.
    pub fn fill(&mut self, state: &G, seat: Seat, answers: &mut Answers<G::Action>) {
        let sense = self.sense(state, seat);
        let frame = match self.pick(sense.as_bytes()) {
            Pick::Nothing => return,
            Pick::Fault(fault) => {
                *answers.act_in_place(seat) = G::Action::default();
                return answers.fault(seat, fault);
            }
            Pick::Sense => sense.as_bytes().to_vec(),
            Pick::Garbage(bytes) => bytes,
        };
        if state.read(seat, &frame, answers.act_in_place(seat)).is_err() {
            answers.fault(seat, Fault::Garbled);
        }
    }

    /// Answers at a table, and says what a replay keeps of it.
    pub fn answer(&mut self, table: &mut Board<G>, seat: Seat) -> Answered {
        let sense = self.sense(table.state(), seat);
        let answer = match self.pick(sense.as_bytes()) {
            Pick::Fault(Fault::Garbled) | Pick::Nothing | Pick::Sense => {
                Answer::Frame(sense.as_bytes().to_vec())
            }
            Pick::Fault(fault) => Answer::Fault(fault, "by chance".to_string()),
            Pick::Garbage(bytes) => Answer::Frame(bytes),
        };
        let is_read = table.answer(seat, &answer).is_ok();
        let answer = match answer {
            Answer::Frame(bytes) if !is_read => Answer::Garbled(bytes),
            answer => answer,
        };
        let cost =
            Cost { wall_us: self.rng.below(5000).into(), cpu_us: self.rng.below(5000).into(), fuel: 0 };
        Answered { seat, cost, answer }
    }
}
