//! Making films: plays a replay back and records what an eye (a seat or a spectator) sees.

use std::io::Write as _;

use flate2::Compression;
use flate2::write::GzEncoder;
use skirmish_core::answer::Fault;
use skirmish_core::answer::{Answer, Answered};
use skirmish_core::replay::{Mismatch, Playback, Replay};
use skirmish_core::seat::Seat;
use skirmish_core::table::{Entry, Table};
use skirmish_core::view::{Mark, Weight};

use super::bytes::{put, put_signed, zigzag};
use super::change::{Items, by_key, seat_byte, write_change, write_whole};
use super::header::{BlockEntry, Facts, header};
use super::limits::{
    KEY_BLOCKS, KEY_STEPS, MOST_ANSWER_BYTES, MOST_BLOCK_STEPS, MOST_BLOCKS, MOST_BYTES, MOST_ITEMS,
    MOST_MARKS, MOST_NUMBER, MOST_PEAKS, MOST_SENTENCE_BYTES, MOST_STEPS,
};
use super::phrases::Phrases;
use crate::snapshot::{Snapshot, Snapshots};
use crate::text::cut;

/// A decision, and what a bot printed on stderr during it.
pub type StderrPart = (u64, Vec<u8>);

/// The view and the range of a film.
#[derive(Clone, Debug, Default)]
pub struct Filming<'a> {
    /// The seat whose view is shown; `None` for a spectator's.
    pub eye: Option<Seat>,
    /// The film begins with the block of this decision.
    pub from: u64,
    /// Whether the match is still being played, so that a viewer should poll for more.
    pub is_live: bool,
    /// The number of the attempt at the match, from 0: raised when a void attempt is replayed, so that a viewer starts over.
    pub take: u64,
    /// The bots' stderr by seat and decision; only for those who may read it.
    pub stderr: Vec<(Seat, &'a [StderrPart])>,
    /// A known problem of the replay, in a sentence.
    pub problem: Option<String>,
}

/// A finished film.
#[derive(Clone, Debug)]
pub struct Film {
    /// The film, gzip-compressed.
    pub bytes: Vec<u8>,
    /// The number of decisions in it.
    pub steps: u64,
    /// What is missing from it, in a sentence.
    pub problem: Option<String>,
}

/// Makes a film of a replay. If the replay cannot be played to its end, the film stops there and says so; only a match
/// that cannot be started at all is an error.
pub fn film(replay: &Replay, entry: &Entry, filming: &Filming<'_>) -> Result<Film, Mismatch> {
    let mut playback = Playback::new(replay, entry)?;
    playback.disconnect();
    let mut maker = Maker::new(entry, filming.eye, playback.table());
    let played = maker.play(replay, &mut playback, filming.from);
    let snapshot = maker.finish();
    let problem = filming.problem.clone().or_else(|| played.err()).map(|why| cut(&why, MOST_SENTENCE_BYTES));
    let has_secrets = playback.table().has_secrets();
    let eyes = playback.table().seats().iter().filter(|_| has_secrets).collect();
    let facts = Facts {
        size: (snapshot.width, snapshot.height),
        of: snapshot.of,
        places: &maker.places,
        phrases: maker.phrases.list(),
        eyes,
        has_secrets,
        steps: maker.steps,
        problem: problem.clone(),
    };
    let head = header(replay, entry.info, filming, &facts).to_string();
    Ok(Film { bytes: pack(&head, &maker.body), steps: maker.steps, problem })
}

fn pack(header: &str, body: &[u8]) -> Vec<u8> {
    let mut packer = GzEncoder::new(Vec::new(), Compression::new(6));
    for part in [header.as_bytes(), b"\n", body] {
        packer.write_all(part).expect("writing to memory never fails");
    }
    packer.finish().expect("writing to memory never fails")
}

