//! One match: a table and players in, a record out. The only owner of time.
//!
//! [`play()`] asks whom the table asks, with the time that the clock grants, and plays what comes, whatever it is: an
//! answer, nothing, garbage, a flood, the end of a process. What a bot does wrong is an input of the rules, is recorded
//! and explained; only our own failure is an error, and then the match is void.
//!
//! One thread serves a match. It writes a page, sleeps in `ppoll` until the asked bot speaks, and cuts what it says into
//! answers. Deadlines are set once per answer. The same crate re-enters matches: [`redrive()`] asks a bot again what was
//! asked, [`branch()`] plays on from any decision.
//!
//! Invariants: no bot can make a call of ours wait; every buffer has a cap; when a call returns, no process that a bot
//! started is left (without a sandbox: none that kept its session or its environment).

mod branch;
mod build;
mod conduct;
pub mod explain;
mod house_answers;
pub mod launch;
mod observe;
mod options;
mod play;
pub mod player;
mod record;
mod redrive;
mod seat_seed;
mod seats;
pub mod splitter;
mod stderr;
mod stderr_notices;
mod stop;
pub mod store;
mod sys;
mod trouble;
mod void;

pub use branch::branch;
pub use build::{build, build_unless};
pub use conduct::{Conduct, FROZEN, LeftOver, MemoryCourse, Parting, Unasked};
pub use house_answers::{WrongHouse, check_house_answers};
pub use observe::{Both, Nobody, Observer, Progress};
pub use options::{Core, Options, SplitWrites};
pub use play::{Match, play};
pub use player::{AnyPlayer, HouseBot, Make, Person, Player, Recording};
pub use record::{Incident, Record};
pub use redrive::{Differs, Redrive, Redriven, redrive};
pub use stderr::{Part, StderrCaps, StderrLog};
pub use stop::Stop;
pub use store::ReplayStore;
pub use trouble::Trouble;
pub use void::Void;
