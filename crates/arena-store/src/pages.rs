//! Questions that only pages ask.

use crate::{Match, Seating, Store, StoreFuture, Writing, from_row};

/// A seat of a match with all its names, for the match's page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ShownSeat {
    /// The seat, from 0.
    pub seat: i64,
    /// The bot.
    pub bot_id: i64,
    /// What the bot is called now.
    pub bot: String,
    /// Its version's number among the bot's.
    pub number: i64,
    /// Its owner.
    pub user_id: i64,
    /// What the owner is called.
    pub owner: String,
    /// Whether the host disqualified the version: the match counts for nothing against it.
    pub is_disqualified: bool,
    /// Its place; 1 is best.
    pub place: Option<i64>,
    /// Its score.
    pub score: Option<i64>,
    /// The fault that cost it the match.
    pub fault: Option<String>,
    /// The same for people.
    pub fault_sentence: Option<String>,
    /// The blob of what it printed on stderr.
    pub stderr_hash: Option<String>,
}

from_row!(ShownSeat {
    seat,
    bot_id,
    bot,
    number,
    user_id,
    owner,
    is_disqualified,
    place,
    score,
    fault,
    fault_sentence,
    stderr_hash
});

const BUILDS: &str = "SELECT COUNT(*) FROM bot JOIN version ON version.bot_id = bot.id \
                      WHERE bot.user_id = $1 AND version.created_ms >= $2";

impl Store {
    /// How many versions a user submitted since then.
    pub fn builds_since(&self, user_id: i64, since_ms: i64) -> StoreFuture<'_, i64> {
        self.query(BUILDS).bind(user_id).bind(since_ms).fetch_one()
    }

    /// The newest matches of all games before this number, the newest first.
    pub fn matches_before(&self, before: i64, most: i64) -> StoreFuture<'_, Vec<Match>> {
        let sql = "SELECT id, game, kind, state, preset, seats, seed, requested_by, second_of, worker_id, replay_hash, \
                   replay_removed_ms, turns, ending, why, is_doubted, is_void, is_confirmed, result_seq, created_ms, started_ms, ended_ms FROM match \
                   WHERE id < $1 ORDER BY id DESC LIMIT $2";
        self.query(sql).bind(before).bind(most).fetch_all()
    }

    /// Who sat where in these matches, which stand close to each other, and in those between, by match and seat.
    pub fn seatings_of_all(&self, matches: &[Match]) -> StoreFuture<'_, Vec<Seating>> {
        let ids = || matches.iter().map(|one| one.id);
        // Of no matches: from 1 to 0.
        let (first, last) = (ids().min().unwrap_or(1), ids().max().unwrap_or(0));
        let sql = "SELECT match_id, seat, bot_id, version_id, name, place, score, fault, fault_sentence, stderr_hash \
                   FROM seating WHERE match_id BETWEEN $1 AND $2 ORDER BY match_id DESC, seat";
        self.query(sql).bind(first).bind(last).fetch_all()
    }

    /// Who sat where in a match, with all names.
    pub fn shown_seats(&self, match_id: i64) -> StoreFuture<'_, Vec<ShownSeat>> {
        let sql = "SELECT seating.seat, bot.id AS bot_id, bot.name AS bot, version.number, users.id AS user_id, \
                   users.name AS owner, version.is_disqualified, seating.place, seating.score, seating.fault, seating.fault_sentence, \
                   seating.stderr_hash FROM seating JOIN bot ON bot.id = seating.bot_id \
                   JOIN version ON version.id = seating.version_id JOIN users ON users.id = bot.user_id \
                   WHERE seating.match_id = $1 ORDER BY seating.seat";
        self.query(sql).bind(match_id).fetch_all()
    }

    /// The bots that the host does not let play.
    pub fn disabled_bots(&self, most: i64) -> StoreFuture<'_, Vec<super::Bot>> {
        let sql = "SELECT id, user_id, game, name, is_active, disabled_why, rested_why, version_id, created_ms, deleted_ms \
                   FROM bot \
                   WHERE disabled_why IS NOT NULL ORDER BY id DESC LIMIT $1";
        self.query(sql).bind(most).fetch_all()
    }
}

impl Writing {
    /// How many versions a user submitted since then, as this transaction sees it.
    pub fn builds_since(&mut self, user_id: i64, since_ms: i64) -> StoreFuture<'_, i64> {
        self.query(BUILDS).bind(user_id).bind(since_ms).fetch_one()
    }

    /// How many of a user's bots play in a game, as this transaction sees it.
    pub fn active_bots(&mut self, user_id: i64, game: &str) -> StoreFuture<'_, i64> {
        let sql = "SELECT COUNT(*) FROM bot WHERE user_id = $1 AND game = $2 AND is_active = $3 \
                   AND EXISTS (SELECT 1 FROM version WHERE version.bot_id = bot.id \
                   AND (version.artefact_hash IS NOT NULL OR version.state = 'queued'))";
        self.query(sql).bind(user_id).bind(game).bind(true).fetch_one()
    }

    /// How many bots a user has, as this transaction sees it; one of which nothing could ever be built takes no place.
    pub fn count_bots(&mut self, user_id: i64) -> StoreFuture<'_, i64> {
        let sql = "SELECT COUNT(*) FROM bot WHERE user_id = $1 AND deleted_ms IS NULL AND EXISTS (SELECT 1 FROM version \
                   WHERE version.bot_id = bot.id AND (version.artefact_hash IS NOT NULL OR version.state = 'queued'))";
        self.query(sql).bind(user_id).fetch_one()
    }
}
