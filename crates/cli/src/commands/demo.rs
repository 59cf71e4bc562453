//! `skirmish demo`: one match of every game, so that a newcomer sees them all.

use clap::Parser as _;
use skirmish_bots::{House, of_game};
use skirmish_games::GAMES;

use super::play;
use crate::args::{Args, Command, DemoArgs};
use crate::failure::CommandResult;

/// Plays the two best house bots of every game against each other.
pub fn run(args: &DemoArgs) -> CommandResult {
    for entry in GAMES {
        // A new game may have no house bots yet, or just one, which then plays itself.
        let bots: Vec<&House> = of_game(entry.info.name).collect();
        let Some(strongest) = bots.last() else { continue };
        let second = bots.iter().rev().nth(1).unwrap_or(strongest);
        let best = [strongest, second].map(|house| format!("house:{}", house.name));
        let seed = args.seed.to_string();
        let typed = ["skirmish", "play", entry.info.name, &best[0], &best[1], "--seed", &seed];
        let Command::Play(play_args) = Args::parse_from(typed).command else { continue };
        play::run(&play_args)?;
        println!();
    }
    println!(
        "Read a game's rules:   skirmish rules utti\nPlay with your own bot: skirmish play utti ./my_bot.py house:easy"
    );
    Ok(())
}
