//! What is known of all strengths after the results: the nearest normal distribution, with the prior that fits it.

use super::covariance::{Care, MOST_EXACT, Solver, Variances};
use super::graph::{Graph, Groups, System};
use super::prior::{Prior, Seen, Widths};
use super::results::Results;
use super::{Meetings, Member};

/// A strength in logits relative to the mean of the field.
#[derive(Clone, Copy, Debug)]
pub(super) struct Strength {
    pub(super) mean: f64,
    pub(super) variance: f64,
}

/// The strengths of all members relative to their mean.
pub(super) fn strengths(members: &[Member], meetings: &[Meetings]) -> Vec<Strength> {
    let field = Field::new(members, meetings);
    let mut state = State::new(&field);
    if members.len() > MOST_EXACT {
        field.fit(&mut state, &ROUGH);
        field.fit(&mut state, &FINE);
        return field.relative(&state);
    }
    field.fit(&mut state, &EXACT);
    field.averaged(state)
}

/// How a fit is done.
struct Way {
    care: Care,
    fits_widths: bool,
    /// Means within this of their limit, in logits, are there; so are logarithms of widths.
    close: f64,
}

const ROUGH: Way = Way { care: Care::OfAll, fits_widths: true, close: 0.02 };
const FINE: Way = Way { care: Care::OfEach, fits_widths: true, close: 0.002 };
const EXACT: Way = Way { care: Care::OfEach, fits_widths: true, close: 0.001 };
const WITH_WIDTHS: Way = Way { care: Care::OfEach, fits_widths: false, close: 0.01 };

struct Field {
    prior: Prior,
    results: Results,
    /// The pairs of the results, then the links of the prior.
    graph: Graph,
}

#[derive(Clone)]
struct State {
    widths: Widths,
    means: Vec<f64>,
    variances: Vec<f64>,
    edges: Vec<f64>,
    /// The covariances with the mean of all.
    common: Vec<f64>,
}

impl State {
    fn new(field: &Field) -> Self {
        Self {
            widths: Widths::USUAL,
            means: vec![0.0; field.graph.size],
            variances: vec![0.0; field.graph.size],
            edges: vec![0.0; field.graph.edges.len()],
            common: vec![0.0; field.graph.size],
        }
    }
}

impl Field {
    fn new(members: &[Member], meetings: &[Meetings]) -> Self {
        let prior = Prior::new(members);
        let results = Results::new(members.len(), meetings);
        let pairs = results.pairs.iter().map(|pair| (pair.one, pair.other));
        let graph = Graph::new(members.len(), pairs.chain(prior.links.iter().copied()).collect());
        Self { prior, results, graph }
    }

    /// Newton's method for the means, with the variances and, if asked, the widths of the prior following.
    fn fit(&self, state: &mut State, way: &Way) {
        const ROUNDS: usize = 40;
        let groups = Groups::of_similar(&state.means);
        let mut before: Option<(f64, f64)> = None;
        for _ in 0..ROUNDS {
            let longest = self.move_means(state, &groups);
            let (system, _) = self.system(state);
            let solver = Solver::new(&system, &groups);
            let Variances { members, edges } = solver.variances(way.care);
            (state.variances, state.edges, state.common) = (members, edges, solver.solve(&self.shares()));
            let mut widened = 0.0;
            if way.fits_widths {
                let spread = libm::log(state.widths.spread);
                state.widths = state.widths.fitted(&self.seen_spread(state), &self.seen_step(state));
                widened = libm::log(state.widths.spread) - spread;
                // The secant method: what the fit changes less, the nearer it is, shows where it changes nothing.
                if let Some((spread_before, widened_before)) = before {
                    let kept = 1.0 + ratio(widened - widened_before, spread - spread_before);
                    state.widths.spread = libm::exp(spread + widened / (1.0 - kept.clamp(0.0, 0.8)));
                }
                before = Some((spread, widened));
            }
            if longest < way.close && widened.abs() < way.close {
                break;
            }
        }
    }

    /// Newton's method with the variances as they are. Returns the longest way that a mean went in the first step.
    fn move_means(&self, state: &mut State, groups: &Groups) -> f64 {
        const STEPS: usize = 20;
        let mut first = None;
        for _ in 0..STEPS {
            let (system, slopes) = self.system(state);
            let step = Solver::new(&system, groups).solve(&slopes);
            // Far from the maximum a whole step overshoots.
            let longest = step.iter().fold(0.0_f64, |longest, by| longest.max(by.abs()));
            let shorter = (2.0 / longest.max(2.0)).min(1.0);
            state.means.iter_mut().zip(&step).for_each(|(mean, by)| *mean += shorter * by);
            first.get_or_insert(longest);
            // Convergence is quadratic.
            if longest < 0.1 {
                break;
            }
        }
        first.unwrap_or(0.0)
    }

