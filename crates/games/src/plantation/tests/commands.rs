//! The six commands.

use super::*;

const OPEN: &str = "
    +1  .  .  .  .
    +2  . -3  .  .
     .  .  .  . -1";

#[test]
fn fertilise_raises_an_own_tile_by_one() {
    check(OPEN, &[("fertilise 0 0", "OK"), ("fertilise 1 0", "OK")], "+2 . . . .\n+3 . -3 . .\n. . . . -1");
}

#[test]
fn fertilise_needs_an_own_tile() {
    let said = [("fertilise 0 1", "error"), ("fertilise 1 2", "error"), ("fertilise 3 0", "error")];
    check(OPEN, &said, OPEN);
}

#[test]
fn plant_takes_an_empty_tile_beside_an_own_one_with_a_score_of_one() {
    let said = [("plant 0 1", "OK"), ("plant 2 0", "OK"), ("plant 0 2", "OK")];
    check(OPEN, &said, "+1 +1 +1 . .\n+2 . -3 . .\n+1 . . . -1");
}

#[test]
fn plant_needs_an_own_tile_beside_it() {
    check(OPEN, &[("plant 0 2", "error"), ("plant 2 2", "error")], OPEN);
}

#[test]
fn diagonal_neighbours_are_not_adjacent() {
    check(OPEN, &[("plant 2 1", "error")], OPEN);
}

#[test]
fn the_end_of_a_row_is_not_beside_the_start_of_the_next() {
    check("+1 . .\n. . .", &[("plant 1 2", "error")], "+1 . .\n. . .");
    check(". . +1\n. . .", &[("plant 1 0", "error")], ". . +1\n. . .");
}

#[test]
fn plant_on_an_own_tile_is_an_error() {
    check(OPEN, &[("plant 0 0", "error")], OPEN);
}

#[test]
fn plant_on_an_enemy_tile_tells_its_score_and_changes_nothing() {
    check("+1 -3", &[("plant 0 1", "occupied -3")], "+1 -3");
}

#[test]
fn plant_on_a_far_enemy_tile_is_an_error() {
    check(OPEN, &[("plant 1 2", "error")], OPEN);
}

#[test]
fn in_the_original_a_far_enemy_tile_is_occupied_before_it_is_far() {
    let original = || Wishes::preset("original");
    check_with(original(), OPEN, &[("plant 1 2", "occupied -3")], OPEN);
    check_with(original(), OPEN, &[("plant 0 2", "error")], OPEN);
}

#[test]
fn scout_tells_nine_signed_scores_row_by_row() {
    check(OPEN, &[("scout 1 1", "OK 1,0,0,2,0,-3,0,0,0")], OPEN);
}

#[test]
fn scout_counts_cells_off_the_board_as_zero() {
    check(OPEN, &[("scout 0 0", "OK 0,0,0,0,1,0,0,2,0"), ("scout 2 4", "OK 0,0,0,0,-1,0,0,0,0")], OPEN);
}

#[test]
fn in_the_original_scout_leaves_cells_off_the_board_out() {
    let said = [
        ("scout 0 0", "OK 1,0,2,0"),
        ("scout 1 0", "OK 1,0,2,0,0,0"),
        ("scout 1 1", "OK 1,0,0,2,0,-3,0,0,0"),
    ];
    check_with(Wishes::preset("original"), OPEN, &said, OPEN);
}

#[test]
fn scout_off_the_board_is_an_error() {
    check(OPEN, &[("scout -1 0", "error"), ("scout 0 5", "error"), ("scout 3 0", "error")], OPEN);
}

#[test]
fn colonise_takes_any_empty_tile_and_costs_its_source_a_level() {
    check(OPEN, &[("colonise 2 2 1 0", "OK")], "+1 . . . .\n+1 . -3 . .\n. . +1 . -1");
}

#[test]
fn colonise_needs_an_own_source_of_two_or_more() {
    for source in ["0 0", "0 1", "1 2", "5 5", "-1 0"] {
        check(OPEN, &[(&format!("colonise 2 2 {source}"), "error")], OPEN);
    }
}

#[test]
fn colonise_needs_a_source_at_all() {
    check(OPEN, &[("colonise 2 2", "error")], OPEN);
    check(OPEN, &[("colonise 2 2 1", "error")], OPEN);
}

#[test]
fn colonise_of_an_own_tile_is_an_error() {
    check(OPEN, &[("colonise 0 0 1 0", "error")], OPEN);
    check(OPEN, &[("colonise 1 0 1 0", "error")], OPEN);
}

