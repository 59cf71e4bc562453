//! How a game talks to programs: pages of text out, answers in.

use std::fmt;

use crate::game::Game;
use crate::seat::Seat;
use crate::shown::shown;

/// The text protocol of a game. Everything but `read` and `write` is called on the state as the seat may know it.
pub trait Wire: Game {
    /// What is sent once, before the first ask.
    fn greet(&self, _seat: Seat, _page: &mut Page) {}

    /// What an event that the seat hears adds to its next page.
    fn tell(&self, seat: Seat, event: &Self::Event, page: &mut Page);

    /// The request itself. Only called when the decision asks this seat.
    fn ask(&self, seat: Seat, clock: ClockFace, page: &mut Page);

    /// Reads a frame (without what ended it) into an action whose old content is to be overwritten.
    /// After an error the action holds what was read so far.
    fn read(&self, seat: Seat, frame: &[u8], action: &mut Self::Action) -> Result<(), Garbled>;

    /// Writes an action as the frame that reads back as the same action (without what ends it).
    fn write(&self, action: &Self::Action, page: &mut Page);
}

/// What a page may say about time.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ClockFace {
    /// Milliseconds the seat has left for this answer, its bank included.
    pub left_ms: u64,
}

/// Why an answer could not be read, in a sentence for its author.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct Garbled(pub String);

impl Garbled {
    /// An answer that should have been something else.
    pub fn expected(want: &str, got: &[u8]) -> Self {
        Self(format!("expected {want}, got `{}`", excerpt(got)))
    }
}

/// The beginning of an answer, fit to be shown.
pub fn excerpt(bytes: &[u8]) -> String {
    const SHOWN: usize = 80;
    let mut text = shown(&String::from_utf8_lossy(&bytes[..bytes.len().min(SHOWN)]));
    if bytes.len() > SHOWN {
        text.push('…');
    }
    text
}

/// Text to be sent, built up line by line in memory that is used again.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Page {
    text: Vec<u8>,
}

impl Page {
    /// An empty page.
    pub const fn new() -> Self {
        Self { text: Vec::new() }
    }

    /// The bytes so far.
    pub fn as_bytes(&self) -> &[u8] {
        &self.text
    }

    /// The text so far. Games write nothing but UTF-8.
    pub fn as_str(&self) -> &str {
        std::str::from_utf8(&self.text).unwrap_or("")
    }

    /// Whether nothing is written.
    pub fn is_empty(&self) -> bool {
        self.text.is_empty()
    }

    /// Forgets the text, not the memory it is kept in.
    pub fn clear(&mut self) {
        self.text.clear();
    }

    /// Adds another page's text.
    pub fn append(&mut self, other: &Self) {
        self.text.extend_from_slice(&other.text);
    }

    /// Adds a word or any text.
    #[inline]
    pub fn text(&mut self, text: &str) -> &mut Self {
        self.text.extend_from_slice(text.as_bytes());
        self
    }

    /// Adds a number.
    #[inline]
    pub fn number(&mut self, number: impl Into<i64>) -> &mut Self {
        // Digits from the back into a buffer that holds any i64: this is the hot path of every page.
        let number: i64 = number.into();
        if (0..10).contains(&number) {
            self.text.push(b'0' + number as u8);
            return self;
        }
        let mut digits = [0u8; 20];
        let mut at = digits.len();
        let mut rest = number.unsigned_abs();
        loop {
            at -= 1;
            digits[at] = b'0' + (rest % 10) as u8;
            rest /= 10;
            if rest == 0 {
                break;
            }
        }
        if number < 0 {
            at -= 1;
            digits[at] = b'-';
        }
        self.text.extend_from_slice(&digits[at..]);
        self
    }

    /// Adds a blank and a number.
    #[inline]
    pub fn and(&mut self, number: impl Into<i64>) -> &mut Self {
        let number: i64 = number.into();
        // Most cells of a board are a single digit: both bytes at once.
        if (0..10).contains(&number) {
            self.text.extend_from_slice(&[b' ', b'0' + number as u8]);
            return self;
        }
        self.text.push(b' ');
        self.number(number)
    }

    /// Ends the line.
    #[inline]
    pub fn end_line(&mut self) {
        self.text.push(b'\n');
    }

    /// Adds a whole line.
    pub fn line(&mut self, text: &str) {
        self.text(text).end_line();
    }
}

impl fmt::Write for Page {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        self.text(text);
        Ok(())
    }
}

/// The lines of a frame, without their ends (LF or CRLF).
pub fn lines(frame: &[u8]) -> impl Iterator<Item = &[u8]> {
    let frame = frame.strip_suffix(b"\n").unwrap_or(frame);
    let empty = frame.is_empty();
    frame
        .split(|&byte| byte == b'\n')
        .map(|line| line.strip_suffix(b"\r").unwrap_or(line))
        .filter(move |_| !empty)
}

/// The words of a line, split at blanks and tabs.
pub fn words(line: &[u8]) -> impl Iterator<Item = &[u8]> {
    line.split(u8::is_ascii_whitespace).filter(|word| !word.is_empty())
}

/// Reads a whole number: an optional sign and digits, nothing else. What does not fit is the nearest that does.
pub fn number(word: &[u8]) -> Option<i64> {
    let (negative, digits) = match word {
        [b'-', digits @ ..] => (true, digits),
        [b'+', digits @ ..] | digits => (false, digits),
    };
    if digits.is_empty() || !digits.iter().all(u8::is_ascii_digit) {
        return None;
    }
    let size =
        digits.iter().fold(0i64, |sum, digit| sum.saturating_mul(10).saturating_add(i64::from(digit - b'0')));
    Some(if negative { -size } else { size })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_print_as_the_standard_library_prints_them() {
        for n in [0, 7, 10, -1, 1999, i64::MAX, i64::MIN] {
            let mut page = Page::new();
            page.number(n);
            assert_eq!(page.as_str(), n.to_string());
        }
    }

    #[test]
    fn numbers_are_read_strictly_and_saturate() {
        assert_eq!(number(b"12"), Some(12));
        assert_eq!(number(b"-12"), Some(-12));
        assert_eq!(number(b"+3"), Some(3));
        assert_eq!(number(b"99999999999999999999"), Some(i64::MAX));
        for word in ["", "-", "1.0", "x", "1x", "--1"] {
            assert_eq!(number(word.as_bytes()), None, "{word}");
        }
    }

    #[test]
    fn lines_drop_their_ends() {
        let split = |frame: &'static str| lines(frame.as_bytes()).collect::<Vec<_>>();
        assert_eq!(split("a\r\nb\n"), [b"a", b"b"]);
        assert_eq!(split("a\n\nb"), [&b"a"[..], b"", b"b"]);
        assert!(split("").is_empty());
    }

    #[test]
    fn an_excerpt_never_carries_control_characters() {
        assert_eq!(excerpt(b"a\x1b[31mb\0"), "a\\x1b[31mb\\x00");
        assert!(excerpt(&[b'x'; 1000]).chars().count() <= 81);
    }
}
