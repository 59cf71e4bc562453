//! Property: an accepted upload has only clean relative paths, keeps the limits, and survives a round trip of packing.

use skirmish_arena_service::upload::{Limits, Tree};

/// Small limits, so that inputs reach them.
const LIMITS: Limits = Limits { packed_bytes: 1 << 20, bytes: 1 << 20, files: 50, depth: 8 };

pub fn check(bytes: &[u8]) {
    let Ok(tree) = Tree::of_upload("bot.py", bytes, &LIMITS) else { return };
    let sum: u64 = tree.files().iter().map(|file| file.content.len()).sum();
    assert!(sum <= LIMITS.bytes && (1..=LIMITS.files).contains(&tree.files().len()));
    for (number, file) in tree.files().iter().enumerate() {
        let path = &file.path;
        let is_plain = |part: &str| !matches!(part, "" | "." | "..") && !part.contains(['\\', ':', '\0']);
        assert!(path.split('/').all(is_plain) && path.split('/').count() <= LIMITS.depth, "{path:?}");
        assert!(!path.chars().any(char::is_control), "{path:?}");
        let is_apart = |other: &str| other != path && !other.starts_with(&format!("{path}/"));
        assert!(tree.files()[number + 1..].iter().all(|other| is_apart(&other.path)), "{path:?}");
    }
    assert_eq!(Tree::unpack(&tree.pack(), &LIMITS).as_ref(), Ok(&tree));
}
