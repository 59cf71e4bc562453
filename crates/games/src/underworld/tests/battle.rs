//! Battles.

use skirmish_core::grid::Cell;

use super::{count, draw, draw_with, hp, turn, weaken};
use crate::underworld::{Config, Event, Kind};

#[test]
fn battles_need_no_command() {
    let mut game = draw("C0 . . . . . .\n. . . W0 . F1 .\n. . . . . . .\n. . . . . . C1");
    turn(&mut game, &[]);
    assert_eq!(hp(&game, 5, 1), 900);
}

#[test]
fn the_range_is_two_by_straight_line() {
    let mut game = draw(
        "F1 F1 F1 F1 F1 . C0
         F1 F1 F1 F1 F1 . .
         F1 F1 W0 F1 F1 . .
         F1 F1 F1 F1 F1 . .
         F1 F1 F1 F1 F1 . C1",
    );
    turn(&mut game, &[]);
    for x in 0..5 {
        for y in 0..5 {
            let (dx, dy) = (x - 2_i16, y - 2_i16);
            if (dx, dy) != (0, 0) {
                let want = if dx * dx + dy * dy <= 4 { 1000 - 8 } else { 1000 };
                assert_eq!(hp(&game, x, y), want, "farm at {x}, {y}");
            }
        }
    }
}

#[test]
fn damage_is_divided_by_the_number_of_targets_and_rounded_half_up() {
    let around =
        [(2, 1), (1, 2), (3, 2), (2, 3), (2, 0), (0, 2), (4, 2), (2, 4), (1, 1), (3, 1), (1, 3), (3, 3)];
    let shares = [100, 50, 33, 25, 20, 17, 14, 13, 11, 10, 9, 8];
    for (targets, share) in (1..).zip(shares) {
        let mut rows = vec![vec!["."; 9]; 5];
        (rows[0][8], rows[4][8], rows[2][2]) = ("C0", "C1", "W0");
        around[..targets].iter().for_each(|&(x, y): &(usize, usize)| rows[y][x] = "F1");
        let drawing = rows.iter().map(|row| row.join(" ")).collect::<Vec<_>>().join("\n");
        let mut game = draw(&drawing);
        turn(&mut game, &[]);
        for &(x, y) in &around[..targets] {
            assert_eq!(hp(&game, x as i16, y as i16), 1000 - share, "{targets} targets");
        }
    }
}

#[test]
fn units_and_buildings_of_all_other_players_are_enemies() {
    let mut game = draw("C0 . . . . . C1\n. . F2 W0 B1 . .\n. . . . . . .\n. . . . . . C2");
    turn(&mut game, &[]);
    assert_eq!((hp(&game, 2, 1), hp(&game, 4, 1)), (950, 1450));
}

#[test]
fn own_objects_and_walls_are_no_targets() {
    let mut game = draw("C0 . . . . . .\n. . F0 W0 ## F1 .\n. . . W0 . . .\n. . . . . . C1");
    turn(&mut game, &[]);
    assert_eq!((hp(&game, 2, 1), hp(&game, 4, 1)), (1000, -1));
    // Both warriors reach the farm only: (3, 2) is at distance sqrt(5), so one does.
    assert_eq!(hp(&game, 5, 1), 900);
}

#[test]
fn only_warriors_deal_damage() {
    let mut game = draw("C0 B1 . . . . .\nF1 . . . . . .\n. . . . . . C1");
    turn(&mut game, &[]);
    assert_eq!((hp(&game, 0, 0), hp(&game, 1, 0), hp(&game, 0, 1)), (10_000, 1500, 1000));
}

#[test]
fn damage_of_several_warriors_adds_up() {
    let mut game = draw("C0 . . . . . .\n. W0 F1 W0 . . .\n. . . . . . C1");
    turn(&mut game, &[]);
    assert_eq!(hp(&game, 2, 1), 800);
}

#[test]
fn all_damage_is_dealt_before_anybody_falls() {
    let mut game = draw("C0 . . . . . .\n. . W0 . W1 . .\n. . . . . . .\n. . . . . . C1");
    weaken(&mut game, 2, 1, 50);
    weaken(&mut game, 4, 1, 100);
    turn(&mut game, &[]);
    assert_eq!((count(&game, 0, Kind::Warrior), count(&game, 1, Kind::Warrior)), (0, 0));
}

#[test]
fn an_object_with_one_hit_point_left_stands() {
    let mut game = draw("C0 . . . . . .\n. . W0 . F1 . .\n. . . . . . .\n. . . . . . C1");
    weaken(&mut game, 4, 1, 101);
    turn(&mut game, &[]);
    assert_eq!(hp(&game, 4, 1), 1);
    let events = turn(&mut game, &[]);
    assert!(events.iter().any(|event| matches!(event, Event::Fell { kind: Kind::Farm, .. })));
}

#[test]
fn battle_comes_after_movement() {
    let mut game = draw("C0 . . . . . .\n. W0 . . F1 . .\n. . . . . . .\n. . . . . . C1");
    turn(&mut game, &["move 1 1 E"]);
    assert_eq!(hp(&game, 4, 1), 900);
}

#[test]
fn nothing_heals() {
    let mut game = draw("C0 . . . . . .\n. W0 . . . . .\n. . . . . . C1");
    weaken(&mut game, 1, 1, 3);
    turn(&mut game, &[]);
    assert_eq!(hp(&game, 1, 1), 3);
}

#[test]
fn range_and_damage_are_numbers_of_the_config() {
    let config = Config { warrior_range: 4, warrior_damage: 7, ..Config::default() };
    let mut game = draw_with("C0 . . . . . .\n. W0 . . . F1 .\n. . . . . . .\n. . . . . . C1", config);
    turn(&mut game, &[]);
    assert_eq!(hp(&game, 5, 1), 993);
    assert_eq!(game.object(Cell::new(6, 3)).map(|castle| castle.hp), Some(10_000));
}
