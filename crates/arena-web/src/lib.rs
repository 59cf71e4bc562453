//! The arena: you upload your code, it is pitted against everybody's, and your rank is worth trusting.
//!
//! Data flows one way: a request becomes a proof of who asks ([`request`]), as the table of all addresses demands
//! ([`routes`]); a handler ([`site`], [`api`]) calls one function of `arena-service` and renders what it gives. A worker is
//! a program of its own that speaks HTTP; the one inside `skirmish serve` speaks it over loopback.
#![warn(missing_docs)]

pub mod api;
pub mod heavy;
pub mod listen;
pub mod logs;
pub mod request;
pub mod routes;
pub mod serve;
pub mod site;
pub mod transfer;
pub mod web;
