//! Turns what went wrong into sentences that the bot's author understands: who, when, what, how much, and what to try.

use std::fmt;
use std::time::Duration;

use nix::sys::signal::Signal;
use skirmish_core::answer::Fault;
use skirmish_core::game::Framing;
use skirmish_core::seat::Seat;
use skirmish_core::shown::shown;
use skirmish_core::wire::excerpt;

use crate::launch::Exit;
use crate::splitter::Flood;

/// Who, and when.
#[derive(Clone, Copy, Debug)]
pub struct Subject<'a> {
    /// The seat.
    pub seat: Seat,
    /// The bot's name.
    pub name: &'a str,
    /// What one step of progress is called: `turn`.
    pub unit: &'a str,
    /// Which step; `None` during a handshake.
    pub number: Option<u32>,
}

impl Subject<'_> {
    fn who(&self) -> String {
        format!("seat {} ({})", self.seat, shown(self.name))
    }

    fn when(&self) -> String {
        match self.number {
            Some(number) => format!("on {} {number}", self.unit),
            None => "in the handshake".to_string(),
        }
    }
}

/// What a bot did instead of answering, with the numbers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Cause {
    /// Its time was over before it was asked: an empty bank.
    OutOfTime,
    /// It left too much of its input unread, some turns ago.
    StoppedReading,
    /// It did not answer in time.
    Late(Lateness),
    /// It ended, or closed its output.
    Gone {
        /// How it ended, if it did.
        exit: Option<Exit>,
        /// What it had said of an answer.
        unfinished: Vec<u8>,
    },
    /// It was gone already.
    StillGone,
    /// It never started; why.
    NotStarted(String),
    /// It printed too much.
    Flooded(Flood, Framing),
    /// Its answer could not be read; why.
    Garbled(String),
    /// A house bot of another game, a person who left: there is nobody to answer.
    Nobody(&'static str),
    /// It used up its budget that is not time.
    OutOfFuel(u64),
    /// It was late this often in a row, and forfeits.
    LateTooOften(u32),
    /// A fault that was recorded, with its explanation.
    Recorded {
        /// The fault.
        fault: Fault,
        /// Its explanation.
        why: String,
        /// Whether the seat forfeited with it.
        is_forfeit: bool,
    },
}

/// The numbers of a late answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lateness {
    /// What it had, in microseconds.
    pub granted_us: u64,
    /// How long it computed.
    pub cpu_us: u64,
    /// Whether that was what its bank had left.
    pub from_bank: bool,
    /// What it had said of an answer.
    pub unfinished: Vec<u8>,
    /// Bytes of its input that it left unread.
    pub unread: usize,
    /// How the answer should have ended.
    pub framing: Framing,
}

impl Cause {
    /// What the rules call it.
    pub fn fault(&self) -> Fault {
        match self {
            Self::OutOfTime | Self::OutOfFuel(_) | Self::StoppedReading => Fault::Late,
            Self::Late(_) | Self::LateTooOften(_) => Fault::Late,
            Self::Gone { .. } | Self::StillGone | Self::NotStarted(_) | Self::Nobody(_) => Fault::Gone,
            Self::Flooded(..) => Fault::Flooded,
            Self::Garbled(_) => Fault::Garbled,
            Self::Recorded { fault, .. } => *fault,
        }
    }

    /// Whether the seat forfeits the match.
    pub fn is_forfeit(&self) -> bool {
        matches!(self, Self::LateTooOften(_) | Self::Recorded { is_forfeit: true, .. })
    }

