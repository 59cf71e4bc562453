//! House bots: native opponents for every game, by chance and with sense.
//!
//! Every game has one that plays by chance. Another one is a type that implements [`Bot`] for its game, in a file named
//! after the game, and a line in `SENSIBLE`.

mod ice_and_fire;
mod plantation;
mod si32;
mod underworld;
mod utti;

use std::marker::PhantomData;

use skirmish_core::bot::{Bot, RandomBot};
use skirmish_core::game::Game;
use skirmish_core::learn::Learn;
use skirmish_core::rng::Seed;
use skirmish_core::seat::Seat;
use skirmish_core::table::{Board, Table};
use skirmish_core::view::View;
use skirmish_core::wire::{Page, Wire};
use skirmish_games::ice_and_fire::IceAndFire;
use skirmish_games::plantation::Plantation;
use skirmish_games::si32::Si32;
use skirmish_games::underworld::Underworld;
use skirmish_games::utti::Utti;

/// A house bot that can be called to a table.
#[derive(Debug)]
pub struct House {
    /// The game it plays.
    pub game: &'static str,
    /// Its name, as typed after `house:`.
    pub name: &'static str,
    /// One sentence about how it plays.
    pub about: &'static str,
    /// Seats one; its choices depend on nothing but the seed and what it sees.
    pub seat: fn(Seed) -> Box<dyn HousePlayer>,
}

/// The line in [`SENSIBLE`] of a bot that is made from a seed.
macro_rules! house {
    ($game:ty, $name:literal, $make:expr, $about:literal) => {
        House {
            game: <$game as Game>::INFO.name,
            name: $name,
            about: $about,
            seat: |seed| Box::new(Seated::<$game, _> { bot: $make(seed), game: PhantomData }),
        }
    };
}

/// The house bots that do not play by chance alone, the strongest of each game last.
static SENSIBLE: &[House] = &[
    house!(
        Utti,
        "greedy",
        utti::Greedy::new,
        "Stacks its troops on the nearest mines, turns tall stacks into bases there, and captures whatever comes near."
    ),
    house!(
        Plantation,
        "RandomPlayerDumb",
        plantation::RandomPlayerDumb::new,
        "Makes any move at all, possible or not: the seed's example of how not to play."
    ),
    house!(
        Plantation,
        "RandomPlayer",
        plantation::RandomPlayer::new,
        "Chooses among the possible moves by weight, mostly growing: the seed's example to start from."
    ),
    house!(
        Plantation,
        "greedy",
        plantation::Greedy::new,
        "Looks where it has not looked for long, hits what pays more than growing, and grows otherwise."
    ),
    house!(
        Si32,
        "greedy",
        si32::Greedy::new,
        "Fills its buildings with workers, mines for the next one, and sends the rest as one army."
    ),
    house!(
        IceAndFire,
        "greedy",
        ice_and_fire::Greedy::new,
        "Takes what pays most at once, and the headquarters as soon as gold reaches that far."
    ),
    house!(
        Underworld,
        "greedy",
        underworld::Greedy::new,
        "Farms early, defends its ground, and marches on the nearest castle once it is the stronger."
    ),
];

macro_rules! by_chance {
    ($($folder:ident::$game:ident,)*) => {
        /// The house bot of every game that plays by chance.
        static BY_CHANCE: &[House] = &[$(random::<skirmish_games::$folder::$game>()),*];
    };
}
skirmish_games::every_game!(by_chance);

/// Every house bot there is, the one by chance of each game before its others.
pub fn all() -> impl Iterator<Item = &'static House> {
    BY_CHANCE.iter().chain(SENSIBLE)
}

/// The house bots of a game, the strongest last.
pub fn of_game(game: &str) -> impl Iterator<Item = &'static House> {
    all().filter(move |house| house.game == game)
}

/// A house bot at a table, its game's type erased.
pub trait HousePlayer: Send {
    /// Writes the bot's answer for the seat, as a program would print it (without what ends the frame).
    /// Fails, and writes nothing, if the table is of another game than the bot plays.
    fn answer(&mut self, table: &mut dyn Table, seat: Seat, page: &mut Page) -> Result<(), OtherGame>;
}

/// A house bot was asked to answer at a table of a game that it does not play.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a house bot for {plays} cannot play {asked}")]
pub struct OtherGame {
    /// The name of the game that the bot plays.
    pub plays: &'static str,
    /// The name of the table's game.
    pub asked: &'static str,
}

struct Seated<G, B> {
    bot: B,
    game: PhantomData<fn() -> G>,
}

impl<G: Game + Wire + View, B: Bot<G>> HousePlayer for Seated<G, B> {
    fn answer(&mut self, table: &mut dyn Table, seat: Seat, page: &mut Page) -> Result<(), OtherGame> {
        let asked = table.info().name;
        let Some(board) = table.as_any_mut().downcast_mut::<Board<G>>() else {
            return Err(OtherGame { plays: G::INFO.name, asked });
        };
        let heard = board.heard(seat);
        let seen = board.seen(seat);
        let action = seen.handshake_reply(seat).unwrap_or_else(|| self.bot.act(seen, seat, &heard));
        seen.write(&action, page);
        Ok(())
    }
}

/// The bot that plays any game by chance.
const fn random<G: Game + Wire + View + Learn>() -> House {
    House {
        game: G::INFO.name,
        name: "random",
        about: "Makes one allowed choice after another, each equally likely.",
        seat: |seed| Box::new(Seated::<G, _> { bot: RandomBot::<G>::new(seed), game: PhantomData }),
    }
}
