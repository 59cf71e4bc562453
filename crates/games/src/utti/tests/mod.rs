//! One test per rule, named after it. Positions are drawn; see [`Scene`].

mod batches;
mod config;
mod laws;
mod learn;
mod map;
mod orders;
mod rounds;
mod rule_page;
mod view;
mod wire;

use std::collections::BTreeMap;

use skirmish_core::answer::{Answers, Fault};
use skirmish_core::game::{Decision, Game};
use skirmish_core::grid::Cell;
use skirmish_core::law::Audit;
use skirmish_core::news::News;
use skirmish_core::outcome::Outcome;
use skirmish_core::rng::Seed;
use skirmish_core::seat::{Seat, SeatCount};
use skirmish_core::wire::{ClockFace, Page, Wire};

use super::*;

const ZERO: Seat = Seat::FIRST;
const ONE: Seat = Seat::SECOND;

/// What a drawing shows: mines, bases by cell, and troops (whose, how high) by cell.
///
/// `$` is a mine, `0` and `1` are bases, a letter is a troop: `a` is 1 high, `b` 2, and so on; small letters are
/// seat 0's, capitals seat 1's. `top | ground` shows troops on the left and what is under them on the right.
#[derive(Debug, Default, PartialEq)]
struct Drawing {
    size: usize,
    mines: Vec<Cell>,
    bases: BTreeMap<Cell, Seat>,
    troops: BTreeMap<Cell, (Seat, u32)>,
}

impl Drawing {
    fn read(rows: &[&str]) -> Self {
        let mut drawing = Self { size: rows.len(), ..Self::default() };
        for (y, row) in rows.iter().enumerate() {
            for (n, part) in row.split(" | ").enumerate() {
                assert_eq!(
                    part.len(),
                    rows.len(),
                    "row {y} of a drawing is not as long as the drawing is high"
                );
                for (x, mark) in part.chars().enumerate() {
                    drawing.put(Cell::new(x as i16, y as i16), mark, n);
                }
            }
        }
        drawing
    }

    fn put(&mut self, cell: Cell, mark: char, part: usize) {
        match mark {
            '.' => {}
            '$' => self.mines.push(cell),
            '0' => drop(self.bases.insert(cell, ZERO)),
            '1' => drop(self.bases.insert(cell, ONE)),
            'a'..='z' if part == 0 => drop(self.troops.insert(cell, (ZERO, mark as u32 - 'a' as u32 + 1))),
            'A'..='Z' if part == 0 => drop(self.troops.insert(cell, (ONE, mark as u32 - 'A' as u32 + 1))),
            _ => panic!("`{mark}` in a drawing"),
        }
    }

    fn of(state: &Utti) -> Self {
        let mut drawing = Self { size: state.size(), mines: state.mines().collect(), ..Self::default() };
        for seat in [ZERO, ONE] {
            for unit in state.units(seat) {
                match unit.kind {
                    UnitKind::Base => drop(drawing.bases.insert(unit.cell, seat)),
                    UnitKind::Troop => drop(drawing.troops.insert(unit.cell, (seat, unit.height))),
                }
            }
        }
        drawing
    }
}

/// A match that begins with a drawn position, and everything that happened since.
#[derive(Clone)]
struct Scene {
    state: Utti,
    heard: Vec<Event>,
}

impl Scene {
    /// A match at the beginning of round 0, both seats answering unit by unit.
    fn new(rows: &[&str]) -> Self {
        Self::with(rows, |_| {})
    }

    /// The same under a changed config.
    fn with(rows: &[&str], change: impl FnOnce(&mut Config)) -> Self {
        Self::ready(rows, ["ready", "ready"], change)
    }

    /// The same with these answers to the hello.
    fn ready(rows: &[&str], hellos: [&str; 2], change: impl FnOnce(&mut Config)) -> Self {
        let mut scene = Self { state: drawn(rows, change), heard: Vec::new() };
        scene.answer(&[(ZERO, hellos[0]), (ONE, hellos[1])]);
        scene
    }

    /// Plays one decision with these answers, read as a program would have printed them.
    fn answer(&mut self, said: &[(Seat, &str)]) {
        let mut answers = Answers::new();
        for &(seat, line) in said {
            if self.state.read(seat, line.as_bytes(), answers.act_in_place(seat)).is_err() {
                answers.fault(seat, Fault::Garbled);
            }
        }
        self.step(&answers);
    }

    fn step(&mut self, answers: &Answers<Action>) {
        let mut news = News::new();
        self.state.step(answers, &mut news);
        self.heard.extend(news.items().iter().map(|(_, event)| event.clone()));
        self.state.audit().unwrap();
    }

