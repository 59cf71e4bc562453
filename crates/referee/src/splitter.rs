//! Cuts what a bot prints into answers, however the bytes arrive.
//!
//! An answer ends with its line, or with a line that holds just the closing word. A line may end in CRLF. Any other
//! byte, NUL and broken UTF-8 included, is part of the answer and for the rules to judge.

use std::collections::VecDeque;

use skirmish_core::game::Framing;
use skirmish_core::info::Caps;

/// What was found in the bytes so far.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Cut {
    /// A whole answer, without what ended it.
    Frame(Vec<u8>),
    /// No whole answer yet.
    More,
    /// More than the cap without an end.
    Flooded(Flood),
}

/// Which cap was broken, and by how much.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Flood {
    /// One line is too long.
    Line {
        /// Bytes seen of it.
        bytes: usize,
        /// The most it may have.
        cap: usize,
        /// Whether its end came, too.
        is_ended: bool,
    },
    /// There are too many lines.
    Lines {
        /// Lines seen.
        lines: usize,
        /// The most there may be.
        cap: usize,
    },
    /// The answer as a whole is too long.
    Bytes {
        /// Bytes seen.
        bytes: usize,
        /// The most it may have.
        cap: usize,
    },
}

/// The bytes of one bot that no answer has used yet.
#[derive(Clone, Debug)]
pub struct Splitter {
    caps: Caps,
    bytes: Vec<u8>,
    /// Where the frame at hand begins.
    start: usize,
    /// Where the line at hand begins; not before `start`.
    line: usize,
    /// How far no end of line was found; not before `line`.
    scanned: usize,
    /// Whole lines of the frame at hand.
    lines: usize,
    /// Whether the beginning of the line at hand has been thrown away.
    beheaded: bool,
    /// Answers that are to be thrown away, in order: what ends them, and how many in a row.
    owed: VecDeque<(Framing, u64)>,
}

/// Beyond this many used bytes the rest is moved to the front.
const MOVE_AFTER: usize = 64 * 1024;

impl Splitter {
    /// No bytes yet.
    pub fn new(caps: Caps) -> Self {
        Self {
            caps,
            bytes: Vec::new(),
            start: 0,
            line: 0,
            scanned: 0,
            lines: 0,
            beheaded: false,
            owed: VecDeque::new(),
        }
    }

    /// Adds what was read.
    pub fn feed(&mut self, bytes: &[u8]) {
        self.bytes.extend_from_slice(bytes);
    }

    /// The next answer, if it is whole. After a flood the rest of that answer is owed.
    pub fn take(&mut self, framing: Framing) -> Cut {
        while let Some(&(owed, _)) = self.owed.front() {
            if !self.drop_one(owed) {
                return Cut::More;
            }
            self.settle_one();
        }
        let cut = match framing {
            Framing::Line => self.cut_line(),
            Framing::Until(word) => self.cut_until(word),
        };
        if matches!(cut, Cut::Flooded(_)) {
            self.owe(framing);
        }
        cut
    }

    /// The answer was missed: when it comes, it is dropped unread.
    pub fn owe(&mut self, framing: Framing) {
        match self.owed.back_mut() {
            Some((last, count)) if *last == framing => *count += 1,
            _ => self.owed.push_back((framing, 1)),
        }
    }

    /// Whether an answer that was missed is still to be thrown away.
    pub fn is_owed(&self) -> bool {
        !self.owed.is_empty()
    }

    /// What has been printed of the answer at hand.
    pub fn unfinished(&self) -> &[u8] {
        &self.bytes[self.start..]
    }

    fn settle_one(&mut self) {
        if let Some((_, count)) = self.owed.front_mut() {
            *count -= 1;
            if *count == 0 {
                self.owed.pop_front();
            }
        }
    }

    fn cut_line(&mut self) -> Cut {
        let end = self.end_of_line();
        let line = &self.bytes[self.line..end.unwrap_or(self.bytes.len())];
        if let Some(flood) = self.too_long(line, end.is_some()) {
            return Cut::Flooded(flood);
        }
        let Some(end) = end else { return Cut::More };
        let answer = without_cr(line).to_vec();
        self.begin_frame(end + 1);
        Cut::Frame(answer)
    }

