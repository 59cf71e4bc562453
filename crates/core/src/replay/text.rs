//! A replay as text: header lines, one line per answer, the result, and a sum over all of it.

use std::fmt::Write as _;

use super::escape::{escape, unescape};
use super::{BadReplay, Checkpoint, Ending, Header, Parent, PlayerInfo, Replay};
use crate::answer::{Answer, Answered, Cost, Fault};
use crate::outcome::Outcome;
use crate::rng::Seed;
use crate::seat::{MAX_SEATS, Seat, SeatCount};
use crate::view::Digest;

const FIRST_LINE: &str = "skirmish replay 1";

/// Stands before the fault of an answer with which a seat forfeits the match.
const FORFEIT: &str = "forfeit";

impl Replay {
    /// The replay as text. The same replay is always the same bytes.
    pub fn write(&self) -> String {
        let mut out = String::with_capacity(64 * self.answers.len() + 4096);
        self.write_unsummed(&mut out);
        let sum = Digest::of(out.as_bytes()).0;
        let _ = writeln!(out, "sum {sum:016x}");
        out
    }

    /// The sum that stands in the replay's last line; names this very replay.
    pub fn sum(&self) -> u64 {
        let mut out = String::new();
        self.write_unsummed(&mut out);
        Digest::of(out.as_bytes()).0
    }

    fn write_unsummed(&self, out: &mut String) {
        write_header(&self.header, out);
        let _ = writeln!(out, "answers {}", self.answers.len());
        for answered in &self.answers {
            write_answer(answered, out);
        }
        let _ = writeln!(out, "marks {}", self.checkpoints.len());
        for Checkpoint { decisions, digest } in &self.checkpoints {
            let _ = writeln!(out, "{decisions} {digest:016x}");
        }
        let _ = writeln!(out, "notes {}", self.notes.len());
        for note in &self.notes {
            escape(note.as_bytes(), out);
            out.push('\n');
        }
        write_ending(&self.ending, out);
    }

    /// Reads a replay. Any bytes are welcome; what is not a replay gets an error.
    pub fn read(bytes: &[u8]) -> Result<Self, BadReplay> {
        let first = FIRST_LINE.as_bytes();
        if !bytes.starts_with(first) {
            return Err(BadReplay::Foreign(FIRST_LINE));
        }
        let body = checked_body(bytes)?;
        let mut lines = Lines { text: body, number: 0 };
        lines.next("the first line")?;
        let header = read_header(&mut lines)?;
        let seats = header.players.len();
        let answers =
            read_counted(&mut lines, "answers", Self::MOST_ANSWERS, |line| read_answer(line, seats))?;
        let checkpoints =
            read_counted(&mut lines, "marks", most_checkpoints(answers.len()), read_checkpoint)?;
        let notes = read_counted(&mut lines, "notes", Self::MOST_NOTES, read_text)?;
        let ending = read_ending(&mut lines, seats)?;
        if lines.next("nothing").is_ok() {
            return Err(lines.bad("nothing more"));
        }
        Ok(Self { header, answers, checkpoints, notes, ending })
    }
}

impl Replay {
    /// Reads as much of a replay as makes sense, and says what is wrong with the rest. Only what has no whole header
    /// is refused.
    pub fn salvage(bytes: &[u8]) -> Result<(Self, Option<BadReplay>), BadReplay> {
        let bad = match Self::read(bytes) {
            Ok(replay) => return Ok((replay, None)),
            Err(bad @ BadReplay::Foreign(_)) => return Err(bad),
            Err(bad) => bad,
        };
        // What follows the first byte that is not text cannot be lines of a replay.
        let text = bytes.utf8_chunks().next().map_or("", |chunk| chunk.valid());
        let mut lines = Lines { text, number: 0 };
        lines.next("the first line")?;
        let header = read_header(&mut lines)?;
        let seats = header.players.len();
        let mut answers = Vec::new();
        let (checkpoints, notes, ending) = salvage_rest(&mut lines, seats, &mut answers);
        let ending = ending.unwrap_or_else(|| Ending::Incomplete(bad.to_string()));
        Ok((Self { header, answers, checkpoints, notes, ending }, Some(bad)))
    }
}

