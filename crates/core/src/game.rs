//! What a game is: a state that asks, steps on answers, and knows when it is over.
//!
//! A match is a pure function of (game, version, config, seats, seed, answers). Nothing here knows of
//! processes, clocks or files.

use std::fmt::Debug;

use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::{BadConfig, Conform, Info, MAX_SEATS, Rng, Seat, SeatCount, SeatSet, Seed};

/// The rules of one game; a value of it is one state of one match.
pub trait Game: Clone + PartialEq + Debug + Send + Sync + 'static {
    /// Every number of the rules, and a given map if there is one.
    type Config: Default + Clone + Debug + PartialEq + Serialize + DeserializeOwned + Send + Sync;
    /// One whole answer: a unit's action, a sub-move, or a turn's command list.
    type Action: Default + Clone + Debug + PartialEq + Send + Sync;
    /// One thing that happened.
    type Event: Clone + Debug + PartialEq + Send + Sync;
    /// What is known of the game before any match.
    const INFO: &'static Info;
    /// Config fields that make a match short and eventful: the laws are tried on whole matches of them.
    const BRIEF: &'static [(&'static str, &'static str)] = &[];
    /// Compares with recorded games of the original, where there are such records.
    const CONFORM: Option<Conform> = None;

    /// The first state. Refuses a config that no match can be played with.
    fn start(config: &Self::Config, seats: SeatCount, seed: Seed) -> Result<Self, BadConfig>;

    /// Reads a map file into the config. The format is the game's own and stands in its rule page.
    fn read_map(text: &str, config: &mut Self::Config) -> Result<(), BadConfig>;

    /// The name of the style the map was made in; `given` if it was given.
    fn map_style(&self) -> &'static str;

    /// How many seats this match has.
    fn seats(&self) -> SeatCount;

    /// Who is asked for what now; or how the match ended.
    fn decision(&self) -> Decision;

    /// Plays one decision. Total: any answers from anyone, also none, lead to a next state.
    fn step(&mut self, answers: &Answers<Self::Action>, news: &mut News<Self::Event>);

    /// The seat's score as the game counts it; from a redacted state, as far as its seat can know.
    fn score(&self, seat: Seat) -> i64;

    /// Whether seats may not see everything in this match.
    fn has_secrets(&self) -> bool {
        Self::INFO.has_secrets
    }

    /// Copies into `out` what the seat may know. The one place where secrets are removed:
    /// pages, frames, planes and masks for a seat are all made from what this leaves.
    fn redact(&self, seat: Seat, out: &mut Self);

    /// A state that the seat could not tell from this one: what it may not know is drawn anew by chance.
    /// For search under uncertainty, and for the law that nothing hidden shows. Where there are no secrets, the same.
    #[must_use]
    fn resample(&self, _seat: Seat, _rng: &mut Rng) -> Self {
        self.clone()
    }

    /// Seats that take no further part: they have been told so and are asked no more.
    fn retired(&self) -> SeatSet {
        SeatSet::NONE
    }

    /// The polite answer to an ask that wants no thought (a handshake); given for native bots and learners.
    fn courtesy(&self, _seat: Seat) -> Option<Self::Action> {
        None
    }

    /// The laws of the game, recomputed the slow and obvious way. For tests.
    fn audit(&self) -> Result<(), Broken>;
}

/// A game whose board can be turned so that the seats change places.
///
/// The law: `mirror(step(s, a)) == step(mirror(s), mirror(a))`, for every state and every answer.
pub trait Mirror: Game {
    /// The same state with the board turned and the seats swapped, whose turn it is included.
    #[must_use]
    fn mirror(&self) -> Self;

    /// The same answer on the turned board. `self` is the state before turning.
    fn mirror_action(&self, action: &Self::Action) -> Self::Action;

    /// The seat that a seat becomes.
    fn mirror_seat(&self, seat: Seat) -> Seat {
        seat.other()
    }
}

/// What a match waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Decision {
    /// Answers from these seats.
    Ask(Ask),
    /// Nothing: it is over.
    Over(Standing),
}

/// A request for answers. Seats asked together decide without knowing of each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ask {
    /// Who is asked.
    pub seats: SeatSet,
    /// How an answer ends.
    pub frame: Frame,
    /// Which allowance of time it draws on.
    pub budget: Budget,
    /// How many units or moves one answer is for.
    pub weight: u32,
}

impl Ask {
    /// A request for one line from one seat.
    pub const fn line(seat: Seat, budget: Budget) -> Self {
        Self { seats: SeatSet::only(seat), frame: Frame::Line, budget, weight: 1 }
    }
}

/// How an answer ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Frame {
    /// At the end of the line.
    Line,
    /// At a line that holds just this word; the lines before it are the answer.
    Until(&'static str),
}

/// Which allowance of time an answer draws on. The referee turns it into a duration.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Budget {
    /// A handshake.
    Hello,
    /// The first real answer of the match.
    First,
    /// An ordinary turn; a bank gets its increment.
    Turn,
    /// One more answer within the same turn; a bank runs on without an increment.
    Same,
}

