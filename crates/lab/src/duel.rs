//! A duel: pairs of matches on the same map with the seats swapped, until a sequential test decides which bot is better.

use serde_json::{Value, json};
use skirmish_core::rng::Seed;
use skirmish_core::seat::SeatCount;
use skirmish_league::Refusal;
use skirmish_league::schedule::duel_fixture;
use skirmish_league::score::{Pairs, Score, WinDrawLoss};
use skirmish_league::sprt::{self, DuelVerdict, Scale, Sprt, Verdict as SprtVerdict};

use crate::result::MatchResult;
use crate::series::{Next, Series};
use crate::tally::Tally;

/// The sequential test that decides a duel.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Test {
    /// Three-way test: better, worse, or a difference within the margin.
    Margin(sprt::Duel),
    /// Sequential probability ratio test of `elo1` against `elo0`.
    Sprt(Sprt),
}

/// The verdict of a duel about its first bot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// It is better.
    Better,
    /// It is worse.
    Worse,
    /// The difference is within the margin.
    NoDifference,
    /// The SPRT accepted `elo0`.
    NotBetter,
    /// No bound of the test has been reached.
    Undecided,
}

impl Verdict {
    /// The name in JSON output.
    pub fn word(self) -> &'static str {
        match self {
            Self::Better => "better",
            Self::Worse => "worse",
            Self::NoDifference => "no-difference",
            Self::NotBetter => "not-better",
            Self::Undecided => "undecided",
        }
    }
}

/// The log-likelihood ratio between its two bounds.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Evidence {
    /// The log-likelihood ratio (LLR) so far.
    pub llr: f64,
    /// The lower bound: at or below it the null hypothesis is accepted.
    pub lower: f64,
    /// The upper bound: at or above it the alternative is accepted.
    pub upper: f64,
}

impl Test {
    /// A three-way test with a margin in Elo and error rates `alpha` and `beta`.
    pub fn margin(margin: f64, alpha: f64, beta: f64) -> Result<Self, Refusal> {
        Ok(Self::Margin(sprt::Duel::new(margin, alpha, beta)?))
    }

    /// An SPRT of `elo1` against `elo0`, in logistic Elo.
    pub fn sprt(elo0: f64, elo1: f64, alpha: f64, beta: f64) -> Result<Self, Refusal> {
        Ok(Self::Sprt(Sprt::new(elo0, elo1, alpha, beta, Scale::Logistic)?))
    }

    /// The verdict after these pairs.
    pub fn judge(&self, pairs: &Pairs) -> Verdict {
        match self {
            Self::Margin(duel) => match duel.judge(pairs) {
                DuelVerdict::Better => Verdict::Better,
                DuelVerdict::Worse => Verdict::Worse,
                DuelVerdict::NoDifference => Verdict::NoDifference,
                DuelVerdict::Undecided => Verdict::Undecided,
            },
            Self::Sprt(sprt) => match sprt.judge(pairs) {
                SprtVerdict::Better => Verdict::Better,
                SprtVerdict::NotBetter => Verdict::NotBetter,
                SprtVerdict::Undecided => Verdict::Undecided,
            },
        }
    }

    /// The log-likelihood ratio after these pairs; of a three-way test the one that is nearer to its bound.
    pub fn evidence(&self, pairs: &Pairs) -> Evidence {
        match self {
            Self::Sprt(sprt) => {
                let (lower, upper) = sprt.bounds();
                Evidence { llr: sprt.llr(pairs), lower, upper }
            }
            Self::Margin(duel) => {
                let sprt::Progress { better, worse, same, lower, upper, .. } = duel.progress(pairs);
                // Evidence for a difference and evidence against one: the one that is nearer to its bound.
                let differs = better.max(worse);
                let llr = if differs / upper >= same / lower { differs } else { same };
                Evidence { llr, lower, upper }
            }
        }
    }
}

