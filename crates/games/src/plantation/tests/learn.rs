//! What learners may choose.

use skirmish_core::bot::RandomBot;
use skirmish_core::grid::Cell;
use skirmish_core::learn::{Head, Learn, Mask, Push, allowed};

use super::*;

/// The choices allowed to the seat to move, after these choices.
fn choices(field: &Field, made: &[u32]) -> Vec<u32> {
    let seat = field.state.to_move();
    let seen = field.seen_by(seat);
    let mut draft = Default::default();
    seen.draft(seat, &mut draft);
    for &choice in made {
        assert_eq!(seen.push(seat, &mut draft, choice), Push::More);
    }
    let mut words = [0; 8];
    seen.mask(seat, &draft, Mask::new(&mut words));
    allowed(&words).collect()
}

fn kinds(field: &Field) -> Vec<&'static str> {
    choices(field, &[]).into_iter().map(|kind| Verb::ALL[kind as usize].word()).collect()
}

fn targets(field: &Field, verb: Verb) -> Vec<u32> {
    choices(field, &[verb as u32])
}

#[test]
fn heads_are_kind_target_and_source() {
    let heads = field("+1 . -1\n. . .").state.heads();
    assert_eq!(heads, [Head::words("kind", Verb::WORDS), Head::cells("target", 6), Head::cells("source", 6)]);
    assert_eq!(Verb::WORDS, Verb::ALL.map(Verb::word));
}

#[test]
fn kinds_are_those_that_can_be_paid_and_aimed() {
    let mut rich = field("+2 . -1");
    assert_eq!(kinds(&rich), ["fertilise", "plant", "scout", "colonise", "spray", "bomb"]);
    rich.say("scout 0 0");
    rich.say("scout 0 0");
    assert_eq!(kinds(&rich), ["fertilise", "plant", "scout"]);
    assert_eq!(kinds(&field("+1 . -1")), ["fertilise", "plant", "scout", "spray", "bomb"]);
    assert_eq!(kinds(&field(". . -1")), ["scout", "spray", "bomb"]);
    assert_eq!(kinds(&field("+1 +1 +2")), ["fertilise", "scout"]);
}

#[test]
fn one_choice_is_left_even_when_nothing_can_be_paid() {
    let costs = ["fertilise_cost", "plant_cost", "scout_cost", "colonise_cost", "spray_cost", "bomb_cost"];
    let wishes = costs.iter().fold(Wishes::none(), |wishes, cost| wishes.with(cost, "4"));
    assert_eq!(kinds(&field_with(wishes, "+2 . -1")), ["scout"]);
}

#[test]
fn targets_are_the_cells_that_make_sense() {
    let field = field("+2 +1 . .\n+1 . . -1");
    assert_eq!(targets(&field, Verb::Fertilise), [0, 1, 4]);
    assert_eq!(targets(&field, Verb::Plant), [2, 5]);
    assert_eq!(targets(&field, Verb::Scout), [0, 1, 2, 3, 4, 5, 6, 7]);
    assert_eq!(targets(&field, Verb::Colonise), [2, 3, 5, 6, 7]);
    assert_eq!(targets(&field, Verb::Spray), [1, 2, 3, 4, 5, 6, 7]);
    assert_eq!(targets(&field, Verb::Bomb), [2, 3, 5, 6, 7]);
    assert_eq!(choices(&field, &[Verb::Colonise as u32, 2]), [0]);
}

#[test]
fn an_enemy_tile_is_open_to_planting_until_it_is_known() {
    let mut field = field("+2 -1 .");
    assert_eq!(targets(&field, Verb::Plant), [1]);
    assert_eq!(targets(&field, Verb::Colonise), [1, 2]);
    assert_eq!(field.say("plant 0 1"), "occupied -1");
    assert_eq!(targets(&field, Verb::Colonise), [2]);
    assert!(!kinds(&field).contains(&"plant"));
}

