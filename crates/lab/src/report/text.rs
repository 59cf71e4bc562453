//! Reports as text: tables, verdicts and progress lines.

use super::grid::{Align, Grid, columns_of};
use super::{duration, elo_words, number, points, short};
use crate::duel::{Duel, Evidence, Verdict};
use crate::tally::{Tally, fault_words};
use crate::tournament::Tournament;
use skirmish_bots::{GameHealth, Spread};
use skirmish_core::info::Info;
use skirmish_core::shown::shown;
use skirmish_league::score::WinDrawLoss;

/// The result of a duel, without anything that depends on the machine's speed; the last line is the verdict.
pub fn duel(duel: &Duel, names: &[String]) -> String {
    let (score, pairs) = (duel.score(), duel.pairs());
    let mut out = format!("{} against {}\n", names[0], names[1]);
    out.push_str(&format!("  won {}, drawn {}, lost {}", score.wins, score.draws, score.losses));
    if score.matches() > 0 {
        out.push_str(&format!(" ({:.1} %)", 100.0 * score.points() / score.matches() as f64));
    }
    let [a, b, c, d, e] = pairs.counts;
    out.push_str(&format!("; pairs by points 0 to 2: {a} {b} {c} {d} {e}\n"));
    for (seat, score) in duel.tally().bots[0].by_seat.iter().enumerate() {
        out.push_str(&format!("  in seat {}: {}\n", seat, seat_words(score)));
    }
    let stopped = duel.estimate();
    let normalised = pairs.normalised(&stopped.elo);
    out.push_str(&format!(
        "  {}, normalised {} ({}), likelihood of being better {:.1} %\n",
        elo_words(&stopped.elo),
        super::signed(normalised.value),
        super::interval_words(&normalised),
        100.0 * stopped.superiority,
    ));
    out.push_str(&format!("  {}\n", evidence_words(&duel.evidence())));
    out.push_str(&faults(duel.tally(), names));
    out.push_str(&sentence(duel, names));
    out.push('\n');
    out
}

/// The log-likelihood ratios with the verdicts at their bounds.
fn evidence_words(evidence: &Evidence) -> String {
    let Evidence { llr, lower, upper, same } = *evidence;
    match same {
        None => format!("LLR {llr:+.2} (not better at {lower:.2}, better at {upper:+.2})"),
        Some(same) => format!(
            "LLR {llr:+.2} (worse at {lower:.2}, better at {upper:+.2}); of a difference of {} Elo {:+.2} (no difference at {:.2})",
            same.margin, same.llr, same.bound
        ),
    }
}

/// Wins, draws, losses and score in a seat.
pub(super) fn seat_words(score: &WinDrawLoss) -> String {
    match score.matches() {
        0 => String::new(),
        matches => {
            let percent = 100.0 * score.points() / matches as f64;
            format!("+{} ={} -{} ({percent:.1} %)", score.wins, score.draws, score.losses)
        }
    }
}

/// The verdict of a duel in a sentence.
pub fn sentence(duel: &Duel, names: &[String]) -> String {
    let (new, old) = (&names[0], &names[1]);
    let begin = match duel.verdict() {
        Verdict::Better => format!("{new} is better"),
        Verdict::Worse => format!("{new} is worse"),
        Verdict::NotBetter => format!("{new} is not better"),
        Verdict::NoDifference => format!("no difference between {new} and {old}"),
        Verdict::Undecided => format!("not sure yet whether {new} is better than {old}"),
    };
    let mut out = format!("{begin}: {}, {} matches", elo_words(&duel.estimate().elo), duel.score().matches());
    for (name, bot) in names.iter().zip(&duel.tally().bots) {
        if !bot.faults.is_empty() {
            out.push_str(&format!(", {} by {name}", fault_words(&bot.faults)));
        }
    }
    if duel.tally().voids > 0 {
        out.push_str(&format!(", {} void", duel.tally().voids));
    }
    out
}

/// A progress line of a duel; `rate` is how many matches finish in a second, if that is known.
pub fn live(duel: &Duel, finished: u64, rate: Option<f64>) -> String {
    let score = duel.score();
    let elo = duel.estimate().elo;
    let error =
        if elo.is_open_below || elo.is_open_above { String::new() } else { format!(" ±{:.0}", elo.error()) };
    let evidence = duel.evidence();
    let same =
        evidence.same.map(|same| format!(", same {:.0} %", 100.0 * (same.llr / same.bound).clamp(0.0, 1.0)));
    let most = duel.most_matches().saturating_sub(finished);
    let left = match duel.matches_left(duel.most_matches()) {
        Some(left) => {
            let left = left.min(most);
            format!("; about {left} left{}, at most {most}", time_words(left, rate))
        }
        None => format!("; at most {most} left"),
    };
    format!(
        "{finished} matches +{} ={} -{}  Elo {}{error}  {}{}{left}",
        score.wins,
        score.draws,
        score.losses,
        super::signed(elo.value),
        bar(&evidence),
        same.unwrap_or_default(),
    )
}

