//! Findings of a check, one for each kind however often it happened.

use std::path::{Path, PathBuf};

use serde::{Serialize, Serializer};
use skirmish_referee::explain::{Cause, Lateness};
use skirmish_referee::launch::Exit;
use skirmish_referee::splitter::Flood;

/// The list of codes: what it is, its name, whether it makes a bot unfit to play (`problem`) or not (`note`), and the
/// heading in a report. Worst first.
macro_rules! codes {
    ($($(#[$about:meta])* $name:ident $weight:ident $words:literal,)*) => {
        /// The code of a finding in JSON output.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
        #[serde(rename_all = "kebab-case")]
        pub enum Code {
            $($(#[$about])* $name,)*
        }

        impl Code {
            /// All codes, worst first.
            pub const ALL: &[Self] = &[$(Self::$name,)*];

            /// Whether it makes a bot unfit to play; otherwise it is a note.
            pub const fn is_problem(self) -> bool {
                matches!(match self { $(Self::$name => Weight::$weight,)* }, Weight::Problem)
            }

            /// The heading in a report.
            pub const fn words(self) -> &'static str {
                match self { $(Self::$name => $words,)* }
            }
        }
    };
}

/// Whether a finding makes a bot unfit.
enum Weight {
    Problem,
    Note,
}

codes! {
    /// It ended, or never started.
    Gone Problem "gone",
    /// It did not answer in time.
    Late Problem "late",
    /// Its answer could not be read.
    Garbled Problem "garbled answer",
    /// It printed more than an answer may have.
    Flooded Problem "flood",
    /// It printed something before it was asked.
    Unasked Problem "unasked output",
    /// A line of its answer has no meaning in the game's wire format and is ignored.
    PassedOver Problem "line without a meaning",
    /// It printed something after its last answer, when nothing can go wrong any more: contest sites kill bots then.
    LeftOver Note "output left over",
    /// It did not exit at the end of its input, and was killed.
    Stays Note "does not end",
    /// It came close to its time limit.
    NearTime Note "close to the time limit",
    /// It came close to its memory limit.
    NearMemory Note "close to the memory limit",
    /// It answers only if it is helped to flush.
    NoFlush Note "does not flush",
    /// Its memory grows from turn to turn.
    MemoryGrows Note "memory grows",
    /// It computed outside its turns and was frozen between them.
    Ponders Note "computes outside its turns",
    /// The rules refused orders that could not work.
    Refused Note "refused orders",
    /// It printed more on stderr than is kept.
    Stderr Note "much stderr",
    /// It exited with a status other than 0, or by a signal, after the match.
    Exit Note "ends badly after the match",
    /// Given the same seed and pages again, it answers differently.
    Differs Note "not reproducible",
}

/// A finding's code, with the details that separate findings of one code. Findings of equal kinds are merged.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Kind {
    /// It exited, or closed its stdout.
    Ended {
        /// The exit status or signal; `None` if it only closed its stdout.
        exit: Option<Exit>,
        /// Whether it had printed a part of an answer.
        has_begun: bool,
        /// Its last line on stderr up to the first colon, which names the error in most languages: `IndexError`.
        error: String,
    },
    /// It never started.
    NotStarted,
    /// Nobody was there to answer, as after an earlier crash.
    Nobody,
    /// It did not answer in time.
    Late(Delay),
    /// Its answer could not be read.
    Garbled,
    /// It printed more than an answer may have.
    Flooded(Excess),
    /// It printed something before it was asked.
    Unasked,
    /// A line of its answer has no meaning in the game's wire format and is ignored.
    IgnoredLine,
    /// It printed something after its last answer.
    LeftOver,
    /// It did not exit at the end of its input, and was killed.
    Stays,
    /// It came close to the time limit of this budget.
    NearTime(&'static str),
    /// It came close to its memory limit.
    NearMemory,
    /// It answers only if it is helped to flush.
    NoFlush,
    /// Its memory grows from turn to turn.
    MemoryGrows,
    /// It computed outside its turns.
    Ponders,
    /// The rules refused orders. One kind for all reasons: they are about play, not about the protocol.
    Refused,
    /// It printed more on stderr than is kept.
    Stderr,
    /// It exited with a status other than 0, or by a signal, after the match.
    Exit(Exit),
    /// Given the same seed and pages again, it answers differently.
    Differs,
}

/// Why an answer was late.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Delay {
    /// Its time bank was empty before it was asked.
    EmptyBank,
    /// It was late so often in a row that it forfeited the match.
    TooOften,
    /// It used up its fuel, a budget of computation instead of time.
    OutOfFuel,
    /// It had stopped reading its input some turns ago.
    StoppedReading,
    /// It had not read the whole page.
    Unread,
    /// It printed nothing.
    Silent,
    /// It had printed a part of an answer.
    Unfinished,
}

/// Which limit of an answer was exceeded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Excess {
    /// Bytes per line; the line was terminated.
    LongLine,
    /// Bytes per line; no newline had come.
    NoNewline,
    /// Lines per answer; the terminating line had not come.
    Lines,
    /// Bytes per answer.
    Bytes,
}

impl Kind {
    /// The kind of a fault with that cause. `stderr` holds the last lines that the bot printed there.
    pub(super) fn of_fault(cause: &Cause, stderr: &[String]) -> Self {
        match cause {
            Cause::OutOfTime => Self::Late(Delay::EmptyBank),
            Cause::OutOfFuel(_) => Self::Late(Delay::OutOfFuel),
            Cause::StoppedReading => Self::Late(Delay::StoppedReading),
            Cause::Late(lateness) => Self::Late(Delay::of(lateness)),
            Cause::LateTooOften(_) => Self::Late(Delay::TooOften),
            Cause::Gone { exit, unfinished } => {
                let last = stderr.last().map(String::as_str).unwrap_or_default();
                let error = last.split(':').next().unwrap_or_default().to_string();
                Self::Ended { exit: *exit, has_begun: !unfinished.is_empty(), error }
            }
            Cause::NotStarted(_) => Self::NotStarted,
            // Only programs and house bots are checked: no fault is from a recording.
            Cause::StillGone | Cause::Nobody(_) | Cause::Recorded { .. } => Self::Nobody,
            Cause::Flooded(flood, _) => Self::Flooded(Excess::of(flood)),
            Cause::Garbled(_) => Self::Garbled,
        }
    }

    /// The code in JSON output.
    pub const fn code(&self) -> Code {
        match self {
            Self::Ended { .. } | Self::NotStarted | Self::Nobody => Code::Gone,
            Self::Late(_) => Code::Late,
            Self::Garbled => Code::Garbled,
            Self::Flooded(_) => Code::Flooded,
            Self::Unasked => Code::Unasked,
            Self::IgnoredLine => Code::PassedOver,
            Self::LeftOver => Code::LeftOver,
            Self::Stays => Code::Stays,
            Self::NearTime(_) => Code::NearTime,
            Self::NearMemory => Code::NearMemory,
            Self::NoFlush => Code::NoFlush,
            Self::MemoryGrows => Code::MemoryGrows,
            Self::Ponders => Code::Ponders,
            Self::Refused => Code::Refused,
            Self::Stderr => Code::Stderr,
            Self::Exit(_) => Code::Exit,
            Self::Differs => Code::Differs,
        }
    }
}

impl Serialize for Kind {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.code().serialize(serializer)
    }
}

