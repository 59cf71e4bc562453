//! Folders that only their owner may read, shown to a jail's user as its own.
//!
//! Where root starts jails, a program runs as a user that owns nothing. A mount can show the files of one owner as
//! another's (an idmapped mount): so a person's private folder plays without a change to its modes, and read-only.

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

/// How many entries of a folder are looked at to see whether others may read it.
const ENTRIES_MAX: usize = 256;

/// The mount of a file or folder for a jail whose user that is outside: read-only, and as the user's own if others may
/// not read it and its file system can do that.
pub fn mount_for(source: &OwnedFd, user: Option<Uid>) -> io::Result<OwnedFd> {
    let is_folder = mounts::is_folder(source)?;
    let tree = mounts::clone_read_only(source, is_folder)?;
    let owner = fstat(source)?;
    if let Some(user) = user.filter(|_| is_closed_to_others(source, &owner)) {
        // Not every file system can; then the modes decide, and the jail says what to do.
        let _ = user_namespace(&owner, user)
            .and_then(|namespace| sys::map_mount(tree.as_fd(), namespace.as_fd(), is_folder));
    }
    Ok(tree)
}

/// Whether somebody who is neither owner nor of the group finds something here that cannot be read.
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

/// A user namespace in which the files' owner is that user.
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
