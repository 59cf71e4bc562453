//! What a program sees of the machine's files.

use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use crate::Error;

/// The files that a program sees, besides the system's own libraries and interpreters.
///
/// Where there is a private root, it is found in `/bot`, which is also the working directory. Everything is read-only;
/// `/tmp` alone can be written to. Where there is none, the program sees the same files at their own place.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Root {
    pub(crate) content: Content,
    pub(crate) has_writable_copy: bool,
}

/// The program's own files.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) enum Content {
    /// None: the program is one of the system's.
    Nothing,
    /// One file, copied in alone.
    File(PathBuf),
    /// A folder and all below it.
    Folder(PathBuf),
}

impl Root {
    /// No files of its own: the system's programs only.
    pub fn bare() -> Self {
        Self { content: Content::Nothing, has_writable_copy: false }
    }

    /// One file: it is copied in alone, so its neighbours stay unseen.
    pub fn of_file(path: impl AsRef<Path>) -> Result<Self, Error> {
        let given = path.as_ref();
        // Under the name that it was given by, which may be a link's and says how it is run.
        let name = given.file_name().ok_or_else(|| refused(given, "it has no name"))?;
        let folder = given.parent().filter(|folder| !folder.as_os_str().is_empty());
        let path = absolute(folder.unwrap_or(Path::new(".")))?.join(name);
        match path.is_file() {
            true => Ok(Self { content: Content::File(path), ..Self::bare() }),
            false => Err(refused(&path, "it is not a regular file")),
        }
    }

    /// A folder with all that is below it.
    pub fn of_folder(path: impl AsRef<Path>) -> Result<Self, Error> {
        let path = absolute(path.as_ref())?;
        match path.is_dir() {
            true => Ok(Self { content: Content::Folder(path), ..Self::bare() }),
            false => Err(refused(&path, "it is not a folder")),
        }
    }

    /// The same files, copied into a folder below `/tmp` where the program can change them: for builds.
    #[must_use]
    pub fn with_writable_copy(self) -> Self {
        Self { has_writable_copy: true, ..self }
    }
}

fn absolute(path: &Path) -> Result<PathBuf, Error> {
    path.canonicalize().map_err(|error| refused(path, &error.to_string()))
}

fn refused(path: &Path, why: &str) -> Error {
    Error::Path { path: path.into(), why: why.into() }
}
