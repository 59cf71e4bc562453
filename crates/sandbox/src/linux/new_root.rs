//! A jail's root while it is built: everything in it is created, written and mounted by descriptor, never by path.

use std::ffi::{CString, OsStr};
use std::fs::File;
use std::os::fd::{AsFd, OwnedFd};
use std::path::{Component, Path};

use nix::fcntl::{OFlag, OpenHow, ResolveFlag, openat, openat2};
use nix::sys::stat::{Mode, mkdirat};
use nix::unistd::{fchdir, pivot_root, symlinkat};

use super::sys;

/// Where it is mounted until `pivot_root`; visible in this process's mount namespace only.
const MOUNT_POINT: &str = "/tmp";

/// A tmpfs that becomes the root of a jail.
pub struct NewRoot {
    root: OwnedFd,
}

impl NewRoot {
    /// An empty file system of that size.
    pub fn new(bytes: u64, files: u32) -> Result<Self, String> {
        let root = tmpfs(bytes, files, "0755")?;
        let mount_point =
            open(nix::fcntl::AT_FDCWD, Path::new(MOUNT_POINT), OFlag::O_PATH, ResolveFlag::empty());
        let mount_point = mount_point.map_err(|error| format!("cannot open {MOUNT_POINT}: {error}"))?;
        sys::attach_tree(root.as_fd(), mount_point.as_fd())
            .map_err(|error| format!("cannot attach the root: {error}"))?;
        Ok(Self { root })
    }

    /// Create a folder and its parents, as `mkdir -p`; returns its descriptor.
    pub fn folder(&self, path: &Path) -> Result<OwnedFd, String> {
        let failed = |error: nix::Error| format!("cannot make {}: {error}", path.display());
        let mut at = self.root.try_clone().map_err(|error| error.to_string())?;
        for part in path.components() {
            let name = match part {
                Component::RootDir => continue,
                Component::Normal(name) => name,
                _ => return Err(format!("cannot make {}: its name is not plain", path.display())),
            };
            match mkdirat(&at, name, Mode::from_bits_truncate(0o755)) {
                Ok(()) | Err(nix::Error::EEXIST) => {}
                Err(error) => return Err(failed(error)),
            }
            at = open_below(&at, name, OFlag::O_PATH | OFlag::O_DIRECTORY).map_err(failed)?;
        }
        Ok(at)
    }

    /// Create a file and its parent folders; an error if it exists (`O_EXCL`).
    pub fn file(&self, path: &Path, mode: u32) -> Result<File, String> {
        let (folder, name) = self.parent(path)?;
        let flags = OFlag::O_WRONLY | OFlag::O_CREAT | OFlag::O_EXCL | OFlag::O_NOFOLLOW | OFlag::O_CLOEXEC;
        let made = openat(&folder, name, flags, Mode::from_bits_truncate(mode));
        made.map(File::from).map_err(|error| format!("cannot make {}: {error}", path.display()))
    }

    pub fn link(&self, to: &Path, at: &Path) -> Result<(), String> {
        let (folder, name) = self.parent(at)?;
        symlinkat(to, &folder, name).map_err(|error| format!("cannot link {}: {error}", at.display()))
    }

    /// Create a mount point and attach a detached mount there (`move_mount`).
    pub fn attach(&self, tree: &OwnedFd, at: &Path, is_folder: bool) -> Result<(), String> {
        let target = match is_folder {
            true => self.folder(at)?,
            false => self.file(at, 0o644)?.into(),
        };
        sys::attach_tree(tree.as_fd(), target.as_fd())
            .map_err(|error| format!("cannot attach {}: {error}", at.display()))
    }

    /// `pivot_root` to it, unmount the old root, and make the new one read-only.
    pub fn enter(self) -> Result<(), String> {
        let swap = || -> std::io::Result<()> {
            fchdir(&self.root)?;
            pivot_root(".", ".")?;
            nix::mount::umount2(".", nix::mount::MntFlags::MNT_DETACH)?;
            nix::unistd::chdir("/")?;
            sys::restrict_mount(self.root.as_fd(), libc::MOUNT_ATTR_RDONLY, false)
        };
        swap().map_err(|error| format!("cannot change to the new root: {error}"))
    }

    fn parent<'a>(&self, path: &'a Path) -> Result<(OwnedFd, &'a OsStr), String> {
        let name =
            path.file_name().ok_or_else(|| format!("cannot make {}: it has no name", path.display()))?;
        Ok((self.folder(path.parent().unwrap_or(Path::new("/")))?, name))
    }
}

/// A detached tmpfs with these limits.
pub fn tmpfs(bytes: u64, files: u32, mode: &str) -> Result<OwnedFd, String> {
    let number = |number: u64| CString::new(number.to_string()).expect("digits hold no zero byte");
    let mode = CString::new(mode).map_err(|_| "a mode holds a zero byte".to_string())?;
    let options = [(c"size", number(bytes)), (c"nr_inodes", number(files.into())), (c"mode", mode)];
    let options: Vec<_> = options.iter().map(|(key, value)| (*key, value.as_c_str())).collect();
    sys::new_mount(c"tmpfs", &options, libc::MOUNT_ATTR_NOSUID | libc::MOUNT_ATTR_NODEV)
        .map_err(|error| format!("cannot make a tmpfs: {error}"))
}

/// Open an entry of a folder without following a symbolic link.
fn open_below(folder: &OwnedFd, name: &OsStr, flags: OFlag) -> nix::Result<OwnedFd> {
    open(folder, Path::new(name), flags, ResolveFlag::RESOLVE_IN_ROOT)
}

/// Open a file or folder of the host's to be bound. The path was canonicalized before: a symbolic link in it was put
/// there since, and is refused.
pub fn open_resolved(path: &Path) -> nix::Result<OwnedFd> {
    open(nix::fcntl::AT_FDCWD, path, OFlag::O_PATH, ResolveFlag::empty())
}

fn open(folder: impl AsFd, path: &Path, flags: OFlag, resolve: ResolveFlag) -> nix::Result<OwnedFd> {
    let resolve = resolve | ResolveFlag::RESOLVE_NO_SYMLINKS | ResolveFlag::RESOLVE_NO_MAGICLINKS;
    let flags = flags | OFlag::O_NOFOLLOW | OFlag::O_CLOEXEC;
    openat2(folder, path, OpenHow::new().flags(flags).mode(Mode::empty()).resolve(resolve))
}
