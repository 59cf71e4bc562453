//! Idmapped mounts: folders that only their owner may read appear in a jail as its user's own.
//!
//! Where root starts jails, a program runs as a user that owns nothing. By `MOUNT_ATTR_IDMAP` a private folder can be
//! used without changing its modes or owner; the mount is read-only.

use std::fs::{self, File};
use std::io;
use std::os::fd::{AsFd, OwnedFd};

use nix::dir::Dir;
use nix::fcntl::{AtFlags, OFlag};
use nix::sys::prctl;
use nix::sys::signal::Signal;
use nix::sys::stat::{FileStat, Mode, fstat, fstatat};
use nix::unistd::Uid;

use super::{mounts, sys};

/// How many entries of a folder are checked for whether others may read them.
const ENTRIES_MAX: usize = 256;

/// A read-only clone of a file's or folder's mount for a jail with this user outside; idmapped if others may not read
/// it and its file system supports that.
pub fn mount_for(source: &OwnedFd, user: Option<Uid>) -> io::Result<OwnedFd> {
    let is_folder = mounts::is_folder(source)?;
    let tree = mounts::clone_read_only(source, is_folder)?;
    let owner = fstat(source)?;
    if let Some(user) = user.filter(|_| is_closed_to_others(source, &owner)) {
        // Where the file system does not support it, the modes decide, and `mounts::enter` reports what to do.
        let _ = user_namespace(&owner, user)
            .and_then(|namespace| sys::map_mount(tree.as_fd(), namespace.as_fd(), is_folder));
    }
    Ok(tree)
}

/// Whether others (neither owner nor group) may not read it, or one of the folder's first entries.
fn is_closed_to_others(source: &OwnedFd, found: &FileStat) -> bool {
    if !is_readable(found) {
        return true;
    }
    let flags = OFlag::O_RDONLY | OFlag::O_DIRECTORY | OFlag::O_CLOEXEC;
    let Ok(mut folder) = Dir::openat(source, ".", flags, Mode::empty()) else { return false };
    let names: Vec<_> =
        folder.iter().flatten().take(ENTRIES_MAX).map(|entry| entry.file_name().to_owned()).collect();
    let closed = |name: &std::ffi::CString| {
        fstatat(source, name.as_c_str(), AtFlags::AT_SYMLINK_NOFOLLOW).is_ok_and(|found| !is_readable(&found))
    };
    names.iter().filter(|name| name.as_bytes() != b"..").any(closed)
}

fn is_readable(found: &FileStat) -> bool {
    let wanted = match found.st_mode & libc::S_IFMT {
        libc::S_IFDIR => 0o005,
        libc::S_IFREG => 0o004,
        _ => 0,
    };
    found.st_mode & wanted == wanted
}

/// A user namespace that maps the files' owner to that user. It is created by a child, which is killed once it is open.
fn user_namespace(owner: &FileStat, user: Uid) -> io::Result<File> {
    let (pid, pidfd) = match sys::fork_into(libc::CLONE_NEWUSER)? {
        sys::Side::Parent(pid, pidfd) => (pid, pidfd),
        sys::Side::Child => {
            let _ = prctl::set_pdeathsig(Signal::SIGKILL);
            loop {
                nix::unistd::pause();
            }
        }
    };
    let opened = fs::write(format!("/proc/{pid}/uid_map"), format!("{} {user} 1", owner.st_uid))
        .and_then(|()| fs::write(format!("/proc/{pid}/gid_map"), format!("{} {user} 1", owner.st_gid)))
        .and_then(|()| File::open(format!("/proc/{pid}/ns/user")));
    sys::signal_by_fd(pidfd.as_fd(), Signal::SIGKILL)?;
    nix::sys::wait::waitpid(pid, None)?;
    opened
}
