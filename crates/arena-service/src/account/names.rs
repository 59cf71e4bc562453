//! What users, bots and tokens may be called. What looks alike, is invisible or mixes scripts is Unicode's to say: UTS #39.

use skirmish_arena_store::skeleton_of;
use unicode_normalization::UnicodeNormalization as _;
use unicode_properties::{GeneralCategory, GeneralCategoryGroup, UnicodeGeneralCategory as _};
use unicode_security::{GeneralSecurityProfile as _, RestrictionLevel, RestrictionLevelDetection as _};

use super::Refused;

/// The most characters of a user's name.
pub(super) const MOST_NAME_CHARS: usize = 24;
/// Characters of a user's name.
const USER_CHARS: std::ops::RangeInclusive<usize> = 2..=MOST_NAME_CHARS;
/// Characters of a bot's name.
const BOT_CHARS: usize = 32;
/// Characters of a token's label.
const LABEL_CHARS: usize = 40;
/// Marks upon one letter: more of them cover the lines around it.
const MOST_MARKS: usize = 2;
/// Names that would mislead, and whatever looks like them.
const RESERVED: &[&str] = &["admin", "house", "anonymous", "nobody", "system", "skirmish"];
/// How names begin that would mislead: those of deleted accounts and bots, and house bots as commands name them.
const RESERVED_BEGINNINGS: &[&str] = &["deleted-", "house:"];
/// The pattern of Braille without dots: to Unicode a symbol, to everybody else a blank.
const BLANK_SYMBOL: char = '\u{2800}';

/// A user's name: letters and digits of one script, dashes, underscores and dots.
pub fn user_name(typed: &str) -> Result<String, Refused> {
    let name: String = typed.trim().nfc().collect();
    let is_fit =
        |c: char| c.identifier_allowed() && (!c.is_ascii_punctuation() || matches!(c, '-' | '_' | '.'));
    if !USER_CHARS.contains(&name.chars().count()) || !name.chars().all(is_fit) {
        let (least, most) = (USER_CHARS.start(), USER_CHARS.end());
        let rule = format!("A name has {least} to {most} letters, digits, dots, dashes or underscores");
        return Err(Refused::Bad(format!("{rule}; “{}” has not.", short(&name))));
    }
    if !name.starts_with(char::is_alphanumeric) {
        return Err(Refused::Bad("A name begins with a letter or a digit.".to_owned()));
    }
    check_looks(&name, "name")?;
    Ok(name)
}

/// A bot's name: any characters that can be seen, with letters of one script. It is text wherever it is shown.
pub fn bot_name(typed: &str) -> Result<String, Refused> {
    let name = visible(typed, "bot's name", BOT_CHARS)?;
    if !name.contains(char::is_alphanumeric) {
        return Err(Refused::Bad("The bot's name has neither a letter nor a digit: add one.".to_owned()));
    }
    check_looks(&name, "bot's name")?;
    Ok(name)
}

/// A token's label.
pub fn label(typed: &str) -> Result<String, Refused> {
    visible(typed, "label", LABEL_CHARS)
}

/// Whether a name looks like nothing but itself.
fn check_looks(name: &str, what: &str) -> Result<(), Refused> {
    let letters: String = name.chars().filter(|c| c.is_alphanumeric()).collect();
    if letters.detect_restriction_level() > RestrictionLevel::HighlyRestrictive {
        return Err(Refused::Bad(format!(
            "The {what} has letters that others could be taken for, or letters of several scripts: use those of one."
        )));
    }
    let skeleton = skeleton_of(name);
    let is_reserved = RESERVED.iter().any(|reserved| skeleton_of(reserved) == skeleton)
        || RESERVED_BEGINNINGS.iter().any(|reserved| skeleton.starts_with(&skeleton_of(reserved)));
    if is_reserved {
        return Err(Refused::Bad(format!(
            "The name “{name}” is kept for the arena itself. Choose another one."
        )));
    }
    Ok(())
}

