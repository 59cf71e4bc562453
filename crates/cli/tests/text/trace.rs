//! The system calls of a command's processes, parsed from `strace`, split into those on the host and those in a jail.
//!
//! A process is in a jail from its `pivot_root` on, and so are those that it starts: from then on its paths mean other
//! files. Everything before is the host's doing.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::fs;
use std::os::unix::ffi::OsStringExt;
use std::path::{Component, Path, PathBuf};

/// The traced system calls: those that take a path, create a process, or change what paths mean.
const CALLS: &str = "execve,execveat,open,openat,openat2,creat,/^mkdir,/^mknod,/^unlink,rmdir,/^rename,link,linkat,\
    /^symlink,truncate,chmod,/^fchmodat,chown,lchown,fchownat,/^setxattr,lsetxattr,mount,umount2,move_mount,/^open_tree,\
    fsmount,pivot_root,chroot,chdir,fchdir,clone,clone3,fork,vfork,unshare,setns,close,close_range,/^dup,\
    fcntl";

/// The `strace` command that writes traces into a folder.
pub fn strace(into: &Path, user: Option<&str>) -> Vec<String> {
    let mut words: Vec<String> = ["strace", "-f", "-q", "-y", "--decode-pids=pidns", "--seccomp-bpf"]
        .iter()
        .chain(&["-s", "65536", "-e", "signal=none", "-e"])
        .map(ToString::to_string)
        .collect();
    words.push(format!("trace={CALLS}"));
    words.extend(["-o".into(), into.join("trace").display().to_string()]);
    words.extend(user.into_iter().flat_map(|user| ["-u".into(), user.into()]));
    words
}

/// A system call on a path.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Deed {
    pub kind: Kind,
    /// The resolved path: as the kernel reported it, or else as it resolves now.
    pub path: PathBuf,
    /// Whether the argument contains `..`.
    pub goes_up: bool,
    /// Whether it is an `openat2` with RESOLVE_BENEATH and RESOLVE_NO_SYMLINKS.
    pub is_beneath: bool,
    /// The program of the calling process.
    pub by: PathBuf,
    /// The line of the trace.
    pub line: String,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kind {
    Execute,
    Read,
    /// Opened for writing, created, removed, renamed, or with changed permissions.
    Change,
    /// Bind-mounted into a jail.
    Bind,
}

/// The trace of a command.
#[derive(Debug, Default)]
pub struct Trace {
    /// System calls on the host.
    pub host: Vec<Deed>,
    /// Programs that were started in jails.
    pub jailed: Vec<PathBuf>,
    /// The number of processes on the host, and of those only in jails.
    pub processes: (usize, usize),
}

/// The state of a process.
#[derive(Clone, Debug)]
struct Process {
    folder: PathBuf,
    program: PathBuf,
    is_jailed: bool,
    /// Whether it has a private mount namespace.
    has_own_mounts: bool,
    /// The mount point of its private file system, which no other process sees.
    stage: Option<PathBuf>,
    /// Descriptors of files on that file system.
    stage_fds: Vec<i32>,
}

impl Trace {
    /// Parses the traces in `from` of a command that was started in `started_in`.
    pub fn read(from: &Path, started_in: &Path) -> Result<Self, String> {
        let bytes = fs::read(from.join("trace")).map_err(|error| format!("strace left no trace: {error}"))?;
        let mut lives = lives(&String::from_utf8_lossy(&bytes));
        let start = Process {
            folder: started_in.to_path_buf(),
            program: PathBuf::new(),
            is_jailed: false,
            has_own_mounts: false,
            stage: None,
            stage_fds: Vec::new(),
        };
        let mut trace = Self::default();
        let first = (!lives.is_empty()).then_some(0).ok_or("strace left an empty trace")?;
        let mut waiting = vec![(first, start)];
        while let Some((number, process)) = waiting.pop() {
            let lines = std::mem::take(&mut lives[number].lines);
            let mut children = Vec::new();
            trace.follow(process, &lines, &mut children)?;
            for Child { pid, born_after, process } in children {
                // Process ids are reused: the next process with that id is the one that was started here.
                let is_it =
                    |life: &Life| life.pid == pid && life.begin > born_after && !life.lines.is_empty();
                let found = lives.iter().position(is_it);
                waiting.extend(found.map(|found| (found, process)));
            }
        }
        // A process that is not reachable from the first would escape the check.
        match lives.iter().find(|life| life.lines.iter().any(|(_, line)| Call::read(line).is_some())) {
            Some(lost) => Err(format!("a process was started by nobody known: {:?}", lost.lines.first())),
            None => Ok(trace),
        }
    }

