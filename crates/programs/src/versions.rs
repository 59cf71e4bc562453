//! The versions of the programs that build and run bots, as these programs tell them, or as their files do.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use std::time::UNIX_EPOCH;

use skirmish_files::Shebang;
use skirmish_sandbox::TrustedProgram;

use crate::{Origin, Program, fingerprint, toolchain_programs};

/// Programs that tell their version by other words than `--version`.
const OTHER_WORDS: &[(&str, &str)] = &[
    ("go", "version"),
    ("kotlin", "-version"),
    ("kotlinc", "-version"),
    ("lua", "-v"),
    ("lua5.4", "-v"),
    ("scala", "-version"),
    ("scalac", "-version"),
    ("zig", "version"),
];
/// Programs that take seconds to tell, because they run on Java's machine: their files are looked at instead, and the
/// machine is asked.
const ON_JAVA: &[&str] = &["kotlin", "kotlinc", "scala", "scalac"];
/// Names of compilers that are no language's: the system says which one is meant.
const OF_THE_SYSTEM: &[&str] = &["c++", "cc"];
/// Programs that start others, which their words name.
const STARTERS: &[&str] = &["bash", "env", "nice", "sh", "stdbuf"];
/// The longest version that is told, in characters.
const LONGEST: usize = 80;
/// The most of a script that is looked at, and the most files of a program.
const MOST_SCRIPT_BYTES: u64 = 64 * 1024;
const MOST_FILES: usize = 2_000;

/// What is known already: each program is asked once.
static KNOWN: Mutex<BTreeMap<String, Option<String>>> = Mutex::new(BTreeMap::new());

/// The versions of what builds and runs a bot.
pub fn toolchain_versions(program: &Program) -> Vec<String> {
    let folder = match &program.origin {
        Origin::Folder(folder) => folder.clone(),
        _ => PathBuf::from("."),
    };
    let lines = [Some(&program.command), program.build.as_ref()];
    let words: Vec<String> = lines.into_iter().flatten().flat_map(|line| started(line, &folder)).collect();
    of(words.iter())
}

/// What a command line starts, as far as it and its script say: names of programs, and other words.
fn started(line: &[String], folder: &Path) -> Vec<String> {
    let Some((first, others)) = line.split_first() else { return Vec::new() };
    let mut words = vec![first.clone()];
    let first_line = |word: &String| Shebang::read(&folder.join(word)).and_then(|line| line.program());
    let asked = Some(first).filter(|word| word.contains('/')).and_then(first_line);
    words.extend(asked.clone());
    let is_starter = |name: &str| STARTERS.iter().any(|starter| Path::new(name).ends_with(starter));
    if is_starter(first) || asked.is_some_and(|asked| is_starter(&asked)) {
        words.extend(others.iter().flat_map(|word| split(word)));
        for script in line.iter().map(|word| folder.join(word)).filter(|file| file.is_file()) {
            // What is no text has no words.
            let text = skirmish_files::read_text(&script, MOST_SCRIPT_BYTES).unwrap_or_default();
            words.extend(split(&text));
        }
    }
    words
}

fn split(text: &str) -> impl Iterator<Item = String> {
    let is_between = |c: char| c.is_whitespace() || "'\"`();|&{}$=".contains(c);
    text.split(is_between).filter(|word| !word.is_empty()).map(str::to_string)
}

/// The versions of those of these programs that belong to a language, each once: `Python 3.11.2`.
fn of<'a>(programs: impl Iterator<Item = &'a String>) -> Vec<String> {
    let toolchains = [&toolchain_programs()[..], OF_THE_SYSTEM].concat();
    let mut told = Vec::new();
    for program in programs {
        let name = Path::new(program).file_name().and_then(|name| name.to_str()).unwrap_or_default();
        // Nobody chooses what is started but the list of languages.
        let Some(name) = toolchains.iter().copied().find(|known| *known == name) else { continue };
        let machine = ON_JAVA.contains(&name).then_some("java");
        for version in std::iter::once(name).chain(machine).filter_map(known) {
            if !told.contains(&version) {
                told.push(version);
            }
        }
    }
    told
}

fn known(name: &'static str) -> Option<String> {
    let find = || {
        let program = TrustedProgram::find(name)?;
        let by_files = Some(&program).filter(|_| ON_JAVA.contains(&name)).and_then(|it| by_files(it.place()));
        by_files.map(|files| format!("{name} ({files})")).or_else(|| ask(name, &program))
    };
    let mut known = KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
    known.entry(name.to_string()).or_insert_with(find).clone()
}

