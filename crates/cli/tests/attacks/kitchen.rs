//! Makes programs of sources.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::PathBuf;
use std::process::Command;

use tempfile::TempDir;

use super::battery::Attack;

/// Where programs are compiled to.
pub struct Kitchen {
    place: TempDir,
}

impl Kitchen {
    pub fn new() -> Self {
        let place = TempDir::new().unwrap();
        fs::set_permissions(place.path(), fs::Permissions::from_mode(0o755)).unwrap();
        Self { place }
    }

    /// The program to run; `None` if it cannot be compiled here.
    pub fn cook(&self, attack: &Attack) -> Option<PathBuf> {
        if attack.path.extension().is_none_or(|extension| extension != "c") {
            return Some(attack.path.clone());
        }
        let program = self.place.path().join(attack.name.replace(['/', '.'], "-"));
        match Command::new("cc").args(["-O1", "-o"]).arg(&program).arg(&attack.path).output() {
            Ok(done) if done.status.success() => Some(program),
            Ok(done) => panic!("{}: {}", attack.name, String::from_utf8_lossy(&done.stderr)),
            Err(_) => None,
        }
    }
}
