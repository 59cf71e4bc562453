//! Going on from the middle of a replay, with the same or other players.

use std::time::Duration;

use skirmish_core::replay::{Parent, Playback, Replay};
use skirmish_core::{Decision, Entry, Timer};

use crate::observe::Observer;
use crate::options::Options;
use crate::play::{Course, check_players, play_from};
use crate::player::Player;
use crate::record::Record;
use crate::sitting::{Grant, Grants, Sitting, Stop};
use crate::trouble::Trouble;

/// How long a bot has for an answer that was given before: it only has to catch up.
const CATCH_UP: Duration = Duration::from_secs(10);

/// Plays on after that many decisions of a replay. Players are caught up by being asked what their seats were asked;
/// their answers to that count for nothing. The new replay names its parent.
pub fn branch(
    replay: &Replay,
    entry: &Entry,
    decisions: u64,
    players: &[Player],
    options: &Options,
    watch: &mut dyn Observer,
) -> Result<Record, Trouble> {
    let players: Vec<&Player> = players.iter().collect();
    let mut playback = Playback::new(replay, entry)?;
    check_players(playback.table(), &players)?;
    playback.advance_to(decisions)?;
    if playback.decisions() < decisions {
        return Err(Trouble::Beyond { what: "decision", number: decisions, have: playback.decisions() });
    }
    let table = playback.table().fork();
    play_from(&*table, replay.header.seed, &players, options, watch, &|sitting, watch| {
        let mut course = catch_up(replay, entry, decisions, sitting, watch)?;
        let header = &mut course.replay.header;
        header.players = players.iter().map(|player| player.listed()).collect();
        header.tier = options.launch.tier().to_string();
        header.parent = Some(Parent { sum: replay.sum(), decisions });
        Ok(course)
    })
}

/// Leads the players through the recorded decisions.
fn catch_up(
    replay: &Replay,
    entry: &Entry,
    decisions: u64,
    sitting: &mut Sitting<'_>,
    watch: &mut dyn Observer,
) -> Result<Course, Stop> {
    let mut playback = Playback::new(replay, entry)?;
    let mut timers = vec![Timer::new(replay.header.clock); replay.header.players.len()];
    sitting.greet(playback.table_mut(), watch)?;
    let patience = std::mem::replace(&mut sitting.patience, CATCH_UP);
    while playback.decisions() < decisions {
        if !ask_again(&mut playback, &mut timers, sitting, watch)? || !playback.step()? {
            break;
        }
        sitting.retire(playback.table_mut(), watch)?;
    }
    sitting.patience = patience;
    let position = playback.position();
    let mut replay = replay.clone();
    replay.answers.truncate(position);
    replay.marks.retain(|(at, _)| *at <= decisions);
    replay.notes.clear();
    let (table, _) = playback.into_parts();
    Ok(Course { table, timers, replay, decisions })
}

/// Asks the decision at hand as it was asked, with the clocks as they stood. The replies are in the sitting.
/// False if nobody answered it in the record.
pub(crate) fn ask_again(
    playback: &mut Playback<'_>,
    timers: &mut [Timer],
    sitting: &mut Sitting<'_>,
    watch: &mut dyn Observer,
) -> Result<bool, Stop> {
    let Decision::Ask(ask) = playback.table().decision() else { return Ok(false) };
    let upcoming = playback.upcoming();
    if upcoming.len() < ask.seats.len() {
        return Ok(false);
    }
    sitting.decision = playback.decisions();
    let mut grants = Grants::default();
    for answered in upcoming {
        let timer = &mut timers[answered.seat.index()];
        grants[answered.seat.index()] = Grant { us: timer.grant(&ask), from_bank: false, is_banked: false };
        timer.charge(&ask, answered.wall_us);
    }
    sitting.ask(playback.table_mut(), &ask, &grants, watch)?;
    Ok(true)
}
