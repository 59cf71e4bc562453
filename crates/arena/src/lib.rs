//! The arena: you upload your code, it is pitted against everybody's, and your rank is worth trusting.
//!
//! Data flows one way: a request is a handler's (`site`, `api`), a handler calls one function of `account`, `bots`,
//! `moderation`, `upload`, `queue` or `ladder`, and these ask the `store`, which has the only SQL. A `worker` is a program of its own that
//! speaks HTTP; the one inside `skirmish serve` speaks it over loopback.
#![warn(missing_docs)]

pub mod account;
pub mod api;
pub mod arena;
pub mod blobs;
pub mod bots;
pub mod clock;
pub mod crowd;
pub mod heavy;
pub mod ladder;
pub mod listen;
pub mod live;
pub mod logs;
pub mod moderation;
pub mod queue;
pub mod routes;
pub mod serve;
pub mod settings;
pub mod site;
pub mod storage;
pub mod transfer;
pub mod upload;
pub mod vitals;

pub use skirmish_arena_store as store;