/// What a bot did instead of answering.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// It did not answer in time.
    Late,
    /// It closed its pipe or ended.
    Gone,
    /// Its answer could not be read.
    Garbled,
    /// It printed more than the cap without ending its answer.
    Flooded,
}

impl Fault {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::Late, Self::Gone, Self::Garbled, Self::Flooded];

    /// The word used in replays and tables.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Late => "late",
            Self::Gone => "gone",
            Self::Garbled => "garbled",
            Self::Flooded => "flooded",
        }
    }
}

/// What came from one seat, as the rules see it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Reply<'a, A> {
    /// The seat was not asked.
    Silent,
    /// It answered.
    Act(&'a A),
    /// It did not. What was read before a garbled answer broke off is kept.
    Fault(Fault, &'a A),
}

impl<'a, A> Reply<'a, A> {
    /// The action, if there is a whole one.
    #[inline]
    pub fn action(self) -> Option<&'a A> {
        match self {
            Self::Act(action) => Some(action),
            _ => None,
        }
    }

    /// The fault, if it is one.
    #[inline]
    pub fn fault(self) -> Option<Fault> {
        match self {
            Self::Fault(fault, _) => Some(fault),
            _ => None,
        }
    }
}

/// Plain numbers, so that looking for an action is one comparison.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Status {
    Act,
    Silent,
    Late,
    Gone,
    Garbled,
    Flooded,
}

impl Status {
    #[cold]
    fn of_no_action<A>(self, action: &A) -> Reply<'_, A> {
        match self {
            Self::Act => Reply::Act(action),
            Self::Silent => Reply::Silent,
            Self::Late => Reply::Fault(Fault::Late, action),
            Self::Gone => Reply::Fault(Fault::Gone, action),
            Self::Garbled => Reply::Fault(Fault::Garbled, action),
            Self::Flooded => Reply::Fault(Fault::Flooded, action),
        }
    }
}

impl From<Fault> for Status {
    #[inline]
    fn from(fault: Fault) -> Self {
        match fault {
            Fault::Late => Self::Late,
            Fault::Gone => Self::Gone,
            Fault::Garbled => Self::Garbled,
            Fault::Flooded => Self::Flooded,
        }
    }
}

/// The answers to one decision. Made once and filled again and again, so that nothing is allocated per step.
#[derive(Clone, Debug)]
pub struct Answers<A> {
    status: [Status; MAX_SEATS],
    actions: [A; MAX_SEATS],
}

impl<A: Default> Default for Answers<A> {
    fn default() -> Self {
        Self { status: [Status::Silent; MAX_SEATS], actions: std::array::from_fn(|_| A::default()) }
    }
}

impl<A: Default> Answers<A> {
    /// No answers yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// The answers in which one seat does this.
    pub fn one(seat: Seat, action: A) -> Self {
        let mut answers = Self::new();
        answers.act(seat, action);
        answers
    }
}

impl<A> Answers<A> {
    /// What came from the seat.
    #[inline]
    pub fn get(&self, seat: Seat) -> Reply<'_, A> {
        let (status, action) = (self.status[seat.index()], &self.actions[seat.index()]);
        if status == Status::Act { Reply::Act(action) } else { status.of_no_action(action) }
    }

    /// Sets the seat's answer.
    #[inline]
    pub fn act(&mut self, seat: Seat, action: A) {
        *self.act_in_place(seat) = action;
    }

    /// Marks the seat as having answered and hands out the place for its action, with what stood there before.
    #[inline]
    pub fn act_in_place(&mut self, seat: Seat) -> &mut A {
        self.status[seat.index()] = Status::Act;
        &mut self.actions[seat.index()]
    }

    /// Marks the seat's answer as a fault. What its place holds is taken as what was read so far.
    #[inline]
    pub fn fault(&mut self, seat: Seat, fault: Fault) {
        self.status[seat.index()] = fault.into();
    }

    /// Forgets the answers, not the memory they are kept in.
    #[inline]
    pub fn clear(&mut self) {
        self.status = [Status::Silent; MAX_SEATS];
    }
}

/// Who hears of an event.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Audience {
    /// All seats, and spectators.
    All,
    /// These seats, and spectators.
    Only(SeatSet),
    /// Spectators alone.
    Crowd,
}

impl Audience {
    /// Whether the seat is told; `None` asks for a spectator.
    pub fn includes(self, eye: Option<Seat>) -> bool {
        match (self, eye) {
            (_, None) | (Self::All, _) => true,
            (Self::Only(seats), Some(seat)) => seats.has(seat),
            (Self::Crowd, Some(_)) => false,
        }
    }
}

/// What happened during steps. Can be silent, so that rollouts do not pay for it.
#[derive(Clone, Debug)]
pub struct News<E> {
    items: Vec<(Audience, E)>,
    silent: bool,
}

