//! Renders Markdown for a terminal: bold headings, coloured code, everything else unchanged.

use crate::terminal::{bold, dye};

/// The page with ANSI colours; without colour, the page itself.
pub fn shown(page: &str, colour: bool) -> String {
    if !colour {
        return page.to_string();
    }
    let mut out = String::new();
    let mut fenced = false;
    for line in page.lines() {
        if line.starts_with("```") {
            fenced = !fenced;
            continue;
        }
        if fenced {
            out.push_str(&format!("    {}", dye("36", line)));
        } else if let Some(heading) = line.strip_prefix('#') {
            out.push_str(&bold(heading.trim_start_matches('#').trim(), true));
        } else {
            out.push_str(&inline(line));
        }
        out.push('\n');
    }
    out
}

/// A line with its code spans in colour and its strong words bold.
fn inline(line: &str) -> String {
    let mut out = String::new();
    for (i, part) in line.split('`').enumerate() {
        if i % 2 == 1 {
            out.push_str(&dye("36", part));
            continue;
        }
        for (j, words) in part.split("**").enumerate() {
            out.push_str(&if j % 2 == 1 { bold(words, true) } else { words.to_string() });
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::terminal::ours;

    #[test]
    fn without_colour_the_page_is_untouched() {
        assert_eq!(shown("# A\n`b` **c**\n", false), "# A\n`b` **c**\n");
    }

    #[test]
    fn headings_and_code_stand_out() {
        assert_eq!(shown("# A\n`b`", true), ours("\x1b[1mA\x1b[0m\n\x1b[36mb\x1b[0m\n"));
        assert_eq!(shown("```\nx\n```\n", true), ours("    \x1b[36mx\x1b[0m\n"));
    }
}
