//! Text from outside, made fit to be shown.

/// The text, cut to so many bytes with an ellipsis where it is longer.
pub fn cut(text: &str, most: usize) -> String {
    const ELLIPSIS: &str = "…";
    if text.len() <= most {
        return text.to_string();
    }
    let end = (0..=most.saturating_sub(ELLIPSIS.len())).rev().find(|&end| text.is_char_boundary(end));
    format!("{}{ELLIPSIS}", &text[..end.unwrap_or(0)])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_text_ends_in_an_ellipsis_and_stays_text() {
        assert_eq!(cut("short", 5), "short");
        assert_eq!(cut("rather long", 9), "rather…");
        assert_eq!(cut("üüüü", 6), "ü…");
        assert_eq!(cut("long", 0), "…");
    }
}
