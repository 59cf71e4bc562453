//! What a host reads while it runs: lines for a person at a terminal, JSON for everything else.

use std::io::{self, IsTerminal as _, Write, stderr};

use skirmish_core::shown::is_unseen;
use tracing_subscriber::filter::{LevelFilter, Targets};
use tracing_subscriber::layer::SubscriberExt as _;
use tracing_subscriber::util::SubscriberInitExt as _;

/// How much is written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Detail {
    /// What goes wrong.
    Quiet,
    /// What happens.
    #[default]
    Usual,
    /// Every request and every job.
    Much,
}

/// Begins to write, to stderr. Called once, by a program; a second call does nothing.
pub fn start(detail: Detail) {
    let (ours, others) = match detail {
        Detail::Quiet => (LevelFilter::WARN, LevelFilter::ERROR),
        Detail::Usual => (LevelFilter::INFO, LevelFilter::WARN),
        Detail::Much => (LevelFilter::DEBUG, LevelFilter::INFO),
    };
    let filter =
        Targets::new().with_default(others).with_target("skirmish", ours).with_target("skirmish_arena", ours);
    let registry = tracing_subscriber::registry().with(filter);
    let started = if stderr().is_terminal() {
        let has_colour = std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty());
        let lines =
            tracing_subscriber::fmt::layer().with_target(false).with_ansi(has_colour).with_writer(|| Fit);
        registry.with(lines).try_init()
    } else {
        registry
            .with(tracing_subscriber::fmt::layer().json().flatten_event(true).with_writer(|| Fit))
            .try_init()
    };
    // Somebody else writes already, as in a test.
    drop(started);
}

/// Standard error, for lines with text of strangers in them: bots' names, what a program said, addresses.
struct Fit;

impl Write for Fit {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        stderr().write_all(fit(&String::from_utf8_lossy(bytes)).as_bytes())?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        stderr().flush()
    }
}

/// What cannot be seen becomes an escape that JSON has, too. Colours are the formatter's, which lets nobody else's through.
fn fit(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        if is_unseen(c) && !matches!(c, '\n' | '\t' | '\x1b') {
            c.encode_utf16(&mut [0; 2]).iter().for_each(|unit| out.push_str(&format!("\\u{unit:04x}")));
        } else {
            out.push(c);
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_cannot_be_seen_is_an_escape() {
        assert_eq!(fit("a\u{202e}\u{9b}\u{e0041}\r\n"), "a\\u202e\\u009b\\udb40\\udc41\\u000d\n");
    }
}