struct Maker {
    eye: Option<Seat>,
    /// Whether other seats' answers and clocks are hidden: the film is a seat's, and the match has secrets.
    hides_others: bool,
    snapshots: Snapshots,
    snapshot: Snapshot,
    /// The items as the reader has them at this point.
    known: Items,
    phrases: Phrases,
    body: Vec<u8>,
    places: Vec<BlockEntry>,
    steps: u64,
    block: Block,
    blocks_since_key: usize,
    steps_since_key: u64,
    clocks: Vec<Option<u64>>,
}

/// The block being made.
#[derive(Default)]
struct Block {
    first: Snapshot,
    decision: u64,
    steps: u64,
    peaks: Vec<(u64, u8, Option<Seat>)>,
    bytes: Vec<u8>,
}

/// Kinds of peak, as FILM.md numbers them.
const NOTABLE: u8 = 1;
const DECISIVE: u8 = 2;
const FAULT: u8 = 3;

impl Maker {
    fn new(entry: &Entry, eye: Option<Seat>, table: &dyn Table) -> Self {
        let snapshots = Snapshots::new(entry.info, eye);
        let snapshot = snapshots.glance(table);
        Self {
            eye,
            hides_others: eye.is_some() && table.has_secrets(),
            snapshots,
            phrases: Phrases::default(),
            body: Vec::new(),
            places: Vec::new(),
            steps: 0,
            block: Block { first: snapshot.clone(), ..Block::default() },
            known: by_key(&snapshot.items),
            snapshot,
            blocks_since_key: 0,
            steps_since_key: 0,
            clocks: vec![None; table.seats().get()],
        }
    }

    /// Plays to the end; an error says what is missing from the film.
    fn play(&mut self, replay: &Replay, playback: &mut Playback<'_>, from: u64) -> Result<(), String> {
        self.skip(playback, from)?;
        let start = playback.decisions();
        let mut checkpoints = replay.checkpoints.iter().skip_while(|due| due.decisions <= start).peekable();
        loop {
            let upcoming = playback.upcoming();
            if !playback.step().map_err(|mismatch| mismatch.to_string())? {
                return Ok(());
            }
            self.step(playback, upcoming);
            if let Some(due) = checkpoints.next_if(|due| due.decisions == playback.decisions())
                && playback.table().digest().0 != due.digest
            {
                return Err(Mismatch::State { decision: due.decisions }.to_string());
            }
            self.check_room()?;
        }
    }

    /// Advances to the beginning of the block of that decision, without recording.
    fn skip(&mut self, playback: &mut Playback<'_>, from: u64) -> Result<(), String> {
        if from == 0 {
            return Ok(());
        }
        let mut start = playback.clone();
        let mut ahead = playback.clone();
        while ahead.decisions() < from {
            if !ahead.step().map_err(|mismatch| mismatch.to_string())? {
                break;
            }
            if ahead.table().progress().0 != start.table().progress().0 {
                start = ahead.clone();
            }
        }
        *playback = start;
        self.snapshot = self.snapshots.glance(playback.table());
        self.known = by_key(&self.snapshot.items);
        self.block =
            Block { first: self.snapshot.clone(), decision: playback.decisions(), ..Block::default() };
        Ok(())
    }

    fn check_room(&self) -> Result<(), String> {
        let is_full = self.steps >= MOST_STEPS
            || self.places.len() + 2 >= MOST_BLOCKS
            || self.body.len() + self.block.bytes.len() > MOST_BYTES / 2
            || self.snapshot.items.len() > MOST_ITEMS;
        if is_full {
            return Err(format!(
                "the match is too long for one film: it ends after {} decisions",
                self.steps
            ));
        }
        Ok(())
    }

