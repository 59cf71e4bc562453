//! Simulated bots of known strength.

use skirmish_league::chance::Chance;
use skirmish_league::elo::score_of;
use skirmish_league::score::{Pairs, Score};

/// How the two matches of a pair are correlated.
#[derive(Clone, Copy, Debug)]
pub enum World {
    /// Two independent matches, won or lost.
    Plain,
    /// Two independent matches, of which about 40 % are drawn.
    Drawish,
    /// Equal bots win 85 % of their matches in the first seat.
    SeatMatters,
    /// Positive correlation by the map: in 70 % of the pairs both matches end alike.
    MapMatters,
    /// Each bot wins one match of a pair, unless the stronger one wins both.
    Mirror,
}

pub const WORLDS: [World; 5] =
    [World::Plain, World::Drawish, World::SeatMatters, World::MapMatters, World::Mirror];

/// A match that the first is expected to score `score` in.
pub fn one_match(chance: &mut Chance, score: f64, draws: f64) -> Score {
    let half = draws * score.min(1.0 - score);
    let fate = chance.unit();
    if fate < score - half {
        Score::Win
    } else if fate < score + half {
        Score::Draw
    } else {
        Score::Loss
    }
}

/// A pair of matches in which the first is stronger by `elo`.
pub fn pair(chance: &mut Chance, world: World, elo: f64) -> (Score, Score) {
    let score = score_of(elo);
    match world {
        World::Plain => (one_match(chance, score, 0.0), one_match(chance, score, 0.0)),
        World::Drawish => (one_match(chance, score, 0.4), one_match(chance, score, 0.4)),
        World::SeatMatters => {
            let edge = 0.35_f64.min(score).min(1.0 - score);
            (one_match(chance, score + edge, 0.0), one_match(chance, score - edge, 0.0))
        }
        World::MapMatters => {
            let one = one_match(chance, score, 0.0);
            let other = one_match(chance, score, 0.0);
            if chance.unit() < 0.7 { (one, one) } else { (one, other) }
        }
        World::Mirror if chance.unit() >= (2.0 * score - 1.0).abs() => (Score::Win, Score::Loss),
        World::Mirror if elo > 0.0 => (Score::Win, Score::Win),
        World::Mirror => (Score::Loss, Score::Loss),
    }
}

/// `count` simulated pairs.
pub fn pairs(chance: &mut Chance, world: World, elo: f64, count: u32) -> Pairs {
    let mut pairs = Pairs::default();
    for _ in 0..count {
        let (one, other) = pair(chance, world, elo);
        pairs.add(one, other);
    }
    pairs
}
