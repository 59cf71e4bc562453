//! Whether a worker's word is believed. A sample of results is played again by other workers; where they differ, a third
//! time, which shows whether a bot plays by chance or a worker is wrong. Nothing of a worker that was found wrong counts
//! unless others confirm it, and what counted of it before is taken back and played again.

use std::collections::BTreeSet;

use skirmish_arena_store::{
    HOUSE_LANGUAGE, Job, JobDraft, Lane, Match, MatchDraft, MatchKind, SeatedVersion, Stored, Subject,
    Worker, WorkerList, Writing,
};
use skirmish_core::config::listed;

use super::check::{self, Checked};
use super::report::{Taken, finish, keep_all, rate, refuse_in};
use super::sample::Draw;
use super::second::{Difference, difference};
use super::worker_pool::WorkerPool;
use super::{NewMatch, enqueue_match};
use crate::arena::{Arena, News};
use crate::ladder;

/// How many results of a worker that is not believed are taken back in one step.
const TAKEN_BACK_AT_ONCE: i64 = 50;

/// How sure the arena is of a result that just came.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Certainty {
    /// The server's own worker played it, or only house bots did, whose answers were computed again.
    Certain,
    /// It counts, and nobody confirmed it.
    Unconfirmed,
    /// Another worker plays it again before it counts.
    Awaited,
}

/// How sure the arena is of a rated result of this job, and what was drawn to decide it: whoever commits keeps that.
pub(super) async fn certainty<'a>(
    arena: &'a Arena,
    tx: &mut Writing,
    job: &Job,
    seats: &[SeatedVersion],
) -> Stored<(Certainty, Option<Draw<'a>>)> {
    let Some(worker_id) = job.worker_id else { return Ok((Certainty::Unconfirmed, None)) };
    let worker = tx.worker(worker_id).await?;
    let is_own = worker.as_ref().is_some_and(|worker| worker.is_own);
    if is_own || seats.iter().all(|seat| seat.language == HOUSE_LANGUAGE) {
        return Ok((Certainty::Certain, None));
    }
    if worker.is_some_and(|worker| worker.flagged_why.is_some()) {
        return Ok((Certainty::Awaited, None));
    }
    let draw = arena.samples.draw(worker_id, arena.settings.ladder.second_opinions);
    if !draw.is_taken {
        return Ok((Certainty::Unconfirmed, Some(draw)));
    }
    let has_other = WorkerPool::in_transaction(arena, tx).await?.has_other(&[worker_id], &job.needs);
    Ok((if has_other { Certainty::Awaited } else { Certainty::Unconfirmed }, Some(draw)))
}

/// Why results of programs in these languages are unconfirmed at present, as a sentence; none if the server's own worker
/// plays them, or a sample of them is played again by another worker.
pub async fn unconfirmed_why(arena: &Arena, languages: &BTreeSet<&str>) -> Stored<Option<String>> {
    let workers = WorkerPool::of(arena).await?;
    let is_sampled = arena.settings.ladder.second_opinions > 0.0;
    let unconfirmed = workers.unconfirmed(languages, is_sampled);
    if unconfirmed.is_empty() {
        return Ok(None);
    }
    let which = if unconfirmed.len() == languages.len() {
        String::new()
    } else {
        let names: Vec<&str> = unconfirmed.into_iter().collect();
        format!(" of bots in {}", listed(&names))
    };
    let why = if is_sampled {
        "one worker plays them, and no other is here that could play some of them again and compare"
    } else {
        "this host lets no second worker play any of them again and compare"
    };
    Ok(Some(format!("Results{which} are unconfirmed: {why}.")))
}

/// Puts a match that was played into the queue again, for other workers than those who played it already; a third
/// opinion is also the second worker's if nobody else is there.
pub(super) async fn enqueue_second(
    arena: &Arena,
    tx: &mut Writing,
    first: &Match,
    second: Option<i64>,
    seats: &[SeatedVersion],
) -> Stored<()> {
    let named: Vec<_> = seats.iter().map(|seat| (seat.bot_id, seat.version_id, seat.name.clone())).collect();
    let draft = MatchDraft {
        game: &first.game,
        kind: MatchKind::Second,
        preset: &first.preset,
        seed: first.seed.parse().unwrap_or(0),
        seats: &named,
        requested_by: None,
        second_of: Some(first.id),
    };
    let now_ms = arena.clock.now_ms();
    let match_id = tx.add_match(&draft, now_ms).await?;
    let is_program = |seat: &&SeatedVersion| seat.language != HOUSE_LANGUAGE;
    let needs: Vec<String> = seats.iter().filter(is_program).map(|seat| seat.language.clone()).collect();
    let mut not_workers = WorkerList(first.worker_id.into_iter().collect());
    if let (Some(first), Some(second)) = (first.worker_id, second) {
        let workers = WorkerPool::in_transaction(arena, tx).await?;
        if workers.has_other(&[first, second], &needs.join(" ")) {
            not_workers.0.push(second);
        }
    }
    let draft = JobDraft {
        lane: Lane::Second,
        subject: Subject::Match(match_id),
        user_id: None,
        is_over_budget: false,
        not_workers,
        needs: &needs,
    };
    tx.add_job(&draft, now_ms).await?;
    Ok(())
}

