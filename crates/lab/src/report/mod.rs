//! Reports of duels and tournaments: text, CSV, JSON, and an HTML page with plots.

pub mod csv;
pub mod grid;
pub mod html;
pub mod json;
pub mod plot;
pub mod text;

use skirmish_league::score::Estimate;

/// An estimate in Elo with its interval: `+31 Elo (+12..+50)`.
pub fn elo_words(elo: &Estimate) -> String {
    format!("{} Elo ({})", signed(elo.value), interval_words(elo))
}

/// A confidence interval in Elo: `+12..+50`, `+120 or more`, `anything`.
pub fn interval_words(elo: &Estimate) -> String {
    match (elo.is_open_below, elo.is_open_above) {
        (false, false) => format!("{}..{}", signed(elo.low), signed(elo.high)),
        (false, true) => format!("{} or more", signed(elo.low)),
        (true, false) => format!("{} or less", signed(elo.high)),
        (true, true) => "anything".to_string(),
    }
}

/// A whole number with its sign; 0 has none.
pub fn signed(value: f64) -> String {
    let whole = value.round();
    if whole == 0.0 { "0".to_string() } else { format!("{whole:+}") }
}

/// Points, with one decimal if there is a half: `12`, `7.5`.
pub fn points(value: f64) -> String {
    if value == value.trunc() { format!("{value:.0}") } else { format!("{value:.1}") }
}

/// A duration with a fitting unit: `850 µs`, `12 ms`, `1.50 s`.
pub fn duration(us: u64) -> String {
    match us {
        0..1_000 => format!("{us} µs"),
        1_000..10_000 => format!("{}.{} ms", us / 1000, us / 100 % 10),
        10_000..1_000_000 => format!("{} ms", us / 1000),
        _ => format!("{}.{:02} s", us / 1_000_000, us / 10_000 % 100),
    }
}

/// A measured number with about three significant digits: `12.3`, `0.0041`, `3.05e9`.
pub fn number(value: f64) -> String {
    let size = value.abs();
    if value == value.trunc() && size < 1e6 {
        return format!("{value}");
    }
    match size {
        _ if !(1e-3..1e6).contains(&size) => format!("{value:.2e}"),
        _ if size >= 100.0 => format!("{value:.0}"),
        _ if size >= 10.0 => format!("{value:.1}"),
        _ if size >= 1.0 => format!("{value:.2}"),
        _ => format!("{value:.4}"),
    }
}

/// A name shortened for a table cell.
pub fn short(name: &str) -> String {
    const LONGEST: usize = 32;
    if name.chars().count() <= LONGEST {
        return name.to_string();
    }
    // The end of a path or of a command line is more specific than its beginning.
    let tail: Vec<char> = name.chars().rev().take(LONGEST - 1).collect();
    std::iter::once('…').chain(tail.into_iter().rev()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_read_well() {
        let shown = [0.0, 12.0, 3e5, 12.345, 0.004123, 3.05e9, -123.4, 1234.5].map(number);
        assert_eq!(shown, ["0", "12", "300000", "12.3", "0.0041", "3.05e9", "-123", "1234"]);
        assert_eq!([850, 1234, 12_345, 1_500_000].map(duration), ["850 µs", "1.2 ms", "12 ms", "1.50 s"]);
        assert_eq!([31.4, -0.2, -12.6].map(signed), ["+31", "0", "-13"]);
    }

    #[test]
    fn an_open_interval_is_told_as_one() {
        let elo =
            Estimate { value: 300.0, low: 120.2, high: 800.0, is_open_below: false, is_open_above: true };
        assert_eq!(elo_words(&elo), "+300 Elo (+120 or more)");
    }
}
