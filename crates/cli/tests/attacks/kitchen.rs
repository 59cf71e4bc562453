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

    /// The program to run.
    pub fn cook(&self, attack: &Attack) -> PathBuf {
        if attack.path.extension().is_none_or(|extension| extension != "c") {
            return attack.path.clone();
        }
        let program = self.place.path().join(attack.name.replace(['/', '.'], "-"));
        let done = Command::new("cc").args(["-O1", "-o"]).arg(&program).arg(&attack.path).output();
        let done = done.expect("a C compiler: `cargo xtask setup` installs one");
        assert!(done.status.success(), "{}: {}", attack.name, String::from_utf8_lossy(&done.stderr));
        program
    }
}
