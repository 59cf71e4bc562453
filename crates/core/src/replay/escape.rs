//! Any bytes as one line of plain text, and back.

use std::fmt::Write as _;

/// Writes bytes so that they stay on one line, printable and greppable. The first byte is never `!`.
pub(super) fn escape(bytes: &[u8], out: &mut String) {
    for (i, chunk) in bytes.utf8_chunks().enumerate() {
        for (j, c) in chunk.valid().chars().enumerate() {
            match c {
                '\n' => out.push_str("\\n"),
                '\\' => out.push_str("\\\\"),
                '!' if i == 0 && j == 0 => out.push_str("\\x21"),
                c if c.is_control() => escape_bytes(c.encode_utf8(&mut [0; 4]).as_bytes(), out),
                c => out.push(c),
            }
        }
        escape_bytes(chunk.invalid(), out);
    }
}

fn escape_bytes(bytes: &[u8], out: &mut String) {
    for byte in bytes {
        let _ = write!(out, "\\x{byte:02x}");
    }
}

/// Reads what [`escape`] wrote; `None` if it did not.
pub(super) fn unescape(text: &str) -> Option<Vec<u8>> {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let [first, after @ ..] = rest {
        rest = after;
        if *first != b'\\' {
            bytes.push(*first);
            continue;
        }
        let [kind, after @ ..] = rest else { return None };
        rest = after;
        match kind {
            b'n' => bytes.push(b'\n'),
            b'\\' => bytes.push(b'\\'),
            b'x' => {
                let digits = std::str::from_utf8(rest.get(..2)?).ok()?;
                bytes.push(u8::from_str_radix(digits, 16).ok()?);
                rest = &rest[2..];
            }
            _ => return None,
        }
    }
    Some(bytes)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn any_bytes_come_back_from_one_printable_line(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
            let mut text = String::new();
            escape(&bytes, &mut text);
            prop_assert!(!text.chars().any(char::is_control) && !text.starts_with('!'));
            prop_assert_eq!(unescape(&text), Some(bytes));
        }

        #[test]
        fn unescape_never_panics(text in any::<String>()) {
            let _ = unescape(&text);
        }
    }
}
