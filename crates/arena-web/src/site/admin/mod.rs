//! What admins see and do. Whatever they do is written down.

pub mod bots;
pub mod people;
pub mod workers;

use std::sync::Arc;

use askama::Template;
use axum::extract::{Query, State};
use axum::response::Response;
use serde::Deserialize;
use skirmish_arena_service::account::{Admin, Caller, Refused};
use skirmish_arena_service::arena::Arena;
use skirmish_arena_store::{Audited, Bot, Invite, Match, User, Worker, WorkerToken, key_of};

use super::frame::{Frame, page as made};
use super::words;
use crate::request::Refusal;

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
    invites: Vec<InviteLine>,
    invitation_days: u32,
    token_days: u32,
    most_token_days: u32,
    audited: Vec<(Audited, String)>,
    is_invite_only: bool,
}

struct InviteLine {
    invite: Invite,
    made: String,
    ends: String,
}

/// A worker's token, and who came with it.
struct TokenLine {
    token: WorkerToken,
    workers: String,
    made: String,
    used: String,
    ends: String,
    has_ended: bool,
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
    _: Admin,
    State(arena): State<Arc<Arena>>,
    caller: Caller,
    Query(From { from }): Query<From>,
) -> Result<Response, Refusal> {
    let store = &arena.store;
    let now_ms = arena.clock.now_ms();
    let mut users = store.users_from(&key_of(&from), MOST_USERS + 1).await?;
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
        ends: words::until(now_ms, token.expires_ms),
        has_ended: token.expires_ms <= now_ms,
        used: token
            .used_ms
            .map_or_else(|| "never used".to_owned(), |at| format!("used {}", words::ago(now_ms, at))),
        token,
    };
    let invite = |invite: Invite| InviteLine {
        made: words::ago(now_ms, invite.created_ms),
        ends: words::until(now_ms, invite.expires_ms),
        invite,
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
        invites: store.invites(MOST_LINES).await?.into_iter().map(invite).collect(),
        invitation_days: arena.settings.accounts.invitation_days,
        token_days: arena.settings.accounts.token_days,
        most_token_days: arena.settings.accounts.most_token_days,
        audited: dated(store.audited(MOST_LINES).await?, now_ms, |done| done.at_ms),
        is_invite_only: arena.settings.site.is_invite_only,
    })
}

/// Each with how long ago it was.
fn dated<T>(lines: Vec<T>, now_ms: i64, at_ms: impl Fn(&T) -> i64) -> Vec<(T, String)> {
    let dated = |line: T| {
        let when = words::ago(now_ms, at_ms(&line));
        (line, when)
    };
    lines.into_iter().map(dated).collect()
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
