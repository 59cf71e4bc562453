//! House bots: native opponents for every game, in the levels `random`, `easy`, `medium` and `hard`.
//!
//! Every game has one that plays by chance. Another one is a type that implements [`Bot`](skirmish_core::bot::Bot) for its
//! game, in a file or folder named after the game, and a line in `SENSIBLE`.

mod health;
mod house;
mod ice_and_fire;
mod plantation;
mod si32;
mod underworld;
mod utti;

use skirmish_core::bot::RandomBot;
use skirmish_core::game::Game;
use skirmish_core::learn::Learn;
use skirmish_core::view::View;
use skirmish_core::wire::Wire;
use skirmish_games::ice_and_fire::IceAndFire;
use skirmish_games::plantation::Plantation;
use skirmish_games::si32::Si32;
use skirmish_games::underworld::Underworld;
use skirmish_games::utti::Utti;

pub use health::{GameHealth, SeatHealth, Spread, health};
pub use house::{BadHouse, House, HousePlayer, MAX_BUDGET, OtherGame, find, old_names};

/// The fingerprint of the sources that decide how house bots play and how matches go: results of house bots count as long
/// as it is the same.
pub const SOURCES: &str = env!("SKIRMISH_SOURCES");

/// The levels that every game has, the weakest first. A game can have more bots.
pub const LEVELS: [&str; 4] = ["random", "easy", "medium", "hard"];

/// The line in [`SENSIBLE`] of a bot that is made from a seed; of one that searches, from a seed and a budget: how many
/// positions it looks at for one answer, and what that is by default.
macro_rules! house {
    ($game:ty, $name:literal, $make:expr, $about:literal) => {
        House {
            game: <$game as Game>::INFO.name,
            name: $name,
            about: $about,
            default_budget: None,
            given_budget: None,
            make: |seed, _| house::seated::<$game, _>($make(seed)),
        }
    };
    ($game:ty, $name:literal, $make:expr, budget = $budget:expr, $about:literal) => {
        House {
            game: <$game as Game>::INFO.name,
            name: $name,
            about: $about,
            default_budget: Some($budget),
            given_budget: None,
            make: |seed, budget| house::seated::<$game, _>($make(seed, budget)),
        }
    };
}

/// The house bots that do not play by chance alone, the strongest of each game last.
static SENSIBLE: &[House] = &[
    house!(
        Utti,
        "easy",
        utti::Easy::new,
        "Stacks its troops on the nearest mines, turns tall stacks into bases there, and captures whatever comes near."
    ),
    house!(
        Utti,
        "medium",
        utti::Medium::new,
        "Rings the mines near its home with bases, and captures whoever comes near by troops that were not there before."
    ),
    house!(
        Utti,
        "hard",
        utti::Hard::new,
        budget = utti::BUDGET,
        "Settles mine after mine, guards what it has, and raids stacks and bases where playing the raid on comes to more."
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
        "easy",
        plantation::Easy::new,
        "Looks where it has not looked for long, hits what pays more than growing, and grows otherwise."
    ),
    house!(
        Plantation,
        "medium",
        plantation::Medium::new,
        "Hits what it remembers, looks only when it knows of nothing to hit, and grows low and wide."
    ),
    house!(
        Plantation,
        "hard",
        plantation::Hard::new,
        budget = plantation::BUDGET,
        "Keeps a board of what the enemy probably has, and weighs attacks, looks and growth on boards drawn from it."
    ),
    house!(
        Si32,
        "easy",
        si32::Easy::new,
        "Fills its buildings with workers, mines for the next one, and sends the rest as one army."
    ),
    house!(
        Si32,
        "medium",
        si32::Medium::new,
        "Grows as fast as resource allows, defends its buildings, and attacks when there is nothing left to mine."
    ),
    house!(
        Si32,
        "hard",
        si32::Hard::new,
        budget = si32::BUDGET,
        "Tries plans of growth and war out by playing them on, and follows the best."
    ),
    house!(
        IceAndFire,
        "easy",
        ice_and_fire::Easy::new,
        "Takes what pays most at once, and the headquarters as soon as gold reaches that far."
    ),
    house!(
        IceAndFire,
        "medium",
        ice_and_fire::Medium::new,
        "Cuts off what it can for its gold, and guards its headquarters against a chain."
    ),
    house!(
        IceAndFire,
        "hard",
        ice_and_fire::Hard::new,
        budget = ice_and_fire::BUDGET,
        "Searches plans of cuts, chains and towers, and plays the one that is best after the other's answer."
    ),
    house!(
        Underworld,
        "easy",
        underworld::Easy::new,
        "Farms early, defends its ground, and marches on the nearest castle once it is the stronger."
    ),
    house!(
        Underworld,
        "medium",
        underworld::Medium::new,
        "Farms a little more, and keeps its army together on the march."
    ),
    house!(
        Underworld,
        "hard",
        underworld::Hard::new,
        budget = underworld::BUDGET,
        "Farms most of its ground, fights where it is not outnumbered, and tries marches out by playing them on."
    ),
];

macro_rules! by_chance {
    ($($folder:ident::$game:ident,)*) => {
        /// The house bot of every game that plays by chance.
        static BY_CHANCE: &[House] = &[$(random::<skirmish_games::$folder::$game>()),*];
    };
}
skirmish_games::every_game!(by_chance);

/// The bots by chance of games in which equally likely choices are worse than none at all.
static BY_CHANCE_OF_ITS_OWN: &[House] = &[house!(
    Utti,
    "random",
    utti::ByChance::new,
    "Makes any choice that is allowed, but mines where it can, and seldom lets a troop idle."
)];

/// Every house bot there is, the one by chance of each game before its others.
pub fn all() -> impl Iterator<Item = &'static House> {
    let has_its_own = |house: &&House| BY_CHANCE_OF_ITS_OWN.iter().any(|own| own.game == house.game);
    let by_chance = BY_CHANCE.iter().filter(move |house| !has_its_own(house));
    by_chance.chain(BY_CHANCE_OF_ITS_OWN).chain(SENSIBLE)
}

/// The house bots of a game, the strongest last.
pub fn of_game(game: &str) -> impl Iterator<Item = &'static House> {
    all().filter(move |house| house.game == game)
}

/// The house bots of a game that are levels, the weakest first: those that a ladder shows.
pub fn levels_of(game: &str) -> impl Iterator<Item = &'static House> {
    LEVELS.into_iter().filter_map(move |level| of_game(game).find(|house| house.name == level))
}

/// The bot that plays any game by chance.
const fn random<G: Game + Wire + View + Learn>() -> House {
    House {
        game: G::INFO.name,
        name: "random",
        about: "Makes one allowed choice after another, each equally likely.",
        default_budget: None,
        given_budget: None,
        make: |seed, _| house::seated::<G, _>(RandomBot::<G>::new(seed)),
    }
}
