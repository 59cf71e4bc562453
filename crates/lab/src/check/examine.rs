//! Looks through the record of one match for what the bot did wrong, and for what it used.

use std::collections::BTreeMap;

use skirmish_core::replay::{Answered, Ending, Mismatch, Playback, Said};
use skirmish_core::wire::{excerpt, lines};
use skirmish_core::{Ask, Budget, Clock, Decision, Entry, Fault, Frame, Heard, Seat, Table, Timer};
use skirmish_referee::launch::Exit;
use skirmish_referee::{Incident, Parting, Record};

use super::finding::{Code, Finding};

/// What one match has shown of the bot.
pub(super) struct Seen {
    pub(super) findings: Vec<Finding>,
    /// Each answer under the clock: budget, time used, time granted, decision.
    pub(super) times: Vec<(Budget, u64, u64, u64)>,
    /// The least that its bank had, and when.
    pub(super) bank: Option<(u64, u64)>,
    /// Whether it answered anything.
    pub(super) has_answered: bool,
    /// By decision: the turn.
    pub(super) turns: BTreeMap<u64, Option<u32>>,
}

/// The record of a match, and how to look at it.
pub(super) struct Subject<'a> {
    pub(super) entry: &'a Entry,
    pub(super) record: &'a Record,
    pub(super) seat: Seat,
    /// Decisions before this one were answered by others.
    pub(super) from: u64,
    /// How long a bot may stay after its last page; none if it was given so little that staying says nothing.
    pub(super) grace: Option<std::time::Duration>,
}

/// Looks through a match.
pub(super) fn examine(subject: &Subject<'_>) -> Result<Seen, Mismatch> {
    let mut walk = Walk::new(subject.record.replay.header.clock);
    let mut playback = Playback::new(&subject.record.replay, subject.entry)?;
    playback.deafen();
    while walk.step(subject, &mut playback)? {}
    let mut findings = faults(subject, &walk);
    findings.extend(walk.passed_over.take());
    findings.extend(walk.refused.take());
    findings.extend(conduct(subject, findings.iter().any(|finding| finding.is_problem)));
    let mut seen = Seen {
        findings,
        times: walk.times,
        bank: walk.bank,
        has_answered: walk.has_answered,
        turns: BTreeMap::new(),
    };
    let wanted: Vec<u64> = seen.findings.iter().filter_map(|finding| finding.decision).collect();
    seen.turns = turns(subject, &wanted)?;
    Ok(seen)
}

/// On which turns these decisions are; none in a handshake.
pub(super) fn turns(
    subject: &Subject<'_>,
    decisions: &[u64],
) -> Result<BTreeMap<u64, Option<u32>>, Mismatch> {
    let mut wanted: Vec<u64> = decisions.to_vec();
    wanted.sort_unstable();
    let mut turns = BTreeMap::new();
    let mut playback = Playback::new(&subject.record.replay, subject.entry)?;
    playback.deafen();
    for decision in wanted {
        playback.advance_to(decision)?;
        let table = playback.table();
        let is_hello = matches!(table.decision(), Decision::Ask(ask) if ask.budget == Budget::Hello);
        turns.insert(decision, (!is_hello).then(|| table.progress().0));
    }
    Ok(turns)
}

/// What is gathered on the way through a match.
struct Walk {
    timer: Timer,
    times: Vec<(Budget, u64, u64, u64)>,
    bank: Option<(u64, u64)>,
    has_answered: bool,
    passed_over: Option<Finding>,
    refused: Option<Finding>,
    /// By decision: the line (from 1) and the text of an answer that cannot be read.
    garbled: BTreeMap<u64, (usize, String)>,
}

impl Walk {
    fn new(clock: Clock) -> Self {
        Self {
            timer: Timer::new(clock),
            times: Vec::new(),
            bank: None,
            has_answered: false,
            passed_over: None,
            refused: None,
            garbled: BTreeMap::new(),
        }
    }

    /// Looks at one decision and plays it; false at the end.
    fn step(&mut self, subject: &Subject<'_>, playback: &mut Playback<'_>) -> Result<bool, Mismatch> {
        let Decision::Ask(ask) = playback.table().decision() else { return Ok(false) };
        let decision = playback.decisions();
        let Some(answered) = playback.upcoming().iter().find(|answered| answered.seat == subject.seat) else {
            return playback.step();
        };
        self.time(&ask, answered, decision, decision >= subject.from);
        if decision < subject.from {
            return playback.step();
        }
        if let Said::Frame(frame) = &answered.said {
            self.has_answered = true;
            self.read(subject, playback.table_mut(), &ask, frame, decision);
        }
        let is_more = playback.step()?;
        // What could not be read is told already.
        if !self.garbled.contains_key(&decision) {
            self.refusals(subject, playback.table_mut(), decision);
        }
        Ok(is_more)
    }

