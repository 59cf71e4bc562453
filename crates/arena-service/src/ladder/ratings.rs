//! Ratings: fitted to the counts of a ladder, in the background, as often as results come and the size of the ladder allows.
//!
//! A rating follows from the counts of one moment alone, whatever order they came in, so whoever fits the same counts gets
//! the same bits. Reading and fitting keep nobody waiting; what comes out is written in small parts.

use std::collections::HashMap;
use std::ops::RangeInclusive;
use std::sync::Arc;
use std::time::{Duration, Instant};

use skirmish_arena_store::{Ladder, Meeting, MeetingsOf, RatedVersion, Rating, StoreError, Stored, Writing};
use skirmish_league::Entrant;
use skirmish_league::field::{self, FieldRating, Meetings, Member};
use tokio::sync::watch;
use tracing::error;

use crate::arena::{Arena, News, Priority, in_background};

/// How often ladders are looked at.
const EVERY: Duration = Duration::from_secs(1);
/// Fitting the ratings of a long ladder takes a while. For so many times as long nothing is fitted then.
const REST: u32 = 19;
/// The meetings of how many versions are read at once.
const READ: usize = 64;
/// For so many times as long as that took, the database is others': it knows no priorities.
const READ_REST: u32 = 3;
/// How many ratings are written at once: so few that others hardly wait for it.
const PART: usize = 256;
/// What others get between two parts.
const PAUSE: Duration = Duration::from_millis(5);
/// The course of a rating has a point for every game at first, and later one whenever so many games have become so many more.
const POINT_EVERY: f64 = 1.1;

/// The ratings of versions, those of each bot together and the oldest first, who did so against each other.
pub(super) fn fitted(versions: &[RatedVersion], meetings: impl Iterator<Item = Meeting>) -> Vec<Rating> {
    let place: HashMap<i64, Entrant> =
        (0..).zip(versions).map(|(at, it)| (it.version_id, Entrant(at))).collect();
    let before = [None].into_iter().chain(versions.iter().map(Some));
    let member = |(before, it): (Option<&RatedVersion>, &RatedVersion)| Member {
        predecessor: before.filter(|before| before.bot_id == it.bot_id).map(|it| place[&it.version_id]),
        is_anchor: it.is_house,
    };
    let members: Vec<Member> = before.zip(versions).map(member).collect();
    let counted = |met: Meeting| {
        let (one, other) = (*place.get(&met.version_id)?, *place.get(&met.other_id)?);
        let weight = field::weight_of_comparison(u32::try_from(met.seats).unwrap_or(2));
        let [won, drawn, lost] = [met.better, met.level, met.worse].map(|count| count as f64 * weight);
        Some(Meetings { one, other, won, drawn, lost })
    };
    let meetings: Vec<Meetings> = meetings.filter_map(counted).collect();
    let ratings = field::rate(&members, &meetings);
    versions.iter().zip(ratings).map(|(version, rating)| kept(version, rating)).collect()
}

fn kept(version: &RatedVersion, rating: FieldRating) -> Rating {
    let due = (version.point_games as f64 * POINT_EVERY).floor() as i64 + 1;
    let point_games = if version.games >= due { version.games } else { version.point_games };
    Rating { version_id: version.version_id, value: rating.value, error: rating.error, point_games }
}

/// All numbers of versions in parts with so few of these in each that reading their meetings takes some milliseconds.
pub(super) fn parts(versions: impl Iterator<Item = i64>) -> Vec<RangeInclusive<i64>> {
    let mut ids: Vec<i64> = versions.collect();
    ids.sort_unstable();
    let lasts = ids.chunks(READ).map(|part| part[part.len() - 1]);
    let ends: Vec<i64> = lasts.chain([i64::MAX]).collect();
    let starts = [i64::MIN].into_iter().chain(ends.iter().map(|end| end.saturating_add(1)));
    starts.zip(&ends).map(|(start, &end)| start..=end).collect()
}

