//! Run one untrusted program within limits.
//!
//! A [`Warden`] finds out what this machine can isolate (its [`Tier`]) and keeps jails ready. [`Warden::spawn`] starts a
//! program in one and gives its three pipes; [`Jail`] freezes, measures and kills it. [`Warden::build`] is the
//! same jail for compilers, with a door through which only plain files leave.
//!
//! Nothing here knows what the program is for, and nothing here looks at what it says: that is the caller's, as are
//! deadlines and caps on what is read from the pipes.
//!
//! ```no_run
//! use skirmish_sandbox::{Command, Limits, Options, Root, Warden};
//!
//! skirmish_sandbox::serve_if_helper(); // first in `main`
//! let warden = Warden::start(&Options::default())?;
//! println!("{}", warden.report());
//! let root = Root::of_file("bot.py")?;
//! let mut jail = warden.spawn(&Limits::play(), &root, &Command::new("python3").arg("bot.py"))?;
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
mod look;
mod root;
mod tier;
mod toolchain;
mod trust;

pub use build::{Build, BuildPlan, Caps};
pub use command::{Command, check_program, is_through_a_link};
pub use ending::{Ending, Usage};
pub use error::Error;
pub use limits::Limits;
pub use linux::{Jail, Options, Warden, look_at_tree, serve_if_helper, waited_here};
pub use look::{Look, Thread};
pub use root::Root;
pub use tier::{Layer, Report, Tier};
pub use toolchain::TrustedProgram;
pub use trust::Trust;
