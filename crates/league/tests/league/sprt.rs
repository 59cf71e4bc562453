use skirmish_league::Refusal;
use skirmish_league::chance::Chance;
use skirmish_league::score::{Pairs, WinDrawLoss};
use skirmish_league::sprt::{Scale, Sprt, Verdict};

use crate::bots::{World, pair};
use crate::{at_most, near};

fn test(elo0: f64, elo1: f64, scale: Scale) -> Sprt {
    Sprt::new(elo0, elo1, 0.05, 0.05, scale).expect("a sensible test")
}

#[test]
fn ratios_of_pairs_are_those_of_fastchess() {
    let check = |counts, elo0, elo1, scale, expected: f64| {
        near(test(elo0, elo1, scale).llr(&Pairs { counts }), expected, 0.006_f64.max(0.002 * expected.abs()));
    };
    check([365, 16618, 36029 + 200, 16974, 390], 0.0, 2.0, Scale::Normalised, 2.25);
    check([127, 4883, 10311 + 401, 5150, 104], -1.75, 0.25, Scale::Normalised, 3.01);
    check([223, 9863, 20279 + 1000, 10037, 246], 0.5, 2.5, Scale::Logistic, -3.07);
    check([871, 26175, 55003 + 980, 26678, 821], 0.0, 2.0, Scale::Logistic, -4.98);
}

#[test]
fn always_the_same_pair_result_gives_the_ratio_of_fishtest() {
    // Its algorithm, evaluated step by step in double precision.
    let wins = Pairs { counts: [0, 0, 0, 0, 104] };
    near(test(0.0, 5.0, Scale::Normalised).llr(&wins), 2.094_954_527_648, 1e-9);
    let draws = WinDrawLoss { draws: 16_700, ..WinDrawLoss::default() };
    near(test(0.0, 5.0, Scale::Normalised).llr_unpaired(&draws), -3.450_539_774_1, 1e-7);
}

#[test]
fn ratios_of_single_matches_are_those_of_fastchess() {
    let check = |wins, losses, draws, elo0, elo1, scale, expected| {
        near(test(elo0, elo1, scale).llr_unpaired(&WinDrawLoss { wins, draws, losses }), expected, 0.006);
    };
    check(36433, 36027, 68692, 0.0, 2.0, Scale::Normalised, 0.92);
    check(10871, 10650, 20431, -1.75, 0.25, Scale::Normalised, 2.30);
    check(21404, 21184, 40708, 0.5, 2.5, Scale::Logistic, -1.57);
    check(57433, 57030, 106593, 0.0, 2.0, Scale::Logistic, -2.59);
}

#[test]
fn without_matches_a_test_is_undecided() {
    for scale in [Scale::Logistic, Scale::Normalised] {
        assert_eq!(test(0.0, 5.0, scale).llr(&Pairs::default()), 0.0);
        assert_eq!(test(0.0, 5.0, scale).judge(&Pairs::default()), Verdict::Undecided);
    }
}

#[test]
fn bots_that_always_split_the_pair_end_as_not_better() {
    let split = Pairs { counts: [0, 0, 400, 0, 0] };
    assert_eq!(test(0.0, 10.0, Scale::Logistic).judge(&split), Verdict::NotBetter);
    assert!(test(0.0, 10.0, Scale::Normalised).llr(&split).is_finite());
}

#[test]
fn senseless_tests_are_refused_in_a_sentence() {
    let refused = Sprt::new(5.0, 0.0, 0.05, 0.05, Scale::Logistic).unwrap_err();
    assert_eq!(
        refused.to_string(),
        "a test between 5 and 0 Elo makes no sense: the first must be below the second, both from -1000 to 1000"
    );
    assert!(Sprt::new(f64::NAN, 0.0, 0.05, 0.05, Scale::Logistic).is_err());
    assert_eq!(Sprt::new(0.0, 5.0, 0.0, 0.05, Scale::Logistic), Err(Refusal::ErrorRate(0.0)));
    assert_eq!(Sprt::new(0.0, 5.0, 0.05, 0.5, Scale::Logistic), Err(Refusal::ErrorRate(0.5)));
}

#[test]
fn a_55_percent_bot_is_accepted_and_a_50_percent_bot_is_not_at_the_promised_rates() {
    const RUNS: u32 = 400;
    let test = test(0.0, 34.86, Scale::Logistic);
    let wrong = |elo, expected, stream| {
        let judge = |run: u32| {
            let mut chance = Chance::child(stream, u64::from(run));
            let mut pairs = Pairs::default();
            loop {
                let (one, other) = pair(&mut chance, World::Plain, elo);
                pairs.add(one, other);
                match test.judge(&pairs) {
                    Verdict::Undecided => assert!(pairs.pairs() < 10_000),
                    verdict => return verdict,
                }
            }
        };
        (0..RUNS).filter(|&run| judge(run) != expected).count() as u32
    };
    at_most(wrong(34.86, Verdict::Better, 1), RUNS, 0.05);
    at_most(wrong(0.0, Verdict::NotBetter, 2), RUNS, 0.05);
}
