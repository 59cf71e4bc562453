//! What is shown while a match is played: a progress line, or with `--verbose` all that bots read and write.

use std::time::{Duration, Instant};

use skirmish_core::seat::{MAX_SEATS, Seat};
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
    /// What each seat printed on stderr of a line that has not ended yet: it comes in pieces of any size.
    begun: [Vec<u8>; MAX_SEATS],
}

/// The least time between two updates of the progress line.
const REFRESH: Duration = Duration::from_millis(100);
/// A line of stderr that is longer is shown in pieces.
const MOST_BEGUN: usize = 1 << 16;

impl MatchProgress {
    /// Shows a progress line if stderr is a terminal, or with `verbose` everything that bots read and write.
    pub fn new(verbose: bool, quiet: bool) -> Self {
        let live = !verbose && !quiet && terminal::is_error_terminal();
        Self { verbose, live, drawn: None, begun: Default::default() }
    }

    /// Clears the progress line, and shows lines of stderr that did not end.
    pub fn finish(&mut self) {
        for seat in 0..MAX_SEATS {
            self.show_begun(Seat(seat as u8));
        }
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

    /// Shows what there is of a line of stderr that has not ended: something else comes, or nothing.
    fn show_begun(&mut self, seat: Seat) {
        let line = std::mem::take(&mut self.begun[seat.index()]);
        self.pipe(seat, "stderr", &line);
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
        if !self.verbose {
            return;
        }
        let begun = &mut self.begun[seat.index()];
        begun.extend_from_slice(text);
        let ended = begun.iter().rposition(|&byte| byte == b'\n').map_or(0, |at| at + 1);
        let shown = if begun.len() > MOST_BEGUN { begun.len() } else { ended };
        let lines: Vec<u8> = begun.drain(..shown).collect();
        self.pipe(seat, "stderr", &lines);
    }

    fn happened(&mut self, incident: &Incident) {
        self.show_begun(incident.seat);
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
