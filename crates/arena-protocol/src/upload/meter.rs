//! How much of an archive was read: archives are read by libraries, which hold names and lists in memory.

use std::cell::Cell;
use std::io::{self, Read, Seek, SeekFrom};

/// Bytes of headings before the content of one entry of a tar: its name, and what packers note beside it.
const MOST_HEADING_BYTES: u64 = 64 << 10;

/// How much may still be read, in all and before the next content begins.
pub(super) struct Meter {
    left: Cell<u64>,
    heading: Cell<u64>,
    measures: Cell<Measures>,
    is_over: Cell<bool>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Measures {
    Heading,
    All,
    Nothing,
}

impl Meter {
    /// So many bytes in all, and a heading is next.
    pub(super) fn new(most: u64) -> Self {
        Self {
            left: Cell::new(most),
            heading: Cell::new(MOST_HEADING_BYTES),
            measures: Cell::new(Measures::Heading),
            is_over: Cell::new(false),
        }
    }

    /// Content follows, of which only all together counts.
    pub(super) fn begin_content(&self) {
        self.measures.set(Measures::All);
    }

    /// A heading follows.
    pub(super) fn end_content(&self) {
        self.heading.set(MOST_HEADING_BYTES);
        self.measures.set(Measures::Heading);
    }

    /// From now on all counts, headings or not.
    pub(super) fn measure_all(&self) {
        self.measures.set(Measures::All);
    }

    /// From now on nothing counts.
    pub(super) fn measure_nothing(&self) {
        self.measures.set(Measures::Nothing);
    }

    /// Whether somebody wanted to read more.
    pub(super) fn is_over(&self) -> bool {
        self.is_over.get()
    }

    fn count(&self, bytes: u64) -> io::Result<()> {
        let measures = self.measures.get();
        if measures == Measures::Nothing {
            return Ok(());
        }
        let left = self.left.get().checked_sub(bytes);
        let heading = match measures {
            Measures::Heading => self.heading.get().checked_sub(bytes),
            _ => Some(self.heading.get()),
        };
        let (Some(left), Some(heading)) = (left, heading) else {
            self.is_over.set(true);
            return Err(io::Error::other("it is too large"));
        };
        self.left.set(left);
        self.heading.set(heading);
        Ok(())
    }
}

/// What is read through a meter.
pub(super) struct Metered<'a, R> {
    pub(super) from: R,
    pub(super) meter: &'a Meter,
}

impl<R: Read> Read for Metered<'_, R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.from.read(buffer)?;
        self.meter.count(count as u64)?;
        Ok(count)
    }
}

impl<R: Seek> Seek for Metered<'_, R> {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        self.from.seek(to)
    }
}
