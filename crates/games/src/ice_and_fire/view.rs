//! How the match shows itself.

use skirmish_core::answer::Fault;
use skirmish_core::game::Game;
use skirmish_core::info::{Ink, Layer};
use skirmish_core::seat::Seat;
use skirmish_core::shown::shown;
use skirmish_core::view::{Canvas, Mark, View, Weight};

use super::board::{Cells, headquarters, side, spread};
use super::config::{AREA, SIDE};
use super::event::{Event, Fall};
use super::state::IceAndFire;

pub(super) const VOID: usize = 0;
pub(super) const MINE_SPOT: usize = 1;
pub(super) const CUT_OFF: usize = 2;
pub(super) const TERRITORY: usize = 3;
pub(super) const GUARDED: usize = 4;
pub(super) const MINE: usize = 5;
pub(super) const TOWER: usize = 6;
pub(super) const HEADQUARTERS: usize = 7;
/// The first of three layers, one for each level.
pub(super) const UNITS: usize = 8;

/// What is drawn, from the ground up.
pub(crate) static LAYERS: &[Layer] = &[
    Layer::common("void", 1, Ink::Mark("##")),
    Layer::common("mine spot", 1, Ink::Mark("*")),
    Layer::per_seat("cut off", 1, Ink::Ground(&["r", "b"])),
    Layer::per_seat("territory", 1, Ink::Ground(&["R", "B"])),
    Layer::per_seat("guarded", 1, Ink::None),
    Layer::per_seat("mine", 1, Ink::BySeat(&["Rm", "Bm"])),
    Layer::per_seat("tower", 1, Ink::BySeat(&["Rt", "Bt"])),
    Layer::per_seat("headquarters", 1, Ink::BySeat(&["RH", "BH"])),
    Layer::per_seat("unit of level 1", 1, Ink::BySeat(&["R1", "B1"])),
    Layer::per_seat("unit of level 2", 1, Ink::BySeat(&["R2", "B2"])),
    Layer::per_seat("unit of level 3", 1, Ink::BySeat(&["R3", "B3"])),
];

/// Numbers shown per seat.
pub(crate) static GAUGES: &[&str] = &["gold", "income", "power"];

impl View for IceAndFire {
    fn draw<C: Canvas>(&self, canvas: &mut C) {
        canvas.size(SIDE, SIDE);
        canvas.progress(self.turn(), self.rules.turns);
        let all = Cells::below(AREA);
        canvas.bits(VOID, None, &all.minus(&self.ground.land).0);
        canvas.bits(MINE_SPOT, None, &self.ground.spots.0);
        for seat in [Seat::FIRST, Seat::SECOND] {
            canvas.gauge(0, seat, self.gold[side(seat)].into());
            canvas.gauge(1, seat, self.income[side(seat)].into());
            canvas.gauge(2, seat, self.power(seat).into());
            self.draw_cells(seat, canvas);
        }
        // After all cells: a unit may stand on the headquarters that it has taken.
        self.draw_units(Seat::FIRST, canvas);
        self.draw_units(Seat::SECOND, canvas);
    }

    fn mark(&self, event: &Event) -> Mark {
        let name = |seat: Seat| Self::INFO.seat_name(seat);
        match event {
            Event::Moved { seat, id, from, to } => {
                let says = format!("{} moves unit {id} from {} to {}", name(*seat), spot(*from), spot(*to));
                Mark::new(Weight::Small, *seat, says).between(*from, *to)
            }
            Event::Trained { seat, id, level, at } => {
                let says =
                    format!("{} trains unit {id} of level {} at {}", name(*seat), level.get(), spot(*at));
                Mark::new(Weight::Small, *seat, says).at(*at)
            }
            Event::Built { seat, building, at } => {
                let what = building.word().to_lowercase();
                let says = format!("{} builds a {what} at {}", name(*seat), spot(*at));
                Mark::new(Weight::Notable, *seat, says).at(*at)
            }
            Event::Fell { seat, id, at, why } => {
                let why = match why {
                    Fall::Beaten => "is destroyed",
                    Fall::CutOff => "was cut off and is lost",
                    Fall::Unpaid => "is unpaid and is lost",
                };
                let says = format!("{}'s unit {id} at {} {why}", name(*seat), spot(*at));
                Mark::new(Weight::Notable, *seat, says).at(*at)
            }
            Event::Razed { seat, building, at } => {
                let what = building.word().to_lowercase();
                let says = format!("{}'s {what} at {} is destroyed", name(*seat), spot(*at));
                Mark::new(Weight::Notable, *seat, says).at(*at)
            }
            Event::Captured { by } => {
                let says = format!("{} captures the headquarters of {}", name(*by), name(by.other()));
                Mark::new(Weight::Decisive, *by, says).at(self.headquarters(by.other()))
            }
            Event::Waited { seat } => Mark::new(Weight::Small, *seat, format!("{} waits", name(*seat))),
            Event::Said { seat, text } => {
                Mark::new(Weight::Small, *seat, format!("{} says: {}", name(*seat), shown(text)))
            }
            Event::Refused { seat, order, at, why } => {
                let says = format!("{}'s order {order} is refused: {}", name(*seat), why.words());
                let mark = Mark::new(Weight::Small, *seat, says);
                at.map_or(mark.clone(), |at| mark.at(at))
            }
            Event::Forfeited { seat, fault } => {
                let what = match fault {
                    Fault::Late => "answers too late",
                    Fault::Gone => "ended its program",
                    Fault::Garbled => "gives a command that is not recognised",
                    Fault::Flooded => "writes too long a line",
                };
                Mark::new(Weight::Decisive, *seat, format!("{} {what} and loses", name(*seat)))
            }
        }
    }
}

impl IceAndFire {
    fn draw_cells<C: Canvas>(&self, seat: Seat, canvas: &mut C) {
        let (owned, active) = (&self.owned[side(seat)], &self.active[side(seat)]);
        canvas.bits(CUT_OFF, Some(seat), &owned.minus(active).0);
        canvas.bits(TERRITORY, Some(seat), &active.0);
        canvas.bits(GUARDED, Some(seat), &self.guarded(seat).0);
        canvas.bits(MINE, Some(seat), &self.mines.and(owned).0);
        canvas.bits(TOWER, Some(seat), &self.towers.and(owned).0);
        canvas.put(HEADQUARTERS, Some(seat), headquarters(seat), 1);
    }

    fn draw_units<C: Canvas>(&self, seat: Seat, canvas: &mut C) {
        for (level, units) in self.units.iter().enumerate() {
            for at in units.and(&self.owned[side(seat)]).iter() {
                let id = self.roster.at(at).map_or(0, |(id, _)| id);
                canvas.piece(UNITS + level, Some(seat), at, 1, id);
            }
        }
    }

    /// The cells of the seat that towers guard.
    pub(crate) fn guarded(&self, seat: Seat) -> Cells {
        let (owned, active) = (&self.owned[side(seat)], &self.active[side(seat)]);
        if self.towers.is_empty() {
            return Cells::EMPTY;
        }
        spread(&self.towers.and(active)).and(active).or(&self.towers.and(owned))
    }
}

fn spot(at: skirmish_core::grid::Cell) -> String {
    format!("({}, {})", at.x, at.y)
}
