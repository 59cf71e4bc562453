//! `skirmish replay branch`: playing on from a turn of a replay with other bots.

use skirmish_core::Seat;
use skirmish_referee::{Player, Script, branch};

use super::{Found, find};
use crate::args::BranchArgs;
use crate::commands::play::{holding, options, tell, trouble};
use crate::failure::{Done, Failure};
use crate::seating;
use crate::terminal::plain;
use crate::watching::Watching;

/// Plays on, keeps the new replay, and says how it went.
pub fn run(args: &BranchArgs) -> Done {
    let found = find(&args.replay, &args.running.replays)?;
    let bots: Vec<String> = args.seat.chunks(2).filter_map(|given| given.get(1).cloned()).collect();
    let holding = holding(&args.running, &bots)?;
    let options = options(&args.running, &holding)?;
    let decisions = found.decisions_at(args.from)?;
    let mut players: Vec<Player> = found
        .replay
        .header
        .players
        .iter()
        .enumerate()
        .map(|(seat, player)| as_recorded(&found, seat, &player.name))
        .collect();
    for given in args.seat.chunks(2) {
        let [number, bot] = given else { continue };
        let number: u8 = number.parse().map_err(|_| {
            Failure::input(format!("--seat {number} {bot}: the first must be a seat's number"))
        })?;
        let seat = found.seat(number)?;
        players[seat.index()] =
            seating::player(found.entry, bot, args.running.debug == Some(number), &holding)?;
    }
    for (seat, player) in players.iter().enumerate() {
        if let Player::Scripted(script) = player {
            let name = plain(&script.name);
            eprintln!(
                "seat {seat} ({name}) answers as recorded; to let it play on, name its bot: --seat {seat} <bot>"
            );
        }
    }
    let mut watching = Watching::new(args.running.verbose, args.json || args.running.debug.is_some());
    let branched = branch(&found.replay, found.entry, decisions, &players, &options, &mut watching);
    watching.finish();
    let record = branched.map_err(trouble)?;
    let mut words = ["skirmish", "replay", "branch", &args.replay, "--from"]
        .iter()
        .map(ToString::to_string)
        .collect::<Vec<_>>();
    words.push(format!("d{decisions}"));
    args.seat
        .chunks(2)
        .for_each(|given| words.extend(std::iter::once("--seat".to_string()).chain(given.iter().cloned())));
    tell(&record, found.entry, &args.running, args.json, &plain(&shell_words::join(words)))
}

/// A seat's player as it was: the house bot of that name, or else its recorded answers.
fn as_recorded(found: &Found, seat: usize, name: &str) -> Player {
    let house = name
        .strip_prefix("house:")
        .and_then(|name| skirmish_bots::of_game(found.entry.info.name).find(|house| house.name == name));
    match house {
        Some(house) => Player::house(house),
        None => Player::Scripted(Script::of(&found.replay, Seat(seat as u8))),
    }
}
