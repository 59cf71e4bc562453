//! Bots that are a single source file without a kit, such as bots for other contest sites.

use serde::Deserialize;

use crate::java;

/// How a single source file is built and run. In the command lines `{file}` is replaced by the file's name, and `{main}`
/// by the Java class with `main`.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Alone {
    /// The file extensions, without the dot.
    pub endings: Vec<String>,
    /// The build command, run in the bot's folder; `None` if nothing has to be built.
    pub build: Option<String>,
    /// The command that runs the bot there.
    pub run: String,
    /// How ES modules are detected, which need another extension.
    modules: Option<Modules>,
}

/// A file with a line that begins with one of `lines` gets the extension `ending`.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Modules {
    lines: Vec<String>,
    ending: String,
}

/// The name of a single source file, and its commands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lone {
    /// The file's name.
    pub file: String,
    /// The build command.
    pub build: Option<String>,
    /// The command that runs it.
    pub run: String,
}

impl Alone {
    /// The extension that the file should have: `usual`, or that of modules.
    #[must_use]
    pub fn ending<'a>(&'a self, usual: &'a str, source: &[u8]) -> &'a str {
        let text = String::from_utf8_lossy(source);
        let is_one = |modules: &&Modules| {
            text.lines().any(|line| modules.lines.iter().any(|begins| line.starts_with(begins)))
        };
        self.modules.as_ref().filter(is_one).map_or(usual, |modules| &modules.ending)
    }

    /// The plan for this file. It keeps its name, unless the language requires another (a public Java class).
    #[must_use]
    pub fn plan(&self, file_name: &str, source: &[u8]) -> Lone {
        let text = String::from_utf8_lossy(source);
        let java = self.run.contains("{main}").then(|| java::Unit::read(&text));
        let file = match java.as_ref().and_then(java::Unit::public_type) {
            Some(class) => format!("{class}.java"),
            None => file_name.to_string(),
        };
        let main = java.map_or(String::new(), |unit| unit.main_type());
        let fill = |line: &str| {
            line.replace("{file}", &shell_words::quote(&file)).replace("{main}", &shell_words::quote(&main))
        };
        Lone { build: self.build.as_deref().map(fill), run: fill(&self.run), file: file.clone() }
    }
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
            assert_eq!(shell_words::split(&lone.run).expect("words").len(), 2, "{lone:?}");
            assert!(!lone.run.contains(['(', '/']), "{lone:?}");
        }
    }
}