    /// What happened, in a sentence without a full stop. Says nothing that only the bot's author may know.
    pub fn sentence(&self, subject: &Subject<'_>) -> String {
        let (who, when) = (subject.who(), subject.when());
        match self {
            Self::OutOfTime => format!("{who} had no time left {when}: its bank is empty"),
            Self::StoppedReading => format!("{who} was not asked {when}: it has stopped reading its input"),
            Self::Late(lateness) => format!("{who} did not answer {when} {lateness}"),
            Self::Gone { exit, unfinished } => {
                let how = exit.map_or("closed its output".to_string(), |exit| exit.to_string());
                format!("{who} {how} {when}{}", unfinished_words(unfinished))
            }
            Self::StillGone => format!("{who} was already gone {when}"),
            Self::NotStarted(why) => format!("{who} {why}"),
            Self::Flooded(flood, framing) => {
                format!("{who} {} {when}; {}", flood_words(flood, *framing), flood_cap(flood))
            }
            Self::Garbled(why) => format!("{who} gave an answer that could not be read {when}: {why}"),
            Self::Nobody(why) => format!("{who} did not answer {when}: {why}"),
            Self::OutOfFuel(fuel) => {
                format!("{who} did not answer {when}: it used up its {} units of fuel", grouped(*fuel))
            }
            Self::LateTooOften(1) => format!("{who} was late {when}: it forfeits"),
            Self::LateTooOften(times) => {
                format!("{who} was late {times} times in a row {when}: it forfeits")
            }
            Self::Recorded { why, .. } => why.clone(),
        }
    }

    /// What its author may try, if that can be guessed.
    pub fn advice(&self) -> Option<String> {
        let advice = match self {
            Self::OutOfTime => "think less per turn, or play with a longer clock (--clock)",
            Self::StoppedReading => "read everything you are sent, also when you do not need it",
            Self::Late(lateness) => return lateness.advice(),
            Self::Gone { unfinished, .. } if !last_fragment(unfinished).is_empty() => {
                "an answer ends with a newline: print one, and flush; did you flush?"
            }
            Self::Gone { unfinished, .. } if !unfinished.is_empty() => {
                "it left before its answer was whole, or before it had read its input: answer first, then end"
            }
            Self::Gone { exit: Some(Exit::Status(0)), .. } => {
                "a bot answers until its input ends: is there a loop around reading and answering?"
            }
            Self::Gone { exit: Some(Exit::Status(126 | 127)), .. } | Self::NotStarted(_) => {
                "try the command in a terminal: does it start?"
            }
            Self::Gone { exit: Some(Exit::Signal(9)), .. } => {
                "something ended it by force: did it use too much memory?"
            }
            Self::Gone { exit: None, .. } => "keep stdout open until your input ends",
            Self::Gone { .. } => "its last lines on stderr say more, if there are any",
            Self::Flooded(Flood::Line { is_ended: true, .. }, _) => "print less in one line",
            Self::Flooded(Flood::Line { .. }, _) => "end every line of an answer with a newline",
            Self::Flooded(..) => "an answer ends with a line that holds just the closing word",
            Self::Garbled(why) => garbled_advice(why),
            Self::OutOfFuel(_) => "compute less per turn, or play with more fuel (--clock)",
            Self::LateTooOften(_) => {
                "answer in time with the best that you have so far: one such answer, and the count begins anew"
            }
            Self::StillGone | Self::Nobody(_) | Self::Recorded { .. } => return None,
        };
        Some(advice.to_string())
    }
}

/// Who begins with a word that is expected meant an answer; all else is probably no answer at all.
fn garbled_advice(why: &str) -> &'static str {
    let is_letter = |c: char| c.is_alphanumeric() || c == '_';
    let words = |text: &str| -> Vec<String> {
        text.split(|c| !is_letter(c)).filter(|word| !word.is_empty()).map(str::to_lowercase).collect()
    };
    let (want, got) = why.rsplit_once("got `").unwrap_or((why, ""));
    match words(got).first() {
        Some(first) if words(want).contains(first) => {
            "it begins as an answer does: compare what follows with that form, its numbers and how many there are"
        }
        _ => "stdout is for answers alone: prompts and debugging text belong on stderr",
    }
}

impl Lateness {
    /// Of somebody who has no pipes.
    pub(crate) fn silent(allowed: Duration, cpu_us: u64, framing: Framing) -> Self {
        let granted_us = allowed.as_micros() as u64;
        Self { granted_us, cpu_us, from_bank: false, unfinished: Vec::new(), unread: 0, framing }
    }

