//! All output of the program. It contains untrusted text, so every control character is escaped here. Escape sequences of
//! our own (colours, clearing a line) are marked with a random per-process key, which untrusted text cannot contain.

use std::hash::{BuildHasher as _, RandomState};
use std::io::{self, IsTerminal, Write};
use std::path::Path;
use std::sync::OnceLock;

use serde::Serialize;
use skirmish_core::shown;

/// Returns to the beginning of the line and clears it.
const WIPE: &str = "\r\x1b[K";

/// Whether stdout takes colours: it is a terminal, and `NO_COLOR` is not set.
pub fn has_colour() -> bool {
    is_terminal() && std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty())
}

/// Whether standard output is a terminal.
#[expect(clippy::disallowed_methods, reason = "nothing is printed")]
pub fn is_terminal() -> bool {
    io::stdout().is_terminal()
}

/// Whether standard error is a terminal.
#[expect(clippy::disallowed_methods, reason = "nothing is printed")]
pub fn is_error_terminal() -> bool {
    io::stderr().is_terminal()
}

/// Bold text, if there are colours.
pub fn bold(text: &str, colour: bool) -> String {
    if colour { dye("1", text) } else { text.to_string() }
}

/// Text in a colour, by its SGR code.
pub fn dye(code: &str, text: &str) -> String {
    format!("{}{text}{}", ours(&format!("\x1b[{code}m")), ours("\x1b[0m"))
}

/// Untrusted text, escaped to escape into one line.
pub fn plain(text: &str) -> String {
    shown::shown(text)
}

/// A path, escaped to escape into one line.
pub fn path(path: &Path) -> String {
    plain(&path.to_string_lossy())
}

/// A line of JSON, in which invisible characters are `\u` escapes, too.
pub fn json(value: &impl Serialize) -> String {
    let text = serde_json::to_string(value).expect("what is printed has names for keys");
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        if shown::is_unseen(c) {
            c.encode_utf16(&mut [0; 2]).iter().for_each(|unit| out.push_str(&format!("\\u{unit:04x}")));
        } else {
            out.push(c);
        }
    }
    out
}

/// Marks the control characters in our own text, so that they are not escaped.
pub fn ours(text: &str) -> String {
    text.replace('\x1b', &format!("{}e", key())).replace('\r', &format!("{}r", key()))
}

/// Replaces the current line of stderr; the text is escaped.
pub fn overwrite(line: &str) {
    let _ = error(&format!("{}{}", ours(WIPE), plain(line)));
}

/// Prints to stdout, escaped, and flushes.
#[expect(clippy::disallowed_methods, reason = "the one place")]
pub fn out(text: &str) -> io::Result<()> {
    io::stdout().write_all(escape(text).as_bytes())?;
    io::stdout().flush()
}

/// Prints to stderr, escaped.
#[expect(clippy::disallowed_methods, reason = "the one place")]
pub fn error(text: &str) -> io::Result<()> {
    io::stderr().write_all(escape(text).as_bytes())
}

/// Prints trusted bytes to stdout unescaped; ignores errors.
#[expect(clippy::disallowed_methods, reason = "the one place")]
pub fn raw(bytes: &[u8]) {
    let _ = io::stdout().write_all(bytes);
}

/// Implements `print!`: panics on EPIPE, which ends the program, see `main`.
pub fn say(text: &str) {
    if let Err(error) = out(text) {
        panic!("failed printing to stdout: {error}");
    }
}

/// Implements `eprint!`.
pub fn warn(text: &str) {
    if let Err(failed) = error(text) {
        panic!("failed printing to stderr: {failed}");
    }
}

/// `io::Write` for stdout, escaped: the pages of a person who plays at the terminal.
#[derive(Debug, Default)]
pub struct Writer {
    waiting: Vec<u8>,
}

impl Write for Writer {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.waiting.extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        let bytes = std::mem::take(&mut self.waiting);
        out(&String::from_utf8_lossy(&bytes))
    }
}

/// Escapes control characters, except marked ones.
fn escape(text: &str) -> String {
    let mut parts = text.split(key());
    let mut out = shown::shown_text(parts.next().unwrap_or_default());
    for part in parts {
        let (code, rest) = part.split_at_checked(1).unwrap_or(("", part));
        match code {
            "e" => out.push('\x1b'),
            "r" => out.push('\r'),
            _ => out.push_str(code),
        }
        out.push_str(&shown::shown_text(rest));
    }
    out
}

/// The mark before our own control characters; random in every process.
fn key() -> &'static str {
    static KEY: OnceLock<String> = OnceLock::new();
    KEY.get_or_init(|| format!("\u{fdd0}{:016x}", RandomState::new().hash_one(0)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_of_ours_get_through_and_nobody_elses() {
        let name = "\x1b[31mred\u{202e}\u{fdd0}e\r";
        assert_eq!(escape(&bold(name, true)), "\x1b[1m\\x1b[31mred\\u{202e}\\u{fdd0}e\\r\x1b[0m");
        assert_eq!(escape(&format!("a\n\tb {}", plain("c\nd"))), "a\n\tb c\\nd");
        assert_eq!(escape(&ours("\r\x1b[K|")), "\r\x1b[K|");
    }

    #[test]
    fn json_is_still_json_when_nothing_in_it_is_hidden() {
        let text = "\x1b\u{7f}\u{9b}\u{202e}\u{e0041}é\n";
        let line = json(&text);
        assert!(!line.contains(shown::is_unseen), "{line}");
        assert_eq!(serde_json::from_str::<String>(&line).expect("JSON"), text);
    }
}