    fn follow(
        &mut self,
        mut process: Process,
        lines: &[(usize, String)],
        children: &mut Vec<Child>,
    ) -> Result<(), String> {
        let was_jailed = process.is_jailed;
        for (at, line) in lines {
            let Some(call) = Call::read(line) else { continue };
            if let Some(pid) = call.child() {
                let mut child = process.clone();
                child.has_own_mounts |= line.contains("CLONE_NEWNS");
                children.push(Child { pid, born_after: *at, process: child });
            } else if process.is_jailed {
                self.jailed.extend(call.executed(&process).filter(|_| call.result == 0));
            } else {
                let deeds = call.deeds(&process)?;
                self.host.extend(deeds.into_iter().filter(|deed| !process.is_staged(&call, deed)));
            }
            process.update(&call);
        }
        *(if was_jailed { &mut self.processes.1 } else { &mut self.processes.0 }) += 1;
        Ok(())
    }
}

/// A process that was started, and the line where that began.
struct Child {
    pid: u32,
    born_after: usize,
    process: Process,
}

/// The trace of one process, each line with its position in the file.
struct Life {
    pid: u32,
    begin: usize,
    lines: Vec<(usize, String)>,
}

/// The processes of a trace, by their start; calls split into `unfinished` and `resumed` are joined.
fn lives(text: &str) -> Vec<Life> {
    let mut lives: Vec<Life> = Vec::new();
    let mut alive: BTreeMap<u32, usize> = BTreeMap::new();
    for (at, line) in text.lines().enumerate() {
        let Some((pid, line)) = line.split_once(' ') else { continue };
        let Ok(pid) = pid.parse::<u32>() else { continue };
        let line = line.trim_start();
        let number = *alive.entry(pid).or_insert_with(|| {
            lives.push(Life { pid, begin: at, lines: Vec::new() });
            lives.len() - 1
        });
        let lines = &mut lives[number].lines;
        if line.starts_with("+++ exited") || line.starts_with("+++ killed") {
            // A process without calls counts, too.
            lines.push((at, line.to_owned()));
            alive.remove(&pid);
        } else if let Some((_, rest)) =
            line.strip_prefix("<... ").and_then(|line| line.split_once(" resumed>"))
        {
            if let Some((_, begun)) = lines.last_mut() {
                begun.truncate(begun.trim_end_matches("<unfinished ...>").trim_end().len());
                begun.push_str(rest);
            }
        } else {
            lines.push((at, line.to_owned()));
        }
    }
    lives
}

