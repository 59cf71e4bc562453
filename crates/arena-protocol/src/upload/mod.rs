//! The files of a bot on their way: what somebody sends becomes a clean tree of files, or is refused with a sentence.

mod archive;
mod content;
mod meter;
mod tree;

pub use content::{Content, Spool};
pub use tree::{File, Limits, MOST_UNPACKED_BYTES, Tree, is_litter};

/// The file that says how a bot is built and run.
pub const MANIFEST: &str = "skirmish.toml";

/// Why an upload is refused, in a sentence for whoever sent it. Nothing of it was written.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BadUpload {
    /// There is nothing.
    #[error("There is nothing in it: send a source file, or a zip or tar of your bot's folder.")]
    Empty,
    /// Too many bytes.
    #[error("It is too large: {} is the most.", size(*.0))]
    TooLarge(u64),
    /// Too many files.
    #[error("It has too many files: {0} is the most. Leave out what a build makes.")]
    TooMany(usize),
    /// A file that cannot be taken.
    #[error("“{path}” cannot be taken: {why}.")]
    Path {
        /// Its path, as far as it can be shown.
        path: String,
        /// What is wrong with it.
        why: &'static str,
    },
    /// An archive that cannot be read.
    #[error("It looks like a {0} archive, but cannot be read ({1}). Pack it again.")]
    Broken(&'static str, String),
    /// It arrived, and cannot be read here.
    #[error("It cannot be read here ({0}). Send it again.")]
    Unread(String),
    /// Something else altogether.
    #[error("This is {0}. Send a source file, or your bot's folder as zip, tar or tar.gz.")]
    Foreign(&'static str),
    /// A text in another encoding.
    #[error("“{name}” cannot be read: {why}. Save it as UTF-8.")]
    Encoding {
        /// The file.
        name: String,
        /// What was found.
        why: String,
    },
    /// Nobody knows how it is built and run.
    #[error("{0}")]
    Language(String),
    /// Its `skirmish.toml` makes no sense.
    #[error("The bot's skirmish.toml is not understood: {0}.")]
    Manifest(String),
}

impl BadUpload {
    /// A file that cannot be taken, with its name as far as it can be shown.
    #[must_use]
    pub fn path(raw: &[u8], why: &'static str) -> Self {
        let shown = String::from_utf8_lossy(raw);
        let path = skirmish_core::shown::shown(&shown).chars().take(80).collect();
        Self::Path { path, why }
    }
}

/// Bytes as people read them.
#[must_use]
pub fn size(bytes: u64) -> String {
    match bytes {
        0..1024 => format!("{bytes} bytes"),
        1024..1_048_576 => format!("{} KiB", bytes / 1024),
        _ => format!("{} MiB", bytes >> 20),
    }
}
