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
        let (what, fingerprint) = match is_confined {
            true => taken(program, given),
            false => (given_as(program, given), Err("without a jail it may read anything".to_string())),
        };
        let made_of = std::iter::once(what).chain(toolchain_versions(program)).collect::<Vec<_>>().join("; ");
        Self { made_of, fingerprint }
    }
}

/// What was taken, and its fingerprint.
fn taken(program: &Program, given: &str) -> (String, Result<String, String>) {
    let what = given_as(program, given);
    let folder = match &program.origin {
        Origin::Folder(_) if Path::new(given).is_dir() => match &program.build {
            Some(_) => fingerprint::of_built_folder(Path::new(given), &program.command),
            None => fingerprint::of_bots_folder(Path::new(given), false),
        },
        Origin::Command => fingerprint::of_working_folder(&program.command),
        _ => return (what, program.hash.clone().ok_or_else(|| "it has no fingerprint".to_string())),
    };
    match folder {
        Ok(taken) => (format!("{what}, {}", files(taken.files)), Ok(taken.hash)),
        Err(error) => (what, Err(error.to_string())),
    }
}

fn given_as(program: &Program, given: &str) -> String {
    match &program.origin {
        // A single source file is built in a folder that is not its own.
        Origin::Folder(_) if Path::new(given).is_dir() => format!("the folder {given}"),
        Origin::Command => "all that is in the current folder".to_string(),
        _ => format!("the file {given}"),
    }
}

fn files(count: usize) -> String {
    if count == 1 { "1 file".to_string() } else { format!("{count} files") }
}
