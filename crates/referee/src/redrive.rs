//! Asking a bot again what a seat was asked in a replay, and comparing its answers.

use std::time::Duration;

use skirmish_core::answer::{Answer, Answered};
use skirmish_core::game::Decision;
use skirmish_core::replay::{Playback, Replay};
use skirmish_core::seat::Seat;
use skirmish_core::table::Entry;

use crate::branch::ask_again;
use crate::observe::Observer;
use crate::options::Options;
use crate::play::pin;
use crate::player::Player;
use crate::record::Incident;
use crate::seats::{MatchFacts, Seats};
use crate::stderr::StderrLog;
use crate::stop::Stop;
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
    pub stderr: StderrLog,
}

/// An answer that is not the recorded one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Differs {
    /// Which decision, counted from 0.
    pub decision: u64,
    /// How the match stood.
    pub status: String,
    /// What was said then.
    pub recorded: Answer,
    /// What is said now.
    pub now: Answer,
}

/// Asks a player what a seat was asked in a replay. The match goes on as recorded, whatever the player answers.
pub fn redrive(
    replay: &Replay,
    entry: &Entry,
    player: &dyn Player,
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
    // Nothing is decided by how long it takes, so there is no budget.
    let facts = MatchFacts { info: entry.info, seed: replay.header.seed, seat_budget: None, options };
    let driven =
        Seats::new(&facts, &players).and_then(|mut seats| drive(replay, entry, wish, &mut seats, watch));
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
    seats: &mut Seats<'_>,
    watch: &mut dyn Observer,
) -> Result<Redriven, Stop> {
    let mut playback = Playback::new(replay, entry)?;
    let (mut asked, mut differences) = (0, Vec::new());
    seats.greet(playback.table_mut(), watch)?;
    seats.patience = wish.patience;
    while wish.until.is_none_or(|until| playback.decisions() < until) {
        let Some(replies) = ask_again(&mut playback, seats, watch)? else { break };
        let reply = replies.into_iter().find(|reply| reply.seat == wish.seat);
        if let (Some(reply), Decision::Ask(ask)) = (reply, playback.table().decision()) {
            asked += 1;
            let now = seats.answered(reply, None, playback.table(), &ask, watch);
            differences.extend(compare(&playback, now));
        }
        if !playback.step()? {
            break;
        }
        seats.retire(playback.table_mut(), watch)?;
    }
    let decisions = playback.decisions();
    seats.close(playback.table_mut(), watch)?;
    let stderr = seats.end_all(watch).swap_remove(wish.seat.index()).stderr;
    let incidents = std::mem::take(&mut seats.incidents);
    Ok(Redriven { asked, decisions, differences, incidents, stderr })
}

/// Where the seat's answer is not the recorded one.
fn compare(playback: &Playback<'_>, now: Answered) -> Option<Differs> {
    let recorded = playback.upcoming().iter().find(|answered| answered.seat == now.seat)?;
    (!recorded.answer.is_like(&now.answer)).then(|| Differs {
        decision: playback.decisions(),
        status: playback.table().status(None),
        recorded: recorded.answer.clone(),
        now: now.answer,
    })
}
