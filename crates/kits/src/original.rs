//! A bot of the original game: its main file, and the modules and data files that come with it.

use std::collections::BTreeSet;
use std::fs;
use std::io::Read as _;
use std::path::{Path, PathBuf};

use crate::File;

/// The most bytes of the main file.
const MOST_BYTES: u64 = 1 << 20;
/// The most bytes of all files together.
const MOST_BYTES_IN_ALL: u64 = 16 << 20;
/// The most files of a bot.
const MOST_FILES: usize = 256;
/// The most entries of one folder, hidden files included.
const MOST_ENTRIES: usize = 4096;
/// The deepest nesting of folders.
const MOST_DEPTH: usize = 16;

/// A bot of the original game, read into memory.
#[derive(Clone, Debug)]
pub struct Original {
    /// The main file.
    pub main: File,
    /// Its own modules that it imports, and files given by the user; with their paths in the new folder.
    pub along: Vec<File>,
    /// The names of all modules that it imports, directly or not.
    imports: BTreeSet<String>,
    bytes_left: u64,
}

/// Why a file is refused.
#[derive(Debug, thiserror::Error)]
#[error("{}: {why}", .path.display())]
pub struct NotTaken {
    path: PathBuf,
    why: String,
}

impl NotTaken {
    fn new(path: &Path, why: impl Into<String>) -> Self {
        Self { path: path.into(), why: why.into() }
    }
}

impl Original {
    /// Reads a main file and the modules next to it that it imports, except those that the kit has itself.
    pub fn read(path: &Path, is_of_kit: &dyn Fn(&str) -> bool) -> Result<Self, NotTaken> {
        let found = fs::metadata(path).map_err(|error| unreadable(path, &error))?;
        if !found.is_file() {
            return Err(NotTaken::new(path, "it is no file; give the bot's main source file"));
        }
        if found.len() > MOST_BYTES {
            let why = format!("it has {} bytes; at most {MOST_BYTES} are taken", found.len());
            return Err(NotTaken::new(path, why));
        }
        let name = plain_name(path)?;
        let mut original = Self {
            main: File { path: name, bytes: Vec::new() },
            along: Vec::new(),
            imports: BTreeSet::new(),
            bytes_left: MOST_BYTES_IN_ALL,
        };
        original.main.bytes = original.read_file(path)?;
        let Ok(source) = std::str::from_utf8(&original.main.bytes) else {
            return Err(NotTaken::new(path, "it is not UTF-8 text; give the bot's source file"));
        };
        let imports = imported(source);
        original.follow(imports, path.parent().unwrap_or(Path::new("")), is_of_kit)?;
        Ok(original)
    }

    /// A main file that is alone.
    pub fn alone(main: File) -> Self {
        let imports = imported(&String::from_utf8_lossy(&main.bytes)).into_iter().collect();
        Self { main, along: Vec::new(), imports, bytes_left: MOST_BYTES_IN_ALL }
    }

    /// Adds a file, or a folder recursively.
    pub fn add(&mut self, path: &Path) -> Result<(), NotTaken> {
        let name = plain_name(path)?;
        self.take(path, &name, 0)
    }

    /// Whether it imports this module.
    pub fn imports(&self, module: &str) -> bool {
        self.imports.contains(module)
    }

    /// The top-level files and folders that were added, sorted.
    pub fn names_along(&self) -> Vec<&str> {
        let mut names: Vec<&str> =
            self.along.iter().map(|file| file.path.split('/').next().unwrap_or(&file.path)).collect();
        names.sort_unstable();
        names.dedup();
        names
    }

    /// Adds the modules that are in the folder, and transitively those that they import.
    fn follow(
        &mut self,
        mut modules: Vec<String>,
        folder: &Path,
        is_of_kit: &dyn Fn(&str) -> bool,
    ) -> Result<(), NotTaken> {
        while let Some(module) = modules.pop() {
            if !self.imports.insert(module.clone()) || is_of_kit(&module) {
                continue;
            }
            let file = format!("{module}.py");
            let before = self.along.len();
            // As in Python, a package takes precedence over a module of the same name.
            if folder.join(&module).join("__init__.py").is_file() {
                self.take(&folder.join(&module), &module, 0)?;
            } else if folder.join(&file).is_file() && file != self.main.path {
                self.take(&folder.join(&file), &file, 0)?;
            }
            let sources = self.along.iter().skip(before).filter(|file| file.path.ends_with(".py"));
            modules.extend(sources.flat_map(|file| imported(&String::from_utf8_lossy(&file.bytes))));
        }
        Ok(())
    }

    fn take(&mut self, path: &Path, name: &str, depth: usize) -> Result<(), NotTaken> {
        let found = fs::metadata(path).map_err(|error| unreadable(path, &error))?;
        if found.is_file() {
            // An imported file may have been given by the user, too.
            if name == self.main.path || self.along.iter().any(|file| file.path == name) {
                return Ok(());
            }
            if self.along.len() + 1 >= MOST_FILES {
                return Err(NotTaken::new(path, format!("a bot may have at most {MOST_FILES} files")));
            }
            let bytes = self.read_file(path)?;
            self.along.push(File { path: name.to_string(), bytes });
            return Ok(());
        }
        if !found.is_dir() {
            return Err(NotTaken::new(path, "it is neither a file nor a folder"));
        }
        if depth == MOST_DEPTH {
            return Err(NotTaken::new(path, "it lies too deep in folders"));
        }
        for entry in entries(path)? {
            self.take(&path.join(&entry), &format!("{name}/{entry}"), depth + 1)?;
        }
        Ok(())
    }

