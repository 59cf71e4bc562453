//! A ladder made again from its results, beside the one that counts: in steps of bounded size, so that no other write
//! waits long, and each of them one transaction that notes how far it came, so that whoever comes next goes on.
//!
//! What is made again belongs to a generation of its own. Results that arrive meanwhile count at once in the generation
//! that is shown; the last step folds those that are still missing while nobody can add one, and puts the new generation
//! in the old one's place. Rows of the old one are removed later.

use std::sync::Arc;
use std::time::{Duration, Instant};

use skirmish_arena_store::{Recompute, ResultSeat, StoreError, Stored, Writing};
use tokio::sync::watch;
use tracing::{error, info};

use super::proof::{Proof, verify};
use super::results::fold_into;
use crate::arena::{Arena, News};
use crate::queue::{self, Leave};

/// How long a step keeps others waiting: one that takes longer is followed by a smaller one.
const STEP: Duration = Duration::from_millis(10);
/// What others get between two steps, besides their turn.
const PAUSE: Duration = Duration::from_millis(5);
/// How long nothing is looked for when nothing was left to do.
const IDLE: Duration = Duration::from_secs(1);

/// How much one step does at most: so much that others hardly wait for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StepSize {
    /// Results that it folds.
    pub results: i64,
    /// Pairs of seats of these results, which is what rows are written for: eight seats have 64. One result always fits.
    pub pairs: usize,
    /// Matches that it takes out of the ratings.
    pub voided: i64,
    /// Rows of an old generation that it removes.
    pub swept: i64,
}

impl Default for StepSize {
    fn default() -> Self {
        Self::of(Self::FIRST)
    }
}

impl StepSize {
    /// Results of one step, at first, at least and at most.
    const FIRST: i64 = 32;
    const LEAST: i64 = 8;
    const MOST: i64 = 256;

    /// As much work as this many results of two seats.
    fn of(results: i64) -> Self {
        Self { results, pairs: 4 * results.unsigned_abs() as usize, voided: 2 * results, swept: 4 * results }
    }

    /// The size of the next step, so that one takes about as long as it should on this machine as busy as it is.
    fn after(self, held: Duration) -> Self {
        let results = match held {
            _ if held > STEP => self.results / 2,
            _ if held < STEP / 3 => self.results * 2,
            _ => self.results,
        };
        Self::of(results.clamp(Self::LEAST, Self::MOST))
    }
}

/// What one step did.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// Took some of a disqualified bot's results out of the ratings.
    Voided,
    /// Folded some results into the new generation.
    Folded,
    /// Folded the last ones, and put the new generation in the old one's place.
    Switched,
    /// Removed some rows of an old generation.
    Swept,
}

/// How far a ladder is made again.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Progress {
    /// The game.
    pub game: String,
    /// How much of it is done, in hundredths.
    pub percent: i64,
}

/// The ladders that are being made again, by game.
pub async fn progress(arena: &Arena) -> Stored<Vec<Progress>> {
    let recomputes = arena.store.recomputes().await?;
    if recomputes.is_empty() {
        return Ok(Vec::new());
    }
    let ladders = arena.store.ladders().await?;
    let last_of = |game: &str| ladders.iter().find(|it| it.game == game).map_or(0, |it| it.last_seq);
    let part = |it: Recompute| {
        let percent = 100 * it.folded_seq.min(last_of(&it.game)) / last_of(&it.game).max(1);
        Progress { game: it.game, percent }
    };
    Ok(recomputes.into_iter().map(part).collect())
}

/// Makes all ladders again from their results, and waits until that is done; says what was different before.
pub async fn recompute(arena: &Arena) -> Stored<Proof> {
    let proof = verify(arena).await?;
    for ladder in arena.store.ladders().await? {
        let mut tx = arena.store.write().await?;
        tx.ask_recompute(&ladder.game).await?;
        tx.commit().await?;
    }
    finish_recomputes(arena).await?;
    Ok(proof)
}

/// Makes again what was asked for, up to the last step. A server on the same database does the same: they take turns.
pub async fn finish_recomputes(arena: &Arena) -> Stored<()> {
    let mut size = StepSize::default();
    while let Some((_, held)) = timed_step(arena, size).await? {
        size = size.after(held);
        tokio::time::sleep(PAUSE).await;
    }
    Ok(())
}

/// Takes a bot off the ladder at once, and asks for the ladder to be made again without its results.
pub async fn disqualify(arena: &Arena, bot_id: i64, why: &str) -> Stored<()> {
    let mut tx = arena.store.write().await?;
    let news = disqualify_in(arena, &mut tx, bot_id, why).await?;
    tx.commit().await?;
    arena.tell_all(news);
    Ok(())
}

/// The same as part of something larger: whoever commits tells the news.
pub(crate) async fn disqualify_in(
    arena: &Arena,
    tx: &mut Writing,
    bot_id: i64,
    why: &str,
) -> Stored<Vec<News>> {
    let bot = tx.bot(bot_id).await?.ok_or_else(StoreError::missing)?;
    tx.set_bot_disabled(bot_id, Some(why)).await?;
    let mut news = queue::withdraw_bots(tx, &[bot_id], Leave::Gone, why).await?;
    let ladder = tx.hold_ladder(&bot.game).await?;
    tx.ask_voiding(bot_id, &bot.game, ladder.last_seq).await?;
    tx.ask_recompute(&bot.game).await?;
    news.extend(arena.settings.game(&bot.game).map(|entry| News::Ladder(entry.info.name)));
    Ok(news)
}

