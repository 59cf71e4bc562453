//! Simulated duels: how often each verdict falls, how many matches it takes, and whether estimates and their
//! intervals hold. `cargo bench -p skirmish-league --bench verdicts -- 2000` plays each row 2000 times;
//! a word of a test's name plays that test alone.

#[path = "../tests/league/bots.rs"]
#[allow(dead_code, reason = "the tests use the rest")]
mod bots;

use bots::{WORLDS, World, pair};
use skirmish_league::chance::Chance;
use skirmish_league::score::{Estimate, Pairs};
use skirmish_league::sprt::{Duel, DuelVerdict, Scale, Sprt, Verdict};

/// A test, told to end after its own number of matches.
#[derive(Clone, Copy)]
enum Test {
    Margin(Duel),
    Sprt(Sprt),
}

/// A verdict as a column of the table.
#[derive(Clone, Copy)]
enum Column {
    Better,
    Same,
    Worse,
    Undecided,
}

impl Test {
    fn sprt(elo0: f64, elo1: f64) -> Self {
        let test = Sprt::new(elo0, elo1, Duel::ERROR_RATE, Duel::ERROR_RATE, Scale::Logistic);
        Self::Sprt(test.expect("sensible hypotheses"))
    }

    fn judge(&self, pairs: &Pairs) -> Column {
        match self {
            Self::Margin(duel) => match duel.judge(pairs) {
                DuelVerdict::Better => Column::Better,
                DuelVerdict::Worse => Column::Worse,
                DuelVerdict::NoDifference => Column::Same,
                DuelVerdict::Undecided => Column::Undecided,
            },
            Self::Sprt(sprt) => match sprt.judge(pairs) {
                Verdict::Better => Column::Better,
                Verdict::NotBetter => Column::Worse,
                Verdict::Undecided => Column::Undecided,
            },
        }
    }

    fn estimate(&self, pairs: &Pairs) -> Estimate {
        match self {
            Self::Margin(duel) => duel.estimate(pairs).elo,
            Self::Sprt(sprt) => sprt.estimate(pairs).elo,
        }
    }

    fn enough_matches(&self) -> u64 {
        match self {
            Self::Margin(duel) => duel.enough_matches(),
            Self::Sprt(sprt) => sprt.enough_matches(),
        }
    }
}

fn main() {
    let words: Vec<String> = std::env::args().skip(1).filter(|word| !word.starts_with('-')).collect();
    let runs = words.iter().find_map(|word| word.parse().ok()).unwrap_or(200);
    let wanted = words.iter().find(|word| word.parse::<u32>().is_err());
    let near = &[-20.0, -5.0, 0.0, 5.0, 10.0, 20.0, 40.0, 50.0, 200.0][..];
    for (name, test, elos) in [
        ("margin 25", Test::Margin(Duel::default()), near),
        ("elo0 -10, elo1 30", Test::sprt(-10.0, 30.0), near),
        ("elo0 0, elo1 10", Test::sprt(0.0, 10.0), near),
        ("small: elo0 0, elo1 5", Test::sprt(0.0, 5.0), &[0.0, 2.5, 5.0, 10.0]),
    ] {
        if wanted.is_some_and(|word| !name.contains(word.as_str())) {
            continue;
        }
        for world in WORLDS {
            println!("\n{name}, at most {} matches, {world:?}", test.enough_matches());
            println!(
                "   Elo  better    same   worse  undecided  matches | plain: bias  covered | corrected: bias  covered"
            );
            elos.iter().for_each(|&elo| row(&test, world, elo, runs));
        }
    }
}

fn row(test: &Test, world: World, elo: f64, runs: u32) {
    let (mut verdicts, mut matches) = ([0u32; 4], 0);
    let mut measured = [(0.0, 0u32); 2];
    for run in 0..runs {
        let mut chance = Chance::child(elo.to_bits(), u64::from(run));
        let mut pairs = Pairs::default();
        let verdict = loop {
            let (one, other) = pair(&mut chance, world, elo);
            pairs.add(one, other);
            match test.judge(&pairs) {
                Column::Undecided if pairs.matches() < test.enough_matches() => {}
                verdict => break verdict,
            }
        };
        verdicts[verdict as usize] += 1;
        matches += pairs.matches();
        for ((error, covered), estimate) in measured.iter_mut().zip([pairs.elo(), test.estimate(&pairs)]) {
            *error += estimate.value - elo;
            *covered += u32::from(estimate.covers(elo));
        }
    }
    let share = |count: u32| 100.0 * f64::from(count) / f64::from(runs);
    let [better, same, worse, undecided] = verdicts.map(share);
    let [plain, corrected] = measured.map(|(error, covered)| (error / f64::from(runs), share(covered)));
    println!(
        "{elo:+6} {better:5.1} % {same:5.1} % {worse:5.1} %    {undecided:5.1} %  {:7.0} |       {:+5.1}  {:5.1} % |           {:+5.1}  {:5.1} %",
        matches as f64 / f64::from(runs),
        plain.0,
        plain.1,
        corrected.0,
        corrected.1
    );
}
