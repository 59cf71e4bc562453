//! The proof that ladders follow from results: all results counted again and ratings fitted to them, and compared bit by
//! bit. It only reads; what is wrong can be put right by adding the differences.

use std::collections::BTreeMap;
use std::fmt::Debug;

use skirmish_arena_store::{Ladder, Meeting, MeetingsOf, Record, Snapshot, StoreError, Stored};

use super::counts::{Counts, mirrored};
use super::ratings::{fit_ratings, fitted, parts};
use crate::arena::{Arena, Priority, in_background};

/// How many results are read at once.
const CHUNK: i64 = 1_000;
/// How many differences are told.
const MOST_DIFFERENCES: usize = 20;
/// How many rows are put right at once: so few that others hardly wait for it.
const PART: usize = 256;

/// What came of comparing the ladders with what their results make.
#[derive(Clone, Debug, Default, PartialEq, Eq, serde::Serialize)]
pub struct Proof {
    /// How many results were counted.
    pub results: u64,
    /// How many ratings they make.
    pub ratings: u64,
    /// Where a ladder has something else: none, or it was changed by other hands. Only the first few.
    pub differences: Vec<String>,
    /// Games with results that are newer than their ratings: the counts were compared, and ratings were not.
    pub unfinished: Vec<String>,
}

impl Proof {
    fn note(&mut self, sentence: String) {
        if self.differences.len() < MOST_DIFFERENCES {
            self.differences.push(sentence);
        }
    }
}

/// Counts all results again and compares every number of the ladders with what comes out, to the last bit. It reads what
/// there is at one moment; everything goes on meanwhile.
pub async fn verify(arena: &Arena) -> Stored<Proof> {
    Ok(compare_all(arena).await?.0)
}

/// Puts right what is different, and fits all ratings again; says what was different before. Results that come meanwhile
/// are added to what is wrong, so that the difference stays the same.
pub async fn recompute(arena: &Arena) -> Stored<Proof> {
    let (proof, missing) = compare_all(arena).await?;
    for (game, missing) in &missing {
        put_right(arena, game, missing).await?;
    }
    fit_ratings(arena).await?;
    Ok(proof)
}

async fn compare_all(arena: &Arena) -> Stored<(Proof, Vec<(String, Missing)>)> {
    let (mut proof, mut all) = (Proof::default(), Vec::new());
    for Ladder { game, .. } in arena.store.ladders().await? {
        let mut snapshot = arena.store.snapshot().await?;
        let now = snapshot.ladders().await?.into_iter().find(|it| it.game == game);
        if let Some(ladder) = now {
            let missing = compare(&mut snapshot, &ladder, &mut proof).await?;
            all.push((game, missing));
        }
    }
    Ok((proof, all))
}

/// What is to be added to a ladder so that it is what its results make.
#[derive(Debug, Default)]
struct Missing {
    records: Vec<Record>,
    meetings: Vec<Meeting>,
}

async fn compare(snapshot: &mut Snapshot, ladder: &Ladder, proof: &mut Proof) -> Stored<Missing> {
    let game = &ladder.game;
    let mut made = Counts::default();
    let mut last = 0;
    loop {
        let seats = snapshot.results_after(game, last, CHUNK).await?;
        let Some(seat) = seats.last() else { break };
        last = seat.result_seq;
        made.take(&seats);
    }
    proof.results += made.results;
    let mut missing = Missing::default();
    let kept = snapshot.records(game).await?.into_iter().map(|it| (it.version_id, it)).collect();
    for (made, kept) in differing(&made.records, &kept) {
        proof.note(format!("the record of version {} is {kept:?}: results make {made:?}", made.version_id));
        missing.records.push(less_record(made, kept));
    }
    let (mut kept, mut back) = (Vec::new(), Vec::new());
    for part in parts(made.records.keys().copied()) {
        kept.extend(snapshot.meetings(game, &part).await?);
        back.extend(snapshot.meetings_back(game, &part).await?);
    }
    let kept = kept.iter().flat_map(MeetingsOf::list).map(|met| (key(&met), met)).collect();
    for (made, kept) in differing(&made.meetings, &kept) {
        proof.note(format!("a meeting is {kept:?}: results make {made:?}"));
        missing.meetings.push(less_meeting(made, kept));
    }
    let back = back.iter().flat_map(MeetingsOf::list).map(|met| mirrored(&met));
    let kept = back.map(|met| (key(&met), met)).collect();
    for (made, kept) in differing(&made.meetings, &kept) {
        proof.note(format!("a meeting, seen from the other side, is {kept:?}: results make {made:?}"));
        missing.meetings.push(mirrored(&less_meeting(made, kept)));
    }
    if ladder.changes != ladder.fitted {
        proof.unfinished.push(game.clone());
        return Ok(missing);
    }
    compare_ratings(snapshot, game, made, proof).await?;
    Ok(missing)
}

