//! Landlock: which files a program may access, independently of the mounts.

use std::path::{Path, PathBuf};

use landlock::{
    ABI, Access, AccessFs, AccessNet, BitFlags, CompatLevel, Compatible, PathBeneath, PathFd, Ruleset,
    RulesetAttr, RulesetCreatedAttr, Scope,
};

/// The newest ABI this code was written for; older kernels enforce what they support.
const NEWEST_ABI: ABI = ABI::V7;
/// The first ABI with scopes: no signals and no abstract Unix sockets to the outside.
pub const SCOPES_SIGNALS_ABI: i32 = 6;

/// Devices that programs expect, and in which nothing can be stored.
pub const DEVICES: &[&str] = &["/dev/null", "/dev/zero", "/dev/full", "/dev/random", "/dev/urandom"];

/// The paths of a ruleset, by the access that is allowed below them.
#[derive(Debug, Default)]
pub struct LandlockRules {
    /// May be read and executed.
    pub readable: Vec<PathBuf>,
    /// May be written, created and removed, too.
    pub writable: Vec<PathBuf>,
    /// May be read and written, but not created or removed.
    pub devices: Vec<PathBuf>,
}

impl LandlockRules {
    /// Enforce the rules on this process and its descendants (`landlock_restrict_self`); cannot be undone.
    pub fn restrict_self(&self) -> Result<(), landlock::RulesetError> {
        let write_device = AccessFs::ReadFile | AccessFs::WriteFile | AccessFs::IoctlDev;
        let mut rules = Ruleset::default()
            .set_compatibility(CompatLevel::BestEffort)
            .handle_access(AccessFs::from_all(NEWEST_ABI))?
            .handle_access(AccessNet::from_all(NEWEST_ABI))?
            .scope(Scope::from_all(NEWEST_ABI))?
            .create()?;
        for path in &self.readable {
            rules = allow(rules, path, AccessFs::from_read(NEWEST_ABI))?;
        }
        for path in &self.writable {
            rules = allow(rules, path, AccessFs::from_all(NEWEST_ABI))?;
        }
        for path in &self.devices {
            rules = allow(rules, path, write_device)?;
        }
        rules.restrict_self()?;
        Ok(())
    }
}

/// Add a rule; none for a path that does not exist.
fn allow(
    rules: landlock::RulesetCreated,
    path: &Path,
    access: BitFlags<AccessFs>,
) -> Result<landlock::RulesetCreated, landlock::RulesetError> {
    let Ok(path_fd) = PathFd::new(path) else { return Ok(rules) };
    let access = if path.is_dir() { access } else { access & AccessFs::from_file(NEWEST_ABI) };
    rules.add_rule(PathBeneath::new(path_fd, access))
}
