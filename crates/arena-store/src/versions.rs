//! Bots and their versions.

use sqlx::AssertSqlSafe;

use crate::{Store, StoreFuture, Stored, VersionState, Writing, from_row, key_of, skeleton_of};

/// The language of bots that are part of the program.
pub const HOUSE_LANGUAGE: &str = "house";
/// What the owner of the house bots is called.
pub const HOUSE_USER: &str = "house";

/// A bot: a name on the ladder of one game, and the versions behind it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bot {
    /// Its number.
    pub id: i64,
    /// Whose it is.
    pub user_id: i64,
    /// The game it plays.
    pub game: String,
    /// What it is called.
    pub name: String,
    /// Whether its owner lets it play.
    pub is_active: bool,
    /// Why the host does not let it play.
    pub disabled_why: Option<String>,
    /// Why the arena lets it rest: it failed again and again. None once its owner lets it play.
    pub rested_why: Option<String>,
    /// The version that plays.
    pub version_id: Option<i64>,
    /// Since when it is here.
    pub created_ms: i64,
    /// When it was deleted: its number and its results stay, and nothing else.
    pub deleted_ms: Option<i64>,
}

from_row!(Bot {
    id,
    user_id,
    game,
    name,
    is_active,
    disabled_why,
    rested_why,
    version_id,
    created_ms,
    deleted_ms
});

/// A version of a bot.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Version {
    /// Its number in the arena.
    pub id: i64,
    /// The bot.
    pub bot_id: i64,
    /// Its number among the bot's, from 1.
    pub number: i64,
    /// What it is written in; [`HOUSE_LANGUAGE`] for a house bot.
    pub language: String,
    /// The blob of its source; empty for a house bot.
    pub source_hash: String,
    /// The blob of what was built.
    pub artefact_hash: Option<String>,
    /// How far it has come.
    pub state: VersionState,
    /// Why it came no further.
    pub why: Option<String>,
    /// The blob of the build's log.
    pub log_hash: Option<String>,
    /// When its log was removed, because it was old.
    pub log_removed_ms: Option<i64>,
    /// How many bytes its source, what was built and its log take on the disk.
    pub source_bytes: i64,
    /// What was built.
    pub artefact_bytes: i64,
    /// Its log.
    pub log_bytes: i64,
    /// Whether it answered the same when a match was played again; none if that was never seen.
    pub is_repeatable: Option<bool>,
    /// Whether the host disqualified it: its results are left out of ratings, and it plays no more.
    pub is_disqualified: bool,
    /// When it was uploaded.
    pub created_ms: i64,
}

from_row!(Version {
    id,
    bot_id,
    number,
    language,
    source_hash,
    artefact_hash,
    state,
    why,
    log_hash,
    log_removed_ms,
    source_bytes,
    artefact_bytes,
    log_bytes,
    is_repeatable,
    is_disqualified,
    created_ms
});

/// A version as the worker that builds it must know it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BuildWork {
    /// The version.
    pub version_id: i64,
    /// The game it plays.
    pub game: String,
    /// What it is written in.
    pub language: String,
    /// The blob of its source.
    pub source_hash: String,
}

from_row!(BuildWork { version_id, game, language, source_hash });

macro_rules! bots {
    ($where:literal) => {
        concat!(
            "SELECT id, user_id, game, name, is_active, disabled_why, rested_why, version_id, created_ms, ",
            "deleted_ms FROM bot ",
            $where
        )
    };
}

macro_rules! versions {
    ($where:literal) => {
        concat!(
            "SELECT id, bot_id, number, language, source_hash, artefact_hash, state, why, log_hash, log_removed_ms, ",
            "source_bytes, artefact_bytes, log_bytes, is_repeatable, is_disqualified, created_ms FROM version ",
            $where
        )
    };
}