/// Ratings have to be those that the counted results make, not those that the ladder's counts make.
async fn compare_ratings(
    snapshot: &mut Snapshot,
    game: &str,
    counts: Counts,
    proof: &mut Proof,
) -> Stored<()> {
    let kept = snapshot.ratings(game).await?;
    let versions = snapshot.rated_versions(game).await?;
    let made =
        in_background(Priority::Lowest, move || fitted(&versions, counts.meetings.into_values())).await;
    let made = made.map_err(|refused| StoreError::Together(refused.to_string()))?;
    proof.ratings += made.len() as u64;
    let bits = |value: f64, error: f64| (value.to_bits(), error.to_bits());
    let mut kept: BTreeMap<i64, _> = kept.iter().map(|it| (it.version_id, it)).collect();
    for made in &made {
        match kept.remove(&made.version_id) {
            Some(kept) if bits(kept.value, kept.error) == bits(made.value, made.error) => {}
            kept => proof.note(format!("a rating is {kept:?}: results make {made:?}")),
        }
    }
    for kept in kept.values() {
        proof.note(format!("a rating is {kept:?}: it follows from no result"));
    }
    Ok(())
}

/// What differs, first as results make it and then as it is kept; what is not there is nothing.
fn differing<K: Ord + Copy, V: Default + Copy + Eq + Debug + Blank>(
    made: &BTreeMap<K, V>,
    kept: &BTreeMap<K, V>,
) -> Vec<(V, V)> {
    let both = |key: &K| {
        let (made, kept) = (made.get(key).copied(), kept.get(key).copied());
        let blank = made.or(kept).unwrap_or_default().blank();
        (made.unwrap_or(blank), kept.unwrap_or(blank))
    };
    let only_kept = kept.keys().filter(|key| !made.contains_key(key));
    made.keys().chain(only_kept).map(both).filter(|(made, kept)| made != kept).collect()
}

/// The same of nothing.
trait Blank {
    fn blank(self) -> Self;
}

impl Blank for Record {
    fn blank(self) -> Self {
        Self { version_id: self.version_id, ..Self::default() }
    }
}

impl Blank for Meeting {
    fn blank(self) -> Self {
        Self { better: 0, level: 0, worse: 0, ..self }
    }
}

fn key(met: &Meeting) -> (i64, i64, i64) {
    (met.version_id, met.other_id, met.seats)
}

fn less_record(made: Record, kept: Record) -> Record {
    Record {
        version_id: made.version_id,
        games: made.games - kept.games,
        wins: made.wins - kept.wins,
        draws: made.draws - kept.draws,
        losses: made.losses - kept.losses,
        faults: made.faults - kept.faults,
    }
}

fn less_meeting(made: Meeting, kept: Meeting) -> Meeting {
    Meeting {
        better: made.better - kept.better,
        level: made.level - kept.level,
        worse: made.worse - kept.worse,
        ..made
    }
}

async fn put_right(arena: &Arena, game: &str, missing: &Missing) -> Stored<()> {
    for part in missing.records.chunks(PART) {
        let mut tx = arena.store.write().await?;
        tx.hold_ladder(game).await?;
        tx.add_records(part).await?;
        tx.commit().await?;
    }
    for part in missing.meetings.chunks(PART) {
        let mut tx = arena.store.write().await?;
        tx.hold_ladder(game).await?;
        tx.add_meetings(game, part).await?;
        tx.commit().await?;
    }
    // Also if all counts are right: somebody may have changed a rating.
    let mut tx = arena.store.write().await?;
    tx.hold_ladder(game).await?;
    tx.change_ladder(game).await?;
    tx.commit().await
}
