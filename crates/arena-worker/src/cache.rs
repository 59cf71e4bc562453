//! Artefacts that this worker has fetched, unpacked and ready to play.

use std::collections::HashMap;
use std::fs;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use skirmish_arena_protocol::blob;
use skirmish_arena_protocol::upload::{Limits, Spool, Tree, size};
use skirmish_arena_protocol::workers::MOST_ARTEFACT_BYTES;
use tempfile::TempDir;

use crate::Failed;

/// How many artefacts are kept at most, and how many bytes of them; more only while they are played.
const MOST_KEPT: usize = 256;
const MOST_KEPT_BYTES: u64 = 1 << 30;
/// Files and folders of an artefact.
const MOST_FILES: usize = 16_384;
const MOST_DEPTH: usize = 32;
/// What a tar adds to its files: less than this for each.
const HEADING_BYTES: u64 = 4096;
/// How hard artefacts are packed.
const LEVEL: i32 = 3;
/// An artefact is packed or unpacked by one thread at a time: packed it is held in memory for that.
static PACKING: Mutex<()> = Mutex::new(());

/// How large an artefact may be.
pub(super) const fn limits(bytes: u64) -> Limits {
    Limits {
        packed_bytes: bytes + MOST_FILES as u64 * HEADING_BYTES,
        bytes,
        files: MOST_FILES,
        depth: MOST_DEPTH,
    }
}

/// A folder of unpacked artefacts, by name.
#[derive(Debug)]
pub(super) struct Cache {
    folder: PathBuf,
    kept: Mutex<Kept>,
}

#[derive(Debug, Default)]
struct Kept {
    artefacts: HashMap<String, Artefact>,
    asked: u64,
}

#[derive(Debug)]
struct Artefact {
    /// Where it is; nobody plays it if this is the only handle.
    path: Arc<PathBuf>,
    bytes: u64,
    /// When it was last asked for.
    asked: u64,
}

/// Whoever packs or unpacks holds this.
pub(super) fn packing() -> MutexGuard<'static, ()> {
    PACKING.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The bytes of an artefact as they travel, made from a tree.
pub(super) fn pack(tree: &Tree) -> Result<Vec<u8>, Failed> {
    let doing = || Failed::disk("packing an artefact");
    let mut encoder = zstd::Encoder::new(Vec::new(), LEVEL).map_err(doing())?;
    tree.pack_into(&mut encoder).map_err(doing())?;
    let packed = encoder.finish().map_err(doing())?;
    match packed.len() as u64 {
        bytes if bytes > blob::MOST_BYTES => Err(Failed::Bot(format!(
            "what the build left behind has {} when packed: at most {} are kept; remove what the bot does not need",
            size(bytes),
            size(blob::MOST_BYTES)
        ))),
        _ => Ok(packed),
    }
}

/// The tree in an artefact's bytes; what is in its files goes to the disk, below that folder.
fn unpack(packed: &[u8], limits: &Limits, folder: &Path) -> Result<Tree, Failed> {
    let decoder = zstd::Decoder::new(packed).map_err(Failed::disk("unpacking an artefact"))?;
    unpack_tar(decoder.take(limits.packed_bytes), limits, folder)
}

/// The tree in a tar; what is in its files goes to the disk, below that folder.
pub(super) fn unpack_tar(tar: impl Read, limits: &Limits, folder: &Path) -> Result<Tree, Failed> {
    let spool = tempfile::tempfile_in(folder).map_err(Failed::disk("making room for files"))?;
    let tree = Tree::unpack_from(tar, limits, &mut Spool::file(spool));
    tree.map_err(|bad| Failed::Ours(format!("a source or an artefact is damaged: {bad}")))
}

/// Makes a folder anew, without what an earlier worker left in it.
pub(super) fn made_anew(folder: &Path) -> Result<(), Failed> {
    let doing = "making room";
    match fs::remove_dir_all(folder) {
        Err(error) if error.kind() != std::io::ErrorKind::NotFound => Err(Failed::disk(doing)(error)),
        _ => fs::create_dir_all(folder).map_err(Failed::disk(doing)),
    }
}

impl Cache {
    /// An empty cache in that folder, which is made anew.
    pub(super) fn new(folder: PathBuf) -> Result<Self, Failed> {
        made_anew(&folder)?;
        Ok(Self { folder, kept: Mutex::default() })
    }

    /// Where the artefact of that name is unpacked; asks for its bytes if it is not here. It stays while the handle does.
    pub(super) fn find(
        &self,
        name: &str,
        fetch: impl FnOnce() -> Result<Vec<u8>, Failed>,
    ) -> Result<Arc<PathBuf>, Failed> {
        if let Some(path) = self.kept().known(name) {
            return Ok(path);
        }
        // Nobody who plays waits for somebody who fetches.
        let packed = fetch()?;
        if blob::name_of(&packed) != name {
            return Err(Failed::Ours(format!("the server sent something else than the artefact {name}")));
        }
        let (fresh, bytes) = self.write(&packed)?;
        let mut kept = self.kept();
        // Whoever was quicker has made the same.
        if let Some(path) = kept.known(name) {
            return Ok(path);
        }
        kept.make_room(bytes);
        let path = self.folder.join(name);
        // Under its name it is whole or not there, whatever happens in between.
        fs::rename(fresh.path().join(WHOLE), &path).map_err(Failed::disk("keeping an artefact"))?;
        let path = Arc::new(path);
        let asked = kept.asked;
        kept.artefacts.insert(name.to_owned(), Artefact { path: path.clone(), bytes, asked });
        Ok(path)
    }

