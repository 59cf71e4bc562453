//! What the terminal can show.

use std::io::IsTerminal;

/// Whether standard output takes colours: it is a terminal, and nobody asked for none.
pub fn has_colour() -> bool {
    std::io::stdout().is_terminal() && std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty())
}

/// Bold, where there are colours.
pub fn bold(text: &str, colour: bool) -> String {
    if colour { format!("\x1b[1m{text}\x1b[0m") } else { text.to_string() }
}

/// Text from outside with nothing in it that a terminal would obey.
pub fn plain(text: &str) -> String {
    text.chars().map(|c| if c.is_control() { '\u{fffd}' } else { c }).collect()
}
