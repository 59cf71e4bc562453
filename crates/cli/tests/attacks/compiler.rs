//! Compiles the attacks.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::PathBuf;
use std::process::Command;

use tempfile::TempDir;

use super::battery::{Attack, Verdict};

/// Compiles attacks into a temporary folder.
pub struct Compiler {
    place: TempDir,
}

impl Compiler {
    pub fn new() -> Self {
        let place = TempDir::new().unwrap();
        fs::set_permissions(place.path(), fs::Permissions::from_mode(0o755)).unwrap();
        Self { place }
    }

    /// The program to run: compiled if it is C, else the file itself.
    pub fn compile(&self, attack: &Attack) -> PathBuf {
        if attack.path.is_dir() && attack.verdict != Verdict::BuildRefused {
            return self.copy_with_traps(attack);
        }
        if attack.path.extension().is_none_or(|extension| extension != "c") {
            return attack.path.clone();
        }
        let program = self.place.path().join(attack.name.replace(['/', '.'], "-"));
        let done = Command::new("cc").args(["-O1", "-o"]).arg(&program).arg(&attack.path).output();
        let done = done.expect("a C compiler: `cargo xtask setup` installs one");
        assert!(done.status.success(), "{}: {}", attack.name, String::from_utf8_lossy(&done.stderr));
        program
    }

    /// A copy of a folder in which `traps.sh` has made what a repository cannot hold.
    fn copy_with_traps(&self, attack: &Attack) -> PathBuf {
        let folder = self.place.path().join(attack.name.replace('/', "-"));
        let script = "cp -r \"$0\" \"$1\" && chmod 755 \"$1\" && cd \"$1\" && sh traps.sh && rm traps.sh";
        let done = Command::new("sh").args(["-c", script]).arg(&attack.path).arg(&folder).output().unwrap();
        assert!(done.status.success(), "{}: {}", attack.name, String::from_utf8_lossy(&done.stderr));
        folder
    }
}
