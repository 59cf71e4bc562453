//! The first line of a script (`#!/usr/bin/env python3`): read and parsed here and nowhere else.
//!
//! Whoever wrote the file chose the line. It is looked at where the file runs; nothing is executed, bound or opened on the
//! host because of it.

use std::io::Read as _;
use std::path::Path;

/// How much of a file the kernel reads to find the line.
const MOST_BYTES: u64 = 256;

/// A first line that begins with `#!`, without its end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shebang {
    line: Vec<u8>,
}

impl Shebang {
    /// The first line of a file, as far as the kernel looks at it; none if the file cannot be read or begins otherwise.
    pub fn read(path: &Path) -> Option<Self> {
        let mut head = Vec::new();
        crate::open(path).ok()?.take(MOST_BYTES).read_to_end(&mut head).ok()?;
        Self::of(&head)
    }

    /// The first line of what begins with these bytes.
    pub fn of(first_bytes: &[u8]) -> Option<Self> {
        let line = first_bytes.split(|&byte| byte == b'\n').next().unwrap_or_default();
        line.starts_with(b"#!").then(|| Self { line: line.to_vec() })
    }

    /// The name of the program that the line asks for, without its folder.
    ///
    /// `#!/usr/bin/env -S python3 -u` and `#!/usr/bin/python3` both ask for `python3`.
    pub fn program(&self) -> Option<String> {
        let line = String::from_utf8_lossy(&self.line[2..]);
        let mut words = line.split_whitespace().filter(|word| !word.starts_with('-') && !word.contains('='));
        let first = words.next().and_then(file_name);
        if first.as_deref() == Some("env") { words.next().and_then(file_name) } else { first }
    }

    /// Whether the line asks for another program than this interpreter: then the file is executed itself.
    pub fn asks_for_another(&self, interpreter: &str) -> bool {
        self.program().is_some_and(|asked| Some(asked) != file_name(interpreter))
    }

    /// Whether this text is anywhere in the line.
    pub fn contains(&self, text: &str) -> bool {
        self.line.windows(text.len().max(1)).any(|part| part == text.as_bytes())
    }
}

fn file_name(word: &str) -> Option<String> {
    Path::new(word).file_name().map(|name| name.to_string_lossy().into_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_first_line_counts_where_it_names_another_program() {
        let asks =
            |head: &str, by| Shebang::of(head.as_bytes()).is_some_and(|line| line.asks_for_another(by));
        for (head, expected) in [
            ("#!/usr/bin/env python3\nprint()", false),
            ("#!/usr/bin/python3 -u", false),
            ("#!/usr/bin/env -S python3 -u\n", false),
            ("#!/usr/bin/env -S A=1 python3\n", false),
            ("#!/usr/bin/env pypy3\n", true),
            ("#!/bin/sh", true),
            ("#!python3", false),
            ("#!", false),
            ("#! \n", false),
            ("import sys", false),
            ("", false),
        ] {
            assert_eq!(asks(head, "python3"), expected, "{head:?}");
        }
        assert!(!asks("#!/usr/bin/env node", "/usr/bin/node"));
    }

    #[test]
    fn what_is_read_ends_with_the_line_and_with_what_the_kernel_reads() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("bot");
        std::fs::write(&path, "#!/usr/bin/env node\nnot this").expect("written");
        let line = Shebang::read(&path).expect("a first line");
        assert!(line.contains("env node") && !line.contains("not"));
        std::fs::write(&path, format!("#!/bin/{}", "x".repeat(1000))).expect("written");
        assert_eq!(Shebang::read(&path).expect("a first line").line.len() as u64, MOST_BYTES);
        std::fs::write(&path, "x").expect("written");
        assert_eq!(Shebang::read(&path), None);
        assert_eq!(Shebang::read(folder.path()), None);
    }
}
