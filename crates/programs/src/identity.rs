//! What a bot is, as far as results depend on it: the files that it can read, and the versions of what builds and runs it.

use std::io;
use std::path::{Path, PathBuf};

use sha2::{Digest, Sha256};
use skirmish_sandbox::{TrustedProgram, is_of_the_system};

use crate::contents::Contents;
use crate::fingerprint::{add_file, hex};
use crate::{Origin, Program, toolchain_programs, toolchain_versions};

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
    /// folder, or the folder it is started in, and what the system has. `is_ours` says of a full path that this program
    /// writes it, so that it is no part of a bot.
    pub fn of(program: &Program, given: &str, is_confined: bool, is_ours: &dyn Fn(&Path) -> bool) -> Self {
        let (what, fingerprint) = match is_confined {
            true => taken(program, given, is_ours),
            false => (given_as(program, given), Err("without a jail it may read anything".to_string())),
        };
        let made_of = std::iter::once(what).chain(toolchain_versions(program)).collect::<Vec<_>>().join("; ");
        Self { made_of, fingerprint }
    }
}

/// What was taken, and its fingerprint.
fn taken(
    program: &Program,
    given: &str,
    is_ours: &dyn Fn(&Path) -> bool,
) -> (String, Result<String, String>) {
    let what = given_as(program, given);
    let folder = match &program.origin {
        Origin::Folder(_) if Path::new(given).is_dir() => Path::new(given),
        Origin::Command => Path::new("."),
        _ => return (what, program.hash.clone().ok_or_else(|| "it has no fingerprint".to_string())),
    };
    match of_folder(folder, &program.command, is_ours) {
        Ok((hash, files)) => (format!("{what}, {}", counted(files)), Ok(hash)),
        Err(error) => (what, Err(error.to_string())),
    }
}

/// The fingerprint of a command that is started in a folder, and of how many files it was taken.
fn of_folder(
    folder: &Path,
    command: &[String],
    is_ours: &dyn Fn(&Path) -> bool,
) -> io::Result<(String, usize)> {
    let contents = Contents::list(folder, is_ours)?;
    let mut hash = Sha256::new();
    for (at, word) in command.iter().enumerate() {
        hash.update((word.len() as u64).to_le_bytes());
        hash.update(word);
        if let Some(file) = file_elsewhere(word, contents.folder()) {
            if at == 0 && !is_of_the_system(&file) && !is_a_toolchains(word, &file) {
                let what = format!("it is run by {word}, and what belongs to that is not looked at");
                return Err(io::Error::other(what));
            }
            add_file(&file, &mut hash, &mut 0)?;
        }
    }
    hash.update(contents.fingerprint(&|_| false)?);
    Ok((hex(hash.finalize()), contents.files()))
}

/// The file that a word of a command names by its path, if it is not in the folder.
fn file_elsewhere(word: &str, folder: &Path) -> Option<PathBuf> {
    let path = Some(word).filter(|word| word.contains('/')).map(|word| folder.join(word))?;
    let file = path.canonicalize().ok().filter(|file| file.is_file())?;
    (!file.starts_with(folder)).then_some(file)
}

/// Whether a program is the one that is started by its bare name, whose version is told.
fn is_a_toolchains(word: &str, file: &Path) -> bool {
    let name = Path::new(word).file_name().unwrap_or_default();
    let known = toolchain_programs().into_iter().find(|known| name == *known);
    let place = known.and_then(TrustedProgram::find).map(|trusted| trusted.place().canonicalize());
    place.is_some_and(|place| place.is_ok_and(|place| place == file))
}

fn given_as(program: &Program, given: &str) -> String {
    match &program.origin {
        // A single source file is built in a folder that is not its own.
        Origin::Folder(_) if Path::new(given).is_dir() => format!("the folder {given}"),
        Origin::Command => "all that is in the current folder".to_string(),
        _ => format!("the file {given}"),
    }
}

fn counted(files: usize) -> String {
    if files == 1 { "1 file".to_string() } else { format!("{files} files") }
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::os::unix::fs::PermissionsExt as _;

    use super::*;

    fn bot(folder: &Path, run: &str) -> Result<String, String> {
        fs::write(folder.join("skirmish.toml"), format!("run = '{run}'")).unwrap();
        let program = Program::of_folder(folder).unwrap();
        Identity::of(&program, folder.to_str().unwrap(), true, &|_| false).fingerprint
    }

    #[test]
    fn what_a_command_names_elsewhere_counts_and_what_runs_it_from_there_cannot_be_known() {
        let place = tempfile::tempdir().unwrap();
        let folder = place.path().join("bot");
        fs::create_dir(&folder).unwrap();
        let book = place.path().join("book");
        let run = format!("/bin/sh -c x {}", book.display());
        let without = bot(&folder, &run).unwrap();
        fs::write(&book, "1").unwrap();
        let first = bot(&folder, &run).unwrap();
        fs::write(&book, "2").unwrap();
        let second = bot(&folder, &run).unwrap();
        assert!(without != first && first != second);
        fs::set_permissions(&book, fs::Permissions::from_mode(0o755)).unwrap();
        let refused = bot(&folder, book.to_str().unwrap()).unwrap_err();
        assert!(refused.starts_with("it is run by /") && refused.ends_with("is not looked at"), "{refused}");
        fs::copy(&book, folder.join("run")).unwrap();
        assert!(bot(&folder, "./run").is_ok());
    }
}
