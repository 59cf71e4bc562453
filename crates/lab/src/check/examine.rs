//! Examines the record of one trial: findings about the bot, and the time that its answers took.

use std::collections::BTreeMap;

use skirmish_core::answer::{Answer, Answered, Fault};
use skirmish_core::game::{Ask, Budget, Decision, Framing};
use skirmish_core::replay::{Mismatch, Playback};
use skirmish_core::seat::Seat;
use skirmish_core::table::{Entry, Table};
use skirmish_core::wire::{excerpt, lines};
use skirmish_referee::launch::Exit;
use skirmish_referee::{FROZEN, Incident, Parting, Record};

use super::finding::{Finding, Kind};

/// What the record of one trial shows about the bot.
pub(super) struct Seen {
    pub(super) findings: Vec<Finding>,
    /// Each timed answer: budget, microseconds used, microseconds granted, decision.
    pub(super) times: Vec<(Budget, u64, u64, u64)>,
    /// The lowest level of its time bank: microseconds left, decision.
    pub(super) bank: Option<(u64, u64)>,
    /// Whether it gave at least one answer.
    pub(super) has_answered: bool,
    /// The turn of each finding's decision; `None` in a handshake.
    pub(super) turns: BTreeMap<u64, Option<u32>>,
}

/// The record of a trial, and which part of it is about the bot.
pub(super) struct Subject<'a> {
    pub(super) entry: &'a Entry,
    pub(super) record: &'a Record,
    pub(super) seat: Seat,
    /// The first decision that the bot itself answered; earlier ones are of the match that it was put into.
    pub(super) from: u64,
    /// How long it may run on after its last page; `None` if it was given so little that running on is no finding.
    pub(super) grace: Option<std::time::Duration>,
}

/// Plays the record back, decision by decision, and collects what it shows.
pub(super) fn examine(subject: &Subject<'_>) -> Result<Seen, Mismatch> {
    let mut observed = Observations::default();
    let mut playback = Playback::new(&subject.record.replay, subject.entry)?;
    playback.disconnect();
    while observed.step(subject, &mut playback)? {}
    let mut findings = faults(subject, &observed);
    findings.extend(observed.passed_over.take());
    findings.extend(observed.refused.take());
    findings.extend(conduct(subject, findings.iter().any(|finding| finding.is_problem)));
    let mut seen = Seen {
        findings,
        times: observed.times,
        bank: observed.bank,
        has_answered: observed.has_answered,
        turns: BTreeMap::new(),
    };
    let wanted: Vec<u64> = seen.findings.iter().filter_map(|finding| finding.decision).collect();
    seen.turns = turns(subject, &wanted)?;
    Ok(seen)
}

/// The turns of these decisions; `None` in a handshake.
pub(super) fn turns(
    subject: &Subject<'_>,
    decisions: &[u64],
) -> Result<BTreeMap<u64, Option<u32>>, Mismatch> {
    let mut wanted: Vec<u64> = decisions.to_vec();
    wanted.sort_unstable();
    let mut turns = BTreeMap::new();
    let mut playback = Playback::new(&subject.record.replay, subject.entry)?;
    playback.disconnect();
    for decision in wanted {
        playback.advance_to(decision)?;
        let table = playback.table();
        let is_hello = matches!(table.decision(), Decision::Ask(ask) if ask.budget == Budget::Hello);
        turns.insert(decision, (!is_hello).then(|| table.progress().0));
    }
    Ok(turns)
}

/// What is collected while the match is played back.
#[derive(Default)]
struct Observations {
    times: Vec<(Budget, u64, u64, u64)>,
    bank: Option<(u64, u64)>,
    has_answered: bool,
    passed_over: Option<Finding>,
    refused: Option<Finding>,
    /// By decision: the line (from 1) and the text that make an answer unreadable.
    garbled: BTreeMap<u64, (usize, String)>,
}

impl Observations {
    /// Examines one decision and plays it; false at the end of the match.
    fn step(&mut self, subject: &Subject<'_>, playback: &mut Playback<'_>) -> Result<bool, Mismatch> {
        let Decision::Ask(ask) = playback.table().decision() else { return Ok(false) };
        let decision = playback.decisions();
        let Some(answered) = playback.upcoming().iter().find(|answered| answered.seat == subject.seat) else {
            return playback.step();
        };
        if decision < subject.from {
            return playback.step();
        }
        self.time(&ask, answered, playback);
        if let Some(frame) = answered.answer.frame() {
            self.has_answered = true;
            self.find_garbled_line(subject, playback.table(), &ask, answered, decision);
            self.find_ignored_lines(subject, playback.table(), frame, decision);
        }
        let is_more = playback.step()?;
        self.time_left(subject.seat, playback, decision);
        // An answer that could not be read is a finding already.
        if !matches!(answered.answer, Answer::Garbled(_)) {
            self.refusals(subject, playback.table(), decision);
        }
        Ok(is_more)
    }

