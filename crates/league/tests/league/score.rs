use skirmish_league::chance::Chance;
use skirmish_league::elo::{ELO_CAP, elo_of};
use skirmish_league::score::{Pairs, Score, WinDrawLoss};

use crate::bots::{World, one_match, pairs};
use crate::near;

#[test]
fn elo_of_single_matches_is_that_of_fastchess() {
    // Wins, losses, draws; Elo, its error, normalised Elo, its error, superiority in percent.
    let tally = WinDrawLoss { wins: 136, losses: 96, draws: 111 };
    near(tally.elo().value, 40.70, 0.01);
    near(tally.elo().error(), 30.43, 0.3);
    near(tally.normalised_elo().value, 49.77, 0.01);
    near(tally.normalised_elo().error(), 36.77, 0.01);
    near(tally.superiority(), 0.9960, 0.001);
    let tally = WinDrawLoss { wins: 76, losses: 89, draws: 123 };
    near(tally.normalised_elo().value, -20.76, 0.01);
    near(tally.normalised_elo().error(), 40.13, 0.01);
    near(tally.superiority(), 0.1553, 0.001);
    let tally = WinDrawLoss { wins: 34, losses: 356, draws: 0 };
    near(tally.normalised_elo().value, -508.44, 0.01);
}

#[test]
fn elo_of_pairs_is_that_of_fastchess() {
    let check = |counts, elo, error, normalised, normalised_error| {
        let pairs = Pairs { counts };
        near(pairs.elo().value, elo, 0.01);
        near(pairs.elo().error(), error, 0.01 * error);
        near(pairs.normalised_elo().value, normalised, 0.01);
        near(pairs.normalised_elo().error(), normalised_error, 0.01);
    };
    check([34, 54, 31 + 32, 64, 75], 55.58, 27.65, 57.94, 28.28);
    check([332, 433, 457 + 41, 333, 334], -8.64, 10.33, -9.17, 10.96);
    check([7895, 8757, 5485 + 200, 568, 9999], -21.04, 2.95, -19.01, 2.65);
    near(Pairs { counts: [332, 433, 498, 333, 334] }.superiority(), 0.0505, 0.001);
}

#[test]
fn without_matches_nothing_is_known() {
    for elo in [WinDrawLoss::default().elo(), Pairs::default().elo()] {
        assert_eq!((elo.value, elo.low, elo.high), (0.0, -ELO_CAP, ELO_CAP));
        assert!(elo.is_open_below && elo.is_open_above);
    }
    assert_eq!(WinDrawLoss::default().superiority(), 0.5);
    assert_eq!(Pairs::default().score().value, 0.5);
}

#[test]
fn a_perfect_record_is_bounded_and_open_above() {
    for wins in [1, 2, 10, 1000, 10_000] {
        let tally = WinDrawLoss { wins, ..WinDrawLoss::default() };
        let elo = tally.elo();
        assert!(elo.is_open_above && !elo.is_open_below, "{elo:?}");
        assert!(elo.low < elo.value && elo.value < elo.high && elo.high == ELO_CAP, "{elo:?}");
        assert!(tally.superiority() > 0.5 && tally.superiority() <= 1.0);
        let flipped = tally.flipped().elo();
        near(flipped.value, -elo.value, 1e-9);
        near(flipped.high, -elo.low, 1e-6);
        assert!(flipped.is_open_below);
    }
    let ten = WinDrawLoss { wins: 10, ..WinDrawLoss::default() };
    // Ten wins of ten do not rule out a bot that wins eight of ten, but one that wins two of three.
    assert!(ten.elo().low < elo_of(0.8) && ten.elo().low > elo_of(0.667), "{:?}", ten.elo());
}

#[test]
fn always_the_same_result_still_has_an_error() {
    let draws = WinDrawLoss { draws: 50, ..WinDrawLoss::default() }.score();
    assert!(draws.low < 0.481 && draws.high > 0.519 && draws.error() < 0.1, "{draws:?}");
    let split = Pairs { counts: [0, 0, 25, 0, 0] }.score();
    assert!(split.low < 0.48 && split.high > 0.52, "{split:?}");
}

#[test]
fn every_number_shown_is_finite() {
    for wins in 0..5 {
        for draws in 0..5 {
            for losses in 0..5 {
                let tally = WinDrawLoss { wins, draws, losses };
                for shown in [tally.score(), tally.elo(), tally.normalised_elo(), tally.elo_at(0.999)] {
                    assert!([shown.value, shown.low, shown.high].iter().all(|number| number.is_finite()));
                    assert!(shown.covers(shown.value), "{tally:?} {shown:?}");
                }
                assert!((0.0..=1.0).contains(&tally.superiority()));
            }
        }
    }
}

#[test]
fn the_seats_of_a_side_are_compared_one_by_one() {
    assert_eq!(Score::by_place(0, 1), Score::Win);
    assert_eq!(Score::by_place(3, 3), Score::Draw);
    assert_eq!(Score::by_sides(&[2], &[0, 1]), Score::Loss);
    assert_eq!(Score::by_sides(&[1, 1], &[1, 1]), Score::Draw);
}

#[test]
fn intervals_cover_the_truth_as_often_as_they_say() {
    const RUNS: u32 = 1000;
    for (world, elo, count) in [
        (World::Plain, 0.0, 20),
        (World::Plain, 100.0, 50),
        (World::Drawish, 35.0, 30),
        (World::SeatMatters, -60.0, 100),
        (World::MapMatters, 35.0, 200),
    ] {
        let covered = (0..RUNS)
            .filter(|run| {
                let mut chance = Chance::child(5, u64::from(*run));
                pairs(&mut chance, world, elo, count).elo().covers(elo)
            })
            .count();
        assert!(
            (920..=980).contains(&covered),
            "{covered} of {RUNS} in {world:?} at {elo} after {count} pairs"
        );
    }
}

#[test]
fn intervals_of_single_matches_cover_the_truth() {
    let covered = (0..1000)
        .filter(|run| {
            let mut chance = Chance::child(6, *run);
            let mut tally = WinDrawLoss::default();
            (0..60).for_each(|_| tally.add(one_match(&mut chance, 0.62, 0.3)));
            tally.score().covers(0.62)
        })
        .count();
    assert!((920..=980).contains(&covered), "{covered}");
}
