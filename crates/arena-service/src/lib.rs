//! What an arena does, whoever asks: accounts, uploads, the queue, a ladder for every game, what is kept and for how long.
//!
//! Nothing here knows of HTTP: `arena-web` reads requests, makes a proof of who asks ([`account::Owned`], …), calls one
//! function of [`account`], [`bots`], [`moderation`], [`upload`], [`queue`] or [`ladder`], and renders; these ask the store,
//! which has the only SQL, and tell the news ([`arena::News`]) after it was committed.
#![warn(missing_docs)]

pub mod account;
pub mod arena;
pub mod blobs;
pub mod bots;
pub mod clock;
pub mod concurrency;
pub mod health;
pub mod ladder;
pub mod live;
pub mod moderation;
pub mod open;
pub mod queue;
pub mod settings;
pub mod storage;
pub mod tending;
pub mod upload;
