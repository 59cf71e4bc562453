//! What the targets `wire`, `map` and `config` share: inputs that choose a game, and matches of it.

use skirmish_core::answer::{Answer, Answered, Cost};
use skirmish_core::bot::{Bot, RandomBot};
use skirmish_core::config::{Wishes, configure, from_stored};
use skirmish_core::game::{Decision, Game};
use skirmish_core::law::Audit;
use skirmish_core::learn::Learn;
use skirmish_core::replay::{Ending, PlayerInfo, Replay};
use skirmish_core::rng::Seed;
use skirmish_core::seat::{Seat, SeatCount};
use skirmish_core::table::{Board, PlayerSide as _, Table as _};
use skirmish_core::view::{DigestCanvas, View};
use skirmish_core::wire::{Page, Wire};
use skirmish_games::GAMES;

use crate::{config, map, wire};

/// The traits of a game that the checks need.
pub trait Playable: Game + Wire + View + Learn + Audit {}
impl<G: Game + Wire + View + Learn + Audit> Playable for G {}

/// The checks of a game, with its type erased.
pub struct Checks {
    pub wire: fn(Input<'_>),
    pub wire_seeds: fn() -> Vec<Vec<u8>>,
    pub map: fn(Input<'_>),
    pub config: fn(Input<'_>),
    pub replay: fn(u64, usize) -> Replay,
}

impl Checks {
    const fn of<G: Playable>() -> Self {
        Self {
            wire: wire::check_game::<G>,
            wire_seeds: wire::seeds_of::<G>,
            map: map::check_game::<G>,
            config: config::check_game::<G>,
            replay: replay::<G>,
        }
    }
}

macro_rules! list {
    ($($folder:ident::$game:ident,)*) => {
        /// The checks of every game, in the order of `GAMES`.
        pub static CHECKS: &[Checks] = &[$(Checks::of::<skirmish_games::$folder::$game>()),*];
    };
}
skirmish_games::every_game!(list);

/// A cursor over the input; reads zeros past the end.
pub struct Input<'a>(&'a [u8]);

impl<'a> Input<'a> {
    pub fn new(bytes: &'a [u8]) -> Self {
        Self(bytes)
    }

    /// The index of a game: the one that the first line names, else one chosen by the first byte.
    pub fn game(&mut self) -> usize {
        let end = self.0.iter().position(|&byte| byte == b'\n').unwrap_or(self.0.len());
        let named = GAMES.iter().position(|entry| entry.info.name.as_bytes() == &self.0[..end]);
        match named {
            Some(place) => {
                self.0 = self.0.get(end + 1..).unwrap_or_default();
                place
            }
            None => usize::from(self.byte()) % GAMES.len(),
        }
    }

    pub fn byte(&mut self) -> u8 {
        let (first, rest) = self.0.split_first().unwrap_or((&0, &[]));
        self.0 = rest;
        *first
    }

    /// A number of seats that the game allows, chosen by a byte.
    pub fn seats<G: Game>(&mut self) -> SeatCount {
        let choices: Vec<u8> = G::INFO.seats.clone().collect();
        let count = choices[usize::from(self.byte()) % choices.len()];
        SeatCount::new(count.into()).expect("a game is for a number of seats that a match can have")
    }

    pub fn rest(self) -> &'a [u8] {
        self.0
    }
}

/// An input for the game of that name.
pub fn input(game: &str, choices: &[u8], rest: &[u8]) -> Vec<u8> {
    [game.as_bytes(), b"\n", choices, rest].concat()
}

/// The game's config for short matches (`Audit::BRIEF`).
pub fn brief<G: Audit>() -> G::Config {
    let wishes = G::BRIEF.iter().fold(Wishes::none(), |wishes, (key, value)| wishes.with(key, value));
    configure::<G>(&wishes).expect("a game's own config is a good one")
}

/// Plays some decisions with random answers.
pub fn play<G: Playable>(board: &mut Board<G>, seed: u64, decisions: usize) {
    let mut bot = RandomBot::<G>::new(Seed(seed));
    for _ in 0..decisions {
        let Decision::Ask(ask) = board.decision() else { return };
        for seat in ask.seats.iter() {
            let frame = answer_of(&mut bot, board, seat);
            let read = board.answer(seat, &Answer::Frame(frame.as_bytes().to_vec()));
            read.expect("what a game writes it can read");
        }
        board.step();
    }
}

/// The bot's answer to the current decision, as text.
pub fn answer_of<G: Playable>(bot: &mut RandomBot<G>, board: &mut Board<G>, seat: Seat) -> Page {
    let mut page = Page::new();
    let seen = board.seen(seat);
    let action = bot.act(seen, seat, &[]);
    seen.write(&action, &mut page);
    page
}

/// A match with random answers, as a replay; incomplete if it has more decisions.
pub fn replay<G: Playable>(seed: u64, decisions: usize) -> Replay {
    let config = brief::<G>();
    let seats = Input::new(&[seed as u8]).seats::<G>();
    let state = G::start(&config, seats, Seed(seed)).expect("a match of the game's own config");
    let mut board = Board::new(config, state);
    let players = seats.iter().map(|seat| PlayerInfo::named(format!("player {seat}"))).collect();
    let mut replay = Replay::begin(&board, Seed(seed), players, G::INFO.clock, "none");
    let mut bot = RandomBot::<G>::new(Seed(seed));
    for decision in 1..=decisions as u64 {
        let Decision::Ask(ask) = board.decision() else { break };
        for seat in ask.seats.iter() {
            let answer = Answer::Frame(answer_of(&mut bot, &mut board, seat).as_bytes().to_vec());
            board.answer(seat, &answer).expect("what a game writes it can read");
            replay.answers.push(Answered { seat, cost: Cost { wall_us: 7, cpu_us: 3, fuel: 0 }, answer });
        }
        board.step();
        replay.checkpoint(decision, &board);
    }
    if let Decision::Over(outcome) = board.decision() {
        replay.ending = Ending::over(&board, outcome);
    }
    replay
}

/// Property of an accepted config: it survives serialization, and a match with it is refused in a sentence or starts and
/// keeps the game's invariants.
pub fn check_config<G: Playable>(config: &G::Config, seats: SeatCount, seed: u64) {
    let stored = serde_json::to_value(config).expect("a config can be stored");
    assert_eq!(from_stored::<G>(&stored).as_ref(), Ok(config), "{}", G::INFO.name);
    let state = match G::start(config, seats, Seed(seed)) {
        Ok(state) => state,
        Err(why) => return assert!(!why.to_string().is_empty()),
    };
    check_laws(&state);
    let mut board = Board::new(config.clone(), state);
    play(&mut board, seed, 2);
    check_laws(board.state());
}

/// The game's invariants (`audit`) hold, and the state can be drawn and scored.
pub fn check_laws<G: Playable>(state: &G) {
    if let Err(broken) = state.audit() {
        panic!("{}: {broken}", G::INFO.name);
    }
    let mut canvas = DigestCanvas::default();
    state.draw(&mut canvas);
    for seat in state.seats().iter() {
        state.score(seat);
    }
}
