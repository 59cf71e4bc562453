//! Answers made choice by choice, with the types erased, as a person at a page makes them.

use skirmish_core::answer::Answer;
use skirmish_core::config::Wishes;
use skirmish_core::game::Decision;
use skirmish_core::learn::Drafting;
use skirmish_core::rng::{Rng, Seed};
use skirmish_core::seat::SeatCount;
use skirmish_core::table::{Entry, Table};
use skirmish_games::GAMES;

/// Decisions looked at per game.
const DECISIONS: u32 = 60;
/// Choices in one answer before the test gives up.
const MOST_CHOICES: usize = 5_000;

fn table(entry: &Entry) -> Box<dyn Table> {
    let config = (entry.configure)(&Wishes::none()).expect("the defaults are a config");
    (entry.open)(&config, SeatCount::new(2).expect("two may play"), Seed(7)).expect("the defaults start")
}

/// Makes choices by chance until the answer is finished.
fn finish(draft: &mut dyn Drafting, rng: &mut Rng) {
    for _ in 0..MOST_CHOICES {
        let Some(question) = draft.question() else { return };
        let at = rng.below(question.allowed.len() as u32) as usize;
        assert!(draft.choose(question.allowed[at]));
    }
    panic!("the answer never ends");
}

/// Plays some decisions of every game, and shows each finished answer to `look`.
fn every_game(look: impl Fn(&mut dyn Drafting, &str)) {
    for entry in GAMES {
        let (mut table, mut rng) = (table(entry), Rng::new(Seed(3)));
        for _ in 0..DECISIONS {
            let Decision::Ask(ask) = table.decision() else { break };
            for seat in ask.seats.iter() {
                let mut draft = table.drafting(seat);
                finish(&mut *draft, &mut rng);
                look(&mut *draft, entry.info.name);
                let answer = draft.answer();
                table
                    .answer(seat, &Answer::Frame(answer.as_bytes().to_vec()))
                    .unwrap_or_else(|garbled| panic!("{}: {answer}: {}", entry.info.name, garbled.0));
            }
            table.step();
        }
    }
}

#[test]
fn a_finished_answer_can_be_read() {
    every_game(|_, _| {});
}

#[test]
fn every_choice_can_be_taken_back() {
    every_game(|draft, game| {
        let (made, answer) = (draft.made().to_vec(), draft.answer());
        assert!(draft.undo(), "{game}");
        let question = draft.question().expect("the answer is open again");
        let &(head, choice) = made.last().expect("a choice was made");
        assert_eq!(question.head, head, "{game}");
        assert!(question.allowed.contains(&choice), "{game}");
        assert!(draft.choose(choice));
        assert_eq!((draft.made(), draft.answer()), (&made[..], answer), "{game}");
    });
}

#[test]
fn a_choice_that_makes_no_sense_is_not_taken() {
    every_game(|draft, game| {
        assert!(!draft.choose(0), "{game}: the answer is finished");
        assert!(draft.undo());
        let beyond = draft.heads().iter().map(|head| head.size).max().expect("there are heads") as u32;
        let made = draft.made().len();
        assert!(!draft.choose(beyond), "{game}");
        assert_eq!(draft.made().len(), made);
        let first = draft.question().expect("it is open").allowed[0];
        assert!(draft.choose(first));
        while draft.question().is_some() {
            let first = draft.question().expect("it is open").allowed[0];
            assert!(draft.choose(first));
        }
    });
}

#[test]
fn a_list_of_commands_can_end_wherever_a_command_may_begin() {
    every_game(|draft, game| {
        assert!(draft.can_end(), "{game}: it is finished");
        while draft.undo() {}
        let is_list = draft.can_end();
        assert_eq!(draft.end(), is_list, "{game}");
        assert_eq!(draft.question().is_none(), is_list, "{game}");
        while let Some(question) = draft.question() {
            assert!(draft.choose(question.allowed[0]));
        }
    });
}
