//! `skirmish man`: manual pages, generated from the help texts.

use std::path::{Path, PathBuf};

use clap::{Command, CommandFactory as _};

use crate::args::Args;
use crate::failure::{CommandResult, Failure};

#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct ManArgs {
    /// Write a page for every command into this folder, which is made if it is not there
    #[arg(long, value_name = "FOLDER")]
    pub dir: Option<PathBuf>,
}

const EXAMPLES: &str = "\
Examples:
  skirmish man | man -l -                           read the page now
  skirmish man --dir ~/.local/share/man/man1        from then on: man skirmish, man skirmish-play";

/// Prints the page of `skirmish`, or writes those of all commands.
pub fn run(args: &ManArgs) -> CommandResult {
    let mut command = Args::command().disable_help_subcommand(true);
    command.build();
    let Some(folder) = &args.dir else {
        // EPIPE (`| head`) is no failure.
        crate::terminal::raw(&page(command)?);
        return Ok(());
    };
    std::fs::create_dir_all(folder).map_err(|error| cannot(folder, &error))?;
    let mut pages = Vec::new();
    collect(&command, &mut pages)?;
    for (name, page) in &pages {
        let path = folder.join(name);
        std::fs::write(&path, page).map_err(|error| cannot(&path, &error))?;
    }
    println!(
        "{} pages in {}; read one: man -l {}",
        pages.len(),
        folder.display(),
        folder.join("skirmish.1").display()
    );
    Ok(())
}

/// The pages of a command and of all its subcommands, by file name.
fn collect(command: &Command, pages: &mut Vec<(String, Vec<u8>)>) -> CommandResult {
    let name = command.get_display_name().unwrap_or(command.get_name()).to_string();
    pages.push((format!("{name}.1"), page(command.clone())?));
    command.get_subcommands().filter(|below| !below.is_hide_set()).try_for_each(|below| collect(below, pages))
}

fn page(command: Command) -> Result<Vec<u8>, Failure> {
    let mut page = Vec::new();
    let made = clap_mangen::Man::new(command).render(&mut page);
    made.map_err(|error| Failure::Ours(anyhow::anyhow!("the manual page cannot be made: {error}")))?;
    Ok(page)
}

fn cannot(path: &Path, error: &std::io::Error) -> Failure {
    Failure::input(format!("--dir: {} cannot be written: {error}", path.display()))
}
