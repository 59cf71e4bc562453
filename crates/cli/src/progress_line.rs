//! Progress of many matches: a line that overwrites itself on a terminal, otherwise a line every 30 seconds.

use std::time::{Duration, Instant};

use crate::terminal;

/// Prints progress to stderr, rate-limited.
pub struct ProgressLine {
    every: Option<Duration>,
    is_terminal: bool,
    shown_at: Instant,
    is_drawn: bool,
}

const REFRESH: Duration = Duration::from_millis(100);
const LOG_INTERVAL: Duration = Duration::from_secs(30);

impl ProgressLine {
    /// Prints to stderr; nothing if `quiet`.
    pub fn new(quiet: bool) -> Self {
        let is_terminal = terminal::is_error_terminal();
        let every = if is_terminal { REFRESH } else { LOG_INTERVAL };
        Self { every: (!quiet).then_some(every), is_terminal, shown_at: Instant::now(), is_drawn: false }
    }

    /// Shows the line, if the last one is old enough.
    pub fn show(&mut self, line: impl FnOnce() -> String) {
        if self.every.is_none_or(|every| self.shown_at.elapsed() < every) {
            return;
        }
        self.shown_at = Instant::now();
        if !self.is_terminal {
            let _ = terminal::error(&format!("{}\n", terminal::plain(&line())));
            return;
        }
        const WIDEST: usize = 120;
        let line: String = line().chars().take(WIDEST).collect();
        terminal::overwrite(&line);
        self.is_drawn = true;
    }

    /// Clears the line on a terminal.
    pub fn finish(&mut self) {
        if std::mem::take(&mut self.is_drawn) {
            terminal::overwrite("");
        }
    }
}
