//! The endless schedule of a duel: two games on every map, the second with the sides exchanged.

use super::stage::map_seed;

/// One game of a duel.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DuelGame {
    /// Its number, from 0; games 2k and 2k + 1 are a pair.
    pub number: u64,
    /// Whether the first bot sits there, by seat; the second bot has the other seats.
    pub is_first: Vec<bool>,
    /// Which map of the duel it is played on, from 0.
    pub map: u32,
    /// The seed of that map.
    pub map_seed: u64,
}

/// The game of this number in a duel in matches of `seats` seats (at least 2, and taken for at most
/// [`MOST_SEATS`](super::MOST_SEATS)).
///
/// With two seats the bots change places. With more, the first bot gets half of the seats, a different half from map to
/// map, and in the second game of the pair the other seats; see [`Outcome::by_sides`](crate::score::Outcome::by_sides)
/// for who won.
///
/// ```
/// use skirmish_league::schedule::duel_game;
/// let (one, other) = (duel_game(6, 2, 42), duel_game(7, 2, 42));
/// assert_eq!((one.map, one.map_seed), (other.map, other.map_seed));
/// assert_eq!((one.is_first, other.is_first), (vec![true, false], vec![false, true]));
/// ```
#[must_use]
pub fn duel_game(number: u64, seats: u32, seed: u64) -> DuelGame {
    let seats = seats.clamp(2, super::MOST_SEATS);
    let halves = halves(seats);
    let pair = number / 2;
    let is_exchanged = number % 2 == 1;
    let half = halves[(pair % halves.len() as u64) as usize];
    let is_first = (0..seats).map(|seat| (half >> seat & 1 == 1) != is_exchanged).collect();
    let map = u32::try_from(pair).unwrap_or(u32::MAX);
    DuelGame { number, is_first, map, map_seed: map_seed(seed, map) }
}

/// The sets of seats (as bits) that include the first seat and are half of all, rounded up: with their complements
/// these are all ways to share the seats.
fn halves(seats: u32) -> Vec<u32> {
    (0..1u32 << seats).filter(|set| is_half(*set, seats)).collect()
}

fn is_half(set: u32, seats: u32) -> bool {
    let size = set.count_ones();
    if seats.is_multiple_of(2) { set & 1 == 1 && 2 * size == seats } else { 2 * size == seats + 1 }
}
