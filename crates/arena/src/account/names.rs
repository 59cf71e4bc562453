//! What users, bots and tokens may be called.

use super::Refused;

/// The most characters of a user's name.
pub(super) const MOST_NAME_CHARS: usize = 24;
/// Characters of a user's name.
const USER_CHARS: std::ops::RangeInclusive<usize> = 2..=MOST_NAME_CHARS;
/// Characters of a bot's name.
const BOT_CHARS: usize = 32;
/// Characters of a token's label.
const LABEL_CHARS: usize = 40;
/// Names that would mislead.
const RESERVED: &[&str] = &["admin", "house", "anonymous", "nobody", "system", "skirmish"];
/// How the names of deleted accounts begin.
const DELETED: &str = "deleted-";

/// A user's name: plain letters, digits, `-`, `_` and `.`, so that nobody looks like somebody else.
pub fn user_name(typed: &str) -> Result<String, Refused> {
    let name = typed.trim();
    let is_plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.');
    if !USER_CHARS.contains(&name.chars().count()) || !name.chars().all(is_plain) {
        let (least, most) = (USER_CHARS.start(), USER_CHARS.end());
        let rule =
            format!("A name has {least} to {most} letters (a to z), digits, dots, dashes or underscores");
        return Err(Refused::Bad(format!("{rule}; “{}” has not.", short(name))));
    }
    if !name.starts_with(|c: char| c.is_ascii_alphanumeric()) {
        return Err(Refused::Bad("A name begins with a letter or a digit.".to_owned()));
    }
    let key = name.to_lowercase();
    if RESERVED.contains(&key.as_str()) || key.starts_with(DELETED) {
        return Err(Refused::Bad(format!(
            "The name “{name}” is kept for the arena itself. Choose another one."
        )));
    }
    Ok(name.to_owned())
}

/// A bot's name: any characters that can be seen. It is text wherever it is shown.
pub fn bot_name(typed: &str) -> Result<String, Refused> {
    let name = visible(typed, "bot's name", BOT_CHARS)?;
    if name.to_lowercase().starts_with(DELETED) {
        return Err(Refused::Bad(
            "Names that begin with “deleted-” are kept for the arena itself.".to_owned(),
        ));
    }
    Ok(name)
}

/// A token's label.
pub fn label(typed: &str) -> Result<String, Refused> {
    visible(typed, "label", LABEL_CHARS)
}

fn visible(typed: &str, what: &str, most: usize) -> Result<String, Refused> {
    let name: String = typed.split_whitespace().collect::<Vec<_>>().join(" ");
    let count = name.chars().count();
    if count == 0 {
        return Err(Refused::Bad(format!("The {what} is empty: give 1 to {most} characters.")));
    }
    if count > most {
        return Err(Refused::Bad(format!("The {what} has {count} characters: at most {most} fit.")));
    }
    if name.chars().any(is_unseen) {
        return Err(Refused::Bad(format!("The {what} has a character that cannot be seen: leave it out.")));
    }
    Ok(name)
}

/// Control characters, and those that change the order or the look of what stands beside them.
fn is_unseen(c: char) -> bool {
    c.is_control()
        || matches!(c,
            '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}' | '\u{180b}'..='\u{180f}'
            | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{3164}' | '\u{fe00}'..='\u{fe0f}'
            | '\u{feff}' | '\u{ffa0}' | '\u{fff0}'..='\u{ffff}' | '\u{e000}'..='\u{f8ff}' | '\u{e0000}'..='\u{10ffff}')
        // More than a few marks upon each other cover the lines around them.
        || matches!(c, '\u{300}'..='\u{36f}' | '\u{489}' | '\u{1ab0}'..='\u{1aff}' | '\u{1dc0}'..='\u{1dff}' | '\u{20d0}'..='\u{20ff}')
}

fn short(name: &str) -> String {
    name.chars().filter(|c| !is_unseen(*c)).take(40).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_users_name_is_plain() {
        for good in ["ada", "Ada.Lovelace", "x-9", "0_0"] {
            assert_eq!(user_name(&format!(" {good} ")).expect("good"), good);
        }
        for bad in [
            "",
            "a",
            "-ada",
            "ada lovelace",
            "аdmin",
            "<script>",
            "$(x)",
            "../x",
            "house",
            "Deleted-3",
            "ab\0",
        ] {
            assert!(matches!(user_name(bad), Err(Refused::Bad(_))), "{bad}");
        }
        assert!(user_name(&"a".repeat(25)).is_err());
    }

    #[test]
    fn a_bots_name_is_any_text_that_can_be_seen() {
        for good in ["greedy", "<script>alert(1)</script>", "$(x)", "Ünïcode 棋", "'; DROP TABLE bot; --"]
        {
            assert_eq!(bot_name(good).expect("good"), good);
        }
        assert_eq!(bot_name("  two \n words ").expect("good"), "two words");
        for bad in ["", " ", "a\0b", "a\u{202e}b", "a\u{200b}", "z\u{303}", "deleted-1", &"x".repeat(33)] {
            assert!(bot_name(bad).is_err(), "{bad:?}");
        }
    }
}
