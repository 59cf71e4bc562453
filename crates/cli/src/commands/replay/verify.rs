//! `skirmish replay verify`: plays replays back and compares every checkpoint and the outcome.

use serde_json::json;

use super::find;
use crate::args::VerifyArgs;
use crate::failure::{CommandResult, Failure};
use crate::terminal;

/// Verifies one replay after another; stops at the first that fails.
pub fn run(args: &VerifyArgs) -> CommandResult {
    for name in &args.replays {
        let found = find(name, &args.folder)?;
        let path = terminal::path(&found.path);
        let verified = found
            .replay
            .verify(found.entry)
            .map_err(|mismatch| Failure::input(format!("{path} does not verify: {mismatch}")))?;
        if args.json {
            let over = verified.outcome.is_some();
            println!(
                "{}",
                terminal::json(
                    &json!({ "replay": found.path, "decisions": verified.decisions, "complete": over, "verified": true })
                )
            );
        } else {
            let how = if verified.outcome.is_some() {
                "to the recorded result"
            } else {
                "as far as it goes (it is incomplete)"
            };
            println!("{path} verifies: {} decisions lead {how}", verified.decisions);
        }
    }
    Ok(())
}
