//! What a bot is, as far as results depend on it: the files that it can read, and the versions of what builds and runs it.

use std::path::Path;

use crate::{Origin, Program, fingerprint, toolchain_versions};

/// What a bot is now. Results of a bot count for another one of the same identity.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Identity {
    /// In words: `the folder bot, 12 files; Python 3.11.2`.
    pub made_of: String,
    /// The fingerprint of all that it can read; why there is none, where nobody knows what that is.
    pub fingerprint: Result<String, String>,
}

impl Identity {
    /// The identity of a bot that is ready to play, as it was given. `is_confined`: it can read nothing but its file, its
    /// folder, or the folder it is started in, and what the system has.
    pub fn of(program: &Program, given: &str, is_confined: bool) -> Self {
        let unreadable = |error: std::io::Error| error.to_string();
        let (what, fingerprint) = match &program.origin {
            Origin::File(_) | Origin::Script(_) => (format!("the file {given}"), hash_of(program)),
            // A single source file is built in a folder that is not its own.
            Origin::Folder(_) if !Path::new(given).is_dir() => {
                (format!("the file {given}"), hash_of(program))
            }
            Origin::Folder(_) => {
                match fingerprint::of_bots_folder(Path::new(given), program.build.is_some()) {
                    Ok(taken) => (format!("the folder {given}, {}", files(taken.files)), Ok(taken.hash)),
                    Err(error) => (format!("the folder {given}"), Err(unreadable(error))),
                }
            }
            Origin::Command => match fingerprint::of_working_folder(&program.command) {
                Ok(taken) => {
                    (format!("all that is in the current folder, {}", files(taken.files)), Ok(taken.hash))
                }
                Err(error) => {
                    ("a command line".to_string(), Err(format!("the current folder: {}", unreadable(error))))
                }
            },
        };
        let fingerprint = match is_confined {
            true => fingerprint,
            false => Err("without a jail it may read anything".to_string()),
        };
        let made_of = std::iter::once(what).chain(toolchain_versions(program)).collect::<Vec<_>>().join("; ");
        Self { made_of, fingerprint }
    }
}

fn hash_of(program: &Program) -> Result<String, String> {
    program.hash.clone().ok_or_else(|| "it has no fingerprint".to_string())
}

fn files(count: usize) -> String {
    if count == 1 { "1 file".to_string() } else { format!("{count} files") }
}
