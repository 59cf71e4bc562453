//! A fresh root: read-only, with the system's libraries, the program's files, and a small place to write.

use std::ffi::CString;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Read};
use std::os::fd::{AsFd, OwnedFd};
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::{OpenOptionsExt, symlink};
use std::path::{Path, PathBuf};

use nix::mount::{MntFlags, MsFlags, mount, umount2};
use nix::unistd::{AccessFlags, Gid, Uid, access, chdir, pivot_root, setgroups, setresgid, setresuid};

use super::fence::DEVICES;
use super::{BOT_FOLDER, SCRATCH_FOLDER, Spec, WORKSHOP_FOLDER, sys};
use crate::root::Content;
use crate::toolchain::SYSTEM_FOLDERS;

/// The user and group a program sees itself as.
pub const INNER_ID: u32 = 1000;
/// The largest file that is copied in.
const FILE_BYTES_MAX: u64 = 64 << 20;
/// What the root itself holds besides a copied file: folders, links, two small files.
const ROOT_BYTES: u64 = 1 << 20;
const ROOT_FILES: u32 = 512;
/// How deep a folder may be nested to be copied into a workshop.
const DEPTH_MAX: usize = 32;
/// Where the new root is put together; only this process sees it there.
const STAGE: &str = "/tmp";

/// What libraries and interpreters read from `/etc`; nothing in it tells of the host's people or services.
const SETTINGS: &[&str] = &["/etc/alternatives", "/etc/ld.so.cache", "/etc/localtime", "/etc/mono"];
/// Folders of which every Java has its own.
const SETTINGS_PREFIX: &str = "java";

/// A part of the host's files, ready to be attached to a new root at the same path.
pub enum Part {
    Tree { tree: OwnedFd, at: PathBuf, is_folder: bool },
    Link { to: PathBuf, at: PathBuf },
}

/// What every root has: taken before it is known which program comes.
pub fn system_parts() -> Result<Vec<Part>, String> {
    mount(None::<&str>, "/", None::<&str>, MsFlags::MS_REC | MsFlags::MS_SLAVE, None::<&str>)
        .map_err(|error| format!("cannot make the mounts private: {error}"))?;
    let java = fs::read_dir("/etc").into_iter().flatten().flatten().map(|entry| entry.path());
    let java = java.filter(|path| {
        path.file_name().is_some_and(|name| name.as_bytes().starts_with(SETTINGS_PREFIX.as_bytes()))
    });
    let paths = [SYSTEM_FOLDERS, SETTINGS, DEVICES].concat().into_iter().map(PathBuf::from).chain(java);
    paths.filter(|path| path.symlink_metadata().is_ok()).map(|path| part(&path)).collect()
}

fn part(path: &Path) -> Result<Part, String> {
    match fs::read_link(path) {
        Ok(to) => Ok(Part::Link { to, at: path.into() }),
        Err(_) => tree(path, path),
    }
}

/// Copy a part of the host's mounts, read-only, without set-user-id programs and, but for our five, without devices.
fn tree(from: &Path, at: &Path) -> Result<Part, String> {
    let refuse = |error: io::Error| format!("cannot bind {}: {error}", from.display());
    let is_device = DEVICES.iter().any(|device| from == Path::new(device));
    let attributes = libc::MOUNT_ATTR_RDONLY | libc::MOUNT_ATTR_NOSUID;
    let attributes = if is_device { attributes } else { attributes | libc::MOUNT_ATTR_NODEV };
    let is_folder = from.metadata().map_err(refuse)?.is_dir();
    let tree = sys::clone_tree(&c_path(from)?, is_folder).map_err(refuse)?;
    sys::restrict_mount(tree.as_fd(), attributes, is_folder).map_err(refuse)?;
    Ok(Part::Tree { tree, at: at.into(), is_folder })
}

/// Build the root for one program and enter it. The process is the program's user from then on.
pub fn enter(system: &[Part], spec: &Spec, has_groups: bool) -> Result<(), String> {
    // The host's paths are opened while we still are who we were: the way to them may be closed to others.
    let mut own = Vec::new();
    let mut file = None;
    match &spec.root.content {
        Content::Nothing => {}
        Content::Folder(folder) => own.push(tree(folder, Path::new(BOT_FOLDER))?),
        Content::File(path) => {
            let (opened, length) = open_file(path)?;
            file = Some((opened, length, path.file_name().unwrap_or_default()));
        }
    }
    for path in &spec.needs {
        own.push(tree(path, path)?);
    }
    become_inner_user(has_groups).map_err(|error| format!("cannot become the program's user: {error}"))?;

    let copied = file.as_ref().map_or(0, |(_, length, _)| *length);
    mount_tmpfs(Path::new(STAGE), ROOT_BYTES + copied, ROOT_FILES, "0755")?;
    for folder in ["proc", "dev", "etc", "tmp", "bot"] {
        make_folder(&staged(Path::new(folder)))?;
    }
    mount_tmpfs(
        &staged(Path::new(SCRATCH_FOLDER)),
        spec.limits.scratch_bytes,
        spec.limits.scratch_files,
        "0700",
    )?;
    write_small_files()?;
    system.iter().chain(&own).try_for_each(attach)?;
    if let Some((mut file, length, name)) = file {
        copy_in(&mut file, length, &staged(Path::new(BOT_FOLDER)).join(name))?;
    }
    mount_proc()?;
    swap_roots().map_err(|error| format!("cannot change to the new root: {error}"))?;
    if let Content::Folder(folder) = &spec.root.content {
        access(BOT_FOLDER, AccessFlags::R_OK | AccessFlags::X_OK).map_err(|_| unreadable(folder))?;
    }
    if spec.root.is_workshop {
        copy_folder(Path::new(BOT_FOLDER), Path::new(WORKSHOP_FOLDER), 0)?;
    }
    Ok(())
}

