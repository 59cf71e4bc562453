//! Ratings of a field: intervals hold whatever its spread is, and the order of results does not matter.

use crate::near;
use skirmish_league::Entrant;
use skirmish_league::chance::Chance;
use skirmish_league::elo::score_of;
use skirmish_league::field::{
    FieldRating, MOST_EXACT, Meetings, Member, SCALE_MEAN, rate, weight_of_comparison,
};

/// A normal number, by the sum of twelve.
fn normal(chance: &mut Chance) -> f64 {
    (0..12).map(|_| chance.unit()).sum::<f64>() - 6.0
}

struct Simulated {
    truth: Vec<f64>,
    members: Vec<Member>,
    meetings: Vec<Meetings>,
}

fn met(one: usize, other: usize, won: f64, lost: f64) -> Meetings {
    Meetings { one: Entrant(one as u32), other: Entrant(other as u32), won, drawn: 0.0, lost }
}

/// A field of that spread in Elo a third of them anchors, everybody with about so many matches: four of five against somebody
/// who seems about as strong by the results before, one against anybody.
fn simulated(bots: usize, spread: f64, matches: usize, seed: u64) -> Simulated {
    let mut chance = Chance::new(seed);
    let truth: Vec<f64> = (0..bots).map(|_| spread * normal(&mut chance)).collect();
    let members: Vec<Member> =
        (0..bots).map(|at| Member { predecessor: None, is_anchor: at < bots / 3 }).collect();
    let mut meetings = Vec::new();
    let mut order: Vec<usize> = (0..bots).collect();
    for round in 0..matches / 2 {
        if round.is_power_of_two() {
            let ratings = rate(&members, &meetings);
            order.sort_by(|a, b| ratings[*a].value.total_cmp(&ratings[*b].value));
        }
        for place in 0..bots {
            let near = (place.saturating_sub(4) + chance.below(9) as usize).min(bots - 1);
            let other = if chance.below(5) == 0 { chance.below(bots as u32) as usize } else { near };
            let (one, other) = (order[place], order[other]);
            if one != other {
                let won = f64::from(chance.unit() < score_of(truth[one] - truth[other]));
                meetings.push(met(one, other, won, 1.0 - won));
            }
        }
    }
    Simulated { truth, members, meetings }
}

/// The share of members whose true strength, relative to the field, is within their interval.
fn coverage(field: &Simulated) -> f64 {
    let ratings = rate(&field.members, &field.meetings);
    let apart = |(rating, truth): (&FieldRating, &f64)| rating.value - truth;
    let zero = ratings.iter().zip(&field.truth).map(apart).sum::<f64>() / ratings.len() as f64;
    let is_within =
        |(rating, truth): &(&FieldRating, &f64)| (rating.value - zero - **truth).abs() <= rating.error;
    ratings.iter().zip(&field.truth).filter(is_within).count() as f64 / ratings.len() as f64
}

fn mean_coverage(bots: usize, spread: f64, matches: usize, fields: u64) -> f64 {
    (0..fields).map(|seed| coverage(&simulated(bots, spread, matches, seed))).sum::<f64>() / fields as f64
}

#[test]
fn intervals_cover_whatever_the_spread_of_the_field_is() {
    for (bots, matches, fields) in [(10, 20, 100), (10, 60, 60), (50, 30, 8)] {
        for spread in [74.0, 246.0, 740.0] {
            let coverage = mean_coverage(bots, spread, matches, fields);
            assert!(
                (0.93..=0.98).contains(&coverage),
                "{bots} bots of spread {spread}, {matches} matches: {coverage}"
            );
        }
    }
}

#[test]
fn estimated_intervals_of_a_large_field_are_those_of_an_exact_one() {
    // The same field, once with so many members more, who never met anybody, that it is no longer exact.
    let small = simulated(MOST_EXACT, 246.0, 30, 5);
    let mut large = small.members.clone();
    large.push(Member { predecessor: Some(Entrant(7)), is_anchor: false });
    let exact = rate(&small.members, &small.meetings);
    let estimated = rate(&large, &small.meetings);
    let mut difference = 0.0;
    for (exact, estimated) in exact.iter().zip(&estimated) {
        near(estimated.value, exact.value, 2.0);
        near(estimated.error / exact.error, 1.0, 0.15);
        difference += (estimated.error / exact.error - 1.0).abs() / MOST_EXACT as f64;
    }
    assert!(difference < 0.03, "{difference}");
}

#[test]
fn a_new_version_inherits_with_more_doubt() {
    let mut field = simulated(20, 246.0, 60, 3);
    let before = rate(&field.members, &field.meetings);
    field.members.push(Member { predecessor: Some(Entrant(17)), is_anchor: false });
    let after = rate(&field.members, &field.meetings);
    near(after[20].value, after[17].value, 0.1);
    near(after[17].value, before[17].value, 0.1);
    assert!(after[20].error > after[17].error + 50.0, "{after:?}");
    assert!(after[20].error < after[17].error + 200.0, "{after:?}");
}

