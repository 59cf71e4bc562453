//! Bots that print an answer and do not flush it: what is done for them here, and what their authors can do instead.
//!
//! To a pipe, most languages print some thousand bytes at once. Where a language can be told not to, it is told so; other
//! places where a bot plays may not say it, so `skirmish check` also plays a bot without this help.

use std::path::Path;

use crate::{LANGUAGES, Language, Program};

/// What is done for bots in a language that do not flush.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Flushing {
    /// What an author writes to flush.
    pub by_hand: &'static str,
    /// Environment variables that tell its runtime not to buffer. Every bot gets them, however it starts the runtime.
    pub variables: &'static [(&'static str, &'static str)],
    /// The words with which the command of a bot that is one file begins, so that each line goes out at its end.
    pub words: &'static [&'static str],
}

/// The variables that tell runtimes not to buffer, for every bot.
pub fn flush_variables() -> impl Iterator<Item = (&'static str, &'static str)> {
    LANGUAGES.iter().filter_map(|language| language.flushing).flat_map(|flushing| flushing.variables).copied()
}

/// What to tell the author of a bot that answers only with our help: what the help is, and how to do without it.
pub fn flush_advice(program: &Program) -> String {
    const ELSEWHERE: &str = "elsewhere nobody may do that for you";
    match language_of(program) {
        Some((language, flushing)) => {
            let help = match (program.flush_words, flushing.variables) {
                (0, [(name, value), ..]) => {
                    format!("{} is told not to buffer ({name}={value})", language.title)
                }
                (words, _) => {
                    format!("it is made to print line by line ({})", program.command[..words].join(" "))
                }
            };
            format!("flush after every answer, {}: here {help}, {ELSEWHERE}", flushing.by_hand)
        }
        None => format!(
            "flush after every answer: here runtimes are told not to buffer where they can be, {ELSEWHERE}"
        ),
    }
}

/// The language whose help the program gets: of its own words or of a runtime that its command names.
fn language_of(program: &Program) -> Option<(&'static Language, Flushing)> {
    let with_help = |language: &'static Language| Some((language, language.flushing?));
    let is_helped =
        |&(_, flushing): &(&Language, Flushing)| program.flush_words > 0 || !flushing.variables.is_empty();
    let said = program.language.as_deref().map(str::to_lowercase);
    let is_said = |language: &&Language| {
        said.as_deref().is_some_and(|said| language.is_called(said) || language.endings.contains(&said))
    };
    let is_started = |language: &&Language| {
        let mut names = program.command.iter().filter_map(|word| Path::new(word).file_name()?.to_str());
        names.any(|name| language.toolchain.contains(&name))
    };
    let find = |is_it: &dyn Fn(&&'static Language) -> bool| {
        LANGUAGES.iter().filter(is_it).filter_map(with_help).find(is_helped)
    };
    find(&is_said).or_else(|| find(&is_started))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Origin;

    fn program(command: &str, language: Option<&str>, flush_words: usize) -> Program {
        Program {
            name: "bot".into(),
            hash: None,
            command: command.split(' ').map(str::to_string).collect(),
            flush_words,
            origin: Origin::Command,
            build: None,
            language: language.map(str::to_string),
            game: None,
        }
    }

    #[test]
    fn advice_names_the_help_and_the_languages_own_way() {
        for (program, help, by_hand) in [
            (
                program("python3 /a/bot.py", Some("py"), 0),
                "Python is told not to buffer (PYTHONUNBUFFERED=1)",
                "flush=True",
            ),
            (program("/usr/bin/python3 bot.py", None, 0), "(PYTHONUNBUFFERED=1)", "flush=True"),
            (program("sh run.sh", Some("Python"), 0), "(PYTHONUNBUFFERED=1)", "flush=True"),
            (program("stdbuf -oL ./bot", Some("c"), 2), "line by line (stdbuf -oL)", "fflush(stdout)"),
            (program("stdbuf -oL ./bot", Some("cpp"), 2), "line by line (stdbuf -oL)", "std::endl"),
            (program("./bot", None, 0), "where they can be", "flush after every answer"),
            // Whoever writes a folder's run line gets no words of ours.
            (program("./bot", Some("c"), 0), "where they can be", "flush after every answer"),
        ] {
            let advice = flush_advice(&program);
            assert!(advice.contains(help) && advice.contains(by_hand), "{advice}");
        }
    }

    #[test]
    fn what_helps_is_marked_where_it_is_used() {
        assert_eq!(flush_variables().collect::<Vec<_>>(), [("PYTHONUNBUFFERED", "1")]);
        for language in LANGUAGES {
            let run = language.single_file.map_or("", |single_file| single_file.run);
            let words = language.flushing.map_or(String::new(), |flushing| flushing.words.join(" "));
            assert!(run.starts_with(&words), "{}: `{run}` does not begin with `{words}`", language.name);
            assert_eq!(run.contains("stdbuf"), !words.is_empty(), "{}: `{run}`", language.name);
        }
    }
}