/// A duel, and what its results so far add up to.
#[derive(Clone, Debug)]
pub struct Duel {
    seats: SeatCount,
    seed: Seed,
    most_matches: u64,
    test: Test,
    /// Pentanomial counts of the pairs of which neither match is void.
    pairs: Pairs,
    /// Wins, draws and losses of the matches in these pairs.
    score: WinDrawLoss,
    tally: Tally,
    /// The score of the first match of a pair until its second is taken; `Some(None)` if the first is void.
    first_half: Option<Option<Score>>,
    /// The estimate after each pair: (matches, Elo, low, high).
    history: Vec<[f64; 4]>,
    verdict: Verdict,
}

const SIDES: usize = 2;
/// The most estimates that are kept; later ones are dropped.
const MOST_HISTORY: usize = 4096;

impl Duel {
    /// A duel of at most `most_matches` matches, rounded up to whole pairs.
    pub fn new(seats: SeatCount, seed: Seed, most_matches: u64, test: Test) -> Self {
        Self {
            seats,
            seed,
            most_matches: most_matches.next_multiple_of(2),
            test,
            pairs: Pairs::default(),
            score: WinDrawLoss::default(),
            tally: Tally::new(SIDES),
            first_half: None,
            history: Vec::new(),
            verdict: Verdict::Undecided,
        }
    }

    /// The schedule's fields in a results file: none. Test and limit decide how many matches are played, not which, so a
    /// duel may be resumed with others.
    pub fn schedule_fields() -> Value {
        json!({})
    }

    /// The verdict after the results taken so far.
    pub fn verdict(&self) -> Verdict {
        self.verdict
    }

    /// Pentanomial counts of the pairs that count: those without a void match.
    pub fn pairs(&self) -> &Pairs {
        &self.pairs
    }

    /// Wins, draws and losses of the first bot in these pairs.
    pub fn score(&self) -> &WinDrawLoss {
        &self.score
    }

    /// Faults, times and metrics of all matches, those of incomplete pairs included.
    pub fn tally(&self) -> &Tally {
        &self.tally
    }

    /// The log-likelihood ratio after the results taken so far.
    pub fn evidence(&self) -> Evidence {
        self.test.evidence(&self.pairs)
    }

    /// The estimate after each pair, for a plot: (matches, Elo, low, high).
    pub fn history(&self) -> &[[f64; 4]] {
        &self.history
    }

    /// The limit on matches, an even number.
    pub fn most_matches(&self) -> u64 {
        self.most_matches
    }

    /// The score of the first bot; `None` if the match is void.
    fn score_of(result: &MatchResult) -> Option<Score> {
        let outcome = result.outcome()?;
        let places = |side: u32| -> Vec<u8> {
            let seats = result.seats.iter().zip(&outcome.places);
            seats.filter(|(bot, _)| **bot == side).map(|(_, &place)| place).collect()
        };
        Some(Score::by_sides(&places(0), &places(1)))
    }
}

impl Series for Duel {
    fn fixture(&self, number: u64) -> Next {
        if number >= self.most_matches {
            return Next::None;
        }
        Next::Match(duel_fixture(number, self.seats.get() as u32, self.seed.0))
    }

    fn take(&mut self, result: &MatchResult) {
        self.tally.add(result);
        let score = Self::score_of(result);
        let Some(first) = self.first_half.take() else {
            self.first_half = Some(score);
            return;
        };
        // Half a pair would favour a seat, so a pair with a void match is dropped.
        let (Some(first), Some(second)) = (first, score) else { return };
        self.pairs.add(first, second);
        self.score.add(first);
        self.score.add(second);
        self.verdict = self.test.judge(&self.pairs);
        if self.history.len() < MOST_HISTORY {
            let elo = self.pairs.elo();
            self.history.push([self.pairs.matches() as f64, elo.value, elo.low, elo.high]);
        }
    }

    fn is_decided(&self) -> bool {
        self.verdict != Verdict::Undecided
    }

    fn most(&self) -> u64 {
        self.most_matches
    }
}
