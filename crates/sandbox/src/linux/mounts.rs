//! What is in a jail's root: read-only bind mounts of the system's libraries and of the program's files, and a small
//! tmpfs.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Read, Write};
use std::os::fd::{AsFd, OwnedFd};
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::{OpenOptionsExt, symlink};
use std::path::{Path, PathBuf};

use nix::mount::{MsFlags, mount};
use nix::unistd::{AccessFlags, Gid, Uid, access, setgroups, setresgid, setresuid};

use super::landlock::DEVICES;
use super::new_root::{NewRoot, open_resolved, tmpfs};
use super::{BOT_FOLDER, Bind, SCRATCH_FOLDER, Setup, Spec, WORK_FOLDER, sys};
use crate::root::Content;
use crate::toolchain::SYSTEM_FOLDERS;

/// The user and group a program sees itself as.
pub const INNER_ID: u32 = 1000;
/// The largest file that is copied in.
const FILE_BYTES_MAX: u64 = 64 << 20;
/// What the root itself holds besides a copied file: folders, links, two small files.
const ROOT_BYTES: u64 = 1 << 20;
const ROOT_FILES: u32 = 1024;
/// How deep a folder may be nested to be copied for a build.
const DEPTH_MAX: usize = 32;

/// What libraries, interpreters and compilers read outside the system's folders; nothing in it tells of the host's people
/// or services.
const SETTINGS: &[&str] = &[
    "/etc/alternatives",
    "/etc/ld.so.cache",
    "/etc/localtime",
    "/etc/mono",
    "/etc/R",
    // Where Debian's GHC lists its packages.
    "/var/lib/ghc",
];
/// Every version of Java has its own folder below `/etc`: `java-21-openjdk` and the like.
const JAVA_PREFIX: &str = "java";

const DEV_ZERO: &str = "/dev/zero";
/// Reads as zeroes, too, but cannot be mapped.
const DEV_FULL: &str = "/dev/full";

/// Build what every root has, before the program is known. The process is the program's user from then on.
pub fn prepare(setup: &Setup, has_groups: bool) -> Result<NewRoot, String> {
    mount(None::<&str>, "/", None::<&str>, MsFlags::MS_REC | MsFlags::MS_SLAVE, None::<&str>)
        .map_err(|error| format!("cannot make the mounts private: {error}"))?;
    // The host's files are opened before we change the user: the jail's user may not have access to their parent
    // folders.
    let entries = system_paths().iter().map(|path| host_entry(path, setup)).collect::<Result<Vec<_>, _>>()?;
    let toolchains = setup.toolchains.iter().map(|path| tree(path)).collect::<Result<Vec<_>, _>>()?;
    become_inner_user(has_groups).map_err(|error| format!("cannot become the program's user: {error}"))?;

    let root = NewRoot::new(ROOT_BYTES + FILE_BYTES_MAX, ROOT_FILES)?;
    for folder in ["proc", "dev", "etc", "tmp", "bot"] {
        root.folder(Path::new(folder))?;
    }
    write_small_files(&root)?;
    for host_entry in entries.iter().chain(&toolchains) {
        host_entry.attach(&root)?;
    }
    root.attach(&proc_with_processes()?, Path::new("/proc"), true)?;
    Ok(root)
}

/// Mount what this program needs, and `pivot_root`. `given` are mounts that the helper has cloned, or the file to be
/// copied in.
pub fn enter(root: NewRoot, spec: &Spec, given: Vec<OwnedFd>) -> Result<(), String> {
    let scratch = tmpfs(spec.limits.scratch_bytes, spec.limits.scratch_files, "0700")?;
    root.attach(&scratch, Path::new(SCRATCH_FOLDER), true)?;
    let mut given = given.into_iter();
    for wanted in &spec.binds {
        let ready = given.next().filter(|_| spec.has_bind_fds);
        bind(&root, wanted, ready)?;
    }
    if let Content::File(path) = &spec.root.content {
        let file = given.next().ok_or("the program's file did not come along")?;
        let name = path.file_name().unwrap_or_default();
        copy_in(&root, File::from(file), &Path::new(BOT_FOLDER).join(name))?;
    }
    root.enter()?;
    if let Content::Folder(folder) = &spec.root.content {
        access(BOT_FOLDER, AccessFlags::R_OK | AccessFlags::X_OK).map_err(|_| unreadable(folder))?;
    }
    if spec.root.has_writable_copy {
        copy_folder(Path::new(BOT_FOLDER), Path::new(WORK_FOLDER), 0)?;
    }
    Ok(())
}

