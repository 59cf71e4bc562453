//! How well a machine can isolate, and why not better.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use crate::{Error, Trust};

/// How strongly programs are held, from not at all to fully. Later is stronger.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Tier {
    /// Resource limits only: for one's own programs on a system that offers nothing else.
    Bare,
    /// Landlock, seccomp and resource limits, without namespaces.
    Landlock,
    /// Namespaces and a fresh root, seccomp, resource limits and a memory watchdog, without control groups.
    Namespaces,
    /// Namespaces and a fresh root, Landlock, seccomp, and control groups for memory and processes.
    Full,
}

impl Tier {
    /// Every tier, the weakest first.
    pub const ALL: [Self; 4] = [Self::Bare, Self::Landlock, Self::Namespaces, Self::Full];

    /// The weakest tier at which a stranger's program may run.
    pub const FOR_STRANGERS: Self = Self::Namespaces;

    /// Whether a stranger's program may run at this tier.
    pub fn holds_strangers(self) -> bool {
        self >= Self::FOR_STRANGERS
    }

    /// The tier's name in one word, as records hold it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Bare => "bare",
            Self::Landlock => "landlock",
            Self::Namespaces => "namespaces",
            Self::Full => "full",
        }
    }

    /// What the tier means, as one line for a person.
    pub fn meaning(self) -> &'static str {
        match self {
            Self::Bare => "no isolation: resource limits only",
            Self::Landlock => "files and system calls are fenced; no private root, no watchdog",
            Self::Namespaces => "private root, processes and network; memory by a watchdog",
            Self::Full => "private root, processes and network; memory, processes and CPU by control groups",
        }
    }
}

impl fmt::Display for Tier {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for Tier {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let found = Self::ALL.into_iter().find(|tier| tier.name() == text);
        found.ok_or_else(|| "the tiers are bare, landlock, namespaces and full".to_string())
    }
}

/// One layer of the defence, tried on this machine.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Layer {
    /// Its name, as in `SECURITY.md`.
    pub name: String,
    /// Whether it is in force.
    pub is_on: bool,
    /// What it is, or why it is off.
    pub detail: String,
    /// What to do to get it, when it is off and something can be done.
    pub advice: Option<String>,
}

impl Layer {
    /// A layer that is in force.
    pub(crate) fn on(name: &str, detail: impl Into<String>) -> Self {
        Self { name: name.into(), is_on: true, detail: detail.into(), advice: None }
    }

    /// A layer above the highest tier that was asked for.
    pub(crate) fn not_asked(name: &str, at_most: Tier) -> Self {
        let detail = format!("not tried: no more than the tier `{at_most}` was asked for");
        Self { name: name.into(), is_on: false, detail, advice: None }
    }

    /// A layer that is not in force, why, and what to do about it.
    pub(crate) fn off(name: &str, why: impl Into<String>, advice: impl Into<String>) -> Self {
        Self { name: name.into(), is_on: false, detail: why.into(), advice: Some(advice.into()) }
    }
}

/// What this machine can isolate: the answer to `skirmish doctor`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Report {
    /// The tier in force.
    pub tier: Tier,
    /// Every layer, on or off.
    pub layers: Vec<Layer>,
}

impl Report {
    /// Whether the layer of this name is in force.
    pub fn has(&self, layer: &str) -> bool {
        self.layers.iter().any(|candidate| candidate.name == layer && candidate.is_on)
    }

    /// The one place where it is decided whether these programs may run here at all.
    pub fn admit(&self, trust: Trust) -> Result<(), Error> {
        if trust != Trust::Strangers || self.tier.holds_strangers() {
            return Ok(());
        }
        let missing = self.layers.iter().find(|layer| layer.name == Tier::FOR_STRANGERS.name());
        let why = missing.map_or_else(|| "unknown".to_string(), |layer| layer.detail.clone());
        Err(Error::CannotHold { tier: self.tier, why })
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        writeln!(f, "tier {}: {}", self.tier, self.tier.meaning())?;
        let width = self.layers.iter().map(|layer| layer.name.len()).max().unwrap_or(0);
        for (number, layer) in self.layers.iter().enumerate() {
            let state = if layer.is_on { "on " } else { "off" };
            writeln!(f, "  {state}  {:width$}  {}", layer.name, layer.detail)?;
            // What helps for several layers in a row is said once, behind the last of them.
            let next = self.layers.get(number + 1).and_then(|next| next.advice.as_ref());
            if let Some(advice) = layer.advice.as_ref().filter(|advice| next != Some(*advice)) {
                writeln!(f, "       {:width$}  to get it: {advice}", "")?;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn strangers_are_refused_below_namespaces_and_told_why() {
        for tier in Tier::ALL {
            let layers = vec![Layer::off("namespaces", "not permitted", "permit them")];
            let report = Report { tier, layers };
            for trust in [Trust::Own, Trust::StrangersAnyway] {
                assert!(report.admit(trust).is_ok(), "{tier} {trust:?}");
            }
            let refused = report.admit(Trust::Strangers).err().map(|error| error.to_string());
            assert_eq!(refused.is_none(), tier >= Tier::Namespaces, "{tier}");
            for word in [tier.name(), "not permitted", "skirmish doctor", "--unsafe-local"] {
                assert!(refused.as_ref().is_none_or(|sentence| sentence.contains(word)), "{refused:?}");
            }
        }
    }

    #[test]
    fn tiers_are_read_by_their_names() {
        for tier in Tier::ALL {
            assert_eq!(tier.name().parse(), Ok(tier));
        }
        assert!("strong".parse::<Tier>().is_err());
    }
}
