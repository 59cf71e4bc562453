//! The page about the games' health: what is kept of `skirmish stats`, as tables.

use std::fmt::Write as _;

use libtest_mimic::Failed;
use skirmish_bots::{GameHealth, Spread, health};
use skirmish_games::GAMES;

use crate::{compare, src};

const HEAD: &str = "\
# How the games treat their seats

The strongest house bot of each game against itself, without a clock, so that nothing but the rules decides who wins. `skirmish stats <game>` measures
this for any house bot, preset and number of seats; the figures here are kept in `crates/bots/health`, and `bench/health.py` writes them.

A seat's *score* is its mean against the other seat, with the 95 % interval; a seat whose interval holds 50 % is not known to be better or worse. *Drawn* are
matches with a shared first place. *Length*, *lead changes* (how often somebody else took the lead by score) and *decided* (the share of a match
after which the winner led for good) are medians, with what eight of ten matches lie between. Where a seat is worth something, matches in pairs with
the seats exchanged, as duels and ladders play them, cancel it.
";

/// Compares the page.
pub fn check() -> Result<(), Failed> {
    let mut page = HEAD.to_string();
    for entry in GAMES {
        let _ = write!(page, "\n## {}\n\n", entry.info.title);
        page.push_str("| rules | seat | won | score | drawn | length | lead changes | decided |\n|---|---|---|---|---|---|---|---|\n");
        health(entry.info.name).for_each(|health| add(health, entry.info.unit, &mut page));
    }
    compare(&src().join("rules/health.md"), &page)
}

/// Adds a row for each seat; what holds for the whole match stands in the first.
fn add(health: &GameHealth, unit: &str, page: &mut String) {
    let rules = match &health.presets[..] {
        [] => "default".to_string(),
        presets => format!("`{}`", presets.join("`, `")),
    };
    let spread = |spread: &Spread| format!("{} ({} to {})", spread.p50, spread.p10, spread.p90);
    let mut whole = Some(format!(
        "{:.1} % | {} {unit}s | {} | after {} %",
        100.0 * health.drawn,
        spread(&health.length),
        spread(&health.lead_changes),
        spread(&health.decided_at)
    ));
    for seat in &health.by_seat {
        let [value, low, high] = seat.score.map(|share| 100.0 * share);
        let of_match = whole.take();
        let rules = if of_match.is_some() { rules.as_str() } else { "" };
        let of_match = of_match.unwrap_or_else(|| " | | | ".to_string());
        let _ = writeln!(
            page,
            "| {rules} | {} | {} of {} | {value:.1} % ({low:.1} to {high:.1}) | {of_match} |",
            seat.name, seat.won, health.matches
        );
    }
}
