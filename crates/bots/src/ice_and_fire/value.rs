//! What a position is worth to a seat, in tenths of gold.

use skirmish_core::bits::Bits;
use skirmish_core::seat::Seat;
use skirmish_games::ice_and_fire::{Building, Ending, IceAndFire, Level};

/// One piece of gold.
pub(super) const GOLD: i32 = 10;
/// A match that is won, or lost.
pub(super) const WON: i32 = 1_000_000;
/// Turns for which an income counts, or fewer when the end is near.
const HORIZON: i32 = 7;
/// The share of these turns for which a unit is likely to live and cost its upkeep, in percent.
const UPKEEP_PERCENT: i32 = 40;
/// A foreign cell that a unit stands beside: it can be taken in the next turn.
const COVERED: i32 = 12;
/// A unit that stands beside foreign land.
const AT_BORDER: i32 = 12;
/// A tower that is not cut off.
const TOWER: i32 = 60;
/// Income must carry the army for so many turns.
const RESERVE_TURNS: i32 = 3;

/// The value to the seat after the turn of whoever moves, the other's likewise taken off.
pub(super) fn value(state: &IceAndFire, seat: Seat) -> i32 {
    match state.ending() {
        Some(Ending::Captured { by }) => return if by == seat { WON } else { -WON },
        Some(_) => return GOLD * (state.power(seat) - state.power(seat.other())),
        None => {}
    }
    let horizon = HORIZON.min(state.turns_left() as i32 - 1);
    side(state, seat, horizon) - side(state, seat.other(), horizon)
}

/// What the seat has once its next turn has begun: its power, its income for a while, and what it can take next.
fn side(state: &IceAndFire, seat: Seat, horizon: i32) -> i32 {
    let active = state.territory(seat);
    let (mut gold, mut income, mut price, mut upkeep) = (state.gold(seat), state.income(seat), 0, 0);
    let mut army = Bits::EMPTY;
    for level in Level::ALL {
        let all = state.units(seat, level);
        let alive = all.and(&active);
        let count = alive.count() as i32;
        // Units that are cut off die before the income is reckoned.
        income += (all.count() as i32 - count) * state.unit_upkeep(level);
        price += count * state.unit_cost(level);
        upkeep += count * state.unit_upkeep(level);
        army = army.or(&alive);
    }
    if gold + income < 0 {
        // Unpaid units die, and the gold is gone.
        (gold, income, price, upkeep, army) = (0, income + upkeep, 0, 0, Bits::EMPTY);
    }
    let strain = (gold + RESERVE_TURNS.min(horizon) * income).min(0);
    let foreign = state.land().minus(&active);
    let covered = state.beside(&army).and(&foreign).count() as i32;
    let at_border = state.beside(&foreign).and(&army).count() as i32;
    let towers = state.buildings(seat, Building::Tower).and(&active).count() as i32;
    // What the army costs no more once it has fallen.
    let spared = upkeep * horizon * (100 - UPKEEP_PERCENT) / 100;
    GOLD * (gold + price + income * horizon + spared + 2 * strain)
        + (COVERED * covered + AT_BORDER * at_border + TOWER * towers) * i32::from(horizon > 0)
}
