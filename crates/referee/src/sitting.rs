//! The players at one table: asks them, waits for them, and keeps what they do wrong.
//!
//! One thread serves every seat. It sleeps in one call until an asked bot speaks, a bot mumbles on stderr, or the
//! nearest deadline passes. A deadline is set once per answer.

use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use skirmish_bots::HousePlayer;
use skirmish_core::replay::Said;
use skirmish_core::{Ask, Budget, ClockFace, Frame, Heard, Info, Page, Seat, SeatSet, Seed, Table};

use crate::explain::{Cause, Lateness, Scene};
use crate::fingerprint::seed_of_seat;
use crate::frame::Cut;
use crate::human::{Line, Shown, Waited};
use crate::launch::{NoStart, Order};
use crate::noise::Noise;
use crate::observe::Observer;
use crate::options::Options;
use crate::player::{Player, Script};
use crate::program::Program;
use crate::record::{Incident, Record};
use crate::sys::{self, CpuClock};
use crate::trouble::Trouble;
use crate::wired::{CHUNK, Wired};

/// How often a long wait looks whether the match was interrupted.
const TICK: Duration = Duration::from_millis(250);

/// Why an attempt ends early.
#[derive(Debug)]
pub(crate) enum Stop {
    /// Somebody wants it to end.
    Interrupted,
    /// The referee did not get the machine when it needed it: by so much it was late.
    Starved(Duration),
    /// It cannot go on.
    Trouble(Trouble),
}

impl<T: Into<Trouble>> From<T> for Stop {
    fn from(trouble: T) -> Self {
        Self::Trouble(trouble.into())
    }
}

/// What came from one seat.
#[derive(Clone, Debug)]
pub(crate) struct Reply {
    pub(crate) seat: Seat,
    pub(crate) wall_us: u64,
    pub(crate) cpu_us: u64,
    pub(crate) word: Word,
}

/// What a seat said, or did instead.
#[derive(Clone, Debug)]
pub(crate) enum Word {
    /// An answer.
    Frame(Vec<u8>),
    /// A fault, to be explained.
    Fault(Cause),
    /// What was recorded, and explained, before.
    Recorded(Said),
}

impl From<Result<Vec<u8>, Cause>> for Word {
    fn from(said: Result<Vec<u8>, Cause>) -> Self {
        match said {
            Ok(frame) => Self::Frame(frame),
            Err(cause) => Self::Fault(cause),
        }
    }
}

/// The players of one attempt.
pub(crate) struct Sitting<'a> {
    chairs: Vec<Chair<'a>>,
    options: &'a Options,
    info: &'static Info,
    chunk: Box<[u8]>,
    page: Page,
    pending: Vec<Pending>,
    retired: SeatSet,
    /// Bots get at least this long, whatever the clock says.
    pub(crate) patience: Duration,
    pub(crate) decision: u64,
    pub(crate) replies: Vec<Reply>,
    pub(crate) incidents: Vec<Incident>,
    pub(crate) notes: Vec<String>,
}

struct Chair<'a> {
    name: &'a str,
    body: Body<'a>,
    fault_count: u64,
    cpu_us: u64,
    noise: Noise,
    /// When a retired bot is ended at the latest.
    leaves_at: Option<Instant>,
}

