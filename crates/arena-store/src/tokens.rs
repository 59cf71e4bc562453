//! Tokens of programs and workers: what each may do, and when it ends.

use crate::people::owner_columns;
use crate::query::{FromColumn, FromRow, Row, Value};
use crate::{Scope, Store, StoreFuture, Stored, User, Writing, from_row};

/// All that a token is good for.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Scopes(Vec<Scope>);

impl Scopes {
    /// Whether it is good for that.
    #[must_use]
    pub fn has(&self, scope: Scope) -> bool {
        self.0.contains(&scope)
    }

    /// Whether it is good for nothing.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Each of them.
    pub fn iter(&self) -> impl Iterator<Item = Scope> {
        self.0.iter().copied()
    }

    /// The words, divided by blanks: in order, so that the same scopes are the same text.
    #[must_use]
    pub fn words(&self) -> String {
        self.0.iter().map(|scope| scope.word()).collect::<Vec<_>>().join(" ")
    }
}

impl FromIterator<Scope> for Scopes {
    fn from_iter<I: IntoIterator<Item = Scope>>(scopes: I) -> Self {
        let mut scopes: Vec<Scope> = scopes.into_iter().collect();
        scopes.sort_unstable();
        scopes.dedup();
        Self(scopes)
    }
}

impl FromColumn for Scopes {
    fn from_column(row: &Row, name: &str) -> Result<Self, sqlx::Error> {
        // A word that is not known, of a newer program, is good for nothing.
        Ok(String::from_column(row, name)?.split(' ').filter_map(|word| word.parse().ok()).collect())
    }

    fn from_place(row: &Row, place: usize) -> Result<Self, sqlx::Error> {
        Ok(String::from_place(row, place)?.split(' ').filter_map(|word| word.parse().ok()).collect())
    }
}

impl From<&Scopes> for Value {
    fn from(scopes: &Scopes) -> Self {
        scopes.words().into()
    }
}

/// A token, without the secret.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Token {
    /// Its number.
    pub id: i64,
    /// Whose it is.
    pub user_id: i64,
    /// What its owner calls it.
    pub label: String,
    /// What it is good for.
    pub scopes: Scopes,
    /// Since when it is.
    pub created_ms: i64,
    /// When it ends.
    pub expires_ms: i64,
    /// When it was used last.
    pub used_ms: Option<i64>,
}

from_row!(Token { id, user_id, label, scopes, created_ms, expires_ms, used_ms });

/// A token with its owner.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OwnedToken {
    /// The token.
    pub token: Token,
    /// Whose it is.
    pub user: User,
}

impl FromRow for OwnedToken {
    fn from_row(row: &Row) -> Result<Self, sqlx::Error> {
        Ok(Self { token: Token::from_row(row)?, user: User::of_owner(row)? })
    }
}

/// A worker's token with its owner, for admins.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WorkerToken {
    /// Its number.
    pub id: i64,
    /// What its owner calls it.
    pub label: String,
    /// Whose it is.
    pub owner: String,
    /// Whether that is banned.
    pub is_banned: bool,
    /// Whether that is an admin or the house: otherwise it counts no longer.
    pub is_trusted: bool,
    /// Since when it is.
    pub created_ms: i64,
    /// When it ends.
    pub expires_ms: i64,
    /// When it was used last.
    pub used_ms: Option<i64>,
}

from_row!(WorkerToken { id, label, owner, is_banned, is_trusted, created_ms, expires_ms, used_ms });

/// A token that is to be.
#[derive(Clone, Debug)]
pub struct NewToken<'a> {
    /// Whose it is.
    pub user_id: i64,
    /// What its secret hashes to.
    pub token_hash: &'a str,
    /// What its owner calls it.
    pub label: &'a str,
    /// What it is good for.
    pub scopes: &'a Scopes,
    /// When it ends.
    pub expires_ms: i64,
}

