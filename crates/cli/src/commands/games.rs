//! `skirmish games`: what can be played, how, and against whom.

use std::fmt::Write as _;

use serde_json::{Value, json};
use skirmish_bots::of_game;
use skirmish_core::config::Wishes;
use skirmish_games::GAMES;

use crate::args::GamesArgs;
use crate::failure::CommandResult;
use crate::terminal::{bold, has_colour};

/// Prints the list.
pub fn run(args: &GamesArgs) -> CommandResult {
    let text = if args.json { as_json() } else { as_text(has_colour()) };
    let _ = crate::terminal::out(&text);
    Ok(())
}

fn as_text(colour: bool) -> String {
    let mut out = String::new();
    for entry in GAMES {
        let info = entry.info;
        let _ =
            writeln!(out, "{}  {} ({} players)", bold(info.name, colour), info.title, super::players(info));
        let _ = writeln!(out, "    {}", info.about);
        let bots: Vec<String> = of_game(info.name).map(|house| format!("house:{}", house.name)).collect();
        let _ = writeln!(out, "    bots     {}", bots.join(", "));
        for preset in info.presets {
            let _ = writeln!(out, "    preset   {}: {}", preset.name, preset.about);
        }
        let _ = writeln!(out, "    clock    {}\n", info.clock);
    }
    out.push_str("Play one: skirmish play <game> house:<bot> house:<bot>\nRead one: skirmish rules <game>\n");
    out
}

fn as_json() -> String {
    let games: Vec<Value> = GAMES
        .iter()
        .map(|entry| {
            let info = entry.info;
            json!({
                "name": info.name,
                "title": info.title,
                "about": info.about,
                "version": info.version,
                "seats": [info.seats.start(), info.seats.end()],
                "clock": info.clock.to_string(),
                "config": (entry.configure)(&Wishes::none()).ok(),
                "presets": info.presets.iter().map(|preset| json!({
                    "name": preset.name, "about": preset.about,
                    "set": serde_json::from_str::<Value>(preset.set).ok(),
                })).collect::<Vec<_>>(),
                "bots": of_game(info.name).map(|house| json!({
                    "name": house.name, "about": house.about, "budget": house.default_budget,
                })).collect::<Vec<_>>(),
            })
        })
        .collect();
    format!("{:#}\n", Value::Array(games))
}
