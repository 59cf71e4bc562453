//! Who there is: users, their sessions, invitations, and what admins did.

use crate::query::{FromColumn, FromRow, Row};
use crate::{Store, StoreFuture, Stored, Writing, from_row, key_of, skeleton_of};

/// A user, without the password's hash.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct User {
    /// Its number.
    pub id: i64,
    /// Its name as it was typed.
    pub name: String,
    /// Whether it may do everything.
    pub is_admin: bool,
    /// Whether it may do nothing.
    pub is_banned: bool,
    /// Whether it is the house, which nobody logs in as.
    pub is_house: bool,
    /// Since when it is.
    pub created_ms: i64,
}

from_row!(User { id, name, is_admin, is_banned, is_house, created_ms });

/// The columns of an owner beside those of what it owns, which has `user_id`.
macro_rules! owner_columns {
    () => {
        "users.name, users.is_admin, users.is_banned, users.is_house, users.created_ms AS user_created_ms"
    };
}
pub(crate) use owner_columns;

impl User {
    /// The owner in a row of what it owns.
    pub(crate) fn of_owner(row: &Row) -> Result<Self, sqlx::Error> {
        Ok(Self {
            id: FromColumn::from_column(row, "user_id")?,
            name: FromColumn::from_column(row, "name")?,
            is_admin: FromColumn::from_column(row, "is_admin")?,
            is_banned: FromColumn::from_column(row, "is_banned")?,
            is_house: FromColumn::from_column(row, "is_house")?,
            created_ms: FromColumn::from_column(row, "user_created_ms")?,
        })
    }
}

/// A browser that is logged in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Session {
    /// What its cookie hashes to.
    pub token_hash: String,
    /// Whose it is.
    pub user_id: i64,
    /// What its forms carry, so that no other site can send them.
    pub csrf: String,
    /// When it ends.
    pub expires_ms: i64,
}

from_row!(Session { token_hash, user_id, csrf, expires_ms });

/// A session with whoever is logged in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OwnedSession {
    /// The session.
    pub session: Session,
    /// Whose it is.
    pub user: User,
}

impl FromRow for OwnedSession {
    fn from_row(row: &Row) -> Result<Self, sqlx::Error> {
        Ok(Self { session: Session::from_row(row)?, user: User::of_owner(row)? })
    }
}

/// One thing that an admin, or the arena itself, did.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Audited {
    /// Its number.
    pub id: i64,
    /// When.
    pub at_ms: i64,
    /// Who did it; none: the arena itself.
    pub actor: Option<String>,
    /// What was done.
    pub verb: String,
    /// To what.
    pub object: String,
    /// Why, or how.
    pub detail: String,
}

from_row!(Audited { id, at_ms, actor, verb, object, detail });

/// An invitation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Invite {
    /// Who made it.
    pub made_by: String,
    /// Who used it, if somebody did.
    pub used_by: Option<String>,
    /// When it was made.
    pub created_ms: i64,
    /// When it ends.
    pub expires_ms: i64,
}

from_row!(Invite { made_by, used_by, created_ms, expires_ms });

/// A user's columns, in the order of [`User`].
macro_rules! user_where {
    ($rest:literal) => {
        concat!("SELECT id, name, is_admin, is_banned, is_house, created_ms FROM users WHERE ", $rest)
    };
}

