//! What a host reads while it runs: lines for a person at a terminal, JSON for everything else.

use std::io::{IsTerminal as _, stderr};

use tracing_subscriber::filter::{LevelFilter, Targets};
use tracing_subscriber::layer::SubscriberExt as _;
use tracing_subscriber::util::SubscriberInitExt as _;

/// How much is written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Detail {
    /// What goes wrong.
    Quiet,
    /// What happens.
    #[default]
    Usual,
    /// Every request and every job.
    Much,
}

/// Begins to write, to stderr. Called once, by a program; a second call does nothing.
pub fn start(detail: Detail) {
    let (ours, others) = match detail {
        Detail::Quiet => (LevelFilter::WARN, LevelFilter::ERROR),
        Detail::Usual => (LevelFilter::INFO, LevelFilter::WARN),
        Detail::Much => (LevelFilter::DEBUG, LevelFilter::INFO),
    };
    let filter =
        Targets::new().with_default(others).with_target("skirmish", ours).with_target("skirmish_arena", ours);
    let registry = tracing_subscriber::registry().with(filter);
    let started = if stderr().is_terminal() {
        let has_colour = std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty());
        let lines =
            tracing_subscriber::fmt::layer().with_target(false).with_ansi(has_colour).with_writer(stderr);
        registry.with(lines).try_init()
    } else {
        registry
            .with(tracing_subscriber::fmt::layer().json().flatten_event(true).with_writer(stderr))
            .try_init()
    };
    // Somebody else writes already, as in a test.
    drop(started);
}
