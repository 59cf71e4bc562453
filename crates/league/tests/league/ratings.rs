use skirmish_league::Entrant;
use skirmish_league::bradley_terry::{Ratings, Settings};
use skirmish_league::chance::Chance;
use skirmish_league::cross::CrossTable;
use skirmish_league::elo::{ELO_CAP, ELO_PER_LOGIT, score_of};
use skirmish_league::score::Score;
use skirmish_league::table::rows;
use skirmish_league::weng_lin::{Model, Rating};

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

#[track_caller]
fn check(model: &Model, start: &[(f64, f64)], places: &[u32], expected: &[(f64, f64)]) {
    let start: Vec<Rating> = start.iter().map(|&(mu, sigma)| Rating { mu, sigma }).collect();
    let places: Vec<_> = places.iter().copied().map(Some).collect();
    for (rating, (mu, sigma)) in model.rate(&start, &places).iter().zip(expected) {
        near(rating.mu, *mu, 1e-9);
        near(rating.sigma, *sigma, 1e-9);
    }
}

const NEW: (f64, f64) = (25.0, 25.0 / 3.0);
const FIVE: [(f64, f64); 5] = [(29.182, 4.782), (27.174, 4.922), (16.672, 6.217), NEW, (31.0, 2.0)];

#[test]
fn weng_lin_is_that_of_openskill() {
    // Computed by openskill 6.2.0 for Python, model PlackettLuce with its defaults.
    let model = Model::openskill();
    check(
        &model,
        &[NEW; 2],
        &[1, 2],
        &[(27.635389493140497, 8.06590141354368), (22.364610506859503, 8.06590141354368)],
    );
    check(&model, &[NEW; 2], &[1, 1], &[(25.0, 8.06590141354368); 2]);
    check(
        &model,
        &[NEW; 4],
        &[2, 1, 4, 3],
        &[
            (26.55291815138952, 8.17961798837266),
            (27.795252672501135, 8.263571791259416),
            (20.962412806387245, 8.084127880168786),
            (24.689416369722096, 8.084127880168786),
        ],
    );
    check(
        &model,
        &FIVE,
        &[1, 2, 2, 3, 4],
        &[
            (30.294686220740225, 4.770450447449337),
            (27.202037161480508, 4.894957507685478),
            (17.296330468646346, 6.175650623168743),
            (25.774831571373294, 7.968921508968546),
            (30.69103783799709, 2.0003545753618597),
        ],
    );
    let eight = model.rate(&[model.start; 8], &[1, 2, 3, 4, 5, 6, 7, 8].map(Some));
    near(eight[0].mu, 27.305965806497937, 1e-9);
    near(eight[7].mu, 20.47277733499793, 1e-9);
    near(eight[3].sigma, 8.263520922672088, 1e-9);
}

#[test]
fn full_learning_is_openskill_with_a_gamma_of_one_and_no_tau() {
    let model = Model { tau: 0.0, ..Model::default() };
    check(
        &model,
        &[(30.0, 3.0), (20.0, 8.0)],
        &[2, 1],
        &[(29.372345736966864, 2.9748420054726137), (24.463319203791198, 7.509919026062801)],
    );
    check(
        &model,
        &FIVE,
        &[1, 2, 2, 3, 4],
        &[
            (30.294423766760257, 4.741634893576647),
            (27.20202983495527, 4.833057209337087),
            (17.296290054353207, 6.110742992392215),
            (25.774852585465265, 7.632219376485432),
            (30.691546907329336, 1.989181377957159),
        ],
    );
}

#[test]
fn those_without_a_place_lose_to_the_placed_and_nothing_to_each_other() {
    let model = Model::default();
    let after = model.rate(&[model.start; 4], &[Some(0), None, None, Some(1)]);
    assert!(after[0].mu > after[3].mu && after[3].mu > after[1].mu);
    assert_eq!(after[1], after[2]);
    let drawn = model.rate(&[model.start; 4], &[Some(0), Some(2), Some(2), Some(1)]);
    assert!(after[1].sigma > drawn[1].sigma, "a known draw tells more than an unknown order");
    assert_eq!(model.rate(&[model.start; 2], &[None, None]), [model.start; 2]);
    assert_eq!(model.rate(&[], &[]), []);
}

