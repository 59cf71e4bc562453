//! The house bots, which play from the first minute on.

use skirmish_arena_store::Stored;

use crate::arena::Arena;

/// Adds the levels of the house bots that the host wants and that are not there yet, as bots of the house, and calls those
/// that are by the names that they have now; how many levels there are, of all games together.
pub async fn install_house(arena: &Arena) -> Stored<usize> {
    let now_ms = arena.clock.now_ms();
    let mut tx = arena.store.write().await?;
    let user_id = tx.house_user(now_ms).await?;
    let mut count = 0;
    for entry in arena.settings.games() {
        let wanted = |level: &str| arena.settings.ladder.house.iter().any(|name| name == level);
        for house in skirmish_bots::levels_of(entry.info.name).filter(|house| wanted(house.name)) {
            for old in skirmish_bots::old_names(house) {
                tx.rename_house_bot(user_id, house.game, old, house.name).await?;
            }
            tx.add_house_bot(user_id, house.game, house.name, now_ms).await?;
            count += 1;
        }
    }
    tx.commit().await?;
    Ok(count)
}
