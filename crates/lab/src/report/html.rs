//! The report as one self-contained HTML page: tables and SVG plots, no scripts, no external resources.

use std::fmt::Write as _;

use skirmish_core::answer::Fault;
use skirmish_league::cross::CrossTable;

use super::plot::{self, COLOURS, ErrorBar, Line, Lines, escape};
use super::{duration, number, points, short, signed, text};
use crate::contest::Contest;
use crate::duel::Duel;
use crate::tally::{self, Tally, fault_names};
use crate::times::floor_of;
use crate::tournament::{Standing, Tournament};

const STYLE: &str = include_str!("style.css");
/// The number of points of the plot of ratings over matches.
const RATING_POINTS: usize = 40;

/// The page of a duel.
pub fn duel(duel: &Duel, contest: &Contest) -> String {
    let names = contest.names();
    let mut body = heading(&format!("{} against {}", names[0], names[1]), contest, duel.tally());
    let _ = write!(body, "<p class=\"answer\">{}</p>", escape(&text::sentence(duel, &names)));
    let score = duel.score();
    let _ = write!(
        body,
        "<p>Won {}, drawn {}, lost {}; pairs by points 0 to 2: {}.</p>",
        score.wins,
        score.draws,
        score.losses,
        duel.pairs().counts.map(|count| count.to_string()).join(" ")
    );
    let mut line = Line { name: names[0].clone(), ..Line::default() };
    // The wide intervals of the first estimates would flatten the rest of the plot.
    for (matches, elo) in duel.history().iter().filter(|(_, elo)| elo.error() < 300.0) {
        line.points.push((*matches as f64, elo.value));
        line.band.push((*matches as f64, elo.low, elo.high));
    }
    section(
        &mut body,
        "Elo over matches",
        &plot::lines(&Lines {
            title: "Elo over matches with its error band".into(),
            x: "matches".into(),
            y: "Elo".into(),
            lines: vec![line],
            ..Lines::default()
        }),
    );
    section(&mut body, "By seat", &by_seat(duel.tally(), &names));
    common(&mut body, duel.tally(), &names);
    page(&format!("{} against {}", names[0], names[1]), &body)
}

/// The page of a tournament.
pub fn tournament(kind: &str, tournament: &Tournament, contest: &Contest) -> String {
    let (names, tally) = (contest.names(), tournament.tally());
    let standings = tournament.standings();
    let title = format!("{}: {kind} of {} bots", contest.entry.info.title, names.len());
    let mut body = heading(&title, contest, tally);
    body.push_str(&table(&standings, tally, &names));
    section(
        &mut body,
        "Ratings",
        &plot::error_bars("Ratings with error bars", "Elo", &error_bars(&standings, &names)),
    );
    section(&mut body, "Who did what against whom", &cross(&standings, tally, &names));
    section(&mut body, "By seat", &by_seat(tally, &names));
    let over = over_matches(tournament, &names);
    section(&mut body, "Rating over matches", &format!("{}{}", plot::lines(&over), key(&names)));
    common(&mut body, tally, &names);
    page(&title, &body)
}

fn page(title: &str, body: &str) -> String {
    format!(
        "<!doctype html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n<meta name=\"viewport\" content=\"width=device-width, \
         initial-scale=1\">\n<title>{}</title>\n<style>\n{STYLE}</style>\n{body}\n</html>\n",
        escape(title)
    )
}

fn heading(title: &str, contest: &Contest, tally: &Tally) -> String {
    format!(
        "<h1>{}</h1>\n<p class=\"faint\">{} (rules {}), clock {}, seed {}, jail {}; {} matches, {} decisions</p>\n",
        escape(title),
        escape(contest.entry.info.title),
        contest.entry.info.version,
        contest.clock,
        contest.seed,
        escape(&contest.jail),
        tally.matches,
        tally.decisions
    )
}

fn section(body: &mut String, title: &str, content: &str) {
    let _ = write!(body, "<h2>{}</h2>\n{content}\n", escape(title));
}

/// The sections that duels and tournaments share: faults, times, metrics.
fn common(body: &mut String, tally: &Tally, names: &[String]) {
    section(body, "Faults", &faults(tally, names));
    section(
        body,
        "Time per answer",
        &format!("{}{}{}", times(tally, names), plot::lines(&spread(tally, names)), key(names)),
    );
    let mut metrics: Vec<&String> = tally.bots.iter().flat_map(|bot| bot.metrics.keys()).collect();
    metrics.sort();
    metrics.dedup();
    for metric in metrics {
        section(body, &format!("Metric: {metric}"), &metric_of(metric, tally, names));
    }
}

