//! Text of others, fit to be shown: nothing in it that a terminal obeys, nothing that cannot be seen.
//!
//! Names, answers, logs and paths are written by strangers. A control character in them would move the cursor or change the
//! terminal, one that sets the direction of writing would make a line read otherwise than it is, an invisible one makes two
//! names look alike. All of these are shown as escapes: `\x1b`, `\u{202e}`.

use std::fmt::Write as _;

/// Somebody's text as part of a line: also its ends of lines and tabs are escapes, so that it cannot pass for lines of ours.
pub fn shown(text: &str) -> String {
    escaped(text, is_unseen)
}

/// A line of somebody's text: tabs stay.
pub fn shown_line(line: &str) -> String {
    escaped(line, |c| is_unseen(c) && c != '\t')
}

/// A text of ours with somebody's text in it: ends of lines and tabs stay.
pub fn shown_text(text: &str) -> String {
    escaped(text, |c| is_unseen(c) && c != '\t' && c != '\n')
}

/// Whether a character does something or nothing where it should be seen: controls, signs of direction, what has no
/// width, and what is no character at all.
pub fn is_unseen(c: char) -> bool {
    c.is_control()
        || matches!(c,
            '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}'
            | '\u{180b}'..='\u{180f}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}'
            | '\u{2060}'..='\u{206f}' | '\u{3164}' | '\u{fdd0}'..='\u{fdef}' | '\u{fe00}'..='\u{fe0f}'
            | '\u{feff}' | '\u{ffa0}' | '\u{fff0}'..='\u{fffb}' | '\u{1bca0}'..='\u{1bca3}'
            | '\u{1d173}'..='\u{1d17a}' | '\u{e0000}'..='\u{e0fff}')
        || u32::from(c) & 0xfffe == 0xfffe
}

fn escaped(text: &str, is_hidden: impl Fn(char) -> bool) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            c if !is_hidden(c) => out.push(c),
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\t' => out.push_str("\\t"),
            c if u32::from(c) < 0x100 => {
                let _ = write!(out, "\\x{:02x}", u32::from(c));
            }
            c => {
                let _ = write!(out, "\\u{{{:x}}}", u32::from(c));
            }
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_cannot_be_seen_is_an_escape() {
        for (text, want) in [
            ("plain é 漢 🙂 \\", "plain é 漢 🙂 \\"),
            ("a\nb\tc\r", "a\\nb\\tc\\r"),
            ("\x1b[31m\x07\0\x7f\u{9b}", "\\x1b[31m\\x07\\x00\\x7f\\x9b"),
            ("\u{202e}\u{2066}\u{200f}\u{61c}", "\\u{202e}\\u{2066}\\u{200f}\\u{61c}"),
            ("a\u{200b}\u{feff}\u{2028}\u{ad}", "a\\u{200b}\\u{feff}\\u{2028}\\xad"),
            ("\u{e0041}\u{fffe}\u{10ffff}\u{fe0f}", "\\u{e0041}\\u{fffe}\\u{10ffff}\\u{fe0f}"),
        ] {
            assert_eq!(shown(text), want);
        }
    }

    #[test]
    fn only_ends_of_lines_and_tabs_may_stay() {
        let every: String = (0..=u32::from(char::MAX)).filter_map(char::from_u32).collect();
        assert!(!shown(&every).contains(is_unseen));
        assert_eq!(shown_line(&every).matches(is_unseen).collect::<String>(), "\t");
        assert_eq!(shown_text(&every).matches(is_unseen).collect::<String>(), "\t\n");
    }
}
