//! How names are compared: by their letters, and by how they look.

use unicode_normalization::UnicodeNormalization as _;
use unicode_security::confusable_detection::skeleton;

/// What a name is found by: without its case and the blanks around it, and however its letters are composed.
#[must_use]
pub fn key_of(name: &str) -> String {
    // Lower case may come apart again (`İ` has a dot of its own).
    name.trim().nfc().collect::<String>().to_lowercase().nfc().collect()
}

/// What a name looks like (the skeleton of Unicode's UTS #39, without case): no two names may look the same.
#[must_use]
pub fn skeleton_of(name: &str) -> String {
    // Some skeletons have capitals: that of `0` is `O`.
    skeleton(&key_of(name)).collect::<String>().to_lowercase().nfc().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_found_however_it_is_typed() {
        for (one, other) in
            [("Ada", " ada "), ("\u{e9}", "e\u{301}"), ("É", "e\u{301}"), ("한", "\u{1112}\u{1161}\u{11ab}")]
        {
            assert_eq!(key_of(one), key_of(other), "{one} {other}");
        }
        assert_ne!(key_of("e"), key_of("é"));
        assert_ne!(key_of("bob"), key_of("b0b"), "what only looks alike is somebody else");
    }

    #[test]
    fn names_that_look_alike_have_one_skeleton() {
        for (one, other) in [
            ("house", "h\u{43e}use"),
            ("Admin", "\u{430}dmin"),
            ("bob", "b0b"),
            ("modern", "rnodern"),
            ("house:greedy", "house\u{ff1a}greedy"),
            ("ace", "\u{430}\u{441}\u{435}"),
            ("\u{e9}t\u{e9}", "e\u{301}te\u{301}"),
        ] {
            assert_eq!(skeleton_of(one), skeleton_of(other), "{one} {other}");
        }
        assert_ne!(skeleton_of("e"), skeleton_of("é"));
        assert_ne!(skeleton_of("anna"), skeleton_of("hanna"));
    }
}
