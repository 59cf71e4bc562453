//! Simulated bots of known strength.

use skirmish_league::chance::Chance;
use skirmish_league::elo::score_of;
use skirmish_league::score::{Outcome, Pairs};

/// How the games of a pair hang together.
#[derive(Clone, Copy, Debug)]
pub enum World {
    /// Two independent games, won or lost.
    Plain,
    /// Two independent games, of which about 40 % are drawn.
    Drawish,
    /// Equal bots win 85 % of their games in the first seat.
    SeatMatters,
    /// The map decides: in 70 % of the pairs both games end alike.
    MapMatters,
    /// Both games of a pair are one each, unless the stronger one wins both.
    Mirror,
}

pub const WORLDS: [World; 5] =
    [World::Plain, World::Drawish, World::SeatMatters, World::MapMatters, World::Mirror];

/// A game that the first is expected to score `score` in.
pub fn game(chance: &mut Chance, score: f64, draws: f64) -> Outcome {
    let half = draws * score.min(1.0 - score);
    let fate = chance.unit();
    if fate < score - half {
        Outcome::Win
    } else if fate < score + half {
        Outcome::Draw
    } else {
        Outcome::Loss
    }
}

/// A pair of games in which the first is stronger by `elo`.
pub fn pair(chance: &mut Chance, world: World, elo: f64) -> (Outcome, Outcome) {
    let score = score_of(elo);
    match world {
        World::Plain => (game(chance, score, 0.0), game(chance, score, 0.0)),
        World::Drawish => (game(chance, score, 0.4), game(chance, score, 0.4)),
        World::SeatMatters => {
            let edge = 0.35_f64.min(1.0 - score);
            (game(chance, score + edge, 0.0), game(chance, score - edge, 0.0))
        }
        World::MapMatters => {
            let one = game(chance, score, 0.0);
            let other = game(chance, score, 0.0);
            if chance.unit() < 0.7 { (one, one) } else { (one, other) }
        }
        World::Mirror if chance.unit() >= (2.0 * score - 1.0).abs() => (Outcome::Win, Outcome::Loss),
        World::Mirror if elo > 0.0 => (Outcome::Win, Outcome::Win),
        World::Mirror => (Outcome::Loss, Outcome::Loss),
    }
}

/// So many pairs.
pub fn pairs(chance: &mut Chance, world: World, elo: f64, count: u32) -> Pairs {
    let mut pairs = Pairs::default();
    for _ in 0..count {
        let (one, other) = pair(chance, world, elo);
        pairs.add(one, other);
    }
    pairs
}
