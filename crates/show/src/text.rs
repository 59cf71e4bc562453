//! Untrusted text: truncation and escaping.

use skirmish_core::shown::{is_unseen, shown};

/// The text, truncated to at most `most` bytes with an ellipsis, at a character boundary.
pub fn cut(text: &str, most: usize) -> String {
    const ELLIPSIS: &str = "…";
    if text.len() <= most {
        return text.to_string();
    }
    let end = (0..=most.saturating_sub(ELLIPSIS.len())).rev().find(|&end| text.is_char_boundary(end));
    format!("{}{ELLIPSIS}", &text[..end.unwrap_or(0)])
}

/// Escapes text for element content and quoted attributes.
pub fn escape(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => safe.push_str("&amp;"),
            '<' => safe.push_str("&lt;"),
            '>' => safe.push_str("&gt;"),
            '"' => safe.push_str("&quot;"),
            '\'' => safe.push_str("&#39;"),
            // Control and invisible characters are shown as escapes; XML does not allow most of them.
            c if is_unseen(c) => safe.push_str(&shown(c.encode_utf8(&mut [0; 4]))),
            c => safe.push(c),
        }
    }
    safe
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn markup_becomes_text() {
        assert_eq!(
            escape("<a b=\"c\">'&\u{1b}\u{202e}"),
            "&lt;a b=&quot;c&quot;&gt;&#39;&amp;\\x1b\\u{202e}"
        );
    }

    #[test]
    fn long_text_ends_in_an_ellipsis_and_stays_text() {
        assert_eq!(cut("short", 5), "short");
        assert_eq!(cut("rather long", 9), "rather…");
        assert_eq!(cut("üüüü", 6), "ü…");
        assert_eq!(cut("long", 0), "…");
    }
}
