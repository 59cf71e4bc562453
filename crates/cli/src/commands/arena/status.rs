//! `skirmish status`: the user's bots on an arena, and their queue of builds and matches.

use std::collections::BTreeMap;

use serde_json::json;
use skirmish_arena_client::Client;
use skirmish_arena_protocol::answers::Standing;
use skirmish_arena_protocol::answers::{Bot, Ladder, Me, Versions};
use skirmish_arena_protocol::states::{Lane, VersionState};
use skirmish_lab::report::grid::{Align, Grid};

use super::credentials::{ServerArgs, client_with_token};
use super::date::date;
use super::login::{listed, no_answer};
use crate::failure::{CommandResult, Failure};
use crate::terminal;

/// The most pages of a ladder that are requested, of 100 bots each.
const MOST_PAGES: usize = 100;

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
    let mut ladders: BTreeMap<&str, Vec<Standing>> = BTreeMap::new();
    for bot in &me.bots {
        if !ladders.contains_key(bot.game.as_str()) {
            ladders.insert(&bot.game, ladder(&client, &bot.game)?);
        }
    }
    let standing = |bot: &Bot| ladders[bot.game.as_str()].iter().find(|line| line.bot_id == bot.id);
    if args.json {
        let bots: Vec<_> =
            me.bots.iter().map(|bot| json!({ "bot": bot, "standing": standing(bot) })).collect();
        println!(
            "{}",
            terminal::json(
                &json!({ "server": client.server(), "name": me.name, "bots": bots, "queue": me.queue, "token": me.token })
            )
        );
        return Ok(());
    }
    println!("{} on {}", terminal::plain(&me.name), client.server());
    if me.bots.is_empty() {
        println!("You have no bots there yet: `skirmish new`, then `skirmish submit` in its folder.");
    }
    let words = ["bot", "game", "version", "place", "strength"].map(|head| (head, Align::Left));
    let numbers = ["matches", "won", "drawn", "lost", "faults"].map(|head| (head, Align::Right));
    let mut table = Grid::new(&[&words[..], &numbers[..]].concat());
    for bot in &me.bots {
        let versions: Versions =
            client.get(&format!("/api/v1/bots/{}/versions", bot.id)).map_err(no_answer(&client))?;
        let newest = versions.versions.iter().max_by_key(|version| version.number);
        let version =
            newest.map_or(String::new(), |newest| format!("{} {}", newest.number, in_words(newest.state)));
        let mut line =
            vec![terminal::plain(&bot.name), terminal::plain(&bot.game), terminal::plain(&version)];
        line.extend(match standing(bot) {
            Some(it) => vec![
                format!("{} of {}", it.place, ladders[bot.game.as_str()].len()),
                format!("{:.1} ({:.1} to {:.1})", it.mu, it.low, it.high),
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
    if !me.bots.is_empty() {
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
    match (&bot.disabled_why, bot.version_id) {
        (Some(why), _) => format!("stopped by the host: {}", terminal::plain(why)),
        (None, None) => "no version that can play yet".to_owned(),
        (None, Some(_)) => "resting".to_owned(),
    }
}

/// The whole ladder of a game, page by page.
fn ladder(client: &Client, game: &str) -> Result<Vec<Standing>, Failure> {
    let mut lines = Vec::new();
    let mut after = 0;
    for _ in 0..MOST_PAGES {
        let part: Ladder = client
            .get(&format!("/api/v1/games/{game}/ladder?limit=100&after={after}"))
            .map_err(no_answer(client))?;
        lines.extend(part.standings);
        match part.next {
            Some(next) => after = next,
            None => break,
        }
    }
    Ok(lines)
}
