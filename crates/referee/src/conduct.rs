//! How a program conducted itself besides its answers: what it used, what it said unasked, and how it left.

use serde::{Deserialize, Serialize};
use skirmish_core::wire::{excerpt, lines};

use crate::explain::{duration, grouped, mebibytes};
use crate::launch::Exit;

/// How one seat's program conducted itself; all empty where there was none.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
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

impl Conduct {
    /// Everything about the whole match, a sentence each, without full stops.
    pub fn sentences(&self) -> Vec<String> {
        let mut sentences = Vec::new();
        if let Some(us) = self.first_word_us {
            sentences.push(format!("its first answer came {} after its start", duration(us)));
        }
        if let Some(bytes) = self.memory_peak_bytes {
            sentences.push(format!("it used {} of memory at most", mebibytes(bytes)));
        }
        sentences.extend(self.memory_course.sentence());
        if self.outside_cpu_us > 0 {
            sentences.push(format!("it computed for {} outside its turns", duration(self.outside_cpu_us)));
        }
        if let Some(decision) = self.frozen_from {
            sentences.push(format!("{FROZEN}: decision {decision}"));
        }
        if let Some((decision, _)) = &self.unasked.first {
            let times = match self.unasked.count {
                1 => String::new(),
                count => format!(", the first of {} times", grouped(count)),
            };
            sentences
                .extend(self.unasked.sentence().map(|first| format!("{first}: decision {decision}{times}")));
        }
        sentences.extend(self.left_over.sentence());
        sentences.extend(self.parting.sentence());
        sentences
    }

    /// What belongs to that decision, a sentence each, without full stops.
    pub fn sentences_at(&self, decision: u64) -> Vec<String> {
        let is_unasked = self.unasked.first.as_ref().is_some_and(|(at, _)| *at == decision);
        let unasked = self.unasked.sentence().filter(|_| is_unasked);
        let frozen = (self.frozen_from == Some(decision)).then(|| FROZEN.to_string());
        unasked.into_iter().chain(frozen).collect()
    }
}

/// What becomes of a program that computes outside its turns.
pub const FROZEN: &str = "it computed outside its turns, and was frozen between them from then on";

/// How the memory of a program grew: samples at equal distances, as many as it takes to see a trend.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
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
    pub fn add(&mut self, peak_bytes: Option<u64>) {
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

    /// How it grew, if there were enough questions to tell.
    fn sentence(&self) -> Option<String> {
        let [start, first, second, third, end] = self.quarters()?.map(mebibytes);
        Some(format!(
            "its memory: {start} at its first question, {first}, {second}, {third} and {end} after each quarter of them"
        ))
    }
}

/// Output that was there before its question.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Unasked {
    /// How many questions came too late.
    pub count: u64,
    /// The first: before which decision, and the beginning of what was said.
    #[serde(with = "first_said")]
    pub first: Option<(u64, Vec<u8>)>,
}

/// Output that no question was left for.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct LeftOver {
    /// How much it was.
    pub bytes: u64,
    /// Its beginning.
    #[serde(with = "said")]
    pub text: Vec<u8>,
    /// Whether an answer was owed, so that this is one that came too late.
    pub is_owed: bool,
}

/// How a program left.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
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

impl Unasked {
    /// What it said first, in a sentence without a full stop; none if it said nothing.
    pub fn sentence(&self) -> Option<String> {
        let (_, text) = self.first.as_ref()?;
        Some(format!("it had printed {} before it was asked", first_line(text)))
    }
}

impl LeftOver {
    /// What it said, in a sentence without a full stop; none if it said nothing.
    pub fn sentence(&self) -> Option<String> {
        let Self { bytes, text, .. } = self;
        (*bytes > 0).then(|| {
            format!("after its last answer it printed {} bytes more, {}", grouped(*bytes), first_line(text))
        })
    }

    /// This came as well.
    pub(crate) fn add(&mut self, text: &[u8]) {
        self.bytes += text.len() as u64;
        let room = MOST_KEPT.saturating_sub(self.text.len()).min(text.len());
        self.text.extend_from_slice(&text[..room]);
    }
}

impl Parting {
    /// How it left, in a sentence without a full stop; none if there is nothing to tell.
    pub fn sentence(&self) -> Option<String> {
        match self {
            Self::None | Self::Left(None) => None,
            Self::Early => Some("it left, or was ended, before the match was over".to_string()),
            Self::Left(Some(exit)) => Some(format!("when its input ended, it {exit}")),
            Self::Forced => {
                Some("it was still there after its last page, and was ended by force".to_string())
            }
        }
    }
}

/// The first line of what was said out of turn, quoted for a sentence.
fn first_line(text: &[u8]) -> String {
    match lines(text).next().map(excerpt).unwrap_or_default() {
        line if line.is_empty() => "an empty line".to_string(),
        line => format!("`{line}`"),
    }
}

/// What was said, as text in a file.
mod said {
    use serde::{Deserialize as _, Deserializer, Serializer};

    pub(super) fn serialize<S: Serializer>(text: &[u8], serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&String::from_utf8_lossy(text))
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<u8>, D::Error> {
        String::deserialize(deserializer).map(String::into_bytes)
    }
}

/// The same with its decision.
mod first_said {
    use serde::{Deserialize as _, Deserializer, Serialize as _, Serializer};

    type First = Option<(u64, Vec<u8>)>;

    pub(super) fn serialize<S: Serializer>(first: &First, serializer: S) -> Result<S::Ok, S::Error> {
        let first = first.as_ref().map(|(decision, text)| (decision, String::from_utf8_lossy(text)));
        first.serialize(serializer)
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<First, D::Error> {
        let first = Option::<(u64, String)>::deserialize(deserializer)?;
        Ok(first.map(|(decision, text)| (decision, text.into_bytes())))
    }
}