impl Delay {
    fn of(lateness: &Lateness) -> Self {
        match lateness {
            Lateness { unread: 1.., .. } => Self::Unread,
            Lateness { unfinished, .. } if unfinished.is_empty() => Self::Silent,
            _ => Self::Unfinished,
        }
    }
}

impl Excess {
    const fn of(flood: &Flood) -> Self {
        match flood {
            Flood::Line { is_ended: true, .. } => Self::LongLine,
            Flood::Line { .. } => Self::NoNewline,
            Flood::Lines { .. } => Self::Lines,
            Flood::Bytes { .. } => Self::Bytes,
        }
    }
}

/// A finding, with its first example.
#[derive(Clone, Debug, Serialize)]
pub struct Finding {
    /// Its kind; serialized as the [`Code`].
    #[serde(rename = "code")]
    pub kind: Kind,
    /// Whether it makes the bot unfit.
    pub is_problem: bool,
    /// How often it happened.
    pub count: u64,
    /// The number of matches in which it happened.
    pub matches: u64,
    /// The first example, in a sentence without a full stop.
    pub sentence: String,
    /// What the author could try.
    pub advice: Option<String>,
    /// The line of the answer in question, counted from 1.
    pub line: Option<usize>,
    /// The text of that line, or of unexpected output.
    pub text: Option<String>,
    /// The last lines on stderr before it.
    pub stderr: Vec<String>,
    /// The trial of the first example, counted from 1.
    #[serde(rename = "match")]
    pub match_number: usize,
    /// That trial in words, as in `Trial::what`.
    pub what: String,
    /// The decision, counted from 0; `None` after the last.
    pub decision: Option<u64>,
    /// The turn, in the game's unit; `None` in a handshake.
    pub turn: Option<u32>,
    /// The bot's seat.
    pub seat: u8,
    /// The replay of that trial, if it was saved.
    pub replay: Option<PathBuf>,
    /// The command that shows what was found.
    pub see: Option<String>,
}

