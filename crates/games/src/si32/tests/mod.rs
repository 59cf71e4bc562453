//! The rules of Si32, one test per sentence. Positions are drawn as text.
//!
//! A tile is `.` (nobody), `a3` (three of seat 0) or `b3` (three of seat 1); before it `A` or `B` where the top-left
//! tile of a building lies; behind it `:7` where there is resource.

mod building;
mod combat;
mod config;
mod ending;
mod faults;
mod laws;
mod learn;
mod map;
mod mining;
mod moving;
mod rule_page;
mod sieges;
mod view;
mod wire;
mod working;

use skirmish_core::answer::Answers;
use skirmish_core::game::{Decision, Game};
use skirmish_core::grid::Cell;
use skirmish_core::law::Audit;
use skirmish_core::news::News;
use skirmish_core::outcome::Outcome;
use skirmish_core::rng::Seed;
use skirmish_core::seat::{Seat, SeatCount};
use skirmish_core::wire::Wire;

use super::event::Event;
use super::state::{Ground, sign};
use super::{Config, Orders, Si32};

/// A match in the position drawn, each player with 100 resource.
fn position(drawing: &str) -> Si32 {
    position_with(drawing, &Config::default())
}

/// The same under another config.
fn position_with(drawing: &str, config: &Config) -> Si32 {
    let rows: Vec<Vec<&str>> = drawing
        .lines()
        .map(|line| line.split_whitespace().collect())
        .filter(|row: &Vec<&str>| !row.is_empty())
        .collect();
    let (width, height) = (rows[0].len(), rows.len());
    let mut game = Si32::start(config, SeatCount::TWO, Seed(1)).expect("the config is right");
    (game.rules.width, game.rules.height) = (width as u16, height as u16);
    game.rules.start_units = 0;
    game.units = vec![0; width * height];
    game.resource = vec![0; width * height];
    game.ground = vec![Ground::OPEN; width * height];
    game.progress = vec![0; width * height];
    game.sites = vec![0; (width * height).div_ceil(64)];
    game.changed = game.sites.clone();
    for (tile, token) in rows.iter().flatten().enumerate() {
        put(&mut game, tile, token);
    }
    for seat in SeatCount::TWO.iter() {
        let units = game.units.iter().map(|&units| (units * sign(seat)).max(0)).sum();
        let side = &mut game.sides[seat.index()];
        (side.units, side.produced) = (units, units);
    }
    settle(&mut game);
    game
}

/// Makes the position lawful after its numbers were changed by hand.
fn settle(game: &mut Si32) {
    let resource: i64 = game.resource.iter().map(|&resource| i64::from(resource)).sum();
    let sides = game
        .sides
        .iter()
        .map(|side| i64::from(side.purse) + i64::from(side.built) * i64::from(game.rules.building_cost));
    game.endowment = resource + sides.sum::<i64>();
    game.audit().expect("the position drawn is lawful");
}

fn put(game: &mut Si32, tile: usize, token: &str) {
    let (standing, resource) = token.split_once(':').unwrap_or((token, "0"));
    game.resource[tile] = resource.parse().expect("a resource");
    let standing = match standing.as_bytes()[0] {
        letter @ (b'A' | b'B') => {
            let owner = Seat(letter - b'A');
            for (part, covered) in (0..).zip(game.tiles_of(tile)) {
                game.ground[covered] = Ground::part(owner, part);
            }
            game.sites[tile / 64] |= 1 << (tile % 64);
            game.sides[owner.index()].buildings += 1;
            game.sides[owner.index()].built += 1;
            &standing[1..]
        }
        _ => standing,
    };
    game.units[tile] = match standing.as_bytes()[0] {
        b'.' => 0,
        b'a' => standing[1..].parse().expect("a count"),
        b'b' => -standing[1..].parse::<i32>().expect("a count"),
        _ => panic!("`{token}` is no tile"),
    };
}

/// The position as it would be drawn.
fn drawing(game: &Si32) -> String {
    let tile = |tile: usize| {
        let is_site = game.sites[tile / 64] >> (tile % 64) & 1 == 1;
        let building = match game.ground[tile].owner() {
            Some(owner) if is_site => ["A", "B"][owner.index()],
            _ => "",
        };
        let units = match game.units[tile] {
            0 => ".".to_string(),
            units if units > 0 => format!("a{units}"),
            units => format!("b{}", -units),
        };
        let resource = match game.resource[tile] {
            0 => String::new(),
            resource => format!(":{resource}"),
        };
        format!("{building}{units}{resource}")
    };
    let row = |y: usize| (0..game.width()).map(|x| tile(y * game.width() + x)).collect::<Vec<_>>().join(" ");
    (0..game.height()).map(row).collect::<Vec<_>>().join("\n")
}

/// The answer that a program would write, commands split at `;`.
fn orders(game: &Si32, text: &str) -> Orders {
    let mut orders = Orders::new();
    game.read(Seat(0), text.replace(';', "\n").as_bytes(), &mut orders).expect("every answer is read");
    orders
}

/// Plays a turn with the answers of both; returns what happened.
fn play(game: &mut Si32, first: &str, second: &str) -> Vec<Event> {
    let mut answers = Answers::new();
    answers.act(Seat(0), orders(game, first));
    answers.act(Seat(1), orders(game, second));
    step(game, &answers)
}

fn step(game: &mut Si32, answers: &Answers<Orders>) -> Vec<Event> {
    let mut news = News::new();
    game.step(answers, &mut news);
    game.audit().expect("the laws hold after every turn");
    news.items().iter().map(|(_, event)| event.clone()).collect()
}

/// Plays one turn from one drawing and expects the other.
#[track_caller]
fn check(before: &str, first: &str, second: &str, after: &str) -> Si32 {
    let mut game = position(before);
    play(&mut game, first, second);
    assert_eq!(drawing(&game), drawing(&position(after)), "\n{}", drawing(&game));
    game
}

/// The lines of a seat's last answer that did nothing: `2 empty; 3 full`.
fn dropped(game: &Si32, seat: u8) -> String {
    let line = |dropped: &super::Dropped| format!("{} {}", dropped.line, dropped.reason.word());
    game.side(Seat(seat)).dropped.iter().map(line).collect::<Vec<_>>().join("; ")
}

/// Plays one turn in which only seat 0 commands, and expects these lines to be dropped.
#[track_caller]
fn check_dropped(before: &str, first: &str, expected: &str) -> Si32 {
    let mut game = position(before);
    play(&mut game, first, "");
    assert_eq!(dropped(&game, 0), expected);
    game
}

fn standing(game: &Si32) -> Option<Outcome> {
    match game.decision() {
        Decision::Over(standing) => Some(standing),
        Decision::Ask(_) => None,
    }
}

fn purses(game: &Si32) -> [i32; 2] {
    [game.sides[0].purse, game.sides[1].purse]
}

fn cell(x: i16, y: i16) -> Cell {
    Cell::new(x, y)
}
