//! The commands of the arena, for whoever hosts one and whoever plays on one. A program that is built without the feature
//! `arena` has none of them.

mod admin;
mod bot;
mod credentials;
mod date;
mod fetch;
mod ladder;
mod login;
mod serve;
mod status;
mod submit;
mod worker;

use clap::Subcommand;

use crate::failure::CommandResult;

#[derive(Debug, Subcommand)]
pub enum ArenaCommand {
    /// Host an arena: site, ladders, API and a worker in one
    Serve(serve::ServeArgs),
    /// Build and play for an arena on this machine
    Worker(worker::WorkerArgs),
    /// Prove that an arena's ratings follow from its results
    #[command(subcommand)]
    Ladder(ladder::LadderCommand),
    /// Reset a password on the arena of this machine
    #[command(subcommand)]
    Admin(admin::AdminCommand),
    /// Log in to an arena, for submit, status and fetch
    Login(login::LoginArgs),
    /// Submit the bot in this folder, and wait until it plays
    Submit(submit::SubmitArgs),
    /// Show your bots on an arena
    Status(status::StatusArgs),
    /// Let a bot of yours rest or play, choose its version, rename or delete it
    #[command(subcommand)]
    Bot(bot::BotCommand),
    /// Fetch a match of an arena, to watch and to look into
    Fetch(fetch::FetchArgs),
}

/// Does what was typed.
pub fn run(command: &ArenaCommand) -> CommandResult {
    match command {
        ArenaCommand::Serve(serve) => serve::run(serve),
        ArenaCommand::Worker(worker) => worker::run(worker),
        ArenaCommand::Ladder(ladder) => ladder::run(ladder),
        ArenaCommand::Admin(admin) => admin::run(admin),
        ArenaCommand::Login(login) => login::run(login),
        ArenaCommand::Submit(submit) => submit::run(submit),
        ArenaCommand::Status(status) => status::run(status),
        ArenaCommand::Bot(bot) => bot::run(bot),
        ArenaCommand::Fetch(fetch) => fetch::run(fetch),
    }
}
