//! Finding the bot that a person means, and its fingerprint.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::PathBuf;

use skirmish_programs::{BadBot, LANGUAGES, Origin, Program};

/// A folder that goes when the test does.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("skirmish-{name}-{}", std::process::id()));
        fs::create_dir_all(&path).expect("a folder of our own");
        Self(path)
    }

    fn file(&self, name: &str, text: &str, mode: u32) -> String {
        let path = self.0.join(name);
        fs::create_dir_all(path.parent().expect("within the folder")).expect("a folder of our own");
        fs::write(&path, text).expect("a file of our own");
        fs::set_permissions(&path, fs::Permissions::from_mode(mode)).expect("a file of our own");
        path.display().to_string()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn command_of(text: &str) -> Vec<String> {
    Program::find(text).expect(text).command
}

fn complaint(text: &str) -> String {
    Program::find(text).expect_err(text).to_string()
}

#[test]
fn a_file_is_run_by_what_its_name_or_first_line_says() {
    let folder = Folder::new("files");
    let script = folder.file("bot.py", "print(1)", 0o644);
    assert_eq!(command_of(&script), ["python3", &script]);
    let script = folder.file("executable_without_shebang.sh", "echo 1", 0o755);
    assert_eq!(command_of(&script), ["sh", &script]);
    let script = folder.file("not_executable", "#!/usr/bin/env sh\necho 1", 0o644);
    assert_eq!(command_of(&script), [script.as_str()]);
    let program = folder.file("program", "\x7fELF", 0o755);
    assert_eq!(command_of(&program), [program.as_str()]);
    let found = Program::find(&program).expect("a file");
    assert_eq!((found.name.as_str(), found.origin), ("program", Origin::File(PathBuf::from(&program))));
}

#[test]
fn what_cannot_be_run_is_refused_with_a_way_out() {
    let folder = Folder::new("refused");
    let source = folder.file("bot.rs", "fn main() {}", 0o644);
    assert!(complaint(&source).contains("build it"), "{}", complaint(&source));
    let text = folder.file("bot", "hello", 0o644);
    assert!(complaint(&text).contains("chmod +x"), "{}", complaint(&text));
    assert!(complaint("no_such_bot.py").contains("there is no such file or program"));
    assert!(
        complaint("no-such-interpreter bot.py").contains("`no-such-interpreter`, which is not installed")
    );
    assert!(complaint("cat 'unclosed").contains("not understood"));
    assert!(complaint(&folder.0.display().to_string()).contains("run = \"python3 bot.py\""));
    folder.file("broken/skirmish.toml", "run = [", 0o644);
    assert!(
        complaint(&folder.0.join("broken").display().to_string()).contains("skirmish.toml is not understood")
    );
    folder.file("odd/skirmish.toml", "run = 'cat'\nruns = 'x'", 0o644);
    assert!(complaint(&folder.0.join("odd").display().to_string()).contains("unknown field `runs`"));
}

#[test]
fn a_command_line_is_split_as_a_shell_would() {
    assert_eq!(command_of("cat -u 'a b' \"c d\" e\\ f"), ["cat", "-u", "a b", "c d", "e f"]);
    assert_eq!(Program::find("cat -u").expect("cat").name, "cat -u");
}

#[test]
fn a_fingerprint_changes_with_the_content_alone() {
    let folder = Folder::new("hash");
    let hash = |path: &str| Program::find(path).expect(path).hash.expect("a program has one");
    let (a, b) = (folder.file("a.py", "print(1)", 0o644), folder.file("b.py", "print(1)", 0o755));
    assert_eq!(hash(&a), hash(&b));
    let before = hash(&format!("cat {a}"));
    folder.file("a.py", "print(2)", 0o644);
    assert_ne!(hash(&a), hash(&b));
    assert_ne!(hash(&format!("cat {a}")), before);
    folder.file("bot/skirmish.toml", "run = 'cat'", 0o644);
    folder.file("bot/deep/er.py", "1", 0o644);
    let path = folder.0.join("bot").display().to_string();
    let before = hash(&path);
    folder.file("bot/__pycache__/x", "cache", 0o644);
    assert_eq!(hash(&path), before);
    folder.file("bot/deep/er.py", "2", 0o644);
    assert_ne!(hash(&path), before);
}

#[test]
fn source_code_is_told_from_programs_in_every_language() {
    let folder = Folder::new("sources");
    for language in LANGUAGES {
        for ending in language.endings {
            let file = folder.file(&format!("bot.{ending}"), "x", 0o644);
            match Program::find(&file) {
                Ok(program) => {
                    assert_eq!(program.command[..program.command.len() - 1], *language.interpreter)
                }
                Err(BadBot::NoInterpreter { interpreter, .. }) => {
                    assert_eq!(Some(&interpreter.as_str()), language.interpreter.first());
                }
                Err(bad) => {
                    assert!(language.interpreter.is_empty(), "{bad}");
                    assert!(bad.to_string().contains("it looks like source code: build it"), "{bad}");
                }
            }
        }
    }
}

#[test]
fn fingerprints_are_the_same_today_and_next_year() {
    let folder = Folder::new("golden");
    let file = folder.file("bot.py", "print(1)", 0o644);
    folder.file("bot/skirmish.toml", "run = 'cat'", 0o644);
    folder.file("bot/deep/er.py", "1", 0o644);
    folder.file("bot/.hidden", "1", 0o644);
    for (bot, expected) in [
        (file, "d432348da447ceaf4fa4b935cfbbf97a277ce580ee9b8a4ff114be4e9498bb4d"),
        (
            folder.0.join("bot").display().to_string(),
            "cd1f001e8b92dd65af3bdfd2e48fdc2c177bb7f6969892c2a6007d6788526351",
        ),
        ("cat -u".to_string(), "b73cfdee5a07c135c65d7ea4902df64a5ad9695418588d89b211510e8113d55e"),
    ] {
        assert_eq!(Program::find(&bot).expect(&bot).hash.as_deref(), Some(expected), "{bot}");
    }
}