/// How long so many matches take: ` (12 min)`; empty if that is not known.
fn time_words(matches: u64, rate: Option<f64>) -> String {
    let Some(rate) = rate.filter(|rate| *rate > 0.0) else { return String::new() };
    match (matches as f64 / rate).ceil() as u64 {
        seconds @ 0..100 => format!(" ({seconds} s)"),
        seconds @ 100..6000 => format!(" ({} min)", seconds.div_ceil(60)),
        seconds => format!(" ({} h)", seconds.div_ceil(3600)),
    }
}

/// How far the evidence is on its way to one verdict or the other: `worse ◄──────┼─●────► better`, where `┼` is neither.
fn bar(evidence: &Evidence) -> String {
    const WIDTH: usize = 15;
    let Evidence { llr, lower, upper, same } = *evidence;
    let at = |value: f64| {
        let share = (value - lower) / (upper - lower);
        ((share * WIDTH as f64) as usize).min(WIDTH - 1)
    };
    let (zero, here) = (at(0.0), at(llr));
    let cell = |cell| match cell {
        cell if cell == here => '●',
        cell if cell == zero => '┼',
        _ => '─',
    };
    let way: String = (0..WIDTH).map(cell).collect();
    let worse = if same.is_some() { "worse" } else { "not better" };
    format!("{worse} ◄{way}► better")
}

/// The table of a tournament, the cross table and the faults: nothing that depends on the machine's speed.
pub fn tournament(tournament: &Tournament, names: &[String]) -> String {
    let tally = tournament.tally();
    let standings = tournament.standings();
    let is_duel = tournament.settings().seats == 2;
    let numbers = ["matches", "won", "drawn", "lost", "score", "points", "Elo", "±"];
    let numbers = numbers.map(|heading| (heading, Align::Right));
    let mut grid = Grid::new(&[&[("#", Align::Right), ("bot", Align::Left)], &numbers[..]].concat());
    for standing in &standings {
        let (score, rating) = (tally.score_of(standing.bot), &standing.rating);
        grid.row(vec![
            standing.rank.to_string(),
            short(&names[standing.bot]),
            tally.matches_of(standing.bot).to_string(),
            score.wins.to_string(),
            score.draws.to_string(),
            score.losses.to_string(),
            format!("{:.1} %", 100.0 * score.points() / score.matches().max(1) as f64),
            points(standing.points),
            super::signed(rating.value),
            format!("{:.0}", rating.error()),
        ]);
    }
    let mut out = grid.text();
    if !is_duel {
        out.push_str("  won, drawn, lost: against each opponent in each match\n");
    }
    out.push('\n');
    out.push_str(&cross(tournament, names));
    out.push('\n');
    out.push_str(&by_seat(tournament, names));
    let faults = faults(tally, names);
    if !faults.is_empty() {
        out.push_str(&format!("\n{faults}"));
    }
    out
}

/// The cross table in points, in the order of the standings.
fn cross(tournament: &Tournament, names: &[String]) -> String {
    let order: Vec<usize> = tournament.standings().iter().map(|standing| standing.bot).collect();
    let numbers: Vec<String> = (1..=order.len()).map(|number| number.to_string()).collect();
    let mut columns = vec![("#", Align::Right), ("points against", Align::Left)];
    columns.extend(numbers.iter().map(|number| (number.as_str(), Align::Right)));
    let mut grid = Grid::new(&columns);
    for (nth, &bot) in order.iter().enumerate() {
        let mut row = vec![(nth + 1).to_string(), short(&names[bot])];
        for &other in &order {
            let score = tournament.tally().between(bot, other);
            row.push(match score.matches() {
                _ if bot == other => "-".to_string(),
                0 => String::new(),
                count => format!("{}/{count}", points(score.points())),
            });
        }
        grid.row(row);
    }
    grid.text()
}

/// Wins, draws, losses and score of each bot in each seat, in the order of the standings.
fn by_seat(tournament: &Tournament, names: &[String]) -> String {
    let seats: Vec<String> = (0..tournament.settings().seats).map(|seat| format!("in seat {seat}")).collect();
    let mut columns = vec![("#", Align::Right), ("bot", Align::Left)];
    columns.extend(seats.iter().map(|seat| (seat.as_str(), Align::Right)));
    let mut grid = Grid::new(&columns);
    for (nth, standing) in tournament.standings().iter().enumerate() {
        let mut row = vec![(nth + 1).to_string(), short(&names[standing.bot])];
        row.extend(tournament.tally().bots[standing.bot].by_seat.iter().map(seat_words));
        grid.row(row);
    }
    grid.text()
}

