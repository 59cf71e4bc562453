//! A duel: pairs of matches on the same map with the seats swapped, until a sequential test decides which bot is better.

use serde_json::{Value, json};
use skirmish_core::rng::Seed;
use skirmish_core::seat::SeatCount;
use skirmish_league::Refusal;
use skirmish_league::schedule::{Fixture, duel_fixture};
use skirmish_league::score::{Estimate, Pairs, Score, WinDrawLoss};
use skirmish_league::sprt::{self, DuelVerdict, Scale, Sprt, Stopped, Verdict as SprtVerdict};

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

/// The log-likelihood ratios (LLR) of a test, with their bounds.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Evidence {
    /// Above 0 for "better", below 0 for "worse" or "not better".
    pub llr: f64,
    /// The lower bound: at or below it the verdict is "worse" or "not better".
    pub lower: f64,
    /// The upper bound: at or above it the verdict is "better".
    pub upper: f64,
    /// Three-way tests only: the evidence for "no difference".
    pub same: Option<SameEvidence>,
}

/// The evidence of a three-way test for "no difference".
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SameEvidence {
    /// The margin in Elo.
    pub margin: f64,
    /// The log-likelihood ratio of a difference of just the margin, in the likelier direction.
    pub llr: f64,
    /// At or below this the verdict is "no difference".
    pub bound: f64,
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

    /// The log-likelihood ratios after these pairs.
    pub fn evidence(&self, pairs: &Pairs) -> Evidence {
        match self {
            Self::Sprt(sprt) => {
                let (lower, upper) = sprt.bounds();
                Evidence { llr: sprt.llr(pairs), lower, upper, same: None }
            }
            Self::Margin(duel) => {
                let sprt::Progress { better, worse, same, lower, upper, .. } = duel.progress(pairs);
                // Neither is likelier than equality: no evidence of a difference.
                let llr = if better >= worse { better.max(0.0) } else { -worse.max(0.0) };
                let same = SameEvidence { margin: duel.margin(), llr: same, bound: lower };
                Evidence { llr, lower: -upper, upper, same: Some(same) }
            }
        }
    }

    /// The strength of the first bot, corrected for the stopping rule.
    pub fn estimate(&self, pairs: &Pairs) -> Stopped {
        match self {
            Self::Margin(duel) => duel.estimate(pairs),
            Self::Sprt(sprt) => sprt.estimate(pairs),
        }
    }

    /// The expected number of matches until the test ends or `most` are played, if the score so far is the true one.
    pub fn matches_left(&self, pairs: &Pairs, most: u64) -> u64 {
        let left = match self {
            Self::Margin(duel) => duel.matches_left(pairs, most),
            Self::Sprt(sprt) => sprt.matches_left(pairs, most),
        };
        left.round() as u64
    }

    /// The number of matches within which 99 of 100 duels end.
    pub fn enough_matches(&self) -> u64 {
        match self {
            Self::Margin(duel) => duel.enough_matches(),
            Self::Sprt(sprt) => sprt.enough_matches(),
        }
    }
}

/// A duel, and what its results so far add up to.
#[derive(Clone, Debug)]
pub struct Duel {
    seats: SeatCount,
    seed: Seed,
    /// Map seeds given by the user, instead of those derived from the seed.
    seeds: Vec<Seed>,
    most_matches: u64,
    test: Test,
    /// Pentanomial counts of the pairs of which neither match is void.
    pairs: Pairs,
    /// Wins, draws and losses of the matches in these pairs.
    score: WinDrawLoss,
    tally: Tally,
    /// The score of the first match of a pair until its second is taken; `Some(None)` if the first is void.
    first_half: Option<Option<Score>>,
    history: History,
    verdict: Verdict,
}

/// The counts after some of the pairs, for a plot.
#[derive(Clone, Debug)]
struct History {
    /// Every how many pairs the counts are kept.
    every: u64,
    counts: Vec<Pairs>,
}

impl History {
    /// The most counts that are kept; at more than that, every second is dropped.
    const MOST: usize = 128;

    fn add(&mut self, pairs: &Pairs) {
        if !pairs.pairs().is_multiple_of(self.every) {
            return;
        }
        self.counts.push(*pairs);
        if self.counts.len() > Self::MOST {
            self.every *= 2;
            self.counts.retain(|pairs| pairs.pairs().is_multiple_of(self.every));
        }
    }
}

const SIDES: usize = 2;

impl Duel {
    /// A duel of at most `most_matches` matches, rounded up to whole pairs.
    pub fn new(seats: SeatCount, seed: Seed, most_matches: u64, test: Test) -> Self {
        Self {
            seats,
            seed,
            seeds: Vec::new(),
            most_matches: most_matches.next_multiple_of(2),
            test,
            pairs: Pairs::default(),
            score: WinDrawLoss::default(),
            tally: Tally::new(SIDES),
            first_half: None,
            history: History { every: 1, counts: Vec::new() },
            verdict: Verdict::Undecided,
        }
    }

    /// The same duel on these maps, each for one pair; on maps derived from the seed if there are none.
    pub fn on_maps(mut self, seeds: Vec<Seed>) -> Self {
        if !seeds.is_empty() {
            self.most_matches = self.most_matches.min(2 * seeds.len() as u64);
        }
        self.seeds = seeds;
        self
    }

    /// The schedule's fields in a results file: the maps, if they are given. Test and limit decide how many matches are
    /// played, not which, so a duel may be resumed with others.
    pub fn schedule_fields(seeds: &[Seed]) -> Value {
        if seeds.is_empty() {
            return json!({});
        }
        json!({ "seeds": seeds.iter().map(|seed| seed.0).collect::<Vec<_>>() })
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

    /// The log-likelihood ratios after the results taken so far.
    pub fn evidence(&self) -> Evidence {
        self.test.evidence(&self.pairs)
    }

    /// The strength of the first bot, corrected for the stopping rule.
    pub fn estimate(&self) -> Stopped {
        self.test.estimate(&self.pairs)
    }

    /// The estimates on the way to this point, for a plot: at most 128, evenly spaced, and the last.
    pub fn history(&self) -> Vec<(u64, Estimate)> {
        let last = (self.history.counts.last() != Some(&self.pairs)).then_some(&self.pairs);
        let counts = self.history.counts.iter().chain(last);
        counts.map(|pairs| (pairs.matches(), self.test.estimate(pairs).elo)).collect()
    }

    /// The expected number of matches until a verdict or until `most` are played, if the score so far is the true one; `None`
    /// if there is a verdict, or the score says nothing yet.
    pub fn matches_left(&self, most: u64) -> Option<u64> {
        /// Fewer pairs say nothing about how many it takes.
        const FEWEST_PAIRS: u64 = 10;
        let is_known = self.verdict == Verdict::Undecided && self.pairs.pairs() >= FEWEST_PAIRS;
        is_known.then(|| self.test.matches_left(&self.pairs, most))
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
        let fixture = duel_fixture(number, self.seats.get() as u32, self.seed.0);
        let map_seed = self.seeds.get(fixture.map as usize).map_or(fixture.map_seed, |seed| seed.0);
        Next::Match(Fixture { map_seed, ..fixture })
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
        self.history.add(&self.pairs);
    }

    fn is_decided(&self) -> bool {
        self.verdict != Verdict::Undecided
    }

    fn most(&self) -> u64 {
        self.most_matches
    }
}
