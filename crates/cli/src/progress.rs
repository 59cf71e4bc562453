//! What is shown while a match is played: a progress line, or with `--verbose` all that bots read and write.

use std::time::{Duration, Instant};

use skirmish_core::seat::Seat;
use skirmish_core::shown::shown_line;
use skirmish_core::wire::lines;
use skirmish_referee::{Incident, Observer, Progress};

use crate::terminal::{self, plain};

/// Observer that prints progress to stderr.
pub struct MatchProgress {
    verbose: bool,
    /// Whether the progress line is shown: stderr is a terminal.
    live: bool,
    drawn: Option<Instant>,
}

/// The least time between two updates of the progress line.
const REFRESH: Duration = Duration::from_millis(100);

impl MatchProgress {
    /// Shows a progress line if stderr is a terminal, or with `verbose` everything that bots read and write.
    pub fn new(verbose: bool, quiet: bool) -> Self {
        Self { verbose, live: !verbose && !quiet && terminal::is_error_terminal(), drawn: None }
    }

    /// Clears the progress line.
    pub fn finish(&mut self) {
        if self.drawn.take().is_some() {
            terminal::overwrite("");
        }
    }

    fn pipe(&self, seat: Seat, direction: &str, text: &[u8]) {
        if !self.verbose {
            return;
        }
        for line in lines(text) {
            let line = shown_line(&String::from_utf8_lossy(line));
            let _ = terminal::error(&format!("{seat} {direction} {line}\n"));
        }
    }
}

impl Observer for MatchProgress {
    fn sent(&mut self, seat: Seat, text: &[u8]) {
        self.pipe(seat, "reads ", text);
    }

    fn answered(&mut self, seat: Seat, text: &[u8]) {
        self.pipe(seat, "writes", text);
    }

    fn printed_stderr(&mut self, seat: Seat, text: &[u8]) {
        self.pipe(seat, "stderr", text);
    }

    fn happened(&mut self, incident: &Incident) {
        if self.verbose {
            let _ = terminal::error(&format!("{} fault  {}\n", incident.seat, plain(&incident.sentence)));
        }
    }

    fn stepped(&mut self, progress: Progress<'_>) {
        if !self.live || self.drawn.is_some_and(|drawn| drawn.elapsed() < REFRESH) {
            return;
        }
        self.drawn = Some(Instant::now());
        let table = progress.table;
        let mut line = table.status(None);
        for seat in table.seats().iter() {
            if let Some(left_us) = progress.timers[seat.index()].bank_us() {
                line.push_str(&format!(
                    " | seat {seat} has {}.{} s",
                    left_us / 1_000_000,
                    left_us / 100_000 % 10
                ));
            }
        }
        const WIDEST: usize = 120;
        let line: String = line.chars().take(WIDEST).collect();
        terminal::overwrite(&line);
    }

    fn voided(&mut self, why: &str) {
        self.finish();
        eprintln!("{}; playing it again", plain(why));
    }
}