impl<E> News<E> {
    /// Collects events.
    pub const fn new() -> Self {
        Self { items: Vec::new(), silent: false }
    }

    /// Drops events unmade.
    pub const fn silent() -> Self {
        Self { items: Vec::new(), silent: true }
    }

    /// Whether events are dropped.
    #[inline]
    pub fn is_silent(&self) -> bool {
        self.silent
    }

    /// Reports an event; it is only made if somebody listens.
    #[inline]
    pub fn say(&mut self, audience: Audience, event: impl FnOnce() -> E) {
        if !self.silent {
            self.keep(audience, event());
        }
    }

    /// Apart, so that silent steps do not carry the code for a list that grows.
    #[cold]
    #[inline(never)]
    fn keep(&mut self, audience: Audience, event: E) {
        self.items.push((audience, event));
    }

    /// Everything reported, in order.
    pub fn items(&self) -> &[(Audience, E)] {
        &self.items
    }

    /// What the seat (`None`: a spectator) hears, in order.
    pub fn heard_by(&self, eye: Option<Seat>) -> impl Iterator<Item = &E> {
        self.items.iter().filter(move |(audience, _)| audience.includes(eye)).map(|(_, event)| event)
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.items.clear();
    }
}

impl<E> Default for News<E> {
    fn default() -> Self {
        Self::new()
    }
}

/// How a match ended: each seat's place (1 is best, equal places are shared), and why.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Standing {
    seats: SeatCount,
    places: [u8; MAX_SEATS],
    faults: [Option<Fault>; MAX_SEATS],
    /// What ended the match, as a short sentence without a full stop.
    pub why: &'static str,
}

impl Standing {
    /// Ranks the seats by a key, larger is better, equal keys share a place.
    pub fn by<K: Ord>(seats: SeatCount, why: &'static str, key: impl Fn(Seat) -> K) -> Self {
        let mut places = [0; MAX_SEATS];
        for seat in seats.iter() {
            let better = seats.iter().filter(|&rival| key(rival) > key(seat)).count();
            places[seat.index()] = better as u8 + 1;
        }
        Self { seats, places, faults: [None; MAX_SEATS], why }
    }

    /// One seat wins, the others share second place.
    pub fn won(seats: SeatCount, winner: Seat, why: &'static str) -> Self {
        Self::by(seats, why, |seat| seat == winner)
    }

    /// Everybody shares first place.
    pub fn draw(seats: SeatCount, why: &'static str) -> Self {
        Self::by(seats, why, |_| 0)
    }

    /// The same standing, with the fault that put a seat where it is.
    #[must_use]
    pub fn with_fault(mut self, seat: Seat, fault: Option<Fault>) -> Self {
        self.faults[seat.index()] = fault;
        self
    }

    /// How many seats are ranked.
    pub fn seats(&self) -> SeatCount {
        self.seats
    }

    /// The seat's place; 1 is best.
    pub fn place(&self, seat: Seat) -> u8 {
        self.places[seat.index()]
    }

    /// The fault that cost the seat the match, if one did.
    pub fn fault(&self, seat: Seat) -> Option<Fault> {
        self.faults[seat.index()]
    }

    /// The seat that alone is first.
    pub fn winner(&self) -> Option<Seat> {
        let mut first = self.seats.iter().filter(|&seat| self.place(seat) == 1);
        let winner = first.next()?;
        first.next().is_none().then_some(winner)
    }
}

/// A law of a game that does not hold, in words.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct Broken(pub String);

/// Fails an audit with a sentence unless the claim holds.
#[macro_export]
macro_rules! ensure_law {
    ($claim:expr, $($words:tt)+) => {
        if !$claim {
            return Err($crate::Broken(format!($($words)+)));
        }
    };
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_keys_share_a_place() {
        let four = SeatCount::new(4).expect("four seats");
        let standing = Standing::by(four, "test", |seat| [5, 9, 9, 1][seat.index()]);
        let places: Vec<u8> = four.iter().map(|seat| standing.place(seat)).collect();
        assert_eq!(places, [3, 1, 1, 4]);
        assert_eq!(standing.winner(), None);
        assert_eq!(Standing::won(four, Seat(2), "test").winner(), Some(Seat(2)));
    }

    #[test]
    fn silent_news_never_makes_the_event() {
        let mut news = News::<u8>::silent();
        news.say(Audience::All, || unreachable!("nobody listens"));
        assert!(news.items().is_empty());
    }

    #[test]
    fn only_the_audience_hears() {
        let mut news = News::new();
        news.say(Audience::Only(SeatSet::only(Seat(1))), || 'a');
        news.say(Audience::Crowd, || 'b');
        news.say(Audience::All, || 'c');
        assert_eq!(news.heard_by(Some(Seat(0))).collect::<String>(), "c");
        assert_eq!(news.heard_by(Some(Seat(1))).collect::<String>(), "ac");
        assert_eq!(news.heard_by(None).collect::<String>(), "abc");
    }
}
