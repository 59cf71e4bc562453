//! What becomes of versions by how they play: one that gets through its trial may play, and one that fails again and
//! again rests until its owner wakes it.

use skirmish_arena_store::{HOUSE_LANGUAGE, MatchResult, SeatedVersion, Stored, VersionState, Writing};

use super::withdraw::{Leave, withdraw_bots};
use crate::arena::{Arena, News};

/// A version that lost so many rated matches in a row by a fault of its own rests.
const FAULTS_IN_A_ROW: i64 = 10;

/// A version that got through its trial without a fault may play; whoever commits tells the news.
pub(super) async fn judge_trial(
    tx: &mut Writing,
    seats: &[SeatedVersion],
    result: &MatchResult,
) -> Stored<Vec<News>> {
    let mut news = Vec::new();
    for (seat, result) in seats.iter().zip(&result.seats) {
        let Some(version) = tx.version(seat.version_id).await? else { continue };
        // One that plays against itself may have failed at its other seat already.
        let is_on_trial = matches!(version.state, VersionState::Built | VersionState::Ready);
        if !is_on_trial || version.artefact_hash.is_none() {
            continue;
        }
        if let Some(fault) = result.fault {
            let why = result.fault_sentence.as_deref().unwrap_or(fault);
            tx.note_trial(version.id, VersionState::Refused, Some(why)).await?;
        } else if version.state == VersionState::Built {
            tx.note_trial(version.id, VersionState::Ready, None).await?;
            tx.play_if_newer(version.bot_id, version.id).await?;
        }
        news.push(News::Version(version.id));
    }
    Ok(news)
}

/// Lets those of a rated match rest that failed again and again, and says why; gives the news of it. In a transaction of
/// its own, as it takes jobs, which come before the ladder that a result holds.
pub(super) async fn rest_failing(
    arena: &Arena,
    seats: &[SeatedVersion],
    result: &MatchResult,
) -> Stored<Vec<News>> {
    let mut news = Vec::new();
    for (seat, result) in seats.iter().zip(&result.seats) {
        let Some(fault) = result.fault.filter(|_| seat.language != HOUSE_LANGUAGE) else { continue };
        let mut tx = arena.store.write().await?;
        let faults = tx.newest_faults(seat.bot_id, seat.version_id, FAULTS_IN_A_ROW).await?;
        if faults < FAULTS_IN_A_ROW {
            continue;
        }
        let last = result.fault_sentence.as_deref().unwrap_or(fault);
        let why =
            format!("it lost {FAULTS_IN_A_ROW} matches in a row by its own fault, the last one so: {last}");
        tx.rest_bot(seat.bot_id, &why).await?;
        let told = "a bot in it rests: it kept failing";
        news.extend(withdraw_bots(&mut tx, &[seat.bot_id], Leave::Rest, told).await?);
        tx.commit().await?;
        news.push(News::Version(seat.version_id));
    }
    Ok(news)
}
