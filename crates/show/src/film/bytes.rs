//! Numbers as bytes: seven bits at a time, the lowest first; signs fold into the lowest bit.

use super::BadFilm;

/// Adds a number.
pub fn put(out: &mut Vec<u8>, mut number: u64) {
    while number >= 0x80 {
        out.push(number as u8 | 0x80);
        number >>= 7;
    }
    out.push(number as u8);
}

/// Adds a number that may be negative.
pub fn put_signed(out: &mut Vec<u8>, number: i64) {
    put(out, fold(number));
}

/// The number with its sign folded into the lowest bit: 0, -1, 1, -2 become 0, 1, 2, 3.
pub fn fold(number: i64) -> u64 {
    ((number << 1) ^ (number >> 63)) as u64
}

/// Undoes [`fold`].
pub fn unzigzag(folded: u64) -> i64 {
    (folded >> 1) as i64 ^ -((folded & 1) as i64)
}

/// Bytes being read, with a place in them.
#[derive(Clone, Debug)]
pub struct Bytes<'a> {
    all: &'a [u8],
    at: usize,
}

impl<'a> Bytes<'a> {
    /// At the beginning of these bytes.
    pub fn new(all: &'a [u8]) -> Self {
        Self { all, at: 0 }
    }

    /// Whether all was read.
    pub fn is_empty(&self) -> bool {
        self.at >= self.all.len()
    }

    /// One byte.
    pub fn byte(&mut self) -> Result<u8, BadFilm> {
        let byte = *self.all.get(self.at).ok_or(BadFilm::CutOff)?;
        self.at += 1;
        Ok(byte)
    }

    /// A number.
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

    /// A number that may be negative.
    pub fn signed(&mut self) -> Result<i64, BadFilm> {
        self.number().map(unzigzag)
    }

    /// A count that may not exceed `most`.
    pub fn count(&mut self, most: usize, what: &'static str) -> Result<usize, BadFilm> {
        let count = self.number()?;
        if count > most as u64 {
            return Err(BadFilm::TooMany { what, count, most });
        }
        Ok(count as usize)
    }

    /// So many bytes.
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