/// Fits the ratings of all ladders whose counts have changed.
pub async fn fit_ratings(arena: &Arena) -> Stored<()> {
    for Ladder { game, changes, fitted, .. } in arena.store.ladders().await? {
        if changes != fitted {
            fit(arena, &game).await?;
        }
    }
    Ok(())
}

/// Fits ratings whenever counts have changed, until it is told to stop.
pub async fn keep_fitting(arena: Arc<Arena>, mut stopped: watch::Receiver<bool>) {
    loop {
        let begun = Instant::now();
        if let Err(error) = fit_ratings(&arena).await {
            // A database that is away comes back.
            error!(%error, "ratings could not be fitted; it is tried again");
        }
        let pause = EVERY.max(begun.elapsed() * REST);
        tokio::select! {
            _ = stopped.wait_for(|is_stopped| *is_stopped) => return,
            () = tokio::time::sleep(pause) => {}
        }
    }
}

async fn fit(arena: &Arena, game: &str) -> Stored<()> {
    let mut snapshot = arena.store.snapshot().await?;
    let ladder = snapshot.ladders().await?.into_iter().find(|it| it.game == game);
    let Some(ladder) = ladder.filter(|it| it.changes != it.fitted) else { return Ok(()) };
    let versions = snapshot.rated_versions(game).await?;
    let mut meetings = Vec::new();
    for part in parts(versions.iter().map(|it| it.version_id)) {
        let begun = Instant::now();
        meetings.extend(snapshot.meetings(game, &part).await?);
        tokio::time::sleep(begun.elapsed() * READ_REST).await;
    }
    let gone = snapshot.wrongly_rated(game).await?;
    drop(snapshot);
    let done = in_background(Priority::Lowest, move || {
        (fitted(&versions, meetings.iter().flat_map(MeetingsOf::list)), versions)
    });
    let (ratings, versions) = done.await.map_err(|refused| StoreError::Together(refused.to_string()))?;
    for (part, before) in ratings.chunks(PART).zip(versions.chunks(PART)) {
        let mut tx = arena.store.write().await?;
        if !tx.write_ratings_of(game, ladder.changes).await? {
            return Ok(());
        }
        tx.put_ratings(part).await?;
        let new = part.iter().zip(before).filter(|(rating, before)| rating.point_games != before.point_games);
        let points: Vec<Rating> = new.map(|(rating, _)| *rating).collect();
        tx.add_points(&points).await?;
        tx.commit().await?;
        tokio::time::sleep(PAUSE).await;
    }
    let mut tx = arena.store.write().await?;
    if finish(&mut tx, &ladder, &gone).await? {
        tx.commit().await?;
        arena.tell_all(
            arena.settings.game(game).map(|entry| News::Ladder(entry.info.name)).into_iter().collect(),
        );
    }
    Ok(())
}

async fn finish(tx: &mut Writing, ladder: &Ladder, gone: &[i64]) -> Stored<bool> {
    if !tx.write_ratings_of(&ladder.game, ladder.changes).await? {
        return Ok(false);
    }
    tx.remove_ratings(gone).await?;
    tx.set_fitted(&ladder.game, ladder.changes).await?;
    Ok(true)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_meetings_of_every_version_are_read_once() {
        for count in [0, 1, READ, READ + 1, 5 * READ] {
            let versions: Vec<i64> = (0..count as i64).map(|id| 7 * id - 3).collect();
            let parts = parts(versions.iter().rev().copied());
            assert_eq!((*parts[0].start(), *parts[parts.len() - 1].end()), (i64::MIN, i64::MAX));
            assert!(parts.windows(2).all(|two| two[0].end() + 1 == *two[1].start()), "{parts:?}");
            let of = |part: &RangeInclusive<i64>| versions.iter().filter(|id| part.contains(id)).count();
            assert!(parts.iter().all(|part| of(part) <= READ), "{parts:?}");
        }
    }
}
