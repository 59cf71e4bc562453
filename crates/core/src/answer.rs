//! What came from a seat for one ask: as it came ([`Answer`]), and as the rules see it ([`Answers`]).

use serde::{Deserialize, Serialize};

use crate::seat::{MAX_SEATS, Seat};

/// What came from a seat for one ask, from the pipe to the replay.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    /// A frame, without what ended it.
    Frame(Vec<u8>),
    /// A frame that the rules could not read.
    Garbled(Vec<u8>),
    /// No frame: what the seat did instead, and an explanation.
    Fault(Fault, String),
    /// The same, once too often: the seat forfeits the match and is asked no more.
    Forfeit(Fault, String),
}

impl Answer {
    /// The bytes that came, if a frame came, readable or not.
    pub fn frame(&self) -> Option<&[u8]> {
        match self {
            Self::Frame(frame) | Self::Garbled(frame) => Some(frame),
            Self::Fault(..) | Self::Forfeit(..) => None,
        }
    }

    /// What was wrong with it, if anything was.
    pub fn fault(&self) -> Option<Fault> {
        match self {
            Self::Frame(_) => None,
            Self::Garbled(_) => Some(Fault::Garbled),
            Self::Fault(fault, _) | Self::Forfeit(fault, _) => Some(*fault),
        }
    }

    /// Whether the seat forfeits the match with it.
    pub fn is_forfeit(&self) -> bool {
        matches!(self, Self::Forfeit(..))
    }

    /// Whether both are the same frame, the same fault or the same forfeit; explanations are not compared.
    pub fn is_like(&self, other: &Self) -> bool {
        let is_same_fault = self.fault() == other.fault() && self.is_forfeit() == other.is_forfeit();
        self.frame() == other.frame() && (self.frame().is_some() || is_same_fault)
    }
}

/// What an answer cost its seat.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Cost {
    /// Microseconds from the question to the answer, without time in which the seat was denied the machine.
    pub wall_us: u64,
    /// Microseconds of CPU time.
    pub cpu_us: u64,
    /// Units of a budget that is not time, where the player counts such (instructions of a virtual machine); else 0.
    pub fuel: u64,
}

/// One answer of a match.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answered {
    /// Whose.
    pub seat: Seat,
    /// What it cost.
    pub cost: Cost,
    /// What it was.
    pub answer: Answer,
}

/// What a seat did instead of giving an answer that can be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
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

/// One seat's part in [`Answers`], as the rules see it.
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
