//! What a seat may know, and that it learns nothing else.

use skirmish_core::law::{Audit, Mirror};
use skirmish_core::learn::{Learn, Mask};
use skirmish_core::table::{Board, PlayerSide, ViewerSide};
use skirmish_core::view::{Picture, PlaneCanvas, Shape, View};
use skirmish_core::wire::ClockFace;

use super::super::side::sign;
use super::*;

/// What the seat to move remembers on the drawn board after these lines, as a map draws it.
#[track_caller]
fn remembers(before: &str, said: &[&str], seen: &str) {
    let mut field = field(before);
    said.iter().for_each(|line| drop(field.say(line)));
    assert_eq!(drawn(&field.seen_by(PLUS)), seen);
}

#[test]
fn a_player_sees_its_own_tiles_only() {
    remembers("+1 +3 . -2 -1", &[], "+1 +3 . . .");
}

#[test]
fn scouting_is_remembered() {
    remembers("+1 . -2 -1\n. . -3 .", &["scout 0 2"], "+1 . -2 -1\n. . -3 .");
}

#[test]
fn scouting_again_brings_the_memory_up_to_date() {
    let mut field = field("+1 . -2 .");
    field.say("scout 0 2");
    field.pass().say("fertilise 0 2");
    field.say("plant 0 3");
    field.pass();
    assert_eq!(drawn(&field.seen_by(PLUS)), "+1 . -2 .", "as last told, not as it is");
    field.say("scout 0 2");
    assert_eq!(drawn(&field.seen_by(PLUS)), "+1 . -3 -1");
}

#[test]
fn an_occupied_tile_is_remembered() {
    remembers("+1 -2 -1", &["plant 0 1"], "+1 -2 .");
    remembers("+2 -2 -7", &["colonise 0 2 0 0"], "+2 . -7");
}

#[test]
fn an_error_teaches_nothing() {
    remembers("+1 . -2", &["plant 0 2", "bomb 0 0"], "+1 . .");
}

#[test]
fn a_bomb_that_could_have_done_more_leaves_nothing() {
    remembers("+1 . -3", &["scout 0 2", "bomb 0 2"], "+1 . .");
}

#[test]
fn a_bomb_that_did_all_it_could_is_taken_off_what_was_known() {
    remembers("+1 . -9", &["scout 0 2", "bomb 0 2"], "+1 . -5");
    remembers("+1 . -9", &["bomb 0 2"], "+1 . .");
}

#[test]
fn a_spray_that_reached_nobody_leaves_nobody_known() {
    // Minus spends its scouted tile on colonies and Plus sprays it away: what was remembered is too much.
    let mut field = field("+1 . -3 . . . . .");
    field.say("scout 0 2");
    field.pass().say("colonise 0 5 0 2");
    field.pass().pass().say("colonise 0 7 0 2");
    field.pass();
    assert_eq!(field.say("spray 0 2"), "OK 1");
    assert_eq!(drawn(&field.seen_by(PLUS)), "+1 . -2 . . . . .");
    field.pass().pass();
    assert_eq!(field.say("spray 0 2"), "OK 0");
    assert_eq!(drawn(&field.seen_by(PLUS)), "+1 . . . . . . .");
}

#[test]
fn a_spray_lowers_the_tiles_that_were_known_and_tells_of_no_others() {
    remembers("+1 . -2 -5 -4", &["scout 0 2", "spray 0 3"], "+1 . -1 -4 .");
    remembers("+1 . -2 -5 -4", &["spray 0 3"], "+1 . . . .");
}

#[test]
fn a_tile_planted_is_known_to_be_the_enemys_no_more() {
    let mut field = field("+1 -3 . . .");
    field.say("scout 0 1");
    field.pass().say("colonise 0 3 0 1");
    field.pass().say("bomb 0 1");
    field.pass().pass();
    assert_eq!(field.say("plant 0 1"), "OK");
    assert_eq!(drawn(&field.seen_by(PLUS)), "+1 +1 . . .");
}

