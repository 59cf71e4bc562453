//! What an account's builds, trials and challenges may cost: CPU time by the hour. Whoever is over it is not refused;
//! everybody else's comes first.

use skirmish_arena_protocol::jobs::MOST_CPU_MS;
use skirmish_arena_store::{Job, Stored, Writing};

use crate::arena::Arena;
use crate::settings::Settings;

/// Whether an account has had its share of the workers for now.
pub(super) async fn is_over_budget(
    tx: &mut Writing,
    settings: &Settings,
    user_id: i64,
    now_ms: i64,
) -> Stored<bool> {
    Ok(tx.usage_of(user_id, now_ms).await? > budget_ms(settings))
}

/// Charges whoever's job it was for what it cost.
pub(super) async fn charge(arena: &Arena, tx: &mut Writing, job: &Job, cpu_ms: u64) -> Stored<()> {
    let Some(user_id) = job.user_id else { return Ok(()) };
    let cpu_ms = i64::try_from(cpu_ms.min(MOST_CPU_MS)).unwrap_or(i64::MAX);
    let used_ms = tx.add_usage(user_id, cpu_ms, arena.clock.now_ms()).await?;
    tx.set_over_budget(user_id, used_ms > budget_ms(&arena.settings)).await
}

/// Those whose hour is over have their turn again, and what nobody asks for any more is forgotten.
pub(super) async fn refill(arena: &Arena) -> Stored<()> {
    let now_ms = arena.clock.now_ms();
    for user_id in arena.store.over_budget_users().await? {
        let mut tx = arena.store.write().await?;
        tx.forget_usage(user_id, now_ms).await?;
        if !is_over_budget(&mut tx, &arena.settings, user_id, now_ms).await? {
            tx.set_over_budget(user_id, false).await?;
        }
        tx.commit().await?;
    }
    Ok(())
}

fn budget_ms(settings: &Settings) -> i64 {
    i64::from(settings.quota.cpu_seconds_an_hour) * 1_000
}