/// A progress line of a tournament; `rate` is how many matches finish in a second, if that is known.
pub fn tournament_live(
    tournament: &Tournament,
    names: &[String],
    finished: u64,
    rate: Option<f64>,
) -> String {
    let planned = tournament.matches_planned();
    let round = tournament.round().map(|round| format!("round {round}, ")).unwrap_or_default();
    let share = |bot: usize| {
        let score = tournament.tally().score_of(bot);
        score.points() / score.matches().max(1) as f64
    };
    let best = (0..names.len()).max_by(|&a, &b| share(a).total_cmp(&share(b)).then(b.cmp(&a)));
    let best = best.map(|bot| format!(", ahead: {}", short(&names[bot]))).unwrap_or_default();
    let left = planned.saturating_sub(finished);
    format!(
        "{round}{finished} of {} matches, {left} left{}{best}",
        planned.max(finished),
        time_words(left, rate)
    )
}

/// Faults by bot, and the number of void matches; empty if there are none.
pub fn faults(tally: &Tally, names: &[String]) -> String {
    let mut out = String::new();
    for (name, bot) in names.iter().zip(&tally.bots) {
        if bot.faults.is_empty() {
            continue;
        }
        let lost = match bot.lost_by_fault {
            0 => String::new(),
            1 => "; 1 match was lost by that".to_string(),
            more => format!("; {more} matches were lost by that"),
        };
        out.push_str(&format!("  faults of {name}: {}{lost}\n", fault_words(&bot.faults)));
    }
    if tally.voids > 0 {
        out.push_str(&format!("  void, counted for nobody: {}\n", matches(tally.voids)));
    }
    out
}

fn matches(count: u64) -> String {
    if count == 1 { "1 match".to_string() } else { format!("{count} matches") }
}

/// The table of answer times; differs from run to run.
pub fn times(tally: &Tally, names: &[String]) -> String {
    let columns = ["p50", "p99", "max", "CPU", "answers"].map(|heading| (heading, Align::Right));
    let mut grid = Grid::new(&[&[("time per answer", Align::Left)], &columns[..]].concat());
    for (name, bot) in names.iter().zip(&tally.bots) {
        let time = &bot.time;
        grid.row(vec![
            short(name),
            duration(time.p50_us),
            duration(time.p99_us),
            duration(time.max_us),
            duration(time.cpu_us),
            time.count.to_string(),
        ]);
    }
    grid.text()
}

/// The table of the bots' own metrics; empty if there are none.
pub fn metrics(tally: &Tally, names: &[String]) -> String {
    let columns = ["mean", "min", "max", "last", "reports"].map(|heading| (heading, Align::Right));
    let mut grid = Grid::new(&[&[("metric", Align::Left), ("bot", Align::Left)], &columns[..]].concat());
    let mut all: Vec<&String> = tally.bots.iter().flat_map(|bot| bot.metrics.keys()).collect();
    all.sort();
    all.dedup();
    for metric in &all {
        for (name, bot) in names.iter().zip(&tally.bots) {
            if let Some(values) = bot.metrics.get(*metric) {
                let shown = [values.mean, values.min, values.max, values.last].map(number);
                let mut row = vec![(*metric).clone(), short(name)];
                row.extend(shown);
                row.push(values.count.to_string());
                grid.row(row);
            }
        }
    }
    if all.is_empty() { String::new() } else { grid.text() }
}

/// What was measured of a game's health, in a line.
pub fn health_heading(health: &GameHealth, info: &Info) -> String {
    format!("{}, {} matches of {} against itself", info.title, health.matches, shown(&health.bot))
}

/// What matches of one bot against itself show of a game: the table of its seats, draws, length and lead.
pub fn health(health: &GameHealth, info: &Info) -> String {
    let width = health.by_seat.iter().map(|seat| columns_of(&seat.name)).max().unwrap_or(0).max(4);
    let mut out = format!("  {:<width$}  {:>6}  {:>6}  {:>7}  95 %\n", "seat", "won", "shared", "score");
    for seat in &health.by_seat {
        let [value, low, high] = seat.score.map(|share| 100.0 * share);
        out.push_str(&format!(
            "  {}  {:>6}  {:>6}  {value:>5.1} %  {low:.1} to {high:.1} %\n",
            Align::Left.padded(&seat.name, width),
            seat.won,
            seat.shared
        ));
    }
    let spread = |spread: &Spread| format!("{} (mostly {} to {})", spread.p50, spread.p10, spread.p90);
    out.push_str(&format!("  drawn          {:.1} %\n", 100.0 * health.drawn));
    out.push_str(&format!("  length         {} {}s\n", spread(&health.length), info.unit));
    out.push_str(&format!("  lead changes   {}\n", spread(&health.lead_changes)));
    out.push_str(&format!("  lead for good  after {} % of the match\n", spread(&health.decided_at)));
    out
}