macro_rules! tokens {
    ($where:literal) => {
        concat!(
            "SELECT id, user_id, label, scopes, created_ms, expires_ms, used_ms FROM token WHERE ",
            $where
        )
    };
}

impl Store {
    /// The token of that hash with its owner, unless it was revoked; it may have ended.
    pub fn token(&self, token_hash: &str) -> StoreFuture<'_, Option<OwnedToken>> {
        let sql = concat!(
            "SELECT token.id, token.user_id, label, scopes, token.created_ms, expires_ms, used_ms, ",
            owner_columns!(),
            " FROM token JOIN users ON users.id = token.user_id WHERE token_hash = $1 AND revoked_ms IS NULL"
        );
        self.query(sql).bind(token_hash).fetch_optional()
    }

    /// The token of that number, unless it was revoked.
    pub fn token_by_id(&self, id: i64) -> StoreFuture<'_, Option<Token>> {
        let sql = tokens!("id = $1 AND revoked_ms IS NULL");
        self.query(sql).bind(id).fetch_optional()
    }

    /// A user's tokens that were not revoked, the newest first; some may have ended.
    pub fn tokens_of(&self, user_id: i64) -> StoreFuture<'_, Vec<Token>> {
        let sql = tokens!("user_id = $1 AND revoked_ms IS NULL ORDER BY id DESC");
        self.query(sql).bind(user_id).fetch_all()
    }

    /// Workers' tokens that were not revoked, the newest first.
    pub fn worker_tokens(&self, most: i64) -> StoreFuture<'_, Vec<WorkerToken>> {
        let sql = "SELECT token.id, token.label, users.name AS owner, users.is_banned, \
                   (users.is_admin OR users.is_house) AS is_trusted, token.created_ms, token.expires_ms, token.used_ms \
                   FROM token JOIN users ON users.id = token.user_id \
                   WHERE token.scopes = 'worker' AND token.revoked_ms IS NULL ORDER BY token.id DESC LIMIT $1";
        self.query(sql).bind(most).fetch_all()
    }
}

impl Writing {
    /// Adds a token and gives its number.
    pub async fn add_token(&mut self, new: &NewToken<'_>, now_ms: i64) -> Stored<i64> {
        let id = self.next("token").await?;
        let sql = "INSERT INTO token (id, user_id, token_hash, label, scopes, created_ms, expires_ms) \
                   VALUES ($1, $2, $3, $4, $5, $6, $7)";
        self.query(sql)
            .bind(id)
            .bind(new.user_id)
            .bind(new.token_hash)
            .bind(new.label)
            .bind(new.scopes)
            .bind(now_ms)
            .bind(new.expires_ms)
            .execute()
            .await?;
        Ok(id)
    }

    /// Revokes a token: one of the user's own, or (by an admin) anybody's; `false` if there is no such token.
    pub async fn revoke_token(&mut self, user: &User, token_id: i64, now_ms: i64) -> Stored<bool> {
        let sql = "UPDATE token SET revoked_ms = $3 WHERE id = $2 AND revoked_ms IS NULL AND (user_id = $1 OR $4) \
                   RETURNING id";
        let id: Option<i64> = self
            .query(sql)
            .bind(user.id)
            .bind(token_id)
            .bind(now_ms)
            .bind(user.is_admin)
            .fetch_optional()
            .await?;
        Ok(id.is_some())
    }

    /// Revokes all tokens of a user.
    pub fn revoke_tokens_of(&mut self, user_id: i64, now_ms: i64) -> StoreFuture<'_, ()> {
        let sql = "UPDATE token SET revoked_ms = $2 WHERE user_id = $1 AND revoked_ms IS NULL";
        self.query(sql).bind(user_id).bind(now_ms).execute()
    }

    /// Notes that a token was used.
    pub fn use_token(&mut self, token_id: i64, now_ms: i64) -> StoreFuture<'_, ()> {
        let sql = "UPDATE token SET used_ms = $2 WHERE id = $1";
        self.query(sql).bind(token_id).bind(now_ms).execute()
    }
}
