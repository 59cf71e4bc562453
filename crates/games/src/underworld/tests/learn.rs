//! What learners may choose.

use skirmish_core::answer::Answers;
use skirmish_core::bot::{Bot, RandomBot};
use skirmish_core::game::{Decision, Game};
use skirmish_core::grid::Direction;
use skirmish_core::learn::{Learn, Mask, Push, allowed};
use skirmish_core::news::News;
use skirmish_core::rng::Seed;
use skirmish_core::seat::{Seat, SeatCount};

use super::{draw, draw_with, turn};
use crate::underworld::{Action, Command, Config, Draft, Event, Kind, MAX_DRAFTED, Underworld, Why};

const END: u32 = 0;
const MOVE: u32 = 1;
const SPAWN: u32 = 2;
const BARRACKS: u32 = 3;
const FARM: u32 = 4;

/// The choices allowed after these.
fn choices(game: &Underworld, made: &[u32]) -> Vec<u32> {
    let mut draft = Draft::default();
    game.draft(Seat(0), &mut draft);
    for &choice in made {
        assert_eq!(game.push(Seat(0), &mut draft, choice), Push::More);
    }
    let mut words = [0; 64];
    game.mask(Seat(0), &draft, Mask::new(&mut words));
    allowed(&words).collect()
}

/// The commands of these choices.
fn decoded(game: &Underworld, made: &[u32]) -> Action {
    let mut draft = Draft::default();
    game.draft(Seat(0), &mut draft);
    for &choice in made {
        game.push(Seat(0), &mut draft, choice);
    }
    let mut action = Action::Hello;
    game.decode(Seat(0), &draft, &mut action);
    action
}

#[test]
fn kinds_without_any_sense_are_masked_out() {
    assert_eq!(choices(&draw("C0 . .\n. . .\n. . C1"), &[]), [END, BARRACKS, FARM]);
    assert_eq!(choices(&draw("C0 . B0\n. . .\n. W0 C1"), &[]), [END, MOVE, SPAWN, BARRACKS, FARM]);
    let poor = Config { money: 499, ..Config::default() };
    assert_eq!(choices(&draw_with("C0 . B0\n. . .\n. W0 C1", poor), &[]), [END, MOVE]);
}

#[test]
fn cells_are_warriors_barracks_or_building_ground() {
    let game = draw("C0 ## .  .\n. . W0 .\n. . . .\nB0 . . C1");
    assert_eq!(choices(&game, &[MOVE]), [6]);
    assert_eq!(choices(&game, &[SPAWN]), [12]);
    // Within two of (0, 0) or (0, 3), and free.
    assert_eq!(choices(&game, &[FARM]), [2, 4, 5, 8, 9, 13, 14]);
}

#[test]
fn directions_are_those_not_blocked_for_good() {
    let game = draw("C0 ## . .\n. W0 W1 .\n. W0 . .\n. . . C1");
    // North is a wall, south an own warrior without a command; the enemy in the east may go away.
    assert_eq!(choices(&game, &[MOVE, 5]), [1, 3]);
}

#[test]
fn a_warrior_may_follow_one_that_was_told_to_go() {
    let game = draw("C0 . . . .\n. W0 W0 . .\n. . . . .\n. . . . C1");
    assert!(!choices(&game, &[MOVE, 6]).contains(&1));
    assert!(choices(&game, &[MOVE, 7, 1, MOVE, 6]).contains(&1));
}

#[test]
fn a_cell_is_wanted_once() {
    let game = draw("C0 . . . .\n. W0 . W0 .\n. . B0 . .\n. . . . C1");
    assert!(!choices(&game, &[MOVE, 6, 1, MOVE, 8]).contains(&3));
    assert!(!choices(&game, &[MOVE, 6, 1, SPAWN, 12]).contains(&0));
    assert!(!choices(&game, &[MOVE, 6, 1, FARM]).contains(&7));
    assert!(!choices(&game, &[FARM, 7, MOVE, 6]).contains(&1));
}

#[test]
fn every_warrior_and_barracks_is_commanded_once() {
    let game = draw("C0 . . . .\n. W0 . . .\n. . B0 . .\n. . . . C1");
    assert!(!choices(&game, &[MOVE, 6, 1]).contains(&MOVE));
    assert!(!choices(&game, &[SPAWN, 12, 1]).contains(&SPAWN));
}

#[test]
fn money_asked_for_is_set_aside_and_income_counts() {
    let config = Config { money: 1950, ..Config::default() };
    let game = draw_with("C0 F0 B0 .\n. . . .\n. . . C1", config);
    assert_eq!(choices(&game, &[FARM, 4]), [END, SPAWN, FARM]);
    assert_eq!(choices(&game, &[FARM, 4, SPAWN, 2, 1]), [END]);
}

#[test]
fn warriors_of_a_lost_player_are_in_the_way_for_good() {
    let mut game = draw("C0 . . W1 . . C1\n. . W0 . . . .\n. . . . . . C2\n. . . . . . .");
    super::weaken(&mut game, 6, 0, 1);
    let spot = game.board.at(6, 0);
    game.board.take(spot);
    turn(&mut game, &["move 2 1 E"]);
    let mut eye = game.clone();
    game.redact(Seat(0), &mut eye);
    assert!(!choices(&eye, &[MOVE, 10]).contains(&0));
}

