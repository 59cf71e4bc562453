//! Looking on while a match is played.

use skirmish_core::{Seat, Table, Timer};

use crate::record::Incident;

/// Somebody who looks on: a progress line, a window, a log of both sides of the pipes. Does nothing by default.
pub trait Observer {
    /// An attempt begins; the first is 1.
    fn started(&mut self, _attempt: u32) {}
    /// A seat is sent this.
    fn sent(&mut self, _seat: Seat, _text: &[u8]) {}
    /// A seat answered this, without what ends it.
    fn answered(&mut self, _seat: Seat, _text: &[u8]) {}
    /// A seat's bot printed this on stderr.
    fn mumbled(&mut self, _seat: Seat, _text: &[u8]) {}
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
}

/// Nobody looks on.
#[derive(Clone, Copy, Debug, Default)]
pub struct Nobody;

impl Observer for Nobody {}