impl Answered {
    /// The answer as its line in a replay, without the line's end.
    pub fn line(&self) -> String {
        let mut out = String::new();
        write_answer(self, &mut out);
        out.pop();
        out
    }

    /// Reads such a line of a match with so many seats; `None` if it is none.
    pub fn of_line(line: &str, seats: SeatCount) -> Option<Self> {
        read_answer(line, seats.get()).filter(|_| !line.contains('\n'))
    }
}

type Rest = (Vec<Checkpoint>, Vec<String>, Option<Ending>);

/// The answers that can be read, and what follows them if they all can.
fn salvage_rest(lines: &mut Lines<'_>, seats: usize, answers: &mut Vec<Answered>) -> Rest {
    let nothing = || (Vec::new(), Vec::new(), None);
    let Ok(count) = lines.parsed::<usize>("answers") else { return nothing() };
    for _ in 0..count.min(Replay::MOST_ANSWERS) {
        let Some(answered) = lines.next("answers").ok().and_then(|line| read_answer(line, seats)) else {
            return nothing();
        };
        answers.push(answered);
    }
    let most = most_checkpoints(answers.len());
    let Ok(checkpoints) = read_counted(lines, "marks", most, read_checkpoint) else { return nothing() };
    let Ok(notes) = read_counted(lines, "notes", Replay::MOST_NOTES, read_text) else {
        return (checkpoints, Vec::new(), None);
    };
    let ending = read_ending(lines, seats).ok();
    (checkpoints, notes, ending)
}

/// How many checkpoints so many answers can come with.
fn most_checkpoints(answers: usize) -> usize {
    answers / Replay::CHECKPOINT_EVERY as usize + 1
}

/// The text without its last line, once that has been found to fit.
fn checked_body(bytes: &[u8]) -> Result<&str, BadReplay> {
    let line_count = bytes.iter().filter(|&&byte| byte == b'\n').count();
    let truncated = BadReplay::Truncated(line_count);
    let whole = bytes.strip_suffix(b"\n").ok_or(truncated.clone())?;
    let start = whole.iter().rposition(|&byte| byte == b'\n').ok_or(truncated.clone())? + 1;
    let expected = std::str::from_utf8(&whole[start..])
        .ok()
        .and_then(|line| line.strip_prefix("sum "))
        .and_then(|digits| u64::from_str_radix(digits, 16).ok().filter(|sum| format!("{sum:016x}") == digits))
        .ok_or(truncated)?;
    let got = Digest::of(&bytes[..start]).0;
    if got != expected {
        return Err(BadReplay::Edited { expected, got });
    }
    std::str::from_utf8(&bytes[..start])
        .map_err(|_| BadReplay::Line { line: 1, what: "a replay is UTF-8 text".to_string() })
}

struct Lines<'a> {
    text: &'a str,
    number: usize,
}

impl<'a> Lines<'a> {
    fn next(&mut self, want: &str) -> Result<&'a str, BadReplay> {
        let Some((line, rest)) = self.text.split_once('\n') else {
            self.number += 1;
            return Err(self.bad(want));
        };
        self.text = rest;
        self.number += 1;
        Ok(line)
    }

    /// The rest of a line that begins with this word.
    fn field(&mut self, word: &str) -> Result<&'a str, BadReplay> {
        let line = self.next(word)?;
        let rest = line.strip_prefix(word).ok_or_else(|| self.bad(word))?;
        rest.strip_prefix(' ').or(rest.is_empty().then_some("")).ok_or_else(|| self.bad(word))
    }

    fn parsed<T: std::str::FromStr>(&mut self, word: &str) -> Result<T, BadReplay> {
        self.field(word)?.parse().map_err(|_| self.bad(word))
    }

    fn bad(&self, want: &str) -> BadReplay {
        BadReplay::Line { line: self.number, what: format!("expected {want}") }
    }
}

