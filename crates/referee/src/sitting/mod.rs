//! The players at one table: asks them, waits for them, and keeps what they do wrong.

mod leave;
mod other;
mod start;
mod wait;

use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use skirmish_bots::HousePlayer;
use skirmish_core::replay::Said;
use skirmish_core::{Ask, Budget, ClockFace, Heard, Info, MAX_SEATS, Page, Seat, SeatSet, Seed, Table};

use self::wait::Pending;
use crate::conduct::Conduct;
use crate::explain::{Cause, Scene};
use crate::human::Line;
use crate::noise::Noise;
use crate::observe::Observer;
use crate::options::Options;
use crate::player::{Player, Script};
use crate::record::{Incident, Record};
use crate::trouble::Trouble;
use crate::void::Void;
use crate::wired::{CHUNK, Wired};

/// Why an attempt ends early.
#[derive(Debug)]
pub(crate) enum Stop {
    /// Somebody wants it to end.
    Interrupted,
    /// The machine was too busy for the attempt to count.
    Void(Void),
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
    /// For so many questions it is looked from the beginning whether the asked bot gets the machine.
    busy: u32,
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
    since: Instant,
    conduct: Conduct,
    /// How often it was waited for what it may say unasked.
    moments: u32,
    fault_count: u64,
    cpu_us: u64,
    noise: Noise,
    /// When a retired bot is ended at the latest.
    leaves_at: Option<Instant>,
}

/// What is left of a seat: faults, CPU time, what was mumbled, and how it went besides.
pub(crate) struct Tally {
    pub(crate) faults: u64,
    pub(crate) cpu_us: u64,
    pub(crate) noise: Noise,
    pub(crate) conduct: Conduct,
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

/// What a seat's clock grants for one answer.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Grant {
    /// Microseconds; `None` means no limit.
    pub(crate) us: Option<u64>,
    /// Whether that is all that the seat's bank has.
    pub(crate) from_bank: bool,
    /// Whether there is a bank that is charged for the answer.
    pub(crate) is_banked: bool,
}

/// What each seat is granted.
pub(crate) type Grants = [Grant; MAX_SEATS];

impl Grant {
    /// What a page may say about it, as a playback of the record says it again.
    fn face(self) -> ClockFace {
        ClockFace { left_ms: self.us.unwrap_or(u64::MAX) / 1000 }
    }

    fn allowed(self, patience: Duration) -> Option<Duration> {
        self.us.map(|us| Duration::from_micros(us).max(patience))
    }
}

/// A question to one seat.
struct Question<'q> {
    seat: Seat,
    ask: &'q Ask,
    grant: Grant,
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
            let since = Instant::now();
            let (name, body) = match player {
                Some(player) => {
                    (player.name(), start::seat_one(info, seed, Seat(index as u8), player, options)?)
                }
                None => ("nobody", Body::Empty),
            };
            let noise = Noise::new(options.stderr);
            chairs.push(Chair {
                name,
                body,
                since,
                conduct: Conduct::default(),
                moments: 0,
                fault_count: 0,
                cpu_us: 0,
                noise,
                leaves_at: None,
            });
        }
        Ok(Self {
            chairs,
            options,
            info,
            chunk: vec![0; CHUNK].into_boxed_slice(),
            page: Page::new(),
            pending: Vec::new(),
            busy: 0,
            retired: SeatSet::NONE,
            patience: options.patience,
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
        grants: &Grants,
        watch: &mut dyn Observer,
    ) -> Result<(), Stop> {
        self.replies.clear();
        if self.is_interrupted() {
            return Err(Stop::Interrupted);
        }
        let mut pending = std::mem::take(&mut self.pending);
        for seat in ask.seats.iter() {
            let question = Question { seat, ask, grant: grants[seat.index()] };
            if !matches!(self.chairs[seat.index()].body, Body::Wired(_)) {
                self.ask_other(table, &question, watch)?;
                continue;
            }
            pending.extend(self.ask_program(table, &question, watch)?);
            if !self.options.together {
                self.wait_for_all(&mut pending, ask.frame, watch)?;
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
        question: &Question<'_>,
        watch: &mut dyn Observer,
    ) -> Result<Option<Pending>, Stop> {
        let Question { seat, ask, grant } = *question;
        self.page.clear();
        table.ask(seat, grant.face(), &mut self.page);
        if self.options.closely {
            self.look_back(seat)?;
        }
        if let Body::Wired(wired) = &mut self.chairs[seat.index()].body {
            wired.begin(Instant::now());
            if self.busy > 0 {
                self.busy -= 1;
                wired.attend();
            }
        }
        // Thawing and looking at clocks is our time, not the bot's.
        let since = Instant::now();
        self.send(seat, watch)?;
        let Body::Wired(wired) = &mut self.chairs[seat.index()].body else { return Ok(None) };
        let allowed = grant.allowed(self.patience);
        let at_once = match allowed {
            _ if wired.is_deaf() => Some(Cause::Deaf),
            Some(Duration::ZERO) => Some(Cause::OutOfTime),
            _ => None,
        };
        if let Some(cause) = at_once {
            wired.owe(ask.frame);
            self.settle(seat, since, 0, Err(cause));
            return Ok(None);
        }
        let deadline = allowed.and_then(|allowed| since.checked_add(allowed));
        let granted_us = grant.us.unwrap_or(u64::MAX);
        let Grant { from_bank, is_banked, .. } = grant;
        Ok(Some(Pending { seat, since, deadline, wake: deadline, granted_us, from_bank, is_banked }))
    }

    /// Notes what the seat's program has said before it is asked. The first times it gets a moment to finish speaking.
    fn look_back(&mut self, seat: Seat) -> Result<(), Stop> {
        const MOMENT: Duration = Duration::from_micros(300);
        const MOMENTS: u32 = 32;
        let chair = &mut self.chairs[seat.index()];
        if chair.moments < MOMENTS {
            chair.moments += 1;
            std::thread::sleep(MOMENT);
        }
        if let Body::Wired(wired) = &mut chair.body
            && let Some(text) = wired.said_unasked(&mut self.chunk)?
        {
            chair.conduct.unasked.add(self.decision, text);
        }
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
            match self.options.drip {
                Some(drip) => wired.drip(drip)?,
                None => wired.push()?,
            }
        }
        Ok(())
    }

    /// Keeps the reply and the CPU time it took.
    fn settle(&mut self, seat: Seat, now: Instant, wall_us: u64, mut said: Result<Vec<u8>, Cause>) {
        let chair = &mut self.chairs[seat.index()];
        let mut cpu_us = 0;
        if let Body::Wired(wired) = &mut chair.body {
            if said.is_ok() && chair.conduct.first_word_us.is_none() {
                chair.conduct.first_word_us = Some(micros(now, chair.since));
            }
            cpu_us = wired.finish(now);
            if !self.options.ponder && wired.is_caught_pondering() && wired.freeze_between_turns() {
                chair.conduct.frozen_from = Some(self.decision);
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

    /// By seat: what is left. Once everybody has ended.
    pub(crate) fn tally(&mut self) -> Vec<Tally> {
        let empty = || Noise::new(self.options.stderr);
        let tally = |chair: &mut Chair<'_>| Tally {
            faults: chair.fault_count,
            cpu_us: chair.cpu_us,
            noise: std::mem::replace(&mut chair.noise, empty()),
            conduct: std::mem::take(&mut chair.conduct),
        };
        self.chairs.iter_mut().map(tally).collect()
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

fn micros(now: Instant, since: Instant) -> u64 {
    now.saturating_duration_since(since).as_micros() as u64
}
