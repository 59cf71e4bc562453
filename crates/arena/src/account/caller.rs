//! Who asks: a browser with a session, a program with a token, or nobody.

use std::convert::Infallible;
use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;

use axum::extract::{ConnectInfo, FromRequestParts};
use axum::http::header::{AUTHORIZATION, COOKIE as COOKIE_HEADER, HOST, ORIGIN};
use axum::http::request::Parts;
use axum::http::{HeaderMap, Method};

use super::{Rate, Refused, hash_of};
use crate::arena::Arena;
use crate::crowd::block_of;
use crate::settings::Settings;
use crate::store::{Scope, Session, Token, User};

/// The session's cookie. Over HTTPS its name begins with `__Host-`, which keeps other hosts from setting it.
pub const COOKIE: &str = "skirmish";
/// The cookie by which a browser in which somebody logged in is known again.
const DEVICE_COOKIE: &str = "skirmish-device";
/// A token's use is noted at most this often.
const NOTED_EVERY_MS: i64 = 60_000;

/// By what the users of an address show who they are. A route says it; what else a request carries counts for nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Credentials {
    /// A session's cookie: pages, for people.
    Cookie,
    /// A token that is good for this: the API, for programs.
    Token(Scope),
    /// Any token of an account.
    AnyToken,
}

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
    pub(super) fn worker_token(&self) -> Result<i64, Refused> {
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
    pub(super) fn check_form(&self, carried: Option<&str>) -> Result<(), Refused> {
        match &self.session {
            Some(session) if carried != Some(session.csrf.as_str()) => {
                Err(Refused::Forbidden("This form is too old, or not of this site. Load the page again."))
            }
            _ => Ok(()),
        }
    }
}

/// The header that gives a browser its session, or takes it away.
#[must_use]
pub fn cookie(settings: &Settings, token: Option<&str>, seconds: i64) -> String {
    header(settings, COOKIE, token, seconds)
}

/// The header by which a browser in which somebody logged in is known again.
#[must_use]
pub fn device_cookie(settings: &Settings, device: &str, seconds: i64) -> String {
    header(settings, DEVICE_COOKIE, Some(device), seconds)
}

fn header(settings: &Settings, name: &str, token: Option<&str>, seconds: i64) -> String {
    let secure = if settings.site.is_https { "; Secure" } else { "" };
    let name = cookie_name(settings, name);
    let (token, seconds) = token.map_or(("", 0), |token| (token, seconds));
    format!("{name}={token}; Path=/; HttpOnly; SameSite=Lax; Max-Age={seconds}{secure}")
}

impl FromRequestParts<Arc<Arena>> for Caller {
    type Rejection = Refused;

    async fn from_request_parts(parts: &mut Parts, arena: &Arc<Arena>) -> Result<Self, Refused> {
        // Several arguments of one handler ask; it is found out, and counted, once.
        if let Some(caller) = parts.extensions.get::<Self>() {
            return Ok(caller.clone());
        }
        let credentials = parts.extensions.get::<Credentials>().copied();
        let credentials =
            credentials.ok_or_else(|| Refused::Ours("a route says nothing of credentials".to_owned()))?;
        let caller = match (credentials, bearer(&parts.headers)) {
            (Credentials::Cookie, _) => by_session(arena, parts).await?,
            (Credentials::Token(scope), Some(token)) => by_token(arena, token, Some(scope)).await?,
            (Credentials::AnyToken, Some(token)) => by_token(arena, token, None).await?,
            (_, None) => Self::default(),
        };
        if !is_safe(&parts.method)
            && let Some(user) = &caller.user
        {
            arena.throttle.rates.count(Rate::Change, &user.id.to_string())?;
        }
        parts.extensions.insert(caller.clone());
        Ok(caller)
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

impl FromRequestParts<Arc<Arena>> for Address {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, arena: &Arc<Arena>) -> Result<Self, Infallible> {
        Ok(Self(address(parts, &arena.settings)))
    }
}

/// What a browser's cookie holds that stays when its session ends.
#[derive(Clone, Debug)]
pub struct Device(pub Option<String>);

impl FromRequestParts<Arc<Arena>> for Device {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, arena: &Arc<Arena>) -> Result<Self, Infallible> {
        Ok(Self(cookie_in(&parts.headers, &arena.settings, DEVICE_COOKIE).map(str::to_owned)))
    }
}

