//! What to run.

use std::fs::File;
use std::path::{Component, Path};

use nix::fcntl::{OFlag, OpenHow, ResolveFlag, openat2};
use nix::sys::stat::{Mode, fstat};
use serde::{Deserialize, Serialize};

use crate::Trust;

/// The longest word that names a program.
const PROGRAM_BYTES_MAX: usize = 255;

/// A program, its arguments, and what is added to its environment.
///
/// The words are interpreted inside the finished jail only: what the host executes and binds does not depend on them.
/// Nothing of our own environment is inherited: the program gets `PATH`, `HOME`, `TMPDIR`, `LANG` and what is added
/// here.
///
/// ```
/// let command = skirmish_sandbox::Command::new("python3").arg("bot.py").env("SKIRMISH_SEAT", "0");
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Command {
    pub(crate) program: String,
    pub(crate) args: Vec<String>,
    pub(crate) env: Vec<(String, String)>,
    pub(crate) interpreter: Vec<String>,
}

impl Command {
    /// A program: a name to look up, or a path relative to the program's files. A person's own may be a full path.
    pub fn new(program: impl Into<String>) -> Self {
        Self { program: program.into(), args: Vec::new(), env: Vec::new(), interpreter: Vec::new() }
    }

    /// One more argument.
    #[must_use]
    pub fn arg(mut self, arg: impl Into<String>) -> Self {
        self.args.push(arg.into());
        self
    }

    /// More arguments.
    #[must_use]
    pub fn args<I: IntoIterator<Item = impl Into<String>>>(mut self, args: I) -> Self {
        self.args.extend(args.into_iter().map(Into::into));
        self
    }

    /// One variable of the environment.
    #[must_use]
    pub fn env(mut self, name: impl Into<String>, value: impl Into<String>) -> Self {
        self.env.push((name.into(), value.into()));
        self
    }

    /// The words that run the program, unless its own first line (`#!`) names something else, which is looked at
    /// inside.
    #[must_use]
    pub fn run_by<I: IntoIterator<Item = impl Into<String>>>(mut self, interpreter: I) -> Self {
        self.interpreter = interpreter.into_iter().map(Into::into).collect();
        self
    }

    /// The program as it was named.
    pub fn program(&self) -> &str {
        &self.program
    }

    /// Every word that names something to be executed: the program, and what runs it.
    pub(crate) fn programs(&self) -> impl Iterator<Item = &str> {
        [Some(&self.program), self.interpreter.first()].into_iter().flatten().map(String::as_str)
    }
}

/// Whether a file's first line asks for another program than this interpreter: then the file is executed itself.
///
/// `#!/usr/bin/env -S python3 -u` and `#!/usr/bin/python3` both ask for `python3`.
pub fn asks_for_another(first_bytes: &[u8], interpreter: &str) -> bool {
    let line = first_bytes.split(|&byte| byte == b'\n').next().unwrap_or_default();
    let Some(line) = line.strip_prefix(b"#!") else { return false };
    let line = String::from_utf8_lossy(line);
    let mut words = line.split_whitespace().filter(|word| !word.starts_with('-') && !word.contains('='));
    let name = |word: &str| Path::new(word).file_name().map(|name| name.to_string_lossy().into_owned());
    let first = words.next().and_then(name);
    let asked = if first.as_deref() == Some("env") { words.next().and_then(name) } else { first };
    asked.is_some_and(|asked| Some(asked) != name(interpreter))
}

/// What is wrong with a word that names a program, if these programs' authors may not use it.
///
/// A stranger names a program by its bare name, which is looked up among the operator's, or as a file of their own
/// folder.
pub fn check_program(program: &str, trust: Trust) -> Result<(), String> {
    if trust == Trust::Own {
        return Ok(());
    }
    let refuse = |why: &str| {
        Err(format!(
            "{why}; a program is named by its bare name (python3) or as a file of the bot's own folder (./bot)"
        ))
    };
    if program.is_empty() {
        return refuse("no program is named");
    }
    if program.len() > PROGRAM_BYTES_MAX {
        return refuse("the program's name is too long");
    }
    if program.chars().any(char::is_control) {
        return refuse("the program's name holds a control character");
    }
    let shown = format!("`{program}`");
    if Path::new(program).is_absolute() {
        return refuse(&format!("{shown} is a path of the machine"));
    }
    if program.split('/').any(|part| part == "..") {
        return refuse(&format!("{shown} leads out of the bot's folder"));
    }
    let is_file = matches!(Path::new(program).components().next_back(), Some(Component::Normal(_)));
    if !is_file || program.ends_with('/') || program.starts_with('-') {
        return refuse(&format!("{shown} is no program's name"));
    }
    Ok(())
}

/// Whether a file of a folder is reached only through a symbolic link. What is not there yet may be built.
pub fn is_through_a_link(folder: &Path, file: &Path) -> bool {
    let flags = OFlag::O_PATH | OFlag::O_NOFOLLOW | OFlag::O_CLOEXEC;
    let resolve = ResolveFlag::RESOLVE_BENEATH | ResolveFlag::RESOLVE_NO_SYMLINKS;
    let how = OpenHow::new().flags(flags).mode(Mode::empty()).resolve(resolve);
    let Ok(folder) = File::open(folder) else { return false };
    match openat2(&folder, file, how) {
        Ok(found) => fstat(&found).is_ok_and(|found| found.st_mode & libc::S_IFMT == libc::S_IFLNK),
        Err(error) => error == nix::Error::ELOOP,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn strangers_name_programs_by_name_or_in_their_own_folder() {
        for good in ["python3", "g++", "./bot", "build/bot", "./a/b.sh", "...", "a..b", "~x"] {
            assert_eq!(check_program(good, Trust::Strangers), Ok(()), "{good}");
        }
        for (bad, word) in [
            ("", "no program"),
            ("/usr/bin/python3", "path of the machine"),
            ("//bin/sh", "path of the machine"),
            ("/proc/../../etc/passwd", "path of the machine"),
            ("../bot", "leads out"),
            ("a/../../b", "leads out"),
            ("./..", "leads out"),
            (".", "no program's name"),
            ("./", "no program's name"),
            ("bin/", "no program's name"),
            ("-c", "no program's name"),
            ("a\nb", "control"),
            ("a\0b", "control"),
        ] {
            for trust in [Trust::Strangers, Trust::StrangersAnyway] {
                let why = check_program(bad, trust).unwrap_err();
                assert!(why.contains(word), "{bad:?}: {why}");
            }
            assert_eq!(check_program(bad, Trust::Own), Ok(()));
        }
        assert!(check_program(&"x".repeat(300), Trust::Strangers).is_err());
    }

    #[test]
    fn a_first_line_counts_where_it_names_another_program() {
        for (head, expected) in [
            ("#!/usr/bin/env python3\nprint()", false),
            ("#!/usr/bin/python3 -u", false),
            ("#!/usr/bin/env -S python3 -u\n", false),
            ("#!/usr/bin/env -S A=1 python3\n", false),
            ("#!/usr/bin/env pypy3\n", true),
            ("#!/bin/sh", true),
            ("#!python3", false),
            ("#!", false),
            ("#! \n", false),
            ("import sys", false),
            ("", false),
        ] {
            assert_eq!(asks_for_another(head.as_bytes(), "python3"), expected, "{head:?}");
        }
        assert!(!asks_for_another(b"#!/usr/bin/env node", "/usr/bin/node"));
    }
}
