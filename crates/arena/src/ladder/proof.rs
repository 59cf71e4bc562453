//! The proof that ratings follow from results: all of them made again, and compared bit by bit.

use std::collections::BTreeMap;
use std::ops::RangeInclusive;

use crate::arena::{Arena, News};
use crate::queue::{self, Leave};
use crate::store::{Meeting, Rated, RatingPoint, ResultSeat, Stored, Writing};

use super::fold::{Folded, fold};

/// How many results are read at once.
const CHUNK: i64 = 1_000;
/// How many differences are told.
const MOST_DIFFERENCES: usize = 20;

/// What came of comparing the ladder with what its results make.
#[derive(Clone, Debug, Default, PartialEq, Eq, serde::Serialize)]
pub struct Proof {
    /// How many results were folded.
    pub results: u64,
    /// How many ratings they make.
    pub ratings: u64,
    /// Where the ladder has something else: none, or it was changed by other hands. Only the first few.
    pub differences: Vec<String>,
}

/// Folds all results again and compares every number of the ladder with what comes out, to the last bit. Nothing is
/// rated meanwhile.
pub async fn verify(arena: &Arena) -> Stored<Proof> {
    let mut tx = arena.store.write().await?;
    tx.hold_results().await?;
    let proof = compare(&mut tx).await?;
    // Nothing was written: the transaction may end as it likes.
    tx.commit().await?;
    Ok(proof)
}

/// Makes the ladder again from its results; says what was different before.
pub async fn recompute(arena: &Arena) -> Stored<Proof> {
    let mut tx = arena.store.write().await?;
    tx.hold_results().await?;
    let proof = compare(&mut tx).await?;
    remake(&mut tx).await?;
    tx.commit().await?;
    arena.settings.games().for_each(|entry| arena.tell(News::Ladder(entry.info.name)));
    Ok(proof)
}

/// Takes a bot off the ladder, with all its matches out of everybody's rating; how many they were. All of it happens, or
/// nothing.
pub async fn disqualify(arena: &Arena, bot_id: i64, why: &str) -> Stored<u64> {
    let mut tx = arena.store.write().await?;
    let (count, news) = disqualify_in(arena, &mut tx, bot_id, why).await?;
    tx.commit().await?;
    news.into_iter().for_each(|one| arena.tell(one));
    Ok(count)
}

/// The same as part of something larger: whoever commits tells the news.
pub(crate) async fn disqualify_in(
    arena: &Arena,
    tx: &mut Writing,
    bot_id: i64,
    why: &str,
) -> Stored<(u64, Vec<News>)> {
    tx.set_bot_disabled(bot_id, Some(why)).await?;
    let mut news = queue::withdraw_bots(tx, &[bot_id], Leave::Gone, why).await?;
    tx.hold_results().await?;
    let count = tx.void_matches_of(bot_id).await?;
    remake(tx).await?;
    news.extend(arena.settings.games().map(|entry| News::Ladder(entry.info.name)));
    Ok((count, news))
}

async fn compare(tx: &mut Writing) -> Stored<Proof> {
    let mut differences = Vec::new();
    let mut made = Ladder::default();
    let same = |one: &RatingPoint, other: &RatingPoint| {
        is_same_bits(one.mu, other.mu) && is_same_bits(one.sigma, other.sigma)
    };
    while let Some((seqs, points)) = made.go_on(tx).await? {
        let kept = tx.points_between(seqs).await?;
        differ("rating point", &by_key(points), &by_key(kept), same, &mut differences);
    }
    let kept = tx.all_rated().await?.into_iter().map(|rated| (rated.version_id, rated)).collect();
    differ("rating", &made.rated, &kept, is_same_rated, &mut differences);
    let kept = tx.all_meetings().await?.into_iter();
    let kept = kept.map(|met| ((met.version_id, met.other_id), met)).collect();
    differ("meeting", &made.meetings, &kept, Meeting::eq, &mut differences);
    Ok(Proof { results: made.results, ratings: made.rated.len() as u64, differences })
}

async fn remake(tx: &mut Writing) -> Stored<()> {
    tx.clear_ladder().await?;
    let mut made = Ladder::default();
    while let Some((_, points)) = made.go_on(tx).await? {
        tx.fill_points(&points).await?;
    }
    let rated: Vec<Rated> = made.rated.into_values().collect();
    let meetings: Vec<Meeting> = made.meetings.into_values().collect();
    tx.fill_ladder(&rated, &meetings).await
}

/// What follows from results, up to one of them. The courses of ratings, which have a point for every seat of every
/// match, are never in memory as a whole.
#[derive(Clone, Debug, Default)]
struct Ladder {
    rated: BTreeMap<i64, Rated>,
    meetings: BTreeMap<(i64, i64), Meeting>,
    results: u64,
    folded: i64,
}

impl Ladder {
    /// Folds the next results; gives which these were, and the points that they make. None after the last.
    async fn go_on(&mut self, tx: &mut Writing) -> Stored<Option<(RangeInclusive<i64>, Vec<RatingPoint>)>> {
        let last = tx.last_result().await?;
        if self.folded > last {
            return Ok(None);
        }
        // Points before the first result and after the last are looked at, too: there should be none.
        let first = if self.folded == 0 { i64::MIN } else { self.folded + 1 };
        let seats = tx.results_after(self.folded, CHUNK).await?;
        let mut points = Vec::with_capacity(seats.len());
        for result in seats.chunk_by(|one, other| one.result_seq == other.result_seq) {
            self.take(result, &mut points);
        }
        self.folded += CHUNK;
        let end = if self.folded > last { i64::MAX } else { self.folded };
        Ok(Some((first..=end, points)))
    }

    fn take(&mut self, seats: &[ResultSeat], points: &mut Vec<RatingPoint>) {
        self.results += 1;
        let before: Vec<Option<Rated>> =
            seats.iter().map(|seat| self.rated.get(&seat.version_id).cloned()).collect();
        let Folded { rated, meetings } = fold(&before, seats);
        for rated in rated {
            let (version_id, result_seq) = (rated.version_id, rated.last_seq);
            points.push(RatingPoint { version_id, result_seq, mu: rated.mu, sigma: rated.sigma });
            self.rated.insert(version_id, rated);
        }
        for met in meetings {
            let sum = self.meetings.entry((met.version_id, met.other_id)).or_insert_with(|| Meeting {
                version_id: met.version_id,
                other_id: met.other_id,
                games: 0,
                better: 0,
                level: 0,
                worse: 0,
            });
            sum.games += met.games;
            sum.better += met.better;
            sum.level += met.level;
            sum.worse += met.worse;
        }
    }
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
