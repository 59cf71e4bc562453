//! Swiss system: in every round entrants with similar points meet, with as few repeated pairings as possible.

use super::{Ranked, Settings, Stage, rank};
use crate::chance::Chance;
use crate::{Entrant, Refusal};

/// The round to play next, if there is one.
pub(super) fn stage(
    settings: &Settings,
    rounds: u32,
    results: &[Option<Vec<u8>>],
) -> Result<Option<Stage>, Refusal> {
    Ok(Swiss::after(settings, rounds, results)?.1)
}

/// The ranking by points, then by the sum of the opponents' points (Buchholz).
pub(super) fn ranking(
    settings: &Settings,
    rounds: u32,
    results: &[Option<Vec<u8>>],
) -> Result<Vec<Ranked>, Refusal> {
    let (swiss, _) = Swiss::after(settings, rounds, results)?;
    Ok(rank(
        (0..settings.entrants)
            .map(|i| (swiss.points(i as usize), swiss.buchholz(i as usize), Entrant(i)))
            .map(|(points, buchholz, entrant)| (points, Ranked::new(entrant, points, buchholz)))
            .collect(),
    ))
}

/// Points, byes and pairings of the complete rounds.
struct Swiss {
    seats: usize,
    entrants: usize,
    /// Half points of rounds: 2 for every other member of the group with fewer points, 1 for equal points.
    halves: Vec<u32>,
    byes: Vec<u32>,
    /// How often each pair has met.
    meetings: Vec<u32>,
}

impl Swiss {
    /// The state after all rounds with complete results, and the first round without them, if any.
    fn after(
        settings: &Settings,
        rounds: u32,
        results: &[Option<Vec<u8>>],
    ) -> Result<(Self, Option<Stage>), Refusal> {
        let entrants = settings.entrants as usize;
        let mut swiss = Self {
            seats: settings.seats as usize,
            entrants,
            halves: vec![0; entrants],
            byes: vec![0; entrants],
            meetings: vec![0; entrants * entrants],
        };
        let mut first = 0;
        for round in 0..rounds {
            let (groups, byes) = swiss.pair(settings.seed, round);
            let Settings { maps, seed, .. } = *settings;
            let stage = Stage { first, round, first_map: round * maps, maps, groups, byes, seed };
            stage.check(results)?;
            if (results.len() as u64) < stage.end() {
                return Ok((swiss, Some(stage)));
            }
            swiss.count(&stage, results);
            first = stage.end();
        }
        Ok((swiss, None))
    }

    fn count(&mut self, stage: &Stage, results: &[Option<Vec<u8>>]) {
        for (group, points) in stage.groups().iter().zip(stage.half_points(results)) {
            for (one, mine) in group.iter().zip(&points) {
                for (other, theirs) in group.iter().zip(&points).filter(|(other, _)| *other != one) {
                    self.halves[one.index()] += (mine.cmp(theirs) as i32 + 1) as u32;
                    self.meetings[one.index() * self.entrants + other.index()] += 1;
                }
            }
        }
        for bye in stage.byes() {
            // Silent: what a round without an opponent is worth. A won round, as in chess.
            self.halves[bye.index()] += 2 * (self.seats as u32 - 1);
            self.byes[bye.index()] += 1;
        }
    }

    fn points(&self, entrant: usize) -> f64 {
        f64::from(self.halves[entrant]) / 2.0 / (self.seats - 1) as f64
    }

    /// The Buchholz score: the sum of the opponents' points; a bye counts as an opponent with one's own points.
    fn buchholz(&self, entrant: usize) -> f64 {
        let met: f64 =
            (0..self.entrants).map(|other| self.points(other) * f64::from(self.met(entrant, other))).sum();
        met + self.points(entrant) * f64::from(self.byes[entrant])
    }

    fn met(&self, one: usize, other: usize) -> u32 {
        self.meetings[one * self.entrants + other]
    }

