//! The house bots of A Code of Ice and Fire are worth playing against.

use skirmish_bots::of_game;
use skirmish_core::{Decision, Heard, Page, Seat, SeatCount, Seed, Standing, Wishes};

const GAME: &str = "ice-and-fire";

/// Plays one match of two house bots to its end.
fn play(names: [&str; 2], seed: u64) -> Standing {
    play_with(&Wishes::none(), names, seed)
}

fn play_with(wishes: &Wishes, names: [&str; 2], seed: u64) -> Standing {
    let entry = skirmish_games::find(GAME).expect("the game stands in GAMES");
    let config = (entry.configure)(wishes).expect("a config");
    let mut table = (entry.open)(&config, SeatCount::TWO, Seed(seed)).expect("it starts");
    let mut players = names.map(|name| {
        let house = of_game(GAME).find(|house| house.name == name).expect("a house bot");
        (house.seat)(Seed(seed).child(1))
    });
    let mut page = Page::new();
    loop {
        match table.decision() {
            Decision::Over(standing) => return standing,
            Decision::Ask(ask) => {
                let seat = ask.seats.first().expect("somebody is asked");
                page.clear();
                players[seat.index()].answer(&mut *table, seat, &mut page);
                table.answer(seat, Heard::Frame(page.as_bytes())).expect("house bots write what is read");
                table.step();
            }
        }
    }
}

#[test]
fn greedy_beats_random_in_95_of_100() {
    let mut won = 0;
    for seed in 0..50 {
        won += u32::from(play(["greedy", "random"], seed).winner() == Some(Seat::FIRST));
        won += u32::from(play(["random", "greedy"], seed).winner() == Some(Seat::SECOND));
    }
    assert!(won >= 95, "greedy won {won} of 100");
}

#[test]
fn greedy_plays_the_same_game_from_the_same_seed() {
    assert_eq!(play(["greedy", "greedy"], 3), play(["greedy", "greedy"], 3));
}

#[test]
fn greedy_wins_under_every_preset() {
    let entry = skirmish_games::find(GAME).expect("the game stands in GAMES");
    for preset in entry.info.presets {
        let wishes = Wishes::preset(preset.name);
        let won = (0..10).filter(|&seed| {
            let names = if seed % 2 == 0 { ["greedy", "random"] } else { ["random", "greedy"] };
            play_with(&wishes, names, seed).winner() == Some(Seat((seed % 2) as u8))
        });
        assert!(won.count() >= 9, "{}", preset.name);
    }
}
