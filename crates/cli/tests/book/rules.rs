//! Rule pages: one source for the terminal and the book, and one mark for what the originals leave open.

use libtest_mimic::Failed;
use skirmish_core::config::Wishes;
use skirmish_core::rng::Seed;
use skirmish_core::seat::SeatCount;
use skirmish_core::table::Entry;
use skirmish_games::GAMES;
use skirmish_referee::explain::duration;

use crate::common::{done, folder};
use crate::{page, src};

/// Every game has a page in the book, and it is what `skirmish rules` prints.
pub fn one_source() -> Result<(), Failed> {
    let home = folder("book_rules");
    let pages = page::all();
    for entry in GAMES {
        let game = entry.info.name;
        let name = format!("rules/{game}.md");
        let page = pages.iter().find(|page| page.name == name).ok_or(format!("{name} is missing"))?;
        let source = std::fs::read_to_string(&page.path)?;
        if source.lines().count() != 1 || !source.starts_with("{{#include ") {
            return Err(format!("{name}: it should include the game's rules.md and say nothing else").into());
        }
        if page.text.trim_end() != done(&home, &format!("rules {game}")).trim_end() {
            return Err(format!("{name}: it is not what `skirmish rules {game}` prints").into());
        }
    }
    Ok(())
}

/// Each choice of ours reads `Silent: what is open. We choose …`, so that readers can search for all of them.
pub fn silences() -> Result<(), Failed> {
    for entry in GAMES {
        let game = entry.info.name;
        let text = entry.info.rules.split_whitespace().collect::<Vec<_>>().join(" ");
        let starts: Vec<usize> = text.match_indices("Silent").map(|(at, _)| at).collect();
        let marks: Vec<&str> = starts.iter().map(|&at| &text[at..]).filter(|rest| is_mark(rest)).collect();
        if marks.is_empty() {
            return Err(format!("{game}: nothing is marked as silent").into());
        }
        for mark in marks {
            // The choice follows in the next sentences of the paragraph, before another mark.
            let own = mark[1..].find("Silent").map_or(mark, |next| &mark[..=next]);
            if !own.contains("We choose") {
                let shown: String = own.chars().take(80).collect();
                return Err(format!("{game}: `{shown}…` does not say what we choose").into());
            }
        }
        let stray = text.matches("We choose").count();
        if stray != starts.iter().filter(|&&at| is_mark(&text[at..])).count() {
            return Err(
                format!("{game}: it has as many marks as `We choose`, or one of them is not marked").into()
            );
        }
    }
    Ok(())
}

/// The protocol page's table of clocks and limits matches the games' `INFO`.
pub fn clocks() -> Result<(), Failed> {
    let page = std::fs::read_to_string(src().join("protocol.md"))?;
    for entry in GAMES {
        let (info, caps) = (entry.info, entry.info.caps);
        let answer = match caps.lines {
            1 => format!("a line of at most {} bytes", grouped(caps.bytes)),
            lines => format!(
                "at most {} lines of {} bytes, {} bytes in all",
                grouped(lines),
                grouped(caps.line_bytes),
                grouped(caps.bytes)
            ),
        };
        let row = format!("| `{}` | `{}` | {answer} |", info.name, info.clock);
        if !page.contains(&row) {
            return Err(format!("protocol.md: this row is missing: {row}").into());
        }
        let row = format!("| `{}` | {} |", info.name, seat_budget(entry)?);
        if !page.contains(&row) {
            return Err(format!("protocol.md: this row is missing: {row}").into());
        }
    }
    Ok(())
}

/// The most time that the game's own clock grants a seat in a match of its own config.
fn seat_budget(entry: &Entry) -> Result<String, Failed> {
    let config = (entry.configure)(&Wishes::none())?;
    let seats = SeatCount::new((*entry.info.seats.start()).into()).ok_or("no seats")?;
    let table = (entry.open)(&config, seats, Seed(1))?;
    let budget = entry.info.clock.seat_budget(&table.ask_limit()).ok_or("a clock without an end")?;
    Ok(duration(budget.as_micros() as u64))
}

/// A number with thousands separators: 16,384.
fn grouped(number: usize) -> String {
    let digits = number.to_string();
    let parts: Vec<&str> =
        digits.as_bytes().rchunks(3).rev().map(|part| std::str::from_utf8(part).unwrap()).collect();
    parts.join(",")
}

/// Whether it is the mark itself, not a mention of it.
fn is_mark(rest: &str) -> bool {
    rest.starts_with("Silent:") || rest.starts_with("Silent (")
}
