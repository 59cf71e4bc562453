//! What a bot is, before it plays: a [`Program`] in a [`Language`], found, fingerprinted, checked and built.
//!
//! [`LANGUAGES`] is the only list of languages: what runs their files, how one file is built, what has to be installed,
//! which toolchains jails get. Kits, the referee, the arena and the set-up read it; a new language is one entry.
//! Starting programs and talking to them is the referee's, holding them is the sandbox's.
//!
//! ```
//! use skirmish_programs::{Language, Manifest};
//!
//! assert_eq!(Language::of_file("bot.py").unwrap().interpreter, ["python3"]);
//! assert_eq!(Language::called("c++").unwrap().title, "C++");
//! assert_eq!(Manifest::read("run = 'python3 bot.py'").unwrap().run_words().unwrap(), ["python3", "bot.py"]);
//! ```
//!
//! Invariants:
//! - Nothing of a bot's folder is executed on the host. What the host starts here (probes, `node --version`) is a
//!   [`TrustedProgram`](skirmish_sandbox::TrustedProgram) and runs in `/`; builds of strangers run in a jail.
//! - What a stranger may not name is refused by [`Program::check`] and [`Manifest::check`] before anything is done with it.
//! - Every program that this crate names is spelled out in [`LANGUAGES`], and so is part of our own source.
//! - The same files have the same fingerprint, today and next year: replays and ladders keep it. Whether a bot is the one
//!   that it was, on this machine, is another question: [`Identity`] answers it, or says that it cannot.
//! - Nothing is read without a cap, and nothing is waited for but a build, which has a time limit.

mod build;
mod bytecode;
pub mod contents;
mod error;
pub mod fingerprint;
mod flushing;
mod identity;
mod inside;
mod java;
mod language;
mod languages;
mod manifest;
mod more_files;
mod need;
mod node;
mod program;
mod runtime;
mod single_file;
mod toolchain;
mod versions;

pub use build::{HeldBuild, build_held, build_held_with_log};
pub use error::BadBot;
pub use flushing::{Flushing, flush_advice, flush_variables};
pub use identity::Identity;
pub use inside::in_jail;
pub use language::Language;
pub use languages::LANGUAGES;
pub use manifest::Manifest;
pub use more_files::needs_more_files;
pub use need::{Need, Supplier, needs};
pub use program::{Origin, Program, is_link};
pub use runtime::{Variable, environment};
pub use single_file::{Modules, SingleFile, SingleFilePlan};
pub use toolchain::{jail_options, toolchain_programs};
pub use versions::toolchain_versions;