fn write_header(header: &Header, out: &mut String) {
    let _ = writeln!(out, "{FIRST_LINE}");
    let _ = writeln!(out, "game {}", header.game);
    let _ = writeln!(out, "version {}", header.version);
    let _ = writeln!(out, "config {}", header.config);
    let _ = writeln!(out, "seed {}", header.seed);
    let _ = writeln!(out, "map {}", header.map);
    let _ = writeln!(out, "clock {}", header.clock);
    let _ = writeln!(out, "tier {}", header.tier);
    match &header.parent {
        None => out.push_str("parent -\n"),
        Some(parent) => {
            let _ = writeln!(out, "parent {:016x} {}", parent.sum, parent.decisions);
        }
    }
    let _ = writeln!(out, "players {}", header.players.len());
    for player in &header.players {
        let word = |hash: &Option<String>| hash.clone().unwrap_or_else(|| "-".to_string());
        let _ = write!(out, "{} {} ", word(&player.hash), word(&player.stderr));
        escape(player.name.as_bytes(), out);
        out.push('\n');
    }
}

fn read_header(lines: &mut Lines<'_>) -> Result<Header, BadReplay> {
    Ok(Header {
        game: lines.field("game")?.to_string(),
        version: lines.parsed("version")?,
        config: read_config(lines)?,
        seed: Seed(lines.parsed("seed")?),
        map: lines.field("map")?.to_string(),
        clock: lines.parsed("clock")?,
        tier: lines.field("tier")?.to_string(),
        parent: match lines.field("parent")? {
            "-" => None,
            text => Some(read_parent(text).ok_or_else(|| lines.bad("parent"))?),
        },
        players: read_counted(lines, "players", MAX_SEATS, read_player)?,
    })
}

/// A config in memory is many times its text: the length is looked at first.
fn read_config(lines: &mut Lines<'_>) -> Result<serde_json::Value, BadReplay> {
    let text = lines.field("config")?;
    let (count, most) = (text.len(), Replay::MOST_CONFIG_BYTES);
    if count > most {
        return Err(BadReplay::TooMany { line: lines.number, what: "bytes of a config", count, most });
    }
    text.parse().map_err(|_| lines.bad("config"))
}

fn read_parent(text: &str) -> Option<Parent> {
    let (sum, decisions) = text.split_once(' ')?;
    Some(Parent { sum: u64::from_str_radix(sum, 16).ok()?, decisions: decisions.parse().ok()? })
}

fn read_player(line: &str) -> Option<PlayerInfo> {
    let mut words = line.splitn(3, ' ');
    let mut hash = || words.next().map(|word| (word != "-").then(|| word.to_string()));
    let (hash, stderr) = (hash()?, hash()?);
    let name = read_text(words.next()?)?;
    Some(PlayerInfo { name, hash, stderr })
}

fn read_counted<T>(
    lines: &mut Lines<'_>,
    what: &'static str,
    most: usize,
    read: impl Fn(&str) -> Option<T>,
) -> Result<Vec<T>, BadReplay> {
    /// An item of a replay is a line of a few bytes: a count that the text has no room for reserves nothing.
    const LEAST_BYTES: usize = 4;
    let count: usize = lines.parsed(what)?;
    if count > most {
        return Err(BadReplay::TooMany { line: lines.number, what, count, most });
    }
    let mut items = Vec::with_capacity(count.min(lines.text.len() / LEAST_BYTES));
    for _ in 0..count {
        let line = lines.next(what)?;
        items.push(read(line).ok_or_else(|| lines.bad(what))?);
    }
    Ok(items)
}

fn write_answer(answered: &Answered, out: &mut String) {
    let Cost { wall_us, cpu_us, fuel } = answered.cost;
    let _ = write!(out, "{} {wall_us} {cpu_us}", answered.seat);
    if fuel > 0 {
        let _ = write!(out, "/{fuel}");
    }
    out.push(' ');
    match &answered.answer {
        Answer::Frame(frame) => escape(frame, out),
        Answer::Garbled(frame) => {
            let _ = write!(out, "!{} ", Fault::Garbled.word());
            escape(frame, out);
        }
        Answer::Fault(fault, why) => {
            let _ = write!(out, "!{} ", fault.word());
            escape(why.as_bytes(), out);
        }
        Answer::Forfeit(fault, why) => {
            let _ = write!(out, "!{FORFEIT} {} ", fault.word());
            escape(why.as_bytes(), out);
        }
    }
    out.push('\n');
}

