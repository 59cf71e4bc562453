//! Artefacts that this worker has fetched, unpacked and ready to play.

use std::collections::HashMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use crate::blobs;
use crate::upload::{Limits, Tree};
use crate::worker::Failed;

/// How many artefacts are kept at most.
const MOST_KEPT: usize = 256;
/// How large an artefact may be: what the jail's door lets out of a build.
pub(super) const LIMITS: Limits =
    Limits { packed_bytes: 256 << 20, bytes: 256 << 20, files: 16_384, depth: 32 };
/// The same as a tar.
const TAR: Limits = Limits { packed_bytes: LIMITS.bytes + LIMITS.files as u64 * HEADING_BYTES, ..LIMITS };
/// What a tar adds to its files: less than this for each.
const HEADING_BYTES: u64 = 4096;
/// How hard artefacts are packed.
const LEVEL: i32 = 3;

/// A folder of unpacked artefacts, by name.
#[derive(Debug)]
pub(super) struct Cache {
    folder: PathBuf,
    kept: Mutex<Kept>,
}

#[derive(Debug, Default)]
struct Kept {
    /// By name: where it is (nobody plays it if this is the only handle), and when it was last asked for.
    artefacts: HashMap<String, (Arc<PathBuf>, u64)>,
    asked: u64,
}

/// The bytes of an artefact as they travel, made from a tree.
pub(super) fn pack(tree: &Tree) -> Result<Vec<u8>, Failed> {
    let packed = zstd::encode_all(&tree.pack()[..], LEVEL).map_err(Failed::disk("packing an artefact"))?;
    match packed.len() as u64 {
        bytes if bytes > blobs::MOST_BYTES => Err(Failed::Bot(format!(
            "what the build left behind has {} MiB when packed: at most {} are kept; remove what the bot does not need",
            bytes >> 20,
            blobs::MOST_BYTES >> 20
        ))),
        _ => Ok(packed),
    }
}

/// The tree in an artefact's bytes.
pub(super) fn unpack(packed: &[u8]) -> Result<Tree, Failed> {
    use std::io::Read as _;
    let mut bytes = Vec::new();
    let decoder = zstd::Decoder::new(packed).map_err(Failed::disk("unpacking an artefact"))?;
    decoder.take(TAR.packed_bytes).read_to_end(&mut bytes).map_err(Failed::disk("unpacking an artefact"))?;
    Tree::unpack(&bytes, &TAR).map_err(|bad| Failed::Ours(format!("an artefact is damaged: {bad}")))
}

impl Cache {
    /// An empty cache in that folder, which is made anew.
    pub(super) fn new(folder: PathBuf) -> Result<Self, Failed> {
        let doing = "making room for artefacts";
        match fs::remove_dir_all(&folder) {
            Err(error) if error.kind() != std::io::ErrorKind::NotFound => {
                return Err(Failed::disk(doing)(error));
            }
            _ => {}
        }
        fs::create_dir_all(&folder).map_err(Failed::disk(doing))?;
        Ok(Self { folder, kept: Mutex::default() })
    }

    /// Where the artefact of that name is unpacked; asks for its bytes if it is not here. It stays while the handle does.
    pub(super) fn find(
        &self,
        name: &str,
        fetch: impl FnOnce() -> Result<Vec<u8>, Failed>,
    ) -> Result<Arc<PathBuf>, Failed> {
        let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        kept.asked += 1;
        let asked = kept.asked;
        if let Some((path, last)) = kept.artefacts.get_mut(name) {
            *last = asked;
            return Ok(path.clone());
        }
        kept.make_room();
        let packed = fetch()?;
        if blobs::name_of(&packed) != name {
            return Err(Failed::Ours(format!("the server sent something else than the artefact {name}")));
        }
        let path = self.folder.join(name);
        unpack(&packed)?.write(&path).map_err(Failed::disk("unpacking an artefact"))?;
        let path = Arc::new(path);
        kept.artefacts.insert(name.to_owned(), (path.clone(), asked));
        Ok(path)
    }
}

impl Kept {
    /// Lets go of what was not asked for longest, and that nobody plays.
    fn make_room(&mut self) {
        while self.artefacts.len() >= MOST_KEPT {
            let idle = self.artefacts.iter().filter(|(_, (path, _))| Arc::strong_count(path) == 1);
            let Some(oldest) = idle.min_by_key(|(_, (_, asked))| *asked).map(|(name, _)| name.clone()) else {
                return;
            };
            if let Some((path, _)) = self.artefacts.remove(&oldest) {
                remove(&path);
            }
        }
    }
}

/// Removes a folder that only we wrote: bots see it read-only.
fn remove(path: &Path) {
    if let Err(error) = fs::remove_dir_all(path) {
        tracing::warn!(path = %path.display(), %error, "an artefact could not be removed");
    }
}
