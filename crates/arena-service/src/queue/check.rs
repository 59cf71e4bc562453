//! A worker's word is not enough: the replay it sends is played again, and compared with what was asked for.

use serde_json::Value;
use skirmish_arena_store::{HOUSE_LANGUAGE, Match, MatchResult, SeatResult, SeatedVersion, Stored};
use skirmish_bots::House;
use skirmish_core::answer::Answer;
use skirmish_core::clock::Clock;
use skirmish_core::config::{BadConfig, Wishes};
use skirmish_core::outcome::Outcome;
use skirmish_core::replay::{BadReplay, Mismatch, Playback, PlayerInfo, Replay};
use skirmish_core::rng::Seed;
use skirmish_core::seat::SeatCount;
use skirmish_core::shown::shown;
use skirmish_core::table::{Entry, Table};
use skirmish_referee::{WrongHouse, check_house_answers, store};
use tokio::sync::Semaphore;

use crate::arena::{Arena, Priority, in_background};
use crate::blobs::BadBlob;

/// The most bytes that a replay may have when unpacked.
pub const MOST_REPLAY_BYTES: u64 = 64 << 20;
/// The longest sentence about a fault that is kept.
const MOST_SENTENCE: usize = 500;
/// How many replays are played again at once: it costs a core each.
static CHECKING: Semaphore = Semaphore::const_new(2);

