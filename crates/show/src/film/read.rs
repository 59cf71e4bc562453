//! Reading films: pictures, answers, clocks and marks of any decision.

use std::io::Read as _;

use flate2::read::GzDecoder;
use serde_json::Value;
use skirmish_core::answer::Fault;
use skirmish_core::grid::Cell;
use skirmish_core::seat::Seat;
use skirmish_core::view::{Item, Mark, Weight};

use super::BadFilm;
use super::bytes::{Bytes, unzigzag};
use super::change::{Items, read_change, read_seat, read_whole};
use super::header::BlockEntry;
use super::limits::{
    FORMAT, MOST_BLOCK_STEPS, MOST_BLOCKS, MOST_BYTES, MOST_HEADER_BYTES, MOST_LAYERS, MOST_MARKS,
    MOST_PEAKS, MOST_PHRASES, MOST_SIDE, MOST_STEPS, MOST_TEXT_BYTES,
};
use super::phrases;
use crate::snapshot::Snapshot;

/// A decompressed film with a valid header.
#[derive(Clone, Debug)]
pub struct FilmReader {
    /// The header, as FILM.md describes it.
    pub header: Value,
    phrases: Vec<String>,
    places: Vec<BlockEntry>,
    body: Vec<u8>,
    size: (usize, usize),
    of: u32,
    seats: usize,
    gauges: usize,
}

/// The head of a block: what can be read without its decisions.
#[derive(Clone, Debug)]
pub struct Block {
    /// The number of its first decision.
    pub decision: u64,
    /// The number of decisions in it.
    pub steps: u64,
    /// The picture before its first decision; without items, unless it is a key block.
    pub first: Snapshot,
    /// Events to show on a timeline.
    pub peaks: Vec<Peak>,
}

/// An event in a block that a timeline shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Peak {
    /// The decision within the block, from 0.
    pub step: u64,
    /// The weight of the mark; `None` if it is a fault.
    pub weight: Option<Weight>,
    /// The seat that caused it.
    pub seat: Option<Seat>,
}

/// One decision: answers, and the picture after it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Moment {
    /// The answers, as far as the eye may know them.
    pub answers: Vec<FilmAnswer>,
    /// Time banks that changed: seat and tenths of a second left.
    pub clocks: Vec<(Seat, u64)>,
    /// The picture after it.
    pub snapshot: Snapshot,
    /// The events of the decision.
    pub marks: Vec<Mark>,
}

/// An answer in a film.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FilmAnswer {
    /// The seat that answered.
    pub seat: Seat,
    /// Wall-clock time in microseconds.
    pub wall_us: u64,
    /// CPU time in microseconds.
    pub cpu_us: u64,
    /// The answer, invalid UTF-8 replaced.
    pub text: String,
    /// How many bytes were truncated.
    pub cut: u64,
    /// The fault, if there was one, and a sentence about it.
    pub fault: Option<(Fault, String)>,
}

impl FilmReader {
    /// Decompresses a film and validates its header.
    pub fn read(film: &[u8]) -> Result<Self, BadFilm> {
        let mut all = Vec::new();
        GzDecoder::new(film)
            .take(MOST_BYTES as u64 + 1)
            .read_to_end(&mut all)
            .map_err(|error| BadFilm::Foreign(format!("it cannot be unpacked ({error})")))?;
        if all.len() > MOST_BYTES {
            return Err(BadFilm::TooMany { what: "bytes", count: all.len() as u64, most: MOST_BYTES });
        }
        let end = all.iter().take(MOST_HEADER_BYTES).position(|&byte| byte == b'\n');
        let end = end.ok_or_else(|| BadFilm::Foreign("it has no header line".into()))?;
        let header: Value = serde_json::from_slice(&all[..end])
            .map_err(|error| BadFilm::Foreign(format!("its header is not JSON ({error})")))?;
        let body = all.split_off(end + 1);
        Self::check(header, body)
    }

    fn check(header: Value, body: Vec<u8>) -> Result<Self, BadFilm> {
        match header["film"].as_u64() {
            Some(format) if format == u64::from(FORMAT) => {}
            Some(format) => return Err(BadFilm::Format(format)),
            None => return Err(BadFilm::Foreign("its header has no format number".into())),
        }
        let list = |value: &Value, most: usize, what| match value.as_array() {
            Some(list) if list.len() <= most => Ok(list.clone()),
            Some(list) => Err(BadFilm::TooMany { what, count: list.len() as u64, most }),
            None => Err(BadFilm::Nonsense("a header without its lists")),
        };
        let blocks = list(&header["blocks"], MOST_BLOCKS, "blocks")?;
        let phrases = list(&header["phrases"], MOST_PHRASES, "phrases")?;
        let side = |name: &str| header["board"][name].as_u64().filter(|&side| side <= MOST_SIDE as u64);
        let (Some(width), Some(height)) = (side("width"), side("height")) else {
            return Err(BadFilm::Nonsense("no board, or too large a one"));
        };
        Ok(Self {
            phrases: phrases.iter().map(|phrase| phrase.as_str().unwrap_or_default().to_string()).collect(),
            places: blocks.iter().map(|place| read_place(place, body.len())).collect::<Result<_, _>>()?,
            size: (width as usize, height as usize),
            of: header["of"].as_u64().unwrap_or(0) as u32,
            seats: list(&header["match"]["players"], skirmish_core::seat::MAX_SEATS, "players")?.len(),
            gauges: list(&header["game"]["gauges"], MOST_LAYERS, "gauges")?.len(),
            header,
            body,
        })
    }

