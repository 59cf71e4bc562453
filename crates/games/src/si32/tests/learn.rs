//! Drafts and masks.

use skirmish_core::learn::{Learn, Mask, Push, allowed};

use super::super::{DRAFT_COMMANDS, Draft};
use super::*;

const MOVE: u32 = 0;
const BUILD: u32 = 1;
const MINE: u32 = 2;
const END: u32 = 3;

/// A draft of seat 0 after these choices, all but the last of which leave it open.
fn drafted(game: &Si32, choices: &[u32]) -> Draft {
    let mut draft = Draft::default();
    game.draft(Seat(0), &mut draft);
    for &choice in choices {
        game.push(Seat(0), &mut draft, choice);
    }
    draft
}

/// The head and the allowed choices after these choices.
fn offered(game: &Si32, choices: &[u32]) -> (&'static str, Vec<u32>) {
    let draft = drafted(game, choices);
    let heads = game.heads();
    let most = heads.iter().map(|head| head.size).max().expect("there are heads");
    let mut words = vec![0; Mask::words(most)];
    game.mask(Seat(0), &draft, Mask::new(&mut words));
    (heads[game.head(&draft)].name, allowed(&words).collect())
}

fn decoded(game: &Si32, choices: &[u32]) -> Orders {
    let mut action = Orders::new();
    game.decode(Seat(0), &drafted(game, choices), &mut action);
    action
}

#[test]
fn kinds_are_offered_where_some_tile_makes_sense_of_them() {
    assert_eq!(offered(&position("a1:5 . \n . ."), &[]), ("kind", vec![MOVE, BUILD, MINE, END]));
    assert_eq!(offered(&position("a1 ."), &[]), ("kind", vec![MOVE, END]));
    assert_eq!(offered(&position("b1:5 ."), &[]), ("kind", vec![END]));
}

#[test]
fn tiles_are_offered_by_kind() {
    let game = position("a1:5 . a1 b1:5 \n . . . . \n . . a2 . ");
    assert_eq!(offered(&game, &[MOVE]), ("tile", vec![0, 2, 10]));
    assert_eq!(offered(&game, &[MINE]), ("tile", vec![0]));
    assert_eq!(offered(&game, &[BUILD]), ("tile", vec![0, 2, 10]));
}

#[test]
fn ways_off_the_board_are_not_offered() {
    let game = position("a1 . \n . a1");
    assert_eq!(offered(&game, &[MOVE, 0]), ("way", vec![1, 2]));
    assert_eq!(offered(&game, &[MOVE, 3]), ("way", vec![0, 3]));
}

#[test]
fn corners_are_offered_where_a_building_fits() {
    let game = position(". . . . \n . a1 . . \n . b1 . .");
    assert_eq!(offered(&game, &[BUILD, 5]), ("corner", vec![0, 3]));
}

#[test]
fn building_is_not_offered_without_the_resource() {
    let mut game = position("a2 . \n . .");
    game.sides[0].purse = 99;
    settle(&mut game);
    assert_eq!(offered(&game, &[]).1, [MOVE, END]);
}

#[test]
fn workers_choose_an_amount_and_no_direction() {
    let game = position("Aa8 . \n . .");
    assert_eq!(offered(&game, &[BUILD, 0]), ("amount", vec![0, 1, 2, 3]));
    assert_eq!(decoded(&game, &[BUILD, 0, 3]), orders(&game, "build 0 0 8"));
}

#[test]
fn a_full_building_offers_no_work() {
    let game = position("Aa10 a5 \n . .");
    assert_eq!(offered(&game, &[BUILD, 0, 3]).1, [MOVE, END]);
}

#[test]
fn an_enemy_building_offers_no_work() {
    assert_eq!(offered(&position("B. a5 \n . ."), &[]).1, [MOVE, END]);
}

#[test]
fn amounts_that_mean_the_same_are_offered_once() {
    for (units, shares) in
        [(1, vec![0]), (2, vec![0, 3]), (3, vec![0, 3]), (4, vec![0, 2, 3]), (8, vec![0, 1, 2, 3])]
    {
        let game = position(&format!("a{units} ."));
        assert_eq!(offered(&game, &[MOVE, 0, 1]), ("amount", shares), "{units} units");
    }
}

