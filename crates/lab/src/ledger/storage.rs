//! What a ledger writes to: a file, or in tests a disk that fills up.

use std::fs::File;
use std::io::{self, Write};

/// An append-only store of bytes.
pub trait Storage: Write + Send {
    /// Preallocates `bytes` bytes from offset `from` on.
    fn reserve(&mut self, from: u64, bytes: u64) -> io::Result<()>;
    /// Truncates to the first `bytes` bytes, and frees what was preallocated.
    fn cut(&mut self, bytes: u64) -> io::Result<()>;
    /// Waits until everything written is on the disk.
    fn sync(&mut self) -> io::Result<()>;
}

impl Storage for File {
    fn reserve(&mut self, from: u64, bytes: u64) -> io::Result<()> {
        use nix::errno::Errno;
        use nix::fcntl::{FallocateFlags, fallocate};
        let (from, bytes) = (from.min(i64::MAX as u64) as i64, bytes.min(i64::MAX as u64) as i64);
        match fallocate(&*self, FallocateFlags::FALLOC_FL_KEEP_SIZE, from, bytes) {
            // Not every file system can preallocate; on those a full disk shows as ENOSPC of a write.
            Ok(()) | Err(Errno::EOPNOTSUPP | Errno::ENOSYS) => Ok(()),
            Err(errno) => Err(errno.into()),
        }
    }

    fn cut(&mut self, bytes: u64) -> io::Result<()> {
        self.set_len(bytes)
    }

    fn sync(&mut self) -> io::Result<()> {
        self.sync_data()
    }
}
