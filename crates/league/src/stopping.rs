//! Estimates after a sequential test, corrected for its stopping rule.
//!
//! A test stops where chance has carried the score, so the plain estimate at that point is biased away from zero and its
//! interval is too short. The correction compares the result with all others that the same test could have ended with.
//! Results are put in order around the region in which the test goes on (stage-wise ordering, as in group-sequential trials):
//! "better" at once is the largest, then "better" later, whatever is still undecided, "worse" later, and "worse" at once is
//! the smallest. The ends of the 95 % interval are the strengths at which the result is among the largest or the smallest
//! 2.5 %. The point estimate is what the first match would say on average over all courses that lead to the observed end
//! (Rao-Blackwell): its mean is the true strength.
//!
//! The law of the results is that of a random walk with the test's bounds. Its position is the signed root of the
//! log-likelihood ratio against equality, with a variance of 1 per pair; the hypotheses are placed in it so that the ratios of
//! the observed result are exact. One walk without drift is enough: a drift multiplies the probability of an end by a factor
//! that depends on its time and position alone.

use crate::chance::Chance;
use crate::elo::elo_of;
use crate::estimate::{CONFIDENCE, Estimate};
use crate::likelihood::ScoreCounts;

/// The strength of the first bot, corrected for the stopping rule of a test.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Stopped {
    /// How much stronger the first is, in Elo, with [`CONFIDENCE`].
    pub elo: Estimate,
    /// The probability (0 to 1) that the first is stronger (likelihood of superiority, LOS).
    pub superiority: f64,
}

/// A sequential test as a walk sees it.
pub(crate) trait StoppingRule {
    /// The bounds after this many pairs (more than 0).
    fn bounds(&self, pairs: f64) -> Bounds;
}

/// Where a test stops, as positions of a walk.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Bounds {
    /// "Worse" or "not better" is accepted at or below this.
    pub down: f64,
    /// "No difference" is accepted between these.
    pub inner: Option<(f64, f64)>,
    /// "Better" is accepted at or above this.
    pub up: f64,
}

impl Bounds {
    fn is_over(&self, at: f64) -> bool {
        at >= self.up || at <= self.down || self.inner.is_some_and(|(low, high)| (low..=high).contains(&at))
    }
}

/// How a test has ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum End {
    Up,
    Down,
    /// "No difference", or no verdict yet.
    Between,
}

/// Where the walk of some pairs is, and where the hypotheses are.
pub(crate) struct Observed {
    plain: ScoreCounts<5>,
    regularised: ScoreCounts<5>,
    /// The position per pair.
    pub(crate) drift: f64,
}

/// The steps of a walk.
const STEPS: usize = 1000;
/// By how much pairs overshoot a bound on average, in standard deviations of a pair (Siegmund).
const OVERSHOOT: f64 = 0.583;

impl Observed {
    pub(crate) fn new(plain: ScoreCounts<5>) -> Self {
        let regularised = plain.regularised();
        let mut observed = Self { plain, regularised, drift: 0.0 };
        observed.drift = observed.lead_over(0.5);
        observed
    }

    /// The position per pair of a hypothesis with this mean score.
    pub(crate) fn drift_of(&self, mean: f64) -> f64 {
        self.drift - self.lead_over(mean)
    }

    fn lead_over(&self, mean: f64) -> f64 {
        let ratio = -self.regularised.of_mean(mean) / self.regularised.total();
        signed_root(self.regularised.mean() - mean, ratio)
    }

    /// The corrected estimate for a test that has ended so, or is undecided.
    pub(crate) fn estimate(&self, rule: &impl StoppingRule, end: End) -> Stopped {
        /// So many standard errors from equality the walk is no approximation, and the stopping rule has no effect.
        const FARTHEST: f64 = 15.0;
        let (plain, pairs) = (self.plain.elo(CONFIDENCE), self.plain.total());
        if pairs == 0.0 || self.drift.abs() * pairs.sqrt() > FARTHEST {
            return Stopped { elo: plain, superiority: self.plain.superiority() };
        }
        let walk = Walk::new(rule, pairs, self.drift * pairs, end);
        let tail = (1.0 - CONFIDENCE) / 2.0;
        let limit = |larger: f64| {
            let errors = walk.errors_above(walk.tilt_at(larger));
            // As wide as Student's t distribution, like intervals without a stopping rule.
            elo_of(self.plain.mean_below(errors + (errors * errors * errors + errors) / (4.0 * pairs)))
        };
        let low = if plain.is_open_below { plain.low } else { limit(tail) };
        let high = if plain.is_open_above { plain.high } else { limit(1.0 - tail) };
        let mut value =
            elo_of(self.plain.mean_below(walk.errors_above(walk.unbiased_tilt()))).clamp(low, high);
        // A perfect record is infinite in Elo.
        if plain.is_open_above || plain.is_open_below {
            value = value.clamp(-plain.value.abs(), plain.value.abs());
        }
        let elo = Estimate { value, low, high, ..plain };
        Stopped { elo, superiority: 1.0 - walk.larger(0.0) }
    }

