//! Times, ratings and places as people read them.

use skirmish_arena_store::{Match, MatchKind, MatchState, Rated, VersionState};

/// How long ago something was.
pub fn ago(now_ms: i64, then_ms: i64) -> String {
    let seconds = (now_ms - then_ms).max(0) / 1000;
    match seconds {
        0..5 => "just now".to_owned(),
        5..60 => format!("{seconds} s ago"),
        60..3600 => format!("{} min ago", seconds / 60),
        3600..86_400 => format!("{} h ago", seconds / 3600),
        _ => plural(seconds / 86_400, "day") + " ago",
    }
}

/// How long something goes on.
pub fn until(now_ms: i64, end_ms: i64) -> String {
    match end_ms.saturating_sub(now_ms) / 1000 {
        ..1 => "has ended".to_owned(),
        seconds @ 1..3600 => format!("ends in {} min", (seconds + 59) / 60),
        seconds @ 3600..86_400 => format!("ends in {} h", seconds / 3600),
        seconds if seconds > 100 * 365 * 86_400 => "has no end".to_owned(),
        seconds => format!("ends in {}", plural(seconds / 86_400, "day")),
    }
}

/// How long something may take.
pub fn lasting(ms: i64) -> String {
    match ms.max(0) / 1000 {
        0 => "less than a second".to_owned(),
        seconds @ 1..90 => plural(seconds, "second"),
        seconds => plural(seconds / 60, "minute"),
    }
}

/// A count with its word.
pub fn plural(count: i64, word: &str) -> String {
    if count == 1 { format!("1 {word}") } else { format!("{count} {word}s") }
}

/// A rating, or how far it may be off, in whole points.
pub fn rating(value: f64) -> String {
    format!("{value:.0}").replace('-', "−")
}

/// A version's rating and how far it may be off, once there is one.
pub fn rating_of(rated: &Rated) -> Option<(String, String)> {
    Some((rating(rated.rating?), rating(rated.error?)))
}

/// `1st`, `2nd`.
pub fn ordinal(place: i64) -> String {
    let ending = match (place % 10, place % 100) {
        (_, 11..=13) => "th",
        (1, _) => "st",
        (2, _) => "nd",
        (3, _) => "rd",
        _ => "th",
    };
    format!("{place}{ending}")
}

/// Why a match is played, in words.
pub fn kind(found: &Match) -> &'static str {
    match found.kind {
        MatchKind::Rated => "rated",
        MatchKind::Trial => "trial of a new version",
        MatchKind::Challenge => "challenge, unrated",
        MatchKind::Second => "second opinion",
    }
}

/// How far a match has come, in words.
pub fn state(found: &Match) -> &'static str {
    match found.state {
        MatchState::Queued => "waiting",
        MatchState::Running => "being played",
        MatchState::Done if found.is_void => "void",
        MatchState::Done => "over",
        MatchState::Poison => "set aside",
        MatchState::Withdrawn => "withdrawn",
    }
}

/// How far a version has come, in words.
pub fn version_state(state: VersionState) -> &'static str {
    match state {
        VersionState::Queued => "waiting to be built",
        VersionState::Built => "built, on trial",
        VersionState::Ready => "ready",
        VersionState::Failed => "build failed",
        VersionState::Refused => "failed its trial",
        VersionState::Superseded => "replaced before it was built",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_and_places_read_well() {
        let hour = 3_600_000;
        for (then_ms, read) in [
            (0, "just now"),
            (30_000, "30 s ago"),
            (90_000, "1 min ago"),
            (2 * hour, "2 h ago"),
            (24 * hour, "1 day ago"),
            (50 * hour, "2 days ago"),
        ] {
            assert_eq!(ago(1000 * hour, 1000 * hour - then_ms), read);
        }
        for (left_ms, read) in [
            (-1, "has ended"),
            (90_000, "ends in 2 min"),
            (2 * hour, "ends in 2 h"),
            (24 * hour, "ends in 1 day"),
            (90 * 24 * hour, "ends in 90 days"),
            (i64::MAX, "has no end"),
        ] {
            assert_eq!(until(0, left_ms), read);
        }
        assert_eq!(
            [1, 2, 3, 4, 11, 12, 13, 21, 102].map(ordinal).join(" "),
            "1st 2nd 3rd 4th 11th 12th 13th 21st 102nd"
        );
        assert_eq!(
            [lasting(10), lasting(1000), lasting(120_000)].join(", "),
            "less than a second, 1 second, 2 minutes"
        );
    }
}