#[test]
fn versions_that_differ_much_are_found_to() {
    // Ten bots, each with two versions; all of the first versions met each other, and all of the second ones.
    let field = |better: bool| {
        let mut members = vec![Member { is_anchor: true, ..Member::default() }; 10];
        members.extend((0..10).map(|at| Member { predecessor: Some(Entrant(at)), is_anchor: false }));
        let mut meetings: Vec<Meetings> =
            (0..9).flat_map(|one| (one + 1..10).map(move |other| met(one, other, 10.0, 10.0))).collect();
        let won = if better { 19.0 } else { 10.0 };
        meetings.extend((10..20).flat_map(|one| (0..10).map(move |other| met(one, other, won, 20.0 - won))));
        members.push(Member { predecessor: Some(Entrant(10)), is_anchor: false });
        rate(&members, &meetings)[20]
    };
    assert!(field(true).error > 2.0 * field(false).error, "{:?} {:?}", field(true), field(false));
}

#[test]
fn the_order_of_results_and_how_they_are_summed_up_changes_no_bit() {
    for bots in [30, MOST_EXACT + 30] {
        let mut field = simulated(bots, 246.0, 20, 11);
        let bits = |field: &Simulated| -> Vec<[u64; 2]> {
            let ratings = rate(&field.members, &field.meetings);
            ratings.iter().map(|rating| [rating.value.to_bits(), rating.error.to_bits()]).collect()
        };
        let first = bits(&field);
        Chance::new(2).shuffle(&mut field.meetings);
        for met in field.meetings.iter_mut().step_by(3) {
            *met = Meetings { one: met.other, other: met.one, won: met.lost, lost: met.won, ..*met };
        }
        assert_eq!(bits(&field), first);
        field.meetings.sort_by_key(|met| (met.one, met.other));
        let mut summed: Vec<Meetings> = Vec::new();
        for met in field.meetings {
            match summed.last_mut() {
                Some(last) if (last.one, last.other) == (met.one, met.other) => {
                    (last.won, last.lost) = (last.won + met.won, last.lost + met.lost);
                }
                _ => summed.push(met),
            }
        }
        field.meetings = summed;
        assert_eq!(bits(&field), first);
    }
}

#[test]
fn intervals_cover_in_matches_of_four_seats() {
    let (mut within, mut all) = (0.0, 0.0);
    for seed in 0..40 {
        let mut chance = Chance::new(seed);
        let mut field = simulated(20, 246.0, 0, seed);
        let weight = weight_of_comparison(4);
        for _ in 0..100 {
            let mut seats: Vec<usize> = (0..20).collect();
            chance.shuffle(&mut seats);
            // By strength and luck of the Gumbel distribution: each two of them as in a match of two.
            let mut places: Vec<(f64, usize)> = seats[..4]
                .iter()
                .map(|&at| {
                    let luck = -libm::log(-libm::log(chance.unit().max(1e-300)));
                    (field.truth[at] * std::f64::consts::LN_10 / 400.0 + luck, at)
                })
                .collect();
            places.sort_by(|a, b| b.0.total_cmp(&a.0));
            for place in 0..4 {
                for behind in place + 1..4 {
                    field.meetings.push(met(places[place].1, places[behind].1, weight, 0.0));
                }
            }
        }
        (within, all) = (within + coverage(&field), all + 1.0);
    }
    assert!((0.93..=0.97).contains(&(within / all)), "{}", within / all);
}

#[test]
fn draws_tell_as_much_as_wins_and_losses_with_less_noise() {
    let error = |drawn: f64| {
        let members = [Member { is_anchor: true, ..Member::default() }, Member::default()];
        let even = (40.0 - drawn) / 2.0;
        let rating = rate(&members, &[Meetings { drawn, ..met(1, 0, even, even) }])[1];
        near(rating.value, SCALE_MEAN, 0.1);
        rating.error
    };
    assert!(error(20.0) < 0.85 * error(0.0), "{} {}", error(20.0), error(0.0));
}

#[test]
fn nobody_is_infinitely_strong_and_an_empty_field_is_no_trouble() {
    assert!(rate(&[], &[]).is_empty());
    let members = [Member::default(); 2];
    let ratings = rate(&members, &[met(0, 1, 30.0, 0.0)]);
    assert!(ratings[0].value > ratings[1].value && ratings[0].value < 3000.0, "{ratings:?}");
    assert!(ratings.iter().all(|rating| rating.error.is_finite() && rating.error > 100.0), "{ratings:?}");
}

#[test]
fn what_is_no_meeting_of_two_members_counts_for_nothing() {
    let members =
        [Member { predecessor: Some(Entrant(1)), is_anchor: false }, Member::default(), Member::default()];
    let meetings = [met(0, 1, 3.0, 1.0), met(1, 2, 2.0, 2.0)];
    let expected = rate(&members, &meetings);
    let nothing = [met(2, 2, 9.0, 0.0), met(0, 3, 9.0, 0.0), met(0, 2, 0.0, 0.0), met(0, 2, -4.0, f64::NAN)];
    assert_eq!(rate(&members, &[&meetings[..], &nothing[..]].concat()), expected);
}