/// Open a program that is one file: a regular one. `O_NONBLOCK`, because opening a FIFO would wait for a writer.
pub fn open_program(path: &Path) -> Result<File, String> {
    let opened = OpenOptions::new().read(true).custom_flags(libc::O_NONBLOCK | libc::O_CLOEXEC).open(path);
    let file = opened.map_err(|error| error.to_string())?;
    let meta = file.metadata().map_err(|error| error.to_string())?;
    match (meta.is_file(), meta.len()) {
        (false, _) => Err("it is not a regular file".into()),
        (true, length) if length > FILE_BYTES_MAX => Err(format!("it is larger than {FILE_BYTES_MAX} bytes")),
        (true, _) => Ok(file),
    }
}

/// A detached clone of a mount (`open_tree`), read-only, `nosuid` and `nodev`.
pub fn clone_read_only(source: &OwnedFd, is_folder: bool) -> io::Result<OwnedFd> {
    let tree = sys::clone_tree(source.as_fd(), is_folder)?;
    let attributes = libc::MOUNT_ATTR_RDONLY | libc::MOUNT_ATTR_NOSUID | libc::MOUNT_ATTR_NODEV;
    sys::restrict_mount(tree.as_fd(), attributes, is_folder)?;
    Ok(tree)
}

/// Whether a descriptor is of a folder.
pub fn is_folder(source: &OwnedFd) -> io::Result<bool> {
    let stat = nix::sys::stat::fstat(source)?;
    Ok(stat.st_mode & libc::S_IFMT == libc::S_IFDIR)
}

/// A file or folder of the host's, ready to be attached to a new root at the same path.
enum HostEntry {
    Mount { tree: OwnedFd, at: PathBuf, is_folder: bool },
    Link { to: PathBuf, at: PathBuf },
}

impl HostEntry {
    fn attach(&self, root: &NewRoot) -> Result<(), String> {
        match self {
            Self::Link { to, at } => root.link(to, at),
            Self::Mount { tree, at, is_folder } => root.attach(tree, at, *is_folder),
        }
    }
}

/// The host's files that every jail has, as far as they exist.
fn system_paths() -> Vec<PathBuf> {
    let settings = fs::read_dir("/etc").into_iter().flatten().flatten().map(|entry| entry.path());
    let java = settings.filter(|path| {
        path.file_name().is_some_and(|name| name.as_bytes().starts_with(JAVA_PREFIX.as_bytes()))
    });
    let paths = [SYSTEM_FOLDERS, SETTINGS, DEVICES].concat().into_iter().map(PathBuf::from).chain(java);
    paths.filter(|path| path.symlink_metadata().is_ok()).collect()
}

fn host_entry(path: &Path, setup: &Setup) -> Result<HostEntry, String> {
    match fs::read_link(path) {
        Ok(to) => Ok(HostEntry::Link { to, at: path.into() }),
        // A shared mapping of /dev/zero is shmem, which only a control group counts. /dev/full reads the same and has
        // no mmap.
        Err(_) if path == Path::new(DEV_ZERO) && !setup.counts_memory => device(Path::new(DEV_FULL), path),
        Err(_) if DEVICES.iter().any(|device| path == Path::new(device)) => device(path, path),
        Err(_) => tree(path),
    }
}

fn tree(path: &Path) -> Result<HostEntry, String> {
    let made = || -> io::Result<HostEntry> {
        let source = open_resolved(path)?;
        let is_folder = is_folder(&source)?;
        Ok(HostEntry::Mount { tree: clone_read_only(&source, is_folder)?, at: path.into(), is_folder })
    };
    made().map_err(|error| format!("cannot bind {}: {error}", path.display()))
}

/// A bind mount of one device: the only mounts without `nodev`.
fn device(from: &Path, at: &Path) -> Result<HostEntry, String> {
    let made = || -> io::Result<HostEntry> {
        let tree = sys::clone_tree(open_resolved(from)?.as_fd(), false)?;
        sys::restrict_mount(tree.as_fd(), libc::MOUNT_ATTR_RDONLY | libc::MOUNT_ATTR_NOSUID, false)?;
        Ok(HostEntry::Mount { tree, at: at.into(), is_folder: false })
    };
    made().map_err(|error| format!("cannot bind {}: {error}", from.display()))
}

