//! Starter kits: the files of a working bot for a game and a language.
//!
//! `kits/README.md` in the repository has their layout. They are embedded in the binary.
//!
//! ```
//! let python = skirmish_kits::all().into_iter().find(|kits| kits.language.name == "python").unwrap();
//! let kit = python.kit("utti").unwrap();
//! let files = kit.files(&skirmish_kits::Names { bot: "my-bot", title: "Utti" });
//! assert!(files.iter().any(|file| file.path == "bot.py"));
//! ```

#![warn(missing_docs)]

mod folder;
mod kit;
mod language_kits;
mod original;

pub use folder::{NotWritten, write_new};
pub use kit::{File, Kit, Names};
pub use language_kits::{LanguageKits, all};
pub use original::{NotTaken, Original};

/// Every file in `kits/`, by relative path, sorted.
static EMBEDDED: &[(&str, &[u8])] = include!(concat!(env!("OUT_DIR"), "/files.rs"));
