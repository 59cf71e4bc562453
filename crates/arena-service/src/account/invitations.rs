//! Invitations: codes with each of which one person may sign up, until it ends.

use super::{Admin, Refused, hash_of, secret};
use crate::arena::Arena;

/// Hexadecimal digits of a code.
const DIGITS: usize = 20;
const DAY_MS: i64 = 24 * 3_600_000;

/// A code that was made just now; it is told once.
#[derive(Clone, Debug)]
pub struct Invitation {
    /// The code.
    pub code: String,
    /// When it ends.
    pub expires_ms: i64,
}

/// Makes a code with which one person may sign up.
pub async fn invite(arena: &Arena, admin: &Admin) -> Result<Invitation, Refused> {
    let code: String = secret()?.chars().take(DIGITS).collect();
    let now_ms = arena.clock.now_ms();
    let expires_ms = now_ms + i64::from(arena.settings.accounts.invitation_days) * DAY_MS;
    let mut writing = arena.store.write().await?;
    writing.add_invite(&hash_of(&code), admin.id, now_ms, expires_ms).await?;
    writing.audit(Some(admin.id), "invited", "somebody", "", now_ms).await?;
    writing.commit().await?;
    Ok(Invitation { code, expires_ms })
}
