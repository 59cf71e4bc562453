//! What a check found, one entry for each kind of thing however often it happened.

use std::path::{Path, PathBuf};

use serde::Serialize;

/// What was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Code {
    /// It ended, or never started.
    Gone,
    /// It did not answer in time.
    Late,
    /// Its answer could not be read.
    Garbled,
    /// It printed more than an answer may have.
    Flooded,
    /// It printed something before it was asked.
    Unasked,
    /// A line of its answer says nothing.
    PassedOver,
    /// It printed something after its last answer.
    LeftOver,
    /// It did not end when its input did.
    Stays,
    /// It came close to its time limit.
    NearTime,
    /// It came close to its memory limit.
    NearMemory,
    /// It computed outside its turns and was frozen between them.
    Ponders,
    /// The rules refused orders that could not work.
    Refused,
    /// It printed more on stderr than is kept.
    Stderr,
    /// It ended badly after the match.
    Exit,
    /// Asked the same again, it answers something else.
    Differs,
}

impl Code {
    /// Whether it makes a bot unfit; the others are only worth knowing.
    pub const fn is_problem(self) -> bool {
        match self {
            Self::Gone | Self::Late | Self::Garbled | Self::Flooded => true,
            Self::Unasked | Self::PassedOver => true,
            // After the last answer nothing can go wrong any more: contest sites end bots by force.
            Self::LeftOver | Self::Stays => false,
            Self::NearTime | Self::NearMemory | Self::Ponders | Self::Refused => false,
            Self::Stderr | Self::Exit | Self::Differs => false,
        }
    }

    /// In a few words.
    pub const fn words(self) -> &'static str {
        match self {
            Self::Gone => "gone",
            Self::Late => "late",
            Self::Garbled => "garbled answer",
            Self::Flooded => "flood",
            Self::Unasked => "unasked output",
            Self::PassedOver => "line without a meaning",
            Self::LeftOver => "output left over",
            Self::Stays => "does not end",
            Self::NearTime => "close to the time limit",
            Self::NearMemory => "close to the memory limit",
            Self::Ponders => "computes outside its turns",
            Self::Refused => "refused orders",
            Self::Stderr => "much stderr",
            Self::Exit => "ends badly after the match",
            Self::Differs => "not reproducible",
        }
    }
}

/// Something that was found, with its first example.
#[derive(Clone, Debug, Serialize)]
pub struct Finding {
    /// What it is.
    pub code: Code,
    /// Whether it makes the bot unfit.
    pub is_problem: bool,
    /// How often it happened.
    pub count: u64,
    /// In how many matches.
    pub matches: u64,
    /// What happened first, in a sentence without a full stop.
    pub sentence: String,
    /// What to try.
    pub advice: Option<String>,
    /// The line of the answer, counted from 1.
    pub line: Option<usize>,
    /// What stands there.
    pub text: Option<String>,
    /// The last lines on stderr.
    pub stderr: Vec<String>,
    /// The match, counted from 1.
    pub game: usize,
    /// What was played in it.
    pub what: String,
    /// The decision, counted from 0; none after the end.
    pub decision: Option<u64>,
    /// The turn, in the game's unit; none in a handshake.
    pub turn: Option<u32>,
    /// Where the bot sat.
    pub seat: u8,
    /// The replay of that match.
    pub replay: Option<PathBuf>,
    /// The command that shows it.
    pub see: Option<String>,
    /// What tells it from others of its code.
    #[serde(skip)]
    pub(super) key: String,
}

impl Finding {
    /// Something that happened once.
    pub(super) fn new(code: Code, sentence: impl Into<String>) -> Self {
        let sentence = sentence.into();
        Self {
            code,
            is_problem: code.is_problem(),
            count: 1,
            matches: 1,
            key: generalised(&sentence),
            sentence,
            advice: None,
            line: None,
            text: None,
            stderr: Vec::new(),
            game: 0,
            what: String::new(),
            decision: None,
            turn: None,
            seat: 0,
            replay: None,
            see: None,
        }
    }

    /// The same, with what to try.
    pub(super) fn advise(mut self, advice: impl Into<String>) -> Self {
        self.advice = Some(advice.into());
        self
    }

    /// The same, if it could only happen because the bot was put into the middle of a match.
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

    /// The same, at a decision.
    pub(super) fn at(mut self, decision: u64) -> Self {
        self.decision = Some(decision);
        self
    }

    /// Says how to see it in that replay.
    pub(super) fn kept(&mut self, replay: &Path) {
        let turn = self.decision.map_or(String::new(), |decision| format!(" --turn d{decision}"));
        self.see = Some(format!("skirmish replay show {}{turn} --seat {}", quoted(replay), self.seat));
        self.replay = Some(replay.to_path_buf());
    }
}

/// Everything that was found.
#[derive(Clone, Debug, Default)]
pub(super) struct Findings {
    list: Vec<Finding>,
}

/// The most kinds of things that are told apart; beyond, what is new counts for the last of its code.
const MOST_FINDINGS: usize = 40;

impl Findings {
    /// Adds what one match has shown; says which of it is new.
    pub(super) fn add(&mut self, found: Vec<Finding>) -> Vec<usize> {
        let (mut fresh, mut counted) = (Vec::new(), Vec::new());
        for finding in found {
            // What is a note in one kind of match may be a problem in another: they are told apart.
            let same = |known: &Finding| {
                (known.code, known.is_problem, &known.key) == (finding.code, finding.is_problem, &finding.key)
            };
            let full = self.list.len() >= MOST_FINDINGS;
            let known = self.list.iter().position(same);
            let known =
                known.or(if full { self.list.iter().rposition(|k| k.code == finding.code) } else { None });
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

    /// The problems, and the notes, worst first.
    pub(super) fn into_parts(mut self) -> (Vec<Finding>, Vec<Finding>) {
        self.list.sort_by_key(|finding| finding.code);
        self.list.into_iter().partition(|finding| finding.is_problem)
    }
}

/// A sentence without what differs from one time to the next: numbers, and what is quoted.
fn generalised(sentence: &str) -> String {
    let mut quoted = false;
    let mut general = String::new();
    for c in sentence.chars() {
        quoted ^= c == '`';
        if !quoted && !c.is_ascii_digit() {
            general.push(c);
        }
    }
    general
}

/// A path as a shell takes it.
fn quoted(path: &Path) -> String {
    let text = path.display().to_string();
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "/._-+=:@%".contains(c);
    if text.chars().all(is_plain) { text } else { format!("'{}'", text.replace('\'', r"'\''")) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_mistake_in_other_numbers_is_one_finding() {
        let mut findings = Findings::default();
        let late =
            |turn| Finding::new(Code::Late, format!("did not answer on turn {turn}; it said `x{turn}`"));
        assert_eq!(findings.add(vec![late(1), late(22)]), [0]);
        assert!(findings.add(vec![late(3)]).is_empty());
        assert_eq!(findings.add(vec![Finding::new(Code::Late, "was not asked")]), [1]);
        let (problems, _) = findings.into_parts();
        assert_eq!((problems[0].count, problems[0].matches), (3, 2));
    }

    #[test]
    fn commands_survive_a_shell() {
        assert_eq!(quoted(Path::new("replays/a-1.replay")), "replays/a-1.replay");
        assert_eq!(quoted(Path::new("my 'own'/a")), r"'my '\''own'\''/a'");
    }
}
