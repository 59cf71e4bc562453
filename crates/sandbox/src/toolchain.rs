//! The operator's list: where toolchains live on this machine, found once by names that the caller hands in before any
//! program is known (`SandboxOptions::programs`), with no bot's text involved.
//!
//! What a host executes for a language, and what it binds into jails besides the system's folders, comes from here and
//! from nowhere else. Nothing is executed to find it: shims of version managers are resolved by reading the managers'
//! own files, never those of the current folder, which may be a bot's.

use std::collections::BTreeSet;
use std::env;
use std::fs;
use std::path::{Component, Path, PathBuf};
use std::process::{Command as Process, Stdio};

use skirmish_files::search_path::{self, is_executable};

use crate::Error;

/// What every jail has: a program found below these needs nothing more.
pub(crate) const SYSTEM_FOLDERS: &[&str] =
    &["/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/nix/store"];
/// The search path inside, behind the folders of the toolchains.
const SYSTEM_PATH: &str = "/usr/local/bin:/usr/bin:/bin";
/// The most symbolic links we follow from a program's name to the program.
const LINKS_MAX: usize = 16;
/// File systems of the kernel's, in which no program is installed.
const NEVER_PROGRAMS: &[&str] = &["/proc", "/dev", "/sys"];

/// A program that the host itself may execute: found on the operator's search path, by a name that is spelled out in our
/// own source. There is no other way to make one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TrustedProgram {
    place: PathBuf,
}

impl TrustedProgram {
    /// The program of that name; none if it is not installed.
    pub fn find(name: &'static str) -> Option<Self> {
        on_search_path(name).map(|found| Self { place: found.program })
    }

    /// Where it is.
    pub fn place(&self) -> &Path {
        &self.place
    }

    /// What starts it: in the root folder and without standard input, so that no file of a bot is in its way.
    pub fn process(&self) -> Process {
        let mut process = Process::new(&self.place);
        process.current_dir("/").stdin(Stdio::null());
        process
    }
}

/// The operator's list.
#[derive(Debug, Clone, Default)]
pub(crate) struct Toolchains {
    programs: Vec<(String, Found)>,
    /// Files and folders outside the system's that must be readable for them, at their own place.
    pub needs: Vec<PathBuf>,
    /// The search path inside.
    pub path: String,
}

/// A program that was found.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Found {
    /// Where the search path has it: perhaps a shim.
    listed: PathBuf,
    /// What to execute.
    program: PathBuf,
}

/// A program and what it needs besides the system's folders.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Located {
    /// What to execute inside: a path, or a name to be searched for there.
    pub program: String,
    /// Files and folders to be bound at their own place.
    pub needs: Vec<PathBuf>,
}

impl Toolchains {
    /// Look for these programs.
    pub fn find<'a>(names: impl IntoIterator<Item = &'a str>) -> Self {
        let found = |name: &'a str| Some((name.to_owned(), on_search_path(name)?));
        let programs: Vec<(String, Found)> = names.into_iter().filter_map(found).collect();
        let needs: BTreeSet<PathBuf> =
            programs.iter().flat_map(|(_, found)| needed_for(&found.program)).collect();
        let outside = |found: &Found| {
            found.program.parent().filter(|folder| !is_of_the_system(folder)).map(PathBuf::from)
        };
        let mut folders: Vec<String> = Vec::new();
        for folder in programs.iter().filter_map(|(_, found)| outside(found)) {
            let folder = folder.to_string_lossy().into_owned();
            // A colon in a folder's name would be read as the end of the name.
            if !folder.contains(':') && !folders.contains(&folder) {
                folders.push(folder);
            }
        }
        folders.push(SYSTEM_PATH.into());
        Self { programs, needs: without_nested(needs), path: folders.join(":") }
    }

    /// A program by its bare name: the one on the list, or else a name that is searched for inside.
    pub fn by_name(&self, name: &str) -> Located {
        let listed = self.programs.iter().find(|(listed, _)| listed == name);
        let program = listed.map_or_else(|| name.to_owned(), |(_, found)| text(&found.program));
        Located { program, needs: Vec::new() }
    }

    /// A program by its absolute path, which only `Trust::Own` allows: its prefix is bound besides those of the list.
    pub fn by_path(&self, path: &Path) -> Result<Located, Error> {
        let refused = |why: &str| Error::Path { path: path.into(), why: why.into() };
        if let Some((_, found)) = self.programs.iter().find(|(_, found)| found.listed == path) {
            return Ok(Located { program: text(&found.program), needs: Vec::new() });
        }
        if path.components().any(|part| part == Component::ParentDir) {
            return Err(refused("a program is named without `..`"));
        }
        let place = with_real_parent(path).ok_or_else(|| refused("there is no such program"))?;
        if NEVER_PROGRAMS.iter().any(|never| place.starts_with(never)) {
            return Err(refused("no program lives there"));
        }
        if !is_executable(&place) {
            return Err(refused("it is not an executable file"));
        }
        let needs =
            needed_for(&place).into_iter().filter(|need| !self.needs.iter().any(|has| need.starts_with(has)));
        Ok(Located { program: text(&place), needs: without_nested(needs.collect()) })
    }
}

