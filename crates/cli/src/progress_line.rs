//! Progress of many matches: a line that overwrites itself on a terminal, otherwise a line every 30 seconds.

use std::time::{Duration, Instant};

use crate::terminal;

/// Prints progress to stderr, rate-limited.
pub struct ProgressLine {
    every: Option<Duration>,
    is_terminal: bool,
    started_at: Instant,
    /// How many matches were finished when the first one of this run was.
    finished_at_first: Option<u64>,
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
        let now = Instant::now();
        Self {
            every: (!quiet).then_some(every),
            is_terminal,
            started_at: now,
            finished_at_first: None,
            shown_at: now,
            is_drawn: false,
        }
    }

    /// Shows the line, if the last one is old enough. It gets the number of matches that finish in a second, as soon as that
    /// is known.
    pub fn show(&mut self, finished: u64, line: impl FnOnce(Option<f64>) -> String) {
        /// A rate measured for a shorter time says nothing.
        const SETTLED: Duration = Duration::from_secs(1);
        let first = *self.finished_at_first.get_or_insert(finished);
        if self.every.is_none_or(|every| self.shown_at.elapsed() < every) {
            return;
        }
        self.shown_at = Instant::now();
        let elapsed = self.started_at.elapsed();
        let rate =
            (elapsed >= SETTLED).then(|| finished.saturating_sub(first) as f64 / elapsed.as_secs_f64());
        let line = line(rate);
        if !self.is_terminal {
            let _ = terminal::error(&format!("{}\n", terminal::plain(&line)));
            return;
        }
        const WIDEST: usize = 140;
        let line: String = line.chars().take(WIDEST).collect();
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
