//! The games of Skirmish. A game is a folder here and a line in [`every_game`]; nothing else in the repository lists
//! games.
//!
//! Every folder has the same files: `info` (what is known before a match), `config` (every number), `state` (its fields and
//! what can be asked of them), `action` (what an answer is), `event`, `rules` (the course of a match), `map` (how it
//! begins), `wire` (text in and out), `view` (how it shows itself), `learn` (how learners play), `mirror` (what turns the
//! board), `audit` (its laws), `art`, `oddities`, and, where games of the original were recorded, `record`.
//! `tests/layout.rs` checks it.

pub mod records;

use skirmish_core::table::Entry;

/// The only list of games, by folder and type. Calls the named macro with it, for code that needs the types: [`GAMES`],
/// the house bots that play by chance, the tests of the laws and the benches are made from it.
#[macro_export]
macro_rules! every_game {
    ($with:ident) => {
        $with! {
            utti::Utti,
            plantation::Plantation,
            si32::Si32,
            ice_and_fire::IceAndFire,
            underworld::Underworld,
        }
    };
}

macro_rules! list {
    ($($folder:ident::$game:ident,)*) => {
        $(pub mod $folder;)*

        /// Every game there is.
        pub static GAMES: &[Entry] = &[$(Entry::of::<$folder::$game>()),*];
    };
}
every_game!(list);

/// The game of that name.
pub fn find(name: &str) -> Option<&'static Entry> {
    GAMES.iter().find(|entry| entry.info.name == name)
}
