//! Bots that are a single source file without a kit, such as bots for other contest sites.

use crate::java;

/// How a bot that is one source file is built and run. In the command lines `{file}` stands for the file's name, and
/// `{main}` for the class that has Java's `main`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SingleFile {
    /// The command line that builds it, in its folder; none if nothing has to be built.
    pub build: Option<&'static str>,
    /// The command line that runs it there.
    pub run: &'static str,
    /// How modules are told, where they have another ending.
    pub modules: Option<Modules>,
    /// Files of ours that lie beside it when it is built: a name and a text.
    pub beside: &'static [(&'static str, &'static str)],
    /// What its compiler prints where one file is not enough.
    pub more_files: &'static [&'static str],
}

/// A file with a line that begins in one of these ways has this ending.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Modules {
    /// The beginnings of lines.
    pub lines: &'static [&'static str],
    /// The ending.
    pub ending: &'static str,
}

/// The name of a single source file, and its commands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SingleFilePlan {
    /// The file's name.
    pub file: String,
    /// The build command.
    pub build: Option<String>,
    /// The command that runs it.
    pub run: String,
    /// Files of ours that lie beside it: a name and a text.
    pub beside: &'static [(&'static str, &'static str)],
}

impl SingleFile {
    /// A file that is run as it is.
    pub(crate) const fn interpreted(run: &'static str) -> Self {
        Self { build: None, run, modules: None, beside: &[], more_files: &[] }
    }

    /// A file that is built first.
    pub(crate) const fn built(build: &'static str, run: &'static str) -> Self {
        Self { build: Some(build), ..Self::interpreted(run) }
    }

    /// The ending that a file with the usual ending of its language should have.
    #[must_use]
    pub fn ending<'a>(&self, usual: &'a str, source: &[u8]) -> &'a str {
        let text = String::from_utf8_lossy(source);
        let is_one = |modules: &Modules| {
            text.lines().any(|line| modules.lines.iter().any(|begins| line.starts_with(begins)))
        };
        self.modules.filter(is_one).map_or(usual, |modules| modules.ending)
    }

    /// The plan for this file. It keeps its name, unless the language requires another (a public Java class).
    #[must_use]
    pub fn plan(&self, file_name: &str, source: &[u8]) -> SingleFilePlan {
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
        SingleFilePlan {
            build: self.build.map(fill),
            run: fill(self.run),
            file: file.clone(),
            beside: self.beside,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn java(source: &str) -> SingleFilePlan {
        SingleFile::built("javac {file}", "java {main}").plan("my bot.java", source.as_bytes())
    }

    #[test]
    fn java_starts_the_class_that_has_main() {
        let source = "import java.util.*;\nclass Point { int x; }\nclass Player {\n  public static void main(String[] a) {}\n}\n";
        let plan = java(source);
        assert_eq!((plan.file.as_str(), plan.run.as_str()), ("my bot.java", "java Player"));
        assert_eq!(plan.build.as_deref(), Some("javac 'my bot.java'"));
    }

    #[test]
    fn a_public_class_gives_the_file_its_name_and_a_package_counts() {
        let plan =
            java("package a.b;\npublic final class Bot {\n static void main(String[] a) {}}\nclass Other {}");
        assert_eq!((plan.file.as_str(), plan.run.as_str()), ("Bot.java", "java a.b.Bot"));
    }

    #[test]
    fn text_that_is_no_java_gets_a_plan_all_the_same() {
        for text in
            ["", "class ", "static void main", "class $(x) { static void main", "package ../x;\nclass A"]
        {
            let plan = java(text);
            assert_eq!(shell_words::split(&plan.run).expect("words").len(), 2, "{plan:?}");
            assert!(!plan.run.contains(['(', '/']), "{plan:?}");
        }
    }
}
