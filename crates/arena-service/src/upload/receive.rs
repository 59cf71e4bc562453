//! What somebody sends, on its way to the disk: it is never held in memory as a whole.

use std::fs::File;
use std::io;

use skirmish_arena_protocol::upload::Spool;

use super::{Limits, Tree};
use crate::account::Refused;
use crate::arena::{Arena, off_async};
use crate::blobs::Blobs;

/// A file without a name, for bytes that are on their way.
pub async fn spool(arena: &Arena) -> Result<File, Refused> {
    let blobs = arena.blobs.clone();
    off_async(move || blobs.spool()).await?.map_err(no_spool)
}

/// The files of an upload, whatever it is; their contents are on the disk.
pub async fn unpack(arena: &Arena, name: String, upload: File) -> Result<Tree, Refused> {
    let limits = Limits::of_source(arena.settings.quota.upload_bytes);
    let blobs = arena.blobs.clone();
    let _turn = arena.packing.acquire().await;
    off_async(move || {
        let mut spool = Spool::file(blobs.spool().map_err(no_spool)?);
        Ok(Tree::of_reader(&name, upload, &limits, &mut spool)?)
    })
    .await?
}

/// The files of a source that was kept; their contents are on the disk.
pub fn unpack_kept(blobs: &Blobs, hash: &str) -> Result<Tree, Refused> {
    let mut spool = Spool::file(blobs.spool().map_err(no_spool)?);
    Ok(Tree::unpack_from(blobs.reader(hash)?, &Limits::of_kept_source(), &mut spool)?)
}

fn no_spool(error: io::Error) -> Refused {
    Refused::Away { told: "The arena's disk does not answer, or is full.", why: error.to_string() }
}
