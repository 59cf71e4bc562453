//! What developers run. `cargo xtask` lists it.

mod conform;
mod editor;
mod setup;
mod test;
mod viewer;

use std::process::ExitCode;

const HELP: &str = "\
cargo xtask test                      install what the tests need, then run every check and every test
cargo xtask setup                     only install what the tests need
cargo xtask fmt                       format every file, those of the games included
cargo xtask viewer                    build the viewer's page from its sources
cargo xtask editor                    build the arena's editor from its sources
cargo xtask conform <file.jsonl.gz>…  replay recorded games of the originals and compare every step
";

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let args: Vec<&str> = args.iter().map(String::as_str).collect();
    let done = match args.as_slice() {
        ["test"] => test::run(),
        ["setup"] => setup::run(),
        ["fmt"] => test::format(false),
        ["viewer"] => viewer::build(),
        ["editor"] => editor::build(),
        ["conform", files @ ..] if !files.is_empty() => conform::run(files),
        _ => {
            eprint!("{HELP}");
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