    /// The number of blocks; the last has the last picture and no decisions.
    pub fn blocks(&self) -> usize {
        self.places.len()
    }

    /// The head of a block.
    pub fn block(&self, number: usize) -> Result<Block, BadFilm> {
        self.head(number).map(|(block, _, _)| block)
    }

    /// The decisions of a block, each with its picture. Decodes from the nearest key block on.
    pub fn moments(&self, number: usize) -> Result<Vec<Moment>, BadFilm> {
        let places = self.places.get(..=number).ok_or(BadFilm::Nonsense("no such block"))?;
        let key = places.iter().rposition(|place| place.is_key);
        let mut items = Items::new();
        let mut moments = Vec::new();
        for block in key.ok_or(BadFilm::Nonsense("no key block"))?..=number {
            moments = self.run(block, &mut items)?;
        }
        Ok(moments)
    }

    /// The picture before a block's first decision.
    pub fn first(&self, number: usize) -> Result<Snapshot, BadFilm> {
        let block = self.block(number)?;
        if self.places[number].is_key {
            return Ok(block.first);
        }
        let before = number.checked_sub(1).ok_or(BadFilm::Nonsense("no key block"))?;
        let last = self.moments(before)?.pop().ok_or(BadFilm::Nonsense("a block without decisions"))?;
        Ok(Snapshot { items: last.snapshot.items, ..block.first })
    }

    /// Decodes the decisions of a block; `items` is the picture before it, and is replaced if it is a key block.
    fn run(&self, number: usize, items: &mut Items) -> Result<Vec<Moment>, BadFilm> {
        let (block, mut bytes, whole) = self.head(number)?;
        if let Some(whole) = whole {
            *items = whole;
        }
        let mut snapshot = block.first;
        let mut moments = Vec::new();
        for step in 1..=block.steps {
            let answers = self.answers(&mut bytes)?;
            let clocks = clocks(&mut bytes)?;
            read_change(&mut bytes, items, (self.size.0 * self.size.1) as u32)?;
            self.numbers(&mut bytes, &mut snapshot)?;
            if step == block.steps {
                snapshot.now = self.places.get(number + 1).map_or(snapshot.now, |next| next.now);
            }
            snapshot.items = sorted(items);
            let marks = self.marks(&mut bytes)?;
            moments.push(Moment { answers, clocks, snapshot: snapshot.clone(), marks });
        }
        Ok(moments)
    }

    fn head(&self, number: usize) -> Result<(Block, Bytes<'_>, Option<Items>), BadFilm> {
        let place = self.places.get(number).ok_or(BadFilm::Nonsense("no such block"))?;
        let mut bytes = Bytes::new(&self.body[place.offset..]);
        let is_key = bytes.byte()? == 1;
        let mut first = Snapshot {
            width: self.size.0,
            height: self.size.1,
            now: place.now,
            of: self.of,
            gauges: vec![None; self.seats * self.gauges],
            scores: vec![0; self.seats],
            items: Vec::new(),
        };
        for slot in 0..self.seats * (self.gauges + 1) {
            read_slot(&mut bytes, &mut first, slot)?;
        }
        let mut peaks = Vec::new();
        for _ in 0..bytes.count(MOST_PEAKS, "peaks")? {
            let (step, head) = (bytes.number()?, bytes.byte()?);
            let weight = if head & 3 == 3 { None } else { Some(read_weight(head & 3)?) };
            peaks.push(Peak { step, weight, seat: read_seat(head >> 4)? });
        }
        let whole = match is_key {
            true => Some(read_whole(&mut bytes, (self.size.0 * self.size.1) as u32)?),
            false => None,
        };
        first.items = whole.as_ref().map(sorted).unwrap_or_default();
        Ok((Block { decision: place.decision, steps: place.steps, first, peaks }, bytes, whole))
    }

