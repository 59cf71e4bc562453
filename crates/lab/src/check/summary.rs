//! Accumulates the results of trials into the report of a check.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::rc::Rc;
use std::time::Duration;

use skirmish_core::answer::Answer;
use skirmish_core::game::Budget;
use skirmish_core::seat::Seat;
use skirmish_core::wire::{excerpt, lines};
use skirmish_referee::{Nobody, Options, Parting, Record, Redrive, Trouble, redrive};

use super::Check;
use super::examine::{BotResult, Seen, Subject, examine, place, turns};
use super::finding::{Finding, Findings, Kind};
use super::report::{Clocked, Group, Memory, Report, Stderr, Worst};
use super::share::{Sample, Samples, WHOLE, budget_words, nearest_rank, percent, share};
use super::trial::{Trial, TrialKind};

/// The grace period after the last page for a bot that has once outstayed the full one.
const SHORT_GRACE: Duration = Duration::from_millis(50);

/// The most replays that are saved.
const MOST_SAVED: usize = 40;

/// The preferred length of the match for the reproducibility test, in answers.
const BEST_ASKED_AGAIN: usize = 400;

/// The most decisions of that match that are repeated.
const MOST_ASKED_AGAIN: u64 = 2000;

/// The time limit of an answer in the reproducibility test.
const ASKED_AGAIN_PATIENCE: Duration = Duration::from_secs(10);

/// From this share of a limit on, "close to the limit" is noted.
const CLOSE: u64 = WHOLE / 100 * 80;

/// The report of a check in progress.
pub(super) struct Summary<'c> {
    check: &'c Check<'c>,
    pub(super) report: Report,
    findings: Findings,
    times: Vec<BudgetTimes>,
    first_words_us: Vec<u64>,
    pub(super) grace: Duration,
    pub(super) unanswered: usize,
    /// The replays that were saved, by the number of the trial.
    saved: BTreeMap<usize, PathBuf>,
    /// The best candidate for the reproducibility test so far.
    candidate: Option<Rc<Played>>,
    /// The trial with the most memory.
    most_memory_in: Option<Rc<Played>>,
}

/// A trial that was played.
struct Played {
    /// Counted from 1.
    number: usize,
    /// The trial in words.
    what: String,
    seat: Seat,
    record: Record,
}

/// The answer times under one budget.
struct BudgetTimes {
    what: &'static str,
    samples: Samples,
    /// The trial of the slowest answer, and its turn.
    worst_in: Option<(Rc<Played>, Option<u32>)>,
}

impl<'c> Summary<'c> {
    pub(super) fn new(check: &'c Check<'c>, planned: usize) -> Self {
        let empty = |kind| Group { kind, played: 0, won: 0, drawn: 0, lost: 0, faulty: 0 };
        let report = Report {
            bot: check.bot.name().to_string(),
            game: check.entry.info.name,
            jail: check.options.launch.tier().to_string(),
            clock: check.clock.to_string(),
            seed: check.seed.0,
            is_fit: false,
            planned,
            played: 0,
            stopped: None,
            is_interrupted: false,
            voids: Vec::new(),
            groups: TrialKind::ALL.map(empty).to_vec(),
            problems: Vec::new(),
            notes: Vec::new(),
            times: Vec::new(),
            bank: None,
            first_word_us: None,
            outside_cpu_us: 0,
            memory: Memory { limit_bytes: check.memory_limit_bytes, ..Memory::default() },
            stderr: Stderr { cap_bytes: check.options.stderr.total as u64, ..Stderr::default() },
            unsaved: None,
            info: check.entry.info,
        };
        Self {
            check,
            report,
            findings: Findings::default(),
            times: Vec::new(),
            first_words_us: Vec::new(),
            grace: check.options.grace,
            unanswered: 0,
            saved: BTreeMap::new(),
            candidate: None,
            most_memory_in: None,
        }
    }