impl Finding {
    /// A finding that happened once.
    pub(super) fn new(kind: Kind, sentence: impl Into<String>) -> Self {
        Self {
            is_problem: kind.code().is_problem(),
            kind,
            count: 1,
            matches: 1,
            sentence: sentence.into(),
            advice: None,
            line: None,
            text: None,
            stderr: Vec::new(),
            match_number: 0,
            what: String::new(),
            decision: None,
            turn: None,
            seat: 0,
            replay: None,
            see: None,
        }
    }

    /// Adds advice.
    pub(super) fn advise(mut self, advice: impl Into<String>) -> Self {
        self.advice = Some(advice.into());
        self
    }

    /// Downgrades a problem to a note, because the bot was put into the middle of a match.
    pub(super) fn excused(mut self) -> Self {
        if std::mem::take(&mut self.is_problem) {
            self.advice = Some(
                "it was put into the middle of a match, and told of answers that it had not given: no match does \
                 that, but `skirmish replay branch` and `redrive` do, and will not work with it"
                    .to_string(),
            );
        }
        self
    }

    /// What went wrong only because it was not helped to flush is a note of its own, with that advice.
    pub(super) fn without_our_help(mut self, advice: Option<String>) -> Self {
        if matches!(self.kind, Kind::Late(Delay::Silent | Delay::Unfinished | Delay::TooOften)) {
            self.kind = Kind::NoFlush;
            self.advice = advice;
        }
        self.is_problem = false;
        self
    }

    /// Sets the decision.
    pub(super) fn at(mut self, decision: u64) -> Self {
        self.decision = Some(decision);
        self
    }

    /// Whether both are merged into one: of one kind, both problems or both notes (a note in one kind of trial may be a
    /// problem in another), and both in the handshake or both in the match proper.
    fn is_like(&self, other: &Self) -> bool {
        let is_in_handshake = |finding: &Self| finding.decision.is_some() && finding.turn.is_none();
        self.kind == other.kind
            && self.is_problem == other.is_problem
            && is_in_handshake(self) == is_in_handshake(other)
    }

    /// Adds the saved replay, and the command that shows the finding in it: the decision, or the end with all that is no
    /// answer. Of what differs from one time to the next a replay has only one half. `bot` is the bot on a command line.
    pub(super) fn kept(&mut self, replay: &Path, bot: &str) {
        let (path, seat) = (quoted(replay), self.seat);
        self.see = Some(match (&self.kind, self.decision) {
            (Kind::Differs, _) => format!("skirmish replay redrive {path} {bot} --seat {seat}"),
            (_, Some(decision)) => format!("skirmish replay show {path} --turn d{decision} --seat {seat}"),
            (_, None) => format!("skirmish replay show {path} --seat {seat}"),
        });
        self.replay = Some(replay.to_path_buf());
    }
}

