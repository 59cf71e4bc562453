//! The house bots, which play from the first minute on.

use skirmish_arena_store::Stored;

use crate::arena::Arena;

/// Adds the house bots that are not there yet, as bots of the house; how many bots of the house there are.
pub async fn install_house(arena: &Arena) -> Stored<usize> {
    let now_ms = arena.clock.now_ms();
    let mut tx = arena.store.write().await?;
    let user_id = tx.house_user(now_ms).await?;
    let mut count = 0;
    for entry in arena.settings.games() {
        for house in skirmish_bots::of_game(entry.info.name) {
            tx.add_house_bot(user_id, house.game, house.name, now_ms).await?;
            count += 1;
        }
    }
    tx.commit().await?;
    Ok(count)
}