impl Process {
    /// Updates the state of the process by a call.
    fn update(&mut self, call: &Call) {
        let given = call.result_fd();
        let from_stage = matches!(call.name, "openat" | "openat2" | "dup" | "dup2" | "dup3" | "fcntl")
            && call.fd(0).is_some_and(|fd| self.stage_fds.contains(&fd));
        if call.name == "close" {
            self.stage_fds.retain(|fd| call.fd(0) != Some(*fd));
        }
        if let Some(fd) = given {
            self.stage_fds.retain(|known| *known != fd);
            let is_absolute = call.args.get(1).is_some_and(|path| path.starts_with("\"/"));
            if call.name == "fsmount" || (from_stage && !is_absolute) {
                self.stage_fds.push(fd);
            }
        }
        if call.result != 0 {
            return;
        }
        match call.name {
            "execve" | "execveat" => self.program = call.executed(self).unwrap_or_default(),
            "chdir" => self.folder = clean(&self.folder.join(call.text(0).unwrap_or_default())),
            "fchdir" => self.folder = call.fd_path(0).unwrap_or_default(),
            "pivot_root" => self.is_jailed = true,
            "unshare" => self.has_own_mounts |= call.line.contains("CLONE_NEWNS"),
            "move_mount" if self.is_staging(call) && self.stage.is_none() => self.stage = call.fd_path(2),
            "mount"
                if call.args.get(2).is_some_and(|kind| kind == "\"tmpfs\"")
                    && self.stage.is_none()
                    && self.has_own_mounts =>
            {
                self.stage = call.text(1).map(|at| clean(&self.folder.join(at)));
            }
            _ => {}
        }
    }

    /// Whether a call mounts a private file system.
    fn is_staging(&self, call: &Call) -> bool {
        call.name == "move_mount"
            && self.has_own_mounts
            && call.fd(0).is_some_and(|fd| self.stage_fds.contains(&fd))
    }

    /// Whether a call changes something on the process's private file system.
    fn is_staged(&self, call: &Call, deed: &Deed) -> bool {
        if deed.kind != Kind::Change && deed.kind != Kind::Read {
            return false;
        }
        let goes_up = |at: usize| {
            call.text(at).is_some_and(|path| path.components().any(|part| part == Component::ParentDir))
        };
        let by_fd = |fd: usize| {
            call.fd(fd).is_some_and(|fd| self.stage_fds.contains(&fd))
                && call.args.get(fd + 1).is_some_and(|path| !path.starts_with("\"/"))
                && !goes_up(fd + 1)
        };
        let is_below = self.stage.as_ref().is_some_and(|stage| deed.path.starts_with(stage));
        match call.name {
            "move_mount" => self.is_staging(call) || by_fd(2) || is_below,
            "symlinkat" => by_fd(1) || is_below,
            _ => by_fd(0) || is_below,
        }
    }
}

/// One line of a trace.
#[derive(Debug)]
struct Call<'a> {
    name: &'a str,
    args: Vec<String>,
    result: i64,
    /// Everything after ` = `.
    outcome: &'a str,
    line: &'a str,
}

