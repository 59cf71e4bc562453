//! Ratings: fitted to the counts of a ladder, in the background, as often as results come and the size of the ladder allows.
//!
//! A rating follows from the counts of one moment alone, whatever order they came in, so whoever fits the same counts gets
//! the same bits. Reading and fitting keep nobody waiting; what comes out is written in small parts.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::Arc;
use std::time::{Duration, Instant};

use skirmish_arena_store::{Ladder, Meeting, RatedVersion, Rating, Snapshot, StoreError, Stored, Writing};
use skirmish_league::Entrant;
use skirmish_league::field::{self, FieldRating, Meetings, Member};
use tokio::sync::watch;
use tracing::error;

use crate::arena::{Arena, News, off_async};

/// How often ladders are looked at.
const EVERY: Duration = Duration::from_secs(1);
/// Fitting the ratings of a long ladder takes a while. For so many times as long it is left alone then.
const REST: u32 = 19;
/// How many ratings are written at once: so few that others hardly wait for it.
const PART: usize = 256;
/// What others get between two parts.
const PAUSE: Duration = Duration::from_millis(5);
/// The course of a rating has a point for every game at first, and later one whenever so many games have become so many more.
const POINT_EVERY: f64 = 1.1;

/// What is fitted: who played, and how they did against each other.
#[derive(Debug)]
pub(super) struct Counted {
    versions: Vec<RatedVersion>,
    meetings: Vec<Meeting>,
}

impl Counted {
    /// What is fitted now.
    pub(super) async fn read(snapshot: &mut Snapshot, game: &str) -> Stored<Self> {
        let versions = snapshot.rated_versions(game).await?;
        Ok(Self { versions, meetings: snapshot.meetings(game).await? })
    }

    /// How they did against each other, from the side of the version with the smaller number.
    pub(super) fn meetings(&self) -> &[Meeting] {
        &self.meetings
    }

    /// The same versions, if they did this.
    pub(super) fn with_meetings(self, meetings: Vec<Meeting>) -> Self {
        Self { meetings, ..self }
    }

    /// The ratings that follow.
    pub(super) fn fit(&self) -> Vec<Rating> {
        let place: HashMap<i64, Entrant> =
            (0..).zip(&self.versions).map(|(at, it)| (it.version_id, Entrant(at))).collect();
        // Versions of one bot stand together, the oldest first.
        let before = [None].into_iter().chain(self.versions.iter().map(Some));
        let members: Vec<Member> = before
            .zip(&self.versions)
            .map(|(before, it)| Member {
                predecessor: before
                    .filter(|before| before.bot_id == it.bot_id)
                    .map(|it| place[&it.version_id]),
                is_anchor: it.is_house,
            })
            .collect();
        let meetings: Vec<Meetings> = self
            .meetings
            .iter()
            .filter_map(|met| {
                let (one, other) = (*place.get(&met.version_id)?, *place.get(&met.other_id)?);
                let weight = field::weight_of_comparison(u32::try_from(met.seats).unwrap_or(2));
                let [won, drawn, lost] =
                    [met.better, met.level, met.worse].map(|count| count as f64 * weight);
                Some(Meetings { one, other, won, drawn, lost })
            })
            .collect();
        let ratings = field::rate(&members, &meetings);
        self.versions.iter().zip(ratings).map(|(version, rating)| kept(version, rating)).collect()
    }
}

fn kept(version: &RatedVersion, rating: FieldRating) -> Rating {
    let due = (version.point_games as f64 * POINT_EVERY).floor() as i64 + 1;
    let point_games = if version.games >= due { version.games } else { version.point_games };
    Rating { version_id: version.version_id, value: rating.value, error: rating.error, point_games }
}

/// Fits the ratings of all ladders whose counts have changed.
pub async fn fit_ratings(arena: &Arena) -> Stored<()> {
    for ladder in arena.store.ladders().await? {
        fit(arena, &ladder.game).await?;
    }
    Ok(())
}

/// Fits the ratings of a ladder until it is told to stop: of every game, whenever its counts have changed.
pub async fn keep_fitting(arena: Arc<Arena>, mut stopped: watch::Receiver<bool>) {
    let mut rested_until: BTreeMap<String, Instant> = BTreeMap::new();
    loop {
        if let Err(error) = fit_rested(&arena, &mut rested_until).await {
            // A database that is away comes back.
            error!(%error, "ratings could not be fitted; it is tried again");
        }
        tokio::select! {
            _ = stopped.wait_for(|is_stopped| *is_stopped) => return,
            () = tokio::time::sleep(EVERY) => {}
        }
    }
}

async fn fit_rested(arena: &Arena, rested_until: &mut BTreeMap<String, Instant>) -> Stored<()> {
    for Ladder { game, changes, fitted, .. } in arena.store.ladders().await? {
        let begun = Instant::now();
        if changes == fitted || rested_until.get(&game).is_some_and(|until| *until > begun) {
            continue;
        }
        fit(arena, &game).await?;
        rested_until.insert(game, Instant::now() + begun.elapsed() * REST);
    }
    Ok(())
}

async fn fit(arena: &Arena, game: &str) -> Stored<()> {
    let mut snapshot = arena.store.snapshot().await?;
    let ladder = snapshot.ladders().await?.into_iter().find(|it| it.game == game);
    let Some(ladder) = ladder.filter(|it| it.changes != it.fitted) else { return Ok(()) };
    let counted = Counted::read(&mut snapshot, game).await?;
    let before = snapshot.ratings(game).await?;
    drop(snapshot);
    let fitted = off_async(move || (counted.fit(), counted.versions)).await;
    let (ratings, versions) = fitted.map_err(|refused| StoreError::Together(refused.to_string()))?;
    let is_point: BTreeSet<i64> = ratings
        .iter()
        .zip(&versions)
        .filter(|(rating, version)| rating.point_games != version.point_games)
        .map(|(rating, _)| rating.version_id)
        .collect();
    let kept: BTreeSet<i64> = ratings.iter().map(|it| it.version_id).collect();
    let gone: Vec<i64> =
        before.iter().map(|it| it.version_id).filter(|version| !kept.contains(version)).collect();
    for part in ratings.chunks(PART) {
        let mut tx = arena.store.write().await?;
        if !tx.write_ratings_of(game, ladder.changes).await? {
            return Ok(());
        }
        tx.put_ratings(part).await?;
        let points: Vec<Rating> =
            part.iter().copied().filter(|it| is_point.contains(&it.version_id)).collect();
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