fn table(standings: &[Standing], tally: &Tally, names: &[String]) -> String {
    let mut out = String::from(
        "<div class=\"scroll\"><table><tr><th>#<th class=\"name\">bot<th>Elo<th>±<th>matches<th>won<th>drawn<th>lost<th>score</tr>",
    );
    for standing in standings {
        let score = tally.score_of(standing.bot);
        let percent = 100.0 * score.points() / score.matches().max(1) as f64;
        let _ = write!(
            out,
            "<tr><td>{}<td class=\"name\">{}<td>{}<td>{:.0}<td>{}<td>{}<td>{}<td>{}<td>{percent:.1} %</tr>",
            standing.rank,
            escape(&names[standing.bot]),
            signed(standing.rating.value),
            standing.rating.error(),
            tally.matches_of(standing.bot),
            score.wins,
            score.draws,
            score.losses
        );
    }
    out.push_str("</table></div>");
    out
}

fn error_bars(standings: &[Standing], names: &[String]) -> Vec<ErrorBar> {
    let error_bar = |standing: &Standing| ErrorBar {
        name: names[standing.bot].clone(),
        colour: standing.bot,
        value: standing.rating.value,
        low: standing.rating.low,
        high: standing.rating.high,
    };
    standings.iter().map(error_bar).collect()
}

/// The cross table in the order of the standings; green where the row scored at least half.
fn cross(standings: &[Standing], tally: &Tally, names: &[String]) -> String {
    let mut out = String::from("<div class=\"scroll\"><table><tr><th><th class=\"name\">bot");
    for nth in 1..=standings.len() {
        let _ = write!(out, "<th>{nth}");
    }
    out.push_str("</tr>");
    for (nth, row) in standings.iter().enumerate() {
        let _ = write!(out, "<tr><td>{}<td class=\"name\">{}", nth + 1, escape(&short(&names[row.bot])));
        for column in standings {
            let score = tally.between(row.bot, column.bot);
            if row.bot == column.bot {
                out.push_str("<td class=\"self\">");
            } else if score.matches() == 0 {
                out.push_str("<td>");
            } else {
                let share = score.points() / score.matches() as f64;
                let class = if share >= 0.5 { "good" } else { "bad" };
                let _ = write!(
                    out,
                    "<td class=\"{class}\" style=\"--much:{:.0}%\" title=\"{} won, {} drawn, {} lost\">{}/{}",
                    (share - 0.5).abs() * 140.0,
                    score.wins,
                    score.draws,
                    score.losses,
                    points(score.points()),
                    score.matches()
                );
            }
        }
        out.push_str("</tr>");
    }
    out.push_str("</table></div>");
    out
}

/// Wins, draws, losses and score of each bot in each seat.
fn by_seat(tally: &Tally, names: &[String]) -> String {
    let seats = tally.bots.iter().map(|bot| bot.by_seat.len()).max().unwrap_or(0);
    let mut out = String::from("<div class=\"scroll\"><table><tr><th class=\"name\">bot");
    for seat in 0..seats {
        let _ = write!(out, "<th>seat {seat}");
    }
    out.push_str("</tr>");
    for (name, bot) in names.iter().zip(&tally.bots) {
        let _ = write!(out, "<tr><td class=\"name\">{}", escape(&short(name)));
        for score in &bot.by_seat {
            let _ = write!(out, "<td>{}", text::seat_words(score));
        }
        out.push_str("</tr>");
    }
    out.push_str("</table></div>");
    out
}

/// The ratings after each part of the matches.
fn over_matches(tournament: &Tournament, names: &[String]) -> Lines {
    let count = tournament.matches().count();
    let new_line = |(colour, name): (usize, &String)| Line { name: name.clone(), colour, ..Line::default() };
    let mut lines: Vec<Line> = names.iter().enumerate().map(new_line).collect();
    let step = (count / RATING_POINTS).max(1);
    // Ratings after a handful of matches mean nothing.
    let first = (count / 10).max(names.len());
    let mut cross = CrossTable::new(names.len() as u32);
    for (number, (map, seats, places)) in (1..).zip(tournament.matches()) {
        cross.add(seats, places, map);
        if number >= first && (number % step == 0 || number == count) {
            for (line, rating) in lines.iter_mut().zip(tally::ratings(&cross)) {
                line.points.push((number as f64, rating.value));
            }
        }
    }
    let title = "Elo after so many matches".into();
    Lines { title, x: "matches".into(), y: "Elo".into(), lines, is_time: false }
}

