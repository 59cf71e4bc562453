//! `skirmish ladder`: proves that an arena's ratings follow from its results, or puts right what does not.

use skirmish_arena_service::ladder::Proof;
use skirmish_arena_service::open::{NotOpened, recompute_ladder, verify_ladder};

use super::serve::DataArgs;
use crate::failure::{CommandResult, Failure};

#[derive(Debug, clap::Subcommand)]
pub enum LadderCommand {
    /// Count all results again, fit all ratings to them, and compare every number, to the last bit
    Verify(LadderArgs),
    /// Put right whatever does not follow from the results, and fit all ratings again
    Recompute(LadderArgs),
}

#[derive(Debug, clap::Args)]
pub struct LadderArgs {
    #[command(flatten)]
    pub data: DataArgs,
    /// Print JSON for scripts
    #[arg(long)]
    pub json: bool,
}

/// Verifies or recomputes; the server may be running.
pub fn run(command: &LadderCommand) -> CommandResult {
    let (LadderCommand::Verify(args) | LadderCommand::Recompute(args)) = command;
    args.data.check()?;
    let is_verify = matches!(command, LadderCommand::Verify(_));
    let (data, database) = (&args.data.data, args.data.database.as_deref());
    let proof = match is_verify {
        true => verify_ladder(data, database),
        false => recompute_ladder(data, database),
    };
    let proof = proof.map_err(|error| match error {
        NotOpened::Data { .. } => Failure::input(error),
        error => Failure::Ours(error.into()),
    })?;
    tell(&proof, is_verify, args.json)?;
    // Scripts read from the exit code whether ratings differ.
    if is_verify && !proof.differences.is_empty() { Err(Failure::Answer(1)) } else { Ok(()) }
}

fn tell(proof: &Proof, is_verify: bool, json: bool) -> CommandResult {
    if json {
        println!("{}", crate::terminal::json(proof));
        return Ok(());
    }
    let Proof { results, ratings, differences, unfinished } = proof;
    for game in unfinished {
        println!(
            "  {game} has results that its ratings do not know yet, so only its counts were compared; an arena that is open fits them within moments"
        );
    }
    for difference in differences {
        println!("  {}", crate::terminal::plain(&difference.to_string()));
    }
    let counted = format!("{results} results, {ratings} ratings");
    match (is_verify, differences.is_empty()) {
        (true, true) if !unfinished.is_empty() => {
            println!(
                "{counted} compared: all counts follow from the results, and so does every rating that was compared"
            );
        }
        (true, true) => println!("{counted}: every rating follows from the results, to the last bit"),
        (true, false) => {
            println!(
                "{counted}: the ladder is not what its results make; `skirmish ladder recompute` puts it right"
            );
        }
        (false, true) => println!("{counted}: fitted again; everything was right"),
        (false, false) => println!("{counted}: put right; what is listed above was different"),
    }
    Ok(())
}