impl Store {
    /// The user of that number, deleted ones included.
    pub fn user_by_id(&self, id: i64) -> StoreFuture<'_, Option<User>> {
        let sql = user_where!("id = $1");
        self.query(sql).bind(id).fetch_optional()
    }

    /// The user of that name, whatever its case.
    pub fn user_by_name(&self, name: &str) -> StoreFuture<'_, Option<User>> {
        let sql = user_where!("name_key = $1");
        self.query(sql).bind(key_of(name)).fetch_optional()
    }

    /// Whether somebody's name looks like this one.
    pub async fn is_user_like(&self, name: &str) -> Stored<bool> {
        let sql = "SELECT COUNT(*) FROM users WHERE name_skeleton = $1";
        let count: i64 = self.query(sql).bind(skeleton_of(name)).fetch_one().await?;
        Ok(count > 0)
    }

    /// The hash of a user's password; none if nobody can log in.
    pub async fn password_hash(&self, user_id: i64) -> Stored<Option<String>> {
        let sql = "SELECT password_hash FROM users WHERE id = $1";
        let found: Option<Option<String>> = self.query(sql).bind(user_id).fetch_optional().await?;
        Ok(found.flatten())
    }

    /// Whether somebody is an admin who can log in.
    pub async fn has_admin(&self) -> Stored<bool> {
        let sql = "SELECT COUNT(*) FROM users WHERE is_admin = $1 AND is_banned <> $1 AND password_hash IS NOT NULL";
        let count: i64 = self.query(sql).bind(true).fetch_one().await?;
        Ok(count > 0)
    }

    /// Users by name, from that one on, `most` at once.
    pub fn users_from(&self, name_key: &str, most: i64) -> StoreFuture<'_, Vec<User>> {
        let sql = user_where!("name_key >= $1 AND deleted_ms IS NULL ORDER BY name_key LIMIT $2");
        self.query(sql).bind(name_key).bind(most).fetch_all()
    }

    /// The session of that hash, if it has not ended.
    pub fn session(&self, token_hash: &str, now_ms: i64) -> StoreFuture<'_, Option<OwnedSession>> {
        let sql = concat!(
            "SELECT token_hash, user_id, csrf, expires_ms, ",
            owner_columns!(),
            " FROM session JOIN users ON users.id = session.user_id WHERE token_hash = $1 AND expires_ms > $2"
        );
        self.query(sql).bind(token_hash).bind(now_ms).fetch_optional()
    }

    /// The last invitations.
    pub fn invites(&self, most: i64) -> StoreFuture<'_, Vec<Invite>> {
        let sql = "SELECT m.name AS made_by, u.name AS used_by, i.created_ms, i.expires_ms FROM invite i \
                   JOIN users m ON m.id = i.made_by LEFT JOIN users u ON u.id = i.used_by \
                   ORDER BY i.created_ms DESC LIMIT $1";
        self.query(sql).bind(most).fetch_all()
    }

    /// What was done last.
    pub fn audited(&self, most: i64) -> StoreFuture<'_, Vec<Audited>> {
        let sql = "SELECT a.id, a.at_ms, u.name AS actor, a.verb, a.object, a.detail FROM audit a \
                   LEFT JOIN users u ON u.id = a.actor_id ORDER BY a.id DESC LIMIT $1";
        self.query(sql).bind(most).fetch_all()
    }
}

/// A user that is to be.
#[derive(Clone, Debug, Default)]
pub struct NewUser {
    /// Its name.
    pub name: String,
    /// The hash of its password; none: nobody logs in as it.
    pub password_hash: Option<String>,
    /// Whether it may do everything.
    pub is_admin: bool,
    /// Whether it is the house.
    pub is_house: bool,
}

impl Writing {
    /// Adds a user and gives its number; none if the name is taken, or looks like one that is.
    pub async fn add_user(&mut self, new: &NewUser, now_ms: i64) -> Stored<Option<i64>> {
        let id = self.next("user").await?;
        let sql = "INSERT INTO users (id, name, name_key, name_skeleton, password_hash, is_admin, is_banned, is_house, \
                   created_ms) VALUES ($1, $2, $3, $4, $5, $6, FALSE, $7, $8) ON CONFLICT DO NOTHING RETURNING id";
        self.query(sql)
            .bind(id)
            .bind(&new.name)
            .bind(key_of(&new.name))
            .bind(skeleton_of(&new.name))
            .bind(&new.password_hash)
            .bind(new.is_admin)
            .bind(new.is_house)
            .bind(now_ms)
            .fetch_optional()
            .await
    }

    /// Whether a user may do something: neither banned nor deleted. Until this transaction ends nobody else can change
    /// that, and no other transaction that asks the same of the same user goes on: so quotas hold.
    pub async fn hold_user(&mut self, user_id: i64) -> Stored<bool> {
        let sql =
            "UPDATE users SET is_banned = is_banned WHERE id = $1 AND is_banned = $2 AND deleted_ms IS NULL";
        let held = self.query(sql).bind(user_id).bind(false).changed().await?;
        Ok(held > 0)
    }

    /// Gives a user another password, and ends all its sessions.
    pub async fn set_password(&mut self, user_id: i64, hash: &str) -> Stored<()> {
        let sql = "UPDATE users SET password_hash = $2 WHERE id = $1";
        self.query(sql).bind(user_id).bind(hash).execute().await?;
        self.end_sessions(user_id).await
    }

    /// Bans a user, or no longer.
    pub async fn set_banned(&mut self, user_id: i64, is_banned: bool) -> Stored<()> {
        let sql = "UPDATE users SET is_banned = $2 WHERE id = $1";
        self.query(sql).bind(user_id).bind(is_banned).execute().await?;
        self.end_sessions(user_id).await
    }