fn unreadable(folder: &Path) -> String {
    format!("the program's user may not read {}; run `chmod -R o+rX` on it", folder.display())
}

/// Open a file to copy it: only if it is one, and without waiting for a writer if it is a pipe.
fn open_file(path: &Path) -> Result<(File, u64), String> {
    let refuse = |why: String| format!("cannot copy {}: {why}", path.display());
    let mut how = OpenOptions::new();
    let file = how.read(true).custom_flags(libc::O_NONBLOCK | libc::O_CLOEXEC).open(path);
    let file = file.map_err(|error| refuse(error.to_string()))?;
    let meta = file.metadata().map_err(|error| refuse(error.to_string()))?;
    match (meta.is_file(), meta.len()) {
        (false, _) => Err(refuse("it is not a regular file".into())),
        (true, length) if length > FILE_BYTES_MAX => {
            Err(refuse(format!("it is larger than {FILE_BYTES_MAX} bytes")))
        }
        (true, length) => Ok((file, length)),
    }
}

/// The helper has mapped exactly one user and one group into our namespace: those.
fn become_inner_user(has_groups: bool) -> nix::Result<()> {
    let (user, group) = (Uid::from_raw(INNER_ID), Gid::from_raw(INNER_ID));
    nix::sys::prctl::set_keepcaps(true)?;
    if has_groups {
        setgroups(&[])?;
    }
    setresgid(group, group, group)?;
    setresuid(user, user, user)
}

fn staged(path: &Path) -> PathBuf {
    Path::new(STAGE).join(path.strip_prefix("/").unwrap_or(path))
}

fn mount_tmpfs(at: &Path, bytes: u64, files: u32, mode: &str) -> Result<(), String> {
    let options = format!("size={bytes},nr_inodes={files},mode={mode}");
    let flags = MsFlags::MS_NOSUID | MsFlags::MS_NODEV;
    mount(Some("tmpfs"), at, Some("tmpfs"), flags, Some(options.as_str()))
        .map_err(|error| format!("cannot mount a tmpfs: {error}"))
}

/// Processes only: what else `/proc` tells is about the host.
fn mount_proc() -> Result<(), String> {
    let flags = MsFlags::MS_NOSUID | MsFlags::MS_NODEV | MsFlags::MS_NOEXEC;
    mount(Some("proc"), &staged(Path::new("/proc")), Some("proc"), flags, Some("subset=pid"))
        .map_err(|error| format!("cannot mount /proc: {error}"))
}

fn write_small_files() -> Result<(), String> {
    let write = |path: &str, text: String| fs::write(staged(Path::new(path)), text);
    let link = |to: &str, at: &str| symlink(to, staged(Path::new(at)));
    let make = || -> io::Result<()> {
        write("/etc/passwd", format!("bot:x:{INNER_ID}:{INNER_ID}::{SCRATCH_FOLDER}:/bin/sh\n"))?;
        write("/etc/group", format!("bot:x:{INNER_ID}:\n"))?;
        link("/proc/self/fd", "/dev/fd")?;
        link("/proc/self/fd/0", "/dev/stdin")?;
        link("/proc/self/fd/1", "/dev/stdout")?;
        link("/proc/self/fd/2", "/dev/stderr")?;
        link(SCRATCH_FOLDER, "/dev/shm")
    };
    make().map_err(|error| format!("cannot fill the new root: {error}"))
}

fn attach(part: &Part) -> Result<(), String> {
    match part {
        Part::Link { to, at } => {
            symlink(to, staged(at)).map_err(|error| format!("cannot link {}: {error}", at.display()))
        }
        Part::Tree { tree, at, is_folder } => {
            let target = staged(at);
            match is_folder {
                true => make_folder(&target)?,
                false => make_file(&target)?,
            }
            sys::attach_tree(tree.as_fd(), &c_path(&target)?)
                .map_err(|error| format!("cannot attach {}: {error}", at.display()))
        }
    }
}

fn make_folder(path: &Path) -> Result<(), String> {
    fs::create_dir_all(path).map_err(|error| format!("cannot make {}: {error}", path.display()))
}

fn make_file(path: &Path) -> Result<(), String> {
    path.parent().map_or(Ok(()), make_folder)?;
    File::create(path).map(drop).map_err(|error| format!("cannot make {}: {error}", path.display()))
}

fn copy_in(from: &mut File, length: u64, to: &Path) -> Result<(), String> {
    let mut copy = || -> io::Result<u64> {
        let mut to = OpenOptions::new().write(true).create_new(true).mode(0o755).open(to)?;
        io::copy(&mut from.take(length), &mut to)
    };
    copy().map(drop).map_err(|error| format!("cannot copy the program in: {error}"))
}

fn swap_roots() -> io::Result<()> {
    chdir(STAGE)?;
    pivot_root(".", ".")?;
    umount2(".", MntFlags::MNT_DETACH)?;
    chdir("/")?;
    sys::restrict_mount(File::open("/")?.as_fd(), libc::MOUNT_ATTR_RDONLY, false)
}

/// Copy a folder inside the jail, as the program's user: regular files, folders and links, nothing else.
fn copy_folder(from: &Path, to: &Path, depth: usize) -> Result<(), String> {
    let refuse = |path: &Path, why: &str| Err(format!("cannot copy {} for the build: {why}", path.display()));
    if depth > DEPTH_MAX {
        return refuse(from, "it is nested too deep");
    }
    make_folder(to)?;
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

fn c_path(path: &Path) -> Result<CString, String> {
    CString::new(path.as_os_str().as_bytes()).map_err(|_| format!("{} holds a zero byte", path.display()))
}