/// What opinions about a match come to.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Conclusion {
    /// The first result is right.
    Confirmed,
    /// The bot at this seat plays by chance: the first result may be right.
    Chance(usize),
    /// Nothing is clear yet: it is played once more.
    AskAgain,
    /// A bot was late on one machine and not on another: the result does not count, and nobody is to blame.
    Late(String),
    /// These workers are wrong, or one of them is; why, in a sentence.
    Wrong(Vec<i64>, String),
}

/// A match and what was made of it, with whoever played it.
struct Opinion<'a> {
    played: &'a Match,
    replay: skirmish_core::replay::Replay,
    worker: Option<&'a Worker>,
}

/// Another worker played a match again: if they agree, the first result is rated.
pub(super) async fn second_opinion(
    arena: &Arena,
    job: &Job,
    asked: &Match,
    first_id: i64,
    seats: &[SeatedVersion],
    mut checked: Checked,
) -> Stored<Taken> {
    let Some(first) = arena.store.match_of(first_id).await? else { return Ok(Taken::late()) };
    let played = Match { worker_id: job.worker_id, ..asked.clone() };
    let conclusion = conclude(arena, &first, &played, seats, &checked).await?;
    let mut tx = arena.store.write().await?;
    let Some(job) = finish(&mut tx, job).await? else { return Ok(Taken::late()) };
    if !keep_all(arena, &mut tx, seats, &mut checked.result).await? {
        return refuse_in(arena, tx, &job, "the replay or what a bot printed was not uploaded").await;
    }
    // Both are matches of one game.
    tx.hold_ladder(&first.game).await?;
    tx.end_matches(&[(asked.id, &checked.result)], arena.clock.now_ms()).await?;
    let mut news = vec![News::Match(asked.id), News::Match(first_id)];
    match conclusion {
        Conclusion::Confirmed => {
            tx.confirm_match(first_id).await?;
            for seat in seats {
                tx.note_repeatable(seat.version_id, true).await?;
            }
            news.extend(rate(&mut tx, first_id).await?);
        }
        Conclusion::Chance(seat) => {
            tx.note_repeatable(seats[seat].version_id, false).await?;
            news.extend(rate_unless_flagged(&mut tx, &first).await?);
        }
        Conclusion::AskAgain => enqueue_second(arena, &mut tx, &first, job.worker_id, seats).await?,
        Conclusion::Late(why) => {
            tx.doubt_match(first_id, &why).await?;
            tx.doubt_match(asked.id, &why).await?;
            play_anew(arena, &mut tx, &first, seats).await?;
        }
        Conclusion::Wrong(workers, why) => {
            tracing::warn!(first_id, second_id = asked.id, ?workers, why, "two workers disagree");
            let is_first_wrong = first.worker_id.is_some_and(|first| workers.contains(&first));
            for worker in workers {
                tx.flag_worker(worker, Some(&format!("matches {first_id} and {}: {why}", asked.id))).await?;
            }
            if is_first_wrong {
                tx.doubt_match(first_id, &why).await?;
                play_anew(arena, &mut tx, &first, seats).await?;
            } else {
                tx.confirm_match(first_id).await?;
                news.extend(rate(&mut tx, first_id).await?);
            }
        }
    }
    tx.commit().await?;
    Ok(Taken::accepted(news))
}

/// What the newest opinion about a match comes to, together with an earlier one if there is one.
async fn conclude(
    arena: &Arena,
    first: &Match,
    played: &Match,
    seats: &[SeatedVersion],
    checked: &Checked,
) -> Stored<Conclusion> {
    let workers = arena.store.workers().await?;
    let by = |played: &Match| workers.iter().find(|worker| Some(worker.id) == played.worker_id);
    let replay_of = async |played: &Match| {
        check::read_replay(arena, played.replay_hash.as_deref().unwrap_or_default()).await
    };
    let Ok(replay) = replay_of(first).await else {
        let why = "the first replay cannot be read any more".to_owned();
        return Ok(Conclusion::Late(why));
    };
    let first_opinion = Opinion { played: first, replay, worker: by(first) };
    let newest = Opinion { played, replay: checked.replay.clone(), worker: by(played) };
    let Some(differs) = difference(&first_opinion.replay, &newest.replay) else {
        return Ok(Conclusion::Confirmed);
    };
    let earlier = arena.store.opinions_about(first.id).await?;
    let Some(earlier) = earlier.iter().find(|earlier| earlier.id != played.id) else {
        return Ok(from_two(&differs, seats));
    };
    let Ok(replay) = replay_of(earlier).await else { return Ok(Conclusion::AskAgain) };
    let second = Opinion { played: earlier, replay, worker: by(earlier) };
    Ok(from_three(&first_opinion, &second, &newest, &differs, seats))
}

/// What two different matches come to.
fn from_two(differs: &Difference, seats: &[SeatedVersion]) -> Conclusion {
    match differs.seat.and_then(|seat| Some((seat, seats.get(seat)?))) {
        Some((seat, who)) if who.is_repeatable == Some(false) && !differs.is_late => Conclusion::Chance(seat),
        _ => Conclusion::AskAgain,
    }
}

