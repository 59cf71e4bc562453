//! Starter kits: for a game and a language, the files of a bot that plays.
//!
//! `kits/README.md` in the repository says how they are laid out. They are embedded, so the program needs no files.
//!
//! ```
//! let python = skirmish_kits::languages().into_iter().find(|language| language.name == "python").unwrap();
//! let kit = python.kit("utti").unwrap();
//! let files = kit.files(&skirmish_kits::Names { bot: "my-bot", title: "Utti" });
//! assert!(files.iter().any(|file| file.path == "bot.py"));
//! ```

#![warn(missing_docs)]

mod alone;
mod folder;
mod java;
mod kit;
mod language;
mod need;
mod original;

pub use alone::{Alone, Lone};
pub use folder::{NotWritten, write_new};
pub use kit::{File, Kit, Names};
pub use language::{Language, language_of, languages};
pub use need::{Need, needs};
pub use original::{NotTaken, Original};

/// Every file in `kits/`, by its path in there.
static EMBEDDED: &[(&str, &[u8])] = include!(concat!(env!("OUT_DIR"), "/files.rs"));
