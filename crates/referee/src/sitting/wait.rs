//! Waiting: one thread sleeps in one call until an asked bot speaks, a bot mumbles, or the nearest deadline passes.

use std::time::{Duration, Instant};

use skirmish_core::{Frame, Seat};

use super::{Body, Sitting, Stop, micros};
use crate::denial::{Allowance, Judgement};
use crate::explain::{Cause, Lateness};
use crate::frame::Cut;
use crate::observe::Observer;
use crate::options::Core;
use crate::sys;
use crate::void::Void;
use crate::wired::Wired;

/// How often a long wait looks whether the match was interrupted.
const TICK: Duration = Duration::from_millis(250);

/// Waking so much later than we wanted shows that the machine is busy.
const OVERSLEPT: Duration = Duration::from_millis(2);

/// For how many questions the machine is taken to be busy after it was.
const BUSY: u32 = 64;

/// Whoever gets a tenth of a core can use its time: so many times that time may be added at most. With less, everybody
/// could have a match void that is going badly, by computing.
const ADDED_TIMES: u32 = 9;

/// So much may be added in any case.
const ADDED_LEAST: Duration = Duration::from_secs(1);

/// An answer that is waited for.
#[derive(Clone, Copy)]
pub(super) struct Pending {
    pub(super) seat: Seat,
    pub(super) since: Instant,
    /// Set once, when the seat was asked.
    pub(super) deadline: Option<Instant>,
    /// When it is looked at: at its deadline, and later while it was denied the machine.
    pub(super) wake: Option<Instant>,
    pub(super) granted_us: u64,
    pub(super) from_bank: bool,
    pub(super) is_banked: bool,
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
                match self.resolve(&mut pending[at], frame, now, watch)? {
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
            if pending.iter().any(|pending| pending.wake > pending.deadline) {
                self.hold_others(pending);
            }
            let nearest = pending.iter().filter_map(|pending| self.attend(pending, now)).min();
            let timeout = nearest.map_or(TICK, |at| at.saturating_duration_since(now).min(TICK));
            now = self.wait_once(pending, timeout, watch)?;
        }
    }

    /// Begins to look whether a bot gets the machine once its answer takes long: most come before that, and looking takes
    /// its time. When there is something to do for this answer.
    fn attend(&mut self, pending: &Pending, now: Instant) -> Option<Instant> {
        let wake = pending.wake?;
        let Body::Wired(wired) = &mut self.chairs[pending.seat.index()].body else { return Some(wake) };
        let soon = pending.since + sys::BRIEFLY;
        if now < soon && soon < wake {
            return Some(soon);
        }
        wired.attend();
        Some(wake)
    }

    /// Somebody does not get the machine in its turn: whoever is not asked has no business there.
    fn hold_others(&mut self, pending: &[Pending]) {
        if self.options.ponder {
            return;
        }
        for (index, chair) in self.chairs.iter_mut().enumerate() {
            let is_asked = pending.iter().any(|pending| pending.seat.index() == index);
            if let (false, None, Body::Wired(wired)) = (is_asked, chair.leaves_at, &mut chair.body) {
                wired.hold();
            }
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
        let now = self.woken(now + sys::BRIEFLY);
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
        let latest = Instant::now() + timeout;
        sys::wait(&mut fds, timeout)?;
        let mut ready = 0;
        for at in 0..slots.len() {
            if sys::is_ready(&fds[at]) {
                slots[ready] = slots[at];
                ready += 1;
            }
        }
        drop(fds);
        let now = self.woken(latest);
        for &(index, pipe) in &slots[..ready] {
            self.serve(index, pipe, watch)?;
        }
        Ok(now)
    }

    /// What time it is, now that we wake; whether the machine is busy.
    fn woken(&mut self, latest: Instant) -> Instant {
        let now = Instant::now();
        if now.saturating_duration_since(latest) > OVERSLEPT {
            self.busy = BUSY;
        }
        now
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
        pending: &mut Pending,
        frame: Frame,
        now: Instant,
        watch: &mut dyn Observer,
    ) -> Result<bool, Stop> {
        let seat = pending.seat;
        let Body::Wired(wired) = &mut self.chairs[seat.index()].body else { return Ok(true) };
        let over = pending.wake.and_then(|wake| now.checked_duration_since(wake));
        let said = match wired.take(frame) {
            Cut::Frame(answer) => Ok(answer),
            Cut::Flooded(flood) => Err(Cause::Flooded(flood, frame)),
            Cut::More if wired.has_hung_up() => {
                let cause = self.take_leave(seat, watch)?;
                self.settle(seat, now, micros(now, pending.since), Err(cause));
                return Ok(true);
            }
            Cut::More if over.is_none() => return Ok(false),
            Cut::More => match self.judge(pending, now)? {
                Some(later) => {
                    pending.wake = Some(later);
                    return Ok(false);
                }
                None => self.hear_last(pending, frame)?,
            },
        };
        let said = match over.filter(|&over| over > self.options.starved_after) {
            Some(over) => {
                let wall = now.saturating_duration_since(pending.since);
                self.excuse(pending, frame, wall, over, said)?
            }
            None => said,
        };
        self.conclude(pending, now, said, watch);
        Ok(true)
    }

    /// The time is over without an answer: until when the bot is waited for, because it was denied the machine.
    fn judge(&mut self, pending: &Pending, now: Instant) -> Result<Option<Instant>, Stop> {
        let chair = &mut self.chairs[pending.seat.index()];
        let (Body::Wired(wired), Some(deadline)) = (&mut chair.body, pending.deadline) else {
            return Ok(None);
        };
        let allowed = deadline.saturating_duration_since(pending.since);
        if !wired.is_attended() && wired.attend() {
            // We slept through all of it. Only what the bot has used counts as its own time so far.
            let left = allowed.saturating_sub(wired.used().unwrap_or(allowed));
            return Ok(Some(now + left).filter(|_| !left.is_zero()));
        }
        let most = (allowed * ADDED_TIMES).max(ADDED_LEAST).min(self.options.denied_most);
        match wired.judge(now, Allowance { deadline, most }) {
            Judgement::Late => Ok(None),
            Judgement::Wait(later) => Ok(Some(later)),
            Judgement::Denied(waited) => Err(Stop::Void(Void::BotDenied {
                seat: pending.seat,
                name: chair.name.to_string(),
                waited_ms: waited.as_millis() as u64,
                granted_ms: pending.granted_us / 1000,
            })),
        }
    }

    /// The answer that came while the bot was looked at, or that it is late.
    fn hear_last(&mut self, pending: &Pending, frame: Frame) -> Result<Result<Vec<u8>, Cause>, Stop> {
        let Body::Wired(wired) = &mut self.chairs[pending.seat.index()].body else {
            return Ok(Err(Cause::StillGone));
        };
        wired.listen(&mut self.chunk)?;
        let is_just_over = pending.wake.is_some_and(|wake| wake.elapsed() <= self.options.starved_after);
        if is_just_over && let Cut::Frame(answer) = wired.take(frame) {
            return Ok(Ok(answer));
        }
        let late = pending.late(wired, frame);
        wired.owe(frame);
        Ok(Err(late))
    }

    /// The timer was set, but we woke much later. Whether an answer came in time cannot be told then: it counts, unless
    /// the bot itself kept us from waking. That there is none can be told, if the bot was looked at.
    fn excuse(
        &mut self,
        pending: &Pending,
        frame: Frame,
        wall: Duration,
        over: Duration,
        said: Result<Vec<u8>, Cause>,
    ) -> Result<Result<Vec<u8>, Cause>, Stop> {
        let starved = Stop::Void(Void::RefereeLate { late_ms: over.as_millis() as u64 });
        let Body::Wired(wired) = &mut self.chairs[pending.seat.index()].body else { return Ok(said) };
        match (&said, wired.used()) {
            (Err(Cause::Late(_)), _) if wired.is_attended() => Ok(said),
            (Err(_), _) | (Ok(_), None) => Err(starved),
            (Ok(_), Some(used)) if wall.saturating_sub(used) + self.options.starved_after >= over => Ok(said),
            // On a core of its own the referee waits for nobody else.
            (Ok(_), Some(_)) if self.options.core == Core::Any => Err(starved),
            (Ok(_), Some(_)) => Ok(Err(pending.late(wired, frame))),
        }
    }

    /// Keeps what was said, and what it costs: the time since the question, without what the bot was denied.
    fn conclude(
        &mut self,
        pending: &Pending,
        now: Instant,
        said: Result<Vec<u8>, Cause>,
        watch: &mut dyn Observer,
    ) {
        let seat = pending.seat;
        let chair = &mut self.chairs[seat.index()];
        let wall = now.saturating_duration_since(pending.since);
        let mut wall_us = wall.as_micros() as u64;
        if let Body::Wired(wired) = &mut chair.body
            && (pending.is_banked || pending.wake > pending.deadline)
        {
            wall_us = wired.charged(wall).as_micros() as u64;
            chair.conduct.denied_us += wall.as_micros() as u64 - wall_us;
        }
        if let Ok(answer) = &said {
            watch.answered(seat, answer);
            wall_us = wall_us.min(pending.granted_us);
        }
        self.settle(seat, now, wall_us, said);
    }
}

impl Pending {
    fn late(&self, wired: &Wired, frame: Frame) -> Cause {
        Cause::Late(Lateness {
            granted_us: self.granted_us,
            cpu_us: 0,
            from_bank: self.from_bank,
            unfinished: wired.unfinished().to_vec(),
            unread: wired.unread(),
            frame,
        })
    }
}