    fn step(&mut self, playback: &Playback<'_>, answers: &[Answered]) {
        let table = playback.table();
        let snapshot = self.snapshots.glance(table);
        self.write_answers(answers, playback);
        self.write_clocks(playback);
        write_change(&self.snapshot.items, &snapshot.items, &mut self.known, &mut self.block.bytes);
        self.write_numbers(&snapshot);
        self.write_marks(table.marks(self.eye));
        let is_new_block = snapshot.now != self.snapshot.now || self.block.steps + 1 >= MOST_BLOCK_STEPS;
        self.snapshot = snapshot;
        self.block.steps += 1;
        self.steps += 1;
        if is_new_block {
            let next =
                Block { first: self.snapshot.clone(), decision: playback.decisions(), ..Block::default() };
            let block = std::mem::replace(&mut self.block, next);
            self.close(block);
        }
    }

    /// Ends the film with a key block that has the last picture and no decisions.
    fn finish(&mut self) -> Snapshot {
        let decision = self.block.decision + self.block.steps;
        let block = std::mem::take(&mut self.block);
        if block.steps > 0 {
            self.close(block);
        }
        self.blocks_since_key = KEY_BLOCKS;
        self.close(Block { first: self.snapshot.clone(), decision, ..Block::default() });
        self.snapshot.clone()
    }

    /// Appends a finished block to the body.
    fn close(&mut self, block: Block) {
        let is_key = self.places.is_empty()
            || self.blocks_since_key + 1 >= KEY_BLOCKS
            || self.steps_since_key >= KEY_STEPS;
        self.places.push(BlockEntry {
            offset: self.body.len(),
            decision: block.decision,
            steps: block.steps,
            now: block.first.now,
            is_key,
        });
        if is_key {
            (self.blocks_since_key, self.steps_since_key) = (0, 0);
        } else {
            self.blocks_since_key += 1;
        }
        self.steps_since_key += block.steps;
        let out = &mut self.body;
        out.push(u8::from(is_key));
        slots(&block.first).for_each(|slot| write_slot(None, slot, out));
        put(out, block.peaks.len() as u64);
        for (step, kind, seat) in block.peaks {
            put(out, step);
            out.push(kind | seat_byte(seat) << 4);
        }
        if is_key {
            write_whole(&block.first.items, out);
        }
        out.extend_from_slice(&block.bytes);
    }

    fn write_answers(&mut self, answers: &[Answered], playback: &Playback<'_>) {
        let shown = |answered: &&Answered| !self.hides_others || self.eye == Some(answered.seat);
        let shown: Vec<&Answered> = answers.iter().filter(shown).collect();
        put(&mut self.block.bytes, shown.len() as u64);
        for answered in shown {
            let garbled = playback.garbled().iter().find(|(seat, _)| *seat == answered.seat);
            let (bytes, fault) = match &answered.answer {
                Answer::Frame(bytes) | Answer::Garbled(bytes) => {
                    (bytes.as_slice(), garbled.map(|(_, why)| (Fault::Garbled, why.to_string())))
                }
                Answer::Fault(fault, why) | Answer::Forfeit(fault, why) => {
                    (&[][..], Some((*fault, why.clone())))
                }
            };
            let place =
                |fault: Fault| Fault::ALL.iter().position(|&one| one == fault).map_or(0, |i| i as u8 + 1);
            let out = &mut self.block.bytes;
            out.push(
                seat_byte(Some(answered.seat)) << 4 | fault.as_ref().map_or(0, |(fault, _)| place(*fault)),
            );
            put(out, answered.cost.wall_us.min(MOST_NUMBER as u64));
            put(out, answered.cost.cpu_us.min(MOST_NUMBER as u64));
            let kept = &bytes[..bytes.len().min(MOST_ANSWER_BYTES)];
            put(out, (bytes.len() - kept.len()) as u64);
            // An invalid byte becomes U+FFFD, which has three bytes.
            self.phrases.write(&String::from_utf8_lossy(kept), out);
            if let Some((_, why)) = fault {
                self.phrases.write(&cut(&why, MOST_SENTENCE_BYTES), out);
                self.peak(FAULT, Some(answered.seat));
            }
        }
    }

