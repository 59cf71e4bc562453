//! Asking a bot again what a seat was asked in a replay, and comparing its answers.

use std::time::Duration;

use skirmish_core::replay::{Playback, Replay, Said};
use skirmish_core::{Decision, Entry, Seat, Timer};

use crate::branch::ask_again;
use crate::noise::Noise;
use crate::observe::Observer;
use crate::options::Options;
use crate::play::pin;
use crate::player::Player;
use crate::record::Incident;
use crate::sitting::{Sitting, Stop, Word};
use crate::trouble::Trouble;

/// What to redrive.
#[derive(Clone, Copy, Debug)]
pub struct Redrive {
    /// The seat whose questions are asked.
    pub seat: Seat,
    /// Stops after that many decisions of the match.
    pub until: Option<u64>,
    /// The bot gets at least this long for each answer.
    pub patience: Duration,
}

/// How a bot did with recorded questions.
#[derive(Clone, Debug)]
pub struct Redriven {
    /// How often it was asked.
    pub asked: u64,
    /// How many decisions of the match were gone through.
    pub decisions: u64,
    /// Where it said something else.
    pub differences: Vec<Differs>,
    /// What it did wrong.
    pub incidents: Vec<Incident>,
    /// What it printed on stderr.
    pub noise: Noise,
}

/// An answer that is not the recorded one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Differs {
    /// Which decision, counted from 0.
    pub decision: u64,
    /// How the match stood.
    pub status: String,
    /// What was said then.
    pub recorded: Said,
    /// What is said now.
    pub now: Said,
}

/// Asks a player what a seat was asked in a replay. The match goes on as recorded, whatever the player answers.
pub fn redrive(
    replay: &Replay,
    entry: &Entry,
    player: &Player,
    wish: Redrive,
    options: &Options,
    watch: &mut dyn Observer,
) -> Result<Redriven, Trouble> {
    let seats = replay.header.players.len();
    if wish.seat.index() >= seats {
        return Err(Trouble::Beyond { what: "seat", number: wish.seat.0.into(), have: seats as u64 });
    }
    let _pinned = pin(options)?;
    let mut players = vec![None; seats];
    players[wish.seat.index()] = Some(player);
    let driven = Sitting::new(entry.info, replay.header.seed, &players, options)
        .and_then(|mut sitting| drive(replay, entry, wish, &mut sitting, watch));
    driven.map_err(|stop| match stop {
        Stop::Interrupted => Trouble::Interrupted,
        Stop::Void(why) => Trouble::Starved { attempts: 1, why },
        Stop::Trouble(trouble) => trouble,
    })
}

fn drive(
    replay: &Replay,
    entry: &Entry,
    wish: Redrive,
    sitting: &mut Sitting<'_>,
    watch: &mut dyn Observer,
) -> Result<Redriven, Stop> {
    let mut playback = Playback::new(replay, entry)?;
    let mut timers = vec![Timer::new(replay.header.clock); replay.header.players.len()];
    let (mut asked, mut differences) = (0, Vec::new());
    sitting.greet(playback.table_mut(), watch)?;
    sitting.patience = wish.patience;
    while wish.until.is_none_or(|until| playback.decisions() < until) {
        if !ask_again(&mut playback, &mut timers, sitting, watch)? {
            break;
        }
        asked += compare(&mut playback, wish.seat, sitting, &mut differences, watch);
        if !playback.step()? {
            break;
        }
        sitting.retire(playback.table_mut(), watch)?;
    }
    let decisions = playback.decisions();
    sitting.close(playback.table_mut(), watch)?;
    sitting.end_all();
    let incidents = std::mem::take(&mut sitting.incidents);
    let noise = sitting.tally().swap_remove(wish.seat.index()).noise;
    Ok(Redriven { asked, decisions, differences, incidents, noise })
}

/// Compares the seat's reply with the record; how many replies there were.
fn compare(
    playback: &mut Playback<'_>,
    seat: Seat,
    sitting: &mut Sitting<'_>,
    differences: &mut Vec<Differs>,
    watch: &mut dyn Observer,
) -> u64 {
    let Decision::Ask(ask) = playback.table().decision() else { return 0 };
    let Some(recorded) = playback.upcoming().iter().find(|answered| answered.seat == seat) else { return 0 };
    let Some(reply) = sitting.replies.iter().find(|reply| reply.seat == seat).cloned() else { return 0 };
    let now = match reply.word {
        Word::Frame(frame) => Said::Frame(frame),
        Word::Recorded(said) => said,
        Word::Fault(cause) => {
            Said::Fault(cause.fault(), sitting.blame(playback.table(), &ask, seat, &cause, watch))
        }
    };
    let is_same = match (&recorded.said, &now) {
        (Said::Frame(recorded), Said::Frame(now)) => recorded == now,
        (Said::Fault(recorded, _), Said::Fault(now, _)) => recorded == now,
        _ => false,
    };
    if !is_same {
        differences.push(Differs {
            decision: playback.decisions(),
            status: playback.table().status(None),
            recorded: recorded.said.clone(),
            now,
        });
    }
    1
}
