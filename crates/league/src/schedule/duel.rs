//! The endless schedule of a duel: two matches on every map, the second with the seats swapped.

use super::stage::{Fixture, map_seed};
use crate::Entrant;

/// The match with this number in a duel of entrants 0 and 1; `seats` is clamped to 2 to
/// [`MOST_SEATS`](super::MOST_SEATS). Matches 2k and 2k + 1 are a pair.
///
/// With two seats the bots swap them. With more, the first bot gets half of the seats, a different half from map to map,
/// and in the second match of the pair the other half; [`Score::by_sides`](crate::score::Score::by_sides) says who won.
///
/// ```
/// use skirmish_league::{Entrant, schedule::duel_fixture};
/// let (one, other) = (duel_fixture(6, 2, 42), duel_fixture(7, 2, 42));
/// assert_eq!((one.map, one.map_seed), (other.map, other.map_seed));
/// assert_eq!((one.seats, other.seats), (vec![Entrant(0), Entrant(1)], vec![Entrant(1), Entrant(0)]));
/// ```
#[must_use]
pub fn duel_fixture(number: u64, seats: u32, seed: u64) -> Fixture {
    let seats = seats.clamp(2, super::MOST_SEATS);
    let halves = halves(seats);
    let pair = number / 2;
    let is_exchanged = number % 2 == 1;
    let half = halves[(pair % halves.len() as u64) as usize];
    let is_first = |seat: u32| (half >> seat & 1 == 1) != is_exchanged;
    let seats = (0..seats).map(|seat| Entrant(u32::from(!is_first(seat)))).collect();
    let map = u32::try_from(pair).unwrap_or(u32::MAX);
    Fixture { number, seats, map, map_seed: map_seed(seed, map) }
}

/// Bit sets of half of the seats, rounded up; of an even number of seats only those that include the first. Together with
/// their complements these are all ways to divide the seats.
fn halves(seats: u32) -> Vec<u32> {
    (0..1u32 << seats).filter(|set| is_half(*set, seats)).collect()
}

fn is_half(set: u32, seats: u32) -> bool {
    let size = set.count_ones();
    if seats.is_multiple_of(2) { set & 1 == 1 && 2 * size == seats } else { 2 * size == seats + 1 }
}
