//! Property: any frame is parsed or refused in a sentence, the match keeps the game's invariants (`audit`) after it, and
//! a parsed action survives a round trip of writing.
//!
//! Input: a game, then one byte each for seats, seed and decisions before, then the frame.

use skirmish_core::answer::Answer;
use skirmish_core::bot::RandomBot;
use skirmish_core::game::Decision;
use skirmish_core::rng::Seed;
use skirmish_core::seat::Seat;
use skirmish_core::table::{Board, PlayerSide as _, Table as _};
use skirmish_core::wire::Page;

use crate::game::{CHECKS, Input, Playable, answer_of, brief, check_laws, input, play};

/// The most decisions with random answers before the frame.
const MOST_DECISIONS: u8 = 48;

pub fn check(bytes: &[u8]) {
    let mut input = Input::new(bytes);
    let game = input.game();
    (CHECKS[game].wire)(input);
}

pub fn check_game<G: Playable>(mut input: Input<'_>) {
    let (mut board, mut bot) = begin::<G>(&mut input);
    let frame = input.rest();
    let Decision::Ask(ask) = board.decision() else { return };
    for (number, seat) in ask.seats.iter().enumerate() {
        if number == 0 {
            check_frame(board.state(), seat, frame);
            if let Err(why) = board.answer(seat, &Answer::Frame(frame.to_vec())) {
                assert!(!why.to_string().is_empty());
            }
        } else {
            let valid = answer_of(&mut bot, &mut board, seat);
            let valid = Answer::Frame(valid.as_bytes().to_vec());
            board.answer(seat, &valid).expect("what a game writes it can read");
        }
    }
    board.step();
    check_laws(board.state());
    play(&mut board, 1, 2);
    check_laws(board.state());
}

fn check_frame<G: Playable>(state: &G, seat: Seat, frame: &[u8]) {
    let mut action = G::Action::default();
    if state.read(seat, frame, &mut action).is_err() {
        return;
    }
    let (mut page, mut again) = (Page::new(), G::Action::default());
    state.write(&action, &mut page);
    assert_eq!(state.read(seat, page.as_bytes(), &mut again), Ok(()), "{:?}", page.as_str());
    assert_eq!(again, action, "{:?}", page.as_str());
}

fn begin<G: Playable>(input: &mut Input<'_>) -> (Board<G>, RandomBot<G>) {
    let seats = input.seats::<G>();
    let seed = u64::from(input.byte());
    let config = brief::<G>();
    let state = G::start(&config, seats, Seed(seed)).expect("a match of the game's own config");
    let mut board = Board::new(config, state);
    play(&mut board, seed, usize::from(input.byte() % MOST_DECISIONS));
    (board, RandomBot::new(Seed(seed)))
}

pub fn seeds() -> Vec<Vec<u8>> {
    CHECKS.iter().flat_map(|game| (game.wire_seeds)()).collect()
}

/// Valid answers at some positions of some matches.
pub fn seeds_of<G: Playable>() -> Vec<Vec<u8>> {
    let moments = [[0, 1, 0], [1, 2, 1], [2, 3, 5], [0, 4, 12], [1, 5, 24], [2, 6, 40]];
    let seed = |moment: [u8; 3]| {
        let (mut board, mut bot) = begin::<G>(&mut Input::new(&moment));
        let Decision::Ask(ask) = board.decision() else { return None };
        let answer = answer_of(&mut bot, &mut board, ask.seats.first()?);
        Some(input(G::INFO.name, &moment, answer.as_bytes()))
    };
    moments.into_iter().filter_map(seed).collect()
}
