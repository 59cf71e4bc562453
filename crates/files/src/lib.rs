//! Opening paths from outside: regular files only, up to a size limit, without blocking.
//!
//! A path that a person or a stranger gives may lead to a pipe, which would be waited for, to a device, which never ends,
//! or to a file that is larger than the memory. Whoever reads such a path opens it here. The same for the first line of a
//! script ([`Shebang`]) and for programs by their name ([`search_path`]).

pub mod search_path;
mod shebang;

use std::fs::{self, File, FileType, OpenOptions};
use std::io::{self, Read};
use std::os::unix::fs::{FileTypeExt as _, OpenOptionsExt as _};
use std::path::Path;

pub use shebang::Shebang;

/// Opens a regular file for reading; anything else is refused with a sentence, and not waited for.
pub fn open(path: &Path) -> io::Result<File> {
    // Checked before, because opening a device can have side effects, and after, because the path may have been replaced
    // in between (TOCTOU).
    refuse_others(fs::metadata(path)?.file_type())?;
    let mut options = OpenOptions::new();
    options.read(true).custom_flags(libc::O_NONBLOCK | libc::O_NOCTTY);
    let file = options.open(path)?;
    ensure_regular(&file)?;
    Ok(file)
}

/// Refuses an open file that is not a regular file.
pub fn ensure_regular(file: &File) -> io::Result<()> {
    refuse_others(file.metadata()?.file_type())
}

/// Reads a regular file of at most `most` bytes; a larger one is refused.
pub fn read(path: &Path, most: u64) -> io::Result<Vec<u8>> {
    let file = open(path)?;
    let length = file.metadata()?.len();
    if length > most {
        return Err(too_large(&format!("it has {length} bytes"), most));
    }
    // The file may grow while it is read.
    let mut bytes = Vec::new();
    file.take(most.saturating_add(1)).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > most {
        return Err(too_large("it has more bytes", most));
    }
    Ok(bytes)
}

/// Reads a regular file of UTF-8 text of at most `most` bytes.
pub fn read_text(path: &Path, most: u64) -> io::Result<String> {
    String::from_utf8(read(path, most)?)
        .map_err(|_| io::Error::new(io::ErrorKind::InvalidData, "it is not UTF-8 text"))
}

fn too_large(has: &str, most: u64) -> io::Error {
    io::Error::new(io::ErrorKind::FileTooLarge, format!("{has}: at most {most} are read"))
}

fn refuse_others(kind: FileType) -> io::Result<()> {
    if kind.is_file() {
        return Ok(());
    }
    let what = word(kind);
    Err(io::Error::new(io::ErrorKind::InvalidInput, format!("it is {what}, not a regular file")))
}

fn word(kind: FileType) -> &'static str {
    match kind {
        _ if kind.is_dir() => "a folder",
        _ if kind.is_fifo() => "a pipe",
        _ if kind.is_socket() => "a socket",
        _ if kind.is_char_device() || kind.is_block_device() => "a device",
        _ => "something else",
    }
}

#[cfg(test)]
mod tests {
    use std::os::unix::net::UnixListener;
    use std::process::Command;

    use super::*;

    #[test]
    fn only_regular_files_are_opened_and_nothing_is_waited_for() {
        let folder = tempfile::tempdir().expect("a folder");
        let at = |name: &str| folder.path().join(name);
        assert!(Command::new("mkfifo").arg(at("pipe")).status().expect("mkfifo").success());
        std::os::unix::fs::symlink(at("pipe"), at("link")).expect("a link");
        let _socket = UnixListener::bind(at("socket")).expect("a socket");
        fs::write(at("file"), "text").expect("written");
        for (path, want) in [
            (at("pipe"), "it is a pipe"),
            (at("link"), "it is a pipe"),
            (at("socket"), "it is a socket"),
            (folder.path().to_owned(), "it is a folder"),
            ("/dev/zero".into(), "it is a device"),
        ] {
            let refused = read(&path, 100).expect_err("refused").to_string();
            assert!(refused.starts_with(want), "{}: {refused}", path.display());
        }
        assert_eq!(read_text(&at("file"), 4).expect("read"), "text");
        assert_eq!(read(&at("nothing"), 4).expect_err("missing").kind(), io::ErrorKind::NotFound);
    }

    #[test]
    fn a_file_beyond_the_cap_is_refused_before_it_is_read() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("file");
        File::create(&path).and_then(|file| file.set_len(1 << 40)).expect("a file of holes");
        let refused = read(&path, 4).expect_err("refused");
        assert_eq!(refused.to_string(), "it has 1099511627776 bytes: at most 4 are read");
        // A reported length need not be true: files in `/proc` report 0.
        let refused = read(Path::new("/proc/self/status"), 4).expect_err("refused");
        assert_eq!(refused.to_string(), "it has more bytes: at most 4 are read");
        fs::write(&path, [0xff]).expect("written");
        assert_eq!(read_text(&path, 4).expect_err("refused").to_string(), "it is not UTF-8 text");
    }
}
