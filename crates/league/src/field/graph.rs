//! Members coupled in pairs: a symmetric positive definite system whose off-diagonal entries are few.

use crate::matrix::Cholesky;

/// Who is coupled with whom.
pub(super) struct Graph {
    pub(super) size: usize,
    pub(super) edges: Vec<(usize, usize)>,
    /// By member: where its neighbours begin, and one more.
    starts: Vec<usize>,
    /// The neighbour and the edge to it.
    neighbours: Vec<(u32, u32)>,
}

/// The system: what a member has of its own, and what it shares with its neighbours.
pub(super) struct System<'a> {
    pub(super) graph: &'a Graph,
    pub(super) diagonal: Vec<f64>,
    /// By edge.
    pub(super) weights: Vec<f64>,
    /// In the order of the neighbours.
    values: Vec<f64>,
}

impl Graph {
    pub(super) fn new(size: usize, edges: Vec<(usize, usize)>) -> Self {
        let mut starts = vec![0; size + 1];
        for &(one, other) in &edges {
            starts[one + 1] += 1;
            starts[other + 1] += 1;
        }
        for at in 0..size {
            starts[at + 1] += starts[at];
        }
        let mut next = starts.clone();
        let mut neighbours = vec![(0, 0); 2 * edges.len()];
        for (edge, &(one, other)) in edges.iter().enumerate() {
            for (from, to) in [(one, other), (other, one)] {
                neighbours[next[from]] = (to as u32, edge as u32);
                next[from] += 1;
            }
        }
        Self { size, edges, starts, neighbours }
    }
}

impl<'a> System<'a> {
    /// The system with these couplings by edge, and `own` added to the diagonal.
    pub(super) fn new(graph: &'a Graph, weights: Vec<f64>, own: &[f64]) -> Self {
        let mut diagonal = own.to_vec();
        for (&(one, other), weight) in graph.edges.iter().zip(&weights) {
            diagonal[one] += weight;
            diagonal[other] += weight;
        }
        let values = graph.neighbours.iter().map(|&(_, edge)| weights[edge as usize]).collect();
        Self { graph, diagonal, weights, values }
    }

    pub(super) fn cholesky(&self) -> Option<Cholesky> {
        let size = self.graph.size;
        let mut matrix = vec![0.0; size * size];
        for (at, diagonal) in self.diagonal.iter().enumerate() {
            matrix[at * size + at] = *diagonal;
        }
        for (&(one, other), weight) in self.graph.edges.iter().zip(&self.weights) {
            matrix[one * size + other] -= weight;
            matrix[other * size + one] -= weight;
        }
        Cholesky::of(&matrix, size)
    }

    /// The system's product with each of `N` vectors, given and returned member by member.
    pub(super) fn times<const N: usize>(&self, vectors: &[[f64; N]]) -> Vec<[f64; N]> {
        (0..self.graph.size)
            .map(|at| {
                let row = self.graph.starts[at]..self.graph.starts[at + 1];
                let mut sum = vectors[at].map(|own| own * self.diagonal[at]);
                for (&(to, _), value) in self.graph.neighbours[row.clone()].iter().zip(&self.values[row]) {
                    let other = &vectors[to as usize];
                    for lane in 0..N {
                        sum[lane] -= value * other[lane];
                    }
                }
                sum
            })
            .collect()
    }
}

/// Members in groups of similar strength.
pub(super) struct Groups {
    /// By member.
    of: Vec<u32>,
    count: usize,
}

impl Groups {
    const MOST: usize = 96;
    const MEMBERS: usize = 8;

    pub(super) fn of_similar(means: &[f64]) -> Self {
        let size = means.len();
        let count = size.div_ceil(Self::MEMBERS).clamp(1, Self::MOST);
        let mut order: Vec<usize> = (0..size).collect();
        order.sort_by(|&a, &b| means[a].total_cmp(&means[b]).then(a.cmp(&b)));
        let mut of = vec![0; size];
        for (place, &member) in order.iter().enumerate() {
            of[member] = (place * count / size) as u32;
        }
        Self { of, count }
    }
}

/// The system of whole groups: it is small, solved exactly, and has in it what is common to many members.
pub(super) struct Coarse<'a> {
    groups: &'a Groups,
    factor: Cholesky,
    inverse: Vec<f64>,
}