/// Does what was asked for until it is told to stop, and goes on with what an earlier server left.
pub async fn keep_recomputing(arena: Arc<Arena>, mut stopped: watch::Receiver<bool>) {
    let mut size = StepSize::default();
    loop {
        let pause = match timed_step(&arena, size).await {
            Ok(Some((_, held))) => {
                size = size.after(held);
                PAUSE
            }
            Ok(None) => IDLE,
            // A database that is away comes back; the step is done then.
            Err(error) => {
                error!(%error, "a ladder could not be made again; it is tried again");
                IDLE
            }
        };
        tokio::select! {
            _ = stopped.wait_for(|is_stopped| *is_stopped) => return,
            () = tokio::time::sleep(pause) => {}
        }
    }
}

/// Does the next step of what was asked for; none if there is nothing left to do.
pub async fn step(arena: &Arena, size: StepSize) -> Stored<Option<Step>> {
    Ok(timed_step(arena, size).await?.map(|(step, _)| step))
}

/// The same, and how long it kept others from writing.
async fn timed_step(arena: &Arena, size: StepSize) -> Stored<Option<(Step, Duration)>> {
    let recomputes = arena.store.recomputes().await?;
    let game = recomputes.first().map(|next| next.game.as_str());
    let voiding = match game {
        Some(game) => arena.store.voiding(game).await?,
        None => None,
    };
    let old = arena.store.old_generation().await?;
    if game.is_none() && old.is_none() {
        return Ok(None);
    }
    let mut tx = arena.store.write().await?;
    let begun = Instant::now();
    let step = match (game, voiding, old) {
        (_, Some(voiding), _) => {
            tx.void_some(&voiding, size.voided).await?;
            Step::Voided
        }
        (Some(game), None, _) => fold_next(&mut tx, game, size).await?,
        (None, None, Some(generation)) => {
            tx.sweep_generation(generation, size.swept).await?;
            Step::Swept
        }
        (None, None, None) => return Ok(None),
    };
    tx.commit().await?;
    let held = begun.elapsed();
    if let (Step::Switched, Some(game)) = (step, game) {
        info!(game, "the ladder was made again from its results");
        arena.tell_all(
            arena.settings.game(game).map(|entry| News::Ladder(entry.info.name)).into_iter().collect(),
        );
    }
    Ok(Some((step, held)))
}

/// Folds the next results. If these are the last, nobody can add one meanwhile, and what was made is put in the place of
/// what counted.
async fn fold_next(tx: &mut Writing, game: &str, size: StepSize) -> Stored<Step> {
    // Whoever holds both takes the ladder first: so whether it is needed is found out before.
    let is_near = tx.is_nearly_made(game, size.results).await?;
    let ladder = if is_near { Some(tx.hold_ladder(game).await?) } else { None };
    // Another process may have done it, or something else is to be taken out first.
    let Some(made) = tx.hold_recompute(game).await? else { return Ok(Step::Folded) };
    if tx.is_voiding(game).await? {
        return Ok(Step::Folded);
    }
    let (seats, is_last) = next_results(tx, &made, size).await?;
    fold_some(tx, &made, &seats).await?;
    match ladder {
        Some(ladder) if is_last => {
            tx.switch_generation(&ladder, &made).await?;
            Ok(Step::Switched)
        }
        _ => Ok(Step::Folded),
    }
}

async fn fold_some(tx: &mut Writing, made: &Recompute, seats: &[ResultSeat]) -> Stored<()> {
    let Some(last) = seats.last() else { return Ok(()) };
    fold_into(tx, made.generation, seats).await?;
    tx.set_folded(&made.game, last.result_seq).await
}

/// The results that come next, as many as one step folds, and whether these are the last.
async fn next_results(tx: &mut Writing, made: &Recompute, size: StepSize) -> Stored<(Vec<ResultSeat>, bool)> {
    let mut seats = tx.results_after(&made.game, made.folded_seq, size.results).await?;
    let (mut results, mut pairs, mut kept) = (0, 0, 0);
    for result in seats.chunk_by(|one, other| one.result_seq == other.result_seq) {
        pairs += result.len() * result.len();
        if results > 0 && pairs > size.pairs {
            break;
        }
        results += 1;
        kept += result.len();
    }
    let is_last = kept == seats.len() && results < size.results;
    seats.truncate(kept);
    Ok((seats, is_last))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_step_grows_and_shrinks_with_what_it_takes() {
        let results = |held: &[u64]| {
            let after = |size: StepSize, ms: &u64| size.after(Duration::from_millis(*ms));
            held.iter().fold(StepSize::default(), after).results
        };
        assert_eq!(results(&[]), 32);
        assert_eq!(results(&[5]), 32);
        assert_eq!(results(&[1]), 64);
        assert_eq!(results(&[50, 50]), 8);
        assert_eq!(results(&[50; 9]), 8);
        assert_eq!(results(&[1; 9]), 256);
    }
}
