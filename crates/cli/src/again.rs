//! The command that was typed, as it can be typed again.

use crate::terminal;

/// The command that was typed, with these options set to what happened, and without those. All of them have a value.
pub fn again(set: &[(&str, String)], without: &[&str]) -> String {
    let typed = std::env::args_os().skip(1).map(|word| word.to_string_lossy().into_owned()).collect();
    terminal::plain(&shell_words::join(changed(typed, set, without)))
}

fn changed(typed: Vec<String>, set: &[(&str, String)], without: &[&str]) -> Vec<String> {
    let mut words = vec!["skirmish".to_string()];
    let mut typed = typed.into_iter().peekable();
    while let Some(word) = typed.next_if(|word| word != "--") {
        let name = word.split_once('=').map_or(word.as_str(), |(name, _)| name);
        if !set.iter().map(|(name, _)| name).chain(without).any(|option| *option == name) {
            words.push(word);
        } else if name == word {
            typed.next();
        }
    }
    words.extend(set.iter().flat_map(|(name, value)| [(*name).to_string(), value.clone()]));
    words.extend(typed);
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(typed: &str, expected: &str) {
        let typed = shell_words::split(typed).expect("words");
        let words = changed(typed, &[("--seed", "9".to_string())], &["--repeat"]);
        assert_eq!(shell_words::join(words), expected);
    }

    #[test]
    fn every_option_is_kept_but_for_those_that_say_which_match() {
        check("play utti a.py b.py", "skirmish play utti a.py b.py --seed 9");
        check("play utti --seed=3 a b --repeat 5 --ponder", "skirmish play utti a b --ponder --seed 9");
        check(
            "play utti 'python3 a.py' b --no-jail -- -c",
            "skirmish play utti 'python3 a.py' b --no-jail --seed 9 -- -c",
        );
    }
}