    fn time(&mut self, ask: &Ask, answered: &Answered, decision: u64, counts: bool) {
        let granted = self.timer.grant(ask);
        self.timer.charge(ask, answered.wall_us);
        let is_timed = matches!(answered.said, Said::Frame(_) | Said::Fault(Fault::Late, _));
        if let Some(granted_us) = granted.filter(|_| counts && is_timed) {
            self.times.push((ask.budget, answered.wall_us, granted_us, decision));
        }
        if let Some(left_us) = self.timer.bank_us().filter(|_| counts)
            && self.bank.is_none_or(|(least, _)| left_us < least)
        {
            self.bank = Some((left_us, decision));
        }
    }

    /// Looks for lines that cannot be read, and for lines that say nothing.
    fn read(&mut self, subject: &Subject<'_>, table: &mut dyn Table, ask: &Ask, frame: &[u8], decision: u64) {
        let seat = subject.seat;
        let is_told = |incident: &Incident| incident.seat == seat && incident.decision == decision;
        if subject.record.incidents.iter().any(is_told) {
            let is_bad = |line: &[u8]| table.fork().answer(seat, Heard::Frame(line)).is_err();
            let many = matches!(ask.frame, Frame::Until(_));
            let at = if many { lines(frame).position(is_bad).unwrap_or(0) } else { 0 };
            let text = lines(frame).nth(at).map(excerpt).unwrap_or_default();
            self.garbled.insert(decision, (at + 1, text));
        }
        let passed = (subject.entry.probe.passed_over)(table, seat, frame);
        let Some(&first) = passed.first() else { return };
        if let Some(finding) = &mut self.passed_over {
            finding.count += passed.len() as u64;
            return;
        }
        let text = lines(frame).nth(first).map(excerpt).unwrap_or_default();
        let sentence =
            format!("line {} of the answer, `{text}`, means nothing and is passed over", first + 1);
        let mut finding = Finding::new(Code::PassedOver, sentence)
            .advise(format!(
                "stdout is for answers alone: `skirmish rules {}` has their form",
                subject.entry.info.name
            ))
            .at(decision);
        (finding.count, finding.line, finding.text) = (passed.len() as u64, Some(first + 1), Some(text));
        self.passed_over = Some(finding);
    }

    fn refusals(&mut self, subject: &Subject<'_>, table: &mut dyn Table, decision: u64) {
        let refused = (subject.entry.probe.refusals)(table, subject.seat);
        let Some(first) = refused.first() else { return };
        if let Some(finding) = &mut self.refused {
            finding.count += refused.len() as u64;
            return;
        }
        let mut finding =
            Finding::new(Code::Refused, format!("the rules refused an order: {first}")).at(decision);
        // One finding, whatever the reasons are: they are about play, not about the protocol.
        finding.key.clear();
        finding.count = refused.len() as u64;
        self.refused = Some(finding);
    }
}

/// What the referee told.
fn faults(subject: &Subject<'_>, walk: &Walk) -> Vec<Finding> {
    let mut findings: Vec<Finding> = Vec::new();
    let mut told = 0;
    for incident in subject.record.incidents.iter().filter(|incident| incident.seat == subject.seat) {
        told += 1;
        findings.push(fault(subject, walk, incident));
        // Who is gone stays gone: what follows is no news.
        if incident.fault == Fault::Gone {
            return findings;
        }
    }
    let more = subject.record.fault_counts[subject.seat.index()].saturating_sub(told);
    if let Some(last) = findings.last_mut() {
        last.count += more;
    }
    findings
}

fn fault(subject: &Subject<'_>, walk: &Walk, incident: &Incident) -> Finding {
    let code = match incident.fault {
        Fault::Late => Code::Late,
        Fault::Gone => Code::Gone,
        Fault::Garbled => Code::Garbled,
        Fault::Flooded => Code::Flooded,
    };
    let mut finding = Finding::new(code, &incident.sentence).at(incident.decision);
    finding.advice.clone_from(&incident.advice);
    finding.stderr.clone_from(&incident.stderr);
    if let Some((line, text)) = walk.garbled.get(&incident.decision) {
        (finding.line, finding.text) = (Some(*line), Some(text.clone()));
    }
    if code == Code::Gone {
        // Crashes differ by their last words.
        let last = incident.stderr.last().map(String::as_str).unwrap_or_default();
        finding.key = Finding::new(code, format!("{} {last}", finding.key)).key;
    }
    let left_over = &subject.record.conduct[subject.seat.index()].left_over;
    if code == Code::Late && left_over.is_owed && left_over.bytes > 0 {
        let first = lines(&left_over.text).next().map(excerpt).unwrap_or_default();
        finding.advice = Some(format!(
            "when its time was over it still printed `{first}`: it did not flush an answer that it had, or was too slow, \
             or waited for something, or the machine was busy with other work"
        ));
    }
    finding
}