    /// Unpacks into a folder that is not yet one of the kept; and how many bytes that are.
    fn write(&self, packed: &[u8]) -> Result<(TempDir, u64), Failed> {
        let _turn = packing();
        // Whatever was built within the host's limits, also within former ones.
        let tree = unpack(packed, &limits(MOST_ARTEFACT_BYTES), &self.folder)?;
        let fresh = TempDir::new_in(&self.folder).map_err(Failed::disk("making room for an artefact"))?;
        tree.write(&fresh.path().join(WHOLE)).map_err(Failed::disk("unpacking an artefact"))?;
        Ok((fresh, tree.files().iter().map(|file| file.content.len()).sum()))
    }

    fn kept(&self) -> MutexGuard<'_, Kept> {
        self.kept.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The artefact in a folder that is about to be renamed.
const WHOLE: &str = "whole";

impl Kept {
    /// Where it is, if it is here.
    fn known(&mut self, name: &str) -> Option<Arc<PathBuf>> {
        self.asked += 1;
        let artefact = self.artefacts.get_mut(name)?;
        artefact.asked = self.asked;
        Some(artefact.path.clone())
    }

    /// Lets go of what was not asked for longest, and that nobody plays, until there is room for so many bytes.
    fn make_room(&mut self, bytes: u64) {
        while self.artefacts.len() >= MOST_KEPT || self.bytes() + bytes > MOST_KEPT_BYTES {
            let idle = self.artefacts.iter().filter(|(_, kept)| Arc::strong_count(&kept.path) == 1);
            let Some(oldest) = idle.min_by_key(|(_, kept)| kept.asked).map(|(name, _)| name.clone()) else {
                return;
            };
            if let Some(kept) = self.artefacts.remove(&oldest) {
                remove(&kept.path);
            }
        }
    }

    fn bytes(&self) -> u64 {
        self.artefacts.values().map(|kept| kept.bytes).sum()
    }
}

/// Removes a folder that only we wrote: bots see it read-only.
fn remove(path: &Path) {
    if let Err(error) = fs::remove_dir_all(path) {
        tracing::warn!(path = %path.display(), %error, "an artefact could not be removed");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn artefact(text: &str) -> (String, Vec<u8>) {
        let tree = Tree::default().with("bot.py", text.as_bytes().to_vec());
        let packed = pack(&tree).expect("packed");
        (blob::name_of(&packed), packed)
    }

    fn no_need() -> Result<Vec<u8>, Failed> {
        panic!("it is here")
    }

    #[test]
    fn an_artefact_is_fetched_once_and_the_cache_begins_empty() {
        let folder = tempfile::tempdir().expect("a folder");
        let at = folder.path().join("artefacts");
        fs::create_dir_all(at.join("left by a crash")).expect("a folder");
        let cache = Cache::new(at.clone()).expect("a cache");
        assert_eq!(fs::read_dir(&at).expect("a folder").count(), 0);
        let (name, packed) = artefact("one");
        let path = cache.find(&name, || Ok(packed)).expect("unpacked");
        assert_eq!(fs::read(path.join("bot.py")).expect("a file"), b"one");
        assert_eq!(cache.find(&name, no_need).expect("kept"), path);
        assert_eq!(fs::read_dir(&at).expect("a folder").count(), 1, "nothing else is left");
    }

    #[test]
    fn what_came_to_nothing_leaves_nothing_behind_and_is_tried_again() {
        let folder = tempfile::tempdir().expect("a folder");
        let cache = Cache::new(folder.path().join("artefacts")).expect("a cache");
        let (name, packed) = artefact("one");
        let (_, other) = artefact("other");
        assert!(matches!(cache.find(&name, || Ok(other)), Err(Failed::Ours(_))));
        let broken = b"no archive".to_vec();
        assert!(cache.find(&blob::name_of(&broken), || Ok(broken)).is_err());
        assert_eq!(fs::read_dir(&cache.folder).expect("a folder").count(), 0);
        cache.find(&name, || Ok(packed)).expect("unpacked");
    }

    #[test]
    fn two_who_fetch_the_same_do_not_wait_for_each_other() {
        let folder = tempfile::tempdir().expect("a folder");
        let cache = Cache::new(folder.path().join("artefacts")).expect("a cache");
        let (name, packed) = artefact("one");
        let quicker = || {
            // Somebody else comes while this one fetches.
            cache.find(&name, || Ok(packed.clone())).expect("unpacked");
            Ok(packed.clone())
        };
        let path = cache.find(&name, quicker).expect("unpacked");
        assert_eq!(fs::read(path.join("bot.py")).expect("a file"), b"one");
    }

    #[test]
    fn room_is_made_by_bytes_but_never_of_what_is_played() {
        let handle = |name: &str| Arc::new(PathBuf::from(format!("/nowhere/{name}")));
        let mut kept = Kept::default();
        let played = handle("played");
        for (asked, name) in ["played", "old", "new"].into_iter().enumerate() {
            let path = if name == "played" { played.clone() } else { handle(name) };
            let asked = asked as u64;
            kept.artefacts.insert(name.to_owned(), Artefact { path, bytes: MOST_KEPT_BYTES / 3, asked });
        }
        kept.make_room(MOST_KEPT_BYTES / 3);
        let mut names: Vec<&str> = kept.artefacts.keys().map(String::as_str).collect();
        names.sort_unstable();
        assert_eq!(names, ["new", "played"]);
        kept.make_room(MOST_KEPT_BYTES);
        assert_eq!(kept.artefacts.len(), 1, "what is played stays, even if there is no room");
    }
}
