//! How Si32 shows itself.

use skirmish_core::grid::Cell;
use skirmish_core::info::{Ink, Layer};
use skirmish_core::seat::{Seat, SeatCount};
use skirmish_core::view::{Canvas, Mark, View, Weight};

use super::event::Event;
use super::state::Si32;

pub(super) const RESOURCE: usize = 0;
pub(super) const BUILDING: usize = 1;
pub(super) const PROGRESS: usize = 2;
pub(super) const UNITS: usize = 3;

/// What is drawn, from the ground up.
pub(super) const LAYERS: &[Layer] = &[
    Layer::common("resource", 20, Ink::Number),
    Layer::per_seat("building", 1, Ink::Ground(&["[]", "()"])),
    Layer::per_seat("progress", 4, Ink::None),
    Layer::per_seat("units", 50, Ink::Count(&["a", "b"])),
];

/// Numbers shown per seat.
pub(super) const GAUGES: &[&str] =
    &["resource", "units", "produced", "lost", "buildings", "built", "alone", "missed"];

impl View for Si32 {
    fn draw<C: Canvas>(&self, canvas: &mut C) {
        canvas.size(self.width(), self.height());
        canvas.progress(self.turn, self.rules.turns);
        for seat in SeatCount::TWO.iter() {
            let side = self.side(seat);
            let gauges = [
                side.purse.into(),
                side.units.into(),
                side.produced.into(),
                side.lost.into(),
                side.buildings.into(),
                side.built.into(),
                side.alone.into(),
                side.missed.into(),
            ];
            for (gauge, value) in gauges.into_iter().enumerate() {
                canvas.gauge(gauge, seat, value);
            }
        }
        canvas.values(RESOURCE, None, &self.resource);
        for building in self.buildings() {
            let site = self.tile(building.top_left);
            for tile in self.tiles_of(site) {
                canvas.put(BUILDING, Some(building.owner), tile, 1);
            }
            canvas.put(PROGRESS, Some(building.owner), site, building.progress as i16);
        }
        for (tile, &units) in self.units.iter().enumerate().filter(|&(_, &units)| units != 0) {
            let seat = if units > 0 { Seat::FIRST } else { Seat::SECOND };
            canvas.put(UNITS, Some(seat), tile, units.abs().min(i16::MAX.into()) as i16);
        }
    }

    fn mark(&self, event: &Event) -> Mark {
        match *event {
            Event::Moved { seat, from, way, units } => {
                let says = format!("Seat {seat} moves {units} from {} {}", place(from), way.letter());
                Mark::new(Weight::Small, seat, says).between(from, from.step(way))
            }
            Event::Clashed { from, to, units } => {
                let says =
                    format!("Armies clash between {} and {}: each loses {units}", place(from), place(to));
                Mark::new(Weight::Notable, None, says).between(from, to)
            }
            Event::Fought { at, units } => {
                let says = format!("Armies fight on {}: each loses {units}", place(at));
                Mark::new(Weight::Notable, None, says).at(at)
            }
            Event::Fell { owner, at, price } => {
                let attacker = owner.other();
                let says = format!(
                    "Seat {attacker} brings down seat {owner}'s building at {} and loses {price}",
                    place(at)
                );
                Mark::new(Weight::Decisive, attacker, says).at(at)
            }
            Event::Built { seat, at } => {
                let says = format!("Seat {seat} builds at {}", place(at));
                Mark::new(Weight::Notable, seat, says).at(at)
            }
            Event::Produced { seat, at, units } => {
                let says = format!("Seat {seat} produces {units} on {}", place(at));
                Mark::new(Weight::Small, seat, says).at(at)
            }
            Event::Mined { seat, at, resource } => {
                let says = format!("Seat {seat} mines {resource} on {}", place(at));
                Mark::new(Weight::Small, seat, says).at(at)
            }
            Event::Dropped { seat, dropped, .. } => {
                let says =
                    format!("Seat {seat}: line {} does nothing: {}", dropped.line, dropped.reason.word());
                Mark::new(Weight::Small, seat, says)
            }
            Event::Missed { seat, fault, in_a_row } => {
                let says = format!("Seat {seat} gives no commands: {}, {in_a_row} in a row", fault.word());
                Mark::new(Weight::Notable, seat, says)
            }
            Event::Over { winner: Some(winner), why } => {
                Mark::new(Weight::Decisive, winner, format!("Seat {winner} wins: {why}"))
            }
            Event::Over { winner: None, why } => {
                Mark::new(Weight::Decisive, None, format!("The match is drawn: {why}"))
            }
        }
    }
}

fn place(cell: Cell) -> String {
    format!("({}, {})", cell.x, cell.y)
}
