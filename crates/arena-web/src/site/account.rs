//! Coming in, going out, and one's own page.

use std::io::{self, Read};
use std::sync::Arc;

use askama::Template;
use axum::extract::{Query, State};
use axum::http::StatusCode;
use axum::http::header::{CONTENT_DISPOSITION, CONTENT_TYPE, SET_COOKIE};
use axum::response::{AppendHeaders, IntoResponse as _, Redirect, Response};
use serde::Deserialize;
use skirmish_arena_service::account::{
    self, Account, Address, Caller, From, NewSession, Owned, Refused, TokenWish,
};
use skirmish_arena_service::arena::Arena;
use skirmish_arena_service::concurrency::Slot;
use skirmish_arena_service::queue::place_in_queue;
use skirmish_arena_store::{Lane, Scope, Token};

use super::bot::Nothing;
use super::frame::{Frame, page as made};
use super::user::{BotLine, bots};
use super::words;
use crate::request::{Device, Posted, Refusal, cookie, device_cookie, status};
use crate::transfer::stream;
use crate::web::Web;

/// How long a browser keeps its cookie.
const SESSION_SECONDS: i64 = account::SESSION_SECONDS;
/// How long it keeps the cookie by which its tries of passwords are told from others'.
const DEVICE_SECONDS: i64 = 365 * 24 * 3600;

#[derive(Template)]
#[template(path = "sign.html")]
struct SignPage {
    frame: Frame,
    is_new: bool,
    needs_code: bool,
    name: String,
    code: String,
    next: String,
    told: Option<String>,
}

/// Where to go after logging in.
#[derive(Debug, Default, Deserialize)]
pub struct Next {
    #[serde(default)]
    next: String,
    #[serde(default)]
    code: String,
}

/// The form of somebody who comes in.
#[derive(Debug, Deserialize)]
pub struct Sign {
    name: String,
    password: String,
    #[serde(default)]
    code: String,
    #[serde(default)]
    next: String,
}

/// The form with which one signs up.
pub async fn sign_up_page(
    State(arena): State<Arc<Arena>>,
    caller: Caller,
    Query(next): Query<Next>,
) -> Result<Response, Refusal> {
    sign_page(&arena, &caller, true, String::new(), next, None)
}

/// The form with which one logs in.
pub async fn log_in_page(
    State(arena): State<Arc<Arena>>,
    caller: Caller,
    Query(next): Query<Next>,
) -> Result<Response, Refusal> {
    sign_page(&arena, &caller, false, String::new(), next, None)
}

fn sign_page(
    arena: &Arena,
    caller: &Caller,
    is_new: bool,
    name: String,
    next: Next,
    told: Option<String>,
) -> Result<Response, Refusal> {
    let frame = Frame::new(arena, caller, if is_new { "Sign up" } else { "Log in" });
    let needs_code = is_new && arena.settings.site.is_invite_only;
    made(&SignPage { frame, is_new, needs_code, name, code: next.code, next: next.next, told })
}

/// Signs up.
pub async fn sign_up(
    State(arena): State<Arc<Arena>>,
    from: Address,
    posted: Posted<Sign>,
) -> Result<Response, Refusal> {
    let Sign { name, password, code, next } = posted.form;
    let done = account::sign_up(&arena, from, &name, &password, Some(&code)).await;
    entered(&arena, &posted.caller, true, name, Next { next, code }, done)
}

/// Logs in.
pub async fn log_in(
    State(arena): State<Arc<Arena>>,
    address: Address,
    Device(device): Device,
    posted: Posted<Sign>,
) -> Result<Response, Refusal> {
    let Sign { name, password, code, next } = posted.form;
    let from = From { address, device: device.as_deref() };
    let done = account::log_in(&arena, from, &name, &password).await;
    entered(&arena, &posted.caller, false, name, Next { next, code }, done)
}

/// On to where they wanted to go, or the form again with what is wrong.
fn entered(
    arena: &Arena,
    caller: &Caller,
    is_new: bool,
    name: String,
    next: Next,
    done: Result<NewSession, Refused>,
) -> Result<Response, Refusal> {
    match done {
        Ok(logged_in) => Ok(with_session(arena, &logged_in, inside(&next.next))),
        Err(refused @ (Refused::Ours(_) | Refused::Away { .. })) => Err(refused.into()),
        Err(refused) => {
            let mut response = sign_page(arena, caller, is_new, name, next, Some(refused.to_string()))?;
            *response.status_mut() = status(&refused);
            Ok(response)
        }
    }
}