    /// Adds a trial.
    pub(super) fn add(
        &mut self,
        number: usize,
        trial: &Trial,
        record: Record,
        from: u64,
    ) -> Result<(), Trouble> {
        let played = Rc::new(Played { number, what: trial.what.clone(), seat: trial.seat, record });
        let grace = Some(self.grace).filter(|&grace| grace == self.check.options.grace);
        let record = &played.record;
        let subject = Subject { entry: self.check.entry, record, seat: trial.seat, from, grace };
        let mut seen = examine(&subject)?;
        self.report.played += 1;
        self.unanswered += usize::from(!seen.has_answered && !trial.is_buffered);
        self.count(trial, record, &seen);
        // Who needs our help to flush is late without it, however quick.
        if trial.clock == self.check.clock && !trial.is_buffered {
            self.clock(trial, &played, &subject, &seen)?;
        }
        self.add_resources(&played);
        self.remember(trial, &played, &seen);
        let findings = std::mem::take(&mut seen.findings);
        let place = |mut finding: Finding| {
            finding.turn = finding.decision.and_then(|at| seen.turns.get(&at).copied().flatten());
            if trial.is_buffered {
                finding = finding.without_our_help(self.check.bot.flush_advice());
            }
            if trial.kind == TrialKind::Middle { finding.excused() } else { finding }
        };
        let findings = findings.into_iter().map(place).collect();
        self.note(findings, &played);
        Ok(())
    }

    /// Adds findings of a trial, and saves its replay if there are new ones.
    fn note(&mut self, mut findings: Vec<Finding>, played: &Played) {
        for finding in &mut findings {
            finding.match_number = played.number;
            finding.what.clone_from(&played.what);
            finding.seat = played.seat.0;
        }
        let fresh = self.findings.add(findings);
        if fresh.is_empty() {
            return;
        }
        let Some(replay) = self.saved_replay(played) else { return };
        for at in fresh {
            self.findings.get_mut(at).kept(&replay, &self.check.bot_words);
        }
    }

    /// The replay of a trial, saved once; `None` if there are too many already or the disk refused.
    fn saved_replay(&mut self, played: &Played) -> Option<PathBuf> {
        if let Some(replay) = self.saved.get(&played.number) {
            return Some(replay.clone());
        }
        if self.saved.len() >= MOST_SAVED || self.report.unsaved.is_some() {
            return None;
        }
        match self.check.store.save_with_conduct(&played.record) {
            Ok(saved) => {
                self.saved.insert(played.number, saved.replay.clone());
                Some(saved.replay)
            }
            Err(error) => {
                self.report.unsaved = Some(error.to_string());
                None
            }
        }
    }

    fn count(&mut self, trial: &Trial, record: &Record, seen: &Seen) {
        let Some(group) = self.report.groups.iter_mut().find(|group| group.kind == trial.kind) else {
            return;
        };
        group.played += 1;
        let is_faulty = trial.kind != TrialKind::Middle
            && !trial.is_buffered
            && seen.findings.iter().any(|finding| finding.is_problem);
        group.faulty += u64::from(is_faulty);
        match place(record, trial.seat) {
            Some(BotResult::Won) => group.won += 1,
            Some(BotResult::Drawn) => group.drawn += 1,
            Some(BotResult::Lost) => group.lost += 1,
            None => {}
        }
    }

