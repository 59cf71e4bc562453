//! What a bot prints on stderr: kept by decision, within limits, and written beside the replay.

use std::collections::VecDeque;

use skirmish_core::shown::shown_line;
use skirmish_programs::fingerprint;

/// How much of a bot's stderr is kept. What exceeds it is read and dropped, so that the bot never waits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StderrCaps {
    /// Bytes kept of what was printed for one decision.
    pub per_decision: usize,
    /// Bytes kept of the whole match, each decision's heading included.
    pub total: usize,
}

impl Default for StderrCaps {
    fn default() -> Self {
        Self { per_decision: 16 * 1024, total: 1024 * 1024 }
    }
}

/// What one bot printed on stderr during a match.
#[derive(Clone, Debug)]
pub struct StderrLog {
    caps: StderrCaps,
    entries: Vec<Part>,
    kept: usize,
    dropped: u64,
    tail: VecDeque<u8>,
}

/// How much of the end is always at hand, whatever the caps dropped: a crash explains itself last.
const TAIL_BYTES: usize = 2048;

/// What the heading of a decision counts for.
const HEADING_BYTES: usize = 32;

impl StderrLog {
    /// Nothing yet.
    pub fn new(caps: StderrCaps) -> Self {
        Self { caps, entries: Vec::new(), kept: 0, dropped: 0, tail: VecDeque::new() }
    }

    /// Adds what was read while that decision was at hand.
    pub fn add(&mut self, decision: u64, bytes: &[u8]) {
        self.tail.extend(&bytes[bytes.len().saturating_sub(TAIL_BYTES)..]);
        self.tail.drain(..self.tail.len().saturating_sub(TAIL_BYTES));
        let is_new = self.entries.last().is_none_or(|(last, _)| *last != decision);
        if is_new && self.kept + HEADING_BYTES < self.caps.total {
            self.entries.push((decision, Vec::new()));
            self.kept += HEADING_BYTES;
        }
        let room = match self.entries.last() {
            Some((last, entry)) if *last == decision => self.caps.per_decision.saturating_sub(entry.len()),
            _ => 0,
        };
        let room = room.min(self.caps.total - self.kept).min(bytes.len());
        if let Some((_, entry)) = self.entries.last_mut() {
            entry.extend_from_slice(&bytes[..room]);
        }
        self.kept += room;
        self.dropped += (bytes.len() - room) as u64;
    }

    /// Whether nothing was printed.
    pub fn is_empty(&self) -> bool {
        self.kept == 0 && self.dropped == 0
    }

    /// What was printed, by decision.
    pub fn entries(&self) -> &[Part] {
        &self.entries
    }

    /// How many bytes exceeded the caps.
    pub fn dropped(&self) -> u64 {
        self.dropped
    }

    /// The last lines, at most that many, fit to be shown.
    pub fn last_lines(&self, most: usize) -> Vec<String> {
        let tail: Vec<u8> = self.tail.iter().copied().collect();
        let text = String::from_utf8_lossy(&tail);
        let lines: Vec<String> =
            text.lines().map(shown_line).filter(|line| !line.trim().is_empty()).collect();
        lines[lines.len().saturating_sub(most)..].to_vec()
    }

    /// Everything that was kept, as a file: before each part a line that says for which decision and how long it is.
    pub fn write(&self) -> Vec<u8> {
        let mut out = Vec::with_capacity(self.kept + 64);
        for (decision, bytes) in &self.entries {
            out.extend_from_slice(format!("--- decision {decision}, {} bytes\n", bytes.len()).as_bytes());
            out.extend_from_slice(bytes);
            if !bytes.ends_with(b"\n") {
                out.push(b'\n');
            }
        }
        if self.dropped > 0 {
            out.extend_from_slice(format!("--- {}{DROPPED}\n", self.dropped).as_bytes());
        }
        out
    }

