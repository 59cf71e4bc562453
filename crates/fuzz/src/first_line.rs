//! Property: parsing a shebang line ends for any bytes, and finds nothing where there is none.

use skirmish_files::Shebang;

pub fn check(bytes: &[u8]) {
    let line = Shebang::of(bytes);
    assert_eq!(line.is_some(), bytes.starts_with(b"#!"));
    // Only the first line counts.
    assert_eq!(line, Shebang::of(bytes.split(|&byte| byte == b'\n').next().unwrap_or_default()));
    let Some(line) = line else { return };
    // What it names is one file's name, and no other program than itself.
    if let Some(program) = line.program() {
        assert!(!program.is_empty() && !program.contains(['/', '\n']));
        assert!(!line.asks_for_another(&program));
    }
    assert!(!line.asks_for_another("python3") || line.program().is_some());
}
