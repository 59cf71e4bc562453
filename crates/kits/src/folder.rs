//! Writing a new bot's folder: all of it, or nothing.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use crate::File;

/// A folder that was not written.
#[derive(Debug, thiserror::Error)]
pub enum NotWritten {
    /// There is something already.
    #[error("{} is there already and not empty: give another name, or remove it first", .0.display())]
    Exists(PathBuf),
    /// Something that is no folder has the name.
    #[error("{} is a file: give the name of a new folder", .0.display())]
    IsFile(PathBuf),
    /// The disk refused.
    #[error("cannot write {}: {}", .0.display(), .1)]
    Disk(PathBuf, io::Error),
}

/// Writes the files into a folder that is not there yet, or empty. If anything fails, nothing is left behind.
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
        // What cannot be removed either is hidden and harmless; the first error is the one to tell.
        let _ = fs::remove_dir_all(&draft);
        if let Some(made) = made {
            let _ = fs::remove_dir_all(made);
        }
    }
    written.map_err(disk)
}

/// Whether the folder may be written.
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

/// The uppermost folder on the way that would have to be made.
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

/// Gives the draft its name. An empty folder that is there stays the same folder: somebody may be standing in it.
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