    fn advice(&self) -> Option<String> {
        let advice = if self.unread > 0 {
            "read everything you are sent before you answer".to_string()
        } else if let Framing::Until(word) = self.framing
            && !self.unfinished.is_empty()
        {
            format!("an answer ends with a line `{word}`; did you flush it?")
        } else if !self.unfinished.is_empty() {
            "an answer ends with a newline: print one, and flush; did you flush?".to_string()
        } else if self.cpu_us * 2 < self.granted_us {
            "it printed nothing and hardly computed: did you flush? Or does it wait for input that is not sent? If the \
             machine was busy with other work, try again"
                .to_string()
        } else {
            "it was still computing: watch the clock, or play with a longer one (--clock)".to_string()
        };
        Some(advice)
    }
}

impl fmt::Display for Lateness {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let bank = if self.from_bank { ", all that its bank had" } else { "" };
        write!(f, "within {}{bank}", duration(self.granted_us))?;
        if self.unread > 0 {
            write!(f, "; it left {} bytes of its input unread", grouped(self.unread as u64))
        } else if self.unfinished.is_empty() {
            write!(f, "; it printed nothing and computed for {}", duration(self.cpu_us))
        } else {
            f.write_str(&unfinished_words(&self.unfinished))
        }
    }
}

impl fmt::Display for Exit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Status(0) => f.write_str("ended by itself (exit status 0)"),
            Self::Status(126) => f.write_str("could not be run (exit status 126)"),
            Self::Status(127) => f.write_str("was not found (exit status 127)"),
            Self::Status(status) => write!(f, "ended with exit status {status}"),
            Self::Signal(number) => {
                let name = Signal::try_from(*number).map_or("unknown", Signal::as_str);
                write!(f, "was ended by signal {number} ({name}{})", signal_words(*number))
            }
            Self::OutOfMemory => f.write_str("was ended because it used more memory than it may"),
        }
    }
}

fn signal_words(number: i32) -> &'static str {
    match Signal::try_from(number) {
        Ok(Signal::SIGSEGV | Signal::SIGBUS) => ": it touched memory that is not its own",
        Ok(Signal::SIGABRT) => ": it gave itself up",
        Ok(Signal::SIGFPE) => ": it divided by zero",
        Ok(Signal::SIGILL) => ": its code is not for this machine, or broken",
        Ok(Signal::SIGKILL) => ": by force",
        Ok(Signal::SIGSYS) => ": it asked the system for something forbidden",
        Ok(Signal::SIGXCPU) => ": it used up its CPU time",
        Ok(Signal::SIGPIPE) => ": it wrote where nobody reads",
        _ => "",
    }
}

fn flood_words(flood: &Flood, framing: Framing) -> String {
    match (flood, framing) {
        (Flood::Line { bytes, is_ended: true, .. }, _) => {
            format!("printed a line of {} bytes", grouped(*bytes as u64))
        }
        (Flood::Line { bytes, .. }, _) => {
            format!("printed {} bytes without a newline", grouped(*bytes as u64))
        }
        (Flood::Lines { lines, .. }, Framing::Until(word)) => {
            format!("printed {} lines without a line `{word}`", grouped(*lines as u64))
        }
        (Flood::Lines { lines, .. }, Framing::Line) => format!("printed {} lines", grouped(*lines as u64)),
        (Flood::Bytes { bytes, .. }, _) => format!("printed {} bytes in one answer", grouped(*bytes as u64)),
    }
}

fn flood_cap(flood: &Flood) -> String {
    let (Flood::Line { cap, .. } | Flood::Lines { cap, .. } | Flood::Bytes { cap, .. }) = flood;
    format!("the limit is {}", grouped(*cap as u64))
}

fn unfinished_words(unfinished: &[u8]) -> String {
    if unfinished.is_empty() {
        return String::new();
    }
    let fragment = last_fragment(unfinished);
    if !fragment.is_empty() {
        return format!("; it had printed `{}` without a newline", excerpt(fragment));
    }
    match unfinished.trim_ascii_end().rsplit(|&byte| byte == b'\n').next().map(<[u8]>::trim_ascii) {
        Some(last) if !last.is_empty() => {
            format!("; the last line of its unfinished answer was `{}`", excerpt(last))
        }
        _ if unfinished.contains(&b'\n') => "; it had printed nothing but blanks".to_string(),
        _ => "; it had printed nothing but blanks, without a newline".to_string(),
    }
}

