//! The report as JSON.

use serde_json::{Map, Value, json};
use skirmish_league::score::Estimate;
use skirmish_referee::Player;

use crate::contest::Contest;
use crate::duel::Duel;
use crate::tally::Tally;
use crate::tournament::Tournament;

/// A duel as one JSON object.
pub fn duel(duel: &Duel, contest: &Contest) -> Value {
    let (score, pairs, evidence, stopped) = (duel.score(), duel.pairs(), duel.evidence(), duel.estimate());
    let same =
        evidence.same.map(|same| json!({ "margin": same.margin, "value": same.llr, "bound": same.bound }));
    let mut out = about("duel", contest, duel.tally());
    let own = json!({
        "verdict": duel.verdict().word(),
        "matches": score.matches(),
        "wins": score.wins,
        "draws": score.draws,
        "losses": score.losses,
        "pairs": pairs.counts,
        "most_matches": duel.most_matches(),
        "expected_left": duel.matches_left(duel.most_matches()),
        "elo": estimate(&stopped.elo),
        "normalised_elo": estimate(&pairs.normalised(&stopped.elo)),
        "superiority": stopped.superiority,
        "llr": { "value": evidence.llr, "lower": evidence.lower, "upper": evidence.upper, "same": same },
        "bots": bots(contest, duel.tally()),
    });
    extend(&mut out, own);
    Value::Object(out)
}

/// A tournament as one JSON object.
pub fn tournament(kind: &str, tournament: &Tournament, contest: &Contest) -> Value {
    let tally = tournament.tally();
    let mut bots = bots(contest, tally);
    let mut order = Vec::new();
    for standing in tournament.standings() {
        let bot = &mut bots[standing.bot];
        bot["rank"] = standing.rank.into();
        bot["points"] = standing.points.into();
        bot["tie_break"] = standing.tie_break.into();
        bot["rating"] = json!({
            "value": standing.rating.value, "low": standing.rating.low, "high": standing.rating.high,
        });
        order.push(standing.bot);
    }
    let count = contest.bots.len();
    let cell = |bot: usize, other: usize| {
        let score = tally.between(bot, other);
        [score.wins, score.draws, score.losses]
    };
    let cross: Vec<Vec<[u64; 3]>> =
        (0..count).map(|bot| (0..count).map(|other| cell(bot, other)).collect()).collect();
    let mut out = about(kind, contest, tally);
    extend(
        &mut out,
        json!({
            "matches": tally.matches,
            "complete": tournament.round().is_none(),
            "scale": "elo",
            "order": order,
            "bots": bots,
            "cross": cross,
        }),
    );
    Value::Object(out)
}

fn about(kind: &str, contest: &Contest, tally: &Tally) -> Map<String, Value> {
    let mut out = Map::new();
    extend(
        &mut out,
        json!({
            "kind": kind,
            "game": contest.entry.info.name,
            "version": contest.entry.info.version,
            "seats": contest.seats.get(),
            "seed": contest.seed.0,
            "clock": contest.clock.to_string(),
            "jail": contest.jail,
            "voids": tally.voids,
            "void_attempts": tally.void_attempts,
            "decisions": tally.decisions,
        }),
    );
    out
}

fn bots(contest: &Contest, tally: &Tally) -> Vec<Value> {
    (0..contest.bots.len()).map(|bot| bot_of(&*contest.bots[bot], bot, tally)).collect()
}

fn bot_of(bot: &dyn Player, nth: usize, tally: &Tally) -> Value {
    let (own, score) = (&tally.bots[nth], tally.score_of(nth));
    let time = &own.time;
    let metrics: Map<String, Value> = own
        .metrics
        .iter()
        .map(|(name, metric)| {
            let curve: Vec<(u64, f64)> = metric.curve.points().collect();
            let values = json!({
                "count": metric.count, "mean": metric.mean, "min": metric.min, "max": metric.max,
                "last": metric.last, "curve": curve,
            });
            (name.clone(), values)
        })
        .collect();
    let by_seat: Vec<Value> = own
        .by_seat
        .iter()
        .map(|score| json!({ "wins": score.wins, "draws": score.draws, "losses": score.losses }))
        .collect();
    json!({
        "name": bot.name(),
        "hash": bot.hash(),
        "matches": tally.matches_of(nth),
        "firsts": own.firsts,
        "wins": score.wins,
        "draws": score.draws,
        "losses": score.losses,
        "by_seat": by_seat,
        "faults": own.faults,
        "lost_by_fault": own.lost_by_fault,
        "time": {
            "answers": time.count, "p50_us": time.p50_us, "p99_us": time.p99_us, "max_us": time.max_us,
            "cpu_us": time.cpu_us,
        },
        "metrics": metrics,
    })
}

/// An estimate; an unbounded end of its interval is null.
fn estimate(of: &Estimate) -> Value {
    json!({
        "value": of.value,
        "low": (!of.is_open_below).then_some(of.low),
        "high": (!of.is_open_above).then_some(of.high),
    })
}

fn extend(out: &mut Map<String, Value>, more: Value) {
    if let Value::Object(more) = more {
        out.extend(more);
    }
}
