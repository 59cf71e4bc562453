//! The `skirmish` program: parses what a person typed, calls one function, prints.

mod args;
mod commands;
mod contest;
mod credentials;
mod debugger;
mod failure;
mod holding;
mod live;
mod markdown;
mod moment;
mod result;
mod seating;
mod setting;
mod source;
mod terminal;
mod watching;

use std::process::ExitCode;

use clap::Parser;

use crate::args::{Args, Command};

fn main() -> ExitCode {
    // The sandbox starts this same program once more, as its helper.
    skirmish_sandbox::serve_if_helper();
    end_quietly_with_the_reader();
    let args = Args::parse();
    let done = match args.command {
        Command::Check(check) => commands::check::run(&check),
        Command::Completions(completions) => commands::completions::run(&completions),
        Command::Demo(demo) => commands::demo::run(&demo),
        Command::Doctor(doctor) => commands::doctor::run(&doctor),
        Command::Games(games) => commands::games::run(&games),
        Command::Rules(rules) => commands::rules::run(&rules),
        Command::Man(man) => commands::man::run(&man),
        Command::New(new) => commands::new::run(&new),
        Command::Play(play) => commands::play::run(&play),
        Command::Watch(watch) => commands::watch::run(&watch),
        Command::Replay(replay) => commands::replay::run(&replay),
        Command::Duel(duel) => commands::duel::run(&duel),
        Command::Tournament(tournament) => commands::tournament::run(&tournament),
        Command::Serve(serve) => commands::serve::run(&serve),
        Command::Worker(worker) => commands::worker::run(&worker),
        Command::Ladder(ladder) => commands::ladder::run(&ladder),
        Command::Login(login) => commands::login::run(&login),
        Command::Submit(submit) => commands::submit::run(&submit),
        Command::Status(status) => commands::status::run(&status),
        Command::Fetch(fetch) => commands::fetch::run(&fetch),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            if !matches!(failure, failure::Failure::Answer(_)) {
                eprintln!("skirmish: {failure}");
            }
            failure.exit_code()
        }
    }
}

/// `skirmish … | head` is no bug: when whoever reads our lines has gone, `println!` panics, and the program just ends. The
/// signal that would end it by itself stays ignored, because bots close their pipes, too.
fn end_quietly_with_the_reader() {
    /// What a shell calls an end by that signal.
    const BROKEN_PIPE: i32 = 128 + 13;
    let usual = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |panic| {
        let text = panic.payload_as_str().unwrap_or_default();
        if text.starts_with("failed printing to std") && text.contains("Broken pipe") {
            std::process::exit(BROKEN_PIPE);
        }
        usual(panic);
    }));
}