    /// The mean number of further pairs until the test ends or `most` pairs are played, if the observed score is the true one,
    /// from simulated walks.
    pub(crate) fn pairs_left(&self, rule: &impl StoppingRule, most: f64) -> f64 {
        const WALKS: usize = 256;
        /// Steps get longer in proportion to the pairs played: one is at most this share of them.
        const SHARE: f64 = 1.0 / 64.0;
        let pairs = self.plain.total();
        let mut chance = Chance::new(pairs as u64);
        let mut walks = vec![self.drift * pairs; WALKS];
        let (mut time, mut sum) = (pairs, 0.0);
        while time < most && !walks.is_empty() {
            let step = (SHARE * time).max(1.0).min(most - time);
            if time > 0.0 {
                let bounds = rule.bounds(time);
                walks.retain(|&at| !bounds.is_over(at));
            }
            time += step;
            sum += step * walks.len() as f64;
            for at in &mut walks {
                let luck = if chance.bits() >> 63 == 0 { step.sqrt() } else { -step.sqrt() };
                *at += self.drift * step + luck;
            }
        }
        sum / WALKS as f64
    }
}

/// The ends of a walk without drift that are larger than the observed one, or those that are smaller.
struct Walk {
    /// The length of a step: the standard deviation of the pairs it stands for.
    length: f64,
    /// The observed position, in steps.
    here: f64,
    /// Whether `ends` are the larger ones.
    is_above: bool,
    ends: Vec<Ends>,
    /// The ends that are as good as the observed one.
    alike: Ends,
}

/// Walks that end at the same time and position.
#[derive(Clone, Copy, Debug, Default)]
struct Ends {
    /// In steps.
    time: f64,
    /// In steps.
    place: f64,
    walks: Share,
}

/// The probability of some walks, and of those among them whose first step is upwards.
#[derive(Clone, Copy, Debug, Default)]
struct Share {
    all: f64,
    up: f64,
}

impl Walk {
    fn new(rule: &impl StoppingRule, pairs: f64, position: f64, end: End) -> Self {
        let length = (pairs / STEPS as f64).sqrt();
        let here = position / length;
        let is_above = match end {
            End::Up => true,
            End::Down => false,
            End::Between => here >= 0.0,
        };
        let mut walk = Self { length, here, is_above, ends: Vec::new(), alike: Ends::default() };
        let left = walk.play(rule, pairs);
        if end == End::Between {
            walk.end_here(&left);
        } else {
            walk.end_at_bound();
        }
        walk
    }

    /// Plays all steps, keeps the ends beyond the outer bound on the side in question, and returns what is left.
    fn play(&mut self, rule: &impl StoppingRule, pairs: f64) -> Vec<Ends> {
        // Pairs overshoot a bound; the walk ends at the first position beyond it, half a step away on average.
        let shift = OVERSHOOT - self.length / 2.0;
        let place = |at: usize| at as f64 - STEPS as f64;
        let mut now = vec![Share::default(); 2 * STEPS + 1];
        let mut next = now.clone();
        now[STEPS - 1] = Share { all: 0.5, up: 0.0 };
        now[STEPS + 1] = Share { all: 0.5, up: 0.5 };
        // The positions that walks may have.
        let mut alive = STEPS - 1..STEPS + 2;
        for step in 2..=STEPS {
            let from = |at: usize| if alive.contains(&at) { now[at] } else { Share::default() };
            let reached = alive.start - 1..alive.end + 1;
            for at in reached.clone() {
                let (below, above) = (from(at.wrapping_sub(1)), from(at + 1));
                next[at] = Share { all: 0.5 * (below.all + above.all), up: 0.5 * (below.up + above.up) };
            }
            alive = reached;
            let bounds = rule.bounds(pairs * step as f64 / STEPS as f64);
            let ends = |at: usize| Ends { time: step as f64, place: place(at), walks: next[at] };
            while !alive.is_empty() && place(alive.end - 1) * self.length >= bounds.up + shift {
                alive.end -= 1;
                if self.is_above {
                    self.ends.push(ends(alive.end));
                }
            }
            while !alive.is_empty() && place(alive.start) * self.length <= bounds.down - shift {
                if !self.is_above {
                    self.ends.push(ends(alive.start));
                }
                alive.start += 1;
            }
            if let Some((low, high)) = bounds.inner {
                let is_inner = |at: usize| (low + shift..=high - shift).contains(&(place(at) * self.length));
                alive.clone().filter(|&at| is_inner(at)).for_each(|at| next[at] = Share::default());
            }
            std::mem::swap(&mut now, &mut next);
        }
        alive.map(|at| Ends { time: STEPS as f64, place: place(at), walks: now[at] }).collect()
    }

