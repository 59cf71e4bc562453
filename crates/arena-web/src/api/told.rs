//! What the store knows, as the API tells it.

use skirmish_arena_protocol::answers::{Bot, Match, Seat, Version};
use skirmish_arena_store as store;

/// A bot.
pub(super) fn bot(bot: store::Bot, owner: String) -> Bot {
    let store::Bot { id, game, name, is_active, disabled_why, rested_why, version_id, created_ms, .. } = bot;
    Bot { id, game, name, owner, is_active, disabled_why, rested_why, version_id, created_ms }
}

/// A version as everybody sees it, or its owner.
pub(super) fn version(version: store::Version, is_owner: bool) -> Version {
    let store::Version { id, bot_id, number, language, state, why, created_ms, .. } = version;
    Version { id, bot_id, number, language, state, why: why.filter(|_| is_owner), created_ms }
}

/// A match with its seats.
pub(super) fn match_(it: store::Match, seats: Vec<store::Seating>) -> Match {
    Match {
        id: it.id,
        game: it.game,
        kind: it.kind,
        state: it.state,
        preset: it.preset,
        seed: it.seed,
        seats: seats.into_iter().map(seat).collect(),
        turns: it.turns,
        ending: it.ending,
        why: it.why,
        is_doubted: it.is_doubted,
        is_void: it.is_void,
        is_confirmed: it.is_confirmed,
        result_seq: it.result_seq,
        created_ms: it.created_ms,
        ended_ms: it.ended_ms,
    }
}

fn seat(seating: store::Seating) -> Seat {
    let store::Seating { bot_id, version_id, name, place, score, fault, fault_sentence, .. } = seating;
    Seat { bot_id, version_id, name, place, score, fault, fault_sentence }
}
