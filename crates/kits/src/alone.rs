//! Bots that are one file and do without a kit: what somebody wrote for another arena, or pasted.

use serde::Deserialize;

/// How a bot that is one file is built and run. In the command lines `{file}` stands for the file's name, and `{main}`
/// for the class that has Java's `main`.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Alone {
    /// The ends of such files' names, without the dot.
    pub endings: Vec<String>,
    /// The command line that builds it, in its folder; none if nothing has to be built.
    pub build: Option<String>,
    /// The command line that runs it there.
    pub run: String,
    /// How modules are told, where they have another ending.
    modules: Option<Modules>,
}

/// A file with a line that begins in one of these ways has this ending.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Modules {
    lines: Vec<String>,
    ending: String,
}

/// What to call one such file, and its command lines.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lone {
    /// The file's name.
    pub file: String,
    /// The command line that builds it.
    pub build: Option<String>,
    /// The command line that runs it.
    pub run: String,
}

impl Alone {
    /// The ending that a file with the usual ending of its language should have.
    #[must_use]
    pub fn ending<'a>(&'a self, usual: &'a str, source: &[u8]) -> &'a str {
        let text = String::from_utf8_lossy(source);
        let is_one = |modules: &&Modules| {
            text.lines().any(|line| modules.lines.iter().any(|begins| line.starts_with(begins)))
        };
        self.modules.as_ref().filter(is_one).map_or(usual, |modules| &modules.ending)
    }

    /// How this file is built and run. It keeps its name, unless the language wants another.
    #[must_use]
    pub fn plan(&self, file_name: &str, source: &[u8]) -> Lone {
        let text = String::from_utf8_lossy(source);
        let wants_class = self.run.contains("{main}");
        let file = match public_class(&text).filter(|_| wants_class) {
            Some(class) => format!("{class}.java"),
            None => file_name.to_string(),
        };
        let main = if wants_class { main_class(&text) } else { String::new() };
        let fill = |line: &str| line.replace("{file}", &shell_words::quote(&file)).replace("{main}", &main);
        Lone { build: self.build.as_deref().map(fill), run: fill(&self.run), file: file.clone() }
    }
}

/// The class that Java wants the file to be called after.
fn public_class(text: &str) -> Option<&str> {
    let public =
        text.lines().filter(|line| line.starts_with("public ")).find_map(|line| line.split_once("class "));
    public.and_then(|(_, rest)| name_at(rest))
}

/// The class that `java` is to start, with its package.
fn main_class(text: &str) -> String {
    let before = text.find("static void main").map_or(text, |at| &text[..at]);
    let declared = before
        .rmatch_indices("class ")
        .filter(|(at, _)| before[..*at].chars().next_back().is_none_or(|c| c.is_whitespace()));
    let class =
        declared.filter_map(|(at, word)| name_at(&before[at + word.len()..])).next().unwrap_or("Main");
    let package = text.lines().find_map(|line| line.trim().strip_prefix("package "));
    match package.and_then(|rest| rest.split(';').next()).map(str::trim).filter(|name| is_name(name)) {
        Some(package) => format!("{package}.{class}"),
        None => class.to_string(),
    }
}

fn name_at(text: &str) -> Option<&str> {
    let end = text.find(|c: char| !c.is_ascii_alphanumeric() && c != '_').unwrap_or(text.len());
    Some(text[..end].trim()).filter(|name| is_name(name))
}

fn is_name(text: &str) -> bool {
    !text.is_empty() && text.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '_' | '.'))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn java(source: &str) -> Lone {
        let (build, run) = (Some("javac {file}".to_string()), "java {main}".to_string());
        Alone { endings: vec!["java".to_string()], build, run, modules: None }
            .plan("my bot.java", source.as_bytes())
    }

    #[test]
    fn java_starts_the_class_that_has_main() {
        let source = "import java.util.*;\nclass Point { int x; }\nclass Player {\n  public static void main(String[] a) {}\n}\n";
        let lone = java(source);
        assert_eq!((lone.file.as_str(), lone.run.as_str()), ("my bot.java", "java Player"));
        assert_eq!(lone.build.as_deref(), Some("javac 'my bot.java'"));
    }

    #[test]
    fn a_public_class_gives_the_file_its_name_and_a_package_counts() {
        let lone =
            java("package a.b;\npublic final class Bot {\n static void main(String[] a) {}}\nclass Other {}");
        assert_eq!((lone.file.as_str(), lone.run.as_str()), ("Bot.java", "java a.b.Bot"));
    }

    #[test]
    fn text_that_is_no_java_gets_a_plan_all_the_same() {
        for text in
            ["", "class ", "static void main", "class $(x) { static void main", "package ../x;\nclass A"]
        {
            let lone = java(text);
            assert!(!lone.run.contains(['$', '(', '/']), "{lone:?}");
        }
    }
}
