//! `skirmish fetch`: a match of an arena onto this machine, for `skirmish watch` and `skirmish replay`.

use std::path::PathBuf;

use serde_json::json;
use skirmish_arena::api::answers::Match;
use skirmish_arena::queue::unpack_replay;
use skirmish_referee::Shelf;

use crate::commands::login::no_answer;
use crate::credentials::{ServerArgs, client};
use crate::failure::{Done, Failure};
use crate::terminal;

#[derive(Debug, clap::Args)]
pub struct FetchArgs {
    /// The match's number, as its page's address ends
    #[arg(value_name = "MATCH")]
    pub number: u32,
    #[command(flatten)]
    pub server: ServerArgs,
    /// The folder where replays are kept
    #[arg(long, value_name = "FOLDER", default_value = "replays")]
    pub replays: PathBuf,
    /// Print JSON for scripts
    #[arg(long)]
    pub json: bool,
}

/// Fetches the replay, and what one's own bots printed.
pub fn run(args: &FetchArgs) -> Done {
    let client = client(&args.server)?;
    let found: Match = client.get(&format!("/api/v1/matches/{}", args.number)).map_err(no_answer)?;
    let bytes = client.get_bytes(&format!("/api/v1/matches/{}/replay", args.number)).map_err(no_answer)?;
    let replay = unpack_replay(&bytes).map_err(|bad| Failure::Ours(anyhow::Error::from(bad)))?;
    let mut stderr = Vec::new();
    for seat in 0..found.seats.len() {
        // Only one's own is told; all others are refused, and that is all right.
        let told = client.get_bytes(&format!("/api/v1/matches/{}/stderr/{seat}", args.number));
        stderr.push(told.ok().filter(|_| client.has_token()));
    }
    let saved =
        Shelf::new(&args.replays).add(&replay, &stderr).map_err(|error| Failure::Ours(error.into()))?;
    if args.json {
        println!("{}", json!({ "match": found, "replay": saved.replay, "stderr": saved.stderr }));
        return Ok(());
    }
    let names: Vec<String> = found.seats.iter().map(|seat| terminal::plain(&seat.name)).collect();
    println!("{}: {}", found.game, names.join(" against "));
    println!("replay: {}", saved.replay.display());
    for path in saved.stderr.iter().flatten() {
        println!("stderr: {}", path.display());
    }
    let folder = match args.replays.as_os_str() == "replays" {
        true => String::new(),
        false => {
            format!(" --replays {}", terminal::plain(&shell_words::quote(&args.replays.to_string_lossy())))
        }
    };
    println!("watch:  skirmish watch last{folder}");
    Ok(())
}
