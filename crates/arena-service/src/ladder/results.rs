//! Results that come to count on a ladder, and those that do so no longer.

use std::collections::BTreeSet;

use skirmish_arena_store::{StoreError, Stored, Writing};

use super::counts::Counts;
use crate::arena::{Arena, News};
use crate::queue::{self, Leave};

/// Gives finished matches of a game, in this order, their places in the order of results, and counts them: those that may
/// be rated and are not. Nobody else changes the ladder of this game meanwhile. Whoever commits tells the news.
pub async fn rate(tx: &mut Writing, game: &str, matches: &[i64]) -> Stored<Vec<News>> {
    let mut ladder = tx.hold_ladder(game).await?;
    let mut rateable: BTreeSet<i64> = tx.rateable(matches).await?.into_iter().collect();
    // Each has one place, also if it is named twice.
    let open: Vec<i64> = matches.iter().copied().filter(|id| rateable.remove(id)).collect();
    if open.is_empty() {
        return Ok(Vec::new());
    }
    let seqs = tx.next_results(&mut ladder, open.len()).await?;
    let placed: Vec<(i64, i64)> = open.iter().copied().zip(seqs).collect();
    tx.set_result_seqs(&placed).await?;
    let counts = Counts::of(&tx.seats_of_results(&open).await?);
    add(tx, game, &counts).await?;
    Ok(news_of(game))
}

/// Takes a result off its ladder, and says why; false if it does not count anyway, or is certain.
pub(crate) async fn take_back(tx: &mut Writing, game: &str, match_id: i64, why: &str) -> Stored<bool> {
    tx.hold_ladder(game).await?;
    if !tx.void_match(match_id, why).await? {
        return Ok(false);
    }
    let counts = Counts::of(&tx.seats_of_results(&[match_id]).await?);
    add(tx, game, &counts.negated()).await?;
    tx.change_ladder(game).await?;
    Ok(true)
}

/// Adds counts to those of a ladder, which this transaction holds.
pub(super) async fn add(tx: &mut Writing, game: &str, counts: &Counts) -> Stored<()> {
    tx.add_records(&counts.all_records()).await?;
    tx.add_meetings(game, &counts.all_meetings()).await
}

/// Takes a bot off the ladder at once; everybody's rating is fitted without its results.
pub async fn disqualify(arena: &Arena, bot_id: i64, why: &str) -> Stored<()> {
    let mut tx = arena.store.write().await?;
    let news = disqualify_in(&mut tx, bot_id, why).await?;
    tx.commit().await?;
    arena.tell_all(news);
    Ok(())
}

/// The same as part of something larger: whoever commits tells the news.
pub(crate) async fn disqualify_in(tx: &mut Writing, bot_id: i64, why: &str) -> Stored<Vec<News>> {
    let bot = tx.bot(bot_id).await?.ok_or_else(StoreError::missing)?;
    tx.set_bot_disabled(bot_id, Some(why)).await?;
    let mut news = queue::withdraw_bots(tx, &[bot_id], Leave::Gone, why).await?;
    tx.hold_ladder(&bot.game).await?;
    tx.disqualify_versions(bot_id).await?;
    tx.change_ladder(&bot.game).await?;
    news.extend(news_of(&bot.game));
    Ok(news)
}

fn news_of(game: &str) -> Vec<News> {
    skirmish_games::find(game).map(|entry| News::Ladder(entry.info.name)).into_iter().collect()
}