fn faults(tally: &Tally, names: &[String]) -> String {
    if tally.bots.iter().all(|bot| bot.faults.is_empty()) && tally.voids + tally.void_attempts == 0 {
        return "<p>Nobody did anything wrong.</p>".to_string();
    }
    let mut out = String::from("<div class=\"scroll\"><table><tr><th class=\"name\">matches with");
    for fault in Fault::ALL {
        let _ = write!(out, "<th>{}", fault_names(fault).1);
    }
    out.push_str("<th>lost by a fault</tr>");
    for (name, bot) in names.iter().zip(&tally.bots) {
        let _ = write!(out, "<tr><td class=\"name\">{}", escape(&short(name)));
        for fault in Fault::ALL {
            let _ = write!(out, "<td>{}", bot.faults.get(&fault).unwrap_or(&0));
        }
        let _ = write!(out, "<td>{}</tr>", bot.lost_by_fault);
    }
    let _ = write!(
        out,
        "</table></div><p class=\"faint\">Void matches, counted for nobody: {}; attempts that were played again: {}.</p>",
        tally.voids, tally.void_attempts
    );
    out
}

fn times(tally: &Tally, names: &[String]) -> String {
    let mut out = String::from(
        "<div class=\"scroll\"><table><tr><th class=\"name\">bot<th>p50<th>p99<th>max<th>CPU<th>answers</tr>",
    );
    for (name, bot) in names.iter().zip(&tally.bots) {
        let time = &bot.time;
        let _ = write!(
            out,
            "<tr><td class=\"name\">{}<td>{}<td>{}<td>{}<td>{}<td>{}</tr>",
            escape(&short(name)),
            duration(time.p50_us),
            duration(time.p99_us),
            duration(time.max_us),
            duration(time.cpu_us),
            time.count
        );
    }
    out.push_str("</table></div>");
    out
}

/// The distribution of answer times: the share of answers in each histogram bucket.
fn spread(tally: &Tally, names: &[String]) -> Lines {
    let lines = names.iter().zip(&tally.bots).enumerate().map(|(colour, (name, bot))| {
        let all = bot.time.count.max(1) as f64;
        let (first, last) = match (bot.time.buckets.first(), bot.time.buckets.last()) {
            (Some(first), Some(last)) => (first.0, last.0),
            _ => return Line { name: name.clone(), colour, ..Line::default() },
        };
        let count = |bucket: u16| {
            let found = bot.time.buckets.binary_search_by_key(&bucket, |&(bucket, _)| bucket);
            found.map_or(0, |at| bot.time.buckets[at].1)
        };
        // An empty bucket on each side brings the line down to the axis.
        let shares = (first.saturating_sub(1)..=last + 1)
            .map(|bucket| (floor_of(bucket) as f64, 100.0 * count(bucket) as f64 / all));
        Line { name: name.clone(), colour, points: shares.collect(), band: Vec::new() }
    });
    Lines {
        title: "Share of answers by the time they took".into(),
        x: "time, each step ten times the last".into(),
        y: "% of answers".into(),
        is_time: true,
        lines: lines.collect(),
    }
}

fn metric_of(metric: &str, tally: &Tally, names: &[String]) -> String {
    let mut out = String::from(
        "<div class=\"scroll\"><table><tr><th class=\"name\">bot<th>mean<th>min<th>max<th>last<th>reports</tr>",
    );
    let mut lines = Vec::new();
    for (colour, (name, bot)) in names.iter().zip(&tally.bots).enumerate() {
        let Some(values) = bot.metrics.get(metric) else { continue };
        let _ = write!(
            out,
            "<tr><td class=\"name\">{}<td>{}<td>{}<td>{}<td>{}<td>{}</tr>",
            escape(&short(name)),
            number(values.mean),
            number(values.min),
            number(values.max),
            number(values.last),
            values.count
        );
        let points = values.curve.points().map(|(decision, mean)| (decision as f64, mean)).collect();
        lines.push(Line { name: name.clone(), colour, points, band: Vec::new() });
    }
    out.push_str("</table></div>");
    let plot = Lines {
        title: format!("{metric} over a match"),
        x: "decisions played in the match".into(),
        y: metric.to_string(),
        is_time: false,
        lines,
    };
    format!("{out}{}{}", plot::lines(&plot), key(names))
}

/// The legend: the colour of each bot.
fn key(names: &[String]) -> String {
    let mut out = String::from("<ul class=\"key\">");
    for (colour, name) in names.iter().enumerate() {
        let dash = if colour >= COLOURS { " class=\"dash\"" } else { "" };
        let _ = write!(out, "<li class=\"c{}\"><i{dash}></i>{}", colour % COLOURS, escape(&short(name)));
    }
    out.push_str("</ul>");
    out
}
