//! What a request says: who asks and from where, what shows that they may, what a form carries; and the answer to those
//! who may not.
//!
//! Pages take cookies only, the API tokens only. A request of a browser that changes something must come from a page of
//! this site: its headers say so, and a form carries its session's secret.

mod caller;
mod form;
mod proofs;
mod refusal;

pub use caller::{COOKIE, Credentials, Device, cookie, device_cookie};
pub use form::{CheckedForm, Posted, PostedFiles};
pub use proofs::{Proof, RegisteredWorker, WorkerAccess};
pub use refusal::{Refusal, RefusalText, status};
