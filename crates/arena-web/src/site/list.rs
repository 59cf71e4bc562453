//! Lists of matches, as several pages show them.

use skirmish_arena_store::{Match, MatchState, Seating};

use super::words;

/// A line of a list.
#[derive(Clone, Debug)]
pub struct Line {
    /// The match.
    pub id: i64,
    /// The game's title.
    pub title: &'static str,
    /// Why it is played.
    pub kind: &'static str,
    /// How far it is.
    pub state: &'static str,
    /// Whether it can be watched.
    pub is_over: bool,
    /// Whether it is played right now.
    pub is_running: bool,
    /// When.
    pub when: String,
    /// Who plays.
    pub seats: Vec<Seat>,
}

/// Who plays at a seat.
#[derive(Clone, Debug)]
pub struct Seat {
    /// The bot.
    pub bot_id: i64,
    /// Its name.
    pub name: String,
    /// Its place, `1st`; empty while nobody knows.
    pub place: String,
    /// Whether it won.
    pub is_first: bool,
    /// The fault that cost it the match.
    pub fault: Option<String>,
}

/// Lines for matches; seatings may hold others as well.
pub fn lines(matches: &[Match], seatings: &[Seating], now_ms: i64) -> Vec<Line> {
    matches
        .iter()
        .map(|found| line(found, seatings.iter().filter(|seat| seat.match_id == found.id), now_ms))
        .collect()
}

fn line<'a>(found: &Match, seatings: impl Iterator<Item = &'a Seating>, now_ms: i64) -> Line {
    let is_over = found.state == MatchState::Done;
    let seat = |seating: &Seating| Seat {
        bot_id: seating.bot_id,
        name: seating.name.clone(),
        place: seating.place.map(words::ordinal).unwrap_or_default(),
        is_first: seating.place == Some(1),
        fault: seating.fault.clone(),
    };
    let when_ms = found.ended_ms.or(found.started_ms).unwrap_or(found.created_ms);
    Line {
        id: found.id,
        title: skirmish_games::find(&found.game).map_or("", |entry| entry.info.title),
        kind: words::kind(found),
        state: words::state(found),
        is_over,
        is_running: found.state == MatchState::Running,
        when: words::ago(now_ms, when_ms),
        seats: seatings.map(seat).collect(),
    }
}