    /// Adds the time that the answer took.
    fn time(&mut self, ask: &Ask, answered: &Answered, playback: &Playback<'_>) {
        let is_timed = matches!(answered.answer.fault(), None | Some(Fault::Garbled | Fault::Late));
        let granted = playback.grant(answered.seat, ask).time_us;
        if let Some(granted_us) = granted.filter(|_| is_timed) {
            self.times.push((ask.budget, answered.cost.wall_us, granted_us, playback.decisions()));
        }
    }

    /// Updates the lowest level of the time bank.
    fn time_left(&mut self, seat: Seat, playback: &Playback<'_>, decision: u64) {
        if let Some(left_us) = playback.timers()[seat.index()].bank_us()
            && self.bank.is_none_or(|(least, _)| left_us < least)
        {
            self.bank = Some((left_us, decision));
        }
    }

    /// Finds the line that makes an answer unreadable, if the referee reported an incident for it.
    fn find_garbled_line(
        &mut self,
        subject: &Subject<'_>,
        table: &dyn Table,
        ask: &Ask,
        answered: &Answered,
        decision: u64,
    ) {
        let Answer::Garbled(frame) = &answered.answer else { return };
        let seat = subject.seat;
        let is_reported = |incident: &Incident| incident.seat == seat && incident.decision == decision;
        if !subject.record.incidents.iter().any(is_reported) {
            return;
        }
        let is_bad = |line: &[u8]| table.fork().answer(seat, &Answer::Frame(line.to_vec())).is_err();
        let has_lines = matches!(ask.framing, Framing::Until(_));
        let at = if has_lines { lines(frame).position(is_bad).unwrap_or(0) } else { 0 };
        let text = lines(frame).nth(at).map(excerpt).unwrap_or_default();
        self.garbled.insert(decision, (at + 1, text));
    }

    /// Finds lines that the game's wire format ignores.
    fn find_ignored_lines(&mut self, subject: &Subject<'_>, table: &dyn Table, frame: &[u8], decision: u64) {
        let passed = table.ignored_lines(subject.seat, frame);
        let Some(&first) = passed.first() else { return };
        if let Some(finding) = &mut self.passed_over {
            finding.count += passed.len() as u64;
            return;
        }
        let text = lines(frame).nth(first).map(excerpt).unwrap_or_default();
        let sentence =
            format!("line {} of the answer, `{text}`, means nothing and is passed over", first + 1);
        let mut finding = Finding::new(Kind::IgnoredLine, sentence)
            .advise(format!(
                "stdout is for answers alone: `skirmish rules {}` has their form",
                subject.entry.info.name
            ))
            .at(decision);
        (finding.count, finding.line, finding.text) = (passed.len() as u64, Some(first + 1), Some(text));
        self.passed_over = Some(finding);
    }

    fn refusals(&mut self, subject: &Subject<'_>, table: &dyn Table, decision: u64) {
        let refused = table.refusals(subject.seat);
        let Some(first) = refused.first() else { return };
        if let Some(finding) = &mut self.refused {
            finding.count += refused.len() as u64;
            return;
        }
        let mut finding =
            Finding::new(Kind::Refused, format!("the rules refused an order: {first}")).at(decision);
        finding.count = refused.len() as u64;
        self.refused = Some(finding);
    }
}

/// The referee's incidents as findings. What it did not describe one by one is added to the count of the last.
fn faults(subject: &Subject<'_>, observed: &Observations) -> Vec<Finding> {
    let mut findings: Vec<Finding> = Vec::new();
    let mut reported = 0;
    for incident in subject.record.incidents.iter().filter(|incident| incident.seat == subject.seat) {
        reported += 1;
        findings.push(fault(subject, observed, incident));
        // A bot that is gone stays gone: later incidents follow from this one.
        if incident.fault == Fault::Gone {
            return findings;
        }
    }
    let more = subject.record.fault_counts[subject.seat.index()].saturating_sub(reported);
    if let Some(last) = findings.last_mut() {
        last.count += more;
    }
    findings
}

fn fault(subject: &Subject<'_>, observed: &Observations, incident: &Incident) -> Finding {
    let kind = Kind::of_fault(&incident.cause, &incident.stderr);
    let mut finding = Finding::new(kind, &incident.sentence).at(incident.decision);
    finding.advice.clone_from(&incident.advice);
    finding.stderr.clone_from(&incident.stderr);
    if let Some((line, text)) = observed.garbled.get(&incident.decision) {
        (finding.line, finding.text) = (Some(*line), Some(text.clone()));
    }
    let left_over = &subject.record.conduct[subject.seat.index()].left_over;
    if incident.fault == Fault::Late && left_over.is_owed && left_over.bytes > 0 {
        let first = lines(&left_over.text).next().map(excerpt).unwrap_or_default();
        finding.advice = Some(format!(
            "when its time was over it still printed `{first}`: it did not flush an answer that it had, or was too slow, \
             or waited for something, or the machine was busy with other work"
        ));
    }
    finding
}

