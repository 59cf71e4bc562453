//! Property: reading and verifying any replay ends with a result or an error that has a message, and a replay that was
//! read survives a round trip of writing.
//!
//! Input: a replay without its last line, the checksum, which a fuzzer cannot guess.

use skirmish_core::replay::Replay;
use skirmish_core::view::Digest;

use crate::game::CHECKS;

pub fn check(bytes: &[u8]) {
    let _ = Replay::salvage(bytes);
    let mut text = bytes.to_vec();
    text.extend(format!("sum {:016x}\n", Digest::of(bytes).0).into_bytes());
    let Ok(replay) = Replay::read(&text) else { return };
    assert_eq!(Replay::read(replay.write().as_bytes()).as_ref(), Ok(&replay));
    assert_eq!(Replay::salvage(&text), Ok((replay.clone(), None)));
    let Some(entry) = skirmish_games::find(&replay.header.game) else { return };
    if let Err(why) = replay.verify(entry) {
        assert!(!why.to_string().is_empty());
    }
}

/// An incomplete match and a longer one of every game.
pub fn seeds() -> Vec<Vec<u8>> {
    let replays = CHECKS.iter().flat_map(|game| [(game.replay)(1, 12), (game.replay)(2, 300)]);
    replays.map(|replay| without_sum(&replay.write()).as_bytes().to_vec()).collect()
}

fn without_sum(text: &str) -> &str {
    text.rfind("sum ").map_or(text, |at| &text[..at])
}