fn with_session(arena: &Arena, logged_in: &NewSession, to: &str) -> Response {
    let mut cookies = vec![cookie(&arena.settings, Some(&logged_in.token), SESSION_SECONDS)];
    cookies
        .extend(logged_in.device.iter().map(|device| device_cookie(&arena.settings, device, DEVICE_SECONDS)));
    let cookies = cookies.into_iter().map(|cookie| (SET_COOKIE, cookie)).collect::<Vec<_>>();
    (AppendHeaders(cookies), Redirect::to(to)).into_response()
}

/// An address of this site, whatever was asked for: nobody is sent elsewhere.
fn inside(next: &str) -> &str {
    let is_ours = next.starts_with('/')
        && !next.starts_with("//")
        && !next.contains('\\')
        && next.bytes().all(|byte| (b'!'..=b'~').contains(&byte));
    if is_ours { next } else { "/" }
}

/// Logs out.
pub async fn log_out(
    _: Account,
    State(arena): State<Arc<Arena>>,
    posted: Posted<Nothing>,
) -> Result<Response, Refusal> {
    account::log_out(&arena, &posted.caller).await?;
    let cookie = cookie(&arena.settings, None, 0);
    Ok((AppendHeaders([(SET_COOKIE, cookie)]), Redirect::to("/")).into_response())
}

#[derive(Template)]
#[template(path = "account.html")]
struct AccountPage {
    frame: Frame,
    name: String,
    bots: Vec<BotLine>,
    queue: Vec<Waiting>,
    tokens: Vec<TokenLine>,
    token_days: u32,
    most_token_days: u32,
}

struct Waiting {
    what: String,
    address: String,
    how: String,
}

struct TokenLine {
    token: Token,
    scopes: String,
    made: String,
    used: String,
    ends: String,
    has_ended: bool,
}

/// One's own page.
pub async fn page(
    user: Account,
    State(arena): State<Arc<Arena>>,
    caller: Caller,
) -> Result<Response, Refusal> {
    let now_ms = arena.clock.now_ms();
    let waiting = |place: skirmish_arena_service::queue::Place| Waiting {
        what: format!(
            "{} {}",
            if place.lane == Lane::Build { "Build of version" } else { "Match" },
            place.id
        ),
        address: format!("/{}/{}", if place.lane == Lane::Build { "versions" } else { "matches" }, place.id),
        how: match place.ahead {
            None => "right now".to_owned(),
            Some(0) => "next".to_owned(),
            Some(ahead) => format!("{} ahead, about {}", ahead, words::lasting(place.wait_ms)),
        },
    };
    let token = |token: Token| TokenLine {
        scopes: token.scopes.iter().map(Scope::word).collect::<Vec<_>>().join(", "),
        made: words::ago(now_ms, token.created_ms),
        ends: words::until(now_ms, token.expires_ms),
        has_ended: token.expires_ms <= now_ms,
        used: token.used_ms.map_or_else(
            || "never used".to_owned(),
            |used_ms| format!("used {}", words::ago(now_ms, used_ms)),
        ),
        token,
    };
    made(&AccountPage {
        frame: Frame::new(&arena, &caller, "Your account").with_events("all=true"),
        name: user.name.clone(),
        bots: bots(&arena, user.id).await?,
        queue: place_in_queue(&arena, user.id).await?.into_iter().map(waiting).collect(),
        tokens: arena.store.tokens_of(user.id).await?.into_iter().map(token).collect(),
        token_days: arena.settings.accounts.token_days,
        most_token_days: arena.settings.accounts.most_token_days,
    })
}

/// All that is one's own, as a zip.
pub async fn export(
    user: Account,
    State(web): State<Web>,
    Address(address): Address,
) -> Result<Response, Refusal> {
    let place = web.heavy.downloads.enter(address).map_err(|_| Refused::Busy)?;
    let (arena, owner) = (web.arena.clone(), user.clone());
    let work = move || async move { account::export(&arena, &owner).await };
    // Whoever asks twice at once gets one.
    let packed = web.heavy.exports.run(address, &user.id.to_string(), work).await?;
    let body = stream(Placed { from: packed.reader(), _place: place });
    let name = format!("attachment; filename=\"account-{}.zip\"", user.id);
    let headers = [(CONTENT_TYPE, "application/zip".to_owned()), (CONTENT_DISPOSITION, name)];
    Ok((headers, body).into_response())
}

/// Somebody who reads keeps a place until the end.
struct Placed<R> {
    from: R,
    _place: Slot,
}

impl<R: Read> Read for Placed<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.from.read(buffer)
    }
}