#[test]
fn choices_become_commands() {
    let game = draw("C0 . . . .\n. W0 . . .\n. . B0 . .\n. . . . C1");
    assert_eq!(
        decoded(&game, &[MOVE, 6, 1, SPAWN, 12, 2, FARM, 5, END]),
        Action::Turn(vec![
            Command::Move { x: 1, y: 1, heading: Some(Direction::East) },
            Command::Spawn { x: 2, y: 2, heading: Some(Direction::South) },
            Command::Build { x: 0, y: 1, building: crate::underworld::Building::Farm },
        ])
    );
    assert_eq!(decoded(&super::undealt("C0 . .\n. . .\n. . C1", Config::default()), &[END]), Action::Hello);
}

#[test]
fn a_draft_holds_so_many_commands_and_no_more() {
    let game = draw("C0 . . . .\n. W0 . . .\n. . B0 . .\n. . . . C1");
    let made: Vec<u32> = [MOVE, 6, 1].repeat(MAX_DRAFTED + 5);
    assert_eq!(decoded(&game, &made).commands().len(), MAX_DRAFTED);
    assert_eq!(choices(&game, &[MOVE, 6, 1].repeat(MAX_DRAFTED)), [END]);
}

#[test]
fn choices_that_the_mask_does_not_allow_are_refused_by_the_rules() {
    let mut game = draw("C0 . . . .\n. W0 . . .\n. . B0 . .\n. . . . C1");
    let before = super::drawn(&game);
    let action = decoded(&game, &[MOVE, 9999, 7, MOVE, 0, 0, SPAWN, 3, 1, FARM, 4_000_000, BARRACKS, 0, 77]);
    let mut answers = Answers::one(Seat(0), action);
    answers.act(Seat(1), Action::default());
    let mut news = News::new();
    game.step(&answers, &mut news);
    assert_eq!(super::drawn(&game), before);
    let refusals = news.items().iter().filter(|(_, event)| game.is_refusal(event, Seat(0))).count();
    assert_eq!(refusals, 5);
}

#[test]
fn only_what_the_seat_could_see_is_a_refusal() {
    let game = draw("C0 . .\n. . .\n. . C1");
    let failed = |why| {
        let command = Command::Move { x: 0, y: 0, heading: Some(Direction::East) };
        Event::Failed { seat: Seat(0), command, why }
    };
    assert!(game.is_refusal(&failed(Why::Solid), Seat(0)));
    assert!(!game.is_refusal(&failed(Why::Solid), Seat(1)));
    assert!(!game.is_refusal(&failed(Why::Contested), Seat(0)));
    assert!(game.is_refusal(&failed(Why::Abandoned), Seat(0)));
    let fog = draw_with("C0 . .\n. . .\n. . C1", Config { vision: Some(3), ..Config::default() });
    assert!(!fog.is_refusal(&failed(Why::Abandoned), Seat(0)));
}

/// Money and hit points are conserved: what is gained is income, what is lost is paid for or dealt as damage.
#[test]
fn money_and_hit_points_are_conserved() {
    for (players, seed) in [(2, 1), (3, 2), (4, 3), (8, 4)] {
        let seats = SeatCount::new(players).expect("few seats");
        let config = Config { money: 20_000, ..Config::default() };
        let mut game = Underworld::start(&config, seats, Seed(seed)).expect("starts");
        let mut bots: Vec<RandomBot<Underworld>> =
            seats.iter().map(|seat| RandomBot::new(Seed(seed).child(seat.0.into()))).collect();
        let (mut answers, mut news) = (Answers::new(), News::new());
        for _ in 0..150 {
            let Decision::Ask(ask) = game.decision() else { break };
            for seat in ask.seats.iter() {
                answers.act(seat, bots[seat.index()].act(&game, seat, &[]));
            }
            let before = game.clone();
            news.clear();
            game.step(&answers, &mut news);
            answers.clear();
            check_conserved(&before, &game, &news);
        }
    }
}

fn check_conserved(before: &Underworld, after: &Underworld, news: &News<Event>) {
    if after.turn() == before.turn() {
        return;
    }
    let config = before.config();
    for seat in before.seats().iter() {
        let (mut money, mut hp, mut objects) = (before.money(seat) + before.income(seat), 0, 0);
        for (_, event) in news.items() {
            match *event {
                Event::Made { seat: whose, kind, .. } if whose == seat => {
                    money -= config.cost(kind);
                    hp += config.full_hp(kind);
                    objects += 1;
                }
                Event::Hit { seat: whose, damage, .. } if whose == seat => hp -= damage,
                Event::Fell { seat: whose, .. } if whose == seat => objects -= 1,
                _ => {}
            }
        }
        let sum = |game: &Underworld| game.objects_of(seat).map(|(_, _, hp)| hp).sum::<i32>();
        let number = |game: &Underworld| game.objects_of(seat).count() as i32;
        assert_eq!(after.money(seat), money);
        assert_eq!(number(after), number(before) + objects);
        // Overkill is damage that found no hit points.
        let overkill = sum(after) - (sum(before) + hp);
        assert!(overkill >= 0 && (overkill == 0 || objects_fell(news, seat)));
    }
    let walls = |game: &Underworld| game.objects().filter(|object| object.kind == Kind::Wall).count();
    assert_eq!(walls(after), walls(before));
}

fn objects_fell(news: &News<Event>, seat: Seat) -> bool {
    news.items().iter().any(|(_, event)| matches!(event, Event::Fell { seat: whose, .. } if *whose == seat))
}
