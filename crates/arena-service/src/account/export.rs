//! All that is somebody's own, to take along.

use std::fs::File;
use std::io::{self, BufWriter, Seek as _, Write};

use serde_json::{Value, json};
use skirmish_arena_protocol::upload::{Content, Spool};
use skirmish_arena_store::User;
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, ZipWriter};

use super::Refused;
use crate::arena::{Arena, off_async};
use crate::blobs::Blobs;
use crate::upload::{Limits, Tree};

/// Bytes of sources in one export; the newest versions come first.
const MOST_BYTES: u64 = 64 << 20;
/// Matches of each bot that an export lists.
const MOST_MATCHES: i64 = 100;

/// All that is the user's, as a zip that is made on the disk: `account.json`, and the sources of every version.
pub async fn export(arena: &Arena, user: &User) -> Result<Content, Refused> {
    let (account, sources) = described(arena, user).await?;
    let blobs = arena.blobs.clone();
    off_async(move || packed(&blobs, &account, &sources)).await?
}

/// What is told of an account, and where its sources are: the folder in the export, and the blob.
async fn described(arena: &Arena, user: &User) -> Result<(Value, Vec<(String, String)>), Refused> {
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
    Ok((account, sources))
}

fn packed(blobs: &Blobs, account: &Value, sources: &[(String, String)]) -> Result<Content, Refused> {
    let disk = |error: io::Error| Refused::Away {
        told: "The arena's disk does not answer, or is full.",
        why: format!("export: {error}"),
    };
    let file = pack(blobs, blobs.spool().map_err(disk)?, account, sources).map_err(disk)?;
    Content::of_file(file).map_err(disk)
}

fn pack(blobs: &Blobs, file: File, account: &Value, sources: &[(String, String)]) -> io::Result<File> {
    let mut zip = ZipWriter::new(BufWriter::new(file));
    let options = SimpleFileOptions::default().compression_method(CompressionMethod::Deflated);
    zip.start_file("account.json", options)?;
    serde_json::to_writer_pretty(&mut zip, account)?;
    let mut left = MOST_BYTES;
    for (folder, hash) in sources {
        let Ok(source) = blobs.reader(hash) else { continue };
        let unpacked = Tree::unpack_from(source, &Limits::of_kept_source(), &mut Spool::file(blobs.spool()?));
        let Ok(tree) = unpacked else { continue };
        let bytes: u64 = tree.files().iter().map(|file| file.content.len()).sum();
        let Some(rest) = left.checked_sub(bytes) else { break };
        left = rest;
        for file in tree.files() {
            zip.start_file(format!("{folder}/{}", file.path), options)?;
            io::copy(&mut file.content.reader(), &mut zip)?;
        }
    }
    let mut out = zip.finish()?;
    out.flush()?;
    let mut file = out.into_inner().map_err(io::IntoInnerError::into_error)?;
    file.rewind()?;
    Ok(file)
}