#[test]
fn colonise_of_an_enemy_tile_tells_its_score_and_changes_nothing() {
    check(OPEN, &[("colonise 1 2 1 0", "occupied -3")], OPEN);
}

#[test]
fn colonise_of_an_enemy_tile_with_a_bad_source_tells_nothing() {
    check(OPEN, &[("colonise 1 2 0 0", "error")], OPEN);
}

#[test]
fn spray_lowers_the_enemy_in_a_cross_and_counts_the_tiles() {
    let before = "
        -1 -2 -1
        -2 -3 -2
        -1 -1 -1";
    check(before, &[("spray 1 1", "OK 5")], "-1 -1 -1\n-1 -2 -1\n-1 . -1");
}

#[test]
fn a_tile_sprayed_to_zero_is_lost() {
    let mut field = field("+1 -1");
    assert_eq!(field.say("spray 0 1"), "OK 1");
    assert_eq!(field.say("plant 0 1"), "OK");
}

#[test]
fn spray_spares_own_tiles_and_the_empty() {
    check("+2 +1 -1 . .", &[("spray 0 1", "OK 1")], "+2 +1 . . .");
}

#[test]
fn spray_may_be_centred_on_an_own_tile_and_at_the_edge() {
    check("-1 . .\n+1 . .\n-2 . .", &[("spray 1 0", "OK 2")], ". . .\n+1 . .\n-1 . .");
    check("-2 . -2\n. . .", &[("spray 0 0", "OK 1")], "-1 . -2\n. . .");
}

#[test]
fn spray_off_the_board_is_an_error() {
    check("-2 .", &[("spray -1 0", "error")], "-2 .");
}

#[test]
fn bomb_takes_up_to_four_levels_and_counts_them() {
    check("-6 -3", &[("bomb 0 0", "OK 4")], "-2 -3");
    check("-6 -3", &[("bomb 0 1", "OK 3")], "-6 .");
    check("-6 -4", &[("bomb 0 1", "OK 4")], "-6 .");
}

#[test]
fn bomb_hits_a_single_tile() {
    check("-9 -9 -9", &[("bomb 0 1", "OK 4")], "-9 -5 -9");
}

#[test]
fn in_bomb3_a_bomb_takes_three() {
    check_with(Wishes::preset("bomb3"), "-6 -3", &[("bomb 0 0", "OK 3")], "-3 -3");
}

#[test]
fn bomb_on_an_empty_tile_takes_nothing() {
    check("+1 .", &[("bomb 0 1", "OK 0")], "+1 .");
}

#[test]
fn bomb_on_an_own_tile_is_an_error() {
    check("+5 .", &[("bomb 0 0", "error")], "+5 .");
}

#[test]
fn minus_plays_by_the_same_rules_with_the_other_sign() {
    let cases = [
        ("fertilise 0 2", "OK", "+3 . -3\n+1 . ."),
        ("plant 0 1", "OK", "+3 -1 -2\n+1 . ."),
        ("scout 0 1", "OK 0,0,0,3,0,-2,1,0,0", "+3 . -2\n+1 . ."),
        ("colonise 1 1 0 2", "OK", "+3 . -1\n+1 -1 ."),
        ("colonise 0 0 0 2", "occupied 3", "+3 . -2\n+1 . ."),
        ("spray 0 0", "OK 2", "+2 . -2\n. . ."),
        ("bomb 0 0", "OK 3", ". . -2\n+1 . ."),
    ];
    for (line, reply, after) in cases {
        let mut field = field("+3 . -2\n+1 . .");
        assert_eq!(field.pass().say(line), reply, "{line}");
        assert_eq!(drawn(&field.state), after, "{line}");
    }
}

#[test]
fn every_number_of_the_rules_can_be_changed() {
    let with = |key: &str, value: &str| Wishes::none().with(key, value);
    check_with(with("fertilise_gain", "3"), "+1 .", &[("fertilise 0 0", "OK")], "+4 .");
    check_with(with("plant_score", "2"), "+1 .", &[("plant 0 1", "OK")], "+1 +2");
    check_with(with("spray_damage", "2"), "-5 -1", &[("spray 0 0", "OK 2")], "-3 .");
    check_with(with("colonise_source", "4"), "+3 .", &[("colonise 0 1 0 0", "error")], "+3 .");
    let dear = with("colonise_source", "4").with("colonise_price", "3");
    check_with(dear, "+4 .", &[("colonise 0 1 0 0", "OK")], "+1 +1");
    check_with(with("bomb_cost", "4"), "-9 .", &[("bomb 0 0", "error")], "-9 .");
}
