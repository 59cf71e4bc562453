//! Playing a leased match: the same referee, jail and limits as `skirmish play`, so that it ends the same.

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use skirmish_arena_protocol::blob::name_of;
use skirmish_arena_protocol::jobs::{Done, LeasedBot, LeasedSeat};
use skirmish_core::clock::Clock;
use skirmish_core::config::Wishes;
use skirmish_core::replay::Ending;
use skirmish_core::rng::Seed;
use skirmish_core::seat::SeatCount;
use skirmish_programs::Program;
use skirmish_referee::{AnyPlayer, Core, HouseBot, Match, Observer, Options, Record, Trouble, play, store};

use crate::Failed;
use crate::job_list::Outcome;
use crate::runner::JobRunner;

/// A match as it was leased.
#[derive(Debug)]
pub(super) struct Fixture<'a> {
    pub(super) game: &'a str,
    pub(super) preset: &'a str,
    pub(super) seed: &'a str,
    pub(super) clock: &'a str,
    pub(super) seats: &'a [LeasedSeat],
}

/// What came of a job, or why nothing did.
pub(super) type Result<T = Outcome> = std::result::Result<T, Failed>;

impl Fixture<'_> {
    /// Plays it on that core.
    pub(super) fn play(
        &self,
        runner: &JobRunner,
        core: Core,
        interrupt: &Arc<AtomicBool>,
        observer: &mut dyn Observer,
    ) -> Result {
        let mut kept = Vec::new();
        let players =
            self.seats.iter().map(|seat| self.player(seat, runner, &mut kept)).collect::<Result<_>>()?;
        let game = self.open(players)?;
        let options = Options {
            launch: runner.launch.clone(),
            core,
            interrupt: Some(interrupt.clone()),
            ..Options::default()
        };
        let record = play(&game, &options, observer).map_err(failed)?;
        drop(kept);
        outcome(&record, strangers_cpu(self.seats, &record.cpu_us))
    }

    fn open(&self, players: Vec<AnyPlayer>) -> Result<Match> {
        let ours =
            |what: &str, why: String| Failed::Ours(format!("the match's {what} is not understood: {why}"));
        let entry = skirmish_games::find(self.game).ok_or_else(|| {
            ours("game", format!("this worker has no {}; is it older than the server?", self.game))
        })?;
        let wishes = match self.preset {
            "" => Wishes::none(),
            preset => Wishes::preset(preset),
        };
        let config = (entry.configure)(&wishes).map_err(|bad| ours("preset", bad.to_string()))?;
        let seed: Seed = self.seed.parse().map_err(|_| ours("seed", self.seed.to_owned()))?;
        let clock: Clock = self.clock.parse().map_err(|bad| ours("clock", format!("{bad}")))?;
        let seats = SeatCount::new(players.len());
        let seats = seats.ok_or_else(|| ours("number of seats", players.len().to_string()))?;
        let table = (entry.open)(&config, seats, seed).map_err(|bad| ours("config", bad.to_string()))?;
        Ok(Match::new(table, seed, players).with_clock(clock))
    }

    /// Who sits there. The handle of an artefact keeps its folder until the match is over.
    fn player(
        &self,
        seat: &LeasedSeat,
        runner: &JobRunner,
        kept: &mut Vec<Arc<PathBuf>>,
    ) -> Result<AnyPlayer> {
        match &seat.bot {
            LeasedBot::House(name) => {
                let house = skirmish_bots::find(self.game, name).map_err(|bad| {
                    Failed::Ours(format!("on this worker {bad}; is it older than the server?"))
                })?;
                Ok(Arc::new(HouseBot { name: seat.name.clone(), ..HouseBot::from(&house) }))
            }
            LeasedBot::Artefact(hash) => {
                let (program, folder) = runner.artefact(hash)?;
                kept.push(folder);
                let hash = Some(hash.clone());
                Ok(Arc::new(Program { name: seat.name.clone(), hash, build: None, ..program }))
            }
        }
    }
}

/// The CPU time of all seats but the house's.
fn strangers_cpu(seats: &[LeasedSeat], cpu_us: &[u64]) -> Duration {
    let seats = seats.iter().zip(cpu_us);
    let strangers = seats.filter(|(seat, _)| matches!(seat.bot, LeasedBot::Artefact(_)));
    Duration::from_micros(strangers.map(|(_, cpu_us)| cpu_us).sum())
}

/// The report of a match that was played to its end.
fn outcome(record: &Record, cpu: Duration) -> Result {
    if let Ending::Incomplete(_) = record.replay.ending {
        return Err(Failed::Interrupted);
    }
    let replay = store::pack(&record.replay).map_err(Failed::disk("packing the replay"))?;
    let replay_hash = name_of(&replay);
    let mut blobs = vec![Arc::new(replay)];
    let mut stderr_hashes = Vec::new();
    for stderr in &record.stderr {
        if stderr.is_empty() {
            stderr_hashes.push(None);
            continue;
        }
        let bytes = stderr.write();
        stderr_hashes.push(Some(name_of(&bytes)));
        blobs.push(Arc::new(bytes));
    }
    Ok(Outcome { done: Done::Played { replay_hash, stderr_hashes }, blobs, cpu })
}

fn failed(trouble: Trouble) -> Failed {
    match trouble {
        Trouble::Interrupted => Failed::Interrupted,
        trouble => Failed::Ours(trouble.to_string()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_match_costs_what_its_programs_took_without_the_house() {
        let seat = |bot| LeasedSeat { version_id: 1, name: String::new(), language: String::new(), bot };
        let house = || seat(LeasedBot::House("random".to_owned()));
        let program = || seat(LeasedBot::Artefact(String::new()));
        for (seats, expected) in
            [(vec![house(), program()], 20), (vec![program(), program()], 27), (vec![house(), house()], 0)]
        {
            assert_eq!(strangers_cpu(&seats, &[7, 20]), Duration::from_micros(expected), "{seats:?}");
        }
    }
}
