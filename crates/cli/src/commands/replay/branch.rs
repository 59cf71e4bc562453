//! `skirmish replay branch`: playing on from a turn of a replay with other bots.

use std::sync::Arc;

use skirmish_core::seat::{Seat, SeatSet};
use skirmish_referee::{AnyPlayer, HouseBot, Recording, branch};

use super::{Found, find};
use crate::again::again;
use crate::args::BranchArgs;
use crate::commands::play::{isolation, options, tell, trouble};
use crate::failure::{CommandResult, Failure};
use crate::players;
use crate::progress::MatchProgress;
use crate::terminal::plain;

/// Plays on, saves the new replay, and prints the result.
pub fn run(args: &BranchArgs) -> CommandResult {
    let found = find(&args.replay, &args.running.replays)?;
    let bots: Vec<String> = args.seat.chunks(2).filter_map(|given| given.get(1).cloned()).collect();
    let isolation = isolation(&args.running, &bots)?;
    let options = options(&args.running, &isolation)?;
    let decisions = found.decisions_at(args.from)?;
    let listed = found.replay.header.players.iter().enumerate();
    let mut players: Vec<AnyPlayer> =
        listed.map(|(seat, player)| as_recorded(&found, seat, &player.name)).collect();
    let mut named = SeatSet::NONE;
    for given in args.seat.chunks(2) {
        let [number, bot] = given else { continue };
        let number: u8 = number.parse().map_err(|_| {
            Failure::input(format!("--seat {number} {bot}: the first must be a seat's number"))
        })?;
        let seat = found.seat(number)?;
        players[seat.index()] =
            players::player(found.entry, bot, args.running.debug == Some(number), &isolation)?;
        named = named.with(seat);
    }
    for (seat, player) in players.iter().enumerate() {
        if !player.is_repeatable() && !named.has(Seat(seat as u8)) {
            let name = plain(player.name());
            eprintln!(
                "seat {seat} ({name}) answers as recorded; to let it play on, name its bot: --seat {seat} <bot>"
            );
        }
    }
    let mut progress = MatchProgress::new(args.running.verbose, args.json || args.running.debug.is_some());
    let branched = branch(&found.replay, found.entry, decisions, &players, &options, &mut progress);
    progress.finish();
    let record = branched.map_err(trouble)?;
    let again = again(&[("--from", format!("d{decisions}"))], &[]);
    tell(&record, found.entry, &args.running, args.json, &again)
}

/// The player of a seat that gets no other bot: the house bot of its name, or its recorded answers.
fn as_recorded(found: &Found, seat: usize, name: &str) -> AnyPlayer {
    let house =
        name.strip_prefix("house:").and_then(|name| skirmish_bots::find(found.entry.info.name, name).ok());
    match house {
        Some(house) => HouseBot::shared(&house),
        None => Arc::new(Recording::of(&found.replay, Seat(seat as u8))),
    }
}