    /// The information at what is known now, and the derivative of the log posterior.
    fn system(&self, state: &State) -> (System<'_>, Vec<f64>) {
        let mut slopes = vec![0.0; self.graph.size];
        let mut weights = Vec::with_capacity(self.graph.edges.len());
        for (pair, variance) in self.results.pairs.iter().zip(&state.edges) {
            let lead = state.means[pair.one] - state.means[pair.other];
            let evidence = self.results.evidence(pair, lead, *variance);
            slopes[pair.one] += evidence.slope;
            slopes[pair.other] -= evidence.slope;
            weights.push(evidence.weight);
        }
        for &(before, after) in &self.prior.links {
            let pull = state.widths.step_precision() * (state.means[after] - state.means[before]);
            slopes[after] -= pull;
            slopes[before] += pull;
            weights.push(state.widths.step_precision());
        }
        let mut own = vec![0.0; self.graph.size];
        for &root in &self.prior.roots {
            own[root] = state.widths.spread_precision();
            slopes[root] -= own[root] * state.means[root];
        }
        (System::new(&self.graph, weights, &own), slopes)
    }

    fn seen_spread(&self, state: &State) -> Seen {
        let roots = || self.prior.roots.iter();
        Seen {
            count: self.prior.roots.len(),
            squares: roots().map(|&at| state.means[at] * state.means[at]).sum(),
            variances: roots().map(|&at| state.variances[at]).sum(),
        }
    }

    fn seen_step(&self, state: &State) -> Seen {
        let step = |&(before, after): &(usize, usize)| state.means[after] - state.means[before];
        Seen {
            count: self.prior.links.len(),
            squares: self.prior.links.iter().map(|link| step(link) * step(link)).sum(),
            variances: state.edges[self.results.pairs.len()..].iter().sum(),
        }
    }

    /// About the standard deviation of the logarithm of the spread.
    fn doubt_of_spread(&self, state: &State) -> f64 {
        let determined = |&at: &usize| {
            let share = (1.0 - state.variances[at] * state.widths.spread_precision()).max(0.0);
            2.0 * share * share
        };
        1.0 / (1.0 + self.prior.roots.iter().map(determined).sum::<f64>()).sqrt()
    }

    /// The mixture over spreads, each as likely as the results make it.
    fn averaged(&self, best: State) -> Vec<Strength> {
        /// Up to so many members, the evidence is not nearly normal in the logarithm of the spread.
        const FEW: usize = 20;
        let (nodes_each_way, apart) = if self.prior.roots.len() <= FEW { (3, 1.4) } else { (2, 1.4) };
        let apart = apart * self.doubt_of_spread(&best);
        let mut nodes = vec![(0.0, self.relative(&best))];
        for way in [-apart, apart] {
            let (mut state, mut slope, mut log) = (best.clone(), 0.0, 0.0);
            for _ in 0..nodes_each_way {
                state.widths.spread *= libm::exp(way);
                self.fit(&mut state, &WITH_WIDTHS);
                let next = state.widths.spread_slope(&self.seen_spread(&state));
                // The trapezoidal rule, for the log evidence from its derivative.
                log += 0.5 * (slope + next) * way;
                slope = next;
                nodes.push((log, self.relative(&state)));
            }
        }
        let weights: Vec<f64> = nodes.iter().map(|(log, _)| libm::exp(*log)).collect();
        let all: f64 = weights.iter().sum();
        (0..self.graph.size)
            .map(|at| {
                let over = |of: &dyn Fn(Strength) -> f64| -> f64 {
                    nodes.iter().zip(&weights).map(|((_, list), weight)| weight * of(list[at])).sum::<f64>()
                        / all
                };
                let mean = over(&|strength| strength.mean);
                let variance =
                    over(&|strength| strength.variance + (strength.mean - mean) * (strength.mean - mean));
                Strength { mean, variance }
            })
            .collect()
    }

    /// How much each member counts in the mean of all.
    fn shares(&self) -> Vec<f64> {
        vec![1.0 / self.graph.size.max(1) as f64; self.graph.size]
    }

    fn relative(&self, state: &State) -> Vec<Strength> {
        let shares = self.shares();
        let (zero, of_zero) = (dot(&shares, &state.means), dot(&shares, &state.common));
        let strength = |at: usize| Strength {
            mean: state.means[at] - zero,
            variance: (state.variances[at] + of_zero - 2.0 * state.common[at]).max(0.0),
        };
        (0..self.graph.size).map(strength).collect()
    }
}

fn dot(one: &[f64], other: &[f64]) -> f64 {
    one.iter().zip(other).map(|(a, b)| a * b).sum()
}

fn ratio(above: f64, below: f64) -> f64 {
    if below == 0.0 { 0.0 } else { above / below }
}
