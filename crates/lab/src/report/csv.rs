//! The tournament table as CSV. Nothing in it depends on the machine's speed: the same matches give the same bytes.

use skirmish_core::answer::Fault;

use crate::tournament::Tournament;

/// The table of a tournament, one row per bot, best first.
pub fn tournament(tournament: &Tournament, names: &[String]) -> String {
    let mut out = String::from(
        "rank,bot,matches,firsts,wins,draws,losses,score_percent,points,tie_break,rating,low,high",
    );
    for fault in Fault::ALL {
        out.push_str(&format!(",{}", fault.word()));
    }
    out.push_str(",lost_by_fault");
    for seat in 0..tournament.settings().seats {
        out.push_str(&format!(",seat{seat}_wins,seat{seat}_draws,seat{seat}_losses"));
    }
    out.push('\n');
    for standing in tournament.standings() {
        let tally = tournament.tally();
        let (bot, score) = (&tally.bots[standing.bot], tally.score_of(standing.bot));
        let percent = 100.0 * score.points() / (score.matches().max(1)) as f64;
        let rating = &standing.rating;
        out.push_str(&format!(
            "{},{},{},{},{},{},{},{percent:.2},{},{},{:.1},{:.1},{:.1}",
            standing.rank,
            quoted(&names[standing.bot]),
            tally.matches_of(standing.bot),
            bot.firsts,
            score.wins,
            score.draws,
            score.losses,
            standing.points,
            standing.tie_break,
            rating.value,
            rating.low,
            rating.high,
        ));
        for fault in Fault::ALL {
            out.push_str(&format!(",{}", bot.faults.get(&fault).unwrap_or(&0)));
        }
        out.push_str(&format!(",{}", bot.lost_by_fault));
        for seat in 0..tournament.settings().seats as usize {
            let score = bot.by_seat.get(seat).copied().unwrap_or_default();
            out.push_str(&format!(",{},{},{}", score.wins, score.draws, score.losses));
        }
        out.push('\n');
    }
    out
}

/// A field quoted as in RFC 4180; an apostrophe in front prevents CSV formula injection.
fn quoted(text: &str) -> String {
    let risky = text.starts_with(['=', '+', '-', '@', '\t', '\r']);
    let text = if risky { format!("'{text}") } else { text.to_string() };
    if text.contains([',', '"', '\n', '\r']) { format!("\"{}\"", text.replace('"', "\"\"")) } else { text }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_stay_one_field() {
        assert_eq!(quoted("bot.py"), "bot.py");
        assert_eq!(quoted("a,\"b\""), "\"a,\"\"b\"\"\"");
        assert_eq!(quoted("=1+1"), "'=1+1");
    }
}