    /// Reads what [`StderrLog::write`] wrote: (decision, bytes). Stops at the first part that makes no sense.
    pub fn read(file: &[u8]) -> Vec<Part> {
        read_entries(file).0
    }

    /// How many bytes more were dropped, by what [`StderrLog::write`] wrote.
    pub fn read_dropped(file: &[u8]) -> u64 {
        let (_, rest) = read_entries(file);
        let line = rest.strip_suffix(b"\n").and_then(|line| std::str::from_utf8(line).ok());
        let dropped = line.and_then(|line| line.strip_prefix("--- ")?.strip_suffix(DROPPED)?.parse().ok());
        dropped.unwrap_or(0)
    }

    /// The fingerprint of what [`StderrLog::write`] writes; `None` if nothing was printed.
    pub fn fingerprint(&self) -> Option<String> {
        (!self.is_empty()).then(|| fingerprint::of_bytes(&self.write()))
    }
}

/// A decision and what was printed for it.
pub type Part = (u64, Vec<u8>);

/// The end of the last line of a file, if something was dropped.
const DROPPED: &str = " bytes more were dropped";

/// All parts, and what follows them.
fn read_entries(mut file: &[u8]) -> (Vec<Part>, &[u8]) {
    let mut entries = Vec::new();
    while let Some((entry, rest)) = read_entry(file) {
        entries.push(entry);
        file = rest;
    }
    (entries, file)
}

fn read_entry(file: &[u8]) -> Option<(Part, &[u8])> {
    let end = file.iter().position(|&byte| byte == b'\n')?;
    let line = std::str::from_utf8(&file[..end]).ok()?;
    let (decision, length) = line.strip_prefix("--- decision ")?.strip_suffix(" bytes")?.split_once(", ")?;
    let (decision, length): (u64, usize) = (decision.parse().ok()?, length.parse().ok()?);
    let rest = &file[end + 1..];
    let bytes = rest.get(..length)?.to_vec();
    let rest = &rest[length..];
    let rest = if bytes.ends_with(b"\n") { rest } else { rest.strip_prefix(b"\n")? };
    Some(((decision, bytes), rest))
}

#[cfg(test)]
mod tests {
    use super::*;

    const CAPS: StderrCaps = StderrCaps { per_decision: 10, total: 25 + 4 * HEADING_BYTES };

    #[test]
    fn noise_is_kept_by_decision_and_reads_back() {
        let mut stderr_log = StderrLog::new(CAPS);
        for (decision, text) in [(0, "a\n"), (0, "b"), (3, "--- decision"), (4, "\n"), (5, "0123456789")] {
            stderr_log.add(decision, text.as_bytes());
        }
        let kept: Vec<(u64, &str)> = stderr_log
            .entries()
            .iter()
            .map(|(decision, bytes)| (*decision, std::str::from_utf8(bytes).expect("text")))
            .collect();
        assert_eq!(kept, [(0, "a\nb"), (3, "--- decisi"), (4, "\n"), (5, "0123456789")]);
        assert_eq!(StderrLog::read(&stderr_log.write()), stderr_log.entries());
        stderr_log.add(6, b"xyz");
        assert_eq!(StderrLog::read_dropped(&stderr_log.write()), stderr_log.dropped());
        assert_eq!(StderrLog::read_dropped(b"--- decision 0, 2 bytes\na\n"), 0);
        assert_eq!(stderr_log.dropped(), 2 + 3, "two beyond the decision's cap, three beyond the match's");
    }

    #[test]
    fn the_end_is_at_hand_even_when_the_caps_dropped_it() {
        let mut stderr_log = StderrLog::new(CAPS);
        stderr_log.add(0, &[b'.'; 10_000]);
        stderr_log.add(9, b"\nTraceback\n\x1b[31mValueError: no\n");
        assert_eq!(stderr_log.last_lines(2), ["Traceback", "\\x1b[31mValueError: no"]);
        assert!(stderr_log.tail.len() <= TAIL_BYTES && stderr_log.kept <= CAPS.total);
    }
}