/// Why a worker's result cannot be right.
#[derive(Debug, thiserror::Error)]
pub enum BadResult {
    /// The replay is not there, or cannot be read from the disk.
    #[error("{0}")]
    Blob(#[from] BadBlob),
    /// It cannot be unpacked.
    #[error("the replay cannot be unpacked: {0}")]
    Packed(#[from] std::io::Error),
    /// It is no replay.
    #[error("{0}")]
    Replay(#[from] BadReplay),
    /// It is of something else than was asked for.
    #[error("the replay's {what} is {got}: it must be {want}")]
    Fact {
        /// What differs.
        what: String,
        /// What the replay has.
        got: String,
        /// What was asked for.
        want: String,
    },
    /// Playing it again leads elsewhere.
    #[error("{0}")]
    Mismatch(#[from] Mismatch),
    /// What was asked for cannot be played.
    #[error("the match cannot be played: {0}")]
    Config(#[from] BadConfig),
    /// A house bot cannot have played so.
    #[error("{0}")]
    House(#[from] WrongHouse),
    /// It did not end.
    #[error("the match was not played to its end")]
    Incomplete,
}

/// A result that was checked.
#[derive(Clone, Debug)]
pub(super) struct Checked {
    /// What is written down about it.
    pub(super) result: MatchResult,
    /// The replay.
    pub(super) replay: Replay,
}

/// What a worker says of a match, beside what was asked for.
#[derive(Debug)]
pub(super) struct Examined {
    /// The match.
    pub(super) asked: Match,
    /// Who played.
    pub(super) seats: Vec<SeatedVersion>,
    /// What came of checking the result, which is done once: it costs a core.
    pub(super) checked: Result<Checked, BadResult>,
}

/// What a replay must say of itself.
struct Facts {
    entry: &'static Entry,
    config: Value,
    seed: Seed,
    clock: Clock,
    players: Vec<(String, Option<String>)>,
    houses: Vec<Option<House>>,
}

/// Unpacks a replay as workers send it: compressed, or plain.
pub fn unpack_replay(bytes: &[u8]) -> Result<Replay, BadResult> {
    Ok(Replay::read(&store::unpack(bytes, MOST_REPLAY_BYTES)?)?)
}

/// Checks a worker's result; none if there is no such match any more.
pub(super) async fn examine(
    arena: &Arena,
    match_id: i64,
    replay_hash: &str,
    stderr_hashes: &[Option<String>],
) -> Stored<Option<Examined>> {
    let Some(asked) = arena.store.match_of(match_id).await? else { return Ok(None) };
    let seats = arena.store.seated_versions(asked.id).await?;
    let checked = check(arena, &asked, &seats, replay_hash, stderr_hashes).await;
    Ok(Some(Examined { asked, seats, checked }))
}

/// Plays the replay in that blob again and compares it with the match that was asked for. A house bot that thinks
/// hard thinks as long again, while others want a page or work.
async fn check(
    arena: &Arena,
    asked: &Match,
    seats: &[SeatedVersion],
    replay_hash: &str,
    stderr_hashes: &[Option<String>],
) -> Result<Checked, BadResult> {
    let facts = Facts::of(asked, seats)?;
    let (blobs, replay_hash) = (arena.blobs.clone(), replay_hash.to_owned());
    let stderr_hashes = stderr_hashes.to_vec();
    let _turn = CHECKING.acquire().await;
    let checking = in_background(Priority::Low, move || {
        for name in stderr_hashes.iter().flatten() {
            if !blobs.has(name)? {
                return Err(BadBlob::Missing(name.clone()).into());
            }
        }
        let replay = unpack_replay(&blobs.read(&replay_hash)?)?;
        facts.compare(&replay, &stderr_hashes)?;
        let verified = replay.verify(facts.entry)?;
        check_house_answers(&replay, facts.entry, &facts.houses)?;
        let outcome = verified.outcome.ok_or(BadResult::Incomplete)?;
        let seats = seat_results(&replay, facts.entry, &outcome, stderr_hashes)?;
        let turns = i64::try_from(verified.decisions).unwrap_or(i64::MAX);
        Ok(Checked { result: MatchResult { replay_hash, turns, ending: cut(&outcome.why), seats }, replay })
    });
    match checking.await {
        Ok(checked) => checked,
        Err(failed) => Err(std::io::Error::other(failed).into()),
    }
}

/// Reads the replay in that blob, off the async threads.
pub(super) async fn read_replay(arena: &Arena, replay_hash: &str) -> Result<Replay, BadResult> {
    let (blobs, replay_hash) = (arena.blobs.clone(), replay_hash.to_owned());
    let reading = tokio::task::spawn_blocking(move || unpack_replay(&blobs.read(&replay_hash)?));
    match reading.await {
        Ok(replay) => replay,
        Err(failed) => Err(std::io::Error::other(failed).into()),
    }
}

/// The table of a match that was asked for, as it begins.
pub(crate) fn opened(asked: &Match) -> Result<Box<dyn Table>, BadResult> {
    let facts = Facts::of(asked, &[])?;
    let seats = usize::try_from(asked.seats).ok().and_then(SeatCount::new);
    let seats = seats.ok_or_else(|| BadConfig::Whole(format!("it has {} seats", asked.seats)))?;
    Ok((facts.entry.open)(&facts.config, seats, facts.seed)?)
}

/// The replay of a match that was asked for, as it begins: nothing is answered yet.
pub(crate) fn beginning(asked: &Match, seats: &[SeatedVersion], tier: &str) -> Result<Replay, BadResult> {
    let facts = Facts::of(asked, seats)?;
    let named = |(name, hash): (String, Option<String>)| PlayerInfo { hash, ..PlayerInfo::named(name) };
    let players = facts.players.into_iter().map(named).collect();
    Ok(Replay::begin(&*opened(asked)?, facts.seed, players, facts.clock, tier))
}

impl Facts {
    fn of(asked: &Match, seats: &[SeatedVersion]) -> Result<Self, BadResult> {
        let no_game = || BadConfig::Whole(format!("there is no game {}", asked.game));
        let entry = skirmish_games::find(&asked.game).ok_or_else(no_game)?;
        let wishes = if asked.preset.is_empty() { Wishes::none() } else { Wishes::preset(&asked.preset) };
        let config = (entry.configure)(&wishes)?;
        let seed =
            asked.seed.parse().map_err(|_| BadConfig::Whole(format!("{:?} is no seed", asked.seed)))?;
        let hash = |seat: &SeatedVersion| match seat.language.as_str() {
            HOUSE_LANGUAGE => None,
            _ => seat.artefact_hash.clone(),
        };
        let players = seats.iter().map(|seat| (seat.name.clone(), hash(seat))).collect();
        let house = |seat: &SeatedVersion| {
            let name = seat.name.strip_prefix("house:").filter(|_| seat.language == HOUSE_LANGUAGE)?;
            skirmish_bots::find(entry.info.name, name).ok()
        };
        let houses = seats.iter().map(house).collect();
        Ok(Self { entry, config, seed, clock: entry.info.clock, players, houses })
    }

    fn compare(&self, replay: &Replay, stderr_hashes: &[Option<String>]) -> Result<(), BadResult> {
        let header = &replay.header;
        same("game", &header.game.as_str(), &self.entry.info.name)?;
        same("version", &header.version, &self.entry.info.version)?;
        same("config", &header.config, &self.config)?;
        same("seed", &header.seed, &self.seed)?;
        same("clock", &header.clock, &self.clock)?;
        same("origin", &header.parent, &None)?;
        same("number of players", &header.players.len(), &self.players.len())?;
        same("number of logs", &stderr_hashes.len(), &self.players.len())?;
        for (seat, (player, (name, hash))) in header.players.iter().zip(&self.players).enumerate() {
            same(&format!("player at seat {seat}"), &&player.name, &name)?;
            same(&format!("program at seat {seat}"), &&player.hash, &hash)?;
            same(&format!("log of seat {seat}"), &player.stderr, &stderr_hashes[seat])?;
        }
        Ok(())
    }
}

fn same<T: PartialEq + std::fmt::Debug>(what: &str, got: &T, want: &T) -> Result<(), BadResult> {
    if got == want {
        return Ok(());
    }
    let shown = |value: &T| {
        let text = format!("{value:?}");
        if text.len() > MOST_SENTENCE { "another".to_owned() } else { text }
    };
    Err(BadResult::Fact { what: what.to_owned(), got: shown(got), want: shown(want) })
}

/// What is written down for each seat.
fn seat_results(
    replay: &Replay,
    entry: &Entry,
    outcome: &Outcome,
    stderr_hashes: Vec<Option<String>>,
) -> Result<Vec<SeatResult>, Mismatch> {
    let sentences = if outcome.faults.iter().any(Option::is_some) {
        fault_sentences(replay, entry)?
    } else {
        vec![None; outcome.places.len()]
    };
    let seats = stderr_hashes.into_iter().zip(sentences).enumerate();
    Ok(seats
        .map(|(seat, (stderr_hash, sentence))| {
            let fault = outcome.faults[seat];
            SeatResult {
                place: i64::from(outcome.places[seat]),
                score: outcome.scores[seat],
                fault: fault.map(|fault| fault.word()),
                fault_sentence: sentence.filter(|_| fault.is_some()),
                stderr_hash,
            }
        })
        .collect())
}

/// By seat: the last kind of thing that it did wrong, in a sentence.
fn fault_sentences(replay: &Replay, entry: &Entry) -> Result<Vec<Option<String>>, Mismatch> {
    let mut sentences = vec![None; replay.header.players.len()];
    let mut playback = Playback::new(replay, entry)?;
    playback.disconnect();
    while playback.step()? {
        for (seat, garbled) in playback.garbled() {
            sentences[seat.index()] = Some(cut(&format!("its answer could not be read: {}", garbled.0)));
        }
    }
    let mut last = vec![None; sentences.len()];
    for answered in &replay.answers {
        let seat = answered.seat.index();
        // What goes on and on is told as it began: that a bot is still gone says nothing of why it went.
        match &answered.answer {
            Answer::Fault(fault, sentence) if last[seat].replace(*fault) != Some(*fault) => {
                sentences[seat] = Some(cut(sentence));
            }
            // It is asked no more: this is its last.
            Answer::Forfeit(_, sentence) => sentences[seat] = Some(cut(sentence)),
            Answer::Frame(_) | Answer::Garbled(_) | Answer::Fault(..) => {}
        }
    }
    Ok(sentences)
}

/// A sentence as it is kept: cut, and without what no database or page should meet.
fn cut(sentence: &str) -> String {
    shown(sentence).chars().take(MOST_SENTENCE).collect()
}