fn read_answer(line: &str, seats: usize) -> Option<Answered> {
    let mut words = line.splitn(4, ' ');
    let seat = Seat(words.next()?.parse().ok().filter(|&seat: &u8| usize::from(seat) < seats)?);
    let wall_us = words.next()?.parse().ok()?;
    let (cpu, fuel) = words.next().map(|word| word.split_once('/').unwrap_or((word, "0")))?;
    let cost = Cost { wall_us, cpu_us: cpu.parse().ok()?, fuel: fuel.parse().ok()? };
    let text = words.next()?;
    let answer = match text.strip_prefix('!') {
        None => Answer::Frame(unescape(text)?),
        Some(fault) => read_fault(fault)?,
    };
    Some(Answered { seat, cost, answer })
}

fn read_fault(text: &str) -> Option<Answer> {
    let (word, rest) = text.split_once(' ')?;
    if word == FORFEIT {
        let (word, why) = rest.split_once(' ')?;
        return Some(Answer::Forfeit(fault_of(word)?, read_text(why)?));
    }
    Some(match fault_of(word)? {
        Fault::Garbled => Answer::Garbled(unescape(rest)?),
        fault => Answer::Fault(fault, read_text(rest)?),
    })
}

fn read_text(escaped: &str) -> Option<String> {
    String::from_utf8(unescape(escaped)?).ok()
}

fn read_checkpoint(line: &str) -> Option<Checkpoint> {
    let (decisions, digest) = line.split_once(' ')?;
    Some(Checkpoint { decisions: decisions.parse().ok()?, digest: u64::from_str_radix(digest, 16).ok()? })
}

fn fault_of(word: &str) -> Option<Fault> {
    Fault::ALL.into_iter().find(|fault| fault.word() == word)
}

fn write_ending(ending: &Ending, out: &mut String) {
    let (outcome, digest) = match ending {
        Ending::Incomplete(why) => {
            out.push_str("incomplete ");
            escape(why.as_bytes(), out);
            out.push('\n');
            return;
        }
        Ending::Over { outcome, digest } => (outcome, digest),
    };
    let _ = writeln!(out, "over {}", outcome.why);
    let _ =
        writeln!(out, "places{}", outcome.places.iter().map(|place| format!(" {place}")).collect::<String>());
    let _ =
        writeln!(out, "scores{}", outcome.scores.iter().map(|score| format!(" {score}")).collect::<String>());
    let word = |fault: &Option<Fault>| format!(" {}", fault.map_or("-", Fault::word));
    let _ = writeln!(out, "faults{}", outcome.faults.iter().map(word).collect::<String>());
    let _ = writeln!(out, "digest {digest:016x}");
}

fn read_ending(lines: &mut Lines<'_>, seats: usize) -> Result<Ending, BadReplay> {
    let line = lines.next("over or incomplete")?;
    if let Some(why) = line.strip_prefix("incomplete ") {
        return read_text(why).map(Ending::Incomplete).ok_or_else(|| lines.bad("why it is incomplete"));
    }
    let why = line.strip_prefix("over ").ok_or_else(|| lines.bad("over or incomplete"))?.to_string();
    let places = read_list(lines, "places", seats, |word| word.parse().ok())?;
    let scores = read_list(lines, "scores", seats, |word| word.parse().ok())?;
    let faults =
        read_list(
            lines,
            "faults",
            seats,
            |word| if word == "-" { Some(None) } else { fault_of(word).map(Some) },
        )?;
    let digest = u64::from_str_radix(lines.field("digest")?, 16).map_err(|_| lines.bad("digest"))?;
    let outcome = Outcome { places, scores, faults, why: why.into() };
    Ok(Ending::Over { outcome, digest })
}

fn read_list<T>(
    lines: &mut Lines<'_>,
    word: &str,
    seats: usize,
    read: impl Fn(&str) -> Option<T>,
) -> Result<Vec<T>, BadReplay> {
    let line = lines.field(word)?;
    let list: Option<Vec<T>> = line.split_whitespace().take(MAX_SEATS + 1).map(read).collect();
    list.filter(|list| list.len() == seats).ok_or_else(|| lines.bad(word))
}
