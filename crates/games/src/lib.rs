//! The games of Skirmish. A game is a folder here and a line in [`GAMES`]; nothing else in the repository lists games.
//!
//! Every folder has the same rooms: `rules` (the state and its step), `map` (how it begins), `wire` (text in and out),
//! `view` (how it shows itself), `learn` (how learners play), `mirror` (what turns the board), and, where games of the
//! original were recorded, `record`.

pub mod ice_and_fire;
pub mod plantation;
pub mod records;
pub mod si32;
pub mod underworld;
pub mod utti;

use skirmish_core::Entry;

/// Every game there is.
pub static GAMES: &[Entry] = &[
    Entry::of::<utti::Utti>(),
    Entry::of::<plantation::Plantation>().with_records(plantation::record::conform),
    Entry::of::<si32::Si32>(),
    Entry::of::<ice_and_fire::IceAndFire>().with_records(ice_and_fire::record::conform),
    Entry::of::<underworld::Underworld>().with_records(underworld::record::conform),
];

/// The game of that name.
pub fn find(name: &str) -> Option<&'static Entry> {
    GAMES.iter().find(|entry| entry.info.name == name)
}
