//! Where a language really lives: behind search paths, symbolic links, and the shims of pyenv and rustup.

use std::collections::BTreeSet;
use std::env;
use std::fs::File;
use std::io::Read;
use std::path::{Component, Path, PathBuf};
use std::process::{Command as Process, Stdio};

use crate::{Command, Error, Root};

/// What every jail has: a program found below these needs nothing more.
pub(crate) const SYSTEM_FOLDERS: &[&str] =
    &["/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/nix/store"];
/// The search path inside, behind the folders of the toolchains that a command needs.
const SYSTEM_PATH: &str = "/usr/local/bin:/usr/bin:/bin";
/// The most symbolic links we follow from a program's name to the program.
const LINKS_MAX: usize = 16;

/// A program, found on this machine.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Located {
    /// What to execute inside.
    pub program: String,
    /// Files and folders outside the system's that must be readable for it, at their own place.
    pub needs: Vec<PathBuf>,
    /// The search path inside.
    pub path: String,
}

/// Find what a command names, and what it needs to run.
pub(crate) fn locate(root: &Root, command: &Command) -> Result<Located, Error> {
    let named = Path::new(&command.program);
    let interpreter = root.on_host(named).filter(|_| is_own(named)).and_then(|file| shebang(&file));
    let found = match (&interpreter, is_own(named)) {
        (Some(name), _) => Some(real_program(&on_search_path(name)?)),
        (None, true) => None,
        (None, false) if named.is_absolute() => Some(real_program(named)),
        (None, false) => Some(real_program(&on_search_path(&command.program)?)),
    };
    let mut needs: BTreeSet<PathBuf> = root.toolchains.iter().cloned().collect();
    let mut folders: Vec<PathBuf> = root.toolchains.iter().map(|prefix| prefix.join("bin")).collect();
    if let Some(program) = &found {
        needs.extend(needed_for(program));
        folders.extend(program.parent().filter(|folder| !is_system(folder)).map(Path::to_path_buf));
    }
    let program = match (&found, &interpreter) {
        (Some(program), None) => program.to_string_lossy().into_owned(),
        _ => command.program.clone(),
    };
    let folders: Vec<_> = folders.iter().map(|folder| folder.to_string_lossy()).collect();
    let path = folders.iter().map(AsRef::as_ref).chain([SYSTEM_PATH]).collect::<Vec<_>>().join(":");
    Ok(Located { program, needs: needs.into_iter().collect(), path })
}

/// Whether a program is one of the bot's own files: a relative path with a folder in it, or one in `/bot`.
fn is_own(program: &Path) -> bool {
    program.starts_with("/bot")
        || (program.is_relative() && program.components().count() > 1)
        || matches!(program.components().next(), Some(Component::CurDir))
}

/// The name that `#!/usr/bin/env name` asks for.
fn shebang(file: &Path) -> Option<String> {
    let mut start = [0; 128];
    if !file.is_file() {
        return None;
    }
    let length = File::open(file).ok()?.read(&mut start).ok()?;
    let line = std::str::from_utf8(&start[..length]).ok()?.lines().next()?;
    let mut words = line.strip_prefix("#!")?.split_whitespace();
    let is_env = words.next()?.ends_with("/env");
    words.find(|word| !word.starts_with('-')).filter(|_| is_env).map(String::from)
}

fn on_search_path(name: &str) -> Result<PathBuf, Error> {
    let path = env::var_os("PATH").unwrap_or_else(|| SYSTEM_PATH.into());
    env::split_paths(&path)
        .map(|folder| folder.join(name))
        .find(|candidate| is_executable(candidate))
        .ok_or_else(|| Error::NoProgram(name.into()))
}

#[cfg(unix)]
fn is_executable(path: &Path) -> bool {
    use std::os::unix::fs::PermissionsExt;
    path.metadata().is_ok_and(|meta| meta.is_file() && meta.permissions().mode() & 0o111 != 0)
}

#[cfg(not(unix))]
fn is_executable(path: &Path) -> bool {
    path.is_file()
}

/// See through the shims: small programs that only choose which version of the real one to run.
fn real_program(program: &Path) -> PathBuf {
    let Some(name) = program.file_name().and_then(|name| name.to_str()) else { return program.into() };
    let folder = program.parent().unwrap_or(Path::new("/"));
    let chooser = if folder.ends_with("shims") {
        folder.parent().map(|pyenv| pyenv.join("bin/pyenv")).filter(|pyenv| pyenv.exists())
    } else {
        Some(folder.join("rustup")).filter(|rustup| is_same_file(rustup, program))
    };
    chooser.and_then(|chooser| ask(&chooser, name)).unwrap_or_else(|| program.into())
}