#[test]
fn own_losses_are_seen() {
    let mut field = field("+5 . -1");
    field.pass().say("bomb 0 0");
    assert_eq!(drawn(&field.seen_by(PLUS)), "+1 . .");
}

#[test]
fn the_enemys_memory_is_its_own() {
    let mut field = field("+5 . -1");
    field.pass().say("scout 0 0");
    let seen = field.seen_by(PLUS);
    assert!(seen.told[MINUS.index()].0.tiles().is_empty());
    assert_eq!(field.seen_by(MINUS).at(skirmish_core::grid::Cell::new(0, 0)), 5);
}

#[test]
fn how_many_moves_the_enemy_has_left_is_not_seen() {
    let mut field = field("+5 . -1");
    let before = field.seen_by(MINUS);
    field.say("scout 0 0");
    assert_eq!(field.seen_by(MINUS), before);
    assert_eq!(field.seen_by(PLUS).moves_left(), 2);
}

#[test]
fn the_end_tells_the_sums_and_not_the_tiles() {
    let mut field = field_with(Wishes::none().with("turns", "1"), "+5 . -7");
    assert_eq!(field.seen_by(PLUS).score(MINUS), 0);
    field.pass().pass();
    let seen = field.seen_by(PLUS);
    assert_eq!((seen.score(PLUS), seen.score(MINUS)), (5, 7));
    assert_eq!(drawn(&seen), "+5 . .");
    assert_eq!(seen.decision(), field.state.decision());
}

#[test]
fn redacting_into_a_scratch_of_another_board_works() {
    let (small, large) =
        (field("+1 . -1"), Field::start(&Config { rows: 20, cols: 20, ..Config::default() }));
    for (from, into) in [(&small, &large), (&large, &small)] {
        let mut out = into.state.clone();
        from.state.redact(PLUS, &mut out);
        assert_eq!(out, from.seen_by(PLUS));
    }
}

/// Everything that a seat can be shown of a match.
#[derive(Debug, PartialEq)]
struct Shown {
    pages: String,
    text: String,
    status: String,
    picture: Picture,
    planes: Vec<i16>,
    numbers: Vec<i32>,
    masks: Vec<Vec<u64>>,
    scores: [i64; 2],
    marks: usize,
}

fn shown(config: &Config, state: &Plantation, seat: Seat) -> Shown {
    let mut table = Board::new(config.clone(), state.clone());
    let mut page = Page::new();
    table.greet(seat, &mut page);
    table.ask(seat, ClockFace { left_ms: 1 }, &mut page);
    table.tell(seat, &mut page);
    let seen = table.seen(seat).clone();
    let shape = Shape::new(Plantation::INFO, SeatCount::TWO, seen.cols(), seen.rows());
    let (mut planes, mut numbers) = (vec![0; shape.cells()], vec![0; shape.numbers]);
    seen.draw(&mut PlaneCanvas::new(Plantation::INFO, SeatCount::TWO, seat, &mut planes, &mut numbers));
    Shown {
        pages: page.as_str().to_string(),
        text: table.text(Some(seat), true),
        status: table.status(Some(seat)),
        picture: table.picture(Some(seat)),
        planes,
        numbers,
        masks: masks(&seen, seat),
        scores: [seen.score(PLUS), seen.score(MINUS)],
        marks: table.marks(Some(seat)).len(),
    }
}

/// Every mask that a draft can lead to, sources of one target only.
fn masks(seen: &Plantation, seat: Seat) -> Vec<Vec<u64>> {
    let mut drafts = vec![Default::default()];
    for kind in 0..Verb::ALL.len() as u32 {
        let mut draft = Default::default();
        let _ = seen.push(seat, &mut draft, kind);
        drafts.push(draft);
        let _ = seen.push(seat, &mut draft, 0);
        drafts.push(draft);
    }
    let mask = |draft| {
        let mut words = vec![0; 8];
        seen.mask(seat, draft, Mask::new(&mut words));
        words
    };
    drafts.iter().map(mask).collect()
}

