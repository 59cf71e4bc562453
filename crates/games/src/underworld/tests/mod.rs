//! The rules, one test per sentence. Positions are drawn, commands are what a bot would print.

mod battle;
mod config;
mod ending;
mod laws;
mod learn;
mod map;
mod movement;
mod requests;
mod rule_page;
mod secrets;
mod view;
mod wire;

use skirmish_core::answer::{Answers, Fault};
use skirmish_core::game::Game;
use skirmish_core::grid::Cell;
use skirmish_core::law::{Audit, Mirror};
use skirmish_core::news::News;
use skirmish_core::rng::Seed;
use skirmish_core::seat::{Seat, SeatCount};
use skirmish_core::wire::Wire;

use super::action::Action;
use super::board::Kind;
use super::config::Config;
use super::event::Event;
use super::map::{GivenMap, MapObject};
use super::state::Underworld;

/// A match on a drawn board, after the handshake. A cell is `.`, `##`, or a letter and its owner: `W0`.
fn draw(drawing: &str) -> Underworld {
    draw_with(drawing, Config::default())
}

fn draw_with(drawing: &str, config: Config) -> Underworld {
    let mut game = undealt(drawing, config);
    let mut answers = Answers::new();
    game.seats().iter().for_each(|seat| answers.act(seat, Action::Hello));
    game.step(&answers, &mut News::silent());
    game
}

/// The same before the handshake.
fn undealt(drawing: &str, config: Config) -> Underworld {
    let map = given(drawing);
    let seats = map.objects.iter().map(|object| object.owner + 1).max().expect("somebody plays") as usize;
    let config = Config { map: Some(map), fair: false, ..config };
    Underworld::start(&config, SeatCount::new(seats).expect("few seats"), Seed(1)).expect("a sound drawing")
}

fn given(drawing: &str) -> GivenMap {
    let rows: Vec<Vec<&str>> = lines(drawing).map(|line| line.split_whitespace().collect()).collect();
    let mut objects = Vec::new();
    for (y, row) in rows.iter().enumerate() {
        for (x, cell) in row.iter().enumerate().filter(|(_, cell)| **cell != ".") {
            let owner = if *cell == "##" { -1 } else { cell[1..].parse().expect("an owner") };
            objects.push(MapObject { x, y, kind: cell[..1].to_string(), owner });
        }
    }
    GivenMap { sizex: rows[0].len(), sizey: rows.len(), objects }
}

fn lines(drawing: &str) -> impl Iterator<Item = &str> {
    drawing.lines().map(str::trim).filter(|line| !line.is_empty())
}

/// The board as a drawing, cells split by one blank.
fn drawn(game: &Underworld) -> String {
    let cell = |x: usize, y: usize| match game.object(Cell::new(x as i16, y as i16)) {
        None => ".".to_string(),
        Some(object) => match object.owner {
            None => "##".to_string(),
            Some(owner) => format!("{}{owner}", object.kind.letter()),
        },
    };
    let row = |y: usize| (0..game.width()).map(|x| cell(x, y)).collect::<Vec<_>>().join(" ");
    (0..game.height()).map(row).collect::<Vec<_>>().join("\n")
}

/// Plays one turn with what each seat prints (commands split at `;`), as the rules and as their mirror image.
fn turn(game: &mut Underworld, said: &[&str]) -> Vec<Event> {
    let mut answers = Answers::new();
    for (seat, text) in said.iter().enumerate() {
        let seat = Seat(seat as u8);
        let frame = text.replace(';', "\n");
        game.read(seat, frame.as_bytes(), answers.act_in_place(seat)).expect("turns are always readable");
    }
    step(game, &answers)
}

/// Plays one decision; checks the laws and that the mirror image plays the same.
fn step(game: &mut Underworld, answers: &Answers<Action>) -> Vec<Event> {
    let mut mirrored = game.mirror();
    let mut turned = Answers::new();
    for seat in game.seats().iter() {
        let to = game.mirror_seat(seat);
        match answers.get(seat) {
            skirmish_core::answer::Reply::Silent => {}
            skirmish_core::answer::Reply::Act(action) => turned.act(to, game.mirror_action(action)),
            skirmish_core::answer::Reply::Fault(fault, _) => turned.fault(to, fault),
        }
    }
    let mut news = News::new();
    game.step(answers, &mut news);
    mirrored.step(&turned, &mut News::silent());
    assert_eq!(mirrored, game.mirror());
    game.audit().unwrap_or_else(|broken| panic!("{broken}"));
    news.items().iter().map(|(_, event)| *event).collect()
}

/// Plays one turn in which the seats fault, and nobody else says anything.
fn faults(game: &mut Underworld, seats: &[(u8, Fault)]) -> Vec<Event> {
    let mut answers = Answers::new();
    game.seats().iter().for_each(|seat| answers.act(seat, Action::default()));
    seats.iter().for_each(|&(seat, fault)| answers.fault(Seat(seat), fault));
    step(game, &answers)
}

/// Draws a position, plays one turn, and compares the drawing it leads to.
#[track_caller]
fn check(before: &str, said: &[&str], after: &str) {
    let mut game = draw(before);
    turn(&mut game, said);
    let want: Vec<String> =
        lines(after).map(|line| line.split_whitespace().collect::<Vec<_>>().join(" ")).collect();
    assert_eq!(drawn(&game), want.join("\n"));
}

/// The hit points at a cell; 0 if nothing stands there.
fn hp(game: &Underworld, x: i16, y: i16) -> i32 {
    game.object(Cell::new(x, y)).map_or(0, |object| object.hp)
}

/// Takes hit points from what stands at a cell.
fn weaken(game: &mut Underworld, x: usize, y: usize, hp: i32) {
    let spot = game.board.at(x, y);
    let piece = game.board.take(spot).expect("something to weaken");
    game.board.put(spot, super::board::Piece { hp, ..piece });
}

fn count(game: &Underworld, seat: u8, kind: Kind) -> usize {
    game.cells_of(Seat(seat), kind).count()
}
