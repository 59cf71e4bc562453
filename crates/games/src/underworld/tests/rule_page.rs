//! What the rule page says in numbers, and its example.

use skirmish_core::clock::Clock;
use skirmish_core::config::{Wishes, configure};
use skirmish_core::wire::{ClockFace, Page};

use super::*;
use crate::underworld::INFO;

#[test]
fn the_clock_is_that_of_the_rule_page() {
    assert_eq!(INFO.clock, Clock::per_turn(5000, 1000, 1000));
}

#[test]
fn the_defaults_are_those_of_the_rule_page() {
    let config = Config::default();
    assert_eq!((config.warrior_hp, config.warrior_cost), (500, 500));
    assert_eq!((config.warrior_damage, config.warrior_range), (100, 2));
    assert_eq!((config.barracks_hp, config.barracks_cost), (1500, 1500));
    assert_eq!((config.farm_hp, config.farm_cost, config.farm_income), (1000, 1000, 50));
    assert_eq!((config.castle_hp, config.money, config.build_distance), (10_000, 3000, 2));
    assert_eq!((config.max_turns, config.wall_percent, config.vision), (1000, 10, None));
    assert!(config.fair && !config.kicked_castles_stand && !config.extra_turn);
}

#[test]
fn the_rule_page_names_every_setting_and_preset() {
    let config = serde_json::to_value(Config::default()).expect("a config is JSON");
    let keys = config.as_object().expect("an object").keys().map(String::as_str);
    // A map is given as a file.
    for word in keys.filter(|key| *key != "map").chain(INFO.presets.iter().map(|preset| preset.name)) {
        let is_there = INFO.rules.contains(&format!("`{word}`")) || INFO.rules.contains(&format!("`{word}="));
        assert!(is_there, "`{word}` is missing");
    }
}

#[test]
fn the_example_of_the_rule_page_is_what_happens() {
    let (_, block) = INFO.rules.split_once("```\n< Who are you?\n").expect("the example");
    let example: Vec<&str> = block.lines().take_while(|line| *line != "...").collect();
    let config = configure::<Underworld>(&Wishes::preset("classic")).expect("a preset");
    let mut game = Underworld::start(&config, SeatCount::TWO, Seed(1)).expect("classic starts");
    let mut exchange = Vec::new();
    for answer in ["crayfish", "spawn 0 1 E\nbuild 2 0 F"] {
        exchange.extend(page(&game));
        exchange.extend(answer.lines().map(|line| format!("> {line}")));
        let mut answers = Answers::new();
        for (seat, said) in [(Seat::FIRST, answer), (Seat::SECOND, "crayfish")] {
            game.read(seat, said.as_bytes(), answers.act_in_place(seat)).expect("it can be read");
        }
        step(&mut game, &answers);
    }
    exchange.push("> end".to_string());
    exchange.extend(page(&game));
    let exchange = &exchange[1..=example.len()];
    assert_eq!(exchange, example, "\n{}", exchange.join("\n"));
}

/// What seat 0 is asked, as the example quotes it.
fn page(game: &Underworld) -> Vec<String> {
    let mut page = Page::new();
    game.ask(Seat::FIRST, ClockFace::default(), &mut page);
    page.as_str().lines().map(|line| format!("< {line}")).collect()
}
