//! Is the new one better? Pairs of matches on the same map with the seats exchanged, until that is sure.

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

/// Which question a duel answers.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Test {
    /// Better, worse, or no difference worth speaking of?
    Margin(sprt::Duel),
    /// Is it better by `elo1` rather than by `elo0`?
    Sprt(Sprt),
}

/// What a duel comes to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The first is better.
    Better,
    /// The first is worse.
    Worse,
    /// They are equal, as far as anybody cares.
    NoDifference,
    /// The first is not as much better as was asked.
    NotBetter,
    /// It is not sure.
    Undecided,
}

impl Verdict {
    /// The word for scripts.
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

/// How far the evidence has come, for a live line.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Evidence {
    /// The log-likelihood ratio.
    pub llr: f64,
    /// At or below this the first is not better.
    pub lower: f64,
    /// At or above this it is.
    pub upper: f64,
}

impl Test {
    /// Better, worse, or not different by more than the margin.
    pub fn margin(margin: f64, alpha: f64, beta: f64) -> Result<Self, Refusal> {
        Ok(Self::Margin(sprt::Duel::new(margin, alpha, beta)?))
    }

    /// `elo1` against `elo0`.
    pub fn sprt(elo0: f64, elo1: f64, alpha: f64, beta: f64) -> Result<Self, Refusal> {
        Ok(Self::Sprt(Sprt::new(elo0, elo1, alpha, beta, Scale::Logistic)?))
    }

    /// What can be said after these pairs.
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

    /// How far the evidence has come.
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

/// A duel and all that is known from it.
#[derive(Clone, Debug)]
pub struct Duel {
    seats: SeatCount,
    seed: Seed,
    most_matches: u64,
    test: Test,
    /// Both matches of a pair count, or none.
    pairs: Pairs,
    /// The matches of complete pairs, each for itself.
    score: WinDrawLoss,
    tally: Tally,
    /// The first match of a pair, until its second is there; `Some(None)` is a void one.
    first_half: Option<Option<Score>>,
    /// After how many matches each estimate was made: (matches, Elo, low, high).
    history: Vec<[f64; 4]>,
    verdict: Verdict,
}

/// The two of a duel.
const SIDES: usize = 2;
/// The most points of the history.
const MOST_HISTORY: usize = 4096;

impl Duel {
    /// A duel of at most so many matches, which is rounded up to whole pairs.
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

    /// The schedule as a results file describes it: nothing that is not in the heading. Bounds and the number of matches
    /// decide how many are played, not which: a duel may be resumed with others.
    pub fn schedule_fields() -> Value {
        json!({})
    }

    /// What can be said.
    pub fn verdict(&self) -> Verdict {
        self.verdict
    }

    /// The pairs that count.
    pub fn pairs(&self) -> &Pairs {
        &self.pairs
    }

    /// The matches that count.
    pub fn score(&self) -> &WinDrawLoss {
        &self.score
    }

    /// Everything else that was counted: faults, times, metrics.
    pub fn tally(&self) -> &Tally {
        &self.tally
    }

    /// How far the evidence has come.
    pub fn evidence(&self) -> Evidence {
        self.test.evidence(&self.pairs)
    }

    /// The estimates on the way: (matches, Elo, low, high).
    pub fn history(&self) -> &[[f64; 4]] {
        &self.history
    }

    /// The most matches there may be.
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
        // A pair with a void match would favour a seat: it is left out whole.
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
