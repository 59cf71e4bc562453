//! What a seat may know.

use skirmish_core::answer::Fault;
use skirmish_core::game::Game;
use skirmish_core::law::Audit;
use skirmish_core::seat::Seat;

use super::{draw, draw_with, drawn, faults, turn};
use crate::underworld::{Config, Kind, Underworld};

fn seen(game: &Underworld, seat: u8) -> Underworld {
    let mut seen = game.clone();
    game.redact(Seat(seat), &mut seen);
    seen.audit().expect("a redacted state is sound");
    seen
}

fn fog() -> Config {
    Config { vision: Some(3), ..Config::default() }
}

#[test]
fn nobody_knows_anothers_money() {
    let game = draw("C0 . F1 .\n. . . .\n. . . C1");
    let eye = seen(&game, 0);
    assert_eq!((eye.money(Seat(0)), eye.money(Seat(1))), (3000, 0));
    assert_eq!((eye.score(Seat(0)), eye.score(Seat(1))), (3000, 1000));
}

#[test]
fn nobody_is_told_who_was_kicked() {
    let mut game = draw("C0 . . C1\n. . . .\nC2 . . .");
    let before = seen(&game, 0);
    faults(&mut game, &[(1, Fault::Late)]);
    assert!(seen(&game, 0).is_in_play(Seat(1)) && before.is_in_play(Seat(1)));
    assert!(!seen(&game, 1).is_in_play(Seat(1)));
}

#[test]
fn on_an_open_board_a_fallen_castle_is_seen() {
    let mut game = draw("C0 . W1 . . . C1\n. . . . . . .\n. . . . . . C2");
    super::weaken(&mut game, 0, 0, 1);
    turn(&mut game, &[]);
    assert!(!seen(&game, 2).is_in_play(Seat(0)));
}

#[test]
fn in_the_fog_only_what_is_within_distance_three_of_own_objects_is_seen() {
    let game = draw_with(
        "C0 . . ## ## . . . .
         . . . F1 . . . . .
         . . F1 . . . . . .
         W1 . . . . . . . .
         W1 . . . W0 . . F1 F1
         . . . . . . . . C1",
        fog(),
    );
    // From the castle: (3, 0) and (2, 2) and (0, 3); from the warrior: (2, 2), (3, 1) is sqrt(10) away, (7, 4).
    let want = draw(
        "C0 . . ## . . . . .
         . . . . . . . . .
         . . F1 . . . . . .
         W1 . . . . . . . .
         . . . . W0 . . F1 .
         . . . . . . . . C1",
    );
    assert_eq!(drawn(&seen(&game, 0)), drawn(&want).replace("C1", "."));
}

#[test]
fn in_the_fog_nobody_knows_who_is_out() {
    let mut game = draw_with("C0 . W1 . . . C1\n. . . . . . .\n. . . . . . C2", fog());
    super::weaken(&mut game, 0, 0, 1);
    turn(&mut game, &[]);
    assert!(seen(&game, 2).is_in_play(Seat(0)));
}

#[test]
fn in_the_fog_an_enemy_warrior_has_no_history() {
    let game = draw_with("C0 . W1 . . . C1\n. . . . . . .\n. . . . . . .", fog());
    let eye = seen(&game, 0);
    let ids = |state: &Underworld| state.board.pieces().map(|(_, piece)| piece.id).collect::<Vec<_>>();
    assert_eq!(ids(&eye).iter().filter(|&&id| id == 0).count(), 1);
    assert_eq!(eye.objects().filter(|object| object.kind == Kind::Warrior).count(), 1);
}

#[test]
fn without_own_objects_in_the_fog_nothing_is_seen() {
    let mut game = draw_with("C0 . W1 . . . C1\n. . . . . . .\n. . . . . . C2", fog());
    super::weaken(&mut game, 0, 0, 1);
    turn(&mut game, &[]);
    assert_eq!(seen(&game, 0).objects().count(), 0);
}

#[test]
fn events_are_heard_by_nobody_but_whoever_is_out() {
    let mut game = draw("C0 B0 W1 .\n. . . .\n. . . C1");
    let mut answers = skirmish_core::answer::Answers::new();
    for seat in game.seats().iter() {
        answers.act(seat, crate::underworld::Action::default());
    }
    answers.fault(Seat(1), Fault::Late);
    let mut news = skirmish_core::news::News::new();
    game.step(&answers, &mut news);
    assert!(news.items().len() > 2);
    assert!(game.seats().iter().all(|seat| news.heard_by(Some(seat)).count() == 1));
}
