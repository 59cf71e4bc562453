//! `skirmish status`: the user's bots on an arena, and their queue of builds and matches.

use serde_json::json;
use skirmish_arena_protocol::answers::{Bot, BotStatus, Me};
use skirmish_arena_protocol::states::{Lane, VersionState};
use skirmish_lab::report::grid::{Align, Grid};

use super::credentials::{ServerArgs, client_with_token};
use super::date::date;
use super::login::{listed, no_answer};
use crate::failure::CommandResult;
use crate::terminal;

#[derive(Debug, clap::Args)]
pub struct StatusArgs {
    #[command(flatten)]
    pub server: ServerArgs,
    /// Print JSON for scripts
    #[arg(long)]
    pub json: bool,
}

/// Prints the table of bots and the queue.
pub fn run(args: &StatusArgs) -> CommandResult {
    let client = client_with_token(&args.server)?;
    let me: Me = client.get("/api/v1/me").map_err(no_answer(&client))?;
    let mut bots: Vec<BotStatus> = Vec::with_capacity(me.bots.len());
    for bot in &me.bots {
        bots.push(client.get(&format!("/api/v1/bots/{}/status", bot.id)).map_err(no_answer(&client))?);
    }
    if args.json {
        println!(
            "{}",
            terminal::json(
                &json!({ "server": client.server(), "name": me.name, "bots": bots, "queue": me.queue, "token": me.token })
            )
        );
        return Ok(());
    }
    println!("{} on {}", terminal::plain(&me.name), client.server());
    if bots.is_empty() {
        println!("You have no bots there yet: `skirmish new`, then `skirmish submit` in its folder.");
    }
    let words = ["bot", "game", "version", "place", "rating"].map(|head| (head, Align::Left));
    let numbers = ["matches", "won", "drawn", "lost", "faults"].map(|head| (head, Align::Right));
    let mut table = Grid::new(&[&words[..], &numbers[..]].concat());
    for BotStatus { bot, newest, standing, bots, .. } in &bots {
        let version = newest
            .as_ref()
            .map_or(String::new(), |newest| format!("{} {}", newest.number, in_words(newest.state)));
        let mut line =
            vec![terminal::plain(&bot.name), terminal::plain(&bot.game), terminal::plain(&version)];
        line.extend(match standing {
            Some(it) => vec![
                format!("{} of {bots}", it.place),
                format!("{:.0} ±{:.0}", it.rating, it.error),
                it.matches.to_string(),
                it.won.to_string(),
                it.drawn.to_string(),
                it.lost.to_string(),
                it.faults.to_string(),
            ],
            None => vec![resting(bot)],
        });
        table.row(line);
    }
    if !bots.is_empty() {
        print!("{}", table.text());
    }
    for place in &me.queue {
        let is_build = place.lane == Lane::Build;
        let what = if is_build { "version" } else { "match" };
        match place.ahead {
            None if is_build => println!("{what} {} is being built", place.id),
            None => println!("{what} {} is being played", place.id),
            Some(0) => println!("{what} {} is next", place.id),
            Some(ahead) => {
                println!(
                    "{what} {} waits: {ahead} before it, about {} s",
                    place.id,
                    place.wait_ms / 1000 + 1
                );
            }
        }
    }
    println!("your token is for {}, and ends on {}", listed(&me.token.scopes), date(me.token.expires_ms));
    Ok(())
}

/// The state of a version, in words.
fn in_words(state: VersionState) -> &'static str {
    match state {
        VersionState::Queued => "waits for its build",
        VersionState::Built => "on trial",
        VersionState::Ready => "ready",
        VersionState::Failed => "not built",
        VersionState::Refused => "failed its trial",
        VersionState::Superseded => "replaced before it was built",
    }
}

fn resting(bot: &Bot) -> String {
    if let Some(why) = &bot.rested_why {
        return format!("rests: {}", terminal::plain(why));
    }
    match (&bot.disabled_why, bot.version_id) {
        (Some(why), _) => format!("stopped by the host: {}", terminal::plain(why)),
        (None, None) => "no version that can play yet".to_owned(),
        (None, Some(_)) => "resting".to_owned(),
    }
}
