//! Waiting: one thread sleeps in one call until an asked bot speaks, a bot mumbles, or the nearest deadline passes.

use std::time::{Duration, Instant};

use skirmish_core::{Frame, Seat};

use super::{Body, Sitting, Stop, micros};
use crate::explain::{Cause, Lateness};
use crate::frame::Cut;
use crate::observe::Observer;
use crate::sys;

/// How often a long wait looks whether the match was interrupted.
const TICK: Duration = Duration::from_millis(250);

/// An answer that is waited for.
#[derive(Clone, Copy)]
pub(super) struct Pending {
    pub(super) seat: Seat,
    pub(super) since: Instant,
    /// Set once, when the seat was asked.
    pub(super) deadline: Option<Instant>,
    pub(super) granted_us: u64,
    pub(super) from_bank: bool,
}

#[derive(Clone, Copy)]
pub(super) enum Pipe {
    Stdin,
    Stdout,
    Stderr,
}

impl Sitting<'_> {
    /// Waits until every pending answer is there or cannot come any more.
    pub(super) fn wait_for_all(
        &mut self,
        pending: &mut Vec<Pending>,
        frame: Frame,
        watch: &mut dyn Observer,
    ) -> Result<(), Stop> {
        let mut now = match pending.last() {
            Some(last) => last.since,
            None => return Ok(()),
        };
        let mut is_first = true;
        loop {
            let mut at = 0;
            while at < pending.len() {
                match self.resolve(&pending[at], frame, now, watch)? {
                    true => drop(pending.remove(at)),
                    false => at += 1,
                }
            }
            if pending.is_empty() {
                return Ok(());
            }
            if self.is_interrupted() {
                return Err(Stop::Interrupted);
            }
            if is_first && let Some(woke) = self.wait_briefly(pending, now, watch)? {
                (now, is_first) = (woke, false);
                continue;
            }
            let nearest = pending.iter().filter_map(|pending| pending.deadline).min();
            let timeout = nearest.map_or(TICK, |deadline| deadline.saturating_duration_since(now).min(TICK));
            now = self.wait_once(pending, timeout, watch)?;
        }
    }

    /// The usual case, at least cost: one bot is asked and answers within a moment, for which the others can do without
    /// us. `None` if it is not the usual case.
    fn wait_briefly(
        &mut self,
        pending: &[Pending],
        now: Instant,
        watch: &mut dyn Observer,
    ) -> Result<Option<Instant>, Stop> {
        let [Pending { seat, deadline, .. }] = pending else { return Ok(None) };
        if deadline.is_some_and(|deadline| deadline.saturating_duration_since(now) < sys::BRIEFLY) {
            return Ok(None);
        }
        let Body::Wired(wired) = &self.chairs[seat.index()].body else { return Ok(None) };
        let Some((mumbled, said)) = wired.wait_briefly()? else { return Ok(None) };
        let now = Instant::now();
        if mumbled {
            self.serve(seat.index(), Pipe::Stderr, watch)?;
        }
        if said {
            self.serve(seat.index(), Pipe::Stdout, watch)?;
        }
        Ok(Some(now))
    }

    /// Sleeps until something happens, takes in what did, and says when that was.
    pub(super) fn wait_once(
        &mut self,
        pending: &[Pending],
        timeout: Duration,
        watch: &mut dyn Observer,
    ) -> Result<Instant, Stop> {
        let mut fds = Vec::with_capacity(3 * self.chairs.len());
        let mut slots = Vec::with_capacity(3 * self.chairs.len());
        for (index, chair) in self.chairs.iter().enumerate() {
            let Body::Wired(wired) = &chair.body else { continue };
            let mut add = |fd, pipe| {
                if let Some(fd) = fd {
                    fds.push(fd);
                    slots.push((index, pipe));
                }
            };
            // What is mumbled before an answer belongs to it, so it is read first.
            add(wired.stderr_ready(), Pipe::Stderr);
            if chair.leaves_at.is_some() || pending.iter().any(|pending| pending.seat.index() == index) {
                add(wired.stdin_ready(), Pipe::Stdin);
                add(wired.stdout_ready(), Pipe::Stdout);
            }
        }
        sys::wait(&mut fds, timeout)?;
        let now = Instant::now();
        let mut ready = 0;
        for at in 0..slots.len() {
            if sys::is_ready(&fds[at]) {
                slots[ready] = slots[at];
                ready += 1;
            }
        }
        drop(fds);
        for &(index, pipe) in &slots[..ready] {
            self.serve(index, pipe, watch)?;
        }
        Ok(now)
    }

    pub(super) fn serve(&mut self, index: usize, pipe: Pipe, watch: &mut dyn Observer) -> Result<(), Stop> {
        let chair = &mut self.chairs[index];
        let Body::Wired(wired) = &mut chair.body else { return Ok(()) };
        match pipe {
            Pipe::Stdin => wired.push()?,
            Pipe::Stdout if chair.leaves_at.is_some() => {
                wired.ignore(&mut self.chunk, &mut chair.conduct.left_over)?;
            }
            Pipe::Stdout => wired.listen(&mut self.chunk)?,
            Pipe::Stderr => {
                let count = wired.overhear(self.decision, &mut self.chunk)?;
                if count > 0 {
                    watch.mumbled(Seat(index as u8), &self.chunk[..count]);
                }
            }
        }
        Ok(())
    }

    /// Whether the answer is there, or will not come; then its reply is.
    fn resolve(
        &mut self,
        pending: &Pending,
        frame: Frame,
        now: Instant,
        watch: &mut dyn Observer,
    ) -> Result<bool, Stop> {
        let seat = pending.seat;
        let Body::Wired(wired) = &mut self.chairs[seat.index()].body else { return Ok(true) };
        let over = pending.deadline.and_then(|deadline| now.checked_duration_since(deadline));
        let said = match wired.take(frame) {
            Cut::Frame(answer) => Ok(answer),
            Cut::Flooded(flood) => Err(Cause::Flooded(flood, frame)),
            Cut::More if wired.has_hung_up() => {
                let cause = self.take_leave(seat, watch)?;
                self.settle(seat, now, micros(now, pending.since), Err(cause));
                return Ok(true);
            }
            Cut::More if over.is_none() => return Ok(false),
            Cut::More => Err(Cause::Late(Lateness {
                granted_us: pending.granted_us,
                cpu_us: 0,
                from_bank: pending.from_bank,
                unfinished: wired.unfinished().to_vec(),
                unread: wired.unread(),
                frame,
            })),
        };
        // The timer was set to the deadline: whoever wakes much later did not get the machine, and cannot tell whether
        // the answer came in time or whether the bot got the machine either.
        if let Some(over) = over.filter(|&over| over > self.options.starved_after) {
            return Err(Stop::Starved(over));
        }
        let mut wall_us = micros(now, pending.since);
        match &said {
            Ok(answer) => {
                watch.answered(seat, answer);
                wall_us = wall_us.min(pending.granted_us);
            }
            Err(Cause::Late(_)) => wired.owe(frame),
            Err(_) => {}
        }
        self.settle(seat, now, wall_us, said);
        Ok(true)
    }
}
