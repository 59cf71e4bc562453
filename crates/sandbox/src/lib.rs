//! Run one untrusted program within limits.
//!
//! A [`Sandbox`] finds out what this machine can isolate (its [`Tier`]) and keeps jails ready. [`Sandbox::spawn`] starts a
//! program in one and gives its three pipes; [`Jail`] freezes, measures and kills it. [`Sandbox::build`] is the
//! same jail for compilers, out of which only regular files and folders are copied.
//!
//! Nothing here knows what the program is for, and nothing here looks at what it says: that is the caller's, as are
//! deadlines and caps on what is read from the pipes.
//!
//! ```no_run
//! use skirmish_sandbox::{Command, Limits, SandboxOptions, Root, Sandbox};
//!
//! skirmish_sandbox::serve_if_helper(); // first in `main`
//! let sandbox = Sandbox::start(&SandboxOptions::default())?;
//! println!("{}", sandbox.report());
//! let root = Root::of_file("bot.py")?;
//! let mut jail = sandbox.spawn(&Limits::play(), &root, &Command::new("python3").arg("bot.py"))?;
//! let usage = jail.kill()?;
//! # Ok::<(), skirmish_sandbox::Error>(())
//! ```

#[cfg(not(target_os = "linux"))]
compile_error!("Skirmish runs on Linux only: its jails are made of what the Linux kernel offers");

mod artefact;
mod build;
mod command;
mod ending;
mod error;
mod limits;
mod linux;
mod root;
mod threads;
mod tier;
mod toolchain;
mod trust;

pub use build::{Build, BuildPlan, BuildTime, Caps};
pub use command::{Command, check_program, is_through_a_link};
pub use ending::{Ending, Usage};
pub use error::Error;
pub use limits::{Limits, Priority};
pub use linux::{
    Jail, Sandbox, SandboxOptions, let_others_go_first, limit_heaps, own_run_delay, serve_if_helper,
    snapshot_process_tree,
};
pub use root::Root;
pub use threads::{Thread, ThreadSnapshot};
pub use tier::{Layer, Report, Tier};
pub use toolchain::{TrustedProgram, is_of_the_system};
pub use trust::Trust;
