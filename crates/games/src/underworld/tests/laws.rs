//! What holds in every turn of matches that are played by chance.

use skirmish_core::answer::Answers;
use skirmish_core::bot::{Bot, RandomBot};
use skirmish_core::game::{Decision, Game};
use skirmish_core::rng::Seed;
use skirmish_core::seat::{Seat, SeatCount};

use super::step;
use crate::underworld::{Config, Event, Kind, Underworld};

/// Plays short, rich matches of two to four seats, and shows each turn: the state before, the state after, the events.
fn play(mut show: impl FnMut(&Underworld, &Underworld, &[Event])) {
    let config = Config { money: 20_000, castle_hp: 1500, max_turns: 40, ..Config::default() };
    for seed in 0..12 {
        let seats = SeatCount::new(2 + seed as usize % 3).expect("few seats");
        let mut game = Underworld::start(&config, seats, Seed(seed)).expect("the config is right");
        let mut bots: Vec<_> =
            seats.iter().map(|seat| RandomBot::<Underworld>::new(Seed(seed).child(seat.0.into()))).collect();
        while let Decision::Ask(ask) = game.decision() {
            let mut answers = Answers::new();
            for seat in ask.seats.iter() {
                let polite = game.handshake_reply(seat);
                let action = polite.unwrap_or_else(|| bots[seat.index()].act(&game, seat, &[]));
                answers.act(seat, action);
            }
            let before = game.clone();
            let events = step(&mut game, &answers);
            show(&before, &game, &events);
        }
    }
}

#[test]
fn money_comes_from_farms_and_goes_into_what_is_made() {
    play(|before, after, events| {
        let is_turn = after.turn() > before.turn();
        for seat in before.seats().iter() {
            let made = |event: &Event| match *event {
                Event::Made { seat: owner, kind, .. } if owner == seat => before.config().cost(kind),
                _ => 0,
            };
            let earned = if is_turn { before.income(seat) } else { 0 };
            let spent: i64 = events.iter().map(made).sum();
            assert_eq!(after.money(seat), before.money(seat) + earned - spent, "seat {seat}");
        }
    });
}

#[test]
fn objects_are_made_and_fall_and_nothing_else_changes_their_number() {
    let objects = |game: &Underworld, seat: Seat| {
        game.objects().filter(|object| object.owner == Some(seat)).count() as i64
    };
    play(|before, after, events| {
        for seat in before.seats().iter() {
            let change = |event: &Event| match *event {
                Event::Made { seat: owner, .. } if owner == seat => 1,
                Event::Fell { seat: owner, .. } if owner == seat => -1,
                _ => 0,
            };
            let changed: i64 = events.iter().map(change).sum();
            assert_eq!(objects(after, seat), objects(before, seat) + changed, "seat {seat}");
        }
        let walls = |game: &Underworld| game.objects().filter(|object| object.kind == Kind::Wall).count();
        assert_eq!(walls(after), walls(before));
    });
}
