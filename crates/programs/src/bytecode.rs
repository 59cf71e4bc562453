//! Python's bytecode: files that Python writes beside a module's source and uses as long as they follow from it.

use std::ffi::OsStr;
use std::fs;
use std::io::Read as _;
use std::path::Path;
use std::time::UNIX_EPOCH;

/// The folder in which Python keeps it.
pub(crate) const FOLDER: &str = "__pycache__";

/// How a file of bytecode begins: a number for Python's version, then flags, then what is known of the source (PEP 552).
const HEADER: usize = 16;
/// The flags of bytecode that is used if the source has this time and size.
const BY_TIME: u32 = 0b00;
/// … and of one that is used if the source has this fingerprint.
const BY_SOURCE: u32 = 0b11;

/// Whether a file is bytecode that changes nothing for whoever has the source: Python uses it only if it was made of that.
pub(crate) fn follows_from_source(path: &Path) -> bool {
    let is_kept_by_python = path.extension() == Some(OsStr::new("pyc"))
        && path.parent().and_then(Path::file_name) == Some(OsStr::new(FOLDER));
    if !is_kept_by_python {
        return false;
    }
    match header(path) {
        Some((BY_TIME, seconds, bytes)) => !is_older_than_its_source(path, seconds, bytes),
        Some((BY_SOURCE, ..)) => true,
        _ => false,
    }
}

/// The flags, and the source's time in seconds and its size, if that is what the flags say.
fn header(path: &Path) -> Option<(u32, u32, u32)> {
    let mut header = [0; HEADER];
    skirmish_files::open(path).ok()?.read_exact(&mut header).ok()?;
    let number = |at: usize| u32::from_le_bytes([header[at], header[at + 1], header[at + 2], header[at + 3]]);
    Some((number(4), number(8), number(12)))
}

/// Whether the source was written after its bytecode, but in the same second and with as many bytes: then Python would take
/// the bytecode for the source's.
fn is_older_than_its_source(bytecode: &Path, seconds: u32, bytes: u32) -> bool {
    let source = || {
        let name = bytecode.file_name()?.to_str()?.split('.').next()?;
        fs::metadata(bytecode.parent()?.parent()?.join(format!("{name}.py"))).ok()
    };
    // Without the source Python does not look at it.
    let Some(source) = source() else { return false };
    let (Ok(made), Ok(edited)) =
        (fs::metadata(bytecode).and_then(|about| about.modified()), source.modified())
    else {
        return true;
    };
    let since = edited.duration_since(UNIX_EPOCH).unwrap_or_default();
    // As Python compares them: the lower 32 bits.
    let is_taken = since.as_secs() as u32 == seconds && source.len() as u32 == bytes;
    is_taken && made < edited
}

#[cfg(test)]
mod tests {
    use std::time::{Duration, SystemTime};

    use super::*;

    const SECOND: u64 = 1_700_000_000;

    fn at(millis: u64) -> SystemTime {
        UNIX_EPOCH + Duration::from_millis(SECOND * 1000 + millis)
    }

    fn follows(flags: u32, seconds: u64, bytes: u32, made: u64, edited: u64) -> bool {
        let folder = tempfile::tempdir().unwrap();
        let source = folder.path().join("bot.py");
        fs::write(&source, "x = 1").unwrap();
        fs::File::open(&source).unwrap().set_modified(at(edited)).unwrap();
        fs::create_dir(folder.path().join(FOLDER)).unwrap();
        let bytecode = folder.path().join(FOLDER).join("bot.cpython-311.pyc");
        let numbers = [3495, flags, seconds as u32, bytes];
        fs::write(&bytecode, numbers.map(u32::to_le_bytes).concat()).unwrap();
        fs::File::open(&bytecode).unwrap().set_modified(at(made)).unwrap();
        follows_from_source(&bytecode)
    }

    #[test]
    fn bytecode_counts_only_where_python_would_use_it_for_another_source() {
        assert!(follows(BY_TIME, SECOND, 5, 400, 300), "made of this source");
        assert!(!follows(BY_TIME, SECOND, 5, 300, 400), "the source was edited in the same second");
        assert!(follows(BY_TIME, SECOND, 6, 300, 400), "Python sees that the source is another");
        assert!(follows(BY_TIME, SECOND - 1, 5, 300, 400), "and by its time");
        assert!(follows(BY_SOURCE, 0, 0, 300, 400), "Python compares the source itself");
        assert!(!follows(0b01, 0, 0, 400, 300), "Python does not look at the source");
        assert!(!follows(77, 0, 0, 400, 300), "of a Python that nobody knows");
    }

    #[test]
    fn only_what_python_keeps_is_bytecode() {
        let folder = tempfile::tempdir().unwrap();
        for name in ["bot.pyc", "bot.txt"] {
            let path = folder.path().join(name);
            fs::write(&path, [0; HEADER]).unwrap();
            assert!(!follows_from_source(&path), "{name}");
        }
        fs::create_dir(folder.path().join(FOLDER)).unwrap();
        let short = folder.path().join(FOLDER).join("bot.cpython-311.pyc");
        fs::write(&short, [0; HEADER - 1]).unwrap();
        assert!(!follows_from_source(&short));
    }
}
