//! Victory.

use super::*;

/// Two lonely units on bare land, with whatever buildings are drawn.
fn endless(drawing: &str) -> Si32 {
    position(drawing)
}

fn winner(game: &Si32) -> Option<Seat> {
    standing(game).expect("the match is over").winner()
}

#[test]
fn the_only_player_with_buildings_wins_once_both_have_had_one() {
    let mut game = endless("A. . a1 b1 \n . . . .");
    play(&mut game, "", "");
    assert_eq!(standing(&game), None, "seat 1 never had one");
    game.sides[1].built = 1;
    settle(&mut game);
    play(&mut game, "", "");
    assert_eq!(winner(&game), Some(Seat(0)));
}

#[test]
fn from_turn_fifty_on_a_building_is_enough() {
    let mut game = endless("A. . a1 b1 \n . . . .");
    game.turn = 49;
    play(&mut game, "", "");
    assert_eq!(standing(&game), None);
    play(&mut game, "", "");
    assert_eq!(winner(&game), Some(Seat(0)));
}

#[test]
fn both_lose_their_last_building_and_play_goes_on() {
    let mut game = endless("Ba11 . . . \n . . . . \n Ab11 . . . \n . . . .");
    play(&mut game, "", "");
    assert_eq!((standing(&game), drawing(&game).as_str()), (None, "a1 . . .\n. . . .\nb1 . . .\n. . . ."));
}

#[test]
fn whoever_alone_has_a_building_later_wins() {
    let mut game = endless("a1 . . b1 \n . . . .");
    (game.sides[0].built, game.sides[1].built) = (1, 1);
    settle(&mut game);
    play(&mut game, "", "build 3 0 SW 1");
    assert_eq!(winner(&game), Some(Seat(1)));
}

#[test]
fn both_build_again_in_one_turn_and_play_goes_on() {
    let mut game = endless("a1 . . b1 \n . . . .");
    (game.sides[0].built, game.sides[1].built) = (1, 1);
    settle(&mut game);
    play(&mut game, "build 0 0 1", "build 3 0 SW 1");
    assert_eq!(standing(&game), None);
}

#[test]
fn the_only_player_with_units_wins_after_more_than_ten_turns() {
    let mut game = endless("A. . a1 . B. . \n . . . . . .");
    for turn in 1..=10 {
        play(&mut game, "", "");
        assert_eq!((standing(&game), game.sides[0].alone), (None, turn));
    }
    play(&mut game, "", "");
    assert_eq!(winner(&game), Some(Seat(0)));
}

#[test]
fn the_count_restarts_when_the_other_has_a_unit_at_a_turns_end() {
    let mut game = endless("A. . a1 . Bb1 . \n . . . . . .");
    game.sides[0].alone = 10;
    play(&mut game, "", "");
    assert_eq!((standing(&game), game.sides[0].alone), (None, 0));
}

#[test]
fn each_meets_a_condition_in_the_same_turn_and_it_is_a_draw() {
    // Seat 0 alone has units for the eleventh turn, seat 1 alone has buildings.
    let mut game = endless(". . a1 . \n B. . . . \n . . . .");
    game.sides[0].alone = 10;
    game.sides[0].built = 1;
    settle(&mut game);
    play(&mut game, "", "");
    let standing = standing(&game).expect("over");
    assert_eq!((standing.winner(), standing.place(Seat(0)), standing.place(Seat(1))), (None, 1, 1));
}

#[test]
fn one_player_meets_both_conditions_and_wins() {
    let mut game = endless("A. . a1 . \n . . . .");
    (game.sides[0].alone, game.sides[1].built) = (10, 1);
    settle(&mut game);
    play(&mut game, "", "");
    assert_eq!(winner(&game), Some(Seat(0)));
}

#[test]
fn nobody_has_units_and_it_ends_at_once_by_buildings() {
    let mut game = endless("A. . a1 b1 \n . . . .");
    (game.sides[1].built, game.sides[1].produced, game.sides[1].lost) = (1, 9, 8);
    settle(&mut game);
    play(&mut game, "move 2 0 E 1", "");
    assert_eq!(winner(&game), Some(Seat(0)), "although seat 1 produced more");
}

#[test]
fn nobody_has_units_and_both_have_buildings_so_it_ends_by_production() {
    let mut game = endless("A. . a1 b1 B. . \n . . . . . .");
    (game.sides[1].produced, game.sides[1].lost) = (9, 8);
    play(&mut game, "move 2 0 E 1", "");
    assert_eq!(winner(&game), Some(Seat(1)));
}

#[test]
fn nobody_has_units_before_anybody_settled_so_it_ends_by_production() {
    let mut game = endless("A. . a1 b1 \n . . . .");
    (game.sides[1].produced, game.sides[1].lost) = (9, 8);
    play(&mut game, "move 2 0 E 1", "");
    assert_eq!(winner(&game), Some(Seat(1)), "a building does not count yet");
}

#[test]
fn after_the_last_turn_most_units_produced_win() {
    let mut game = endless("A. . a1 b1 B. . \n . . . . . .");
    (game.turn, game.sides[0].produced, game.sides[0].lost) = (299, 5, 4);
    play(&mut game, "", "");
    assert_eq!(standing(&game), None);
    play(&mut game, "", "");
    assert_eq!((winner(&game), game.score(Seat(0)), game.score(Seat(1))), (Some(Seat(0)), 5, 1));
}

#[test]
fn equal_production_more_units_win() {
    let mut game = endless("A. . a1 b2 B. . \n . . . . . .");
    (game.turn, game.sides[0].produced, game.sides[0].lost) = (300, 2, 1);
    play(&mut game, "", "");
    assert_eq!(winner(&game), Some(Seat(1)));
}

#[test]
fn equal_production_and_units_are_a_draw() {
    let mut game = endless("A. . a1 b1 B. . \n . . . . . .");
    game.turn = 300;
    play(&mut game, "", "");
    assert_eq!(winner(&game), None);
}

#[test]
fn the_first_two_conditions_come_before_production_in_the_last_turn() {
    let mut game = endless("A. . a1 b1 . . \n . . . . . .");
    (game.turn, game.sides[1].produced, game.sides[1].lost) = (300, 9, 8);
    play(&mut game, "", "");
    assert_eq!(winner(&game), Some(Seat(0)));
}

#[test]
fn three_hundred_turns_are_played() {
    let mut game = Si32::start(&Config::default(), SeatCount::TWO, Seed(1)).expect("starts");
    let mut turns = 0;
    while standing(&game).is_none() {
        play(&mut game, "", "");
        turns += 1;
    }
    assert_eq!((turns, game.turn()), (300, 300));
}

#[test]
fn a_match_that_is_over_stays_as_it_is() {
    let mut game = endless("a1 b1");
    game.turn = 300;
    play(&mut game, "", "");
    let over = game.clone();
    play(&mut game, "move 0 0 E 1", "");
    assert_eq!(game, over);
}

#[test]
fn the_end_is_told_once_and_last() {
    let mut game = endless("a1 b1");
    game.turn = 300;
    let events = play(&mut game, "move 0 0 S 1", "");
    assert!(matches!(events.last(), Some(Event::Over { winner: None, .. })));
}
