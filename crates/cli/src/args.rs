//! What a person can type.

use std::path::PathBuf;

use clap::{Parser, Subcommand};
use skirmish_core::Seed;

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

/// What is to be played, beside the game and the bots.
#[derive(Debug, clap::Args)]
pub struct SettingArgs {
    /// The seed; the same seed and answers give the same match [default: a new one]
    #[arg(long)]
    pub seed: Option<Seed>,
    /// A named variant of the rules, as `skirmish games` lists them
    #[arg(long, value_name = "NAME")]
    pub preset: Vec<String>,
    /// A number of the rules (`size=40`), or a TOML or JSON file of them
    #[arg(long, value_name = "KEY=VALUE|FILE")]
    pub config: Vec<String>,
    /// A map file; its format stands in the game's rule page
    #[arg(long, value_name = "FILE")]
    pub map: Option<PathBuf>,
    /// The time bots have: `1000+50/turn`, `bank 60s+100ms` [default: the game's]
    #[arg(long, value_name = "CLOCK")]
    pub clock: Option<String>,
    /// Let bots take as long as they like
    #[arg(long, conflicts_with = "clock")]
    pub no_clock: bool,
}
