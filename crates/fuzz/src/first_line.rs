//! Property: parsing a shebang line ends for any bytes, and finds nothing where there is none.

use skirmish_sandbox::asks_for_another;

pub fn check(bytes: &[u8]) {
    let asks = asks_for_another(bytes, "python3");
    assert!(!asks || bytes.starts_with(b"#!"));
    // Only the first line counts.
    let line = bytes.split(|&byte| byte == b'\n').next().unwrap_or_default();
    assert_eq!(asks, asks_for_another(line, "python3"));
}
