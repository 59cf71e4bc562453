use skirmish_league::Entrant;
use skirmish_league::bradley_terry::{Ratings, Settings};
use skirmish_league::chance::Chance;
use skirmish_league::cross::CrossTable;
use skirmish_league::elo::{ELO_CAP, ELO_PER_LOGIT, score_of};
use skirmish_league::score::Score;

use crate::bots::{WORLDS, World, one_match, pair};
use crate::near;

fn play(cross: &mut CrossTable, one: u32, other: u32, score: Score) {
    let places = match score {
        Score::Win => [1, 2],
        Score::Draw => [1, 1],
        Score::Loss => [2, 1],
    };
    // Every match is on a map of its own.
    let map = cross.matches(Entrant(one));
    cross.add(&[Entrant(one), Entrant(other)], &places, map);
}

/// Two matches on one map, the second with the seats swapped.
fn play_pair(cross: &mut CrossTable, one: u32, other: u32, scores: (Score, Score)) {
    let map = cross.matches(Entrant(one));
    for (score, is_swapped) in [(scores.0, false), (scores.1, true)] {
        let places = [2 - score.half_points() as u8 / 2, 2 - score.flipped().half_points() as u8 / 2];
        let (seats, places) =
            if is_swapped { ([other, one], [places[1], places[0]]) } else { ([one, other], places) };
        cross.add(&seats.map(Entrant), &places, map);
    }
}

fn without_prior() -> Settings {
    Settings { prior_matches: 0.0, ..Settings::default() }
}

#[test]
fn bradley_terry_is_that_of_choix() {
    // The example of its README: winner and loser of six matches.
    let mut cross = CrossTable::new(5);
    for (winner, loser) in [(1, 0), (0, 4), (3, 1), (0, 2), (2, 4), (4, 3)] {
        play(&mut cross, winner, loser, Score::Win);
    }
    let ratings = Ratings::fit(&cross, &without_prior());
    for (at, logits) in
        [0.582_813_56, 0.194_271_20, 0.0, -0.194_271_17, -0.582_813_58].into_iter().enumerate()
    {
        near(ratings.of(Entrant(at as u32)).value / ELO_PER_LOGIT, logits, 1e-5);
    }
}

#[test]
fn a_draw_is_half_a_win_for_both() {
    // choix on 20:10, 15:5 and 18:6 wins; here the same shares of 15, 10 and 12 matches, one of them drawn.
    let mut cross = CrossTable::new(3);
    for (one, other, wins, draws, losses) in [(0, 1, 10, 0, 5), (0, 2, 7, 1, 2), (1, 2, 8, 2, 2)] {
        (0..wins).for_each(|_| play(&mut cross, one, other, Score::Win));
        (0..draws).for_each(|_| play(&mut cross, one, other, Score::Draw));
        (0..losses).for_each(|_| play(&mut cross, one, other, Score::Loss));
    }
    let ratings = Ratings::fit(&cross, &without_prior());
    for (at, logits) in [0.648_399_18, 0.112_198_04, -0.760_597_22].into_iter().enumerate() {
        near(ratings.of(Entrant(at as u32)).value / ELO_PER_LOGIT, logits, 1e-5);
    }
}

#[test]
fn two_bots_have_the_error_of_their_score() {
    let mut cross = CrossTable::new(2);
    (0..600).for_each(|_| play(&mut cross, 0, 1, Score::Win));
    (0..400).for_each(|_| play(&mut cross, 0, 1, Score::Loss));
    let ratings = Ratings::fit(&cross, &Settings { mean: 1500.0, ..without_prior() });
    let (rating, difference) = (ratings.of(Entrant(0)), ratings.difference(Entrant(0), Entrant(1)));
    let tally = cross.between(Entrant(0), Entrant(1));
    near(difference.value, tally.elo().value, 0.01);
    near(difference.error(), tally.elo().error(), 0.2);
    near(rating.value, 1500.0 + difference.value / 2.0, 1e-6);
    near(rating.error(), difference.error() / 2.0, 1e-4);
    near(ratings.superiority(Entrant(0), Entrant(1)), 1.0, 1e-6);
}

#[test]
fn draws_narrow_the_error_bars() {
    let error = |draws: u32| {
        let mut cross = CrossTable::new(2);
        (0..draws).for_each(|_| play(&mut cross, 0, 1, Score::Draw));
        (0..(1000 - draws) / 2).for_each(|_| play(&mut cross, 0, 1, Score::Win));
        (0..(1000 - draws) / 2).for_each(|_| play(&mut cross, 0, 1, Score::Loss));
        let error = Ratings::fit(&cross, &Settings::default()).difference(Entrant(0), Entrant(1)).error();
        near(error, cross.between(Entrant(0), Entrant(1)).elo().error(), 0.03 * error);
        error
    };
    near(error(750) / error(0), 0.5, 0.01);
}

