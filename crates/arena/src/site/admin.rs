//! What admins see and do. Whatever they do is written down.

use std::sync::Arc;

use askama::Template;
use axum::extract::{Path, Query, State};
use axum::response::{IntoResponse as _, Redirect, Response};
use serde::Deserialize;

use super::account::{Label, secret_page};
use super::bot::{Nothing, tell_ladder};
use super::frame::{Frame, page as made};
use super::words;
use crate::account::{self, Caller, Posted, Refused, bot_name, user_name};
use crate::arena::Arena;
use crate::ladder;
use crate::queue::{self, Leave};
use crate::store::{Audited, Bot, Invite, Match, StoreError, Stored, User, Worker, WorkerToken, Writing};

/// Lines of each list on the page.
const MOST_LINES: i64 = 30;
/// Workers' tokens on the page.
const MOST_TOKENS: i64 = 200;
/// Users on the page.
const MOST_USERS: i64 = 50;
/// Characters of a reason.
const MOST_WHY_CHARS: usize = 300;

#[derive(Template)]
#[template(path = "admin.html")]
struct AdminPage {
    frame: Frame,
    users: Vec<User>,
    from: String,
    more: Option<String>,
    disabled: Vec<Bot>,
    poison: Vec<Match>,
    workers: Vec<WorkerLine>,
    tokens: Vec<TokenLine>,
    invites: Vec<(Invite, String)>,
    audited: Vec<(Audited, String)>,
    is_invite_only: bool,
}

/// A worker's token, and who came with it.
struct TokenLine {
    token: WorkerToken,
    workers: String,
    made: String,
    used: String,
}

struct WorkerLine {
    worker: Worker,
    heard: String,
    is_here: bool,
}

/// From which user on.
#[derive(Debug, Deserialize)]
pub struct From {
    #[serde(default)]
    from: String,
}

/// The page for admins.
pub async fn page(
    State(arena): State<Arc<Arena>>,
    caller: Caller,
    Query(From { from }): Query<From>,
) -> Result<Response, Refused> {
    caller.admin()?;
    let store = &arena.store;
    let now_ms = arena.clock.now_ms();
    let mut users = store.users_from(&from.to_lowercase(), MOST_USERS + 1).await?;
    let more = if users.len() as i64 > MOST_USERS { users.pop().map(|user| user.name) } else { None };
    let is_here =
        |worker: &Worker| now_ms - worker.last_seen_ms < 2000 * i64::from(arena.settings.queue.lease_seconds);
    let worker = |worker: Worker| WorkerLine {
        heard: words::ago(now_ms, worker.last_seen_ms),
        is_here: is_here(&worker),
        worker,
    };
    let workers = store.workers().await?;
    let tokens = store.worker_tokens(MOST_TOKENS).await?;
    let token = |token: WorkerToken| TokenLine {
        workers: workers_of(&workers, token.id),
        made: words::ago(now_ms, token.created_ms),
        used: token
            .used_ms
            .map_or_else(|| "never used".to_owned(), |at| format!("used {}", words::ago(now_ms, at))),
        token,
    };
    made(&AdminPage {
        frame: Frame::new(&arena, &caller, "Admin"),
        users,
        from,
        more,
        disabled: store.disabled_bots(MOST_LINES).await?,
        poison: store.poison_matches(MOST_LINES).await?,
        tokens: tokens.into_iter().map(token).collect(),
        workers: workers.into_iter().map(worker).collect(),
        invites: store
            .invites(MOST_LINES)
            .await?
            .into_iter()
            .map(|invite| {
                let when = words::ago(now_ms, invite.created_ms);
                (invite, when)
            })
            .collect(),
        audited: store
            .audited(MOST_LINES)
            .await?
            .into_iter()
            .map(|done| {
                let when = words::ago(now_ms, done.at_ms);
                (done, when)
            })
            .collect(),
        is_invite_only: arena.settings.site.is_invite_only,
    })
}

