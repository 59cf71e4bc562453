//! The house bots of Utti are worth playing against.

use skirmish_bots::of_game;
use skirmish_core::{Decision, Heard, Page, Seat, SeatCount, Seed, Standing, Wishes};

const GAME: &str = "utti";

/// Plays one match of two house bots to its end.
fn play(names: [&str; 2], wishes: &Wishes, seed: u64) -> Standing {
    let entry = skirmish_games::find(GAME).expect("the game is there");
    let config = (entry.configure)(wishes).expect("the preset is there");
    let mut table = (entry.open)(&config, SeatCount::TWO, Seed(seed)).expect("the config starts");
    let mut players = names.map(|name| {
        let house = of_game(GAME).find(|house| house.name == name).expect("the bot is there");
        (house.seat)(Seed(seed).child(1))
    });
    let mut page = Page::new();
    loop {
        let ask = match table.decision() {
            Decision::Over(standing) => return standing,
            Decision::Ask(ask) => ask,
        };
        for seat in ask.seats.iter() {
            page.clear();
            players[seat.index()].answer(&mut *table, seat, &mut page);
            table.answer(seat, Heard::Frame(page.as_bytes())).expect("house bots are understood");
        }
        table.step();
    }
}

/// How many of twice that many matches greedy wins, from either seat.
fn won_by_greedy(wishes: &Wishes, seeds: u64) -> u32 {
    (0..seeds)
        .map(|seed| {
            u32::from(play(["greedy", "random"], wishes, seed).winner() == Some(Seat::FIRST))
                + u32::from(play(["random", "greedy"], wishes, seed).winner() == Some(Seat::SECOND))
        })
        .sum()
}

#[test]
fn greedy_beats_random_in_95_of_100_on_the_small_board() {
    let won = won_by_greedy(&Wishes::preset("small"), 50);
    assert!(won >= 95, "greedy won {won} of 100");
}

/// A match of the default config takes a while, so there are fewer of them.
#[test]
fn greedy_beats_random_in_19_of_20_on_the_full_board() {
    let won = won_by_greedy(&Wishes::none(), 10);
    assert!(won >= 19, "greedy won {won} of 20");
}

#[test]
fn greedy_plays_the_same_game_from_the_same_seed() {
    let small = Wishes::preset("small");
    assert_eq!(play(["greedy", "greedy"], &small, 3), play(["greedy", "greedy"], &small, 3));
}