fn is_same_file(one: &Path, other: &Path) -> bool {
    matches!((one.canonicalize(), other.canonicalize()), (Ok(one), Ok(other)) if one == other)
}

/// `pyenv which name` and `rustup which name` print the path of the program they would run.
fn ask(chooser: &Path, name: &str) -> Option<PathBuf> {
    let output = Process::new(chooser).args(["which", name]).stdin(Stdio::null()).output().ok()?;
    let path = PathBuf::from(String::from_utf8(output.stdout).ok()?.trim());
    (output.status.success() && path.is_absolute()).then_some(path)
}

/// The folders or files outside the system's that a program needs, along its chain of symbolic links.
fn needed_for(program: &Path) -> BTreeSet<PathBuf> {
    let mut needs = BTreeSet::new();
    let mut at = program.to_path_buf();
    for _ in 0..LINKS_MAX {
        needs.extend(home_of(&at).filter(|home| !is_system(home)));
        let Ok(target) = at.read_link() else { break };
        at = at.parent().unwrap_or(Path::new("/")).join(target);
    }
    needs.extend(program.canonicalize().ok().and_then(|real| home_of(&real)).filter(|home| !is_system(home)));
    needs
}

/// The prefix a program was installed to, if it looks like one; else the program alone.
///
/// A prefix has `bin` and `lib`, or is a virtual environment. The folders in which people keep everything else too
/// are never one, or a bot could read them.
fn home_of(program: &Path) -> Option<PathBuf> {
    let folder = program.parent()?;
    let prefix = folder.parent()?;
    let looks_installed = prefix.join("lib").is_dir() || prefix.join("pyvenv.cfg").is_file();
    let alone = !folder.ends_with("bin") || !looks_installed || is_private(prefix);
    Some(if alone { program.into() } else { prefix.into() })
}

fn is_private(prefix: &Path) -> bool {
    let Some(home) = env::var_os("HOME").map(PathBuf::from) else { return true };
    home.starts_with(prefix) || prefix == home.join(".local") || prefix.parent().is_none()
}

fn is_system(path: &Path) -> bool {
    // Debian's links from names to versions, which every jail has, too.
    SYSTEM_FOLDERS.iter().chain(&["/etc/alternatives"]).any(|folder| path.starts_with(folder))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    fn located(root: &Root, program: &str) -> Located {
        locate(root, &Command::new(program)).unwrap()
    }

    #[test]
    fn system_program_needs_nothing() {
        let sh = located(&Root::bare(), "/bin/sh");
        assert_eq!((sh.program.as_str(), sh.needs.len(), sh.path.as_str()), ("/bin/sh", 0, SYSTEM_PATH));
    }

    #[test]
    fn missing_program_is_named() {
        let error = locate(&Root::bare(), &Command::new("no-such-language")).unwrap_err().to_string();
        assert!(error.contains("no-such-language"), "{error}");
    }

    #[test]
    fn installed_prefix_is_needed_whole_but_a_lone_program_only_itself() {
        let place = tempfile::tempdir().unwrap();
        let place = place.path().canonicalize().unwrap();
        for folder in ["python/bin", "python/lib", "tools/bin"] {
            fs::create_dir_all(place.join(folder)).unwrap();
        }
        for file in ["python/bin/python", "tools/bin/tool"] {
            fs::write(place.join(file), "").unwrap();
        }
        assert_eq!(home_of(&place.join("python/bin/python")), Some(place.join("python")));
        assert_eq!(home_of(&place.join("tools/bin/tool")), Some(place.join("tools/bin/tool")));
    }

    #[test]
    fn home_itself_is_never_a_prefix() {
        let home = PathBuf::from(env::var_os("HOME").unwrap());
        assert!(is_private(&home) && is_private(&home.join(".local")) && is_private(Path::new("/")));
        assert!(!is_private(&home.join(".pyenv/versions/3")));
    }

    #[test]
    fn script_brings_its_interpreter() {
        let place = tempfile::tempdir().unwrap();
        fs::write(place.path().join("bot"), "#!/usr/bin/env sh\necho").unwrap();
        assert_eq!(shebang(&place.path().join("bot")).as_deref(), Some("sh"));
        let root = Root::of_folder(place.path()).unwrap();
        assert_eq!(located(&root, "./bot").program, "./bot");
    }
}