    /// The observed walk ended at a bound: the last ends there are like it.
    fn end_at_bound(&mut self) {
        /// Ends within this share of the time are alike: whether one is possible at a certain step is a matter of parity.
        const ALIKE: f64 = 0.02;
        for ends in self.ends.iter().filter(|ends| ends.time > (1.0 - ALIKE) * STEPS as f64) {
            self.alike.add(&ends.walks, 1.0);
        }
    }

    /// The observed walk ended between the outer bounds, among those that are left.
    fn end_here(&mut self, left: &[Ends]) {
        for ends in left {
            let ahead = if self.is_above { ends.place - self.here } else { self.here - ends.place };
            // Every second position is possible: one stands for a step to either side of it.
            let share = (0.5 + ahead / 2.0).clamp(0.0, 1.0);
            let mut larger = Ends { walks: Share::default(), ..*ends };
            larger.add(&ends.walks, share);
            self.ends.push(larger);
            self.alike.add(&ends.walks, (1.0 - ahead.abs() / 2.0).max(0.0));
        }
    }

    /// The probability of a result at least as large as the observed one for a drift that multiplies the odds of a step
    /// upwards by `exp(2 * tilt)`.
    fn larger(&self, tilt: f64) -> f64 {
        let each = log_cosh(tilt);
        let factor = |ends: &Ends| libm::exp(tilt * ends.place - ends.time * each);
        let sum: f64 = self.ends.iter().map(|ends| ends.walks.all * factor(ends)).sum();
        if self.is_above { sum } else { 1.0 - sum }
    }

    /// The tilt at which a result at least as large as the observed one has this probability.
    fn tilt_at(&self, larger: f64) -> f64 {
        /// Half of the bracket, in standard errors.
        const WIDTH: f64 = 12.0;
        const BISECTIONS: u32 = 30;
        let (here, width) = (self.tilt_here(), WIDTH / (STEPS as f64).sqrt());
        let (mut low, mut high) = (here - width, here + width);
        for _ in 0..BISECTIONS {
            let middle = 0.5 * (low + high);
            if self.larger(middle) < larger { low = middle } else { high = middle }
        }
        0.5 * (low + high)
    }

    /// The tilt for the mean of the first step, over all walks with an end like the observed one.
    fn unbiased_tilt(&self) -> f64 {
        let Share { all, up } = self.alike.walks;
        // Without any such walk the bounds had no effect.
        if all == 0.0 { self.tilt_here() } else { libm::atanh(2.0 * up / all - 1.0) }
    }

    /// The tilt of which the observed position is the mean.
    fn tilt_here(&self) -> f64 {
        libm::atanh(self.here / STEPS as f64)
    }

    /// How many standard errors the observed position is above this tilt: the signed root of the log-likelihood ratio.
    fn errors_above(&self, tilt: f64) -> f64 {
        let here = self.tilt_here();
        let ratio = (here - tilt) * self.here - STEPS as f64 * (log_cosh(here) - log_cosh(tilt));
        signed_root(here - tilt, ratio)
    }
}

impl Ends {
    fn add(&mut self, walks: &Share, share: f64) {
        self.walks.all += share * walks.all;
        self.walks.up += share * walks.up;
    }
}

/// The number of standard errors that a log-likelihood ratio stands for, with the sign of `side`.
fn signed_root(side: f64, ratio: f64) -> f64 {
    (2.0 * ratio.max(0.0)).sqrt().copysign(side)
}

fn log_cosh(x: f64) -> f64 {
    let size = x.abs();
    size + libm::log1p(libm::exp(-2.0 * size)) - std::f64::consts::LN_2
}