    /// Makes a user an admin, or no longer.
    pub fn set_admin(&mut self, user_id: i64, is_admin: bool) -> StoreFuture<'_, ()> {
        let sql = "UPDATE users SET is_admin = $2 WHERE id = $1";
        self.query(sql).bind(user_id).bind(is_admin).execute()
    }

    /// Renames a user; `false` if the name is taken, or looks like one that is.
    pub async fn rename_user(&mut self, user_id: i64, name: &str) -> Stored<bool> {
        let sql = "UPDATE users SET name = $2, name_key = $3, name_skeleton = $4 WHERE id = $1 \
                   AND NOT EXISTS (SELECT 1 FROM users other WHERE other.name_key = $3 AND other.id <> $1) \
                   AND NOT EXISTS (SELECT 1 FROM users other WHERE other.name_skeleton = $4 AND other.id <> $1) \
                   RETURNING id";
        let query = self.query(sql).bind(user_id).bind(name).bind(key_of(name)).bind(skeleton_of(name));
        let id: Option<i64> = query.fetch_optional().await?;
        Ok(id.is_some())
    }

    /// Takes away all that is a person's: name, password, sessions, tokens. The number stays, for the results do.
    pub async fn forget_user(&mut self, user_id: i64, now_ms: i64) -> Stored<()> {
        let sql = "UPDATE users SET name = $2, name_key = $2, name_skeleton = $4, password_hash = NULL, \
                   is_admin = FALSE, deleted_ms = $3 WHERE id = $1";
        let name = format!("deleted-{user_id}");
        let skeleton = skeleton_of(&name);
        self.query(sql).bind(user_id).bind(name).bind(now_ms).bind(skeleton).execute().await?;
        self.revoke_tokens_of(user_id, now_ms).await?;
        let sql = "UPDATE token SET label = '' WHERE user_id = $1";
        self.query(sql).bind(user_id).execute().await?;
        self.end_sessions(user_id).await
    }

    /// Adds a session.
    pub fn add_session(&mut self, session: &Session, now_ms: i64) -> StoreFuture<'_, ()> {
        let sql = "INSERT INTO session (token_hash, user_id, csrf, created_ms, expires_ms) VALUES ($1, $2, $3, $4, $5)";
        self.query(sql)
            .bind(&session.token_hash)
            .bind(session.user_id)
            .bind(&session.csrf)
            .bind(now_ms)
            .bind(session.expires_ms)
            .execute()
    }

    /// Ends one session.
    pub fn end_session(&mut self, token_hash: &str) -> StoreFuture<'_, ()> {
        let sql = "DELETE FROM session WHERE token_hash = $1";
        self.query(sql).bind(token_hash).execute()
    }

    /// Ends all sessions of a user.
    pub fn end_sessions(&mut self, user_id: i64) -> StoreFuture<'_, ()> {
        let sql = "DELETE FROM session WHERE user_id = $1";
        self.query(sql).bind(user_id).execute()
    }

    /// Forgets sessions of this user that ended by themselves.
    pub fn sweep_sessions(&mut self, user_id: i64, now_ms: i64) -> StoreFuture<'_, ()> {
        let sql = "DELETE FROM session WHERE user_id = $1 AND expires_ms <= $2";
        self.query(sql).bind(user_id).bind(now_ms).execute()
    }

    /// Adds an invitation.
    pub fn add_invite(
        &mut self,
        code_hash: &str,
        made_by: i64,
        now_ms: i64,
        expires_ms: i64,
    ) -> StoreFuture<'_, ()> {
        let sql = "INSERT INTO invite (code_hash, made_by, created_ms, expires_ms) VALUES ($1, $2, $3, $4)";
        self.query(sql).bind(code_hash).bind(made_by).bind(now_ms).bind(expires_ms).execute()
    }

    /// Uses an invitation; `false` if there is none, it was used, or it has ended.
    pub async fn use_invite(&mut self, code_hash: &str, user_id: i64, now_ms: i64) -> Stored<bool> {
        let sql = "UPDATE invite SET used_by = $2 WHERE code_hash = $1 AND used_by IS NULL AND expires_ms > $3 \
                   RETURNING made_by";
        let query = self.query(sql).bind(code_hash).bind(user_id).bind(now_ms);
        let used: Option<i64> = query.fetch_optional().await?;
        Ok(used.is_some())
    }

    /// Notes what was done.
    pub async fn audit(
        &mut self,
        actor_id: Option<i64>,
        verb: &str,
        object: &str,
        detail: &str,
        now_ms: i64,
    ) -> Stored<()> {
        let id = self.next("audit").await?;
        let sql =
            "INSERT INTO audit (id, at_ms, actor_id, verb, object, detail) VALUES ($1, $2, $3, $4, $5, $6)";
        self.query(sql)
            .bind(id)
            .bind(now_ms)
            .bind(actor_id)
            .bind(verb)
            .bind(object)
            .bind(detail)
            .execute()
            .await
    }
}