/// What the workers of a token are called.
fn workers_of(workers: &[Worker], token_id: i64) -> String {
    let names: Vec<&str> = workers
        .iter()
        .filter(|worker| worker.token_id == token_id)
        .map(|worker| worker.name.as_str())
        .collect();
    if names.is_empty() { "no worker yet".to_owned() } else { names.join(", ") }
}

/// A reason.
#[derive(Debug, Deserialize)]
pub struct Why {
    why: String,
}

impl Why {
    fn checked(self) -> Result<String, Refused> {
        let why = self.why.trim().to_owned();
        if why.is_empty() || why.chars().count() > MOST_WHY_CHARS {
            return Err(Refused::Bad(format!(
                "Give a reason, of at most {MOST_WHY_CHARS} characters: the owner reads it."
            )));
        }
        Ok(why)
    }
}

/// Another name.
#[derive(Debug, Deserialize)]
pub struct Name {
    name: String,
}

/// The host does not let a bot play.
pub async fn disable(
    State(arena): State<Arc<Arena>>,
    Path(id): Path<i64>,
    posted: Posted<Why>,
) -> Result<Response, Refused> {
    let admin = posted.caller.admin()?;
    let bot = bot(&arena, id).await?;
    let why = posted.form.checked()?;
    let mut writing = arena.store.write().await?;
    writing.set_bot_disabled(id, Some(&why)).await?;
    let told = "the host disabled the bot";
    let news = queue::withdraw_bots(&arena, &mut writing, &[id], Leave::Gone, told).await?;
    note(&arena, admin, writing, "disabled", &named(&bot), &why).await?;
    news.into_iter().for_each(|one| arena.tell(one));
    tell_ladder(&arena, &bot.game);
    Ok(to_bot(id))
}

/// The host lets it play again.
pub async fn enable(
    State(arena): State<Arc<Arena>>,
    Path(id): Path<i64>,
    posted: Posted<Nothing>,
) -> Result<Response, Refused> {
    let admin = posted.caller.admin()?;
    let bot = bot(&arena, id).await?;
    let mut writing = arena.store.write().await?;
    writing.set_bot_disabled(id, None).await?;
    note(&arena, admin, writing, "enabled", &named(&bot), "").await?;
    tell_ladder(&arena, &bot.game);
    Ok(to_bot(id))
}

/// A bot gets another name.
pub async fn rename_bot(
    State(arena): State<Arc<Arena>>,
    Path(id): Path<i64>,
    posted: Posted<Name>,
) -> Result<Response, Refused> {
    let admin = posted.caller.admin()?;
    let bot = bot(&arena, id).await?;
    let name = bot_name(&posted.form.name)?;
    let taken = |error: StoreError| match error.is_duplicate() {
        true => Refused::Conflict(format!("Another bot is called “{name}”.")),
        false => error.into(),
    };
    let mut writing = arena.store.write().await?;
    writing.rename_bot(id, &name).await.map_err(taken)?;
    note(&arena, admin, writing, "renamed", &named(&bot), &format!("now {name}")).await?;
    tell_ladder(&arena, &bot.game);
    Ok(to_bot(id))
}

/// A bot leaves the ladder, and all its results with it; everybody's rating is made again without them.
pub async fn disqualify(
    State(arena): State<Arc<Arena>>,
    Path(id): Path<i64>,
    posted: Posted<Why>,
) -> Result<Response, Refused> {
    let admin = posted.caller.admin()?;
    let bot = bot(&arena, id).await?;
    let why = posted.form.checked()?;
    let mut writing = arena.store.write().await?;
    let (_, news) = ladder::disqualify_in(&arena, &mut writing, id, &why).await?;
    note(&arena, admin, writing, "disqualified", &named(&bot), &why).await?;
    news.into_iter().for_each(|one| arena.tell(one));
    tell_ladder(&arena, &bot.game);
    Ok(to_bot(id))
}