impl<'a> Call<'a> {
    fn read(line: &'a str) -> Option<Self> {
        let (name, rest) = line.split_once('(')?;
        if !name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_') {
            return None;
        }
        let (args, end) = arguments(rest);
        let outcome = rest.get(end..)?.trim_start_matches(')').trim_start().strip_prefix("= ")?;
        // Whoever was ended within a call did not do it.
        if outcome.starts_with('?') {
            return None;
        }
        let digits = outcome.split(|c: char| c != '-' && !c.is_ascii_digit()).next()?;
        Some(Self { name, args, result: digits.parse().unwrap_or(-1), outcome, line })
    }

    /// The id of the process that a call created, in the outer namespace.
    fn child(&self) -> Option<u32> {
        if !matches!(self.name, "clone" | "clone3" | "fork" | "vfork") || self.result <= 0 {
            return None;
        }
        match self.outcome.split_once("/* ") {
            Some((_, translated)) => translated.split(' ').next()?.parse().ok(),
            None => u32::try_from(self.result).ok(),
        }
    }

    /// A string argument.
    fn text(&self, at: usize) -> Option<PathBuf> {
        let inside = self.args.get(at)?.strip_prefix('"')?;
        let inside = inside.rsplit_once('"')?.0;
        Some(PathBuf::from(OsString::from_vec(unescaped(inside))))
    }

    /// A file descriptor argument.
    fn fd(&self, at: usize) -> Option<i32> {
        self.args.get(at)?.split('<').next()?.parse().ok()
    }

    /// The path of a descriptor argument.
    fn fd_path(&self, at: usize) -> Option<PathBuf> {
        let inside = self.args.get(at)?.split_once('<')?.1.strip_suffix('>')?;
        Some(PathBuf::from(OsString::from_vec(unescaped(inside))))
    }

    fn result_fd(&self) -> Option<i32> {
        let gives = matches!(
            self.name,
            "open" | "openat" | "openat2" | "creat" | "fsmount" | "open_tree" | "dup" | "dup2" | "dup3"
        ) || (self.name == "fcntl"
            && self.args.get(1).is_some_and(|what| what.starts_with("F_DUPFD")));
        (gives && self.result >= 0).then(|| i32::try_from(self.result).ok()).flatten()
    }

    /// The path of the returned descriptor.
    fn result_path(&self) -> Option<PathBuf> {
        let inside = self.outcome.split_once('<')?.1.strip_suffix('>')?;
        let inside = inside.strip_suffix(">(deleted)").unwrap_or(inside);
        Some(PathBuf::from(OsString::from_vec(unescaped(inside))))
    }

    /// The path in an argument, relative to the directory descriptor in another argument or to the working directory.
    fn path(&self, process: &Process, folder: Option<usize>, at: usize) -> Result<PathBuf, String> {
        let text = self.text(at).ok_or_else(|| format!("a path that cannot be read: {}", self.line))?;
        let from = folder.and_then(|folder| self.fd_path(folder)).unwrap_or_else(|| process.folder.clone());
        Ok(from.join(text))
    }

    fn executed(&self, process: &Process) -> Option<PathBuf> {
        match self.name {
            "execve" => self.path(process, None, 0).ok().map(|path| clean(&path)),
            "execveat" => self.path(process, Some(0), 1).ok().map(|path| clean(&path)),
            _ => None,
        }
    }

    /// The effects of the call on paths, attempted ones included.
    fn deeds(&self, process: &Process) -> Result<Vec<Deed>, String> {
        use Kind::{Bind, Change, Execute, Read};
        let deed = |kind: Kind, path: PathBuf| Deed {
            kind,
            goes_up: path.components().any(|part| part == Component::ParentDir),
            // Where the kernel refused to follow a link, the path is not resolved through it.
            path: match self.result < 0 && self.line.contains("RESOLVE_NO_SYMLINKS") {
                true => clean(&path),
                false => resolved(&path, self.line.contains("NOFOLLOW")),
            },
            is_beneath: ["RESOLVE_BENEATH", "RESOLVE_NO_SYMLINKS", "RESOLVE_NO_MAGICLINKS"]
                .iter()
                .all(|word| self.args.get(2).is_some_and(|how| how.contains(word))),
            by: process.program.clone(),
            line: self.line.chars().take(400).collect(),
        };
        let at = |kind: Kind, folder: Option<usize>, at: usize| {
            self.path(process, folder, at).map(|path| deed(kind, path))
        };
        let has = |at: usize, words: &[&str]| {
            self.args.get(at).is_some_and(|flags| {
                flags.split(['|', '{', '=', ',']).any(|flag| words.contains(&flag.trim()))
            })
        };
        let opened = |folder: Option<usize>, path: usize| -> Result<Vec<Deed>, String> {
            let changes = has(path + 1, &["O_WRONLY", "O_RDWR", "O_CREAT", "O_TRUNC", "O_TMPFILE"]);
            let kind = if changes { Change } else { Read };
            match self.result_path() {
                // The name of a pipe or a namespace is no path.
                Some(path) if self.result >= 0 && path.is_absolute() => Ok(vec![deed(kind, path)]),
                _ => Ok(vec![at(kind, folder, path)?]),
            }
        };
        Ok(match self.name {
            "execve" => vec![at(Execute, None, 0)?],
            "execveat" => vec![at(Execute, Some(0), 1)?],
            "open" => opened(None, 0)?,
            "openat" | "openat2" => opened(Some(0), 1)?,
            "creat" | "mkdir" | "mknod" | "unlink" | "rmdir" | "truncate" | "chmod" | "chown" | "lchown"
            | "setxattr" | "lsetxattr" => vec![at(Change, None, 0)?],
            "mkdirat" | "mknodat" | "unlinkat" | "fchmodat" | "fchmodat2" | "fchownat" | "setxattrat" => {
                vec![at(Change, Some(0), 1)?]
            }
            "rename" | "link" => vec![at(Change, None, 0)?, at(Change, None, 1)?],
            "renameat" | "renameat2" | "linkat" => vec![at(Change, Some(0), 1)?, at(Change, Some(2), 3)?],
            "symlink" => vec![at(Change, None, 1)?],
            "symlinkat" => vec![at(Change, Some(1), 2)?],
            "open_tree" | "open_tree_attr"
                if self.text(1).is_some_and(|path| path.as_os_str().is_empty()) =>
            {
                vec![deed(Bind, self.fd_path(0).unwrap_or_default())]
            }
            "open_tree" | "open_tree_attr" => vec![at(Bind, Some(0), 1)?],
            "move_mount" => vec![at(Change, Some(2), 3)?],
            "mount" if has(3, &["MS_BIND"]) && !has(3, &["MS_REMOUNT"]) => {
                vec![at(Bind, None, 0)?, at(Change, None, 1)?]
            }
            // Joining a namespace of another process is never allowed.
            "setns" => vec![deed(Change, PathBuf::from("another process's namespace"))],
            _ => Vec::new(),
        })
    }
}

