//! Copies the result of an untrusted build out of its jail: by descriptor, without following links.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Read};
use std::os::fd::{AsFd, OwnedFd};
use std::os::unix::fs::{OpenOptionsExt, PermissionsExt};
use std::path::Path;

use nix::dir::Dir;
use nix::fcntl::{OFlag, OpenHow, ResolveFlag, openat2};
use nix::sys::stat::Mode;

use crate::{Caps, Error};

/// Copy `from`, a file or folder below `folder`, to `to`.
pub(crate) fn take(folder: &OwnedFd, from: &Path, to: &Path, caps: &Caps) -> Result<(), Error> {
    let mut left = *caps;
    copy(folder, from, to, &mut left).inspect_err(|_| {
        // Remove a partial copy. `to` did not exist before, so all of it was created here.
        let _ = if to.is_dir() { fs::remove_dir_all(to) } else { fs::remove_file(to) };
    })
}

fn copy(folder: &impl AsFd, from: &Path, to: &Path, left: &mut Caps) -> Result<(), Error> {
    let refuse = |why: &str| Error::Artefact(format!("`{}` {why}", from.display()));
    let failed = |error: io::Error| Error::Artefact(format!("`{}`: {error}", from.display()));
    left.files = left.files.checked_sub(1).ok_or_else(|| refuse("is one file too many"))?;
    let mut source = File::from(open(folder, from).map_err(|error| failed(error.into()))?);
    let meta = source.metadata().map_err(failed)?;
    if meta.is_dir() {
        return copy_folder(source, from, to, left);
    }
    if !meta.is_file() {
        return Err(refuse("is neither a regular file nor a folder"));
    }
    left.bytes = left.bytes.checked_sub(meta.len()).ok_or_else(|| refuse("is too large"))?;
    let mode = if meta.permissions().mode() & 0o100 != 0 { 0o755 } else { 0o644 };
    let mut target = OpenOptions::new().write(true).create_new(true).mode(mode).open(to).map_err(failed)?;
    io::copy(&mut (&mut source).take(meta.len()), &mut target).map_err(failed)?;
    // Independent of our umask: the user of a later jail must be able to read it.
    target.set_permissions(fs::Permissions::from_mode(mode)).map_err(failed)?;
    Ok(())
}

fn copy_folder(source: File, from: &Path, to: &Path, left: &mut Caps) -> Result<(), Error> {
    let failed = |error: io::Error| Error::Artefact(format!("`{}`: {error}", from.display()));
    left.depth = left
        .depth
        .checked_sub(1)
        .ok_or_else(|| Error::Artefact(format!("`{}` is nested too deep", from.display())))?;
    fs::create_dir(to)
        .and_then(|()| fs::set_permissions(to, fs::Permissions::from_mode(0o755)))
        .map_err(failed)?;
    let mut entries =
        Dir::from_fd(source.try_clone().map_err(failed)?.into()).map_err(|error| failed(error.into()))?;
    for entry in entries.iter() {
        let entry = entry.map_err(|error| failed(error.into()))?;
        let Ok(name) = entry.file_name().to_str() else {
            return Err(Error::Artefact(format!("`{}` holds a name that is not UTF-8", from.display())));
        };
        if name != "." && name != ".." {
            copy(&source, Path::new(name), &to.join(name), left)?;
        }
    }
    left.depth += 1;
    Ok(())
}

/// Open without following a link, leaving the folder, crossing a mount, or blocking on a FIFO.
fn open(folder: &impl AsFd, path: &Path) -> nix::Result<OwnedFd> {
    let resolve = ResolveFlag::RESOLVE_BENEATH
        | ResolveFlag::RESOLVE_NO_SYMLINKS
        | ResolveFlag::RESOLVE_NO_MAGICLINKS
        | ResolveFlag::RESOLVE_NO_XDEV;
    let flags = OFlag::O_RDONLY | OFlag::O_NOFOLLOW | OFlag::O_NONBLOCK | OFlag::O_NOCTTY | OFlag::O_CLOEXEC;
    openat2(folder, path, OpenHow::new().flags(flags).mode(Mode::empty()).resolve(resolve))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::os::unix::fs::symlink;

    /// Build a folder with `make`, then take `from` out of it.
    fn check(make: impl Fn(&Path), from: &str, caps: Caps) -> Result<Vec<String>, String> {
        let (source, target) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
        make(source.path());
        let folder = OwnedFd::from(File::open(source.path()).unwrap());
        let to = target.path().join("out");
        take(&folder, Path::new(from), &to, &caps).map_err(|error| {
            assert!(!to.exists(), "half a result was left behind");
            error.to_string()
        })?;
        let mut names: Vec<_> = match fs::read_dir(&to) {
            Ok(entries) => entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect(),
            Err(_) => vec![fs::read_to_string(&to).unwrap()],
        };
        names.sort();
        Ok(names)
    }

    #[test]
    fn files_and_folders_are_taken() {
        let make = |at: &Path| {
            fs::create_dir(at.join("bin")).unwrap();
            fs::write(at.join("bin/a"), "A").unwrap();
            fs::write(at.join("bin/b"), "B").unwrap();
        };
        assert_eq!(check(make, "bin/a", Caps::default()), Ok(vec!["A".into()]));
        assert_eq!(check(make, "bin", Caps::default()), Ok(vec!["a".into(), "b".into()]));
    }

    #[test]
    fn links_pipes_and_ways_out_are_refused() {
        let link = |at: &Path| symlink("/etc/hostname", at.join("bot")).unwrap();
        assert!(check(link, "bot", Caps::default()).is_err());
        let hidden = |at: &Path| {
            fs::create_dir(at.join("bin")).unwrap();
            symlink("/etc", at.join("bin/etc")).unwrap();
        };
        assert!(check(hidden, "bin", Caps::default()).is_err());
        assert!(check(hidden, "bin/etc/hostname", Caps::default()).is_err());
        assert!(check(|_| {}, "../../etc/hostname", Caps::default()).is_err());
        assert!(check(|_| {}, "/etc/hostname", Caps::default()).is_err());
        let pipe = |at: &Path| nix::unistd::mkfifo(&at.join("bot"), Mode::S_IRWXU).unwrap();
        assert!(check(pipe, "bot", Caps::default()).is_err());
    }

    #[test]
    fn caps_hold() {
        let sparse = |at: &Path| File::create(at.join("bot")).unwrap().set_len(1 << 40).unwrap();
        assert!(check(sparse, "bot", Caps::default()).unwrap_err().contains("too large"));
        let many = |at: &Path| (0..20).for_each(|n| fs::write(at.join(n.to_string()), "").unwrap());
        assert!(check(many, ".", Caps { files: 10, ..Caps::default() }).is_err());
        let deep = |at: &Path| fs::create_dir_all(at.join("a/b/c/d")).unwrap();
        assert!(check(deep, "a", Caps { depth: 2, ..Caps::default() }).is_err());
    }
}
