//! Income, upkeep and bankruptcy.

use super::*;

/// Red's gold when its next turn begins, blue having waited.
fn gold_next_turn(state: &mut IceAndFire) -> i32 {
    turn(state, "WAIT");
    turn(state, "WAIT");
    state.gold(RED)
}

#[test]
fn every_active_cell_earns_one() {
    let mut state = draw(&["rrr.r......B"]);
    assert_eq!(state.income(RED), 3);
    assert_eq!(gold_next_turn(&mut state), 103);
}

#[test]
fn units_cost_upkeep_by_level() {
    for (row, upkeep) in [("r1.........B", 1), ("r2.........B", 4), ("r3.........B", 20)] {
        assert_eq!(draw(&[row]).income(RED), 2 - upkeep, "{row}");
    }
}

#[test]
fn mines_on_active_cells_earn_four_more() {
    assert_eq!(draw(&["rm.........B"]).income(RED), 2 + 4);
    assert_eq!(
        draw(&["r.m........B"]).income(RED),
        1,
        "a mine that is cut off is not lost, but earns nothing"
    );
}

#[test]
fn gold_is_paid_when_the_players_own_turn_begins() {
    let mut state = draw(&["rrr........B"]);
    turn(&mut state, "WAIT");
    assert_eq!((state.gold(RED), state.gold(BLUE)), (100, 112));
}

#[test]
fn a_negative_income_is_paid_out_of_gold() {
    let mut state = draw(&["r3.........B"]);
    state.gold[0] = 18;
    assert_eq!(gold_next_turn(&mut state), 0, "exactly enough");
    assert_eq!(state.army(RED).count(), 1);
}

#[test]
fn who_cannot_pay_loses_all_units_and_begins_at_no_gold() {
    let mut state = draw(&["r31r.......B"]);
    state.gold[0] = 16;
    assert_eq!(gold_next_turn(&mut state), 0);
    assert_eq!(state.army(RED).count(), 0);
    assert_eq!(state.owner(at(2, 0)), Some(RED), "the cells stay");
}

#[test]
fn after_a_wipe_out_the_block_still_shows_the_income_that_led_to_it() {
    let mut state = draw(&["r3.........B"]);
    state.gold[0] = 0;
    gold_next_turn(&mut state);
    let told = |state: &IceAndFire, seat| {
        let mut page = skirmish_core::wire::Page::new();
        state.ask(seat, skirmish_core::wire::ClockFace::default(), &mut page);
        page.as_str().lines().take(4).collect::<Vec<_>>().join(" ")
    };
    assert_eq!(told(&state, RED), "0 -18 112 12");
    assert_eq!(state.income(RED), 2);
    turn(&mut state, "WAIT");
    assert_eq!(told(&state, BLUE), "124 12 0 2", "the opponent's next block shows the new one");
}

#[test]
fn units_cut_off_die_before_the_income_is_reckoned() {
    let mut state = draw_for_blue(&["r.3........B"]);
    assert_eq!(state.income(RED), 1 - 20, "until then they count");
    turn(&mut state, "WAIT");
    assert_eq!((state.army(RED).count(), state.gold(RED)), (0, 101));
}

#[test]
fn units_cut_off_live_until_their_own_turn_begins() {
    let mut state = draw_for_blue(&["r1B3.......B", "..BB......BB", "..BBBBBBBBBB"]);
    order(&mut state, "TRAIN 1 1 1");
    assert!(state.unit(at(3, 0)).is_some());
    turn(&mut state, "WAIT");
    assert_eq!(state.unit(at(3, 0)), None);
    assert!(state.unit(at(1, 0)).is_some());
}
