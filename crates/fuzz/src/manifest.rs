//! Property: reading any manifest ends with a build plan or with an error that has a message.

use skirmish_arena_service::upload::{Limits, MANIFEST, Tree, language};

const LIMITS: Limits = Limits { packed_bytes: 1 << 20, bytes: 1 << 20, files: 50, depth: 8 };

pub fn check(bytes: &[u8]) {
    let tree = Tree::of_file(MANIFEST, bytes.to_vec(), &LIMITS).expect("one small file");
    match language::manifest(&tree) {
        Ok(plan) => assert!(!plan.expect("there is one").run.trim().is_empty()),
        Err(why) => assert!(!why.to_string().is_empty()),
    }
}
