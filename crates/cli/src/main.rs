//! The `skirmish` program: parses what a person typed, calls one function, prints.

mod args;
mod commands;
mod failure;
mod markdown;
mod setting;
mod terminal;

use std::process::ExitCode;

use clap::Parser;

use crate::args::{Args, Command};

fn main() -> ExitCode {
    let args = Args::parse();
    let done = match args.command {
        Command::Games(games) => commands::games::run(&games),
        Command::Rules(rules) => commands::rules::run(&rules),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            eprintln!("skirmish: {failure}");
            failure.exit_code()
        }
    }
}
