//! A program that reads and writes: it is started, sent pages, waited for, and judged when its time is over.
//!
//! A deadline is set once per answer. It is moved only by the time that the program was runnable and others had its
//! core (see [`denial`](super::denial)).

use std::time::{Duration, Instant};

use skirmish_core::answer::Cost;
use skirmish_core::clock::Grant;
use skirmish_core::game::Framing;
use skirmish_core::seat::Seat;
use skirmish_core::wire::Page;
use skirmish_programs::{
    Origin, Program, environment as runtime_environment, flush_advice, flush_variables, needs_more_files,
};

use super::denial::{AddedTime, Allowance, Judgement};
use super::pipes::Pipes;
use super::{Context, Descriptors, Pipe, Player, PlayerSummary, Poll, Question, Seated, Seating, micros};
use crate::conduct::{Conduct, Parting};
use crate::explain::{Cause, Lateness};
use crate::launch::{Exit, NoStart, Order};
use crate::options::Core;
use crate::splitter::Cut;
use crate::stderr::StderrLog;
use crate::stderr_notices::StderrNotices;
use crate::stop::Stop;
use crate::sys;
use crate::trouble::Trouble;
use crate::void::Void;

/// How long after its pipes a program's end may show.
const LEAVING: Duration = Duration::from_millis(200);

/// Waking so much later than we wanted shows that the machine is busy.
const OVERSLEPT: Duration = Duration::from_millis(2);

impl Player for Program {
    fn name(&self) -> &str {
        &self.name
    }

    fn hash(&self) -> Option<&str> {
        self.hash.as_deref()
    }

    fn flush_advice(&self) -> Option<String> {
        Some(flush_advice(self))
    }

    fn begin<'a>(&'a self, place: &Seating<'a>) -> Result<Box<dyn Seated + 'a>, Stop> {
        let since = Instant::now();
        let mut environment = vec![
            ("SKIRMISH_GAME".to_string(), place.info.name.to_string()),
            ("SKIRMISH_SEAT".to_string(), place.seat.to_string()),
            ("SKIRMISH_SEED".to_string(), place.seed.0.to_string()),
        ];
        let options = place.options;
        // Without help the variables are empty, whatever is set where the referee was started.
        let helping = |value: &str| if options.unbuffered { value.to_string() } else { String::new() };
        environment.extend(flush_variables().map(|(name, value)| (name.to_string(), helping(value))));
        let runtimes = runtime_environment(self);
        environment
            .extend(runtimes.iter().map(|variable| (variable.name.to_string(), variable.value.clone())));
        let notices = StderrNotices::new(runtimes.into_iter().filter_map(|variable| variable.notice));
        let command = self.command(options.unbuffered);
        let order = Order { command, origin: &self.origin, environment: &environment };
        let state = match options.launch.start(&order) {
            Ok(started) => {
                State::Running(Box::new(Pipes::new(started, place.info.caps, options.stderr, notices)))
            }
            Err(NoStart::Bot(why)) => State::NotStarted(why),
            Err(NoStart::Ours(error)) => {
                return Err(Stop::Trouble(Trouble::Start { name: self.name.clone(), error }));
            }
        };
        Ok(Box::new(SeatedProgram {
            name: &self.name,
            origin: &self.origin,
            seat: place.seat,
            state,
            since,
            pending: None,
            page: Page::new(),
            unasked_waits: 0,
            is_dismissed: false,
            added: AddedTime::new(place.budget),
            summary: PlayerSummary {
                stderr: Some(StderrLog::new(options.stderr)),
                ..PlayerSummary::default()
            },
        }))
    }
}

/// A program at its seat.
struct SeatedProgram<'a> {
    name: &'a str,
    origin: &'a Origin,
    seat: Seat,
    state: State,
    /// When it was started.
    since: Instant,
    pending: Option<Pending>,
    /// Memory for its pages.
    page: Page,
    /// How often it was waited for what it may say unasked.
    unasked_waits: u32,
    is_dismissed: bool,
    added: AddedTime,
    summary: PlayerSummary,
}

enum State {
    Running(Box<Pipes>),
    /// It never started; why, until that has been told.
    NotStarted(String),
    Gone,
}

