//! `skirmish rules`: a game's rule page.

use crate::args::RulesArgs;
use crate::failure::CommandResult;
use crate::{markdown, terminal};

/// Prints the page.
pub fn run(args: &RulesArgs) -> CommandResult {
    let page = super::game(&args.game)?.info.rules;
    let shown = markdown::shown(page, terminal::has_colour());
    // EPIPE (`| head`) is no failure.
    let _ = terminal::out(&shown);
    Ok(())
}
