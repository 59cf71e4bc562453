//! Round-robin and gauntlet: who meets whom does not depend on results.

use std::collections::BTreeSet;

use super::{Format, Ranked, Settings, Stage, rank};
use crate::bradley_terry::{self, Ratings};
use crate::chance::Chance;
use crate::cross::CrossTable;
use crate::{Entrant, Refusal};

/// The only stage.
pub(super) fn stage(settings: &Settings) -> Stage {
    let all: Vec<Entrant> = (0..settings.entrants).map(Entrant).collect();
    let (first, rest) = match settings.format {
        Format::Gauntlet { challengers } => all.split_at(challengers as usize),
        _ => (&all[..0], &all[..]),
    };
    let groups = match possible(first.len(), rest.len(), settings.seats) {
        count if count <= u128::from(settings.most_groups) => every(first, rest, settings.seats),
        _ => choose(first, rest, settings),
    };
    let Settings { maps, seed, .. } = *settings;
    Stage { first: 0, round: 0, first_map: 0, maps, groups, byes: Vec::new(), seed }
}

/// The ranking by points of all matches; in a gauntlet, where some play more matches than others, by rating.
pub(super) fn ranking(settings: &Settings, results: &[Option<Vec<u8>>]) -> Result<Vec<Ranked>, Refusal> {
    let stage = stage(settings);
    stage.check(results)?;
    let mut points = vec![0; settings.entrants as usize];
    for (group, made) in stage.groups().iter().zip(stage.half_points(results)) {
        for (entrant, made) in group.iter().zip(made) {
            points[entrant.index()] += made;
        }
    }
    let points = |entrant: Entrant| points[entrant.index()] as f64 / 2.0;
    let all = (0..settings.entrants).map(Entrant);
    if !matches!(settings.format, Format::Gauntlet { .. }) {
        return Ok(rank(
            all.map(|entrant| (points(entrant), Ranked::new(entrant, points(entrant), 0.0))).collect(),
        ));
    }
    let ratings = ratings(settings, &stage, results);
    // Equal records are equal ratings, up to rounding errors.
    let rating = |entrant: Entrant| (ratings.of(entrant).value * 1e6).round();
    Ok(rank(all.map(|entrant| (rating(entrant), Ranked::new(entrant, points(entrant), 0.0))).collect()))
}

fn ratings(settings: &Settings, stage: &Stage, results: &[Option<Vec<u8>>]) -> Ratings {
    let mut cross = CrossTable::new(settings.entrants);
    for (fixture, places) in stage.fixtures().zip(results) {
        if let Some(places) = places {
            cross.add(&fixture.seats, places, fixture.map_seed);
        }
    }
    Ratings::fit(&cross, &bradley_terry::Settings::default())
}

/// The number of possible groups: one challenger, if there are any, and the others out of the rest.
fn possible(challengers: usize, rest: usize, seats: u32) -> u128 {
    let chosen = seats as u128 - u128::from(challengers > 0);
    let ways = (0..chosen).fold(1u128, |ways, i| ways * (rest as u128).saturating_sub(i) / (i + 1));
    ways * challengers.max(1) as u128
}

/// All groups in lexicographic order.
fn every(challengers: &[Entrant], rest: &[Entrant], seats: u32) -> Vec<Vec<Entrant>> {
    let mut groups = Vec::new();
    if challengers.is_empty() {
        extend(&mut Vec::new(), rest, seats as usize, &mut groups);
    }
    for &challenger in challengers {
        extend(&mut vec![challenger], rest, seats as usize, &mut groups);
    }
    groups
}

fn extend(group: &mut Vec<Entrant>, rest: &[Entrant], seats: usize, groups: &mut Vec<Vec<Entrant>>) {
    if group.len() == seats {
        groups.push(group.clone());
        return;
    }
    for (i, &next) in rest.iter().enumerate() {
        group.push(next);
        extend(group, &rest[i + 1..], seats, groups);
        group.pop();
    }
}

/// As many distinct groups as the settings allow, balanced by matches per entrant and by meetings per pair.
fn choose(challengers: &[Entrant], rest: &[Entrant], settings: &Settings) -> Vec<Vec<Entrant>> {
    /// How often a group that exists already is redrawn; too few only where nearly all groups exist.
    const ATTEMPTS: u32 = 50;
    let mut draw = Draw::new(settings);
    let mut seen = BTreeSet::new();
    let mut groups = Vec::new();
    while (groups.len() as u32) < settings.most_groups {
        let fresh = (0..ATTEMPTS).find_map(|attempt| {
            let group = draw.group(challengers, rest, settings.seats as usize, attempt);
            let mut members = group.clone();
            members.sort_unstable();
            seen.insert(members).then_some(group)
        });
        let Some(group) = fresh else { break };
        draw.count(&group);
        groups.push(group);
    }
    groups
}

/// Draws groups, and counts matches per entrant and meetings per pair.
struct Draw {
    chance: Chance,
    entrants: usize,
    matches: Vec<u32>,
    meetings: Vec<u32>,
}

impl Draw {
    fn new(settings: &Settings) -> Self {
        let entrants = settings.entrants as usize;
        let chance = Chance::child(settings.seed, u64::MAX);
        Self { chance, entrants, matches: vec![0; entrants], meetings: vec![0; entrants * entrants] }
    }

    fn group(
        &mut self,
        challengers: &[Entrant],
        rest: &[Entrant],
        seats: usize,
        attempt: u32,
    ) -> Vec<Entrant> {
        let mut group = Vec::with_capacity(seats);
        while group.len() < seats {
            let pool = if group.is_empty() && !challengers.is_empty() { challengers } else { rest };
            let next = self.member(&group, pool, attempt);
            group.extend(next);
        }
        group
    }

    /// The entrant with the fewest matches, then with the fewest meetings with the group, then at random. Later attempts drop
    /// these criteria.
    fn member(&mut self, group: &[Entrant], pool: &[Entrant], attempt: u32) -> Option<Entrant> {
        let mut best = None;
        for &entrant in pool.iter().filter(|entrant| !group.contains(entrant)) {
            let met: u32 = group.iter().map(|other| self.meetings[self.cell(entrant, *other)]).sum();
            let need = match attempt {
                0..10 => (self.matches[entrant.index()], met),
                10..30 => (self.matches[entrant.index()], 0),
                _ => (0, 0),
            };
            let key = (need, self.chance.bits());
            if best.is_none_or(|(least, _)| key < least) {
                best = Some((key, entrant));
            }
        }
        best.map(|(_, entrant)| entrant)
    }

    fn count(&mut self, group: &[Entrant]) {
        for &one in group {
            self.matches[one.index()] += 1;
            for &other in group {
                let cell = self.cell(one, other);
                self.meetings[cell] += 1;
            }
        }
    }

    fn cell(&self, one: Entrant, other: Entrant) -> usize {
        one.index() * self.entrants + other.index()
    }
}