/// What stands after the last newline, without blanks around it.
fn last_fragment(unfinished: &[u8]) -> &[u8] {
    unfinished.rsplit(|&byte| byte == b'\n').next().unwrap_or_default().trim_ascii()
}

/// `50 ms`, `1.25 s`, `17 µs`.
pub fn duration(us: u64) -> String {
    match us {
        0..1000 => format!("{us} µs"),
        1000..1_000_000 => format!("{} ms", us / 1000),
        _ => {
            let seconds = format!("{}.{:02}", us / 1_000_000, us % 1_000_000 / 10_000);
            format!("{} s", seconds.trim_end_matches('0').trim_end_matches('.'))
        }
    }
}

/// `71.4 MiB`.
pub fn mebibytes(bytes: u64) -> String {
    const MIB: u64 = 1 << 20;
    match bytes % MIB * 10 / MIB {
        0 => format!("{} MiB", bytes / MIB),
        tenth => format!("{}.{tenth} MiB", bytes / MIB),
    }
}

/// `70,112`.
pub fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(cause: &Cause, sentence: &str, advice: &str) {
        let subject = Subject { seat: Seat(1), name: "my_bot.py", unit: "turn", number: Some(14) };
        assert_eq!(cause.sentence(&subject), sentence);
        assert!(cause.advice().unwrap_or_default().contains(advice), "{:?}", cause.advice());
    }

    fn late(unfinished: &[u8], unread: usize, cpu_us: u64, framing: Framing) -> Cause {
        let unfinished = unfinished.to_vec();
        Cause::Late(Lateness { granted_us: 50_000, cpu_us, from_bank: false, unfinished, unread, framing })
    }

    #[test]
    fn every_fault_has_a_sentence_and_a_way_out() {
        let gone = |exit, unfinished: &[u8]| Cause::Gone { exit, unfinished: unfinished.to_vec() };
        let flooded = |flood| Cause::Flooded(flood, Framing::Until("end"));
        for (cause, sentence, advice) in [
            (
                Cause::Flooded(Flood::Line { bytes: 70_112, cap: 65_536, is_ended: false }, Framing::Line),
                "seat 1 (my_bot.py) printed 70,112 bytes without a newline on turn 14; the limit is 65,536",
                "newline",
            ),
            (
                Cause::Flooded(Flood::Line { bytes: 70_112, cap: 65_536, is_ended: true }, Framing::Line),
                "seat 1 (my_bot.py) printed a line of 70,112 bytes on turn 14; the limit is 65,536",
                "less",
            ),
            (
                flooded(Flood::Lines { lines: 4097, cap: 4096 }),
                "seat 1 (my_bot.py) printed 4,097 lines without a line `end` on turn 14; the limit is 4,096",
                "closing word",
            ),
            (
                late(b"", 0, 1_200, Framing::Line),
                "seat 1 (my_bot.py) did not answer on turn 14 within 50 ms; it printed nothing and computed for 1 ms",
                "did you flush?",
            ),
            (
                late(b"", 0, 49_000, Framing::Line),
                "seat 1 (my_bot.py) did not answer on turn 14 within 50 ms; it printed nothing and computed for 49 ms",
                "still computing",
            ),
            (
                late(b"MOVE 3", 0, 10, Framing::Line),
                "seat 1 (my_bot.py) did not answer on turn 14 within 50 ms; it had printed `MOVE 3` without a newline",
                "did you flush?",
            ),
            (
                late(b"a\nb\n", 0, 10, Framing::Until("end")),
                "seat 1 (my_bot.py) did not answer on turn 14 within 50 ms; the last line of its unfinished answer was `b`",
                "a line `end`",
            ),
            (
                late(b"x", 4464, 10, Framing::Line),
                "seat 1 (my_bot.py) did not answer on turn 14 within 50 ms; it left 4,464 bytes of its input unread",
                "read everything",
            ),
            (
                gone(Some(Exit::Status(1)), b""),
                "seat 1 (my_bot.py) ended with exit status 1 on turn 14",
                "stderr",
            ),
            (
                gone(Some(Exit::Status(0)), b""),
                "seat 1 (my_bot.py) ended by itself (exit status 0) on turn 14",
                "loop",
            ),
            (
                gone(Some(Exit::Signal(11)), b"MO"),
                "seat 1 (my_bot.py) was ended by signal 11 (SIGSEGV: it touched memory that is not its own) on turn 14; it had printed `MO` without a newline",
                "did you flush?",
            ),
            (gone(None, b""), "seat 1 (my_bot.py) closed its output on turn 14", "stdout open"),
            (
                Cause::Garbled("expected a command, got `hello`".into()),
                "seat 1 (my_bot.py) gave an answer that could not be read on turn 14: expected a command, got `hello`",
                "stderr",
            ),
            (
                Cause::Garbled("expected `MOVE id x y` or `TRAIN level x y`, got `TRAIN -1 0 0`".into()),
                "seat 1 (my_bot.py) gave an answer that could not be read on turn 14: expected `MOVE id x y` or `TRAIN level x y`, got `TRAIN -1 0 0`",
                "compare what follows",
            ),
            (
                Cause::OutOfTime,
                "seat 1 (my_bot.py) had no time left on turn 14: its bank is empty",
                "--clock",
            ),
            (
                Cause::LateTooOften(5),
                "seat 1 (my_bot.py) was late 5 times in a row on turn 14: it forfeits",
                "in time",
            ),
            (Cause::LateTooOften(1), "seat 1 (my_bot.py) was late on turn 14: it forfeits", "in time"),
        ] {
            check(&cause, sentence, advice);
        }
    }

    #[test]
    fn a_newline_is_missed_only_where_there_was_none() {
        for (unfinished, want, advice) in [
            ("a", "; it had printed `a` without a newline", "ends with a newline"),
            ("a\nb", "; it had printed `b` without a newline", "ends with a newline"),
            ("a\r", "; it had printed `a` without a newline", "ends with a newline"),
            ("a\n", "; the last line of its unfinished answer was `a`", "answer first"),
            ("a\n\n", "; the last line of its unfinished answer was `a`", "answer first"),
            ("a\n  ", "; the last line of its unfinished answer was `a`", "answer first"),
            ("a\r\n", "; the last line of its unfinished answer was `a`", "answer first"),
            ("\n\n", "; it had printed nothing but blanks", "answer first"),
            ("  ", "; it had printed nothing but blanks, without a newline", "answer first"),
            ("", "", "stderr"),
        ] {
            assert_eq!(unfinished_words(unfinished.as_bytes()), want, "{unfinished:?}");
            let unfinished = unfinished.as_bytes().to_vec();
            let gone = Cause::Gone { exit: Some(Exit::Status(1)), unfinished };
            assert!(gone.advice().is_some_and(|words| words.contains(advice)), "{gone:?}");
        }
        let late = |unfinished: &[u8], framing| late(unfinished, 0, 10, framing).advice().unwrap_or_default();
        assert!(late(b"a", Framing::Line).contains("a newline"));
        for unfinished in [&b"a"[..], b"a\n", b"a\nb"] {
            assert!(late(unfinished, Framing::Until("end")).contains("a line `end`"));
        }
    }

    #[test]
    fn a_name_cannot_pass_for_a_sentence_of_ours() {
        let subject = Subject { seat: Seat(1), name: "a)\nb\x1b[2J\u{202e}", unit: "turn", number: Some(1) };
        let sentence = Cause::OutOfTime.sentence(&subject);
        assert!(sentence.starts_with("seat 1 (a)\\nb\\x1b[2J\\u{202e}) had no time left"), "{sentence}");
    }

    #[test]
    fn numbers_are_for_people() {
        assert_eq!([999, 1000, 1_234_567].map(grouped), ["999", "1,000", "1,234,567"]);
        assert_eq!(
            [17, 50_000, 1_000_000, 1_250_000, 20_000_000].map(duration),
            ["17 µs", "50 ms", "1 s", "1.25 s", "20 s"]
        );
    }
}
