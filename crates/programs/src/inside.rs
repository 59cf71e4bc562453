//! A bot inside a jail: what it sees of the disk, and its command as it is spelled in there.

use std::ffi::OsStr;
use std::path::Path;

use skirmish_sandbox::{Command, Error, Root};

use crate::Origin;

/// What a bot sees of the disk, and its command as it is spelled in there. The command has at least one word.
pub fn in_jail(origin: &Origin, words: &[String]) -> Result<(Root, Command), Error> {
    match origin {
        Origin::Folder(folder) => Ok((Root::of_folder(folder)?, command(words))),
        Origin::Command => {
            let root = Root::of_folder(".")?;
            let here = Path::new(".").canonicalize().unwrap_or_default();
            let words: Result<Vec<String>, Error> =
                words.iter().map(|word| in_working_folder(word, &here)).collect();
            Ok((root, command(&words?)))
        }
        Origin::File(file) => {
            let inside = |word: &String| if Path::new(word) == file { relative(file) } else { word.clone() };
            let words: Vec<String> = words.iter().map(inside).collect();
            Ok((Root::of_file(file)?, command(&words)))
        }
        Origin::Script(file) => {
            let runner = words.iter().take_while(|word| Path::new(word) != file);
            let arguments = words.iter().skip_while(|word| Path::new(word) != file).skip(1);
            let command = Command::new(relative(file)).args(arguments).run_by(runner);
            Ok((Root::of_file(file)?, command))
        }
    }
}

fn command(words: &[String]) -> Command {
    let (program, arguments) =
        words.split_first().map_or(("", words), |(first, rest)| (first.as_str(), rest));
    Command::new(program).args(arguments)
}

/// What every jail shows of the system.
const SYSTEM: &[&str] = &["/bin", "/dev", "/etc", "/lib", "/lib64", "/opt", "/proc", "/sbin", "/tmp", "/usr"];

/// A word of a command line as it is spelled where only the current folder is to be seen. What is a file elsewhere is
/// refused: the program would look for it in vain.
fn in_working_folder(word: &str, here: &Path) -> Result<String, Error> {
    let path = Path::new(word);
    if !path.is_absolute() || !path.is_file() {
        return Ok(word.to_string());
    }
    let full = path.canonicalize().unwrap_or_else(|_| path.to_path_buf());
    if let Ok(below) = full.strip_prefix(here) {
        return Ok(format!("./{}", below.display()));
    }
    if SYSTEM.iter().any(|folder| path.starts_with(folder)) {
        return Ok(word.to_string());
    }
    let why = "the jail shows a command line the current folder and nothing else of yours: start it from there, give the \
               file or its folder instead of a command line, or say --no-jail";
    Err(Error::Path { path: path.to_path_buf(), why: why.to_string() })
}

/// A file copied in alone lies in the folder where the program starts.
fn relative(file: &Path) -> String {
    format!("./{}", file.file_name().unwrap_or(OsStr::new("")).to_string_lossy())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_named_by_where_it_lies_inside() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("bot.py");
        std::fs::write(&file, "").unwrap();
        let words = ["python3", file.to_str().unwrap(), "-x"].map(String::from);
        let command = |origin| in_jail(&origin, &words).unwrap().1;
        assert_eq!(command(Origin::File(file.clone())), Command::new("python3").args(["./bot.py", "-x"]));
        assert_eq!(command(Origin::Script(file)), Command::new("./bot.py").arg("-x").run_by(["python3"]));
        let here = folder.path().canonicalize().unwrap();
        let full = here.join("bot.py");
        let inside = |word: &str| in_working_folder(word, &here);
        assert_eq!(inside(full.to_str().unwrap()).unwrap(), "./bot.py");
        for word in ["bot.py", "/usr/bin/env", "/no/such/file", "-x"] {
            assert_eq!(inside(word).unwrap(), word);
        }
        let elsewhere = std::env::current_exe().unwrap();
        let refused = inside(elsewhere.to_str().unwrap()).expect_err("outside").to_string();
        assert!(refused.contains("the current folder and nothing else"), "{refused}");
        let same = Command::new("python3").args(&words[1..]);
        assert_eq!(command(Origin::Folder(folder.path().into())), same);
    }
}