/// The arguments of a call, and the offset of their end.
fn arguments(text: &str) -> (Vec<String>, usize) {
    let (mut args, mut now, mut depth, mut is_quoted) = (Vec::new(), String::new(), 0_usize, false);
    let mut escaped = false;
    for (at, c) in text.char_indices() {
        if is_quoted {
            now.push(c);
            is_quoted = escaped || c != '"';
            escaped = !escaped && c == '\\';
            continue;
        }
        match c {
            '"' => is_quoted = true,
            '(' | '[' | '{' | '<' => depth += 1,
            // `=>` precedes the value of a structure after the call.
            '>' if now.ends_with('=') => {}
            ')' if depth == 0 => {
                args.push(now.trim().to_owned());
                return (args, at);
            }
            ')' | ']' | '}' | '>' => depth = depth.saturating_sub(1),
            ',' if depth == 0 => {
                args.push(std::mem::take(&mut now).trim().to_owned());
                continue;
            }
            _ => {}
        }
        now.push(c);
    }
    (args, text.len())
}

/// Unescapes text that `strace` has quoted.
fn unescaped(text: &str) -> Vec<u8> {
    let mut bytes = text.bytes().peekable();
    let mut plain = Vec::new();
    while let Some(byte) = bytes.next() {
        if byte != b'\\' {
            plain.push(byte);
            continue;
        }
        match bytes.next() {
            Some(b'n') => plain.push(b'\n'),
            Some(b't') => plain.push(b'\t'),
            Some(b'r') => plain.push(b'\r'),
            Some(b'v') => plain.push(0x0b),
            Some(b'f') => plain.push(0x0c),
            Some(digit @ b'0'..=b'7') => {
                let mut value = u32::from(digit - b'0');
                for _ in 0..2 {
                    let Some(digit) = bytes.next_if(|next| (b'0'..=b'7').contains(next)) else { break };
                    value = value * 8 + u32::from(digit - b'0');
                }
                plain.push(value as u8);
            }
            Some(other) => plain.push(other),
            None => {}
        }
    }
    plain
}

/// Normalises a path lexically: removes `.` and applies `..`.
pub fn clean(path: &Path) -> PathBuf {
    let mut cleaned = PathBuf::new();
    for part in path.components() {
        match part {
            Component::ParentDir => {
                cleaned.pop();
            }
            Component::CurDir => {}
            part => cleaned.push(part),
        }
    }
    cleaned
}