/// All findings of a check, merged by kind.
#[derive(Clone, Debug, Default)]
pub(super) struct Findings {
    list: Vec<Finding>,
}

/// The most findings that are listed; beyond, a new one is counted with the last of its code.
const MOST_FINDINGS: usize = 40;

impl Findings {
    /// Merges the findings of one trial; returns the indexes of new ones.
    pub(super) fn add(&mut self, found: Vec<Finding>) -> Vec<usize> {
        let (mut fresh, mut counted) = (Vec::new(), Vec::new());
        for finding in found {
            let full = self.list.len() >= MOST_FINDINGS;
            let last_of_code = || {
                let is_of_code = |known: &Finding| known.kind.code() == finding.kind.code();
                self.list.iter().rposition(is_of_code).filter(|_| full)
            };
            let known = self.list.iter().position(|known| known.is_like(&finding)).or_else(last_of_code);
            match known {
                Some(at) => {
                    self.list[at].count += finding.count;
                    self.list[at].matches += u64::from(!counted.contains(&at));
                    counted.push(at);
                }
                None if full => {}
                None => {
                    counted.push(self.list.len());
                    fresh.push(self.list.len());
                    self.list.push(finding);
                }
            }
        }
        fresh
    }

    pub(super) fn get_mut(&mut self, at: usize) -> &mut Finding {
        &mut self.list[at]
    }

    /// The problems and the notes, each in the order of [`Code`], worst first.
    pub(super) fn into_parts(mut self) -> (Vec<Finding>, Vec<Finding>) {
        self.list.sort_by_key(|finding| finding.kind.code());
        self.list.into_iter().partition(|finding| finding.is_problem)
    }
}

/// A path quoted for a POSIX shell.
fn quoted(path: &Path) -> String {
    let text = path.display().to_string();
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "/._-+=:@%".contains(c);
    if text.chars().all(is_plain) { text } else { format!("'{}'", text.replace('\'', r"'\''")) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn late(delay: Delay, turn: Option<u32>) -> Finding {
        let sentence = format!("did not answer on turn {turn:?}");
        Finding { turn, ..Finding::new(Kind::Late(delay), sentence).at(7) }
    }

    #[test]
    fn findings_of_one_kind_are_one() {
        let mut findings = Findings::default();
        assert_eq!(findings.add(vec![late(Delay::Silent, Some(1)), late(Delay::Silent, Some(22))]), [0]);
        assert!(findings.add(vec![late(Delay::Silent, Some(3))]).is_empty());
        assert_eq!(findings.add(vec![late(Delay::EmptyBank, Some(3))]), [1]);
        assert_eq!(findings.add(vec![late(Delay::Silent, None)]), [2], "in the handshake");
        let (problems, _) = findings.into_parts();
        assert_eq!((problems[0].count, problems[0].matches), (3, 2));
    }

    #[test]
    fn crashes_differ_by_how_they_end_and_by_the_name_of_the_error() {
        let kind = |status: i32, last: &str| {
            let cause = Cause::Gone { exit: Some(Exit::Status(status)), unfinished: Vec::new() };
            Kind::of_fault(&cause, &["Traceback".to_string(), last.to_string()])
        };
        assert_eq!(kind(1, "KeyError: 'a'"), kind(1, "KeyError: 'b'"));
        assert_ne!(kind(1, "KeyError: 'a'"), kind(1, "IndexError: list index out of range"));
        assert_ne!(kind(1, "KeyError: 'a'"), kind(2, "KeyError: 'a'"));
    }

    #[test]
    fn commands_survive_a_shell() {
        assert_eq!(quoted(Path::new("replays/a-1.replay")), "replays/a-1.replay");
        assert_eq!(quoted(Path::new("my 'own'/a")), r"'my '\''own'\''/a'");
    }
}
