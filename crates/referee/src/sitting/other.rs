//! Asking those who are no programs: bots of the house, scripts, people, and nobody.

use std::time::{Duration, Instant};

use skirmish_core::Table;
use skirmish_core::replay::Said;

use super::{Body, Question, Reply, Sitting, Stop, Word, micros};
use crate::explain::{Cause, Lateness};
use crate::human::{Line, Shown, Waited};
use crate::observe::Observer;
use crate::player::Script;
use crate::sys::CpuClock;
use crate::void::Void;

impl Sitting<'_> {
    /// Asks a seat that no program sits at.
    pub(super) fn ask_other(
        &mut self,
        table: &mut dyn Table,
        question: &Question<'_>,
        watch: &mut dyn Observer,
    ) -> Result<(), Stop> {
        let seat = question.seat;
        if let Body::Human(line) = self.chairs[seat.index()].body {
            return self.ask_human(line, table, question, watch);
        }
        // What the seat would have been told is not kept for a page that is never made.
        self.page.clear();
        table.farewell(seat, &mut self.page);
        let chair = &mut self.chairs[seat.index()];
        let cause = match &mut chair.body {
            Body::House(_) => return self.ask_house(table, question, watch),
            Body::Scripted(script, next) => match next_line(script, next) {
                Some(reply) => {
                    if let Word::Recorded(Said::Frame(frame)) = &reply.word {
                        watch.answered(seat, frame);
                    }
                    self.replies.push(Reply { seat, ..reply });
                    return Ok(());
                }
                None => Cause::Nobody("its recorded answers are used up"),
            },
            Body::NotStarted(why) if chair.fault_count == 0 => Cause::NotStarted(why.clone()),
            Body::NotStarted(_) | Body::Gone => Cause::StillGone,
            Body::Empty | Body::Wired(_) | Body::Human(_) => Cause::Nobody("nobody sits there"),
        };
        self.settle(seat, Instant::now(), 0, Err(cause));
        Ok(())
    }

    /// A bot of the house has the same clock; that it cannot be stopped in the middle is a matter of trust.
    fn ask_house(
        &mut self,
        table: &mut dyn Table,
        question: &Question<'_>,
        watch: &mut dyn Observer,
    ) -> Result<(), Stop> {
        let seat = question.seat;
        let allowed = question.grant.allowed(self.patience);
        if allowed.is_some_and(|allowed| allowed.is_zero()) {
            self.settle(seat, Instant::now(), 0, Err(Cause::OutOfTime));
            return Ok(());
        }
        let Body::House(house) = &mut self.chairs[seat.index()].body else { return Ok(()) };
        let thread = CpuClock::of_this_thread();
        let (since, cpu_since) = (Instant::now(), thread.now_ns().unwrap_or(0));
        self.page.clear();
        house.answer(table, seat, &mut self.page);
        let wall = since.elapsed();
        let cpu = Duration::from_nanos(thread.now_ns().unwrap_or(0).saturating_sub(cpu_since));
        let cpu_us = cpu.as_micros() as u64;
        let word = match allowed.filter(|&allowed| wall > allowed) {
            None => {
                watch.answered(seat, self.page.as_bytes());
                Word::Frame(self.page.as_bytes().to_vec())
            }
            Some(_) if wall.saturating_sub(cpu) > self.options.starved_after => {
                return Err(Stop::Void(Void::BotDenied {
                    seat,
                    name: self.chairs[seat.index()].name.to_string(),
                    waited_ms: wall.saturating_sub(cpu).as_millis() as u64,
                    granted_ms: question.grant.us.unwrap_or(0) / 1000,
                }));
            }
            Some(allowed) => Word::Fault(Cause::Late(Lateness::silent(allowed, cpu_us, question.ask.frame))),
        };
        self.chairs[seat.index()].cpu_us += cpu_us;
        self.replies.push(Reply { seat, wall_us: wall.as_micros() as u64, cpu_us, word });
        Ok(())
    }

    fn ask_human(
        &mut self,
        line: &Line,
        table: &mut dyn Table,
        question: &Question<'_>,
        watch: &mut dyn Observer,
    ) -> Result<(), Stop> {
        self.page.clear();
        table.ask(question.seat, question.grant.face(), &mut self.page);
        watch.sent(question.seat, self.page.as_bytes());
        line.show(self.shown(table, question));
        let since = Instant::now();
        let said = self.wait_for_person(line, question, watch)?;
        if let Ok(answer) = &said {
            watch.answered(question.seat, answer);
        }
        let now = Instant::now();
        self.settle(question.seat, now, micros(now, since), said);
        Ok(())
    }

    fn shown(&self, table: &dyn Table, question: &Question<'_>) -> Shown {
        Shown {
            seat: question.seat,
            decision: self.decision,
            board: table.text(Some(question.seat), false),
            status: table.status(Some(question.seat)),
            page: self.page.as_str().to_string(),
            frame: question.ask.frame,
            budget: question.ask.budget,
            draft: table.drafting(question.seat),
            left_ms: question.grant.us.map(|us| us / 1000),
        }
    }

    /// Waits for a person in slices, between which the programs' remarks are taken in.
    fn wait_for_person(
        &mut self,
        line: &Line,
        question: &Question<'_>,
        watch: &mut dyn Observer,
    ) -> Result<Result<Vec<u8>, Cause>, Stop> {
        const SLICE: Duration = Duration::from_millis(50);
        let since = Instant::now();
        let allowed = question.grant.allowed(self.patience);
        loop {
            match line.wait(SLICE) {
                Waited::Said(answer) => return Ok(Ok(answer)),
                Waited::Left => return Ok(Err(Cause::Nobody("the person has left"))),
                Waited::NotYet => {}
            }
            if let Some(allowed) = allowed.filter(|&allowed| since.elapsed() >= allowed) {
                return Ok(Err(Cause::Late(Lateness::silent(allowed, 0, question.ask.frame))));
            }
            if self.is_interrupted() {
                return Err(Stop::Interrupted);
            }
            self.wait_once(&[], Duration::ZERO, watch)?;
        }
    }
}

/// The next recorded answer.
fn next_line(script: &Script, next: &mut usize) -> Option<Reply> {
    let answered = script.answers.get(*next)?;
    *next += 1;
    Some(Reply {
        seat: answered.seat,
        wall_us: answered.wall_us,
        cpu_us: answered.cpu_us,
        word: Word::Recorded(answered.said.clone()),
    })
}
