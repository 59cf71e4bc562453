//! Coming in, going out, and one's own page.

use std::io::{self, Read};
use std::sync::Arc;

use askama::Template;
use axum::extract::{Path, Query, State};
use axum::http::StatusCode;
use axum::http::header::{CONTENT_DISPOSITION, CONTENT_TYPE, SET_COOKIE};
use axum::response::{AppendHeaders, IntoResponse as _, Redirect, Response};
use serde::Deserialize;

use super::bot::Nothing;
use super::frame::{Frame, page as made};
use super::user::{BotLine, bots};
use super::words;
use crate::account::{self, Caller, LoggedIn, Posted, Refused, cookie};
use crate::arena::Arena;
use crate::crowd::Place;
use crate::queue::place_in_queue;
use crate::store::{Lane, Token};
use crate::transfer::stream;

/// How long a browser keeps its cookie.
const SESSION_SECONDS: i64 = account::SESSION_SECONDS;

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
) -> Result<Response, Refused> {
    sign_page(&arena, &caller, true, String::new(), next, None)
}

/// The form with which one logs in.
pub async fn log_in_page(
    State(arena): State<Arc<Arena>>,
    caller: Caller,
    Query(next): Query<Next>,
) -> Result<Response, Refused> {
    sign_page(&arena, &caller, false, String::new(), next, None)
}

fn sign_page(
    arena: &Arena,
    caller: &Caller,
    is_new: bool,
    name: String,
    next: Next,
    told: Option<String>,
) -> Result<Response, Refused> {
    let frame = Frame::new(arena, caller, if is_new { "Sign up" } else { "Log in" });
    let needs_code = is_new && arena.settings.site.is_invite_only;
    made(&SignPage { frame, is_new, needs_code, name, code: next.code, next: next.next, told })
}

/// Signs up.
pub async fn sign_up(State(arena): State<Arc<Arena>>, posted: Posted<Sign>) -> Result<Response, Refused> {
    let Sign { name, password, code, next } = posted.form;
    let done = account::sign_up(&arena, &posted.caller, &name, &password, Some(&code)).await;
    entered(&arena, &posted.caller, true, name, Next { next, code }, done)
}

/// Logs in.
pub async fn log_in(State(arena): State<Arc<Arena>>, posted: Posted<Sign>) -> Result<Response, Refused> {
    let Sign { name, password, code, next } = posted.form;
    let done = account::log_in(&arena, &posted.caller, &name, &password).await;
    entered(&arena, &posted.caller, false, name, Next { next, code }, done)
}

/// On to where they wanted to go, or the form again with what is wrong.
fn entered(
    arena: &Arena,
    caller: &Caller,
    is_new: bool,
    name: String,
    next: Next,
    done: Result<LoggedIn, Refused>,
) -> Result<Response, Refused> {
    match done {
        Ok(logged_in) => Ok(with_session(arena, &logged_in, inside(&next.next))),
        Err(refused @ (Refused::Ours(_) | Refused::Away { .. })) => Err(refused),
        Err(refused) => {
            let mut response = sign_page(arena, caller, is_new, name, next, Some(refused.to_string()))?;
            *response.status_mut() = refused.status();
            Ok(response)
        }
    }
}

fn with_session(arena: &Arena, logged_in: &LoggedIn, to: &str) -> Response {
    let cookie = cookie(&arena.settings, Some(&logged_in.token), SESSION_SECONDS);
    (AppendHeaders([(SET_COOKIE, cookie)]), Redirect::to(to)).into_response()
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
pub async fn log_out(State(arena): State<Arc<Arena>>, posted: Posted<Nothing>) -> Result<Response, Refused> {
    posted.caller.user()?;
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
}

struct Waiting {
    what: String,
    address: String,
    how: String,
}

struct TokenLine {
    token: Token,
    made: String,
    used: String,
}

/// One's own page.
pub async fn page(State(arena): State<Arc<Arena>>, caller: Caller) -> Result<Response, Refused> {
    let user = caller.user()?;
    let now_ms = arena.clock.now_ms();
    let waiting = |place: crate::queue::Place| Waiting {
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
        made: words::ago(now_ms, token.created_ms),
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
    })
}

/// All that is one's own, as a zip.
pub async fn export(State(arena): State<Arc<Arena>>, caller: Caller) -> Result<Response, Refused> {
    let user = caller.user()?;
    let place = arena.heavy.downloads.enter(caller.address).map_err(|_| Refused::Busy)?;
    let packed = account::export(&arena, user, caller.address).await?;
    let body = stream(Placed { from: packed.reader(), _place: place });
    let name = format!("attachment; filename=\"{}.zip\"", user.name);
    let headers = [(CONTENT_TYPE, "application/zip".to_owned()), (CONTENT_DISPOSITION, name)];
    Ok((headers, body).into_response())
}

/// Somebody who reads keeps a place until the end.
struct Placed<R> {
    from: R,
    _place: Place,
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
    State(arena): State<Arc<Arena>>,
    posted: Posted<Passwords>,
) -> Result<Response, Refused> {
    let user = posted.caller.user()?;
    let Passwords { old, new, tokens } = &posted.form;
    let logged_in = account::new_password(&arena, user, old, new, tokens.is_some()).await?;
    Ok(with_session(&arena, &logged_in, "/account"))
}

/// What a token is called.
#[derive(Debug, Deserialize)]
pub struct Label {
    /// What a token is called.
    pub label: String,
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

/// A page that shows a secret, once.
pub fn secret_page(
    arena: &Arena,
    caller: &Caller,
    title: &str,
    about: String,
    secret: String,
    hint: String,
    back: &'static str,
) -> Result<Response, Refused> {
    let frame = Frame::new(arena, caller, title);
    let mut response = made(&SecretPage { frame, about, secret, back, hint })?;
    *response.status_mut() = StatusCode::CREATED;
    Ok(response)
}

/// A new token, shown once.
pub async fn new_token(State(arena): State<Arc<Arena>>, posted: Posted<Label>) -> Result<Response, Refused> {
    let user = posted.caller.user()?;
    let token = account::new_token(&arena, user, &posted.form.label, false).await?;
    let about = "This is your new token. It is shown this once; copy it now.".to_owned();
    let hint = "With it, programs act as you: skirmish login asks for it.".to_owned();
    secret_page(&arena, &posted.caller, "A new token", about, token, hint, "/account")
}

/// Revokes a token.
pub async fn revoke_token(
    State(arena): State<Arc<Arena>>,
    Path(id): Path<i64>,
    posted: Posted<Nothing>,
) -> Result<Response, Refused> {
    account::revoke_token(&arena, posted.caller.user()?, id).await?;
    Ok(Redirect::to("/account").into_response())
}

/// A password that confirms.
#[derive(Debug, Deserialize)]
pub struct Password {
    password: String,
}

/// Deletes the account.
pub async fn delete(State(arena): State<Arc<Arena>>, posted: Posted<Password>) -> Result<Response, Refused> {
    account::delete(&arena, posted.caller.user()?, &posted.form.password).await?;
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