/// The path with links resolved, as far as it exists; `stays`: a link in the last component is not followed.
fn resolved(path: &Path, stays: bool) -> PathBuf {
    let real = |path: &Path| path.canonicalize().ok();
    let beside = || Some(real(path.parent()?)?.join(path.file_name()?));
    // Paths in /proc are not resolved: `self` would be this process.
    if path.starts_with("/proc") && !path.components().any(|part| part == Component::ParentDir) {
        return clean(path);
    }
    let through = || real(path).filter(|_| !stays);
    through().or_else(beside).unwrap_or_else(|| clean(path))
}

/// Whether a path is below one of these folders, lexically.
pub fn is_below(path: &Path, folders: &[PathBuf]) -> bool {
    folders.iter().any(|folder| path.starts_with(folder))
}

#[test]
fn lines_of_a_trace_are_understood() {
    let start = Process {
        folder: "/home".into(),
        program: PathBuf::new(),
        is_jailed: false,
        has_own_mounts: true,
        stage: Some("/tmp".into()),
        stage_fds: vec![9],
    };
    for (line, kind, path, is_staged) in [
        (r#"execve("../none/sh", ["sh", "a)b"], 0x1 /* 2 vars */) = 0"#, Kind::Execute, "/none/sh", false),
        (
            r#"openat(AT_FDCWD</home>, "a,\"\n(b", O_RDONLY) = -1 ENOENT (No)"#,
            Kind::Read,
            "/home/a,\"\n(b",
            false,
        ),
        (
            r#"openat(AT_FDCWD</home>, "x", O_RDONLY|O_CLOEXEC) = 3</etc/passwd>"#,
            Kind::Read,
            "/etc/passwd",
            false,
        ),
        (
            r#"openat2(9</>, "usr", {flags=O_WRONLY|O_CREAT, mode=0600, resolve=RESOLVE_IN_ROOT}, 24) = 3</usr>"#,
            Kind::Change,
            "/usr",
            true,
        ),
        (
            r#"openat2(9</>, "../usr", {flags=O_WRONLY, resolve=0}, 24) = 3</usr>"#,
            Kind::Change,
            "/usr",
            false,
        ),
        (r#"creat("/tmp/proc/../../home/x", 0666) = 3</home/x>"#, Kind::Change, "/home/x", false),
        (r#"mkdir("/tmp/usr", 0777) = 0"#, Kind::Change, "/tmp/usr", true),
        (r#"move_mount(6</>, "", 9</>, "usr", MOVE_MOUNT_F_EMPTY_PATH) = 0"#, Kind::Change, "/usr", true),
        (
            r#"open_tree(AT_FDCWD</home>, "/usr/bin/../..", OPEN_TREE_CLONE|AT_RECURSIVE) = 6</>"#,
            Kind::Bind,
            "/",
            false,
        ),
        (r#"open_tree(7</srv>, "", OPEN_TREE_CLONE|AT_EMPTY_PATH) = 6</>"#, Kind::Bind, "/srv", false),
        (r#"symlinkat("/etc", 9</>, "x") = 0"#, Kind::Change, "/x", true),
    ] {
        let call = Call::read(line).unwrap();
        let deeds = call.deeds(&start).unwrap();
        assert_eq!((deeds[0].kind, deeds[0].path.as_path()), (kind, Path::new(path)), "{line}");
        assert_eq!(start.is_staged(&call, &deeds[0]), is_staged, "{line}");
    }
    let clone = r#"clone3({flags=CLONE_PIDFD} => {pidfd=[20<anon_inode:[pidfd]>]}, 88) = 2 /* 32405 in strace's PID NS */"#;
    assert_eq!(Call::read(clone).unwrap().child(), Some(32405));
    assert_eq!(unescaped(r"a\377\n\0b"), b"a\xff\n\0b");
}
