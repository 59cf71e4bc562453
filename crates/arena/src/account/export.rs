//! Everything of one's own, as an archive.

use std::io::{Cursor, Write as _};

use serde_json::json;
use zip::write::SimpleFileOptions;

use super::Refused;
use crate::arena::Arena;
use crate::store::User;
use crate::upload::{Limits, Tree};

/// Bytes of sources in one export; the newest versions come first.
const MOST_BYTES: usize = 64 << 20;
/// Matches of each bot that an export lists.
const MOST_MATCHES: i64 = 100;

/// All that is the user's, as a zip: `account.json`, and the sources of every version.
pub async fn export(arena: &Arena, user: &User) -> Result<Vec<u8>, Refused> {
    let mut bots = Vec::new();
    let mut sources = Vec::new();
    for bot in arena.store.bots_of(user.id).await? {
        let versions = arena.store.versions_of(bot.id).await?;
        let matches = arena.store.seatings_of_bot(bot.id, i64::MAX, MOST_MATCHES).await?;
        let own = matches.iter().filter(|seat| seat.bot_id == bot.id);
        for version in versions.iter().filter(|version| !version.source_hash.is_empty()) {
            sources
                .push((format!("bots/{}/version-{}", bot.id, version.number), version.source_hash.clone()));
        }
        bots.push(json!({
            "id": bot.id, "game": bot.game, "name": bot.name, "is_active": bot.is_active,
            "created_ms": bot.created_ms,
            "versions": versions.iter().map(|version| json!({
                "number": version.number, "language": version.language, "state": version.state, "why": version.why,
                "source": format!("bots/{}/version-{}", bot.id, version.number), "created_ms": version.created_ms,
            })).collect::<Vec<_>>(),
            "recent_matches": own.map(|seat| json!({
                "match": seat.match_id, "seat": seat.seat, "place": seat.place, "score": seat.score,
                "fault": seat.fault,
            })).collect::<Vec<_>>(),
        }));
    }
    let tokens = arena.store.tokens_of(user.id).await?;
    let account = json!({
        "name": user.name, "created_ms": user.created_ms, "is_admin": user.is_admin, "bots": bots,
        "tokens": tokens.iter().map(|token| json!({
            "label": token.label, "scopes": token.scopes.words(), "created_ms": token.created_ms,
            "expires_ms": token.expires_ms, "used_ms": token.used_ms,
        })).collect::<Vec<_>>(),
    });
    let blobs = arena.blobs.clone();
    let packed = tokio::task::spawn_blocking(move || pack(&blobs, &account, &sources)).await;
    packed.map_err(|error| Refused::Ours(error.to_string()))?
}

fn pack(
    blobs: &crate::blobs::Blobs,
    account: &serde_json::Value,
    sources: &[(String, String)],
) -> Result<Vec<u8>, Refused> {
    let failed = |error: &dyn std::fmt::Display| Refused::Ours(format!("export: {error}"));
    let mut zip = zip::ZipWriter::new(Cursor::new(Vec::new()));
    let mut add = |path: String, bytes: &[u8]| {
        zip.start_file(path, SimpleFileOptions::default()).map_err(|error| failed(&error))?;
        zip.write_all(bytes).map_err(|error| failed(&error))
    };
    let text = serde_json::to_vec_pretty(account).map_err(|error| failed(&error))?;
    add("account.json".to_owned(), &text)?;
    let mut left = MOST_BYTES;
    for (folder, hash) in sources {
        let Ok(packed) = blobs.read(hash) else { continue };
        let Some(rest) = left.checked_sub(packed.len()) else { break };
        left = rest;
        let tree = Tree::unpack(&packed, &Limits::of_kept_source())?;
        for file in tree.files() {
            add(format!("{folder}/{}", file.path), &file.bytes)?;
        }
    }
    Ok(zip.finish().map_err(|error| failed(&error))?.into_inner())
}