    /// The unit whose turn it is says this.
    fn say(&mut self, line: &str) -> &mut Self {
        let seat = self.acting().seat();
        self.answer(&[(seat, line)]);
        self
    }

    /// The unit whose turn it is.
    fn acting(&self) -> Unit {
        *self.state.acting().expect("a unit is asked about")
    }

    /// Everybody idles until the troop there (or the base, if there is no troop) is asked about.
    fn wait_for(&mut self, row: i16, col: i16) -> &mut Self {
        let wanted = Cell::new(col, row);
        let is_wanted = |unit: &Unit, state: &Utti| {
            unit.cell == wanted && (unit.is_troop() || state.troop_at(wanted).is_none())
        };
        for _ in 0..1000 {
            if is_wanted(&self.acting(), &self.state) {
                return self;
            }
            self.say("IDLE 0 0");
        }
        panic!("no unit at ({row}, {col}) ever acts");
    }

    /// Everybody idles until the round is over.
    fn finish_round(&mut self) -> &mut Self {
        let round = self.state.round();
        while self.state.round() == round && self.state.acting().is_some() {
            self.say("IDLE 0 0");
        }
        self
    }

    /// The last refusal.
    fn refusal(&self) -> Option<Refusal> {
        match self.heard.iter().rev().find(|event| !matches!(event, Event::Round { .. } | Event::Gold { .. }))
        {
            Some(Event::Failed { why, .. }) => Some(*why),
            _ => None,
        }
    }

    fn looks_like(&self, rows: &[&str]) {
        assert_eq!(Drawing::of(&self.state), Drawing::read(rows));
    }

    fn page(&self, seat: Seat) -> String {
        let mut page = Page::new();
        self.state.ask(seat, ClockFace::default(), &mut page);
        page.as_str().to_string()
    }

    fn standing(&self) -> Outcome {
        match self.state.decision() {
            Decision::Over(standing) => standing,
            Decision::Ask(ask) => panic!("not over: {ask:?}"),
        }
    }
}

/// A drawn position before the hello. The first base of each side comes from the map, the rest is put there.
fn drawn(rows: &[&str], change: impl FnOnce(&mut Config)) -> Utti {
    let drawing = Drawing::read(rows);
    let mut map = vec![vec!['.'; drawing.size]; drawing.size];
    for mine in &drawing.mines {
        map[mine.y as usize][mine.x as usize] = '$';
    }
    let mut more = drawing.bases.clone();
    for (seat, mark) in [(ZERO, '0'), (ONE, '1')] {
        let (&first, _) =
            drawing.bases.iter().find(|(_, whose)| **whose == seat).expect("each seat has a base");
        assert_eq!(map[first.y as usize][first.x as usize], '.', "the first base of a drawing is on a mine");
        map[first.y as usize][first.x as usize] = mark;
        more.remove(&first);
    }
    let map = map.into_iter().map(|row| row.into_iter().collect()).collect();
    let mut config = Config { size: drawing.size, map: Some(map), fair: false, ..Config::default() };
    change(&mut config);
    let mut state = Utti::start(&config, SeatCount::TWO, Seed(1)).expect("a drawing is a map");
    for (&cell, &seat) in &more {
        state.bear(seat, UnitKind::Base, cell, 0);
    }
    for (&cell, &(seat, height)) in &drawing.troops {
        state.bear(seat, UnitKind::Troop, cell, height);
    }
    state
}

/// The unit there is told this, and this is what comes of it.
fn check(before: &[&str], (row, col): (i16, i16), order: &str, after: &[&str]) -> Scene {
    let mut scene = Scene::new(before);
    scene.wait_for(row, col).say(order);
    assert_eq!(scene.refusal(), None, "{order}");
    scene.looks_like(after);
    scene
}

/// The unit there is told this, nothing comes of it, and its turn is used.
fn refused(before: &[&str], (row, col): (i16, i16), order: &str, why: Refusal) {
    refused_with(before, |_| {}, (row, col), order, why);
}

/// The same under a changed config.
fn refused_with(
    before: &[&str],
    change: impl FnOnce(&mut Config),
    (row, col): (i16, i16),
    order: &str,
    why: Refusal,
) {
    let mut scene = Scene::with(before, change);
    scene.wait_for(row, col);
    let (unit, gold) = (scene.acting(), [scene.state.gold(ZERO), scene.state.gold(ONE)]);
    scene.say(order);
    assert_eq!(scene.refusal(), Some(why), "{order}");
    scene.looks_like(before);
    assert_eq!([scene.state.gold(ZERO), scene.state.gold(ONE)], gold, "gold after {order}");
    let again = scene.state.acting().filter(|next| next.id == unit.id && scene.state.round() == 0);
    assert_eq!(again, None, "{order} left the unit its turn");
}
