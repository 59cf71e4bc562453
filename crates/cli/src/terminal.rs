//! What the program prints. All of it goes through here: it has text of others in it, and nothing of that may do anything
//! to a terminal. Colours and the like are ours, and marked as such by a key that nobody else knows.

use std::hash::{BuildHasher as _, RandomState};
use std::io::{self, IsTerminal, Write};
use std::path::Path;
use std::sync::OnceLock;

use serde::Serialize;
use skirmish_core::shown;

/// What ends a shown line and begins it anew.
const WIPE: &str = "\r\x1b[K";

/// Whether standard output takes colours: it is a terminal, and nobody asked for none.
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

/// Bold, where there are colours.
pub fn bold(text: &str, colour: bool) -> String {
    if colour { dye("1", text) } else { text.to_string() }
}

/// Text in a colour, by its code.
pub fn dye(code: &str, text: &str) -> String {
    format!("{}{text}{}", ours(&format!("\x1b[{code}m")), ours("\x1b[0m"))
}

/// Somebody's text as part of a line of ours.
pub fn plain(text: &str) -> String {
    shown::shown(text)
}

/// A path as part of a line of ours.
pub fn path(path: &Path) -> String {
    plain(&path.to_string_lossy())
}

/// A line of JSON, in which what cannot be seen is an escape, too.
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

/// Text of ours with codes for a terminal in it, which will get through.
pub fn ours(text: &str) -> String {
    text.replace('\x1b', &format!("{}e", key())).replace('\r', &format!("{}r", key()))
}

/// Wipes the line that overwrites itself, and shows this instead; one line, of somebody's text or not.
pub fn overwrite(line: &str) {
    let _ = error(&format!("{}{}", ours(WIPE), plain(line)));
}

/// Prints to standard output.
#[expect(clippy::disallowed_methods, reason = "the one place")]
pub fn out(text: &str) -> io::Result<()> {
    io::stdout().write_all(fit(text).as_bytes())?;
    io::stdout().flush()
}

/// Prints to standard error.
#[expect(clippy::disallowed_methods, reason = "the one place")]
pub fn error(text: &str) -> io::Result<()> {
    io::stderr().write_all(fit(text).as_bytes())
}

/// Prints bytes that are ours alone, as they are.
#[expect(clippy::disallowed_methods, reason = "the one place")]
pub fn raw(bytes: &[u8]) {
    let _ = io::stdout().write_all(bytes);
}

/// What `print!` does: if nobody reads any more, the program ends.
pub fn say(text: &str) {
    if let Err(error) = out(text) {
        panic!("failed printing to stdout: {error}");
    }
}

/// What `eprint!` does.
pub fn warn(text: &str) {
    if let Err(failed) = error(text) {
        panic!("failed printing to stderr: {failed}");
    }
}

/// Standard output for whoever writes bytes: pages for a person who plays.
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

/// The text as the terminal gets it.
fn fit(text: &str) -> String {
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

/// Stands before a code of ours. Another one in every run: no text that comes from outside has it.
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
        assert_eq!(fit(&bold(name, true)), "\x1b[1m\\x1b[31mred\\u{202e}\\u{fdd0}e\\r\x1b[0m");
        assert_eq!(fit(&format!("a\n\tb {}", plain("c\nd"))), "a\n\tb c\\nd");
        assert_eq!(fit(&ours("\r\x1b[K|")), "\r\x1b[K|");
    }

    #[test]
    fn json_is_still_json_when_nothing_in_it_is_hidden() {
        let text = "\x1b\u{7f}\u{9b}\u{202e}\u{e0041}é\n";
        let line = json(&text);
        assert!(!line.contains(shown::is_unseen), "{line}");
        assert_eq!(serde_json::from_str::<String>(&line).expect("JSON"), text);
    }
}