    fn cut_until(&mut self, word: &str) -> Cut {
        loop {
            let end = self.end_of_line();
            let line = &self.bytes[self.line..end.unwrap_or(self.bytes.len())];
            if let Some(flood) = self.too_long(line, end.is_some()) {
                return Cut::Flooded(flood);
            }
            if end.is_some() && line.trim_ascii() == word.as_bytes() {
                break;
            }
            // Until its line is whole, what stands last may still be the closing word.
            let whole = end.map_or(self.line, |end| end + 1) - self.start;
            let lines = self.lines + usize::from(end.is_some());
            if lines > self.caps.lines {
                return Cut::Flooded(Flood::Lines { lines, cap: self.caps.lines });
            }
            if whole > self.caps.bytes {
                return Cut::Flooded(Flood::Bytes { bytes: whole, cap: self.caps.bytes });
            }
            let Some(end) = end else { return Cut::More };
            self.lines = lines;
            self.begin_line(end + 1);
        }
        let answer = self.bytes[self.start..self.line].to_vec();
        let end = self.end_of_line().expect("the closing line was found whole");
        self.begin_frame(end + 1);
        Cut::Frame(answer)
    }

    /// Throws one answer away; false if it is not whole yet, but then what came of it is gone.
    fn drop_one(&mut self, framing: Framing) -> bool {
        while let Some(end) = self.end_of_line() {
            let closes = match framing {
                Framing::Line => true,
                Framing::Until(word) => {
                    !self.beheaded && self.bytes[self.line..end].trim_ascii() == word.as_bytes()
                }
            };
            self.begin_frame(end + 1);
            if closes {
                return true;
            }
        }
        // A closing word may have blanks around it, but not as many as this.
        const LONGEST_CLOSING_LINE: usize = 256;
        if self.bytes.len() - self.line > LONGEST_CLOSING_LINE {
            self.begin_frame(self.bytes.len());
            self.beheaded = true;
        }
        false
    }

    fn end_of_line(&mut self) -> Option<usize> {
        let found = self.bytes[self.scanned..].iter().position(|&byte| byte == b'\n');
        match found {
            Some(offset) => {
                self.scanned += offset;
                Some(self.scanned)
            }
            None => {
                self.scanned = self.bytes.len();
                None
            }
        }
    }

    fn too_long(&self, line: &[u8], is_ended: bool) -> Option<Flood> {
        let (bytes, cap) = (without_cr(line).len(), self.caps.line_bytes);
        (bytes > cap).then_some(Flood::Line { bytes, cap, is_ended })
    }

    fn begin_line(&mut self, at: usize) {
        self.line = at;
        self.scanned = at;
        self.beheaded = false;
    }

    fn begin_frame(&mut self, at: usize) {
        let mut at = at;
        if at == self.bytes.len() {
            self.bytes.clear();
            at = 0;
        } else if at > MOVE_AFTER {
            self.bytes.drain(..at);
            at = 0;
        }
        self.start = at;
        self.lines = 0;
        self.begin_line(at);
    }
}

