//! Who asks: a browser with a session, a program with a token, or nobody.

use std::net::IpAddr;

use skirmish_arena_store::{OwnedSession, OwnedToken, Scope, Session, Token, User};

use super::{Rate, Refused, hash_of};
use crate::arena::Arena;
use crate::concurrency::block_of;

/// A token's use is noted at most this often.
const NOTED_EVERY_MS: i64 = 60_000;

/// Who asks.
#[derive(Clone, Debug, Default)]
pub struct Caller {
    /// The user, if there is one whose credentials suffice here. An admin only if those are good for that, too.
    pub user: Option<User>,
    /// The browser's session, if it is a browser.
    pub session: Option<Session>,
    /// The program's token, if it is a program.
    pub token: Option<Token>,
    /// What its token lacks here.
    pub lacks: Option<Scope>,
}

impl Caller {
    /// Who shows that token, where it has to be good for that.
    pub async fn by_token(arena: &Arena, secret: &str, needs: Option<Scope>) -> Result<Self, Refused> {
        let owned = arena.store.token(&hash_of(secret)).await?;
        let OwnedToken { token, user } = owned.ok_or(Refused::BadToken(
            "This token is not known here, or was revoked: log in again, or make another one on the account page.",
        ))?;
        let is_workers = token.scopes.has(Scope::Worker);
        let now_ms = arena.clock.now_ms();
        if token.expires_ms <= now_ms {
            return Err(Refused::BadToken(if is_workers {
                "This worker's token has ended: an admin makes another one on the page /admin."
            } else {
                "This token has ended: log in again, or make another one on the account page."
            }));
        }
        if user.is_banned {
            return Err(Refused::Forbidden("This account is banned."));
        }
        if is_workers && !user.is_admin && !user.is_house {
            return Err(Refused::Forbidden(
                "This worker's token counts no longer: its owner is not an admin now.",
            ));
        }
        if token.used_ms.is_none_or(|used_ms| now_ms - used_ms >= NOTED_EVERY_MS) {
            let mut writing = arena.store.write().await?;
            writing.use_token(token.id, now_ms).await?;
            writing.commit().await?;
        }
        if is_workers {
            return Ok(Self { token: Some(token), ..Self::default() });
        }
        arena.throttle.rates.count(Rate::Ask, &token.id.to_string())?;
        let lacks = needs.filter(|needs| !token.scopes.has(*needs));
        // Whoever looks at the user looks at what the token may do as that user.
        let is_admin = user.is_admin && token.scopes.has(Scope::Admin);
        let user = lacks.is_none().then_some(User { is_admin, ..user });
        Ok(Self { user, token: Some(token), lacks, session: None })
    }

    /// Who shows the secret of that session; nobody if there is none, or no longer.
    pub async fn by_session(arena: &Arena, secret: &str) -> Result<Self, Refused> {
        let known = arena.store.session(&hash_of(secret), arena.clock.now_ms()).await?;
        Ok(match known.filter(|known| !known.user.is_banned) {
            Some(OwnedSession { session, user }) => {
                Self { user: Some(user), session: Some(session), ..Self::default() }
            }
            None => Self::default(),
        })
    }

    /// The user; refused if nobody is logged in.
    pub fn user(&self) -> Result<&User, Refused> {
        match (&self.user, &self.token, self.lacks) {
            (Some(user), ..) => Ok(user),
            (None, Some(token), Some(needs)) => {
                Err(Refused::Scope { has: token.scopes.words(), needs: needs.word() })
            }
            (None, Some(_), None) => Err(Refused::Forbidden("A worker's token is for workers only.")),
            (None, None, _) => Err(Refused::NotLoggedIn),
        }
    }

    /// Whether the thing is theirs to see, as an owner or an admin.
    #[must_use]
    pub fn owns(&self, user_id: i64) -> bool {
        self.user.as_ref().is_some_and(|user| user.id == user_id || user.is_admin)
    }

    /// The number of the worker's token.
    pub fn worker_token(&self) -> Result<i64, Refused> {
        match &self.token {
            Some(token) if token.scopes.has(Scope::Worker) => Ok(token.id),
            Some(_) => Err(Refused::Forbidden("This is for workers, by their token.")),
            None => Err(Refused::NotLoggedIn),
        }
    }

    /// What this session's forms carry; nothing where there is no session.
    #[must_use]
    pub fn csrf(&self) -> &str {
        self.session.as_ref().map_or("", |session| &session.csrf)
    }

    /// Whether a form comes from a page of this session. Whoever has no session has nothing to lose by a form.
    pub fn check_form(&self, carried: Option<&str>) -> Result<(), Refused> {
        match &self.session {
            Some(session) if carried != Some(session.csrf.as_str()) => {
                Err(Refused::Forbidden("This form is too old, or not of this site. Load the page again."))
            }
            _ => Ok(()),
        }
    }
}

/// Where a request comes from, as far as that is known.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Address(pub Option<IpAddr>);

impl Address {
    /// The same as it is counted: neighbours count as one.
    #[must_use]
    pub fn block(self) -> Option<IpAddr> {
        self.0.map(block_of)
    }
}
