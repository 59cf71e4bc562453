//! Results in their order, and what they make of ratings: when they come, when a ladder is made again, and for the proof.

use std::collections::{BTreeMap, BTreeSet};

use skirmish_arena_store::{Meeting, Rated, RatingPoint, ResultSeat, Stored, Writing};

use super::fold::{Folded, fold};
use crate::arena::News;

/// What results make of what was known before them.
#[derive(Clone, Debug, Default)]
pub(super) struct Folding {
    /// Ratings after the last result, of those who were known before and those who played.
    pub(super) rated: BTreeMap<i64, Rated>,
    /// What the results add to meetings.
    pub(super) meetings: BTreeMap<(i64, i64), Meeting>,
    /// The points that they add to the courses of ratings.
    pub(super) points: Vec<RatingPoint>,
    /// How many there were.
    pub(super) results: u64,
}

impl Folding {
    /// Folds the next results, given by their seats in order.
    pub(super) fn take(&mut self, seats: &[ResultSeat]) {
        for result in seats.chunk_by(|one, other| one.result_seq == other.result_seq) {
            self.take_one(result);
        }
    }

    fn take_one(&mut self, seats: &[ResultSeat]) {
        self.results += 1;
        let before: Vec<Option<Rated>> =
            seats.iter().map(|seat| self.rated.get(&seat.version_id).cloned()).collect();
        let Folded { rated, meetings } = fold(&before, seats);
        for rated in rated {
            let (version_id, result_seq) = (rated.version_id, rated.last_seq);
            self.points.push(RatingPoint { version_id, result_seq, mu: rated.mu, sigma: rated.sigma });
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

/// Folds results, given by their seats in order, into a generation of their ladder, in few statements.
pub(super) async fn fold_into(tx: &mut Writing, generation: i64, seats: &[ResultSeat]) -> Stored<()> {
    let mut versions: Vec<i64> = seats.iter().map(|seat| seat.version_id).collect();
    versions.sort_unstable();
    versions.dedup();
    let known = tx.rated_of(generation, &versions).await?;
    let rated = known.into_iter().map(|rated| (rated.version_id, rated)).collect();
    let mut folding = Folding { rated, ..Folding::default() };
    folding.take(seats);
    tx.put_rated(generation, &folding.rated.into_values().collect::<Vec<_>>()).await?;
    tx.add_points(generation, &folding.points).await?;
    tx.add_meetings(generation, &folding.meetings.into_values().collect::<Vec<_>>()).await
}

/// Gives finished matches of a game, in this order, their places in the order of results, and folds them into the
/// ratings: those that may be rated and are not. Nobody else rates results of this game meanwhile, and nobody takes one out
/// of the rating. Whoever commits tells the news.
pub async fn rate(tx: &mut Writing, game: &str, matches: &[i64]) -> Stored<Vec<News>> {
    let mut ladder = tx.hold_ladder(game).await?;
    let mut rateable: BTreeSet<i64> = tx.rateable(matches).await?.into_iter().collect();
    // Each has one place, also if it is named twice.
    let open: Vec<i64> = matches.iter().copied().filter(|id| rateable.remove(id)).collect();
    if open.is_empty() {
        return Ok(Vec::new());
    }
    let before = ladder.last_seq;
    let seqs = tx.next_results(&mut ladder, open.len()).await?;
    let placed: Vec<(i64, i64)> = open.into_iter().zip(seqs).collect();
    tx.set_result_seqs(&placed).await?;
    let seats = tx.results_after(game, before, placed.len() as i64).await?;
    fold_into(tx, ladder.generation, &seats).await?;
    Ok(skirmish_games::find(game).map(|entry| News::Ladder(entry.info.name)).into_iter().collect())
}