    /// Adds the answer times of a trial under the check's own clock.
    fn clock(
        &mut self,
        trial: &Trial,
        played: &Rc<Played>,
        subject: &Subject<'_>,
        seen: &Seen,
    ) -> Result<(), Trouble> {
        let bank = trial.clock.bank;
        let mut worst = Vec::new();
        for &(budget, used_us, granted_us, decision) in &seen.times {
            let times = self.times_of(budget, bank.is_some());
            if times.samples.add(Sample { used_us, granted_us, decision }) {
                times.worst_in = Some((played.clone(), None));
                worst.push(decision);
            }
        }
        if let (Some(bank), Some((left_us, decision))) = (bank, seen.bank) {
            let of_us = bank.start_ms.saturating_mul(1000);
            let used_us = of_us.saturating_sub(left_us);
            if self.report.bank.as_ref().is_none_or(|worst| used_us > worst.used_us) {
                worst.push(decision);
                let (share, match_number) = (share(used_us, of_us), played.number);
                self.report.bank = Some(Worst { share, used_us, of_us, match_number, decision, turn: None });
            }
        }
        let turns = turns(subject, &worst)?;
        let turn_of = |at: u64| turns.get(&at).copied().flatten();
        for BudgetTimes { samples, worst_in, .. } in &mut self.times {
            if let (Some((slowest, turn)), Some(worst)) = (worst_in, samples.worst)
                && slowest.number == played.number
            {
                *turn = turn_of(worst.decision);
            }
        }
        if let Some(worst) = self.report.bank.as_mut().filter(|worst| worst.match_number == played.number) {
            worst.turn = turn_of(worst.decision);
        }
        Ok(())
    }

    fn times_of(&mut self, budget: Budget, has_bank: bool) -> &mut BudgetTimes {
        let what = budget_words(budget, has_bank);
        let at = match self.times.iter().position(|times| times.what == what) {
            Some(at) => at,
            None => {
                self.times.push(BudgetTimes { what, samples: Samples::default(), worst_in: None });
                self.times.len() - 1
            }
        };
        &mut self.times[at]
    }

    /// Adds memory, CPU time outside its turns, stderr and time to first answer.
    fn add_resources(&mut self, played: &Rc<Played>) {
        let (number, record) = (played.number, &played.record);
        let conduct = &record.conduct[played.seat.index()];
        self.first_words_us.extend(conduct.first_word_us);
        self.report.outside_cpu_us = self.report.outside_cpu_us.max(conduct.outside_cpu_us);
        if conduct.memory_peak_bytes > self.report.memory.peak_bytes {
            self.report.memory.peak_bytes = conduct.memory_peak_bytes;
            self.report.memory.match_number = number;
            self.most_memory_in = Some(played.clone());
        }
        let stderr = &record.stderr[played.seat.index()];
        let kept: usize = stderr.entries().iter().map(|(_, bytes)| bytes.len()).sum();
        let bytes = kept as u64 + stderr.dropped();
        self.report.stderr.dropped_bytes += stderr.dropped();
        if bytes > self.report.stderr.most_bytes {
            (self.report.stderr.most_bytes, self.report.stderr.match_number) = (bytes, number);
        }
        if conduct.parting == Parting::Forced {
            self.grace = self.grace.min(SHORT_GRACE);
        }
    }

    /// Keeps the match against a house bot without problems whose length is nearest to [`BEST_ASKED_AGAIN`].
    fn remember(&mut self, trial: &Trial, played: &Rc<Played>, seen: &Seen) {
        let is_plain = trial.kind == TrialKind::House && seen.has_answered;
        let is_clean = !seen.findings.iter().any(|finding| finding.is_problem);
        let distance = |played: &Played| played.record.replay.answers.len().abs_diff(BEST_ASKED_AGAIN);
        let is_better = self.candidate.as_ref().is_none_or(|known| distance(played) < distance(known));
        if is_plain && is_clean && is_better {
            self.candidate = Some(played.clone());
        }
    }