/// Bans a user: their bots leave the ladder, their sessions end.
pub async fn ban(
    State(arena): State<Arc<Arena>>,
    Path(name): Path<String>,
    posted: Posted<Why>,
) -> Result<Response, Refused> {
    let admin = posted.caller.admin()?;
    let user = another(&arena, admin, &name).await?;
    let why = posted.form.checked()?;
    let mut writing = arena.store.write().await?;
    writing.set_banned(user.id, true).await?;
    let bots = writing.bots_of(user.id).await?;
    let ids: Vec<i64> = bots.iter().map(|bot| bot.id).collect();
    let told = "its owner was banned";
    let news = queue::withdraw_bots(&arena, &mut writing, &ids, Leave::Gone, told).await?;
    note(&arena, admin, writing, "banned", &user.name, &why).await?;
    news.into_iter().for_each(|one| arena.tell(one));
    bots.iter().for_each(|bot| tell_ladder(&arena, &bot.game));
    Ok(to_user(&user))
}

/// Lets a banned user come in again.
pub async fn unban(
    State(arena): State<Arc<Arena>>,
    Path(name): Path<String>,
    posted: Posted<Nothing>,
) -> Result<Response, Refused> {
    let admin = posted.caller.admin()?;
    let user = another(&arena, admin, &name).await?;
    let mut writing = arena.store.write().await?;
    writing.set_banned(user.id, false).await?;
    note(&arena, admin, writing, "unbanned", &user.name, "").await?;
    tell_ladders_of(&arena, user.id).await?;
    Ok(to_user(&user))
}

/// A user gets another name.
pub async fn rename_user(
    State(arena): State<Arc<Arena>>,
    Path(name): Path<String>,
    posted: Posted<Name>,
) -> Result<Response, Refused> {
    let admin = posted.caller.admin()?;
    let user = another(&arena, admin, &name).await?;
    let new = user_name(&posted.form.name)?;
    let mut writing = arena.store.write().await?;
    if !writing.rename_user(user.id, &new).await? {
        return Err(Refused::Conflict(format!("Somebody else is called “{new}”.")));
    }
    note(&arena, admin, writing, "renamed", &user.name, &format!("now {new}")).await?;
    tell_ladders_of(&arena, user.id).await?;
    Ok(to_user(&User { name: new, ..user }))
}

/// A user who forgot the password gets another one, by way of the admin.
pub async fn reset_password(
    State(arena): State<Arc<Arena>>,
    Path(name): Path<String>,
    posted: Posted<Nothing>,
) -> Result<Response, Refused> {
    let admin = posted.caller.admin()?;
    let user = another(&arena, admin, &name).await?;
    let password = account::reset_password(&arena, admin, &user).await?;
    let about = format!("This is {}’s new password. It is shown this once: pass it on.", user.name);
    let hint = "They should choose another one on their account page. Their sessions have ended and their tokens are \
                revoked, so that nobody else is in."
        .to_owned();
    secret_page(&arena, &posted.caller, "A new password", about, password, hint, "/admin")
}

/// Makes a user an admin.
pub async fn promote(
    State(arena): State<Arc<Arena>>,
    Path(name): Path<String>,
    posted: Posted<Nothing>,
) -> Result<Response, Refused> {
    set_admin(&arena, &posted.caller, &name, true).await
}

/// Makes an admin a user.
pub async fn demote(
    State(arena): State<Arc<Arena>>,
    Path(name): Path<String>,
    posted: Posted<Nothing>,
) -> Result<Response, Refused> {
    set_admin(&arena, &posted.caller, &name, false).await
}

async fn set_admin(arena: &Arena, caller: &Caller, name: &str, is_admin: bool) -> Result<Response, Refused> {
    let admin = caller.admin()?;
    let user = another(arena, admin, name).await?;
    let verb = if is_admin { "made an admin of" } else { "made a user of" };
    let mut writing = arena.store.write().await?;
    writing.set_admin(user.id, is_admin).await?;
    note(arena, admin, writing, verb, &user.name, "").await?;
    Ok(to_user(&user))
}

