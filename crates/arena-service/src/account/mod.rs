//! Accounts: who may come in, who asks, what they may, and how often.
//!
//! A browser has a session, a program has a token with scopes and an end; both are kept as hashes. Passwords are hashed
//! by argon2 on threads of their own, a few at a time.

mod admins;
mod attempts;
mod caller;
mod delete;
mod export;
mod invitations;
mod names;
mod password;
mod proofs;
mod rate;
mod refused;
mod secret;
mod sessions;
mod tokens;
mod watching;

use crate::clock::Clock;

pub use admins::{FirstAdmin, ResetBy, first_admin, reset_password};
pub use attempts::{Attempts, From, Origin};
pub use caller::{Address, Caller};
pub use delete::delete_account;
pub use export::export;
pub use invitations::{Invitation, invite};
pub use names::{bot_name, label, user_name};
pub use proofs::{Account, Admin, BotVersion, Ownable, Owned, SeatOutput};
pub use rate::{Rate, Rates};
pub use refused::{Refused, sentence};
use secret::is_secret;
pub use secret::{hash_of, secret};
pub use sessions::SESSION_SECONDS;
pub use sessions::{NewSession, authenticate, log_in, log_out, new_password, sign_up};
pub use tokens::token_of_house;
pub use tokens::{MadeToken, TokenWish, new_token, revoke_token, revoke_worker_token, usual_scopes};
pub use watching::{log_of, may_watch, removed_replay, replay_of, watched};

/// What bounds how often and how many at once: few passwords at a time, and nothing too often.
#[derive(Debug)]
pub struct Throttle {
    pub(crate) hashing: password::Hashing,
    /// How often somebody did something.
    pub rates: Rates,
    /// Tries of passwords.
    pub attempts: Attempts,
}

impl Throttle {
    /// Nobody has done anything yet.
    #[must_use]
    pub fn new(clock: Clock) -> Self {
        let attempts = Attempts::new(clock.clone());
        Self { hashing: password::Hashing::default(), rates: Rates::new(clock), attempts }
    }
}
