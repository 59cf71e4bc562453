//! Programs on the search path (`PATH`): the only place that reads it.

use std::env;
use std::ffi::OsStr;
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};

/// The search path where the environment has none.
const DEFAULT: &str = "/usr/local/bin:/usr/bin:/bin";

/// The program of that name, if it is installed: the first one on the search path.
pub fn find(name: &str) -> Option<PathBuf> {
    find_all(name).next()
}

/// Every program of that name on the search path, the first one first. Relative folders of the path are passed over:
/// what lies there depends on where we were started. A name with a slash in it is a path, and not searched for.
pub fn find_all(name: &str) -> impl Iterator<Item = PathBuf> + use<> {
    find_in(&env::var_os("PATH").unwrap_or_else(|| DEFAULT.into()), name)
}

fn find_in(path: &OsStr, name: &str) -> impl Iterator<Item = PathBuf> + use<> {
    let is_bare = !name.is_empty() && !name.contains('/');
    let folders: Vec<PathBuf> = if is_bare { env::split_paths(path).collect() } else { Vec::new() };
    let name = name.to_owned();
    let programs =
        folders.into_iter().filter(|folder| folder.is_absolute()).map(move |folder| folder.join(&name));
    programs.filter(|program| is_executable(program))
}

/// Whether there is a regular file that somebody may execute.
pub fn is_executable(path: &Path) -> bool {
    path.metadata().is_ok_and(|found| found.is_file() && found.permissions().mode() & 0o111 != 0)
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn executable_files_in_absolute_folders_are_found_in_order() {
        let folder = tempfile::tempdir().expect("a folder");
        let place = folder.path().canonicalize().expect("it is there");
        for (file, mode) in [("a/tool", 0o644), ("b/tool", 0o755), ("c/tool", 0o755), ("c/deep/tool", 0o755)]
        {
            let file = place.join(file);
            fs::create_dir_all(file.parent().expect("a folder")).expect("made");
            fs::write(&file, "").expect("written");
            fs::set_permissions(&file, fs::Permissions::from_mode(mode)).expect("ours");
        }
        fs::create_dir_all(place.join("d/tool")).expect("made");
        let path = env::join_paths(["a", "b", "c", "d"].map(|name| place.join(name))).expect("no colons");
        let found: Vec<PathBuf> = find_in(&path, "tool").collect();
        assert_eq!(found, [place.join("b/tool"), place.join("c/tool")]);
        for name in ["", "deep/tool", "/bin/sh", "../b/tool", "no-such-tool"] {
            assert_eq!(find_in(&path, name).next(), None, "{name:?}");
        }
        assert_eq!(find_in(".:src".as_ref(), "sh").next(), None);
        assert!(find("sh").is_some_and(|sh| sh.is_absolute()));
    }
}
