//! Text compression in films: a table of phrases with placeholders for numbers, since a match repeats itself.

use std::collections::HashMap;

use super::BadFilm;
use super::bytes::{Bytes, put};
use super::limits::{MOST_NUMBERS, MOST_PHRASE_BYTES, MOST_PHRASES};

/// The placeholder for a number in a phrase.
pub const GAP: char = '\u{1}';
/// The longest run of digits that is taken as a number; longer ones are text.
const MOST_DIGITS: usize = 9;

/// The phrase table of a film being made.
#[derive(Debug, Default)]
pub struct Phrases {
    places: HashMap<String, u64>,
    list: Vec<String>,
    phrase: String,
    numbers: Vec<u64>,
}

impl Phrases {
    /// The phrases in the order of their indexes.
    pub fn list(&self) -> &[String] {
        &self.list
    }

    /// Appends a text: the count of its parts, then each. A part ends with a newline or a semicolon.
    pub fn write(&mut self, text: &str, out: &mut Vec<u8>) {
        let parts = || text.split_inclusive(['\n', ';']);
        put(out, parts().count() as u64);
        parts().for_each(|part| self.write_part(part, out));
    }

    /// Writes the index of the phrase plus one and its numbers; or 0, a length and the text itself.
    fn write_part(&mut self, part: &str, out: &mut Vec<u8>) {
        if !self.split(part) {
            return literal(part, out);
        }
        let place = match self.places.get(&self.phrase) {
            Some(&place) => place,
            None if self.list.len() < MOST_PHRASES => {
                self.list.push(self.phrase.clone());
                self.places.insert(self.phrase.clone(), self.list.len() as u64);
                self.list.len() as u64
            }
            None => return literal(part, out),
        };
        put(out, place);
        self.numbers.iter().for_each(|&number| put(out, number));
    }

    /// Splits a part into phrase and numbers; false if it could not be restored from them.
    fn split(&mut self, part: &str) -> bool {
        self.phrase.clear();
        self.numbers.clear();
        if part.len() > MOST_PHRASE_BYTES || part.contains(GAP) {
            return false;
        }
        let mut rest = part;
        while let Some(start) = rest.find(|c: char| c.is_ascii_digit()) {
            let digits = rest[start..].bytes().take_while(u8::is_ascii_digit).count();
            let (before, run) = (&rest[..start], &rest[start..start + digits]);
            self.phrase.push_str(before);
            let is_number = digits <= MOST_DIGITS && (digits == 1 || !run.starts_with('0'));
            match run.parse() {
                Ok(number) if is_number && self.numbers.len() < MOST_NUMBERS => {
                    self.numbers.push(number);
                    self.phrase.push(GAP);
                }
                _ => self.phrase.push_str(run),
            }
            rest = &rest[start + digits..];
        }
        self.phrase.push_str(rest);
        true
    }
}

fn literal(part: &str, out: &mut Vec<u8>) {
    put(out, 0);
    put(out, part.len() as u64);
    out.extend_from_slice(part.as_bytes());
}

/// Reads what [`Phrases::write`] wrote.
pub fn read(list: &[String], bytes: &mut Bytes<'_>, most: usize) -> Result<String, BadFilm> {
    let mut text = String::new();
    for _ in 0..bytes.count(most, "parts of a text")? {
        let place = bytes.number()?;
        if place == 0 {
            let length = bytes.count(most, "bytes of a text")?;
            let part = std::str::from_utf8(bytes.take(length)?);
            text.push_str(part.map_err(|_| BadFilm::Nonsense("a text that is not UTF-8"))?);
        } else {
            let phrase = usize::try_from(place - 1).ok().and_then(|place| list.get(place));
            for c in phrase.ok_or(BadFilm::Nonsense("a phrase that is not in its table"))?.chars() {
                match c {
                    GAP => text.push_str(&bytes.number()?.to_string()),
                    c => text.push(c),
                }
            }
        }
        if text.len() > most {
            return Err(BadFilm::TooMany { what: "bytes of a text", count: text.len() as u64, most });
        }
    }
    Ok(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn any_text_reads_back() {
        let texts = [
            "",
            "seat 0's troop 12 moves from (3, 4) to (3, 5)",
            "MOVE 1 2;TRAIN 1 00 7;;MSG 12345678901 ü",
            "a\nb\n\n007 7\u{1}7",
            "٣ ½ 3½",
            &"9 ".repeat(100),
        ];
        let (mut phrases, mut out) = (Phrases::default(), Vec::new());
        for text in texts.iter().chain(&texts) {
            phrases.write(text, &mut out);
        }
        let mut bytes = Bytes::new(&out);
        for text in texts.iter().chain(&texts) {
            assert_eq!(read(phrases.list(), &mut bytes, 1000).as_deref(), Ok(*text));
        }
        assert!(bytes.is_empty());
    }

    #[test]
    fn the_same_words_with_other_numbers_are_one_phrase() {
        let (mut phrases, mut out) = (Phrases::default(), Vec::new());
        phrases.write("MOVE 1 2", &mut out);
        phrases.write("MOVE 30 4", &mut out);
        assert_eq!(phrases.list(), ["MOVE \u{1} \u{1}"]);
        assert_eq!(out, [1, 1, 1, 2, 1, 1, 30, 4]);
    }
}