/// A code with which one person may sign up.
pub async fn invite(State(arena): State<Arc<Arena>>, posted: Posted<Nothing>) -> Result<Response, Refused> {
    let admin = posted.caller.admin()?;
    let code = account::invite(&arena, admin).await?;
    let about = "With this code one person may sign up. It is shown this once: pass it on.".to_owned();
    let hint = format!("The address /sign-up?code={code} fills it in.");
    secret_page(&arena, &posted.caller, "An invitation", about, code, hint, "/admin")
}

/// A token for a worker.
pub async fn worker_token(
    State(arena): State<Arc<Arena>>,
    posted: Posted<Label>,
) -> Result<Response, Refused> {
    let admin = posted.caller.admin()?;
    let token = account::new_token(&arena, admin, &posted.form.label, true).await?;
    let about = "With this token a worker may join. It is shown this once; copy it now.".to_owned();
    let hint = format!("On the other machine: skirmish worker --server <this address> --token {token}");
    secret_page(&arena, &posted.caller, "A worker’s token", about, token, hint, "/admin")
}

/// Takes a worker's token back.
pub async fn revoke_worker_token(
    State(arena): State<Arc<Arena>>,
    Path(id): Path<i64>,
    posted: Posted<Nothing>,
) -> Result<Response, Refused> {
    account::revoke_worker_token(&arena, posted.caller.admin()?, id).await?;
    Ok(Redirect::to("/admin").into_response())
}

/// Trusts a flagged worker again.
pub async fn trust_worker(
    State(arena): State<Arc<Arena>>,
    Path(id): Path<i64>,
    posted: Posted<Nothing>,
) -> Result<Response, Refused> {
    let admin = posted.caller.admin()?;
    let worker = arena.store.worker(id).await?.ok_or(Refused::Missing("worker"))?;
    let mut writing = arena.store.write().await?;
    writing.flag_worker(id, None).await?;
    let was = worker.flagged_why.unwrap_or_default();
    note(&arena, admin, writing, "trusts again worker", &worker.name, &was).await?;
    Ok(Redirect::to("/admin").into_response())
}

/// Writes down what an admin did, and makes it so.
async fn note(
    arena: &Arena,
    admin: &User,
    mut writing: Writing,
    verb: &str,
    object: &str,
    detail: &str,
) -> Stored<()> {
    writing.audit(Some(admin.id), verb, object, detail, arena.clock.now_ms()).await?;
    writing.commit().await
}

/// Tells that the ladders that show a user have changed.
async fn tell_ladders_of(arena: &Arena, user_id: i64) -> Stored<()> {
    let bots = arena.store.bots_of(user_id).await?;
    bots.iter().for_each(|bot| tell_ladder(arena, &bot.game));
    Ok(())
}

async fn bot(arena: &Arena, id: i64) -> Result<Bot, Refused> {
    let found: Stored<Option<Bot>> = arena.store.bot(id).await;
    found?.ok_or(Refused::Missing("bot"))
}

fn named(bot: &Bot) -> String {
    format!("bot {} ({})", bot.id, bot.name)
}

/// A user whom this admin may change: not the house, and not oneself, so that there is always an admin.
async fn another(arena: &Arena, admin: &User, name: &str) -> Result<User, Refused> {
    let user = arena.store.user_by_name(name).await?.ok_or(Refused::Missing("user"))?;
    if user.id == admin.id {
        return Err(Refused::Conflict("You cannot do this to yourself; another admin can.".to_owned()));
    }
    if user.is_house {
        return Err(Refused::Conflict("The house is not a person; disable its bots instead.".to_owned()));
    }
    Ok(user)
}

fn to_bot(id: i64) -> Response {
    Redirect::to(&format!("/bots/{id}")).into_response()
}

fn to_user(user: &User) -> Response {
    // A name is letters, digits, dots, dashes and underscores: an address takes it as it is.
    Redirect::to(&format!("/users/{}", user.name)).into_response()
}
