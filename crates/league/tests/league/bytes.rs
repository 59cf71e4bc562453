//! Results are bit-identical on every machine and with every build.

use skirmish_league::Entrant;
use skirmish_league::bradley_terry::{Ratings, Settings};
use skirmish_league::chance::Chance;
use skirmish_league::cross::CrossTable;
use skirmish_league::field::{MOST_EXACT, Meetings, Member, rate};
use skirmish_league::schedule::{Format, Schedule};
use skirmish_league::score::Pairs;
use skirmish_league::sprt::{Duel, Scale, Sprt};

/// An FNV-1a hash of numbers, sensitive to the last bit.
#[derive(Clone, Copy)]
struct Print(u64);

impl Print {
    fn of(numbers: impl IntoIterator<Item = u64>) -> u64 {
        let bytes = numbers.into_iter().flat_map(u64::to_le_bytes);
        bytes
            .fold(Self(0xcbf2_9ce4_8422_2325), |print, byte| {
                Self((print.0 ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
            })
            .0
    }

    fn of_floats(numbers: impl IntoIterator<Item = f64>) -> u64 {
        Self::of(numbers.into_iter().map(f64::to_bits))
    }
}

#[test]
fn scores_and_tests() {
    let sprt = Sprt::new(0.0, 5.0, 0.05, 0.05, Scale::Normalised).unwrap();
    let mut chance = Chance::new(1);
    let numbers = (0..50).flat_map(|_| {
        let pairs = Pairs { counts: std::array::from_fn(|_| u64::from(chance.below(30))) };
        let (elo, progress) = (pairs.elo(), Duel::default().progress(&pairs));
        [elo.value, elo.low, elo.high, pairs.superiority(), sprt.llr(&pairs), progress.better, progress.same]
    });
    assert_eq!(Print::of_floats(numbers), 8367874960186557783);
}

#[test]
fn estimates_after_a_stop() {
    let sprt = Sprt::new(0.0, 5.0, 0.05, 0.05, Scale::Logistic).unwrap();
    let mut chance = Chance::new(3);
    let numbers = (0..8).flat_map(|_| {
        let pairs = Pairs { counts: std::array::from_fn(|_| u64::from(chance.below(30))) };
        let (one, other) = (Duel::default().estimate(&pairs), sprt.estimate(&pairs));
        let [one, other] =
            [one, other].map(|stopped| [stopped.elo.value, stopped.elo.low, stopped.superiority]);
        let left = [Duel::default().matches_left(&pairs, 5000), sprt.matches_left(&pairs, 5000)];
        [&one[..], &other[..], &left[..]].concat()
    });
    assert_eq!(Print::of_floats(numbers), 18261233914425378011);
}

#[test]
fn ratings() {
    let mut chance = Chance::new(2);
    let mut cross = CrossTable::new(8);
    for map in 0..200 {
        let mut seats: Vec<Entrant> = (0..8).map(Entrant).collect();
        chance.shuffle(&mut seats);
        seats.truncate(4);
        let places: Vec<u8> = (0..4).map(|_| chance.below(4) as u8).collect();
        cross.add(&seats, &places, map / 4);
    }
    let fitted = Ratings::fit(&cross, &Settings::default());
    let numbers = (0..8).flat_map(|at| {
        let rating = fitted.of(Entrant(at));
        [rating.value, rating.low, rating.high]
    });
    assert_eq!(Print::of_floats(numbers), 17053586534760373623);
}

#[test]
fn fields() {
    // One that is exact, and one whose intervals are estimated.
    for (members, expected) in [(40, 15738271368874725769), (MOST_EXACT as u32 + 40, 12247446822440742632)] {
        let mut chance = Chance::new(6);
        let meetings: Vec<Meetings> = (0..10 * members)
            .map(|number| Meetings {
                one: Entrant(number % members),
                other: Entrant(chance.below(members)),
                won: f64::from(chance.below(4)),
                drawn: f64::from(chance.below(2)),
                lost: f64::from(chance.below(3)),
            })
            .collect();
        let member =
            |at: u32| Member { predecessor: (at % 5 == 4).then(|| Entrant(at - 1)), is_anchor: at < 3 };
        let ratings = rate(&(0..members).map(member).collect::<Vec<_>>(), &meetings);
        let numbers = ratings.iter().flat_map(|rating| [rating.value, rating.error]);
        assert_eq!(Print::of_floats(numbers), expected, "{members} members");
    }
}

#[test]
fn schedules() {
    let settings = skirmish_league::schedule::Settings {
        format: Format::RoundRobin,
        entrants: 11,
        seats: 3,
        maps: 2,
        most_groups: 40,
        seed: 9,
    };
    let numbers = [Format::RoundRobin, Format::Swiss { rounds: 4 }].into_iter().flat_map(|format| {
        let schedule = Schedule::new(skirmish_league::schedule::Settings { format, ..settings }).unwrap();
        let mut results = Vec::new();
        let mut numbers = Vec::new();
        while let Some(stage) = schedule.stage(&results).unwrap() {
            for fixture in stage.fixtures() {
                results.push(Some(fixture.seats.iter().map(|seat| seat.0 as u8 % 4).collect()));
                numbers.extend(
                    fixture
                        .seats
                        .iter()
                        .map(|seat| u64::from(seat.0))
                        .chain([fixture.number, fixture.map_seed]),
                );
            }
        }
        numbers
    });
    assert_eq!(Print::of(numbers), 8095227687209011576);
}
