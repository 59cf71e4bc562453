//! Finds the main class of a Java file and the name that the file must have.

/// Class names that contest sites start; they take precedence over other classes with a `main`.
const STARTED_FIRST: [&str; 3] = ["Player", "Solution", "Main"];

/// The declarations of a Java file (a compilation unit) that matter for starting it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Unit {
    package: Option<String>,
    types: Vec<Type>,
}

/// A top-level type.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Type {
    name: String,
    is_public: bool,
    has_main: bool,
}

impl Unit {
    /// Scans a file. Text that is no Java declares nothing.
    pub(crate) fn read(text: &str) -> Self {
        let mut unit = Self::default();
        let mut depth = 0usize;
        // The tokens since the last brace or semicolon: the current declaration.
        let mut words: Vec<&str> = Vec::new();
        for token in Tokens(text) {
            match token {
                "{" => {
                    if depth == 0 {
                        unit.types.extend(declared(&words));
                    }
                    depth += 1;
                }
                "}" => depth = depth.saturating_sub(1),
                ";" if depth == 0 && words.first() == Some(&"package") => unit.package = package(&words[1..]),
                "(" if depth == 1 && is_main(&words) => {
                    if let Some(last) = unit.types.last_mut() {
                        last.has_main = true;
                    }
                }
                _ => {}
            }
            if matches!(token, "{" | "}" | ";") {
                words.clear();
            } else {
                words.push(token);
            }
        }
        unit
    }

    /// The public top-level type, after which Java requires the file to be named.
    pub(crate) fn public_type(&self) -> Option<&str> {
        self.types.iter().find(|it| it.is_public).map(|it| it.name.as_str())
    }

    /// The qualified name of the class to start.
    pub(crate) fn main_type(&self) -> String {
        let with_main = || self.types.iter().filter(|it| it.has_main);
        let known = STARTED_FIRST.iter().find_map(|name| with_main().find(|it| it.name == *name));
        let public = || with_main().find(|it| it.is_public);
        let found = known.or_else(public).or_else(|| with_main().next()).or(self.types.first());
        let name = found.map_or("Main", |it| &it.name);
        match &self.package {
            Some(package) => format!("{package}.{name}"),
            None => name.to_string(),
        }
    }
}

/// A package name: identifiers separated by dots.
fn package(words: &[&str]) -> Option<String> {
    let name = words.concat();
    name.split('.').all(is_word).then_some(name)
}

/// The type that these tokens declare.
fn declared(words: &[&str]) -> Option<Type> {
    let at = words.iter().position(|word| matches!(*word, "class" | "interface" | "enum" | "record"))?;
    let name = words.get(at + 1).filter(|name| is_word(name))?.to_string();
    Some(Type { name, is_public: words[..at].contains(&"public"), has_main: false })
}

/// Whether these tokens declare a static `void main` method.
fn is_main(words: &[&str]) -> bool {
    words.ends_with(&["void", "main"]) && words.contains(&"static")
}

fn is_word(text: &str) -> bool {
    text.starts_with(|c: char| c.is_alphabetic() || matches!(c, '_' | '$')) && text.chars().all(is_part)
}

fn is_part(c: char) -> bool {
    c.is_alphanumeric() || matches!(c, '_' | '$')
}

/// The tokens of Java source, without comments and literals.
struct Tokens<'t>(&'t str);

impl<'t> Tokens<'t> {
    /// Consumes this many bytes, which end at a character boundary.
    fn take(&mut self, bytes: usize) -> &'t str {
        let (taken, rest) = self.0.split_at(bytes);
        self.0 = rest;
        taken
    }

    /// Skips everything up to and including `end`; all of it if it does not occur.
    fn skip_past(&mut self, end: &str) {
        let bytes = self.0.find(end).map_or(self.0.len(), |at| at + end.len());
        self.take(bytes);
    }

    /// Skips a literal after its opening quotation mark. It ends at the end of the line at the latest.
    fn skip_quoted(&mut self, mark: char) {
        let mut is_escaped = false;
        let end = self.0.char_indices().find(|&(_, c)| {
            let is_end = c == '\n' || (c == mark && !is_escaped);
            is_escaped = c == '\\' && !is_escaped;
            is_end
        });
        let bytes = end.map_or(self.0.len(), |(at, _)| at + 1);
        self.take(bytes);
    }
}

