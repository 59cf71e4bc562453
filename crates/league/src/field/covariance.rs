//! The covariance of a field's strengths, the inverse of its information: exact in small fields, estimated in large ones.

use super::graph::{Coarse, Groups, System};
use crate::chance::Chance;
use crate::matrix::{Cholesky, dot};

/// Fields of so many members get exact intervals.
pub const MOST_EXACT: usize = 200;

/// Vectors that are solved for together: the rows of the system are read once for all of them.
const LANES: usize = 8;
/// Batches of so many random signs: more where they are cheap.
const BATCHES: std::ops::RangeInclusive<usize> = 2..=12;
const BATCHED_EDGES: usize = 300_000;
/// How far residuals are reduced, relative and squared: for steps towards strengths, and for what is an estimate anyway.
const CLOSELY: f64 = 1e-10;
const ROUGHLY: f64 = 1e-5;

/// How carefully variances are estimated where they are not exact.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Care {
    /// Well enough for their sum.
    OfAll,
    /// Well enough for each.
    OfEach,
}

/// The variances of members, and those of the differences across edges.
pub(super) struct Variances {
    pub(super) members: Vec<f64>,
    pub(super) edges: Vec<f64>,
}

/// A system with what is needed to solve it.
pub(super) enum Solver<'a> {
    Exact(&'a System<'a>, Cholesky),
    Iterative(&'a System<'a>, Coarse<'a>),
}

impl<'a> Solver<'a> {
    pub(super) fn new(system: &'a System<'a>, groups: &'a Groups) -> Self {
        let exact = if system.graph.size <= MOST_EXACT { system.cholesky() } else { None };
        match exact {
            Some(factor) => Self::Exact(system, factor),
            None => Self::Iterative(system, Coarse::new(system, groups)),
        }
    }

    pub(super) fn solve(&self, right: &[f64]) -> Vec<f64> {
        match self {
            Self::Exact(_, factor) => factor.solve(right),
            Self::Iterative(system, groups) => {
                let right: Vec<[f64; 1]> = right.iter().map(|&value| [value]).collect();
                system.solve(groups, &right, CLOSELY).into_iter().map(|[value]| value).collect()
            }
        }
    }

    pub(super) fn variances(&self, care: Care) -> Variances {
        match self {
            Self::Exact(system, factor) => exact_variances(system, factor),
            Self::Iterative(system, groups) => estimated_variances(system, groups, care),
        }
    }
}

fn exact_variances(system: &System<'_>, factor: &Cholesky) -> Variances {
    let columns = factor.inverse_factor();
    let at = |one: usize, other: usize| {
        let (low, high) = (one.min(other), one.max(other));
        dot(&columns[low][high - low..], &columns[high])
    };
    let members: Vec<f64> = (0..columns.len()).map(|member| at(member, member)).collect();
    let edge = |&(one, other): &(usize, usize)| members[one] + members[other] - 2.0 * at(one, other);
    let edges = system.graph.edges.iter().map(edge).collect();
    Variances { members, edges }
}

/// What groups of similar strength share is exact. Of the rest, random signs cancel out what a member has in common with
/// others, which is little, and leave what it has of its own (Hutchinson's estimator).
fn estimated_variances(system: &System<'_>, groups: &Coarse<'_>, care: Care) -> Variances {
    let size = system.graph.size;
    let batches = match care {
        Care::OfAll => 1,
        Care::OfEach => {
            (BATCHED_EDGES / system.graph.edges.len().max(1)).clamp(*BATCHES.start(), *BATCHES.end())
        }
    };
    let mut own = vec![0.0; size];
    for batch in 0..batches {
        let mut chance = Chance::child(1, batch as u64);
        let signs: Vec<[f64; LANES]> = (0..size)
            .map(|_| {
                let bits = chance.bits();
                std::array::from_fn(|lane| if bits >> lane & 1 == 0 { 1.0 } else { -1.0 })
            })
            .collect();
        let solved = system.solve(groups, &signs, ROUGHLY);
        let shared = groups.correction(&signs);
        for (at, own) in own.iter_mut().enumerate() {
            for lane in 0..LANES {
                *own += signs[at][lane] * (solved[at][lane] - shared[at][lane]);
            }
        }
    }
    let draws = (batches * LANES) as f64;
    for (at, own) in own.iter_mut().enumerate() {
        // With all others fixed and the group free, nobody is known better than this.
        *own = (*own / draws).max(0.5 / system.diagonal[at]);
    }
    let edge = |(&(one, other), weight): (&(usize, usize), &f64)| {
        let (a, b) = (own[one], own[other]);
        // To first order, members have in common what their own meetings tell.
        (a + b - 2.0 * weight * a * b).max(a.max(b) * 0.5) + groups.variance_of_difference(one, other)
    };
    Variances {
        members: (0..size).map(|at| own[at] + groups.variance(at)).collect(),
        edges: system.graph.edges.iter().zip(&system.weights).map(edge).collect(),
    }
}