/// The first program of that name on the operator's search path that is no shim, or whose shim can be seen through.
fn on_search_path(name: &str) -> Option<Found> {
    search_path::find_all(name).find_map(|listed| {
        let program = with_real_parent(&listed).filter(|program| is_executable(program))?;
        Some(Found { program: resolve_shim(&program)?, listed })
    })
}

/// The program behind a shim; the program itself if it is none; nothing if its manager's choice cannot be read.
fn resolve_shim(program: &Path) -> Option<PathBuf> {
    let (folder, name) = (program.parent()?, program.file_name()?);
    let real = if folder.ends_with("shims") {
        chosen_by_env_manager(folder.parent()?)?.join("bin").join(name)
    } else if name != "rustup" && is_same_file(&folder.join("rustup"), program) {
        chosen_by_rustup()?.join("bin").join(name)
    } else {
        return Some(program.into());
    };
    with_real_parent(&real).filter(|real| is_executable(real))
}

/// The prefix that pyenv, rbenv, nodenv and their like have chosen: a variable or the file `version` names a folder
/// below `versions`, exactly or by its beginning (`3.11` is the latest 3.11).
fn chosen_by_env_manager(root: &Path) -> Option<PathBuf> {
    let manager = root.file_name()?.to_str()?.trim_start_matches('.').to_uppercase();
    let said = env::var(format!("{manager}_VERSION")).ok();
    let said = said.or_else(|| fs::read_to_string(root.join("version")).ok())?;
    let version = said.lines().next()?.split([':', ' ']).next()?.trim();
    chosen_folder(&root.join("versions"), version, '.')
}

/// The toolchain that rustup has chosen for the whole machine.
fn chosen_by_rustup() -> Option<PathBuf> {
    let home = env::var_os("RUSTUP_HOME").map(PathBuf::from);
    let home = home.or_else(|| Some(PathBuf::from(env::var_os("HOME")?).join(".rustup")))?;
    let of_settings = || -> Option<String> {
        let settings = fs::read_to_string(home.join("settings.toml")).ok()?;
        let line = settings.lines().find_map(|line| line.strip_prefix("default_toolchain"))?;
        Some(line.trim_start_matches([' ', '=']).trim().trim_matches('"').to_owned())
    };
    let name = env::var("RUSTUP_TOOLCHAIN").ok().or_else(of_settings)?;
    chosen_folder(&home.join("toolchains"), &name, '-')
}

/// The folder of that name, or else the last one whose name goes on behind it.
fn chosen_folder(within: &Path, name: &str, divider: char) -> Option<PathBuf> {
    if name.is_empty() || name.contains('/') || name.starts_with('.') {
        return None;
    }
    let exact = within.join(name);
    if exact.is_dir() {
        return Some(exact);
    }
    let goes_on = |other: &str| other.strip_prefix(name).is_some_and(|rest| rest.starts_with(divider));
    let entries = fs::read_dir(within).ok()?.flatten();
    let names =
        entries.filter_map(|entry| entry.file_name().into_string().ok()).filter(|other| goes_on(other));
    let by_numbers =
        |name: &String| name.split(['.', '-']).map(|part| part.parse::<u64>().ok()).collect::<Vec<_>>();
    names.max_by_key(by_numbers).map(|name| within.join(name))
}

/// The path with its parent folder canonicalized. The last component is kept, even if it is a symbolic link: some
/// programs behave by the name they are called by.
fn with_real_parent(path: &Path) -> Option<PathBuf> {
    Some(path.parent()?.canonicalize().ok()?.join(path.file_name()?))
}

fn is_same_file(one: &Path, other: &Path) -> bool {
    matches!((one.canonicalize(), other.canonicalize()), (Ok(one), Ok(other)) if one == other)
}

/// The folders or files outside the system's that a program needs, along its chain of symbolic links.
fn needed_for(program: &Path) -> BTreeSet<PathBuf> {
    let mut needs = BTreeSet::new();
    let mut at = program.to_path_buf();
    for _ in 0..LINKS_MAX {
        needs.extend(install_prefix(&at).filter(|home| !is_of_the_system(home)));
        let Ok(target) = at.read_link() else { break };
        let target = at.parent().unwrap_or(Path::new("/")).join(target);
        let Some(real) = with_real_parent(&target) else { break };
        at = real;
    }
    needs
}

/// The prefix a program was installed to, if it looks like one; else the program alone.
///
/// A prefix has `bin` and `lib`, or is a virtual environment. The folders in which people keep everything else too
/// are never one, or a bot could read them.
fn install_prefix(program: &Path) -> Option<PathBuf> {
    let folder = program.parent()?;
    let prefix = folder.parent()?;
    let looks_installed = prefix.join("lib").is_dir() || prefix.join("pyvenv.cfg").is_file();
    let alone = !folder.ends_with("bin") || !looks_installed || is_private(prefix);
    Some(if alone { program.into() } else { prefix.into() })
}

fn is_private(prefix: &Path) -> bool {
    let Some(home) = env::var_os("HOME").map(PathBuf::from) else { return true };
    let home = home.canonicalize().unwrap_or(home);
    home.starts_with(prefix) || prefix == home.join(".local") || prefix.parent().is_none()
}

