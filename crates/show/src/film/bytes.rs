//! Integers as LEB128 varints; signed ones are zigzag-encoded.

use super::BadFilm;

/// Appends a varint.
pub fn put(out: &mut Vec<u8>, mut number: u64) {
    while number >= 0x80 {
        out.push(number as u8 | 0x80);
        number >>= 7;
    }
    out.push(number as u8);
}

/// Appends a zigzag varint.
pub fn put_signed(out: &mut Vec<u8>, number: i64) {
    put(out, zigzag(number));
}

/// Zigzag encoding: 0, -1, 1, -2 become 0, 1, 2, 3.
pub fn zigzag(number: i64) -> u64 {
    ((number << 1) ^ (number >> 63)) as u64
}

/// Zigzag decoding.
pub fn unzigzag(encoded: u64) -> i64 {
    (encoded >> 1) as i64 ^ -((encoded & 1) as i64)
}

/// A cursor over bytes.
#[derive(Clone, Debug)]
pub struct Bytes<'a> {
    all: &'a [u8],
    at: usize,
}

impl<'a> Bytes<'a> {
    /// A cursor at the beginning.
    pub fn new(all: &'a [u8]) -> Self {
        Self { all, at: 0 }
    }

    /// Whether everything was read.
    pub fn is_empty(&self) -> bool {
        self.at >= self.all.len()
    }

    /// Reads one byte.
    pub fn byte(&mut self) -> Result<u8, BadFilm> {
        let byte = *self.all.get(self.at).ok_or(BadFilm::CutOff)?;
        self.at += 1;
        Ok(byte)
    }

    /// Reads a varint; refuses more than 64 bits.
    pub fn number(&mut self) -> Result<u64, BadFilm> {
        let mut number = 0u64;
        for shift in (0..64).step_by(7) {
            let byte = self.byte()?;
            let bits = u64::from(byte & 0x7f);
            if shift == 63 && bits > 1 {
                break;
            }
            number |= bits << shift;
            if byte & 0x80 == 0 {
                return Ok(number);
            }
        }
        Err(BadFilm::Nonsense("a number of more than 64 bits"))
    }

    /// Reads a zigzag varint.
    pub fn signed(&mut self) -> Result<i64, BadFilm> {
        self.number().map(unzigzag)
    }

    /// Reads a count; refuses more than `most` of `what`.
    pub fn count(&mut self, most: usize, what: &'static str) -> Result<usize, BadFilm> {
        let count = self.number()?;
        if count > most as u64 {
            return Err(BadFilm::TooMany { what, count, most });
        }
        Ok(count as usize)
    }

    /// Reads `count` bytes.
    pub fn take(&mut self, count: usize) -> Result<&'a [u8], BadFilm> {
        let taken = self.all.get(self.at..self.at + count).ok_or(BadFilm::CutOff)?;
        self.at += count;
        Ok(taken)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_read_back() {
        for number in [0, 1, -1, 63, -64, 64, 127, 128, 1 << 40, i64::MAX, i64::MIN] {
            let mut out = Vec::new();
            put_signed(&mut out, number);
            put(&mut out, number as u64);
            let mut bytes = Bytes::new(&out);
            assert_eq!((bytes.signed(), bytes.number()), (Ok(number), Ok(number as u64)));
            assert!(bytes.is_empty());
        }
    }

    #[test]
    fn endless_and_broken_numbers_are_refused() {
        assert!(Bytes::new(&[0x80; 4]).number().is_err());
        assert!(Bytes::new(&[0xff; 40]).number().is_err());
        assert!(Bytes::new(&[9]).count(8, "things").is_err());
    }
}
