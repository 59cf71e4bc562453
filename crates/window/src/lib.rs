//! Watching a match, live or finished: a page in the browser, on which a person can also play, or a terminal viewer.
//!
//! [`Feed`] holds the match and makes films of it; [`Live`] is the observer that feeds it while the match is played;
//! [`Window`] is the HTTP server of the page; [`Session`] is the input of a person who plays there; [`terminal`] shows the
//! same films in a terminal.
//!
//! Invariants: binds to loopback only; the URL holds a random token; `Host` and `Origin` are checked (DNS rebinding, CSRF);
//! request bodies are limited; nothing is written to disk.

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
