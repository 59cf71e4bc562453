//! The players of one attempt at their seats: asks them, waits for them, and keeps what they do wrong.

use std::time::{Duration, Instant};

use skirmish_core::answer::{Answer, Answered, Cost, Fault};
use skirmish_core::clock::Grant;
use skirmish_core::game::{Ask, Budget};
use skirmish_core::info::Info;
use skirmish_core::rng::Seed;
use skirmish_core::seat::{Seat, SeatSet};
use skirmish_core::table::Table;
use skirmish_core::wire::Page;

use crate::conduct::Parting;
use crate::explain::{Cause, Subject};
use crate::observe::Observer;
use crate::options::Options;
use crate::player::{Absent, Context, Descriptors, Player, PlayerSummary, Poll, Question, Seated, Seating};
use crate::record::{Incident, Record};
use crate::seat_seed::seed_of_seat;
use crate::stderr::StderrLog;
use crate::stop::Stop;
use crate::sys;

/// How many bytes are read at once.
const CHUNK: usize = 64 * 1024;

/// How often a long wait looks whether the match was interrupted.
const TICK: Duration = Duration::from_millis(250);

/// Waking so much later than we wanted shows that the machine is busy.
const OVERSLEPT: Duration = Duration::from_millis(2);

/// For how many questions the machine is taken to be busy after it was.
const BUSY: u32 = 64;

/// What does not change from one attempt at a match to the next.
#[derive(Clone, Copy)]
pub(crate) struct MatchFacts<'a> {
    pub(crate) info: &'static Info,
    pub(crate) seed: Seed,
    /// The most time that the clock can grant a seat; `None` if there is no limit.
    pub(crate) seat_budget: Option<Duration>,
    pub(crate) options: &'a Options,
}

/// The players of one attempt.
pub(crate) struct Seats<'a> {
    states: Vec<SeatState<'a>>,
    options: &'a Options,
    info: &'static Info,
    chunk: Box<[u8]>,
    page: Page,
    /// Seats whose answers are waited for.
    pending: Vec<usize>,
    /// Replies to the decision at hand, as they came.
    replies: Vec<Reply>,
    /// For so many questions the machine is taken to be busy.
    busy: u32,
    retired: SeatSet,
    /// Bots get at least this long, whatever the clock says.
    pub(crate) patience: Duration,
    pub(crate) decision: u64,
    pub(crate) incidents: Vec<Incident>,
    pub(crate) notes: Vec<String>,
}

/// What a player gave when asked, before it is explained.
pub(crate) struct Reply {
    pub(crate) seat: Seat,
    said: Result<Vec<u8>, Cause>,
    pub(crate) cost: Cost,
}

impl Reply {
    /// What the player did instead of giving a frame, if it did.
    pub(crate) fn fault(&self) -> Option<Fault> {
        self.said.as_ref().err().map(Cause::fault)
    }
}

struct SeatState<'a> {
    name: &'a str,
    player: Box<dyn Seated + 'a>,
    fault_count: u64,
    /// When a player that was dismissed is ended at the latest.
    leaves_at: Option<Instant>,
    summary: Option<PlayerSummary>,
}

/// What is left of a seat.
pub(crate) struct SeatTotals {
    pub(crate) faults: u64,
    pub(crate) stderr: StderrLog,
    pub(crate) summary: PlayerSummary,
}

/// Calls a method of the player at one seat, with its context.
macro_rules! on_seat {
    ($seats:ident, $index:expr, $watch:expr, |$player:ident, $context:ident| $call:expr) => {{
        let Seats { states, options, chunk, notes, busy, decision, .. } = &mut *$seats;
        let mut context = Context {
            options,
            decision: *decision,
            is_busy: *busy > 0,
            overslept: false,
            chunk,
            notes,
            watch: $watch,
        };
        let ($player, $context) = (&mut *states[$index].player, &mut context);
        let result = $call;
        if context.overslept {
            *busy = BUSY;
        }
        result
    }};
}