    fn read_file(&mut self, path: &Path) -> Result<Vec<u8>, NotTaken> {
        let mut bytes = Vec::new();
        let file = skirmish_files::open(path).map_err(|error| unreadable(path, &error))?;
        file.take(self.bytes_left + 1).read_to_end(&mut bytes).map_err(|error| unreadable(path, &error))?;
        let Some(left) = self.bytes_left.checked_sub(bytes.len() as u64) else {
            let why = format!("with it the bot has more than {} MiB", MOST_BYTES_IN_ALL >> 20);
            return Err(NotTaken::new(path, why));
        };
        self.bytes_left = left;
        Ok(bytes)
    }
}

/// The entries of a folder, sorted, without hidden files and `__pycache__`.
fn entries(folder: &Path) -> Result<Vec<String>, NotTaken> {
    let read = fs::read_dir(folder).map_err(|error| unreadable(folder, &error))?;
    let mut names = Vec::new();
    for (number, entry) in read.enumerate() {
        if number == MOST_ENTRIES {
            return Err(NotTaken::new(folder, format!("a folder may have at most {MOST_ENTRIES} entries")));
        }
        let entry = entry.map_err(|error| unreadable(folder, &error))?;
        if !entry.file_name().as_encoded_bytes().starts_with(b".") && entry.file_name() != "__pycache__" {
            names.push(plain_name(&entry.path())?);
        }
    }
    names.sort();
    Ok(names)
}

/// The top-level names of the modules that a Python source imports.
fn imported(source: &str) -> Vec<String> {
    let first = |dotted: &str| {
        let name = dotted.trim().trim_start_matches('.').split(['.', ' ']).next().unwrap_or_default();
        name.chars().all(|c| c.is_alphanumeric() || c == '_').then(|| name.to_string())
    };
    let lines = source.lines().map(str::trim_start);
    let names = lines.flat_map(|line| match line.split_once(' ') {
        Some(("import", names)) => names.split(',').filter_map(first).collect(),
        Some(("from", rest)) => match rest.trim_start().split_once(" import ") {
            // `from . import a, b` imports modules, `from a import b` a name from module `a`.
            Some((dots, names)) if dots.trim_matches('.').is_empty() => {
                names.split(',').filter_map(first).collect()
            }
            Some((module, _)) => first(module).into_iter().collect(),
            None => Vec::new(),
        },
        _ => Vec::new(),
    });
    names.filter(|name| !name.is_empty()).collect()
}

/// A file's name, if it needs no quoting in a command line.
fn plain_name(path: &Path) -> Result<String, NotTaken> {
    let is_plain = |name: &&str| name.chars().all(|c| c.is_alphanumeric() || matches!(c, '.' | '-' | '_'));
    let name = path.file_name().and_then(|name| name.to_str()).filter(is_plain);
    name.map(String::from).ok_or_else(|| {
        NotTaken::new(path, "rename it, so that its name has letters, digits, `.`, `-` and `_` only")
    })
}

fn unreadable(path: &Path, error: &std::io::Error) -> NotTaken {
    NotTaken::new(path, format!("it cannot be read: {error}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn imports_are_found_in_all_their_forms() {
        let source = "import a, b.c as d\nfrom e.f import g\n    from .h import i\nfrom . import j, k\nimportant = 1\n\
                      from l import (\n    m,\n)\n# import n\n\"import o\"\nfrom here on it is prose\n";
        assert_eq!(imported(source), ["a", "b", "e", "h", "j", "k", "l"]);
    }

    #[test]
    fn modules_beside_the_file_come_along_and_what_they_import_too() {
        let place = tempfile::tempdir().unwrap();
        let write = |path: &str, text: &str| {
            let path = place.path().join(path);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, text).unwrap();
        };
        write("bot.py", "import one\nimport kits\nimport numpy\n");
        write("one.py", "from pack.deep import x\nimport bot\n");
        write("pack/__init__.py", "");
        write("pack/deep.py", "import two\n");
        write("pack/table.json", "{}");
        write("pack/__pycache__/deep.pyc", "");
        write("two.py", "");
        write("kits.py", "");
        write("other.py", "");
        let original = Original::read(&place.path().join("bot.py"), &|module| module == "kits").unwrap();
        assert_eq!(original.names_along(), ["one.py", "pack", "two.py"]);
        assert_eq!(original.along.len(), 5, "{:?}", original.along);
        assert!(original.imports("numpy") && !original.imports("other"));
    }

    #[test]
    fn what_is_too_much_is_refused() {
        let place = tempfile::tempdir().unwrap();
        let bot = place.path().join("bot.py");
        fs::write(&bot, "").unwrap();
        let table = place.path().join("table.bin");
        fs::File::create(&table).unwrap().set_len(MOST_BYTES_IN_ALL + 1).unwrap();
        let many = place.path().join("many");
        fs::create_dir(&many).unwrap();
        for number in 0..MOST_FILES {
            fs::write(many.join(number.to_string()), "").unwrap();
        }
        let mut original = Original::read(&bot, &|_| false).unwrap();
        let refused = original.add(&table).unwrap_err().to_string();
        assert!(refused.contains("table.bin") && refused.contains("16 MiB"), "{refused}");
        let refused = original.add(&many).unwrap_err().to_string();
        assert!(refused.contains("at most 256 files"), "{refused}");
    }
}
