//! The house bots of Underworld are worth playing against.

use skirmish_bots::of_game;
use skirmish_core::{Decision, Heard, Page, Seat, SeatCount, Seed, Standing, Wishes};

const GAME: &str = "underworld";

/// Plays one match of house bots to its end; how it ended, and after how many decisions.
fn play(names: &[&str], wishes: &Wishes, seed: u64) -> (Standing, u32) {
    let entry = skirmish_games::find(GAME).expect("underworld is a game");
    let config = (entry.configure)(wishes).expect("sound wishes");
    let seats = SeatCount::new(names.len()).expect("two to eight");
    let mut table = (entry.open)(&config, seats, Seed(seed)).expect("it starts");
    let mut players: Vec<_> = (0u64..)
        .zip(names)
        .map(|(i, name)| {
            let house = of_game(GAME).find(|house| house.name == *name).expect("a house bot");
            (house.seat)(Seed(seed).child(i))
        })
        .collect();
    let mut page = Page::new();
    for decisions in 0.. {
        match table.decision() {
            Decision::Over(standing) => return (standing, decisions),
            Decision::Ask(ask) => {
                for seat in ask.seats.iter() {
                    page.clear();
                    players[seat.index()].answer(&mut *table, seat, &mut page);
                    table.answer(seat, Heard::Frame(page.as_bytes())).expect("house bots are read");
                }
                table.step();
            }
        }
    }
    unreachable!("a match has an end")
}

/// How often greedy wins against random on both seats of that many maps.
fn wins(wishes: &Wishes, maps: u64) -> u32 {
    let won = |names: [&str; 2], seat, seed| u32::from(play(&names, wishes, seed).0.winner() == Some(seat));
    (0..maps)
        .map(|seed| {
            won(["greedy", "random"], Seat::FIRST, seed) + won(["random", "greedy"], Seat::SECOND, seed)
        })
        .sum()
}

#[test]
fn greedy_beats_random_in_95_of_100() {
    let won = wins(&Wishes::none(), 50);
    assert!(won >= 95, "greedy won {won} of 100");
}

#[test]
fn greedy_finds_the_castle_in_the_fog() {
    let won = wins(&Wishes::preset("fog"), 10);
    assert!(won >= 18, "greedy won {won} of 20");
}

#[test]
fn greedy_wins_among_eight() {
    let mut won = 0;
    for seed in 0..4 {
        let mut names = ["random"; 8];
        names[seed as usize * 2] = "greedy";
        won += u32::from(play(&names, &Wishes::none(), seed).0.winner() == Some(Seat(seed as u8 * 2)));
    }
    assert!(won >= 3, "greedy won {won} of 4");
}

#[test]
fn greedy_against_itself_comes_to_an_end() {
    let ends = (0..10).map(|seed| play(&["greedy", "greedy"], &Wishes::none(), seed).0);
    assert!(ends.filter(|standing| standing.winner().is_some()).count() >= 8);
}

#[test]
fn greedy_plays_the_same_game_from_the_same_seed() {
    let wishes = Wishes::none();
    assert_eq!(play(&["greedy", "greedy"], &wishes, 3), play(&["greedy", "greedy"], &wishes, 3));
}
