//! What a program sees of the machine's files.

use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use crate::Error;

/// What is laid before a program, besides the system's own libraries and interpreters.
///
/// Where there is a private root, it is found in `/bot`, which is also the working directory. Everything is read-only;
/// `/tmp` alone can be written to. Where there is none, the program sees the same files at their own place.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Root {
    pub(crate) content: Content,
    pub(crate) toolchains: Vec<PathBuf>,
    pub(crate) is_workshop: bool,
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
    /// The system's programs only.
    pub fn bare() -> Self {
        Self { content: Content::Nothing, toolchains: Vec::new(), is_workshop: false }
    }

    /// One file: it is copied in alone, so its neighbours stay unseen.
    pub fn of_file(path: impl AsRef<Path>) -> Result<Self, Error> {
        let path = absolute(path.as_ref())?;
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
    pub fn as_workshop(self) -> Self {
        Self { is_workshop: true, ..self }
    }

    /// One more folder to read and execute from, at its own place: a language that lives outside the system's folders.
    ///
    /// What a command names is found without this, also behind the shims of pyenv and rustup.
    #[must_use]
    pub fn with_toolchain(mut self, prefix: impl Into<PathBuf>) -> Self {
        self.toolchains.push(prefix.into());
        self
    }

    /// Where a path that is relative to the program's files lies on this machine.
    pub(crate) fn on_host(&self, relative: &Path) -> Option<PathBuf> {
        match &self.content {
            Content::Nothing => None,
            Content::File(file) => Some(file.parent()?.join(relative)),
            Content::Folder(folder) => Some(folder.join(relative)),
        }
    }
}

fn absolute(path: &Path) -> Result<PathBuf, Error> {
    path.canonicalize().map_err(|error| refused(path, &error.to_string()))
}

fn refused(path: &Path, why: &str) -> Error {
    Error::Path { path: path.into(), why: why.into() }
}
