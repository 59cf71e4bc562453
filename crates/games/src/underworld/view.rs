//! How a match shows itself.

use skirmish_core::grid::Cell;
use skirmish_core::info::{Ink, Layer};
use skirmish_core::seat::Seat;
use skirmish_core::view::{Canvas, Mark, View, Weight};

use super::action::{Command, letter};
use super::board::{Kind, bits};
use super::event::{Event, Exit};
use super::state::Underworld;

/// The places of the gauges.
const MONEY: usize = 0;
const FARMS: usize = 1;
const WARRIORS: usize = 2;
const CASTLE: usize = 3;

/// Layers stand in the order of `Kind::ALL`; their values are hit points.
pub(super) const LAYERS: &[Layer] = &[
    Layer::per_seat("warrior", 500, Ink::Tag("W")),
    Layer::per_seat("barracks", 1500, Ink::Tag("B")),
    Layer::per_seat("castle", 10_000, Ink::Tag("C")),
    Layer::per_seat("farm", 1000, Ink::Tag("F")),
    Layer::common("wall", 1, Ink::Mark("##")),
];

/// Numbers shown per seat.
pub(super) const GAUGES: &[&str] = &["money", "farms", "warriors", "castle"];

impl View for Underworld {
    fn draw<C: Canvas>(&self, canvas: &mut C) {
        canvas.size(self.width(), self.height());
        canvas.progress(self.turn, self.rules.config.last_turn());
        for seat in self.rules.seats.iter() {
            self.draw_gauges(seat, canvas);
        }
        for kind in Kind::ALL {
            self.draw_layer(kind, canvas);
        }
    }

    fn mark(&self, event: &Event) -> Mark {
        match *event {
            Event::Moved { seat, from, to } => {
                let says = format!("seat {seat}'s warrior goes from {} to {}", place(from), place(to));
                Mark::new(Weight::Small, seat, says).between(from, to)
            }
            Event::Hit { seat, kind, at, damage } => {
                let says =
                    format!("seat {seat}'s {} at {} loses {damage} hit points", kind.word(), place(at));
                Mark::new(Weight::Small, seat, says).at(at)
            }
            Event::Fell { seat, kind, at } => {
                let weight = match kind {
                    Kind::Castle => Weight::Decisive,
                    Kind::Warrior => Weight::Small,
                    _ => Weight::Notable,
                };
                Mark::new(weight, seat, format!("seat {seat}'s {} at {} falls", kind.word(), place(at)))
                    .at(at)
            }
            Event::Made { seat, kind, at } => {
                let weight = if kind == Kind::Warrior { Weight::Small } else { Weight::Notable };
                Mark::new(weight, seat, format!("seat {seat} gets a {} at {}", kind.word(), place(at))).at(at)
            }
            Event::Failed { seat, command, why } => {
                let says = format!("seat {seat}'s {} has no effect: {}", command_words(command), why.says());
                Mark::new(Weight::Small, seat, says).at(command_cell(command))
            }
            Event::Unserved { seat, at, why } => {
                let whose = seat.map_or("every".to_string(), |seat| format!("seat {seat}'s"));
                let says = format!("{whose} request for {} fails: {}", place(at), why.says());
                Mark::new(Weight::Small, seat, says).at(at)
            }
            Event::Out { seat, how } => {
                Mark::new(Weight::Decisive, seat, format!("seat {seat} {}", exit_words(how)))
            }
        }
    }
}

impl Underworld {
    fn draw_gauges<C: Canvas>(&self, seat: Seat, canvas: &mut C) {
        let own = self.board.of_seat(seat).iter().zip(self.board.of_kind(Kind::Warrior));
        let warriors: u32 = own.map(|(own, warriors)| (own & warriors).count_ones()).sum();
        let castle = self.board.castle(seat).and_then(|spot| self.board.get(spot));
        canvas.gauge(MONEY, seat, self.money[seat.index()]);
        canvas.gauge(FARMS, seat, self.board.farms(seat));
        canvas.gauge(WARRIORS, seat, i64::from(warriors));
        canvas.gauge(CASTLE, seat, castle.map_or(0, |castle| i64::from(castle.hp)));
    }

    /// One layer per kind: the value is the hit points, as far as a layer's numbers go.
    fn draw_layer<C: Canvas>(&self, kind: Kind, canvas: &mut C) {
        let width = self.width();
        for (y, &row) in self.board.of_kind(kind).iter().enumerate() {
            for x in bits(row) {
                let Some(piece) = self.board.get(self.board.at(x, y)) else { continue };
                let (at, hp) = (y * width + x, piece.hp.clamp(1, i32::from(i16::MAX)) as i16);
                match kind {
                    Kind::Wall => canvas.put(kind as usize, None, at, 1),
                    _ => canvas.piece(kind as usize, Some(piece.owner), at, hp, piece.id),
                }
            }
        }
    }
}

fn place(cell: Cell) -> String {
    format!("({}, {})", cell.x, cell.y)
}

fn command_cell(command: Command) -> Cell {
    match command {
        Command::Move { x, y, .. } | Command::Spawn { x, y, .. } | Command::Build { x, y, .. } => {
            Cell::new(i16::from(x), i16::from(y))
        }
    }
}

fn command_words(command: Command) -> String {
    let at = command_cell(command);
    match command {
        Command::Move { heading, .. } => format!("move {} {} {}", at.x, at.y, letter(heading)),
        Command::Spawn { heading, .. } => format!("spawn {} {} {}", at.x, at.y, letter(heading)),
        Command::Build { building, .. } => format!("build {} {} {}", at.x, at.y, building.kind().letter()),
    }
}

fn exit_words(how: Exit) -> String {
    match how {
        Exit::Won => "has won".to_string(),
        Exit::CastleFell => "has lost its castle".to_string(),
        Exit::Kicked(fault) => format!("is kicked: {}", fault.word()),
        Exit::TimeUp => "is still in play after the last turn".to_string(),
    }
}
