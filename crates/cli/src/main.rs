//! The `skirmish` program: parses the command line, calls one function, prints.

// These shadow the standard macros: all output goes through `terminal`, which escapes control sequences in untrusted text.
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

mod again;
mod args;
mod build_cache;
mod chosen_game;
mod commands;
mod contest;
mod debugger;
mod failure;
mod isolation;
mod markdown;
mod players;
mod position;
mod progress;
mod progress_line;
mod result;
mod seeds;
mod setting;
mod source;
mod terminal;
mod wrapped;
mod written;

use std::backtrace::Backtrace;
use std::process::ExitCode;

use clap::Parser;

use crate::args::{Args, Command};

/// The commands that the feature `arena` adds, so that they can be told from typing errors where they are absent.
const OF_THE_ARENA: [&str; 9] =
    ["serve", "worker", "ladder", "admin", "login", "submit", "status", "bot", "fetch"];

fn main() -> ExitCode {
    // The sandbox executes this same binary as its helper process.
    skirmish_sandbox::serve_if_helper();
    exit_on_broken_pipe();
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
        Command::Stats(stats) => commands::stats::run(&stats),
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

/// Prints help as it is; an error of parsing quotes the arguments, which have to be escaped first.
fn refuse(refused: &clap::Error) -> ExitCode {
    if !refused.use_stderr() {
        refused.exit();
    }
    // Parsing the escaped arguments fails for the same reason.
    let typed = std::env::args_os().map(|word| terminal::plain(&word.to_string_lossy()));
    let escaped = Args::try_parse_from(typed).err();
    let told = escaped.as_ref().unwrap_or(refused).render().to_string();
    let _ = terminal::error(&in_our_words(told));
    let command = std::env::args_os().nth(1).unwrap_or_default();
    if cfg!(not(feature = "arena")) && OF_THE_ARENA.iter().any(|name| command == *name) {
        let _ =
            terminal::error("This program was built without the arena; `cargo build --release` has it.\n");
    }
    ExitCode::from(2)
}

/// What the standard library says of a value, as a user would.
fn in_our_words(told: String) -> String {
    const WORDS: [(&str, &str); 6] = [
        ("invalid digit found in string", "it must be a whole number"),
        ("cannot parse integer from empty string", "it must be a whole number"),
        ("number too large to fit in target type", "the number is too large"),
        ("number too small to fit in target type", "the number is too small"),
        ("invalid float literal", "it must be a number"),
        ("cannot parse float from empty string", "it must be a number"),
    ];
    WORDS.iter().fold(told, |told, (theirs, ours)| told.replace(theirs, ours))
}

/// Ends the program quietly on EPIPE (`skirmish … | head`), on which `println!` panics. SIGPIPE stays ignored, because
/// bots close their pipes, too.
fn exit_on_broken_pipe() {
    /// The exit code of shells after SIGPIPE: 128 + 13.
    const BROKEN_PIPE: i32 = 128 + 13;
    std::panic::set_hook(Box::new(move |panic| {
        let text = panic.payload_as_str().unwrap_or_default();
        if text.starts_with("failed printing to std") && text.contains("Broken pipe") {
            std::process::exit(BROKEN_PIPE);
        }
        // The panic message may contain untrusted text.
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
