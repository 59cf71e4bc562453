//! The house bots of Si32 keep what they promise.

use skirmish_bots::of_game;
use skirmish_core::{Decision, Heard, Page, Seat, SeatCount, Seed, Wishes};

/// Plays a match between two house bots; who won.
fn winner(bots: [&str; 2], seed: u64, wishes: &Wishes) -> Option<Seat> {
    let entry = skirmish_games::find("si32").expect("a game of that name");
    let config = (entry.configure)(wishes).expect("a right config");
    let mut table = (entry.open)(&config, SeatCount::TWO, Seed(seed)).expect("a match");
    let mut players = bots.map(|name| {
        let house = of_game("si32").find(|house| house.name == name).expect("a house bot");
        (house.seat)(Seed(seed).child(1))
    });
    let mut page = Page::new();
    while let Decision::Ask(ask) = table.decision() {
        for seat in ask.seats.iter() {
            page.clear();
            players[seat.index()].answer(&mut *table, seat, &mut page);
            table.answer(seat, Heard::Frame(page.as_bytes())).expect("its answers are read");
        }
        table.step();
    }
    let Decision::Over(standing) = table.decision() else { unreachable!("the loop ended") };
    standing.winner()
}

fn wins_of_greedy(wishes: &Wishes) -> u32 {
    let matches = (0..100).map(|n| (n / 2, Seat((n % 2) as u8)));
    let won = matches.filter(|&(seed, seat)| {
        let bots = if seat == Seat(0) { ["greedy", "random"] } else { ["random", "greedy"] };
        winner(bots, seed, wishes) == Some(seat)
    });
    won.count() as u32
}

#[test]
fn greedy_beats_random() {
    let wins = wins_of_greedy(&Wishes::none());
    assert!(wins >= 95, "{wins} of 100");
}

#[test]
fn greedy_beats_random_on_a_small_board() {
    let wins = wins_of_greedy(&Wishes::preset("small"));
    assert!(wins >= 95, "{wins} of 100");
}
