//! `skirmish fetch`: a match of an arena onto this machine, for `skirmish watch` and `skirmish replay`.

use std::path::PathBuf;

use serde_json::json;
use skirmish_arena_client::Client;
use skirmish_arena_protocol::answers::Match;
use skirmish_arena_service::queue::unpack_replay;
use skirmish_referee::ReplayStore;

use super::credentials::{ServerArgs, client};
use super::login::no_answer;
use crate::failure::{CommandResult, Failure};
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

/// Fetches the replay, and the stderr of the user's own bots.
pub fn run(args: &FetchArgs) -> CommandResult {
    let client = client(&args.server)?;
    let found: Match = client.get(&format!("/api/v1/matches/{}", args.number)).map_err(no_answer(&client))?;
    if found.state.is_open() {
        return Err(Failure::input(format!(
            "match {number} is not over yet; watch it at {}/matches/{number}",
            client.server(),
            number = args.number
        )));
    }
    let bytes =
        client.get_bytes(&format!("/api/v1/matches/{}/replay", args.number)).map_err(no_answer(&client))?;
    let replay = unpack_replay(&bytes).map_err(|bad| Failure::Ours(anyhow::Error::from(bad)))?;
    let (stderr, missing) = stderr(&client, args.number, found.seats.len());
    let saved =
        ReplayStore::new(&args.replays).add(&replay, &stderr).map_err(|error| Failure::Ours(error.into()))?;
    if args.json {
        println!(
            "{}",
            terminal::json(&json!({ "match": found, "replay": saved.replay, "stderr": saved.stderr }))
        );
        return Ok(());
    }
    let names: Vec<String> = found.seats.iter().map(|seat| terminal::plain(&seat.name)).collect();
    println!("{}: {}", terminal::plain(&found.game), names.join(" against "));
    println!("replay: {}", terminal::path(&saved.replay));
    for path in saved.stderr.iter().flatten() {
        println!("stderr: {}", terminal::path(path));
    }
    if let Some(why) = missing {
        println!("stderr: {}", terminal::plain(&why));
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

/// The stderr of the user's own bots by seat; and why some of it is missing, if so.
fn stderr(client: &Client, number: u32, seats: usize) -> (Vec<Option<Vec<u8>>>, Option<String>) {
    if !client.has_token() {
        let why = format!(
            "left out: what bots print is for their owners; if one is yours, `skirmish login {}` and fetch again",
            client.server()
        );
        return (vec![None; seats], Some(why));
    }
    let mut missing = None;
    let parts = (0..seats).map(|seat| {
        match client.get_bytes(&format!("/api/v1/matches/{number}/stderr/{seat}")) {
            Ok(bytes) => Some(bytes),
            // Another user's bot, or one that printed nothing.
            Err(error) if matches!(error.status(), Some(403 | 404)) => None,
            Err(error) if error.status() == Some(401) => {
                missing = Some(format!("left out: {error} `skirmish login {}` does so", client.server()));
                None
            }
            Err(error) => {
                missing = Some(format!("left out: {error}"));
                None
            }
        }
    });
    (parts.collect(), missing)
}
