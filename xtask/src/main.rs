//! Developer tasks; `cargo xtask` lists them.

mod api;
mod conform;
mod deny;
mod editor;
mod fuzz;
mod packages;
mod setup;
mod test;
mod viewer;

use std::process::ExitCode;

const HELP: &str = "\
cargo xtask test                      install what the tests need, then run every check and every test
cargo xtask test --only <part>…       some of it, while working: a step (below) or a package by its folder (core, games, …)
cargo xtask fuzz [target] [--seconds N]
                                      look for inputs that break a reader, or every reader one after another
cargo xtask setup                     only install what the tests need
cargo xtask fmt                       format every file, those of the games included
cargo xtask viewer                    build the viewer's page from its sources
cargo xtask editor                    build the arena's editor from its sources
cargo xtask ladder-sim                simulate ladders with the real matchmaker and ratings, and print the book's table
cargo xtask conform <file.jsonl.gz>…  replay recorded matches of the originals and compare every step

Steps of `test`, in order:
";

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let args: Vec<&str> = args.iter().map(String::as_str).collect();
    let done = match args.as_slice() {
        ["test", args @ ..] => test::run(args),
        ["fuzz", args @ ..] => fuzz::run(args),
        ["setup"] => setup::run(),
        ["fmt"] => test::format(false),
        ["viewer"] => viewer::build(),
        ["editor"] => editor::build(),
        ["ladder-sim"] => {
            setup::step("cargo", &["bench", "--quiet", "-p", "skirmish-league", "--bench", "ladder"])
        }
        ["conform", files @ ..] if !files.is_empty() => conform::run(files),
        _ => {
            eprint!("{HELP}{}", test::listed());
            return ExitCode::from(2);
        }
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("xtask: {error:#}");
            ExitCode::FAILURE
        }
    }
}