/// What is to be said of the bot besides its answers.
fn conduct(subject: &Subject<'_>, is_faulty: bool) -> Vec<Finding> {
    let conduct = &subject.record.conduct[subject.seat.index()];
    let mut findings = Vec::new();
    if let Some((decision, text)) = &conduct.unasked.first {
        let sentence = format!("it had printed {} before it was asked", shown(text));
        let mut finding = Finding::new(Code::Unasked, sentence)
            .advise("print one answer to each question and nothing else: every line more is taken as the next answer")
            .at(*decision);
        (finding.count, finding.text) = (conduct.unasked.count, Some(first_line(text)));
        findings.push(finding);
    } else if conduct.left_over.bytes > 0 && !conduct.left_over.is_owed && !is_faulty {
        let bytes = conduct.left_over.bytes;
        let sentence = format!(
            "after its last answer it printed {bytes} bytes more, {}",
            shown(&conduct.left_over.text)
        );
        let mut finding = Finding::new(Code::LeftOver, sentence).advise(
            "it costs nothing; but print one answer to each question, and nothing when your input ends",
        );
        finding.text = Some(first_line(&conduct.left_over.text));
        findings.push(finding);
    }
    if let (Parting::Forced, Some(grace)) = (&conduct.parting, subject.grace) {
        let grace = skirmish_referee::explain::duration(grace.as_micros() as u64);
        let sentence = format!("it was still there {grace} after its last page, and was ended by force");
        let advice = "it costs nothing; but end when your input ends, and checks and matches are over sooner";
        findings.push(Finding::new(Code::Stays, sentence).advise(advice));
    }
    if let Some(decision) = conduct.frozen_from {
        let sentence = "it computed outside its turns, and was frozen between them from then on";
        findings.push(
            Finding::new(Code::Ponders, sentence)
                .advise("expect no time to think while others move")
                .at(decision),
        );
    }
    findings.extend(leaving(subject, is_faulty));
    findings
}

/// A bad end after the match, and stderr that nobody will see whole.
fn leaving(subject: &Subject<'_>, is_faulty: bool) -> Vec<Finding> {
    let (index, mut findings) = (subject.seat.index(), Vec::new());
    let noise = &subject.record.noise[index];
    if let Parting::Left(Some(exit)) = subject.record.conduct[index].parting
        && exit != Exit::Status(0)
        && !is_faulty
    {
        const SHOWN: usize = 3;
        let mut finding = Finding::new(Code::Exit, format!("when its input ended, it {exit}"))
            .advise("it costs nothing; but a bot that stops cleanly at the end of its input shows real crashes better");
        finding.stderr = noise.last_lines(SHOWN);
        findings.push(finding);
    }
    if noise.dropped() > 0 {
        let sentence = format!("{} bytes of stderr were dropped", noise.dropped());
        findings.push(
            Finding::new(Code::Stderr, sentence).advise("print less: only the beginning of it is kept"),
        );
    }
    findings
}

/// Output as a sentence shows it.
fn shown(text: &[u8]) -> String {
    match first_line(text) {
        line if line.is_empty() => "an empty line".to_string(),
        line => format!("`{line}`"),
    }
}

fn first_line(text: &[u8]) -> String {
    lines(text).next().map(excerpt).unwrap_or_default()
}

/// Whether the seat won alone, with others, or not at all; `None` if the match was not finished.
pub(super) fn place(record: &Record, seat: Seat) -> Option<Place> {
    let Ending::Over(outcome) = &record.replay.ending else { return None };
    let first = outcome.places.iter().filter(|&&place| place == 1).count();
    Some(match (outcome.places.get(seat.index()), first) {
        (Some(1), 1) => Place::Won,
        (Some(1), _) => Place::Drawn,
        _ => Place::Lost,
    })
}

/// How a match ended for the bot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Place {
    Won,
    Drawn,
    Lost,
}
