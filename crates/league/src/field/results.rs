//! The results of a field, each pair once, in an order that does not depend on how they came in.

use super::Meetings;

/// Two members that met, by index, the lower first.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pair {
    pub(super) one: usize,
    pub(super) other: usize,
    /// The points of the first.
    points: f64,
    matches: f64,
}

pub(super) struct Results {
    pub(super) pairs: Vec<Pair>,
    /// What draws leave of the variance of a result.
    dispersion: f64,
}

/// What a pair says about the difference of two strengths that is known only so far.
#[derive(Clone, Copy)]
pub(super) struct Evidence {
    /// The expected derivative of the log likelihood.
    pub(super) slope: f64,
    /// The expected information.
    pub(super) weight: f64,
}

impl Results {
    pub(super) fn new(members: usize, meetings: &[Meetings]) -> Self {
        let mut list: Vec<(usize, usize, [f64; 3])> = meetings
            .iter()
            .filter_map(|met| {
                let (one, other) = (met.one.index(), met.other.index());
                let [won, drawn, lost] = [met.won, met.drawn, met.lost].map(|count| count.max(0.0));
                if one == other || one.max(other) >= members || won + drawn + lost <= 0.0 {
                    return None;
                }
                Some(if one < other {
                    (one, other, [won, drawn, lost])
                } else {
                    (other, one, [lost, drawn, won])
                })
            })
            .collect();
        // By the counts too: sums of floats depend on their order.
        let bits = |counts: [f64; 3]| counts.map(f64::to_bits);
        list.sort_unstable_by_key(|&(one, other, counts)| (one, other, bits(counts)));
        let mut pairs: Vec<Pair> = Vec::with_capacity(list.len());
        let (mut level, mut all) = (0.0, 0.0);
        for (one, other, [won, drawn, lost]) in list {
            let (points, matches) = (won + 0.5 * drawn, won + drawn + lost);
            (level, all) = (level + drawn, all + matches);
            match pairs.last_mut() {
                Some(pair) if (pair.one, pair.other) == (one, other) => {
                    (pair.points, pair.matches) = (pair.points + points, pair.matches + matches);
                }
                _ => pairs.push(Pair { one, other, points, matches }),
            }
        }
        // A draw says half a win, and says it with less noise than a coin would.
        let dispersion = if all > 0.0 { (1.0 - level / all).max(0.25) } else { 1.0 };
        Self { pairs, dispersion }
    }

    /// What a pair says if the difference of the two strengths is normally distributed.
    pub(super) fn evidence(&self, pair: &Pair, lead: f64, variance: f64) -> Evidence {
        let (chance, spread) = expected(lead, variance);
        let matches = pair.matches / self.dispersion;
        Evidence { slope: pair.points / self.dispersion - matches * chance, weight: matches * spread }
    }
}

/// The expected chance to win, and its expected derivative, for a normally distributed lead in logits.
fn expected(lead: f64, variance: f64) -> (f64, f64) {
    /// Up to this variance three nodes (Gauss-Hermite) are exact to five digits.
    const SMALL: f64 = 0.1;
    /// The distance of the nodes of the trapezoidal rule, in standard deviations, and how many there are on either side.
    const APART: f64 = 0.85;
    const NODES: i32 = 4;
    let deviation = variance.sqrt();
    let (mut chance, mut slope, mut all) = (0.0, 0.0, 0.0);
    let mut add = |at: f64, weight: f64| {
        let p = 1.0 / (1.0 + libm::exp(-(lead + at * deviation)));
        chance += weight * p;
        slope += weight * p * (1.0 - p);
        all += weight;
    };
    if variance <= SMALL {
        const FAR: f64 = 1.732_050_807_568_877_2;
        [(0.0, 4.0), (-FAR, 1.0), (FAR, 1.0)].into_iter().for_each(|(at, weight)| add(at, weight));
    } else {
        for node in -NODES..=NODES {
            let at = APART * f64::from(node);
            add(at, libm::exp(-0.5 * at * at));
        }
    }
    (chance / all, slope / all)
}
