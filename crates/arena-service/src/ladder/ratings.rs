//! Ratings: fitted to the counts of a ladder, in the background, as often as results come and the size of the ladder allows.
//!
//! A rating follows from the counts of one moment alone, whatever order they came in, so whoever fits the same counts gets
//! the same bits. Reading and fitting keep nobody waiting; what comes out is written in small parts.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::{Duration, Instant};

use skirmish_arena_store::{Ladder, Meeting, MeetingsOf, RatedVersion, Rating, StoreError, Stored, Writing};
use skirmish_league::Entrant;
use skirmish_league::field::{self, FieldRating, Meetings, Member};
use tokio::sync::watch;
use tracing::error;

use crate::arena::{Arena, News, in_background};

/// How often ladders are looked at.
const EVERY: Duration = Duration::from_secs(1);
/// Fitting the ratings of a long ladder takes a while. For so many times as long nothing is fitted then.
const REST: u32 = 19;
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
    let meetings = snapshot.meetings(game).await?;
    let gone = snapshot.wrongly_rated(game).await?;
    drop(snapshot);
    let done =
        in_background(move || (fitted(&versions, meetings.iter().flat_map(MeetingsOf::list)), versions));
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