impl<'t> Iterator for Tokens<'t> {
    type Item = &'t str;

    fn next(&mut self) -> Option<&'t str> {
        loop {
            let rest = self.0.trim_start();
            self.0 = rest;
            let first = rest.chars().next()?;
            if rest.starts_with("//") {
                self.skip_past("\n");
            } else if rest.starts_with("/*") {
                self.take(2);
                self.skip_past("*/");
            } else if rest.starts_with("\"\"\"") {
                self.take(3);
                self.skip_past("\"\"\"");
            } else if matches!(first, '"' | '\'') {
                self.take(1);
                self.skip_quoted(first);
            } else {
                let word = rest.find(|c| !is_part(c)).unwrap_or(rest.len());
                return Some(self.take(word.max(first.len_utf8())));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn started(text: &str) -> String {
        Unit::read(text).main_type()
    }

    #[test]
    fn the_class_around_main_is_started_not_one_inside_it_or_before_it() {
        for text in [
            "class Point { int x; }\nclass Player { public static void main(String[] a) {} }",
            "class Player { static class Pos { int x; } public static void main(String[] a) {} }",
            "class Player { enum Kind { A, B } static public  void\n main(String... a) {} class Late {} }",
            "@SuppressWarnings({\"a\", \"b\"}) class Player extends Other<Pos> { static final synchronized void main(String[] a) {} }",
            "/** the main class of the bot: class Doc { static void main( */\nclass Player { static void main(String[] a) {} }",
            "class Player { String s = \"class X { static void main(\"; char c = '\"'; char d = '\\''; static void main(String[] a) {} }",
            "class Player { String s = \"\"\"\n class X {\n\"\"\"; static void main(String[] a) {} } class Z {}",
            "class Tools { Object o = Tools.class; static void main(int x, int y) {} }\nclass Player { static void main(String[] a) {} }",
            "class Player { void main(int x) {} static int mainly() { return 1; } static void main(String[] a) {} }",
            "interface Unit { void main(); }\nrecord Pos(int x) {}\nclass Player { static void main(String[] a) {} }",
        ] {
            assert_eq!(started(text), "Player", "{text}");
        }
    }

    #[test]
    fn of_several_the_one_that_contest_sites_start_is_started() {
        let main = "static void main(String[] a) {}";
        let file = |names: [&str; 3]| names.map(|name| format!("class {name} {{ {main} }}")).join("\n");
        assert_eq!(started(&file(["Test", "Solution", "Player"])), "Player");
        assert_eq!(started(&file(["Test", "Main", "Solution"])), "Solution");
        assert_eq!(started(&file(["A", "B", "C"])), "A");
        assert_eq!(started(&format!("class A {{ {main} }} public class B {{ {main} }}")), "B");
    }

    #[test]
    fn the_public_type_and_the_package_are_found_wherever_they_stand() {
        let unit = Unit::read(
            "/* x */ package a . b;import c.*; class A{}  final public class Bot{static void main(String[] a){}}",
        );
        assert_eq!((unit.public_type(), unit.main_type().as_str()), (Some("Bot"), "a.b.Bot"));
        assert_eq!(Unit::read("class Player { public class Inner {} }").public_type(), None);
    }

    #[test]
    fn whatever_is_no_java_is_read_to_its_end() {
        for text in [
            "",
            "class",
            "class {",
            "}}}",
            "\"",
            "'",
            "/*",
            "//",
            "\"\"\"",
            "é class ä { }",
            "class $(x) {",
            "\\\"",
            "package ;",
        ] {
            let _ = started(text);
        }
        assert_eq!(started("print('hello')"), "Main");
    }
}
