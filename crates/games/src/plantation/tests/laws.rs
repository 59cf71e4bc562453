//! Laws that hold for every state and every answer, and the games of the original.

use std::io::Read;

use skirmish_core::law::{Audit, Mirror};

use super::super::{Response, record};
use super::*;

/// The sums of both sides' scores, without signs.
fn sums(state: &Plantation) -> [i64; 2] {
    [PLUS, MINUS].map(|seat| state.score(seat))
}

/// How a reply changes the mover's and the enemy's sum; for a spray, at most.
fn change(config: &Config, command: Option<Command>, response: &Response) -> (i64, i64) {
    let planted = i64::from(config.plant_score);
    match (command.map(|command| command.verb), *response) {
        (Some(Verb::Fertilise), Response::Done) => (i64::from(config.fertilise_gain), 0),
        (Some(Verb::Colonise), Response::Done) => (planted - i64::from(config.colonise_price), 0),
        (_, Response::Done) => (planted, 0),
        (_, Response::Bombed(levels)) => (0, -i64::from(levels)),
        (_, Response::Sprayed(tiles)) => (0, -i64::from(tiles) * i64::from(config.spray_damage)),
        (_, Response::Error | Response::Occupied(_) | Response::Scouted(_)) => (0, 0),
    }
}

proptest! {
    #[test]
    fn sums_change_by_what_the_reply_says_and_moves_by_the_price(
        config in some_config(),
        said in prop::collection::vec(something_said(), 0..60),
    ) {
        let mut field = Field::start(&config);
        for said in &said {
            let Decision::Ask(_) = field.state.decision() else { break };
            let (seat, before, left) = (field.state.to_move(), sums(&field.state), field.state.moves_left());
            field.play(&answers(seat, said));
            let after = sums(&field.state);
            let (_, Event::Answered { seat: whose, command, response }) = field.news.items()[0] else {
                panic!("an answer has a reply");
            };
            prop_assert_eq!(whose, seat);
            let (own, enemy) = change(&config, command, &response);
            let (seat, other) = (seat.index(), seat.other().index());
            prop_assert_eq!(after[seat] - before[seat], own);
            let lost = after[other] - before[other];
            let is_spray = matches!(response, Response::Sprayed(_));
            prop_assert!(lost == enemy || is_spray && (enemy..=0).contains(&lost), "{} {}", lost, enemy);
            let price = command.map_or(1, |command| field.state.cost(command.verb)).min(left);
            let expected = if price == left { usize::from(config.moves_per_turn) } else { left - price };
            prop_assert_eq!(field.state.moves_left(), expected);
        }
    }

    #[test]
    fn the_rules_treat_both_sides_alike(
        config in some_config(),
        said in prop::collection::vec(something_said(), 0..40),
        last in prop::sample::select(&Fault::ALL[..]),
    ) {
        let mut state = Field::start(&config).state;
        prop_assert_eq!(&state.mirror().mirror(), &state);
        let mut news = News::silent();
        for said in said.iter().chain([&Said::Fault(last)]) {
            let seat = state.to_move();
            let mut turned = state.mirror();
            let answer = answers(seat, said);
            let turned_said = match said {
                Said::Act(command) => Said::Act(state.mirror_action(command)),
                other => other.clone(),
            };
            if let (Said::Act(command), Said::Act(there)) = (said, &turned_said) {
                prop_assert_eq!(&turned.mirror_action(there), command);
            }
            turned.step(&answers(state.mirror_seat(seat), &turned_said), &mut news);
            state.step(&answer, &mut news);
            prop_assert_eq!(&turned, &state.mirror());
            turned.audit().expect("the turned state is lawful");
        }
    }

    #[test]
    fn every_match_ends_whatever_is_said(config in some_config(), said in something_said()) {
        let mut state = Field::start(&config).state;
        let most = usize::from(config.turns) * usize::from(config.moves_per_turn) * 2;
        let mut steps = 0;
        while let Decision::Ask(_) = state.decision() {
            state.step(&answers(state.to_move(), &said), &mut News::silent());
            steps += 1;
            prop_assert!(steps <= most);
        }
    }
}

#[test]
fn the_final_sums_are_those_of_the_board() {
    let mut field = field_with(Wishes::none().with("turns", "1"), "+5 . -7");
    field.pass().pass();
    let ending = field.state.ending.expect("it is over");
    assert_eq!(ending.sums, [field.state.sides[0].sum(), field.state.sides[1].sum()]);
}

#[test]
fn the_recorded_games_of_the_original_are_reproduced() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/records/plantation.jsonl.gz");
    let file = std::fs::File::open(path).expect("the records are part of the repository");
    let mut text = String::new();
    flate2::read::GzDecoder::new(file).read_to_string(&mut text).expect("gzipped text");
    let (mut games, mut commands) = (0, 0);
    for line in text.lines() {
        let game = serde_json::from_str(line).expect("one game per line");
        commands += record::conform(&game).unwrap_or_else(|error| panic!("game {}: {error}", games + 1));
        games += 1;
    }
    assert_eq!((games, commands), (150, 69_005));
}

#[test]
fn a_record_that_differs_is_noticed() {
    let record = |reply: &str, sums: &str, board: &str| {
        let text = format!(
            r#"{{"rows":1,"cols":2,"turns":1,"moves_per_turn":1,"bomb_damage":4,
                "start":{{"plus":[0],"minus":[0]}},
                "commands":[["+",1,1,"fertilise",[0,0],"{reply}"],["-",1,1,"scout",[0,0],"OK 2,-1"]],
                "result":{{"board":{board},"sums":{sums},"winner":0}}}}"#
        );
        serde_json::from_str::<serde_json::Value>(&text).expect("valid JSON")
    };
    assert_eq!(record::conform(&record("OK", "[2,-1]", "[[2,-1]]")), Ok(2));
    for (wrong, what) in [
        (record("error", "[2,-1]", "[[2,-1]]"), "reply to `fertilise [0, 0]`"),
        (record("OK", "[2,1]", "[[2,-1]]"), "sums"),
        (record("OK", "[2,-1]", "[[1,-1]]"), "board"),
    ] {
        assert_eq!(record::conform(&wrong).map_err(|difference| difference.what), Err(what.to_string()));
    }
}
