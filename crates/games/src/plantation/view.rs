//! How a match shows itself.

use skirmish_core::answer::Fault;
use skirmish_core::game::Game;
use skirmish_core::grid::Cell;
use skirmish_core::info::{Ink, Layer};
use skirmish_core::seat::Seat;
use skirmish_core::view::{Canvas, Mark, View, Weight};

use super::action::{Command, Verb};
use super::event::{Event, Response};
use super::state::Plantation;

/// The place of the only layer.
pub(super) const SCORE: usize = 0;
/// The places of the gauges.
const SUM: usize = 0;
const TILES: usize = 1;
const MOVES: usize = 2;
/// So many levels or tiles lost at once are worth a mark on the time line.
const NOTABLE_LOSS: i16 = 3;

/// What is drawn.
pub(super) const LAYERS: &[Layer] = &[Layer::per_seat("score", 32, Ink::Signed)];

/// Numbers shown per seat.
pub(super) const GAUGES: &[&str] = &["sum", "tiles", "moves"];

impl View for Plantation {
    #[inline]
    fn draw<C: Canvas>(&self, canvas: &mut C) {
        canvas.size(self.ground.cols(), self.ground.rows());
        canvas.progress(u32::from(self.turn), u32::from(self.rules.turns));
        for seat in [Seat::FIRST, Seat::SECOND] {
            let side = &self.sides[seat.index()];
            canvas.gauge(SUM, seat, self.score(seat));
            canvas.gauge(TILES, seat, side.count(&self.ground) as i64);
            canvas.gauge(MOVES, seat, self.moves_of(seat));
            canvas.values(SCORE, Some(seat), side.scores(self.ground.cells()));
        }
    }

    fn mark(&self, event: &Event) -> Mark {
        match event {
            Event::Answered { seat, command: None, .. } => {
                Mark::new(Weight::Small, *seat, format!("{} says nothing that is a command", name(*seat)))
            }
            Event::Answered { seat, command: Some(command), response } => {
                self.mark_command(*seat, command, response)
            }
            Event::Ended { sums, fault } => {
                let says = match fault {
                    Some((seat, fault)) => format!("{} {}", name(*seat), lost_by(*fault)),
                    None => format!("The match ends with {} to {}", sums[0].abs(), sums[1].abs()),
                };
                Mark::new(Weight::Decisive, fault.map(|(seat, _)| seat), says)
            }
        }
    }
}

impl Plantation {
    /// The moves a seat has left: none when it is not its turn.
    #[inline]
    fn moves_of(&self, seat: Seat) -> i64 {
        if self.to_move == seat && self.ending.is_none() { i64::from(self.moves_left) } else { 0 }
    }

    fn mark_command(&self, seat: Seat, command: &Command, response: &Response) -> Mark {
        let weight = match *response {
            Response::Bombed(lost) if lost >= NOTABLE_LOSS => Weight::Notable,
            Response::Sprayed(tiles) if i16::from(tiles) >= NOTABLE_LOSS => Weight::Notable,
            _ => Weight::Small,
        };
        let says = format!("{} {}", name(seat), says(command, response));
        let mark = Mark::new(weight, seat, says);
        let cell = |place: Option<(i32, i32)>| {
            place
                .filter(|&(row, col)| self.ground.has(row, col))
                .map(|(row, col)| Cell::new(col as i16, row as i16))
        };
        let source = cell(command.source()).filter(|_| command.verb == Verb::Colonise);
        match (source, cell(command.target())) {
            (Some(from), Some(to)) => mark.between(from, to),
            (None, Some(to)) => mark.at(to),
            (_, None) => mark,
        }
    }
}

fn name(seat: Seat) -> String {
    Plantation::INFO.seat_name(seat)
}

/// A command and what became of it, after the seat's name.
fn says(command: &Command, response: &Response) -> String {
    let at = match command.numbers() {
        [row, col, ..] => format!("({row}, {col})"),
        _ => "nowhere".to_string(),
    };
    let source = match command.source() {
        Some((row, col)) => format!("from ({row}, {col})"),
        None => "from nowhere".to_string(),
    };
    match (command.verb, *response) {
        (Verb::Colonise, Response::Error) => format!("cannot colonise {at} {source}"),
        (verb, Response::Error) => format!("cannot {} {at}", verb.word()),
        (Verb::Colonise, Response::Done) => format!("colonises {at} {source}"),
        (Verb::Plant, Response::Done) => format!("plants {at}"),
        (_, Response::Done) => format!("fertilises {at}"),
        (_, Response::Occupied(score)) => format!("finds {at} occupied by {score:+}"),
        (_, Response::Scouted(scores)) => {
            format!(
                "scouts around {at} and sees {} tiles",
                scores.iter().filter(|score| **score != 0).count()
            )
        }
        (_, Response::Sprayed(tiles)) => format!("sprays {at} and reaches {}", counted(tiles, "enemy tile")),
        (_, Response::Bombed(levels)) => format!("bombs {at} and takes {}", counted(levels, "level")),
    }
}

/// `1 tile`, `2 tiles`.
fn counted(number: impl Into<i64>, noun: &str) -> String {
    let number = number.into();
    if number == 1 { format!("{number} {noun}") } else { format!("{number} {noun}s") }
}

fn lost_by(fault: Fault) -> &'static str {
    match fault {
        Fault::Late => "runs out of time and loses",
        Fault::Gone => "is gone and loses",
        Fault::Flooded => "answers too much at once and loses",
        Fault::Garbled => "cannot be understood and loses",
    }
}