impl Store {
    /// What workers must know of the builds of these versions.
    pub fn build_work(&self, versions: &[i64]) -> StoreFuture<'_, Vec<BuildWork>> {
        let sql = format!(
            "{} SELECT version.id AS version_id, bot.game, version.language, version.source_hash FROM given \
             JOIN version ON version.id = given.what JOIN bot ON bot.id = version.bot_id",
            self.dialect().given()
        );
        let list = self.dialect().numbered(versions);
        self.query(AssertSqlSafe(sql)).bind(list).fetch_all()
    }

    /// The bot of this number.
    pub fn bot(&self, id: i64) -> StoreFuture<'_, Option<Bot>> {
        let sql = bots!("WHERE id = $1");
        self.query(sql).bind(id).fetch_optional()
    }

    /// The bot of this name on a game's ladder, however its letters are cased.
    pub fn bot_named(&self, game: &str, name: &str) -> StoreFuture<'_, Option<Bot>> {
        let sql = bots!("WHERE game = $1 AND name_key = $2");
        self.query(sql).bind(game).bind(key_of(name)).fetch_optional()
    }

    /// A user's bots, the oldest first.
    pub fn bots_of(&self, user_id: i64) -> StoreFuture<'_, Vec<Bot>> {
        let sql = bots!("WHERE user_id = $1 AND deleted_ms IS NULL ORDER BY id");
        self.query(sql).bind(user_id).fetch_all()
    }

    /// The version of this number.
    pub fn version(&self, id: i64) -> StoreFuture<'_, Option<Version>> {
        let sql = versions!("WHERE id = $1");
        self.query(sql).bind(id).fetch_optional()
    }

    /// A bot's newest version.
    pub fn newest_version(&self, bot_id: i64) -> StoreFuture<'_, Option<Version>> {
        let sql = versions!("WHERE bot_id = $1 ORDER BY number DESC LIMIT 1");
        self.query(sql).bind(bot_id).fetch_optional()
    }

    /// A bot's versions, the newest first.
    pub fn versions_of(&self, bot_id: i64) -> StoreFuture<'_, Vec<Version>> {
        let sql = versions!("WHERE bot_id = $1 ORDER BY number DESC");
        self.query(sql).bind(bot_id).fetch_all()
    }
}