#[test]
fn perfect_records_and_strangers_stay_finite() {
    let mut cross = CrossTable::new(5);
    (0..1000).for_each(|_| play(&mut cross, 0, 1, Score::Win));
    (0..10).for_each(|_| play(&mut cross, 2, 3, Score::Win));
    let ratings = Ratings::fit(&cross, &Settings::default());
    for entrant in (0..5).map(Entrant) {
        let rating = ratings.of(entrant);
        assert!(rating.low >= -ELO_CAP && rating.high <= ELO_CAP && rating.low < rating.high, "{rating:?}");
    }
    assert!(ratings.of(Entrant(0)).value > ratings.of(Entrant(2)).value);
    assert_eq!(ratings.order()[0], Entrant(0));
    assert!(Ratings::fit(&CrossTable::new(0), &Settings::default()).order().is_empty());
}

/// How many of 1000 intervals cover the truth: 200 round-robins of five bots that meet on ten maps.
fn covered(world: World) -> u32 {
    const TRUTH: [f64; 5] = [150.0, 60.0, 0.0, -40.0, -170.0];
    let mut covered = 0;
    for run in 0..200 {
        let mut chance = Chance::child(21, run);
        let mut cross = CrossTable::new(5);
        for one in 0..5 {
            for other in 0..one {
                let elo = TRUTH[one as usize] - TRUTH[other as usize];
                (0..10).for_each(|_| play_pair(&mut cross, one, other, pair(&mut chance, world, elo)));
            }
        }
        let ratings = Ratings::fit(&cross, &Settings::default());
        let hits = (0..5).filter(|&at| ratings.of(Entrant(at)).covers(TRUTH[at as usize]));
        covered += hits.count() as u32;
    }
    covered
}

#[test]
fn bradley_terry_covers_the_truth_as_often_as_it_says_whatever_two_matches_on_a_map_have_in_common() {
    for world in WORLDS {
        let covered = covered(world);
        assert!((930..=970).contains(&covered), "{covered} of 1000 in {world:?}");
    }
}

/// The places of players with these odds, drawn from the Plackett-Luce model.
fn finish(chance: &mut Chance, odds: &[f64]) -> Vec<u32> {
    let mut places = vec![u32::MAX; odds.len()];
    for place in 0..odds.len() as u32 {
        let left: Vec<usize> = (0..odds.len()).filter(|&at| places[at] == u32::MAX).collect();
        let mut fate = chance.unit() * left.iter().map(|&at| odds[at]).sum::<f64>();
        let next = left.iter().copied().find(|&at| {
            fate -= odds[at];
            fate < 0.0
        });
        places[next.unwrap_or(left[0])] = place;
    }
    places
}

#[test]
fn bradley_terry_of_matches_of_four_covers_the_truth() {
    const TRUTH: [f64; 6] = [120.0, 60.0, 20.0, -20.0, -60.0, -120.0];
    let mut covered = 0;
    for run in 0..150 {
        let mut chance = Chance::child(22, run);
        let mut cross = CrossTable::new(6);
        for map in 0..150 {
            let mut seats: Vec<u32> = (0..6).collect();
            chance.shuffle(&mut seats);
            let odds: Vec<f64> =
                seats[..4].iter().map(|&at| libm::exp(TRUTH[at as usize] / ELO_PER_LOGIT)).collect();
            let places = finish(&mut chance, &odds);
            let seats: Vec<Entrant> = seats[..4].iter().copied().map(Entrant).collect();
            cross.add(&seats, &places.iter().map(|&place| place as u8).collect::<Vec<_>>(), map);
        }
        let ratings = Ratings::fit(&cross, &Settings::default());
        covered += (0..6).filter(|&at| ratings.of(Entrant(at)).covers(TRUTH[at as usize])).count();
    }
    assert!((835..=875).contains(&covered), "{covered} of 900");
}

#[test]
fn a_large_field_is_rated() {
    const FIELD: u32 = 300;
    let mut cross = CrossTable::new(FIELD);
    let mut chance = Chance::new(1);
    for _ in 0..30_000 {
        let one = chance.below(FIELD);
        let other = (one + 1 + chance.below(FIELD - 1)) % FIELD;
        let score = one_match(&mut chance, score_of(f64::from(one) - f64::from(other)), 0.2);
        play(&mut cross, one, other, score);
    }
    let ratings = Ratings::fit(&cross, &Settings::default());
    let mut best: Vec<u32> = (0..FIELD).collect();
    best.sort_by(|&a, &b| ratings.of(Entrant(b)).value.total_cmp(&ratings.of(Entrant(a)).value));
    assert!(best[..10].iter().all(|&at| at > FIELD - 60), "{:?}", &best[..10]);
    assert!((0..FIELD).all(|at| (20.0..60.0).contains(&ratings.of(Entrant(at)).error())));
}
