//! The `skirmish` program: parses what a person typed, calls one function, prints.

// What is printed goes through `terminal`, which lets nothing of somebody else's text do anything.
macro_rules! print {
    ($($text:tt)*) => { crate::terminal::say(&format!($($text)*)) };
}
macro_rules! println {
    () => { crate::terminal::say("\n") };
    ($($text:tt)*) => { crate::terminal::say(&format!("{}\n", format_args!($($text)*))) };
}
macro_rules! eprintln {
    ($($text:tt)*) => { crate::terminal::warn(&format!("{}\n", format_args!($($text)*))) };
}

mod args;
mod commands;
mod contest;
mod debugger;
mod failure;
mod isolation;
mod live;
mod markdown;
mod players;
mod position;
mod progress;
mod result;
mod setting;
mod source;
mod terminal;

use std::backtrace::Backtrace;
use std::process::ExitCode;

use clap::Parser;

use crate::args::{Args, Command};

/// The commands that the feature `arena` adds, so that they can be told from typing errors where they are absent.
const OF_THE_ARENA: [&str; 7] = ["serve", "worker", "ladder", "login", "submit", "status", "fetch"];

fn main() -> ExitCode {
    // The sandbox starts this same program once more, as its helper.
    skirmish_sandbox::serve_if_helper();
    end_quietly_with_the_reader();
    let args = match Args::try_parse() {
        Ok(args) => args,
        Err(refused) => return refuse(&refused),
    };
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
        #[cfg(feature = "arena")]
        Command::Arena(arena) => commands::arena::run(&arena),
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

/// Help that was asked for is all ours; what cannot be understood is told with what was typed in it.
fn refuse(refused: &clap::Error) -> ExitCode {
    if !refused.use_stderr() {
        refused.exit();
    }
    // Typed as it can be shown, it is refused for the same reason.
    let typed = std::env::args_os().map(|word| terminal::plain(&word.to_string_lossy()));
    let told = Args::try_parse_from(typed).err();
    let _ = terminal::error(&told.as_ref().unwrap_or(refused).render().to_string());
    let command = std::env::args_os().nth(1).unwrap_or_default();
    if cfg!(not(feature = "arena")) && OF_THE_ARENA.iter().any(|name| command == *name) {
        let _ =
            terminal::error("This program was built without the arena; `cargo build --release` has it.\n");
    }
    ExitCode::from(2)
}

/// `skirmish … | head` is no bug: when whoever reads our lines has gone, `println!` panics, and the program just ends. The
/// signal that would end it by itself stays ignored, because bots close their pipes, too.
fn end_quietly_with_the_reader() {
    /// What a shell calls an end by that signal.
    const BROKEN_PIPE: i32 = 128 + 13;
    std::panic::set_hook(Box::new(move |panic| {
        let text = panic.payload_as_str().unwrap_or_default();
        if text.starts_with("failed printing to std") && text.contains("Broken pipe") {
            std::process::exit(BROKEN_PIPE);
        }
        // What failed may have somebody's text in it.
        let _ = terminal::error(&format!("{panic}\n{}", Backtrace::capture()));
    }));
}

#[cfg(all(test, feature = "arena"))]
mod tests {
    use super::*;

    #[test]
    fn the_commands_of_the_arena_are_known_where_they_are_absent() {
        use clap::Subcommand as _;
        let arena = commands::arena::ArenaCommand::augment_subcommands(clap::Command::new("skirmish"));
        let names: Vec<&str> = arena.get_subcommands().map(clap::Command::get_name).collect();
        assert_eq!(names, OF_THE_ARENA);
    }
}
