//! How a program conducted itself besides its answers: what it used, what it said unasked, and how it left.

use crate::launch::Exit;

/// How one seat's program conducted itself; all empty where there was none.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Conduct {
    /// Microseconds from its start to its first answer.
    pub first_word_us: Option<u64>,
    /// The most memory at one time, with all that it started; `None` where that cannot be known.
    pub memory_peak_bytes: Option<u64>,
    /// The most memory up to each of some answers; noted only under [`Options::closely`](crate::Options).
    pub memory_course: MemoryCourse,
    /// CPU time outside its turns in microseconds, short gaps left aside.
    pub outside_cpu_us: u64,
    /// Microseconds that it was ready to run and others had the CPU, as far as they were not charged.
    pub denied_us: u64,
    /// The decision from which it was frozen between its turns.
    pub frozen_from: Option<u64>,
    /// What it had said before it was asked; looked for only under [`Options::closely`](crate::Options).
    pub unasked: Unasked,
    /// What it said after its last answer.
    pub left_over: LeftOver,
    /// How it left.
    pub parting: Parting,
}

/// How the memory of a program grew: samples at equal distances, as many as it takes to see a trend.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MemoryCourse {
    samples: Vec<u64>,
    /// Answers between two samples, as a power of two.
    stride_log: u32,
    questions: u64,
}

impl MemoryCourse {
    /// The most samples; then every other one is dropped.
    const MOST: usize = 64;

    /// Whether the next question is one with a sample.
    pub(crate) fn is_due(&self) -> bool {
        self.questions.is_multiple_of(1 << self.stride_log)
    }

    /// Another question, with the most memory until then.
    pub(crate) fn add(&mut self, peak_bytes: Option<u64>) {
        if let Some(bytes) = peak_bytes.filter(|_| self.is_due()) {
            self.samples.push(bytes);
        }
        self.questions += 1;
        if self.samples.len() >= Self::MOST {
            let mut at = 0;
            self.samples.retain(|_| {
                at += 1;
                at % 2 == 1
            });
            self.stride_log += 1;
        }
    }

    /// How many questions there were.
    pub fn questions(&self) -> u64 {
        self.questions
    }

    /// The most memory at the beginning, and after each quarter of the questions; `None` if there were too few to tell.
    pub fn quarters(&self) -> Option<[u64; 5]> {
        const FEWEST: usize = 16;
        let last = self.samples.len().checked_sub(1).filter(|_| self.samples.len() >= FEWEST)?;
        Some([0, 1, 2, 3, 4].map(|quarter| self.samples[last * quarter / 4]))
    }
}

/// Output that was there before its question.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Unasked {
    /// How many questions came too late.
    pub count: u64,
    /// The first: before which decision, and the beginning of what was said.
    pub first: Option<(u64, Vec<u8>)>,
}

/// Output that no question was left for.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LeftOver {
    /// How much it was.
    pub bytes: u64,
    /// Its beginning.
    pub text: Vec<u8>,
    /// Whether an answer was owed, so that this is one that came too late.
    pub is_owed: bool,
}

/// How a program left.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Parting {
    /// There was none, or the match was broken off.
    #[default]
    None,
    /// Before the match was over; its incident says how.
    Early,
    /// By itself after its last page; how, if that could be seen.
    Left(Option<Exit>),
    /// It stayed, and was ended by force.
    Forced,
}

/// How much of what was said out of turn is kept.
const MOST_KEPT: usize = 512;

impl Unasked {
    /// Before that decision this was there already.
    pub(crate) fn add(&mut self, decision: u64, text: &[u8]) {
        self.count += 1;
        if self.first.is_none() {
            self.first = Some((decision, text[..text.len().min(MOST_KEPT)].to_vec()));
        }
    }
}

impl LeftOver {
    /// This came as well.
    pub(crate) fn add(&mut self, text: &[u8]) {
        self.bytes += text.len() as u64;
        let room = MOST_KEPT.saturating_sub(self.text.len()).min(text.len());
        self.text.extend_from_slice(&text[..room]);
    }
}
