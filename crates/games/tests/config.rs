//! What a person is told about a config that cannot be read, for every field of every game.

use skirmish_core::config::Wishes;
use skirmish_games::GAMES;

/// Words of libraries, which say nothing to a person.
const FOREIGN: [&str; 7] = ["expected", "invalid", "variant", "u16", "i64", "usize", "Option"];

#[test]
fn a_value_of_the_wrong_kind_is_refused_in_our_words() {
    for entry in GAMES {
        let config = (entry.configure)(&Wishes::none()).expect("defaults");
        for key in config.as_object().expect("an object").keys() {
            for text in ["{\"a\": 1}", "[[[]]]", "1e400", "-1.5"] {
                let Err(error) = (entry.configure)(&Wishes::none().with(key, text)) else { continue };
                let error = error.to_string();
                assert!(error.starts_with(&format!("config `{key}` is ")), "{}: {error}", entry.info.name);
                let (_, want) = error.split_once(": it must be ").unwrap_or_else(|| panic!("{error}"));
                assert!(!FOREIGN.iter().any(|word| want.contains(word)), "{}: {error}", entry.info.name);
            }
        }
    }
}

#[test]
fn what_would_be_right_is_named() {
    let check = |game: &str, key: &str, text: &str, expected: &str| {
        let entry = skirmish_games::find(game).expect("a game");
        let error = (entry.configure)(&Wishes::none().with(key, text)).expect_err(text).to_string();
        assert_eq!(error, expected);
    };
    check(
        "plantation",
        "turns",
        "many",
        "config `turns` is \"many\": it must be a whole number from 0 to 65535, such as 100",
    );
    check("plantation", "balanced_order", "3", "config `balanced_order` is 3: it must be true or false");
    check("underworld", "vision", "300", "config `vision` is 300: it must be a whole number from 0 to 255");
}
