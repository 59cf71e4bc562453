//! `skirmish demo`: one match of every game, so that a newcomer sees them all.

use skirmish_bots::{House, of_game};
use skirmish_games::GAMES;

use super::play;
use crate::args::{DemoArgs, PlayArgs, RunningArgs, SettingArgs};
use crate::failure::Done;
use crate::holding::JailArgs;

/// Plays the two best house bots of every game against each other.
pub fn run(args: &DemoArgs) -> Done {
    for entry in GAMES {
        // A game that is new here may have no bots yet, or just one, which then plays itself.
        let bots: Vec<&House> = of_game(entry.info.name).collect();
        let Some(strongest) = bots.last() else { continue };
        let second = bots.iter().rev().nth(1).unwrap_or(strongest);
        let best = [strongest, second].map(|house| format!("house:{}", house.name)).to_vec();
        let game = PlayArgs {
            game: entry.info.name.to_string(),
            bots: best,
            setting: SettingArgs {
                seed: Some(args.seed),
                preset: Vec::new(),
                config: Vec::new(),
                map: None,
                clock: None,
                no_clock: false,
            },
            repeat: 1,
            json: false,
            running: RunningArgs {
                debug: None,
                jail: JailArgs::default(),
                ponder: false,
                verbose: false,
                replays: "replays".into(),
            },
        };
        play::run(&game)?;
        println!();
    }
    println!(
        "Read a game's rules:   skirmish rules utti\nPlay with your own bot: skirmish play utti ./my_bot.py house:greedy"
    );
    Ok(())
}