/// An old password and a new one.
#[derive(Debug, Deserialize)]
pub struct Passwords {
    old: String,
    new: String,
    /// Ticked: tokens are revoked, too.
    tokens: Option<String>,
}

/// Another password.
pub async fn new_password(
    _: Account,
    State(arena): State<Arc<Arena>>,
    posted: Posted<Passwords>,
) -> Result<Response, Refusal> {
    let Passwords { old, new, tokens } = &posted.form;
    let logged_in = account::new_password(&arena, &posted.caller, old, new, tokens.is_some()).await?;
    Ok(with_session(&arena, &logged_in, "/account"))
}

/// What a token is called, what it is good for, and how long.
#[derive(Debug, Deserialize)]
pub struct Label {
    /// What a token is called.
    pub label: String,
    /// Ticked: it is good for submitting.
    submit: Option<String>,
    /// Ticked: it is good for reading.
    read: Option<String>,
    /// Ticked: it is good for what admins do.
    admin: Option<String>,
    /// After how many days it ends.
    #[serde(default)]
    days: String,
}

impl Label {
    /// After how many days it ends, if that is said.
    pub fn days(&self) -> Result<Option<u32>, Refused> {
        match self.days.trim() {
            "" => Ok(None),
            days => Ok(Some(days.parse().map_err(|_| Refused::Bad("The days are no number.".to_owned()))?)),
        }
    }
}

#[derive(Template)]
#[template(path = "secret.html")]
struct SecretPage {
    frame: Frame,
    about: String,
    secret: String,
    back: &'static str,
    hint: String,
}

/// A secret that is shown once.
pub struct Secret {
    /// What the page is called.
    pub title: &'static str,
    /// What the secret is.
    pub about: String,
    /// The secret.
    pub secret: String,
    /// What can be done with it.
    pub hint: String,
    /// Where to go on.
    pub back: &'static str,
}

/// A page that shows a secret, once.
pub fn secret_page(arena: &Arena, caller: &Caller, shown: Secret) -> Result<Response, Refusal> {
    let frame = Frame::new(arena, caller, shown.title);
    let Secret { about, secret, back, hint, .. } = shown;
    let mut response = made(&SecretPage { frame, about, secret, back, hint })?;
    *response.status_mut() = StatusCode::CREATED;
    Ok(response)
}

/// A new token, shown once.
pub async fn new_token(
    user: Account,
    State(arena): State<Arc<Arena>>,
    posted: Posted<Label>,
) -> Result<Response, Refusal> {
    let form = &posted.form;
    let ticked = [(&form.submit, Scope::Submit), (&form.read, Scope::Read), (&form.admin, Scope::Admin)];
    let scopes = ticked.into_iter().filter(|(tick, _)| tick.is_some()).map(|(_, scope)| scope).collect();
    let wish = TokenWish { label: &form.label, scopes, days: form.days()? };
    let made = account::new_token(&arena, &user, &wish).await?;
    let left = words::until(arena.clock.now_ms(), made.expires_ms);
    let shown = Secret {
        title: "A new token",
        about: format!("This is your new token; it {left}. It is shown this once; copy it now."),
        secret: made.secret,
        hint: "With it, programs act as you: skirmish login --token asks for it.".to_owned(),
        back: "/account",
    };
    secret_page(&arena, &posted.caller, shown)
}

/// Revokes a token.
pub async fn revoke_token(
    token: Owned<Token>,
    State(arena): State<Arc<Arena>>,
    _: Posted<Nothing>,
) -> Result<Response, Refusal> {
    account::revoke_token(&arena, &token).await?;
    Ok(Redirect::to("/account").into_response())
}

/// A password that confirms.
#[derive(Debug, Deserialize)]
pub struct Password {
    password: String,
}

/// Deletes the account.
pub async fn delete(
    _: Account,
    State(arena): State<Arc<Arena>>,
    posted: Posted<Password>,
) -> Result<Response, Refusal> {
    account::delete_account(&arena, &posted.caller, &posted.form.password).await?;
    let cookie = cookie(&arena.settings, None, 0);
    Ok((AppendHeaders([(SET_COOKIE, cookie)]), Redirect::to("/")).into_response())
}

#[cfg(test)]
mod tests {
    use super::inside;

    #[test]
    fn nobody_is_sent_to_another_site() {
        assert_eq!(inside("/games/utti?x=1"), "/games/utti?x=1");
        for outside in [
            "",
            "https://other.example/",
            "//other.example",
            "/\\other.example",
            "javascript:alert(1)",
            "/a\r\nb",
        ] {
            assert_eq!(inside(outside), "/", "{outside:?}");
        }
    }
}
