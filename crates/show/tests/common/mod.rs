//! Matches of house bots with fixed seeds and made-up times.
#![allow(dead_code)]

use serde_json::{Value, json};
use skirmish_bots::find;
use skirmish_core::answer::Fault;
use skirmish_core::answer::{Answer, Answered, Cost};
use skirmish_core::config::Wishes;
use skirmish_core::game::Decision;
use skirmish_core::replay::{Ending, PlayerInfo, Replay};
use skirmish_core::rng::Seed;
use skirmish_core::seat::SeatCount;
use skirmish_core::table::Entry;
use skirmish_core::wire::Page;

/// A match to be played.
pub struct Setup {
    pub game: &'static str,
    pub seats: usize,
    pub config: Value,
    pub bots: &'static [&'static str],
    pub seed: u64,
}

impl Setup {
    pub fn entry(&self) -> &'static Entry {
        skirmish_games::find(self.game).expect("a known game")
    }
}

/// One small match of every game.
pub fn setups() -> Vec<Setup> {
    let greedy: &[&str] = &["greedy", "greedy"];
    vec![
        Setup {
            game: "utti",
            seats: 2,
            config: json!({"size": 24, "rounds": 60, "max_units": 24}),
            bots: greedy,
            seed: 5,
        },
        Setup { game: "plantation", seats: 2, config: json!({"turns": 40}), bots: greedy, seed: 3 },
        Setup {
            game: "si32",
            seats: 2,
            config: json!({"width": 12, "height": 12, "turns": 60}),
            bots: greedy,
            seed: 2,
        },
        Setup { game: "ice-and-fire", seats: 2, config: json!({}), bots: greedy, seed: 4 },
        Setup {
            game: "underworld",
            seats: 4,
            config: json!({}),
            bots: &["greedy", "greedy", "random", "greedy"],
            seed: 6,
        },
    ]
}

/// Plays a match between house bots, with made-up times.
pub fn play(setup: &Setup) -> Replay {
    let entry = setup.entry();
    let files = setup.config.as_object().cloned().into_iter().collect();
    let wishes = Wishes { files, ..Wishes::default() };
    let config = (entry.configure)(&wishes).expect("a good config");
    let seats = SeatCount::new(setup.seats).expect("a good number of seats");
    let mut table = (entry.open)(&config, seats, Seed(setup.seed)).expect("a table");
    let players = setup.bots.iter().map(|name| PlayerInfo::named(format!("house:{name}"))).collect();
    let clock = entry.info.clock;
    let mut replay = Replay::begin(&*table, Seed(setup.seed), players, clock, "none");
    let mut bots: Vec<_> = (0..setup.seats)
        .map(|seat| {
            let house = find(setup.game, setup.bots[seat]).expect("a house bot");
            house.seat(Seed(setup.seed + seat as u64))
        })
        .collect();
    let mut decisions = 0;
    while let Decision::Ask(ask) = table.decision() {
        for seat in ask.seats.iter() {
            let mut page = Page::new();
            bots[seat.index()].answer(&mut *table, seat, &mut page).expect("its own game");
            let wall_us = 20 + decisions * 7919 % 97;
            let cost = Cost { wall_us, cpu_us: wall_us / 2, fuel: 0 };
            replay.answers.push(Answered { seat, cost, answer: Answer::Frame(page.as_bytes().to_vec()) });
        }
        let from = replay.answers.len() - ask.seats.len();
        for answered in &replay.answers[from..] {
            let _ = table.answer(answered.seat, &answered.answer);
        }
        table.step();
        decisions += 1;
        replay.checkpoint(decisions, &*table);
    }
    if let Decision::Over(outcome) = table.decision() {
        replay.ending = Ending::over(&*table, outcome);
    }
    replay
}

/// The match that [`hostile`] makes hostile.
pub fn hostile_setup() -> Setup {
    let bots = &["greedy", "random"];
    Setup { game: "ice-and-fire", seats: 2, config: json!({"turns": 12}), bots, seed: 9 }
}

/// A match with names, answers and notes that try to be markup.
pub fn hostile(mut replay: Replay) -> (Replay, &'static Entry) {
    replay.header.players[0].name = "<script>alert(1)</script>\"'&amp;\u{202e}txt.exe\u{1}".repeat(3);
    replay.header.players[1].name = "</script><svg onload=alert(1)>\n\u{1b}[31m".to_string();
    replay.notes.push("<img src=x onerror=alert(1)> </script> ]]> --> \u{2028}".to_string());
    for (number, answered) in replay.answers.iter_mut().enumerate() {
        if let Answer::Frame(frame) = &mut answered.answer
            && number % 3 == 0
        {
            frame.extend_from_slice(b";MSG </script><b onclick=alert(1)>\"'&lt;\x07\xff\xfe");
        }
    }
    // The changed answers make another match: its checkpoints and its ending no longer hold.
    let last = replay.answers.last_mut().expect("there are answers");
    last.answer = Answer::Fault(Fault::Late, "<i>late</i> & \"lost\"".to_string());
    replay.checkpoints.clear();
    replay.ending = Ending::Incomplete("<u>stopped</u>".to_string());
    (replay, hostile_setup().entry())
}
