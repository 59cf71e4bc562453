//! One short match of every game, told as a story in `golden/<game>.txt`.
//!
//! A change of the rules shows as a change of a story. To accept one: `UPDATE_GOLDEN=1 cargo test -p skirmish-bots`.

#![allow(clippy::unwrap_used, reason = "a test may fail")]

use std::fmt::Write as _;
use std::path::Path;

use skirmish_bots::of_game;
use skirmish_core::answer::Answer;
use skirmish_core::config::Wishes;
use skirmish_core::game::Decision;
use skirmish_core::rng::Seed;
use skirmish_core::seat::SeatCount;
use skirmish_core::table::Table;
use skirmish_core::view::Weight;
use skirmish_core::wire::Page;

/// Tells the match of two house bots: the board at the beginning, every `every` decisions, and at the end; between
/// them what happened, small things left out where `least` says so.
fn check(game: &str, bots: [&str; 2], fields: &[(&str, &str)], every: u64, least: Weight) {
    let story = tell(game, bots, fields, every, least);
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden").join(format!("{game}.txt"));
    if std::env::var_os("UPDATE_GOLDEN").is_some() {
        std::fs::write(&path, &story).unwrap();
    }
    let golden = std::fs::read_to_string(&path).unwrap_or_default();
    if let Some((n, (got, want))) =
        story.lines().zip(golden.lines()).enumerate().find(|(_, (got, want))| got != want)
    {
        panic!("{game}: line {} differs from the golden story\n got: {got}\nwant: {want}", n + 1);
    }
    assert_eq!(story.lines().count(), golden.lines().count(), "{game}: the story has another length");
}

fn tell(game: &str, bots: [&str; 2], fields: &[(&str, &str)], every: u64, least: Weight) -> String {
    let seed = Seed(2019);
    let entry = skirmish_games::find(game).unwrap();
    let wishes = fields.iter().fold(Wishes::none(), |wishes, (key, value)| wishes.with(key, value));
    let config = (entry.configure)(&wishes).unwrap();
    let mut table = (entry.open)(&config, SeatCount::TWO, seed).unwrap();
    let mut players = bots.map(|name| {
        let house = of_game(game).find(|house| house.name == name).unwrap();
        (house.seat)(seed.child(7))
    });

    let mut story = format!("{}: {} against {}\n", entry.info.title, bots[0], bots[1]);
    let _ = writeln!(story, "map: {}; {}\n", table.map_style(), settings(fields));
    show(&*table, &mut story);
    let mut page = Page::new();
    for decision in 1.. {
        let Decision::Ask(ask) = table.decision() else { break };
        for seat in ask.seats.iter() {
            page.clear();
            players[seat.index()].answer(&mut *table, seat, &mut page).expect("a bot of this game");
            table.answer(seat, &Answer::Frame(page.as_bytes().to_vec())).unwrap();
        }
        table.step();
        for mark in table.marks(None).iter().filter(|mark| mark.weight >= least) {
            let _ = writeln!(story, "{}", mark.says);
        }
        if decision % every == 0 {
            show(&*table, &mut story);
        }
    }
    show(&*table, &mut story);
    let Decision::Over(standing) = table.decision() else { unreachable!("the loop ended") };
    let _ = writeln!(story, "The end: {}.", standing.why);
    for seat in table.seats().iter() {
        let name = entry.info.seat_name(seat);
        let _ = writeln!(story, "{name}: place {}, score {}", standing.place(seat), table.score(None, seat));
    }
    story
}

fn settings(fields: &[(&str, &str)]) -> String {
    fields.iter().map(|(key, value)| format!("{key} = {value}")).collect::<Vec<_>>().join(", ")
}

fn show(table: &dyn Table, story: &mut String) {
    let _ = writeln!(story, "\n{}\n{}", table.status(None), table.text(None, false));
}

#[test]
fn ice_and_fire() {
    check("ice-and-fire", ["greedy", "greedy"], &[("turns", "60")], 20, Weight::Notable);
}

#[test]
fn plantation() {
    let fields = [("rows", "6"), ("cols", "7"), ("turns", "12")];
    check("plantation", ["greedy", "RandomPlayer"], &fields, 16, Weight::Small);
}

#[test]
fn si32() {
    let fields = [("width", "12"), ("height", "12"), ("turns", "100"), ("style", "patches")];
    check("si32", ["greedy", "greedy"], &fields, 20, Weight::Notable);
}

#[test]
fn utti() {
    // Small and low, so that units meet and bases are made within a page or two.
    let tiny = [
        ("size", "9"),
        ("rounds", "24"),
        ("max_units", "12"),
        ("base_height", "4"),
        ("mine_share", "100"),
        ("mine_clear", "1"),
        ("mine_reach", "3"),
        ("base_offset", "2"),
        ("along_low", "3"),
        ("along_high", "5"),
    ];
    check("utti", ["random", "greedy"], &tiny, 60, Weight::Small);
}

#[test]
fn underworld() {
    check("underworld", ["greedy", "random"], &[("castle_hp", "3000")], 30, Weight::Notable);
}
