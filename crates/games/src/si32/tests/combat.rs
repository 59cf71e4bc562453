//! Collisions on the way first, then arrival, then subtraction on every tile.

use super::*;

#[test]
fn armies_that_march_into_each_other_collide_on_the_way() {
    check("a5 b3", "move 0 0 E 5", "move 1 0 W 3", ". a2");
    check("a3 b5", "move 0 0 E 3", "move 1 0 W 5", "b2 .");
    check("a3 b3", "move 0 0 E 3", "move 1 0 W 3", ". .");
    check("b5 \n a3", "move 0 1 N 3", "move 0 0 S 5", ". \n b2");
}

#[test]
fn only_those_who_march_collide() {
    // Four of five march into one of three: three get through and meet the two that stayed.
    check("a5 b3", "move 0 0 E 4", "move 1 0 W 1", "a1 a1");
}

#[test]
fn the_army_that_is_left_marches_on_smaller() {
    // Two get through and fall to the four that arrive from elsewhere.
    check("a5 b3 b4", "move 0 0 E 5", "move 1 0 W 3; move 2 0 W 4", ". b2 .");
}

#[test]
fn who_is_lost_on_the_way_is_no_help_at_home() {
    // Seat 1's march is stopped; seat 0's others find the tile empty.
    check(". a9 \n a5 b5", "move 0 1 E 5; move 1 0 S 1", "move 1 1 W 5", ". a8 \n . a1");
}

#[test]
fn moves_along_other_edges_do_not_collide() {
    check("a2 b2 \n . .", "move 0 0 S 2", "move 1 0 W 2", "b2 . \n a2 .");
}

#[test]
fn on_a_tile_the_smaller_army_is_subtracted_from_the_larger() {
    check("a5 b3", "move 0 0 E 5", "", ". a2");
    check("a3 b5", "move 0 0 E 3", "", ". b2");
    check("a3 b3", "move 0 0 E 3", "", ". .");
}

#[test]
fn armies_that_enter_an_empty_tile_from_two_sides_fight_there() {
    check("a5 . b3", "move 0 0 E 5", "move 2 0 W 3", ". a2 .");
}

#[test]
fn all_of_one_side_fight_together_whoever_comes_from_where() {
    let cross = ". b2 . \n a3 . a3 \n . b5 .";
    let after = ". . . \n . b1 . \n . . .";
    check(cross, "move 0 1 E 3; move 2 1 W 3", "move 1 0 S 2; move 1 2 N 5", after);
}

#[test]
fn a_tile_that_is_left_is_not_fought_for() {
    check("a2 b5 .", "move 0 0 E 2", "move 1 0 E 5", ". a2 b5");
}

#[test]
fn no_tile_has_units_of_both_after_a_turn() {
    // By construction: a tile holds one signed number. This is what the page shows.
    let mut game = position("a5 b4");
    play(&mut game, "move 0 0 E 5", "");
    assert_eq!((game.units_at(Seat(0), cell(1, 0)), game.units_at(Seat(1), cell(1, 0))), (1, 0));
}

#[test]
fn both_sides_count_their_losses() {
    let mut game = position("a5 b3 . a2 b2");
    let events = play(&mut game, "move 0 0 E 5; move 3 0 E 2", "move 1 0 W 3");
    assert_eq!((game.sides[0].lost, game.sides[1].lost), (5, 5));
    assert!(events.contains(&Event::Clashed { from: cell(0, 0), to: cell(1, 0), units: 3 }));
    assert!(events.contains(&Event::Fought { at: cell(4, 0), units: 2 }));
}

#[test]
fn a_fight_of_many_on_one_tile_is_told_once() {
    let mut game = position(". b2 . \n a3 b1 a3 \n . . .");
    let events = play(&mut game, "move 0 1 E 3; move 2 1 W 3", "move 1 0 S 2");
    let fights: Vec<_> = events.iter().filter(|event| matches!(event, Event::Fought { .. })).collect();
    assert_eq!(fights, [&Event::Fought { at: cell(1, 1), units: 3 }]);
}

#[test]
fn survivors_carry_out_the_commands_whoever_they_were() {
    // Three miners, three enemies, three friends who come to help: three mine.
    let game = check("a3 a3:9 b3", "mine 1 0 3; move 0 0 E 3", "move 2 0 W 3", ". a3:6 .");
    assert_eq!(purses(&game), [103, 100]);
}

#[test]
fn survivors_carry_out_the_commands_in_order() {
    // Of five, two are left: the first command gets both, the second none.
    let game = check("a5:9 b3", "mine 0 0 2; mine 0 0 3", "move 1 0 W 3", "a2:7 .");
    assert_eq!(dropped(&game, 0), "2 lost");
}

#[test]
fn arrivals_without_losses_do_not_mine_for_nobody() {
    // Four stand there in the end, but the command was for one.
    check("a3 a1:9", "move 0 0 E 3; mine 1 0 1", "", ". a4:8");
}

#[test]
fn commands_of_a_tile_that_is_lost_are_lost() {
    let mut game = position("a2:9 b5");
    play(&mut game, "mine 0 0 2", "move 1 0 W 5");
    assert_eq!(drawing(&game), "b3:9 .");
    assert_eq!(dropped(&game, 0), "1 lost");
}
