//! Accounts: who may come in, who asks, and how often.
//!
//! A browser has a session in a cookie that no script reads, a program has a token; both are kept as hashes. A request
//! that changes something must come from a page of this site: its headers say so, and a form carries its session's
//! secret. Passwords are hashed by argon2 on threads of their own, a few at a time.

mod caller;
mod deletion;
mod export;
mod form;
mod names;
mod owned;
mod password;
mod rate;
mod refused;
mod secret;
mod sign;

use crate::clock::Clock;
use crate::crowd::Crowd;
use crate::settings::Settings;

/// Pages that listen for news at once.
const MOST_LISTENERS: usize = 2000;

pub use caller::{Address, COOKIE, Caller, cookie};
pub use deletion::delete;
pub use export::export;
pub use form::Posted;
pub use names::{bot_name, label, user_name};
pub use owned::{
    log_of, may_watch, own_bot, own_stderr, own_version, removed_replay, replay_of, version_of, watched,
};
pub use rate::{Deed, Rates};
pub use refused::{FilmAnswer, Refused};
pub use secret::{hash_of, secret};
pub(crate) use sign::SESSION_SECONDS;
pub use sign::{
    FirstAdmin, LoggedIn, first_admin, invite, log_in, log_out, new_password, new_token, reset_password,
    revoke_token, revoke_worker_token, sign_up,
};

/// What stands between the world and the accounts: few passwords at once, and nothing too often.
#[derive(Debug)]
pub struct Doors {
    pub(crate) hashing: password::Hashing,
    /// How often somebody did something.
    pub rates: Rates,
    /// Pages that listen for news.
    pub listeners: Crowd,
}

impl Doors {
    /// Doors that nobody has come through yet.
    #[must_use]
    pub fn new(clock: Clock, settings: &Settings) -> Self {
        let listeners = Crowd::new(MOST_LISTENERS, settings.connections.pages_from_one as usize);
        Self { hashing: password::Hashing::default(), rates: Rates::new(clock), listeners }
    }
}