/// The same state but for what the seat cannot know: the enemy's tiles, its memory, its moves.
fn with_other_secrets(state: &Plantation, seat: Seat, noise: &[i16]) -> Plantation {
    let (mut other, enemy) = (state.clone(), seat.other());
    for (at, &score) in noise.iter().enumerate().take(state.ground.cells()) {
        let is_own = state.sides[seat.index()].has(at);
        other.sides[enemy.index()].set(at, if is_own { 0 } else { score * sign(enemy) });
        other.told[enemy.index()].0.set(at, if is_own { score * sign(seat) } else { 0 });
    }
    if state.to_move == enemy {
        other.moves_left = 1 + noise[0] as u16 % state.rules.moves_per_turn;
    }
    other.audit().expect("another lawful state");
    other
}

fn noise() -> impl Strategy<Value = Vec<i16>> {
    prop::collection::vec(prop_oneof![Just(0), 0..9i16], 25)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(128))]

    #[test]
    fn states_that_differ_only_in_secrets_look_the_same(
        config in some_config(),
        said in prop::collection::vec(something_said(), 0..40),
        noise in noise(),
    ) {
        let mut field = Field::start(&config);
        for said in &said {
            for seat in [PLUS, MINUS] {
                let other = with_other_secrets(&field.state, seat, &noise);
                if field.state.ending.is_none() {
                    prop_assert_eq!(shown(&config, &field.state, seat), shown(&config, &other, seat));
                }
            }
            field.play(&answers(field.state.to_move(), said));
        }
    }

    /// Told alike, they stay alike: the same command with the same reply leaves two such states looking the same.
    #[test]
    fn memory_holds_nothing_but_what_was_told(
        config in some_config(),
        said in prop::collection::vec(something_said(), 0..20),
        commands in prop::collection::vec(some_command(), 1..20),
        noise in noise(),
    ) {
        let mut field = Field::start(&config);
        said.iter().for_each(|said| field.play(&answers(field.state.to_move(), said)));
        let seat = field.state.to_move();
        let mut other = Field { state: with_other_secrets(&field.state, seat, &noise), news: News::new() };
        for command in &commands {
            if field.state.to_move() != seat || field.state.ending.is_some() {
                break;
            }
            field.play(&Answers::one(seat, *command));
            other.play(&Answers::one(seat, *command));
            if field.heard(seat) != other.heard(seat) {
                break;
            }
            prop_assert_eq!(field.seen_by(seat), other.seen_by(seat));
        }
    }

    /// What the enemy does shows only in the seat's own tiles.
    #[test]
    fn the_enemys_quiet_moves_are_not_seen(
        config in some_config(),
        said in prop::collection::vec(something_said(), 0..20),
        command in some_command(),
    ) {
        let mut field = Field::start(&config);
        said.iter().for_each(|said| field.play(&answers(field.state.to_move(), said)));
        let (mover, seat) = (field.state.to_move(), field.state.to_move().other());
        let before = field.seen_by(seat);
        field.play(&Answers::one(mover, command));
        let goes_on = field.state.to_move() == mover && field.state.turn() == before.turn();
        if goes_on && field.state.sides[seat.index()] == before.sides[seat.index()] {
            prop_assert_eq!(field.seen_by(seat), before);
            prop_assert_eq!(field.heard(seat), "");
        }
    }

    #[test]
    fn a_redacted_state_is_lawful_and_redacts_to_itself(
        config in some_config(),
        said in prop::collection::vec(something_said(), 0..40),
    ) {
        let mut field = Field::start(&config);
        said.iter().for_each(|said| field.play(&answers(field.state.to_move(), said)));
        for seat in [PLUS, MINUS] {
            let seen = field.seen_by(seat);
            seen.audit().expect("a redacted state is a state");
            prop_assert_eq!(Field { state: seen.clone(), news: News::new() }.seen_by(seat), seen.clone());
            let turned = Field { state: field.state.mirror(), news: News::new() };
            prop_assert_eq!(turned.seen_by(seat.other()), seen.mirror());
        }
    }
}