impl<'a> Coarse<'a> {
    pub(super) fn new(system: &System<'_>, groups: &'a Groups) -> Self {
        let (of, count) = (&groups.of, groups.count);
        let mut matrix = vec![0.0; count * count];
        for (at, diagonal) in system.diagonal.iter().enumerate() {
            matrix[of[at] as usize * (count + 1)] += diagonal;
        }
        for (&(one, other), weight) in system.graph.edges.iter().zip(&system.weights) {
            let (one, other) = (of[one] as usize, of[other] as usize);
            matrix[one * count + other] -= weight;
            matrix[other * count + one] -= weight;
        }
        let factor =
            Cholesky::of(&matrix, count).expect("every member has a prior, so any sum over them is positive");
        let inverse = factor.inverse();
        Self { groups, factor, inverse }
    }

    pub(super) fn variance(&self, member: usize) -> f64 {
        self.inverse[self.groups.of[member] as usize * (self.groups.count + 1)]
    }

    pub(super) fn variance_of_difference(&self, one: usize, other: usize) -> f64 {
        let common =
            self.inverse[self.groups.of[one] as usize * self.groups.count + self.groups.of[other] as usize];
        self.variance(one) + self.variance(other) - 2.0 * common
    }

    /// The solution for groups as a whole, given to all their members.
    pub(super) fn correction<const N: usize>(&self, right: &[[f64; N]]) -> Vec<[f64; N]> {
        let mut lanes: [Vec<f64>; N] = std::array::from_fn(|_| vec![0.0; self.groups.count]);
        for (right, &group) in right.iter().zip(&self.groups.of) {
            for lane in 0..N {
                lanes[lane][group as usize] += right[lane];
            }
        }
        let solved = lanes.map(|lane| self.factor.solve(&lane));
        self.groups.of.iter().map(|&group| std::array::from_fn(|lane| solved[lane][group as usize])).collect()
    }
}

impl System<'_> {
    /// Solves for `N` right sides by the conjugate gradient method, preconditioned by the diagonal and the groups.
    pub(super) fn solve<const N: usize>(
        &self,
        coarse: &Coarse<'_>,
        right: &[[f64; N]],
        enough: f64,
    ) -> Vec<[f64; N]> {
        const MOST_STEPS: usize = 500;
        let precondition = |residual: &[[f64; N]]| {
            let mut towards = coarse.correction(residual);
            for ((towards, residual), diagonal) in towards.iter_mut().zip(residual).zip(&self.diagonal) {
                for lane in 0..N {
                    towards[lane] += residual[lane] / diagonal;
                }
            }
            towards
        };
        let mut solution = vec![[0.0; N]; right.len()];
        let mut residual = right.to_vec();
        let mut direction = precondition(&residual);
        let mut sizes = dots(&residual, &direction);
        let goals = sizes.map(|size| size * enough);
        for _ in 0..MOST_STEPS {
            if sizes.iter().zip(&goals).all(|(size, goal)| size <= goal) {
                break;
            }
            let moved = self.times(&direction);
            let curves = dots(&direction, &moved);
            let steps: [f64; N] = std::array::from_fn(|lane| ratio(sizes[lane], curves[lane]));
            for at in 0..right.len() {
                for lane in 0..N {
                    solution[at][lane] += steps[lane] * direction[at][lane];
                    residual[at][lane] -= steps[lane] * moved[at][lane];
                }
            }
            let towards = precondition(&residual);
            let next = dots(&residual, &towards);
            let kept: [f64; N] = std::array::from_fn(|lane| ratio(next[lane], sizes[lane]));
            for (direction, towards) in direction.iter_mut().zip(&towards) {
                for lane in 0..N {
                    direction[lane] = towards[lane] + kept[lane] * direction[lane];
                }
            }
            sizes = next;
        }
        solution
    }
}

/// 0 where a lane has nothing left to do.
fn ratio(above: f64, below: f64) -> f64 {
    if below > 0.0 { above / below } else { 0.0 }
}

fn dots<const N: usize>(one: &[[f64; N]], other: &[[f64; N]]) -> [f64; N] {
    let mut sums = [0.0; N];
    for (one, other) in one.iter().zip(other) {
        for lane in 0..N {
            sums[lane] += one[lane] * other[lane];
        }
    }
    sums
}
