//! `skirmish admin`: what only whoever has the arena's machine can do.

use serde_json::json;
use skirmish_arena_service::open::{NotOpened, reset_password};

use super::serve::DataArgs;
use crate::failure::{CommandResult, Failure};
use crate::terminal;

#[derive(Debug, clap::Subcommand)]
pub enum AdminCommand {
    /// Give somebody another password, an admin, too; the server may be running
    ResetPassword(ResetArgs),
}

#[derive(Debug, clap::Args)]
pub struct ResetArgs {
    /// Whose password
    #[arg(value_name = "NAME")]
    pub name: String,
    #[command(flatten)]
    pub data: DataArgs,
    /// Print JSON for scripts
    #[arg(long)]
    pub json: bool,
}

/// Resets the password and prints it, once.
pub fn run(command: &AdminCommand) -> CommandResult {
    let AdminCommand::ResetPassword(args) = command;
    args.data.check()?;
    let password = reset_password(&args.data.data, args.data.database.as_deref(), &args.name);
    let password = password.map_err(|error| match error {
        NotOpened::Data { .. } | NotOpened::NoUser(_) => Failure::input(error),
        error => Failure::Ours(error.into()),
    })?;
    if args.json {
        println!("{}", terminal::json(&json!({ "name": args.name, "password": password })));
        return Ok(());
    }
    println!("The password of {} is {password} now (told only this once).", terminal::plain(&args.name));
    println!(
        "All sessions have ended and all tokens are revoked: log in, and choose another one at /account."
    );
    Ok(())
}
