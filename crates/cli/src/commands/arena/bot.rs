//! `skirmish bot`: what the owner of a bot can do with it on an arena.

use std::io::IsTerminal as _;

use serde_json::json;
use skirmish_arena_client::Client;
use skirmish_arena_protocol::answers::{Bot, Me, Rename, Versions};

use super::credentials::{ServerArgs, client_with_token};
use super::login::{line, no_answer};
use crate::failure::{CommandResult, Failure};
use crate::terminal;

#[derive(Debug, clap::Subcommand)]
pub enum BotCommand {
    /// Let a bot rest: it keeps its rating and plays no rated matches
    Rest(BotArgs),
    /// Let a bot play again
    Wake(BotArgs),
    /// Let another version of a bot play
    Choose {
        #[command(flatten)]
        bot: BotArgs,
        /// The version's number, as `skirmish status` and the bot's page show it
        #[arg(value_name = "VERSION")]
        version: i64,
    },
    /// Give a bot another name
    Rename {
        #[command(flatten)]
        bot: BotArgs,
        /// The new name
        #[arg(value_name = "NAME")]
        name: String,
    },
    /// Delete a bot for good: its name, sources and logs; its results stay
    Delete {
        #[command(flatten)]
        bot: BotArgs,
        /// Do not ask whether it is meant
        #[arg(long)]
        yes: bool,
    },
}

#[derive(Debug, clap::Args)]
pub struct BotArgs {
    /// The bot: its name, or its number, as its page's address ends
    #[arg(value_name = "BOT")]
    pub bot: String,
    /// The game, where several of your bots have that name
    #[arg(long)]
    pub game: Option<String>,
    #[command(flatten)]
    pub server: ServerArgs,
    /// Print JSON for scripts
    #[arg(long)]
    pub json: bool,
}

/// Does it, and prints how the bot is now.
pub fn run(command: &BotCommand) -> CommandResult {
    let args = match command {
        BotCommand::Rest(bot) | BotCommand::Wake(bot) => bot,
        BotCommand::Choose { bot, .. } | BotCommand::Rename { bot, .. } | BotCommand::Delete { bot, .. } => {
            bot
        }
    };
    let client = client_with_token(&args.server)?;
    let bot = find(&client, args)?;
    let post = |path: String| client.post::<Bot>(&path, &json!({})).map_err(no_answer(&client));
    let (id, was) = (bot.id, terminal::plain(&bot.name));
    let (now, told) = match command {
        BotCommand::Rest(_) => (post(format!("/api/v1/bots/{id}/rest"))?, format!("{was} rests.")),
        BotCommand::Wake(_) => (post(format!("/api/v1/bots/{id}/wake"))?, format!("{was} plays.")),
        BotCommand::Choose { version, .. } => {
            let chosen = version_id(&client, id, *version)?;
            let told = format!("Version {version} of {was} plays.");
            (post(format!("/api/v1/versions/{chosen}/choose"))?, told)
        }
        BotCommand::Rename { name, .. } => {
            let wish = Rename { name: name.clone() };
            let now: Bot =
                client.post(&format!("/api/v1/bots/{id}/rename"), &wish).map_err(no_answer(&client))?;
            let told = format!("{was} is called {} now.", terminal::plain(&now.name));
            (now, told)
        }
        BotCommand::Delete { yes, .. } => {
            confirm(&bot, *yes)?;
            client.delete(&format!("/api/v1/bots/{id}")).map_err(no_answer(&client))?;
            (Bot { is_active: false, ..bot }, format!("{was} is deleted."))
        }
    };
    if args.json {
        println!("{}", terminal::json(&now));
    } else {
        println!("{told}");
    }
    Ok(())
}

/// The user's bot of that name or number; for admins also others', by number.
fn find(client: &Client, args: &BotArgs) -> Result<Bot, Failure> {
    let me: Me = client.get("/api/v1/me").map_err(no_answer(client))?;
    if let Ok(id) = args.bot.parse::<i64>() {
        let own = me.bots.into_iter().find(|bot| bot.id == id);
        return own.map_or_else(|| client.get(&format!("/api/v1/bots/{id}")).map_err(no_answer(client)), Ok);
    }
    let is_it = |bot: &Bot| {
        bot.name.to_lowercase() == args.bot.to_lowercase()
            && args.game.as_ref().is_none_or(|game| *game == bot.game)
    };
    let mut found: Vec<Bot> = me.bots.into_iter().filter(is_it).collect();
    match found.len() {
        0 => Err(Failure::input(format!(
            "no bot of yours is called `{}` there; `skirmish status` lists them",
            args.bot
        ))),
        1 => Ok(found.remove(0)),
        _ => {
            let games: Vec<&str> = found.iter().map(|bot| bot.game.as_str()).collect();
            Err(Failure::input(format!(
                "several of your bots are called `{}`: say which by --game ({})",
                args.bot,
                games.join(", ")
            )))
        }
    }
}

/// The number in the arena of a bot's version.
fn version_id(client: &Client, bot_id: i64, number: i64) -> Result<i64, Failure> {
    let versions: Versions =
        client.get(&format!("/api/v1/bots/{bot_id}/versions")).map_err(no_answer(client))?;
    let found = versions.versions.iter().find(|version| version.number == number);
    found.map(|version| version.id).ok_or_else(|| {
        let numbers: Vec<String> =
            versions.versions.iter().rev().map(|version| version.number.to_string()).collect();
        Failure::input(format!("the bot has no version {number}: its versions are {}", numbers.join(", ")))
    })
}

fn confirm(bot: &Bot, is_sure: bool) -> Result<(), Failure> {
    if is_sure {
        return Ok(());
    }
    if !std::io::stdin().is_terminal() {
        return Err(Failure::input("a bot is deleted for good: say that you mean it by --yes"));
    }
    let name = terminal::plain(&bot.name);
    let typed = line(&format!("{name} is deleted for good. Type its name to go on: "))?;
    if typed.trim() == bot.name {
        Ok(())
    } else {
        Err(Failure::input("that is not its name; nothing was deleted"))
    }
}
