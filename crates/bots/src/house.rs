//! What a house bot is, what it can be called, and how it takes a seat.

use std::fmt;
use std::marker::PhantomData;

use skirmish_core::bot::Bot;
use skirmish_core::config::listed;
use skirmish_core::game::Game;
use skirmish_core::rng::Seed;
use skirmish_core::seat::Seat;
use skirmish_core::table::{Board, Table};
use skirmish_core::view::View;
use skirmish_core::wire::{Page, Wire};

use crate::of_game;

/// The most positions that a house bot can be told to look at: what it does, nobody can stop.
pub const MAX_BUDGET: u32 = 1_000_000;

/// Names of another time, and what they are now: replays, ladders and commands have them.
const OLD_NAMES: &[(&str, &str)] = &[("greedy", "easy")];

/// A house bot that can be called to a table.
#[derive(Clone, Copy, Debug)]
pub struct House {
    /// The game it plays.
    pub game: &'static str,
    /// Its name, as typed after `house:`.
    pub name: &'static str,
    /// One sentence about how it plays.
    pub about: &'static str,
    /// How many positions it looks at for one answer unless it is told (`hard:50`); `None` for a bot that does not search.
    pub default_budget: Option<u32>,
    /// How many it was told to look at.
    pub(crate) given_budget: Option<u32>,
    pub(crate) make: fn(Seed, u32) -> Box<dyn HousePlayer>,
}

impl House {
    /// Seats one; its choices depend on nothing but the seed, its budget and what it sees.
    pub fn seat(&self, seed: Seed) -> Box<dyn HousePlayer> {
        (self.make)(seed, self.given_budget.or(self.default_budget).unwrap_or(0))
    }

    /// The same bot with this budget.
    fn with_budget(self, budget: &str) -> Result<Self, BadHouse> {
        let Some(default) = self.default_budget else { return Err(BadHouse::NoBudget { name: self.name }) };
        let given = budget.parse().ok().filter(|given| (1..=MAX_BUDGET).contains(given));
        let given =
            given.ok_or_else(|| BadHouse::Budget { name: self.name, given: budget.to_owned(), default })?;
        Ok(Self { given_budget: Some(given), ..self })
    }
}

impl fmt::Display for House {
    /// As it was called: `hard`, `hard:50`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.given_budget {
            Some(budget) => write!(f, "{}:{budget}", self.name),
            None => f.write_str(self.name),
        }
    }
}

/// Why there is no such house bot.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BadHouse {
    /// None has that name.
    #[error("there is no house:{name} for {game}: there are {}", listed(.names))]
    Unknown {
        /// What was asked for.
        name: String,
        /// The game it should play.
        game: String,
        /// Those that there are.
        names: Vec<&'static str>,
    },
    /// A number was given to a bot that does not search.
    #[error("house:{name} does not search, so it takes no number: call it house:{name}")]
    NoBudget {
        /// Its name.
        name: &'static str,
    },
    /// The number of positions to look at is none, or too large.
    #[error(
        "house:{name}:{given} names no number of positions to look at: it is from 1 to {MAX_BUDGET}, and house:{name} \
         is house:{name}:{default}"
    )]
    Budget {
        /// Its name.
        name: &'static str,
        /// What was given.
        given: String,
        /// What it looks at by itself.
        default: u32,
    },
}

/// The house bot of a game that is called so, a budget after it (`hard:50`) included. An old name is as good as a new one.
pub fn find(game: &str, called: &str) -> Result<House, BadHouse> {
    let (name, budget) = called.split_once(':').map_or((called, None), |(name, budget)| (name, Some(budget)));
    let named = |name: &str| of_game(game).find(|house| house.name == name).copied();
    let old = || {
        let (old, new) = OLD_NAMES.iter().find(|(old, _)| *old == name)?;
        Some(House { name: old, ..named(new)? })
    };
    let house = named(name).or_else(old).ok_or_else(|| BadHouse::Unknown {
        name: called.to_owned(),
        game: game.to_owned(),
        names: of_game(game).map(|house| house.name).collect(),
    })?;
    budget.map_or(Ok(house), |budget| house.with_budget(budget))
}

/// The names that a house bot had before.
pub fn old_names(house: &House) -> impl Iterator<Item = &'static str> {
    OLD_NAMES.iter().filter(|(_, new)| *new == house.name).map(|(old, _)| *old)
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

/// A bot of one game, as a house player.
pub(crate) fn seated<G: Game + Wire + View, B: Bot<G> + 'static>(bot: B) -> Box<dyn HousePlayer> {
    Box::new(Seated { bot, game: PhantomData::<fn() -> G> })
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