/// The first line that the operator's program prints when it is asked.
fn ask(name: &str, program: &TrustedProgram) -> Option<String> {
    let word = OTHER_WORDS.iter().find(|(program, _)| *program == name).map_or("--version", |(_, word)| word);
    let output = program.process().arg(word).output().ok()?;
    let printed = [output.stdout, output.stderr].concat();
    let text = String::from_utf8_lossy(&printed);
    let line = text.lines().map(str::trim).find(|line| !line.is_empty())?;
    Some(line.chars().filter(|c| !c.is_control()).take(LONGEST).collect())
}

/// A fingerprint of the names, sizes and times of a program's files, each at the end of its links: of those beside it, of
/// those in its home, and of its libraries. `None` if it does not lie in a home with libraries of Java's.
fn by_files(program: &Path) -> Option<String> {
    const DIGITS: usize = 8;
    let program = program.canonicalize().ok()?;
    let beside = program.parent()?;
    let home = beside.parent()?;
    let (mut files, libraries) = (Vec::new(), home.join("lib"));
    for folder in [home, beside, libraries.as_path()] {
        for entry in fs::read_dir(folder).ok()?.flatten() {
            files.push(entry.path());
        }
    }
    let is_library = |file: &PathBuf| file.extension().is_some_and(|ending| ending == "jar");
    if !files.iter().any(is_library) || files.len() > MOST_FILES {
        return None;
    }
    files.sort();
    let about = |file: &PathBuf| {
        let (path, about) = (file.canonicalize().ok()?, fs::metadata(file).ok()?);
        let modified = about.modified().ok()?.duration_since(UNIX_EPOCH).unwrap_or_default();
        about.is_file().then(|| format!("{file:?} {path:?} {} {}\n", about.len(), modified.as_nanos()))
    };
    let listed: String = files.iter().filter_map(about).collect();
    Some(fingerprint::of_bytes(listed.as_bytes())[..DIGITS].to_string())
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::symlink;
    use std::time::{Duration, SystemTime};

    use super::*;

    #[test]
    fn programs_of_languages_tell_their_versions_once_and_others_are_not_asked() {
        let words = ["python3", "/usr/bin/python3", "./bot", "sh"].map(String::from);
        let told = of(words.iter());
        assert_eq!(told.len(), 1, "{told:?}");
        assert!(told[0].starts_with("Python 3."), "{told:?}");
    }

    #[test]
    fn a_script_tells_what_it_starts() {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("run.sh"), "#!/bin/sh\nexec 'python3' -u main.py\n").unwrap();
        fs::write(folder.path().join("bot"), "#!/usr/bin/env python3\n").unwrap();
        let started = |line: &str| {
            let line: Vec<String> = line.split(' ').map(String::from).collect();
            started(&line, folder.path())
        };
        for line in [
            "sh run.sh",
            "./run.sh",
            "/bin/sh ./run.sh",
            "./bot",
            "stdbuf -oL python3 x.py",
            "sh -c $(python3)",
        ] {
            assert!(started(line).iter().any(|word| word == "python3"), "{line}: {:?}", started(line));
        }
        assert_eq!(started("python3 go"), ["python3"], "what is no starter's is an argument");
        assert_eq!(started("./no/such"), ["./no/such"]);
    }

    #[test]
    fn a_compiler_that_is_slow_to_tell_is_another_when_its_files_are() {
        let place = tempfile::tempdir().unwrap();
        let at = |name: &str| place.path().join(name);
        for folder in ["kotlin/bin", "kotlin/lib", "java"] {
            fs::create_dir_all(at(folder)).unwrap();
        }
        fs::write(at("kotlin/bin/kotlinc"), "#!/bin/sh").unwrap();
        symlink(at("kotlin/bin/kotlinc"), at("kotlinc")).unwrap();
        let now = || by_files(&at("kotlinc"));
        assert_eq!(now(), None, "no libraries: it has to be asked");
        fs::write(at("java/compiler-1.jar"), "1").unwrap();
        fs::write(at("java/compiler-2.jar"), "1").unwrap();
        let link = |to: &str| {
            let _ = fs::remove_file(at("kotlin/lib/compiler.jar"));
            symlink(at(to), at("kotlin/lib/compiler.jar")).unwrap();
        };
        link("java/compiler-1.jar");
        let mut seen = vec![now().unwrap()];
        assert_eq!(now().as_ref(), seen.last(), "nothing has changed");
        let mut see = |what: &str| {
            let now = now().unwrap();
            assert!(!seen.contains(&now), "{what}");
            seen.push(now);
        };
        fs::write(at("java/compiler-1.jar"), "11").unwrap();
        see("another size");
        let later = SystemTime::now() + Duration::from_secs(9);
        fs::File::open(at("java/compiler-1.jar")).unwrap().set_modified(later).unwrap();
        see("another time");
        link("java/compiler-2.jar");
        see("another file");
        fs::write(at("kotlin/build.txt"), "2.0").unwrap();
        see("a file in its home");
    }
}