fn without_cr(line: &[u8]) -> &[u8] {
    line.strip_suffix(b"\r").unwrap_or(line)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const CAPS: Caps = Caps { line_bytes: 8, lines: 3, bytes: 20 };
    const UNTIL: Framing = Framing::Until("end");

    /// Everything that comes of the bytes when they arrive in these pieces, asked for after each piece.
    fn cuts(pieces: &[&[u8]], framing: Framing) -> Vec<Cut> {
        let mut splitter = Splitter::new(CAPS);
        let mut cuts = Vec::new();
        for piece in pieces {
            splitter.feed(piece);
            loop {
                match splitter.take(framing) {
                    Cut::More => break,
                    cut => cuts.push(cut),
                }
            }
        }
        cuts
    }

    /// The same, in words: the answer, or `!`.
    fn check(bytes: &[u8], framing: Framing, expected: &[&str]) {
        let words = |pieces: &[&[u8]]| -> Vec<String> {
            cuts(pieces, framing)
                .into_iter()
                .map(|cut| match cut {
                    Cut::Frame(answer) => String::from_utf8_lossy(&answer).into_owned(),
                    _ => "!".to_string(),
                })
                .collect()
        };
        let mut byte_by_byte = Vec::new();
        for piece in bytes.chunks(1) {
            byte_by_byte.push(piece);
        }
        assert_eq!(words(&byte_by_byte), expected, "{:?} byte by byte", String::from_utf8_lossy(bytes));
        for at in 0..=bytes.len() {
            let (head, tail) = bytes.split_at(at);
            assert_eq!(words(&[head, tail]), expected, "{:?} at {at}", String::from_utf8_lossy(bytes));
        }
    }

    #[test]
    fn lines_come_out_the_same_however_they_arrive() {
        check(b"a\nbc\r\n\nrest", Framing::Line, &["a", "bc", ""]);
        check(b"12345678\r\n", Framing::Line, &["12345678"]);
        check(b"a\0b\n\xff\xfe\n", Framing::Line, &["a\0b", "\u{fffd}\u{fffd}"]);
        check(b"a\rb\r\r\n", Framing::Line, &["a\rb\r"]);
    }

    #[test]
    fn the_rest_of_a_flood_never_answers() {
        check(b"123456789\nok\n", Framing::Line, &["!", "ok"]);
        check(b"12345678901234567890\nok\n123456789\nok\n", Framing::Line, &["!", "ok", "!", "ok"]);
    }

    #[test]
    fn frames_end_at_the_closing_word_alone() {
        check(b"a\nb\nend\nend\n", UNTIL, &["a\nb\n", ""]);
        check(b"a end\nendx\n end \r\n", UNTIL, &["a end\nendx\n"]);
        check(b"1\n2\n3\n4\nend\n5\nend\n", UNTIL, &["!", "5\n"]);
        check(b"1\n2\n3\nend\n", UNTIL, &["1\n2\n3\n"]);
        check(b"1234567\n1234567\n1234567\nend\n5\nend\n", UNTIL, &["!", "5\n"]);
        check(b"123456789end\nend\n5\nend\n", UNTIL, &["!", "5\n"]);
    }

    #[test]
    fn an_owed_answer_is_dropped_with_what_came_of_it() {
        let mut splitter = Splitter::new(CAPS);
        splitter.feed(b"MO");
        assert_eq!(splitter.take(Framing::Line), Cut::More);
        splitter.owe(Framing::Line);
        splitter.owe(UNTIL);
        splitter.feed(b"VE\na\n");
        assert_eq!(splitter.take(Framing::Line), Cut::More);
        splitter.feed(&[b'x'; 1000]);
        assert_eq!(splitter.take(Framing::Line), Cut::More);
        splitter.feed(b"end\nend\nMINE\n");
        assert_eq!(splitter.take(Framing::Line), Cut::Frame(b"MINE".to_vec()));
    }

    #[test]
    fn what_is_owed_needs_no_memory() {
        let mut splitter = Splitter::new(CAPS);
        splitter.owe(UNTIL);
        for _ in 0..1000 {
            splitter.feed(&[b'x'; 1000]);
            assert_eq!(splitter.take(UNTIL), Cut::More);
        }
        assert!(splitter.bytes.capacity() < 4096);
    }

    proptest! {
        #[test]
        fn chunking_changes_nothing(
            bytes in prop::collection::vec(prop::sample::select(b"aend \r\n\0\xff".to_vec()), 0..60),
            splits in prop::collection::vec(0usize..60, 0..6),
            until in any::<bool>(),
        ) {
            let framing = if until { UNTIL } else { Framing::Line };
            let mut at: Vec<usize> = splits.into_iter().map(|split| split.min(bytes.len())).collect();
            at.extend([0, bytes.len()]);
            at.sort_unstable();
            let pieces: Vec<&[u8]> = at.windows(2).map(|pair| &bytes[pair[0]..pair[1]]).collect();
            let plain = |cuts: Vec<Cut>| -> Vec<Option<Vec<u8>>> {
                cuts.into_iter().map(|cut| if let Cut::Frame(answer) = cut { Some(answer) } else { None }).collect()
            };
            prop_assert_eq!(plain(cuts(&pieces, framing)), plain(cuts(&[&bytes], framing)));
        }
    }
}