/// Whether a path is in the folders of the system, which every jail shows.
pub fn is_of_the_system(path: &Path) -> bool {
    // Debian's links from names to versions, which every jail has, too.
    SYSTEM_FOLDERS.iter().chain(&["/etc/alternatives"]).any(|folder| path.starts_with(folder))
}

/// Without paths that are inside another path of the set, which is bound whole.
fn without_nested(needs: BTreeSet<PathBuf>) -> Vec<PathBuf> {
    let mut kept: Vec<PathBuf> = Vec::new();
    // In this order a folder comes before what is in it.
    for need in needs {
        if !kept.iter().any(|has| need.starts_with(has)) {
            kept.push(need);
        }
    }
    kept
}

fn text(path: &Path) -> String {
    path.to_string_lossy().into_owned()
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::PermissionsExt;

    use super::*;

    /// A folder with these files in it, all executable.
    fn place(files: &[&str]) -> (tempfile::TempDir, PathBuf) {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().canonicalize().unwrap();
        for file in files {
            let file = path.join(file);
            fs::create_dir_all(file.parent().unwrap()).unwrap();
            fs::write(&file, "").unwrap();
            fs::set_permissions(&file, fs::Permissions::from_mode(0o755)).unwrap();
        }
        (folder, path)
    }

    #[test]
    fn system_program_needs_nothing() {
        let list = Toolchains::find(["sh"]);
        assert_eq!((list.needs.len(), list.path.as_str()), (0, SYSTEM_PATH));
        assert!(list.by_name("sh").program.ends_with("/sh"));
        assert!(list.by_path(Path::new("/bin/sh")).unwrap().needs.is_empty());
    }

    #[test]
    fn what_is_not_on_the_list_is_searched_for_inside() {
        let list = Toolchains::find(["python3", "no-such-program"]);
        assert_eq!(list.by_name("awk"), Located { program: "awk".into(), needs: Vec::new() });
    }

    #[test]
    fn names_with_a_way_in_them_are_no_names() {
        let list = Toolchains::find(["/bin/sh", "../sh", ""]);
        assert!(list.programs.is_empty(), "{:?}", list.programs);
    }

    #[test]
    fn installed_prefix_is_needed_whole_but_a_lone_program_only_itself() {
        let (_kept, place) = place(&["python/bin/python", "python/lib/x", "tools/bin/tool"]);
        assert_eq!(install_prefix(&place.join("python/bin/python")), Some(place.join("python")));
        assert_eq!(install_prefix(&place.join("tools/bin/tool")), Some(place.join("tools/bin/tool")));
    }

    #[test]
    fn home_itself_is_never_a_prefix() {
        let home = PathBuf::from(env::var_os("HOME").unwrap()).canonicalize().unwrap();
        assert!(is_private(&home) && is_private(&home.join(".local")) && is_private(Path::new("/")));
        assert!(!is_private(&home.join(".pyenv/versions/3")));
    }

    #[test]
    fn a_persons_program_is_bound_by_its_real_place_or_refused() {
        let (_kept, place) = place(&["venv/bin/python", "venv/pyvenv.cfg"]);
        let list = Toolchains::find(["sh"]);
        let found = list.by_path(&place.join("venv/bin/python")).unwrap();
        assert_eq!(found.needs, [place.join("venv")]);
        for (path, why) in [
            (place.join("venv/../venv/bin/python"), "`..`"),
            (PathBuf::from("/var/run/../bin/python3"), "`..`"),
            (PathBuf::from("/proc/self/exe"), "no program"),
            (PathBuf::from("/dev/null"), "no program"),
            (place.join("venv/pyvenv"), "not an executable"),
            (place.join("no/such"), "no such program"),
        ] {
            let error = list.by_path(&path).unwrap_err().to_string();
            assert!(error.contains(why), "{}: {error}", path.display());
        }
    }

    #[test]
    fn shims_are_seen_through_without_running_anything() {
        let (_kept, place) = place(&[
            "pyenv/shims/python3",
            "pyenv/versions/3.9.20/bin/python3",
            "pyenv/versions/3.11.7/bin/python3",
            "pyenv/versions/3.11.12/bin/python3",
            "pyenv/bin/pyenv",
        ]);
        let root = place.join("pyenv");
        for (version, expected) in [
            ("3.11.7\n", Some("versions/3.11.7/bin/python3")),
            ("3.11\n3.9", Some("versions/3.11.12/bin/python3")),
            ("system\n", None),
            ("../../evil", None),
            ("", None),
        ] {
            fs::write(root.join("version"), version).unwrap();
            let real = resolve_shim(&root.join("shims/python3"));
            assert_eq!(real, expected.map(|path| root.join(path)), "{version:?}");
        }
    }

    #[test]
    fn folders_within_folders_are_bound_once() {
        let needs = ["/a/b", "/a", "/ab"].map(PathBuf::from).into_iter().collect();
        assert_eq!(without_nested(needs), [PathBuf::from("/a"), PathBuf::from("/ab")]);
    }
}
