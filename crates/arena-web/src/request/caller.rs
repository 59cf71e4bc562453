//! Who asks: a browser with a session, a program with a token, or nobody.

use std::convert::Infallible;
use std::net::{IpAddr, SocketAddr};

use axum::extract::{ConnectInfo, FromRequestParts};
use axum::http::header::{AUTHORIZATION, COOKIE as COOKIE_HEADER, HOST, ORIGIN};
use axum::http::request::Parts;
use axum::http::{HeaderMap, Method};
use skirmish_arena_service::account::{Address, Caller, Rate, Refused};
use skirmish_arena_service::arena::Arena;
use skirmish_arena_service::settings::Settings;
use skirmish_arena_store::Scope;

use super::Refusal;
use crate::web::Web;

/// The session's cookie. Over HTTPS its name begins with `__Host-`, which keeps other hosts from setting it.
pub const COOKIE: &str = "skirmish";
/// The cookie by which a browser in which somebody logged in is known again.
const DEVICE_COOKIE: &str = "skirmish-device";

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

impl FromRequestParts<Web> for Caller {
    type Rejection = Refusal;

    async fn from_request_parts(parts: &mut Parts, web: &Web) -> Result<Self, Refusal> {
        // Several arguments of one handler ask; it is found out, and counted, once.
        if let Some(caller) = parts.extensions.get::<Self>() {
            return Ok(caller.clone());
        }
        let credentials = parts.extensions.get::<Credentials>().copied();
        let credentials =
            credentials.ok_or_else(|| Refused::Ours("a route says nothing of credentials".to_owned()))?;
        let caller = match (credentials, bearer(&parts.headers)) {
            (Credentials::Cookie, _) => of_browser(&web.arena, parts).await?,
            (Credentials::Token(scope), Some(token)) => {
                Caller::by_token(&web.arena, token, Some(scope)).await?
            }
            (Credentials::AnyToken, Some(token)) => Caller::by_token(&web.arena, token, None).await?,
            (_, None) => Self::default(),
        };
        if !is_safe(&parts.method)
            && let Some(user) = &caller.user
        {
            web.arena.throttle.rates.count(Rate::Change, &user.id.to_string())?;
        }
        parts.extensions.insert(caller.clone());
        Ok(caller)
    }
}

impl FromRequestParts<Web> for Address {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, web: &Web) -> Result<Self, Infallible> {
        Ok(Self(address(parts, &web.arena.settings)))
    }
}

/// What a browser's cookie holds that stays when its session ends.
#[derive(Clone, Debug)]
pub struct Device(pub Option<String>);

impl FromRequestParts<Web> for Device {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, web: &Web) -> Result<Self, Infallible> {
        Ok(Self(cookie_in(&parts.headers, &web.arena.settings, DEVICE_COOKIE).map(str::to_owned)))
    }
}

async fn of_browser(arena: &Arena, parts: &Parts) -> Result<Caller, Refused> {
    if !is_safe(&parts.method) && !is_from_here(&parts.headers, &arena.settings) {
        return Err(Refused::Forbidden("This request comes from another site."));
    }
    let Some(token) = cookie_in(&parts.headers, &arena.settings, COOKIE) else {
        return Ok(Caller::default());
    };
    Caller::by_session(arena, token).await
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