impl Writing {
    /// The bot of this number, as this transaction sees it.
    pub fn bot(&mut self, id: i64) -> StoreFuture<'_, Option<Bot>> {
        let sql = bots!("WHERE id = $1");
        self.query(sql).bind(id).fetch_optional()
    }

    /// Whether a bot, or its owner's account, was deleted.
    pub async fn has_left(&mut self, bot_id: i64) -> Stored<bool> {
        let sql = "SELECT COUNT(*) FROM bot JOIN users ON users.id = bot.user_id \
                   WHERE bot.id = $1 AND (users.deleted_ms IS NOT NULL OR bot.deleted_ms IS NOT NULL)";
        let count: i64 = self.query(sql).bind(bot_id).fetch_one().await?;
        Ok(count > 0)
    }

    /// A user's bots, as this transaction sees them, the oldest first.
    pub fn bots_of(&mut self, user_id: i64) -> StoreFuture<'_, Vec<Bot>> {
        let sql = bots!("WHERE user_id = $1 AND deleted_ms IS NULL ORDER BY id");
        self.query(sql).bind(user_id).fetch_all()
    }

    /// The bot of this name, as this transaction sees it.
    pub fn bot_named(&mut self, game: &str, name: &str) -> StoreFuture<'_, Option<Bot>> {
        let sql = bots!("WHERE game = $1 AND name_key = $2");
        self.query(sql).bind(game).bind(key_of(name)).fetch_optional()
    }

    /// The version of this number, as this transaction sees it.
    pub fn version(&mut self, id: i64) -> StoreFuture<'_, Option<Version>> {
        let sql = versions!("WHERE id = $1");
        self.query(sql).bind(id).fetch_optional()
    }

    /// A bot's versions that wait to be built.
    pub fn queued_versions_of(&mut self, bot_id: i64) -> StoreFuture<'_, Vec<i64>> {
        let sql = "SELECT id FROM version WHERE bot_id = $1 AND state = 'queued' ORDER BY id";
        self.query(sql).bind(bot_id).fetch_all()
    }

    /// Whether another bot of the game has a name that looks like this one.
    pub async fn is_bot_like(&mut self, game: &str, name: &str, bot_id: i64) -> Stored<bool> {
        let sql = "SELECT COUNT(*) FROM bot WHERE name_skeleton = $1 AND game = $2 AND id <> $3";
        let query = self.query(sql).bind(skeleton_of(name)).bind(game).bind(bot_id);
        let count: i64 = query.fetch_one().await?;
        Ok(count > 0)
    }

    /// Adds a bot that plays as soon as it has a version; no name on the game's ladder may look like its own.
    pub async fn add_bot(&mut self, user_id: i64, game: &str, name: &str, now_ms: i64) -> Stored<i64> {
        let id = self.next("bot").await?;
        let sql = "INSERT INTO bot (id, user_id, game, name, name_key, name_skeleton, is_active, created_ms) \
                   VALUES ($1, $2, $3, $4, $5, $6, $7, $8)";
        self.query(sql)
            .bind(id)
            .bind(user_id)
            .bind(game)
            .bind(name)
            .bind(key_of(name))
            .bind(skeleton_of(name))
            .bind(true)
            .bind(now_ms)
            .execute()
            .await?;
        let turn = self.turn_of(game).await?;
        self.remember_waiting(id, turn, "", "").await?;
        Ok(id)
    }

    /// Adds the next version of a bot, in state queued; whoever adds it enqueues its build.
    pub async fn add_version(
        &mut self,
        bot_id: i64,
        language: &str,
        source_hash: &str,
        now_ms: i64,
    ) -> Stored<i64> {
        let id = self.next("version").await?;
        let sql = "INSERT INTO version (id, bot_id, number, language, source_hash, state, created_ms) \
                   SELECT $1, $2, COALESCE(MAX(number), 0) + 1, $3, $4, 'queued', $5 \
                   FROM version WHERE bot_id = $2";
        self.query(sql).bind(id).bind(bot_id).bind(language).bind(source_hash).bind(now_ms).execute().await?;
        Ok(id)
    }

    /// Notes what came of the build of a version that waits for it; false if it does not, because its owner left.
    pub async fn note_build(
        &mut self,
        version_id: i64,
        state: VersionState,
        artefact_hash: Option<&str>,
        log_hash: Option<&str>,
        why: Option<&str>,
    ) -> Stored<bool> {
        let sql = "UPDATE version SET state = $2, artefact_hash = $3, log_hash = $4, why = $5 \
                   WHERE id = $1 AND state = 'queued'";
        let changed = self
            .query(sql)
            .bind(version_id)
            .bind(state)
            .bind(artefact_hash)
            .bind(log_hash)
            .bind(why)
            .changed()
            .await?;
        Ok(changed > 0)
    }

    /// Notes what came of a version's trial.
    pub fn note_trial(
        &mut self,
        version_id: i64,
        state: VersionState,
        why: Option<&str>,
    ) -> StoreFuture<'_, ()> {
        let sql = "UPDATE version SET state = $2, why = $3 WHERE id = $1";
        self.query(sql).bind(version_id).bind(state).bind(why).execute()
    }

    /// Notes whether a version answered the same when a match was played again; once it did not, that stays.
    pub fn note_repeatable(&mut self, version_id: i64, is_repeatable: bool) -> StoreFuture<'_, ()> {
        let sql = "UPDATE version SET is_repeatable = $2 \
                   WHERE id = $1 AND (is_repeatable IS NULL OR is_repeatable <> $3)";
        self.query(sql).bind(version_id).bind(is_repeatable).bind(false).execute()
    }

    /// Lets this version of the bot play from now on, in place of any other.
    pub fn play_version(&mut self, bot_id: i64, version_id: i64) -> StoreFuture<'_, ()> {
        let sql = "UPDATE bot SET version_id = $2 WHERE id = $1";
        self.query(sql).bind(bot_id).bind(version_id).execute()
    }

    /// Lets this version play unless the bot plays a newer one already.
    pub fn play_if_newer(&mut self, bot_id: i64, version_id: i64) -> StoreFuture<'_, ()> {
        let sql = "UPDATE bot SET version_id = $2 WHERE id = $1 AND NOT EXISTS ( \
                   SELECT 1 FROM version playing, version asked WHERE playing.id = bot.version_id \
                   AND asked.id = $2 AND playing.number > asked.number)";
        self.query(sql).bind(bot_id).bind(version_id).execute()
    }

    /// Lets the bot play, or rest, as its owner wants.
    pub fn set_bot_active(&mut self, bot_id: i64, is_active: bool) -> StoreFuture<'_, ()> {
        let sql = "UPDATE bot SET is_active = $2, rested_why = NULL WHERE id = $1";
        self.query(sql).bind(bot_id).bind(is_active).execute()
    }

    /// Lets the bot rest because it fails, until its owner wakes it.
    pub fn rest_bot(&mut self, bot_id: i64, why: &str) -> StoreFuture<'_, ()> {
        let sql = "UPDATE bot SET is_active = $2, rested_why = $3 WHERE id = $1";
        self.query(sql).bind(bot_id).bind(false).bind(why).execute()
    }

    /// Of a version's newest rated matches, so many at most, how many it lost by a fault.
    pub async fn newest_faults(&mut self, bot_id: i64, version_id: i64, most: i64) -> Stored<i64> {
        let sql = "SELECT seating.fault FROM seating JOIN match ON match.id = seating.match_id \
                   WHERE seating.bot_id = $1 AND seating.version_id = $2 AND match.kind = 'rated' \
                   AND match.state = 'done' AND NOT match.is_void AND NOT match.is_doubted \
                   ORDER BY seating.match_id DESC LIMIT $3";
        let faults: Vec<Option<String>> =
            self.query(sql).bind(bot_id).bind(version_id).bind(most).fetch_all().await?;
        Ok(faults.iter().flatten().count() as i64)
    }

    /// The host disables the bot and says why, or (none) lets it play again.
    pub fn set_bot_disabled(&mut self, bot_id: i64, why: Option<&str>) -> StoreFuture<'_, ()> {
        let sql = "UPDATE bot SET disabled_why = $2 WHERE id = $1";
        self.query(sql).bind(bot_id).bind(why).execute()
    }

    /// Disqualifies all versions that a bot has: a later one counts again.
    pub fn disqualify_versions(&mut self, bot_id: i64) -> StoreFuture<'_, ()> {
        let sql = "UPDATE version SET is_disqualified = $2 WHERE bot_id = $1";
        self.query(sql).bind(bot_id).bind(true).execute()
    }

    /// Gives the bot another name; no other on the game's ladder may look like it.
    pub fn rename_bot(&mut self, bot_id: i64, name: &str) -> StoreFuture<'_, ()> {
        let sql = "UPDATE bot SET name = $2, name_key = $3, name_skeleton = $4 WHERE id = $1";
        self.query(sql).bind(bot_id).bind(name).bind(key_of(name)).bind(skeleton_of(name)).execute()
    }

    /// The owner of the house bots, who is made if there is none.
    pub async fn house_user(&mut self, now_ms: i64) -> Stored<i64> {
        let sql = "SELECT id FROM users WHERE name_key = $1";
        let found: Option<i64> = self.query(sql).bind(HOUSE_USER).fetch_optional().await?;
        if let Some(id) = found {
            return Ok(id);
        }
        let id = self.next("user").await?;
        let sql = "INSERT INTO users (id, name, name_key, name_skeleton, is_admin, is_banned, is_house, created_ms) \
                   VALUES ($1, $2, $2, $6, $3, $3, $4, $5)";
        let query = self.query(sql).bind(id).bind(HOUSE_USER).bind(false).bind(true).bind(now_ms);
        query.bind(skeleton_of(HOUSE_USER)).execute().await?;
        Ok(id)
    }

    /// The house bots of a game that may play, as bot, version and name, the first to have been installed first.
    pub fn house_bots(&mut self, game: &str) -> StoreFuture<'_, Vec<(i64, i64, String)>> {
        let sql = "SELECT bot.id, bot.version_id, bot.name FROM bot JOIN users ON users.id = bot.user_id \
                   WHERE bot.game = $1 AND users.is_house = $2 AND bot.disabled_why IS NULL \
                   AND bot.version_id IS NOT NULL ORDER BY bot.id";
        self.query(sql).bind(game).bind(true).fetch_all()
    }

    /// Gives a bot of the house the name that it has now, unless that one is taken in its game.
    pub async fn rename_house_bot(&mut self, user_id: i64, game: &str, old: &str, new: &str) -> Stored<()> {
        let sql = "UPDATE bot SET name = $4, name_key = $5, name_skeleton = $6 \
                   WHERE name_skeleton = $3 AND game = $2 AND user_id = $1 \
                   AND NOT EXISTS (SELECT 1 FROM bot other WHERE other.name_skeleton = $6 AND other.game = $2)";
        let query = self.query(sql).bind(user_id).bind(game).bind(skeleton_of(old));
        query.bind(new).bind(key_of(new)).bind(skeleton_of(new)).execute().await
    }

    /// Adds a house bot that is ready to play, unless there is one whose name looks the same; gives the bot.
    pub async fn add_house_bot(&mut self, user_id: i64, game: &str, name: &str, now_ms: i64) -> Stored<i64> {
        let sql = "SELECT id FROM bot WHERE name_skeleton = $1 AND game = $2";
        let there: Option<i64> = self.query(sql).bind(skeleton_of(name)).bind(game).fetch_optional().await?;
        if let Some(id) = there {
            return Ok(id);
        }
        let bot_id = self.add_bot(user_id, game, name, now_ms).await?;
        let version_id = self.add_version(bot_id, HOUSE_LANGUAGE, "", now_ms).await?;
        self.note_trial(version_id, VersionState::Ready, None).await?;
        self.play_version(bot_id, version_id).await?;
        Ok(bot_id)
    }
}