enum Body<'a> {
    Wired(Box<Wired>),
    House(Box<dyn HousePlayer>),
    Scripted(&'a Script, usize),
    Human(&'a Line),
    NotStarted(String),
    Gone,
    Empty,
}

/// An answer that is waited for.
#[derive(Clone, Copy)]
struct Pending {
    seat: Seat,
    since: Instant,
    deadline: Option<Instant>,
    granted_us: u64,
    from_bank: bool,
}

#[derive(Clone, Copy)]
enum Pipe {
    Stdin,
    Stdout,
    Stderr,
}

impl<'a> Sitting<'a> {
    /// Seats the players; programs are started. `None` leaves a seat empty.
    pub(crate) fn new(
        info: &'static Info,
        seed: Seed,
        players: &[Option<&'a Player>],
        options: &'a Options,
    ) -> Result<Self, Stop> {
        let mut chairs = Vec::new();
        for (index, player) in players.iter().enumerate() {
            let (name, body) = match player {
                Some(player) => (player.name(), seat_one(info, seed, Seat(index as u8), player, options)?),
                None => ("nobody", Body::Empty),
            };
            let noise = Noise::new(options.stderr);
            chairs.push(Chair { name, body, fault_count: 0, cpu_us: 0, noise, leaves_at: None });
        }
        Ok(Self {
            chairs,
            options,
            info,
            chunk: vec![0; CHUNK].into_boxed_slice(),
            page: Page::new(),
            pending: Vec::new(),
            retired: SeatSet::NONE,
            patience: Duration::ZERO,
            decision: 0,
            replies: Vec::new(),
            incidents: Vec::new(),
            notes: Vec::new(),
        })
    }

    /// Sends every seat what it is sent first of all.
    pub(crate) fn greet(&mut self, table: &mut dyn Table, watch: &mut dyn Observer) -> Result<(), Stop> {
        for seat in table.seats().iter() {
            self.page.clear();
            table.greet(seat, &mut self.page);
            self.send(seat, watch)?;
        }
        Ok(())
    }

    /// Asks the seats and waits for their answers, which are then in `replies`, in order of seats.
    pub(crate) fn ask(
        &mut self,
        table: &mut dyn Table,
        ask: &Ask,
        granted: &dyn Fn(Seat) -> (Option<u64>, bool),
        watch: &mut dyn Observer,
    ) -> Result<(), Stop> {
        self.replies.clear();
        if self.is_interrupted() {
            return Err(Stop::Interrupted);
        }
        let mut pending = std::mem::take(&mut self.pending);
        for seat in ask.seats.iter() {
            let (granted_us, from_bank) = granted(seat);
            if matches!(self.chairs[seat.index()].body, Body::Wired(_)) {
                pending.extend(self.ask_program(table, seat, ask.frame, granted_us, from_bank, watch)?);
                if !self.options.together {
                    self.wait_for_all(&mut pending, ask.frame, watch)?;
                }
            } else {
                self.ask_other(table, seat, ask, granted_us, watch)?;
            }
        }
        self.wait_for_all(&mut pending, ask.frame, watch)?;
        self.pending = pending;
        self.replies.sort_by_key(|reply| reply.seat);
        Ok(())
    }

    /// Sends the page; `None` if there is nothing to wait for.
    fn ask_program(
        &mut self,
        table: &mut dyn Table,
        seat: Seat,
        frame: Frame,
        granted_us: Option<u64>,
        from_bank: bool,
        watch: &mut dyn Observer,
    ) -> Result<Option<Pending>, Stop> {
        self.page.clear();
        table.ask(seat, face(granted_us), &mut self.page);
        let Body::Wired(wired) = &mut self.chairs[seat.index()].body else { return Ok(None) };
        let since = Instant::now();
        wired.begin(since);
        self.send(seat, watch)?;
        let Body::Wired(wired) = &mut self.chairs[seat.index()].body else { return Ok(None) };
        let at_once = match granted_us {
            _ if wired.is_deaf() => Some(Cause::Deaf),
            Some(0) if self.patience.is_zero() => Some(Cause::OutOfTime),
            _ => None,
        };
        if let Some(cause) = at_once {
            wired.owe(frame);
            self.settle(seat, Instant::now(), 0, Err(cause));
            return Ok(None);
        }
        let allowed = granted_us.map(|us| Duration::from_micros(us).max(self.patience));
        let deadline = allowed.and_then(|allowed| since.checked_add(allowed));
        Ok(Some(Pending { seat, since, deadline, granted_us: granted_us.unwrap_or(u64::MAX), from_bank }))
    }

    /// Asks a seat that no program sits at.
    fn ask_other(
        &mut self,
        table: &mut dyn Table,
        seat: Seat,
        ask: &Ask,
        granted_us: Option<u64>,
        watch: &mut dyn Observer,
    ) -> Result<(), Stop> {
        if let Body::Human(line) = self.chairs[seat.index()].body {
            return self.ask_human(line, table, seat, ask, granted_us, watch);
        }
        // What the seat would have been told is not kept for a page that is never made.
        self.page.clear();
        table.farewell(seat, &mut self.page);
        let chair = &mut self.chairs[seat.index()];
        match &mut chair.body {
            Body::House(_) => return self.ask_house(table, seat, granted_us, watch),
            Body::Scripted(script, next) => {
                let Some(answered) = script.answers.get(*next) else {
                    self.settle(
                        seat,
                        Instant::now(),
                        0,
                        Err(Cause::Nobody("its recorded answers are used up")),
                    );
                    return Ok(());
                };
                *next += 1;
                if let Said::Frame(frame) = &answered.said {
                    watch.answered(seat, frame);
                }
                self.replies.push(Reply {
                    seat,
                    wall_us: answered.wall_us,
                    cpu_us: answered.cpu_us,
                    word: Word::Recorded(answered.said.clone()),
                });
            }
            Body::NotStarted(why) => {
                let cause =
                    if chair.fault_count == 0 { Cause::NotStarted(why.clone()) } else { Cause::StillGone };
                self.settle(seat, Instant::now(), 0, Err(cause));
            }
            Body::Gone => self.settle(seat, Instant::now(), 0, Err(Cause::StillGone)),
            Body::Empty => self.settle(seat, Instant::now(), 0, Err(Cause::Nobody("nobody sits there"))),
            Body::Wired(_) | Body::Human(_) => {}
        }
        Ok(())
    }

    fn ask_house(
        &mut self,
        table: &mut dyn Table,
        seat: Seat,
        granted_us: Option<u64>,
        watch: &mut dyn Observer,
    ) -> Result<(), Stop> {
        if granted_us == Some(0) && self.patience.is_zero() {
            self.settle(seat, Instant::now(), 0, Err(Cause::OutOfTime));
            return Ok(());
        }
        let Body::House(house) = &mut self.chairs[seat.index()].body else { return Ok(()) };
        let thread = CpuClock::of_this_thread();
        let (since, cpu_since) = (Instant::now(), thread.now_ns().unwrap_or(0));
        self.page.clear();
        house.answer(table, seat, &mut self.page);
        let (wall, cpu_ns) = (since.elapsed(), thread.now_ns().unwrap_or(0).saturating_sub(cpu_since));
        let cpu_us = cpu_ns / 1000;
        let allowed = granted_us.map(|us| Duration::from_micros(us).max(self.patience));
        let said = match allowed {
            Some(allowed) if wall > allowed => {
                let waited = wall.saturating_sub(Duration::from_nanos(cpu_ns));
                if waited > self.options.starved_after {
                    return Err(Stop::Starved(waited));
                }
                let granted_us = allowed.as_micros() as u64;
                Err(Cause::Late(Lateness {
                    granted_us,
                    cpu_us,
                    from_bank: false,
                    unfinished: Vec::new(),
                    unread: 0,
                    frame: Frame::Line,
                }))
            }
            _ => Ok(self.page.as_bytes().to_vec()),
        };
        if let Ok(answer) = &said {
            watch.answered(seat, answer);
        }
        let chair = &mut self.chairs[seat.index()];
        chair.cpu_us += cpu_us;
        self.replies.push(Reply { seat, wall_us: wall.as_micros() as u64, cpu_us, word: said.into() });
        Ok(())
    }

    fn ask_human(
        &mut self,
        line: &Line,
        table: &mut dyn Table,
        seat: Seat,
        ask: &Ask,
        granted_us: Option<u64>,
        watch: &mut dyn Observer,
    ) -> Result<(), Stop> {
        const SLICE: Duration = Duration::from_millis(50);
        self.page.clear();
        table.ask(seat, face(granted_us), &mut self.page);
        watch.sent(seat, self.page.as_bytes());
        line.show(Shown {
            seat,
            decision: self.decision,
            board: table.text(Some(seat), false),
            status: table.status(Some(seat)),
            page: self.page.as_str().to_string(),
            frame: ask.frame,
            left_ms: granted_us.map(|us| us / 1000),
        });
        let since = Instant::now();
        let allowed = granted_us.map(|us| Duration::from_micros(us).max(self.patience));
        let said = loop {
            match line.wait(SLICE) {
                Waited::Said(answer) => break Ok(answer),
                Waited::Left => break Err(Cause::Nobody("the person has left")),
                Waited::NotYet => {}
            }
            if let Some(allowed) = allowed.filter(|&allowed| since.elapsed() >= allowed) {
                break Err(Cause::Late(Lateness {
                    granted_us: allowed.as_micros() as u64,
                    cpu_us: 0,
                    from_bank: false,
                    unfinished: Vec::new(),
                    unread: 0,
                    frame: ask.frame,
                }));
            }
            if self.is_interrupted() {
                return Err(Stop::Interrupted);
            }
            self.wait_once(&[], Duration::ZERO, watch)?;
        };
        if let Ok(answer) = &said {
            watch.answered(seat, answer);
        }
        let now = Instant::now();
        self.settle(seat, now, micros(now, since), said);
        Ok(())
    }

    /// Hands the page at hand to a seat's program, as far as the pipe takes it.
    fn send(&mut self, seat: Seat, watch: &mut dyn Observer) -> Result<(), Stop> {
        if self.page.is_empty() {
            return Ok(());
        }
        if let Body::Wired(wired) = &mut self.chairs[seat.index()].body {
            watch.sent(seat, self.page.as_bytes());
            wired.send(self.page.as_bytes());
            wired.push()?;
        }
        Ok(())
    }

    /// Waits until every pending answer is there or cannot come any more.
    fn wait_for_all(
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
    fn wait_once(
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

    fn serve(&mut self, index: usize, pipe: Pipe, watch: &mut dyn Observer) -> Result<(), Stop> {
        let chair = &mut self.chairs[index];
        let Body::Wired(wired) = &mut chair.body else { return Ok(()) };
        match pipe {
            Pipe::Stdin => wired.push()?,
            Pipe::Stdout if chair.leaves_at.is_some() => wired.ignore(&mut self.chunk)?,
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

    /// Keeps the reply and the CPU time it took.
    fn settle(&mut self, seat: Seat, now: Instant, wall_us: u64, mut said: Result<Vec<u8>, Cause>) {
        let chair = &mut self.chairs[seat.index()];
        let mut cpu_us = 0;
        if let Body::Wired(wired) = &mut chair.body {
            cpu_us = wired.finish(now);
            if !self.options.ponder && wired.is_caught_pondering() && wired.freeze_between_turns() {
                self.notes.push(format!(
                    "seat {seat} ({}) computed outside its turns; from decision {} on it is frozen between them",
                    chair.name, self.decision
                ));
            }
        }
        if let Err(Cause::Late(lateness)) = &mut said {
            lateness.cpu_us = cpu_us;
        }
        self.replies.push(Reply { seat, wall_us, cpu_us, word: said.into() });
    }

    /// The program has closed its output: finds out how it ended, and ends what is left of it.
    fn take_leave(&mut self, seat: Seat, watch: &mut dyn Observer) -> Result<Cause, Stop> {
        const MOST: Duration = Duration::from_millis(200);
        let until = Instant::now() + MOST;
        let mut nap = Duration::from_micros(20);
        let exit = loop {
            self.serve(seat.index(), Pipe::Stderr, watch)?;
            let Body::Wired(wired) = &mut self.chairs[seat.index()].body else { break None };
            let exit = wired.exit();
            if exit.is_some() || Instant::now() >= until {
                break exit;
            }
            std::thread::sleep(nap);
            nap = (nap * 2).min(Duration::from_millis(10));
        };
        // It cannot print more than a pipe holds after its end, and a pipe holds what two reads take.
        self.serve(seat.index(), Pipe::Stderr, watch)?;
        self.serve(seat.index(), Pipe::Stderr, watch)?;
        let Body::Wired(wired) = &self.chairs[seat.index()].body else { return Ok(Cause::StillGone) };
        let unfinished = wired.unfinished().to_vec();
        self.end_one(seat.index());
        Ok(Cause::Gone { exit, unfinished })
    }

    fn end_one(&mut self, index: usize) {
        let chair = &mut self.chairs[index];
        if !matches!(chair.body, Body::Wired(_)) {
            return;
        }
        if let Body::Wired(wired) = std::mem::replace(&mut chair.body, Body::Gone) {
            chair.cpu_us = wired.cpu_us();
            chair.noise = wired.end();
        }
    }

    /// Says good-bye to seats that are asked no more, and ends those whose time to leave is over.
    pub(crate) fn retire(&mut self, table: &mut dyn Table, watch: &mut dyn Observer) -> Result<(), Stop> {
        let retired = table.retired();
        if retired.is_empty() {
            return Ok(());
        }
        for seat in retired.minus(self.retired).iter() {
            self.dismiss(table, seat, watch)?;
        }
        self.retired = retired;
        let now = Instant::now();
        for index in 0..self.chairs.len() {
            let chair = &mut self.chairs[index];
            let Some(leaves_at) = chair.leaves_at else { continue };
            if let Body::Wired(wired) = &mut chair.body {
                wired.hang_up_when_sent();
                if now >= leaves_at {
                    self.end_one(index);
                }
            }
        }
        Ok(())
    }

    /// Tells a seat the last it hears, and closes its input.
    fn dismiss(&mut self, table: &mut dyn Table, seat: Seat, watch: &mut dyn Observer) -> Result<(), Stop> {
        self.page.clear();
        table.farewell(seat, &mut self.page);
        self.send(seat, watch)?;
        let chair = &mut self.chairs[seat.index()];
        if let Body::Wired(wired) = &mut chair.body {
            wired.let_go();
            wired.hang_up_when_sent();
            chair.leaves_at = Some(Instant::now() + self.options.grace);
        }
        Ok(())
    }

    /// Says good-bye to everybody, and waits for programs to end by themselves as long as the options say.
    pub(crate) fn close(&mut self, table: &mut dyn Table, watch: &mut dyn Observer) -> Result<(), Stop> {
        const STEP: Duration = Duration::from_millis(20);
        for seat in table.seats().all().minus(self.retired).iter() {
            self.dismiss(table, seat, watch)?;
        }
        let until = Instant::now() + self.options.grace;
        loop {
            let mut anyone = false;
            for index in 0..self.chairs.len() {
                let Body::Wired(wired) = &mut self.chairs[index].body else { continue };
                wired.hang_up_when_sent();
                if wired.is_silent() || wired.exit().is_some() {
                    self.serve(index, Pipe::Stderr, watch)?;
                    self.end_one(index);
                } else {
                    anyone = true;
                }
            }
            let left = until.saturating_duration_since(Instant::now());
            if !anyone || left.is_zero() || self.is_interrupted() {
                return Ok(());
            }
            self.wait_once(&[], left.min(STEP), watch)?;
        }
    }

    /// Ends every program.
    pub(crate) fn end_all(&mut self) {
        for index in 0..self.chairs.len() {
            self.end_one(index);
        }
    }

    /// Keeps an incident, tells it, and hands over the sentence for the replay.
    pub(crate) fn blame(
        &mut self,
        table: &dyn Table,
        ask: &Ask,
        seat: Seat,
        cause: &Cause,
        watch: &mut dyn Observer,
    ) -> String {
        let chair = &mut self.chairs[seat.index()];
        chair.fault_count += 1;
        if chair.fault_count > Record::MOST_INCIDENTS {
            return "again".to_string();
        }
        // The rules count progress; a board is drawn to read it, which is no matter for the few that are told.
        let number = (ask.budget != Budget::Hello).then(|| table.picture(None).now);
        let scene = Scene { seat, name: chair.name, unit: self.info.unit, number };
        let noise = match &chair.body {
            Body::Wired(wired) => wired.noise(),
            _ => &chair.noise,
        };
        const SHOWN_LINES: usize = 8;
        let incident = Incident {
            decision: self.decision,
            seat,
            fault: cause.fault(),
            sentence: cause.sentence(&scene),
            advice: cause.advice(),
            stderr: noise.last_lines(SHOWN_LINES),
        };
        watch.happened(&incident);
        let sentence = incident.sentence.clone();
        self.incidents.push(incident);
        sentence
    }

    /// By seat: faults, CPU time, and what was mumbled. Once everybody has ended.
    pub(crate) fn tally(&mut self) -> Vec<(u64, u64, Noise)> {
        let empty = || Noise::new(self.options.stderr);
        let chairs = self.chairs.iter_mut();
        chairs
            .map(|chair| (chair.fault_count, chair.cpu_us, std::mem::replace(&mut chair.noise, empty())))
            .collect()
    }

    fn is_interrupted(&self) -> bool {
        self.options.interrupt.as_ref().is_some_and(|flag| flag.load(Ordering::Relaxed))
    }
}

impl Reply {
    /// What the rules hear.
    pub(crate) fn heard(&self) -> Heard<'_> {
        match &self.word {
            Word::Frame(frame) | Word::Recorded(Said::Frame(frame)) => Heard::Frame(frame),
            Word::Recorded(Said::Fault(fault, _)) => Heard::Fault(*fault),
            Word::Fault(cause) => Heard::Fault(cause.fault()),
        }
    }
}

/// What a page may say about time, as a playback of the record says it again.
fn face(granted_us: Option<u64>) -> ClockFace {
    ClockFace { left_ms: granted_us.unwrap_or(u64::MAX) / 1000 }
}

fn micros(now: Instant, since: Instant) -> u64 {
    now.saturating_duration_since(since).as_micros() as u64
}

fn seat_one<'a>(
    info: &'static Info,
    seed: Seed,
    seat: Seat,
    player: &'a Player,
    options: &Options,
) -> Result<Body<'a>, Stop> {
    let own_seed = seed_of_seat(seed.0, seat.0);
    Ok(match player {
        Player::Program(program) => start(info, own_seed, seat, program, options)?,
        Player::House(native) => Body::House((native.make)(Seed(own_seed))),
        Player::Scripted(script) => Body::Scripted(script, 0),
        Player::Human { line, .. } => Body::Human(line),
    })
}

fn start<'a>(
    info: &'static Info,
    own_seed: u64,
    seat: Seat,
    program: &Program,
    options: &Options,
) -> Result<Body<'a>, Stop> {
    let environment = [
        ("SKIRMISH_GAME".to_string(), info.name.to_string()),
        ("SKIRMISH_SEAT".to_string(), seat.to_string()),
        ("SKIRMISH_SEED".to_string(), own_seed.to_string()),
    ];
    let order = Order { command: &program.command, origin: &program.origin, environment: &environment };
    match options.launch.start(&order) {
        Ok(started) => Ok(Body::Wired(Box::new(Wired::new(started, info.caps, options.stderr)))),
        Err(NoStart::Bot(why)) => Ok(Body::NotStarted(why)),
        Err(NoStart::Ours(error)) => Err(Stop::Trouble(Trouble::Start { name: program.name.clone(), error })),
    }
}
