//! Round-robin and gauntlet: who meets whom does not depend on results.

use super::{Format, Places, Ranked, Settings, Stage, rank};
use crate::{Entrant, Refusal};

/// The only stage.
pub(super) fn stage(settings: &Settings) -> Stage {
    let groups = match settings.format {
        Format::Gauntlet { challengers } => gauntlet(settings, challengers),
        _ => round_robin(settings),
    };
    let Settings { maps, seed, .. } = *settings;
    Stage { first: 0, round: 0, first_map: 0, maps, groups, byes: Vec::new(), seed }
}

/// By the points of all games.
pub(super) fn ranking(settings: &Settings, results: &[Places]) -> Result<Vec<Ranked>, Refusal> {
    let stage = stage(settings);
    stage.check(results)?;
    let mut points = vec![0; settings.entrants as usize];
    for (group, made) in stage.groups().iter().zip(stage.half_points(results)) {
        for (entrant, made) in group.iter().zip(made) {
            points[entrant.index()] += made;
        }
    }
    Ok(rank((0..settings.entrants).map(|i| (Entrant(i), points[i as usize] as f64 / 2.0, 0.0)).collect()))
}

fn round_robin(settings: &Settings) -> Vec<Vec<Entrant>> {
    let mut groups = Vec::new();
    for a in 0..settings.entrants {
        for b in a + 1..settings.entrants {
            groups.push(vec![Entrant(a), Entrant(b)]);
        }
    }
    groups
}

fn gauntlet(settings: &Settings, challengers: u32) -> Vec<Vec<Entrant>> {
    let mut groups = Vec::new();
    for a in 0..challengers {
        for b in challengers..settings.entrants {
            groups.push(vec![Entrant(a), Entrant(b)]);
        }
    }
    groups
}
