//! House bots are told apart from what they were by the fingerprint of their sources.

#[allow(dead_code, reason = "cargo starts its `main`")]
#[path = "../build.rs"]
mod build;

use std::fs;
use std::path::Path;

#[test]
fn the_fingerprint_is_that_of_the_sources() {
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).join("..").canonicalize().unwrap();
    assert_eq!(build::fingerprint(&crates).unwrap(), skirmish_bots::SOURCES);
}

#[test]
fn any_change_of_code_changes_it_and_nothing_else_does() {
    let place = Path::new(env!("CARGO_TARGET_TMPDIR")).join("sources");
    let _ = fs::remove_dir_all(&place);
    let write = |name: &str, text: &str| {
        let path = place.join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    };
    for name in ["bots", "core", "games"] {
        write(&format!("{name}/src/lib.rs"), "1");
    }
    let mut seen = vec![build::fingerprint(&place).unwrap()];
    for (name, text) in [("bots/src/lib.rs", "2"), ("games/src/utti/rules.rs", "1"), ("core/src/lib.rs", "")]
    {
        write(name, text);
        let now = build::fingerprint(&place).unwrap();
        assert!(!seen.contains(&now), "{name}");
        seen.push(now);
    }
    write("games/src/utti/rules.md", "1");
    write("games/tests/laws.rs", "1");
    write("referee/src/lib.rs", "1");
    assert_eq!(build::fingerprint(&place).ok(), seen.pop());
}