impl<'a> Seats<'a> {
    /// Seats the players; programs are started. `None` leaves a seat empty.
    pub(crate) fn new(facts: &MatchFacts<'a>, players: &[Option<&'a dyn Player>]) -> Result<Self, Stop> {
        let MatchFacts { info, seed, seat_budget: budget, options } = *facts;
        let mut states = Vec::new();
        for (index, player) in players.iter().enumerate() {
            let seat = Seat(index as u8);
            let place = Seating { info, seat, seed: Seed(seed_of_seat(seed.0, seat.0)), budget, options };
            let (name, player): (_, Box<dyn Seated + 'a>) = match player {
                Some(player) => (player.name(), player.begin(&place)?),
                None => ("nobody", Box::new(Absent)),
            };
            states.push(SeatState { name, player, fault_count: 0, leaves_at: None, summary: None });
        }
        Ok(Self {
            states,
            options,
            info,
            chunk: vec![0; CHUNK].into_boxed_slice(),
            page: Page::new(),
            pending: Vec::new(),
            replies: Vec::new(),
            busy: 0,
            retired: SeatSet::NONE,
            patience: options.patience,
            decision: 0,
            incidents: Vec::new(),
            notes: Vec::new(),
        })
    }

    /// Sends every seat what it is sent first of all.
    pub(crate) fn greet(&mut self, table: &mut dyn Table, watch: &mut dyn Observer) -> Result<(), Stop> {
        for seat in table.seats().iter() {
            let mut page = std::mem::take(&mut self.page);
            page.clear();
            table.greet(seat, &mut page);
            on_seat!(self, seat.index(), watch, |player, context| player.tell(page.as_bytes(), context))?;
            self.page = page;
        }
        Ok(())
    }

    /// Asks the seats, each with what its clock grants, and waits for their replies, which come in order of seats.
    pub(crate) fn ask(
        &mut self,
        table: &mut dyn Table,
        ask: &Ask,
        grant: &mut dyn FnMut(Seat) -> Grant,
        watch: &mut dyn Observer,
    ) -> Result<Vec<Reply>, Stop> {
        if self.options.is_interrupted() {
            return Err(Stop::Interrupted);
        }
        self.replies.clear();
        self.pending.clear();
        let mut asked = Instant::now();
        for seat in ask.seats.iter() {
            self.ask_one(table, ask, seat, grant(seat), watch)?;
            if !self.options.together {
                self.wait_for_all(asked, watch)?;
                asked = Instant::now();
            }
        }
        self.wait_for_all(asked, watch)?;
        let mut replies = std::mem::take(&mut self.replies);
        replies.sort_by_key(|reply| reply.seat);
        Ok(replies)
    }

    /// The reply as the record keeps it; a fault is explained and told. `late_too_often`: how often in a row the seat was
    /// late, if it forfeits for that.
    pub(crate) fn answered(
        &mut self,
        reply: Reply,
        late_too_often: Option<u32>,
        table: &dyn Table,
        ask: &Ask,
        watch: &mut dyn Observer,
    ) -> Answered {
        let Reply { seat, said, cost } = reply;
        let answer = match said {
            Ok(frame) => Answer::Frame(frame),
            Err(cause) => {
                let sentence = self.explain(table, ask, seat, &cause, watch);
                match (cause.is_forfeit(), late_too_often) {
                    (true, _) => Answer::Forfeit(cause.fault(), sentence),
                    (false, None) => Answer::Fault(cause.fault(), sentence),
                    (false, Some(times)) => {
                        let forfeit = Cause::LateTooOften(times);
                        Answer::Forfeit(forfeit.fault(), self.tell(table, ask, seat, &forfeit, watch))
                    }
                }
            }
        };
        Answered { seat, cost, answer }
    }

    fn ask_one(
        &mut self,
        table: &mut dyn Table,
        ask: &Ask,
        seat: Seat,
        grant: Grant,
        watch: &mut dyn Observer,
    ) -> Result<(), Stop> {
        let question = Question { table: &mut *table, seat, ask: *ask, grant, patience: self.patience };
        on_seat!(self, seat.index(), watch, |player, context| player.ask(question, context))?;
        self.busy = self.busy.saturating_sub(1);
        // What the seat would have been told is not kept for a page that is never made.
        table.discard_news(seat);
        self.pending.push(seat.index());
        Ok(())
    }

    /// Waits until every pending answer is there or cannot come any more. Players are polled with the time at which
    /// their descriptors were last served, `asked` at first: if the referee was not scheduled since, an answer may be
    /// there that it has not read, and nobody is judged late before it has looked.
    fn wait_for_all(&mut self, asked: Instant, watch: &mut dyn Observer) -> Result<(), Stop> {
        let mut now = asked;
        let mut is_first = true;
        loop {
            self.poll_all(now, watch)?;
            if self.pending.is_empty() {
                return Ok(());
            }
            if self.options.is_interrupted() {
                return Err(Stop::Interrupted);
            }
            if std::mem::take(&mut is_first)
                && let [only] = self.pending[..]
                && on_seat!(self, only, watch, |player, context| player.wait_briefly(now, context))?
            {
                now = Instant::now();
                continue;
            }
            if self.pending.iter().any(|&index| self.states[index].player.is_denied()) {
                self.hold_others();
            }
            let states = &mut self.states;
            let nearest = self.pending.iter().filter_map(|&index| states[index].player.wake(now)).min();
            let timeout = nearest.map_or(TICK, |at| at.saturating_duration_since(now).min(TICK));
            now = self.wait_once(timeout, watch)?;
        }
    }

    fn poll_all(&mut self, now: Instant, watch: &mut dyn Observer) -> Result<(), Stop> {
        let mut at = 0;
        while let Some(&index) = self.pending.get(at) {
            match on_seat!(self, index, &mut *watch, |player, context| player.poll(now, context))? {
                Poll::Pending => at += 1,
                Poll::Ready(said, cost) => {
                    self.pending.remove(at);
                    self.replies.push(Reply { seat: Seat(index as u8), said, cost });
                }
            }
        }
        Ok(())
    }

    /// Freezes the players that are not asked, because one that is asked is denied the CPU.
    fn hold_others(&mut self) {
        if self.options.ponder {
            return;
        }
        for (index, state) in self.states.iter_mut().enumerate() {
            if !self.pending.contains(&index) && state.leaves_at.is_none() {
                state.player.hold();
            }
        }
    }

    /// Waits in `ppoll` for all descriptors, serves those that are ready, and returns the time of waking.
    fn wait_once(&mut self, timeout: Duration, watch: &mut dyn Observer) -> Result<Instant, Stop> {
        let mut descriptors = Descriptors::default();
        for (index, state) in self.states.iter().enumerate() {
            descriptors.index = index;
            state.player.descriptors(self.pending.contains(&index), &mut descriptors);
        }
        let Descriptors { mut fds, owners, .. } = descriptors;
        let latest = Instant::now() + timeout;
        sys::wait(&mut fds, timeout)?;
        let ready: Vec<_> =
            fds.iter().zip(owners).filter(|(fd, _)| sys::is_ready(fd)).map(|(_, of)| of).collect();
        drop(fds);
        let now = Instant::now();
        if now.saturating_duration_since(latest) > OVERSLEPT {
            self.busy = BUSY;
        }
        for (index, pipe) in ready {
            on_seat!(self, index, &mut *watch, |player, context| player.serve(pipe, context))?;
        }
        Ok(now)
    }

    /// Keeps an incident, tells it, and hands over the sentence for the replay.
    pub(crate) fn explain(
        &mut self,
        table: &dyn Table,
        ask: &Ask,
        seat: Seat,
        cause: &Cause,
        watch: &mut dyn Observer,
    ) -> String {
        if let Cause::Recorded { why, .. } = cause {
            return why.clone();
        }
        let state = &mut self.states[seat.index()];
        state.fault_count += 1;
        if state.fault_count > Record::MOST_INCIDENTS {
            return "again".to_string();
        }
        self.tell(table, ask, seat, cause, watch)
    }

    /// Makes an incident of the cause, whatever was told before.
    fn tell(
        &mut self,
        table: &dyn Table,
        ask: &Ask,
        seat: Seat,
        cause: &Cause,
        watch: &mut dyn Observer,
    ) -> String {
        const SHOWN_LINES: usize = 8;
        let state = &self.states[seat.index()];
        // Of the answer with which it forfeits they are shown already.
        let stderr = if cause.is_forfeit() { Vec::new() } else { state.player.last_lines(SHOWN_LINES) };
        let is_gone = cause.fault() == Fault::Gone;
        let needs_more_files = is_gone.then(|| state.player.needs_more_files(&stderr)).flatten();
        let number = (ask.budget != Budget::Hello).then(|| table.progress().0);
        let subject = Subject { seat, name: state.name, unit: self.info.unit, number };
        let incident = Incident {
            decision: self.decision,
            seat,
            fault: cause.fault(),
            cause: cause.clone(),
            sentence: cause.sentence(&subject),
            advice: needs_more_files.or_else(|| cause.advice()),
            stderr,
        };
        watch.happened(&incident);
        let sentence = incident.sentence.clone();
        self.incidents.push(incident);
        sentence
    }

    /// Dismisses seats that are asked no more, and ends those whose time to leave is over. One that forfeits is ended at
    /// once: it has not answered for long, and would compute in the others' time.
    pub(crate) fn retire(&mut self, table: &mut dyn Table, watch: &mut dyn Observer) -> Result<(), Stop> {
        let retired = table.retired();
        if retired.is_empty() {
            return Ok(());
        }
        let forfeited = table.forfeited();
        for seat in retired.minus(self.retired).iter() {
            if forfeited.has(seat) {
                self.expel(seat.index(), watch);
            } else {
                self.dismiss(table, seat, watch)?;
            }
        }
        self.retired = retired;
        let now = Instant::now();
        for seat in retired.iter() {
            if self.states[seat.index()].leaves_at.is_some_and(|leaves_at| now >= leaves_at) {
                self.end(seat.index(), watch);
            }
        }
        Ok(())
    }

    /// Sends a seat its last text; its program has [`Options::grace`](crate::Options) to exit by itself.
    fn dismiss(&mut self, table: &mut dyn Table, seat: Seat, watch: &mut dyn Observer) -> Result<(), Stop> {
        let mut page = std::mem::take(&mut self.page);
        page.clear();
        table.tell(seat, &mut page);
        on_seat!(self, seat.index(), watch, |player, context| player.dismiss(page.as_bytes(), context))?;
        self.page = page;
        self.states[seat.index()].leaves_at = Some(Instant::now() + self.options.grace);
        Ok(())
    }

    /// Dismisses all players, and waits for programs to exit by themselves, at most [`Options::grace`](crate::Options).
    pub(crate) fn close(&mut self, table: &mut dyn Table, watch: &mut dyn Observer) -> Result<(), Stop> {
        const STEP: Duration = Duration::from_millis(20);
        self.pending.clear();
        for seat in table.seats().all().minus(self.retired).iter() {
            self.dismiss(table, seat, watch)?;
        }
        let until = Instant::now() + self.options.grace;
        loop {
            let mut is_anyone_left = false;
            for index in 0..self.states.len() {
                is_anyone_left |=
                    !on_seat!(self, index, &mut *watch, |player, context| player.has_left(context))?;
            }
            let left = until.saturating_duration_since(Instant::now());
            if !is_anyone_left || left.is_zero() || self.options.is_interrupted() {
                return Ok(());
            }
            self.wait_once(left.min(STEP), watch)?;
        }
    }

    /// Ends a player that forfeited.
    fn expel(&mut self, index: usize, watch: &mut dyn Observer) {
        self.end(index, watch);
        if let Some(summary) = &mut self.states[index].summary {
            summary.conduct.parting = Parting::Early;
        }
    }

    fn end(&mut self, index: usize, watch: &mut dyn Observer) {
        if self.states[index].summary.is_none() {
            let summary = on_seat!(self, index, watch, |player, context| player.end(context));
            self.states[index].summary = Some(summary);
        }
    }

    /// Ends all players; returns their totals by seat.
    pub(crate) fn end_all(&mut self, watch: &mut dyn Observer) -> Vec<SeatTotals> {
        for index in 0..self.states.len() {
            self.end(index, &mut *watch);
        }
        let options = self.options;
        let totals = |state: &mut SeatState<'_>| {
            let mut summary = state.summary.take().unwrap_or_default();
            let stderr = summary.stderr.take().unwrap_or_else(|| StderrLog::new(options.stderr));
            SeatTotals { faults: state.fault_count, stderr, summary }
        };
        self.states.iter_mut().map(totals).collect()
    }
}
