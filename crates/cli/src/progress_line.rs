//! What is seen while many matches are played: a line that overwrites itself, or a line now and then.

use std::time::{Duration, Instant};

use crate::terminal;

/// Says how far it is: on a terminal all the time, otherwise now and then, or not at all.
pub struct ProgressLine {
    every: Option<Duration>,
    is_terminal: bool,
    said: Instant,
    is_drawn: bool,
}

const REFRESH: Duration = Duration::from_millis(100);
const NOW_AND_THEN: Duration = Duration::from_secs(30);

impl ProgressLine {
    /// On standard error; not at all if `quiet`.
    pub fn new(quiet: bool) -> Self {
        let is_terminal = terminal::is_error_terminal();
        let every = if is_terminal { REFRESH } else { NOW_AND_THEN };
        Self { every: (!quiet).then_some(every), is_terminal, said: Instant::now(), is_drawn: false }
    }

    /// Shows the line, if it is time for one.
    pub fn show(&mut self, line: impl FnOnce() -> String) {
        if self.every.is_none_or(|every| self.said.elapsed() < every) {
            return;
        }
        self.said = Instant::now();
        if !self.is_terminal {
            let _ = terminal::error(&format!("{}\n", terminal::plain(&line())));
            return;
        }
        const WIDEST: usize = 120;
        let line: String = line().chars().take(WIDEST).collect();
        terminal::overwrite(&line);
        self.is_drawn = true;
    }

    /// Wipes the line that overwrites itself.
    pub fn finish(&mut self) {
        if std::mem::take(&mut self.is_drawn) {
            terminal::overwrite("");
        }
    }
}