/// An answer that is waited for.
#[derive(Clone, Copy)]
struct Pending {
    since: Instant,
    /// Set once, when the seat was asked.
    deadline: Option<Instant>,
    /// When it is looked at: at its deadline, and later while it was denied the CPU.
    wake: Option<Instant>,
    /// How much later than the deadline its own time ends, because the referee slept through the deadline: what the
    /// program was denied until then is not known.
    unobserved: Duration,
    grant: Grant,
    framing: Framing,
    /// Whether there is no time at all.
    is_out_of_time: bool,
}

impl Pending {
    fn granted_us(&self) -> u64 {
        self.grant.time_us.unwrap_or(u64::MAX)
    }

    fn late(&self, pipes: &Pipes) -> Cause {
        Cause::Late(Lateness {
            granted_us: self.granted_us(),
            cpu_us: 0,
            from_bank: self.grant.is_whole_bank,
            unfinished: pipes.unfinished().to_vec(),
            unread: pipes.unread(),
            framing: self.framing,
        })
    }
}

impl Seated for SeatedProgram<'_> {
    fn tell(&mut self, page: &[u8], context: &mut Context<'_>) -> Result<(), Stop> {
        let State::Running(pipes) = &mut self.state else { return Ok(()) };
        if page.is_empty() {
            return Ok(());
        }
        context.watch.sent(self.seat, page);
        pipes.send(page);
        match context.options.split_writes {
            Some(split_writes) => pipes.split_writes(split_writes)?,
            None => pipes.push()?,
        }
        Ok(())
    }

    fn ask(&mut self, mut question: Question<'_>, context: &mut Context<'_>) -> Result<(), Stop> {
        if !matches!(self.state, State::Running(_)) {
            return Ok(());
        }
        let mut page = std::mem::take(&mut self.page);
        page.clear();
        question.page(&mut page);
        if context.options.closely {
            self.note_unasked(context)?;
            if let State::Running(pipes) = &mut self.state {
                pipes.note_memory();
            }
        }
        if let State::Running(pipes) = &mut self.state {
            pipes.begin(Instant::now());
            if context.is_busy {
                pipes.track_denial();
            }
        }
        // Thawing and reading clocks happens before the bot's time starts.
        let since = Instant::now();
        self.tell(page.as_bytes(), context)?;
        self.page = page;
        let allowed = question.allowed();
        let deadline = allowed.and_then(|allowed| since.checked_add(allowed));
        self.pending = Some(Pending {
            since,
            deadline,
            wake: deadline,
            unobserved: Duration::ZERO,
            grant: question.grant,
            framing: question.ask.framing,
            is_out_of_time: allowed == Some(Duration::ZERO),
        });
        Ok(())
    }

    fn poll(&mut self, now: Instant, context: &mut Context<'_>) -> Result<Poll, Stop> {
        let pipes = match &mut self.state {
            State::Running(pipes) => pipes,
            State::NotStarted(why) => {
                let cause = Cause::NotStarted(std::mem::take(why));
                self.state = State::Gone;
                return Ok(Poll::Ready(Err(cause), Cost::default()));
            }
            State::Gone => return Ok(Poll::Ready(Err(Cause::StillGone), Cost::default())),
        };
        let Some(pending) = self.pending else { return Ok(Poll::Pending) };
        let at_once = match pending.is_out_of_time {
            _ if pipes.has_stopped_reading() => Some(Cause::StoppedReading),
            true => Some(Cause::OutOfTime),
            false => None,
        };
        if let Some(cause) = at_once {
            pipes.owe(pending.framing);
            return Ok(self.settle(pending.since, 0, Err(cause), context));
        }
        let over = pending.wake.and_then(|wake| now.checked_duration_since(wake));
        let said = match pipes.take(pending.framing) {
            Cut::Frame(answer) => Ok(answer),
            Cut::Flooded(flood) => Err(Cause::Flooded(flood, pending.framing)),
            Cut::More if pipes.has_hung_up() => {
                let cause = self.take_leave(context)?;
                return Ok(self.settle(now, micros(now, pending.since), Err(cause), context));
            }
            Cut::More if over.is_none() => return Ok(Poll::Pending),
            Cut::More => match self.judge(pending, now, context)? {
                Some(later) => {
                    self.pending = Some(later);
                    return Ok(Poll::Pending);
                }
                None => self.hear_last(pending, context)?,
            },
        };
        let said = match over.filter(|&over| over > context.options.starved_after) {
            Some(over) => self.excuse(pending, now, over, said, context)?,
            None => said,
        };
        Ok(self.conclude(pending, now, said, context))
    }

    /// Begins to track denial of the CPU once an answer takes longer than [`sys::BRIEFLY`]: most come before, and a
    /// snapshot of the threads costs several system calls.
    fn wake(&mut self, now: Instant) -> Option<Instant> {
        let pending = self.pending?;
        let wake = pending.wake?;
        let State::Running(pipes) = &mut self.state else { return Some(wake) };
        let soon = pending.since + sys::BRIEFLY;
        if now < soon && soon < wake {
            return Some(soon);
        }
        pipes.track_denial();
        Some(wake)
    }

    /// The usual case, at the least cost: the program answers within [`sys::BRIEFLY`], during which the other players'
    /// pipes need not be polled.
    fn wait_briefly(&mut self, now: Instant, context: &mut Context<'_>) -> Result<bool, Stop> {
        let (State::Running(pipes), Some(pending)) = (&self.state, self.pending) else { return Ok(false) };
        if pending.deadline.is_some_and(|deadline| deadline.saturating_duration_since(now) < sys::BRIEFLY) {
            return Ok(false);
        }
        let Some((has_remarks, has_answer)) = pipes.wait_briefly()? else { return Ok(false) };
        context.overslept |= now.elapsed() > sys::BRIEFLY + OVERSLEPT;
        if has_remarks {
            self.serve(Pipe::Stderr, context)?;
        }
        if has_answer {
            self.serve(Pipe::Stdout, context)?;
        }
        Ok(true)
    }

    fn is_denied(&self) -> bool {
        self.pending.is_some_and(|pending| pending.wake > pending.deadline)
    }

    fn hold(&mut self) {
        if let (false, State::Running(pipes)) = (self.is_dismissed, &mut self.state) {
            pipes.hold();
        }
    }

    fn descriptors<'a>(&'a self, is_asked: bool, descriptors: &mut Descriptors<'a>) {
        let State::Running(pipes) = &self.state else { return };
        // What is printed on stderr before an answer belongs to it, so stderr is read first.
        descriptors.add(pipes.stderr_ready(), Pipe::Stderr);
        if self.is_dismissed || is_asked {
            descriptors.add(pipes.stdin_ready(), Pipe::Stdin);
            descriptors.add(pipes.stdout_ready(), Pipe::Stdout);
        }
    }

    fn serve(&mut self, pipe: Pipe, context: &mut Context<'_>) -> Result<(), Stop> {
        let State::Running(pipes) = &mut self.state else { return Ok(()) };
        match pipe {
            Pipe::Stdin => {
                pipes.push()?;
                if self.is_dismissed {
                    pipes.hang_up_when_sent();
                }
            }
            Pipe::Stdout if self.is_dismissed => {
                pipes.drain_stdout(context.chunk, &mut self.summary.conduct.left_over)?;
            }
            Pipe::Stdout => pipes.read_stdout(context.chunk)?,
            Pipe::Stderr => {
                let printed = pipes.read_stderr(context.decision, context.chunk)?;
                if !printed.is_empty() {
                    context.watch.printed_stderr(self.seat, &printed);
                }
            }
        }
        Ok(())
    }

    fn dismiss(&mut self, page: &[u8], context: &mut Context<'_>) -> Result<(), Stop> {
        self.tell(page, context)?;
        self.is_dismissed = true;
        if let State::Running(pipes) = &mut self.state {
            if context.options.closely {
                pipes.measure();
            }
            pipes.let_go();
            pipes.hang_up_when_sent();
        }
        Ok(())
    }

    fn has_left(&mut self, context: &mut Context<'_>) -> Result<bool, Stop> {
        let State::Running(pipes) = &mut self.state else { return Ok(true) };
        pipes.hang_up_when_sent();
        let exit = pipes.exit();
        if !pipes.is_silent() && exit.is_none() {
            return Ok(false);
        }
        let exit = if context.options.closely { pipes.exit_within(LEAVING) } else { exit };
        self.serve(Pipe::Stderr, context)?;
        self.finish(Parting::Left(exit), context);
        Ok(true)
    }

    fn last_lines(&self, most: usize) -> Vec<String> {
        let stderr_log = match &self.state {
            State::Running(pipes) => Some(pipes.stderr_log()),
            _ => self.summary.stderr.as_ref(),
        };
        stderr_log.map_or_else(Vec::new, |stderr_log| stderr_log.last_lines(most))
    }

    fn needs_more_files(&self, last_lines: &[String]) -> Option<String> {
        let (Origin::File(file) | Origin::Script(file)) = self.origin else { return None };
        needs_more_files(file, &last_lines.join("\n"))
    }

    fn end(&mut self, context: &mut Context<'_>) -> PlayerSummary {
        if let State::Running(pipes) = &mut self.state {
            let parting = match (self.is_dismissed && !context.is_interrupted(), pipes.exit()) {
                (false, _) => Parting::None,
                (true, Some(exit)) => Parting::Left(Some(exit)),
                (true, None) => Parting::Forced,
            };
            self.finish(parting, context);
        }
        std::mem::take(&mut self.summary)
    }
}