fn visible(typed: &str, what: &str, most: usize) -> Result<String, Refused> {
    let name: String = typed.nfc().collect::<String>().split_whitespace().collect::<Vec<_>>().join(" ");
    let count = name.chars().count();
    if count == 0 {
        return Err(Refused::Bad(format!("The {what} is empty: give 1 to {most} characters.")));
    }
    if count > most {
        return Err(Refused::Bad(format!("The {what} has {count} characters: at most {most} fit.")));
    }
    if name.chars().any(is_unseen) || has_many_marks(&name) {
        return Err(Refused::Bad(format!("The {what} has a character that cannot be seen: leave it out.")));
    }
    Ok(name)
}

/// Whether a character shows nothing, or changes the order or the look of what stands beside it.
fn is_unseen(c: char) -> bool {
    match c.general_category_group() {
        GeneralCategoryGroup::Other => true,
        GeneralCategoryGroup::Separator => c != ' ',
        GeneralCategoryGroup::Mark => !c.identifier_allowed(),
        GeneralCategoryGroup::Letter | GeneralCategoryGroup::Number => {
            !c.identifier_allowed() && is_filler(c)
        }
        _ => c == BLANK_SYMBOL,
    }
}

/// Whether a letter is one that Unicode recommends for nothing: fillers are among them.
fn is_filler(c: char) -> bool {
    c.general_category() == GeneralCategory::OtherLetter
}

fn has_many_marks(name: &str) -> bool {
    let is_mark = |c: char| c.general_category() == GeneralCategory::NonspacingMark;
    let mut marks = 0;
    name.chars().any(|c| {
        marks = if is_mark(c) { marks + 1 } else { 0 };
        marks > MOST_MARKS
    })
}

fn short(name: &str) -> String {
    name.chars().filter(|c| !is_unseen(*c)).take(40).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_users_name_is_of_letters_of_one_script() {
        for good in ["ada", "Ada.Lovelace", "x-9", "0_0", "Zoé", "Мария", "さくら7", "김철수", "李明"]
        {
            assert_eq!(user_name(&format!(" {good} ")).expect("good"), good);
        }
        assert_eq!(user_name("Zoe\u{301}").expect("good"), "Zo\u{e9}", "é in any form is a letter");
        for bad in [
            "",
            "a",
            "-ada",
            "ada lovelace",
            "<script>",
            "$(x)",
            "../x",
            "house",
            "House",
            "h0use",
            "Deleted-3",
            "ab\0",
            "\u{430}dmin",
            "АDMIN",
            "h\u{43e}use",
            "h\u{3bf}use",
            "ａｄｍｉｎ",
            "𝐚𝐝𝐚",
            "ada\u{200b}",
            "a\u{202e}da",
            "аda",
        ] {
            assert!(matches!(user_name(bad), Err(Refused::Bad(_))), "{bad}");
        }
        assert!(user_name(&"a".repeat(25)).is_err());
    }

    #[test]
    fn a_bots_name_is_any_text_that_can_be_seen_and_looks_like_nothing_else() {
        for good in [
            "greedy",
            "<script>alert(1)</script>",
            "$(x)",
            "Ünïcode 棋",
            "'; DROP TABLE bot; --",
            "Змей",
            "🐍 snake",
            "C++ №1",
            "z\u{303}",
            "हिन्दी",
        ] {
            assert_eq!(bot_name(good).expect("good"), good.nfc().collect::<String>());
        }
        assert_eq!(bot_name("  two \n words ").expect("good"), "two words");
        assert_eq!(bot_name("e\u{301}t\u{e9}").expect("good"), "\u{e9}t\u{e9}");
        for bad in [
            "",
            " ",
            "a\0b",
            "a\u{202e}b",
            "a\u{200b}",
            "z\u{303}\u{302}\u{304}",
            "deleted-1",
            "house:greedy",
            "House：greedy",
            "h\u{43e}use:greedy",
            "house",
            "Admin",
            "gr\u{435}edy",
            "a\u{3164}b",
            "a\u{ad}b",
            "a\u{2800}b",
            "\u{e000}x",
            "a\u{fe0f}",
            "!!!",
            &"x".repeat(33),
        ] {
            assert!(bot_name(bad).is_err(), "{bad:?}");
        }
    }
}
