//! Whose programs are run, and so what a machine must have before they are.

/// Whose programs a sandbox's jails hold.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Trust {
    /// The person's own: they run with what the machine has.
    #[default]
    Own,
    /// Strangers': they run where a private root holds them, and nowhere else.
    Strangers,
    /// Strangers', but the person has said to run them whatever holds them: `--unsafe-local`.
    StrangersAnyway,
}

impl Trust {
    /// Whether the programs are not the person's own.
    pub fn is_for_strangers(self) -> bool {
        self != Self::Own
    }
}
