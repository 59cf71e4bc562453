//! What fuzzing began with and what it found, replayed by the same checks.

#[path = "../../../fuzz/checks/archive.rs"]
mod archive;
#[path = "../../../fuzz/checks/first_line.rs"]
mod first_line;
#[path = "../../../fuzz/checks/manifest.rs"]
mod manifest;

use std::fs;
use std::path::Path;

fn replay(name: &str, check: impl Fn(&[u8])) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz/corpus").join(name);
    let mut count = 0;
    for entry in fs::read_dir(folder).expect("a corpus") {
        let path = entry.expect("an entry").path();
        println!("{}", path.display());
        check(&fs::read(path).expect("a file"));
        count += 1;
    }
    assert!(count >= 8, "there are {count} only");
}

#[test]
fn archives() {
    replay("archive", archive::check);
}

#[test]
fn manifests() {
    replay("manifest", manifest::check);
}

#[test]
fn first_lines() {
    replay("first_line", first_line::check);
}