impl SeatedProgram<'_> {
    fn conduct(&mut self) -> &mut Conduct {
        &mut self.summary.conduct
    }

    /// Notes what the program has said before it is asked. The first times it gets a moment to finish speaking.
    fn note_unasked(&mut self, context: &mut Context<'_>) -> Result<(), Stop> {
        const MOMENT: Duration = Duration::from_micros(300);
        const MOMENTS: u32 = 32;
        if self.unasked_waits < MOMENTS {
            self.unasked_waits += 1;
            std::thread::sleep(MOMENT);
        }
        if let State::Running(pipes) = &mut self.state
            && let Some(text) = pipes.said_unasked(context.chunk)?
        {
            self.summary.conduct.unasked.add(context.decision, text);
        }
        Ok(())
    }

    /// The time is over without an answer: what is waited for now, because the program was denied the CPU; `None` if it
    /// is late.
    fn judge(
        &mut self,
        pending: Pending,
        now: Instant,
        context: &Context<'_>,
    ) -> Result<Option<Pending>, Stop> {
        let (State::Running(pipes), Some(deadline)) = (&mut self.state, pending.deadline) else {
            return Ok(None);
        };
        let allowed = deadline.saturating_duration_since(pending.since);
        if !pipes.tracks_denial() && pipes.track_denial() {
            // The referee itself was not scheduled in all that time. Only CPU time that the bot has used counts so far.
            let left = allowed.saturating_sub(pipes.used().unwrap_or(allowed));
            let unobserved = (now + left).saturating_duration_since(deadline);
            let later = Pending { wake: Some(now + left), unobserved, ..pending };
            return Ok(Some(later).filter(|_| !left.is_zero()));
        }
        let most = AddedTime::most_for(allowed, context.options.denied_most);
        let waited = match pipes.judge(now, Allowance { deadline: deadline + pending.unobserved, most }) {
            Judgement::Late => return Ok(None),
            Judgement::Wait(later) if self.added.would_exceed(later.saturating_duration_since(deadline)) => {
                now.saturating_duration_since(deadline)
            }
            Judgement::Wait(later) => return Ok(Some(Pending { wake: Some(later), ..pending })),
            Judgement::Denied(waited) => waited,
        };
        Err(Stop::Void(Void::BotDenied {
            seat: self.seat,
            name: self.name.to_string(),
            waited_ms: waited.as_millis() as u64,
            granted_ms: pending.granted_us() / 1000,
        }))
    }

    /// The answer that came while its threads were examined, or that it is late.
    fn hear_last(
        &mut self,
        pending: Pending,
        context: &mut Context<'_>,
    ) -> Result<Result<Vec<u8>, Cause>, Stop> {
        let State::Running(pipes) = &mut self.state else { return Ok(Err(Cause::StillGone)) };
        pipes.read_stdout(context.chunk)?;
        let is_just_over = pending.wake.is_some_and(|wake| wake.elapsed() <= context.options.starved_after);
        if is_just_over && let Cut::Frame(answer) = pipes.take(pending.framing) {
            return Ok(Ok(answer));
        }
        let late = pending.late(pipes);
        pipes.owe(pending.framing);
        Ok(Err(late))
    }

    /// The referee woke much later than its timer was set. Whether an answer came in time cannot be told then: it
    /// counts, unless the program itself kept the referee from being scheduled. That there is none is certain if denial
    /// was tracked.
    fn excuse(
        &mut self,
        pending: Pending,
        now: Instant,
        over: Duration,
        said: Result<Vec<u8>, Cause>,
        context: &Context<'_>,
    ) -> Result<Result<Vec<u8>, Cause>, Stop> {
        let starved = Stop::Void(Void::RefereeLate { late_ms: over.as_millis() as u64 });
        let wall = now.saturating_duration_since(pending.since);
        let options = context.options;
        let State::Running(pipes) = &mut self.state else { return Ok(said) };
        match (&said, pipes.used()) {
            (Err(Cause::Late(_)), _) if pipes.tracks_denial() => Ok(said),
            (Err(_), _) | (Ok(_), None) => Err(starved),
            (Ok(_), Some(used)) if wall.saturating_sub(used) + options.starved_after >= over => Ok(said),
            // With `Core::Any` the bots may have run on other cores, and are not to blame.
            (Ok(_), Some(_)) if options.core == Core::Any => Err(starved),
            (Ok(_), Some(_)) => Ok(Err(pending.late(pipes))),
        }
    }

    /// What the answer costs: the time since the question, without what the program was denied.
    fn conclude(
        &mut self,
        pending: Pending,
        now: Instant,
        said: Result<Vec<u8>, Cause>,
        context: &mut Context<'_>,
    ) -> Poll {
        let wall = now.saturating_duration_since(pending.since);
        let mut wall_us = wall.as_micros() as u64;
        if let Some(deadline) = pending.deadline {
            self.added.add(now.saturating_duration_since(deadline));
        }
        if let State::Running(pipes) = &mut self.state
            && (pending.grant.is_banked || pending.wake > pending.deadline)
        {
            wall_us = pipes.charged(wall).as_micros() as u64;
            self.conduct().denied_us += wall.as_micros() as u64 - wall_us;
        }
        if let Ok(answer) = &said {
            context.watch.answered(self.seat, answer);
            wall_us = wall_us.min(pending.granted_us());
        }
        self.settle(now, wall_us, said, context)
    }

    /// Ends the question: takes the CPU time, and freezes a program that computes outside its turns.
    fn settle(
        &mut self,
        now: Instant,
        wall_us: u64,
        mut said: Result<Vec<u8>, Cause>,
        context: &mut Context<'_>,
    ) -> Poll {
        self.pending = None;
        let mut cpu_us = 0;
        if let State::Running(pipes) = &mut self.state {
            let conduct = &mut self.summary.conduct;
            if said.is_ok() && conduct.first_word_us.is_none() {
                conduct.first_word_us = Some(micros(now, self.since));
            }
            cpu_us = pipes.finish(now);
            if !context.options.ponder && pipes.is_caught_pondering() && pipes.freeze_between_turns() {
                conduct.frozen_from = Some(context.decision);
                context.notes.push(format!(
                    "seat {} ({}) computed outside its turns; from decision {} on it is frozen between them",
                    self.seat, self.name, context.decision
                ));
            }
        }
        if let Err(Cause::Late(lateness)) = &mut said {
            lateness.cpu_us = cpu_us;
        }
        Poll::Ready(said, Cost { wall_us, cpu_us, fuel: 0 })
    }

    /// The program has closed its output: finds out how it ended, and ends what is left of it.
    fn take_leave(&mut self, context: &mut Context<'_>) -> Result<Cause, Stop> {
        let exit = self.exit_while_listening(context)?;
        // It cannot print more than a pipe holds after its end, and a pipe holds what two reads take.
        self.serve(Pipe::Stderr, context)?;
        self.serve(Pipe::Stderr, context)?;
        let State::Running(pipes) = &mut self.state else { return Ok(Cause::StillGone) };
        let exit = exit.or_else(|| pipes.exit_when_ended());
        let unfinished = pipes.unfinished().to_vec();
        self.finish(Parting::Early, context);
        Ok(Cause::Gone { exit, unfinished })
    }

    /// How the program ended, as soon as that shows; its last remarks are read meanwhile.
    fn exit_while_listening(&mut self, context: &mut Context<'_>) -> Result<Option<Exit>, Stop> {
        let mut backoff = sys::Backoff::within(LEAVING);
        loop {
            self.serve(Pipe::Stderr, context)?;
            let State::Running(pipes) = &mut self.state else { return Ok(None) };
            let exit = pipes.exit();
            if exit.is_some() || !backoff.wait() {
                return Ok(exit);
            }
        }
    }

    /// Ends the program and keeps what is left of it.
    fn finish(&mut self, parting: Parting, context: &mut Context<'_>) {
        let State::Running(mut pipes) = std::mem::replace(&mut self.state, State::Gone) else { return };
        self.summary.cpu_us = pipes.cpu_us();
        self.summary.conduct.parting = parting;
        if self.is_dismissed {
            pipes.hear_out(context.chunk, &mut self.summary.conduct.left_over);
        }
        self.summary.stderr = Some(pipes.end(context.decision, &mut self.summary.conduct));
    }
}