fn bind(root: &NewRoot, wanted: &Bind, ready: Option<OwnedFd>) -> Result<(), String> {
    let Bind { from, at } = wanted;
    let prepared = || -> io::Result<(OwnedFd, bool)> {
        if let Some(tree) = ready {
            let is_folder = is_folder(&tree)?;
            return Ok((tree, is_folder));
        }
        let source = open_resolved(from)?;
        let is_folder = is_folder(&source)?;
        Ok((clone_read_only(&source, is_folder)?, is_folder))
    };
    let (tree, is_folder) = prepared().map_err(|error| format!("cannot bind {}: {error}", from.display()))?;
    root.attach(&tree, at, is_folder)
}

fn unreadable(folder: &Path) -> String {
    format!(
        "the program's user may not read {}, and its file system cannot show it as the user's own; run `chmod -R o+rX` on it",
        folder.display()
    )
}

/// Become [`INNER_ID`], the one user and group that the helper has mapped. Capabilities are kept for the mounts.
fn become_inner_user(has_groups: bool) -> nix::Result<()> {
    let (user, group) = (Uid::from_raw(INNER_ID), Gid::from_raw(INNER_ID));
    nix::sys::prctl::set_keepcaps(true)?;
    if has_groups {
        setgroups(&[])?;
    }
    setresgid(group, group, group)?;
    setresuid(user, user, user)
}

/// `/proc` with `subset=pid`: its other files tell about the host.
fn proc_with_processes() -> Result<OwnedFd, String> {
    let attributes = libc::MOUNT_ATTR_NOSUID | libc::MOUNT_ATTR_NODEV | libc::MOUNT_ATTR_NOEXEC;
    sys::new_mount(c"proc", &[(c"subset", c"pid")], attributes)
        .map_err(|error| format!("cannot mount /proc: {error}"))
}

fn write_small_files(root: &NewRoot) -> Result<(), String> {
    let write = |path: &str, text: String| {
        let mut file = root.file(Path::new(path), 0o644)?;
        file.write_all(text.as_bytes()).map_err(|error| format!("cannot write {path}: {error}"))
    };
    let link = |to: &str, at: &str| root.link(Path::new(to), Path::new(at));
    write("/etc/passwd", format!("bot:x:{INNER_ID}:{INNER_ID}::{SCRATCH_FOLDER}:/bin/sh\n"))?;
    write("/etc/group", format!("bot:x:{INNER_ID}:\n"))?;
    link("/proc/self/fd", "/dev/fd")?;
    link("/proc/self/fd/0", "/dev/stdin")?;
    link("/proc/self/fd/1", "/dev/stdout")?;
    link("/proc/self/fd/2", "/dev/stderr")?;
    link(SCRATCH_FOLDER, "/dev/shm")
}

fn copy_in(root: &NewRoot, from: File, to: &Path) -> Result<(), String> {
    let mut target = root.file(to, 0o755)?;
    io::copy(&mut from.take(FILE_BYTES_MAX), &mut target)
        .map(drop)
        .map_err(|error| format!("cannot copy the program in: {error}"))
}

/// Copy a folder inside the jail, as the program's user: regular files, folders and links, nothing else.
fn copy_folder(from: &Path, to: &Path, depth: usize) -> Result<(), String> {
    let refuse = |path: &Path, why: &str| Err(format!("cannot copy {} for the build: {why}", path.display()));
    if depth > DEPTH_MAX {
        return refuse(from, "it is nested too deep");
    }
    fs::create_dir(to).map_err(|error| format!("cannot make {}: {error}", to.display()))?;
    let entries = fs::read_dir(from).map_err(|error| format!("cannot read {}: {error}", from.display()))?;
    for entry in entries.flatten() {
        let (path, target) = (entry.path(), to.join(entry.file_name()));
        let Ok(kind) = entry.file_type() else { return refuse(&path, "it has no type") };
        let done = if kind.is_dir() {
            copy_folder(&path, &target, depth + 1)?;
            Ok(())
        } else if kind.is_symlink() {
            fs::read_link(&path).and_then(|to| symlink(to, &target))
        } else if kind.is_file() {
            fs::copy(&path, &target).map(drop)
        } else {
            return refuse(&path, "it is neither a file, a folder nor a link");
        };
        done.or_else(|error| refuse(&path, &error.to_string()))?;
    }
    Ok(())
}