    fn answers(&self, bytes: &mut Bytes<'_>) -> Result<Vec<FilmAnswer>, BadFilm> {
        let mut answers = Vec::new();
        for _ in 0..bytes.count(self.seats, "answers")? {
            let head = bytes.byte()?;
            let seat = read_seat(head >> 4)?.ok_or(BadFilm::Nonsense("an answer of nobody"))?;
            let (wall_us, cpu_us, cut) = (bytes.number()?, bytes.number()?, bytes.number()?);
            let text = phrases::read(&self.phrases, bytes, MOST_TEXT_BYTES)?;
            let fault = match head & 0xf {
                0 => None,
                place => {
                    let fault = Fault::ALL.get(usize::from(place) - 1).copied();
                    let why = phrases::read(&self.phrases, bytes, MOST_TEXT_BYTES)?;
                    Some((fault.ok_or(BadFilm::Nonsense("an unknown fault"))?, why))
                }
            };
            answers.push(FilmAnswer { seat, wall_us, cpu_us, text, cut, fault });
        }
        Ok(answers)
    }

    fn numbers(&self, bytes: &mut Bytes<'_>, snapshot: &mut Snapshot) -> Result<(), BadFilm> {
        let slots = self.seats * (self.gauges + 1);
        for _ in 0..bytes.count(slots, "numbers")? {
            let slot = bytes.count(slots - 1, "numbers")?;
            read_slot(bytes, snapshot, slot)?;
        }
        Ok(())
    }

    fn marks(&self, bytes: &mut Bytes<'_>) -> Result<Vec<Mark>, BadFilm> {
        let mut marks = Vec::new();
        for _ in 0..bytes.count(MOST_MARKS, "marks")? {
            let head = bytes.byte()?;
            let from = if head & 4 == 0 { None } else { Some(self.cell(bytes.number()? as i64)?) };
            let to = match head & 8 {
                0 => None,
                _ => Some(self.cell(i64::from(from.unwrap_or(0)).saturating_add(bytes.signed()?))?),
            };
            let says = phrases::read(&self.phrases, bytes, MOST_TEXT_BYTES)?;
            let spot = |at: Option<u32>| at.map(|at| self.spot(at));
            let (weight, seat) = (read_weight(head & 3)?, read_seat(head >> 4)?);
            marks.push(Mark { weight, seat, from: spot(from), to: spot(to), says });
        }
        Ok(marks)
    }

    fn spot(&self, at: u32) -> Cell {
        let width = self.size.0.max(1) as u32;
        Cell::new((at % width) as i16, (at / width) as i16)
    }

    fn cell(&self, at: i64) -> Result<u32, BadFilm> {
        let on_board = u32::try_from(at).ok().filter(|&at| (at as usize) < self.size.0 * self.size.1);
        on_board.ok_or(BadFilm::Nonsense("a mark that is not on the board"))
    }
}

fn sorted(items: &Items) -> Vec<Item> {
    let mut items: Vec<Item> = items.values().copied().collect();
    items.sort_unstable();
    items
}

fn clocks(bytes: &mut Bytes<'_>) -> Result<Vec<(Seat, u64)>, BadFilm> {
    let count = bytes.count(skirmish_core::seat::MAX_SEATS, "clocks")?;
    (0..count).map(|_| Ok((Seat(bytes.byte()?), bytes.number()?))).collect()
}

fn read_slot(bytes: &mut Bytes<'_>, snapshot: &mut Snapshot, slot: usize) -> Result<(), BadFilm> {
    let number = bytes.number()?;
    let added = number.checked_sub(1).map(unzigzag);
    match snapshot.gauges.len() {
        gauges if slot < gauges => {
            let before = snapshot.gauges[slot].unwrap_or(0);
            snapshot.gauges[slot] = added.map(|added| before.saturating_add(added));
        }
        gauges => {
            let score = &mut snapshot.scores[slot - gauges];
            *score = score.saturating_add(added.unwrap_or(0));
        }
    }
    Ok(())
}

fn read_weight(number: u8) -> Result<Weight, BadFilm> {
    let weights = [Weight::Small, Weight::Notable, Weight::Decisive];
    weights.get(usize::from(number)).copied().ok_or(BadFilm::Nonsense("an unknown weight"))
}

fn read_place(value: &Value, bytes: usize) -> Result<BlockEntry, BadFilm> {
    let number = |place: usize, most: u64| value[place].as_u64().filter(|&number| number <= most);
    let read = || {
        Some(BlockEntry {
            offset: number(0, bytes as u64)? as usize,
            decision: number(1, MOST_STEPS << 10)?,
            steps: number(2, MOST_BLOCK_STEPS)?,
            now: number(3, u32::MAX.into())? as u32,
            is_key: number(4, 1)? == 1,
        })
    };
    read().ok_or(BadFilm::Nonsense("a block that is nowhere"))
}
