//! Accounts: who may come in, who asks, what they may, and how often.
//!
//! A browser has a session in a cookie that no script reads, a program has a token with scopes and an end; both are kept
//! as hashes. Pages take cookies only, the API tokens only. A request of a browser that changes something must come from a
//! page of this site: its headers say so, and a form carries its session's secret. Passwords are hashed by argon2 on
//! threads of their own, a few at a time.

mod admins;
mod attempts;
mod caller;
mod delete;
mod export;
mod form;
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
use crate::crowd::Crowd;
use crate::settings::Settings;

/// Pages that listen for news at once.
const MOST_LISTENERS: usize = 2000;

pub use admins::{FirstAdmin, ResetBy, first_admin, reset_password};
pub use attempts::{Attempts, From, Origin};
pub use caller::{Address, COOKIE, Caller, Credentials, Device, cookie, device_cookie};
pub use delete::delete_account;
pub use export::export;
pub use form::{CheckedForm, Posted, PostedFiles};
pub use invitations::{Invitation, invite};
pub use names::{bot_name, label, user_name};
pub use proofs::{
    Account, Admin, BotVersion, Ownable, Owned, Proof, RegisteredWorker, SeatOutput, WorkerAccess,
};
pub use rate::{Rate, Rates};
pub use refused::{RefusalText, Refused};
use secret::is_secret;
pub use secret::{hash_of, secret};
pub(crate) use sessions::SESSION_SECONDS;
pub use sessions::{NewSession, authenticate, log_in, log_out, new_password, sign_up};
pub(crate) use tokens::token_of_house;
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
    /// Pages that listen for news.
    pub listeners: Crowd,
}

impl Throttle {
    /// Nobody has done anything yet.
    #[must_use]
    pub fn new(clock: Clock, settings: &Settings) -> Self {
        let listeners = Crowd::new(MOST_LISTENERS, settings.connections.pages_from_one as usize);
        let attempts = Attempts::new(clock.clone());
        Self { hashing: password::Hashing::default(), rates: Rates::new(clock), attempts, listeners }
    }
}
