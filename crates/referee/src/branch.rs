//! Going on from the middle of a replay, with the same or other players.

use std::time::Duration;

use skirmish_core::clock::Grant;
use skirmish_core::game::Decision;
use skirmish_core::replay::{Parent, Playback, Replay};
use skirmish_core::seat::Seat;
use skirmish_core::table::Entry;

use crate::observe::Observer;
use crate::options::Options;
use crate::play::{RunningMatch, check_players, list, play_from};
use crate::player::AnyPlayer;
use crate::record::Record;
use crate::seats::{MatchFacts, Reply, Seats};
use crate::stop::Stop;
use crate::trouble::Trouble;

/// How long a bot has for an answer that was given before: it only has to catch up.
const CATCH_UP: Duration = Duration::from_secs(10);

/// Plays on after that many decisions of a replay. Players are caught up by being asked what their seats were asked;
/// their answers to that count for nothing. The new replay names its parent.
pub fn branch(
    replay: &Replay,
    entry: &Entry,
    decisions: u64,
    players: &[AnyPlayer],
    options: &Options,
    watch: &mut dyn Observer,
) -> Result<Record, Trouble> {
    let mut playback = Playback::new(replay, entry)?;
    check_players(playback.table(), players)?;
    playback.advance_to(decisions)?;
    if playback.decisions() < decisions {
        return Err(Trouble::Beyond { what: "decision", number: decisions, have: playback.decisions() });
    }
    let seat_budget = replay.header.clock.seat_budget(&playback.table().ask_limit());
    let facts = MatchFacts { info: entry.info, seed: replay.header.seed, seat_budget, options };
    play_from(&facts, players, watch, &|seats, watch| {
        let mut running = catch_up(replay, entry, decisions, seats, watch)?;
        let header = &mut running.replay.header;
        header.players = list(players);
        header.tier = options.launch.tier().to_string();
        header.parent = Some(Parent { sum: replay.sum(), decisions });
        Ok(running)
    })
}

/// Leads the players through the recorded decisions.
fn catch_up(
    replay: &Replay,
    entry: &Entry,
    decisions: u64,
    seats: &mut Seats<'_>,
    watch: &mut dyn Observer,
) -> Result<RunningMatch, Stop> {
    let mut playback = Playback::new(replay, entry)?;
    seats.greet(playback.table_mut(), watch)?;
    let patience = std::mem::replace(&mut seats.patience, CATCH_UP);
    while playback.decisions() < decisions {
        if ask_again(&mut playback, seats, watch)?.is_none() || !playback.step()? {
            break;
        }
        seats.retire(playback.table_mut(), watch)?;
    }
    seats.patience = patience;
    let position = playback.position();
    let mut replay = replay.clone();
    replay.answers.truncate(position);
    replay.checkpoints.retain(|checkpoint| checkpoint.decisions <= decisions);
    replay.notes.clear();
    let (table, timers) = playback.into_parts();
    Ok(RunningMatch { table, timers, replay, decisions })
}

/// Asks the decision at hand as it was asked, with the clocks as they stood. `None` if nobody answered it in the record.
pub(crate) fn ask_again(
    playback: &mut Playback<'_>,
    seats: &mut Seats<'_>,
    watch: &mut dyn Observer,
) -> Result<Option<Vec<Reply>>, Stop> {
    let Decision::Ask(ask) = playback.table().decision() else { return Ok(None) };
    if playback.upcoming().len() < ask.seats.len() {
        return Ok(None);
    }
    seats.decision = playback.decisions();
    let timers = playback.timers().to_vec();
    let mut grant = |seat: Seat| {
        // What a bot answers now is charged to nobody.
        Grant { is_whole_bank: false, is_banked: false, ..timers[seat.index()].clone().grant(&ask) }
    };
    seats.ask(playback.table_mut(), &ask, &mut grant, watch).map(Some)
}
