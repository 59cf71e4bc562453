//! Knockout (single elimination).

use super::{Ranked, Settings, Stage, rank};
use crate::{Entrant, Refusal};

/// The round or tie-break to play next, if there is one.
pub(super) fn stage(
    settings: &Settings,
    tie_breaks: u32,
    results: &[Option<Vec<u8>>],
) -> Result<Option<Stage>, Refusal> {
    Ok(Bracket::after(settings, tie_breaks, results)?.1)
}

/// The ranking by rounds survived; entrants eliminated in the same round share a rank.
pub(super) fn ranking(
    settings: &Settings,
    tie_breaks: u32,
    results: &[Option<Vec<u8>>],
) -> Result<Vec<Ranked>, Refusal> {
    let (bracket, _) = Bracket::after(settings, tie_breaks, results)?;
    Ok(rank(
        (0..settings.entrants)
            .map(|i| (f64::from(bracket.survived[i as usize]), Entrant(i)))
            .map(|(rounds, entrant)| (rounds, Ranked::new(entrant, rounds, 0.0)))
            .collect(),
    ))
}

/// The bracket after some rounds.
struct Bracket {
    /// Adjacent slots meet; an empty slot gives its neighbour a bye.
    slots: Vec<Option<Entrant>>,
    survived: Vec<u32>,
    round: u32,
    /// The number of the next match, and the next map.
    next: u64,
    map: u32,
}

impl Bracket {
    /// The bracket after all rounds with complete results, and the first stage without them, if any.
    fn after(
        settings: &Settings,
        tie_breaks: u32,
        results: &[Option<Vec<u8>>],
    ) -> Result<(Self, Option<Stage>), Refusal> {
        let mut bracket = Self {
            slots: seeding(settings.entrants),
            survived: vec![0; settings.entrants as usize],
            round: 0,
            next: 0,
            map: 0,
        };
        while bracket.slots.len() > 1 {
            if let Some(stage) = bracket.play_round(settings, tie_breaks, results)? {
                return Ok((bracket, Some(stage)));
            }
        }
        Ok((bracket, None))
    }

    /// Advances by a round if its results are complete; otherwise returns the stage that lacks some.
    fn play_round(
        &mut self,
        settings: &Settings,
        tie_breaks: u32,
        results: &[Option<Vec<u8>>],
    ) -> Result<Option<Stage>, Refusal> {
        let meetings: Vec<Vec<Entrant>> = self.slots.chunks(2).filter_map(both).collect();
        let byes = self
            .slots
            .chunks(2)
            .filter(|pair| both(pair).is_none())
            .flat_map(|pair| pair.iter().flatten().copied());
        let mut stage = self.stage(meetings, byes.collect(), settings.maps, settings.seed);
        let mut winners = vec![None; self.survived.len()];
        for tie_break in 0..=tie_breaks {
            stage.check(results)?;
            if (results.len() as u64) < stage.end() {
                return Ok(Some(stage));
            }
            (self.next, self.map) = (stage.end(), stage.first_map + stage.maps);
            let mut tied = Vec::new();
            for (group, points) in stage.groups().iter().zip(stage.half_points(results)) {
                // Entrants come in the order of their seeding: the smaller number is the better seed.
                let winner = if points[0] >= points[1] { group[0] } else { group[1] };
                let better_seed = group[0].min(group[1]);
                let is_tied = points[0] == points[1];
                winners[group[0].index()] = Some(if is_tied { better_seed } else { winner });
                winners[group[1].index()] = winners[group[0].index()];
                if is_tied {
                    tied.push(group.clone());
                }
            }
            if tied.is_empty() || tie_break == tie_breaks {
                break;
            }
            stage = self.stage(tied, Vec::new(), 1, settings.seed);
        }
        self.advance(&winners);
        Ok(None)
    }

    fn advance(&mut self, winners: &[Option<Entrant>]) {
        let winner = |pair: &[Option<Entrant>]| match both(pair) {
            Some(group) => winners[group[0].index()],
            None => pair.iter().flatten().next().copied(),
        };
        self.slots = self.slots.chunks(2).map(winner).collect();
        for survivor in self.slots.iter().flatten() {
            self.survived[survivor.index()] += 1;
        }
        self.round += 1;
    }

    fn stage(&self, groups: Vec<Vec<Entrant>>, byes: Vec<Entrant>, maps: u32, seed: u64) -> Stage {
        Stage { first: self.next, round: self.round, first_map: self.map, maps, groups, byes, seed }
    }
}

fn both(pair: &[Option<Entrant>]) -> Option<Vec<Entrant>> {
    pair.iter().copied().collect()
}

/// The slots of the first round: the two best seeds can meet only in the final, the four best only in the last two
/// rounds, and so on; byes go to the best.
fn seeding(entrants: u32) -> Vec<Option<Entrant>> {
    let mut order = vec![0];
    while (order.len() as u32) < entrants {
        let last = 2 * order.len() as u32 - 1;
        order = order.into_iter().flat_map(|seed| [seed, last - seed]).collect();
    }
    order.into_iter().map(|seed| (seed < entrants).then_some(Entrant(seed))).collect()
}