async fn by_token(arena: &Arena, secret: &str, needs: Option<Scope>) -> Result<Caller, Refused> {
    let token = arena.store.token(&hash_of(secret)).await?.ok_or(Refused::BadToken(
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
    let user = arena.store.user_by_id(token.user_id).await?.filter(|user| !user.is_banned);
    let user = user.ok_or(Refused::Forbidden("This account is banned."))?;
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
        return Ok(Caller { token: Some(token), ..Caller::default() });
    }
    arena.throttle.rates.count(Rate::Ask, &token.id.to_string())?;
    let lacks = needs.filter(|needs| !token.scopes.has(*needs));
    // Whoever looks at the user looks at what the token may do as that user.
    let is_admin = user.is_admin && token.scopes.has(Scope::Admin);
    let user = lacks.is_none().then_some(User { is_admin, ..user });
    Ok(Caller { user, token: Some(token), lacks, session: None })
}

async fn by_session(arena: &Arena, parts: &Parts) -> Result<Caller, Refused> {
    if !is_safe(&parts.method) && !is_from_here(&parts.headers, &arena.settings) {
        return Err(Refused::Forbidden("This request comes from another site."));
    }
    let Some(token) = cookie_in(&parts.headers, &arena.settings, COOKIE) else {
        return Ok(Caller::default());
    };
    let session = arena.store.session(&hash_of(token), arena.clock.now_ms()).await?;
    let Some(session) = session else { return Ok(Caller::default()) };
    let user = arena.store.user_by_id(session.user_id).await?.filter(|user| !user.is_banned);
    Ok(user.map_or_else(Caller::default, |user| Caller {
        user: Some(user),
        session: Some(session),
        ..Caller::default()
    }))
}

fn is_safe(method: &Method) -> bool {
    matches!(*method, Method::GET | Method::HEAD | Method::OPTIONS)
}

fn bearer(headers: &HeaderMap) -> Option<&str> {
    let value = headers.get(AUTHORIZATION)?.to_str().ok()?;
    let (scheme, token) = value.split_once(' ')?;
    scheme.eq_ignore_ascii_case("bearer").then(|| token.trim())
}

fn cookie_in<'a>(headers: &'a HeaderMap, settings: &Settings, name: &str) -> Option<&'a str> {
    let name = cookie_name(settings, name);
    let cookies = headers.get_all(COOKIE_HEADER).into_iter().filter_map(|value| value.to_str().ok());
    let mut pairs = cookies.flat_map(|value| value.split(';')).filter_map(|pair| pair.trim().split_once('='));
    pairs.find(|(key, _)| *key == name).map(|(_, token)| token)
}

fn cookie_name(settings: &Settings, name: &str) -> String {
    if settings.site.is_https { format!("__Host-{name}") } else { name.to_owned() }
}

/// Whether a request that changes something was sent by a page of this site. Browsers say so; programs say nothing,
/// and carry no cookie that somebody else could make them send.
fn is_from_here(headers: &HeaderMap, settings: &Settings) -> bool {
    let text = |name: &str| headers.get(name).and_then(|value| value.to_str().ok());
    if let Some(site) = text("sec-fetch-site") {
        return matches!(site, "same-origin" | "none");
    }
    let Some(origin) = text(ORIGIN.as_str()) else { return true };
    let forwarded = text("x-forwarded-host").filter(|_| settings.site.trusts_proxy);
    let host = forwarded.or_else(|| text(HOST.as_str()));
    let from = origin.split_once("://").map(|(_, host)| host);
    from.is_some() && from == host
}

fn address(parts: &Parts, settings: &Settings) -> Option<IpAddr> {
    let peer = parts.extensions.get::<ConnectInfo<SocketAddr>>().map(|peer| peer.0.ip());
    if !settings.site.trusts_proxy {
        return peer;
    }
    // The proxy adds the last one; those before are whatever the visitor claims.
    let forwarded = parts.headers.get_all("x-forwarded-for").into_iter().next_back();
    let last = forwarded.and_then(|value| value.to_str().ok()).and_then(|value| value.rsplit(',').next());
    last.and_then(|last| last.trim().parse().ok()).or(peer)
}
