//! `skirmish completions`: a script for a shell that completes commands, options, games and languages.

use clap::builder::PossibleValuesParser;
use clap::{Command, CommandFactory as _};
use clap_complete::Shell;
use skirmish_games::GAMES;

use crate::args::Args;
use crate::failure::CommandResult;

#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct CompletionsArgs {
    /// The shell
    pub shell: Shell,
}

const EXAMPLES: &str = "\
Examples:
  skirmish completions bash > ~/.local/share/bash-completion/completions/skirmish
  skirmish completions zsh > ~/.zfunc/_skirmish     with `fpath+=~/.zfunc` before `compinit` in ~/.zshrc
  skirmish completions fish > ~/.config/fish/completions/skirmish.fish";

/// Prints the script.
pub fn run(args: &CompletionsArgs) -> CommandResult {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut completed(Args::command()), "skirmish", &mut script);
    // EPIPE (`| head`) is no failure.
    crate::terminal::raw(&script);
    Ok(())
}

/// Adds the possible values of arguments. For completion only: the commands themselves validate with better messages
/// than clap's list of values.
fn completed(command: Command) -> Command {
    let games: Vec<&str> = GAMES.iter().map(|entry| entry.info.name).collect();
    let languages: Vec<&str> = skirmish_kits::all().iter().map(|kits| kits.language.name).collect();
    let has = |command: &Command, id: &str| command.get_arguments().any(|arg| arg.get_id() == id);
    let mut command = command.mut_subcommands(completed);
    for (id, values) in [("game", &games), ("lang", &languages)] {
        if has(&command, id) {
            command = command.mut_arg(id, |arg| arg.value_parser(PossibleValuesParser::new(values)));
        }
    }
    command
}
