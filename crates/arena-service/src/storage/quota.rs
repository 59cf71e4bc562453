//! How much an account, and the whole site, may keep.

use skirmish_arena_protocol::upload::size;

use crate::account::Refused;
use crate::arena::Arena;
use crate::settings::Settings;

/// Whether an account that keeps so many bytes may keep some more.
pub fn check_account(settings: &Settings, used: i64, more: i64) -> Result<(), Refused> {
    let most = settings.storage.account_bytes;
    if used.saturating_add(more).unsigned_abs() <= most {
        return Ok(());
    }
    Err(Refused::TooLarge(format!(
        "Your account keeps {} of the {} that it may, and this takes {} more. Remove the files of versions that no \
         longer play, each on its own page, or ask the host for more.",
        size(used.unsigned_abs()),
        size(most),
        size(more.unsigned_abs()),
    )))
}

/// Whether the site may keep more from people; matches go on, and their oldest replays make room.
pub fn check_site(arena: &Arena) -> Result<(), Refused> {
    let most = arena.settings.storage.site_bytes;
    match arena.blobs.stored_bytes() {
        Some(stored) if stored >= most => Err(Refused::TooLarge(format!(
            "This arena is full: it keeps {} of the {} that it may. Ask its host to make room \
             (`storage.site_bytes`), and try again later.",
            size(stored),
            size(most),
        ))),
        _ => Ok(()),
    }
}
