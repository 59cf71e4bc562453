//! What a person can type.

use clap::{Parser, Subcommand};

/// An arena in which programs play programs.
#[derive(Debug, Parser)]
#[command(name = "skirmish", version, after_help = EXAMPLES)]
pub struct Args {
    #[command(subcommand)]
    pub command: Command,
}

const EXAMPLES: &str = "\
Examples:
  skirmish games                                   what can be played, and against whom
  skirmish rules utti                              how a game is played and what a bot reads and prints

Exit codes: 0 done, 1 something failed, 2 what was given cannot be used";

#[derive(Debug, Subcommand)]
pub enum Command {
    /// List the games, their presets and their house bots
    Games(GamesArgs),
    /// Show a game's rule page
    Rules(RulesArgs),
}

#[derive(Debug, clap::Args)]
pub struct GamesArgs {
    /// Print JSON for scripts
    #[arg(long)]
    pub json: bool,
}

#[derive(Debug, clap::Args)]
pub struct RulesArgs {
    /// The game's name, as `skirmish games` lists it
    pub game: String,
}
