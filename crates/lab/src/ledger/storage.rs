//! Where results are written: a file, or in tests something that runs full.

use std::fs::File;
use std::io::{self, Write};

/// Something that lines can be added to.
pub trait Storage: Write + Send {
    /// Makes sure that so many bytes more can be written from there on.
    fn reserve(&mut self, from: u64, bytes: u64) -> io::Result<()>;
    /// Leaves nothing but the first so many bytes, and gives back what was reserved.
    fn cut(&mut self, bytes: u64) -> io::Result<()>;
    /// Waits until everything is on the disk.
    fn sync(&mut self) -> io::Result<()>;
}

impl Storage for File {
    fn reserve(&mut self, from: u64, bytes: u64) -> io::Result<()> {
        use nix::errno::Errno;
        use nix::fcntl::{FallocateFlags, fallocate};
        let (from, bytes) = (from.min(i64::MAX as u64) as i64, bytes.min(i64::MAX as u64) as i64);
        match fallocate(&*self, FallocateFlags::FALLOC_FL_KEEP_SIZE, from, bytes) {
            // Some disks cannot promise room; then a write says when there is none.
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