    /// The reproducibility test: gives the bot the same seed and pages again and compares its answers.
    pub(super) fn ask_again(&mut self) -> Result<(), Trouble> {
        let Some(played) = self.candidate.take() else { return Ok(()) };
        let Played { seat, record, .. } = &*played;
        let seat = *seat;
        let wish = Redrive { seat, until: Some(MOST_ASKED_AGAIN), patience: ASKED_AGAIN_PATIENCE };
        let options = Options { grace: self.grace, ..self.check.options.clone() };
        let driven =
            match redrive(&record.replay, self.check.entry, &*self.check.bot, wish, &options, &mut Nobody) {
                Ok(driven) => driven,
                Err(Trouble::Starved { .. }) => return Ok(()),
                Err(Trouble::Interrupted) => {
                    self.report.is_interrupted = true;
                    return Ok(());
                }
                Err(trouble) => return Err(trouble),
            };
        let Some(first) = driven.differences.first() else { return Ok(()) };
        let sentence = format!(
            "asked the same again with the same seed, it gave {} of {} answers differently: first {}, then {}",
            driven.differences.len(),
            driven.asked,
            answer_words(&first.recorded),
            answer_words(&first.now),
        );
        let mut finding = Finding::new(Kind::Differs, sentence)
            .advise("to make its matches reproducible, take its random numbers from SKIRMISH_SEED")
            .at(first.decision);
        finding.count = driven.differences.len() as u64;
        finding.turn = turn_of(self.check, seat, first.decision, record)?;
        self.note(vec![finding], &played);
        Ok(())
    }

    pub(super) fn finish(mut self) -> Report {
        self.close_calls();
        let mut report = self.report;
        for BudgetTimes { what, mut samples, worst_in } in self.times {
            let (Some(worst), Some((played, turn))) = (samples.worst, worst_in) else { continue };
            let [(p50, _), (p99, _)] = samples.quantiles([50, 99]);
            let max = Worst {
                share: worst.share(),
                used_us: worst.used_us,
                of_us: worst.granted_us,
                match_number: played.number,
                decision: worst.decision,
                turn,
            };
            report.times.push(Clocked { what, count: samples.count(), p50, p99, max });
        }
        self.first_words_us.sort_unstable();
        if let (Some(middle), Some(&longest)) =
            (nearest_rank(&self.first_words_us, 50), self.first_words_us.last())
        {
            report.first_word_us = Some([middle, longest]);
        }
        (report.problems, report.notes) = self.findings.into_parts();
        report.is_fit = report.problems.is_empty()
            && report.played > 0
            && report.stopped.is_none()
            && !report.is_interrupted;
        report
    }

    /// Adds notes about limits that were nearly reached, each with the match that came closest.
    fn close_calls(&mut self) {
        let mut close = Vec::new();
        for BudgetTimes { what, samples, worst_in } in &self.times {
            let (Some(worst), Some((played, turn))) = (samples.worst, worst_in) else { continue };
            if (CLOSE..WHOLE).contains(&worst.share()) {
                let sentence = format!("{what}: {} of the time were used", percent(worst.share()));
                let mut finding = Finding::new(Kind::NearTime(what), sentence)
                    .advise("leave room for a slower machine")
                    .at(worst.decision);
                finding.turn = *turn;
                close.push((finding, played.clone()));
            }
        }
        let memory = &self.report.memory;
        if let (Some(peak), Some(limit), Some(played)) =
            (memory.peak_bytes, memory.limit_bytes, &self.most_memory_in)
            && share(peak, limit) >= CLOSE
        {
            let used = percent(share(peak, limit));
            let finding = Finding::new(Kind::NearMemory, format!("{used} of the memory were used"))
                .advise("a bot that needs more is ended at once");
            close.push((finding, played.clone()));
        }
        for (finding, played) in close {
            self.note(vec![finding], &played);
        }
    }
}

fn turn_of(check: &Check<'_>, seat: Seat, decision: u64, record: &Record) -> Result<Option<u32>, Trouble> {
    let subject = Subject { entry: check.entry, record, seat, from: 0, grace: None };
    Ok(turns(&subject, &[decision])?.get(&decision).copied().flatten())
}

fn answer_words(answer: &Answer) -> String {
    match answer {
        Answer::Frame(frame) | Answer::Garbled(frame) => {
            let words: Vec<String> = lines(frame).map(excerpt).collect();
            format!("`{}`", excerpt(words.join(" / ").as_bytes()))
        }
        Answer::Fault(fault, _) | Answer::Forfeit(fault, _) => fault.word().to_string(),
    }
}