#[test]
fn weng_lin_stays_finite_after_any_upset() {
    let model = Model::default();
    let mut pair = [Rating { mu: 5000.0, sigma: 1e-3 }, Rating { mu: -5000.0, sigma: 500.0 }];
    for _ in 0..100 {
        let after = model.rate(&pair, &[Some(1), Some(0)]);
        pair = [after[0], after[1]];
        assert!(pair.iter().all(|rating| rating.mu.is_finite() && rating.sigma > 0.0), "{pair:?}");
    }
}

/// Ratings after random matches among players of known strength.
fn ladder(seats: usize, matches: u32, truth: &[f64], seed: u64) -> Vec<Rating> {
    let model = Model::default();
    let mut chance = Chance::new(seed);
    let mut ratings = vec![model.start; truth.len()];
    for _ in 0..matches {
        let mut who: Vec<usize> = (0..truth.len()).collect();
        chance.shuffle(&mut who);
        who.truncate(seats);
        let scale = (seats as f64).sqrt() * model.beta;
        let odds: Vec<f64> = who.iter().map(|&at| libm::exp(truth[at] / scale)).collect();
        let places: Vec<_> = finish(&mut chance, &odds).into_iter().map(Some).collect();
        let before: Vec<Rating> = who.iter().map(|&at| ratings[at]).collect();
        for (at, rating) in who.iter().zip(model.rate(&before, &places)) {
            ratings[*at] = rating;
        }
    }
    ratings
}

#[test]
fn weng_lin_finds_the_true_order() {
    let truth: Vec<f64> = (0..10).map(|at| 25.0 + 4.0 * f64::from(at) - 18.0).collect();
    for seats in [2, 4, 8] {
        let ratings = ladder(seats, 4000, &truth, 31);
        let is_ordered = ratings.windows(2).all(|pair| pair[0].mu < pair[1].mu);
        assert!(is_ordered, "{seats} seats: {ratings:?}");
    }
}

#[test]
fn weng_lin_error_bars_mean_what_they_say() {
    for (seats, matches) in [(2, 150), (2, 1000), (4, 100), (4, 500)] {
        let (mut covered, mut total) = (0, 0);
        for run in 0..100 {
            let mut chance = Chance::child(41, run);
            // Strengths drawn from the model's prior: normal with mean 25.
            let normal = |chance: &mut Chance| (0..12).map(|_| chance.unit()).sum::<f64>() - 6.0;
            let truth: Vec<f64> = (0..10).map(|_| 25.0 + 25.0 / 3.0 * normal(&mut chance)).collect();
            let ratings = ladder(seats, matches, &truth, chance.bits());
            // Only differences can be estimated: the common offset is removed.
            let common =
                ratings.iter().zip(&truth).map(|(rating, truth)| truth - rating.mu).sum::<f64>() / 10.0;
            for (rating, truth) in ratings.iter().zip(&truth) {
                covered += u32::from(rating.estimate(0.95).covers(*truth - common));
                total += 1;
            }
        }
        assert!((920..=985).contains(&covered), "{covered} of {total}: {seats} seats, {matches} matches");
    }
}

#[test]
fn the_table_ranks_by_all_matches_and_shares_ranks() {
    let mut cross = CrossTable::new(4);
    for (one, other, score) in [
        (2, 0, Score::Win),
        (2, 1, Score::Win),
        (0, 1, Score::Draw),
        (0, 3, Score::Win),
        (1, 3, Score::Win),
        (2, 3, Score::Draw),
    ] {
        play(&mut cross, one, other, score);
    }
    let rows = rows(&cross, &Settings::default());
    let ranks: Vec<_> = rows.iter().map(|row| (row.rank, row.entrant.0)).collect();
    assert_eq!(ranks[0], (1, 2));
    assert_eq!(ranks[3], (4, 3));
    near(rows[1].rating.value, rows[2].rating.value, 1e-9);
    near(rows[1].superiority.unwrap(), 0.5, 1e-9);
    assert_eq!(rows.iter().map(|row| row.matches).collect::<Vec<_>>(), [3, 3, 3, 3]);
    assert_eq!(rows.iter().map(|row| row.tally.points()).sum::<f64>(), 6.0);
    near(rows.iter().map(|row| row.rating.value).sum(), 0.0, 1e-9);
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
    let rows = rows(&cross, &Settings::default());
    assert!(rows[..10].iter().all(|row| row.entrant.0 > FIELD - 60), "{:?}", &rows[..10]);
    assert!(rows.iter().all(|row| row.rating.error() > 20.0 && row.rating.error() < 60.0));
}