/// What a third match comes to, where the first two are different, and the third is not like the first.
fn from_three(
    first: &Opinion<'_>,
    second: &Opinion<'_>,
    third: &Opinion<'_>,
    differs: &Difference,
    seats: &[SeatedVersion],
) -> Conclusion {
    let who = differs.seat.and_then(|seat| seats.get(seat));
    let name = who.map_or("a bot", |who| &who.name);
    if difference(&second.replay, &third.replay).is_some() {
        // Three different matches: with the same worker or another, the bot does not repeat itself.
        return match differs.seat {
            Some(seat) if !differs.is_late => Conclusion::Chance(seat),
            _ => Conclusion::Late(format!("{name} was in time on one machine and not on another")),
        };
    }
    if differs.is_late {
        return Conclusion::Late(format!("{name} was in time on one machine and not on another"));
    }
    let why = format!("{name} gave answer {} otherwise to others", differs.at);
    let is_sure = second.played.worker_id != third.played.worker_id
        || [second, third].iter().any(|opinion| opinion.worker.is_some_and(|worker| worker.is_own));
    let mut wrong: Vec<i64> = first.played.worker_id.into_iter().collect();
    if !is_sure {
        // Two against one, but the two are one worker: neither is believed.
        wrong.extend(second.played.worker_id);
    }
    // In order of number, as everywhere: two transactions that flag the same workers do not wait for each other.
    wrong.sort_unstable();
    Conclusion::Wrong(wrong, why)
}

/// Rates a result that nobody confirmed, unless its worker is not believed: then it does not count.
pub(super) async fn rate_unless_flagged(tx: &mut Writing, first: &Match) -> Stored<Vec<News>> {
    let worker = match first.worker_id {
        Some(worker_id) => tx.worker(worker_id).await?,
        None => None,
    };
    match worker.and_then(|worker| worker.flagged_why) {
        None => rate(tx, first.id).await,
        Some(_) => {
            tx.doubt_match(first.id, "its worker is not believed, and nobody confirmed it").await?;
            Ok(Vec::new())
        }
    }
}

/// What counts of workers that are not believed is taken back, a little at a time, and played again; how many results.
pub(super) async fn take_back(arena: &Arena) -> Stored<usize> {
    let mut count = 0;
    for worker in arena.store.flagged_workers().await? {
        let results = arena.store.unconfirmed_results_of(worker.id, TAKEN_BACK_AT_ONCE).await?;
        let mut news = Vec::new();
        for result in &results {
            let seats = arena.store.seated_versions(result.id).await?;
            let mut tx = arena.store.write().await?;
            // Locks in order: bots before the ladder.
            wake_rested(&mut tx, &seats).await?;
            let why = format!("taken back: its worker, {}, is not believed", worker.name);
            if ladder::take_back(&mut tx, &result.game, result.id, &why).await? {
                play_anew(arena, &mut tx, result, &seats).await?;
                tx.commit().await?;
                news.push(News::Match(result.id));
                count += 1;
            }
        }
        arena.tell_all(news);
    }
    Ok(count)
}

/// Those whom the arena let rest because they kept failing play again: some of these failures were a worker's word.
async fn wake_rested(tx: &mut Writing, seats: &[SeatedVersion]) -> Stored<()> {
    for seat in seats {
        if tx.bot(seat.bot_id).await?.is_some_and(|bot| bot.rested_why.is_some()) {
            tx.set_bot_active(seat.bot_id, true).await?;
        }
    }
    Ok(())
}

/// Plays a match again whose result does not count, on another map, if those who played would be paired today.
async fn play_anew(arena: &Arena, tx: &mut Writing, of: &Match, seats: &[SeatedVersion]) -> Stored<()> {
    for seat in seats {
        let bot = tx.bot(seat.bot_id).await?;
        let plays = |bot: &skirmish_arena_store::Bot| {
            bot.is_active && bot.disabled_why.is_none() && bot.version_id == Some(seat.version_id)
        };
        if !bot.as_ref().is_some_and(plays) {
            return Ok(());
        }
    }
    let seats: Vec<(i64, i64)> = seats.iter().map(|seat| (seat.bot_id, seat.version_id)).collect();
    let new = NewMatch {
        game: &of.game,
        kind: MatchKind::Rated,
        preset: &of.preset,
        seats: &seats,
        requested_by: None,
    };
    enqueue_match(tx, &arena.settings, &new, arena.clock.now_ms()).await?;
    Ok(())
}

/// A worker sent what no honest one can have: nothing of it is believed from now on.
pub(super) async fn flag_forger(arena: &Arena, job: &Job, why: &str) -> Stored<()> {
    let Some(worker_id) = job.worker_id else { return Ok(()) };
    let mut tx = arena.store.write().await?;
    if tx.worker(worker_id).await?.is_some_and(|worker| !worker.is_own) {
        tracing::warn!(worker_id, why, "a worker's report is forged");
        tx.flag_worker(worker_id, Some(why)).await?;
        tx.commit().await?;
    }
    Ok(())
}