    /// Writes the time banks that changed, in tenths of a second.
    fn write_clocks(&mut self, playback: &Playback<'_>) {
        const TENTH_US: u64 = 100_000;
        let shown = |seat: usize| !self.hides_others || self.eye.is_some_and(|eye| eye.index() == seat);
        let left = |timer: &skirmish_core::clock::Timer| timer.bank_us().map(|left| left / TENTH_US);
        let now: Vec<(usize, u64)> = playback
            .timers()
            .iter()
            .enumerate()
            .filter(|(seat, timer)| shown(*seat) && left(timer) != self.clocks[*seat])
            .filter_map(|(seat, timer)| Some((seat, left(timer)?)))
            .collect();
        put(&mut self.block.bytes, now.len() as u64);
        for (seat, left) in now {
            self.clocks[seat] = Some(left);
            self.block.bytes.push(seat as u8);
            put(&mut self.block.bytes, left);
        }
    }

    /// Writes the gauges and scores that changed: slot and difference.
    fn write_numbers(&mut self, snapshot: &Snapshot) {
        let out = &mut self.block.bytes;
        let changed: Vec<_> = slots(&self.snapshot)
            .zip(slots(snapshot))
            .enumerate()
            .filter(|(_, (before, after))| before != after)
            .collect();
        put(out, changed.len() as u64);
        for (slot, (before, after)) in changed {
            put(out, slot as u64);
            write_slot(before, after, out);
        }
    }

    fn write_marks(&mut self, mut marks: Vec<Mark>) {
        if marks.len() > MOST_MARKS {
            marks.sort_by_key(|mark| std::cmp::Reverse(mark.weight));
            marks.truncate(MOST_MARKS);
        }
        put(&mut self.block.bytes, marks.len() as u64);
        for mark in marks {
            let weight = match mark.weight {
                Weight::Small => 0,
                Weight::Notable => NOTABLE,
                Weight::Decisive => DECISIVE,
            };
            let (from, to) = (self.place(mark.from), self.place(mark.to));
            let out = &mut self.block.bytes;
            let has = u8::from(from.is_some()) << 2 | u8::from(to.is_some()) << 3;
            out.push(weight | has | seat_byte(mark.seat) << 4);
            from.into_iter().for_each(|from| put(out, from as u64));
            if let Some(to) = to {
                // As a difference: `to` is usually near `from`, and small numbers are short varints.
                put_signed(out, to - from.unwrap_or(0));
            }
            self.phrases.write(&cut(&mark.says, MOST_SENTENCE_BYTES), out);
            if weight > 0 {
                self.peak(weight, mark.seat);
            }
        }
    }

    /// The index of the cell, if it is on the board.
    fn place(&self, cell: Option<skirmish_core::grid::Cell>) -> Option<i64> {
        let cell = cell?;
        let on_board = (0..self.snapshot.width as i16).contains(&cell.x)
            && (0..self.snapshot.height as i16).contains(&cell.y);
        on_board.then(|| i64::from(cell.y) * self.snapshot.width as i64 + i64::from(cell.x))
    }

    fn peak(&mut self, kind: u8, seat: Option<Seat>) {
        let peak = (self.block.steps, kind, seat);
        if self.block.peaks.len() < MOST_PEAKS && !self.block.peaks.contains(&peak) {
            self.block.peaks.push(peak);
        }
    }
}

/// Gauges by seat, then scores: one slot each.
fn slots(snapshot: &Snapshot) -> impl Iterator<Item = Option<i64>> {
    snapshot.gauges.iter().copied().chain(snapshot.scores.iter().map(|score| Some(*score)))
}

/// Writes 0 if nothing is shown now, otherwise 1 + zigzag(difference to the value before, 0 if there was none).
fn write_slot(before: Option<i64>, after: Option<i64>, out: &mut Vec<u8>) {
    let fit = |value: i64| value.clamp(-MOST_NUMBER, MOST_NUMBER);
    match after {
        Some(after) => put(out, zigzag(fit(after) - fit(before.unwrap_or(0))) + 1),
        None => out.push(0),
    }
}
