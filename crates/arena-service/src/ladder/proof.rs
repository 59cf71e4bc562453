//! The proof that ratings follow from results: all of them made again in memory, and compared bit by bit. It only reads.

use std::collections::BTreeMap;

use skirmish_arena_store::{Ladder, Meeting, Rated, RatingPoint, Snapshot, Stored};

use super::results::Folding;
use crate::arena::Arena;

/// How many results are read at once.
const CHUNK: i64 = 1_000;
/// How many differences are told.
const MOST_DIFFERENCES: usize = 20;

/// What came of comparing the ladders with what their results make.
#[derive(Clone, Debug, Default, PartialEq, Eq, serde::Serialize)]
pub struct Proof {
    /// How many results were folded.
    pub results: u64,
    /// How many ratings they make.
    pub ratings: u64,
    /// Where a ladder has something else: none, or it was changed by other hands. Only the first few.
    pub differences: Vec<String>,
    /// Games whose ladders are being made again at the moment: they were not compared.
    pub unfinished: Vec<String>,
}

/// Folds all results again and compares every number of the ladders with what comes out, to the last bit. It reads what
/// there is at one moment; everything goes on meanwhile.
pub async fn verify(arena: &Arena) -> Stored<Proof> {
    let mut proof = Proof::default();
    for ladder in arena.store.ladders().await? {
        let mut snapshot = arena.store.snapshot().await?;
        // Results that will not count are marked before the ladder without them is in its place.
        if snapshot.recomputes().await?.iter().any(|it| it.game == ladder.game) {
            proof.unfinished.push(ladder.game);
            continue;
        }
        let now = snapshot.ladders().await?.into_iter().find(|it| it.game == ladder.game);
        if let Some(ladder) = now {
            compare(&mut snapshot, &ladder, &mut proof).await?;
        }
    }
    Ok(proof)
}

async fn compare(snapshot: &mut Snapshot, ladder: &Ladder, proof: &mut Proof) -> Stored<()> {
    let Ladder { game, generation, .. } = ladder;
    let mut made = Folding::default();
    let differences = &mut proof.differences;
    let same = |one: &RatingPoint, other: &RatingPoint| {
        is_same_bits(one.mu, other.mu) && is_same_bits(one.sigma, other.sigma)
    };
    // Points before the first result and after the last are looked at, too: there should be none.
    let mut first = i64::MIN;
    loop {
        let seats = snapshot.results_after(game, first.max(0), CHUNK).await?;
        made.take(&seats);
        let last = seats.last().map_or(i64::MAX, |seat| seat.result_seq);
        let kept = snapshot.points_between(*generation, first.saturating_add(1)..=last).await?;
        differ("rating point", &by_key(std::mem::take(&mut made.points)), &by_key(kept), same, differences);
        if seats.is_empty() {
            break;
        }
        first = last;
    }
    let kept = snapshot.all_rated(*generation).await?.into_iter().map(|rated| (rated.version_id, rated));
    differ("rating", &made.rated, &kept.collect(), is_same_rated, differences);
    let kept = snapshot.all_meetings(*generation).await?.into_iter();
    let kept = kept.map(|met| ((met.version_id, met.other_id), met)).collect();
    differ("meeting", &made.meetings, &kept, Meeting::eq, differences);
    proof.results += made.results;
    proof.ratings += made.rated.len() as u64;
    Ok(())
}

fn by_key(points: Vec<RatingPoint>) -> BTreeMap<(i64, i64), RatingPoint> {
    points.into_iter().map(|point| ((point.version_id, point.result_seq), point)).collect()
}

fn is_same_rated(one: &Rated, other: &Rated) -> bool {
    let blind = |rated: &Rated| Rated { mu: 0.0, sigma: 0.0, ..rated.clone() };
    is_same_bits(one.mu, other.mu) && is_same_bits(one.sigma, other.sigma) && blind(one) == blind(other)
}

fn is_same_bits(one: f64, other: f64) -> bool {
    one.to_bits() == other.to_bits()
}

/// Notes where two lists differ.
fn differ<K: Ord + std::fmt::Debug, V: std::fmt::Debug>(
    what: &str,
    made: &BTreeMap<K, V>,
    kept: &BTreeMap<K, V>,
    is_same: impl Fn(&V, &V) -> bool,
    differences: &mut Vec<String>,
) {
    let mut note = |sentence: String| {
        if differences.len() < MOST_DIFFERENCES {
            differences.push(sentence);
        }
    };
    for (key, made) in made {
        match kept.get(key) {
            None => note(format!("{what} {key:?} is missing: results make {made:?}")),
            Some(kept) if !is_same(made, kept) => {
                note(format!("{what} {key:?} is {kept:?}: results make {made:?}"));
            }
            Some(_) => {}
        }
    }
    for key in kept.keys().filter(|key| !made.contains_key(key)) {
        note(format!("{what} {key:?} follows from no result"));
    }
}
