//! House bots for Si32.
//!
//! The board looks the same after a half turn, and so do the bots: each sees its own start at the top left, so that
//! which of several equals comes first is the same for both seats.

mod easy;
mod field;
mod hard;
mod medium;
mod strategy;

pub use easy::Easy;
pub use hard::{BUDGET, Hard};
pub use medium::Medium;

#[cfg(test)]
mod tests {
    use skirmish_core::answer::Answers;
    use skirmish_core::bot::Bot;
    use skirmish_core::game::Game;
    use skirmish_core::law::Mirror;
    use skirmish_core::news::News;
    use skirmish_core::rng::Seed;
    use skirmish_core::seat::{Seat, SeatCount};
    use skirmish_games::si32::{Config, Si32};

    use super::*;

    /// The second seat does on the turned board what the first one does, turn by turn.
    fn check<B: Bot<Si32>>(make: impl Fn(Seed) -> B, turns: u32) {
        let mut game = Si32::start(&Config::default(), SeatCount::TWO, Seed(5)).expect("it starts");
        let [mut first, mut second, mut other] = [7, 7, 8].map(|seed| make(Seed(seed)));
        let mut answers = Answers::new();
        for turn in 0..turns {
            let orders = first.act(&game, Seat::FIRST, &[]);
            let turned = second.act(&game.mirror(), Seat::SECOND, &[]);
            assert_eq!(game.mirror_action(&orders), turned, "turn {turn}");
            answers.act(Seat::FIRST, orders);
            answers.act(Seat::SECOND, other.act(&game, Seat::SECOND, &[]));
            game.step(&answers, &mut News::silent());
        }
    }

    #[test]
    fn mirrored_boards_give_mirrored_choices() {
        check(Easy::new, 120);
        check(Medium::new, 120);
        check(|seed| Hard::new(seed, 18), 80);
    }
}