#[test]
fn a_draft_keeps_account_of_units_resource_ground_and_purse() {
    let game = position("a3:2 . . a1 \n . . . .");
    // Two mine, so one is left and nothing to mine.
    assert_eq!(offered(&game, &[MINE, 0, 0, MINE, 0, 0]).1, [MOVE, BUILD, END]);
    // All move, so tile 0 is done.
    assert_eq!(offered(&game, &[MOVE, 0, 1, 3, MOVE]).1, [3]);
    // One builds, so the purse is empty.
    assert_eq!(offered(&game, &[BUILD, 0, 1]).1, [MOVE, MINE, END]);
    let mut rich = position("a1 . a1 . . \n . . . . .");
    rich.sides[0].purse = 300;
    settle(&mut rich);
    // With enough in it, only the ground next to the first building is gone.
    assert_eq!(offered(&rich, &[BUILD, 0, 1, BUILD, 2]), ("corner", vec![1]));
}

#[test]
fn a_draft_becomes_the_commands_chosen() {
    let game = position("a8:9 . . . \n . . . .");
    let choices = [MOVE, 0, 1, 2, MINE, 0, 0, BUILD, 0, 1, END];
    assert_eq!(decoded(&game, &choices), orders(&game, "move 0 0 E 4;mine 0 0 1;build 0 0 SE 1"));
}

#[test]
fn a_draft_ends_where_it_is_ended() {
    let game = position("a8:9 .");
    let mut draft = drafted(&game, &[MINE, 0, 0]);
    assert_eq!(game.push(Seat(0), &mut draft, END), Push::Done);
}

#[test]
fn a_full_draft_offers_nothing_but_its_end() {
    let game = position("a1000:1000 .");
    let choices = [MINE, 0, 0].repeat(DRAFT_COMMANDS);
    assert_eq!(offered(&game, &choices), ("kind", vec![END]));
    let mut draft = drafted(&game, &choices);
    assert_eq!(game.push(Seat(0), &mut draft, MINE), Push::Done);
}

#[test]
fn choices_that_are_not_offered_are_refused_by_the_rules() {
    for (choices, reason) in [
        (vec![MOVE, 1, 0, 0], "1 edge"),
        (vec![MOVE, 3, 0, 0], "1 no-units"),
        (vec![MINE, 0, 0], "1 empty"),
        (vec![MINE, 99, 0], "1 off-board"),
        (vec![MOVE, 0, 1, 1], "1 amount"),
        (vec![BUILD, 0, 0], "1 edge"),
        (vec![BUILD, 3, 0], "1 no-units"),
    ] {
        let mut game = position("a1 . \n . .");
        let action = decoded(&game, &choices);
        let events = step(&mut game, &Answers::one(Seat(0), action));
        assert_eq!(dropped(&game, 0), reason, "{choices:?}");
        assert!(events.iter().any(|event| game.is_refusal(event, Seat(0))));
        assert!(!events.iter().any(|event| game.is_refusal(event, Seat(1))));
    }
}

#[test]
fn what_only_the_opponent_brings_about_is_no_refusal() {
    let mut game = position("a1 . . b1 \n . . . .");
    let events = play(&mut game, "build 0 0 1", "build 3 0 SW 1; move 3 0 W 1");
    assert!(!events.iter().any(|event| game.is_refusal(event, Seat(0))));
    let mut game = position("a1 . b1 . \n . . . .");
    let events = play(&mut game, "build 0 0 1", "build 2 0 SW 1");
    assert_eq!(dropped(&game, 0), "1 contested");
    assert!(!events.iter().any(|event| game.is_refusal(event, Seat(0))));
}

#[test]
fn a_draft_that_was_used_before_offers_what_a_new_one_does() {
    let tall = position("Aa9:9 . \n . a9:9 \n . . \n . .");
    let wide = position("a9:9 . Aa9:9 . \n . . . .");
    let mut used = drafted(&tall, &[MOVE, 0, 1, 3, MINE, 3, 3, BUILD, 3, 1]);
    for game in [&wide, &tall, &tall] {
        game.draft(Seat(0), &mut used);
        let fresh = drafted(game, &[]);
        assert_eq!(format!("{used:?}"), format!("{fresh:?}"));
        for choice in [MINE, 0, 3, BUILD] {
            game.push(Seat(0), &mut used, choice);
        }
    }
}
