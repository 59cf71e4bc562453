//! Landlock: which files a program may touch, whatever else it manages.

use std::path::{Path, PathBuf};

use landlock::{
    ABI, Access, AccessFs, AccessNet, BitFlags, CompatLevel, Compatible, PathBeneath, PathFd, Ruleset,
    RulesetAttr, RulesetCreatedAttr, Scope,
};

/// The newest interface this code was written for; older kernels give what they have.
const NEWEST_ABI: ABI = ABI::V7;
/// The first interface that also stops signals and abstract sockets to the outside.
pub const SCOPES_SIGNALS_ABI: i32 = 6;

/// Devices without memory, which every program expects.
pub const DEVICES: &[&str] = &["/dev/null", "/dev/zero", "/dev/full", "/dev/random", "/dev/urandom"];

/// What a program may do where.
#[derive(Debug, Default)]
pub struct LandlockRules {
    /// May be read and executed.
    pub readable: Vec<PathBuf>,
    /// May be changed, too.
    pub writable: Vec<PathBuf>,
    /// May be written to, but not changed.
    pub devices: Vec<PathBuf>,
}

impl LandlockRules {
    /// Close it around this process, for good.
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

/// A path that is not there needs no rule.
fn allow(
    rules: landlock::RulesetCreated,
    path: &Path,
    access: BitFlags<AccessFs>,
) -> Result<landlock::RulesetCreated, landlock::RulesetError> {
    let Ok(path_fd) = PathFd::new(path) else { return Ok(rules) };
    let access = if path.is_dir() { access } else { access & AccessFs::from_file(NEWEST_ABI) };
    rules.add_rule(PathBeneath::new(path_fd, access))
}
