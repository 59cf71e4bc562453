//! What admins do with people: keep them out, let them in, give them another name, password or role.

use std::sync::Arc;

use axum::extract::{Path, State};
use axum::response::Response;
use skirmish_arena_service::account::{self, Admin, ResetBy};
use skirmish_arena_service::arena::Arena;
use skirmish_arena_service::moderation::{self, another};

use super::{Name, Why};
use crate::request::{Posted, Refusal};
use crate::site::account::{Secret, secret_page};
use crate::site::bot::Nothing;
use crate::site::user::to_user;
use crate::site::words;

/// Bans a user.
pub async fn ban(
    admin: Admin,
    State(arena): State<Arc<Arena>>,
    Path(name): Path<String>,
    posted: Posted<Why>,
) -> Result<Response, Refusal> {
    let user = another(&arena, &admin, &name).await?;
    moderation::ban(&arena, &admin, &user, &posted.form.checked()?).await?;
    Ok(to_user(&user.name))
}

/// Lets a banned user come in again.
pub async fn unban(
    admin: Admin,
    State(arena): State<Arc<Arena>>,
    Path(name): Path<String>,
    _: Posted<Nothing>,
) -> Result<Response, Refusal> {
    let user = another(&arena, &admin, &name).await?;
    moderation::unban(&arena, &admin, &user).await?;
    Ok(to_user(&user.name))
}

/// A user gets another name.
pub async fn rename(
    admin: Admin,
    State(arena): State<Arc<Arena>>,
    Path(name): Path<String>,
    posted: Posted<Name>,
) -> Result<Response, Refusal> {
    let user = another(&arena, &admin, &name).await?;
    let new = moderation::rename(&arena, &admin, &user, &posted.form.name).await?;
    Ok(to_user(&new))
}

/// A user who forgot the password gets another one, by way of the admin.
pub async fn reset_password(
    admin: Admin,
    State(arena): State<Arc<Arena>>,
    Path(name): Path<String>,
    posted: Posted<Nothing>,
) -> Result<Response, Refusal> {
    let user = another(&arena, &admin, &name).await?;
    let secret = account::reset_password(&arena, ResetBy::Admin(&admin), &user).await?;
    let shown = Secret {
        title: "A new password",
        about: format!("This is {}’s new password. It is shown this once: pass it on.", user.name),
        secret,
        hint: "They should choose another one on their account page. Their sessions have ended and their tokens are \
               revoked, so that nobody else is in."
            .to_owned(),
        back: "/admin",
    };
    secret_page(&arena, &posted.caller, shown)
}

/// Makes a user an admin.
pub async fn promote(
    admin: Admin,
    State(arena): State<Arc<Arena>>,
    Path(name): Path<String>,
    _: Posted<Nothing>,
) -> Result<Response, Refusal> {
    let user = another(&arena, &admin, &name).await?;
    moderation::set_admin(&arena, &admin, &user, true).await?;
    Ok(to_user(&user.name))
}

/// Makes an admin a user.
pub async fn demote(
    admin: Admin,
    State(arena): State<Arc<Arena>>,
    Path(name): Path<String>,
    _: Posted<Nothing>,
) -> Result<Response, Refusal> {
    let user = another(&arena, &admin, &name).await?;
    moderation::set_admin(&arena, &admin, &user, false).await?;
    Ok(to_user(&user.name))
}

/// A code with which one person may sign up.
pub async fn invite(
    admin: Admin,
    State(arena): State<Arc<Arena>>,
    posted: Posted<Nothing>,
) -> Result<Response, Refusal> {
    let invitation = account::invite(&arena, &admin).await?;
    let left = words::until(arena.clock.now_ms(), invitation.expires_ms);
    let shown = Secret {
        title: "An invitation",
        about: "With this code one person may sign up. It is shown this once: pass it on.".to_owned(),
        hint: format!("The address /sign-up?code={} fills it in. It {left}.", invitation.code),
        secret: invitation.code,
        back: "/admin",
    };
    secret_page(&arena, &posted.caller, shown)
}
