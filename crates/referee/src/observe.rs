//! Observers of a match while it is played.

use skirmish_core::clock::Timer;
use skirmish_core::replay::Replay;
use skirmish_core::seat::Seat;
use skirmish_core::table::Table;

use crate::record::Incident;

/// An observer of a match: a progress line, a window, a log of both sides of the pipes. Does nothing by default.
pub trait Observer {
    /// An attempt begins; the first is 1.
    fn started(&mut self, _attempt: u32) {}
    /// Everybody is seated: the match as it stands before the first decision.
    fn begun(&mut self, _progress: Progress<'_>) {}
    /// A seat is sent this.
    fn sent(&mut self, _seat: Seat, _text: &[u8]) {}
    /// A seat answered this, without what ends it.
    fn answered(&mut self, _seat: Seat, _text: &[u8]) {}
    /// A seat's bot printed this on stderr.
    fn printed_stderr(&mut self, _seat: Seat, _text: &[u8]) {}
    /// A bot did something wrong.
    fn happened(&mut self, _incident: &Incident) {}
    /// A decision was played.
    fn stepped(&mut self, _progress: Progress<'_>) {}
    /// The attempt does not count; why.
    fn voided(&mut self, _why: &str) {}
}

/// How far a match is.
#[derive(Clone, Copy)]
pub struct Progress<'a> {
    /// Decisions played.
    pub decisions: u64,
    /// The match as it stands.
    pub table: &'a dyn Table,
    /// By seat: its clock.
    pub timers: &'a [Timer],
    /// What was played so far; it has no ending yet.
    pub replay: &'a Replay,
}

/// An observer that does nothing.
#[derive(Clone, Copy, Debug, Default)]
pub struct Nobody;

impl Observer for Nobody {}

/// Two observers of one match.
pub struct Both<'a>(pub &'a mut dyn Observer, pub &'a mut dyn Observer);

impl Observer for Both<'_> {
    fn started(&mut self, attempt: u32) {
        self.0.started(attempt);
        self.1.started(attempt);
    }

    fn begun(&mut self, progress: Progress<'_>) {
        self.0.begun(progress);
        self.1.begun(progress);
    }

    fn sent(&mut self, seat: Seat, text: &[u8]) {
        self.0.sent(seat, text);
        self.1.sent(seat, text);
    }

    fn answered(&mut self, seat: Seat, text: &[u8]) {
        self.0.answered(seat, text);
        self.1.answered(seat, text);
    }

    fn printed_stderr(&mut self, seat: Seat, text: &[u8]) {
        self.0.printed_stderr(seat, text);
        self.1.printed_stderr(seat, text);
    }

    fn happened(&mut self, incident: &Incident) {
        self.0.happened(incident);
        self.1.happened(incident);
    }

    fn stepped(&mut self, progress: Progress<'_>) {
        self.0.stepped(progress);
        self.1.stepped(progress);
    }

    fn voided(&mut self, why: &str) {
        self.0.voided(why);
        self.1.voided(why);
    }
}
