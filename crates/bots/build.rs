//! A fingerprint of the sources that decide how a house bot plays: its own, the games' and the core's. A results file names
//! it, so that results of a bot that has changed are not taken for the new one's.

use std::path::{Path, PathBuf};
use std::{env, fs, io};

/// The crates whose code plays.
const CRATES: &[&str] = &["bots", "core", "games"];

fn main() -> io::Result<()> {
    let own = env::var_os("CARGO_MANIFEST_DIR").ok_or_else(|| io::Error::other("cargo starts it"))?;
    let crates = PathBuf::from(own).join("..").canonicalize()?;
    for name in CRATES {
        println!("cargo::rerun-if-changed={}", crates.join(name).join("src").display());
    }
    println!("cargo::rustc-env=SKIRMISH_SOURCES={}", fingerprint(&crates)?);
    Ok(())
}

/// The fingerprint of the crates' code: of names and contents of files.
pub fn fingerprint(crates: &Path) -> io::Result<String> {
    let mut files = Vec::new();
    for name in CRATES {
        list(&crates.join(name).join("src"), &mut files)?;
    }
    files.sort();
    let mut hash = Fnv::NEW;
    for file in &files {
        let name = file.strip_prefix(crates).map_err(io::Error::other)?;
        hash.add(name.as_os_str().as_encoded_bytes());
        hash.add(&fs::read(file)?);
    }
    Ok(format!("{:032x}", hash.0))
}

/// The code below a folder. Rule books and pictures decide nothing.
fn list(folder: &Path, files: &mut Vec<PathBuf>) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            list(&path, files)?;
        } else if path.extension().is_some_and(|ending| ending == "rs") {
            files.push(path);
        }
    }
    Ok(())
}

/// FNV-1a in 128 bits: the same everywhere, and short enough to need no crate.
struct Fnv(u128);

impl Fnv {
    const NEW: Self = Self(0x6c62_272e_07bb_0142_62b8_2175_6295_c58d);
    const PRIME: u128 = 0x0000_0000_0100_0000_0000_0000_0000_013b;

    /// A piece of bytes, and where it ends.
    fn add(&mut self, bytes: &[u8]) {
        for byte in bytes.iter().chain(&(bytes.len() as u64).to_le_bytes()) {
            self.0 = (self.0 ^ u128::from(*byte)).wrapping_mul(Self::PRIME);
        }
    }
}
