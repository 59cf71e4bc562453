//! Writes a new bot's folder atomically: all of it, or nothing.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use crate::File;

/// Why a folder was not written.
#[derive(Debug, thiserror::Error)]
pub enum NotWritten {
    /// The folder exists and is not empty.
    #[error("{} is there already and not empty: give another name, or remove it first", .0.display())]
    Exists(PathBuf),
    /// The path is a file.
    #[error("{} is a file: give the name of a new folder", .0.display())]
    IsFile(PathBuf),
    /// A system call failed.
    #[error("cannot write {}: {}", .0.display(), .1)]
    Disk(PathBuf, io::Error),
}

/// Writes the files into a folder that does not exist yet, or is empty. If anything fails, nothing is left behind.
pub fn write_new(folder: &Path, files: &[File]) -> Result<(), NotWritten> {
    check_free(folder)?;
    let disk = |error| NotWritten::Disk(folder.to_path_buf(), error);
    let folder = std::path::absolute(folder).map_err(disk)?;
    let (Some(parent), Some(name)) = (folder.parent(), folder.file_name()) else {
        return Err(NotWritten::Exists(folder));
    };
    let draft = parent.join(format!(".{}.{}.new", name.to_string_lossy(), std::process::id()));
    let made = first_missing(parent);
    let written = fs::create_dir_all(parent)
        .and_then(|()| write_all(&draft, files))
        .and_then(|()| publish(&draft, &folder));
    if written.is_err() {
        // Best effort: what cannot be removed is a hidden folder, and the first error is the one to report.
        let _ = fs::remove_dir_all(&draft);
        if let Some(made) = made {
            let _ = fs::remove_dir_all(made);
        }
    }
    written.map_err(disk)
}

/// Refuses a folder that is not empty, and a file.
fn check_free(folder: &Path) -> Result<(), NotWritten> {
    match fs::read_dir(folder) {
        Ok(mut entries) => match entries.next() {
            None => Ok(()),
            Some(_) => Err(NotWritten::Exists(folder.into())),
        },
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
        Err(error) if error.kind() == io::ErrorKind::NotADirectory => Err(NotWritten::IsFile(folder.into())),
        Err(error) => Err(NotWritten::Disk(folder.into(), error)),
    }
}

/// The topmost missing folder of the path.
fn first_missing(folder: &Path) -> Option<PathBuf> {
    folder.ancestors().take_while(|ancestor| !ancestor.exists()).last().map(Path::to_path_buf)
}

fn write_all(draft: &Path, files: &[File]) -> io::Result<()> {
    fs::create_dir(draft)?;
    for file in files {
        let path = draft.join(&file.path);
        fs::create_dir_all(path.parent().unwrap_or(draft))?;
        fs::write(path, &file.bytes)?;
    }
    Ok(())
}

/// Renames the draft to the folder. An existing empty folder is filled instead of replaced: it may be a shell's working
/// directory.
fn publish(draft: &Path, folder: &Path) -> io::Result<()> {
    if !folder.exists() {
        return fs::rename(draft, folder);
    }
    let mut moved = Vec::new();
    let done = fs::read_dir(draft)?.try_for_each(|entry| {
        let entry = entry?;
        let to = folder.join(entry.file_name());
        fs::rename(entry.path(), &to)?;
        moved.push(to);
        Ok(())
    });
    if done.is_err() {
        for path in moved {
            let _ = fs::remove_dir_all(&path).or_else(|_| fs::remove_file(&path));
        }
        return done;
    }
    fs::remove_dir(draft)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn files() -> Vec<File> {
        let file = |path: &str| File { path: path.into(), bytes: path.into() };
        vec![file("bot.py"), file("deep/er/module.py")]
    }

    fn names(folder: &Path) -> Vec<String> {
        let mut names: Vec<String> = fs::read_dir(folder)
            .unwrap()
            .map(|entry| entry.unwrap().file_name().into_string().unwrap())
            .collect();
        names.sort();
        names
    }

    #[test]
    fn a_new_folder_is_written_whole() {
        let place = tempfile::tempdir().unwrap();
        write_new(&place.path().join("a/b"), &files()).unwrap();
        assert_eq!(names(&place.path().join("a")), ["b"]);
        assert_eq!(fs::read(place.path().join("a/b/deep/er/module.py")).unwrap(), b"deep/er/module.py");
    }

    #[test]
    fn an_empty_folder_is_filled() {
        let place = tempfile::tempdir().unwrap();
        write_new(place.path(), &files()).unwrap();
        assert_eq!(names(place.path()), ["bot.py", "deep"]);
    }

    #[test]
    fn a_folder_with_something_in_it_is_left_alone() {
        let place = tempfile::tempdir().unwrap();
        fs::write(place.path().join("mine"), "").unwrap();
        let refused = write_new(place.path(), &files()).unwrap_err();
        assert!(matches!(refused, NotWritten::Exists(_)), "{refused}");
        assert_eq!(names(place.path()), ["mine"]);
    }

    #[test]
    fn a_file_is_left_alone() {
        let place = tempfile::tempdir().unwrap();
        let file = place.path().join("mine");
        fs::write(&file, "content").unwrap();
        assert!(matches!(write_new(&file, &files()), Err(NotWritten::IsFile(_))));
        assert_eq!(fs::read(&file).unwrap(), b"content");
    }

    #[test]
    fn a_failure_leaves_nothing_behind() {
        let place = tempfile::tempdir().unwrap();
        let mut broken = files();
        broken.push(File { path: "bot.py/below-a-file".into(), bytes: Vec::new() });
        let refused = write_new(&place.path().join("a/b"), &broken).unwrap_err();
        assert!(matches!(refused, NotWritten::Disk(..)), "{refused}");
        assert!(names(place.path()).is_empty());
    }
}
