//! A window on a match: a page in the browser, on which a person can also play, or a terminal.
//!
//! [`Feed`] holds the match, finished or still growing ([`Live`] makes it grow); [`Window`] serves it to the page on
//! loopback; [`Session`] is the chair of a person who plays there; [`terminal`] shows the same films in a terminal.
//!
//! Invariants: serves on loopback only, under an address that cannot be guessed, to pages of that address only; every
//! request has a maximum; nothing is ever written to disk.

mod browser;
mod feed;
mod live;
mod server;
mod session;
pub mod terminal;

pub use browser::open;
pub use feed::{Feed, Parts};
pub use live::Live;
pub use server::{BadWindow, Window};
pub use session::Session;