#[test]
fn choices_become_commands() {
    let state = field("+2 . -1\n. . .").state;
    let decoded = |made: &[u32]| {
        let (mut draft, mut command) = Default::default();
        let pushes: Vec<Push> = made.iter().map(|&choice| state.push(PLUS, &mut draft, choice)).collect();
        assert_eq!(pushes.last(), Some(&Push::Done));
        state.decode(PLUS, &draft, &mut command);
        command
    };
    assert_eq!(decoded(&[Verb::Bomb as u32, 5]), Command::at(Verb::Bomb, Cell::new(2, 1)));
    assert_eq!(decoded(&[Verb::Colonise as u32, 4, 0]), Command::colonise(Cell::new(1, 1), Cell::new(0, 0)));
}

#[test]
fn a_choice_that_does_not_exist_is_refused_by_the_rules() {
    for made in [&[6][..], &[u32::MAX], &[2, 6], &[2, u32::MAX], &[3, 1, 6]] {
        let mut field = field("+2 . -1\n. . .");
        let (mut draft, mut command) = Default::default();
        for &choice in made {
            let _ = field.state.push(PLUS, &mut draft, choice);
        }
        field.state.decode(PLUS, &draft, &mut command);
        field.play(&Answers::one(PLUS, command));
        let (_, event) = field.news.items()[0];
        assert!(field.state.is_refusal(&event, PLUS), "{made:?}: {event:?}");
        assert!(!field.state.is_refusal(&event, MINUS));
    }
}

#[test]
fn a_draft_pushed_on_and_on_never_overflows() {
    let state = field("+2 . -1").state;
    let mut draft = Default::default();
    for choice in 0..1000 {
        let _ = state.push(PLUS, &mut draft, choice);
    }
    assert_eq!(state.head(&draft), 2);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    /// Also: where the mask says `plant`, the seat does not know of an enemy.
    #[test]
    fn what_the_mask_allows_is_never_refused(config in some_config(), seed in any::<u64>()) {
        let mut field = Field::start(&config);
        let mut bots = [1, 2].map(|n| RandomBot::<Plantation>::new(Seed(seed).child(n)));
        while let Decision::Ask(ask) = field.state.decision() {
            let seat = ask.seats.first().expect("somebody is asked");
            let seen = field.seen_by(seat);
            let mut command = Command::default();
            bots[seat.index()].act_into(&seen, seat, &mut command);
            field.play(&Answers::one(seat, command));
            let refused = field.news.heard_by(Some(seat)).any(|event| field.state.is_refusal(event, seat));
            prop_assert!(!refused, "{command:?}");
        }
    }

    /// Every command on the board that the mask leaves out is refused, or tells and changes nothing new.
    #[test]
    fn what_the_mask_leaves_out_is_refused_or_pointless(
        config in some_config(),
        said in prop::collection::vec(something_said(), 0..30),
        wanted in some_command(),
    ) {
        let mut field = Field::start(&config);
        said.iter().for_each(|said| field.play(&answers(field.state.to_move(), said)));
        let Decision::Ask(_) = field.state.decision() else { return Ok(()) };
        let seat = field.state.to_move();
        let seen = field.seen_by(seat);
        let target = wanted.target().and_then(|target| field.state.ground.index(target));
        let Some(target) = target else { return Ok(()) };
        if seen.targets(seat, wanted.verb).has(target) {
            return Ok(());
        }
        field.play(&Answers::one(seat, wanted));
        let after = field.seen_by(seat);
        let (_, event) = field.news.items()[0];
        let is_known = matches!(event, Event::Answered { response: super::super::Response::Occupied(_), .. });
        let is_empty_spray = after.sides == seen.sides;
        prop_assert!(field.state.is_refusal(&event, seat) || is_known || is_empty_spray
            || seen.sides[seat.other().index()].has(target), "{:?}", event);
    }
}