    /// Groups and byes of the next round: sorted by points and Buchholz, ties at random, then grouped from the top.
    fn pair(&self, seed: u64, round: u32) -> (Vec<Vec<Entrant>>, Vec<Entrant>) {
        let mut order: Vec<usize> = (0..self.entrants).collect();
        Chance::child(seed ^ 0x5155_1550, u64::from(round)).shuffle(&mut order);
        let buchholz: Vec<f64> = (0..self.entrants).map(|entrant| self.buchholz(entrant)).collect();
        order.sort_by(|&a, &b| self.halves[b].cmp(&self.halves[a]).then(buchholz[b].total_cmp(&buchholz[a])));
        let byes = self.take_byes(&mut order);
        let groups = if self.seats == 2 { self.pairs(&order) } else { self.groups(order) };
        (groups, byes)
    }

    /// Byes go to entrants with the fewest so far, of these to the last in the order.
    fn take_byes(&self, order: &mut Vec<usize>) -> Vec<Entrant> {
        let count = self.entrants % self.seats;
        let mut byes = Vec::with_capacity(count);
        for _ in 0..count {
            let fewest = order.iter().map(|&entrant| self.byes[entrant]).min().unwrap_or(0);
            if let Some(at) = order.iter().rposition(|&entrant| self.byes[entrant] == fewest) {
                byes.push(Entrant(order.remove(at) as u32));
            }
        }
        byes
    }

    /// Pairs of neighbours, with as few repetitions as a bounded backtracking search finds.
    fn pairs(&self, order: &[usize]) -> Vec<Vec<Entrant>> {
        /// After this many steps the search is given up, and repeated once more with one more meeting allowed.
        const MOST_STEPS: u32 = 100_000;
        let most_met = self.meetings.iter().copied().max().unwrap_or(0);
        for allowed in 0..=most_met {
            let mut partner = vec![None; order.len()];
            let mut steps = MOST_STEPS;
            if self.search(order, allowed, &mut partner, &mut steps) {
                return couples(order, &partner);
            }
        }
        // Not reached: with as many meetings allowed as there were, the search always succeeds.
        couples(order, &(0..order.len()).map(|at| Some(at ^ 1)).collect::<Vec<_>>())
    }

    /// Finds a partner for the first entrant without one, fewest meetings and nearest first, then for the others.
    fn search(&self, order: &[usize], allowed: u32, partner: &mut [Option<usize>], steps: &mut u32) -> bool {
        let Some(first) = partner.iter().position(Option::is_none) else { return true };
        let mut candidates: Vec<usize> = (first + 1..order.len())
            .filter(|&at| partner[at].is_none() && self.met(order[first], order[at]) <= allowed)
            .collect();
        candidates.sort_by_key(|&at| self.met(order[first], order[at]));
        for at in candidates {
            if *steps == 0 {
                return false;
            }
            *steps -= 1;
            (partner[first], partner[at]) = (Some(at), Some(first));
            if self.search(order, allowed, partner, steps) {
                return true;
            }
            (partner[first], partner[at]) = (None, None);
        }
        false
    }

    /// Groups of more than two, greedily: the first entrant left, then those with the fewest meetings, nearest first.
    fn groups(&self, mut order: Vec<usize>) -> Vec<Vec<Entrant>> {
        let mut groups = Vec::new();
        while order.len() >= self.seats {
            let mut group = vec![order.remove(0)];
            while group.len() < self.seats {
                let met = |at: &usize| group.iter().map(|&member| self.met(member, order[*at])).sum::<u32>();
                let next = (0..order.len()).min_by_key(met).expect("the order still fills the group");
                group.push(order.remove(next));
            }
            groups.push(group.into_iter().map(|entrant| Entrant(entrant as u32)).collect());
        }
        groups
    }
}

fn couples(order: &[usize], partner: &[Option<usize>]) -> Vec<Vec<Entrant>> {
    let entrant = |at: usize| Entrant(order[at] as u32);
    let pairs = partner
        .iter()
        .enumerate()
        .filter_map(|(at, other)| other.filter(|&other| at < other).map(|other| (at, other)));
    pairs.map(|(at, other)| vec![entrant(at), entrant(other)]).collect()
}
