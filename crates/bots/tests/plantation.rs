//! The house bots of Plantation keep what they promise.

use skirmish_bots::of_game;
use skirmish_core::{Decision, Heard, Page, Seat, SeatCount, Seed, Wishes};

/// Plays a match between two house bots; who won.
fn winner(bots: [&str; 2], seed: u64) -> Option<Seat> {
    let entry = skirmish_games::find("plantation").expect("a game");
    let config = (entry.configure)(&Wishes::none()).expect("the defaults");
    let mut table = (entry.open)(&config, SeatCount::TWO, Seed(seed)).expect("the defaults");
    let mut players = bots.map(|name| {
        let house = of_game("plantation").find(|house| house.name == name).expect("a house bot");
        (house.seat)(Seed(seed).child(1))
    });
    let mut page = Page::new();
    while let Decision::Ask(ask) = table.decision() {
        for seat in ask.seats.iter() {
            page.clear();
            players[seat.index()].answer(&mut *table, seat, &mut page);
            table.answer(seat, Heard::Frame(page.as_bytes())).expect("a command");
        }
        table.step();
    }
    let Decision::Over(standing) = table.decision() else { unreachable!("the loop ended") };
    standing.winner()
}

/// How many of 100 matches the bot wins, seats swapped.
fn wins(bot: &str, rival: &str) -> usize {
    let matches = (0..100).map(|n| (n / 2, Seat((n % 2) as u8)));
    let won = matches.filter(|&(seed, seat)| {
        let bots = if seat == Seat(0) { [bot, rival] } else { [rival, bot] };
        winner(bots, seed) == Some(seat)
    });
    won.count()
}

#[test]
fn greedy_beats_the_others() {
    for rival in ["random", "RandomPlayer", "RandomPlayerDumb"] {
        let wins = wins("greedy", rival);
        assert!(wins >= 95, "{wins} of 100 against {rival}");
    }
}

#[test]
fn checking_moves_first_is_worth_it() {
    let wins = wins("RandomPlayer", "RandomPlayerDumb");
    assert!(wins >= 95, "{wins} of 100");
}