/// Findings about the bot besides its answers.
fn conduct(subject: &Subject<'_>, is_faulty: bool) -> Vec<Finding> {
    let conduct = &subject.record.conduct[subject.seat.index()];
    let mut findings = Vec::new();
    if let (Some((decision, text)), Some(sentence)) = (&conduct.unasked.first, conduct.unasked.sentence()) {
        let mut finding = Finding::new(Kind::Unasked, sentence)
            .advise("print one answer to each question and nothing else: every line more is taken as the next answer")
            .at(*decision);
        (finding.count, finding.text) = (conduct.unasked.count, Some(first_line(text)));
        findings.push(finding);
    } else if let Some(sentence) = conduct.left_over.sentence()
        && !conduct.left_over.is_owed
        && !is_faulty
    {
        let mut finding = Finding::new(Kind::LeftOver, sentence).advise(
            "it costs nothing; but print one answer to each question, and nothing when your input ends",
        );
        finding.text = Some(first_line(&conduct.left_over.text));
        findings.push(finding);
    }
    if let (Parting::Forced, Some(grace)) = (&conduct.parting, subject.grace) {
        let grace = skirmish_referee::explain::duration(grace.as_micros() as u64);
        let sentence = format!("it was still there {grace} after its last page, and was ended by force");
        let advice = "it costs nothing; but end when your input ends, and checks and matches are over sooner";
        findings.push(Finding::new(Kind::Stays, sentence).advise(advice));
    }
    if let Some(decision) = conduct.frozen_from {
        let advice = "expect no time to think while others move";
        findings.push(Finding::new(Kind::Ponders, FROZEN).advise(advice).at(decision));
    }
    findings.extend(memory_growth(subject));
    findings.extend(leaving(subject, is_faulty));
    findings
}

/// A finding if its memory grew in every quarter of the match but the first, in which programs take what they need.
fn memory_growth(subject: &Subject<'_>) -> Option<Finding> {
    const LEAST_IN_A_QUARTER: u64 = 2 << 20;
    const LEAST: u64 = 16 << 20;
    let course = &subject.record.conduct[subject.seat.index()].memory_course;
    let quarters = course.quarters()?;
    let [_, first, .., last] = quarters;
    let is_steady = quarters[1..].windows(2).all(|pair| pair[1] >= pair[0] + LEAST_IN_A_QUARTER);
    if !is_steady || last - first < LEAST {
        return None;
    }
    let mebibytes = |bytes: u64| format!("{} MiB", bytes >> 20);
    let each = (last - first) / (course.questions() * 3 / 4).max(1);
    let sentence = format!(
        "its memory grew from {} after a quarter of the match to {} at its end, {} KiB with each answer",
        mebibytes(first),
        mebibytes(last),
        each >> 10
    );
    let advice = "is something kept from turn to turn that is not needed any more? A longer match may end at the limit";
    Some(Finding::new(Kind::MemoryGrows, sentence).advise(advice))
}

/// Findings about its exit status after the match, and about truncated stderr.
fn leaving(subject: &Subject<'_>, is_faulty: bool) -> Vec<Finding> {
    let (index, mut findings) = (subject.seat.index(), Vec::new());
    let stderr = &subject.record.stderr[index];
    let parting = subject.record.conduct[index].parting;
    if let (Parting::Left(Some(exit)), Some(sentence)) = (parting, parting.sentence())
        && exit != Exit::Status(0)
        && !is_faulty
    {
        const SHOWN: usize = 3;
        let mut finding = Finding::new(Kind::Exit(exit), sentence)
            .advise("it costs nothing; but a bot that stops cleanly at the end of its input shows real crashes better");
        finding.stderr = stderr.last_lines(SHOWN);
        findings.push(finding);
    }
    if stderr.dropped() > 0 {
        let sentence = format!("{} bytes of stderr were dropped", stderr.dropped());
        findings.push(
            Finding::new(Kind::Stderr, sentence).advise("print less: only the beginning of it is kept"),
        );
    }
    findings
}

fn first_line(text: &[u8]) -> String {
    lines(text).next().map(excerpt).unwrap_or_default()
}

/// Whether the seat won, shared the first place, or lost; `None` if the match was not finished.
pub(super) fn place(record: &Record, seat: Seat) -> Option<BotResult> {
    let outcome = record.replay.ending.outcome()?;
    let first = outcome.places.iter().filter(|&&place| place == 1).count();
    Some(match (outcome.places.get(seat.index()), first) {
        (Some(1), 1) => BotResult::Won,
        (Some(1), _) => BotResult::Drawn,
        _ => BotResult::Lost,
    })
}

/// How a match ended for the bot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum BotResult {
    Won,
    Drawn,
    Lost,
}
